"""The ladder from the command line: its end, its outputs, and what it refuses."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from towergames.arena.games import TIMES

CALL = ("ladder", "takethat", "--level", "easy", "--level", "random", "--seed", "3")


def told(out: str) -> list[object]:
    """The lines of JSON without what depends on the machine."""
    *rows, last = map(json.loads, out.splitlines())
    rungs = [{k: v for k, v in rung.items() if not k.endswith(("_ms", "_move"))} for rung in last["rungs"]]
    return [*({k: v for k, v in row.items() if k not in TIMES} for row in rows), last | {"rungs": rungs}]


def test_it_ends_when_the_order_is_certain_and_everywhere_alike(run: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "games.jsonl")
    code, one, _ = run(*CALL, "--workers", "1", "--json")
    last = json.loads(one.splitlines()[-1])
    assert code == 0 and last["certain"] and [rung["level"] for rung in last["rungs"]] == ["easy", "random"]
    assert 20 <= last["games"] < 100 and len(one.splitlines()) == last["games"] + 1
    assert told(run(*CALL, "--workers", "2", "--json", "--results", path)[1]) == told(one)
    assert told(run(*CALL[:-2], "--json", "--results", path)[1]) == told(one), "all of it comes from the file"


def test_a_table_a_chart_and_a_picture(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "ladder.svg"
    call = (*CALL, "--games", "5", "--workers", "1", "--picture", str(picture))
    code, out, err = run(*call)
    assert code == 0 and err == ""
    assert "takethat: 4 games from seed 3, 2 rounds" in out and "95% interval" in out
    assert "easy    " in out and "|" in out and "The order is not certain" in out
    assert max(map(len, out.splitlines())) < 80
    texts = "".join(ET.fromstring(picture.read_text(encoding="utf-8")).itertext())
    assert "easy" in texts and "certain" in texts
    before = picture.read_bytes()
    code, out, err = run(*call)
    assert code == 2 and out == "" and "exists already" in err and picture.read_bytes() == before


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--games", "0"), "from 1 to"),
        (("--games", "1"), "One round of these levels is 2 games"),
        (("--level", "eesy"), 'no bot level "eesy"'),
        (("--level", "easy"), "each named once"),
        (("--workers", "999"), "from 1 to 256"),
        (("--option", "deck=huge"), "even, weighted"),
        (("--words", "wide"), "uses no word list"),
        (("--seed", "x"), "--seed"),
    ],
)
def test_bad_arguments_are_refused(run: Run, more: tuple[str, ...], message: str) -> None:
    code, out, err = run(*CALL, *more)
    assert code == 2 and out == "" and message in err and err.startswith("towergames: ")


def test_results_of_other_arguments_are_refused(run: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "games.jsonl")
    assert run(*CALL, "--games", "2", "--workers", "1", "--results", path)[0] == 0
    code, out, err = run(*CALL[:-1], "4", "--games", "2", "--results", path)
    assert code == 2 and out == "" and "seed 3 there, 4 here" in err
