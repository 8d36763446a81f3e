"""Drawing towers: their measures, what events show on them, storeys, roofs, empty lots and the labels below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from towergames.boards.kit.canvas import Canvas, Ink
from towergames.boards.kit.inks import BOLD, CURSOR, MUTED, TEXT, ink, plate_ink, seat_of, shape_ink
from towergames.boards.protocol import Sizes
from towergames.boards.takethat.text import forecast, words_of
from towergames.boards.takethat.ui_state import Place, TableContext
from towergames.core.contract import Event, Seat
from towergames.games.takethat.model import Storey, View, usual_towers
from towergames.games.takethat.notation import letter_of
from towergames.games.takethat.rules import due_slots

DUE = Ink("ink", "warn", bold=True)
PREVIEW = Ink("text", "preview", bold=True)
REFUSED = Ink("bad", "preview", bold=True)


def facade(floor: str) -> str:
    """The background role of a floor's face."""
    return f"floor-{floor.lower()}"


# --- measures ---------------------------------------------------------------------------------------

NARROWEST_BODY = 12
"""Wall, the longest short name (8), a plate (2), wall."""
NARROWEST_PANEL = 14
SIX_CARDS, HAND_ROWS = 66, 4
"""Columns and rows that six cards need for name and effect."""
TALLEST_STOREY = 6
ROOMY_HEIGHT = 20
"""Rows from which the panel draws its piles as cards."""


@dataclass(frozen=True, slots=True)
class Plan:
    """All measures in cells. ``tall`` is rows a storey, ``ground`` the row of the ground line."""

    gutter: int
    left: int
    column: int
    body: int
    panel_x: int
    panel: int
    tall: int
    ground: int
    labels: int
    limit: int

    def body_x(self, slot: int) -> int:
        """Left wall of the tower in ``slot``."""
        return self.left + slot * self.column

    def storey_y(self, storey: int) -> int:
        """Top row of a storey; storey 0 stands on the ground line."""
        return self.ground - (storey + 1) * self.tall

    def name_y(self, storey: int) -> int:
        """The row of a storey that holds its name."""
        return self.storey_y(storey) + (self.tall >= 3)

    @property
    def summit(self) -> int:
        """The row just above the highest storey allowed: where the height limit is drawn."""
        return self.storey_y(self.limit - 1) - 1


def sizes(seats: int, view: View | None) -> Sizes:
    """The smallest sizes at which board and hand can be drawn."""
    lots, limit = (len(view.slots), view.terms.height) if view else (usual_towers(seats), 6)
    columns = 1 + lots * (NARROWEST_BODY + 1) + NARROWEST_PANEL
    return Sizes((max(columns, SIX_CARDS), max(limit + 4, seats + 6)), HAND_ROWS)


