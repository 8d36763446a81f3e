"""A game screen calls the person who does not look at it: in games, never in lessons and replays."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from textual.drivers.headless_driver import HeadlessDriver
from textual.events import AppBlur, AppFocus

from tests.tui.game_kit import Play, app_of, playing
from tests.tui.test_windows import begun, here, joined, turn_of
from towergames.core.contract import Over
from towergames.run_request import RunRequest
from towergames.session import attention
from towergames.table.shared import SharedTable
from towergames.tui import dialogs
from towergames.tui.ringer import RESTORING
from towergames.tui.screens.replay import ReplayScreen

pytestmark = pytest.mark.usefixtures("null_game")


@pytest.fixture(autouse=True)
def sent(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What goes to the terminal besides pictures, with bell and title on."""
    found: list[str] = []
    monkeypatch.setattr(HeadlessDriver, "write", lambda _, text: found.append(text))
    monkeypatch.setattr(dialogs, "IGNORE_INPUT_SECONDS", 0.0)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("TOWERGAMES_CALL", "both")
    yield found


def bells(sent: list[str]) -> int:
    return sent.count("\a")


def titles(sent: list[str]) -> list[str]:
    return [code.split("]2;")[1].rstrip("\a") for code in sent if "]2;" in code and code != RESTORING]


@asynccontextmanager
async def unseen(folder: Path, *seats: int) -> AsyncIterator[tuple[SharedTable, Play]]:
    """An open table with the test at Ann's seat, and Bob's screen, at which nobody looks."""
    other = begun(folder, "Ann,Bob")
    async with joined(folder, *(seats or (1,))) as play:
        await turn_of(play, other, 0)
        play.app.post_message(AppBlur())
        await play.until(lambda: play.app.attention.focused is False)
        yield other, play


async def test_a_turn_rings_once_and_the_title_is_restored_when_the_window_is_looked_at(
    tmp_path: Path, sent: list[str]
) -> None:
    async with unseen(tmp_path) as (other, play):
        assert bells(sent) == 0
        await turn_of(play, other, 1)
        await play.until(lambda: bells(sent) == 1)
        await play.pilot.pause(0.5)
        assert bells(sent) == 1 and titles(sent) == ["Your turn - Null"] and RESTORING not in sent
        play.app.post_message(AppFocus())
        await play.until(lambda: sent[-1] == RESTORING)
        play.app.post_message(AppBlur())
        await play.pilot.pause(0.5)
        assert bells(sent) == 1 and len(titles(sent)) == 1, "the turn was seen"


async def test_nobody_is_called_who_looks(tmp_path: Path, sent: list[str]) -> None:
    async with unseen(tmp_path) as (other, play):
        play.app.post_message(AppFocus())
        await play.until(lambda: bool(play.app.attention.focused))
        for seat in (1, 0, 1):
            await turn_of(play, other, seat)
        other.say(0, "hello")
        await play.until(lambda: "hello" in play.notices)
        assert bells(sent) == 0 and titles(sent) == []


async def test_a_message_and_an_undo_question_ring_once_each(tmp_path: Path, sent: list[str]) -> None:
    async with unseen(tmp_path) as (other, play):
        other.say(0, "one")
        await play.until(lambda: bells(sent) == 1)
        assert titles(sent) == ["Message from Ann - Null"]
        move = other.legal()[0]
        other.submit(0, move)
        await play.until(lambda: bells(sent) == 2)
        other.follow()
        if other.undo_offer(0).to is not None and other.undo_offer(0).needs:
            other.ask_undo(0)
            await play.until(lambda: bells(sent) == 3)
            assert titles(sent)[-1] == "Ann asks for an undo - Null"
            await play.until(lambda: isinstance(play.app.screen, dialogs.ConsentScreen))
            await play.press("y")
            await play.until(lambda: sent[-1] == RESTORING)
        else:
            pytest.fail("the null game asks for no agreement here")


async def test_the_title_goes_when_the_turn_is_over_and_when_the_program_ends(tmp_path: Path, sent: list[str]) -> None:
    async with unseen(tmp_path) as (other, play):
        await turn_of(play, other, 1)
        await play.until(lambda: titles(sent) == ["Your turn - Null"])
        assert here(play).here == (1,)
        play.game.flow.act(play.table.legal()[0])
        await play.until(lambda: sent[-1] == RESTORING)
        await turn_of(play, other, 0)
        await turn_of(play, other, 1)
        await play.until(lambda: len(titles(sent)) == 2)
    assert sent[-1] == RESTORING


