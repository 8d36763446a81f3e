"""The sentences that the program in a browser sends its page: nothing twice, nothing of another hand."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.tui.game_kit import Play, _shown
from tests.tui.test_served import request_of
from tests.tui.test_windows import begun, turn_of
from towergames.session.session import Message
from towergames.table.shared import SharedTable
from towergames.tui import read_aloud
from towergames.tui.browser_driver import ServedApp
from towergames.tui.dialogs import ConfirmDialog, TextDialog
from towergames.tui.read_aloud import Reader, pointed_at, sentences_of, spoken
from towergames.tui.screens.game.phone_menu import AT_TABLE, PhoneMenu


class FakePage:
    """Keeps what it is sent."""

    def __init__(self) -> None:
        self.log: list[str] = []
        self.line = ""

    def tell_aloud(self, sentences: Sequence[str]) -> None:
        self.log += sentences

    def tell_line(self, line: str) -> None:
        self.line = line


@asynccontextmanager
async def heard(folder: Path, game: str = "takethat") -> AsyncIterator[tuple[Play, SharedTable, FakePage]]:
    """Bob's browser, Ann's table, and what Bob's page has been told."""
    ann, page = begun(folder, "Ann,Bob", game, 7), FakePage()
    async with _shown(folder, request_of(folder), (80, 24)) as play:
        assert isinstance(play.app, ServedApp)
        play.app.reader = Reader(play.app, page)
        play.app.reader.look()
        yield play, ann, page
    ann.close()


async def bobs_turn(play: Play, ann: SharedTable) -> None:
    await turn_of(play, ann, 1)
    play.game.stage.skip()
    await play.pilot.pause()


def look(play: Play) -> None:
    assert isinstance(play.app, ServedApp) and play.app.reader is not None
    play.app.reader.look()


async def test_the_page_is_greeted_and_told_the_turn_but_no_other_hand(tmp_path: Path) -> None:
    async with heard(tmp_path) as (play, ann, page):
        assert page.log[0] == "You are Bob."
        start = page.log.index("Type rules for all rules.") + 1
        assert page.log[start].startswith("Take That Towers: Ann; Bob.")
        assert page.log[start + 1].startswith("Type a move, or help for all commands.")
        assert page.log[start + 2] == "Press : before you type, and Enter after it."
        assert "? lists all keys." in page.log[start + 3]
        look(play)
        greeted = len(page.log)
        await bobs_turn(play, ann)
        look(play)
        told = page.log[greeted:]
        assert [line for line in told if line == "Hand of Bob:"] == ["Hand of Bob:"]
        assert len(set(told)) >= len(told) - 3  # cards of one kind are told by one sentence each
        look(play)
        assert page.log[greeted:] == told
        own = {line.text for line in ann.log(0)} - {line.text for line in ann.log(1)}
        assert not own & set(page.log)


async def test_a_refusal_is_told_each_time_with_its_rule(tmp_path: Path) -> None:
    async with heard(tmp_path) as (play, ann, page):
        await bobs_turn(play, ann)
        look(play)
        for _ in range(2):
            before = len(page.log)
            play.game.typed_other("draw 3")
            look(play)
            told = page.log[before:]
            assert told[0].startswith("Not allowed: ") or "is not" in told[0], told
            look(play)
            assert page.log[before:] == told


async def test_messages_and_players_who_go_are_told(tmp_path: Path) -> None:
    async with heard(tmp_path) as (play, ann, page):
        ann.say(0, "hello <b>there</b>")
        await play.until(lambda: "Ann says" in play.notices)
        look(play)
        assert page.log[-1] == "Ann says: hello <b>there</b>"
        before = len(page.log)
        ann.say(0, "first")
        ann.submit(0, ann.legal()[0])
        ann.say(0, "last")
        await play.until(lambda: "Ann says: last" in play.notices)
        play.game.stage.skip()
        await play.pilot.pause()
        look(play)
        told = page.log[before:]
        assert told[0] == "Ann says: first" and told.count("Ann says: last") == 1
        assert told.index("Ann says: last") > 1, "the move is told between the messages"
        play.app.read_aloud("Ann is gone.")
        look(play)
        assert page.log[-1] == "Ann is gone."


