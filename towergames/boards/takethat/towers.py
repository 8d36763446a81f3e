"""Drawing towers: their measures, what events show on them, storeys, roofs, empty lots and the labels below."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from towergames.boards.kit.canvas import Canvas, Ink
from towergames.boards.kit.inks import BOLD, CURSOR, MUTED, TEXT, ink, plate_ink, seat_of, shape_ink
from towergames.boards.takethat.text import forecast, words_of
from towergames.boards.takethat.ui_state import Place
from towergames.core.contract import Event, Seat
from towergames.games.takethat.model import Storey, View
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
TALLEST_STOREY = 6
ROOMY_HEIGHT = 20
"""Rows from which the panel draws its piles as cards."""


@dataclass(frozen=True, slots=True)
class Plan:
    """All measures in cells. ``tall`` is rows a storey, ``roof`` rows kept above the highest possible storey."""

    width: int
    height: int
    gutter: int
    left: int
    column: int
    body: int
    panel_x: int
    panel: int
    tall: int
    roof: int
    ground: int
    labels: int
    limit: int
    lots: int

    def body_x(self, slot: int) -> int:
        """Left wall of the tower in ``slot``."""
        return self.left + slot * self.column

    def storey_y(self, storey: int) -> int:
        """Top row of a storey; storey 0 stands on the ground line."""
        return self.ground - (storey + 1) * self.tall

    @property
    def summit(self) -> int:
        """The row just above the highest storey allowed: where the height limit is drawn."""
        return self.storey_y(self.limit - 1) - 1


def least(lots: int, limit: int, seats: int) -> tuple[int, int]:
    """Fewest columns and rows at which such a board can be drawn."""
    columns = 1 + lots * (NARROWEST_BODY + 1) + NARROWEST_PANEL
    return columns, max(limit + 4, seats + 6)


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
    roof = max(0, ground - limit * tall)
    left = gutter + max(0, city - (lots * column - gap)) // 2
    return Plan(
        width, height, gutter, left, column, column - gap, width - panel, panel, tall, roof, ground, labels, limit, lots
    )


# --- what events show -------------------------------------------------------------------------------

SCORE_START, SCORE_FLOOR, SCORE_END = "score.start", "score.floor", "score.end"
ANIMATED: frozenset[str] = frozenset((SCORE_START, SCORE_FLOOR, SCORE_END))


@dataclass(frozen=True, slots=True)
class Showing:
    """The table in the middle of an animation.

    ``owners`` overrides the view's owners by slot; ``gains`` are (seat, points) by place; ``now`` is the floor being
    scored, ``scoring`` its slot, ``cleared`` slots already scored and taken away.
    """

    owners: Mapping[int, tuple[Seat | None, ...]] = field(default_factory=dict)
    gains: Mapping[Place, tuple[tuple[Seat, int], ...]] = field(default_factory=dict)
    draws: Mapping[Place, int] = field(default_factory=dict)
    now: Place | None = None
    scoring: int | None = None
    cleared: frozenset[int] = frozenset()


STILL = Showing()


@dataclass(frozen=True, slots=True)
class Marks:
    """Places touched since the looker last decided: built, claimed, and slots whose tower was scored."""

    built: frozenset[Place] = frozenset()
    claimed: frozenset[Place] = frozenset()
    scored: frozenset[int] = frozenset()


def _place(event: Event) -> tuple[int | None, int | None]:
    """The slot and the storey that an event speaks of."""
    slot, storey = event.data.get("slot"), event.data.get("storey")
    return (slot if isinstance(slot, int) else None), (storey if isinstance(storey, int) else None)


def _counts(event: Event, key: str) -> tuple[tuple[Seat, int], ...]:
    """``{"0": 4}`` under ``key`` as ((0, 4),), zeros left out, in seat order."""
    return tuple(sorted((int(seat), int(n)) for seat, n in (event.data.get(key) or {}).items() if n))


def showing(playing: tuple[Event, ...], frame: int) -> Showing:
    """How far the animation has come. The last event's effect shows from its second frame on."""
    owners: dict[int, tuple[Seat | None, ...]] = {}
    gains: dict[Place, tuple[tuple[Seat, int], ...]] = {}
    draws: dict[Place, int] = {}
    cleared: set[int] = set()
    now: Place | None = None
    scoring: int | None = None
    for i, event in enumerate(playing):
        slot, storey = _place(event)
        if slot is None:
            continue
        done = i < len(playing) - 1 or frame > 0
        if event.kind == SCORE_START:
            scoring, now = slot, None
        elif event.kind == SCORE_FLOOR and storey is not None:
            scoring, now = slot, (slot, storey)
            if done:
                gains[now] = _counts(event, "points")
                draws[now] = sum(n for _, n in _counts(event, "draws"))
                owners[slot] = tuple(event.data.get("owners") or owners.get(slot, ()))
        elif event.kind == SCORE_END:
            now = None
            if done:
                cleared.add(slot)
                scoring = None
    return Showing(owners, gains, draws, now, scoring, frozenset(cleared)) if playing else STILL


