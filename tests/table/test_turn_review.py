"""The review of turns: praise first, at most three costly turns, each asked again before it is blamed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.tui.library_kit import played
from towergames.core.contract import Seat
from towergames.core.feat import Play
from towergames.core.review import TurnReview, Unit
from towergames.table import turn_review
from towergames.table.history import History
from towergames.table.turn_review import (
    CARE,
    all_turns,
    judged_turn,
    review_turns,
    reviewed_seats,
    reviews,
    said,
    turn_lines,
    value,
    why_no_review,
    why_no_turns,
)


class Judge:
    """A judge of turns that says the losses it was given; ``doubtful`` turns lose nothing when asked again."""

    unit: Unit = "chance"
    measure = "Made up."

    def __init__(self, losses: Sequence[int], doubtful: Sequence[int] = ()) -> None:
        self.losses, self.doubtful = losses, doubtful
        self.asked: list[tuple[int, int]] = []

    def why_not(self, game: Any, first: Any) -> str:
        return ""

    def turns(self, plays: Sequence[Play], seat: Seat) -> list[range]:
        return [range(number, number + 1) for number in range(1, len(self.losses) + 1)]

    def judge(self, game: Any, plays: Sequence[Play], turn: range, care: int) -> TurnReview:
        number = turn.start
        self.asked.append((number, care))
        lost = 0 if care > 1 and number in self.doubtful else self.losses[number - 1]
        sentence = "{1} took it, and {0} did not."
        return TurnReview(0, number, number, number, 50, 60 - lost, 60, "You built.", "Hard would.", ("end",), sentence)


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> Any:
    def with_losses(losses: Sequence[int], doubtful: Sequence[int] = ()) -> tuple[Judge, History]:
        judge = Judge(losses, doubtful)
        monkeypatch.setattr(turn_review, "turn_reviewer_of", lambda history: judge)
        return judge, played()

    return with_losses


def test_one_turn_of_praise_comes_first_and_the_costliest_of_three_last(judged: Any) -> None:
    _, history = judged([0, 12, 30, 11, 20, 15])
    (review, *_) = reviews(history)
    assert [turn.first for turn in review.shown] == [1, 6, 5, 3]
    assert review.praised is not None and review.praised.lost == 0
    lines = list(turn_lines(history, review))
    assert "chance to win 30 in 100, before 50, at best 60" in lines[-4]
    assert "To play it: end." in lines[-2]


def test_a_turn_is_blamed_only_when_it_costs_much_with_more_care_too(judged: Any) -> None:
    judge, history = judged([40, 40, 5], doubtful=[1])
    (review, *_) = reviews(history)
    assert [turn.first for turn in review.costly] == [2]
    assert (1, CARE) in judge.asked and (2, CARE) in judge.asked and (3, CARE) not in judge.asked


def test_turns_that_cannot_be_among_the_three_are_not_asked_about_again(judged: Any) -> None:
    judge, history = judged([12, 40, 30, 20, 20, 50], doubtful=[6])
    *_, (_, _, review) = review_turns(history, 0)
    assert review is not None and [turn.first for turn in review.costly] == [4, 3, 2]
    assert [number for number, care in judge.asked if care > 1] == [6, 2, 3, 4], "until three are sure"


def test_without_a_costly_turn_one_sentence_says_so(judged: Any) -> None:
    _, history = judged([2, 3, 1])
    (review, *_) = reviews(history)
    assert not review.costly
    assert list(turn_lines(history, review))[-1] == "No turn cost more than 3 in 100. The strongest level would nod."


def test_many_small_losses_are_no_reason_to_nod(judged: Any) -> None:
    _, history = judged([2, 10, 4])
    (review, *_) = reviews(history)
    assert list(turn_lines(history, review))[-1] == "No turn cost more than 10 in 100. All turns together cost 16."


def test_without_a_good_turn_there_is_no_praise(judged: Any) -> None:
    (review, *_) = reviews(judged([30])[1])
    assert review.praised is None and len(review.shown) == 1


def test_a_turn_in_a_game_that_was_decided_is_not_praised() -> None:
    decided = TurnReview(0, 1, 1, 1, 0, 0, 0, "", "", (), "", points=40, praise=False)
    played_well = TurnReview(0, 2, 2, 2, 0, 50, 50, "", "", (), "", points=10)
    found = turn_review._chosen(Judge([]), 0, [decided, played_well], [])
    assert found.praised == played_well


def test_a_review_that_is_stopped_says_nothing(judged: Any) -> None:
    assert list(review_turns(judged([30])[1], 0, lambda: True)) == []


def test_a_review_that_is_stopped_before_its_second_look_ends_without_turns(judged: Any) -> None:
    judge, history = judged([30, 40])
    steps = list(review_turns(history, 0, lambda: len(judge.asked) == 2))
    assert [found for _, _, found in steps] == [None, None]


def test_the_sentence_is_said_to_the_player(judged: Any) -> None:
    _, history = judged([30])
    (review, *_) = reviews(history)
    assert said(history, review.costly[0]) == f"{history.header.names[1]} took it, and you did not."


def test_points_are_told_as_points() -> None:
    turn = TurnReview(0, 1, 1, 1, 0, 8, 20, "", "", (), "")
    assert turn.costs_much("points") and turn.costs_much("chance")
    assert value("points", turn) == "8 points, at best 20"
    assert not TurnReview(0, 1, 1, 1, 0, 17, 20, "", "", (), "").costs_much("points")
    later = TurnReview(0, 1, 1, 1, 30, 30, 33, "", "", (), "")
    assert later.costs_much("points"), "the share is of what the turn brings, not of all points so far"
    assert value("points", later) == "30 points, before 30, at best 33"


def test_a_turn_that_cost_much_or_deserves_none_is_not_praised(judged: Any) -> None:
    judge, history = judged([2, 0])
    judge.unit = "points"
    (review, *_) = reviews(history)
    assert review.praised is not None and review.praised.first == 2, "2 of 10 points are 20 %"
    judge.judge = lambda *_: TurnReview(0, 1, 1, 1, 5, 3, 3, "", "", (), "", praise=False)
    (review, *_) = reviews(history)
    assert review.praised is None
    assert list(turn_lines(history, review))[-1].startswith("No turn that was compared cost anything. ")


class PatientJudge(Judge):
    """A judge that judges only the first turn before it is asked."""

    def turns(self, plays: Sequence[Play], seat: Seat) -> list[range]:
        return super().turns(plays, seat)[:1]

    def turns_on_demand(self, plays: Sequence[Play], seat: Seat) -> list[range]:
        return super().turns(plays, seat)


def test_a_turn_is_judged_on_demand_with_the_same_care(judged: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    _, history = judged([0, 40])
    assert len(all_turns(history, 0)) == 2, "a judge of all turns"
    judge = PatientJudge([0, 40])
    monkeypatch.setattr(turn_review, "turn_reviewer_of", lambda _history: judge)
    assert len(reviews(history)[0].turns) == 1 and len(all_turns(history, 0)) == 2
    assert judged_turn(history, all_turns(history, 0)[1]).lost == 40 and judge.asked[-2:] == [(2, 1), (2, CARE)]
    assert all_turns(played(most=5), 0) == [], "the game runs"


def test_a_game_that_runs_or_is_for_more_than_two_has_no_review() -> None:
    assert "when the game is over" in why_no_review(played(most=5))
    assert "three or four have no review" in why_no_turns(played(seats=3))
    assert reviews(played(seats=3)) == []


def test_a_game_without_a_judge_of_turns_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    history = played()
    assert why_no_review(history) == ""
    monkeypatch.setattr("towergames.registry.Entry.turn_review", None)
    monkeypatch.setattr("towergames.registry.Entry.review", None)
    assert why_no_turns(history) == "Take That Towers has no review of turns."
    assert why_no_review(history) == "Take That Towers has no review."


def test_all_seats_are_reviewed_where_only_bots_played() -> None:
    assert reviewed_seats(played()) == (0, 1)


def test_a_game_that_is_not_known_has_no_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(key: str) -> Any:
        raise KeyError(key)

    history = played()
    monkeypatch.setattr("towergames.registry.get", unknown)
    assert turn_review.turn_reviewer_of(history) is None
