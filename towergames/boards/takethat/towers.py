"""Drawing towers: storeys with windows and owner's plates, roofs, cranes, empty lots, ghosts and the labels below."""

from __future__ import annotations

from dataclasses import dataclass

from towergames.boards.kit.canvas import Canvas, Ink
from towergames.boards.takethat import inks, words
from towergames.boards.takethat.inks import ink
from towergames.boards.takethat.layout import Plan
from towergames.boards.takethat.show import Showing
from towergames.core.contract import Seat
from towergames.games.takethat.model import Storey, View

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
        return inks.facade(self.storey.floor)


# --- one storey -------------------------------------------------------------------------------------


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
        canvas.put(x, name_row, HERE[0], inks.CURSOR)
        canvas.put(x + plan.body - 1, name_row, HERE[1], inks.CURSOR)
    if marked:
        side = x if look.fresh and not (look.here or look.now) else x + plan.body - 1
        canvas.put(side, name_row, MARKED, ink("ink", "last", True))


def _plate(look: Look, bg: str) -> list[tuple[str, Ink]]:
    """The owner's plate: two cells that tell the seat by shape, number and colour."""
    if look.claimant is not None:
        return [("?", ink("text", bg, True)), (inks.seat_of(look.claimant).number, inks.plate_ink(look.claimant))]
    if look.owner is None and look.was is not None:
        return [("╳", ink("bad", bg, True)), (inks.seat_of(look.was).number, ink("bad", bg, False, True))]
    if look.owner is None:
        return [("--", ink("muted", bg))]
    who = inks.seat_of(look.owner)
    return [(who.shape, inks.shape_ink(look.owner, bg)), (who.number, inks.plate_ink(look.owner))]


def _gain_text(look: Look) -> str:
    drawn = f"+{look.draws}c" if look.draws else ""
    if len(look.gains) == 1 and look.gains[0][0] == look.owner:
        return f"+{look.gains[0][1]}{drawn}"
    return " ".join(f"{inks.seat_of(s).number}+{n}" for s, n in look.gains) + drawn


def _room_for(gain: str, look: Look, inner: int, tall: int) -> str:
    """The gains beside the name; those of several players go to the row below, or shrink to a sign."""
    several = len(look.gains) > 1
    if not several or len(look.storey.floor) + len(gain) + 5 <= inner:
        return gain
    return "" if tall >= 2 else "++"


def _name(canvas: Canvas, x: int, y: int, inner: int, look: Look, tall: int) -> None:
    """Name to the left, plate to the right, gains or lit windows between them."""
    bg = look.bg
    title = words.words_of(look.storey.floor, look.texts).title
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
    for text, style in _plate(look, bg):
        at = canvas.put(at, y, text, style)


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
    effect = words.words_of(look.storey.floor, look.texts)
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
    style = inks.REFUSED if refused else inks.PREVIEW
    inner = plan.body - 2
    canvas.fill(x, y, plan.body, plan.tall, " ", style)
    for row in range(y, y + plan.tall):
        canvas.put(x, row, "╎", style)
        canvas.put(x + plan.body - 1, row, "╎", style)
    name_row = y + (1 if plan.tall >= 3 else 0)
    for row in range(y, y + plan.tall):
        if row != name_row:
            canvas.put(x + 1, row, ("╌" * inner)[:inner], style)
    canvas.put(x, name_row, HERE[0], inks.CURSOR)
    canvas.put(x + plan.body - 1, name_row, HERE[1], inks.CURSOR)
    tail = " ╳" if refused else " ?"
    label = (text or "new floor")[: inner - 2] + tail
    canvas.put(x + 1 + (inner - len(label)) // 2, name_row, label, style)


def draw_labels(canvas: Canvas, plan: Plan, view: View, slot: int, here: bool, show: Showing) -> None:
    """Letter, height and state under the ground line, and what each player would score now."""
    x, y = plan.body_x(slot), plan.ground + 1
    name = words.letter(slot)
    height = words.height_at(view, slot)
    at = canvas.put(x, y, f">{name}<" if here else f" {name} ", inks.CURSOR if here else inks.BOLD)
    if slot in show.cleared or height == 0:
        canvas.put(at, y, " empty"[: plan.body - 3], inks.MUTED)
        return
    at = canvas.put(at, y, f" {height}/{plan.limit}", inks.TEXT) + 1
    room = x + plan.body - at
    if show.scoring == slot:
        canvas.put(at, y, "SCORING" if room >= 7 else "NOW", inks.DUE)
    elif words.is_due(view, slot):
        canvas.put(at, y, "DUE", inks.DUE)
    elif slot in view.built:
        canvas.put(at, y, "built" if room >= 5 else "new", inks.MUTED)
    if show.scoring != slot:
        _forecast(canvas, plan, view, slot)
    else:
        _so_far(canvas, plan, slot, show)


def _forecast(canvas: Canvas, plan: Plan, view: View, slot: int) -> None:
    sums: dict[Seat, int] = {}
    for result in words.forecast(view, slot):
        for seat, points in result.points:
            sums[seat] = sums.get(seat, 0) + points
    _sums(canvas, plan, slot, sums)


def _so_far(canvas: Canvas, plan: Plan, slot: int, show: Showing) -> None:
    sums: dict[Seat, int] = {}
    for (at, _), gains in show.gains.items():
        if at == slot:
            for seat, points in gains:
                sums[seat] = sums.get(seat, 0) + points
    _sums(canvas, plan, slot, sums)


def _sums(canvas: Canvas, plan: Plan, slot: int, sums: dict[Seat, int]) -> None:
    """Points by player, best first, on the rows below the label; what does not fit is cut with ``~``."""
    x, y, end = plan.body_x(slot), plan.ground + 2, plan.body_x(slot) + plan.body
    last = plan.ground + plan.labels
    at = x
    ranked = sorted(((n, s) for s, n in sums.items() if n), key=lambda p: (-p[0], p[1]))
    for points, seat in ranked:
        need = 3 + len(str(points))
        if at + need > end:
            if y == last:
                canvas.put(min(at, end - 1), y, "~", inks.MUTED)
                return
            at, y = x, y + 1
        who = inks.seat_of(seat)
        at = canvas.put(at, y, who.shape + who.number, inks.shape_ink(seat, "surface"))
        at = canvas.put(at, y, f"+{points}", inks.TEXT) + 1
