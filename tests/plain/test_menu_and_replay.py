"""The menu, the replay and the ways out, as conversations."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from tests.plain.helpers import converse, header_of, menu, play, script_of
from towergames import registry
from towergames.core.contract import Decide
from towergames.plain.new_game import default_seats, read_options, read_seats
from towergames.registry import get
from towergames.run_request import RunRequest
from towergames.session.replay import Replay
from towergames.signals import Terminated, Watch
from towergames.table.history import History, count_moves
from towergames.table.match import Table
from towergames.table.records import OPEN_FORMAT
from towergames.table.save_file import load_file
from towergames.table.setup import SetupError
from towergames.table.shared import SharedTable
from towergames.table.store import Store

LEVELS = ["random", "easy"]


@pytest.fixture(autouse=True)
def one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """One game on the shelf, so that no menu asks which."""
    monkeypatch.setattr(registry, "ENTRIES", [get("takethat")])


def test_nothing_is_written_by_looking(tmp_path: Path) -> None:
    text = menu(tmp_path / "none", "continue", "load", "records", "rules", "7", "", "settings", "theme", "", "quit")
    assert not (tmp_path / "none").exists()
    assert "No unfinished game. Type new to start one." in text
    assert "R-7 Two towers" in text
    assert "theme dark, glyphs auto" in text and "theme = dark, from default." in text


def test_enter_all_the_way_begins_a_sensible_game(tmp_path: Path) -> None:
    text = menu(tmp_path, "new", "", "", "")
    assert "Player 1" in text and " bot" in text
    assert len(Store(tmp_path).names()) == 1


def test_a_game_by_words_then_continue_and_load(tmp_path: Path) -> None:
    text = menu(
        tmp_path, "2", "Ann, Bob, Carl=bot:easy", "deck=weighted end=empty-deck", "7", "menu", "continue", "quit"
    )
    assert "Ann; Bob; Carl, Easy bot" in text
    assert "Seed" not in text.partition("Ann (person)")[2], "a seed tells the hidden hands"
    (name,) = Store(tmp_path).names()
    header = load_file(tmp_path / f"{name}.jsonl").history.header
    assert header.options["deck"] == "weighted" and header.seed == 7
    assert f"Saved as {name}." in menu(tmp_path, "load", "1", "quit")


def test_a_wrong_word_is_told_the_right_ones(tmp_path: Path) -> None:
    text = menu(tmp_path, "xyzzy", "99", "r", "quit")
    assert text.count("Type a number from 1 to 12") == 3


def test_settings_are_changed_and_nonsense_is_refused(tmp_path: Path) -> None:
    text = menu(tmp_path, "settings", "theme=light", "theme", "theme=pink", "x=y", "tehme=light", "", "quit")
    assert "theme is now light" in text
    assert "theme = light, from file." in text and "strongest contrast" in text
    assert "theme=" in text and "Settings: " in text
    assert 'No setting "tehme". Did you mean "theme"?' in text


def test_a_setting_that_the_environment_decides_is_not_said_to_be_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOWERGAMES_THEME", "contrast")
    text = menu(tmp_path, "settings", "theme=light", "", "quit")
    assert "theme is now light, when no environment overrides it." in text


def test_the_lesson_is_played_and_wrong_moves_are_answered(tmp_path: Path) -> None:
    tutorial = get("takethat").tutorial
    assert tutorial is not None
    lines = ["learn", "xyzzy", "end", "hand", "board", "moves", "rules R-7", "help"]
    moves = []
    table = Table(History(get("takethat").game, header_of(*tutorial.names, seed=tutorial.seed, **tutorial.options)))
    table.advance()
    for lesson in tutorial.lessons:
        if lesson.accept or lesson.accept_any:
            legal = [table.game.notate(action) for action in table.legal()]
            move = next(text for text in legal if not lesson.accept or text in lesson.accept)
            lines.append(move)
            moves.append(next(text for text in lesson.accept if text in legal))
            for text in (move, *lesson.then):
                assert isinstance(table.turn, Decide)
                table.submit(table.turn.seat, table.parse(text))
        else:
            lines.append("")
    text = menu(tmp_path / "none", *lines, "quit")
    assert "That was the whole lesson." in text
    assert (
        "Build 2 more floors first. Build OFFICE on A.\nTo read the rule, type: rules R-6\nType: build OFFICE A\n"
        in text
    )
    assert "R-7 Two towers" in text and "Not understood" in text
    told = re.findall("^Type: (.*)$", text, re.MULTILINE)
    assert told == [moves[0]] * 2 + moves, "each is legal when it is told, and told again after a wrong line"
    assert "Enter" not in text.partition("Step 1")[2].partition("That was")[0], "it names no keys"
    assert not (tmp_path / "none").exists()
    assert "That was the whole lesson." not in menu(tmp_path, "learn", "quit", "quit")


def finished(saves: Path) -> int:
    header = header_of("Ann", "Bob")
    lines, table = script_of(header)
    play(saves, header, lines)
    return count_moves(table.history)


def test_a_replay_goes_anywhere(tmp_path: Path) -> None:
    moves = finished(tmp_path)
    ways = ["", "next", "back", "turn", "turn back", "go 20", "5", "end", "next", "start", "back"]
    words = [*ways, "marks", "score", "log"]
    looks = ["as Ann", "hand", "as everybody", "board", "picture", "as nobody", "as Zoe", "nonsense", "help", "quit"]
    code, text = converse([*words, *looks], RunRequest("replay", tmp_path, path=tmp_path / "test.jsonl"))
    assert code == 0
    assert f"{moves}/{moves}>" in text and f"20/{moves}>" in text
    assert f"Replay of test: Take That Towers, Ann, Bob, {moves} moves." in text
    assert "This is the end." in text and "This is the start." in text
    assert 'No player "zoe"' in text and 'No command "nonsense"' in text
    assert "Game over." in text


def test_messages_are_shown_in_a_replay_only_when_they_are_asked_for(tmp_path: Path) -> None:
    table = Store(tmp_path).begin(replace(header_of("Ann", "Bob"), format=OPEN_FORMAT), "game")
    assert isinstance(table, SharedTable)
    table.say(0, "good evening")
    table.close()
    request = RunRequest("replay", tmp_path, path=tmp_path / "game.jsonl")
    _, text = converse(["next", "end", "log", "quit"], request)
    assert "good evening" not in text
    _, text = converse(["next", "messages", "log", "messages", "log", "quit"], request)
    assert text.count("Ann says: good evening") == 1
    _, text = converse(["end", "quit"], replace(request, messages=True))
    assert text.count("Ann says: good evening") == 1
    closed = RunRequest("replay", tmp_path, path=tmp_path / "closed.jsonl")
    Store(tmp_path).begin(header_of("Ann", "Bob"), "closed").close()
    _, text = converse(["messages", "quit"], closed)
    assert "There are no messages in this game." in text


def test_playing_on_from_a_replay_leaves_the_original_alone(tmp_path: Path) -> None:
    finished(tmp_path)
    before = (tmp_path / "test.jsonl").read_bytes()
    _, text = converse(["go 10", "play", "quit"], RunRequest("replay", tmp_path, path=tmp_path / "test.jsonl"))
    plays = Replay(load_file(tmp_path / "test.jsonl").history).seek_move(10)
    assert plays > 10, "the deal and the end of a turn are no moves"
    assert f"Saved as test-from-{plays}" in text
    assert (tmp_path / "test.jsonl").read_bytes() == before
    assert len(load_file(tmp_path / f"test-from-{plays}.jsonl").history.plays) == plays


def test_seats_are_read_and_bots_named() -> None:
    seats = read_seats(["Ann", "bot:easy", "bot:easy", "Bob=bot:random"], LEVELS)
    assert [(s.name, s.bot) for s in seats] == [
        ("Ann", ""),
        ("Gus", "easy"),
        ("Karl", "easy"),
        ("Bob", "random"),
    ]
    with pytest.raises(SetupError, match="Levels: random, easy"):
        read_seats(["bot:"], LEVELS)
    with pytest.raises(SetupError, match="=bot:LEVEL"):
        read_seats(["Ann=hard"], LEVELS)


def test_options_are_read_and_doubles_refused() -> None:
    info = get("takethat").game.info
    assert read_options(info, ["height=5", "open=on"]) == {"height": 5, "open": True}
    for bad in (["height"], ["height=5", "height=6"], ["=1"], ["height="]):
        with pytest.raises(SetupError):
            read_options(info, bad)


def test_the_usual_table_fits_the_game() -> None:
    info = get("takethat").game.info
    assert default_seats(info, get("takethat").levels) == ("Player 1", "bot:easy"), "random play is no opponent"
    assert default_seats(info, []) == ("Player 1", "Player 2")


@pytest.mark.skipif(os.name != "posix", reason="POSIX signals")
def test_a_signal_waits_for_the_record_being_written() -> None:
    with Watch() as watch, pytest.raises(Terminated) as stopped:
        with watch.hold():
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(0.01)
            written = True
        raise AssertionError("the signal was lost")
    assert written and stopped.value.code == 143


@pytest.mark.skipif(os.name != "posix", reason="POSIX signals")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_signal_saves_and_ends_with_its_code(tmp_path: Path, name: str) -> None:
    move = script_of(header_of("Ann", "Bob", first=1), 2)[0][1]
    command = [sys.executable, "-m", "towergames", "--saves", str(tmp_path), "play", "takethat"]
    command += ["--seat", "Ann", "--seat", "Bob", "--option", "first=1", "--seed", "7", "--name", "x", "--plain"]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    limit = threading.Timer(60, child.kill)  # readline has no limit of its own
    limit.start()
    try:
        assert child.stdin and child.stdout
        child.stdin.write(f"\n{move}\n")
        child.stdin.flush()
        while "starts tower" not in (line := child.stdout.readline()):
            assert line, "it ended early"
        number = getattr(signal, name)
        child.send_signal(number)
        _, talk = child.communicate(timeout=30)
    finally:
        limit.cancel()
        child.kill()
    assert child.returncode == 128 + number
    assert "Stopped. Saved as x." in talk and "Traceback" not in talk
    loaded = load_file(tmp_path / "x.jsonl")
    assert loaded.damage is None and [p.notation for p in loaded.history.plays][-1] == move
