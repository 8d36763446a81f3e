"""Plain mode with a board that understands typed words: lines move the piece, slow work and falls are waited for."""

from __future__ import annotations

import io
import signal
from pathlib import Path

import pytest

from tests.lively.board import WORK
from tests.lively.game import GATE
from tests.plain.helpers import converse, header_of, play
from towergames.plain.console import Console
from towergames.plain.lessons import LessonConversation
from towergames.registry import Entry
from towergames.run_request import RunRequest
from towergames.signals import Terminated
from towergames.table.save_file import load_file


@pytest.fixture(autouse=True)
def _lively(lively_game: Entry) -> None:
    WORK.set()


def spoken(tmp_path: Path, *lines: str, seats: tuple[str, ...] = ("Ann", "Bob"), heap: int = 8) -> str:
    code, text = play(tmp_path, header_of(*seats, game="lively", first=1, heap=heap), [*lines, "quit"])
    assert code == 0
    return text


def test_words_of_the_board_move_the_piece(tmp_path: Path) -> None:
    text = spoken(tmp_path, "turn 40", ":turn 50", "hand", "picture", "turn about")
    assert "Turned to 40." in text and "It is turned to 40." in text
    assert text.count("It is turned to 50.") == 2, "after the words, and with the hand"
    assert "turned 50" in text
    assert "A move begins with take" in text.split("turned 50")[1], "what the board does not know is not a move either"


def test_work_is_done_at_once_and_its_faults_are_told(tmp_path: Path) -> None:
    text = spoken(tmp_path, "lean", "stumble")
    assert "It is leaning 1." in text
    assert "That failed with ZeroDivisionError: work 2 divides by zero." in text


def test_a_work_may_end_in_a_move(tmp_path: Path) -> None:
    text = spoken(tmp_path, "grab it")
    assert "Ann takes 1" in text


def test_the_way_of_looking_is_the_next_players_too(tmp_path: Path) -> None:
    text = spoken(tmp_path, "east", "take 1", "hand", "east", "take 2", "hand")
    told = [line for line in text.splitlines() if "You look from" in line]
    assert told == [f"It is turned to 0. You look from {yaw}." for yaw in (1, 1, 2, 2)]


def test_before_the_hand_is_led_nothing_is_said_of_it(tmp_path: Path) -> None:
    assert "You look from" not in spoken(tmp_path, "hand", "picture")


def test_what_cannot_be_worked_out_is_not_done(tmp_path: Path) -> None:
    GATE.fault = ImportError("there is no wheel")
    text = spoken(tmp_path, "take 3", "why")
    assert text.count("That failed with ImportError: there is no wheel.") == 2
    assert len(load_file(tmp_path / "test.jsonl").history.plays) == 1


def test_a_search_before_a_move_is_told_and_ctrl_c_ends_it_alone(tmp_path: Path) -> None:
    GATE.share = 0.5
    GATE.fault = Terminated(signal.SIGINT)
    text = " ".join(spoken(tmp_path, "take 3", "why").split())
    assert "The table looks for a move: 50%. Ctrl+C cancels the move." in text
    assert text.count("You stopped the search.") == 2, "told, and the answer to why"
    assert len(load_file(tmp_path / "test.jsonl").history.plays) == 1


def test_ctrl_c_ends_the_program_while_a_fall_is_worked_out(tmp_path: Path) -> None:
    GATE.fault = Terminated(signal.SIGINT)
    code, _ = play(tmp_path, header_of("Ann", "Bob", game="lively", first=1, heap=8), ["take 3", "quit"])
    assert code == 130


def test_a_bot_that_cannot_move_ends_the_conversation_politely(tmp_path: Path) -> None:
    GATE.fault = ImportError("there is no wheel")
    text = spoken(tmp_path, "take 1", seats=("Ann", "Hal=bot:easy"), heap=9)
    told = "Hal cannot move. That failed with ImportError: there is no wheel. Saved as test."
    assert told in " ".join(text.split())


def test_help_tells_the_words(tmp_path: Path) -> None:
    assert "turn DEGREES: turn it so far" in spoken(tmp_path, "help turn")


def test_a_replay_is_looked_at_from_elsewhere(tmp_path: Path) -> None:
    play(tmp_path, header_of("Ann", game="lively", first=1, heap=8), ["take 3", "take 3", "take 2", "quit"])
    request = RunRequest("replay", tmp_path, path=tmp_path / "test.jsonl")
    code, text = converse(["next", "east", "next", "picture", "nonsense", "quit"], request)
    assert code == 0 and "You look from 1." in text and "yaw 1" in text
    assert 'No command "nonsense".' in text


def test_a_lesson_understands_words_of_the_board_too(tmp_path: Path, lively_game: Entry) -> None:
    tutorial = lively_game.tutorial
    assert tutorial is not None
    out = io.StringIO()
    source = io.StringIO("turn 12\nhand\ntake 3\n\ngrab it\n")
    assert LessonConversation(tutorial, Console(source, out)).run()
    assert "Turned to 12." in out.getvalue() and out.getvalue().count("It is turned to 12.") == 2
