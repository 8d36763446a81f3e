"""Finished games in a file: nothing is lost, nothing counts twice, and other games are refused."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.bots.test_arena import SERIES, played
from towergames.arena.games import GameRow
from towergames.arena.ladder import Ladder
from towergames.arena.results import Results, ResultsError, seed_in


@pytest.fixture(scope="module")
def rows() -> list[GameRow]:
    return played(SERIES, 3)


@pytest.fixture
def path(tmp_path: Path, rows: list[GameRow]) -> Path:
    """A file with three games."""
    found = tmp_path / "games.jsonl"
    with closing(Results(SERIES, found)) as results:
        results.add(rows[:1])
        results.add(rows[1:])
        assert found.read_bytes().count(b"\n") == 4
    return found


def kept(path: Path) -> dict[int, GameRow]:
    with closing(Results(SERIES, path)) as results:
        return results.rows


def test_rows_come_back_and_none_is_written_twice(path: Path, rows: list[GameRow]) -> None:
    with closing(Results(SERIES, path)) as results:
        assert results.rows == dict(enumerate(rows))
        results.add(rows)
    assert path.read_bytes().count(b"\n") == 4
    path.write_bytes(path.read_bytes() + json.dumps(rows[0] | {"moves": 0}).encode() + b"\n")
    assert kept(path)[0] == rows[0]
    assert sorted(each.name for each in path.parent.iterdir()) == [path.name]


def test_a_torn_last_line_is_dropped_wherever_it_broke(path: Path, rows: list[GameRow]) -> None:
    whole = path.read_bytes()
    ends = [at for at, byte in enumerate(whole) if byte == 10]
    for size in range(0, len(whole), 37):
        path.write_bytes(whole[:size])
        games = max(0, sum(end < size for end in ends) - 1)
        assert kept(path) == dict(enumerate(rows[:games]))
        with closing(Results(SERIES, path)) as results:
            results.add(rows)
        assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("plan", "told"),
    [
        (replace(SERIES, seed=10), "seed 9 there, 10 here"),
        (replace(SERIES, levels=("random", "easy")), "levels easy random there, random easy here"),
        (replace(SERIES, options=dict(SERIES.options) | {"deck": "weighted"}), "deck=weighted"),
        (Ladder.begin("takethat", SERIES.levels, 9), "command simulate there, ladder here"),
    ],
)
def test_games_of_other_arguments_are_refused(path: Path, plan: object, told: str) -> None:
    before = path.read_bytes()
    with pytest.raises(ResultsError, match="Give the same arguments or another file") as refused:
        Results(plan, path)  # type: ignore[arg-type]
    assert told in str(refused.value) and path.read_bytes() == before


@pytest.mark.parametrize("content", [b"notes", b"notes\n", b'{"format": "save"}\n', b"\xff\n", b"[1]\n"])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(ResultsError, match="is not a file of results"):
        Results(SERIES, path)
    assert path.read_bytes() == content


@pytest.mark.parametrize("change", [{"seed": 3}, {"number": 5}, {"points": []}, {"ranking": None}, {"number": "1"}])
def test_a_damaged_line_is_named(path: Path, rows: list[GameRow], change: GameRow) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    lines[2] = json.dumps(rows[1] | change).encode() + b"\n"
    path.write_bytes(b"".join(lines))
    with pytest.raises(ResultsError, match=r"line 3 of .* is damaged"):
        kept(path)


def test_one_run_at_a_time(path: Path) -> None:
    with closing(Results(SERIES, path)), pytest.raises(ResultsError, match="in use by another run"):
        Results(SERIES, path)


def test_the_seed_is_found(path: Path, tmp_path: Path) -> None:
    assert seed_in(path) == 9 and seed_in(tmp_path / "none") is None
    with pytest.raises(ResultsError, match="is not a file of results"):
        (tmp_path / "notes").write_text("notes\n")
        seed_in(tmp_path / "notes")
