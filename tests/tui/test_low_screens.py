"""Boards that are rather high than wide, on low screens: in play and in the replay."""

from __future__ import annotations

from pathlib import Path

import pytest

from towergames.boards.desk import Abreast
from towergames.table.store import load_file
from towergames.tui.library.replay_model import ReplayModel
from towergames.tui.library.replay_view import LEAST_PANE, Show, draw_replay, lay_out
from towergames.tui.play.zones import Needs, Wish, board_beside, plan

pytestmark = pytest.mark.usefixtures("every_game")
SAVES = Path(__file__).parents[2] / "saves"
NEEDS = Needs(60, 9, 6, 3, Abreast(44, 15, 36, 14))
ALL_BUT_ONE = 404
"""The move of the example after which 25 letters stand."""


def model(save: str, at: int = 0, eyes: int = 0) -> ReplayModel:
    found = ReplayModel(load_file(SAVES / f"{save}.jsonl").history, name=save)
    for _ in range(eyes):
        found.next_viewpoint()
    found.seek(at)
    return found


# --- in play ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(80, 23), (90, 23), (99, 29), (100, 23), (100, 29), (110, 29), (119, 23)])
def test_a_board_with_the_hand_beside_it_gets_the_columns_that_are_over(size: tuple[int, int]) -> None:
    boxes = plan(*size, NEEDS, Wish())
    board, hand = boxes["board"], boxes["hand"]
    assert board[2] + hand[2] == size[0] and hand[0] == board[2]
    assert 44 <= board[2] < NEEDS.columns and hand[2] >= 36
    assert hand[2] <= 44 or board[2] == NEEDS.columns - 1, "the hand has enough before the board has all it can use"
    assert boxes["lines"][0] == boxes["log"][0] == hand[0]


def test_the_board_never_gets_less_than_it_needs() -> None:
    for width in range(80, 200):
        wants = NEEDS.abreast
        assert wants is not None
        board = board_beside(width, NEEDS.columns, wants)
        assert board >= wants.columns and width - board >= wants.hand


# --- the replay -------------------------------------------------------------------------------------


def test_a_replay_at_80x24_gives_the_tower_what_the_log_can_spare() -> None:
    rooms = lay_out(model("example-konexi"), 80, 23)
    assert rooms.board.height >= 15 and rooms.below.height == LEAST_PANE and not rooms.hand.height
    assert lay_out(model("example-konexi"), 80, 29).below.height > LEAST_PANE, "where there is room the log has more"
    assert lay_out(model("example-takethat"), 80, 23).below.height > LEAST_PANE, "other boards keep theirs"


def test_a_replay_through_a_players_eyes_has_the_hand_beside_the_tower() -> None:
    seen = model("example-konexi", eyes=1)
    assert seen.has_hand
    for width, height in ((80, 23), (99, 23)):
        rooms = lay_out(seen, width, height)
        assert rooms.board.height == rooms.hand.height + rooms.below.height >= 19
        assert rooms.board.width >= 44 and rooms.hand.x == rooms.board.width
        assert rooms.hand.width >= 36 and rooms.below.height >= LEAST_PANE
        assert rooms.below.x + rooms.below.width == width


@pytest.mark.parametrize("eyes", [0, 1])
@pytest.mark.parametrize("size", [(80, 23), (100, 29), (120, 39)])
def test_a_replay_shows_all_letters_of_a_tall_tower(size: tuple[int, int], eyes: int) -> None:
    seen = model("example-konexi-falls", ALL_BUT_ONE, eyes)
    letters = {spot.letter for spot in seen.scene().view.tower}
    assert len(letters) == 25
    scene, room = seen.scene(), lay_out(seen, *size).board
    drawn = seen.desk.board(scene, seen.desk.start(scene), room.width, room.height)
    named = {
        s.key[-1]
        for s in drawn.spots
        if s.key.startswith("letter:") and s.key[-1] in drawn.canvas.row(s.y)[s.x : s.x + s.width]
    }
    assert named == letters
    text = draw_replay(seen, Show(), *size).canvas.text()
    assert "Bob's Q stands" in text and max(map(len, text.splitlines())) <= size[0]


def test_log_and_curve_beside_the_tower_are_readable() -> None:
    seen = model("example-konexi-falls", ALL_BUT_ONE, 1)
    log, curve = (draw_replay(seen, Show(pane=pane), 80, 23).canvas.text() for pane in (0, 1))
    assert "> Bob's Q stands" in log and "points ─" not in log
    assert "score curve" in curve and "█1 Ann" in curve