async def test_a_bot_rings_never_and_the_turn_after_it_once(tmp_path: Path, sent: list[str]) -> None:
    async with playing(tmp_path, "Ann,Bob:random") as play:
        play.app.post_message(AppBlur())
        await play.until(lambda: play.app.attention.focused is False)
        await play.until(lambda: play.game.session.decider == 0)
        rung = bells(sent)
        for _ in range(3):
            before = play.table.moves
            play.game.flow.act(play.table.legal()[0])
            assert bells(sent) == rung, "the bot's turn"
            await play.until(lambda before=before: play.table.moves > before and play.game.session.decider in (0, None))
            if isinstance(play.table.turn, Over):
                break
            rung += any(one.by == 1 for one in play.table.history.plays[before:])
            await play.until(lambda: bells(sent) == rung)  # noqa: B023
        assert rung > 0


async def test_own_moves_call_nobody_and_the_end_calls_once(tmp_path: Path, sent: list[str]) -> None:
    async with playing(tmp_path, "Ann") as play:
        play.app.post_message(AppBlur())
        await play.until(lambda: play.app.attention.focused is False)
        while not isinstance(play.table.turn, Over):
            assert (bells(sent), titles(sent)) == (0, [])
            before = play.table.moves
            play.game.flow.act(play.table.legal()[0])
            await play.until(lambda before=before: play.table.moves > before)
        await play.until(lambda: bells(sent) == 1)
        assert titles(sent) == ["The game is over - Null"]
        await play.pilot.pause(0.3)
        play.app.post_message(AppFocus())
        await play.until(lambda: sent[-1] == RESTORING)
        assert bells(sent) == 1


async def test_a_window_without_focus_reports_calls_only_who_has_pressed_no_key(
    tmp_path: Path, sent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = begun(tmp_path, "Ann,Bob")
    async with joined(tmp_path, 1) as play:
        assert play.app.attention.focused is None
        await turn_of(play, other, 0)
        await turn_of(play, other, 1)
        assert bells(sent) == 0, "a key was pressed just now"
        await turn_of(play, other, 0)
        monkeypatch.setattr(attention, "ABSENT_SECONDS", 0.0)
        await turn_of(play, other, 1)
        await play.until(lambda: bells(sent) == 1 and titles(sent) == ["Your turn - Null"])
        monkeypatch.setattr(attention, "ABSENT_SECONDS", 10.0)
        await play.press("right")
        await play.until(lambda: sent[-1] == RESTORING)
        assert play.app.attention.focused is None, "it is still not known"


async def test_a_replay_calls_nobody(tmp_path: Path, sent: list[str]) -> None:
    async with unseen(tmp_path) as (other, play):
        for seat in (1, 0, 1, 0):
            await turn_of(play, other, seat)
        other.say(0, "hello")
        await play.until(lambda: bells(sent) > 1)
    sent.clear()
    request = RunRequest("replay", tmp_path / "saves", path=tmp_path / "saves" / "game.jsonl", messages=True)
    app = app_of(replace(request, config=tmp_path / "config", flags={"motion": "none", "pace": "instant"}))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)
        for key in ("right", "right", "right", "end", "home", "space"):
            await pilot.press(key)
            app.attention.focus(False)
        await pilot.pause(1.0)
        assert bells(sent) == 0 and titles(sent) == []


async def test_a_page_is_told_the_title_and_when_to_ring_whatever_the_setting(
    tmp_path: Path, sent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, bool]] = []
    monkeypatch.setattr(HeadlessDriver, "tell_call", lambda _, title, ring: told.append((title, ring)), raising=False)
    monkeypatch.setenv("TOWERGAMES_CALL", "off")
    other = begun(tmp_path, "Ann,Bob")
    async with joined(tmp_path, 1, served=True) as play:
        await turn_of(play, other, 0)
        play.app.post_message(AppBlur())
        await play.until(lambda: play.app.attention.focused is False)
        told.clear()
        await turn_of(play, other, 1)
        await play.until(lambda: len(told) == 2)
        assert told == [("Your turn - Null", True), ("Your turn - Null", False)]
        play.app.post_message(AppFocus())
        await play.until(lambda: len(told) == 3)
        assert told[-1] == ("", False) and bells(sent) == 0 and titles(sent) == []


@pytest.mark.parametrize(("way", "rung", "shown"), [("off", 0, 0), ("bell", 1, 0), ("title", 0, 1), ("both", 1, 1)])
async def test_the_setting_says_how(
    tmp_path: Path, sent: list[str], monkeypatch: pytest.MonkeyPatch, way: str, rung: int, shown: int
) -> None:
    monkeypatch.setenv("TOWERGAMES_CALL", way)
    async with unseen(tmp_path) as (other, play):
        await turn_of(play, other, 1)
        await play.pilot.pause(0.4)
        assert (bells(sent), len(titles(sent))) == (rung, shown)
