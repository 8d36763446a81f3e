"""The level that fits better stands on the end card after two wins, with a key of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.frames import settled
from tests.tui.game_kit import opened
from towergames import registry
from towergames.core.contract import Decide
from towergames.table.level_record import LevelGame, LevelRecord
from towergames.table.records import SeatSetup
from towergames.table.setup import new_header
from towergames.table.store import Store
from towergames.tui.screens.game.end_card import EndCard


def finished(folder: Path, *bots: str) -> str:
    """A game of Ann against bots that was played to its end."""
    entry = registry.get("takethat")
    seats = [SeatSetup("Ann"), *(SeatSetup(f"Bot {at}", bot) for at, bot in enumerate(bots))]
    header = new_header(entry.game, seats, {}, 7, levels=[level.name for level in entry.levels])
    table = Store(folder).begin(header, "over")
    while isinstance(table.turn, Decide):
        table.submit(table.turn.seat, table.legal()[0])
    table.close()
    return table.name


def record_of(monkeypatch: pytest.MonkeyPatch, *scores: float) -> None:
    """Let Ann have had these results against Easy."""
    known = {"ann": LevelRecord(tuple(LevelGame("easy", score, False) for score in scores))}
    monkeypatch.setattr("towergames.tui.screens.game.end_card.level_records", lambda *_: known)


async def test_two_wins_offer_the_stronger_level_and_one_key_plays_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record_of(monkeypatch, 1.0, 1.0)
    async with opened(tmp_path, finished(tmp_path / "saves", "easy")) as play:
        await play.until(lambda: isinstance(play.app.screen, EndCard))
        await play.until(lambda: "Play Mira (Casual)" in play.text)
        assert "Enter Play again" in play.text
        await play.press("u")
        await play.until(lambda: play.app.table is not None and play.app.table.name != "over")
        assert play.app.table is not None
        header = play.app.table.header
        assert header.seats == (SeatSetup("Ann"), SeatSetup("Mira", "casual")) and header.series is None


@pytest.mark.parametrize(("scores", "bots"), [((1.0,), ("easy",)), ((1.0, 1.0), ("easy", "easy"))])
async def test_no_other_level_is_offered_after_one_win_or_against_two_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scores: tuple[float, ...], bots: tuple[str, ...]
) -> None:
    record_of(monkeypatch, *scores)
    async with opened(tmp_path, finished(tmp_path / "saves", *bots)) as play:
        await play.until(lambda: isinstance(play.app.screen, EndCard))
        await settled(play.app, play.pilot)
        assert "Play again" in play.text and "Play Mira" not in play.text
