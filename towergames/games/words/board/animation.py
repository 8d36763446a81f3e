"""The tiles of others' plays as they land, one after the other."""

from __future__ import annotations

from towergames.board.timeline import DROP, height
from towergames.core.contract import Event
from towergames.games.words.board.ui_state import AnyWordsContext, marked, tiles_of

ANIMATED = frozenset(("play",))
REST = 0.5
"""Seconds for which a word is shown once its last tile has dropped."""


def frames(c: AnyWordsContext, event: Event) -> tuple[float, ...]:
    """Tile after tile drops in a play of another player, then the word rests; one's own tiles lie there already."""
    tiles = tiles_of(event)
    if not tiles:
        return ()
    return (REST,) if _own(c, event) else (*DROP * len(tiles), REST)


def _own(c: AnyWordsContext, event: Event) -> bool:
    return event.seat is not None and event.seat == c.seat


def dropping(c: AnyWordsContext) -> tuple[int, int] | None:
    """The square of the tile that drops now, and the rows that it is above it."""
    tiles = tiles_of(c.playing[-1]) if c.playing else ()
    if not tiles or _own(c, c.playing[-1]) or c.frame >= len(tiles) * len(DROP):
        return None
    return tiles[c.frame // len(DROP)][0], height(c.frame % len(DROP))


def shown(c: AnyWordsContext) -> tuple[tuple[str, ...], frozenset[int]]:
    """The board with the tiles that have landed or drop now, and the squares to be marked as just played."""
    if not c.playing:
        return c.view.board, marked(c)
    board = list(c.view.board)
    landed: set[int] = set()
    for i, event in enumerate(c.playing):
        tiles = tiles_of(event)
        if i == len(c.playing) - 1 and not _own(c, event):
            tiles = tiles[: c.frame // len(DROP) + 1]
        for cell, tile in tiles:
            board[cell] += tile
            landed.add(cell)
    return tuple(board), frozenset(landed)
