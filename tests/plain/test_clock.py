"""The clock in plain mode: the time in the prompt, the move at zero, a pause, and the clock among the house rules."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.plain.helpers import flat, header_of, menu
from towergames.core.time_control import shown_time
from towergames.plain.console import Console
from towergames.plain.run import run_plain
from towergames.run_request import RunRequest
from towergames.session.replay import Replay
from towergames.table import clock
from towergames.table.save_file import load_file
from towergames.table.store import Store


class Typist:
    """Typed lines, each after some seconds on the clock of the table."""

    def __init__(self, *lines: tuple[float, str]) -> None:
        self.now, self.lines = 0.0, list(lines)

    def monotonic(self) -> float:
        return self.now

    def readline(self, _: int = -1) -> str:
        if not self.lines:
            return ""
        seconds, line = self.lines.pop(0)
        self.now += seconds
        return f"{line}\n"

    def isatty(self) -> bool:
        return False


def said(monkeypatch: pytest.MonkeyPatch, request: RunRequest, *lines: tuple[float, str]) -> str:
    typist, out = Typist(*lines), io.StringIO()
    monkeypatch.setattr(clock, "time", SimpleNamespace(monotonic=typist.monotonic))
    assert run_plain(request, Console(typist, out)) == 0  # type: ignore[arg-type]
    return flat(out.getvalue())


def begin(saves: Path, typed: str, *seats: str) -> RunRequest:
    header = replace(header_of(*seats, first=1, open=True), clock=typed)
    return RunRequest("play", saves, header=header, save="test")


def test_the_prompt_has_the_time_and_the_turn_is_ended_at_zero(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = (30, "clock"), (45, "hand"), (50, "build"), (0, "clock")
    text = said(monkeypatch, begin(tmp_path, "2+10", "Ann", "Bob"), *lines)
    assert "Ann, 2:00> " in text and "Ann, 1:30>" in text and "Ann, 45 seconds>" in text
    assert "Clock: 2 min + 10 s. At zero the floors that you must still build" in text.partition("Ann, 2:00> ")[0]
    assert text.count("Time is up for Ann. This move was made:") == 3, "two floors, and the end of the turn"
    assert "Bob, 2:00>" in text and "Time left: Ann 0:10, Bob 2:00." in text


def test_a_replay_tells_the_time_that_was_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said(monkeypatch, begin(tmp_path, "2+10", "Ann", "Bob"), (30, "build lobby a"), (20, "build suite a"), (0, "quit"))
    history = load_file(tmp_path / "test.jsonl").history
    replay = Replay(history)
    assert replay.times() == ()
    replay.seek(replay.length)
    assert replay.times() == tuple(zip((0, 1), (left / 1000 for left in history.clock_note.left), strict=True))  # type: ignore[union-attr]
    text = said(monkeypatch, RunRequest("replay", tmp_path, path=tmp_path / "test.jsonl"), (0, "end"), (0, "quit"))
    told = ", ".join(
        f"{name} {shown_time(left)}" for name, (_, left) in zip(("Ann", "Bob"), replay.times(), strict=True)
    )
    assert f"Time left: {told}." in text and "Ann 2:00" not in told


def test_a_pause_stops_the_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = (30, "clock pause"), (500, "clock"), (0, "clock pause"), (10, "clock"), (0, "quit")
    text = said(monkeypatch, begin(tmp_path, "2+10", "Ann", "Bob"), *lines)
    assert "The clock is paused. Ann, the clock is stopped> " in text
    assert "Time left: Ann 1:30, Bob 2:00. The clock is paused." in text
    assert "The clock goes on. Ann, 1:30>" in text and "Time left: Ann 1:20, Bob 2:00." in text
    again = said(monkeypatch, RunRequest("open", tmp_path, save="test"), (0, "clock"))
    assert "Time left: Ann 1:20, Bob 2:00." in again


def test_bots_take_no_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = said(monkeypatch, begin(tmp_path, "20s", "Ann", "bot:easy"), (15, "clock"), (6, "clock"), (0, "clock"))
    assert "Time left: Ann 0:05." in text and "Time is up for Ann." in text
    assert "Ann, 20 seconds>" in text.partition("Time is up for Ann.")[2]


def test_a_move_at_zero_that_cannot_be_made_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    request = begin(tmp_path, "20s", "Ann", "Bob")
    monkeypatch.setattr("towergames.plain.conversation.Conversation._do", lambda *_: "The engine is missing.")
    text = said(monkeypatch, request, (25, "clock"), (0, ""), (0, "quit"), (0, "never read"))
    assert text.count("Time is up for Ann. The move was not made. The engine is missing. Ann, 0 seconds>") == 2
    assert "Saved as test." in text, "whoever wants to leave can"


def test_without_a_clock_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    request = RunRequest("play", tmp_path, header=header_of("Ann", "Bob", first=1, open=True), save="test")
    text = said(monkeypatch, request, (500, "clock"), (0, "clock pause"))
    assert text.count("This game has no clock.") == 2 and "Ann>" in text


def test_the_clock_is_set_among_the_house_rules(tmp_path: Path) -> None:
    lines = "new", "takethat", "Ann, Bob", "clock", "clock=soon", "clock=15+10 height=5", "back", "", "", "quit"
    text = flat(menu(tmp_path, *lines))
    assert "A clock for everyone is set as one of them: clock=10+5." in text
    assert (
        "10+10: 10 minutes each, and 10 seconds more after each turn" in text
        and "30s: 30 seconds for each turn" in text
    )
    assert "is not a clock. Write minutes + seconds a turn, such as 10+5." in text
    assert "Enter takes height=5, clock=15+10:" in text
    (name,) = Store(tmp_path).names()
    header = load_file(tmp_path / f"{name}.jsonl").history.header
    assert header.clock == "15+10" and header.options["height"] == 5
