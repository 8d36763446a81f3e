"""Opponents that play perfectly once few enough blocks are left."""

from dataclasses import dataclass
from functools import partial, reduce
from operator import xor

from towergames.core.bot import Clock, Level, Thought
from towergames.core.contract import AnyGame
from towergames.core.dice import Dice
from towergames_nim.game import LETTERS, TALLEST, State, Take


def balanced(heights: tuple[int, ...], last: str) -> bool:
    """Whether the player to move loses against perfect play, by Bouton's theorem (rule S-2).

    Where the last block loses, the same holds until no tower has two blocks; then an odd number of towers is lost.

    >>> balanced((1, 4, 5), "wins"), balanced((3, 4, 5), "wins"), balanced((1, 1, 1), "loses")
    (True, False, True)
    """
    if last == "loses" and max(heights) <= 1:
        return sum(heights) % 2 == 1
    return reduce(xor, heights) == 0


@dataclass(frozen=True, slots=True)
class Player:
    """Plays by lot while more than ``sees`` blocks are left, then by Bouton's theorem."""

    game: AnyGame
    sees: int

    def choose(self, view: State, dice: Dice, clock: Clock) -> Thought[Take]:
        """A move that leaves a balanced position; where there is none, one block off a highest tower."""
        moves = list(self.game.choices(view))
        if sum(view.heights) > self.sees:
            return Thought(dice.choice(moves), "A move by lot.")
        good = [move for move in moves if balanced(self.game.apply(view, move).state.heights, view.terms.last)]
        if good:
            move = dice.choice(good)
            heights = self.game.apply(view, move).state.heights
            left = [f"{letter} {height}" for letter, height in zip(LETTERS, heights, strict=False) if height]
            return Thought(move, f"It leaves a balanced position: {', '.join(left) or 'no block'}.")
        high = [Take(tower, 1) for tower, height in enumerate(view.heights) if height == max(view.heights)]
        return Thought(dice.choice(high), "Every move loses against perfect play. One block makes the game longest.")


LEVELS = (
    Level("easy", "sees the last 3 blocks", partial(Player, sees=3)),
    Level("normal", "sees the last 8 blocks", partial(Player, sees=8)),
    Level("hard", "makes no mistakes", partial(Player, sees=len(LETTERS) * TALLEST)),
)
