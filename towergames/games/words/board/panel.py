"""The panel beside the board: the word that is being made, what it scores and means, and a stack from the side."""

from __future__ import annotations

from textwrap import wrap

from towergames.board.canvas import Canvas, Ink
from towergames.core.contract import Over
from towergames.core.text import cell_width, fit
from towergames.games.words import grid
from towergames.games.words.beats import LEAD
from towergames.games.words.board.beat_picture import draw_beat
from towergames.games.words.board.text import forming, meaning_of, says_of, words_at
from towergames.games.words.board.tiles import (
    BAD,
    BOLD,
    GOOD,
    MUTED,
    TEXT,
    SquareStyle,
    draw_square,
    face_ink,
    ink,
    seat_of,
    shape_ink,
)
from towergames.games.words.board.ui_state import WordsContext, last_play, typing
from towergames.games.words.grid import Board, Word, show_tile, square
from towergames.games.words.model import USUAL
from towergames.games.words.text import sum_of

TALL = 14
"""Rows of the panel that are needed to draw words in tiles."""
EMPTY = "Type letters, or choose tiles and squares: your word, its points and its meaning are shown here."
EMPTY_UNCHECKED = "Type letters, or choose tiles and squares: your word and its points are shown here."
"""Shown where words that are not in the list may be played, since only words of the list have a meaning."""


def draw_panel(canvas: Canvas, x: int, c: WordsContext, stacks: Board, *, scores: bool) -> None:
    """From column ``x`` on; what does not fit is left out, the least needed first. ``scores``: with players' points."""
    x, height = x + 2, canvas.height
    width = canvas.width - x - 1
    late_lead = c.beat is not None and c.beat.kind == LEAD  # its picture has everyone's points
    y = _players(canvas, x, width, c) if scores and not late_lead else 0
    if c.beat is not None:
        y = draw_beat(canvas, x, y, width, c, c.beat)
    y += height - y >= 5
    y = 1 + _words(canvas, x, y, width, c, stacks)
    if not c.playing:
        y += _side_view(canvas, x, y, c, stacks)
        _last(canvas, x, y, width, c)


def _players(canvas: Canvas, x: int, width: int, c: WordsContext) -> int:
    """One row a player: who is on, shape, number, name, tiles on the rack, and points; returns the row after them."""
    view = c.view
    on = None if isinstance(c.turn, Over) else getattr(c.turn, "seat", view.active)
    for seat in range(view.seats):
        who = seat_of(seat)
        canvas.put(x - 1, seat, ">" if seat == on else " ", BOLD)
        at = canvas.put(x, seat, who.shape, shape_ink(seat))
        at = canvas.put(at, seat, who.number, ink("ink", who.role, True)) + 1
        canvas.put(at, seat, fit(c.name_of(seat), max(0, width - 8)).rstrip(), BOLD if seat == on else TEXT)
        canvas.put(x + width - 4, seat, f"{view.points[seat]:>4}", BOLD)
    return view.seats


def _words(canvas: Canvas, x: int, y: int, width: int, c: WordsContext, stacks: Board) -> int:
    """The pending words, else those under the cursor, else the last ones; returns the row after them."""
    size, roomy = c.view.terms.size, canvas.height >= TALL
    formed = None if c.playing else forming(c)
    if formed:
        after = grid.place_tiles(c.view.board, c.ui.tiles)
        heading, shown = "Your word" if len(formed) == 1 else "Your words", after
        words: tuple[Word, ...] = formed
    else:
        heading, shown, words = "", stacks, ()
        last = last_play(c.playing or c.marks)
        names = words_at(c, c.ui.cell) if not c.playing else ()
        if names:
            heading = "At " + square(c.ui.cell, size)
        elif last is not None:
            heading, names = "Last word" if len(last.words) == 1 else "Last words", last.words
        words = tuple(word for word in _standing(shown) if word.text in names)
        words = tuple(sorted(words, key=lambda word: names.index(word.text)))
    if not words:
        empty = EMPTY if c.view.terms.checking == USUAL.checking else EMPTY_UNCHECKED
        return _write(canvas, x, y, width, empty if typing(c) and not c.playing else "", MUTED)
    if roomy:
        y = _write(canvas, x, y, width, heading, BOLD)
        y = _tiles(canvas, x, y + 1, width, words[0], shown, c) + 1
    for word in words:
        says, good = says_of(c, word) if formed else ("", None)
        style = MUTED
        if good is not None:
            style = GOOD if good else BAD
        points = f"+{word.points}" if formed and good is not False else ""
        at = canvas.put(x, y, word.text, BOLD)
        legal = c.verdict is not None and c.verdict.legal
        canvas.put(x + width - len(points), y, points, GOOD if legal else MUTED)
        if says and at + 1 + cell_width(says) + len(points) >= x + width:
            at, y = x - 1, y + 1
        canvas.put(at + 1, y, says, style)
        y += 1
        if formed and len(words) == 1 and good is not False:
            y = _write(canvas, x, y, width, sum_of(word), MUTED)
        meaning = "" if formed and not good else meaning_of(c, word.text).partition(": ")[2]
        y = _write(canvas, x, y, width, meaning, TEXT)
        y += roomy and bool(meaning)
    return y


