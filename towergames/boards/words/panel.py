"""The panel beside the board: bag and list, players with tiles and points, what is going on, and a stack seen from
the side."""

from __future__ import annotations

from textwrap import wrap

from towergames.boards.kit.canvas import Canvas, Ink
from towergames.boards.words.text import briefly, doing, meaning_of, words_at
from towergames.boards.words.tiles import (
    BOLD,
    EDGE,
    LINE,
    MUTED,
    TEXT,
    TITLE,
    face_ink,
    ink,
    seat_of,
    shape_ink,
)
from towergames.boards.words.ui_state import WordsContext, last_play
from towergames.core.contract import Over
from towergames.core.text import fit
from towergames.games.words.board import centre, show_tile, square

PANEL_COLUMNS = 22
"""Fewest columns of the panel."""
SIDE_WIDTH = 12
"""Columns of the side view where it stands beside the rest."""
BESIDE = PANEL_COLUMNS + SIDE_WIDTH
TALL = 20
"""Rows from which everything stands below one another, with meanings."""
SHORT = 10
"""Letters of the last play's words that surely fit the narrowest panel."""


def draw_panel(canvas: Canvas, x: int, c: WordsContext, stacks: tuple[str, ...]) -> None:
    """From column ``x`` on, from top to bottom; rows that do not fit are left out, the least needed last."""
    width, height = canvas.width - x, canvas.height
    canvas.fill(x, 0, width, height, " ", TEXT)
    for row in range(height):
        canvas.put(x, row, "│", LINE)
    x, width = x + 2, width - 2
    beside = width >= BESIDE and height < TALL
    room = width - SIDE_WIDTH if beside else width
    y = _facts(canvas, x, room, c)
    y = _players(canvas, x, y, room, c)
    spare = height - y
    y += 1 if spare >= 4 else 0
    for line, style in _lines(c, beside):
        if y >= height or (not beside and y >= height - 3):
            break
        canvas.put(x, y, fit(line, room).rstrip(), style)
        y += 1
    if beside:
        _side_view(canvas, x + room + 2, 0, height, c, stacks)
        if not c.playing:
            _meanings(canvas, x, y + 1, room, c)
        return
    y += 1 if height - y >= 8 else 0
    _side_view(canvas, x, y, height, c, stacks)
    if height >= TALL and not c.playing:
        _meanings(canvas, x, y + c.view.terms.height + 3, room, c)


def _meanings(canvas: Canvas, x: int, y: int, width: int, c: WordsContext) -> None:
    """What the words through the cursor mean, else those of the last play, as far as there are rows."""
    last = last_play(c.marks)
    for word in words_at(c, c.ui.cell) or (last[0] if last else ()):
        lines = wrap(meaning_of(c, word), width, break_on_hyphens=False)
        room = max(0, canvas.height - y)
        for i, line in enumerate(lines[:room]):
            cut = i == room - 1 and len(lines) > room
            canvas.put(x, y + i, fit(line + " ~~", width - 1).rstrip(" ~") + "~" if cut else line, TEXT)
        y += len(lines) + 1 if lines else 0


def _lines(c: WordsContext, roomy: bool) -> list[tuple[str, Ink]]:
    """What is going on: the decision, the direction, the last play."""
    view = c.view
    lines = [(doing(c), TITLE)]
    if c.phase == "turn" and c.style.cursor:
        lines.append((f"typing {'down  v' if c.ui.down else 'across  >'}", TEXT))
    if last := last_play(c.playing or c.marks):
        words, points = last
        doubt = "?" if view.pending is not None and view.pending.words == words else ""
        names = ", ".join(words)
        # The points matter more than every crossing word.
        lines.append((f"last: {names if len(names) <= SHORT else briefly(words)}{doubt} {points}", TEXT))
    return [*lines, (f"stacks up to {view.terms.height}", MUTED)] if roomy else lines


def _facts(canvas: Canvas, x: int, width: int, c: WordsContext) -> int:
    view = c.view
    at = canvas.put(x, 0, "bag ", TITLE)
    at = canvas.put(at, 0, str(view.bag), BOLD) + 2
    rows = 1
    if canvas.height >= TALL and at + 6 + len(view.list_id) > x + width:
        at, rows = x, 2
    if view.list_id:
        if at + 6 + len(view.list_id) <= x + width:
            at = canvas.put(at, rows - 1, "words ", TITLE)
        canvas.put(at, rows - 1, fit(view.list_id, max(0, x + width - at)).rstrip(), BOLD)
    return rows


def _players(canvas: Canvas, x: int, y: int, width: int, c: WordsContext) -> int:
    """One line a player: who is on, shape, number, name, tiles on the rack, and points."""
    view = c.view
    if canvas.height - view.seats >= 8:
        canvas.put(x + width - 11, y, "tiles  pts", MUTED)
        y += 1
    over = isinstance(c.turn, Over)
    on = getattr(c.turn, "seat", view.active)
    for seat in range(view.seats):
        here = seat == on and not over
        who = seat_of(seat)
        canvas.put(x - 1, y, ">" if here else " ", BOLD)
        at = canvas.put(x, y, who.shape, shape_ink(seat))
        at = canvas.put(at, y, who.number, ink("ink", who.role, True)) + 1
        name = c.name_of(seat)
        canvas.put(at, y, fit(name, max(0, width - 12)), BOLD if here else TEXT)
        canvas.put(x + width - 8, y, f"{view.rack_sizes[seat]:>2}", MUTED)
        canvas.put(x + width - 5, y, f"{view.points[seat]:>4}", BOLD)
        y += 1
    return y


def _side_view(canvas: Canvas, x: int, y: int, height: int, c: WordsContext, stacks: tuple[str, ...]) -> None:
    """The stack under the cursor seen from the side, its top tile first."""
    size = c.view.terms.size
    new = "" if c.playing else c.ui.tile_at(c.ui.cell)
    stack = stacks[c.ui.cell] + new
    room = height - y
    if room <= 0:
        return
    name = square(c.ui.cell, size)
    kind = f"{len(stack)} high" if len(stack) > 1 else "1 tile" if stack else "empty"
    if not stack and c.ui.cell in centre(size):
        kind = "centre"
    at = canvas.put(x, y, name, TITLE)
    canvas.put(at + 1, y, kind, TEXT)
    if len(stack) > 1 and room < len(stack) + 1:
        rest = "-".join(map(show_tile, reversed(stack)))
        canvas.put(at + 1, y, f"{len(stack)}: {rest}", TEXT)
        return
    if stack and room >= len(stack) + 2:
        canvas.put(x, y + len(stack) + 1, "▀" * 8, EDGE)
    for i, tile in enumerate(reversed(stack)):
        if y + 1 + i >= height:
            break
        level, fresh = len(stack) - i, bool(new) and i == 0
        canvas.put(x, y + 1 + i, "+" if fresh else " ", BOLD)
        canvas.put(x + 1, y + 1 + i, "▐", ink("tile-side", "surface"))
        canvas.put(x + 2, y + 1 + i, f" {show_tile(tile):<2}", face_ink(level, fresh))
        canvas.put(x + 5, y + 1 + i, "▌", ink("tile-side", "surface"))
        canvas.put(x + 7, y + 1 + i, str(level), BOLD if i == 0 else MUTED)
