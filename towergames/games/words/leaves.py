"""Leave values: what the tiles that stay on the rack are worth, in points, from a table trained by self-play.

``leaves.toml`` is written by ``python -m towergames.games.words.trainer``, which says there what it was trained on.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from towergames.lexicon.dawg import LETTERS

VOWELS = frozenset("AEIOU")
_PLACE = {letter: at for at, letter in enumerate(LETTERS)}
_DOUBLES = len(LETTERS)  # a tile more of a letter: one weight for vowels, one for consonants, one for a third
_SURPLUS = _DOUBLES + 3  # vowels more than consonants, from -3 to 3
_KEPT = _SURPLUS + 7  # how many tiles stay, 0 to 6
NAMES: tuple[str, ...] = (
    *LETTERS,
    "double_vowel",
    "double_consonant",
    "triple",
    *(f"surplus_{at}" for at in range(-3, 4)),
    *(f"kept_{at}" for at in range(7)),
)
"""The features, in the order of :func:`features`."""


def features(rack: str) -> list[tuple[int, int]]:
    """The features of tiles that stay, as (place, how often).

    >>> [(NAMES[place], often) for place, often in features("EES")]
    [('E', 2), ('S', 1), ('double_vowel', 1), ('surplus_1', 1), ('kept_3', 1)]
    """
    found = []
    vowels = double_vowels = double_consonants = triples = 0
    for letter in sorted(set(rack)):
        many = rack.count(letter)
        found.append((_PLACE[letter], many))
        vowels += many if letter in VOWELS else 0
        if many > 1:
            double_vowels += letter in VOWELS
            double_consonants += letter not in VOWELS
            triples += many - 2
    extra = ((_DOUBLES, double_vowels), (_DOUBLES + 1, double_consonants), (_DOUBLES + 2, triples))
    found += [(place, often) for place, often in extra if often]
    if rack:
        surplus = max(-3, min(3, 2 * vowels - len(rack)))
        found.append((_SURPLUS + 3 + surplus, 1))
    found.append((_KEPT + min(6, len(rack)), 1))
    return found


class Leaves:
    """A table of leave values."""

    def __init__(self, weights: Sequence[float]) -> None:
        self._weights = tuple(weights)
        self._known: dict[str, float] = {}

    def worth(self, rack: str, bag: int) -> float:
        """The leave value of sorted tiles; 0 when the bag is empty."""
        if bag <= 0:
            return 0.0
        known = self._known.get(rack)
        if known is None:
            if len(self._known) > 50_000:
                self._known.clear()
            known = self._known[rack] = sum(self._weights[place] * often for place, often in features(rack))
        return known


@cache
def shipped() -> Leaves:
    """The table of leave values that ships."""
    table = tomllib.loads((files("towergames.games.words") / "leaves.toml").read_text(encoding="utf-8"))["worth"]
    return Leaves([float(table.get(name, 0.0)) for name in NAMES])
