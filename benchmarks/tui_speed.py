"""How fast the game screen answers: ``python -m benchmarks.tui_speed`` prints a table; figures in SPEED.md.

Measured headless, without a terminal: from the key event in the application's queue to the finished update, rendered
to segments. The terminal's own time comes on top.
"""

from __future__ import annotations

import asyncio
import resource
import statistics
import tempfile
import time
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

from textual import events

from towergames import registry
from towergames.core.contract import Decide
from towergames.core.dice import Dice
from towergames.run_request import RunRequest
from towergames.table.records import SeatSetup
from towergames.table.setup import new_header
from towergames.table.store import Store
from towergames.tui.app import TowerApp
from towergames.tui.screens.game.screen import GameScreen

KEYS = ("right", "left", "up", "down", "1", "escape", "2", "right", "escape")
TAKEN_BACK = "backspace"

DRAWN = asyncio.Event()
_display = TowerApp._display


def _watched(self: TowerApp, screen: Any, renderable: Any) -> None:
    """As ever, and tells when an update has been drawn. (A subclass would look for its style sheets here.)"""
    if renderable is not None and hasattr(renderable, "render_segments"):
        renderable.render_segments(self.console)
        DRAWN.set()
    _display(self, screen, renderable)


def middle_of_a_game(folder: Path, game: str) -> str:
    """A save of four players (three bots' seats) some rounds in, at a human's decision."""
    entry = registry.get(game)
    seats = [SeatSetup("Ann"), *(SeatSetup(n, "easy") for n in ("Bob", "Cid", "Dora"))]
    levels = [level.name for level in entry.levels]
    table = Store(folder).begin(new_header(entry.game, seats, {}, 11, levels=levels))
    phase, dice = {"takethat": "build"}.get(game, "turn"), Dice(11)
    while isinstance(table.turn, Decide) and (table.moves < 30 or table.turn.seat or table.turn.phase != phase):
        legal = table.legal()
        table.submit(table.turn.seat, legal[table.moves % len(legal)] if legal else table.sample(dice))
    table.close()
    assert table.journal is not None
    return table.journal.path.stem


def keys_of(screen: GameScreen) -> tuple[str, ...]:
    """What is pressed over and over: cursor keys and picks, or all letters of the rack and back again."""
    if not screen.session.board.spec.letters:
        return KEYS
    letters = screen.session.memory.ui.order.lower()
    return ("right", "left", *letters, *[TAKEN_BACK] * len(letters))


async def keys(app: TowerApp, pressed: tuple[str, ...], rounds: int) -> list[tuple[float, float]]:
    """Milliseconds on the clock and of CPU from key to finished update, for keys that changed something."""
    times = []
    for i in range(rounds):
        DRAWN.clear()
        start, worked = time.perf_counter(), time.process_time()
        key = pressed[i % len(pressed)]
        app.post_message(events.Key(key, key if len(key) == 1 else None))
        try:
            await asyncio.wait_for(DRAWN.wait(), 0.25)
        except TimeoutError:
            continue
        times.append(((time.perf_counter() - start) * 1000, (time.process_time() - worked) * 1000))
        await asyncio.sleep(0.03)
    return times


def timed(work: Callable[[], Any], rounds: int) -> list[float]:
    """Milliseconds of CPU of each call."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append((time.process_time() - start) * 1000)
    return times


async def idle_share(seconds: float) -> float:
    """Share of one core that is used while nothing happens."""
    before = resource.getrusage(resource.RUSAGE_SELF)
    await asyncio.sleep(seconds)
    after = resource.getrusage(resource.RUSAGE_SELF)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / seconds


async def measure(game: str, size: tuple[int, int]) -> dict[str, float]:
    """All figures at one size."""
    folder = Path(tempfile.mkdtemp())
    save = middle_of_a_game(folder / "saves", game)
    request = RunRequest("open", folder / "saves", save=save, config=folder / "config")
    global DRAWN
    DRAWN = asyncio.Event()  # one for each event loop
    app = TowerApp(request)
    async with app.run_test(size=size) as pilot:
        await pilot.pause(0.5)
        screen = app.screen
        assert isinstance(screen, GameScreen), screen

        def board() -> None:
            view = screen.board
            view._stale = True
            view.repaint()
            for y in range(view.size.height):
                view.render_line(y)

        taken = await keys(app, keys_of(screen), 150)
        redraw = timed(board, 40)
        whole = timed(lambda: screen._compositor.render_update(full=True).render_segments(app.console), 40)
        share = await idle_share(5)
    clock, cpu = sorted(a for a, _ in taken), sorted(b for _, b in taken)
    return {
        "keys": len(taken),
        "key median ms": statistics.median(clock),
        "key p95 ms": clock[int(len(clock) * 0.95)],
        "key CPU median ms": statistics.median(cpu),
        "key CPU p95 ms": cpu[int(len(cpu) * 0.95)],
        "board median ms": statistics.median(redraw),
        "board p95 ms": sorted(redraw)[int(len(redraw) * 0.95)],
        "whole screen median ms": statistics.median(whole),
        "idle % of a core": share * 100,
    }


def main() -> None:
    """Print the table."""
    TowerApp._display = _watched  # type: ignore[method-assign]
    for game, size in product(("takethat", "words"), ((80, 24), (120, 40), (200, 60))):
        figures = asyncio.run(measure(game, size))
        print(f"{game} {size[0]}x{size[1]}: " + ", ".join(f"{name} {value:.1f}" for name, value in figures.items()))


if __name__ == "__main__":
    main()
