"""The tiles of others' plays as they land, one after the other."""

from __future__ import annotations

from towergames.board.timeline import DROP, height
from towergames.core.contract import Event
from towergames.games.words.board import beat_picture
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


def lifted(c: AnyWordsContext) -> dict[int, int]:
    """The squares of tiles that are above their place now, with the number of rows."""
    if c.beat is not None:
        return beat_picture.lifted(c, c.beat)
    tiles = tiles_of(c.playing[-1]) if c.playing else ()
    if not tiles or _own(c, c.playing[-1]) or c.frame >= len(tiles) * len(DROP):
        return {}
    return {tiles[c.frame // len(DROP)][0]: height(c.frame % len(DROP))}


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
    if c.beat is not None:
        landed.update(c.beat.data.get("cells", ()))
        for cell in beat_picture.gone(c, c.beat):
            board[cell] = board[cell][:-1]
            landed.discard(cell)
    return tuple(board), frozenset(landed)