def plan(width: int, height: int, lots: int, limit: int) -> Plan:
    """The measures for a board of ``width`` x ``height`` cells with ``lots`` towers of up to ``limit`` floors."""
    gutter = 2 if width >= 2 + lots * (NARROWEST_BODY + 1) + NARROWEST_PANEL else 1
    panel = max(NARROWEST_PANEL, min(26, width - gutter - lots * 20))
    city = max(0, width - gutter - panel)
    column = max(NARROWEST_BODY + 1, min(32, city // max(1, lots)))
    gap = 1 if column < 18 else 2 if column < 26 else 4
    labels = 3 if height >= limit + 5 else 2
    spare = height - labels - 2  # without labels, ground line and the row of the height limit
    tall = next((t for t in range(TALLEST_STOREY, 1, -1) if limit * t + (1 if t < 3 else 2) <= spare), 1)
    ground = height - labels - 1
    left = gutter + max(0, city - (lots * column - gap)) // 2
    return Plan(gutter, left, column, column - gap, width - panel, panel, tall, ground, labels, limit)


# --- what events show -------------------------------------------------------------------------------

SCORE_START, SCORE_FLOOR, SCORE_END = "score.start", "score.floor", "score.end"
ANIMATED: frozenset[str] = frozenset((SCORE_START, SCORE_FLOOR, SCORE_END))

Gains = tuple[tuple[Seat, int], ...]
"""Points by seat, in seat order, without zeros."""


@dataclass(slots=True)
class Showing:
    """What events show on the towers: how far a scoring has come, and what the last moves touched.

    ``owners`` overrides the view's owners by slot; ``gains`` and ``draws`` are what a floor brought; ``now`` is the
    floor being scored, ``scoring`` its slot, ``cleared`` slots already scored and taken away. Since the looker last
    decided, floors were ``built`` and ``claimed``, and the towers in the slots ``scored`` were scored.
    """

    owners: dict[int, Sequence[Seat | None]] = field(default_factory=dict)
    gains: dict[Place, Gains] = field(default_factory=dict)
    draws: dict[Place, int] = field(default_factory=dict)
    now: Place | None = None
    scoring: int | None = None
    cleared: set[int] = field(default_factory=set)
    built: set[Place] = field(default_factory=set)
    claimed: set[Place] = field(default_factory=set)
    scored: set[int] = field(default_factory=set)


def showing(c: TableContext) -> Showing:
    """What the events of the context show. The last played event's effect shows from its second frame on."""
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


def frames(_c: TableContext, event: Event) -> tuple[float, ...]:
    """Seconds of each frame: a floor lights up, then its effect shows; vacant floors pass quickly."""
    if event.kind == SCORE_FLOOR:
        return (0.35, 0.55) if event.data.get("owner") is not None else (0.25,)
    return {SCORE_START: (0.6,), SCORE_END: (0.8,)}.get(event.kind, ())


# --- one storey -------------------------------------------------------------------------------------

HERE = "><"


def draw_sides(canvas: Canvas, x: int, y: int, width: int, rows: int, signs: str, style: Ink) -> None:
    """The two signs at the left and right ends of rows."""
    for row in range(y, y + rows):
        canvas.put(x, row, signs[0], style)
        canvas.put(x + width - 1, row, signs[1], style)


@dataclass(frozen=True, slots=True)
class Look:
    """How one storey is shown. ``owner`` is the owner now; ``here``: it is scored, or the cursor is on it."""

    storey: Storey
    owner: Seat | None
    here: bool
    fresh: bool
    claimed: bool
    claimant: Seat | None
    gains: Gains
    draws: int
    texts: str

    @property
    def bg(self) -> str:
        """The role behind the storey: its facade, or the state it is in."""
        return "select" if self.here else facade(self.storey.floor)

    @property
    def gain(self) -> str:
        """What the floor brought: ``+4`` for its owner, else ``1+4 2+2``, and the cards drawn."""
        alone = len(self.gains) == 1 and self.gains[0][0] == self.owner
        drawn = f"+{self.draws}c" if self.draws else ""
        return " ".join(f"{'' if alone else seat_of(s).number}+{n}" for s, n in self.gains) + drawn

    def gain_beside(self, inner: int, tall: int) -> str:
        """The gains beside the name; those of several players go to the row below, or shrink to a sign."""
        if len(self.gains) <= 1 or len(self.storey.floor) + len(self.gain) + 5 <= inner:
            return self.gain
        return "" if tall >= 2 else "++"


def draw_storey(canvas: Canvas, plan: Plan, slot: int, at: int, look: Look) -> None:
    """One storey with its walls."""
    x, y, row, body, tall = plan.body_x(slot), plan.storey_y(at), plan.name_y(at), plan.body, plan.tall
    canvas.fill(x + 1, y, body - 2, tall, " ", ink("text", look.bg))
    draw_sides(canvas, x, y, body, tall, "▌▐", ink("wall", look.bg))
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
    for windows in (y,) if tall == 3 else range(row + 2, y + tall):
        _windows(canvas, x + 2, windows, body - 4, look)


def _plate(look: Look, bg: str) -> list[tuple[str, Ink]]:
    """The owner's plate: two cells that tell the seat by shape, number and colour."""
    was = look.storey.owner
    if look.claimant is not None:
        return [("?", ink("text", bg, True)), (seat_of(look.claimant).number, plate_ink(look.claimant))]
    if look.owner is not None:
        return [
            (seat_of(look.owner).shape, shape_ink(look.owner, bg)),
            (seat_of(look.owner).number, plate_ink(look.owner)),
        ]
    if was is not None:
        return [("╳", ink("bad", bg, True)), (seat_of(was).number, ink("bad", bg, False, True))]
    return [("--", ink("muted", bg))]


def _name(canvas: Canvas, x: int, y: int, inner: int, look: Look, tall: int) -> None:
    """Name to the left, plate to the right, gains or lit windows between them."""
    bg, pad, gain = look.bg, int(inner >= 14), look.gain_beside(inner, tall)
    title = words_of(look.storey.floor, look.texts).title
    room = inner - 3 - (len(gain) + 1 if gain else 0)
    name = title if len(title) + 2 * pad <= room else look.storey.floor
    canvas.put(x + pad, y, name[: max(0, room - pad + 1)], ink("text", bg, True))
    at = x + inner - 2 - pad
    if look.owner not in (None, look.storey.owner):
        canvas.put(at - 1, y, "!", ink("warn", bg, True))
    if gain:
        canvas.put(at - 1 - len(gain), y, gain, ink("good", bg, True))
    elif tall == 1 and look.owner is not None:
        start = x + pad + len(name) + 1
        canvas.put(start, y, ("▘ " * inner)[: max(0, at - 1 - start)], ink("lit", bg))
    for part, style in _plate(look, bg):
        at = canvas.put(at, y, part, style)


def _windows(canvas: Canvas, x: int, y: int, width: int, look: Look) -> None:
    """A band of windows: lights are on where somebody lives, shutters are drawn on a vacant floor."""
    count = (width + 1) // 3
    lit = look.owner is not None
    at = x + (width - (3 * count - 1)) // 2
    for i in range(count):
        bright = lit and (i * 5 + y * 3) % 4 != 0  # somebody is always out
        canvas.put(at + 3 * i, y, "▄▄" if lit else "╌╌", ink("lit" if bright else "dark", look.bg))


def _effect(canvas: Canvas, x: int, y: int, inner: int, look: Look) -> None:
    effect, tuck, pad = words_of(look.storey.floor, look.texts), look.storey.tuck, int(inner >= 14)
    if look.gain and not look.gain_beside(inner, 2):
        canvas.put(x + pad, y, look.gain[: inner - pad], ink("good", look.bg, True))
        return
    text = effect.short if len(effect.short) + pad <= inner else effect.brief
    canvas.put(x + pad, y, text[: inner - pad], ink("text" if look.owner is not None else "muted", look.bg))
    if tuck and len(text) + len(tuck) + pad + 3 <= inner:
        canvas.put(x + inner - len(tuck) - 2 - pad, y, f"[{tuck}]", ink("muted", look.bg))


# --- above and below --------------------------------------------------------------------------------


def draw_top(canvas: Canvas, plan: Plan, slot: int, height: int, spire: bool) -> None:
    """What stands on a tower's highest floor: a spire, a roof, or a crane while more can be built."""
    x, y, body, wall = plan.body_x(slot), plan.storey_y(height - 1) - 1, plan.body, ink("wall", "sky")
    if y < 0:
        return
    if spire:
        middle = x + body // 2
        canvas.over(middle - 1, y, "▟█▙", wall)
        for row in range(y - 1, max(-1, y - 1 - max(1, plan.tall - 1)), -1):
            canvas.over(middle, row, "┃", wall)
    elif height >= plan.limit:
        canvas.over(x + 1, y, "▄" * (body - 2), wall)
    else:
        _crane(canvas, plan, x, y, slot % 2 == 0)


def _crane(canvas: Canvas, plan: Plan, x: int, y: int, even: bool) -> None:
    """Steel sticking out of the top floor, and a crane where there is a row for its jib."""
    body, steel = plan.body, ink("crane", "sky")
    mast, jib = x + (body - 5 if even else 4), max(3, min(body - 7, 12))
    canvas.over(x + 1, y, ("╷ " * body)[: body - 2], ink("scaffold", "sky"))
    top = max(min(y - 1, plan.summit + 1), y - plan.tall)
    for row in range(top, y + 1):
        canvas.over(mast, row, "╫", steel)
    beam = "─" * (jib - 1)
    hook = mast - jib if even else mast + jib
    canvas.over(hook if even else mast - 2, top, f"┌{beam}╫─╴" if even else f"╶─╫{beam}┐", steel)
    if top < y - 1:
        canvas.over(hook, top + 1, "╵", steel)


def draw_lot(canvas: Canvas, plan: Plan, slot: int, scored: bool) -> None:
    """An empty lot with its sign: one more tower may be begun here."""
    x, y, body = plan.body_x(slot), plan.ground - 1, plan.body
    sign = "just scored" if scored and body >= 13 else "scored" if scored else "free lot"
    style = ink("last" if scored else "muted", "sky", scored)
    if plan.tall == 1:
        board = f"┤{sign}├"
        canvas.over(x + (body - len(board)) // 2, y, board, style)
        return
    width = len(sign) + 4
    at = x + (body - width) // 2
    canvas.over(at, y - 3, "┌" + "─" * (width - 2) + "┐", style)
    canvas.over(at, y - 2, f"│ {sign} │", style)
    canvas.over(at, y - 1, "└─┬" + "─" * (width - 6) + "┬─┘", style)
    canvas.over(at + 2, y, "│" + " " * (width - 6) + "│", style)


def draw_ghost(canvas: Canvas, plan: Plan, slot: int, at: int, text: str, refused: bool) -> None:
    """A floor that is not there yet: dotted walls, a question mark, or a cross where it may not stand."""
    style = REFUSED if refused else PREVIEW
    x, body, inner = plan.body_x(slot), plan.body, plan.body - 2
    y = max(0, plan.storey_y(at))
    name_row = y + (plan.tall >= 3)
    canvas.fill(x, y, body, plan.tall, "╌", style)
    canvas.fill(x, name_row, body, 1, " ", style)
    draw_sides(canvas, x, y, body, plan.tall, "╎╎", style)
    draw_sides(canvas, x, name_row, body, 1, HERE, CURSOR)
    label = (text or "new floor")[: inner - 2] + (" ╳" if refused else " ?")
    canvas.put(x + 1 + (inner - len(label)) // 2, name_row, label, style)


def draw_labels(canvas: Canvas, plan: Plan, view: View, slot: int, here: bool, show: Showing) -> None:
    """Letter, height and state under the ground line, and what each player would score now."""
    x, y = plan.body_x(slot), plan.ground + 1
    name, tower = letter_of(slot), view.slots[slot]
    at = canvas.put(x, y, f">{name}<" if here else f" {name} ", CURSOR if here else BOLD)
    if slot in show.cleared or tower is None:
        canvas.put(at, y, " empty"[: plan.body - 3], MUTED)
        return
    at = canvas.put(at, y, f" {len(tower.storeys)}/{plan.limit}", TEXT) + 1
    room = x + plan.body - at
    if show.scoring == slot:
        canvas.put(at, y, "SCORING" if room >= 7 else "NOW", DUE)
        gains = [gain for (scored, _), some in show.gains.items() if scored == slot for gain in some]
    else:
        if slot in due_slots(view):
            canvas.put(at, y, "DUE", DUE)
        elif slot in view.built:
            canvas.put(at, y, "built" if room >= 5 else "new", MUTED)
        gains = [gain for result in forecast(view, tower) for gain in result.points]
    sums = {seat: sum(points for owner, points in gains if owner == seat) for seat in range(view.seats)}
    # Points by player, best first, on the rows below; what does not fit is cut with ``~``.
    at, y, end = x, y + 1, x + plan.body
    for seat in sorted(filter(sums.get, sums), key=lambda seat: (-sums[seat], seat)):
        points = f"+{sums[seat]}"
        if at + 2 + len(points) > end:
            if y == plan.ground + plan.labels:
                canvas.put(min(at, end - 1), y, "~", MUTED)
                return
            at, y = x, y + 1
        at = canvas.put(at, y, seat_of(seat).shape + seat_of(seat).number, shape_ink(seat))
        at = canvas.put(at, y, points, TEXT) + 1
