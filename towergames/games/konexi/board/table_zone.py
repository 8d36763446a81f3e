"""The board: the tower on its table, the circle of letters around it, and the score above."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from towergames.board import scene_inks, solids
from towergames.board.camera_controls import put_views, views_width
from towergames.board.canvas import Canvas, Ink, Rect, Run
from towergames.board.danger import SIGN
from towergames.board.inks import plate_ink, seat_of
from towergames.board.labels import Tag, put_tags
from towergames.board.protocol import Legend, Picture, Spot
from towergames.board.solids import PictureSpec, VisibleSpan
from towergames.core.contract import Decide
from towergames.core.text import cell_width, count
from towergames.core.text import fit as cut
from towergames.games.konexi.beats import NEAR_MISS, near_miss
from towergames.games.konexi.board import animation, fall_view, letter_circle, picture
from towergames.games.konexi.board.animation import PosedLetter
from towergames.games.konexi.board.camera import ORBIT, SIDE, SPACE, TowerView, viewpoint_of
from towergames.games.konexi.board.hand import draw_table, wrapped
from towergames.games.konexi.board.picture import (
    GHOST,
    BoardLayout,
    DrawnLetter,
    Flat,
    Window,
    bounds,
    fit,
    layout,
    roles,
)
from towergames.games.konexi.board.side_view import draw_side
from towergames.games.konexi.board.ui_state import KonexiContext
from towergames.games.konexi.board.weight import danger, hand_weight, weigh
from towergames.games.konexi.bodies import CELL, TABLE_RADIUS_CM, carved, put, straight
from towergames.games.konexi.letters import STEPS
from towergames.games.konexi.model import BLOCKED, FULL, Public
from towergames.games.konexi.moves import why_fell
from towergames.games.konexi.rules import places_of
from towergames.games.konexi.tower import Joint, joints, tower_of
from towergames.games.konexi.tower import PlacedLetter as Lain
from towergames.physics.geometry import Vec
from towergames.physics.recording import read
from towergames.physics.scene import TABLE, Box

if TYPE_CHECKING:
    from towergames.renderer.meshes import Mesh

VIEWS = {SIDE: "Side", SPACE: "3D"}
LABEL_OVERHANG = 2
"""Columns that a firm label may be wider than the visible part of its letter."""
CHIP_GAP = 1
CHIP_EDGE_COLUMNS = 4
"""Columns of a player's chip beyond its words: a sign, the number, and a blank at both ends of the words."""
DOTS = ("▘▝", "▖▗")

Projection = Callable[[Vec], tuple[float, float] | None]
"""A point (cm) -> the column and row where it is seen."""


