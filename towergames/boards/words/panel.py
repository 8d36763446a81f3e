"""The panel beside the board: bag and list, players with tiles and points, what is going on, and a stack seen from
the side."""

from __future__ import annotations

from towergames.boards.desk import Scene
from towergames.boards.kit.canvas import Canvas
from towergames.boards.words import inks, speech
from towergames.boards.words.pointer import Pointer
from towergames.boards.words.show import last_play
from towergames.core.contract import Over
from towergames.core.text import fit
from towergames.games.words.board import centre, show_tile, square
from towergames.games.words.model import View

SIDE_WIDTH = 12
"""Columns of the side view where it stands beside the rest."""
BESIDE = 22 + SIDE_WIDTH
TALL = 20
"""Rows from which everything stands below one another, with meanings."""


def draw_panel(canvas: Canvas, x: int, scene: Scene[View], pointer: Pointer, stacks: tuple[str, ...]) -> None:
    """From column ``x`` on, from top to bottom; rows that do not fit are left out, the least needed last."""
    width, height = canvas.width - x, canvas.height
    canvas.fill(x, 0, width, height, " ", inks.TEXT)
    for row in range(height):
        canvas.put(x, row, "│", inks.LINE)
    x, width = x + 2, width - 2
    beside = width >= BESIDE and height < TALL
    room = width - SIDE_WIDTH if beside else width
    y = _facts(canvas, x, room, scene)
    y = _players(canvas, x, y, room, scene)
    spare = height - y
    y += 1 if spare >= 4 else 0
    for line, style in speech.panel_lines(scene, pointer, beside):
        if y >= height or (not beside and y >= height - 3):
            break
        canvas.put(x, y, fit(line, room).rstrip(), style)
        y += 1
    if beside:
        _side_view(canvas, x + room + 2, 0, height, scene, pointer, stacks)
        if not scene.playing:
            _meanings(canvas, x, y + 1, room, scene, pointer)
        return
    y += 1 if height - y >= 8 else 0
    _side_view(canvas, x, y, height, scene, pointer, stacks)
    if height >= TALL and not scene.playing:
        _meanings(canvas, x, y + scene.view.terms.height + 3, room, scene, pointer)


def _meanings(canvas: Canvas, x: int, y: int, width: int, scene: Scene[View], pointer: Pointer) -> None:
    """What the words through the cursor mean, else those of the last play, as far as there are rows."""
    told = last_play(scene.marks)
    for word in speech.words_at(scene, pointer.cell) or (told.words if told is not None else ()):
        lines = wrap(speech.meaning_of(scene, word), width)
        room = max(0, canvas.height - y)
        for i, line in enumerate(lines[:room]):
            cut = i == room - 1 and len(lines) > room
            canvas.put(x, y + i, fit(line + " ~~", width - 1).rstrip(" ~") + "~" if cut else line, inks.TEXT)
        y += len(lines) + 1 if lines else 0


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of at most ``width`` cells, broken at blanks where possible."""
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += " " + word
        else:
            lines.append(word[: max(1, width)])
    return lines


def _facts(canvas: Canvas, x: int, width: int, scene: Scene[View]) -> int:
    view = scene.view
    at = canvas.put(x, 0, "bag ", inks.TITLE)
    at = canvas.put(at, 0, str(view.bag), inks.BOLD) + 2
    rows = 1
    if canvas.height >= TALL and at + 6 + len(view.list_id) > x + width:
        at, rows = x, 2
    if view.list_id:
        if at + 6 + len(view.list_id) <= x + width:
            at = canvas.put(at, rows - 1, "words ", inks.TITLE)
        canvas.put(at, rows - 1, fit(view.list_id, max(0, x + width - at)).rstrip(), inks.BOLD)
    return rows


def _players(canvas: Canvas, x: int, y: int, width: int, scene: Scene[View]) -> int:
    """One line a player: who is on, shape, number, name, tiles on the rack, and points."""
    view = scene.view
    if canvas.height - view.seats >= 8:
        canvas.put(x + width - 11, y, "tiles  pts", inks.MUTED)
        y += 1
    over = isinstance(scene.turn, Over)
    on = getattr(scene.turn, "seat", view.active)
    for seat in range(view.seats):
        here = seat == on and not over
        who = inks.seat_of(seat)
        canvas.put(x - 1, y, ">" if here else " ", inks.BOLD)
        at = canvas.put(x, y, who.shape, inks.shape_ink(seat))
        at = canvas.put(at, y, who.number, inks.plate_ink(seat)) + 1
        name = scene.name_of(seat)
        canvas.put(at, y, fit(name, max(0, width - 12)), inks.BOLD if here else inks.TEXT)
        canvas.put(x + width - 8, y, f"{view.rack_sizes[seat]:>2}", inks.MUTED)
        canvas.put(x + width - 5, y, f"{view.points[seat]:>4}", inks.BOLD)
        y += 1
    return y


def _side_view(
    canvas: Canvas, x: int, y: int, height: int, scene: Scene[View], pointer: Pointer, stacks: tuple[str, ...]
) -> None:
    """The stack under the cursor seen from the side, its top tile first."""
    size = scene.view.terms.size
    new = "" if scene.playing else pointer.tile_at(pointer.cell)
    stack = stacks[pointer.cell] + new
    room = height - y
    if room <= 0:
        return
    name = square(pointer.cell, size)
    kind = f"{len(stack)} high" if len(stack) > 1 else "1 tile" if stack else "empty"
    if not stack and pointer.cell in centre(size):
        kind = "centre"
    at = canvas.put(x, y, name, inks.TITLE)
    canvas.put(at + 1, y, kind, inks.TEXT)
    if len(stack) > 1 and room < len(stack) + 1:
        rest = "-".join(map(show_tile, reversed(stack)))
        canvas.put(at + 1, y, f"{len(stack)}: {rest}", inks.TEXT)
        return
    if stack and room >= len(stack) + 2:
        canvas.put(x, y + len(stack) + 1, "▀" * 8, inks.EDGE)
    for i, tile in enumerate(reversed(stack)):
        if y + 1 + i >= height:
            break
        level, fresh = len(stack) - i, bool(new) and i == 0
        canvas.put(x, y + 1 + i, "+" if fresh else " ", inks.BOLD)
        canvas.put(x + 1, y + 1 + i, "▐", inks.ink("tile-side", "surface"))
        canvas.put(x + 2, y + 1 + i, f" {show_tile(tile):<2}", inks.face(level, fresh))
        canvas.put(x + 5, y + 1 + i, "▌", inks.ink("tile-side", "surface"))
        canvas.put(x + 7, y + 1 + i, str(level), inks.BOLD if i == 0 else inks.MUTED)
