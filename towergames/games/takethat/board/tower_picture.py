"""Drawing towers: their measures, what events show on them, storeys, roofs, free places and the labels below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from towergames.board.canvas import Canvas, Ink
from towergames.board.inks import BAD, BOLD, CURSOR, MUTED, TEXT, ink, plate_ink, seat_of, shape_ink
from towergames.board.protocol import BoardSizes
from towergames.board.timeline import DROP, height
from towergames.core.contract import Event, Seat
from towergames.core.text import cell_width
from towergames.games.takethat.board.text import forecast, words_of
from towergames.games.takethat.board.ui_state import StoreyIndex, TableContext
from towergames.games.takethat.model import Storey, View, usual_towers
from towergames.games.takethat.notation import letter_of
from towergames.games.takethat.palette import facade
from towergames.games.takethat.rules import due_slots

DUE = Ink("ink", "warn", bold=True)
PREVIEW = Ink("text", "preview", bold=True)
REFUSED = Ink("bad", "preview", bold=True)
GHOST_LINE = Ink("cursor", "preview", bold=True)
GOOD = Ink("good", "surface", bold=True)


# --- measures ---------------------------------------------------------------------------------------

NARROWEST_BODY = 12
"""Wall, the longest short name (8), a plate (2), wall."""
SIX_CARDS, HAND_ROWS, TALL_HAND = 66, 4, 8
"""Columns and rows that six cards need for name and effect, and the rows with a frame and a picture."""
TWO_ROWS = 8
"""Rows of a hand whose cards lie in two rows, on screens too narrow for six cards side by side."""
FULL_ROWS = 12
"""The lower floors then have two rows (name and owner, and the effect), and 80x24 still shows the last log line."""
TALLEST_STOREY = 6


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """Measures of the board, in cells. ``rows`` has the rows of each storey, ground first; ``ground`` is a row."""

    width: int
    left: int
    column: int
    body: int
    rows: tuple[int, ...]
    ground: int
    labels: int

    def body_x(self, slot: int) -> int:
        """Left wall of the tower in ``slot``."""
        return self.left + slot * self.column

    def tall(self, storey: int) -> int:
        """Rows of a storey."""
        return self.rows[min(storey, self.limit - 1)]

    def storey_y(self, storey: int) -> int:
        """Top row of a storey; storey 0 stands on the ground line."""
        return self.ground - sum(self.rows[: storey + 1])

    def name_y(self, storey: int) -> int:
        """The row of a storey that holds its name."""
        return self.storey_y(storey) + (self.tall(storey) >= 4)

    @property
    def limit(self) -> int:
        """How many floors make a tower finished."""
        return len(self.rows)

    @property
    def summit(self) -> int:
        """The row just above the highest storey allowed: where the height limit is drawn."""
        return self.storey_y(self.limit - 1) - 1


def sizes(seats: int, view: View | None) -> BoardSizes:
    """The smallest sizes at which board and hand can be drawn."""
    lots, limit = (len(view.slots), view.terms.height) if view else (usual_towers(seats), 6)
    columns = 1 + lots * (NARROWEST_BODY + 1)
    return BoardSizes(
        (max(columns, SIX_CARDS), limit + 4),
        HAND_ROWS,
        tall=TALL_HAND,
        full=FULL_ROWS,
        narrow=(columns, limit + 4, TWO_ROWS),
    )


def plan(width: int, height: int, lots: int, limit: int) -> BoardLayout:
    """The measures for a board of ``width`` x ``height`` cells with ``lots`` towers of up to ``limit`` floors."""
    gutter = 2
    column = max(NARROWEST_BODY + 1, min(36, (width - gutter) // max(1, lots)))
    gap = 4
    if column < 20:
        gap = 1
    elif column < 26:
        gap = 2
    labels = 3 if height >= 3 * limit + 4 else 2
    room = height - labels - 1
    left = gutter + max(0, width - gutter - (lots * column - gap)) // 2
    return BoardLayout(width, left, column, column - gap, _storey_rows(room, limit), height - labels - 1, labels)


def _storey_rows(room: int, limit: int) -> tuple[int, ...]:
    """Rows of each storey, ground first. Where rows are scarce the lower floors get two rows and the upper ones one."""
    for tall in range(TALLEST_STOREY, 1, -1):
        roof = 2 if tall > 2 else 1
        if limit * tall + roof <= room:
            return (tall,) * limit
    lower = max(0, min(limit, room - limit))
    return (2,) * lower + (1,) * (limit - lower)


# --- what events show -------------------------------------------------------------------------------

BUILD, CLAIM = "build", "claim"
SCORE_START, SCORE_FLOOR, SCORE_END = "score.start", "score.floor", "score.end"
ANIMATED: frozenset[str] = frozenset((BUILD, CLAIM, SCORE_START, SCORE_FLOOR, SCORE_END))
TUCK = (0.05, 0.05, 0.05)
"""Seconds of the frames in which a card slides under its floor."""
TUCKED = 2
"""Cells by which it slides in each frame."""

Gains = tuple[tuple[Seat, int], ...]
"""Points by seat, in seat order, without zeros."""


@dataclass(slots=True)
class Showing:
    """Marks of events on the towers: the progress of a scoring, and the places that the last moves touched.

    ``owners`` overrides the view's owners by slot. ``gains`` and ``draws`` hold the points and cards of a floor.
    ``now`` is the floor that is scored, ``scoring`` its slot; ``cleared`` slots are scored and taken away. ``built``,
    ``claimed`` and ``scored`` name floors and slots since the viewer last decided. The floor ``dropping`` is ``above``
    rows over its place; ``tucked`` is a place, the seat of the card, and the frames for which the card has slid.
    """

    owners: dict[int, Sequence[Seat | None]] = field(default_factory=dict)
    gains: dict[StoreyIndex, Gains] = field(default_factory=dict)
    draws: dict[StoreyIndex, int] = field(default_factory=dict)
    now: StoreyIndex | None = None
    scoring: int | None = None
    cleared: set[int] = field(default_factory=set)
    built: set[StoreyIndex] = field(default_factory=set)
    claimed: set[StoreyIndex] = field(default_factory=set)
    scored: set[int] = field(default_factory=set)
    dropping: tuple[int, Storey] | None = None
    above: int = 0
    tucked: tuple[StoreyIndex, Seat, int] | None = None


def showing(c: TableContext) -> Showing:
    """Collect the marks of the context's events. The last event's effect appears in its second frame."""
    show = Showing()
    for event in c.marks:
        slot, storey = event.data.get("slot", -1), event.data.get("storey", -1)
        if event.kind == SCORE_END:
            show.scored.add(slot)
            show.built = {place for place in show.built if place[0] != slot}
            show.claimed = {place for place in show.claimed if place[0] != slot}
        elif event.kind == "build":
            show.built.add((slot, storey))
            show.scored.discard(slot)
        elif event.kind == "claim":
            show.claimed.add((slot, storey))
    for i, event in enumerate(c.playing):
        if event.kind not in ANIMATED:
            continue
        slot, done = event.data["slot"], i < len(c.playing) - 1 or c.frame > 0
        frame = c.frame if i == len(c.playing) - 1 else len(DROP)
        if event.kind == BUILD:
            show.dropping, show.above = (slot, Storey(event.data["floor"])), height(frame)
            show.built.add((slot, event.data["storey"]))
            continue
        if event.kind == CLAIM:
            if event.seat is not None:
                show.tucked = (slot, event.data["storey"]), event.seat, frame
            continue
        show.scoring, show.now = slot, None
        if event.kind == SCORE_FLOOR:
            show.now = slot, event.data["storey"]
            if done:
                show.gains[show.now] = tuple((int(seat), n) for seat, n in event.data["points"].items() if n)
                show.draws[show.now] = sum(event.data["draws"].values())
                show.owners[slot] = event.data["owners"]
        elif event.kind == SCORE_END and done:
            show.cleared.add(slot)
            show.scoring = None
    return show


def frames(c: TableContext, event: Event) -> tuple[float, ...]:  # noqa: ARG001 - the protocol
    """Seconds of each frame: a floor lights up, then its effect shows; vacant floors only light up."""
    if event.kind == SCORE_FLOOR:
        return (0.2, 0.6) if event.data.get("owner") is not None else (0.2,)
    return {BUILD: DROP, CLAIM: TUCK, SCORE_START: (0.6,), SCORE_END: (0.8,)}.get(event.kind, ())


# --- one storey -------------------------------------------------------------------------------------

HERE = "><"


def draw_sides(canvas: Canvas, x: int, y: int, width: int, rows: int, signs: str, style: Ink) -> None:
    """The two signs at the left and right ends of rows."""
    for row in range(y, y + rows):
        canvas.put(x, row, signs[0], style)
        canvas.put(x + width - 1, row, signs[1], style)


@dataclass(frozen=True, slots=True)
class StoreyStyle:
    """Appearance of one storey. ``owner`` is the present owner; ``here``: it is scored, or the cursor is on it.

    ``name`` is the owner's name where colours do not tell the owner.
    """

    storey: Storey
    owner: Seat | None
    here: bool
    fresh: bool
    claimed: bool
    claimant: Seat | None
    gains: Gains
    draws: int
    texts: str
    name: str

    @property
    def bg(self) -> str:
        """The role behind the storey: its facade, or the state it is in."""
        return "select" if self.here else facade(self.storey.floor)

    @property
    def gain(self) -> str:
        """Points and cards of the floor: ``+4`` for its owner, else ``1+4 2+2``, then the cards drawn."""
        alone = len(self.gains) == 1 and self.gains[0][0] == self.owner
        drawn = f"+{self.draws}c" if self.draws else ""
        return " ".join(f"{'' if alone else seat_of(s).number}+{n}" for s, n in self.gains) + drawn

    def gain_beside(self, inner: int, tall: int) -> str:
        """The gains beside the name; those of several players go to the row below, or shrink to a sign."""
        if len(self.gains) <= 1 or len(self.storey.floor) + len(self.gain) + 5 <= inner:
            return self.gain
        return "" if tall >= 2 else "++"


def wall_ink(owner: Seat | None, bg: str) -> Ink:
    """The ink of a storey's walls and lit windows: the owner's colour."""
    return ink("wall" if owner is None else seat_of(owner).role, bg)


def draw_tuck(canvas: Canvas, plan: BoardLayout, place: StoreyIndex, seat: Seat, frame: int) -> None:
    """Draw the visible part of a card that slides under its floor from the right."""
    slot, at = place
    left = max(0, len(TUCK) - 1 - frame) * TUCKED
    row = plan.storey_y(at) + plan.tall(at) - 1
    canvas.put(plan.body_x(slot) + plan.body, row, seat_of(seat).shape * left, shape_ink(seat))


def draw_storey(canvas: Canvas, plan: BoardLayout, slot: int, at: int, look: StoreyStyle, above: int = 0) -> None:
    """Draw one storey with its walls, ``above`` rows over its place."""
    x, y, row, body, tall = (
        plan.body_x(slot),
        plan.storey_y(at) - above,
        plan.name_y(at) - above,
        plan.body,
        plan.tall(at),
    )
    lights = look.owner if look.claimant is None else look.claimant
    canvas.fill(x + 1, y, body - 2, tall, " ", ink("text", look.bg))
    draw_sides(canvas, x, y, body, tall, "▌▐", wall_ink(lights, look.bg))
    if look.here:
        draw_sides(canvas, x, row, body, 1, HERE, CURSOR)
    if look.fresh or look.claimed:
        side = x if look.fresh and not look.here else x + body - 1
        canvas.put(side, row, "*", ink("ink", "last", True))
    _name(canvas, x + 1, row, body - 2, look, tall)
    if tall >= 2:
        _effect(canvas, x + 1, row + 1, body - 2, look)
    if tall > 3:
        canvas.put(x + 1, y, "▔" * (body - 2), ink("ledge", look.bg))
    for windows in range(row + 2, y + tall):
        _windows(canvas, x + 2, windows, body - 4, look.bg, lights)


def _plate(look: StoreyStyle, bg: str, room: int) -> list[tuple[str, Ink]]:
    """Owner of the floor: shape, number and colour, with the name or a word where there is room."""
    was = look.storey.owner
    if look.claimant is not None:
        sign = f"claim {seat_of(look.claimant).shape}" if room >= 8 else "?"
        return [(sign, ink("text", bg, True)), (seat_of(look.claimant).number, plate_ink(look.claimant))]
    if look.owner is not None:
        name = f" {look.name}" if look.name and room >= cell_width(look.name) + 3 else ""
        return [
            (seat_of(look.owner).shape, shape_ink(look.owner, bg)),
            (seat_of(look.owner).number, plate_ink(look.owner)),
            (name, ink("text", bg)),
        ]
    if was is not None:
        return [("╳", ink("bad", bg, True)), (seat_of(was).number, ink("bad", bg, False, True))]
    return [("vacant" if room >= 6 else "", ink("muted", bg))]


def _name(canvas: Canvas, x: int, y: int, inner: int, look: StoreyStyle, tall: int) -> None:
    """Name to the left, owner to the right, gains or lit windows between them."""
    bg, gain = look.bg, look.gain_beside(inner, tall)
    title = words_of(look.storey.floor, look.texts).title
    pad = int(inner >= len(look.storey.floor) + 9)
    taken = 2 * pad + (len(gain) + 1 if gain else 0)
    name = title if len(title) + 8 + taken <= inner else look.storey.floor
    plate = _plate(look, bg, inner - len(name) - 1 - taken)
    canvas.put(x + pad, y, name[:inner], ink("text", bg, True))
    at = x + inner - sum(cell_width(part) for part, _ in plate) - pad
    if look.owner not in (None, look.storey.owner):
        canvas.put(at - 1, y, "!", ink("warn", bg, True))
    if gain:
        canvas.put(at - 1 - len(gain), y, gain, ink("good", bg, True))
    elif tall == 1 and look.owner is not None:
        start = x + pad + len(name) + 1
        canvas.put(start, y, ("▘ " * inner)[: max(0, at - 1 - start)], wall_ink(look.owner, bg))
    for part, style in plate:
        at = canvas.put(at, y, part, style)


def _windows(canvas: Canvas, x: int, y: int, width: int, bg: str, lights: Seat | None) -> None:
    """Draw a band of windows: lit in the owner's colour, shuttered on a vacant floor."""
    number = (width + 1) // 3
    at = x + (width - (3 * number - 1)) // 2
    style = ink("dark", bg) if lights is None else wall_ink(lights, bg)
    for i in range(number):
        canvas.put(at + 3 * i, y, "╌╌" if lights is None else "▄▄", style)


