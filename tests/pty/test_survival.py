"""Signals, kills, closed terminals and resizes: nothing is lost and the terminal is left as it was (R10, R12)."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.combinations import sample
from tests.pty.terminal import Terminal
from towergames.core.contract import Decide
from towergames.table.match import Table
from towergames.table.save_file import load_file, verify
from towergames.table.seats import AWAY, HERE
from towergames.table.store import Store

PLAY = ["play", "takethat", "--seat", "Ann", "--seat", "Bob", "--seed", "7", "--option", "first=1", "--name", "game"]
LEFT_ALTERNATE_SCREEN = b"\x1b[?1049l"
CTRL_Q = "\x11"


def begin(home: Path, **more: object) -> Terminal:
    term = Terminal(PLAY, home, **more)  # type: ignore[arg-type]
    term.wait_for("Ann")
    return term


def open_curtain(term: Terminal) -> None:
    """Two people with hidden hands: the first hand too lies behind the curtain."""
    term.wait_for("1 I am Ann")
    term.send("1")
    term.wait_for("Build the first floor")


def moves_saved(home: Path) -> list[str]:
    loaded = load_file(Store(home / "saves").path("game"))
    assert loaded.damage is None
    return [play.notation for play in loaded.history.plays]


def build(term: Terminal) -> None:
    """Build Ann's first floor."""
    open_curtain(term)
    term.send("enter")
    term.wait_for("Build on another tower")


@pytest.mark.parametrize(("end", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (CTRL_Q, 0)])
def test_whatever_ends_the_program_in_mid_turn_saves_and_restores_the_screen(
    tmp_path: Path, end: signal.Signals | str, code: int
) -> None:
    with begin(tmp_path) as term:
        build(term)
        term.send(end) if isinstance(end, str) else term.signal(end)
        assert term.wait_end() == code
        assert LEFT_ALTERNATE_SCREEN in term.raw
    assert len(moves_saved(tmp_path)) == 2


def test_a_killed_game_goes_on_where_it_was(tmp_path: Path) -> None:
    with begin(tmp_path) as term:
        build(term)
        term.signal(signal.SIGKILL)
        assert term.wait_end() == -signal.SIGKILL
    assert len(moves_saved(tmp_path)) == 2
    with Terminal(["continue"], tmp_path) as term:
        term.wait_for("1 I am Ann")
        term.send("1")
        term.wait_for("Build on another tower")


def settle(term: Terminal, columns: int, rows: int) -> None:
    """Come to rest at a size. The kernel merges signals that arrive together, so a second nudge is fair."""
    term.resize(columns + 1, rows)
    term.pump(1.0)
    term.resize(columns, rows)
    term.wait_for(f"have {columns}x{rows}")


def test_many_resizes_keep_the_game_and_the_picked_card(tmp_path: Path) -> None:
    sizes = random.Random(4)
    with begin(tmp_path) as term:
        open_curtain(term)
        term.send("2")
        term.wait_for("Build LANDLORD on A")
        for _ in range(sample(25, 200)):
            term.resize(sizes.randint(1, 220), sizes.randint(1, 70))
            assert term.pump(0.01), "the program ended"
        settle(term, 40, 10)
        term.resize(100, 30)
        term.wait_for("Build LANDLORD on A")


def test_the_menu_outlives_a_window_of_a_few_columns(tmp_path: Path) -> None:
    with Terminal([], tmp_path) as term:
        term.wait_for("Words that cross")
        for columns in (8, 6, 5, 2, 1):
            term.resize(columns, 50)
            assert term.pump(0.5), "the program ended"
        settle(term, 40, 10)


def test_a_second_window_on_the_same_save_only_looks(tmp_path: Path) -> None:
    with begin(tmp_path) as first:
        open_curtain(first)
        with Terminal(["load", "game"], tmp_path) as second:
            second.wait_for("You can only look at this game")
            second.wait_for("Ann: 4 cards, face down")
            second.send("1", "enter", "enter")
            second.pump(0.5)
        first.send("enter")
        first.wait_for("Build on another tower")
    assert len(moves_saved(tmp_path)) == 2


