"""Towers side by side with their ledgers: two drafts, all towers at the end, and what each has drafted in a duel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from towergames.boards.bricks import bench, inks
from towergames.boards.bricks.afterwards import best_sheet
from towergames.boards.bricks.bench import TableScene
from towergames.boards.bricks.examples import caption
from towergames.boards.bricks.layout import (
    LABEL,
    LOW,
    MEDIUM,
    SIZES,
    SMALL,
    TINY,
    USUAL_LEVELS,
    USUAL_PIECES,
    WEIGHTS,
    Plan,
    Size,
)
from towergames.boards.bricks.ledger import (
    Sheet,
    chip_rows,
    draw_chips,
    draw_compact,
    draw_full,
    draw_headline,
    draw_scores,
    sheet,
    sheet_of,
)
from towergames.boards.bricks.masonry import ink_of, short
from towergames.boards.bricks.pending import Drawn
from towergames.boards.bricks.pointer import LEDGER, Pointer, active_name
from towergames.boards.bricks.sorting import key_of
from towergames.boards.bricks.speech import line_words
from towergames.boards.bricks.tower import draw_tower
from towergames.boards.kit.canvas import Canvas
from towergames.boards.protocol import Picture, Spot
from towergames.core.contract import Over, Seat
from towergames.core.text import fit
from towergames.games.bricks.facts import Breach
from towergames.games.bricks.pieces import WILD, Tower, card_piece, read_tower

LEAST = 26
"""Columns of one tower beside others."""
WRITTEN = 20
"""Rows of a headline and the scoring rules written out."""
BEST = "the best known"
TOWERS = " Esc all towers "


@dataclass(frozen=True, slots=True)
class Side:
    """One tower among others: whose it is, what it broke, its lines."""

    title: str
    tower: Tower
    breaches: tuple[Breach, ...]
    sheet: Sheet | None
    key: str = ""
    seat: Seat | None = None
    words: tuple[str, ...] = ()


def draw_compare(canvas: Canvas, scene: TableScene, pointer: Pointer) -> list[Spot]:
    """The draft in hand and another; the lines of the other say how it differs."""
    own = bench.bench(scene)
    other = next((d.tower for d in own.drafts if d.name == pointer.compare), ()) if own is not None else ()
    tower = bench.tower_of(scene)
    sides = []
    for name, shown, before in ((active_name(scene), tower, None), (pointer.compare, other, tower)):
        found = sheet(scene, shown, before) if bench.open_ledger(scene) else None
        known = bench.known(scene)
        breaches = tuple(b for b in bench.ledger(scene, shown).breaches if b.rule in known) if found else ()
        sides.append(Side(f"draft {name}", shown, breaches, found, f"act:draft:{name}"))
    return _draw(canvas, sides, 1, 0)


def sides_at_end(scene: TableScene, pointer: Pointer) -> tuple[Side, ...]:
    """All towers in the order of their ranks, and a better one where the search has found it."""
    view = scene.view
    ranking = scene.turn.ranking if isinstance(scene.turn, Over) else ((*range(view.seats),),)
    sides = []
    place = 1
    for group in ranking:
        for seat in group:
            own = view.benches[seat]
            tower = own.tower if own is not None and own.tower is not None else ()
            ledger = bench.final(scene, seat)
            name = scene.name_of(seat)
            title = f"{place}. {name}: {view.points[seat]}" if view.seats > 1 else f"{name}: {view.points[seat]}"
            sides.append(Side(title, tower, ledger.breaches, sheet_of(scene, tower, ledger), f"seat:{seat}", seat))
        place += len(group)
    if pointer.suggested:
        best = read_tower(pointer.suggested)
        found = best_sheet(scene, best)
        sides.append(Side(f"{BEST}: {found.total}", best, (), found, "best"))
    return tuple(sides)


def shown_side(scene: TableScene, pointer: Pointer) -> Side:
    """The tower whose ledger is read at the end."""
    sides = sides_at_end(scene, pointer)
    return sides[min(pointer.first, len(sides) - 1)]


def explain_end(scene: TableScene, pointer: Pointer) -> str:
    """The line under the cursor at the end, and whose it is where there are several."""
    side = shown_side(scene, pointer)
    assert side.sheet is not None
    told = line_words(scene, side.sheet.lines[pointer.rule])
    return told if len(sides_at_end(scene, pointer)) == 1 else f"{side.title.partition(':')[0]}. {told}"


def draw_reveal(canvas: Canvas, scene: TableScene, pointer: Pointer) -> Picture:
    """All towers, as many as there is room for from the one chosen on; one alone is shown like a draft."""
    sides = sides_at_end(scene, pointer)
    if pointer.zone == LEDGER:
        return _one(canvas, shown_side(scene, pointer), pointer)
    return Picture(canvas, tuple(_draw(canvas, sides, 0, pointer.first, choice=True)))


def _one(canvas: Canvas, side: Side, pointer: Pointer) -> Picture:
    """The whole ledger of one tower."""
    canvas.put(1, 0, fit(side.title, canvas.width - 2 - len(TOWERS)).rstrip(), inks.TITLE)
    canvas.put(canvas.width - len(TOWERS), 0, TOWERS, inks.BUTTON)
    assert side.sheet is not None
    spots = [Spot("towers", canvas.width - len(TOWERS), 0, len(TOWERS), 1, "all towers")]
    spots += draw_full(canvas, 0, 1, canvas.width, canvas.height - 1, side.sheet, pointer.rule)
    line = next(spot for spot in spots if spot.key == f"rule:{pointer.rule}")
    return Picture(canvas, tuple(spots), (line.x, line.y))


def _draw(canvas: Canvas, sides: Sequence[Side], top: int, first: int, choice: bool = False) -> list[Spot]:
    """The sides from the first on that fit, each in its column; with ``choice`` the first one is marked."""
    fitting = max(1, min(len(sides), canvas.width // LEAST))
    chosen = sides[min(first, len(sides) - 1)] if choice else None
    first = max(0, min(first, len(sides) - fitting))
    width = min(canvas.width // fitting, 80)
    spots: list[Spot] = []
    for i, side in enumerate(sides[first : first + fitting]):
        x = i * width
        if i:
            for row in range(top, canvas.height):
                canvas.put(x - 1, row, "│", inks.LINE)
        _side(canvas, side, x, top, width - 1, chosen=len(sides) > 1 and side is chosen)
        if side.key:
            spots.append(Spot(side.key, x, top, width - 1, canvas.height - top, side.title))
    if first:
        canvas.put(0, top, "<", inks.CURSOR)
    if first + fitting < len(sides):
        canvas.put(canvas.width - 1, top, ">", inks.CURSOR)
    return spots


def _side(canvas: Canvas, side: Side, x: int, top: int, width: int, chosen: bool) -> None:
    """Title, tower, and the ledger as far as there are rows."""
    height = canvas.height - top
    at = x + 1
    if side.seat is not None:
        who = inks.seat_of(side.seat)
        at = canvas.put(at, top, who.shape, inks.ink(who.role, "surface", True))
        at = canvas.put(at, top, who.number, inks.ink("ink", who.role, True)) + 1
    title = f">{side.title}<" if chosen else side.title
    end = canvas.put(at, top, fit(title, max(0, x + width - at)).rstrip(), inks.CURSOR if chosen else inks.TITLE)
    size = _size(width, height, side.tower)
    rows = max(USUAL_LEVELS, len(side.tower)) * size.tall + 1
    chips = chip_rows(width - 1) if side.sheet is not None else 0
    rows = min(rows, max(4, height - 1 - chips))
    _small_tower(canvas, side, x, top + 1, width, rows, size)
    below = top + 1 + rows
    if side.sheet is None:
        return
    room = canvas.height - below
    if room <= chips:  # no row for a headline
        broken = "" if side.sheet.legal else " x" + " ".join(map(str, side.sheet.broken))
        canvas.put(end, top, fit(broken, max(0, x + width - end)).rstrip(), inks.BAD)
        draw_chips(canvas, x + 1, below, width - 1, room, side.sheet, 0, building=False)
        return
    if room >= WRITTEN:
        draw_headline(canvas, x + 1, below, width - 1, side.sheet)
        draw_scores(canvas, x, below + 1, width, side.sheet)
    else:
        draw_compact(canvas, x + 1, below, width - 1, room, side.sheet, 0, building=room >= 12)


def _size(width: int, height: int, tower: Tower) -> Size:
    """The largest bricks beside which the ledger can be written out, else those beside which it fits in short."""
    levels = max(USUAL_LEVELS, len(tower))
    fitting = [size for size in (*SIZES, TINY) if LABEL + USUAL_PIECES * size.pitch + 1 + WEIGHTS <= width] or [TINY]
    for below in (WRITTEN, chip_rows(width - 1) + 4):
        for size in fitting:
            if 2 + levels * size.tall + below <= height:
                return size
    return TINY


def _small_tower(canvas: Canvas, side: Side, x: int, y: int, width: int, rows: int, size: Size) -> None:
    sub = Canvas(width, rows)
    pieces = max(1, min(USUAL_PIECES, (width - LABEL) // size.pitch))
    measures = Plan(width, rows, size, LABEL, rows - 1, pieces, max(1, (rows - 1) // size.tall), width, False)
    words = side.sheet.columns if side.sheet is not None else side.words
    draw_tower(sub, measures, Drawn(side.tower, frozenset(), None, None, {}), side.breaches, words)
    canvas.blit(sub, x, y)


def draw_picks(canvas: Canvas, scene: TableScene) -> Picture:
    """What everybody has drafted so far."""
    view = scene.view
    canvas.put(1, 0, "Everybody takes one card in turn; then all build unseen from their own.", inks.TITLE)
    each = 3 if canvas.height - 2 >= 4 * view.seats else 2
    y = 2
    for seat in range(view.seats):
        who = inks.seat_of(seat)
        on = seat == view.active
        canvas.put(0, y, ">" if on else " ", inks.CURSOR if on else inks.TEXT)
        at = canvas.put(1, y, who.shape, inks.ink(who.role, "surface", True))
        at = canvas.put(at, y, who.number, inks.ink("ink", who.role, True)) + 1
        name = fit(scene.name_of(seat), 18).rstrip()
        at = canvas.put(at, y, name, inks.BOLD)
        canvas.put(at + 1, y, f"{len(view.picked[seat])} of {view.hand}", inks.MUTED)
        _picked(canvas, sorted(view.picked[seat], key=lambda code: key_of(code, "colour")), y + 1, each - 1)
        y += each + (canvas.height - 2 >= (each + 1) * view.seats)
    return Picture(canvas)


def _picked(canvas: Canvas, codes: Sequence[str], y: int, rows: int) -> None:
    """Cards in a row or two, as wide as there is room for."""
    wide = len(codes) * 7 <= rows * (canvas.width - 4)
    cell = 7 if wide else 4
    across = max(1, (canvas.width - 3) // cell)
    for i, code in enumerate(codes[: across * rows]):
        row, column = divmod(i, across)
        x = 2 + column * cell
        if code == WILD:
            canvas.put(x, y + row, "*", inks.BUTTON)
            continue
        piece = card_piece(code)
        small = "┼┼" + piece.colour[0].upper() if piece.window else f"{piece.letter}{piece.tons}{code[-1]}"
        canvas.put(x, y + row, short(piece) if wide else small, ink_of(piece))


def draw_example(canvas: Canvas, scene: TableScene) -> Picture:
    """The towers of a rule's example side by side, each with what that rule says of it."""
    own = bench.bench(scene)
    towers = [draft.tower for draft in own.drafts] if own is not None else []
    width = canvas.width // max(1, len(towers))
    for i, tower in enumerate(towers):
        x, room = i * width, width - (len(towers) > 1)
        told, good = caption(scene, tower)
        for row, line in enumerate(wrap(told, max(8, room - 2))[:2]):
            canvas.put(x + 1, row, line, inks.GOOD if good else inks.BAD)
        found = bench.ledger(scene, tower)
        breaches = tuple(breach for breach in found.breaches if breach.rule == scene.view.first)
        levels = max(1, len(tower))
        fits = [s for s in (MEDIUM, SMALL, LOW, TINY) if levels * s.tall + 3 <= canvas.height]
        size = next((s for s in fits if LABEL + max(map(len, tower), default=1) * s.pitch < room), TINY)
        words = found.column_words if scene.view.first == 15 else ()
        rows = min(canvas.height - 2, levels * size.tall + 1)
        _small_tower(canvas, Side("", tower, breaches, None, words=words), x, 2, room, rows, size)
    return Picture(canvas)