def draw_board(context: KonexiContext, width: int, height: int) -> Picture:
    """Draw the board to exactly this size."""
    parted = layout(width, height)
    viewpoint = viewpoint_of(context)
    plain = context.style.plain
    letters = animation.standing(context)
    hand = _hand(context)
    pieces = _pieces(context, letters, hand)
    canvas = Canvas(width, height)
    window: Window | None = None
    project: Projection
    if viewpoint.view == SPACE:
        frame = _frame(context, viewpoint, pieces, parted.room, width, height)
        seen = solids.picture(frame, _mesh, quick=not context.style.still)
        canvas.blit(seen.canvas, 0, 0)
        project = frame.project
    else:
        window = _window(context, viewpoint, parted.room, plain=plain)
        shown = animation.shown_fall(context)
        table = (0, 0)
        if shown is not None:
            room = replace(parted.room, height=height - parted.room.y)
            side = fall_view.side_fall(shown, room, window, plain=plain)
            window, table = side.window, side.table
            pieces = tuple(replace(one, pose=fall_view.seen_from_above(one.pose, side.tilt)) for one in pieces)
        seen = draw_side(Flat(pieces, window, width, height, plain, table))
        canvas.blit(seen.canvas, 0, 0)
        if table == (0, 0):
            _table(canvas, context, letters, window, plain=plain)
        project = window.project

    def free(x: int, y: int) -> bool:
        return parted.room.holds(x, y) and seen.pick(x, y) in ("", TABLE)

    placed = put_tags(canvas, seen.places, _tags(context, viewpoint, letters, hand), free)
    names = {(place.x + i, place.y) for place in placed.values() for i in range(place.width)}
    spots = _draw_sockets(canvas, context, letters, project, seen.pick, parted.room, names)
    around = letter_circle.draw_track(canvas, context, parted.track) if parted.track else []
    around += letter_circle.draw_rows(canvas, context, parted.foot) if parted.foot else []
    around += _views(canvas, context, viewpoint, width)
    _banner(canvas, context, parted, lambda x, y: seen.pick(x, y) not in ("", TABLE) or _covered(around, x, y))
    spots += [_letter_spot(name, place) for name, place in placed.items()]
    spots = [*around, *_clear_of(around, spots, width, height), Spot("table", 0, 0, width, height, "the table")]

    def at(x: int, y: int) -> str:
        """The letter under a cell, else the place in the tower's plane that it shows."""
        if _covered(spots[:-1], x, y) or y == 0:
            return ""
        name = seen.pick(x, y)
        if name and name != TABLE:
            return _key(name)
        if window is None or y >= parted.room.y + parted.room.height - 1:
            return ""
        return _key_of_cell(window, x, y)

    return Picture(canvas, tuple(spots), _cursor(context, spots), at, seen.pixels)


def _key_of_cell(window: Window, x: int, y: int) -> str:
    """The key of the place in the tower's plane that is seen at the middle of a cell of the screen."""
    across, up = window.cell(x + 0.5, y + 0.5)
    return f"cell:{int(across // 1)},{int(up // 1)}"


def _covered(spots: Iterable[Spot], x: int, y: int) -> bool:
    return any(s.y <= y < s.y + s.height and s.x <= x < s.x + s.width for s in spots)


def _key(name: str) -> str:
    return "ghost" if name == GHOST else f"letter:{name}"


def _letter_spot(name: str, place: VisibleSpan) -> Spot:
    """The spot of the label of a letter."""
    title = "the letter in hand" if name == GHOST else name
    return Spot(_key(name), place.x, place.y, place.width, 1, title)


def _clear_of(above: list[Spot], spots: Iterable[Spot], width: int, height: int) -> list[Spot]:
    """The spots that are inside the board and not covered by the spots ``above`` them."""
    taken = {(s.x + i, s.y + j) for s in above for i in range(s.width) for j in range(s.height)}
    keys: set[str] = set()
    found = []
    for s in spots:
        inside = s.x >= 0 and s.x + s.width <= width and s.y >= 1 and s.y + s.height <= height
        if inside and s.key not in keys and not any((s.x + i, s.y) in taken for i in range(s.width)):
            keys.add(s.key)
            found.append(s)
    return found


def _cursor(context: KonexiContext, spots: list[Spot]) -> tuple[int, int] | None:
    """The place of the terminal's own cursor: on the spot under the board's cursor."""
    ui = context.ui
    match context.phase:
        case "token":
            key = f"gap:{ui.gap}"
        case "arrange":
            key = f"circle:{ui.slot}"
        case "place" if ui.choosing:
            key = f"circle:{context.view.circle.find(ui.letter)}"
        case "place" if ui.at is not None:
            key = "ghost"
        case _:
            key = f"letter:{ui.on}"
    for spot in spots:
        if spot.key == key:
            return spot.x, spot.y
    return None


def _hand(c: KonexiContext) -> tuple[Lain, str] | None:
    """The letter in hand and the role of its rim: legal, refused, or the danger that help shows; None without one."""
    if c.playing or c.view.phase != "place":
        return None
    if c.ui.tried is not None:
        return c.ui.tried, "bad"
    if c.ui.at is None:
        return None
    foretold = danger(c)
    return c.ui.at, "good" if foretold is None else foretold.role


