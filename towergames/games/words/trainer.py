"""Train the table of rack leaves by self-play: ``python -m towergames.games.words.trainer [GAMES] [FILE]``.

Two players take the highest score each turn. Each time tiles stay on a rack and the bag has tiles to add, the play that
follows is an example: what stayed, and what the next play scored compared with the mean of that stage of the game. A
ridge regression turns examples into weights.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from towergames.core.dice import Dice
from towergames.games.words.generator import generator_for
from towergames.games.words.leaves import NAMES, features
from towergames.games.words.model import RACK, full_bag
from towergames.games.words.position import Laws, Position, without
from towergames.lexicon import shelf

Example = tuple[str, int, int]
"""(tiles that stayed, tiles in the bag, score of the next own play)."""

RIDGE = 40.0
_STAGE = 8  # tiles of the bag that make one stage


def play_game(laws: Laws, seed: int) -> list[Example]:
    """The examples of one game of two who take the highest score."""
    dice = Dice(seed, 0, "leaves")
    bag = dice.shuffled(full_bag(laws.size))
    racks = ["".join(sorted(bag.pop() for _ in range(RACK))) for _ in range(2)]
    stayed: list[tuple[str, int] | None] = [None, None]
    position = Position.of(laws, ("",) * laws.size**2)
    examples: list[Example] = []
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
        kept = without(racks[seat], best)
        stayed[seat] = (kept, len(bag)) if bag else None
        racks[seat] = "".join(sorted(kept + "".join(bag.pop() for _ in range(min(len(bag), RACK - len(kept))))))
    return examples


def fit(examples: Sequence[Example]) -> list[float]:
    """Weights by ridge regression on the score above the mean of the stage."""
    sums: dict[int, list[int]] = {}
    for _, bag, score in examples:
        sums.setdefault(bag // _STAGE, []).append(score)
    means = {stage: sum(scores) / len(scores) for stage, scores in sums.items()}
    size = len(NAMES)
    left = [[RIDGE if row == col else 0.0 for col in range(size)] for row in range(size)]
    right = [0.0] * size
    for rack, bag, score in examples:
        known = features(rack)
        above = score - means[bag // _STAGE]
        for place, often in known:
            right[place] += often * above
            row = left[place]
            for other, many in known:
                row[other] += often * many
    return solve(left, right)


def solve(left: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a positive definite system.

    >>> solve([[2.0, 1.0], [1.0, 3.0]], [3.0, 4.0])
    [1.0, 1.0]
    """
    size = len(right)
    for pivot in range(size):
        for row in range(pivot + 1, size):
            factor = left[row][pivot] / left[pivot][pivot]
            if factor:
                left[row] = [mine - factor * above for mine, above in zip(left[row], left[pivot], strict=True)]
                right[row] -= factor * right[pivot]
    answer = [0.0] * size
    for row in range(size - 1, -1, -1):
        known = sum(left[row][col] * answer[col] for col in range(row + 1, size))
        answer[row] = (right[row] - known) / left[row][row]
    return answer


def write(weights: Sequence[float], told: str, path: Path) -> None:
    """The table as a small file."""
    lines = [f"# Written by towergames.games.words.trainer: {told}.", "", "[worth]"]
    lines += [f"{name} = {weight:.2f}" for name, weight in zip(NAMES, weights, strict=True)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Play, fit, write."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    path = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(__file__).with_name("leaves.toml")
    chosen = shelf.load("standard")
    laws = Laws(generator_for(chosen))
    examples = [example for seed in range(games) for example in play_game(laws, seed)]
    told = (
        f"{len(examples)} examples from {games} games (seeds 0 to {games - 1}) of two players who take the highest "
        f"score, list {chosen.reference}, 10x10 board, usual rules"
    )
    write(fit(examples), told, path)
    print(told)


if __name__ == "__main__":
    main()
