"""With which move the winner took the lead, and what decided in it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from towergames.core.contract import Decide, Over, Score, Step
from towergames.core.rulesheet import RuleSheet
from towergames.games.konexi.game import GAME
from towergames.table.turning_point import turning_point

ANN_WINS = Over(((0,), (1,)), "most points")


def history(turn: Any, decided: str = "SUN +3") -> Any:
    """A history of four plays, of which each is a round."""
    game = SimpleNamespace(decisive=lambda step, seat: decided and f"{{{seat}}}'s {decided}", round=lambda state: state)
    return SimpleNamespace(
        turn=turn,
        game=game,
        plays=[SimpleNamespace(step=None)] * 4,
        header=SimpleNamespace(names=("Ann", "Bob")),
        state_after=lambda play: play + 1,
    )


LATE = ((0, 1, 1, 4, 6), (0, 0, 2, 2, 2))


def test_the_move_that_took_the_lead_for_good_is_named() -> None:
    assert turning_point(history(ANN_WINS), LATE) == (
        "Ann took the lead in round 3 with Ann's SUN +3, and kept it.",
        "round 3, Ann's SUN +3",
    )
    assert turning_point(history(ANN_WINS, ""), LATE) == (
        "Ann took the lead in round 3 and kept it.",
        "lead from round 3",
    )


def test_where_all_points_come_at_the_end_nobody_took_the_lead() -> None:
    at_end = ((0, 0, 0, 0, 6), (0, 0, 0, 0, 2))
    assert turning_point(history(ANN_WINS), at_end) == ("What decided: Ann's SUN +3.", "Ann's SUN +3")
    assert turning_point(history(ANN_WINS, ""), at_end) == ("", "")


@pytest.mark.parametrize(
    ("turn", "curves"),
    [
        (Decide(0, "turn"), LATE),
        (ANN_WINS, LATE[:1]),
        (Over((), "nobody"), LATE),
        (Over(((0, 1),), "a tie"), LATE),
        (ANN_WINS, ((0, 2), (0, 2))),
    ],
)
def test_without_a_winner_who_is_ahead_there_is_no_turning_point(turn: Any, curves: Any) -> None:
    assert turning_point(history(turn), curves) == ("", "")


def test_a_line_of_the_score_decides_by_its_note_or_the_title_of_its_rule() -> None:
    def decided(*lines: Score) -> str:
        return GAME.decisive(Step(None, (), lines), 0)

    assert isinstance(GAME.rule_sheet, RuleSheet)
    assert decided(Score(0, 4, 4, "R-14", "MOON, new"), Score(0, 2, 2, "R-14", "MO")) == "MOON +4"
    assert decided(Score(0, 4, 4, "R-25"), Score(1, 3, 3, "R-25"), Score(0, 2, 2, "R-14", "MO")) == "MO +2"
    assert decided(Score(0, 4, 4, "R-25")) == "Winning +4"
    assert decided(Score(1, -3, -3, "R-21", "S drops")) == "{1}'s S drops -3"
    assert decided(Score(1, 3, 3, "R-14", "SUN")) == ""
