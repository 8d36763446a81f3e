"""The review of turns: whole turns beside Hard's, calibrated chances, and sentences that are true."""

from __future__ import annotations

from functools import cache

import pytest

from tests.games.bot_game import finished_game
from tests.games.takethat.tables import table, tower
from towergames import registry
from towergames.core.feat import Play
from towergames.core.options import Scalar
from towergames.core.review import TurnReview
from towergames.games.takethat import review, text
from towergames.games.takethat.bots import LEVELS
from towergames.games.takethat.chances import SURE, chance, odds_of
from towergames.games.takethat.game import GAME
from towergames.games.takethat.model import State
from towergames.games.takethat.review import TURNS, actions_of, plan_of
from towergames.table.facts import plays_of
from towergames.table.history import History


def finished(level: str = "easy", seed: int = 3) -> History:
    """A whole game of a level that both a person and a bot have played, without a journal."""
    return finished_game(GAME, LEVELS, level, seed, name="Gus")


HISTORY = finished()
PLAYS = plays_of(HISTORY)


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review, "WORLDS", 20)


@cache
def judged(seat: int) -> list[TurnReview]:
    return [TURNS.judge(GAME, PLAYS, turn, 1) for turn in TURNS.turns(PLAYS, seat)]


def played(state: State, *moves: str) -> list[Play]:
    """The plays of these moves from a state on, numbered from 1."""
    plays = []
    for number, move in enumerate(moves, start=1):
        action = GAME.parse(move, state)
        step = GAME.apply(state, action)
        plays.append(Play(number, state.active, action, state, step))
        state = step.state
    return plays


def test_every_decision_of_a_player_is_in_one_turn() -> None:
    for seat in (0, 1):
        turns = TURNS.turns(PLAYS, seat)
        numbers = [number for turn in turns for number in turn]
        assert numbers == [play.number for play in PLAYS if play.by == seat]
        assert len(turns) == HISTORY.game.round(HISTORY.state)


def test_the_advised_turn_can_be_played_and_the_values_are_in_order() -> None:
    advised = 0
    for turn in judged(0):
        assert 0 <= turn.after <= turn.best <= 100 and 0 <= turn.before <= 100
        assert turn.made.startswith("You built ") and turn.advised.startswith("Hard would build ")
        before = state = PLAYS[turn.first - 1].before
        for move in turn.moves:
            state = GAME.apply(state, GAME.parse(move, state)).state
            advised += 1
        assert not turn.moves or state.turns == before.turns + 1
    assert advised
    again = TURNS.judge(GAME, PLAYS, TURNS.turns(PLAYS, 0)[2], 1)
    assert again == judged(0)[2], "the same question has the same answer"


def test_a_turn_is_the_same_move_of_the_search_and_actions_again() -> None:
    turn = TURNS.turns(PLAYS, 0)[2]
    moves = [PLAYS[number - 1].move for number in turn]
    assert set(actions_of(plan_of(moves))) == set(moves)


def test_chances_take_back_what_the_last_mover_is_given_too_much() -> None:
    assert chance(0.5, moved_last=True) < 50 < chance(0.5, moved_last=False)
    assert odds_of(0.0) == odds_of(SURE) < 0 < odds_of(1.0)


@pytest.mark.parametrize(
    ("seats", "options", "why"),
    [
        (2, {}, ""),
        (2, {"first": 2, "open": True, "due": "chosen"}, ""),
        (3, {}, text.ONLY_FOR_TWO),
        (2, {"height": 5}, text.ONLY_USUAL_RULES),
    ],
)
def test_only_games_whose_chances_are_measured_have_a_review(seats: int, options: dict[str, Scalar], why: str) -> None:
    assert TURNS.why_not(GAME, GAME.new(seats, options)) == why


def why(state: State, *moves: str) -> str:
    """The sentence about Ann's turn, which is the first moves up to her end."""
    plays = played(state, *moves)
    turn = range(1, next(play.number for play in plays if play.by != 0))
    advised = plan_of([GAME.parse(move, state) for move in ("build OFFICE C", "build SUITE A", "claim C1 SUITE")])
    from towergames.games.takethat.review import _why

    return _why(plays, turn, plan_of([play.move for play in plays[: len(turn)]]), advised)


