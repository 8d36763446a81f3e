"""Help, palette, command line, jump mode and questions: found, run, closed, and gone when a curtain comes."""

from __future__ import annotations

import pytest
from textual import events

from tests.games.words.kit import words_save
from tests.tui.desktop import do, running
from tests.tui.frames import frame, settled, shown, until
from towergames.tui.catalogue import all_commands
from towergames.tui.command_screen import TowerScreen
from towergames.tui.dialogs import AskScreen, ConfirmDialog, Field
from towergames.tui.screens.finder import CommandLine, HelpScreen, JumpScreen, PaletteScreen, labels, rank
from towergames.tui.screens.game.handover import CurtainScreen
from towergames.tui.screens.game.screen import GameScreen
from towergames.tui.screens.menu import MenuScreen
from towergames.tui.screens.new_game import NewGameScreen
from towergames.tui.screens.settings import SettingsScreen


async def test_help_lists_the_zone_then_the_screen_then_what_works_anywhere() -> None:
    async with running(settle=False) as (app, pilot):
        await do(app, pilot, "menu.new")
        await pilot.press("question_mark")
        assert isinstance(app.screen, HelpScreen)
        heads = [row.text for row in app.screen.listing().rows if row.kind == "heading"]
        assert heads == ["New game", "Cursor", "Anywhere", "Not possible now"]
        later = next(at for at, row in enumerate(app.screen.listing().rows) if row.text == "Not possible now")
        assert [bool(row.why) for row in app.screen.listing().rows if row.kind == "item"] == sorted(
            bool(row.why) for row in app.screen.listing().rows if row.kind == "item"
        )
        assert all(row.why for row in app.screen.listing().rows[later + 1 :])
        keys = {row.key for row in app.screen.listing().rows if row.kind == "item"}
        assert keys == {command.id for command in app.screen.on.commands()}


def test_no_title_and_no_typed_word_of_the_list_of_keys_is_cut() -> None:
    titles, words = HelpScreen.COLUMNS[2:]
    assert not [command.title for command in all_commands() if len(command.title) >= titles]
    assert not [command.word for command in all_commands() if len(f":{command.word}") >= words]


async def test_a_second_enter_on_a_closing_dialog_closes_nothing_else() -> None:
    async with running() as (app, pilot):
        answers: list[str | None] = []
        below, above = AskScreen("Below"), AskScreen("Above")
        app.push_screen(below, answers.append)
        app.push_screen(above, answers.append)
        await pilot.pause()
        for _ in range(2):
            above.dismiss("once")
        await pilot.pause()
        assert app.screen is below
        assert answers == ["once"]


async def test_help_is_searched_by_typing() -> None:
    async with running(settle=False) as (app, pilot):
        await pilot.press("f1", "r", "e", "c", "o")
        assert isinstance(app.screen, HelpScreen)
        assert [r.key for r in app.screen.listing().rows if r.kind == "item"] == ["menu.records", "menu.player"]
        await pilot.press("escape")
        assert isinstance(app.screen, MenuScreen)


async def test_the_palette_finds_runs_and_says_why_not() -> None:
    async with running() as (app, pilot):
        await pilot.press("ctrl+p", "c", "o", "n", "t")
        assert isinstance(app.screen, PaletteScreen)
        row = next(r for r in app.screen.listing().rows if r.key == "menu.continue")
        assert row.why == "You have no unfinished game."
        app.screen.listing().go("menu.continue")
        await pilot.press("enter")
        assert isinstance(app.screen, PaletteScreen) and "! You have no unfinished game." in frame(app)
        field = app.screen.query_one("Field")
        field.value = "settings"  # type: ignore[attr-defined]
        await pilot.press("enter")
        assert isinstance(app.screen, SettingsScreen)


