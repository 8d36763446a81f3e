"""The opponents of Take That Towers, weakest first. How they work and how strong they are: ``BOTS.md``."""

# ruff: noqa: ARG002 - the protocol of search models says what each method does, and what it is given

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from towergames.bots.baselines import GreedyBot, RandomBot
from towergames.bots.ismcts import TreeSearch
from towergames.core.bot import Clock, Level, Thought
from towergames.core.contract import AnyGame, Seat
from towergames.core.dice import Dice
from towergames.games.takethat import reasons
from towergames.games.takethat.model import (
    FLOORS,
    RANK,
    SUITE_DRAWS,
    Action,
    Build,
    Claim,
    ScoreNext,
    State,
    Terms,
    View,
    imagine,
    storeys_at,
)
from towergames.games.takethat.rules import due_slots
from towergames.games.takethat.scoring import resolve_tower, sum_points
from towergames.games.takethat.simulation import (
    DRAW,
    Deals,
    Determinization,
    Evaluator,
    Rules,
    TurnPlan,
    cheapest_first,
    encode,
)

# --- easy: one action at a time -----------------------------------------------------------------------


def evaluate(state: State, action: Action, after: State) -> float:
    """Greedy worth of an action: the lead it brings if every tower were scored as it stands.

    A claim costs a card, so one that brings less than a point is not made. Ending the turn is the baseline 0. Of the
    towers that are due the oldest scores first.
    """
    if isinstance(action, ScoreNext):
        return float(action.slot == due_slots(state)[0])
    if not isinstance(action, Build | Claim):
        return 0.0
    return _lead(after, action.slot) - _lead(state, action.slot) - isinstance(action, Claim)


def _lead(state: State, slot: int) -> float:
    """Points of the active seat in one tower as it stands, minus the mean of the others'."""
    points = sum_points(resolve_tower(storeys_at(state, slot), state.seats, state.terms.texts), state.seats)
    mine = points[state.active]
    return mine - (sum(points) - mine) / (state.seats - 1)


def stated(view: View, action: Action) -> str:
    """The reason for an action as a sentence."""
    return f"{reasons.reason(view, action)}."


# --- casual, normal and hard: search over whole turns ------------------------------------------------------

WIDTH, REPLIES = 24, 4
"""Turns that are searched at the root, and at each node below it."""
NOISE = 2.0
"""Largest random error, in points, in the worth of a playout's turns."""

DECIDED = 0.98
"""A chance to win, or to lose, beyond which all turns come to the same in the search; the best estimate is played."""


@lru_cache(maxsize=8)
def evaluator_for(terms: Terms, seats: int) -> Evaluator:
    """The evaluation for these terms, shared by all bots; its cache never changes an answer."""
    return Evaluator(Rules(terms, seats))


def best_claim(view: View) -> Claim | None:
    """The claim of most worth to the active seat, with the card that it spends most easily; None where none is useful.

    Whether it is worth that card is left open.
    """
    evaluator = evaluator_for(replace(view.terms, first=0), view.seats)
    hand = [RANK[card] for card in view.hands[view.active] or ()]
    if not hand:
        return None
    card = FLOORS[cheapest_first(hand)[0]]
    found: list[tuple[float, Claim]] = []
    for slot, tower in enumerate(view.slots):
        stack = encode(tower, evaluator.rules.prototype)
        for gain, storey in evaluator.claims(stack, view.active, view.last_round) if stack else ():
            claim = Claim(slot, storey, card)
            if reasons.is_useful(view, claim):
                found.append((gain - DRAW / SUITE_DRAWS * reasons.cards_missed(view, claim), claim))
    return max(found, key=lambda entry: entry[0])[1] if found else None


def best_build(view: View) -> Build | None:
    """The first floor of the turn with the best estimate; None where the hand is empty."""
    if not view.hands[view.active]:
        return None
    evaluator = evaluator_for(replace(view.terms, first=0), view.seats)
    turns = evaluator.replies(Determinization(view, evaluator.rules.prototype), 1)
    action = turns[0].action if turns else None
    return action if isinstance(action, Build) else None


@dataclass(frozen=True, slots=True)
class TakeThatModel:
    """The search model bound to one view: its evaluator, and the worlds that fit."""

    evaluator: Evaluator
    deals: Deals

    def imagine(self, view: View, dice: Dice) -> Determinization:
        return self.deals.world(dice)

    def mover(self, world: Determinization) -> Seat | None:
        return None if world.over else world.active

    def moves(self, world: Determinization, dice: Dice, level: int) -> Sequence[TurnPlan]:
        return self.evaluator.replies(world, REPLIES) if level else self.evaluator.candidates(world, WIDTH)

    def play(self, world: Determinization, move: TurnPlan, dice: Dice) -> Determinization:
        self.evaluator.rules.play(world, move)
        return world

    def shares(self, world: Determinization, dice: Dice) -> Sequence[float]:
        """Quick turns for a round or until the end, then every seat's chance to win."""
        evaluator = self.evaluator
        for _ in range(evaluator.rules.seats):
            if world.over:
                break
            pair = max(evaluator.pairs(world, NOISE, dice))[1]
            evaluator.rules.play(world, evaluator.plan(world, pair)[1])
        return evaluator.shares(world)

    def action(self, view: View, move: TurnPlan) -> Action:
        return move.action

    def why(self, view: View, move: TurnPlan, share: float) -> str:
        claims = [(slot, storey) for slot, storey, _ in move.claims]
        return f"{reasons.reason(view, move.action, claims)}."


@dataclass(frozen=True, slots=True)
class SearchBot:
    """Searches over whole turns and plays the first action of the best."""

    game: AnyGame

    def choose(self, view: View, dice: Dice, clock: Clock) -> Thought[Any]:
        """The first action of the best turn found."""
        if view.phase == "order":
            # T-1: the order matters only for SUITE, so the oldest tower first is good enough.
            action = ScoreNext(due_slots(view)[0])
            return Thought(action, stated(view, action), 1)
        model = model_for(view, dice)
        plan, share, done = best_turn(model, view, dice, clock)
        return Thought(plan.action, model.why(view, plan, share), done)


def model_for(view: View, dice: Dice) -> TakeThatModel:
    """The search model of a view."""
    evaluator = evaluator_for(replace(view.terms, first=0), view.seats)
    return TakeThatModel(evaluator, Deals(view, imagine(view, dice), evaluator.rules.prototype))


def best_turn(model: TakeThatModel, view: View, dice: Dice, clock: Clock) -> tuple[TurnPlan, float, int]:
    """The best rest of a turn that the search finds, its chance to win, and the iterations that it took."""
    world = Determinization(view, model.evaluator.rules.prototype)
    share = model.evaluator.shares(world)[view.active]
    if max(share, 1 - share) > DECIDED:
        return model.evaluator.replies(world, 1)[0], share, 1
    return TreeSearch(model).best(view, dice, clock)


LEVELS: tuple[Level, ...] = (
    Level("random", "plays any legal move", RandomBot, rating=420),
    Level("easy", "takes the points it can see", lambda game: GreedyBot(game, evaluate, stated), rating=1000),
    Level("casual", "compares a few turns", SearchBot, iterations=4, seconds=None, rating=1410),
    Level("normal", "thinks a round ahead", SearchBot, iterations=24, seconds=None, rating=1630),
    Level("hard", "thinks a round ahead, with more time", SearchBot, iterations=400, seconds=None, rating=1810),
)
"""Weakest first; the last three differ by their budget alone."""
