"""A trial of a place ends as the release does: the same function brings both to rest. Needs the engine."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from towergames import physics

if physics.unavailable_reason():
    pytest.skip(physics.unavailable_reason(), allow_module_level=True)

from tests.combinations import sample
from tests.games.leaning.live import played
from towergames.core.bot import Clock
from towergames.core.contract import Nature
from towergames.core.dice import Dice
from towergames.games.leaning.evaluation import CandidatePlacement
from towergames.games.leaning.forecast import FALL_TRIALS, ROUGH_TRIALS, Forecast, Odds, ReleaseOutcome
from towergames.games.leaning.game import GAME
from towergames.games.leaning.model import Accept, Layout, Place, State
from towergames.games.leaning.placement_search import IdeaTrials, search_foundations
from towergames.games.leaning.trials import ReleaseTrials, tried_twice
from towergames.table.save_file import load_file

SAVE = Path(__file__).parent / "saves" / "offer106.jsonl"
PLAY = 9
"""A large piece on P4: with all pieces more than two contacts away frozen it stood in 12 of 12 trials, and fell in 6 of
6 releases.
"""


def offered() -> tuple[State, Place]:
    history = load_file(SAVE).history
    move = history.plays[PLAY].move
    assert isinstance(move, Place)
    return history.state_after(PLAY), move


def as_candidate(move: Place) -> CandidatePlacement:
    assert move.aim is not None
    return CandidatePlacement(move.size, move.held, "rest", "side", move.target, move.pose, move.aim, 2)


def ending_on_the_table(state: State, move: Place, dice: Dice) -> str:
    held = GAME.apply(state, move).state
    step = GAME.apply_outcome(held, GAME.resolve(held, Nature("release"), dice))
    kinds = [event.kind for event in step.events]
    fell = next((kind for kind in ("wreck", "break") if kind in kinds), "")
    stays = "place" in kinds or (step.state.phase == "slip" and GAME.judge(step.state, Accept()).legal)
    return fell or ("good" if stays else "slip")


def ending_in_a_trial(state: State, move: Place, dice: Dice) -> str:
    tried = ReleaseTrials(state.layout, state.next_piece, state.terms)
    odds = Odds().and_then(tried.full(as_candidate(move), dice), tried.wreck)
    return next(
        kind
        for kind, number in (
            ("good", odds.good),
            ("slip", odds.slipped),
            ("break", odds.broken),
            ("wreck", odds.wrecked),
        )
        if number
    )


def test_the_same_tremor_ends_the_same_in_a_trial_and_on_the_table() -> None:
    state, move = offered()
    ends = [ending_on_the_table(state, move, Dice(seed)) for seed in range(sample(1, 12))]
    assert ends == [ending_in_a_trial(state, move, Dice(seed)) for seed in range(len(ends))]
    assert "wreck" in ends


def test_a_place_that_falls_far_away_is_not_called_safe() -> None:
    state, move = offered()
    tried = ReleaseTrials(state.layout, state.next_piece, state.terms)
    quick = [tried.quick(as_candidate(move), Dice(seed)).good for seed in range(3)]
    assert all(quick), "nothing falls while the pieces far away are frozen"
    forecast = Forecast()
    while not forecast.is_screened:
        forecast = tried_twice(tried, as_candidate(move), forecast, Dice(forecast.screened))
    assert forecast.word != "safe"


class Noted:
    """Trials that end as they are told to, and are noted."""

    wreck, pieces = 3, 5

    def __init__(self, *bad: int) -> None:
        self.bad, self.made = bad, list[str]()

    def fall(self, place: str, dice: Dice, *, rough: bool = False) -> ReleaseOutcome:
        return self._end("rough" if rough else "fall")

    def full(self, place: str, dice: Dice) -> ReleaseOutcome:
        return self._end("full")

    def _end(self, kind: str) -> ReleaseOutcome:
        self.made.append(kind)
        return ReleaseOutcome(0, len(self.made) not in self.bad, 2)


def screened(noted: Noted) -> Forecast:
    forecast = Forecast()
    while not forecast.is_screened:
        forecast = tried_twice(noted, "here", forecast, Dice(forecast.screened))
    return forecast


def test_a_place_has_twelve_falls_and_eight_by_the_rougher_hand_before_a_word() -> None:
    noted = Noted()
    forecast = screened(noted)
    assert (noted.made.count("fall"), noted.made.count("rough")) == (FALL_TRIALS, ROUGH_TRIALS) == (12, 8)
    assert (forecast.falls.good, forecast.roughs.good, forecast.word) == (12, 8, "safe")
    assert not Forecast(falls=Odds(good=12), roughs=Odds(good=7)).word


def test_three_bad_trials_end_the_screen() -> None:
    noted = Noted(1, 2, 3)
    forecast = screened(noted)
    assert len(noted.made) == 4, "they come in pairs"
    assert forecast.bad == 3 and forecast.word == "bold"
    assert screened(Noted(5)).word == "fair"


def test_full_trials_are_kept_apart_and_weigh_most() -> None:
    clean = screened(Noted())
    full = tried_twice(Noted(1, 2), "here", clean, Dice(1), full=True)
    assert full.fulls.bad == 2 and full.screened == clean.screened
    assert full.fall_chance > 10 * clean.fall_chance


def test_two_trials_at_once_are_the_same_as_one_after_the_other() -> None:
    state, move = offered()
    place, dice = as_candidate(move), Dice(5)
    tried = ReleaseTrials(state.layout, state.next_piece, state.terms)
    both = tried_twice(tried, place, Forecast(), dice)
    assert both.falls == Odds().and_then(tried.fall(place, dice.fork("first")), tried.wreck)
    assert both.roughs == Odds().and_then(tried.fall(place, dice.fork("second"), rough=True), tried.wreck)


def test_a_foundation_is_tried_as_the_table_releases_it() -> None:
    state = replace(played("ready"), phase="found", layout=Layout(), next_piece=1)
    idea = next(search_foundations(state, "large", "large", Clock(20), 3, ready=2))
    assert not idea.forecast.is_screened and idea.forecast.screened
    more = IdeaTrials(state, held=False, seed=1)
    while not idea.forecast.is_screened:
        idea = more.tried_twice(idea)
    assert idea.forecast.word and more.tried_twice(idea, full=True).forecast.fulls.releases == 2
