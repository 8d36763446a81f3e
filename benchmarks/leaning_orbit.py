"""Pictures a second on the game screen while a key that walks round the table is held down, and how deaf it is then.

    python -m benchmarks.leaning_orbit [SECONDS]

The table of Leaning Towers holds 24 pieces, that of Stacked Words 81 tiles. A key comes sixty times a second. Printed
for each size and game: the board's cells, keys heard, pictures drawn a second, milliseconds of the processor for a
picture, and the longest wait of the event loop (the 99th of a hundred) in milliseconds.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from textual import events

from benchmarks.picture_speed import PLAYS, in_a_turn, with_company
from tests.physics.kit import TOWER, read_tower
from tests.tui.game_kit import Play, playing
from tests.tui.mid_games import mid_game
from towergames.board.protocol import AnyContext
from towergames.games.words.board import WordsBackground
from towergames.table.match import Table

SIZES = ((80, 24), (122, 33), (160, 50), (226, 61))


def put(table: Table, state: Any) -> None:
    """Let a game that has begun be in another state."""
    history = table.history
    last = history.plays[-1]
    table.version += 1
    history.plays[-1] = replace(last, step=replace(last.step, state=state))


def prepare_nothing(background: WordsBackground, context: AnyContext) -> None:
    """Leave out the word list, which a thread reads in the first seconds of a game: nobody asks it anything here."""


WordsBackground.prepare = prepare_nothing  # type: ignore[method-assign,assignment]


async def begin(play: Play) -> None:
    """Show the table from which the camera walks."""
    game = play.game
    if game.session.table.header.game == "leaning":
        game.typed("ready")
        await play.until(lambda: play.table.moves >= 3, 20)
        put(play.table, in_a_turn(with_company(read_tower(TOWER))))
        game.run_command("leaning.look")
    else:
        put(play.table, mid_game("words", PLAYS).history.state_after(PLAYS))
        game.run_command("words.view")


async def orbit(name: str, size: tuple[int, int], seconds: float) -> str:
    """One line of figures."""
    folder = Path(tempfile.mkdtemp())
    # Two people would see a curtain before a rack.
    seats, begins = ("Ann,Bob", {}) if name == "leaning" else ("Ann,Bob:easy", {"first": 1})
    async with playing(folder, seats, game=name, size=size, **begins) as play:
        game, drawn, waits = play.game, 0, []
        await begin(play)
        await play.pilot.pause(0.5)
        # The first pictures need the table's texture, and the still one is drawn meanwhile.
        await play.until(lambda: all(thread.name != "picture" for thread in threading.enumerate()), 30)
        repaint = game.board_input.repaint_board

        def counted() -> None:
            nonlocal drawn
            drawn += 1
            repaint()

        game.board_input.repaint_board = counted  # type: ignore[method-assign]
        began = before = time.perf_counter()
        used = time.process_time()
        while (now := time.perf_counter()) - began < seconds:
            waits.append(now - before - 1 / 60)
            before = now
            game.post_message(events.Key("shift+left", None))
            await asyncio.sleep(1 / 60)
        deaf = sorted(waits)[len(waits) * 99 // 100] * 1000
        board = game.board.size
        pace = drawn / (time.perf_counter() - began)
        each = 1000 * (time.process_time() - used) / max(1, drawn)
        there = f"{size[0]}x{size[1]}, {name}: board {board.width}x{board.height}"
        return f"{there}, {len(waits)} keys, {pace:.1f} pictures/s, {each:.0f} ms of processor each, {deaf:.0f} ms"


def main() -> None:
    """All sizes; Stacked Words has no picture in 3D on the least."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    for size in SIZES:
        for name in ("leaning", "words") if size != SIZES[0] else ("leaning",):
            print(asyncio.run(orbit(name, size, seconds)), flush=True)


if __name__ == "__main__":
    main()
