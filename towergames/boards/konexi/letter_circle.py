"""The circle of letters that are left, with token and die: how it is drawn, and how one moves in it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin

from towergames.boards.kit.canvas import Canvas, Ink
from towergames.boards.konexi import animation, picture
from towergames.boards.konexi.picture import Plan, own_role, plan
from towergames.boards.konexi.ui_state import KonexiContext, KonexiResult, Point, Ui, ahead, offers
from towergames.boards.protocol import Result, Spot
from towergames.games.konexi.model import ANY, UNROLLED
from towergames.games.konexi.rules import beside, gaps

TOKEN, ASCII_TOKEN = "▟█▙", "/#\\"
"""The mover: a little trapezium."""
DIE_WIDE, DIE_HIGH = 7, 3
SMALL_DIE = 5
"""Columns of a die in one row."""
LARGE_DIE = 60
"""Columns of a board that has room for a die of three rows."""
ROOMY = 66
"""Columns of a board on which die and circle have room in one row."""
_ROUND = 5.0
"""How square the circle is: 2 would be an ellipse."""
_POINTS = 720
"""Points by which the way round is measured."""
_HIGH = 2.0
"""Columns that a row counts: characters are about twice as high as wide."""
_CONE = 1.5
"""How far aside something may lie for each column that it lies ahead of an arrow."""
_ASIDE = 2.0
"""How much more it counts to be beside the way of an arrow than along it."""


def draw_circle(canvas: Canvas, c: KonexiContext, parted: Plan) -> list[Spot]:
    """The letters that are left, the token and the die."""
    face, rolling = animation.face(c)
    ring = _ring(c)
    width, height = canvas.width, canvas.height
    if parted.round:
        spots = _draw_round(canvas, ring, 0, 1, width, height - 1)
        if ring.letters:
            spots.append(_die_inside(canvas, face, spots, rolling=rolling))
        return spots
    canvas.fill(0, height - parted.rows, width, parted.rows, " ", picture.PLATE)
    if not ring.letters:
        return []
    after = draw_small_die(canvas, 0, height - parted.rows, face, tight=width < ROOMY)
    spots = _draw_row(canvas, ring, after, height - parted.rows, width - after, parted.rows)
    return [Spot("die", 0, height - parted.rows, after, 1, "the die"), *spots]


@dataclass(frozen=True, slots=True)
class _Ring:
    """What there is to draw: the letters clockwise, the token's gap, and what is marked.

    ``offered`` are the letters that may be taken, ``chosen`` the one in hand or under the cursor, ``held`` one that was
    picked up. ``goal`` is a gap under the cursor, -1 for none.
    """

    letters: str
    gap: int
    offered: str = ""
    chosen: str = ""
    held: str = ""
    goal: int = -1
    token: str = TOKEN

    def marked(self, letter: str) -> str:
        """The letter with the signs before and after it that mark it without colour."""
        if letter == self.held:
            return f"{{{letter}}}"
        if letter == self.chosen:
            return f">{letter}<"
        return f"[{letter}]" if letter in self.offered else f" {letter} "

    def ink(self, letter: str) -> Ink:
        """The letter's colours."""
        if letter in (self.chosen, self.held):
            return picture.CURSOR
        return picture.plate(own_role(letter)) if letter in self.offered else Ink(own_role(letter), "card")

    def put_token(self, canvas: Canvas, x: int, y: int, gap: int) -> None:
        """Token and cursor, where they are in this gap."""
        if gap == self.gap:
            canvas.put(x, y, self.token, picture.TOKEN)
        if gap == self.goal:
            canvas.put(x, y, f"({self.token[1]})", picture.GOAL)


def _ring(c: KonexiContext) -> _Ring:
    ui, token = c.ui, ASCII_TOKEN if c.style.ascii_only else TOKEN
    if c.playing:
        # the letters to which the token has come
        now = animation.gap_now(c)
        near = beside(c.view.circle, now) if animation.arrived(c) else ""
        return _Ring(ui.circle if c.phase == "arrange" else c.view.circle, now, near, token=token)
    match c.phase:
        case "arrange":
            held = ui.circle[ui.held] if ui.held >= 0 else ""
            return _Ring(ui.circle, ui.gap, chosen=ui.circle[ui.slot], held=held, token=token)
        case "token":
            return _Ring(c.view.circle, c.view.gap, beside(c.view.circle, ui.gap), goal=ui.gap, token=token)
    return _Ring(c.view.circle, c.view.gap, offers(c.view), ui.letter if c.phase == "place" else "", token=token)


