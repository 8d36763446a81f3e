"""The example game, found by its entry point, on the screen, in plain mode and by the command line."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from towergames_nim.board import Ui
from towergames_nim.bots import balanced
from towergames_nim.game import GAME, TALLEST, State, Take, Terms, heights_of
from towergames_nim.palette import ROLES

from tests.board.test_palette import RGB_THEMES, too_faint, too_near
from tests.plain.helpers import converse, header_of, play
from tests.tui.desktop import SIZES, do, running
from tests.tui.frames import frame, settled, until
from tests.tui.game_kit import playing
from tests.tui.key_clashes import clashes
from tests.tui.lesson_kit import lesson_of, teaches
from towergames import environment, registry
from towergames.board.palette import THEMES, resolve
from towergames.board.protocol import KeyInput
from towergames.cli.main import main
from towergames.core.bot import Clock
from towergames.core.dice import Dice
from towergames.core.options import OptionError
from towergames.run_request import RunRequest
from towergames.table.save_file import load_file
from towergames.tui.keymap import PRESETS, load_keymap
from towergames.tui.screens.game.screen import GameScreen
from towergames.tui.screens.new_game import NewGameScreen
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.gallery import Gallery


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x40"])
async def test_the_menu_shows_six_games_and_begins_the_sixth(size: tuple[int, int]) -> None:
    async with running(size) as (app, pilot):
        gallery = app.screen.query_one(Gallery)
        await until(pilot, lambda: len(gallery.front.cards) == 6 and gallery.go("nim"))
        page = frame(app)
        assert "6  Nim" in page and "2 players" in page and "Take blocks off" in page
        await do(app, pilot, "menu.new nim")
        assert isinstance(app.screen, NewGameScreen)
        assert "New game: Nim, 2 players" in frame(app)
        await do(app, pilot, "newgame.start")
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        assert app.table is not None and app.table.header.game == "nim"


async def test_its_puzzle_of_the_day_begins_by_its_name_against_a_bot() -> None:
    async with running() as (app, pilot):
        await do(app, pilot, "menu.puzzle nim")
        await until(pilot, lambda: app.table is not None)
        header, today = app.table.header, f"{date.today():%Y-%m-%d}"
        assert header.game == "nim" and header.options["towers"] == today
        assert [bool(seat.bot) for seat in header.seats] == [False, True]
        assert app.table.history.state.heights == heights_of(today)


@pytest.mark.parametrize("towers", ["3", "0-4-5", "3-4-10", "1-2-3-4-5-6", "2026-02-30", "soon", ""])
def test_heights_that_there_cannot_be_are_refused(towers: str) -> None:
    with pytest.raises(OptionError, match="Write 3 to 5 heights such as 3-4-5, or a day"):
        GAME.new(2, {"towers": towers})


def test_every_day_has_towers_that_can_be_drawn() -> None:
    days = {heights_of(f"2026-{month:02}-{day:02}") for month in range(1, 13) for day in range(1, 29)}
    assert len(days) > 200
    assert all(3 <= len(heights) <= 5 and 2 <= min(heights) <= max(heights) <= TALLEST for heights in days)


def test_its_towers_have_colours_of_their_own_in_every_theme() -> None:
    board = registry.get("nim").board
    context = replace(board.example("S-2"), view=State(Terms(), (9, 9, 9, 9, 9)), ui=Ui())
    canvas = board.draw(replace(context, may_act=False), "board", (80, 22)).canvas
    drawn = {run.ink.fg for row in range(22) for run in canvas.runs(row)}
    assert drawn >= set(ROLES)
    for theme, colours in THEMES.items():
        assert len({resolve(theme, role) for role in ROLES}) == len(ROLES)
        assert all(resolve(theme, role) == colours[role] for role in ROLES)
    for theme in RGB_THEMES:
        assert too_faint(theme, ROLES, ["sky"], 2.8) == {}
        assert all(too_near(theme, sight, ROLES) == {} for sight in ("ordinary",))


def test_its_measures_are_found() -> None:
    spec = registry.get("nim").environment
    assert spec.actions == 45 and spec.measures["State.heights"] == (5,)
    labels = environment.Encoder(spec.measures, State, 2).labels
    assert labels == ["heights.length", *(f"heights[{at}]" for at in range(5)), "active", "moves", "winner?", "winner"]


async def test_other_screens_know_the_sixth_game() -> None:
    async with running((100, 40)) as (app, pilot):
        assert "nim.take" in app.known_commands()
        await do(app, pilot, "menu.learn")
        assert "7 rules" in frame(app)
        await do(app, pilot, "back", "menu.learn nim")
        await until(pilot, lambda: teaches(app))
        await settled(app, pilot)
        assert "Ada and Tess take blocks off three towers." in " ".join(lesson_of(app).text().split())
        app.open_rules("nim", "N-2")
        await settled(app, pilot)
        page = frame(app)
        assert "▒1▒" in page and "B: 4" in page


@pytest.mark.parametrize("size", [(80, 23), *SIZES])
async def test_the_lesson_is_shown_on_the_game_screen(size: tuple[int, int]) -> None:
    async with running(size, settle=False, motion="none") as (app, pilot):
        await do(app, pilot, "menu.learn nim")
        learned = lesson_of(app)
        for step in range(len(learned.play.tutorial.lessons)):
            lesson = learned.play.lesson
            assert lesson is not None and learned.step == step
            assert all(word in learned.text() for word in f"{lesson.say} {lesson.keys}".split()), frame(app)
            await do(app, pilot, "lesson.next" if learned.play.reading else "lesson.show")
        assert learned.play.finished and "Enter Play it now" in frame(app)
        await do(app, pilot, "lesson.before", "menu", "menu.learn nim")
        assert lesson_of(app).step == len(learned.play.tutorial.lessons) - 1


async def test_a_game_is_played_with_keys_and_mouse(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ada,Bob", game="nim") as running:
        for preset in PRESETS:
            assert clashes(running.game.commands(), load_keymap(preset, Path("none.toml"), tuple)) == []
        assert "A: 3" in running.text and "Take 1 block off A" in running.text
        await running.press("2", "enter")
        assert running.table.history.state.heights == (1, 4, 5)
        await running.press("right", "down", "down")
        assert "Take 3 of 4 blocks off tower B; 1 left." in running.text
        assert "▒3▒" in running.text
        await running.press("7")
        assert "Tower B has only 4 blocks." in running.text
        await running.press("i")
        await running.until(lambda: "Every move loses against perfect play." in running.text.replace("\n", " "))
        spot = next(s for s in running.game.query_one("#board", CanvasView).spots if s.key == "C1")
        for _ in range(2):  # the first click chooses, the second takes
            await running.pilot.click("#board", offset=(spot.x + 1, spot.y))
        assert running.table.history.state.heights == (1, 4, 0)


def test_a_whole_game_in_plain_mode(tmp_path: Path) -> None:
    header = header_of("Ada", "Bob", game="nim")
    moves = ["board", "take B 9", "take A 2", "", "c1", "", "a1", "", "b4", "", "c4"]
    code, text = play(tmp_path, header, ["", *moves])
    assert code == 0
    assert "Tower B: 4 blocks." in text
    assert "Not allowed: Take 1 to 4 of tower B, not 9. N-2" in text
    assert "Ada takes 2 blocks off tower A" in text
    assert load_file(tmp_path / "test.jsonl").finished


def test_the_lesson_in_plain_mode(tmp_path: Path) -> None:
    tutorial = registry.get("nim").tutorial
    lines = [lesson.accept[0] if lesson.accept else "" for lesson in tutorial.lessons]
    code, text = converse(["learn", "nim", *lines, "", "quit"], RunRequest("menu", tmp_path))
    assert code == 0
    for lesson in tutorial.lessons:
        assert lesson.title in text
    assert "not in this lesson" not in text


def test_the_command_line_plays_verifies_exports_and_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saves = ["--saves", str(tmp_path)]
    seats = ["--seat", "bot:hard", "--seat", "bot:easy"]
    assert main([*saves, "play", "nim", *seats, "--seed", "5", "--name", "bots", "--plain"]) == 0
    assert main([*saves, "verify", "bots"]) == 0
    assert main([*saves, "saves"]) == 0
    assert main([*saves, "rules", "nim", "2"]) == 0
    assert "bots" in capsys.readouterr().out
    assert main([*saves, "export", "bots", "--format", "svg"]) == 0
    ET.fromstring(capsys.readouterr().out)
    assert main(["simulate", "nim", "--games", "20", "--workers", "1", *seats]) == 0


@pytest.mark.parametrize("last", ["wins", "loses"])
def test_the_best_level_wins_every_position_that_can_be_won(last: str) -> None:
    """Against every level, from an unbalanced start."""
    levels = {level.name: level.make(GAME) for level in registry.get("nim").levels}
    for seed, heights in enumerate(("3-4-5", "1-3-5-7", "2-3-5-7-9") * 4):
        s = GAME.new(2, {"towers": heights, "last": last})
        best = 1 if balanced(s.heights, last) else 0
        for ply in range(99):
            if s.winner is not None:
                break
            bot = levels["hard" if s.active == best else ("easy", "normal")[seed % 2]]
            s = GAME.apply(s, bot.choose(s, Dice(seed, ply), Clock()).action).state
        assert s.winner == best


def test_the_theorem_agrees_with_a_search() -> None:
    def lost(heights: tuple[int, ...], last: str) -> bool:
        if not any(heights):
            return last == "wins"
        after = ((*heights[:t], left, *heights[t + 1 :]) for t, h in enumerate(heights) for left in range(h))
        return not any(lost(each, last) for each in after)

    for a, b, c in ((a, b, c) for a in range(4) for b in range(4) for c in range(1, 4)):
        for last in ("wins", "loses"):
            assert balanced((a, b, c), last) == lost((a, b, c), last)


def test_the_cursor_never_leaves_the_blocks() -> None:
    board = registry.get("nim").board
    context = board.example("S-1")
    state = State(context.view.terms, (0, 2, 1))
    c = replace(context, view=state)
    c = replace(c, ui=board.adapt(c, False))
    assert board.draft(c) == Take(1, 1)
    for key, move in (("down", Take(1, 2)), ("down", Take(1, 2)), ("left", Take(2, 1)), ("right", Take(1, 1))):
        c = replace(c, ui=board.input(c, KeyInput(key)).ui)
        assert board.draft(c) == move
