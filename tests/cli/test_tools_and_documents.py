"""Tools of games on JSON from strangers, and what the shell completes."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.cli.conftest import Run
from towergames.cli import complete, tools
from towergames.cli.tools import MAX_DOCUMENT, DocumentError, parse, read_lines
from towergames.core.options import Option, Scalar
from towergames.core.tool import Tool
from towergames.registry import Entry

TOWER = '{"players": 2, "tower": [{"floor": "SPIRE", "owner": 1}, {"floor": "LOBBY", "owner": 2}]}'

HOSTILE: tuple[tuple[bytes, str], ...] = (
    (b"", "not JSON"),
    (b"{", "not JSON"),
    (b"nonsense", "not JSON"),
    (b"\xff\xfe{}", "not UTF-8"),
    (b"\x00\x01\x02", "not JSON"),
    (b'{"a": NaN}', "NaN is not a JSON number"),
    (b"-Infinity", "-Infinity is not a JSON number"),
    (b"[" * 200_000, "nested too deep"),
    (b'{"a":' * 50_000 + b"1" + b"}" * 50_000, "nested too deep"),
    (b"9" * 100_000, "too many digits"),
    (b'{"a": 1, "a": 2}', "is in one object twice"),
    (b'{"x": {"\\u001b[2J": 1, "\\u001b[2J": 2}}', "is in one object twice"),
    (b" " * (MAX_DOCUMENT + 1), "longer than"),
)


@pytest.mark.parametrize(("data", "told"), HOSTILE, ids=lambda v: repr(v[:12]))
def test_hostile_documents_are_refused_in_words(run: Run, data: bytes, told: str, tmp_path: Path) -> None:
    with pytest.raises(DocumentError) as refused:
        parse(data)
    assert told in str(refused.value) and "\x1b" not in str(refused.value)
    path = tmp_path / "document.json"
    path.write_bytes(data)
    code, out, err = run("score", "takethat", str(path))
    assert (code, out) == (2, "")
    assert told in err and "Traceback" not in err


@pytest.mark.parametrize(
    "document",
    [
        *("[]", "null", '"x"', "1e999", '{"players": 2}'),
        '{"players": 99999999999999999999999999, "tower": []}',
        '{"players": 2.0, "tower": [{"floor": "SPIRE", "owner": 1}]}',
        '{"players": true, "tower": [{"floor": "SPIRE", "owner": 1}]}',
        '{"players": 2, "tower": [{"floor": "\\u001b[2J", "owner": 1}]}',
        '{"players": 2, "tower": [{"floor": "SPIRE", "owner": 3}]}',
        '{"players": 2, "tower": [{"floor": "SPIRE", "owner": 1}], "more": 1}',
    ],
)
def test_documents_that_are_no_towers_are_refused(run: Run, document: str, tmp_path: Path) -> None:
    path = tmp_path / "document.json"
    path.write_text(document, encoding="utf-8")
    code, out, err = run("score", "takethat", str(path), "--json")
    assert (code, out) == (2, "")
    assert err.startswith("towergames: ") and "\x1b" not in err


def test_score_for_people_and_programs(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "tower.json"
    path.write_bytes(b"\xef\xbb\xbf" + TOWER.encode())
    assert "player 1: 3 points" in run("score", "takethat", str(path))[1]
    code, out, _ = run("score", "takethat", str(path), "--json")
    assert code == 0 and json.loads(out)["points"] == {"1": 3, "2": 1}


def test_lines_in_lines_out_and_a_bad_line_is_answered_in_its_place(run: Run) -> None:
    given = f"{TOWER}\n\nnonsense\r\n[]\n{TOWER}".encode()
    code, out, _ = run("score", "takethat", "-", given=given)
    results = [json.loads(line) for line in out.splitlines()]
    assert code == 2 and len(results) == 4
    assert results[0] == results[3] and results[0]["points"] == {"1": 3, "2": 1}
    assert "error" in results[1] and "error" in results[2]
    assert (results[1]["line"], results[2]["line"]) == (3, 4)


SCORED = {
    "bricks": '{"rows": []}',
    "konexi": '{"joints": [["R", "U"], ["U", "L"], ["L", "E"]], "new": "E", "word": "RULE"}',
    "leaning": '{"size": "medium", "touches": ["P3"], "levels": {"P3": 0}, "remaining": 9}',
    "takethat": TOWER,
    "words": '{"board": []}',
}
"""One document a game, on one line; not all of them are good."""


@pytest.mark.parametrize("game", sorted(tools._owners()["score"]))
def test_a_document_on_several_lines_is_one_document(run: Run, game: str) -> None:
    def scored(given: str) -> tuple[int, str]:
        code, out, _ = run("score", game, "-", given=given.encode())
        return code, out.replace('"line": 2', '"line": 1')

    line = SCORED[game]
    tall = json.dumps(json.loads(line), indent=2)
    code, said = scored(line)
    assert len(said.splitlines()) == 1 and scored(f"\n{tall}\n\n") == (code, said)
    assert scored(f"{line}\n{line}\n") == (code, 2 * said), "and still one a line"


@pytest.mark.parametrize("game", sorted(tools._owners()["score"]))
@pytest.mark.parametrize("given", [b"", b"\n \n"])
def test_nothing_on_standard_input_is_bad_input(run: Run, given: bytes, game: str) -> None:
    told = "towergames: standard input is empty. score with - reads one JSON document, or one on each line\n"
    assert run("score", game, "-", given=given) == (2, "", told)


def test_a_broken_document_on_several_lines_is_one_error(run: Run) -> None:
    code, out, _ = run("score", "konexi", "-", given=b'\n{"joints": [],\n"new": "E",\n}\n')
    (result,) = map(json.loads, out.splitlines())
    assert (code, result["line"]) == (2, 2)
    assert re.search("line 2, column 11|line 3, column 1", result["error"]), "where the comma is, or what follows it"


def test_after_a_bad_first_line_the_others_are_worked_on(run: Run) -> None:
    code, out, _ = run("score", "takethat", "-", given=f"nonsense\n{TOWER}\n".encode())
    bad, good = map(json.loads, out.splitlines())
    assert (code, bad["line"], good["points"]) == (2, 1, {"1": 3, "2": 1})


def test_a_document_on_more_lines_than_one_may_have_is_survived() -> None:
    line = b"1," * 511 + b"1\n"
    rows = 2 + MAX_DOCUMENT // len(line)
    found = list(read_lines(io.BytesIO(b"[" + line * rows)))
    assert [number for number, _ in found] == list(range(1, rows + 1))
    assert all(isinstance(document, DocumentError) for _, document in found)


def test_help_names_every_game_that_a_tool_is_for(run: Run) -> None:
    owners = tools._owners()["score"]
    assert len(owners) > 1
    for asked in (["--help"], ["score", "--help"]):
        line = next(line for line in run(*asked)[1].splitlines() if "Score a real table" in line)
        assert all(game in line for game in owners)


def test_a_line_without_end_is_survived() -> None:
    source = io.BytesIO(b"[" + b"1," * MAX_DOCUMENT + b"1]\n{}\n")
    (one, first), (two, second) = read_lines(source)
    assert (one, two) == (1, 2) and isinstance(first, DocumentError) and second == {}


def _analyse(document: Any, flags: Mapping[str, Scalar]) -> dict[str, Any]:
    return {"depth": flags["depth"], "document": document}


ANALYSE = Tool(
    "analyse",
    "Look deeper.",
    _analyse,
    lambda result: f"depth {result['depth']}",
    (Option("depth", "Depth", (2, 4), "How far to look."),),
)


def test_a_tool_of_another_game_is_a_command_with_flags(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, null_game: Entry
) -> None:
    old = Entry.tools.fget
    own = property(lambda self: (*old(self), ANALYSE) if self.key == "null" else old(self))
    monkeypatch.setattr(Entry, "tools", own)
    path = tmp_path / "d.json"
    path.write_text("1", encoding="utf-8")
    assert run("analyse", "null", str(path), "--depth", "4") == (0, "depth 4\n", "")
    assert json.loads(run("analyse", "null", str(path), "--json")[1]) == {"depth": 2, "document": 1}
    assert "Values: 2, 4" in run("analyse", "null", str(path), "--depth", "9")[2]
    assert "takethat has no analyse" in run("analyse", "takethat", str(path))[2]
    assert "  analyse " in run("--help")[1]
    assert set(tools.tool_names()) == {"score", "analyse", "solve"}


def context(saves: Path | None = None, game: str = "takethat") -> Any:
    root = SimpleNamespace(params={"saves": str(saves) if saves else None})
    return SimpleNamespace(params={"game": game}, find_root=lambda: root)


def words(found: complete.Completion) -> list[str]:
    return [word for word, _ in found]


def test_the_shell_completes_games_saves_options_seats_rules_and_themes(tmp_path: Path) -> None:
    (tmp_path / "friday.jsonl").touch()
    assert words(complete.games(None, "t")) == ["takethat"]
    assert words(complete.saves(context(tmp_path), "fr")) == ["friday"]
    assert "example-words" in words(complete.saves(context(tmp_path), "ex"))
    assert words(complete.own_saves(context(tmp_path), "")) == ["friday"]  # an example cannot be played on
    assert "deck=weighted" in words(complete.options(context(), "de"))
    assert words(complete.seats(context(), "bot:r")) == ["bot:random"]
    assert "R-7" in words(complete.rule_ids(context(), "r-"))
    assert words(complete.themes(None, "li")) == ["light"]


def test_completion_never_fails_at_the_prompt() -> None:
    assert complete.options(context(game="nope"), "") == []
    assert complete.saves(None, "") == []
    assert complete.seats(SimpleNamespace(params={}), "") == []
