"""An open table in plain mode: the other window is a table of the test's own over the same save."""

from __future__ import annotations

import errno
import io
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Thread
from types import SimpleNamespace

import pytest

from tests.faults import Disk
from tests.plain.helpers import converse, header_of
from towergames import registry
from towergames.core.contract import Decide, Over
from towergames.own_command import join_command
from towergames.plain.console import Console
from towergames.plain.run import run_plain
from towergames.run_request import RunRequest
from towergames.session import attention
from towergames.table import clock
from towergames.table.records import OPEN_FORMAT
from towergames.table.seats import keep_for_link
from towergames.table.shared import SharedTable
from towergames.table.storage import OsHandle
from towergames.table.store import Store


class Printed(io.StringIO):
    """What was printed, and whether a terminal shows it."""

    terminal = False

    def isatty(self) -> bool:
        return self.terminal


class Person(io.StringIO):
    """Somebody who types, and what was printed."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: SimpleQueue[str] = SimpleQueue()
        self.out = Printed()

    def readline(self, size: int | None = -1, /) -> str:
        return self.lines.get()

    def type(self, line: str) -> None:
        self.lines.put(f"{line}\n")

    def sees(self, text: str, since: int = 0) -> None:
        self.until(lambda: text in " ".join(self.out.getvalue()[since:].split()))

    def until(self, what: Callable[[], bool]) -> None:
        end = time.monotonic() + 30
        while not what():
            assert time.monotonic() < end, self.out.getvalue()
            time.sleep(0.01)


def begun(saves: Path, *seats: str) -> SharedTable:
    table = Store(saves).begin(replace(header_of(*seats), format=OPEN_FORMAT), "game")
    assert isinstance(table, SharedTable)
    return table


@contextmanager
def sitting(saves: Path, *seats: int) -> Iterator[Person]:
    """A conversation at these seats, which ends when the person leaves."""
    person = Person()
    request = RunRequest("join", saves, save="game", seats=seats)
    talk = Thread(target=run_plain, args=(request, Console(person, person.out, echo=False)), daemon=True)
    talk.start()
    yield person
    person.type("quit")
    talk.join(30)
    assert not talk.is_alive()
    person.lines.put("")  # the end of all input


def move_on(table: SharedTable, person: Person, seat: int) -> None:
    """Let the test and the person move until it is the turn of a seat."""
    while not isinstance(table.turn, Decide) or table.turn.seat != seat:
        turn, moves = table.turn, table.moves
        if isinstance(turn, Decide) and turn.seat in table.here:
            table.submit(turn.seat, table.legal()[0])
        elif isinstance(turn, Decide):
            person.until(lambda: person.out.getvalue().rstrip().endswith("Bob>"))
            person.type(table.game.notate(table.legal()[0]))
            person.until(lambda before=moves: bool(table.follow()) or table.moves != before)  # type: ignore[misc]
        table.follow()


def turn_of(bob: Person, saves: Path) -> SharedTable:
    """Let Bob move until his turn is over, once his window is the only one; the table as a watcher follows it."""
    watching = Store(saves).join("game")
    bob.until(lambda: watching.presence(1) == "here")
    while isinstance(watching.turn, Decide) and watching.turn.seat == 1:
        moves = watching.moves
        bob.type(watching.game.notate(watching.legal()[0]))
        bob.until(lambda before=moves: bool(watching.follow()) or watching.moves > before)  # type: ignore[misc]
    return watching


def test_a_message_and_a_move_are_told_in_their_order(tmp_path: Path) -> None:
    ann = begun(tmp_path, "Ann", "Bob")
    with sitting(tmp_path, 1) as bob:
        move_on(ann, bob, 0)
        bob.sees("Waiting for Ann>")
        before = len(bob.out.getvalue())
        ann.submit(0, ann.legal()[0])  # all in one look of the other window
        ann.say(0, "your turn soon")
        if isinstance(ann.turn, Decide) and ann.turn.seat == 0:
            ann.submit(0, ann.legal()[0])
        expected = [line.text for line in ann.log(None)][-3:]
        assert expected[1] == "Ann says: your turn soon"
        bob.sees(expected[-1], before)
        told = bob.out.getvalue()[before:]
        assert [told.count(text) for text in expected] == [1, 1, 1]
        places = [told.index(text) for text in expected]
        assert places == sorted(places)


def test_both_windows_play_and_each_sees_only_the_own_hand(tmp_path: Path) -> None:
    ann = begun(tmp_path, "Ann", "Bob")
    with sitting(tmp_path, 1) as bob:
        move_on(ann, bob, 1)
        bob.sees("Hand of Bob")
        move_on(ann, bob, 0)
        bob.sees("Waiting for Ann>")
        before = len(bob.out.getvalue())
        ann.submit(0, ann.legal()[0])
        bob.sees(ann.log(None)[-1].text, before)
        assert "Hand of Ann" not in bob.out.getvalue()
        assert "Hand over" not in bob.out.getvalue()


def test_the_whole_command_to_join_is_told_once_on_one_line(tmp_path: Path) -> None:
    begun(tmp_path, "Ann", "Bob", "Cleo").close()
    command = join_command(tmp_path, "game", "Bob")
    _, out = converse(["board"], RunRequest("join", tmp_path, save="game", seats=(0,)))
    assert out.count("joins with") == 1
    assert f"Cleo is not here.\nBob joins with: {command}, Cleo with --seat Cleo\n" in out


def test_messages_and_undo_go_between_the_windows(tmp_path: Path) -> None:
    ann = begun(tmp_path, "Ann", "Bob")
    with sitting(tmp_path, 1) as bob:
        move_on(ann, bob, 0)
        bob.sees("Waiting for Ann>")
        ann.say(0, "hello there")
        bob.sees("Ann says: hello there")
        bob.type("say good evening")
        bob.until(lambda: bool(ann.follow()) or len(ann.history.said) == 2)
        assert ann.history.said[-1].text == "good evening"
        move_on(ann, bob, 1)
        moves = ann.moves
        ann.ask_undo(0)
        bob.sees("Ann wants to undo the last")
        bob.sees("type agree or refuse.")
        bob.type("agree")
        bob.sees("You agreed.")
        bob.until(lambda: bool(ann.follow()) or ann.moves < moves)
        bob.sees("undone")
        move_on(ann, bob, 1)
        move_on(ann, bob, 0)
        bob.type("undo yes")
        bob.sees("Ann must agree to the undo. The other windows ask now.")
        bob.until(lambda: bool(ann.follow()) or ann.history.request is not None)
        ann.answer_undo(0, False)
        bob.sees("Ann does not agree")


def test_the_prompt_comes_again_after_news(tmp_path: Path) -> None:
    ann = begun(tmp_path, "Ann", "Bob")
    with sitting(tmp_path, 1) as bob:
        for seat, prompt in ((1, "Bob>"), (0, "Waiting for Ann>")):
            move_on(ann, bob, seat)
            bob.sees(prompt)
            ann.say(0, f"hello at {seat}")
            bob.until(lambda told=f"hello at {seat}\n{prompt} ": bob.out.getvalue().endswith(told))  # type: ignore[misc]


def test_a_slow_disk_is_told_and_the_move_is_made_when_it_answers(tmp_path: Path, disk: Disk) -> None:
    ann = begun(tmp_path, "Ann", "Bob")
    with sitting(tmp_path, 1) as bob:
        move_on(ann, bob, 1)
        bob.sees("Bob>")
        moves = ann.moves
        with disk.stalled():
            bob.type(ann.game.notate(ann.legal()[0]))
            bob.sees("The disk is slow. The table waits until this is saved.")
            before = len(bob.out.getvalue())
            bob.type("say hello")
        bob.until(lambda: bool(ann.follow()) or ann.moves > moves)
        bob.sees("The file can be used again.", before)
        bob.until(lambda: bool(ann.follow()) or len(ann.history.said) == 1)
        move_on(ann, bob, 1)


def test_a_bot_waits_where_the_disk_refuses_its_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write, full = OsHandle.write, Event()

    def refuse(handle: OsHandle, data: bytes) -> None:
        if b'"by":2' in data and full.is_set():
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write(handle, data)

    monkeypatch.setattr(OsHandle, "write", refuse)
    ann = begun(tmp_path, "Ann", "Bob", "bot:easy")
    with sitting(tmp_path, 1) as bob:
        move_on(ann, bob, 1)
        bob.sees("Bob>")
        full.set()
        ann.close()
        turn_of(bob, tmp_path)
        bob.sees("No space left on device.")
        bob.sees("waits. Enter tries again>")
        full.clear()
        bob.type("")
        bob.sees("Waiting for Ann>")


def test_when_the_keeper_closes_the_other_plays_the_bots_and_says_who_is_gone(tmp_path: Path) -> None:
    ann = begun(tmp_path, "Ann", "Bob", "bot:easy")
    with sitting(tmp_path, 1) as bob:
        move_on(ann, bob, 1)
        ann.close()
        watching = turn_of(bob, tmp_path)
        bob.until(lambda: bool(watching.follow()) or getattr(watching.turn, "seat", None) == 0)
        bob.sees("Ann is not here.")


@pytest.mark.parametrize("window", [True, False], ids=["Ann is there", "Ann has no window"])
@pytest.mark.parametrize("last", [["quit"], []], ids=["quit", "end of input"])
def test_what_a_pipe_brings_while_others_are_on_turn_is_answered_and_its_end_is_the_end(
    tmp_path: Path, window: bool, last: list[str]
) -> None:
    ann = begun(tmp_path, "Ann", "Bob")
    ann.follow()
    while isinstance(ann.turn, Decide) and ann.turn.seat == 1:
        bob = Store(tmp_path).join("game", (1,))
        bob.submit(1, bob.legal()[0])
        bob.close()
        ann.follow()
    if not window:
        ann.close()
    code, out = converse(["board", "build", "say hello", *last], RunRequest("join", tmp_path, save="game", seats=(1,)))
    assert code == 0
    assert "Waiting for Ann> board\nAnn builds 2 more floors.\nTower A: free place." in out
    assert "It is another player's turn. Type help for all commands." in out
    assert Store(tmp_path).join("game").history.said[-1].text == "hello"
    assert ("Saved as game." in out.partition("say hello")[2]) == bool(last)


def test_a_pipe_moves_on_its_own_turn(tmp_path: Path) -> None:
    ann = begun(tmp_path, "Ann", "Bob")
    ann.follow()
    while isinstance(ann.turn, Decide) and ann.turn.seat == 0:
        ann.submit(0, ann.legal()[0])
    move = ann.game.notate(ann.legal()[0])
    code, _ = converse([move], RunRequest("join", tmp_path, save="game", seats=(1,)))
    assert code == 0
    ann.follow()
    assert ann.history.plays[-1].notation == move


def test_the_menu_lists_open_tables_and_their_free_seats(tmp_path: Path) -> None:
    ann = begun(tmp_path, "Ann", "Bob")
    while getattr(ann.turn, "seat", 1) == 0:
        ann.submit(0, ann.legal()[0])
        ann.follow()
    link = keep_for_link(ann.journal.path, 1)  # which keeps nobody out
    assert link is not None
    code, out = converse(["person Ann", "join", "1", "Bob", "quit"], RunRequest("menu", tmp_path))
    link.free()
    assert code == 0
    assert "Ann has been waiting for Bob since" not in out, "Ann is who plays here"
    told = " ".join(out.split())
    assert "You have been waiting for Bob since" in told and "Type join to open it" not in told
    assert "Who are you? Bob, watch:" in out
    assert "Hand of Bob" in out
    ann.close()


def test_the_menu_says_which_table_waits_for_you_longest(tmp_path: Path) -> None:
    ann = begun(tmp_path, "Ann", "Bob")
    while getattr(ann.turn, "seat", 1) == 1:
        bob = Store(tmp_path).join(ann.name, (1,))
        bob.submit(1, bob.legal()[0])
        bob.close()
        ann.follow()
    ann.close()
    _, out = converse(["person Ann", "quit"], RunRequest("menu", tmp_path))
    told = " ".join(out.split())
    assert "Bob has been waiting for you since" in told and "Type join to open it." in told


def to_the_end(ann: SharedTable, bob: Person) -> None:
    """Let both move until the game is over."""
    while not isinstance(ann.turn, Over):
        moves = ann.moves
        if isinstance(ann.turn, Decide) and ann.turn.seat == 0:
            ann.submit(0, ann.legal()[-1])
        elif isinstance(ann.turn, Decide):
            bob.until(lambda: bob.out.getvalue().rstrip().endswith("Bob>"))
            bob.type(ann.game.notate(ann.legal()[-1]))
            bob.until(lambda before=moves: bool(ann.follow()) or ann.moves != before)  # type: ignore[misc]
        ann.follow()
    bob.sees("Game over. rematch")


@pytest.mark.parametrize("first", [True, False])
def test_a_rematch_begins_or_joins_the_next_game_at_the_same_seat(tmp_path: Path, first: bool) -> None:
    ann = begun(tmp_path, "Ann", "Bob")
    with sitting(tmp_path, 1) as bob:
        to_the_end(ann, bob)
        again = None if first else Store(tmp_path).again(ann)
        if again is not None:
            bob.sees("The next game has begun. The word rematch joins it.")
        bob.type("rematch")
        bob.until(lambda: bool(ann.follow()) or bool(ann.history.next))
        again = again or Store(tmp_path).again(ann)
        assert isinstance(again, SharedTable)
        ann.close()
        bob.until(lambda: again.presence(1) == "here")
        move_on(again, bob, 1)
        bob.sees(f"Saved as {again.name}.")
        assert len(list(tmp_path.glob("*.jsonl"))) == 2


@pytest.mark.parametrize("first", [True, False])
def test_another_game_begins_or_the_one_that_was_begun_is_joined(tmp_path: Path, first: bool) -> None:
    ann = begun(tmp_path, "Ann", "Bob")
    with sitting(tmp_path, 1) as bob:
        to_the_end(ann, bob)
        bob.type("another")
        bob.sees("leaning: Leaning Towers, 30 minutes")
        bob.type("another zzz")
        bob.sees('No game "zzz"')
        again = None
        if not first:
            again = Store(tmp_path).again(ann, "words")
            assert isinstance(again, SharedTable)
            bob.sees("The next game has begun: Stacked Words. The word rematch joins it.")
            bob.type("another konexi")
            bob.sees("The next game has begun already.")
        bob.type("another konexi" if first else "rematch")
        bob.until(lambda: bool(ann.follow()) or bool(ann.history.next))
        assert ann.history.next_game == ("konexi" if first else "words")
        bob.sees(f"Saved as {ann.history.next}.")
        ann.close()
        if again is not None:
            again.close()


def test_the_keeper_ends_the_turn_of_a_window_that_does_not_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    option = next(o for o in registry.get("words").game.info.options if o.key == "timer")
    start = replace(header_of("Ann", "Bob", game="words", timer=option.values[-1], first=1), format=OPEN_FORMAT)
    Store(tmp_path).begin(start, "game").close()
    monkeypatch.setattr(clock, "time", SimpleNamespace(monotonic=lambda: 1000 * time.monotonic()))
    with sitting(tmp_path, 1) as bob:
        watching = Store(tmp_path).join("game")
        bob.until(lambda: watching.presence(1) == "here")
        ann = Store(tmp_path).join("game", (0,))
        if watching.turn.seat == 1:  # type: ignore[union-attr]
            bob.type("pass")
        bob.sees("Time is up for Ann.")
        ann.close()


@pytest.mark.parametrize(("way", "bells"), [("both", 1), ("bell", 1), ("title", 0), ("off", 0)])
def test_a_turn_rings_once_where_the_setting_asks_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str, bells: int
) -> None:
    monkeypatch.setenv("TOWERGAMES_CALL", way)
    monkeypatch.setattr(attention, "ABSENT_SECONDS", 0.0)
    table = begun(tmp_path, "Ann", "Bob")
    with sitting(tmp_path, 1) as bob:
        bob.out.terminal = True
        bob.sees("Waiting for Ann>")
        move_on(table, bob, 0)
        assert bob.out.getvalue().count("\a") == 0
        move_on(table, bob, 1)
        bob.sees("Bob>")
        time.sleep(0.1)
        assert bob.out.getvalue().count("\a") == bells
    table.close()


def test_nobody_is_rung_who_has_just_typed_and_no_pipe_gets_a_bell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOWERGAMES_CALL", "bell")
    table = begun(tmp_path, "Ann", "Bob")
    with sitting(tmp_path, 1) as bob:
        bob.sees("Waiting for Ann>")
        bob.out.terminal = True
        move_on(table, bob, 1)
        bob.sees("Bob>")
        monkeypatch.setattr(attention, "ABSENT_SECONDS", 0.0)
        bob.out.terminal = False
        table.say(0, "hello")
        bob.sees("Ann says: hello")
        time.sleep(0.1)
        assert "\a" not in bob.out.getvalue()
    table.close()