def _rims(c: KonexiContext, letters: tuple[PosedLetter, ...]) -> dict[str, str]:
    """Letter -> the reason for its outline: bad (to blame), under the cursor, or the last of several."""
    last = animation.newest(c)
    rims = {last: "last"} if len(letters) > 1 else {}
    rims |= dict.fromkeys(animation.strained(c), "warn")
    if not c.playing:
        rims[c.ui.on] = "cursor"
    return rims | dict.fromkeys(animation.blamed(c), "bad")


def _pieces(
    context: KonexiContext, letters: tuple[PosedLetter, ...], hand: tuple[Lain, str] | None
) -> tuple[DrawnLetter, ...]:
    spots = tuple(one.spot for one in letters)
    known, bright, rims = roles(spots), _bright(context), _rims(context, letters)
    pieces = []
    for one in letters:
        letter = one.spot.letter
        tone = picture.NORMAL
        if bright:
            tone = picture.BRIGHT if letter in bright else picture.DULL
        pieces.append(DrawnLetter(letter, one.pose, known[letter], rims.get(letter, ""), tone))
    if hand is not None:
        spot, verdict = hand
        role = roles((*spots, spot))[spot.letter] if verdict == "good" else verdict
        pose = put(spot, context.view.tower, context.view.rests)
        pieces.append(DrawnLetter(spot.letter, pose, role, verdict, ghost=True))
    return tuple(pieces)


def _bright(c: KonexiContext) -> str:
    """The letters of the word that is being typed, or was just said, or those that a beat counts."""
    if c.playing:
        return animation.counted(c) or animation.said(c)
    return c.ui.word if c.view.phase == "word" else ""


def _window(c: KonexiContext, viewpoint: TowerView, room: Rect, *, plain: bool) -> Window:
    """The window of the side view. It stays while letters move, or follows the newest letter if not everything fits."""
    view = c.view
    tower = bounds(one.pose for one in animation.before(view))
    hand = c.ui.tried or c.ui.at
    held = bounds((put(hand, view.tower, view.rests),)) if hand is not None and view.phase == "place" else None
    about = c.ui.on or animation.newest(c)
    focus = bounds(one.pose for one in animation.standing(c) if one.spot.letter == about)
    return fit(tower, held, focus, room, plain=plain, zoom=viewpoint.zoom, pan=viewpoint.pan)


def _frame(
    context: KonexiContext,
    viewpoint: TowerView,
    pieces: tuple[DrawnLetter, ...],
    room: Rect,
    width: int,
    height: int,
) -> PictureSpec:
    """The picture of the whole board, with the tower in the middle of its room: the circle is drawn on it."""
    shown = room.x + room.width
    camera = ORBIT.fitted(fall_view.camera_now(context, viewpoint.camera), shown, 2 * height, 2)
    return PictureSpec(
        tuple(one.solid for one in pieces),
        camera=replace(camera, aside=(width - shown) / 2 / (2 * height)),
        width=width,
        height=height,
        ground="wood",
        theme=context.style.theme,
        still=not context.playing or bool(animation.fallen(context)[0]),
        letters=context.style.plain,
        radius=TABLE_RADIUS_CM,
    )


@cache
def _mesh(letter: str) -> Mesh:
    from towergames.renderer.meshes import from_boxes

    return from_boxes([part for part in carved(letter).parts if isinstance(part, Box)])


