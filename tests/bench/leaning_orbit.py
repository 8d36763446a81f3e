"""Pictures a second on the game screen while a key that walks round the table is held down, and how deaf it is then.

    python -m tests.bench.leaning_orbit [SECONDS]

A key comes sixty times a second. Printed for each size: the board's cells, keys heard, pictures drawn a second, and the
longest wait of the event loop (the 99th of a hundred) in milliseconds.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from textual import events

from tests.tui.game_kit import playing
from towergames import registry

SIZES = ((80, 24), (120, 40), (160, 50))


async def orbit(size: tuple[int, int], seconds: float) -> str:
    """One line of figures."""
    async with playing(Path(tempfile.mkdtemp()), "Ann,Bob", game="leaning", size=size) as play:
        game, drawn, waits = play.game, 0, []
        game.typed("ready")
        await play.until(lambda: play.table.moves >= 3, 20)
        await play.pilot.pause(1)
        repaint = game.repaint_board

        def counted() -> None:
            nonlocal drawn
            drawn += 1
            repaint()

        game.repaint_board = counted  # type: ignore[method-assign]
        began = before = time.perf_counter()
        while (now := time.perf_counter()) - began < seconds:
            waits.append(now - before - 1 / 60)
            before = now
            game.post_message(events.Key("L", "L"))
            await asyncio.sleep(1 / 60)
        deaf = sorted(waits)[len(waits) * 99 // 100] * 1000
        board = game.board.size
        pace = drawn / (time.perf_counter() - began)
        cells = f"{board.width}x{board.height}"
        return f"{size[0]}x{size[1]}: board {cells}, {len(waits)} keys, {pace:.1f} pictures/s, {deaf:.0f} ms"


def main() -> None:
    """All sizes."""
    if all(entry.key != "leaning" for entry in registry.ENTRIES):
        registry.ENTRIES.append(registry.Entry("leaning"))
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    for size in SIZES:
        print(asyncio.run(orbit(size, seconds)))


if __name__ == "__main__":
    main()