# --- the die --------------------------------------------------------------------------------------------


def _die_inside(canvas: Canvas, face: int, around: list[Spot], *, rolling: bool) -> Spot:
    """Inside the circle, at the upper left; small where the tower needs the room."""
    large = canvas.width >= LARGE_DIE
    wide, high = (DIE_WIDE, DIE_HIGH) if large else (SMALL_DIE, 1)
    x, y = 6, 3
    while any(s.x - 1 < x + wide and x < s.x + s.width + 1 and y <= s.y < y + high for s in around):
        x += 1
    if large:
        _draw_die(canvas, x, y, face, rolling=rolling)
    else:
        draw_small_die(canvas, x, y, face)
    return Spot("die", x, y, wide, high, "the die")


def _draw_die(canvas: Canvas, x: int, y: int, face: int, *, rolling: bool) -> None:
    """The die from above."""
    canvas.fill(x, y, DIE_WIDE, DIE_HIGH, " ", picture.DIE)
    if rolling:
        canvas.put(x, y, "╱─────╲", picture.DIE)
        canvas.put(x, y + 2, "╲─────╱", picture.DIE)
    else:
        canvas.box(x, y, DIE_WIDE, DIE_HIGH, picture.DIE)
    canvas.put(x + 1, y + 1, f"{face_word(face):^5}", picture.DIE)


def draw_small_die(canvas: Canvas, x: int, y: int, face: int, *, tight: bool = False) -> int:
    """The die in one row, without its edges where it is ``tight``; the column after it."""
    return canvas.put(x, y, face_word(face).rjust(3) if tight else f"[{face_word(face):^3}]", picture.DIE)


def face_word(face: int) -> str:
    """What a face says.

    >>> face_word(8), face_word(0), face_word(-1)
    ('8', 'ANY', '?')
    """
    return "ANY" if face == ANY else "?" if face == UNROLLED else str(face)


def _draw_round(canvas: Canvas, ring: _Ring, x: int, y: int, width: int, height: int) -> list[Spot]:
    """All letters along the edge of a rectangle, clockwise from the middle of its upper side."""
    count = len(ring.letters)
    # Every letter and every gap has its place on the way round; the first letter is a little right of the middle.
    where = _way(2 * count, x + 1, y, width - 2, height)
    # Where it is narrow the token is partly covered, and not the signs of the letters beside it.
    for gap in range(count):
        column, row = where[2 * gap]
        ring.put_token(canvas, column - 1, row, gap)
    spots = []
    for number, letter in enumerate(ring.letters):
        column, row = where[2 * number + 1]
        canvas.put(column - 1, row, ring.marked(letter), ring.ink(letter))
        spots.append(Spot(f"circle:{number}", column - 1, row, 3, 1, letter))
    taken = {(s.x + k, s.y) for s in spots for k in range(3)}
    for gap, letter in enumerate(ring.letters):
        column, row = where[2 * gap]
        free = [x for x in range(column - 1, column + 2) if (x, row) not in taken]
        if free:
            spots.append(Spot(f"gap:{gap}", free[0], row, free[-1] - free[0] + 1, 1, f"the gap before {letter}"))
    return spots


