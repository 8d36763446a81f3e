"""Bots at the table: shown, paced, paused, hurried, recapped, asked for advice, and survived when they fail."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from tests.tui.game_kit import playing
from towergames.core.bot import Clock, Level, Thought
from towergames.session import commands
from towergames.tui.screens.game.screen import GameScreen

pytestmark = pytest.mark.usefixtures("null_game")


class Slow:
    """Thinks until it is stopped or released, then takes one piece."""

    release = threading.Event()

    def __init__(self, game: Any) -> None:
        self.game = game

    def choose(self, view: Any, dice: Any, clock: Clock) -> Thought[Any]:
        while not clock.over(0) and not Slow.release.wait(0.01):
            pass
        return Thought(self.game.parse("take 1", None), "it was slow", 1)


class Broken(Slow):
    """Fails."""

    def choose(self, view: Any, dice: Any, clock: Clock) -> Thought[Any]:
        raise ZeroDivisionError("a hidden card")


@pytest.fixture
def levels(monkeypatch: pytest.MonkeyPatch) -> None:
    Slow.release.clear()
    both = (Level("slow", "slow", Slow, None, 20.0), Level("broken", "broken", Broken))
    monkeypatch.setattr("tests.null.bots.LEVELS", both)


async def test_bots_move_and_what_they_did_is_recapped(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann,Hal:easy,Gus:easy", first=1, heap=40) as play:
        play.game.typed("take 1")
        await play.until(lambda: play.game.session.context().may_act and play.table.moves >= 4)
        await play.pilot.pause()
        assert "Since your last turn" in play.text and play.text.count("Takes 3") >= 2
        assert play.game.why_not("game.why") == ""
        await play.press("escape")
        assert "Since your last turn" not in play.text
        await play.press("w")
        assert "Hal takes 3. Why: the most." in play.text and "Gus takes 3. Why: the most." in play.text
        await play.press("escape")
        await play.press("a", "A")  # opens the recap and replays it
        assert play.game.stage.beat is not None
        await play.press("x")
        assert play.game.stage.beat is None and play.table.moves == 4


async def test_a_thinking_bot_is_shown_paused_and_hurried(tmp_path: Path, levels: None) -> None:
    async with playing(tmp_path, "Hal:slow,Ann", first=1, heap=40) as play:
        await play.until(lambda: "is thinking" in play.text)
        assert "▌ Hal is thinking" in play.text and "Esc  Pause" in play.text
        await play.press("p")
        assert "[Score]" in play.text  # the screen answers meanwhile
        await play.press("escape")
        assert "Hal is paused" in play.text
        Slow.release.set()
        await play.pilot.pause(0.1)
        assert play.table.moves == 1
        await play.press("escape")
        await play.until(lambda: play.table.moves == 2)


async def test_hurry_takes_the_best_so_far(tmp_path: Path, levels: None) -> None:
    async with playing(tmp_path, "Hal:slow,Ann", first=1, heap=40) as play:
        await play.until(lambda: play.game.bots.thinking is not None)
        await play.press("g")
        await play.until(lambda: play.table.moves == 2)


async def test_a_thought_for_another_position_is_dropped(tmp_path: Path, levels: None) -> None:
    async with playing(tmp_path, "Ann,Hal:slow", first=1, heap=40) as play:
        play.game.typed("take 3")
        await play.until(lambda: play.game.bots.thinking is not None)
        await play.press("u", "y")
        Slow.release.set()
        await play.pilot.pause(0.1)
        assert play.table.moves == 1 and play.game.session.context().may_act


async def test_a_failing_bot_is_told_and_replaced_by_a_legal_move(tmp_path: Path, levels: None) -> None:
    async with playing(tmp_path, "Hal:broken,Ann", first=1, heap=40) as play:
        await play.until(lambda: play.table.moves >= 2)
        await play.pilot.pause()
        assert (
            "Hal could not decide and played a random move. The bot failed with ZeroDivisionError." in play.said
            and "hidden card" not in play.text
        )
        await play.press("w")
        assert "A random move, because the bot failed." in play.read and "hidden card" not in play.text


async def test_a_hint_is_counted_only_when_one_was_found(
    tmp_path: Path, levels: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(tmp_path, "Ann", first=1, heap=40) as play:
        await play.press("i")  # the strongest level here is the broken one
        await play.until(
            lambda: "No hint found, so none is counted. The bot failed with ZeroDivisionError." in play.said
        )
        assert play.table.history.assists == {}
        only = (Level("slow", "slow", Slow, 1, 5.0),)
        monkeypatch.setattr("tests.null.bots.LEVELS", only)
        Slow.release.set()
        await play.press("i")
        await play.until(lambda: "Hint: take 1. It was slow." in play.said)
        assert play.table.history.assists == {"hint": 1}


async def test_step_pace_waits_for_a_key_and_bots_alone_play_to_the_end(tmp_path: Path) -> None:
    async with playing(tmp_path, "Hal:easy,Gus:random", first=1, heap=12, flags={"pace": "step"}) as play:
        await play.until(lambda: play.game.session.activity.stepping)
        moves = play.table.moves
        assert "Skip" in play.text and "Secrets are hidden" in play.text
        await play.press("space")
        await play.until(lambda: play.game.session.activity.stepping)
        assert play.table.moves > moves
        play.game.typed("pace instant")
        await play.press("space")
        await play.until(lambda: play.table.history.ended)
        await play.until(lambda: not isinstance(play.app.screen, GameScreen))
        assert "Game over" in play.text


async def test_no_timer_runs_while_nothing_happens(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann,Hal:easy", first=1, heap=40) as play:
        play.game.typed("take 1")
        await play.until(lambda: play.game.session.context().may_act and play.table.moves >= 3)
        await play.pilot.pause(0.1)
        # Textual's own update timer is paused while nothing changes.
        running = [timer for timer in play.game._timers if timer._active.is_set()]
        assert play.game.bots._ticker is None and play.game.stage._timer is None and not running


async def test_why_works_while_looking_back(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann,Hal:easy,Gus:easy", first=1, heap=40) as play:
        play.game.typed("take 1")
        await play.until(lambda: play.game.session.context().may_act)
        await play.press("w")
        assert "Hal takes 3. Why: the most." in play.text and "Gus takes 3. Why: the most." in play.text
        await play.press("escape", "left_square_bracket", "w")
        assert "Hal takes 3. Why: the most." in play.text and "Gus takes 3. Why" not in play.text
        await play.press("escape", "left_square_bracket")
        assert play.game.why_not("game.why") == commands.NO_REASON


async def test_asking_why_is_not_the_key_that_lets_the_next_bot_move(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann,Hal:easy,Gus:easy", first=1, heap=40, flags={"pace": "step"}) as play:
        assert play.game.why_not("game.why") == commands.NO_REASON
        play.game.typed("take 1")
        await play.until(lambda: play.game.session.activity.stepping)
        moves = play.table.moves
        await play.press("w")
        assert "Hal takes 3. Why: the most." in play.text
        await play.press("down", "end", "escape")
        assert play.game.session.activity.stepping and play.table.moves == moves
        await play.press("colon", *"why", "enter")
        assert "Hal takes 3. Why: the most." in play.text
        await play.press("enter")
        assert play.game.session.activity.stepping and play.table.moves == moves
        await play.press("space")
        await play.until(lambda: play.game.session.context().may_act)
        play.game.typed("take 2")
        await play.until(lambda: play.game.session.activity.stepping)
        await play.press("w")
        assert play.text.count("Why: the most.") == 1, "only since Ann's last turn"
