"""What was played leaves memory: no game screen, and nothing that was drawn on one, survives its end (R17)."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

from textual._styles_cache import StylesCache
from textual.widget import Widget

from tests.combinations import sample
from tests.tui.game_kit import playing
from towergames.registry import Entry
from towergames.tui.screens.game.end_card import EndCard
from towergames.tui.screens.game.screen import GameScreen
from towergames.tui.screens.menu import MenuScreen

GAMES = sample(2, 4)
"""Played one after the other: one that is followed by another, and one that is followed by the menu."""


def drawn_by_nobody() -> int:
    """How many widgets' pictures are kept though the widgets have gone."""
    gc.collect()
    found = gc.get_objects()
    owned = {id(widget._styles_cache) for widget in found if issubclass(type(widget), Widget)}
    return sum(type(cache) is StylesCache and id(cache) not in owned for cache in found)


async def test_no_game_screen_survives_its_end(tmp_path: Path, null_game: Entry) -> None:
    before = drawn_by_nobody()  # by other tests
    played: list[weakref.ref[GameScreen]] = []
    async with playing(tmp_path, "Ann:random,Bob:random", first=1, heap=1) as play:
        for game in range(GAMES):
            await play.until(lambda: isinstance(play.app.screen, EndCard))
            await play.pilot.pause()
            played.append(weakref.ref(play.game))
            await play.press("enter" if game < GAMES - 1 else "m")
            await play.until(lambda: not isinstance(play.app.screen, EndCard) or play.game is not played[-1]())
        await play.until(lambda: isinstance(play.app.screen, MenuScreen))

        def gone() -> bool:
            gc.collect()
            return all(screen() is None for screen in played)

        await play.until(gone, 10)
        assert drawn_by_nobody() <= before
