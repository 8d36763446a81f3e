"""Leave values: the worth in points of the tiles that stay on the rack, from a table trained by self-play.

``python -m towergames.games.words.leaves [GAMES] [FILE]`` trains ``leaves.toml`` again; the file names its training
games. Two players take the highest score each turn. Each time tiles stay on a rack and the bag has tiles to add, the
next play is an example: the tiles that stayed, and the score of the next play less the mean of that stage of the game.
A ridge regression turns examples into weights.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

from towergames.core.dice import Dice
from towergames.games.words.generator import Laws, Position, generator_for
from towergames.games.words.grid import with_tiles, without
from towergames.games.words.model import RACK, full_bag
from towergames.lexicon import word_lists
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


# --- training ---------------------------------------------------------------------------------------


TrainingExample = tuple[str, int, int]
"""(tiles that stayed, tiles in the bag, score of the next own play)."""

RIDGE = 40.0
_STAGE = 8  # tiles of the bag that make one stage


def play_game(laws: Laws, seed: int) -> list[TrainingExample]:
    """The examples of one game of two who take the highest score."""
    dice = Dice(seed, 0, "leaves")
    bag = dice.shuffled(full_bag(laws.terms.size))
    racks = ["".join(sorted(bag.pop() for _ in range(RACK))) for _ in range(2)]
    stayed: list[tuple[str, int] | None] = [None, None]
    position = Position.of(laws, ("",) * laws.terms.size**2)
    examples: list[TrainingExample] = []
    stuck = turn = 0
    while stuck < 2 and all(racks):
        seat = turn % 2
        turn += 1
        plays = position.every(racks[seat])
        if not plays:
            stuck += 1
            stayed[seat] = None
            continue
        stuck = 0
        most = max(play.score for play in plays)
        best = dice.choice([play for play in plays if play.score == most])
        before = stayed[seat]
        if before is not None:
            examples.append((*before, best.score))
        position = position.after(best)
        kept = without(racks[seat], best.tiles)
        stayed[seat] = (kept, len(bag)) if bag else None
        racks[seat] = with_tiles(kept, "".join(bag.pop() for _ in range(min(len(bag), RACK - len(kept)))))
    return examples


def fit(examples: Sequence[TrainingExample]) -> list[float]:
    """Weights by ridge regression on the score above the mean of the stage."""
    import numpy  # only here: players need no training

    sums: dict[int, list[int]] = {}
    for _, bag, score in examples:
        sums.setdefault(bag // _STAGE, []).append(score)
    means = {stage: sum(scores) / len(scores) for stage, scores in sums.items()}
    above = numpy.array([score - means[bag // _STAGE] for _, bag, score in examples])
    known = numpy.zeros((len(examples), len(NAMES)))
    for row, (rack, _, _) in enumerate(examples):
        for place, often in features(rack):
            known[row, place] = often
    weights: list[float] = numpy.linalg.solve(known.T @ known + RIDGE * numpy.eye(len(NAMES)), known.T @ above).tolist()
    return weights


def main() -> None:
    """Play, fit, and write the table as a small file."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    path = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(__file__).with_name("leaves.toml")
    chosen = word_lists.load("standard")
    laws = Laws(generator_for(chosen))
    examples = [example for seed in range(games) for example in play_game(laws, seed)]
    told = (
        f"{len(examples)} examples from {games} games (seeds 0 to {games - 1}) of two players who take the highest "
        f"score, list {chosen.reference}, 10x10 board, usual rules"
    )
    lines = [f"# Written by towergames.games.words.leaves: {told}.", "", "[worth]"]
    lines += [f"{name} = {weight:.2f}" for name, weight in zip(NAMES, fit(examples), strict=True)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(told)


if __name__ == "__main__":
    main()