async def test_the_palette_is_worked_by_mouse_alone() -> None:
    async with running(settle=False) as (app, pilot):
        row = shown(app)[23]
        await pilot.click(offset=(row.index("All"), 23))
        assert isinstance(app.screen, PaletteScreen)
        y = next(i for i, line in enumerate(shown(app)) if "New game" in line and "Choose who" in line)
        await pilot.click(offset=(20, y))
        assert isinstance(app.screen, NewGameScreen)


async def test_the_palette_of_a_board_has_no_letters_arrows_and_digits() -> None:
    async with running(settle=False) as (app, pilot):
        app.tables.open_save(words_save(app.store, "middle", 8))
        await until(pilot, lambda: isinstance(app.screen, CurtainScreen))
        await pilot.press("1")
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        known = {command.id for command in app.screen.commands()}  # type: ignore[attr-defined]
        assert {"letter.a", "digit.1", "move.left"} <= known
        await pilot.press("ctrl+p")
        assert isinstance(app.screen, PaletteScreen)
        found = {row.key for row in app.screen.listing().rows}
        assert {"words.play", "choose", "zone.next", "hint", "undo"} <= found
        assert not [name for name in found if name.startswith(("letter.", "digit.", "move.", "page."))]


async def test_jump_gives_the_rack_and_the_buttons_one_letter_and_the_squares_of_the_board_two() -> None:
    async with running(settle=False) as (app, pilot):
        app.tables.open_save(words_save(app.store, "middle", 8))
        await until(pilot, lambda: isinstance(app.screen, CurtainScreen))
        await pilot.press("1")
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        await pilot.press("f3")
        assert isinstance(app.screen, JumpScreen)
        lengths = {target.title: len(label) for label, target in app.screen._targets.items()}
        assert lengths["Hint"] == lengths["Keys"] == 1 and list(lengths.values()).count(2) > 50


async def test_labels_of_two_letters_cover_no_first_letter_of_a_chip() -> None:
    async with running() as (app, pilot):
        await do(app, pilot, "menu.new words", "newgame.more")
        below = app.screen
        await pilot.press("f3")
        assert isinstance(app.screen, JumpScreen)
        pairs = {label: target for label, target in app.screen._targets.items() if len(label) == 2}
        chips = [target for target in pairs.values() if target.title in ("Start", "Other game", "Back")]
        assert chips, "more places than letters, so the chips have two"
        page = frame(app)
        for words in ("Enter Start", "Other game", "Fewer rules", "Esc  Back"):
            assert words in page, words
        assert below is not app.screen


def test_a_start_ranks_before_a_middle_before_scattered_letters() -> None:
    names = ["Redo", "Undo", "Done", "End or"]
    assert sorted((n for n in names if rank("do", n) >= 0), key=lambda n: rank("do", n)) == [
        "Done",
        "Redo",
        "Undo",
        "End or",
    ]


async def test_the_command_line_completes_runs_and_remembers() -> None:
    async with running(settle=False) as (app, pilot):
        await pilot.press("colon", "s", "e", "t", "tab")
        assert isinstance(app.screen, CommandLine)
        assert app.screen.field.value == "settings"
        await pilot.press("enter")
        assert isinstance(app.screen, SettingsScreen)
        await pilot.press("colon", "up")
        assert isinstance(app.screen, CommandLine) and app.screen.field.value == "settings"
        await pilot.press("escape")
        assert isinstance(app.screen, SettingsScreen)


async def test_an_unknown_word_is_answered_with_what_there_is() -> None:
    async with running((120, 40), settle=False) as (app, pilot):
        app.screen.typed("abracadabra [red] 1")  # type: ignore[attr-defined]
        await pilot.pause()
        assert [n for n in app._notifications if "abracadabra" in n.message and "? lists the words" in n.message]


async def test_a_typed_word_takes_its_argument() -> None:
    async with running(settle=False) as (app, pilot):
        app.screen.typed("new takethat")  # type: ignore[attr-defined]
        await pilot.pause()
        assert isinstance(app.screen, NewGameScreen)
        app.screen.typed("reseed 99")
        assert app.screen.form is not None and app.screen.form.seed == 99


