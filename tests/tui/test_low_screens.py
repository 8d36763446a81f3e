"""Boards that are rather high than wide, on low screens: in play and in the replay."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.combinations import combined
from tests.tui.desktop import do
from tests.tui.fixtures import REGISTERED
from tests.tui.frames import frame, settled, until
from tests.tui.game_kit import playing
from tests.tui.lesson_kit import learning
from tests.tui.library_kit import showing
from tests.tui.mid_games import example
from towergames.board.protocol import Beside
from towergames.registry import Entry, get
from towergames.table.history import History
from towergames.table.match import Table
from towergames.table.records import SeatSetup
from towergames.table.saved import Saved, SaveStatus
from towergames.table.setup import new_header
from towergames.tui import zone_layout
from towergames.tui.command_screen import TooSmall
from towergames.tui.screens.game.handover import CurtainScreen
from towergames.tui.screens.replay import ReplayScreen
from towergames.tui.widgets import action_bar
from towergames.tui.zone_layout import LayoutPreferences, Needs, board_beside, minimum, plan

pytestmark = pytest.mark.usefixtures("every_game")
NEEDS = Needs(60, 9, 6, 3, Beside(44, 15, 36, 14, 12))
ALL_BUT_ONE = 404
"""The move of the example after which 25 letters stand."""


# --- in play ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(80, 23), (90, 23), (99, 29), (100, 23), (100, 29), (110, 29), (119, 23)])
def test_a_board_with_the_hand_beside_it_gets_the_columns_that_are_over(size: tuple[int, int]) -> None:
    boxes = plan(*size, NEEDS, LayoutPreferences())
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
        boxes = plan(80, rows - 1, needs, LayoutPreferences(banner=banner))
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
        refused = Saved(SaveStatus.REFUSED, "save", "the disk is full")
        monkeypatch.setattr(Table, "saved", refused)
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
@combined(size=[(80, 23), (80, 24), (120, 40)], game=LESSONS)
async def test_lessons_fit_a_terminal_with_a_status_line_and_are_whole_on_large_ones(
    game: str, size: tuple[int, int]
) -> None:
    async with learning(game, size=size, motion="none") as (app, pilot, learned):
        await settled(app, pilot)
        assert not learned.screen.query(TooSmall)
        assert learned.memory.room[1] >= learned.screen.session.board.sizes(2, None).board[1]
        for _ in range(learned.play.count):
            lesson = learned.play.lesson
            assert lesson is not None
            assert " ".join(lesson.say.split()) in " ".join(learned.text().split()), lesson.title
            assert all(word in frame(app) for word in lesson.say.split()), lesson.title
            await do(app, pilot, "lesson.next" if learned.play.reading else "lesson.show")
            await learned.rest(pilot)


@pytest.mark.parametrize("size", [(80, 22), (80, 23), (80, 39), (100, 29), (120, 39)])
@pytest.mark.parametrize("game", LESSONS)
def test_the_text_of_a_lesson_stands_beside_the_log_where_there_is_room_and_else_above_the_board(
    game: str, size: tuple[int, int]
) -> None:
    needs = replace(needs_of(game, 2), guide=6, bar=2)
    for wish in (LayoutPreferences(), LayoutPreferences(alone=True), LayoutPreferences(tab="pad")):
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


@asynccontextmanager
async def watching(
    folder: Path, save: str, at: int = 0, eyes: int = 0, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[ReplayScreen, Pilot[Any]]]:
    """A replay of an example at a move, seen by everyone or through so many other eyes."""
    screen = ReplayScreen(example(save.removeprefix("example-")), name=save)
    async with showing(screen, folder, size) as (_, pilot):
        for _ in range(eyes):
            screen.look_as()
        screen.seek(at)
        await pilot.pause()
        yield screen, pilot


@pytest.mark.parametrize("rows", range(20, 31))
@pytest.mark.parametrize("hand", [False, True])
@pytest.mark.parametrize("game", ["konexi", "leaning"])
def test_a_replay_gives_the_tower_the_height_of_the_screen_down_to_80x20(game: str, rows: int, hand: bool) -> None:
    needs = replace(zone_layout.needs_of(get(game).board.sizes(2, None), 2), timeline=True)
    assert minimum(needs, 80)[1] <= 20
    boxes = plan(80, rows - 1, needs, LayoutPreferences("both", hand=hand))
    board, log, timeline, bar = (boxes[name] for name in ("board", "log", "timeline", "actions"))
    assert timeline == (0, rows - 4, 80, 2) and bar == (0, rows - 2, 80, 1) and "lines" not in boxes
    assert log[3] >= 2 and ("hand" in boxes) is hand
    assert board[:2] == (0, 1) and board[3] >= 15 and board[2] >= 44
    if rows <= 24:
        assert board[3] == rows - 5 and log[0] == board[2] and log[0] + log[2] == 80
        assert "pad" in boxes or hand, "where there is no hand there is room for the score"


def test_where_no_tower_wants_height_log_and_score_share_the_rows_below_the_board() -> None:
    needs = replace(zone_layout.needs_of(get("takethat").board.sizes(3, None), 3), timeline=True)
    wish = LayoutPreferences("both")
    boxes = plan(80, 23, needs, wish)
    log, pad = boxes["log"], boxes["pad"]
    assert log[1] == pad[1] == 15 and log[3] == pad[3] == 5 and log[2] + 1 + pad[2] == 80
    for tab in ("chart", "log"):
        alone = plan(80, 23, needs, replace(wish, tab=tab))
        assert alone[tab] == (0, 15, 80, 5) and len(alone) == len(boxes) - 1
    for size in ((100, 29), (120, 39), (200, 59)):
        wide = plan(*size, needs, replace(wish, pad=9))
        assert {"log", "pad", "chart", "timeline"} <= set(wide) and wide["chart"][3] >= 6
        assert wide["pad"][1] + wide["pad"][3] == wide["chart"][1]
    assert plan(120, 39, needs, wish)["timeline"][3] == 4, "with words and names"


def test_a_replay_needs_one_row_more_than_its_game_at_most() -> None:
    for entry in REGISTERED:
        sizes = entry.board.sizes(2, None)
        for width in (60, 80, 120):
            played = zone_layout.needs_of(sizes, 2, action_bar.ROWS + 1)
            watched = replace(zone_layout.needs_of(sizes, 2), timeline=True)
            assert minimum(watched, width)[1] <= minimum(played, width)[1] + 1


@pytest.mark.parametrize("eyes", [0, 1])
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40)])
async def test_a_replay_shows_all_letters_of_a_tall_tower(tmp_path: Path, size: tuple[int, int], eyes: int) -> None:
    async with watching(tmp_path, "example-konexi-falls", ALL_BUT_ONE, eyes, size) as (screen, _):
        letters = {spot.letter for spot in screen.shown().view.tower}
        assert len(letters) == 25
        board = screen.panes.zone("board")
        drawn = screen.board.draw(screen.shown(), "board", board.size)
        named = {
            s.key[-1]
            for s in drawn.spots
            if s.key.startswith("letter:") and s.key[-1] in drawn.canvas.row(s.y)[s.x : s.x + s.width]
        }
        assert named == letters and board.picture.canvas.text() == drawn.canvas.text()
        assert {spot.key for spot in board.spots} <= {"view:side", "view:3d"}, "a click can only move the camera"
        text = frame(screen.app)  # type: ignore[arg-type]
        assert "Q stands" in text and max(map(len, text.splitlines())) <= size[0]


async def test_log_and_curve_beside_the_tower_are_readable(tmp_path: Path) -> None:
    async with watching(tmp_path, "example-konexi-falls", ALL_BUT_ONE, 1) as (screen, pilot):
        assert "Q stands" in screen.panes.zone("log").picture.canvas.text()
        screen.run_command("replay.pane")
        assert "log" not in screen.panes.boxes
        await pilot.pause()
        curve, timeline = (screen.panes.zone(name).picture.canvas.text() for name in ("chart", "timeline"))
        assert "Score curve ─" in curve and "█1 Ann" in curve and "Q stands" in timeline


async def test_a_click_on_the_name_of_a_view_shows_the_tower_so_in_a_replay_too(tmp_path: Path) -> None:
    async with watching(tmp_path, "example-konexi-falls", ALL_BUT_ONE) as (screen, pilot):
        board = screen.panes.zone("board")
        assert "[Side] 3D" in board.picture.canvas.text()
        space = next(spot for spot in board.spots if spot.key == "view:3d")
        await pilot.click("#board", offset=(space.x + 1, space.y))
        await until(pilot, lambda: "Side [3D]" in board.picture.canvas.text())
