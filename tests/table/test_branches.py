"""Playing on from a replay: it counts nowhere, keeps the help that was used, and shows nothing hidden."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from tests.conformance.seating import play_on
from tests.null.entry import NULL
from tests.table.helpers import do, lines_of, null_header, reseal, saved_game
from tests.table.record_kit import counted_in
from towergames.cli.main import main
from towergames.core.contract import Over
from towergames.plain import sentences
from towergames.session.replay import Replay
from towergames.session.text import result
from towergames.table.errors import SaveError
from towergames.table.facts import facts
from towergames.table.history import History
from towergames.table.match import Table
from towergames.table.records import MAX_SEED, Branch, SeriesLink
from towergames.table.save_file import load_file
from towergames.table.setup import champions, rematch, series_line
from towergames.table.store import Store
from towergames.tui.screens.game.end_view import ending_of
from towergames.tui.screens.saves_view import SaveList, draw_saves, preview_of


def _finish(table: Table, seed: int = 1) -> History:
    play_on(table, 10_000, seed)
    assert isinstance(table.turn, Over)
    assert table.close()
    return table.history


def _finished(store: Store, *bots: str, name: str = "game") -> History:
    return _finish(store.begin(null_header(*(bots or ("", ""))), name))


@pytest.mark.parametrize("bots", [("",), ("", "easy"), ("", "")])
def test_a_branch_of_a_finished_game_counts_nowhere(store: Store, bots: tuple[str, ...]) -> None:
    history = _finished(store, *bots)
    before = counted_in(store.folder)
    with pytest.raises(SaveError, match=r"the game is over here. Go back to an earlier move to play on"):
        store.branch(history, len(history.plays), "game")
    assert store.names() == ["game"]
    for plays in (0, 1, len(history.plays) - 1):
        branch = _finish(store.branch(history, plays, "game"), plays)
        assert facts(branch) is None
    assert counted_in(store.folder) == before
    assert [game.save for game in before] == ["game"]


def test_a_game_that_still_runs_and_hides_something_is_played_on_only_in_its_lesson(store: Store) -> None:
    table = store.begin(null_header("", ""), "game")
    with pytest.raises(SaveError, match=r"Null has hidden hands. You can play on from a replay when the game is over"):
        store.branch(table.history, 1, "game")
    assert store.names() == ["game"]
    assert store.branch(table.history, 1, "game", lesson=True).moves == 1


def test_every_client_tells_that_a_branch_counts_nowhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = Store(tmp_path)
    table = store.branch(_finished(store), 2, "game")
    told = "Played on from game after move 1. It does not count in records."
    history = _finish(table)
    assert told in result(history)
    assert told in ending_of(history).remarks
    assert not Replay(history).context().counts, "its replay shows no medals"
    info = store.peek("game-from-2")
    assert info.branch == Branch("game", 2)
    assert "played on from game" in sentences.save_line(info)
    assert told in preview_of(info, load_file(info.path)).facts
    saves = SaveList()
    saves.add(store.peek_all())
    shown = draw_saves(saves, 0, 0, 120, 40)[0].canvas.text()
    assert "game-from-2 *Null " in shown
    assert shown.count("*Null") == 1
    assert "* played on from a replay" in shown.splitlines()[0]
    assert main(["--saves", str(tmp_path), "saves", "--json"]) == 0
    listed = {save["name"]: save["branch"] for save in json.loads(capsys.readouterr().out)}
    assert listed == {"game": None, "game-from-2": {"save": "game", "moves": 2, "help": {}}}
    assert main(["--saves", str(tmp_path), "records", "--json"]) == 0
    assert {line["played"] for line in json.loads(capsys.readouterr().out)["results"]} == {1}


def test_a_branch_and_its_rematch_stand_in_no_series(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(NULL.game), "info", replace(NULL.game.info, goal_option="heap"))
    header = replace(null_header("", ""), series=SeriesLink("series", 3, (100, 0), (2, 0)))
    history = _finish(store.begin(header, "game"))
    assert champions(history) == (0,)
    branch = _finish(store.branch(history, 2, "game"))
    assert champions(branch) == ()
    assert series_line(branch) == ""
    assert rematch(branch, 9, "game-from-2").series is None
    assert rematch(branch, 9).branch is None


def test_a_branch_inherits_the_help_that_was_used_before_it(store: Store) -> None:
    table = store.begin(null_header("", "", first=1), "game")
    do(table, "take 1")
    table.note(1, "hint")
    do(table, "take 1", "take 1")
    table.undo(0, (1,))
    table.note(0, "hint")
    history = _finish(table)
    assert history.assists == {"hint": 2, "undo": 1}
    inherited = {plays: store.branch(history, plays, "game") for plays in (1, 2, 4)}
    assert [table.history.assists for table in inherited.values()] == [{}, {"hint": 1}, {"hint": 2, "undo": 1}]
    last = inherited[4]
    last.note(last.turn.seat, "hint")
    play_on(last, 10_000)
    for table in inherited.values():
        table.close()
    read = load_file(store.path("game-from-4")).history
    assert read.assists == last.history.assists == {"hint": 3, "undo": 1}
    assert store.branch(read, 4, "x").history.assists == {"hint": 3, "undo": 1}
    assert read.copy().assists == read.assists
    assert "Help used: 3 hints, 1 undo." in result(read)


@pytest.mark.parametrize("help_", [{"Hint": 1}, {"hint": 0}, {"hint": -2}, {"hint": MAX_SEED + 1}, {"hint": "2"}, []])
def test_help_of_a_branch_that_cannot_be_is_refused(tmp_path: Path, help_: object) -> None:
    lines = lines_of(saved_game(tmp_path))
    lines[0]["branch"] = {"save": "x", "moves": 2, "help": help_}
    path = tmp_path / "crafted.jsonl"
    path.write_bytes(reseal(lines))
    with pytest.raises(SaveError, match="not a towergames save"):
        load_file(path)


def test_a_branch_from_before_help_was_kept_is_read(tmp_path: Path) -> None:
    lines = lines_of(saved_game(tmp_path))
    lines[0]["branch"] = {"save": "x", "moves": 2}
    path = tmp_path / "old.jsonl"
    path.write_bytes(reseal(lines))
    loaded = load_file(path)
    assert loaded.damage is None
    assert loaded.history.assists == {}


def test_a_game_copied_and_ended_twice_counts_as_it_ended_first(store: Store) -> None:
    table = store.begin(null_header(""), "game")
    play_on(table, 1)
    store.duplicate("game", "again")
    first = _finish(table, 1)
    second = _finish(store.open("again"), 2)
    os.utime(store.path("game"), (1000, 1000))
    os.utime(store.path("again"), (2000, 2000))
    assert first.plays != second.plays
    assert [game.save for game in counted_in(store.folder)] == ["game"]
    os.utime(store.path("again"), (500, 500))
    assert [game.save for game in counted_in(store.folder)] == ["again"]


def test_a_branch_of_a_game_that_runs_does_not_foretell_dice(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(NULL.game), "info", replace(NULL.game.info, hidden=False))
    running = store.begin(null_header("", ""), "game")
    branch = store.branch(running.history, 1, "game")
    assert branch.header.seed != running.header.seed
    history = _finish(running)
    assert store.branch(history, 1, "game").header.seed == history.header.seed
    branch.close()
