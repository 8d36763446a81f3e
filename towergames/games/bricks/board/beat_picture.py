"""The beats: the last rule that is kept, a tower that lights up by levels, a long word in plates, a medal as a load."""

from __future__ import annotations

from collections.abc import Mapping

from towergames.board import inks
from towergames.board.canvas import Canvas, Ink
from towergames.board.protocol import Picture
from towergames.core.highlight import Highlight
from towergames.core.text import count, fit
from towergames.games.bricks.beats import BEATEN, HAND_IN, LEGAL
from towergames.games.bricks.board import ledger, position, score_panel, tower_picture
from towergames.games.bricks.board.pending_move import standing
from towergames.games.bricks.board.tower_picture import BoardLayout, draw_tower
from towergames.games.bricks.board.ui_state import BricksContext
from towergames.games.bricks.pieces import Tower, read_tower
from towergames.games.bricks.rule_names import RULE_NAMES

HOOK = "╨"
PLATE, PLATE_ROWS = 5, 3
"""Columns and rows of the plate of a letter."""
LIT, DARK = Ink("ink", "lit", bold=True), Ink("muted", "card")


def draw_beat(c: BricksContext, highlight: Highlight, canvas: Canvas) -> Picture:
    """Draw the beat at its present time."""
    part = highlight.part(c.beat_seconds)
    if highlight.kind == LEGAL:
        _draw_legal(canvas, c, read_tower(highlight.data["tower"]), part)
    elif highlight.kind == HAND_IN:
        _draw_hand_in(canvas, c, highlight, part)
    else:
        _draw_word(canvas, c, highlight, part)
    return Picture(canvas)


def _turned(part: float, number: int) -> int:
    """How many of ``number`` things have turned; the first one has from the beginning."""
    return min(number, 1 + int(part * number)) if number else 0


def _plan(canvas: Canvas, c: BricksContext, tower: Tower) -> BoardLayout:
    signs = c.style.plain
    longest = max(map(len, tower), default=0)
    return tower_picture.plan(canvas.width, canvas.height, len(tower), longest, signs=signs)


def _draw_side(canvas: Canvas, measures: BoardLayout) -> tuple[int, int]:
    """Draw the line beside the tower. Return the first column and the width of the panel."""
    for row in range(canvas.height):
        canvas.put(measures.side, row, "│", inks.LINE)
    return measures.side + 2, canvas.width - measures.side - 2


def _draw_legal(canvas: Canvas, c: BricksContext, tower: Tower, part: float) -> None:
    """Draw the tower with all rules kept; the rules that were broken before turn one after the other."""
    before, scores = position.seen(c, position.tower_of(c)), ledger.score_sheet(c, tower)
    measures = _plan(canvas, c, tower)
    draw_tower(canvas, measures, standing(tower, named=True), (), scores.columns)
    x, width = _draw_side(canvas, measures)
    spots = score_panel.draw_panel(canvas, x, 0, width, canvas.height, scores, figures=not measures.signs)
    broken = sorted(before.broken)
    waiting = broken[_turned(part, len(broken)) :]
    for spot in spots:
        if spot.width == 1 and int(spot.key.removeprefix("rule:")) in waiting:
            canvas.put(spot.x, spot.y, *score_panel.TICKS["x"])
    _draw_hook(canvas, measures, tower, part)


def _draw_hook(canvas: Canvas, measures: BoardLayout, tower: Tower, part: float) -> None:
    """Draw the hook of the crane, which goes up from the top of the tower and leaves."""
    top = measures.ground - min(len(tower), measures.levels) * measures.size.tall
    low = round((1 - part) * (top - 1))
    x = measures.left + measures.size.pitch // 2
    for row in range(low):
        canvas.put(x, row, "│", inks.MUTED)
    if low > 0:
        canvas.put(x, low, HOOK, inks.BOLD)


