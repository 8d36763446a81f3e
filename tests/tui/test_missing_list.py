"""A game whose word list is not on this machine: whoever opens it is told, and it opens with what was recorded.

One that began with an earlier edition of a list that ships goes on with the present one, and says so once.
"""

from __future__ import annotations

import os
from pathlib import Path

from tests.table.test_editions import begun
from tests.tui.desktop import do, running
from tests.tui.frames import frame, settled
from towergames import lexicon, registry
from towergames.lexicon import word_lists
from towergames.table.records import SeatSetup
from towergames.table.setup import new_header
from towergames.table.store import Store
from towergames.tui.dialogs import ConfirmDialog
from towergames.tui.screens.game.handover import CurtainScreen
from towergames.tui.screens.menu import MenuScreen
from towergames.tui.screens.new_game import NewGameScreen
from towergames.tui.screens.replay import ReplayScreen


def game_of_a_lost_list(words: str) -> None:
    """A save of two people whose list was on the shelf only while it was made."""
    made = lexicon.add("lost", words.split())
    seats = [SeatSetup("Ann"), SeatSetup("Bob")]
    header = new_header(registry.get("words").game, seats, {"words": made.reference, "first": 1}, 7)
    Store(Path(os.environ["TOWERGAMES_SAVES"])).begin(header, "own").close()
    word_lists.forget(made.sha256)


async def test_going_on_asks_first_and_opens_the_game_all_the_same() -> None:
    game_of_a_lost_list("stove oven")
    async with running() as (app, pilot):
        await pilot.press("c")
        await settled(app, pilot)
        assert isinstance(app.screen, ConfirmDialog)
        told = " ".join(row.partition("│")[2].rpartition("│")[0].strip() for row in frame(app).splitlines())
        assert "The word list lost of this game is not on this machine." in told
        assert "give its file: towergames load own --words FILE" in told
        await pilot.press("enter")
        await settled(app, pilot)
        assert isinstance(app.screen, MenuScreen) and app.table is None
        await pilot.press("c")
        await settled(app, pilot)
        await pilot.press("y")
        await settled(app, pilot)
        assert isinstance(app.screen, CurtainScreen)
        assert app.table is not None and app.table.names == ("Ann", "Bob")


async def test_a_replay_opens_with_a_notice() -> None:
    game_of_a_lost_list("grill oven")
    async with running() as (app, pilot):
        app.tables.open_replay(app.store.path("own"))
        await settled(app, pilot)
        assert isinstance(app.screen, ReplayScreen)
        assert [n for n in app._notifications if "The word list lost of this game" in n.message]


async def test_the_last_table_of_a_lost_list_says_so_before_a_game_begins() -> None:
    game_of_a_lost_list("toaster oven")
    async with running() as (app, pilot):
        header = app.store.open("own").header
        app.memory.remember_table("words", header.seats, header.options)
        await do(app, pilot, "menu.new words", "newgame.start")
        assert isinstance(app.screen, NewGameScreen)
        assert app.screen.listing().key == "option.words"
        told = " ".join(frame(app).split())
        assert "this list is not on this machine" in told and '! The word list "lost@' in told
        assert "is not on this machine. Give its file, or one of: standard, common, wide." in told


async def test_an_earlier_edition_of_a_list_that_ships_asks_nothing_and_is_told_once() -> None:
    folder = Path(os.environ["TOWERGAMES_SAVES"])
    folder.mkdir(parents=True, exist_ok=True)
    begun(folder)
    async with running() as (app, pilot):
        await pilot.press("c")
        await settled(app, pilot)
        told = " ".join(row.partition("┃")[2].rpartition("┃")[0].strip() for row in frame(app).splitlines())
        assert "The standard word list has changed since this game began. The game goes on" in told
        await pilot.press("enter")
        await settled(app, pilot)
        assert isinstance(app.screen, CurtainScreen)
        assert app.table is not None and app.table.news() == () and app.table.history.editions
