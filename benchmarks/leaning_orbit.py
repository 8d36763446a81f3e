"""Pictures a second on the game screen while a key that walks round the table is held down, and how deaf it is then.

    python -m benchmarks.leaning_orbit [SECONDS]

The table holds 24 pieces. A key comes sixty times a second. Printed for each size: the board's cells, pieces, keys
heard, pictures drawn a second, and the longest wait of the event loop (the 99th of a hundred) in milliseconds.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from textual import events

from benchmarks.picture_speed import in_a_turn, with_company
from tests.physics.kit import TOWER, read_tower
from tests.tui.game_kit import playing
from towergames.table.match import Table

SIZES = ((80, 24), (122, 33), (160, 50), (226, 61))


def put(table: Table, state: Any) -> None:
    """Let a game that has begun be in another state."""
    history = table.history
    last = history.plays[-1]
    table.version += 1
    history.plays[-1] = replace(last, step=replace(last.step, state=state))


async def orbit(size: tuple[int, int], seconds: float) -> str:
    """One line of figures."""
    async with playing(Path(tempfile.mkdtemp()), "Ann,Bob", game="leaning", size=size) as play:
        game, drawn, waits = play.game, 0, []
        game.typed("ready")
        await play.until(lambda: play.table.moves >= 3, 20)
        put(play.table, in_a_turn(with_company(read_tower(TOWER))))
        game.run_command("leaning.look")
        await play.pilot.pause(1)
        repaint = game.board_input.repaint_board

        def counted() -> None:
            nonlocal drawn
            drawn += 1
            repaint()

        game.board_input.repaint_board = counted  # type: ignore[method-assign]
        began = before = time.perf_counter()
        while (now := time.perf_counter()) - began < seconds:
            waits.append(now - before - 1 / 60)
            before = now
            game.post_message(events.Key("L", "L"))
            await asyncio.sleep(1 / 60)
        deaf = sorted(waits)[len(waits) * 99 // 100] * 1000
        board = game.board.size
        pace = drawn / (time.perf_counter() - began)
        there = f"board {board.width}x{board.height}, {len(game.session.context().view.layout.pieces)} pieces"
        return f"{size[0]}x{size[1]}: {there}, {len(waits)} keys, {pace:.1f} pictures/s, {deaf:.0f} ms"


def main() -> None:
    """All sizes."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    for size in SIZES:
        print(asyncio.run(orbit(size, seconds)))


if __name__ == "__main__":
    main()
