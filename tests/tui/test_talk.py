"""What the bots say on a screen: in the log, under the hand where no log is shown, and not at all when Talk is off."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.game_kit import Play, playing
from towergames.core.feat import Play as FeatPlay
from towergames.core.highlight import Highlight
from towergames.core.voices import LINES
from towergames.registry import Entry
from towergames.tui.screens.game.end_card import EndCard

TAKES = LINES["easy"][("takes", "did")]
LAST_WORDS = [line for role in ("did", "saw") for line in LINES["easy"][("win", role)]]  # type: ignore[index]
SEATS, FIRST = "Ann,Bob:easy", {"first": 1, "heap": 40}


@pytest.fixture(autouse=True)
def every_play_of_bob_takes_something(monkeypatch: pytest.MonkeyPatch) -> None:
    def highlights(play: FeatPlay) -> list[Highlight]:
        return [Highlight("steal", 0, 1, (1, 0), theme="takes")] if play.by == 1 else []

    monkeypatch.setattr("towergames.registry.Entry.highlights", property(lambda _: highlights))


def has_line(text: str) -> bool:
    flat = " ".join(text.split())
    return any(f'Bob: "{line[:20]}' in flat for line in TAKES)


async def one_round(play: Play) -> None:
    moves = play.table.moves
    await play.press("enter")
    await play.until(lambda: play.table.moves >= moves + 2 and play.game.session.decides_here)
    await play.pilot.pause()


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_line_stands_in_the_log(tmp_path: Path, null_game: Entry, size: tuple[int, int]) -> None:
    async with playing(tmp_path, SEATS, size=size, **FIRST) as play:
        await one_round(play)
        assert "log" in play.game.panes.boxes and has_line(play.text)


async def test_without_a_log_a_line_stands_under_the_hand(tmp_path: Path, null_game: Entry) -> None:
    async with playing(tmp_path, SEATS, **FIRST) as play:
        play.game.panes.alone = True
        play.game.repaint()
        await one_round(play)
        assert "log" not in play.game.panes.boxes and has_line(play.said)


async def test_the_end_card_has_the_last_word_of_a_bot_where_there_is_room(tmp_path: Path, null_game: Entry) -> None:
    """The game is over with Ann's only move, and Bob has not spoken yet."""
    for size, shown in (((120, 40), True), ((80, 24), False)):
        async with playing(tmp_path / str(size[0]), SEATS, size=size, first=1, heap=1) as play:
            await play.press("enter")
            await play.until(lambda: isinstance(play.app.screen, EndCard))
            await play.pilot.pause()
            assert any(f'Bob: "{line[:20]}' in play.read for line in LAST_WORDS) is shown


async def test_talk_can_be_off(tmp_path: Path, null_game: Entry) -> None:
    async with playing(tmp_path, SEATS, flags={"talk": False}, **FIRST) as play:
        await one_round(play)
        assert not has_line(play.text)