def _effect(canvas: Canvas, x: int, y: int, inner: int, look: StoreyStyle) -> None:
    text, tuck = words_of(look.storey.floor, look.texts).line, look.storey.tuck
    pad = int(len(text) < inner)
    if look.gain and not look.gain_beside(inner, 2):
        canvas.put(x + pad, y, look.gain[: inner - pad], ink("good", look.bg, True))
        return
    if len(text) <= inner:
        canvas.put(x + pad, y, text, ink("text" if look.owner is not None else "muted", look.bg))
    if tuck and len(text) + len(tuck) + 2 * pad + 3 <= inner:
        canvas.put(x + inner - len(tuck) - 2 - pad, y, f"[{tuck}]", ink("muted", look.bg))


# --- above and below --------------------------------------------------------------------------------


def draw_top(canvas: Canvas, plan: BoardLayout, slot: int, height: int, spire: bool) -> None:
    """Draw the top of a tower: a spire, a roof, or a crane while more can be built."""
    x, y, body, wall = plan.body_x(slot), plan.storey_y(height - 1) - 1, plan.body, ink("wall", "sky")
    if y < 0:
        return
    if spire:
        middle = x + body // 2
        canvas.put_over(middle - 1, y, "▟█▙", wall)
        for row in range(y - 1, max(-1, y - 1 - max(1, plan.tall(height - 1) - 1)), -1):
            canvas.put_over(middle, row, "┃", wall)
    elif height >= plan.limit:
        canvas.put_over(x + 1, y, "▄" * (body - 2), wall)
    else:
        _crane(canvas, plan, x, y, slot % 2 == 0)