def _draw_hand_in(canvas: Canvas, c: BricksContext, highlight: Highlight, part: float) -> None:
    """Draw a tower whose levels light up from the ground, while its points are counted line by line."""
    tower = read_tower(highlight.data["tower"])
    measures = _plan(canvas, c, tower)
    draw_tower(canvas, measures, standing(tower), (), highlight.data["words"])
    lit = _turned(part, len(tower))
    tall = measures.size.tall
    top = measures.ground - min(len(tower), measures.levels) * tall
    for row in range(max(0, top), measures.ground - lit * tall):
        for column in range(measures.left, measures.side):
            canvas.put(column, row, canvas.row(row)[column], DARK)
    x, width = _draw_side(canvas, measures)
    lines = _points_in_order(highlight.data["points"])
    counted = lines[: _turned(part, len(lines))]
    total = highlight.data["total"] if part >= 1 else sum(points for _, points in counted)
    name = c.name_of(highlight.seats[0])
    canvas.put(x, 0, fit(f"{name}: {count(total, 'point')}", width).rstrip(), inks.TITLE)
    room = canvas.height - 2
    for row, (rule, points) in enumerate(counted[-room:] if room > 0 else (), start=2):
        canvas.put(x, row, f"{RULE_NAMES[rule]:<{score_panel.NAME}} {points:+4d}"[:width], inks.TEXT)


def _points_in_order(points: Mapping[str, int]) -> list[tuple[int, int]]:
    """The rules that score, the least first, so that the count ends with the most."""
    return sorted(((int(rule), gain) for rule, gain in points.items()), key=lambda line: (line[1], line[0]))


def draw_load(picture: Picture, highlight: Highlight, seconds: float) -> Picture:
    """Draw a medal as the crane's last load, which comes down on a finished tower. A beaten search sinks behind it."""
    canvas, part = picture.canvas, highlight.part(seconds)
    label = f" {highlight.data['medal'].upper()} "[: canvas.width]
    top = _free_rows(canvas, 0, len(label))
    row = round(1 + part * (top - 1))
    for above in range(1, row):
        canvas.put(len(label) // 2, above, "│", inks.MUTED)
    canvas.put(0, row, label, LIT)
    if highlight.kind == BEATEN and part < 1:
        sign = f" search {highlight.data['most']} "
        _draw_behind(canvas, sign, len(label) + 1, 1 + round(part * (canvas.height - 2)))
    return picture


def _free_rows(canvas: Canvas, x: int, width: int) -> int:
    """The row above the first picture below the title, in these columns; at least row 1."""
    row = 1
    while row + 1 < canvas.height and not canvas.row(row + 1)[x : x + width].strip():
        row += 1
    return row


def _draw_behind(canvas: Canvas, text: str, x: int, row: int) -> None:
    """Write a sign where nothing stands before it."""
    there = canvas.row(row)
    for column, sign in enumerate(text, start=x):
        if column < canvas.width and there[column] == " ":
            canvas.put(column, row, sign, DARK)


def _draw_word(canvas: Canvas, c: BricksContext, highlight: Highlight, part: float) -> None:
    """Draw the longest word, a plate for each letter, which light up one after the other."""
    word = highlight.data["word"]
    lit = _turned(part, len(word))
    pitch = PLATE + 1 if len(word) * (PLATE + 1) <= canvas.width else max(2, canvas.width // len(word))
    y = max(0, canvas.height // 2 - 2)
    left = max(0, (canvas.width - len(word) * pitch) // 2)
    for number, letter in enumerate(word):
        ink = LIT if number < lit else DARK
        x = left + number * pitch
        canvas.fill(x, y, pitch - 1, min(PLATE_ROWS, canvas.height - y), " ", ink)
        canvas.put(x + (pitch - 1) // 2, min(canvas.height - 1, y + 1), letter, ink)
    told = f"{c.name_of(highlight.seats[0])}: {len(word)} letters"
    if y + PLATE_ROWS + 1 < canvas.height:
        canvas.put(max(0, (canvas.width - len(told)) // 2), y + PLATE_ROWS + 1, told, inks.BOLD)
