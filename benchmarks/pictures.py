"""Pictures of every screen: ``python -m benchmarks.pictures FOLDER [WORD ...]`` writes SVG files and an index.html.

Every screen of every game at 80x24, 120x40 and 160x50, in the four themes, without colour and in ASCII. With words
only the screens whose names contain one of them: ``takethat``, ``mid``, ``title``. The games are the examples in
``saves``.
"""

from __future__ import annotations

import asyncio
import html
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

from textual.pilot import Pilot

from benchmarks.facts_cache import write_games
from tests.games.takethat.test_review import finished
from tests.tui.mid_games import SAVES, example, mid_game
from towergames import registry
from towergames.run_request import RunRequest
from towergames.table.today import task_header
from towergames.table.turn_review import why_no_review
from towergames.tui.app import TowerApp
from towergames.tui.exports import screen_svg
from towergames.tui.screens.game.end_card import EndCard
from towergames.tui.screens.game.handover import CurtainScreen
from towergames.tui.screens.game.screen import GameScreen
from towergames.tui.screens.turn_review import TurnReviewScreen

SIZES = ((80, 24), (120, 40), (160, 50))
THEMES = ("dark", "light", "contrast", "terminal")
LOOKS = (*THEMES, "no-colour", "ascii")
OPEN = ("open",)
"""Stands for the keys that open the curtain and close the report on the other players' turns."""


class Game(NamedTuple):
    """An example game: where its middle is, and the keys there.

    ``first`` and ``mid`` are numbers of plays. ``keys`` take something in the hand, ``refused`` lead to a refusal.
    """

    first: int
    mid: int
    keys: tuple[str, ...]
    refused: tuple[str, ...]


GAMES = {
    "bricks": Game(2, 30, ("enter", "right"), ("dollar_sign",)),
    "konexi": Game(4, 41, ("right",), ("enter", ":word CAT")),
    "leaning": Game(7, 24, ("enter", "wait"), ("2", "enter", "wait")),
    "takethat": Game(1, 31, ("1", "left"), ("1", "right", "enter")),
    "words": Game(3, 31, ("r", "o"), (*["up"] * 8, *["left"] * 4, "space", "o", "x", "enter")),
}
"""Names of examples -> what is pressed in their pictures."""


HIDDEN = ("takethat", "words")
"""The examples in which several people hide their hands from each other."""


REVIEWED = tuple(name for name in GAMES if not why_no_review(example(name)))
"""The examples whose turns or moves a review compares."""


class Desk:
    """The running program, and what a scene may do with it."""

    def __init__(self, app: TowerApp, pilot: Pilot[Any], folder: Path) -> None:
        self.app, self.pilot, self.folder = app, pilot, folder

    async def settle(self, seconds: float = 20.0) -> None:
        """Wait until nothing is computed, for at most so long."""
        end = time.monotonic() + seconds
        await self.pilot.pause(0.1)
        while time.monotonic() < end and any(not worker.is_finished for worker in self.app.workers):
            await self.pilot.pause(0.05)
        await self.pilot.pause(0.1)

    async def press(self, *keys: str) -> None:
        """Press keys one after the other; ``open`` opens a curtain, ``wait`` waits, ``:words`` types a line."""
        for key in keys:
            if key == "open":
                if isinstance(self.app.screen, CurtainScreen):
                    await self.pilot.press(str(self.app.screen.seat + 1))
                    await self.pilot.pause(0.2)
                if isinstance(self.app.screen, GameScreen) and self.app.screen.look_back.recap_open:
                    await self.pilot.press("escape")
            elif key == "wait":
                await self.pilot.pause(3.0)
            elif key.startswith(":"):
                self.app.screen.typed(key[1:])  # type: ignore[attr-defined]
            else:
                await self.pilot.press(key)
            await self.settle()

    async def run(self, *commands: str) -> None:
        """Run commands of the screen that is up, with what is typed after their words."""
        for command in commands:
            name, _, argument = command.partition(" ")
            self.app.screen.run_command(name, argument)  # type: ignore[attr-defined]
            await self.settle()

    async def play(self, name: str, plays: int | None, *keys: str) -> None:
        """Put an example on the screen after so many plays, and press keys."""
        self.app.tables.open_table(mid_game(name, plays, self.app.store))
        await self.settle()
        await self.press(*keys)


