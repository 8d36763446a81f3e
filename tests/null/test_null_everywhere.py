"""A game that shared code has never heard of is played in plain mode, by the command line and on the screen."""

from __future__ import annotations

import io
import json
import tokenize
from pathlib import Path

import pytest

from tests.plain.helpers import header_of, play, script_of
from tests.tui.game_kit import playing
from towergames.registry import Entry
from towergames.table.store import load_file

ROOT = Path(__file__).resolve().parents[2]
SHARED = ("core", "table", "tui", "plain", "cli", "bots", "arena", "request.py", "paths.py", "settings.py")


def _names_a_game(path: Path) -> list[str]:
    """Names and strings in the code (not docstrings or comments) that are a game's key."""
    source = path.read_text(encoding="utf-8")
    if not any(game in source for game in GAMES):
        return []  # to take a module apart takes longer than all else
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return [
        t.line.strip() for t in tokens if t.type in (tokenize.NAME, tokenize.STRING) and t.string.strip("\"'") in GAMES
    ]


GAMES = {"takethat", "null"}


def test_shared_code_names_no_game() -> None:
    found = []
    for part in SHARED:
        place = ROOT / "towergames" / part
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            found += [f"{path.relative_to(ROOT)}: {line}" for line in _names_a_game(path)]
    assert found == []


def test_a_whole_game_is_typed_line_by_line(tmp_path: Path, null_game: Entry) -> None:
    header = header_of("Ann", "Bob", game="null", first=1)
    lines, table = script_of(header)
    code, text = play(tmp_path, header, lines)
    assert code == 0
    loaded = load_file(tmp_path / "test.jsonl")
    assert loaded.finished
    assert loaded.history.state == table.history.state
    assert "takes" in text


async def test_a_whole_game_is_played_with_keys(tmp_path: Path, null_game: Entry) -> None:
    async with playing(tmp_path, "Ann", first=1) as running:
        for _ in range(60):
            if running.table.history.ended:
                break
            await running.press("enter")
            await running.pilot.pause()
        assert running.table.history.ended


def test_the_command_line_knows_it(null_game: Entry, capsys: pytest.CaptureFixture[str]) -> None:
    from towergames.cli.main import main

    with pytest.raises(SystemExit) as left:
        seats = ["--seat", "bot:easy", "--seat", "bot:random"]
        raise SystemExit(main(["simulate", "null", "--games", "4", "--workers", "1", *seats, "--json"]))
    assert left.value.code in (0, None)
    assert all(json.loads(line) for line in capsys.readouterr().out.splitlines())
