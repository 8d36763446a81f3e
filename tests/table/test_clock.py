"""The clock of a table: whose time runs, what is written down beside each move, and what goes on from it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest

from tests.null.entry import NULL
from tests.steady_clock import Watch
from tests.table.helpers import do, null_header
from tests.table.sharing import opened
from towergames.core.contract import Nature
from towergames.core.options import OptionError
from towergames.core.time_control import PRESETS, TimeControl, read_clock
from towergames.games.bricks.model import clock_of as bricks_clock
from towergames.games.words.model import clock_of as words_clock
from towergames.session import commands
from towergames.table import history as histories
from towergames.table.errors import SetupError, TableError
from towergames.table.history import History, ReplayError
from towergames.table.match import Table
from towergames.table.notes import ClockNote
from towergames.table.records import Header, LineError, Record, SeatSetup, digest, read_header, seal
from towergames.table.save_file import load_file
from towergames.table.setup import new_header, rematch
from towergames.table.shared import SharedTable
from towergames.table.store import Store
from towergames.table.turn_try import TurnTry


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    made = Watch()
    monkeypatch.setattr("towergames.table.clock.time", SimpleNamespace(monotonic=made.monotonic))
    return made


def timed(clock: str, *bots: str) -> Header:
    return replace(null_header(*bots, heap=40, first=1), clock=clock)


def table_with(clock: str, *bots: str) -> Table:
    table = Table(History(NULL.game, timed(clock, *bots)))
    table.advance()
    return table


def think(watch: Watch, table: Table, seconds: float, *moves: str) -> None:
    """Think so long, and make moves after that."""
    table.clock.run()
    watch.now += seconds
    do(table, *moves)
    table.clock.follow()


def left(table: Table) -> list[float]:
    return [round(table.clock.left(seat), 3) for seat in table.humans]


# --- the clock as it is typed ---------------------------------------------------------------------------


@pytest.mark.parametrize("typed", PRESETS)
def test_a_clock_is_kept_in_the_form_in_which_it_is_typed(typed: str) -> None:
    control = read_clock(typed)
    assert control is not None and control.typed == typed
    assert read_clock(f" {typed.upper()} ") == control


@pytest.mark.parametrize("text", ["", "10", "10+", "+5", "x+5", "5-5", "45", "1.5+2", "٣+٣", "s", "10+5+1"])
def test_another_text_is_no_clock_and_the_error_says_what_is(text: str) -> None:
    with pytest.raises(OptionError, match=r"is not a clock\. Write minutes \+ seconds a turn, such as 10\+5"):
        read_clock(text)


@pytest.mark.parametrize("text", ["0+5", "301+0", "5+601", "4s", "3601s", "9999+9999"])
def test_a_clock_out_of_range_is_refused_with_the_range(text: str) -> None:
    with pytest.raises(OptionError, match="out of range"):
        read_clock(text)


def test_a_new_game_has_no_clock_unless_one_is_set() -> None:
    seats = [SeatSetup("Ann"), SeatSetup("Bob")]
    plain = new_header(NULL.game, seats, {}, 7, created="2026-01-01T00:00:00Z")
    assert not plain.clock and b"clock" not in seal(plain)[0], "a save without a clock is as it was before"
    assert History(NULL.game, plain).control is None
    with_clock = new_header(NULL.game, seats, {}, 7, clock=" 10 + 5 ")
    assert with_clock.clock == "10+5" and History(NULL.game, with_clock).control == TimeControl(10, 5)
    with pytest.raises(SetupError, match="is not a clock") as refused:
        new_header(NULL.game, seats, {}, 7, clock="soon")
    assert refused.value.where == "clock"


@pytest.mark.parametrize(("text", "why"), [("soon", "its clock cannot be read"), ("010+05", "not written as clocks")])
def test_a_header_with_another_clock_is_damaged(text: str, why: str) -> None:
    line, _ = seal(timed(text))
    with pytest.raises(LineError, match=why):
        read_header(line.rstrip())


def test_a_header_keeps_its_clock() -> None:
    line, _ = seal(timed("45s"))
    assert read_header(line.rstrip())[0].clock == "45s"


def test_the_timers_of_earlier_programs_are_clocks() -> None:
    assert (words_clock({"timer": 30}), words_clock({"timer": "off"}), words_clock({})) == ("30s", "", "")
    assert (bricks_clock({"timer": 20}), bricks_clock({"timer": "off"}), bricks_clock({})) == ("20+0", "", "")


def test_the_next_game_has_the_same_clock() -> None:
    table = table_with("5+5")
    while table.legal():
        do(table, "take 3" if table.takes(table.parse("take 3")) else "take 1")
    assert rematch(table.history, 8).clock == "5+5"


# --- whose time runs ------------------------------------------------------------------------------------


def test_time_runs_for_who_decides_and_more_comes_after_the_turn(watch: Watch) -> None:
    table = table_with("1+5")
    clock = table.clock
    assert clock.decider == 0 and clock.running is None and left(table) == [60, 60]
    clock.run()
    watch.now += 12
    assert clock.running == 0 and left(table) == [48, 60]
    do(table, "take 1")
    clock.follow()
    assert clock.running is None and clock.decider == 1 and left(table) == [53, 60]
    watch.now += 100
    assert left(table) == [53, 60], "nobody's time runs before a client says so"
    think(watch, table, 70)
    assert clock.is_over and left(table) == [53, 0]
    do(table, "take 1")
    clock.follow()
    assert left(table) == [53, 5], "more comes after a turn without time too"


def test_a_turn_of_several_decisions_is_one_turn(watch: Watch) -> None:
    table = table_with("20s")
    think(watch, table, 5, "swap")
    assert left(table) == [20, 20], "a swap is the turn in the null game"
    own = replace(null_header("", "", heap=40, first=1, polite=False), clock="20s")
    table = Table(History(NULL.game, own))
    table.advance()
    think(watch, table, 5)
    table.clock.stop()
    watch.now += 60
    table.clock.run()
    watch.now += 1
    assert left(table) == [14, 20]


def test_no_time_runs_for_bots_while_paused_or_after_the_end(watch: Watch) -> None:
    table = table_with("1+0", "", "easy")
    think(watch, table, 10, "take 1")
    assert left(table) == [50]
    table.clock.run()
    assert table.clock.decider is None and table.clock.running is None
    do(table, "take 1")
    table.clock.run()
    table.clock.pause(0)
    assert table.clock.paused and table.clock.running is None
    table.clock.run()
    watch.now += 30
    assert left(table) == [50]
    think(watch, table, 3, "take 1")
    assert table.clock.paused, "a move does not end the pause"
    table.clock.pause(0)
    while table.legal():
        do(table, "take 1")
    table.clock.run()
    assert table.clock.running is None and not table.clock.is_over
    table.clock.keep()
    table.clock.tell_over()


def test_without_a_clock_nothing_is_written(watch: Watch) -> None:
    table = table_with("1+0")
    plain = Table(History(NULL.game, null_header("", "", heap=40, first=1)))
    plain.advance()
    for each in (table, plain):
        think(watch, each, 5, "take 1")
        each.clock.keep()
    assert plain.history.clock_notes == [] and plain.clock.running is None and not plain.clock.paused
    assert plain.history.records + 1 == table.history.records


# --- what is written down -------------------------------------------------------------------------------


def test_the_time_left_stands_beside_each_move_and_is_no_help(watch: Watch) -> None:
    table = table_with("1+5", "", "", "easy")
    version = table.version
    think(watch, table, 2, "take 1")
    think(watch, table, 3, "take 1")
    do(table, "take 1")
    table.clock.follow()
    notes = table.history.clock_notes
    assert [(note.plays, note.left[:2]) for note in notes] == [(2, (63_000, 60_000)), (3, (63_000, 62_000))]
    assert table.history.assists == {} and table.log(None) and all("clock" not in line.text for line in table.log(None))
    assert table.version == version + 3, "a note of the clock makes no thought stale"


def test_a_game_that_is_opened_again_goes_on_from_the_time_left(tmp_path: Path, watch: Watch) -> None:
    store = Store(tmp_path)
    table = store.begin(timed("1+5"), "game")
    think(watch, table, 10, "take 1")
    think(watch, table, 7)
    with table.suspended():
        watch.now += 500
    assert left(table) == [55, 53]
    table.close()
    again = store.open("game")
    assert left(again) == [55, 53] and again.clock.running is None
    again.close()
    records = load_file(tmp_path / "game.jsonl").history.records
    store.open("game").close()
    assert load_file(tmp_path / "game.jsonl").history.records == records, "time that has not passed is not written"


def test_the_good_prefix_of_a_damaged_save_has_its_time(tmp_path: Path, watch: Watch) -> None:
    store = Store(tmp_path)
    table = store.begin(timed("1+5"), "game")
    think(watch, table, 10, "take 1")
    think(watch, table, 4, "take 1")
    table.close()
    path = tmp_path / "game.jsonl"
    path.write_bytes(path.read_bytes()[:-20])  # the last note is torn
    again = store.open("game")
    assert left(again) == [55, 60] and again.moves == 3
    again.close()


def test_a_pause_and_the_end_of_time_stand_in_the_log(watch: Watch) -> None:
    table = table_with("1+0")
    table.clock.run()
    assert isinstance(commands.pause_clock(table), commands.Done) and table.clock.running is None
    answer = commands.pause_clock(table)
    assert isinstance(answer, commands.Done) and answer.text == "The clock goes on."
    table.clock.run()
    watch.now += 61
    assert table.clock.is_over
    table.clock.tell_over()
    table.clock.tell_over()
    assert [line.text for line in table.log(None)][-3:] == [
        "Ann pauses the clock",
        "Ann lets the clock go on",
        "Time is up for Ann",
    ]
    table.submit(0, table.move_at_zero())
    assert table.history.plays[-1].notation == "take 1"


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({}, "no time for each seat"),
        ({"left": [1]}, "no time for each seat"),
        ({"left": [1, -1]}, "no time for each seat"),
        ({"left": [1, True]}, "no time for each seat"),
        ({"left": [1, 2], "paused": 1}, "whether the clock stands"),
    ],
)
def test_a_note_that_is_no_time_is_refused(body: dict[str, object], why: str) -> None:
    table = table_with("1+0")
    record = Record(2, 0, "note", {"note": "clock", **body}, digest(table.history.state))
    with pytest.raises(ReplayError, match=why):
        table.history.take(record)


def test_where_nothing_can_be_written_the_next_move_tries_again(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_with("1+5")

    def full(*_: object, **__: object) -> None:
        raise TableError("the saved game has no room")

    monkeypatch.setattr(table, "note_clock", full)
    think(watch, table, 10, "take 1")
    assert left(table) == [55, 60] and table.history.clock_notes == []
    assert isinstance(commands.pause_clock(table), commands.Refused)
    monkeypatch.undo()
    monkeypatch.setattr("towergames.table.clock.time", SimpleNamespace(monotonic=watch.monotonic))
    table.clock.keep()
    assert table.history.clock_note == ClockNote(2, (55_000, 60_000))


# --- undo -----------------------------------------------------------------------------------------------


def test_an_undo_by_consent_gives_back_the_time_of_that_place(watch: Watch) -> None:
    table = table_with("1+5")
    think(watch, table, 10, "take 1")
    think(watch, table, 20, "take 1")
    think(watch, table, 30)
    assert left(table) == [25, 45]
    table.clock.stop()
    table.undo(1, (0,))
    assert table.turn.seat == 1 and left(table) == [55, 60]  # type: ignore[union-attr]
    table.undo(0, (1,))
    assert left(table) == [60, 60] and table.history.clock_notes == []


def test_a_pause_goes_on_behind_an_undo(watch: Watch) -> None:
    table = table_with("1+5")
    think(watch, table, 10, "take 1")
    think(watch, table, 10, "take 1")
    table.clock.pause(0)
    table.undo(1, (0,))
    assert table.clock.paused and left(table) == [55, 60]


def test_a_free_undo_gives_no_time(watch: Watch) -> None:
    table = table_with("1+0")
    history = table.history
    history.clock_notes = [ClockNote(0, (60_000, 60_000)), ClockNote(1, (50_000, 60_000))]
    history._pull_clock_back(0, beyond=False)
    assert history.clock_notes == [ClockNote(0, (60_000, 60_000)), ClockNote(0, (50_000, 60_000))]


def test_a_copy_has_the_time_of_its_plays(watch: Watch) -> None:
    table = table_with("1+5")
    think(watch, table, 10, "take 1")
    think(watch, table, 20, "take 1")
    assert table.history.copy(2).clock_notes == table.history.clock_notes[:1]


# --- several windows ------------------------------------------------------------------------------------


def windows(folder: Path, clock: str) -> tuple[SharedTable, SharedTable]:
    pytest.importorskip("fcntl")
    store = Store(folder)
    first = store.begin(opened(timed(clock)), "game")
    assert isinstance(first, SharedTable)
    second = store.join("game", (1,))
    look(first, second)
    return first, second


def look(*tables: SharedTable) -> None:
    for table in (*tables, *tables):
        table.follow()
        table.clock.run()


def test_the_keeper_counts_for_all_seats_and_every_window_shows_all_clocks(tmp_path: Path, watch: Watch) -> None:
    ann, bob = windows(tmp_path, "1+5")
    watch.now += 10
    assert left(ann) == left(bob) == [50, 60]
    ann.submit(0, ann.parse("take 1"))
    look(ann, bob)
    assert left(ann) == left(bob) == [55, 60]
    watch.now += 20
    bob.submit(1, bob.parse("take 1"))
    look(ann, bob)
    assert left(ann) == left(bob) == [55, 45]
    assert [note.left for note in bob.history.clock_notes] == [(55_000, 60_000), (55_000, 45_000)]
    assert bob.history.records == ann.history.records
    written = [record for record in (tmp_path / "game.jsonl").read_text().splitlines() if '"note":"clock"' in record]
    assert len(written) == 2, "only the keeper writes"


def test_the_next_keeper_and_a_restarted_window_go_on_from_the_time_left(tmp_path: Path, watch: Watch) -> None:
    ann, bob = windows(tmp_path, "1+5")
    watch.now += 10
    ann.close()
    look(bob)
    assert bob.keeps and left(bob) == [50, 60]
    again = Store(tmp_path).join("game", (0,))
    assert left(again) == [50, 60]
    look(again, bob)
    watch.now += 51
    bob.clock.run()
    assert bob.clock.is_over
    bob.clock.tell_over()
    bob.time_over(0, bob.move_at_zero())
    look(bob, again)
    assert again.history.plays[-1].by == 0 and left(again) == [5, 60]
    assert "Time is up for Ann" in [line.text for line in again.log(None)]


def test_the_first_window_and_the_keeper_may_pause_and_all_stand(tmp_path: Path, watch: Watch) -> None:
    ann, bob = windows(tmp_path, "1+0")
    assert commands.why_not_pause(bob) == "Only Ann can pause the clock."
    assert isinstance(commands.pause_clock(ann), commands.Done)
    look(ann, bob)
    watch.now += 10
    assert left(ann) == left(bob) == [60, 60] and bob.clock.paused
    assert isinstance(commands.pause_clock(bob), commands.Refused)
    watcher = Store(tmp_path).join("game")
    assert commands.why_not_pause(watcher) == commands.WATCHING
    assert commands.why_not_pause(table_with("1+0")) == ""
    plain = Table(History(NULL.game, null_header("", "")))
    assert commands.why_not_pause(plain) == commands.NO_CLOCK
    over = table_with("1+0")
    while over.legal():
        do(over, "take 1")
    assert commands.why_not_pause(over) == "The game is over."


def test_what_nature_does_after_the_move_at_zero_of_a_slow_game_is_worked_out_in_a_thread(
    tmp_path: Path, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(NULL.game), "info", replace(NULL.game.info, slow=True))
    ann, bob = windows(tmp_path, "20s")
    watch.now += 25
    look(ann, bob)
    assert ann.clock.is_over and bob.clock.is_over
    ann.time_over(0, ann.parse("swap"))
    assert isinstance(ann.turn, Nature), "nothing was worked out here"
    ann.clock.run()
    watch.now += 25
    assert left(ann) == [0, 20], "no time runs meanwhile"
    work = ann.foresee_nature()
    assert work is not None
    ann.advance(work())
    look(ann, bob)
    assert left(ann) == left(bob) == [20, 20] and bob.clock.running == 1


def test_a_window_that_is_not_the_keeper_writes_nothing(tmp_path: Path, watch: Watch) -> None:
    ann, bob = windows(tmp_path, "1+5")
    watch.now += 3
    bob.clock.keep()
    bob.clock.tell_over()
    assert bob.history.clock_notes == [] and ann.history.clock_notes == []


def test_a_stopped_window_writes_down_its_time(tmp_path: Path, watch: Watch) -> None:
    ann, _ = windows(tmp_path, "1+5")
    watch.now += 3
    with ann.suspended():
        watch.now += 30
    assert [note.left for note in ann.history.clock_notes] == [(57_000, 60_000)]


def test_the_clock_of_an_option_is_the_clock_of_the_table() -> None:
    header = null_header("", "")
    assert histories.control_of(replace(NULL.game.info, clock_of=lambda _: "30s"), header) == TimeControl(turn=30)
    assert histories.control_of(replace(NULL.game.info, clock_of=lambda _: ""), header) is None


def test_a_try_and_a_game_that_is_played_on_have_no_clock(tmp_path: Path, watch: Watch) -> None:
    table = table_with("1+5")
    while table.legal():
        think(watch, table, 1, "take 1")
    store = Store(tmp_path)
    branch = store.branch(table.history, 3, "game")
    assert not branch.header.clock and branch.clock.control is None and branch.history.clock_notes == []
    branch.close()
    tried = TurnTry(table.history, Mock(first=3, seat=0))
    assert tried.clock.control is None and tried.header.clock == "1+5"
