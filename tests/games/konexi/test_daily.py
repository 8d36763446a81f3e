"""Today's task of Konexi (K-29): twelve letters in one tower, and chance that is named by the number of the letter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import msgspec
import pytest

from tests.combinations import first
from tests.games.konexi.canned import CannedPhysics
from towergames.core.contract import Over
from towergames.core.daily import SIGNS, play_task
from towergames.core.dice import Dice
from towergames.core.feat import Play
from towergames.core.options import OptionError
from towergames.games.konexi.daily import DAILY
from towergames.games.konexi.game import GAME, Konexi
from towergames.games.konexi.model import TASK_LETTERS, EndTurn, GiveUp, Released, SayWord, State, Token
from towergames.games.konexi.model import Place as Lay
from towergames.games.konexi.rules import gaps, offered, places_of
from towergames.games.konexi.words import sayable_words
from towergames.table.records import digest

DAY = "2026-11-27"
DAYS = [(date.fromisoformat(DAY) + timedelta(days=number)).isoformat() for number in range(50)]
Drawn = dict[str, Any]


class NotingPhysics(CannedPhysics):
    """A table on which letters stand until the ``last`` one; it notes what the dice of each push say."""

    def __init__(self, last: int) -> None:
        super().__init__(10**6)
        self.last, self.drawn = last, Drawn()

    def let_go(self, state: State, dice: Dice) -> Released:
        number = len(state.tower) + 1
        self.drawn[f"push {number}"] = dice.below(10**9)
        self.of = 1 if number > self.last else 10**6
        return super().let_go(state, dice)


def played(day: str, choose: Callable[[State], Any], last: int = TASK_LETTERS) -> tuple[Drawn, list[Play]]:
    """Everything that chance says by the number of the letter, and the plays of a task."""
    table = NotingPhysics(last)
    plays = play_task(Konexi(lambda: table), DAILY, day, lambda state, _: choose(state))
    drawn = table.drawn
    for play in plays:
        for event in play.events("circle", "roll"):
            letters = event.data.get("letters", "") + str(event.data.get("face", ""))
            drawn[f"{event.kind} {len(play.before.tower) + 1}"] = letters
    return drawn, plays


def hasty(state: State) -> Any:
    """Takes the first place, and says no word."""
    return _turn(state, first=True)


def keen(state: State) -> Any:
    """Takes the last letter and the last place, and says the longest word."""
    return _turn(state, first=False)


def _turn(state: State, *, first: bool) -> Any:
    end = 0 if first else -1
    if state.phase == "token":
        return Token(gaps(state)[end])
    if state.phase == "place":
        letters = [letter for letter in offered(state) if places_of(state, letter)]
        return Lay(*places_of(state, letters[end])[end]) if letters else GiveUp()
    words = sayable_words(state)
    return EndTurn() if first or not words else SayWord(words[0])


@pytest.mark.parametrize("day", first(12, DAYS))
def test_two_players_who_click_differently_meet_the_same_chance(day: str) -> None:
    one, other = played(day, hasty)[0], played(day, keen)[0]
    common = one.keys() & other.keys()
    assert {"circle 1", "roll 1", "push 1", "roll 2", "push 2"} <= common
    assert all(one[key] == other[key] for key in common)


def test_days_and_letters_have_chance_of_their_own() -> None:
    days = [played(day, hasty, 2)[0] for day in DAYS[:8]]
    for key in ("circle 1", "push 1", "push 2"):
        assert len({day[key] for day in days}) == len(days)
    drawn = played(DAY, hasty)[0]
    pushes = [value for key, value in drawn.items() if key.startswith("push")]
    assert len(set(pushes)) == len(pushes) > 2


def test_k29_words_score_and_the_task_ends_with_the_twelfth_letter() -> None:
    days = (played(day, keen) for day in DAYS)
    plays = next(plays for _, plays in days if len(plays[-1].step.state.tower) == TASK_LETTERS)
    over = plays[-1].step.state
    words = [event.data["word"] for play in plays for event in play.events("word")]
    assert isinstance(GAME.turn(over), Over) and over.ending == "all 12 letters stand"
    assert words and DAILY.score(GAME.totals(over)) == over.points[0] == sum(map(len, words))
    assert GAME.turn(over).reason == f"{over.points[0]} points"
    signs = DAILY.signs(plays)
    assert len(signs) == TASK_LETTERS and set(signs) <= set(SIGNS) and signs[0] == "·" and signs != "·" * 12
    assert GAME.status(GAME.view(over, 0))[:2] == ("One tower", "12 of 12 letters stand")


def test_k29_a_fall_costs_three_points_and_ends_the_task() -> None:
    for day in DAYS:
        _, plays = played(day, keen, last=6)
        fall = plays[-1]
        if fall.events("fall") and fall.before.points[0] >= 3:
            break
    over = fall.step.state
    assert over.points[0] == fall.before.points[0] - 3 and isinstance(GAME.turn(over), Over)
    assert over.ending == "6 of the 12 letters stood"
    signs = DAILY.signs(plays)
    assert signs[-1] == "×" and len(signs) == 7


def test_the_deal_of_a_day_is_for_one_player() -> None:
    with pytest.raises(OptionError, match="for one player"):
        GAME.new(2, {"deal": DAY})


def test_other_games_have_no_day_in_their_state() -> None:
    for seats in (1, 2):
        plain = GAME.new(seats, {"first": 1})
        assert plain == GAME.new(seats, {"first": 1, "deal": "random"})
        assert b"deal" not in msgspec.json.encode(plain.terms)
        assert digest(plain) != digest(replace(plain, terms=replace(plain.terms, deal=DAY)))
        assert GAME.dice_name(plain, GAME.turn(plain)) == ""


def test_alone_without_a_day_letters_score_as_before() -> None:
    alone, task = GAME.new(1, {"first": 1}), GAME.new(1, DAILY.options(DAY))
    assert alone.letters_score and not task.letters_score and not GAME.new(2, {"first": 1}).letters_score
    assert task.terms.endless is True and task.terms.hand == "steady"