def frames(event: Event) -> tuple[float, ...]:
    """Seconds of each frame: a floor lights up, then its effect shows; vacant floors pass quickly."""
    if event.kind == SCORE_FLOOR:
        return (0.35, 0.55) if event.data.get("owner") is not None else (0.25,)
    return {SCORE_START: (0.6,), SCORE_END: (0.8,)}.get(event.kind, ())


def marks_of(events: tuple[Event, ...]) -> Marks:
    """Marks for the last move; what was scored away since is no longer marked floor by floor."""
    built: set[Place] = set()
    claimed: set[Place] = set()
    scored: set[int] = set()
    for event in events:
        slot, storey = _place(event)
        if slot is None:
            continue
        if event.kind == SCORE_END:
            scored.add(slot)
            built = {p for p in built if p[0] != slot}
            claimed = {p for p in claimed if p[0] != slot}
        elif storey is not None and event.kind.startswith("build"):
            built.add((slot, storey))
            scored.discard(slot)
        elif storey is not None and event.kind.startswith("claim"):
            claimed.add((slot, storey))
    return Marks(frozenset(built), frozenset(claimed), frozenset(scored))


# --- one storey -------------------------------------------------------------------------------------

WALLS = ("▌", "▐")
MARKED = "*"
HERE = (">", "<")


@dataclass(frozen=True, slots=True)
class Look:
    """How one storey is shown. ``owner`` is the owner now, ``was`` before a scoring changed it."""

    storey: Storey
    owner: Seat | None
    was: Seat | None
    fresh: bool = False
    claimed: bool = False
    here: bool = False
    now: bool = False
    claimant: Seat | None = None
    gains: tuple[tuple[Seat, int], ...] = ()
    draws: int = 0
    texts: str = "printed"

    @property
    def bg(self) -> str:
        """The role behind the storey: its facade, or the state it is in."""
        if self.now or self.here:
            return "select"
        return facade(self.storey.floor)


def draw_storey(canvas: Canvas, plan: Plan, x: int, y: int, look: Look) -> None:
    """One storey with its walls, from row ``y`` down, ``plan.tall`` rows."""
    bg, inner = look.bg, plan.body - 2
    canvas.fill(x + 1, y, inner, plan.tall, " ", ink("text", bg))
    name_row = y + (1 if plan.tall >= 3 else 0)
    _walls(canvas, plan, x, y, name_row, look)
    _name(canvas, x + 1, name_row, inner, look, plan.tall)
    if plan.tall >= 2:
        _effect(canvas, x + 1, name_row + 1, inner, look)
    if plan.tall == 3:
        _windows(canvas, x + 2, y, inner - 2, look)
    elif plan.tall > 3:
        canvas.put(x + 1, y, "▔" * inner, ink("ledge", bg))
    for row in range(name_row + 2, y + plan.tall):
        _windows(canvas, x + 2, row, inner - 2, look)