def _tags(
    context: KonexiContext, viewpoint: TowerView, letters: tuple[PosedLetter, ...], hand: tuple[Lain, str] | None
) -> list[Tag]:
    known, bright, rims = roles(tuple(one.spot for one in letters)), _bright(context), _rims(context, letters)
    tags = []

    def firm(name: str, texts: tuple[str, ...], ink: Ink) -> None:
        tags.append(Tag(name, texts, ink, firm=True, beyond=LABEL_OVERHANG))

    for one in letters:
        name = one.spot.letter
        plate = picture.plate(known[name])
        match rims.get(name, ""):
            case "bad":
                firm(name, (f"!{name}!", name), scene_inks.BLAMED)
            case "cursor":
                firm(name, (f">{name}<", name), scene_inks.CURSOR)
            case "warn":
                firm(name, (f"{SIGN}{name}", name), picture.STRAINED)
            case _ if name in bright:
                firm(name, (f"({name})", name), plate)
            case "last":
                firm(name, (f"*{name}", name), scene_inks.LAST)
            case _:
                tags.append(Tag(name, (name,) if viewpoint.labels else (), plate))
    if hand is not None:
        sign = "+" if hand[1] == "good" else "x"
        if danger(context) is not None:
            sign = SIGN
        firm(GHOST, (f"{sign}{hand[0].letter}", sign), Ink("ink", hand[1], bold=True))
    return tags


def _table(canvas: Canvas, c: KonexiContext, letters: tuple[PosedLetter, ...], window: Window, *, plain: bool) -> None:
    """Draw the table's edge with the balance of the tower, unless it is out of sight."""
    row = round(window.row(0))
    if row >= canvas.height:
        return
    weight = weigh(letters) if not animation.fallen(c)[0] else None
    draw_table(canvas, row, window, weight, hand_weight(c), plain=plain)


# --- plugs and sockets --------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _usable(view: Public, letter: str) -> tuple[tuple[int, int, int, str], ...]:
    """Every connector of the tower on which a letter has a legal place: its cell and side, and its letter."""
    tower = tower_of(view.tower)
    return tuple(sorted({_met(joint) for spot in places_of(view, letter) for joint in joints(tower, spot)}))


def _met(joint: Joint) -> tuple[int, int, int, str]:
    """The other letter's connector in a joint: its cell and side, and its letter."""
    dx, dy = STEPS[joint.side]
    return joint.x + dx, joint.y + dy, (joint.side + 2) % 4, joint.other


def _draw_sockets(
    canvas: Canvas,
    context: KonexiContext,
    letters: Sequence[PosedLetter],
    seen_at: Projection,
    pick: Callable[[int, int], str],
    room: Rect,
    names: Container[tuple[int, int]],
) -> list[Spot]:
    """Mark with dots the connectors that the letter in hand can use; the letter itself shows those it uses now.

    ``pick`` gives the letter seen in a cell. A nearer letter hides a connector, and so do ``names``.
    """
    view, at = context.view, context.ui.at
    if context.playing or view.phase != "place" or not context.ui.letter or not view.tower:
        return []
    used = {_met(joint) for joint in joints(tower_of(view.tower), at)} if at is not None else set()
    stood = {one.spot.letter: one for one in letters}
    spots = []
    for connector in _usable(view, context.ui.letter):
        x, y, side, letter = connector
        carrier = stood.get(letter)
        if carrier is None:
            continue
        plug, place = _end_of(carrier, x, y, side)
        seen = seen_at(place)
        if seen is None:
            continue
        column, row = int(seen[0]), int(seen[1])
        if pick(column, row) not in ("", TABLE, letter) or (column, row) in names:
            continue
        if room.x <= seen[0] < room.x + room.width and room.y <= seen[1] < room.y + room.height - 1:
            if connector not in used:
                canvas.put_over(column, row, DOTS[seen[1] - row >= 0.5][seen[0] - column >= 0.5], scene_inks.BOLD)
            title = f"a {'plug' if plug else 'socket'} of {letter}"
            spots.append(Spot(f"joint:{x},{y},{side}", column, row, 1, 1, title))
    return spots


