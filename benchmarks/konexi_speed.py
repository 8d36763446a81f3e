"""The speed at which places and words of a tower are found: ``python -m benchmarks.konexi_speed``. CPU seconds."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import mean

from towergames.core.dice import Dice
from towergames.games.konexi.letters import ALPHABET, poses
from towergames.games.konexi.tower import PlacedLetter, Tower, balance, joints, places, stands
from towergames.games.konexi.words import find_words, index_of
from towergames.lexicon import Lexicon, load

TOWERS = 20
SIZES = (2, 5, 12, 20, 26)


def grown(dice: Dice, letters: int) -> tuple[Tower, str]:
    """A random tower of so many letters, as far as it can be built, and the letters left."""
    pile = dice.shuffled(ALPHABET)
    base = dice.choice([one for one in poses(pile[0]) if stands(one)])
    tower = Tower((PlacedLetter(base.letter, base.turn, base.flip, 0, 0),))
    for letter in pile[1:letters]:
        found = places(tower, letter)
        if found:
            tower = Tower((*tower.spots, dice.choice(found)))
    return tower, "".join(letter for letter in pile if letter not in tower.letters)


def timed(work: Callable[..., object]) -> float:
    """Milliseconds of work."""
    began = time.process_time()
    work()
    return 1000 * (time.process_time() - began)


def main() -> None:
    """One line for every size of a tower."""
    lexicon: Lexicon = load("standard")
    print(f"index of {len(lexicon):,} words: {timed(lambda: index_of(lexicon)):.0f} ms, once")
    for size in SIZES:
        spent: dict[str, list[float]] = {"places": [], "words": [], "balance": []}
        found, multiple = [], []
        for seed in range(TOWERS):
            tower, left = grown(Dice(seed, size, "speed"), size)
            letter = (left or tower.letters)[-1]
            spots = places(Tower(tower.spots), letter)
            found.append(len(spots))
            multiple.append(sum(len(joints(tower, spot)) > 1 for spot in spots))
            fresh = Tower(tower.spots)  # as a turn finds it: nothing is known of it yet
            spent["places"].append(timed(lambda fresh=fresh, letter=letter: places(fresh, letter)))
            spent["balance"].append(timed(lambda tower=tower: balance(tower)))
            for new in tower.letters:
                spent["words"].append(timed(lambda tower=tower, new=new: find_words(lexicon, tower.notched, new)))
        times = ", ".join(f"{name} {mean(ms):.2f} ms (worst {max(ms):.2f})" for name, ms in spent.items())
        print(f"{size:>2} letters: {times}; {mean(found):.0f} places, {mean(multiple):.1f} with several joints")


if __name__ == "__main__":
    main()
