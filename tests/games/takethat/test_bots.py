"""The opponents of Take That Towers: legal, fair, reproducible, and searching in a true copy of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.combinations import combined
from tests.games.takethat.tables import table, tower, two_due, walk
from towergames.core.bot import Clock, Level, Thought
from towergames.core.contract import Decide, Nature, Over
from towergames.core.dice import Dice
from towergames.core.options import Scalar
from towergames.games.takethat.bots import LEVELS
from towergames.games.takethat.game import GAME
from towergames.games.takethat.model import FLOORS, Action, Build, Claim, EndTurn, ScoreNext, State, imagine
from towergames.games.takethat.rules import due_slots
from towergames.games.takethat.simulation import DRAW, TRUST, Deals, Determinization, Evaluator, Rules, TurnPlan

OPTIONS: list[dict[str, Scalar]] = [
    {},
    {"texts": "prototype", "deck": "weighted", "towers": 5},
    {"end": "empty-deck", "height": 5, "towers": 2, "own_tucks": True},
]


def decisions(seats: int, seed: int, options: dict[str, Scalar] | None = None) -> Iterator[State]:
    """The positions of a random game in which a player decides."""
    return (state for state in walk(seats, seed, options) if isinstance(GAME.turn(state), Decide))


def ask(level: Level, state: State, seed: int = 1) -> Thought[Any]:
    return level.make(GAME).choose(GAME.view(state, state.active), Dice(seed), Clock(min(level.iterations or 24, 24)))


def real_actions(plan: TurnPlan) -> list[Action]:
    builds: list[Action] = [Build(FLOORS[card], slot) for card, slot in plan.builds]
    return [*builds, *(Claim(slot, at, FLOORS[card]) for slot, at, card in plan.claims), EndTurn()]


def same(world: Determinization, state: State, rules: Rules) -> bool:
    """Whether a quick world and a state are the same position."""
    copy = Determinization(state, rules.prototype)
    occupied = [slot for slot, stack in enumerate(copy.towers) if stack]
    return (
        world.towers == copy.towers
        and [sorted(hand) for hand in world.hands] == [sorted(hand) for hand in copy.hands]
        and world.deck == copy.deck
        and world.points == copy.points
        and (world.over or world.active == copy.active)
        and (world.turns, world.last, world.over, world.serial) == (copy.turns, copy.last, copy.over, copy.serial)
        and all(world.born[slot] == copy.born[slot] for slot in occupied)
    )


@combined(options=OPTIONS, seats=[2, 3, 4])
def test_the_quick_copy_of_the_rules_plays_every_turn_as_the_rules_do(seats: int, options: dict[str, Scalar]) -> None:
    for seed in range(4):
        dice = Dice(seed, 0, "copy")
        state = GAME.new(seats, options)
        state = GAME.apply_outcome(state, GAME.resolve(state, Nature("deal"), dice)).state
        rules = Rules(state.terms, seats)
        evaluator = Evaluator(rules)
        world = Determinization(state, rules.prototype)
        while not world.over:
            plans = evaluator.candidates(world, 8)
            plan = dice.choice(plans)
            for action in real_actions(plan):
                assert GAME.judge(state, action).legal, (action, state)
                state = GAME.apply(state, action).state
            rules.play(world, plan)
            assert same(world, state, rules)
        over = GAME.turn(state)
        assert isinstance(over, Over)
        shares = evaluator.shares(world)
        assert shares.index(1.0) == over.ranking[0][0] and sum(shares) == 1.0


def test_quick_worlds_fit_the_view() -> None:
    for state in decisions(3, seed=5):
        view = GAME.view(state, state.active)
        deals = Deals(view, imagine(view, Dice(1)), False)
        one, other = deals.world(Dice(1)), deals.world(Dice(2))
        assert sorted(one.hands[state.active]) == sorted(other.hands[state.active])
        assert [len(hand) for hand in one.hands] == [len(hand) for hand in state.hands]
        assert len(one.deck) == len(state.deck) and one.towers == Determinization(state, False).towers
        assert one.built == state.built


@combined(level=LEVELS, options=[*OPTIONS, {"open": True}, {"due": "chosen", "height": 5}])
def test_bots_play_legally_in_every_position(level: Level, options: dict[str, Scalar]) -> None:
    for state in list(decisions(3, seed=6, options=options))[::7]:
        assert GAME.judge(state, ask(level, state).action).legal


@pytest.mark.parametrize("level", LEVELS[1:], ids=lambda level: level.name)
def test_bots_choose_the_order_of_scoring(level: Level) -> None:
    """The oldest tower scores first, as each of them says."""
    state = two_due("chosen")
    for seed in range(4):
        thought = level.make(GAME).choose(GAME.view(state, state.active), Dice(seed), Clock(4))
        assert thought.action == ScoreNext(due_slots(state)[0]) and thought.why == "the oldest tower scores first."


def test_why_gives_away_no_hidden_card() -> None:
    """The sentence may name a floor only if it stands in a tower or is being built, and what may come on top."""
    for state in list(decisions(2, seed=10))[::6]:
        for level in LEVELS:
            thought = ask(level, state)
            named = {floor for floor in FLOORS if floor in thought.why}
            shown = {thought.action.floor} if isinstance(thought.action, Build) else set()
            shown |= {storey.floor for tower in state.slots if tower for storey in tower.storeys}
            shown |= {"NOISE", "LANDLORD", "ELEVATOR"}  # named whatever anyone holds
            assert named <= shown
            assert thought.why.endswith(".")


def test_in_the_last_turn_a_bot_takes_the_points_that_lie_there() -> None:
    state = table(
        tower("OFFICE", "OFFICE", "LOBBY"), deck=0, active=1, turns=1, last_round=True, phase="claim", built=(0, 1)
    )
    state = replace(state, hands=(("OFFICE",), ("NOISE", "NOISE")))
    for level in LEVELS[1:]:
        assert isinstance(ask(level, state).action, Claim)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_outlook_of_a_tower_is_the_mean_over_every_next_floor(seats: int) -> None:
    """The weighted cases against a plain count over all floors and owners."""
    evaluator = Evaluator(Rules(GAME.new(seats, {}).terms, seats))
    dice = Dice(seats)

    def gains(stack: tuple[int, ...]) -> list[float]:
        points, draws = evaluator.rules.result(stack)
        return [points[seat] + DRAW * draws.count(seat) for seat in range(seats)]

    for _ in range(200):
        floors = [0, 1, 3, 4, 5, 6, 7]  # an unfinished tower has no SPIRE
        stack = tuple(dice.choice(floors) | dice.below(seats + 1) << 3 for _ in range(1 + dice.below(5)))
        nexts = [floor | owner << 3 for floor in range(8) for owner in range(seats + 1)]
        grown = [
            [with_it - alone for with_it, alone in zip(gains((*stack, c)), gains((c,)), strict=True)] for c in nexts
        ]
        means = [sum(column) / len(nexts) * TRUST for column in zip(*grown, strict=True)]
        spread = [mean - (sum(means) - mean) / (seats - 1) for mean in means]
        assert evaluator.worth(stack, False) == pytest.approx(spread)


def test_the_levels_differ_as_announced() -> None:
    assert [level.name for level in LEVELS] == ["random", "easy", "casual", "normal", "hard"]
    casual, normal, hard = LEVELS[2:]
    assert casual.make is normal.make is hard.make
    assert [level.iterations for level in (casual, normal, hard)] == [4, 24, 400]
    assert {level.seconds for level in (casual, normal, hard)} == {None}
