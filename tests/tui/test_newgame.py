"""The new-game dialog: seats, options, seed, and what is said where when something is wrong."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from tests.tui.desktop import do, running
from tests.tui.frames import frame, settled, shown
from towergames import registry
from towergames.core.bot import CHARACTERS, EVEN, RANDOM, Level, opponents
from towergames.session.app_state import LastTable
from towergames.table.level_record import LevelGame, LevelRecord, called
from towergames.table.records import SeatSetup
from towergames.table.shared import SharedTable
from towergames.tui.app import TowerApp
from towergames.tui.dialogs import AskScreen
from towergames.tui.screens.new_game import NewGameScreen
from towergames.tui.screens.word_list import WordListScreen
from towergames.tui.setup_form import SetupForm
from towergames.tui.widgets.rows import within


@pytest.fixture
def form() -> SetupForm:
    return SetupForm.begin(registry.get("takethat"), None)


def screen_form(app: TowerApp) -> SetupForm:
    assert isinstance(app.screen, NewGameScreen) and app.screen.form is not None
    return app.screen.form


def test_the_first_table_is_one_person_against_the_weakest_bot_with_a_name(form: SetupForm) -> None:
    assert [(s.name, s.bot) for s in form.seats] == [("Player 1", ""), ("Gus", "easy")]
    header = form.header()
    assert header is not None and header.seed == form.seed


def test_seats_are_added_and_removed_within_the_games_limits(form: SetupForm) -> None:
    for _ in range(5):
        form.add("easy")
    assert len(form.seats) == 4 and form.full
    assert len({s.name for s in form.seats}) == 4
    for _ in range(5):
        form.remove(0)
    assert len(form.seats) == 2 and form.least


def test_seats_change_places_and_shuffling_always_changes_the_order(form: SetupForm) -> None:
    form.add("")
    names = [s.name for s in form.seats]
    assert form.swap(0, 1) == 1 and form.swap(0, -1) == 0
    form.swap(1, -1)
    assert [s.name for s in form.seats] == names
    for _ in range(10):
        before = list(form.seats)
        form.shuffle()
        assert form.seats != before and sorted(s.name for s in form.seats) == sorted(names)


def test_a_seat_turns_through_person_and_levels_weakest_first_and_both_ends_are_ends(form: SetupForm) -> None:
    form.choose_level(1, "")
    kinds = [""]
    while len(kinds) < 2 or kinds[-1] != kinds[-2]:
        form.turn_level(1, 1)
        kinds.append(form.seats[1].bot)
    levels = [level.name for level in form.levels if level.name != RANDOM]
    assert kinds == ["", *levels, EVEN, RANDOM, RANDOM], "random play comes last, and no person after it"
    form.turn_level(1, -len(kinds))
    assert form.seats[1].bot == ""
    form.choose_level(1, RANDOM)
    form.next_level(1)
    assert form.seats[1].bot == "", "a mouse has no other way back"


def test_a_bot_is_called_after_its_level_and_a_name_that_was_typed_stays(form: SetupForm) -> None:
    form.choose_level(1, "hard")
    assert form.seats[1].name == "Odo"
    form.add("hard")
    assert form.seats[2].name not in (*CHARACTERS.values(), form.seats[0].name)
    form.choose_level(2, "easy")
    form.choose_level(1, "easy")
    assert form.seats[2].name == "Gus" and form.seats[1].name not in CHARACTERS.values()
    form.rename(1, "Zoe")
    form.choose_level(1, "normal")
    form.rename(2, "Mira")
    form.choose_level(2, "hard")
    assert [seat.name for seat in form.seats[1:]] == ["Zoe", "Mira"]


def record(*games: tuple[str, float]) -> dict[str, LevelRecord]:
    return {"player 1": LevelRecord(tuple(LevelGame(level, score) for level, score in games))}


def test_two_wins_in_a_row_seat_the_next_level_and_three_losses_the_one_before(form: SetupForm) -> None:
    above = next(level for level in opponents(form.levels) if level.name != "easy")
    form.take_records(record(("easy", 0), ("easy", 1), ("easy", 1)))
    assert (form.seats[1].bot, form.seats[1].name) == (above.name, above.character)
    assert form.note_on(1) == f"After two wins in a row against Gus (Easy), {called(above)} is next."
    form.choose_level(1, "easy")
    assert form.note_on(1) == "" and form.seats[1].name == "Gus"
    hard = SetupForm.begin(form.entry, LastTable((SeatSetup("Player 1"), SeatSetup("Odo", "hard")), form.options))
    hard.take_records(record(("hard", 0), ("hard", 0), ("hard", 0)))
    assert hard.seats[1] == SeatSetup("Tess", "normal")
    assert hard.note_on(1) == "After three losses to Odo (Hard), a game against Tess (Normal) may be closer."


def test_nothing_is_proposed_where_a_person_chose_already(form: SetupForm) -> None:
    form.choose_level(1, "hard")
    form.take_records(record(("hard", 0), ("hard", 0), ("hard", 0)))
    assert form.seats[1].bot == "hard" and form.note_on(1) == ""
    other = SetupForm.begin(form.entry, None)
    other.take_records({"somebody else": LevelRecord((LevelGame("easy", 1), LevelGame("easy", 1)))})
    assert other.seats[1].bot == "easy"


def test_even_has_the_name_of_the_level_that_fits_and_the_journal_that_level(form: SetupForm) -> None:
    form.choose_level(1, EVEN)
    assert form.waits_for_records and form.note_on(1) == "Even: your games are being read."
    form.take_records(record(*[("normal", 1), ("normal", 0)] * 6))
    assert not form.waits_for_records
    assert form.seats[1].name == "Tess" and form.note_on(1) == "Even: tonight Tess (Normal), you won 6 of 12."
    header = form.header()
    assert header is not None and header.seats[1] == SeatSetup("Tess", "normal")
    form.rename(0, "Ada")
    assert form.note_on(1) == "Even: tonight Gus (Easy), for the first time." and form.seats[1].name == "Gus"


def test_nothing_comes_before_a_person(form: SetupForm) -> None:
    form.choose_level(1, "")
    form.turn_level(1, -1)
    assert form.seats[1].bot == ""
    form.turn_level(1, 1)
    form.turn_level(1, -1)
    assert form.seats[1].bot == ""


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("", True),
        ("   ", True),
        ("\x1b\u202e", True),
        ("PLAYER 1", True),
        ("x" * 17, True),
        (" Bo ", False),
        ("\U0001f600", True),
        ("Ann \u2764\ufe0f", True),
        ("Ann-3 (\u017b)", False),
        ("塔" * 8, False),
    ],
)
def test_names_are_clean_unique_and_at_most_16_cells(form: SetupForm, name: str, wrong: bool) -> None:
    assert bool(form.name_error(1, name)) is wrong
    if not wrong:
        form.rename(1, name)
        assert form.seats[1].name == name.strip()


@pytest.mark.parametrize("text", ["", "-1", "1.5", "9" * 17, str(2**53), "٣", "x"])
def test_seeds_are_whole_numbers_that_stay_exact(form: SetupForm, text: str) -> None:
    assert form.seed_error(text)
    assert not form.seed_error(" 42 ")


def test_what_is_wrong_is_said_at_its_line(form: SetupForm) -> None:
    form.seats[1] = SeatSetup("player 1")
    assert form.header() is None and list(form.errors) == ["seat.1"]
    form.seats[1] = SeatSetup("Bo")
    form.options["first"] = 4
    assert form.header() is None and list(form.errors) == ["option.first"]


def test_options_tell_their_effect_and_go_back_to_usual(form: SetupForm) -> None:
    option = form.info.option("deck")
    form.turn_option("deck", 1)
    assert form.options["deck"] == "weighted" and "65 cards" in form.effect(option)
    form.defaults()
    assert form.options == {o.key: o.default for o in form.info.options}


async def test_a_name_is_typed_with_the_fault_at_the_field() -> None:
    async with running(settle=False) as (app, pilot):
        await do(app, pilot, "menu.new", "move.down", "choose")
        assert isinstance(app.screen, AskScreen)
        field = app.screen.query_one("Field")
        field.value = "gus"  # type: ignore[attr-defined]
        await pilot.press("enter")
        assert isinstance(app.screen, AskScreen)
        assert "! Another player is called gus. Choose a different name." in frame(app)
        field.value = "Ann"  # type: ignore[attr-defined]
        await pilot.press("enter")
        assert isinstance(app.screen, NewGameScreen) and "Ready, Ann?" in frame(app)


async def test_the_fault_stands_under_its_line_and_the_cursor_on_it() -> None:
    async with running(settle=False) as (app, pilot):
        await do(app, pilot, "menu.new")
        screen_form(app).options["first"] = 4
        await do(app, pilot, "newgame.start")
        assert isinstance(app.screen, NewGameScreen) and app.screen.listing().key == "option.first"
        rows = frame(app).splitlines()
        at = next(i for i, row in enumerate(rows) if "First player" in row)
        assert "! First player 4 is not possible with 2 players." in rows[at + 1]


async def test_changed_house_rules_survive_a_look_at_another_game() -> None:
    async with running() as (app, pilot):
        await do(app, pilot, "menu.new takethat")
        screen_form(app).turn_option("deck", 1)
        screen_form(app).rename(0, "Zoë")
        before = dict(screen_form(app).options)
        await pilot.press("g")
        assert screen_form(app).entry.key == "words"
        await pilot.press("g")
        form = screen_form(app)
        assert form.entry.key == "takethat" and form.options == before and form.seats[0].name == "Zoë"


def test_the_contact_limit_of_leaning_towers_says_how_long_games_last(every_game: None) -> None:
    """Beside the names of the values only the first part of what one does has room."""
    form = SetupForm.begin(registry.get("leaning"), None)
    option = form.info.option("contacts")
    beside = [within(form.effect(option, value), 24) for value in option.values]
    assert beside == ["games often close", "games last longer"]


async def test_levels_that_have_no_room_are_behind_a_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    """On 80 columns a game with six levels shows those around the chosen one; a click on the sign goes on."""
    names = ("beginner", "easy", "casual", "club", "normal", "hard", "expert", RANDOM)
    levels = tuple(Level(name, "plays", lambda _: None) for name in names)  # type: ignore[arg-type,return-value]
    monkeypatch.setattr("towergames.registry.Entry.levels", levels)
    async with running() as (app, pilot):
        await do(app, pilot, "menu.new words")
        assert isinstance(app.screen, NewGameScreen)

        def row() -> tuple[int, str]:
            return next((y, line) for y, line in enumerate(shown(app)) if "Beginner" in line or "Even" in line)

        y, line = row()
        assert "<  Beginner  Easy  Casual  Club  Normal  Hard >" in line and "Even" not in line
        await pilot.click(offset=(line.index(">"), y))
        await pilot.pause()
        assert screen_form(app).seats[1].bot == "expert"
        screen_form(app).choose_level(1, RANDOM)
        app.screen.show()
        await pilot.pause()
        y, line = row()
        assert "Even  Random" in line and " <" in line and "Person" not in line


async def test_even_starts_as_soon_as_the_games_are_read_and_nothing_waits_for_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read = threading.Event()

    def slow(_facts: object, game: str) -> dict[str, LevelRecord]:
        assert read.wait(30)
        return record(*[("normal", 1), ("normal", 0)] * 6)

    monkeypatch.setattr("towergames.tui.screens.new_game.read_level_records", slow)
    async with running() as (app, pilot):
        await do(app, pilot, "menu.new takethat")
        screen_form(app).choose_level(1, EVEN)
        await do(app, pilot, "newgame.shuffle", "newgame.start")
        assert isinstance(app.screen, NewGameScreen) and "Your games are being read." in frame(app)
        read.set()
        await settled(app, pilot)
        assert app.table is not None and SeatSetup("Tess", "normal") in app.table.header.seats
        app.to_menu()
        await pilot.pause()
        await do(app, pilot, "menu.new takethat")
        await settled(app, pilot)
        assert EVEN in [seat.bot for seat in screen_form(app).seats], "the choice is remembered, not the level"
        assert "Even: tonight Tess (Normal), you won 6 of 12." in frame(app)


async def test_the_last_table_of_the_game_comes_back() -> None:
    async with running(settle=False) as (app, pilot):
        await do(app, pilot, "menu.new takethat", "newgame.add")
        screen_form(app).rename(0, "Zoë")
        screen_form(app).turn_option("deck", 1)
        await do(app, pilot, "newgame.start")
        assert app.table is not None
        app.to_menu()
        await pilot.pause()
        await do(app, pilot, "menu.new takethat")
        assert [seat.name for seat in screen_form(app).seats] == ["Zoë", "Gus", "Karl"]
        assert screen_form(app).options["deck"] == "weighted"
    async with running(settle=False) as (app, pilot):
        assert app.memory.last_game() == "takethat"


def test_a_game_for_one_begins_with_a_bot_as_well() -> None:
    form = SetupForm.begin(registry.get("words"), None)
    assert [(s.name, s.bot) for s in form.seats] == [("Player 1", ""), ("Gus", "easy")]
    form.remove(1)
    assert form.least and form.header() is not None


def test_a_word_list_that_is_not_here_is_said_at_its_line() -> None:
    form = SetupForm.begin(registry.get("words"), None)
    form.options["words"] = "gone@0123456789abcdef"
    assert "not on this machine" in form.effect(form.info.option("words"))
    assert form.header() is None
    assert list(form.errors) == ["option.words"] and "not on this machine" in form.errors["option.words"]
    form.turn_option("words", 1)
    assert form.options["words"] in form.info.option("words").values and form.header() is not None


@asynccontextmanager
async def choosing_words() -> AsyncIterator[tuple[TowerApp, Pilot[Any], SetupForm]]:
    """The dialog of word lists, open over the form of Stacked Words."""
    async with running(settle=False) as (app, pilot):
        await do(app, pilot, "menu.new words")
        screen = app.screen
        assert isinstance(screen, NewGameScreen) and screen.form is not None
        screen.listing().go("option.words")
        await pilot.press("n")
        assert isinstance(app.screen, WordListScreen)
        yield app, pilot, screen.form


async def name_file(app: TowerApp, pilot: Pilot[Any], file: Path) -> None:
    """Type the name of a file into the dialog and let it be read."""
    app.screen.query_one("Field").value = str(file)  # type: ignore[attr-defined]
    await pilot.pause()
    await pilot.press("enter")
    await settled(app, pilot)


async def test_a_list_that_ships_is_chosen_by_keys_and_by_mouse() -> None:
    async with choosing_words() as (app, pilot, form):
        assert app.screen.listing().key == "standard"  # type: ignore[attr-defined]
        await pilot.press("down", "enter")
        assert form.options["words"] == "common" and "words that most people know" in frame(app)
        await pilot.press("n")
        y = next(i for i, row in enumerate(shown(app)) if "rare and technical" in row)
        await pilot.click(offset=(20, y))
        assert isinstance(app.screen, NewGameScreen) and form.options["words"] == "wide"


async def test_a_file_of_ones_own_is_read_and_named_by_its_content(tmp_path: Path) -> None:
    (tmp_path / "kitchen.txt").write_text("kettle\npan\n")
    async with choosing_words() as (app, pilot, form):
        await pilot.press("up", "enter")
        assert "Type the file name" in frame(app)
        await name_file(app, pilot, tmp_path / "kitchen.txt")
        assert isinstance(app.screen, NewGameScreen)
        assert str(form.options["words"]).startswith("kitchen@")
        assert "kitchen " in frame(app) and "your own list, 2 words" in frame(app) and "kitchen@" not in frame(app)
        assert form.header() is not None
        await pilot.press("n")
        assert isinstance(app.screen, WordListScreen) and app.screen.listing().key == form.options["words"]


async def test_bad_lines_of_a_file_are_told_before_it_is_taken(tmp_path: Path) -> None:
    (tmp_path / "kitchen.txt").write_bytes(b"kettle\nPan\nmood\nb4d \x1b[31m\n")
    async with choosing_words() as (app, pilot, form):
        await name_file(app, pilot, tmp_path / "kitchen.txt")
        page = frame(app)
        assert "2 words used, 2 lines left out" in page
        assert "line 2: 'Pan' has a capital letter" in page and "line 4" in page and "\x1b" not in page
        assert form.options["words"] == "standard"
        await pilot.press("enter")
        assert isinstance(app.screen, NewGameScreen) and str(form.options["words"]).startswith("kitchen@")


async def test_a_file_that_cannot_be_read_is_told_in_place(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("1\n2\n")
    async with choosing_words() as (app, pilot, form):
        for name, told in (("gone.txt", "cannot be read"), ("empty.txt", "has no word"), (".", "is a folder")):
            await name_file(app, pilot, tmp_path / name)
            assert isinstance(app.screen, WordListScreen) and "! " in frame(app) and told in frame(app)
        await pilot.press("escape")
        assert form.options["words"] == "standard"


async def test_the_rule_of_an_option_is_one_key_away(monkeypatch) -> None:
    opened = []
    async with running(settle=False) as (app, pilot):
        monkeypatch.setattr(app, "open_rules", lambda game, rule="": opened.append((game, rule)))
        await do(app, pilot, "menu.new takethat")
        assert isinstance(app.screen, NewGameScreen)
        app.screen.listing().go("option.deck")
        await pilot.press("w")
    assert opened == [("takethat", "R-2")]


@pytest.mark.parametrize(
    ("keys", "name"),
    [
        ("Zoe", "Zoe"),
        (["backspace", "2"], "Player 2"),
        (["end", "0"], "Player 10"),
        (["left", "delete", "S"], "Slayer 1"),
        (["right", "backspace", "7"], "Player 7"),
    ],
)
async def test_a_typed_name_replaces_the_suggested_one(keys: str | list[str], name: str) -> None:
    async with running() as (app, pilot):
        await do(app, pilot, "menu.new takethat", "move.down", "newgame.edit")
        assert "Player 1" in frame(app)
        await pilot.press(*keys, "enter")
        await pilot.pause()
        assert screen_form(app).seats[0].name == name


async def test_keys_typed_before_the_field_is_there_replace_the_name_too() -> None:
    async with running() as (app, pilot):
        await do(app, pilot, "menu.new takethat", "move.down")
        app.screen.run_command("newgame.edit")  # type: ignore[attr-defined]
        for letter in "Zoe":
            app.post_message(events.Key(letter, letter))
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert screen_form(app).seats[0].name == "Zoe"


@pytest.mark.usefixtures("every_game")
async def test_wide_screens_show_the_games_and_what_a_line_means() -> None:
    async with running((160, 45)) as (app, pilot):
        await do(app, pilot, "menu.new words")
        page = frame(app)
        assert all(entry.game.info.title.split()[0] in page for entry in registry.ENTRIES)
        assert "+ 7 more house rules" in page, "four are enough on a screen of any size"
        screen = app.screen
        assert isinstance(screen, NewGameScreen)
        screen.show("option.height")
        await pilot.pause()
        page = frame(app)
        assert "> 5 tiles" in page and "U-19" in page
        row = next(y for y, line in enumerate(shown(app)) if "Konexi" in line)
        await pilot.click(offset=(4, row))
        assert screen.shown_form.entry.key == "konexi"
    async with running() as (app, pilot):
        await do(app, pilot, "menu.new words")
        page = frame(app)
        assert "Konexi" in shown(app)[1] and "+ 7 more house rules" in page, "the games are segments here"
        await pilot.press("o")
        await pilot.pause()
        assert "more house rules" not in frame(app)


async def test_values_are_clicked_and_enter_begins_where_no_name_is_changed() -> None:
    async with running((100, 30)) as (app, pilot):
        await do(app, pilot, "menu.new words")
        screen = app.screen
        assert isinstance(screen, NewGameScreen)

        async def click(row: str, value: str) -> None:
            y = next(y for y, line in enumerate(shown(app)) if row in line)
            await pilot.click(offset=(shown(app)[y].index(f" {value} ") + 1, y))
            await pilot.pause()

        await click("Board", "8")
        await click("Gus", "Hard")
        assert screen.shown_form.options["board"] == 8 and screen.shown_form.seats[1].bot == "hard"
        assert "with 1 house rule, about 40 minutes" in frame(app)
        await click("Odo", "Person")
        assert not screen.shown_form.seats[1].bot and "Enter Rename Player 2" in frame(app)
        await pilot.press("down", "enter")
        await settled(app, pilot)
        assert app.table is not None and app.table.header.options["board"] == 8


def test_the_form_says_who_plays_and_how_long(form: SetupForm) -> None:
    form.rename(0, "Ann")
    assert form.ready()[0] == "Ready, Ann?"
    assert form.ready()[1][0] == "You play against Gus by the rule book, about 20 minutes."
    form.add("")
    assert form.ready()[0] == "Ready?" and form.ready()[1][0].startswith("Ann, Gus and Player 1 play by")


def test_a_player_who_begins_is_chosen_by_name(form: SetupForm) -> None:
    first = form.info.option("first")
    assert form.option_values(first) == (("By lot", True), ("Player 1", False), ("Gus", False))
    form.options["first"] = 4
    assert form.option_values(first)[-1] == ("4", True), "what is not possible stays to be seen"
    form.pick_option("first", 2)
    assert form.options["first"] == 2 and form.effect(first) == "player 2"


def test_every_value_has_a_name_for_people() -> None:
    for entry in registry.entries():
        for option in entry.game.info.options:
            names = [option.name_of(value) for value in option.values]
            assert len(set(names)) == len(names), option.key
            assert all(name[0].isupper() or name[0].isdigit() for name in names), names


async def test_a_table_is_opened_to_other_windows() -> None:
    async with running(settle=False) as (app, pilot):
        await do(app, pilot, "menu.new takethat")
        screen = app.screen
        assert isinstance(screen, NewGameScreen) and screen.form is not None
        assert "Windows" not in frame(app), "one person and a bot"
        screen.form.seats[1] = SeatSetup("Bob")
        screen.show("windows")
        await pilot.press("right")
        await settled(app, pilot)
        assert "One for each" in frame(app)
        await do(app, pilot, "newgame.start")
        assert isinstance(app.table, SharedTable)
        assert app.table.here == (0,)
