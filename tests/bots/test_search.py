"""The search methods on a game small enough to know the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.games.takethat.tables import walk
from towergames.bots.baselines import GreedyBot
from towergames.bots.ismcts import TreeSearch
from towergames.core.bot import Clock
from towergames.core.contract import Decide
from towergames.core.dice import Dice
from towergames.games.takethat.bots import evaluate
from towergames.games.takethat.game import GAME


@dataclass(frozen=True, slots=True)
class Nim:
    """Take one to three matches; who takes the last one wins. A world is (matches left, seat to move)."""

    def imagine(self, view: int, dice: Dice) -> tuple[int, int]:
        return view, 0

    def mover(self, world: tuple[int, int]) -> int | None:
        return world[1] if world[0] else None

    def moves(self, world: tuple[int, int], dice: Dice, level: int) -> Sequence[int]:
        return range(1, min(3, world[0]) + 1)

    def play(self, world: tuple[int, int], move: int, dice: Dice) -> tuple[int, int]:
        return world[0] - move, 1 - world[1]

    def shares(self, world: tuple[int, int], dice: Dice) -> Sequence[float]:
        while world[0]:
            world = self.play(world, 1 + dice.below(min(3, world[0])), dice)
        return [float(world[1] == 1), float(world[1] == 0)]

    def action(self, view: int, move: int) -> int:
        return move

    def why(self, view: int, move: int, share: float) -> str:
        return ""


def test_tree_search_finds_the_winning_move_of_nim() -> None:
    search = TreeSearch(Nim(), depth=12, ripe=1, explore=0.7, enough=10_000)
    for matches in (2, 3, 5, 6, 7, 9, 10):
        assert search.choose(matches, Dice(1), Clock(4000)).action == matches % 4


def test_a_single_move_takes_no_search() -> None:
    assert TreeSearch(Nim()).choose(1, Dice(1), Clock(4000)).iterations == 0


def test_search_stops_when_nothing_can_change_and_when_told() -> None:
    assert TreeSearch(Nim()).choose(3, Dice(1), Clock(4000)).iterations < 4000
    clock = Clock(4000)
    clock.stop()
    assert TreeSearch(Nim()).choose(3, Dice(1), clock).iterations == 0


def positions() -> list[Any]:
    return [state for state in walk(3, seed=8) if isinstance(GAME.turn(state), Decide)][::9]


def test_a_greedy_bot_without_a_choice_says_so() -> None:
    bot = GreedyBot(GAME, evaluate, lambda _view, _action: "It was the best.")
    said: dict[bool, set[str]] = {True: set(), False: set()}
    for state in positions():
        thought = bot.choose(GAME.view(state, state.active), Dice(4), Clock(1000))
        said[len(list(GAME.choices(state))) == 1].add(thought.why)
    assert said == {True: {"It was the only legal move."}, False: {"It was the best."}}
