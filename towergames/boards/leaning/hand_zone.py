"""The hand: sizes and suggestions, what the piece in hand touches and would score, and the buttons of the turn."""

from __future__ import annotations

from towergames.boards.kit.canvas import Canvas
from towergames.boards.leaning import blocks, inks
from towergames.boards.leaning.blocks import Room
from towergames.boards.leaning.layout import COLUMN, THREE
from towergames.boards.leaning.pointer import ACTS, Pointer, TableScene
from towergames.boards.protocol import Picture, Spot

SIZE_ROWS = 3


def draw_hand(scene: TableScene, pointer: Pointer, width: int, height: int) -> Picture:
    """The hand drawn to exactly that size: one, two or three columns, the buttons below."""
    canvas = Canvas(width, height)
    buttons = min(blocks.button_rows(scene, pointer, width - 2), max(1, height // 3))
    body = height - buttons
    if width < COLUMN:
        spots = _column(canvas, scene, pointer, Room(1, 0, width - 2, body))
    else:
        spots = _abreast(canvas, scene, pointer, Room(1, 0, width - 2, body))
    spots += blocks.draw_buttons(canvas, Room(1, body, width - 2, buttons), scene, pointer)
    cursor = next(((s.x, s.y) for s in spots if pointer.zone == ACTS and s.key == f"act:{pointer.act}"), None)
    return Picture(canvas, tuple(spots), cursor)


def _column(canvas: Canvas, scene: TableScene, pointer: Pointer, room: Room) -> list[Spot]:
    """All parts below one another; the readout gets what it needs before the suggestions get more than three rows."""
    lines = blocks.readout(scene, pointer, room.width)
    left = room.height - SIZE_ROWS - 1
    ideas = min(max(3, left - len(lines)), left, max(3, len(pointer.ideas)))
    spots = blocks.draw_sizes(canvas, _rows(room, 0, SIZE_ROWS), scene, pointer)
    spots += blocks.draw_grip(canvas, _rows(room, SIZE_ROWS, 1), scene, pointer)
    spots += blocks.draw_ideas(canvas, _rows(room, SIZE_ROWS + 1, ideas), scene, pointer)
    blocks.draw_readout(canvas, _rows(room, SIZE_ROWS + 1 + ideas, left - ideas), lines)
    return spots


def _abreast(canvas: Canvas, scene: TableScene, pointer: Pointer, room: Room) -> list[Spot]:
    """Sizes at the left, the readout at the right, suggestions between them or, in a narrow hand, below the sizes."""
    three = room.width >= THREE
    sizes = 33 if three else room.width // 2 - 1
    left = Room(room.x, room.y, sizes, room.height)
    spots = blocks.draw_sizes(canvas, _rows(left, 0, SIZE_ROWS), scene, pointer)
    spots += blocks.draw_grip(canvas, _rows(left, SIZE_ROWS, 1), scene, pointer)
    rest = room.width - sizes - 3
    if three:
        wide = rest * 5 // 9
        _rule(canvas, room.x + sizes + 1, room)
        spots += blocks.draw_ideas(canvas, Room(room.x + sizes + 3, room.y, wide - 2, room.height), scene, pointer)
        _rule(canvas, room.x + sizes + 2 + wide, room)
        right = Room(room.x + sizes + 4 + wide, room.y, rest - wide - 1, room.height)
    else:
        spots += blocks.draw_ideas(canvas, _rows(left, SIZE_ROWS + 1, room.height - SIZE_ROWS - 1), scene, pointer)
        _rule(canvas, room.x + sizes + 1, room)
        right = Room(room.x + sizes + 3, room.y, rest, room.height)
    blocks.draw_readout(canvas, right, blocks.readout(scene, pointer, right.width))
    return spots


def _rows(room: Room, first: int, count: int) -> Room:
    return Room(room.x, room.y + first, room.width, max(0, min(count, room.height - first)))


def _rule(canvas: Canvas, x: int, room: Room) -> None:
    for row in range(room.height):
        canvas.put(x, room.y + row, "│", inks.LINE)