def _standing(stacks: Board) -> list[Word]:
    cells = [cell for cell, stack in enumerate(stacks) if stack]
    found = {grid.run(stacks, cell, down): down for cell in cells for down in (False, True)}
    return [grid.read(stacks, run, down) for run, down in found.items() if len(run) > 1]


def _write(canvas: Canvas, x: int, y: int, width: int, text: str, style: Ink) -> int:
    """Write a paragraph, without the parts after a semicolon that find no row. Return the row after the paragraph."""
    rows: list[str] = []
    parts = text.split(";")
    while parts and len(rows := wrap(";".join(parts), max(8, width), break_on_hyphens=False)) > canvas.height - y:
        parts.pop()
        rows = []
    for row in rows:
        canvas.put(x, y, row, style)
        y += 1
    return y


def _tiles(canvas: Canvas, x: int, y: int, width: int, word: Word, stacks: Board, c: WordsContext) -> int:
    """A word in tiles as they are on the board."""
    number = len(word.cells)
    wide = max(2, min(4, width // max(1, number)))
    tall = 2 if wide == 4 else 1
    signs = c.style.plain
    for i, cell in enumerate(word.cells):
        new = not c.playing and cell in c.ui.tiles
        if wide > 2:
            look = SquareStyle(stacks[cell], new=new, signs=signs, plain=c.style.ascii_only)
            draw_square(canvas, x + i * wide, y, wide, tall, look)
        else:
            canvas.put(x + i * 2, y, f"{show_tile(stacks[cell][-1]):<2}", face_ink(len(stacks[cell]), new))
    return y + tall


def _last(canvas: Canvas, x: int, y: int, width: int, c: WordsContext) -> None:
    """The last play on one row, where its words are not shown above."""
    last, here = last_play(c.marks), words_at(c, c.ui.cell)
    if last is None or not (forming(c) or set(here) - set(last.words)):
        return
    at, played = x, f"played {last.words[0]} +{last.points}"
    if last.seat is not None:
        who, room = seat_of(last.seat), max(0, width - cell_width(played) - 3)
        at = canvas.put(at, y, who.shape, shape_ink(last.seat))
        at = canvas.put(at, y, who.number, ink("ink", who.role, True)) + 1
        name = "You" if last.seat == c.seat else c.name_of(last.seat)
        if cell_width(name) <= room:  # the number of the player says it too
            at = canvas.put(at, y, name, TEXT) + 1
    canvas.put(at, y, played, TEXT)


def _side_view(canvas: Canvas, x: int, y: int, c: WordsContext, stacks: Board) -> int:
    """A stack of two or more under the cursor seen from the side, its top tile first; returns its rows."""
    new = c.ui.tile_at(c.ui.cell)
    stack = stacks[c.ui.cell] + new
    if len(stack) < 2 or canvas.height - y < len(stack) + 1:
        return 0
    canvas.put(x, y, f"{square(c.ui.cell, c.view.terms.size)} is {len(stack)} high", MUTED)
    for i, tile in enumerate(reversed(stack)):
        level, fresh = len(stack) - i, bool(new) and i == 0
        canvas.put(x, y + 1 + i, f" {show_tile(tile):<3}", face_ink(level, fresh))
        canvas.put(x + 4, y + 1 + i, "▌", ink("tile-side", "surface"))
        canvas.put(x + 6, y + 1 + i, str(level), BOLD if i == 0 else MUTED)
    return len(stack) + 2