Scene = Callable[[Desk], Awaitable[None]]


def playing(name: str, plays: int | None, *keys: str) -> Scene:
    """A scene at a table."""
    return lambda desk: desk.play(name, plays, *keys)


def commanded(*commands: str) -> Scene:
    """A scene that is reached from the title by commands."""
    return lambda desk: desk.run(*commands)


def scored(name: str, plays: int) -> Scene:
    """The score sheet of a game."""

    async def reach(desk: Desk) -> None:
        await desk.play(name, plays, *OPEN)
        await desk.run("pad.sheet")

    return reach


def watched(name: str) -> Scene:
    """A replay in its middle."""

    async def reach(desk: Desk) -> None:
        desk.app.tables.open_replay(SAVES / f"example-{name}.jsonl")
        await desk.settle()
        await desk.press("5", "wait")

    return reach


def reviewed(name: str) -> Scene:
    """The review of turns, which is reached from the replay."""

    async def reach(desk: Desk) -> None:
        desk.app.tables.open_replay(SAVES / f"example-{name}.jsonl")
        await desk.settle()
        await desk.run("replay.review")
        await desk.settle(120.0)
        await desk.press("down", "down")

    return reach


async def two_players_reviewed(desk: Desk) -> None:
    """The review of a game of Take That Towers of one person and a bot; the example has three players."""
    screen = TurnReviewScreen(finished("casual", 8))
    desk.app.push_screen(screen)
    await desk.settle(120.0)
    await desk.press("down", "down")


async def task_over(desk: Desk) -> None:
    """The end of today's task, with the next one."""
    table = desk.app.store.begin(task_header(registry.get("words"), "Ada"))
    table.submit(0, next(iter(table.game.choices(table.history.state))))
    table.close()
    desk.app.tables.open_save(table.name)
    await desk.settle()
    await desk.press(":pass", "enter", "wait")


async def fresh(desk: Desk) -> None:
    """The title as it is before anything was played or set; :func:`run` begins with it."""


async def with_saves(desk: Desk) -> None:
    """The title with a game that waits, and finished ones."""
    _fill(desk)
    desk.app.screen._look()  # type: ignore[attr-defined]
    await desk.settle()


def filled(*commands: str) -> Scene:
    """A scene that needs saves."""

    async def reach(desk: Desk) -> None:
        _fill(desk)
        await desk.run(*commands)

    return reach


def recorded(*keys: str) -> Scene:
    """A scene of the records, after some keys."""

    async def reach(desk: Desk) -> None:
        desk.app.store.folder.mkdir(parents=True, exist_ok=True)
        write_games(desk.app.store.folder, 12)
        desk.app.facts.all_games()
        await desk.run("menu.records")
        await desk.press(*keys)

    return reach


def _fill(desk: Desk) -> None:
    desk.app.store.folder.mkdir(parents=True, exist_ok=True)
    for name in GAMES:
        shutil.copy(SAVES / f"example-{name}.jsonl", desk.app.store.folder)
    mid_game("takethat", GAMES["takethat"].mid, desk.app.store, "easy").close()


def scenes() -> dict[str, Scene]:
    """Name -> scene: the shared screens first, then those of each game."""
    found: dict[str, Scene] = {
        "title-first-run": fresh,
        "title-with-saves": with_saves,
        "new-game": commanded("menu.new takethat"),
        "saved-games": filled("menu.load"),
        "settings": commanded("menu.settings"),
        "records": recorded("5"),
        "records-rival": recorded("5", "tab", "enter"),
        "records-achievements": recorded(),
        "task-over": task_over,
        "takethat-11-review": two_players_reviewed,
        "look-up": commanded("menu.lookup tower"),
        "help": commanded("help"),
        "all-commands": commanded("palette"),
        "learn": commanded("menu.learn"),
    }
    for name, game in GAMES.items():
        found |= {
            f"{name}-1-first-turn": playing(name, game.first, *OPEN),
            f"{name}-2-mid": playing(name, game.mid, *OPEN, *game.keys),
            f"{name}-3-refusal": playing(name, game.mid, *OPEN, *game.refused),
            **({f"{name}-4-curtain": playing(name, game.mid)} if name in HIDDEN else {}),
            f"{name}-5-end": playing(name, None),
            f"{name}-6-replay": watched(name),
            f"{name}-7-lesson": commanded(f"menu.learn {name}"),
            f"{name}-8-rules": commanded(f"menu.rules {name}"),
            f"{name}-9-score": scored(name, game.mid),
            **({f"{name}-11-review": reviewed(name)} if name in REVIEWED else {}),
            f"{name}-10-new-game": commanded(f"menu.new {name}"),
        }
    return found