HANDS = ("OFFICE SUITE NOISE LOBBY", "SPIRE SUITE OFFICE LANDLORD")


def test_the_reason_is_what_followed() -> None:
    invited = table(tower("LOBBY", "OFFICE"), tower("NOISE"), hands=HANDS)
    bobs = ("build SPIRE A", "build SUITE B", "claim A4 OFFICE", "claim A3 LANDLORD", "end")
    assert why(invited, "build OFFICE A", "build SUITE B", "end", *bobs) == text.invitation("OFFICE", 0, 3, 1, 7, 0)
    vacant = ("build SPIRE B", "build SUITE C", "claim A3 OFFICE", "end")
    assert why(invited, "build OFFICE A", "build SUITE B", "end", *vacant) == text.left_vacant("OFFICE", 0, 1)


def test_a_floor_is_left_vacant_only_where_that_floor_was_built() -> None:
    state = table(tower("OFFICE", "LOBBY"), tower("NOISE"), hands=HANDS)
    other = ("build SPIRE B", "build SUITE C", "claim A1 LANDLORD", "end")
    said = why(state, "build OFFICE A", "build SUITE B", "end", *other)
    assert said != text.left_vacant("OFFICE", 0, 1) and said.startswith("Cards in hand")


def test_nobody_finished_a_tower_that_is_scored_as_it_stands() -> None:
    state = table(tower("LOBBY", "OFFICE"), tower("NOISE"), hands=HANDS, deck=0, last_round=True)
    last = ("build SUITE B", "build LANDLORD C", "claim A3 OFFICE", "claim A2 SPIRE", "end")
    plays = played(state, "build OFFICE A", "build SUITE B", "end", *last)
    assert any(event.kind == "score.end" and event.data["slot"] == 0 for event in plays[-1].step.events)
    assert "finished" not in why(state, "build OFFICE A", "build SUITE B", "end", *last)


def test_turns_that_differ_by_claims_alone_name_the_claims() -> None:
    from towergames.games.takethat.review import _why

    quiet = table(tower("LOBBY", "OFFICE"), tower("NOISE"), hands=HANDS)
    made = ("build LOBBY A", "build SUITE C", "claim A1 NOISE", "end")
    plays = played(quiet, *made, "build SUITE B", "build OFFICE C", "end")
    better = [GAME.parse(move, quiet) for move in ("build LOBBY A", "build SUITE C", "claim A2 NOISE")]
    said = _why(plays, range(1, 5), plan_of([play.move for play in plays[:4]]), plan_of(better))
    assert said == text.other_places(["floor 2 of A"])


def test_without_a_consequence_the_reason_is_the_difference() -> None:
    quiet = table(tower("LOBBY", "OFFICE"), tower("NOISE"), hands=HANDS)
    bobs = ("build SUITE B", "build OFFICE C", "end")
    assert why(quiet, "build LOBBY A", "build SUITE C", "end", *bobs) == text.kept_cards(1)
    assert why(quiet, "build LOBBY A", "build SUITE C", "claim A1 NOISE", "end", *bobs).startswith("The places")
    two = ("build LOBBY A", "build SUITE C", "claim A1 NOISE", "claim A2 OFFICE", "end")
    assert why(quiet, *two, *bobs) == text.spent_cards(1)


def test_a_floor_that_is_taken_is_the_reason() -> None:
    state = table(tower(("LOBBY", 0), "LANDLORD"), tower("NOISE"), hands=HANDS)
    bobs = ("build SPIRE A", "build SUITE B", "claim A2 OFFICE", "end")
    said = why(state, "build OFFICE B", "build SUITE C", "end", *bobs)
    assert said.startswith("Every floor of yours looked safe, but {0} lost floor 1 of A, LOBBY, to {1}'s LANDLORD")


def test_a_turn_that_lost_nothing_is_praised() -> None:
    assert any("Hard could hardly do better" in turn.sentence for turn in judged(0))
    assert text.praise_claims(0) == text.PATIENCE and text.praise_claims(2).startswith("2 claims")


def test_the_registry_finds_the_judge_of_turns() -> None:
    assert registry.get("takethat").turn_review is TURNS
    assert registry.get("takethat").review is None
