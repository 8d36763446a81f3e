"""A hint in Stacked Words: quick, readable, counted once, and laid out on the table when asked for again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.words.kit import moves
from tests.tui.game_kit import Play, playing
from towergames import registry
from towergames.core.bot import Level
from towergames.games.words import bots
from towergames.session.thoughts import PATIENCE

QUICK = (bots.LEVELS[2], Level("slow", "must not be asked", bots.LEVELS[2].make, seconds=60.0))


async def hinted(play: Play) -> None:
    await play.press("f4")
    await play.until(lambda: "Hint" in play.text and "looking" not in play.text, 20)


def test_the_level_asked_is_the_strongest_that_answers_at_once() -> None:
    found = [level for level in registry.get("words").levels if (level.seconds or 0) <= PATIENCE]
    assert found[-1].name == "hard"


async def test_a_hint_is_counted_once_and_laid_out_when_asked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "LEVELS", QUICK)
    async with playing(tmp_path, "Ann,Bob", game="words", first=1, open=True) as play:
        await hinted(play)
        best = moves(play.table)[0]
        told = play.said
        points = sum(line.points for line in play.table.judge(best).preview)
        assert "Hint: Play " in told and f"{points} points. Press F4 to see it on the board." in told
        assert play.game.session.context().draft is None
        await play.press("f4")
        verdict = play.game.session.context().verdict
        assert verdict is not None and verdict.legal
        assert sum(line.points for line in verdict.preview) == points
        assert play.table.history.assists == {"hint": 1}
        await play.press("f4")
        assert play.table.history.assists == {"hint": 1}, "looking at it again costs nothing"
        await play.press("enter")
        await play.until(lambda: play.table.totals[0] == points)


async def test_a_hint_for_an_earlier_position_is_not_laid_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "LEVELS", QUICK)
    async with playing(tmp_path, "Ann", game="words") as play:
        await hinted(play)
        play.game.flow.act(moves(play.table)[5])
        await play.pilot.pause()
        await hinted(play)
        assert play.table.history.assists == {"hint": 2}
        assert play.game.session.context().draft is None
