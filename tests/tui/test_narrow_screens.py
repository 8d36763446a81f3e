"""Sixty columns, as on a phone held upright: no card instead of the game, and nothing cut off."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.fixtures import REGISTERED
from tests.tui.game_kit import playing
from towergames.registry import Entry
from towergames.tui.command_screen import TooSmall

pytestmark = pytest.mark.usefixtures("every_game")
PHONE = (60, 50)


@pytest.mark.parametrize("entry", REGISTERED, ids=lambda entry: entry.key)
async def test_a_phone_held_upright_has_room_for_the_game(tmp_path: Path, entry: Entry) -> None:
    if entry.key == "bricks":
        pytest.skip("the wall of Brick Tower needs more columns; the page of a phone shows it in smaller letters")
    async with playing(tmp_path, "Ann,Bob", game=entry.key, size=PHONE) as play:
        assert not play.game.query(TooSmall), play.text


async def test_cards_lie_in_two_rows_and_are_whole(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann,Bob:random", game="takethat", size=PHONE, seed=7) as play:
        await play.until(lambda: play.game.zone("hand").picture.spots)
        spots = play.game.zone("hand").picture.spots
        assert len({spot.y for spot in spots[1:]}) == 2 and all(spot.width >= 12 for spot in spots)
        boxes = [(spot.x, spot.y, spot.x + spot.width, spot.y + spot.height) for spot in spots]
        for i, one in enumerate(boxes):
            for two in boxes[i + 1 :]:
                assert one[2] <= two[0] or two[2] <= one[0] or one[3] <= two[1] or two[3] <= one[1]
        for name in ("LOBBY", "SUITE", "LANDLORD", "Takes over"):
            assert name in play.text


async def test_the_panel_of_stacked_words_stands_below_the_board(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann,Bob:random", game="words", size=PHONE) as play:
        boxes = play.game.panes.boxes
        assert boxes["board"][2] == 60 and boxes["hand"][1] >= boxes["board"][1] + 21
        assert "a    b" in play.text and "10" in play.text