@lru_cache(maxsize=1024)
def _end_of(carrier: PosedLetter, x: int, y: int, side: int) -> tuple[bool, Vec]:
    """Whether a connector of a letter is a plug, and the place of its end (cm)."""
    dx, dy = STEPS[side]
    plug = tower_of((carrier.spot,)).connectors[x, y, side][0]
    out = 0.72 if plug else 0.28
    place = ((x + 0.5 + out * dx) * CELL, 0.0, (y + 0.5 + out * dy) * CELL)
    return plug, carrier.pose.point(read(straight(carrier.spot)).own(place))


# --- what is written over the picture -----------------------------------------------------------------


def _views(canvas: Canvas, context: KonexiContext, viewpoint: TowerView, width: int) -> list[Spot]:
    """Draw the players, and at the right, if there is room, the two views to be clicked."""
    after = _draw_scores(canvas, context)
    x = width - views_width(VIEWS)
    if after > x:
        return []
    return put_views(canvas, x, 0, VIEWS, viewpoint.view, scene_inks.BUTTON, scene_inks.BUTTON_OFF)


def _draw_scores(canvas: Canvas, context: KonexiContext) -> int:
    """Draw chips in the first row, with names if all fit. Return the column after them."""
    points = [str(number) for number in animation.points_now(context)]
    named = [f"{context.name_of(seat)} {text}" for seat, text in enumerate(points)]
    wide = sum(cell_width(text) + CHIP_EDGE_COLUMNS + CHIP_GAP for text in named) - CHIP_GAP
    x, turn = 0, context.turn
    for seat, text in enumerate(named if wide <= canvas.width else points):
        on = (
            turn.seat == seat
            if isinstance(turn, Decide)
            else context.view.active == seat and context.view.phase != "over"
        )
        x = canvas.put(x, 0, ">" if on else " ", scene_inks.CHOSEN if on else scene_inks.PLATE_MUTED)
        x = canvas.put(x, 0, seat_of(seat).number, plate_ink(seat))
        x = canvas.put(x, 0, f" {text} ", scene_inks.CHOSEN if on else scene_inks.PLATE) + CHIP_GAP
    return x


def _banner(canvas: Canvas, c: KonexiContext, parted: BoardLayout, hidden: Callable[[int, int], bool]) -> None:
    """Write the latest event in a few words beside the tower, or over it if there is no room."""
    text, ink = _happened(c)
    if text:
        most = parted.room.width
        lines = [line for line, _ in wrapped([(text, ink)], max(1, most - 6))]
        wide = max(map(cell_width, lines))
        row = parted.room.y
        x = clear_column(hidden, range(row, row + len(lines)), wide + 4, most)
        for number, line in enumerate(lines):
            canvas.put(x, row + number, f"  {cut(line.strip(), wide)}  ", ink)


def _happened(context: KonexiContext) -> tuple[str, Ink]:
    """The words and the ink of the latest event; '' if there is none."""
    kind, cause = animation.fallen(context)
    if kind:
        sentence = next(event.text for event in reversed(context.playing) if event.kind == "fall")
        return f"{sentence.format(*context.names) or why_fell(kind, cause)}.", scene_inks.BLAMED
    word = animation.said(context)
    if word:
        return " ".join(word), picture.SAID
    lit = len(animation.counted(context))
    if lit:
        return count(lit, "letter"), picture.SAID
    missed = near_miss(context.playing[-1]) if context.playing else ""
    if missed:
        return _creaking(context) or missed, picture.STRAINED
    for event in context.playing:
        if event.kind == "bump":
            return event.text.format(*context.names), scene_inks.HAND
    ended = context.view.ended
    if ended is None or context.view.tower or context.playing:
        return "", scene_inks.PLATE_MUTED
    how = {FULL: "all 26 letters stood.", BLOCKED: "no letter beside the token fitted."}.get(ended.kind)
    if how is None:
        falls = [event.text.format(*context.names) for event in context.marks if event.kind == "fall"]
        how = f"{(falls and falls[-1]) or why_fell(ended.kind, ended.cause)}."
    size = "" if ended.kind == FULL else f" The tower had {count(ended.letters, 'letter')}."
    number = context.view.round - (context.view.phase != "over")  # after the last round there is no next one
    return f"Round {number}: {how}{size}", scene_inks.PLATE_MUTED


