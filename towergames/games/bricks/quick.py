"""A legal tower in a moment: random levels of all sizes, sorted by weight, until the judge likes one.

Deals are accepted by what is found here, so nothing may change here either (see ``deck``).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from towergames.games.bricks.judge import settle
from towergames.games.bricks.pieces import COLOURS, WILD, Code, Level, Piece, Tower, card_piece
from towergames.games.bricks.stream import Stream
from towergames.games.bricks.words import Found

TRIES = 1000
"""Towers thrown together at most."""

ENOUGH = 40
"""Points, words left out, at which the search is content unless told otherwise."""

_MOST = 6
_PLANS = ((6, 5, 4, 2, 1), (5, 4, 3, 2, 1), (6, 4, 3, 1), (5, 3, 2, 1), (4, 3, 2, 1), (4, 3, 1, 1), (3, 3, 1, 1))
"""Bricks on the levels of a tower, the largest first; levels of one size lose rule 14."""


@lru_cache(maxsize=256)
def quick_tower(cards: tuple[Code, ...], enough: int = ENOUGH) -> Tower | None:
    """The first legal tower of the cards that scores ``enough`` without its words, else the best found, if any.

    Ordinary cards only. The same cards in the same order give the same tower everywhere.
    """
    stream = Stream(f"towergames bricks quick 1|{' '.join(cards)}")
    pieces = [card_piece(code) for code in cards if code != WILD]
    bricks = [[p for p in pieces if p.colour == colour and p.letter] for colour in COLOURS]
    windows = [next((p for p in pieces if p.colour == colour and p.window), None) for colour in COLOURS]
    best: tuple[int, Tower] | None = None
    for _ in range(TRIES):
        tower = _thrown(bricks, stream)
        if tower is None or not _promising(tower):
            continue
        for made in (_with_windows(tower, windows), tower):
            ledger = settle(made, Found())
            if ledger.score is not None and (best is None or ledger.score > best[0]):
                best = ledger.score, made
                if ledger.score >= enough:
                    return made
    return best[1] if best else None


def _thrown(bricks: Sequence[Sequence[Piece]], stream: Stream) -> Tower | None:
    """Levels of random bricks, heaviest at the bottom; None when a colour has too few bricks for the plan."""
    left = [stream.some(own, min(_MOST, len(own))) for own in bricks]
    levels = []
    for size in _PLANS[stream.below(len(_PLANS))]:
        able = [own for own in left if len(own) >= size]
        if not able:
            return None
        own = able[stream.below(len(able))]
        levels.append(tuple(sorted(own[:size], key=lambda piece: piece.letter)))
        del own[:size]
    return tuple(sorted(levels, key=_weight, reverse=True))


def _promising(tower: Tower) -> bool:
    """Whether the weights keep rules 5, 6 and 17, which most towers break and which are seen at once."""
    weights = [_weight(level) for level in tower]
    return (
        len(set(weights)) == len(weights)
        and "5" not in str(sum(weights))
        and sum(weight % 4 == 0 for weight in weights) == 1
    )


def _weight(level: Level) -> int:
    return sum(piece.weight for piece in level)


def _with_windows(tower: Tower, windows: Sequence[Piece | None]) -> Tower:
    """A window of each colour at the right end of the lowest level of that colour that has room."""
    left = {window.colour: window for window in windows if window}
    built = []
    for level in tower:
        window = left.pop(level[0].colour, None) if len(level) < _MOST else None
        built.append((*level, window) if window else level)
    return tuple(built)
