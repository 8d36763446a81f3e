"""The opponents of Take That Towers, weakest first. How they work and how strong they are: ``BOTS.md``."""

# ruff: noqa: ARG002 - models answer to one protocol

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from towergames.bots.baselines import GreedyBot, RandomBot
from towergames.bots.ismcts import TreeSearch
from towergames.core.bot import Bot, Clock, Level, Thought
from towergames.core.contract import AnyGame, Seat
from towergames.core.dice import Dice
from towergames.games.takethat.model import (
    Action,
    Build,
    Claim,
    EndTurn,
    ScoreNext,
    State,
    Terms,
    View,
    imagine,
)
from towergames.games.takethat.notation import letter_of
from towergames.games.takethat.rules import due_slots
from towergames.games.takethat.scoring import resolve_tower, sum_points
from towergames.games.takethat.simulation import Deals, Evaluator, Plan, Rules, World, first_action

# --- easy: one action at a time -----------------------------------------------------------------------


def evaluate(state: State, action: Action, after: State) -> float:
    """Greedy worth of an action: the lead it brings if every tower were scored as it stands.

    A claim costs a card, so one that brings less than a point is not made. Ending the turn is the baseline 0.
    """
    match action:
        case Build(_, slot):
            return _lead(after, slot) - _lead(state, slot)
        case Claim(slot, _, _):
            return _lead(after, slot) - _lead(state, slot) - 1.0
        case _:
            return 0.0


def _lead(state: State, slot: int) -> float:
    """Points of the active seat in one tower as it stands, minus the mean of the others'."""
    tower = state.slots[slot]
    if tower is None:
        return 0.0
    points = sum_points(resolve_tower(tower.storeys, state.seats, state.terms.texts), state.seats)
    mine = points[state.active]
    return mine - (sum(points) - mine) / (state.seats - 1)


# --- normal and hard: search over whole turns ---------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnModel:
    """How to search over whole turns.

    ``width`` turns are searched at the root, ``replies`` further down. A playout plays ``rounds`` rounds of quick
    turns, misjudged by up to ``noise`` points, and evaluates the position.
    """

    width: int = 24
    replies: int = 4
    noise: float = 2.0
    rounds: int = 1


@lru_cache(maxsize=8)
def evaluator_for(terms: Terms, seats: int) -> Evaluator:
    """The evaluation for these terms, shared by all bots; its cache never changes an answer."""
    return Evaluator(Rules(terms, seats))


@dataclass(frozen=True, slots=True)
class Seen:
    """The model bound to one view: its evaluator, and the worlds that fit."""

    evaluator: Evaluator
    deals: Deals
    settings: TurnModel

    def imagine(self, view: View, dice: Dice) -> World:
        """A world with the unseen cards shuffled."""
        return self.deals.world(dice)

    def mover(self, world: World) -> Seat | None:
        """The active seat."""
        return None if world.over else world.active

    def moves(self, world: World, dice: Dice, level: int) -> Sequence[Plan]:
        """The turns that look best, best first; replies are found by quick guesses."""
        if not level:
            return self.evaluator.candidates(world, self.settings.width)
        return self.evaluator.replies(world, self.settings.replies)

    def play(self, world: World, move: Plan, dice: Dice) -> World:
        """The world after the whole turn."""
        self.evaluator.rules.play(world, move)
        return world

    def shares(self, world: World, dice: Dice) -> Sequence[float]:
        """Quick turns for a round or until the end, then every seat's chance to win."""
        evaluator, noise = self.evaluator, self.settings.noise
        for _ in range(self.settings.rounds * evaluator.rules.seats):
            if world.over:
                break
            evaluator.rules.play(world, evaluator.quick(world, dice, noise))
        return evaluator.shares(world)

    def action(self, view: View, move: Plan) -> Action:
        """The plan's first action."""
        return first_action(move) or EndTurn()

    def why(self, view: View, move: Plan, share: float) -> str:
        """What is done, and the chance the search gives."""
        return why(first_action(move) or EndTurn(), share)


def why(action: Action, share: float) -> str:
    """One public sentence: only what all players will see."""
    chance = f"{round(share * 100)} %"
    match action:
        case Build(floor, slot):
            return f"{floor} on tower {letter_of(slot)} leads to the best chances found, {chance}."
        case Claim(slot, storey, _):
            return f"Owning {letter_of(slot)}{storey + 1} is worth a card; chances {chance}."
        case _:
            return f"Nothing left to claim is worth a card; chances {chance}."


@dataclass(frozen=True, slots=True)
class SearchBot:
    """Searches over whole turns and plays the first action of the best."""

    model: TurnModel

    def choose(self, view: View, dice: Dice, clock: Clock) -> Thought[Any]:
        """The first action of the best turn found."""
        if view.phase == "order":
            return _score_next(view)
        evaluator = evaluator_for(replace(view.terms, first=0), view.seats)
        deals = Deals(view, imagine(view, dice), evaluator.rules.prototype)
        search = TreeSearch(Seen(evaluator, deals, self.model))
        return search.choose(view, dice, clock)


def _score_next(view: View) -> Thought[Any]:
    """T-1: the order matters only for SUITE; the oldest tower first is good enough."""
    slot = due_slots(view)[0]
    return Thought(ScoreNext(slot), "The oldest tower first.", 1)


def _search(_game: AnyGame) -> Bot[Any, Any]:
    return SearchBot(TurnModel())


LEVELS: tuple[Level, ...] = (
    Level("random", "plays any legal move", RandomBot),
    Level("easy", "takes the points it can see", lambda game: GreedyBot(game, evaluate)),
    Level("normal", "thinks a round ahead", _search, iterations=24, seconds=2.0),
    Level("hard", "thinks a round ahead, long and hard", _search, iterations=400, seconds=2.0),
)
"""Weakest first; ``normal`` and ``hard`` differ by their budget alone."""
