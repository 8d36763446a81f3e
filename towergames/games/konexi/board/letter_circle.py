"""The circle of the letters that are left: a closed track with the token on it, and moves along it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from towergames.board import scene_inks
from towergames.board.canvas import Canvas, Ink, Rect
from towergames.board.protocol import Result, Spot
from towergames.core.text import cell_width, count, listed
from towergames.games.konexi.board import animation, picture
from towergames.games.konexi.board.picture import layout, own_role
from towergames.games.konexi.board.ui_state import KonexiContext, KonexiResult, Point, Ui, ahead, offers
from towergames.games.konexi.model import ANY, UNROLLED
from towergames.games.konexi.palette import letter_role
from towergames.games.konexi.rules import beside, between, gaps

TOKEN, ASCII_TOKEN = "▟█▙", "/#\\"
"""The token: a little trapezium."""
DIE_WIDE, DIE_HIGH = 7, 3
SMALL_DIE = 5
"""Columns of a die in one row."""
FULL_ROW_COLUMNS = 66
"""Columns of a board that has room for die and circle in one row."""
LARGE_DIE_ROWS = 12
"""Rows of a track that has room for a die of three rows."""
PLATE_COLUMNS = 3
"""Columns of a letter on the track."""
TRACK_PLACES = 27
"""Places of a track: 26 letters and the token."""
_ROW_HEIGHT = 2.0
"""Columns that are as long as a row: characters are about twice as high as wide."""
_MAX_ASIDE_RATIO = 1.5
"""Offset to the side that an arrow allows for each column ahead."""
_ASIDE_WEIGHT = 2.0
"""Weight of an offset to the side, compared with the distance ahead."""

# --- what is drawn --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Ring:
    """Everything to draw: the letters clockwise, the token's gap, and the marks.

    ``offered`` are the letters beside the token, ``keyed`` those of them that a digit takes. ``chosen`` is the letter
    in hand or under the cursor, ``held`` the letter that was picked up. ``choosing``: the token's gap is under the
    cursor. ``plain``: only characters are seen.
    """

    letters: str
    gap: int
    offered: str
    keyed: str
    chosen: str
    held: str
    choosing: bool
    ascii_only: bool
    plain: bool


def _ring(context: KonexiContext) -> _Ring:
    arranging, choosing = context.phase == "arrange", context.phase == "token" and not context.playing
    letters = context.ui.circle if arranging else context.view.circle
    picked_up = arranging and 0 <= context.ui.held < len(letters)
    gap = context.ui.gap if arranging or choosing else animation.gap_now(context)
    keyed = offers(context.view) if context.phase == "place" and not context.playing else ""
    return _Ring(
        letters=letters,
        gap=gap,
        offered=_offered(context),
        keyed=keyed,
        chosen=_chosen(context),
        held=letters[context.ui.held] if picked_up else "",
        choosing=choosing,
        ascii_only=context.style.ascii_only,
        plain=context.style.plain,
    )


def _offered(c: KonexiContext) -> str:
    """Letters to mark as offered: those beside the token while it is being placed or has just arrived, else those on
    offer.
    """
    if c.playing:
        return beside(c.view.circle, animation.gap_now(c)) if animation.arrived(c) else ""
    return beside(c.view.circle, c.ui.gap) if c.phase == "token" else offers(c.view)


def _chosen(c: KonexiContext) -> str:
    if c.playing:
        return ""
    if c.phase == "arrange":
        return c.ui.circle[c.ui.slot : c.ui.slot + 1]
    return c.ui.letter if c.phase == "place" else ""


def draw_track(canvas: Canvas, context: KonexiContext, room: Rect) -> list[Spot]:
    """Draw the circle as a closed track, with the die and the task inside it."""
    ring = _ring(context)
    left, right, low = room.x + 1, room.x + room.width - 2, room.y + room.height - 1
    for y in (room.y, low):
        corners = "╭╮" if y == room.y else "╰╯"
        canvas.put_over(left, y, corners[0] + "─" * (right - left - 1) + corners[1], scene_inks.LINE)
    for y in range(room.y + 1, low):
        for x in (left, right):
            canvas.put_over(x, y, "│", scene_inks.LINE)
    spots, gaps = [], []
    where = _places(len(ring.letters) + 1, room)
    number = 0
    for letter, (x, y) in enumerate(where[: len(ring.letters) + 1]):
        if letter == ring.gap:
            text = ASCII_TOKEN if ring.ascii_only else TOKEN
            canvas.put_over(x, y, text, picture.TASK if ring.choosing else picture.TOKEN)
            gaps.append(Spot(f"gap:{ring.gap}", x, y, PLATE_COLUMNS, 1, f"the gap {between(ring.letters, ring.gap)}"))
            continue
        if number < len(ring.letters):
            spots += _letter(canvas, ring, number, (x, y), room)
            if y in (room.y, low) and number != ring.gap:
                at = x - 1 if y == room.y else x + PLATE_COLUMNS
                gaps.append(Spot(f"gap:{number}", at, y, 1, 1, f"the gap {between(ring.letters, number)}"))
            number += 1
    return [*spots, *gaps, *_inside(canvas, context, room)]


@lru_cache(maxsize=64)
def _places(number: int, room: Rect) -> tuple[tuple[int, int], ...]:
    """The left ends of ``number`` plates, evenly along the track, clockwise from the upper left."""
    inner = room.height - 2
    for across, down in ((4, 2), (4, 1), (PLATE_COLUMNS, 1)):
        wide, high = (room.width - 4 + across - PLATE_COLUMNS) // across, (inner + down - 1) // down
        if 2 * (wide + high) >= TRACK_PLACES:
            break
    first = (room.width - (wide - 1) * across - PLATE_COLUMNS) // 2
    corners = []
    for k in range(number):
        at, back = divmod(2 * (wide + high) * k / number, wide + high)
        along, up = (back * across, 0.0) if back < wide else (float(room.width), (back - wide) * down)
        x = min(room.width - PLATE_COLUMNS, first + round(along))
        y = min(inner, 1 + int(up)) if back >= wide else 0
        turned = bool(at)  # the second half of the track is the first half turned by 180 degrees
        corners.append((room.width - PLATE_COLUMNS - x, room.height - 1 - y) if turned else (x, y))
    return tuple((room.x + x, room.y + y) for x, y in corners)


def _letter(canvas: Canvas, ring: _Ring, number: int, at: tuple[int, int], room: Rect) -> list[Spot]:
    """Draw a letter on its plate; a digit that takes it is on the inner side."""
    letter = ring.letters[number]
    x, y = at
    sign = _sign(ring, letter)
    left, right = sign[0], sign[1]
    canvas.put(x, y, f"{left}{letter}{right}", _ink(ring, letter))
    if left == "▌":
        # On the card, not on the plate: the bars are seen beside a letter of any colour.
        canvas.put(x, y, left, Ink("cursor", "card"))
        canvas.put(x + 2, y, right, Ink("cursor", "card"))
    spots = [Spot(f"circle:{number}", x, y, PLATE_COLUMNS, 1, letter)]
    if letter in ring.keyed:
        if y in (room.y, room.y + room.height - 1):  # keep clear of the letters at the two sides
            x = min(max(x + 1, room.x + PLATE_COLUMNS), room.x + room.width - PLATE_COLUMNS - 1)
            y += 1 if y == room.y else -1
        else:
            x = x + PLATE_COLUMNS + 1 if x == room.x else x - 2
        canvas.put(x, y, f"{ring.keyed.index(letter) + 1}", picture.KEY)
        spots.append(Spot(f"offer:{letter}", x, y, 1, 1, f"take {letter}"))
    return spots


def _sign(ring: _Ring, letter: str) -> str:
    """The marks at the two sides of a letter."""
    if letter == ring.held:
        return "{}"
    if letter == ring.chosen:
        return "><" if ring.plain or not ring.keyed else "▌▐"
    return "[]" if letter in ring.offered and ring.plain else "  "


def _ink(ring: _Ring, letter: str) -> Ink:
    if letter in ring.offered:
        return picture.plate(own_role(letter))
    if letter in (ring.chosen, ring.held) and letter:
        return scene_inks.CURSOR
    return Ink(letter_role(own_role(letter)), "card")


def _inside(canvas: Canvas, context: KonexiContext, room: Rect) -> list[Spot]:
    """Draw the die, the task, and the number of letters left, in the middle of the track."""
    face, rolling = animation.face(context)
    large = room.height >= LARGE_DIE_ROWS
    wide, high = (DIE_WIDE, DIE_HIGH) if large else (SMALL_DIE, 1)
    most = room.width - 2 * (PLATE_COLUMNS + 3)
    lines = [(text, ink) for text, ink in _words(context) if cell_width(text) <= most][: max(0, room.height - 4 - high)]
    x, y = room.x + (room.width - wide) // 2, room.y + (room.height - high - len(lines) + 1) // 2
    if large:
        _draw_die(canvas, x, y, face, rolling=rolling)
    else:
        draw_small_die(canvas, x, y, face)
    for row, (text, ink) in enumerate(lines, start=y + high):
        canvas.put_over(room.x + (room.width - cell_width(text) + 1) // 2, row, text, ink)
    return [Spot("die", x, y, wide, high, "the die")]


def _words(context: KonexiContext) -> list[tuple[str, Ink]]:
    """The task, then the number of letters left."""
    left = len(context.ui.circle if context.phase == "arrange" else context.view.circle)
    left_over = [(f"{count(left, 'letter')} left", scene_inks.MUTED)] if left else []
    good = listed(offers(context.view), "or")
    if context.playing:
        return left_over
    if context.phase == "place" and good:
        return [(f"Take {good}.", picture.TASK), *left_over]
    if context.phase == "token":
        return [("Choose a gap.", picture.TASK), *left_over]
    if good and context.view.active >= 0:
        return [(f"{context.name_of(context.view.active)} takes {good}.", scene_inks.TEXT), *left_over]
    return left_over


# --- on a low board -------------------------------------------------------------------------------------


def draw_rows(canvas: Canvas, context: KonexiContext, room: Rect) -> list[Spot]:
    """Draw the die and the letters clockwise in rows from left to right, the token between its two letters."""
    ring = _ring(context)
    canvas.fill(room.x, room.y, room.width, room.height, " ", scene_inks.PLATE)
    if not ring.letters:
        return []
    after = draw_small_die(canvas, room.x, room.y, animation.face(context)[0], tight=room.width < FULL_ROW_COLUMNS)
    letters = len(ring.letters)
    per = max(1, -(-letters // room.height))
    spots = [Spot("die", room.x, room.y, after - room.x, 1, "the die")]
    for row in range(room.height):
        part = range(row * per, min(letters, (row + 1) * per))
        wide = sum(len(_marked(ring, ring.letters[k])) + (3 if k == ring.gap else 0) for k in part)
        spots += _row(canvas, ring, after, room.y + row, part, loose=wide + len(part) <= room.width - after)
    return [s for s in spots if s.x + s.width <= canvas.width]


def _row(canvas: Canvas, ring: _Ring, x: int, y: int, part: range, *, loose: bool) -> list[Spot]:
    spots = []
    for number in part:
        letter = ring.letters[number]
        token = number == ring.gap
        gap = 3 if token else int(loose)
        if token:
            text = ASCII_TOKEN if ring.ascii_only else TOKEN
            canvas.put(x, y, text, scene_inks.CURSOR if ring.choosing else picture.TOKEN)
        if gap:
            spots.append(Spot(f"gap:{number}", x, y, gap, 1, f"the gap {between(ring.letters, number)}"))
        text = _marked(ring, letter)
        x += gap
        canvas.put(x, y, text, _ink(ring, letter))
        spots.append(Spot(f"circle:{number}", x, y, len(text), 1, letter))
        x += len(text)
    return spots


def _marked(ring: _Ring, letter: str) -> str:
    sign = _sign(replace(ring, plain=True), letter)
    return letter if sign == "  " else f"{sign[0]}{letter}{sign[1]}"


# --- the die --------------------------------------------------------------------------------------------


def _draw_die(canvas: Canvas, x: int, y: int, face: int, *, rolling: bool) -> None:
    canvas.fill(x, y, DIE_WIDE, DIE_HIGH, " ", picture.DIE)
    if rolling:
        canvas.put(x, y, "╱─────╲", picture.DIE)
        canvas.put(x, y + 2, "╲─────╱", picture.DIE)
    else:
        canvas.box(x, y, DIE_WIDE, DIE_HIGH, picture.DIE)
    canvas.put(x + 1, y + 1, f"{face_word(face):^5}", picture.DIE)


def draw_small_die(canvas: Canvas, x: int, y: int, face: int, *, tight: bool = False) -> int:
    """Draw the die in one row, without its edges if ``tight``. Return the column after it."""
    return canvas.put(x, y, face_word(face).rjust(3) if tight else f"[{face_word(face):^3}]", picture.DIE)


def face_word(face: int) -> str:
    """The text on a face of the die.

    >>> face_word(8), face_word(0), face_word(-1)
    ('8', 'ANY', '?')
    """
    if face == ANY:
        return "ANY"
    return "?" if face == UNROLLED else str(face)


# --- arrows -------------------------------------------------------------------------------------------


def _letter_spots(c: KonexiContext) -> list[Spot]:
    """The drawn letters of the circle, in its order; [] if no board is shown."""
    if min(c.room) <= 0:
        return []
    parted = layout(*c.room)
    draw = draw_track if parted.track or not parted.foot else draw_rows
    room = parted.track or parted.foot or picture.HAND_TRACK
    spots = draw(Canvas(room.x + room.width, room.y + room.height), c, room)
    kept = [spot for spot in spots if spot.key.startswith("circle:")]
    return sorted(kept, key=lambda spot: int(spot.key.partition(":")[2]))


def _letter_points(c: KonexiContext) -> list[Point]:
    """The middles of the letters, in columns."""
    return [(spot.x + (spot.width - 1) / 2, -_ROW_HEIGHT * spot.y) for spot in _letter_spots(c)]


def _gap_points(c: KonexiContext) -> list[Point]:
    """The middles of the gaps, each before the letter of its number. Some are too narrow to be drawn."""
    points = _letter_points(c)
    if not points or not layout(*c.room).foot:
        before = [*points[-1:], *points[:-1]]
        return [((x + left) / 2, (y + above) / 2) for (left, above), (x, y) in zip(before, points, strict=True)]
    return [(spot.x - 0.5, y) for spot, (_, y) in zip(_letter_spots(c), points, strict=True)]


def _there(points: Sequence[Point], here: Point, dx: int, up: int) -> int:
    """The index of the nearest point in a direction, -1 if there is none.

    >>> square = [(0, 0), (9, 0), (9, -8), (0, -8)]
    >>> _there(square, (0, 0), 1, 0), _there(square, (9, -8), -1, 0), _there(square, (9, -8), 0, 1)
    (1, 3, 1)
    >>> _there(square, (9, -8), 0, -1)
    -1
    """
    found = []
    for number, there in enumerate(points):
        far, aside = ahead(here, there, dx, up)
        if far > 0 and aside <= _MAX_ASIDE_RATIO * far:
            found.append((far + _ASIDE_WEIGHT * aside, number))
    return min(found)[1] if found else -1


def offer_there(c: KonexiContext, dx: int, up: int) -> str:
    """The letter on offer in a direction; to the left or right the next one, if none lies there; else ''."""
    good, circle, points = offers(c.view), c.view.circle, _letter_points(c)
    at = -1
    if points and c.ui.letter in good:
        at = _there([points[circle.index(one)] for one in good], points[circle.index(c.ui.letter)], dx, up)
    if at < 0:
        return "" if up else good[(good.find(c.ui.letter) + dx) % len(good)]
    return good[at]


def shift(c: KonexiContext, dx: int, up: int) -> KonexiResult:
    """Move the token's gap with an arrow: to the nearest allowed gap in that direction.

    If no board is shown, the next allowed gap clockwise is taken.
    """
    possible, points = gaps(c.view), _gap_points(c)
    at = possible.index(c.ui.gap) if c.ui.gap in possible else -1
    if points and at >= 0:
        found = _there([points[gap] for gap in possible], points[c.ui.gap], dx, up)
        at = found if found >= 0 else at
    else:
        at = (at + (dx or -up)) % len(possible) if at >= 0 else 0
    return Result(replace(c.ui, gap=possible[at]))


def to_gap(c: KonexiContext, gap: int) -> KonexiResult:
    """Choose a gap with the mouse."""
    possible = gaps(c.view)
    if gap in possible:
        return Result(replace(c.ui, gap=gap))
    there = " or ".join(between(c.view.circle, one) for one in possible)
    return Result(c.ui, say=f"Die {c.view.face}: the token goes {there}.", rule="K-5")


def to_letter(c: KonexiContext, letter: str) -> KonexiResult:
    """Choose a gap beside a letter: the gap after it, or at a second press the gap before it."""
    circle = c.view.circle
    if letter not in circle:
        return Result(c.ui, say=f"{letter} is already in the tower. Choose a letter of the circle.", rule="R-8")
    before = circle.index(letter)
    after = (before + 1) % len(circle)
    reachable = [gap for gap in (after, before) if gap in gaps(c.view)]
    if not reachable:
        return to_gap(c, after)
    return to_gap(c, reachable[-1] if c.ui.gap == reachable[0] else reachable[0])


# --- setting out the circle -------------------------------------------------------------------------------


def walk(c: KonexiContext, dx: int, up: int) -> KonexiResult:
    """Move the cursor with an arrow to the nearest letter, or clockwise; a letter picked up moves along."""
    points = _letter_points(c)
    if not points:
        return _to_slot(c.ui, (c.ui.slot + (dx or -up)) % len(c.ui.circle))
    found = _there(points, points[c.ui.slot], dx, up)
    return _to_slot(c.ui, found if found >= 0 else c.ui.slot)


def _to_slot(ui: Ui, there: int) -> KonexiResult:
    """Move the cursor to a place in the circle, with the letter that was picked up."""
    if ui.held < 0:
        return Result(replace(ui, slot=there))
    return Result(replace(ui, circle=_moved(ui.circle, ui.held, there), slot=there, held=there))


def pick(ui: Ui, slot: int) -> KonexiResult:
    """Pick a letter up, or put the one in hand down there."""
    if ui.held < 0:
        return Result(replace(ui, slot=slot, held=slot))
    return Result(replace(ui, circle=_moved(ui.circle, ui.held, slot), slot=slot, held=-1))


def _moved(circle: str, old: int, new: int) -> str:
    if {old, new} == {0, len(circle) - 1}:
        # First and last are neighbours in the circle: moving one to the other end would not change the order.
        return circle[-1] + circle[1:-1] + circle[0]
    rest = circle[:old] + circle[old + 1 :]
    return rest[:new] + circle[old] + rest[new:]


def put_token(ui: Ui, gap: int) -> KonexiResult:
    """Put the token into the gap where the round will begin."""
    return Result(replace(ui, gap=gap), say=f"The token starts {between(ui.circle, gap)}.")


def jump_to_letter(ui: Ui, letter: str) -> KonexiResult:
    """Move the cursor to a letter by its key."""
    slot = ui.circle.index(letter)
    return _to_slot(ui, slot) if ui.held < 0 else pick(ui, slot)
