"""The looker's rack: seven places with tiles standing in them, and the buttons beside it."""

from __future__ import annotations

from towergames.boards.desk import Scene
from towergames.boards.kit.canvas import Canvas
from towergames.boards.protocol import Picture, Spot
from towergames.boards.words import acting, inks
from towergames.boards.words.inks import ink
from towergames.boards.words.layout import RACK_AND_BUTTONS
from towergames.boards.words.panel import draw_panel
from towergames.boards.words.pointer import ACTS, RACK, Pointer, acts, rack, shown_seat
from towergames.boards.words.show import shown
from towergames.core.contract import Decide
from towergames.core.text import count, fit
from towergames.games.words.board import show_tile
from towergames.games.words.model import View

FREE, HERE, HELD, GONE = "┌─┐│└┘", "┏━┓┃┗┛", "╔═╗║╚╝", "┌╌┐╎└┘"
PLACES = 7
LABELS = {
    "play": "Play",
    "exchange": "Exchange",
    "pass": "Pass",
    "challenge": "Challenge",
    "accept": "Accept",
    "recall": "Take back",
    "shuffle": "Shuffle",
}
BUTTON = 11
ROOMY = 90
"""Columns from which the tiles are wider."""
NARROW = 76
"""Columns below which the rack may stand upright beside the board."""
UPRIGHT = RACK_AND_BUTTONS + 6
"""Rows from which it does: the panel needs six."""


def draw_rack(scene: Scene[View], pointer: Pointer, width: int, height: int) -> Picture:
    """The rack on ``width`` x ``height`` cells: faces where they may be seen, else backs; buttons at the right.

    Beside the board it stands upright: the panel above the rack, the buttons below it.
    """
    canvas = Canvas(width, height)
    canvas.fill(0, 0, width, height, " ", inks.TEXT)
    upright = width < NARROW and height >= UPRIGHT
    if upright:
        panel = Canvas(width, height - RACK_AND_BUTTONS)
        draw_panel(panel, 0, scene, pointer, shown(scene)[0])
        canvas.blit(panel, 0, 0)
    seat = shown_seat(scene)
    tile = 7 if width >= ROOMY and height >= 4 else 5
    step = tile + (1 if width >= 76 else 0)
    used = PLACES * step
    top = height - RACK_AND_BUTTONS if upright else (height - 3) // 2
    if not 0 <= seat < len(scene.view.racks) or scene.view.racks[seat] is None:
        return _backs(canvas, scene, top, upright=upright)
    order = pointer.order if scene.seat is not None else rack(scene)
    left = 1 if upright else 2 if width < 76 else max(2, min(8, (width - used - 2 * (BUTTON + 1)) // 3))
    spots, cursor = [], None
    if not order:
        canvas.put(left, top + 1, f"{scene.name_of(seat)} has no tiles.", inks.MUTED)
    for slot, name in enumerate(order):
        x = left + slot * step
        state = _state(pointer, slot) if scene.seat is not None else ""
        _tile(canvas, x, top, tile, slot, name, state, swapping=pointer.swapping)
        spots.append(Spot(f"hand:{slot + 1}", x, top, tile, 3, show_tile(name)))
        if state == "here":
            cursor = (x + tile // 2, top + 1)
    at = (left, top + 3, 2) if upright else (left + used + 1, (height - min(3, height)) // 2, min(3, height))
    buttons, place = _buttons(canvas, scene, pointer, *at)
    whole = Spot("rack", left, top, used, 3, "the rack")
    return Picture(canvas, (*spots, *buttons, whole), place or cursor)


def _state(pointer: Pointer, slot: int) -> str:
    if slot in pointer.out:
        return "out"
    if slot == pointer.held:
        return "held"
    return "here" if pointer.zone == RACK and pointer.slot == slot else ""


def _tile(canvas: Canvas, x: int, y: int, width: int, slot: int, name: str, state: str, *, swapping: bool) -> None:
    """A tile in its place; an empty place where it lies on the board."""
    number = str(slot + 1)
    if state == "out":
        canvas.box(x, y, width, 3, inks.MUTED, GONE)
        canvas.put(x + width // 2, y + 1, show_tile(name).lower(), inks.MUTED)
        canvas.put(x + 1, y, number, inks.MUTED)
        return
    chosen = state in ("here", "held")
    lines = HELD if state == "held" else HERE if state == "here" else FREE
    plate = "tile-new" if chosen else "tile-3"
    frame = ink("tile-ink", plate, chosen)
    canvas.fill(x, y, width, 3, " ", frame)
    canvas.box(x, y, width, 3, frame, lines)
    canvas.put(x + (width - len(show_tile(name)) + 1) // 2, y + 1, show_tile(name), ink("tile-ink", plate, True))
    canvas.put(x + 1, y, number, inks.CURSOR if chosen else ink("tile-ink", plate))
    word = "PICK" if state == "held" else "SWAP" if swapping and state == "here" else ""
    if word:
        canvas.put(x + (width - 4) // 2 + (width - 4) % 2, y + 2, word[: width - 1], inks.CURSOR)


def _buttons(
    canvas: Canvas, scene: Scene[View], pointer: Pointer, x: int, y: int, rows: int
) -> tuple[list[Spot], tuple[int, int] | None]:
    """Columns of buttons, or who is on when there is nothing to press."""
    names = acts(scene)
    spots: list[Spot] = []
    cursor = None
    if not names:
        if isinstance(scene.turn, Decide):
            text = f"{scene.name_of(scene.turn.seat)} is on" if scene.turn.seat != scene.seat else ""
            canvas.put(x, y + rows // 2, fit(text, max(0, canvas.width - x)).rstrip(), inks.MUTED)
        return [], None
    for i, name in enumerate(names):
        bx, by = x + (i // rows) * (BUTTON + 1), y + i % rows
        here = pointer.zone == ACTS and pointer.act == name
        usable = not acting.why_not(scene, pointer, name)
        label = f">{LABELS[name]}<" if here else f"[{LABELS[name]}]" if usable else f" {LABELS[name]} "
        canvas.put(bx, by, label, inks.CURSOR if here else inks.BUTTON if usable else inks.MUTED)
        spots.append(Spot(f"act:{name}", bx, by, len(label), 1, LABELS[name]))
        cursor = (bx, by) if here else cursor
    return [s for s in spots if s.x + s.width <= canvas.width], cursor


def _backs(canvas: Canvas, scene: Scene[View], top: int, *, upright: bool) -> Picture:
    """Tiles seen from behind: a spectator's or a hidden rack."""
    seat = shown_seat(scene)
    number = scene.view.rack_sizes[seat] if 0 <= seat < len(scene.view.rack_sizes) else 0
    who, left, step = inks.seat_of(seat), 1 if upright else 2, 5 if upright else 6
    for i in range(number):
        canvas.box(left + i * step, top, 5, 3, inks.LINE, FREE)
        canvas.fill(left + 1 + i * step, top + 1, 3, 1, "▒", inks.MUTED)
    x, y = (left, top + 3) if upright else (left + number * step + 1, top + 1)
    at = canvas.put(x, y, who.shape + who.number, inks.shape_ink(seat))
    said = f"{scene.name_of(seat)}: {count(number, 'tile')}, face down"
    canvas.put(at + 1, y, fit(said, max(0, canvas.width - at - 1)).rstrip(), inks.MUTED)
    return Picture(canvas)