def _creaking(c: KonexiContext) -> str:
    """The load of a joint that may break, as the beat of a near miss counts it up; '' when it holds."""
    if c.beat is None or c.beat.kind != NEAR_MISS:
        return ""
    before, percent = c.view.balance.load // 10, c.beat.data["load"] // 10
    now = before + animation.beat_count(c, percent - before)
    return f"The joint of {c.beat.data['letter']} bears {now}% of what it can." if now < percent else ""


def clear_column(hidden: Callable[[int, int], bool], rows: range, wide: int, width: int) -> int:
    """The column nearest to the middle where ``wide`` columns hide nothing in these rows; the middle if
    there is none.
    """
    middle = (width - wide) // 2
    full = {x for x in range(width) if any(hidden(x, y) for y in rows)}
    free = (x for x in range(1, width - wide) if full.isdisjoint(range(x - 1, x + wide + 1)))
    return min(free, key=lambda x: abs(x - middle), default=middle)


LEGEND: Legend = (
    ((Run(letter_circle.TOKEN, picture.TOKEN),), "the token, on the circle of letters that are left"),
    (
        (Run(" J ", picture.plate("plastic-4")), Run("1", picture.KEY)),
        "a letter beside the token, and the key that takes it",
    ),
    ((Run(">M<", scene_inks.CURSOR),), "the letter in hand, or the one under the cursor"),
    ((Run("[ 8 ]", picture.DIE),), "the die; ANY is Any Letter, ? is not rolled yet"),
    ((Run("+M", Ink("ink", "good", bold=True)),), "where the letter in hand would be, see-through"),
    (
        (Run("!M", Ink("ink", "warn", bold=True)), Run(" ", scene_inks.TEXT), Run("!M", Ink("ink", "bad", bold=True))),
        "help, in the hand: amber, the letter would fall here; red, others would fall with it",
    ),
    ((Run("xM", Ink("ink", "bad", bold=True)),), "a place that a rule forbids"),
    ((Run("▖ ▝", scene_inks.BOLD),), "plugs and sockets of the tower where the letter in hand fits"),
    ((Run("*D", scene_inks.LAST),), "the letter that came last, outlined in the same colour"),
    ((Run("(R)", picture.plate("plastic-1")),), "in the word being typed; the other letters are dull, or small"),
    ((Run("!K!", scene_inks.BLAMED),), "dropped, touched the table or broke its joint"),
    ((Run("!K", picture.STRAINED),), "on a joint that bears more than 70% of what it can, but holds"),
    (
        (Run("[  ^ ]", Ink("ink", "good", bold=True)),),
        "the foot of the base on the table; ^ the weight over it, o (as help) with the letter in hand",
    ),
    (
        (
            Run("─━", scene_inks.GOOD_BOLD),
            Run("┼", scene_inks.BOLD),
            Run("█", scene_inks.BOLD),
            Run("━─", scene_inks.GOOD_BOLD),
        ),
        "balance: █ the weight over the foot, ┼ before the newest letter, o (as help) with the letter in hand",
    ),
    (
        (Run("███", scene_inks.GOOD_BOLD), Run("░░", scene_inks.MUTED)),
        "joint: what the weakest joint bears of what it can bear",
    ),
    (
        (Run("+", Ink("good", bold=True)),),
        "allowed, with its score; x not allowed, and why: free, it is no help",
    ),
    (
        (Run(">", scene_inks.CHOSEN), Run("1", plate_ink(0)), Run(" 12", scene_inks.PLATE)),
        "a player: number, name, points; > has the turn",
    ),
)
"""The signs on the table, each drawn as on the board, with their meanings."""