async def test_jump_clicks_where_the_letter_stands() -> None:
    async with running() as (app, pilot):
        await pilot.press("ctrl+o")
        assert isinstance(app.screen, JumpScreen)
        label = next(k for k, t in app.screen._targets.items() if t.title == "Settings")
        await pilot.press(*label)
        await pilot.pause()
        assert isinstance(app.screen, SettingsScreen)
        await pilot.press("f3")
        assert isinstance(app.screen, JumpScreen)
        await pilot.press("escape")
        assert isinstance(app.screen, SettingsScreen)


@pytest.mark.parametrize("typed", [("ctrl+q",), ("d", "ctrl+q"), ("escape", "ctrl+q"), ("escape", "s")])
async def test_what_is_typed_faster_than_labels_open_leaves_the_program_or_is_for_the_screen_below(
    typed: tuple[str, ...],
) -> None:
    async with running() as (app, pilot):
        for key in ("f3", *typed):
            app.post_message(events.Key(key, key if len(key) == 1 else None))
        await until(pilot, lambda: isinstance(app.screen, SettingsScreen) if "s" in typed else app.leaving == 0)


def test_labels_are_enough_and_none_begins_another() -> None:
    for count in (0, 1, 26, 27, 51, 52, 300, 676):
        made = labels(count)
        assert len(made) == len(set(made)) == count
        assert not [one for one in made for other in made if one != other and other.startswith(one)]
        assert [len(label) for label in made] == sorted(len(label) for label in made)
        alone = sum(len(label) == 1 for label in made)
        assert alone == count or (alone + 1) + 26 * (25 - alone) < count, "one more letter alone would not be enough"


async def test_a_question_stands_on_the_safe_answer() -> None:
    answers: list[bool | None] = []
    async with running(settle=False) as (app, pilot):
        for keys in (("enter",), ("escape",), ("y",), ("down", "enter")):
            app.push_screen(ConfirmDialog("Delete it?", "Delete", "Keep"), answers.append)
            await pilot.pause()
            await pilot.press(*keys)
    assert answers == [False, False, True, True]


async def test_a_curtain_finds_no_dialog_and_no_notice() -> None:
    async with running(settle=False) as (app, pilot):
        for opening in ("help", "palette", "type", "jump"):
            await do(app, pilot, opening, "palette")
            app.say("secret")
            await pilot.pause()
            app.typed_lines.append("claim A1 SPIRE")
            app.say("secret still on its way")
            app.clear_overlays()
            await settled(app, pilot)
            assert isinstance(app.screen, TowerScreen) and isinstance(app.screen, MenuScreen)
            assert "secret" not in frame(app) and not list(app._notifications)
            assert app.typed_lines == []


async def test_each_dialog_is_there_once_however_often_it_is_opened() -> None:
    async with running(settle=False) as (app, pilot):
        for _ in range(3):
            await pilot.press("f1", "ctrl+p", "f3", "f1", "f3", "ctrl+p")
            kinds = [type(screen) for screen in app.screen_stack]
            assert len(kinds) == len(set(kinds)) <= 5
        palette = app.screen
        assert isinstance(palette, PaletteScreen)
        await pilot.press("f1")
        assert isinstance(app.screen, HelpScreen) and palette not in app.screen_stack


async def test_help_asked_for_before_its_screen_is_there_comes_with_it() -> None:
    async with running(settle=False) as (app, pilot):
        app.open("new-game", "words")
        below = app.screen
        app.program.do_help()
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen) and app.screen.on is below


async def test_a_field_is_edited_in_the_order_of_the_keys_however_fast_they_come() -> None:
    async with running() as (app, pilot):
        app.push_screen(AskScreen("Name", "game"))
        await settled(app, pilot)
        for key in ("ctrl+u", *"taz", "backspace", "b", "left", "left", "s", "home", "x", "delete", "end", "l", "e"):
            app.post_message(events.Key(key, key if len(key) == 1 else None))
        await until(pilot, lambda: app.screen.query_one(Field).value == "xsable")
