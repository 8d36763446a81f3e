"""Every game through the table and back from the disk: what is loaded is what was played, at every record."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from tests.combinations import sample
from tests.conformance.playing import Case, each_case, spread
from tests.conformance.seating import begin, header_for, play_on
from towergames.core.contract import Over
from towergames.session.replay import Replay
from towergames.table.history import History
from towergames.table.journal import parse_journal
from towergames.table.match import Table
from towergames.table.records import digest
from towergames.table.save_file import begin_history, load_file, replay_contents, verify
from towergames.table.store import Store

CASES = each_case(2)


@dataclass(frozen=True)
class Played:
    """A whole game, as it was written and as it was in memory."""

    data: bytes
    history: History
    compared: dict[int, bool]
    """After how many turns the file was loaded, and whether it held what had been played."""


@lru_cache(maxsize=1)
def _played(case: Case) -> Played:
    """The game of a case; its tests come one after the other."""
    with tempfile.TemporaryDirectory() as folder:
        table, compared = begin(case, Path(folder)), dict[int, bool]()
        path = table.journal.path
        turns, over = 0, False
        while not over:
            over = isinstance(table.turn, Over)
            # A game of n turns takes time n² otherwise; the second test looks at every record of it.
            if over or turns < sample(4, 8) or turns % sample(40, 10) == 0:
                compared[turns] = _same(load_file(path).history, table.history)
            turns += 1
            play_on(table, 1)
        table.close()
        return Played(path.read_bytes(), table.history, compared)


def _same(loaded: History, live: History) -> bool:
    return (
        digest(loaded.state) == digest(live.state)
        and loaded.state == live.state
        and loaded.plays == live.plays
        and loaded.remarks == live.remarks
        and loaded.assists == live.assists
        and (loaded.records, loaded.ended) == (live.records, live.ended)
    )


@CASES
def test_what_is_loaded_after_every_move_is_what_was_played(case: Case) -> None:
    compared = _played(case).compared
    assert len(compared) > 1 and all(compared.values()), compared


@CASES
def test_every_prefix_of_the_records_leads_to_the_recorded_state(case: Case) -> None:
    data, live = _played(case).data, _played(case).history
    contents = parse_journal(data)
    history = begin_history(contents.header)
    for record in (None, *contents.records):
        assert record is None or history.take_all([record]) is None
        assert digest(history.state) == digest(live.state_after(len(history.plays)))
    assert history.records == len(contents.records)
    for end in spread(contents.ends, sample(5, 10)):
        prefix = parse_journal(data[:end])
        assert prefix.records == contents.records[: contents.ends.index(end)]
        loaded = replay_contents(prefix)
        assert loaded.damage is None
        plays = len(loaded.history.plays)
        assert loaded.history.plays == live.plays[:plays]
        assert digest(loaded.history.state) == digest(live.state_after(plays))
    assert replay_contents(contents).finished


@CASES
def test_a_replay_shows_every_moment_and_a_branch_from_it_goes_on(case: Case, tmp_path: Path) -> None:
    played = _played(case).history
    replay = Replay(played)
    for at in range(replay.length + 1):
        assert replay.seek(at) == at
        for perspective in (replay.perspectives[1], replay.perspectives[-1]):
            replay.perspective = perspective
            assert replay.context().turn == replay.turn
            assert not at or replay.events() is not None
        assert replay.pad_now().totals == case.game.totals(played.state_after(at))
    assert all(marker.title for marker in replay.markers)
    store = Store(tmp_path)
    for plays in (replay.length - 1, replay.length // 2, 1)[: sample(2, 3)]:
        branch = store.branch(played, plays, "game")
        assert branch.history.plays[:plays] == [
            p.__class__(p.by, p.notation, p.move, p.before, p.step, n)
            for n, p in enumerate(played.plays[:plays], start=1)
        ]
        play_on(branch, 10_000)
        assert isinstance(branch.turn, Over)
        branch.close()
        assert verify(branch.journal.path).ok


@CASES
def test_undo_and_redo_at_every_decision_give_back_the_same_state(case: Case) -> None:
    table = Table(History(case.game, header_for(case)))
    table.advance()
    everybody = tuple(range(case.seats))
    for _ in range(sample(30, 60)):
        if isinstance(table.turn, Over):
            break
        before = table.history.state
        seat = table.turn.seat
        play_on(table, 1)
        after = table.history.state
        table.undo(seat, everybody)
        assert table.history.state == before
        table.redo()
        assert table.history.state == after
        assert not table.can_redo
    assert table.pad().totals == table.totals
