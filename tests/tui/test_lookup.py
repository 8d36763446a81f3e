"""The word book: live answers, patterns, and what counts as help while a game runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.games.words.kit import words_save
from tests.tui.desktop import SIZES, do, running
from tests.tui.frames import check_golden, frame, shown, until
from tests.tui.game_kit import opened, playing
from towergames.lexicon.lookup import Page
from towergames.table.errors import TableError
from towergames.table.match import Table
from towergames.table.store import Store
from towergames.tui.dialogs import ConfirmDialog
from towergames.tui.screens.finder import HelpScreen
from towergames.tui.screens.lookup import LookupScreen
from towergames.tui.widgets.rows import RowsView


def book(app: Any) -> LookupScreen:
    assert isinstance(app.screen, LookupScreen)
    return app.screen


async def answered(app: Any, pilot: Any) -> None:
    """Wait for the page of what is typed."""
    await until(pilot, lambda: book(app).page.query == book(app).wanted, 20)
    await pilot.pause()


def items(app: Any) -> list[str]:
    return [row.key for row in book(app).listing().rows if row.kind == "item"]


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x40"])
@pytest.mark.parametrize("query", ["moods", "m??d", "zax"])
async def test_looks(query: str, size: tuple[int, int]) -> None:
    async with running(size) as (app, pilot):
        await do(app, pilot, f"menu.lookup {query}")
        await answered(app, pilot)
        await check_golden(app, pilot, f"lookup-{query.replace('?', 'x')}-{size[0]}x{size[1]}")


async def test_words_are_answered_as_they_are_typed_and_hits_lead_on() -> None:
    async with running() as (app, pilot):
        await pilot.press("w")
        await pilot.press(*"mood")
        await answered(app, pilot)
        page = frame(app)
        assert "MOOD is in the standard word list" in page and "mood: noun" in page
        assert items(app) == ["MOOD", "DOOM"]
        await pilot.press("enter", "enter")
        await answered(app, pilot)
        assert book(app).wanted == "MOOD" and "MOOD is in the" in frame(app), "Enter keeps the typed word"
        await pilot.press("down", "enter")
        await answered(app, pilot)
        assert book(app).wanted == "DOOM" and items(app) == ["DOOM", "MOOD"]
        await pilot.press("tab")
        await pilot.press("z", "question_mark", "x")
        await answered(app, pilot)
        assert items(app) == ["Z?X"], "ZAX is only in the wide list"
        await pilot.press("tab", *"mo?d")
        await answered(app, pilot)
        await pilot.press("enter")
        assert book(app).wanted == "MO?D" and items(app)[1:] == ["MOLD", "MOOD"]
        book(app).page = Page("M")  # the page of what was typed before
        await pilot.press("down", "enter")
        assert book(app).wanted == "MO?D", "what is typed is asked, not a word of another page"
        await pilot.press("escape")
        assert not isinstance(app.screen, LookupScreen)


async def test_keys_that_are_no_letters_are_the_screens() -> None:
    async with running() as (app, pilot):
        await do(app, pilot, "menu.lookup mood")
        await answered(app, pilot)
        await pilot.press("7", "f1")
        assert isinstance(app.screen, HelpScreen)
        await pilot.press("escape")
        assert book(app).wanted == "MOOD"
        await pilot.press("colon")
        await pilot.press(*"zoo", "enter")
        await answered(app, pilot)
        assert book(app).wanted == "ZOO"


async def test_the_mouse_looks_a_listed_word_up() -> None:
    async with running() as (app, pilot):
        await do(app, pilot, "menu.lookup m??d")
        await answered(app, pilot)
        spot = next(s for s in book(app).query_one(RowsView).spots if s.key == "MEND")
        await pilot.click(RowsView, offset=(spot.x + 4, spot.y))
        await answered(app, pilot)
        assert book(app).wanted == "MEND"


async def test_while_a_game_is_on_searching_counts_as_help_and_verdicts_do_not(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann,Hal:random", game="words", first=1) as play:
        await play.press("number_sign", *"mood")
        await answered(play.app, play.pilot)
        assert "MOOD is in the" in play.text and "One letter before" not in play.text
        assert play.text.splitlines()[0].endswith(" a search counts as help")
        assert play.table.history.assists == {}
        await play.press("enter", "enter", "enter")
        await answered(play.app, play.pilot)
        assert play.table.history.assists == {} and book(play.app).wanted == "MOOD"
        await play.press("down", "enter")
        assert isinstance(play.app.screen, ConfirmDialog) and "This counts as help." in play.text
        await play.press("enter")
        assert play.table.history.assists == {}, "Enter alone is no yes"
        await play.press("enter", "y")
        await play.until(lambda: items(play.app) == ["MOOD", "DOOM"])
        assert play.table.history.assists == {"lookup": 1}
        assert "One letter before" in play.text and play.text.splitlines()[0].endswith(" counts as help")
        await play.press("enter")
        await answered(play.app, play.pilot)
        assert play.table.history.assists == {"lookup": 1}, "once an opening of the book"
        await play.press("escape")
        assert "Looked up a word" in play.text


async def test_where_words_can_be_challenged_nothing_is_told_without_the_mark(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann,Hal:random", game="words", first=1, checking="challenge") as play:
        await play.press("number_sign", *"mood")
        await answered(play.app, play.pilot)
        assert "is in the" not in play.text and "noun" not in play.text
        assert play.text.splitlines()[0].endswith(" a look-up counts as help")
        await play.press("enter")
        assert "Look up MOOD? This counts as help." in play.text
        await play.press("enter")
        await answered(play.app, play.pilot)
        assert play.table.history.assists == {} and "is in the" not in play.text
        await play.press("enter", "y")
        await play.until(lambda: "MOOD is in the" in play.text)
        assert play.table.history.assists == {"lookup": 1}


async def test_a_mark_that_cannot_be_made_opens_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise TableError("the disk is full")

    monkeypatch.setattr(Table, "note", refuse)
    async with playing(tmp_path, "Ann,Hal:random", game="words", first=1, checking="challenge") as play:
        await play.press("number_sign", *"mood")
        await answered(play.app, play.pilot)
        await play.press("enter", "y")
        await play.pilot.pause()
        assert "is in the" not in play.text and "a look-up counts as help" in play.text.splitlines()[0]
        assert play.table.history.assists == {}


async def test_once_the_game_is_over_everything_is_free(tmp_path: Path) -> None:
    name = words_save(Store(tmp_path / "saves"), "over", checking="challenge")
    async with opened(tmp_path, name) as play:
        await play.press("escape")
        await do(play.app, play.pilot, "lookup mood")
        await answered(play.app, play.pilot)
        assert "One letter before" in play.text and items(play.app) == ["MOOD", "DOOM"]
        assert play.table.history.assists == {}


async def test_many_hits_scroll(tmp_path: Path) -> None:
    async with running() as (app, pilot):
        await do(app, pilot, "menu.lookup ????")
        await answered(app, pilot)
        assert "The first 300 are shown" in frame(app)
        first = items(app)[1]
        await pilot.press("pagedown", "pagedown")
        assert not any(f" {first} " in row for row in shown(app)[2:])
        assert any(row.startswith(" ▌") for row in shown(app)), "the marked word is in sight"
