"""Simulated annealing for Brick Tower in 100 lines: the plainest solver, as a reference beside the real one.

It works on towers as the judge knows them and asks the judge about every change, so it sees all rules and knows none.
A broken rule costs 4 points. Wildcards are left out. ``python -m tests.bench.bricks_annealing`` gives its
share of the best known scores on the 20 standard deals of ``bricks_solver.py``.
"""

from __future__ import annotations

import argparse
import math
import time
from random import Random

from tests.bench.bricks_solver import best_known, codes
from towergames.games.bricks.deal import deal
from towergames.games.bricks.judge import judge
from towergames.games.bricks.pieces import RARE, WILD, Piece, Tower, card_piece
from towergames.lexicon import Lexicon, load

HOT, COLD = 4.0, 0.5
PRICE = 4


class Draft:
    """A tower that is changed: levels in no order, and the pieces that are left over."""

    def __init__(self, levels: list[list[Piece]], left: list[Piece]) -> None:
        self.levels, self.left = levels, left

    def copy(self) -> Draft:
        return Draft([list(level) for level in self.levels], list(self.left))

    def tower(self) -> Tower:
        """The levels, the heaviest at the bottom (rule 5)."""
        return tuple(sorted((tuple(level) for level in self.levels if level), key=weight, reverse=True))

    def change(self, dice: Random) -> None:
        """Put a piece that is left over in, take one out, move one, or exchange two."""
        kind = dice.randrange(4)
        taken = self.take(dice) if kind else None
        given = self.left.pop(dice.randrange(len(self.left))) if kind in (0, 3) and self.left else None
        if taken is not None and kind != 2:
            self.left.append(taken)
        for piece in (taken if kind == 2 else None, given):
            if piece is not None:
                self.put(piece, dice)

    def take(self, dice: Random) -> Piece | None:
        full = [level for level in self.levels if level]
        level = dice.choice(full) if full else []
        return level.pop(dice.randrange(len(level))) if level else None

    def put(self, piece: Piece, dice: Random) -> None:
        """Into a level of its colour or an empty one; letters in order (rule 1), a window anywhere."""
        level = dice.choice([each for each in self.levels if not each or each[0].colour == piece.colour] or [self.left])
        if piece.letter in RARE:
            piece = Piece(piece.colour, piece.letter, piece.weight, piece.shape, dice.choice((-1, 0, 1)))
        places = range(len(level) + 1)
        if piece.letter:
            places = range(sum(other.letter < piece.letter for other in level if other.letter), len(level) + 1)
        level.insert(dice.choice(places), piece)
        if piece.letter and level is not self.left:
            letters = iter(sorted((other for other in level if other.letter), key=lambda other: other.letter))
            level[:] = [next(letters) if other.letter else other for other in level]


def weight(level: tuple[Piece, ...]) -> int:
    return sum(piece.tons for piece in level if piece.letter)


def anneal(cards: tuple[str, ...], words: Lexicon, seconds: float, seed: int) -> tuple[int, int]:
    """The best legal score found and the changes tried."""
    dice, began = Random(seed), time.process_time()
    now = Draft([[] for _ in range(6)], [card_piece(card) for card in cards if card != WILD])
    value, best, tried = -100, 0, 0
    while (spent := (time.process_time() - began) / seconds) < 1:
        heat = HOT * (COLD / HOT) ** spent
        other = now.copy()
        other.change(dice)
        ledger = judge(other.tower(), words)
        reached = ledger.raw_total - PRICE * len(ledger.breaches)
        tried += 1
        if reached >= value + heat * math.log(1 - dice.random()):
            now, value = other, reached
            if ledger.legal:
                best = max(best, reached)
    return best, tried


def main() -> None:
    """Print the share of the best known score for each deal, and the mean."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10, help="of the processor")
    parser.add_argument("--deals", type=int, default=20)
    chosen = parser.parse_args()
    known, words, shares = best_known(), load("standard"), []
    for code in codes("standard", chosen.deals):
        best, tried = anneal(deal(code), words, chosen.seconds, 1)
        shares.append(100 * best / int(str(known[code]["score"])))
        print(f"{code}  {best:>4} {shares[-1]:5.1f} %  {tried} changes", flush=True)
    print(f"mean: {sum(shares) / len(shares):.1f} %")


if __name__ == "__main__":
    main()
