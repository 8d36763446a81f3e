"""Make the pictures of the README: ``uv run python -m tests.golden.pictures [NAME ...]`` from the checkout.

They are drawn from the example games in ``saves``: the screen of a game in its middle in dark and in light, a film of
the best moments of a game, and the board of each game.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tests.tui.mid_games import example, mid_game
from towergames import registry
from towergames.board.protocol import Style
from towergames.export.boards import board_canvas
from towergames.export.film import film
from towergames.export.svg import canvas_svg
from towergames.run_request import RunRequest
from towergames.session.context import context_at
from towergames.table.store import Store
from towergames.tui.app import TowerApp
from towergames.tui.exports import screen_svg
from towergames.tui.screens.game.handover import CurtainScreen
from towergames.tui.screens.game.screen import GameScreen

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
SCREEN_GAME, SCREEN_PLAYS, SCREEN_KEYS = "takethat", 54, ("1",)
"""The game whose screen is shown, the plays before it, and the keys of the player."""
FILM_GAME, FILM_MOMENTS = "leaning-wreck", 3
"""The game of the film, and how many of its best moments are in it."""


class Board(NamedTuple):
    """A board: the plays made before, its columns and rows, and the player who sees it (None: a spectator)."""

    plays: int
    size: tuple[int, int] = (80, 20)
    seat: int | None = None


BOARDS = {
    "bricks": Board(50, seat=0),
    "konexi": Board(68),
    "leaning": Board(56),
    "takethat": Board(56),
    "words": Board(67, (90, 29)),
}


def screen(theme: str) -> str:
    """The screen of a player in the middle of a game."""
    return asyncio.run(_screen(theme))


async def _screen(theme: str) -> str:
    with tempfile.TemporaryDirectory() as home:
        flags = {"motion": "none", "pace": "instant", "glyphs": "full", "theme": theme}
        saves = Path(home) / "saves"
        mid_game(SCREEN_GAME, SCREEN_PLAYS, Store(saves)).close()
        app = TowerApp(RunRequest("open", saves, save=SCREEN_GAME, config=Path(home) / "config", flags=flags))
        async with app.run_test(size=(80, 24)) as pilot:
            while not isinstance(app.screen, CurtainScreen):
                await pilot.pause(0.05)
            await pilot.press(str(app.screen.seat + 1))
            while not isinstance(app.screen, GameScreen):
                await pilot.pause(0.05)
            await pilot.press("escape", *SCREEN_KEYS)
            await pilot.pause(0.5)
            return screen_svg(app, f"{registry.get(SCREEN_GAME).game.info.title} in a terminal")


def board(name: str) -> str:
    """The board of a game."""
    shown, history = BOARDS[name], example(name)
    context = context_at(history, shown.seat, shown.plays, style=Style())
    canvas = board_canvas(history, context, *shown.size)
    return canvas_svg(canvas, title=history.game.info.title)


PICTURES: dict[str, Callable[[], str]] = {
    "screen-dark.svg": partial(screen, "dark"),
    "screen-light.svg": partial(screen, "light"),
    "film.svg": lambda: film(example(FILM_GAME), moments=FILM_MOMENTS).svg,
    **{f"{name}.svg": partial(board, name) for name in BOARDS},
}
"""File -> what draws it."""


def main() -> None:
    """Write the pictures, or those that are named."""
    for name in sys.argv[1:] or PICTURES:
        text = PICTURES[name]()
        (FOLDER / name).write_text(text + "\n", encoding="utf-8")
        print(f"{name}: {len(text.encode()) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