def _crane(canvas: Canvas, plan: BoardLayout, x: int, y: int, even: bool) -> None:
    """Steel sticking out of the top floor, and a crane where there is a row for its jib."""
    body, steel = plan.body, ink("crane", "sky")
    mast, jib = x + (body - 5 if even else 4), max(3, min(body - 7, 12))
    canvas.put_over(x + 1, y, ("╷ " * body)[: body - 2], ink("scaffold", "sky"))
    top = max(min(y - 1, plan.summit + 1), y - plan.tall(plan.limit - 1))
    for row in range(top, y + 1):
        canvas.put_over(mast, row, "╫", steel)
    beam = "─" * (jib - 1)
    hook = mast - jib if even else mast + jib
    canvas.put_over(hook if even else mast - 2, top, f"┌{beam}╫─╴" if even else f"╶─╫{beam}┐", steel)
    if top < y - 1:
        canvas.put_over(hook, top + 1, "╵", steel)


def draw_lot(canvas: Canvas, plan: BoardLayout, slot: int, scored: bool) -> None:
    """A free place with its sign: a new tower may be started here."""
    x, y, body = plan.body_x(slot), plan.ground - 1, plan.body
    if scored:
        sign = "just scored" if body >= 15 else "scored"
    else:
        sign = "free place" if body >= 14 else "free"
    style = ink("last" if scored else "muted", "sky", scored)
    if plan.tall(0) == 1:
        board = f"┤{sign}├"
        canvas.put_over(x + (body - len(board)) // 2, y, board, style)
        return
    width = len(sign) + 4
    at = x + (body - width) // 2
    canvas.put_over(at, y - 3, "┌" + "─" * (width - 2) + "┐", style)
    canvas.put_over(at, y - 2, f"│ {sign} │", style)
    canvas.put_over(at, y - 1, "└─┬" + "─" * (width - 6) + "┬─┘", style)
    canvas.put_over(at + 2, y, "│" + " " * (width - 6) + "│", style)


GHOST_BOX = "╭─╮│╰╯"


def draw_ghost(canvas: Canvas, plan: BoardLayout, slot: int, at: int, card: str, refused: bool, pointed: bool) -> None:
    """The floor that Enter would build, or a cross where it may not stand; ``pointed``: the arrow keys move it."""
    style = REFUSED if refused else PREVIEW
    x, y, body, tall = plan.body_x(slot), max(0, plan.storey_y(at)), plan.body, plan.tall(at)
    row = y + (tall >= 3)
    canvas.fill(x, y, body, tall, " ", style)
    if tall >= 3:
        canvas.box(x, y, body, tall, style if refused else GHOST_LINE, GHOST_BOX)
    else:
        draw_sides(canvas, x, y, body, tall, "▐▌", style if refused else GHOST_LINE)
    if pointed:
        draw_sides(canvas, x, row, body, 1, HERE, CURSOR)
    texts = ("╳ not here",) if refused else (f"Build {card} here", f"{card} here", card)
    fitting = [text for text in texts if len(text) <= body - 4]
    label = fitting[0] if fitting else texts[-1]
    canvas.put(x + (body - len(label)) // 2, row, label, style)


Points = tuple[int, ...]
"""Points by seat."""


def draw_labels(
    canvas: Canvas, plan: BoardLayout, c: TableContext, slot: int, here: bool, show: Showing, then: Points | None
) -> None:
    """Letter, height and state under the ground line, and what each player would score now, and after Enter."""
    x, y, view = plan.body_x(slot), plan.ground + 1, c.view
    name, tower = letter_of(slot), view.slots[slot]
    pointed = here and c.ui.zone == "board"
    at = canvas.put(x, y, f">{name}<" if pointed else f" {name} ", CURSOR if here else BOLD) + 1
    standing = tower is not None and slot not in show.cleared
    gains: Sequence[tuple[Seat, int]] = ()
    if tower is not None and standing:
        height = f"{len(tower.storeys)} of {plan.limit}"
        if show.scoring == slot:
            state, style = "scoring", DUE
            gains = [gain for (scored, _), some in show.gains.items() if scored == slot for gain in some]
        else:
            state, style = "", MUTED
            if slot in due_slots(view):
                state, style = "finished", DUE
            elif slot in view.built:
                state = "new floor"
            gains = [gain for result in forecast(view, tower.storeys) for gain in result.points]
        if len(height) + len(state) + 6 <= plan.body:
            at = canvas.put(at, y, height, TEXT) + 2
        elif style is not DUE:
            state = height
        canvas.put(at, y, state, style)
    elif then is None:
        return
    now = tuple(sum(points for owner, points in gains if owner == seat) for seat in range(view.seats))
    _gains(canvas, plan, c, slot, now, then)


def _gains(canvas: Canvas, plan: BoardLayout, c: TableContext, slot: int, now: Points, then: Points | None) -> None:
    """Points by player, the best first: ``Ann +4``, with the points after Enter where they change: ``+4 > +8``."""
    x, y = plan.body_x(slot), plan.ground + 2
    after = now if then is None else then
    seats = sorted((seat for seat in range(c.view.seats) if now[seat] or after[seat]), key=lambda s: (-after[s], s))
    if not seats:
        canvas.put(x, y, "no points", MUTED)
        return
    for named, both, gap in ((True, True, ""), (False, True, " "), (False, False, " "), (False, False, "")):
        rows: list[list[tuple[Seat, str, str]]] = [[]]
        left = 0
        for seat in seats:
            before, change = (f"+{points}" if points else "0" for points in (now[seat], after[seat]))
            points_text = f"{before} > {change}" if both and before != change else change
            name = f" {c.name_of(seat)} " if named else gap
            width = 2 + cell_width(name) + len(points_text)
            if left and left + width > plan.body:
                rows.append([])
                left = 0
            rows[-1].append((seat, name, points_text))
            left += width + 1
        if len(rows) < plan.labels and left <= plan.body + 1:
            break
    for row, items in enumerate(rows[: plan.labels - 1], y):
        at = x
        for seat, name, points_text in items:
            at = canvas.put(at, row, seat_of(seat).shape + seat_of(seat).number, shape_ink(seat))
            at = canvas.put(at, row, name, TEXT)
            better = (after[seat] > now[seat]) - (after[seat] < now[seat])
            at = canvas.put(at, row, points_text, (TEXT, GOOD, BAD)[better]) + 1