def _walls(canvas: Canvas, plan: Plan, x: int, y: int, name_row: int, look: Look) -> None:
    wall = ink("wall", look.bg)
    for row in range(y, y + plan.tall):
        canvas.put(x, row, WALLS[0], wall)
        canvas.put(x + plan.body - 1, row, WALLS[1], wall)
    marked = look.fresh or look.claimed
    if look.here or look.now:
        canvas.put(x, name_row, HERE[0], CURSOR)
        canvas.put(x + plan.body - 1, name_row, HERE[1], CURSOR)
    if marked:
        side = x if look.fresh and not (look.here or look.now) else x + plan.body - 1
        canvas.put(side, name_row, MARKED, ink("ink", "last", True))


def _plate(look: Look, bg: str) -> list[tuple[str, Ink]]:
    """The owner's plate: two cells that tell the seat by shape, number and colour."""
    if look.claimant is not None:
        return [("?", ink("text", bg, True)), (seat_of(look.claimant).number, plate_ink(look.claimant))]
    if look.owner is None and look.was is not None:
        return [("╳", ink("bad", bg, True)), (seat_of(look.was).number, ink("bad", bg, False, True))]
    if look.owner is None:
        return [("--", ink("muted", bg))]
    who = seat_of(look.owner)
    return [(who.shape, shape_ink(look.owner, bg)), (who.number, plate_ink(look.owner))]


def _gain_text(look: Look) -> str:
    drawn = f"+{look.draws}c" if look.draws else ""
    if len(look.gains) == 1 and look.gains[0][0] == look.owner:
        return f"+{look.gains[0][1]}{drawn}"
    return " ".join(f"{seat_of(s).number}+{n}" for s, n in look.gains) + drawn


def _room_for(gain: str, look: Look, inner: int, tall: int) -> str:
    """The gains beside the name; those of several players go to the row below, or shrink to a sign."""
    several = len(look.gains) > 1
    if not several or len(look.storey.floor) + len(gain) + 5 <= inner:
        return gain
    return "" if tall >= 2 else "++"


def _name(canvas: Canvas, x: int, y: int, inner: int, look: Look, tall: int) -> None:
    """Name to the left, plate to the right, gains or lit windows between them."""
    bg = look.bg
    title = words_of(look.storey.floor, look.texts).title
    gain = _room_for(_gain_text(look), look, inner, tall)
    changed = look.owner is not None and look.owner != look.was
    room = inner - 3 - (len(gain) + 1 if gain else 0)
    pad = 1 if inner >= 14 else 0
    name = title if len(title) + 2 * pad <= room else look.storey.floor
    canvas.put(x + pad, y, name[: max(0, room - pad + 1)], ink("text", bg, True))
    at = x + inner - 2 - (1 if inner >= 14 else 0)
    if changed:
        canvas.put(at - 1, y, "!", ink("warn", bg, True))
    if gain:
        canvas.put(at - 1 - len(gain), y, gain, ink("good", bg, True))
    elif tall == 1:
        start = x + pad + len(name) + 1
        _panes(canvas, start, y, at - 1 - start, look)
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


def _panes(canvas: Canvas, x: int, y: int, width: int, look: Look) -> None:
    """Small windows beside the name of a one-row storey."""
    if width > 0 and look.owner is not None:
        canvas.put(x, y, ("▘ " * width)[:width], ink("lit", look.bg))


def _effect(canvas: Canvas, x: int, y: int, inner: int, look: Look) -> None:
    effect = words_of(look.storey.floor, look.texts)
    pad = 1 if inner >= 14 else 0
    gain = _gain_text(look)
    if gain and not _room_for(gain, look, inner, 2):
        canvas.put(x + pad, y, gain[: inner - pad], ink("good", look.bg, True))
        return
    text = effect.short if len(effect.short) + pad <= inner else effect.brief
    canvas.put(x + pad, y, text[: inner - pad], ink("text" if look.owner is not None else "muted", look.bg))
    tuck = look.storey.tuck
    if tuck and len(text) + len(tuck) + pad + 3 <= inner:
        canvas.put(x + inner - len(tuck) - 2 - pad, y, f"[{tuck}]", ink("muted", look.bg))


