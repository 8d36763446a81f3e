"""Options, verdicts and events: the small promises of the contract."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.null.entry import NULL
from towergames.core.bot import Clock
from towergames.core.contract import (
    ChancelessGame,
    Event,
    IllegalAction,
    Listed,
    Nature,
    OpenGame,
    Refusal,
    Verdict,
    complete_options,
    event_text,
    visible,
)
from towergames.core.dice import Dice
from towergames.core.options import Option, OptionError

INFO = NULL.game.info


def test_missing_options_get_their_defaults() -> None:
    assert complete_options(INFO, {"limit": 1}) == {
        "heap": 12, "limit": 1, "polite": False, "motto": "", "first": "random",
    }  # fmt: skip


@pytest.mark.parametrize(
    "given", [{"heap": "12"}, {"heap": True}, {"limit": True}, {"polite": 1}, {"polite": "on"}, {"motto": 3}, {"x": 1}]
)
def test_strangers_and_wrong_types_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        complete_options(INFO, given)


def test_options_are_read_as_people_type_them() -> None:
    assert INFO.option("polite").read(" ON ") is True
    assert INFO.option("heap").read("40") == 40
    assert INFO.option("motto").read("Any Thing") == "Any Thing"
    assert INFO.option("first").read("Random") == "random"
    with pytest.raises(OptionError, match="Values: 12, 1, 40, 4000"):
        INFO.option("heap").read("41")
    with pytest.raises(OptionError, match="Options: heap"):
        INFO.option("colour")
    assert Option("a", "A", (3, 4), "").default == 3


def test_a_refused_action_says_why() -> None:
    error = IllegalAction(Verdict((Refusal("R-1", "No."), Refusal("R-2", "Never."))))
    assert str(error) == "No. (R-1); Never. (R-2)"
    assert str(IllegalAction(Verdict())) == "illegal action"
    assert Verdict().legal


def test_names_cannot_break_a_sentence() -> None:
    assert event_text(Event("x", "{0} greets {1}"), ("{1}", "{0.__class__}")) == "{1} greets {0.__class__}"


def test_who_may_be_told() -> None:
    secret = Event("x", "y", seen_by=frozenset({1}))
    assert [visible(secret, seat) for seat in (None, 0, 1)] == [False, False, True]
    assert visible(Event("x", "y"), None)


def test_a_list_of_choices_can_be_counted_and_sampled() -> None:
    choices = Listed(("a", "b"))
    assert len(choices) == 2
    assert {choices.sample(Dice(seed)) for seed in range(20)} == {"a", "b"}


def test_a_clock_ends_by_count_by_time_or_by_hand() -> None:
    assert not Clock(iterations=3).over(2)
    assert Clock(iterations=3).over(3)
    assert Clock(seconds=-1).over(0)
    assert not Clock(seconds=60).over(10**9)
    endless = Clock()
    assert not endless.over(10**9)
    endless.stop()
    assert endless.over(0)


def test_an_entry_finds_what_a_game_has_and_says_what_it_has_not() -> None:
    from towergames import registry

    assert NULL.level("easy").name == "easy"
    with pytest.raises(KeyError, match="Levels: random, easy"):
        NULL.level("grandmaster")
    with pytest.raises(KeyError, match='no game "chess"'):
        registry.get("chess")
    assert set(registry.keys()) >= {"takethat"}
    bare = registry.Entry("bare", "tests.core.bare")
    assert (bare.levels, bare.tutorial, bare.tools) == ((), None, ())


def test_the_option_with_the_puzzle_of_a_day_is_the_one_that_takes_a_day() -> None:
    assert INFO.daily_option == ""
    dated = replace(INFO.options[0], dated=True)
    assert replace(INFO, options=(*INFO.options, dated)).daily_option == dated.key


def test_a_game_without_secrets_or_chance_inherits_what_it_does_not_need() -> None:
    class Open(OpenGame, ChancelessGame):
        package = NULL.game.package

    game, state = Open(), ("a", "state")
    assert game.rule_sheet == NULL.game.rule_sheet
    assert game.status(state) == () and game.outcomes == {}
    assert game.view(state, 1) is game.imagine(state, Dice(1)) is game.reveal(state) is state
    with pytest.raises(ValueError, match="no chance"):
        game.resolve(state, Nature("lot"), Dice(1))
    with pytest.raises(ValueError, match="no chance"):
        game.apply_outcome(state, "a forged record")
