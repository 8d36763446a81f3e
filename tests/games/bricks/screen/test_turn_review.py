"""The page of a review of turns in Brick Tower: levels in place of rounds, and the board with the better tower."""

from __future__ import annotations

import pytest

from tests.games.bricks.built import finished
from tests.tui.desktop import SIZES
from towergames.games.bricks import review
from towergames.table.history import History
from towergames.table.turn_review import ReviewOfTurns, review_turns
from towergames.tui.screens.turn_review import TurnsTable, draw_turns

pytestmark = pytest.mark.usefixtures("every_game")
MINE = "O4HY T4TY W3TY #Y / F4TB H5RB #B / Q1RR+1 S2HR / O2RR"


@pytest.fixture(scope="module")
def reviewed() -> tuple[History, ReviewOfTurns]:
    """A finished game, and its review by brief searches."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(review, "STEPS", 10)
        review.best_tower.cache_clear()
        history = finished(MINE)
        *_, (_, _, found) = review_turns(history, 0)
    review.best_tower.cache_clear()
    assert found is not None
    return history, found


@pytest.mark.parametrize("size", [*SIZES, (160, 50), (70, 18)])
def test_a_page_shows_the_better_tower_as_it_stands_after_the_turn(
    size: tuple[int, int], reviewed: tuple[History, ReviewOfTurns]
) -> None:
    history, found = reviewed
    assert found.costly[-1].part == "hand-in" and not any(turn.round > 1 for turn in found.turns)
    at = found.shown.index(found.costly[-1])
    picture = draw_turns(TurnsTable("Brick Tower", "Ann", found.measure, history, found), at, *size)
    text = picture.canvas.text()
    assert "part " in text and "hand-in: 47 points, before " in text and "You handed the tower in." in text
    assert ("as advised" in text) is (size != (80, 24) and size != (70, 18))
    if size == (120, 40):
        board = text.partition("as advised")[2]
        assert "All 16 building rules kept" in board, "the tower stands, with its score sheet"
    assert ("as it was played" in text) is (size == (160, 50))
