"""Places judged afterwards, and the answer to "What was best?" where a piece was let go of."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pytest

from tests.games.leaning.board.hands import Hand
from tests.games.leaning.making import FORECASTS, HERE, state
from tests.games.leaning.test_bots import founded, live
from towergames import physics
from towergames.board.protocol import PastDecision
from towergames.core.bot import Clock
from towergames.core.dice import Dice
from towergames.games.leaning import bots
from towergames.games.leaning.board import BOARD, places_compared
from towergames.games.leaning.game import GAME
from towergames.games.leaning.model import Accept, Aim, Hold, Place
from towergames.games.leaning.placement_review import JudgedPlace, is_tempting, judged_place
from towergames.physics.recording import RecordedPose

ON_P1 = Place("small", False, 1, HERE, Aim(1, (1,)))
ON_P2 = replace(ON_P1, target=2, aim=Aim(1, (2,)))
SAFE, BOLD = (JudgedPlace(points, FORECASTS[word], at) for points, word, at in ((2, "safe", 1.9), (5, "bold", -3.0)))


@live
def test_a_place_of_the_strongest_level_is_worth_more_than_one_in_the_air() -> None:
    s = founded()
    action = bots.HARD.choose(GAME.view(s, 0), Dice(3), Clock(20)).action
    assert isinstance(action, Place)
    began = time.process_time()
    good = judged_place(s, action)
    assert good is not None and good == judged_place(s, action), "equal questions have equal answers"
    assert time.process_time() - began < 10
    assert good.forecast.is_screened and 0 < good.average <= good.points
    high = replace(action, pose=RecordedPose(0, 0, 120_000, 10**6, 0, 0, 0))
    dropped = judged_place(s, high)
    assert dropped is not None and dropped.average < good.average and dropped.forecast.bad


def test_nothing_is_said_without_the_contacts_or_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    assert judged_place(state(), replace(ON_P1, aim=None)) is None
    monkeypatch.setattr(physics, "unavailable_reason", lambda: "no engine")
    assert judged_place(state(), ON_P1) is None


def test_a_place_is_tempting_that_promised_more_and_brings_less() -> None:
    assert is_tempting(BOLD, SAFE) and not is_tempting(SAFE, BOLD)
    assert not is_tempting(replace(BOLD, average=1.8), SAFE), "nearly as good"


def compared(made: Any, best: Any, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    monkeypatch.setattr(places_compared, "judged_place", lambda _, action: BOLD if action == ON_P1 else SAFE)
    context = Hand(state()).context
    return BOARD.compare(context, PastDecision(made, best, "hard", -3, ("2 points, safe.",))).sentences


def test_what_was_best_says_what_both_places_bring_on_average(monkeypatch: pytest.MonkeyPatch) -> None:
    first, *more = compared(ON_P1, ON_P2, monkeypatch)
    assert first.startswith("The Hard bot's choice: Small against P2, 1 corner")
    assert more == [
        "Fewer than 1 in 50 falls there: +1.9 points on average.",
        "At the place chosen about 1 in 2 falls: -3.0 points on average.",
        "The place chosen promised more: +5 points.",
    ]
    assert compared(ON_P2, ON_P1, monkeypatch)[-1].startswith("At the place chosen")


def test_where_the_best_place_was_chosen_its_average_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compared(ON_P2, ON_P2, monkeypatch) == (
        "This was the Hard bot's choice too.",
        "Fewer than 1 in 50 falls there: +1.9 points on average.",
    )


def test_other_decisions_are_compared_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "on average" not in " ".join(compared(Hold("small"), ON_P2, monkeypatch))
    assert places_compared.sentences(Hand(state()).context, PastDecision(Accept(), None)) == ()
    monkeypatch.undo()
    blind = replace(ON_P1, aim=None)
    assert places_compared.sentences(Hand(state()).context, PastDecision(blind, ON_P2)) == ()