@lru_cache(maxsize=64)
def _way(count: int, x: int, y: int, width: int, height: int) -> list[tuple[int, int]]:
    """So many cells evenly along a rounded rectangle, clockwise from the middle above; a row is two columns far."""
    half_wide, half_high = (width - 1) / 2, (height - 1) / 2
    line = []
    for k in range(_POINTS + 1):
        angle = 2 * pi * k / _POINTS
        across, up = sin(angle), cos(angle)
        far = (abs(across) ** _ROUND + abs(up) ** _ROUND) ** (-1 / _ROUND)
        line.append((half_wide * across * far, -half_high * up * far))
    lengths = [0.0]
    for (ax, ay), (bx, by) in pairwise(line):
        lengths.append(lengths[-1] + ((bx - ax) ** 2 + (2 * (by - ay)) ** 2) ** 0.5)
    found, at = [], 0
    for k in range(count):
        goal = lengths[-1] * k / count
        while lengths[at + 1] < goal:
            at += 1
        found.append((round(x + half_wide + line[at][0]), round(y + half_high + line[at][1])))
    return found


def _draw_row(canvas: Canvas, ring: _Ring, x: int, y: int, width: int, rows: int) -> list[Spot]:
    """The letters clockwise from left to right and from row to row, the token between its two."""
    count = len(ring.letters)
    per = max(1, -(-count // rows))
    spots = []
    for row in range(rows):
        part = range(row * per, min(count, (row + 1) * per))
        texts = {number: ring.marked(ring.letters[number]).strip() for number in part}
        loose = sum(map(len, texts.values())) + (3 if ring.gap in part else 0) + len(part) <= width
        at = x
        for number, text in texts.items():
            letter = ring.letters[number]
            gap = 3 if number == ring.gap else int(loose)
            if number == ring.gap:
                ring.put_token(canvas, at, y + row, number)
            elif number == ring.goal and loose:
                canvas.put(at, y + row, "^", picture.CURSOR)
            if gap:
                spots.append(Spot(f"gap:{number}", at, y + row, gap, 1, f"the gap before {letter}"))
            canvas.put(at + gap, y + row, text, ring.ink(letter))
            spots.append(Spot(f"circle:{number}", at + gap, y + row, len(text), 1, letter))
            at += gap + len(text)
    return [s for s in spots if s.x + s.width <= canvas.width]


# --- arrows -------------------------------------------------------------------------------------------


def _letter_spots(c: KonexiContext) -> list[Spot]:
    """Where the letters of the circle are drawn, in its order; none where no board is shown."""
    if min(c.room) <= 0:
        return []
    spots = draw_circle(Canvas(*c.room), c, plan(*c.room))
    kept = [spot for spot in spots if spot.key.startswith("circle:")]
    return sorted(kept, key=lambda spot: int(spot.key.partition(":")[2]))


def _letter_points(c: KonexiContext) -> list[Point]:
    """The middles of the letters, in columns."""
    return [(spot.x + (spot.width - 1) / 2, -_HIGH * spot.y) for spot in _letter_spots(c)]


def _gap_points(c: KonexiContext) -> list[Point]:
    """The gaps, each before the letter of its number; one may be too narrow to be drawn itself."""
    points = _letter_points(c)
    if not points or plan(*c.room).round:
        before = [*points[-1:], *points[:-1]]
        return [((x + left) / 2, (y + above) / 2) for (left, above), (x, y) in zip(before, points, strict=True)]
    return [(spot.x - 0.5, y) for spot, (_, y) in zip(_letter_spots(c), points, strict=True)]


def _there(points: Sequence[Point], here: Point, dx: int, up: int) -> int:
    """The number of the point nearest in a direction, -1 if none lies there.

    >>> square = [(0, 0), (9, 0), (9, -8), (0, -8)]
    >>> _there(square, (0, 0), 1, 0), _there(square, (9, -8), -1, 0), _there(square, (9, -8), 0, 1)
    (1, 3, 1)
    >>> _there(square, (9, -8), 0, -1)
    -1
    """
    found = []
    for number, there in enumerate(points):
        far, aside = ahead(here, there, dx, up)
        if far > 0 and aside <= _CONE * far:
            found.append((far + _ASIDE * aside, number))
    return min(found)[1] if found else -1


def offer_there(c: KonexiContext, dx: int, up: int) -> str:
    """The letter on offer that lies in a direction; beside them the next one, '' above and below."""
    good, circle, points = offers(c.view), c.view.circle, _letter_points(c)
    at = -1
    if points and c.ui.letter in good:
        at = _there([points[circle.index(one)] for one in good], points[circle.index(c.ui.letter)], dx, up)
    if at < 0:
        return "" if up else good[(good.find(c.ui.letter) + dx) % len(good)]
    return good[at]


def shift(c: KonexiContext, dx: int, up: int) -> KonexiResult:
    """An arrow: to the nearest gap there that the token may go to; where no board is shown, to the next clockwise."""
    possible, points = gaps(c.view), _gap_points(c)
    at = possible.index(c.ui.gap) if c.ui.gap in possible else -1
    if points and at >= 0:
        found = _there([points[gap] for gap in possible], points[c.ui.gap], dx, up)
        at = found if found >= 0 else at
    else:
        at = (at + (dx or -up)) % len(possible) if at >= 0 else 0
    return Result(replace(c.ui, gap=possible[at]))


def to_gap(c: KonexiContext, gap: int) -> KonexiResult:
    """A gap chosen by the mouse."""
    possible = gaps(c.view)
    if gap in possible:
        return Result(replace(c.ui, gap=gap))
    there = " or ".join(where(c.view.circle, one) for one in possible)
    return Result(c.ui, say=f"The roll brings the token {there}.", rule="K-5")


def to_letter(c: KonexiContext, letter: str) -> KonexiResult:
    """A gap beside a letter: the one after it; once more: the one before it."""
    circle = c.view.circle
    if letter not in circle:
        return Result(c.ui, say=f"{letter} is not in the circle any more.", rule="R-8")
    before = circle.index(letter)
    after = (before + 1) % len(circle)
    wishes = [gap for gap in (after, before) if gap in gaps(c.view)]
    if not wishes:
        return to_gap(c, after)
    return to_gap(c, wishes[-1] if c.ui.gap == wishes[0] else wishes[0])


def where(circle: str, gap: int) -> str:
    """A gap in words.

    >>> where("ABC", 1), where("ABC", 0), where("A", 0)
    ('between A and B', 'between C and A', 'beside A')
    """
    here = beside(circle, gap)
    return f"between {here[0]} and {here[1]}" if len(here) > 1 else f"beside {here}"


# --- laying the letters ---------------------------------------------------------------------------------


def walk(c: KonexiContext, dx: int, up: int) -> KonexiResult:
    """An arrow: the cursor to the nearest letter there, or clockwise; a letter picked up goes along."""
    points = _letter_points(c)
    if not points:
        return _to_slot(c.ui, (c.ui.slot + (dx or -up)) % len(c.ui.circle))
    found = _there(points, points[c.ui.slot], dx, up)
    return _to_slot(c.ui, found if found >= 0 else c.ui.slot)


def _to_slot(ui: Ui, there: int) -> KonexiResult:
    """The cursor to a place in the circle, with the letter that was picked up."""
    if ui.held < 0:
        return Result(replace(ui, slot=there))
    return Result(replace(ui, circle=_moved(ui.circle, ui.held, there), slot=there, held=there))


def pick(ui: Ui, slot: int) -> KonexiResult:
    """Pick a letter up, or lay the one in hand down there."""
    if ui.held < 0:
        return Result(replace(ui, slot=slot, held=slot))
    return Result(replace(ui, circle=_moved(ui.circle, ui.held, slot), slot=slot, held=-1))


def _moved(circle: str, old: int, new: int) -> str:
    if {old, new} == {0, len(circle) - 1}:
        # Neighbours in the circle: taken out and put in again at the other end the order would be the same.
        return circle[-1] + circle[1:-1] + circle[0]
    rest = circle[:old] + circle[old + 1 :]
    return rest[:new] + circle[old] + rest[new:]


def put_token(ui: Ui, gap: int) -> KonexiResult:
    """The token into a gap, where it will lie at the beginning of the round."""
    return Result(replace(ui, gap=gap), say=f"The token will begin {where(ui.circle, gap)}.")


def seek(ui: Ui, letter: str) -> KonexiResult:
    """A letter key: the cursor to that letter."""
    slot = ui.circle.index(letter)
    return _to_slot(ui, slot) if ui.held < 0 else pick(ui, slot)
