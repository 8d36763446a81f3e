"""A game that shared code has never heard of is played in plain mode, by the command line and on the screen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.plain.helpers import header_of, play, script_of
from tests.tui.game_kit import playing
from towergames.registry import Entry
from towergames.table.store import load_file


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
