"""The hand: the letters on offer, the one in hand or the word being typed, the balance, and the buttons. Pure."""

from __future__ import annotations

from towergames.boards.kit.canvas import Canvas
from towergames.boards.konexi import blocks, inks, situation
from towergames.boards.konexi.layout import COLUMN
from towergames.boards.konexi.pointer import ACTS, Pointer, TableScene
from towergames.boards.konexi.window import Room
from towergames.boards.protocol import Picture, Spot

BALANCE_ROWS = 2
BALANCE_COLUMNS = 34
"""Columns of the balance where it stands at the right."""
TWO_CARDS = 44
"""Columns of a hand that has room for the pictures of both letters on offer."""


def draw_hand(scene: TableScene, pointer: Pointer, width: int, height: int) -> Picture:
    """The hand drawn to exactly that size, the buttons below."""
    canvas = Canvas(width, height)
    buttons = min(blocks.button_rows(scene, pointer, width - 2), max(1, height // 3))
    room = Room(1, 0, width - 2, height - buttons)
    column = width < COLUMN or height >= 12
    spots = (_column if column else _abreast)(canvas, scene, pointer, room)
    spots += blocks.draw_buttons(canvas, Room(1, height - buttons, width - 2, buttons), scene, pointer)
    cursor = next(((s.x, s.y) for s in spots if pointer.zone == ACTS and s.key == f"act:{pointer.act}"), None)
    return Picture(canvas, tuple(spots), cursor)


def _column(canvas: Canvas, scene: TableScene, pointer: Pointer, room: Room) -> list[Spot]:
    """The offers above, pictures of letters with words beside them, the balance below."""
    spots = blocks.draw_offers(canvas, _rows(room, 0, 1), scene, pointer)
    body = _rows(room, 1, room.height - 1 - BALANCE_ROWS)
    if situation.phase(scene) == "word":
        rows = blocks.word_rows(scene, pointer, room.width)
        spots += blocks.draw_word(canvas, _rows(body, 1, rows), scene, pointer)
        body = _rows(body, rows + 2, body.height - rows - 2)
    else:
        body = _pictures(canvas, body, scene, pointer)
    blocks.draw_readout(canvas, body, blocks.readout(scene, pointer))
    blocks.draw_balance(canvas, _rows(room, room.height - BALANCE_ROWS, BALANCE_ROWS), scene, pointer)
    return spots


def _pictures(canvas: Canvas, room: Room, scene: TableScene, pointer: Pointer) -> Room:
    """Pictures of letters from the left; the room that is left for words, above two letters where it is narrow."""
    narrow = room.width < TWO_CARDS
    if narrow and situation.phase(scene) != "place" and len(blocks.letters_shown(scene, pointer)) > 1:
        words = _rows(room, 0, len(blocks.wrapped(blocks.readout(scene, pointer), room.width)))
        blocks.draw_cards(canvas, _rows(room, words.height, room.height), scene, pointer, 2)
        return words
    return _right(room, blocks.draw_cards(canvas, room, scene, pointer, 1 if narrow else 2))


def _abreast(canvas: Canvas, scene: TableScene, pointer: Pointer, room: Room) -> list[Spot]:
    """Pictures of letters at the left, words in the middle, the balance at the right."""
    high = room.height
    roomy = room.width >= TWO_CARDS + BALANCE_COLUMNS
    right = BALANCE_COLUMNS if roomy else 26
    wide = blocks.draw_cards(canvas, room, scene, pointer, 2 if roomy else 1) if high >= 3 else 0
    middle = Room(room.x + wide, room.y, room.width - wide - right - 3, high)
    spots = blocks.draw_offers(canvas, _rows(middle, 0, 1), scene, pointer)
    body = _rows(middle, 1, high - 1)
    if situation.phase(scene) == "word":
        rows = min(body.height, blocks.word_rows(scene, pointer, middle.width))
        spots += blocks.draw_word(canvas, _rows(body, 0, rows), scene, pointer)
        body = _rows(body, rows, body.height - rows)
    blocks.draw_readout(canvas, body, blocks.readout(scene, pointer))
    for row in range(high):
        canvas.put(room.x + room.width - right - 2, room.y + row, "│", inks.LINE)
    blocks.draw_balance(canvas, _right(room, room.width - right), scene, pointer)
    return spots


def _right(room: Room, columns: int) -> Room:
    return Room(room.x + columns, room.y, room.width - columns, room.height)


def _rows(room: Room, first: int, count: int) -> Room:
    return Room(room.x, room.y + first, room.width, max(0, min(count, room.height - first)))
