"""Today's task: days, medals, scores, signs, and dice that are named by what is drawn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.null.entry import NULL
from towergames import registry
from towergames.core.contract import Decide, Nature, nature_dice
from towergames.core.daily import PLAIN_SIGNS, SIGNS, Daily, Medals, Rival, Task, bar, plain_signs, why_not_deal
from towergames.core.dice import Dice
from towergames.core.options import is_day

ALONE = Daily(
    name="Null",
    option="deal",
    on=lambda day: Task("one heap", "One heap.", 5, {"heap": 12 if day < "2027" else 40}),
    medals=Medals(10, 20, 30),
    signs=lambda _: "",
)
HOUSE = replace(ALONE, medals=Medals(50, 70, 90), house=lambda _: 99)
RIVAL = replace(ALONE, medals=Medals(-9, 1, 10, "Gold for a win by 10."), rival=Rival("easy", 24))


@pytest.mark.parametrize("text", ["2026-11-27", "2028-02-29", "0001-01-01"])
def test_a_day_of_the_calendar(text: str) -> None:
    assert is_day(text) and not why_not_deal(text)


@pytest.mark.parametrize("text", ["", "today", "2026-02-29", "2026-1-1", "20261127", "2026-11-27 ", "٢٠٢٦-11-27"])
def test_what_is_no_day_is_no_deal(text: str) -> None:
    assert not is_day(text) and "Write random, today, or a day" in why_not_deal(text)


def test_random_is_a_deal_and_no_day() -> None:
    assert not is_day("random") and not why_not_deal("random")


def test_medals_are_points_or_shares_of_the_house() -> None:
    assert [ALONE.medal(score, None) for score in (9, 10, 19, 20, 30)] == ["", "bronze", "bronze", "silver", "gold"]
    assert HOUSE.lines(99) == {"bronze": 50, "silver": 70, "gold": 90}, "rounded up"
    assert [HOUSE.medal(score, 99) for score in (49, 50, 70, 90, 120)] == ["", "bronze", "silver", "gold", "gold"]
    assert HOUSE.medal(120, None) == HOUSE.medal(120, 0) == "", "no medal before the house is known"


def test_the_score_is_the_points_or_the_lead_over_the_rival() -> None:
    assert (ALONE.seats, ALONE.score((13,)), ALONE.score_text(13, None)) == (1, 13, "13 points")
    assert (RIVAL.score_text(3, None), RIVAL.score_text(0, None)) == ("ahead by 3", "level")
    assert (RIVAL.seats, RIVAL.score((13, 20)), RIVAL.score_text(-7, None)) == (2, -7, "behind by 7")
    assert HOUSE.score_text(83, 110) == "83 of 110" and HOUSE.score_text(1, None) == "1 point"


def test_the_medals_are_told_in_a_sentence() -> None:
    assert ALONE.medals_text(None) == "Bronze from 10, silver 20, gold 30."
    assert HOUSE.medals_text(99) == "Bronze from 50, silver 70, gold 90."
    assert HOUSE.medals_text(None) == "Bronze from 50 % of the house's points, silver 70 %, gold 90 %."
    assert RIVAL.medals_text(None) == RIVAL.short_medals(None) == "Gold for a win by 10."
    assert ALONE.short_medals(None) == "Bronze 10, silver 20, gold 30."
    assert HOUSE.short_medals(None) == HOUSE.medals_text(None)


def test_the_options_of_a_day_hold_the_day() -> None:
    assert ALONE.options("2026-11-27") == {"heap": 12, "deal": "2026-11-27"}
    assert ALONE.options("2027-01-01") == {"heap": 40, "deal": "2027-01-01"}


def test_every_sign_has_its_own_form_in_ascii_that_is_no_letter() -> None:
    assert len(set(SIGNS)) == len(set(PLAIN_SIGNS)) == len(SIGNS) == len(PLAIN_SIGNS)
    assert [bar(value, 6) for value in (-1, 0, 1, 6, 9)] == ["·", "·", "▁", "█", "█"] and bar(3, 0) == "·"
    assert plain_signs(SIGNS) == PLAIN_SIGNS and PLAIN_SIGNS.isascii() and not any(map(str.isalpha, PLAIN_SIGNS))


def test_dice_have_the_name_that_the_game_says_or_the_seed_and_the_number_of_plays() -> None:
    game, state = NULL.game, NULL.game.new(2, {})
    assert game.dice_name(state, Decide(0, "take")) == ""
    usual = nature_dice(game, state, Nature("first"), 7, 3)
    assert usual.random() == Dice(7, 3, "first").random()
    words = registry.get("words").game
    dealt = words.new(1, {"deal": "2026-11-27"})
    first, later = (nature_dice(words, dealt, Nature("deal"), seed, plays) for seed, plays in ((1, 1), (2, 40)))
    assert first.random() == later.random() == Dice.named("towergames words daily 1|2026-11-27|bag").random()


def test_a_game_with_a_task_for_one_takes_one_player_for_a_day_alone() -> None:
    info = replace(NULL.game.info, seats=(2, 4), task_seats=1, options=registry.get("words").game.info.options)
    assert info.fewest_seats({}) == info.fewest_seats({"deal": "random"}) == 2
    assert info.fewest_seats({"deal": "2026-11-27"}) == 1
    assert replace(info, task_seats=0).fewest_seats({"deal": "2026-11-27"}) == 2
