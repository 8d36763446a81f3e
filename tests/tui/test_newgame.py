"""The new-game dialog: seats, options, seed, and what is said where when something is wrong."""

from __future__ import annotations

import pytest

from tests.tui.desktop import do, running, text
from towergames import registry
from towergames.table.records import SeatSetup
from towergames.tui.screens.ask import AskScreen
from towergames.tui.screens.newgame import NewGameScreen
from towergames.tui.setup_form import SetupForm


@pytest.fixture
def form() -> SetupForm:
    return SetupForm.begin(registry.get("takethat"), None)


def test_the_first_table_is_one_person_against_a_normal_bot(form: SetupForm) -> None:
    assert [(s.name, s.bot) for s in form.seats] == [("Player 1", ""), ("Tess", "normal")]
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


def test_a_seat_turns_through_person_and_all_levels(form: SetupForm) -> None:
    kinds = []
    for _ in range(len(form.levels) + 1):
        form.turn_level(1, 1)
        kinds.append(form.seats[1].bot)
    assert sorted(kinds) == sorted(["", *(level.name for level in form.levels)])
    form.rename(1, "Zoe")
    form.turn_level(1, 1)
    form.turn_level(1, 1)
    assert form.seats[1].name == "Zoe"


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("", True),
        ("   ", True),
        ("\x1b\u202e", True),
        ("PLAYER 1", True),
        ("x" * 17, True),
        (" Bo ", False),
        ("塔" * 8, False),
    ],
)
def test_names_are_clean_unique_and_at_most_16_cells(form: SetupForm, name: str, wrong: bool) -> None:
    assert bool(form.wrong_name(1, name)) is wrong
    if not wrong:
        form.rename(1, name)
        assert form.seats[1].name == name.strip()


@pytest.mark.parametrize("text", ["", "-1", "1.5", "9" * 17, str(2**53), "٣", "x"])
def test_seeds_are_whole_numbers_that_stay_exact(form: SetupForm, text: str) -> None:
    assert form.wrong_seed(text)
    assert not form.wrong_seed(" 42 ")


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
        field.value = "tess"  # type: ignore[attr-defined]
        await pilot.press("enter")
        assert isinstance(app.screen, AskScreen) and "tess sits here already" in text(app)
        field.value = "Ann"  # type: ignore[attr-defined]
        await pilot.press("enter")
        assert isinstance(app.screen, NewGameScreen) and "1 Ann" in text(app)


async def test_the_fault_stands_under_its_line_and_the_cursor_on_it() -> None:
    async with running(settle=False) as (app, pilot):
        await do(app, pilot, "menu.new")
        screen = app.screen
        assert isinstance(screen, NewGameScreen) and screen.form is not None
        screen.form.options["first"] = 4
        await do(app, pilot, "newgame.start")
        assert app.screen is screen and screen.listing().key == "option.first"
        rows = text(app).splitlines()
        at = next(i for i, row in enumerate(rows) if "First player" in row)
        assert "! option first: there is no player 4" in rows[at + 1]


async def test_the_last_table_of_the_game_comes_back() -> None:
    async with running(settle=False) as (app, pilot):
        await do(app, pilot, "menu.new", "newgame.add")
        assert isinstance(app.screen, NewGameScreen) and app.screen.form is not None
        app.screen.form.rename(0, "Zoë")
        app.screen.form.turn_option("deck", 1)
        await do(app, pilot, "newgame.start")
        assert app.table is not None
        app.to_menu()
        await pilot.pause()
        await do(app, pilot, "menu.new")
        assert isinstance(app.screen, NewGameScreen) and app.screen.form is not None
        assert [s.name for s in app.screen.form.seats] == ["Zoë", "Tess", "Odo"]
        assert app.screen.form.options["deck"] == "weighted"
    async with running(settle=False) as (app, pilot):
        assert app.memory.last_game() == "takethat"


async def test_the_rule_of_an_option_is_one_key_away(monkeypatch) -> None:
    opened = []
    async with running(settle=False) as (app, pilot):
        monkeypatch.setattr(app, "open_rules", lambda game, rule="": opened.append((game, rule)))
        await do(app, pilot, "menu.new")
        assert isinstance(app.screen, NewGameScreen)
        app.screen.listing().go("option.deck")
        await pilot.press("w")
    assert opened == [("takethat", "R-2")]