def test_a_move_typed_in_one_burst_is_that_move_and_no_other(tmp_path: Path) -> None:
    with begin(tmp_path) as term:
        open_curtain(term)
        term.send(":build inferno b\r")
        term.wait_for("Build on another tower")
    assert moves_saved(tmp_path)[1:] == ["build INFERNO B"]


def seats(starter: int) -> tuple[str, ...]:
    """How an open table of Ann, Bob and a bot begins."""
    people = ("--seat", "Ann", "--seat", "Bob", "--seat", "bot:easy")
    return ("play", "takethat", *people, "--open", "--option", f"first={starter}", "--name", "game", "--seed", "7")


def wait_with(ann: Terminal, bob: Table, what: Callable[[], bool], read: float = 0.0) -> None:
    """Let Bob follow, and read Ann's terminal for so long each time, until something is so."""
    end = time.monotonic() + 20
    while not what():
        assert time.monotonic() < end, ann.text
        if read:
            ann.pump(read)
        time.sleep(0.02)
        bob.follow()


@pytest.mark.parametrize("mode", [(), ("--plain",)])
def test_while_the_keeper_is_stopped_another_window_keeps_and_nothing_is_done_twice(
    tmp_path: Path, mode: tuple[str, ...]
) -> None:
    with Terminal((*mode, *seats(1)), tmp_path) as ann:
        ann.wait_for("Ann>" if mode else "Enter Build")
        bob = Store(tmp_path / "saves").join("game", (1,))
        until = partial(wait_with, ann, bob, read=0.05)

        def stop() -> None:
            ann.signal(signal.SIGTSTP)
            until(lambda: "T (stopped)" in Path(f"/proc/{ann.pid}/status").read_text())

        assert not bob.keeps
        stop()
        until(lambda: bob.keeps)
        assert bob.presence(0) == AWAY
        ann.signal(signal.SIGCONT)
        until(lambda: bob.presence(0) == HERE)
        for number in range(8):
            until(lambda: isinstance(bob.turn, Decide))
            turn, moves = bob.turn, bob.moves
            assert isinstance(turn, Decide)
            if turn.seat == 0:
                ann.wait_idle()
                ann.send(f"{'' if mode else ':'}{bob.game.notate(bob.legal()[0])}\r")
                if not mode:
                    ann.send("enter")
                until(lambda moves=moves: bob.moves > moves)  # type: ignore[misc]
            else:
                bob.submit(turn.seat, bob.legal()[0])
            if number == 4:
                stop()
                ann.signal(signal.SIGCONT)
        assert bob.keeps
        assert verify(tmp_path / "saves" / "game.jsonl").ok
        ann.wait_idle()
        ann.send(*("quit", "enter") if mode else (CTRL_Q,))
        assert ann.wait_end() == 0


def test_a_keeper_whose_terminal_reads_nothing_plays_the_bots_and_shows_the_table_once_it_reads(tmp_path: Path) -> None:
    with Terminal(seats(2), tmp_path) as ann:
        ann.wait_for("Waiting for Bob")
        bob = Store(tmp_path / "saves").join("game", (1,))
        until = partial(wait_with, ann, bob)
        # As when the connection of an SSH login is stuck: far more than the system keeps for a terminal.
        for number in range(sample(24, 40)):
            ann.resize(80, 24 + number % 2)
            time.sleep(0.05)
        ann.resize(80, 24)
        for words in ("build", "build", "end"):
            bob.submit(1, next(move for move in bob.legal() if bob.game.notate(move).startswith(words)))
        until(lambda: isinstance(bob.turn, Decide) and bob.turn.seat == 0)
        until(lambda: "Your turn, Ann" in ann.text, read=0.05)
        ann.wait_idle()
        shown = ann.text
        ann.resize(100, 30)
        ann.wait_idle()
        ann.resize(80, 24)
        ann.wait_idle()
        assert ann.text == shown, "nothing of the screen is missing"
