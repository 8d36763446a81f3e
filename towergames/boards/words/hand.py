"""The looker's rack: seven places with tiles standing in them, and the panel above it where it stands upright."""

from __future__ import annotations

from towergames.boards.kit.canvas import Canvas
from towergames.boards.protocol import Picture, Spot
from towergames.boards.words.board import RACK_ROWS, shown
from towergames.boards.words.panel import draw_panel
from towergames.boards.words.tiles import CURSOR, LINE, MUTED, TEXT, ink, seat_of, shape_ink
from towergames.boards.words.ui_state import RACK, Ui, WordsContext, rack, shown_seat
from towergames.core.contract import Decide
from towergames.core.text import count, fit
from towergames.games.words.board import show_tile

FREE, HERE, HELD, GONE = "┌─┐│└┘", "┏━┓┃┗┛", "╔═╗║╚╝", "┌╌┐╎└┘"
PLACES = 7
ROOMY = 90
"""Columns from which the tiles are wider."""
NARROW = 76
"""Columns below which the rack may stand upright beside the board."""
UPRIGHT = RACK_ROWS + 6
"""Rows from which it does: the panel needs six."""


def draw_hand(c: WordsContext, width: int, height: int) -> Picture:
    """The rack on ``width`` x ``height`` cells: faces where they may be seen, else backs.

    Beside the board it stands upright, with the panel above the rack.
    """
    canvas = Canvas(width, height)
    canvas.fill(0, 0, width, height, " ", TEXT)
    upright = width < NARROW and height >= UPRIGHT
    if upright:
        panel = Canvas(width, height - RACK_ROWS)
        draw_panel(panel, 0, c, shown(c)[0])
        canvas.blit(panel, 0, 0)
    seat = shown_seat(c)
    tile = 7 if width >= ROOMY and height >= 4 else 5
    step = tile + (1 if width >= NARROW else 0)
    used = PLACES * step
    rows = min(RACK_ROWS, height)
    top = height - rows if upright else (height - rows) // 2
    if not 0 <= seat < len(c.view.racks) or c.view.racks[seat] is None:
        return _backs(canvas, c, top, upright=upright)
    order = c.ui.order if c.seat is not None else rack(c)
    left = 1 if upright else 2
    spots, cursor = [], None
    if not order:
        canvas.put(left, top + 1, f"{c.name_of(seat)} has no tiles.", MUTED)
    for slot, name in enumerate(order):
        x = left + slot * step
        state = _state(c.ui, slot) if c.seat is not None and c.style.cursor else ""
        _tile(canvas, x, top, tile, slot, name, state, swapping=c.ui.swapping)
        spots.append(Spot(f"hand:{slot + 1}", x, top, tile, rows, show_tile(name)))
        if state == "here":
            cursor = (x + tile // 2, top + 1)
    if not upright and isinstance(c.turn, Decide) and c.turn.seat != c.seat:
        x = left + used + 1
        canvas.put(x, top + 1, fit(f"{c.name_of(c.turn.seat)} is on", max(0, width - x)).rstrip(), MUTED)
    return Picture(canvas, (*spots, Spot("rack", left, top, used, rows, "the rack")), cursor)


def _state(ui: Ui, slot: int) -> str:
    if slot in ui.out:
        return "out"
    if slot == ui.held:
        return "held"
    return "here" if ui.zone == RACK and ui.slot == slot else ""


def _tile(canvas: Canvas, x: int, y: int, width: int, slot: int, name: str, state: str, *, swapping: bool) -> None:
    """A tile in its place; an empty place where it lies on the board."""
    number = str(slot + 1)
    if state == "out":
        canvas.box(x, y, width, 3, MUTED, GONE)
        canvas.put(x + width // 2, y + 1, show_tile(name).lower(), MUTED)
        canvas.put(x + 1, y, number, MUTED)
        return
    chosen = state in ("here", "held")
    lines = HELD if state == "held" else HERE if state == "here" else FREE
    plate = "tile-new" if chosen else "tile-3"
    frame = ink("tile-ink", plate, chosen)
    canvas.fill(x, y, width, 3, " ", frame)
    canvas.box(x, y, width, 3, frame, lines)
    canvas.put(x + (width - len(show_tile(name)) + 1) // 2, y + 1, show_tile(name), ink("tile-ink", plate, True))
    canvas.put(x + 1, y, number, CURSOR if chosen else ink("tile-ink", plate))
    word = "PICK" if state == "held" else "SWAP" if swapping and state == "here" else ""
    if word:
        row = y + 2 if y + 2 < canvas.height else y
        canvas.put(x + (width - 4) // 2 + (width - 4) % 2, row, word[: width - 1], CURSOR)


def _backs(canvas: Canvas, c: WordsContext, top: int, *, upright: bool) -> Picture:
    """Tiles seen from behind: a spectator's or a hidden rack."""
    seat = shown_seat(c)
    number = c.view.rack_sizes[seat] if 0 <= seat < len(c.view.rack_sizes) else 0
    who, left, step = seat_of(seat), 1 if upright else 2, 5 if upright else 6
    for i in range(number):
        canvas.box(left + i * step, top, 5, 3, LINE, FREE)
        canvas.fill(left + 1 + i * step, top + 1, 3, 1, "▒", MUTED)
    x, y = (left, top + 3) if upright else (left + number * step + 1, top + 1)
    at = canvas.put(x, y, who.shape + who.number, shape_ink(seat))
    said = f"{c.name_of(seat)}: {count(number, 'tile')}, face down"
    canvas.put(at + 1, y, fit(said, max(0, canvas.width - at - 1)).rstrip(), MUTED)
    return Picture(canvas)
