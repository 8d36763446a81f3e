"""Boards that are rather high than wide, on low screens: in play and in the replay."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.combinations import combined
from tests.tui.desktop import do, running
from tests.tui.fixtures import REGISTERED
from tests.tui.frames import frame, settled
from tests.tui.game_kit import playing
from tests.tui.lesson_kit import lesson_of
from tests.tui.mid_games import example
from towergames.board.protocol import Beside
from towergames.registry import Entry, get
from towergames.session.replay import Replay
from towergames.session.ui_memory import plain_look
from towergames.table.history import History
from towergames.table.match import Table
from towergames.table.records import SeatSetup
from towergames.table.setup import new_header
from towergames.tui import zone_layout
from towergames.tui.command_screen import TooSmall
from towergames.tui.screens.game.handover import CurtainScreen
from towergames.tui.screens.replay_view import LEAST_PANE, Show, draw_replay, lay_out
from towergames.tui.widgets import action_bar
from towergames.tui.zone_layout import Needs, Wish, board_beside, minimum, plan

pytestmark = pytest.mark.usefixtures("every_game")
NEEDS = Needs(60, 9, 6, 3, Beside(44, 15, 36, 14, 12))
ALL_BUT_ONE = 404
"""The move of the example after which 25 letters stand."""


def model(save: str, at: int = 0, eyes: int = 0) -> Replay:
    found = Replay(example(save.removeprefix("example-")), name=save)
    for _ in range(eyes):
        found.next_perspective()
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


@pytest.mark.parametrize("banner", [False, True])
@pytest.mark.parametrize("rows", range(20, 31))
@pytest.mark.parametrize("game", ["konexi", "leaning"])
def test_a_tower_keeps_the_height_of_the_screen_down_to_80x20(game: str, rows: int, banner: bool) -> None:
    for seats in range(2, get(game).game.info.seats[1] + 1):
        needs = needs_of(game, seats)
        assert minimum(needs, 80)[1] + 1 <= 20
        boxes = plan(80, rows - 1, needs, Wish(banner=banner))
        two = needs.abreast
        assert two is not None
        board, hand, bar, words, log = (boxes[name] for name in ("board", "hand", "actions", "lines", "log"))
        assert board[:2] == (0, 1 + banner) and board[3] == rows - 2 - banner >= two.rows
        assert board[2] >= two.columns and hand[2] >= two.hand and hand[0] == board[2]
        assert hand[3] + bar[3] >= two.low and words[3] >= 2 and log[3] >= 2
        assert hand[3] + bar[3] + words[3] + log[3] == board[3]


@combined(size=[(80, 20), (80, 22), (80, 23), (80, 24)], game=[entry.key for entry in REGISTERED])
async def test_every_game_can_be_played_on_low_screens(tmp_path: Path, game: str, size: tuple[int, int]) -> None:
    entry, seats = Entry(game), "Ann" if game == "bricks" else "Ann,Bob"
    async with playing(tmp_path, seats, game=game, size=size) as play:
        if isinstance(play.app.screen, CurtainScreen):
            await play.press("1", "2")
        await play.until(lambda: play.game.board.size.height > 0)
        sizes = entry.board.sizes(len(seats.split(",")), play.game.session.view_of(None))
        rows, hand = sizes.board[1], sizes.hand
        two = play.game.board_input.needs().abreast
        board = play.game.board.size
        assert not play.game.query(TooSmall)
        assert board.height >= rows and play.game.zone("hand").size.height >= hand
        if two is not None and size[1] - 2 >= two.rows:
            assert board.height == size[1] - 2, "as high as the screen"
        assert play.game.board.picture.canvas.text().strip()


async def test_the_banner_takes_a_row_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing(tmp_path, "Ann,Bob", game="konexi", size=(80, 19)) as play:
        assert not play.game.query(TooSmall)
        monkeypatch.setattr(Table, "trouble", "the disk is full")
        play.game.guard_size()
        await play.pilot.pause()
        assert play.game.query(TooSmall) and "needs 60x20" in play.text


def needs_of(game: str, seats: int) -> Needs:
    entry = get(game)
    header = new_header(entry.game, [SeatSetup(f"P{seat}") for seat in range(seats)], {}, 5)
    table = Table(History(entry.game, header))
    table.advance()
    view = table.view(None)
    return zone_layout.needs_of(entry.board.sizes(seats, view), seats, action_bar.ROWS)


LESSONS = [entry.key for entry in REGISTERED if entry.tutorial is not None]


@pytest.mark.usefixtures("remembered_releases")
@combined(rows=[23, 24], game=LESSONS)
async def test_lessons_fit_a_terminal_with_a_status_line(game: str, rows: int) -> None:
    async with running((80, rows), settle=False, motion="none") as (app, pilot):
        await do(app, pilot, f"menu.learn {game}")
        await settled(app, pilot)
        learned = lesson_of(app)
        assert not learned.screen.query(TooSmall)
        assert learned.memory.room[1] >= learned.screen.session.board.sizes(2, None).board[1]
        for _ in range(learned.play.count):
            lesson = learned.play.lesson
            assert lesson is not None
            assert " ".join(lesson.say.split()) in " ".join(frame(app).split()), lesson.title
            await do(app, pilot, "lesson.next" if learned.play.reading else "lesson.show")
            await learned.rest(pilot)


@pytest.mark.parametrize("size", [(80, 22), (80, 23), (80, 39), (100, 29), (120, 39)])
@pytest.mark.parametrize("game", LESSONS)
def test_the_text_of_a_lesson_stands_beside_the_log_where_there_is_room_and_else_above_the_board(
    game: str, size: tuple[int, int]
) -> None:
    needs = replace(needs_of(game, 2), guide=6, bar=2)
    for wish in (Wish(), Wish(alone=True), Wish(tab="pad")):
        boxes = plan(*size, needs, wish)
        text, board = boxes["guide"], boxes["board"]
        assert minimum(needs, size[0])[1] <= 23
        assert board[3] >= min(needs.board, needs.abreast.rows if needs.abreast is not None else needs.board)
        if size[0] < 100 or wish.alone:
            assert text == (0, 0, size[0], 6) and board[1] == 6 and "status" not in boxes
            assert boxes["actions"][3] >= 1
        elif size[0] >= 120:
            lower = boxes[wish.tab]
            assert boxes["status"][3] == 1 and text[0] > board[0] + board[2] - 1 and text[3] >= 12
            assert lower[0] == text[0] and lower[1] == text[1] + text[3] and lower[3] >= 12
        free = [box for name, box in boxes.items() if box[3] > 0]
        assert sum(columns * rows for _, _, columns, rows in free) <= size[0] * size[1], "no zone covers another"


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


@pytest.mark.parametrize("save", ["example-konexi", "example-leaning"])
@pytest.mark.parametrize("eyes", [0, 1])
def test_a_replay_of_a_tower_does_not_collapse_on_lower_screens(save: str, eyes: int) -> None:
    seen = model(save, eyes=eyes)
    for rows in range(21, 31):
        rooms = lay_out(seen, 80, rows - 1)
        assert rooms.board.height >= 15, rows


@pytest.mark.parametrize("eyes", [0, 1])
@pytest.mark.parametrize("size", [(80, 23), (100, 29), (120, 39)])
def test_a_replay_shows_all_letters_of_a_tall_tower(size: tuple[int, int], eyes: int) -> None:
    seen = model("example-konexi-falls", ALL_BUT_ONE, eyes)
    c = plain_look(seen.board, seen.context())
    letters = {spot.letter for spot in c.view.tower}
    assert len(letters) == 25
    room = lay_out(seen, *size).board
    drawn = seen.board.draw(c, "board", (room.width, room.height))
    named = {
        s.key[-1]
        for s in drawn.spots
        if s.key.startswith("letter:") and s.key[-1] in drawn.canvas.row(s.y)[s.x : s.x + s.width]
    }
    assert named == letters
    text = draw_replay(seen, Show(), *size).canvas.text()
    assert "Q stands" in text and max(map(len, text.splitlines())) <= size[0]


def test_log_and_curve_beside_the_tower_are_readable() -> None:
    seen = model("example-konexi-falls", ALL_BUT_ONE, 1)
    log, curve = (draw_replay(seen, Show(pane=pane), 80, 23).canvas.text() for pane in (0, 1))
    assert "Q stands" in log and "Players ─" not in log
    assert "Score ─" in curve and "█1 Ann" in curve
