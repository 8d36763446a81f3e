"""The beats: tiles that rise while points are counted, tiles that leave the board, an empty bag, and a late lead."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from towergames.board.canvas import Canvas
from towergames.core.contract import reason_text
from towergames.core.highlight import Highlight
from towergames.core.text import count, fit, sentence
from towergames.games.words.beats import ALL_SEVEN, LARGE_TURN, LAST_TILE, LEAD, TAKEN_BACK
from towergames.games.words.board.tiles import BOLD
from towergames.games.words.board.ui_state import AnyWordsContext

APART_SECONDS, UP_SECONDS = 0.06, 0.3
"""From one tile to the next one that rises, and how long a tile stays up."""


def _steps(c: AnyWordsContext, beat: Highlight) -> list[float]:
    """The seconds since each tile of a beat began to rise, in the order of its squares; less than 0 before that."""
    return [c.beat_seconds - APART_SECONDS * number for number in range(len(beat.data["cells"]))]


def lifted(c: AnyWordsContext, beat: Highlight) -> dict[int, int]:
    """The squares of tiles that are a row above their place now."""
    if "cells" not in beat.data:
        return {}
    risen = zip(beat.data["cells"], _steps(c, beat), strict=True)
    return {cell: 1 for cell, seconds in risen if 0 <= seconds < UP_SECONDS}


def gone(c: AnyWordsContext, beat: Highlight) -> list[int]:
    """The squares whose tile has left the board."""
    if beat.kind != TAKEN_BACK:
        return []
    if beat.part(c.beat_seconds) >= 1:
        return list(beat.data["cells"])
    return [cell for cell, seconds in zip(beat.data["cells"], _steps(c, beat), strict=True) if seconds >= UP_SECONDS]


def wrong(c: AnyWordsContext) -> Sequence[int]:
    """The squares of tiles that leave the board, as long as they are on it."""
    if c.beat is None or c.beat.kind != TAKEN_BACK:
        return ()
    left = gone(c, c.beat)
    return [cell for cell in c.beat.data["cells"] if cell not in left]


def counted(c: AnyWordsContext) -> str:
    """The points that are counted beside the tiles now, '' for none."""
    if c.beat is None or c.beat.kind not in (ALL_SEVEN, LARGE_TURN):
        return ""
    return f"+{round(c.beat.part(c.beat_seconds) * c.beat.data['counted'])}"


def draw_beat(canvas: Canvas, x: int, y: int, width: int, c: AnyWordsContext, beat: Highlight) -> int:
    """Draw the text of a beat on the panel. Return the row after it."""
    lines = _figures(c, beat, width)
    if beat.kind != LEAD or beat.part(c.beat_seconds) >= 1:  # who wins is said when the points are counted
        said = sentence(reason_text(beat.sentence or c.playing[-1].text, c.names, c.seat))
        lines += wrap(said, max(8, width), break_on_hyphens=False)
    for row, line in enumerate(lines[: max(0, canvas.height - y)], start=y):
        canvas.put(x, row, line, BOLD)
    return min(canvas.height, y + len(lines))


def _figures(c: AnyWordsContext, beat: Highlight, width: int) -> list[str]:
    """The numbers that change in a beat, a row each."""
    part = beat.part(c.beat_seconds)
    if beat.kind == LAST_TILE:
        return [f"Bag: {count(round((1 - part) * beat.data['tiles']), 'tile')}"]
    if beat.kind != LEAD:
        return [counted(c)] if counted(c) else []
    rows = []
    for seat, (before, after) in enumerate(zip(beat.data["before"], beat.data["after"], strict=True)):
        points = before + round(part * (after - before))
        rows.append(f"{fit(c.name_of(seat), max(1, width - 5))}{points:>5}")
    return rows
