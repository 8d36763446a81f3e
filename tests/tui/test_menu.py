"""The menu: what it offers, where the cursor stands first, and the ways from it into a game."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual._compositor import CompositorUpdate
from textual.css.stylesheet import Stylesheet
from textual.geometry import Offset
from textual.pilot import Pilot

from tests.plain.helpers import header_of
from tests.plain.helpers import menu as plain_menu
from tests.tui.desktop import SIZES, a_header, do, running
from tests.tui.frames import frame, settled, shown, until
from tests.tui.lesson_kit import lesson_of, teaches
from towergames import registry
from towergames.board.canvas import Canvas, Ink
from towergames.core.contract import Decide
from towergames.core.dice import Dice
from towergames.games.konexi.palette import PLASTICS
from towergames.paths import config_folder, saves_folder
from towergames.session.app_state import Memory
from towergames.settings import FILE_NAME
from towergames.table import local_date
from towergames.table.match import Table
from towergames.table.records import OPEN_FORMAT, SeatSetup
from towergames.table.save_file import SaveInfo
from towergames.table.setup import new_header
from towergames.table.store import Store
from towergames.table.today import task_header, task_kind
from towergames.tui.app import TowerApp
from towergames.tui.dialogs import AskScreen
from towergames.tui.screens.game.screen import GameScreen
from towergames.tui.screens.menu import MenuScreen
from towergames.tui.screens.new_game import NewGameScreen
from towergames.tui.screens.settings import SettingsScreen
from towergames.tui.widgets.gallery import CONTINUE, Gallery, make_cards
from towergames.tui.widgets.thumbnail import shrink


async def until_told(app: TowerApp, pilot: Pilot[Any]) -> None:
    """Wait until the games are read."""
    await until(pilot, lambda: all(card.cover.pitch or card.why for card in app.screen.query_one(Gallery).front.cards))


def home() -> Path:
    return Path(os.environ["TOWERGAMES_SAVES"]).parent


def played(table: Table, moves: int = 1) -> Table:
    """The table after so many moves of its people."""
    for _ in range(moves):
        assert isinstance(table.turn, Decide)
        table.submit(table.turn.seat, table.sample(Dice(7, table.moves, "thumb")))
    return table


async def test_the_first_launch_asks_nothing_writes_nothing_and_offers_games_with_a_guide() -> None:
    async with running() as (app, _):
        assert isinstance(app.screen, MenuScreen)
        assert app.screen.fresh and app.screen.gallery.card is not None
        page = frame(app)
        assert "Welcome!" in page and f"1 to {len(registry.keys())}, or arrows and Enter." in page
        assert "Enter Play with a guide" in page and "Play without a guide" in page
        assert len(app.screen_stack) == 1
    assert list(home().rglob("*")) == []


async def test_a_key_draws_the_games_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    paint = Gallery._paint
    monkeypatch.setattr(Gallery, "_paint", lambda self, *size: drawn.append(self.at) or paint(self, *size))
    async with running() as (app, pilot):
        await until_told(app, pilot)
        app.screen._touched = True  # type: ignore[attr-defined]  # what is read late leaves the cursor where it is
        app.screen.gallery.go("takethat")  # type: ignore[attr-defined]
        drawn.clear()
        await pilot.press("right")
        assert drawn == ["words"]
        app.change_settings({"glyphs": "ascii"})
        assert drawn == ["words"] * 2


async def test_the_terminals_cursor_is_back_on_the_card_after_another_screen() -> None:
    async with running() as (app, pilot):
        await until_told(app, pilot)
        before = app.cursor_position
        await do(app, pilot, "menu.settings")
        await until(pilot, lambda: isinstance(app.screen, SettingsScreen))
        app.cursor_position = Offset(1, 20)
        await pilot.press("escape")
        await settled(app, pilot)
        assert app.cursor_position == before


async def test_first_frames_are_whole_and_style_sheets_are_read_once(
    monkeypatch: pytest.MonkeyPatch, every_frame: None
) -> None:
    first: dict[str, str] = {}
    read_again: list[Stylesheet] = []
    display = TowerApp._display

    def spy(self: TowerApp, screen: Any, update: Any) -> None:
        if isinstance(update, CompositorUpdate):
            first.setdefault(type(screen).__name__, update.render_segments(self.console))
        display(self, screen, update)

    monkeypatch.setattr(TowerApp, "_display", spy)
    monkeypatch.setattr(Stylesheet, "reparse", lambda sheet: read_again.append(sheet))
    async with running() as (app, pilot):
        assert "███" in first["MenuScreen"] and "Play with a guide" in first["MenuScreen"] and not read_again
        await do(app, pilot, "menu.new takethat")
        await settled(app, pilot)
        assert "House rules" in first["NewGameScreen"] and "by the rule book" in first["NewGameScreen"]
        assert app.tables.begin_game(a_header())
        await settled(app, pilot)
        assert "free place" in first["GameScreen"] and "Ann: 4 cards, face down" in first["GameScreen"]


async def test_an_unfinished_game_is_offered_first_and_enter_goes_on_with_it() -> None:
    played(Store(home() / "saves").begin(a_header())).close()
    async with running() as (app, pilot):
        assert isinstance(app.screen, MenuScreen)
        assert app.screen.gallery.at == CONTINUE
        page = frame(app)
        assert "Enter Continue" in page and "Take That Towers" in page and "Ann 0, Bob 0" in page and "Saved" in page
        await pilot.press("enter")
        assert app.table is not None and app.table.names == ("Ann", "Bob")


@pytest.mark.usefixtures("every_game")
@pytest.mark.parametrize("size", [(120, 40), (160, 50)])
async def test_sentences_beside_todays_tasks_are_whole(size: tuple[int, int]) -> None:
    played(Store(home() / "saves").begin(a_header())).close()
    async with running(size) as (app, pilot):
        await until(pilot, lambda: "Today: " in frame(app))
        page = frame(app)
        assert "[...]" not in page
        for entry in registry.entries():
            assert all(word in page for word in entry.cover.pitch.split())


def test_a_thumb_has_what_is_built_and_no_chips() -> None:
    canvas = Canvas(40, 12)
    canvas.fill(0, 0, 40, 12, " ", Ink("text", "sky"))
    canvas.fill(2, 2, 6, 9, "█", Ink(PLASTICS[0]))
    canvas.fill(8, 8, 8, 3, " ", Ink("text", PLASTICS[1]))
    canvas.put(30, 1, " P ", Ink("ink", PLASTICS[2]))
    canvas.fill(0, 11, 40, 1, " ", Ink("text", "wood-side"))
    pixels = shrink(canvas, 28, 5)
    assert {role for row in pixels for role in row} == {"", *PLASTICS[:2]}
    assert len(pixels) == 10 and len(pixels[0]) == 14, "two rows of pixels became one, and as many columns"
    assert shrink(Canvas(40, 12), 28, 5) == ()


@pytest.mark.parametrize("room", [(60, 20), (28, 5)])
def test_lit_windows_of_a_thumb_are_in_the_colours_of_their_owners(room: tuple[int, int]) -> None:
    canvas = Canvas(60, 14)
    canvas.put(40, 1, "██", Ink("p2"))
    for floor in range(3):
        canvas.fill(2, 2 + 4 * floor, 30, 4, " ", Ink("text", PLASTICS[floor]))
    for x in range(3, 30, 3):
        canvas.put(x, 5, "▄▄", Ink("p1", PLASTICS[0]))
    pixels = shrink(canvas, *room)
    assert {role for row in pixels for role in row} == {"p1", *PLASTICS[:3]}, "and no chip far from the tower"


async def test_the_waiting_game_shows_its_own_board_and_others_are_named() -> None:
    store = Store(home() / "saves")
    store.begin(a_header(), "other").close()
    os.utime(home() / "saves" / "other.jsonl", (1, 1))
    played(store.begin(a_header()), 12).close()
    async with running((120, 40)) as (app, pilot):
        gallery = app.screen.query_one(Gallery)
        await until(pilot, lambda: bool(gallery.front.thumbs))
        roles = {role for row in gallery.front.thumbs[7] for role in row}
        assert any(role.startswith("floor-") for role in roles), "the towers of this game"
        page = frame(app)
        assert "Other unfinished games" in page and "Take That Towers  Ann, Bob" in page


async def test_the_welcome_stays_until_a_person_has_made_a_move() -> None:
    async with running() as (app, pilot):
        assert isinstance(app.screen, MenuScreen)
        app.change_settings({"theme": "light"})
        assert app.tables.begin_game(a_header())
        await pilot.pause()
        app.to_menu()
        await settled(app, pilot)
        page = frame(app)
        assert app.screen.fresh and "Welcome!" in page and "c Continue Take That Towers" in " ".join(page.split())
        await pilot.press("c")
        assert app.table is not None
        played(app.table)
        app.to_menu()
        await settled(app, pilot)
        assert not app.screen.fresh and "Welcome!" not in frame(app) and app.screen.gallery.at == CONTINUE
    assert Memory.load(home() / "config").played


async def test_a_game_that_was_played_and_never_left_ends_the_welcome() -> None:
    table = played(Store(home() / "saves").begin(a_header()))
    async with running() as (app, _):
        assert isinstance(app.screen, MenuScreen)
        assert not app.screen.fresh and app.screen.gallery.at == CONTINUE
    table.close()


def test_a_memory_of_an_earlier_version_counts_as_played() -> None:
    folder = home() / "config"
    folder.mkdir(parents=True)
    for content, so in (
        ("{}", False),
        ('{"last_game": "konexi"}', True),
        ('{"last_game": "konexi", "played": false}', False),
        ('{"played": true}', True),
        ('{"lessons": {"konexi": {"step": 0, "moves": []}}}', False),
        ('{"lessons": {"konexi": {"step": 1, "moves": ["roll"]}}}', True),
    ):
        (folder / "tables.json").write_text(content, encoding="utf-8")
        assert Memory.load(folder).played == so, content


async def test_the_cursor_begins_at_the_game_that_was_played_last_however_it_began() -> None:
    for key in ("words", "takethat"):
        async with running() as (app, pilot):
            header = new_header(registry.get(key).game, [SeatSetup("Ann"), SeatSetup("Bob")], {}, 7)
            assert app.tables.begin_game(header) and app.table is not None
            played(app.table)
            app.to_menu()
            await pilot.pause()
        for path in (home() / "saves").glob("*.jsonl"):
            path.unlink()
        async with running() as (app, _):
            assert isinstance(app.screen, MenuScreen) and app.screen.gallery.at == key


async def test_n_opens_the_game_under_the_cursor() -> None:
    header = new_header(registry.get("words").game, [SeatSetup("Ann"), SeatSetup("Bob")], {}, 7)
    played(Store(home() / "saves").begin(header)).close()
    async with running() as (app, pilot):
        assert isinstance(app.screen, MenuScreen)
        for at, game in ((CONTINUE, "words"), ("takethat", "takethat"), ("words", "words")):
            app.screen.gallery.go(at)
            await pilot.press("n")
            assert isinstance(app.screen, NewGameScreen)
            assert app.screen.form is not None and app.screen.form.entry.key == game
            await pilot.press("escape")


async def test_arrows_walk_along_the_games_and_across_to_the_chips() -> None:
    async with running() as (app, pilot):
        assert isinstance(app.screen, MenuScreen)
        gallery = app.screen.gallery
        keys = [card.key for card in gallery.front.cards]
        gallery.go(keys[0])
        await pilot.press("right")
        assert gallery.at == keys[1]
        await pilot.press("left", "left")
        assert gallery.at == gallery.front.items()[-1][-1]
        await pilot.press("up")
        assert gallery.at == keys[-1]
        await pilot.press("down")
        assert gallery.at in gallery.front.items()[-1]


async def test_a_click_opens_an_entry_and_a_card() -> None:
    async with running() as (app, pilot):
        row = next(y for y, line in enumerate(shown(app)) if "Settings" in line)
        await pilot.click(offset=(shown(app)[row].index("Settings"), row))
        assert isinstance(app.screen, SettingsScreen)
        await do(app, pilot, "back")
        row = next(y for y, line in enumerate(shown(app)) if "2-4 players" in line)
        await pilot.click(offset=(shown(app)[row].index("2-4 players"), row))
        assert teaches(app), "the first game comes with a guide"


async def test_enter_enter_begins_a_sensible_game() -> None:
    async with running() as (app, pilot):
        assert isinstance(app.screen, MenuScreen)
        await pilot.press("n", "enter")
        assert isinstance(app.screen, GameScreen)
        assert app.table is not None
        assert len(app.table.names) == 2
        bots = [seat.bot for seat in app.table.header.seats]
        assert bots == ["", "easy"]
        assert len(app.store.names()) == 1


async def test_the_lesson_is_one_key_away_from_a_fresh_menu() -> None:
    async with running() as (app, pilot):
        assert isinstance(app.screen, MenuScreen)
        suggested = app.screen.gallery.at
        await pilot.press("enter")
        assert lesson_of(app).play.entry.key == suggested


@pytest.mark.usefixtures("every_game")
async def test_cards_say_players_length_and_pitch() -> None:
    async with running((160, 60)) as (app, pilot):
        await until_told(app, pilot)
        page = frame(app)
        for entry in registry.ENTRIES:
            info = entry.game.info
            assert info.title in page and info.minutes.split()[0] in page
            assert f"{info.seats[0]}-{info.seats[1]} players" in page
            assert info.pitch.split()[0] in page


@pytest.mark.usefixtures("every_game")
@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x40"])
async def test_no_text_of_a_card_is_cut(size: tuple[int, int]) -> None:
    async with running(size) as (app, pilot):
        await until_told(app, pilot)
        gallery = app.screen.query_one(Gallery)
        assert len(gallery.front.cards) == len(registry.ENTRIES) == 5
        for card in gallery.front.cards:
            gallery.go(card.key)
            page = frame(app)
            assert "~" not in page and "..." not in page
            assert all(word in page for word in (*card.cover.title.split(), *card.cover.pitch.split()))


async def test_a_game_that_cannot_be_loaded_says_why(monkeypatch) -> None:
    monkeypatch.setattr(registry, "ENTRIES", [*registry.ENTRIES, registry.Entry("missing")])
    assert "cannot be loaded" in make_cards()[-1].why
    async with running((120, 40)) as (app, pilot):
        await until(pilot, lambda: "Cannot be loaded" in " ".join(frame(app).split()))
        await do(app, pilot, "menu.new missing")
        assert isinstance(app.screen, MenuScreen)


async def test_more_games_than_fit_move_along(monkeypatch) -> None:
    monkeypatch.setattr(registry, "ENTRIES", [*registry.ENTRIES * 3, registry.ENTRIES[0]])
    async with running() as (app, _):
        gallery = app.screen.query_one(Gallery)
        assert sum(spot.key in {card.key for card in gallery.front.cards} for spot in gallery.spots) == 5


async def test_a_corrupt_settings_file_gives_one_notice_that_names_it() -> None:
    folder = home() / "config"
    folder.mkdir(parents=True)
    (folder / FILE_NAME).write_text("theme = [", encoding="utf-8")
    async with running((120, 40)) as (app, pilot):
        await pilot.pause()
        assert len(app.settings.notices) == 1
        assert [n for n in app._notifications if FILE_NAME in n.message]
        assert app.palette_theme == "dark"


async def test_a_folder_that_cannot_be_written_is_told_and_the_change_holds() -> None:
    home().joinpath("config").write_text("a file where the folder should be", encoding="utf-8")
    async with running() as (app, pilot):
        app.change_settings({"theme": "light"})
        await pilot.pause()
        assert app.palette_theme == "light"
        assert [n for n in app._notifications if "cannot be written" in n.message]


async def test_an_unwritable_saves_folder_is_said_at_the_start_line() -> None:
    home().joinpath("saves").write_text("not a folder", encoding="utf-8")
    async with running() as (app, pilot):
        await do(app, pilot, "menu.new", "newgame.start")
        assert isinstance(app.screen, NewGameScreen)
        await pilot.pause()
        why = f"! The folder {home() / 'saves'} for saved games cannot be made: File exists."
        told = "".join(row.strip(" ▌") for row in frame(app).partition("Esc  Back")[2].splitlines())
        assert f"{why} Name another folder with --saves.".replace(" ", "") in told.replace(" ", "")


async def test_q_leaves_from_the_menu() -> None:
    async with running() as (app, pilot):
        await pilot.press("q")
        assert app.return_code == 0


def test_memory_that_makes_no_sense_is_ignored() -> None:
    folder = home() / "config"
    folder.mkdir(parents=True)
    entry = registry.get("takethat")
    for content in ("", "[]", '{"tables": 3}', '{"tables": {"takethat": {"seats": [["A"], 4, ["B", 7]]}}}', "\x00"):
        (folder / "tables.json").write_text(content, encoding="utf-8")
        assert Memory.load(folder).table(entry) is None
        assert Memory.load(folder).lesson("takethat") == (0, [])
    content = (
        '{"tables": {"takethat": {"seats": [["Ann", ""], ["B\\u001bob", "nobody"]], "options": {"deck": 9, "x": 1}}}}'
    )
    (folder / "tables.json").write_text(content, encoding="utf-8")
    last = Memory.load(folder).table(entry)
    assert last is not None
    assert [(s.name, s.bot) for s in last.seats] == [("Ann", ""), ("Bob", "hard")], "a bot of a level that is gone"
    assert last.options["deck"] == "even"


async def test_the_menu_looks_for_saves_once_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[MenuScreen] = []
    monkeypatch.setattr(MenuScreen, "_look", lambda menu: looks.append(menu))
    async with running():
        assert len(looks) == 1


async def test_what_an_earlier_look_finds_late_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on, latest = Event(), Event(), Store.latest_unfinished

    def slow_at_first(store: Store, **which: bool) -> SaveInfo | None:
        found = latest(store, **which)
        if not begun.is_set():
            begun.set()
            go_on.wait(20)
        return found

    monkeypatch.setattr(Store, "latest_unfinished", slow_at_first)
    async with running(settle=False) as (app, pilot):
        await until(pilot, begun.is_set)
        assert app.tables.begin_game(a_header()) and app.table is not None
        await pilot.pause()
        played(app.table)
        app.to_menu()
        await until(pilot, lambda: app.screen.query_one(Gallery).at == CONTINUE)
        go_on.set()
        await settled(app, pilot)
        await pilot.pause(0.2)  # the first look's thread is none of the workers any more
        assert app.screen.query_one(Gallery).at == CONTINUE


DAY = "2026-11-27"


@pytest.fixture
def today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_date, "now", lambda: datetime.fromisoformat(f"{DAY} 18:18"))
    (home() / "config").mkdir(parents=True)
    (home() / "config" / "tables.json").write_text('{"played": true}')


def task_played(person: str = "Player 1", game: str = "words", ends: bool = True) -> str:
    """A task of today that a person has begun, or has played to its end; the name of the save."""
    table = store_here().begin(task_header(registry.get(game), person))
    while ends and isinstance(table.turn, Decide):
        table.submit(0, next(iter(table.game.choices(table.history.state))))
    table.close()
    return table.name


def store_here() -> Store:
    return Store(Path(os.environ["TOWERGAMES_SAVES"]))


@pytest.mark.usefixtures("every_game", "today")
async def test_todays_task_begins_with_one_key_and_that_of_a_game_by_its_name() -> None:
    async with running() as (app, pilot):
        await until_told(app, pilot)
        await pilot.press("d")
        await until(pilot, lambda: app.table is not None)
        assert app.table is not None
        entry = next(registry.daily_puzzles())
        assert app.table.header.game == entry.key and task_kind(app.table.header) == "task"
        assert app.table.header.options[entry.game.info.daily_option] == DAY
        app.to_menu()
        await settled(app, pilot)
        app.screen.run_command("menu.puzzle", "towers")
        await settled(app, pilot)
        assert isinstance(app.screen, MenuScreen)
        assert 'No task of the day "towers". Tasks: bricks' in frame(app)
        app.screen.run_command("menu.puzzle", "takethat")
        await until(pilot, lambda: app.table is not None)
        assert app.table is not None and app.table.header.names == ("Player 1", "Tess")


@pytest.mark.usefixtures("every_game", "today")
async def test_the_key_goes_on_with_a_task_that_has_begun_and_begins_no_second_attempt() -> None:
    begun = task_played(ends=False)
    async with running() as (app, pilot):
        await until(pilot, lambda: "begun" in frame(app))
        assert ", today's task" in frame(app), "the waiting game says that it is the task"
        await pilot.press("d")
        await until(pilot, lambda: app.table is not None)
        assert app.table is not None and app.table.name == begun
    assert len(store_here().names()) == 1


@pytest.mark.usefixtures("every_game", "today")
@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x40"])
async def test_the_title_tells_what_is_played_and_shares_it(size: tuple[int, int]) -> None:
    task_played()
    async with running(size) as (app, pilot):
        copied: list[str] = []
        app.copy_to_clipboard = copied.append  # type: ignore[method-assign]
        await until(pilot, lambda: "98 of 98" in frame(app))
        page = frame(app)
        assert "Today, 27 November   1 of 5 played   new ones in 5 h 42 min" in page
        assert "gold" in page and "task open" in page and "██████" in page and "Share today" in page
        await pilot.press("y")
        assert copied == ["towergames 27 Nov ···█· 1 of 5"] and "Copied, if your" in frame(app)
        app.screen.gallery.go("words")  # type: ignore[attr-defined]
        await pilot.pause()
        assert "Bronze from 49, silver 69, gold 89." in frame(app)


@pytest.mark.usefixtures("every_game", "today")
async def test_each_person_has_a_title_of_their_own() -> None:
    task_played("Ben")
    async with running() as (app, pilot):
        await until(pilot, lambda: "1 of 5 played" in frame(app))
        await do(app, pilot, "menu.player Ada")
        await until(pilot, lambda: "0 of 5 played" in frame(app))
        await pilot.press("p")
        assert isinstance(app.screen, AskScreen)
        await pilot.press(*"Ben", "enter")
        await until(pilot, lambda: "1 of 5 played" in frame(app))
        await do(app, pilot, "menu.player  ")
        assert app.memory.person(app.store) == "Ben"
        await pilot.press("p", "escape")
        assert app.memory.person(app.store) == "Ben"


@pytest.mark.usefixtures("every_game", "today")
async def test_screen_and_plain_mode_know_the_same_person() -> None:
    for names in (("Ann", "Ben"), ("Ann", "Ben"), ("Ben", "Ann")):
        Store(saves_folder()).begin(header_of(*names)).close()
    async with running() as (app, pilot):
        await until(pilot, lambda: app.screen._agenda is not None)
        assert app.screen._agenda.person == "Ann" and "You are Ann." in plain_menu(saves_folder(), "quit")
        app.tables.begin_game(header_of("Cleo", "bot:easy"))
        await pilot.pause()
        app.to_menu()
        await until(pilot, lambda: app.screen._agenda is not None and app.screen._agenda.person == "Cleo")
    assert "You are Cleo." in plain_menu(saves_folder(), "quit")
    plain_menu(saves_folder(), "person Dora", "quit")
    async with running() as (app, pilot):
        await until(pilot, lambda: app.screen._agenda is not None and app.screen._agenda.person == "Dora")


@pytest.mark.usefixtures("every_game", "today")
async def test_when_all_tasks_are_played_the_key_says_when_new_ones_come(monkeypatch: pytest.MonkeyPatch) -> None:
    task_played()
    monkeypatch.setattr("towergames.table.agenda.tasks", lambda: [(registry.get("words"), registry.get("words").daily)])
    async with running() as (app, pilot):
        await until(pilot, lambda: "1 of 1 played" in frame(app))
        await pilot.press("d")
        assert "All of today's tasks are played. New ones in 5 h 42 min." in frame(app) and app.table is None


def open_table(name: str, first: int, day: int) -> None:
    """An open table of Ann and Bob without a window, begun on that day; the seat ``first`` (1 or 2) has to move."""
    entry = registry.get("takethat")
    seats = [SeatSetup("Ann"), SeatSetup("Bob")]
    created = f"2026-01-0{day}T10:00:00Z"
    header = new_header(entry.game, seats, {"first": first}, 1, created=created)
    store_here().begin(replace(header, format=OPEN_FORMAT), name).close()


async def test_the_title_says_how_many_tables_wait_for_you_and_one_key_opens_the_oldest() -> None:
    Memory.load(config_folder()).remember_person("Ann")
    open_table("sooner", 1, 2)
    open_table("bobs", 2, 1)
    open_table("later", 1, 3)
    async with running() as (app, pilot):
        await until(pilot, lambda: "2 tables wait for you" in frame(app))
        await pilot.press("m")
        await until(pilot, lambda: app.table is not None)
        assert app.table is not None and app.table.name == "sooner" and app.table.here == (0,)


async def test_without_a_table_that_waits_the_title_says_nothing_of_it() -> None:
    Memory.load(config_folder()).remember_person("Ann")
    open_table("bobs", 2, 1)
    async with running() as (app, pilot):
        await until_told(app, pilot)
        await settled(app, pilot)
        assert "for you" not in frame(app)
        await pilot.press("m")
        assert "No open table waits for your move." in frame(app) and app.table is None