async def run(scene: Scene, size: tuple[int, int]) -> dict[str, str]:
    """Look -> SVG of a scene at a size. The scene is reached once; then only theme and characters change."""
    pictures: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as home:
        flags = {"motion": "none", "pace": "instant", "glyphs": "full", "theme": "dark"}
        request = RunRequest("menu", Path(home) / "saves", config=Path(home) / "config", flags=flags)
        app = TowerApp(request)
        async with app.run_test(size=size, notifications=True) as pilot:
            desk = Desk(app, pilot, Path(home))
            await desk.settle()
            await scene(desk)
            for look in LOOKS:
                pictures[look] = await taken(app, pilot, look)
    return pictures


async def taken(app: TowerApp, pilot: Pilot[Any], look: str) -> str:
    """The screen in a look, as SVG."""
    values = {"theme": look if look in THEMES else "dark", "glyphs": "ascii" if look == "ascii" else "full"}
    app.settings.values.update(values)  # type: ignore[attr-defined]  # not written: a first run stays one
    app.no_color = look == "no-colour"
    app.apply_settings()
    for screen in app.screen_stack:
        if isinstance(screen, GameScreen):
            screen.session.style = app.style
        for view in screen.query("CanvasView"):
            view.repaint()  # type: ignore[attr-defined]
    await pilot.pause(0.4)
    return screen_svg(app, "towergames")


def index(folder: Path, names: list[str]) -> str:
    """The page with all pictures: a row for each screen and size, a column for each look."""
    head = "".join(f"<th>{look}</th>" for look in LOOKS)
    rows = []
    for name in names:
        for width, height in SIZES:
            size = f"{width}x{height}"
            files = [f"{name}-{size}-{look}.svg" for look in LOOKS]
            cells = "".join(
                f'<td><a href="{file}"><img loading="lazy" src="{file}" alt="{html.escape(file)}"></a></td>'
                if (folder / file).exists()
                else "<td>none</td>"
                for file in files
            )
            rows.append(f"<tr><th>{html.escape(name)}<br>{size}</th>{cells}</tr>")
    return (
        "<!doctype html><meta charset=utf-8><title>towergames: every screen</title>"
        "<style>body{font:14px sans-serif;background:#888}img{width:480px}th{position:sticky;left:0;top:0;"
        f"background:#ccc;padding:4px}}</style><table><tr><th></th>{head}</tr>{''.join(rows)}</table>\n"
    )


def main() -> None:
    """Write the pictures and the page."""
    folder, words = Path(sys.argv[1]), sys.argv[2:]
    folder.mkdir(parents=True, exist_ok=True)
    os.environ.pop("NO_COLOR", None)
    EndCard.SETTLE = 0.0
    names = [name for name in scenes() if not words or any(word in name for word in words)]
    for name in names:
        for size in SIZES:
            start = time.monotonic()
            for look, svg in asyncio.run(run(scenes()[name], size)).items():
                (folder / f"{name}-{size[0]}x{size[1]}-{look}.svg").write_text(svg, encoding="utf-8")
            print(f"{name} {size[0]}x{size[1]}: {time.monotonic() - start:.1f} s", flush=True)
        (folder / "index.html").write_text(index(folder, names), encoding="utf-8")
    print(folder / "index.html")


if __name__ == "__main__":
    main()
