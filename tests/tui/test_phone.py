"""A finger plays: the page says so, keys are named no more, and the menu has what a guest needs as large buttons."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.tui.game_kit import Play
from tests.tui.test_windows import begun, joined, turn_of
from towergames.table.shared import SharedTable
from towergames.tui.commands import KEYBOARD_ONLY
from towergames.tui.dialogs import AskScreen, ChoiceDialog, DialogButton
from towergames.tui.paint import TEXT
from towergames.tui.screens.finder import PaletteScreen
from towergames.tui.screens.game.phone_menu import AT_TABLE, PhoneMenu
from towergames.tui.screens.game.screen import GameScreen
from towergames.tui.screens.rules import RulesScreen
from towergames.tui.terminal_input import BrowserInput, ToldByPage
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar

pytestmark = pytest.mark.usefixtures("null_game")
PHONE = (60, 50)


@asynccontextmanager
async def phone(folder: Path, size: tuple[int, int] = PHONE) -> AsyncIterator[tuple[SharedTable, Play]]:
    """The page of Bob's phone at a table of Take That Towers, on Bob's turn."""
    ann = begun(folder, "Ann,Bob", "takethat")
    async with joined(folder, 1, size=size, served=True) as play:
        play.app.post_message(ToldByPage("touch"))
        await play.until(lambda: play.app.touched)
        await turn_of(play, ann, 1)
        await play.until(lambda: "Your turn, Bob" in play.text)
        yield ann, play
    ann.close()


async def tap(play: Play, spot_key: str) -> None:
    """Tap the middle of a spot of the screen on top."""
    for view in play.app.screen.query(CanvasView):
        for spot in view.spots:
            if spot.key == spot_key:
                at = (view.region.x + spot.x + spot.width // 2, view.region.y + spot.y + spot.height // 2)
                await play.pilot.click(offset=at)
                return
    raise AssertionError(f"{spot_key} is not on the screen\n{play.text}")


async def open_menu(play: Play) -> PhoneMenu:
    play.app.post_message(ToldByPage("menu"))
    await play.until(lambda: isinstance(play.app.screen, PhoneMenu))
    assert isinstance(play.app.screen, PhoneMenu)
    return play.app.screen


def test_only_the_page_can_say_that_a_finger_plays() -> None:
    words = [message.word for message in BrowserInput().feed("\x1b]7701;touch\x07") if isinstance(message, ToldByPage)]
    assert words == ["touch"]
    assert list(BrowserInput().feed("\x1b]7;file\x07")) == []


async def test_a_finger_is_told_no_keys(tmp_path: Path) -> None:
    async with phone(tmp_path) as (_, play):
        bar = play.game.query_one(KeyBar)
        assert bar.items[-1] == ("phone.menu", "", "Menu") and not any(key for _, key, _ in bar.items)
        assert not {"help", "palette"} & {command for command, *_ in bar.items}
        assert not any(chip.key for chip in play.game.panes.scene().chips)
        await play.until(lambda: "  Another card" in play.text and "1-4" not in play.text)
        chips = play.game.zone("actions").spots
        assert chips and all((spot.y, spot.height) == (0, 2) for spot in chips)  # a finger is wider than a row


@pytest.mark.parametrize(("lines", "rows"), [(6, 3), (40, 3), (45, 1)])
async def test_the_answers_of_a_question_are_large_buttons_without_keys(tmp_path: Path, lines: int, rows: int) -> None:
    async with phone(tmp_path) as (_, play):
        found: list[str | None] = []
        answers = (DialogButton("no", "No", "n"), DialogButton("yes", "Yes, undo it", "y"))
        card = ChoiceDialog("Undo", [("Undo the last move?", TEXT)] * lines, answers)
        play.app.push_screen(card, found.append)
        await play.until(lambda: "Yes, undo it" in play.text)
        spots = card.query_one("#card-face", CanvasView).spots
        assert [(spot.key, spot.height) for spot in spots] == [("no", rows), ("yes", rows)]
        assert "n No" not in play.text and "y Yes" not in play.text
        await tap(play, "yes")
        await play.until(lambda: found == ["yes"])


async def test_without_a_finger_there_is_no_such_menu(tmp_path: Path) -> None:
    ann = begun(tmp_path, "Ann,Bob")
    async with joined(tmp_path, 1, size=PHONE, served=True) as play:
        assert "phone.menu" not in {command.id for command in play.game.commands()}
        assert "All commands" in play.text
    ann.close()


@pytest.mark.parametrize("size", [PHONE, (110, 20)], ids=str)
async def test_the_menu_has_large_buttons_for_what_a_guest_needs(tmp_path: Path, size: tuple[int, int]) -> None:
    async with phone(tmp_path, size) as (_, play):
        menu = await open_menu(play)
        for label in ("Hint", "Message", "Rules", "Undo", "Score", "Leave", "All commands"):
            assert label in play.text
        assert [choice.command for choice in menu.choices] == [choice.command for choice in AT_TABLE]
        spots = menu.query_one(CanvasView).spots
        assert len(spots) == len(AT_TABLE) and all(spot.height >= 2 for spot in spots)
        play.app.post_message(ToldByPage("menu"))  # the button of the page closes it again
        await play.until(lambda: isinstance(play.app.screen, GameScreen))
        await open_menu(play)
        await play.pilot.click(offset=(5, 0))  # beside the buttons
        await play.until(lambda: isinstance(play.app.screen, GameScreen))


async def test_each_button_does_what_it_says(tmp_path: Path) -> None:
    async with phone(tmp_path) as (ann, play):
        await open_menu(play)
        await tap(play, "hint")
        await play.until(lambda: "Hint:" in play.said)
        await open_menu(play)
        await tap(play, "say")
        await play.until(lambda: isinstance(play.app.screen, AskScreen) and "abc opens the keyboard." in play.text)
        await play.press(*"hello", "enter")
        await play.until(lambda: ann.follow() is not None or ann.history.said)
        assert ann.history.said[-1].text == "hello"
        await open_menu(play)
        await tap(play, "rule")
        await play.until(lambda: isinstance(play.app.screen, RulesScreen))
        await play.press("escape")
        await play.until(lambda: isinstance(play.app.screen, GameScreen))
        tab = play.game.panes.tab
        await open_menu(play)
        await tap(play, "pad")
        await play.until(lambda: play.game.panes.tab != tab)
        moves = play.table.moves
        play.game.flow.act(play.table.legal()[0])
        await play.until(lambda: play.table.moves > moves)
        await play.pilot.pause()
        await open_menu(play)
        await tap(play, "undo")
        await play.until(lambda: play.table.moves == moves)
        await open_menu(play)
        await tap(play, "guide")
        await play.until(lambda: "Step 1" in play.text)
        menu = await open_menu(play)
        assert "Show me" in play.text and "To the table" in play.text
        assert "hint" not in {choice.command for choice in menu.choices}
        await tap(play, "back")
        await play.until(lambda: "Your turn, Bob" in play.text)
        await open_menu(play)
        await tap(play, "quit")
        await play.until(lambda: play.app.leaving == 0)


async def test_a_button_that_does_nothing_now_says_why(tmp_path: Path) -> None:
    async with phone(tmp_path) as (_, play):
        await open_menu(play)
        assert "Nothing to undo: no move has been made yet." in play.text or "Undo the last move." in play.text
        await play.press("down", "down", "up", "enter")  # the keys of the row below the table work too
        await play.until(lambda: isinstance(play.app.screen, AskScreen))


async def test_all_commands_of_a_finger_leave_out_what_needs_keys(tmp_path: Path) -> None:
    async with phone(tmp_path) as (_, play):
        await open_menu(play)
        await tap(play, "palette")
        await play.until(lambda: isinstance(play.app.screen, PaletteScreen))
        rows = play.app.screen.listing().rows  # type: ignore[attr-defined]
        listed = {row.key for row in rows if row.kind == "item"}
        groups = {command.id: command.group for command in play.game.commands()}
        assert listed and not listed & KEYBOARD_ONLY
        assert not {groups[key] for key in listed - {"back"}} & {"cursor", "letters"}
        assert [row.kind for row in rows] == ["item", "below"] * len(listed)
        assert "or type" not in play.text and "F4" not in play.text and "Ctrl" not in play.text
        assert "Show a good move; counts as help" in play.text
        await tap(play, "tell.board")
        await play.until(lambda: "The table" in play.text)


async def test_the_menu_of_another_screen_is_the_list_of_its_commands(tmp_path: Path) -> None:
    async with phone(tmp_path) as (_, play):
        play.app.open_rules("takethat")
        await play.until(lambda: isinstance(play.app.screen, RulesScreen) and play.app.screen.query(KeyBar))
        assert play.app.screen.query_one(KeyBar).items[-1] == ("palette", "", "All commands")
        play.app.post_message(ToldByPage("menu"))
        await play.until(lambda: isinstance(play.app.screen, PaletteScreen))