async def test_nothing_is_told_before_it_is_seen(tmp_path: Path) -> None:
    async with heard(tmp_path) as (play, ann, page):
        ann.submit(0, ann.legal()[0])
        before = list(page.log)
        await play.until(lambda: play.table.moves == ann.moves)
        play.game.stage.skip()
        play.game.session.does(animation=True)
        play.app.say("In passing.")
        look(play)
        assert page.log == before
        play.game.session.does(animation=False)
        look(play)
        assert page.log[len(before) :] == [ann.log(None)[-1].text, "In passing."]


async def test_dialogs_are_told_once_and_a_long_text_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read_aloud, "LONGEST", 30)
    async with heard(tmp_path) as (play, _, page):
        play.app.push_screen(TextDialog("A title", ["one", "x" * 50 + "\x1b[2J"]))
        await play.pilot.pause()
        look(play)
        look(play)
        assert page.log[-3:-1] == ["A title", "one"]
        assert page.log[-1].startswith("xxxxxxxxxx") and len(page.log[-1]) <= 30
        play.app.push_screen(ConfirmDialog("Really?", "Do it", "Leave it"))
        await play.pilot.pause()
        look(play)
        assert page.log[-2:] == ["Really?", "n: Leave it. y: Do it."]
        assert page.line.startswith("Leave it")
        await play.press("down")
        look(play)
        assert page.line.startswith("Do it")


async def test_the_line_follows_the_cursor(tmp_path: Path) -> None:
    async with heard(tmp_path) as (play, ann, page):
        await bobs_turn(play, ann)
        lines = set()
        for _ in range(3):
            look(play)
            lines.add(page.line)
            await play.press("right")
        assert len(lines) > 1 and "" not in lines
        await play.press("colon", *"boar")
        look(play)
        assert page.line == pointed_at(play.app.screen)
        assert not spoken(play.app.screen)


async def test_the_words_board_and_hand_are_told(tmp_path: Path) -> None:
    async with heard(tmp_path) as (play, ann, page):
        await bobs_turn(play, ann)
        look(play)
        before = len(page.log)
        play.game.run_command("tell.hand")
        await play.pilot.pause()
        look(play)
        hand = play.game.session.board.read_out(play.game.session.context()).hand
        assert page.log[before : before + 1 + len(hand)] == ["Your hand", *hand]
        await play.press("escape")


def test_a_message_is_told_as_plain_mode_prints_it() -> None:
    assert sentences_of(Message("Too high.", "bad", "R-7")) == ("Too high. (R-7)",)
    assert sentences_of(Message("Too high.", aloud=())) == ()
    assert sentences_of(Message("Too high.", aloud=("Not allowed.", "Read on."))) == ("Not allowed.", "Read on.")
    assert sentences_of(Message()) == ()


async def test_a_whole_screen_without_sentences_is_told_by_its_rows(tmp_path: Path) -> None:
    async with heard(tmp_path) as (play, _, page):
        play.game.run_command("pad.sheet")
        await play.pilot.pause()
        look(play)
        assert any("Ann" in line for line in page.log[4:])
        assert not any(frame in line for line in page.log for frame in "│┃─")


async def test_a_lesson_is_told_step_by_step(tmp_path: Path) -> None:
    async with heard(tmp_path) as (play, ann, page):
        look(play)
        before = len(page.log)
        play.app.open_tutorial("takethat")
        await play.until(lambda: play.game.guide is not None and play.game.guide.spoken()[0].startswith("Step 1 of"))
        look(play)
        guide = play.game.guide
        assert guide is not None
        first = [" ".join(sentence.split()) for sentence in guide.spoken() if sentence]
        assert page.log[before:] == first
        ann.say(0, "are you there?")
        await play.until(lambda: "Ann says: are you there?" in play.notices)
        look(play)
        assert page.log[-1] == "Ann says: are you there?", "the table goes on below the lesson"
        before += 1
        assert play.game.run_command("lesson.show")
        await play.until(lambda: guide.spoken()[0].startswith("Step 2 of"))
        look(play)
        look(play)
        told = page.log[before + len(first) :]
        assert told[0].startswith("Step 2 of") and len(told) == len(set(told))


async def test_the_menu_of_a_phone_is_told_with_its_button(tmp_path: Path) -> None:
    async with heard(tmp_path) as (play, _, page):
        play.app.push_screen(PhoneMenu(play.game, AT_TABLE))
        await play.pilot.pause()
        look(play)
        assert page.log[-2].startswith("Menu: Hint, Message, Rules")
        assert page.line.startswith("Hint. ")
        await play.press("down")
        look(play)
        assert page.line.startswith("Message. ")
