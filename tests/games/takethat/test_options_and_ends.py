"""Options do what they say, and games come to an end in good time."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.games.takethat.tables import walk
from towergames.core.contract import Nature, Over
from towergames.core.dice import Dice
from towergames.core.options import OptionError, Scalar
from towergames.games.takethat.game import GAME
from towergames.games.takethat.model import OPTIONS


def test_every_option_has_help_labels_and_a_rule() -> None:
    for option in OPTIONS:
        assert option.help.endswith(".") and len(option.labels) == len(option.values)
        assert GAME.rule_sheet.find(option.rule), option.key


def test_the_defaults_are_the_printed_game() -> None:
    terms = GAME.new(2, {}).terms
    assert (terms.deck, terms.texts, terms.end) == ("even", "printed", "short-hand")
    assert (terms.tower_limit, terms.height) == (3, 6)
    assert (terms.open_hands, terms.own_tucks, terms.due_order, terms.first) == (False, False, "oldest", 0)
    assert GAME.new(4, {}).terms.tower_limit == 4


@pytest.mark.parametrize("given", [{"deck": "huge"}, {"height": 8}, {"height": True}, {"colour": 1}, {"open": "yes"}])
def test_strange_options_are_refused(given: Mapping[str, Scalar]) -> None:
    with pytest.raises(OptionError):
        GAME.new(2, given)


@pytest.mark.parametrize("seats", [-1, 0, 1, 5, True])
def test_the_game_is_for_two_to_four(seats: int) -> None:
    with pytest.raises(OptionError):
        GAME.new(seats, {})


CORNERS: list[dict[str, Scalar]] = [
    {},
    {"deck": "weighted", "texts": "prototype", "due": "chosen", "open": True},
    {"towers": 2, "height": 5, "end": "empty-deck", "own_tucks": True},
    {"towers": 5, "height": 7},
]


@pytest.mark.parametrize("options", CORNERS, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_end_with_equal_turns_and_a_strict_ranking(seats: int, options: dict[str, Scalar]) -> None:
    for seed in range(12):
        states = list(walk(seats, seed, options))
        last = states[-1]
        turn = GAME.turn(last)
        assert isinstance(turn, Over)
        assert len(states) <= GAME.info.longest
        assert last.turns % seats == 0 and not last.deck
        assert sorted(turn.ranking) == [(seat,) for seat in range(seats)]
        points = [last.points[group[0]] for group in turn.ranking]
        assert points == sorted(points, reverse=True)
        assert not any(last.slots) and GAME.round(last) == last.turns // seats


def test_a_player_on_turn_can_always_build() -> None:
    for seed in range(30):
        for state in walk(2 + seed % 3, seed, {"towers": 2, "height": 7}):
            if state.phase == "build":
                assert list(GAME.choices(state))


def test_even_hoarders_end_within_the_longest() -> None:
    state = GAME.new(4, {"deck": "weighted", "due": "chosen"})
    state = GAME.apply_outcome(state, GAME.resolve(state, Nature("deal"), Dice(1))).state
    records = 1
    while not isinstance(GAME.turn(state), Over):
        hoarding = list(GAME.choices(state))[-1]  # the move that keeps most cards
        state, records = GAME.apply(state, hoarding).state, records + 1
    assert records <= GAME.info.longest