# --- above and below --------------------------------------------------------------------------------


def draw_top(canvas: Canvas, plan: Plan, x: int, y: int, height: int, spire: bool, even: bool) -> None:
    """What stands on a tower's highest floor; ``y`` is the row just above it."""
    body, wall = plan.body, ink("wall", "sky")
    middle = x + body // 2
    if spire:
        canvas.over(middle - 1, y, "▟█▙", wall)
        for row in range(y - 1, max(-1, y - 1 - max(1, plan.tall - 1)), -1):
            canvas.over(middle, row, "┃", wall)
        return
    if height >= plan.limit:
        canvas.over(x + 1, y, "▄" * (body - 2), wall)
        return
    _crane(canvas, plan, x, y, even)


def _crane(canvas: Canvas, plan: Plan, x: int, y: int, even: bool) -> None:
    """Steel sticking out of the top floor, and a crane where there is a row for its jib: more can be built."""
    body, steel = plan.body, ink("crane", "sky")
    mast = x + (body - 5 if even else 4)
    canvas.over(x + 1, y, ("╷ " * body)[: body - 2], ink("scaffold", "sky"))
    canvas.over(mast, y, "╫", steel)
    jib = max(3, min(body - 7, 12))
    rows = [row for row in range(y - 1, y - plan.tall - 1, -1) if row > plan.summit] or [y - 1]
    for row in rows:
        canvas.over(mast, row, "╫", steel)
    top = rows[-1]
    hook = mast - jib if even else mast + jib
    if even:
        canvas.over(hook, top, "┌" + "─" * (jib - 1) + "╫─╴", steel)
    else:
        canvas.over(mast - 2, top, "╶─╫" + "─" * (jib - 1) + "┐", steel)
    if len(rows) > 1:
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


def draw_ghost(canvas: Canvas, plan: Plan, x: int, y: int, text: str, refused: bool) -> None:
    """A floor that is not there yet: dotted walls, a question mark, or a cross where it may not stand."""
    style = REFUSED if refused else PREVIEW
    inner = plan.body - 2
    canvas.fill(x, y, plan.body, plan.tall, " ", style)
    for row in range(y, y + plan.tall):
        canvas.put(x, row, "╎", style)
        canvas.put(x + plan.body - 1, row, "╎", style)
    name_row = y + (1 if plan.tall >= 3 else 0)
    for row in range(y, y + plan.tall):
        if row != name_row:
            canvas.put(x + 1, row, ("╌" * inner)[:inner], style)
    canvas.put(x, name_row, HERE[0], CURSOR)
    canvas.put(x + plan.body - 1, name_row, HERE[1], CURSOR)
    tail = " ╳" if refused else " ?"
    label = (text or "new floor")[: inner - 2] + tail
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
    sums: Counter[Seat] = Counter()
    for seat, points in gains:
        sums[seat] += points
    _draw_sums(canvas, plan, slot, sums)


def _draw_sums(canvas: Canvas, plan: Plan, slot: int, sums: Mapping[Seat, int]) -> None:
    """Points by player, best first, on the rows below the label; what does not fit is cut with ``~``."""
    x, y, end = plan.body_x(slot), plan.ground + 2, plan.body_x(slot) + plan.body
    last = plan.ground + plan.labels
    at = x
    ranked = sorted(((n, s) for s, n in sums.items() if n), key=lambda p: (-p[0], p[1]))
    for points, seat in ranked:
        need = 3 + len(str(points))
        if at + need > end:
            if y == last:
                canvas.put(min(at, end - 1), y, "~", MUTED)
                return
            at, y = x, y + 1
        who = seat_of(seat)
        at = canvas.put(at, y, who.shape + who.number, shape_ink(seat))
        at = canvas.put(at, y, f"+{points}", TEXT) + 1
