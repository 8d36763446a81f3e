"""Bytes and pictures a second of a table that is turned in a browser, behind a connection of 1 Mbit/s.

``python -m benchmarks.page_pictures [SECONDS [FOLDER]]`` serves Leaning Towers and Stacked Words in 3D to Chromium,
as a laptop and as a phone, through a proxy that passes 125,000 bytes a second each way. ``pixels``: a step round the
table is made as soon as the picture of the last one is seen in true pixels. ``cells``: the page has no pixels, and a
step is made as soon as the last one has arrived in cells. ``held``: with pixels, the key is held down, 30 steps a
second, so that the table does not rest. The last column is the time from a key, while a picture is on its way, to the
first cells. FOLDER gets a screenshot of each. Needs playwright and the system's Chromium.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

from playwright.async_api import Browser, Page, async_playwright

from tests.plain.helpers import header_of
from towergames import registry
from towergames.core.contract import Decide
from towergames.table.opponents import think
from towergames.table.records import OPEN_FORMAT
from towergames.table.store import Store

BYTES_A_SECOND = 125_000
PIECE = 1250
"""Bytes that are passed at a time: a hundredth of a second's."""
MOVES = {"leaning": 6, "words": 30}
DEVICES: dict[str, dict[str, Any]] = {
    "laptop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 2,
        "has_touch": True,
        "is_mobile": True,
    },
}
LEFT = "\x1b[1;2D"
"""Shift and the left arrow: a step round the table."""
WATCH = """
window.seen = { cells: 0, pixels: 0, at: 0 };
host.terminal.onWriteParsed(() => { seen.cells += 1; seen.at = performance.now(); });
new MutationObserver((changes) => {
  for (const change of changes) {
    for (const node of change.addedNodes) if (node.className === "picture") seen.pixels += 1;
  }
}).observe(document.querySelector(".xterm-screen"), { childList: true });
"""


@dataclass
class Line:
    """What has passed the proxy towards the browser."""

    bytes: int = 0


@asynccontextmanager
async def slow_line(port: int, line: Line) -> AsyncIterator[int]:
    """A proxy before a port of this machine; its own port."""

    async def passed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, down: bool) -> None:
        free = time.monotonic()
        while data := await reader.read(PIECE):
            free = max(free, time.monotonic()) + len(data) / BYTES_A_SECOND
            await asyncio.sleep(max(0.0, free - time.monotonic()))
            if down:
                line.bytes += len(data)
            writer.write(data)
            await writer.drain()
        writer.close()

    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # A small buffer on the way: what waits must wait in the server, as behind a real slow line.
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", port, limit=4 * PIECE)
        await asyncio.gather(
            passed(reader, far_writer, False), passed(far_reader, writer, True), return_exceptions=True
        )

    proxy = await asyncio.start_server(meet, "127.0.0.1", 0, limit=4 * PIECE)
    try:
        yield proxy.sockets[0].getsockname()[1]
    finally:
        proxy.close()


def begin(folder: Path, game: str) -> None:
    """An open table in the midst of a game."""
    table = Store(folder).begin(replace(header_of("Ann", "Ben", game=game, seed=7), format=OPEN_FORMAT), "table")
    table.close()
    table = Store(folder).join("table", seats=(0, 1))
    level = registry.get(game).levels[-1] if game == "leaning" else registry.get(game).levels[0]
    while isinstance(turn := table.turn, Decide) and (table.moves < MOVES[game] or turn.seat != 1):
        table.submit(turn.seat, think(table, level).action)
    if not isinstance(table.turn, Decide):
        raise SystemExit(f"The game of {game} is over after {table.moves} moves.")
    table.close()


async def step(page: Page, what: str, seconds: float) -> bool:
    """A step round the table; whether its picture has come."""
    before = await page.evaluate(f"seen.{what}")
    await page.evaluate(f"type({LEFT!r})".replace("'", '"').replace("\\x1b", "\\u001b"))
    try:
        await page.wait_for_function(f"seen.{what} > {before}", timeout=1000 * seconds, polling=10)
    except Exception:
        return False
    return True


async def measure(page: Page, line: Line, mode: str, seconds: float) -> tuple[float, float]:
    """Bytes and pictures a second."""
    what = "cells" if mode == "cells" else "pixels"
    await page.wait_for_timeout(3000)
    start, before, pictures = time.monotonic(), line.bytes, 0
    if mode == "held":
        first = await page.evaluate("seen.cells")
        await page.evaluate(f"held = setInterval(() => type('{LEFT}'), 33)".replace("\x1b", "\\u001b"))
        await page.wait_for_timeout(1000 * seconds)
        pictures = await page.evaluate("clearInterval(held), seen.cells") - first
    while mode != "held" and time.monotonic() - start < seconds:
        pictures += await step(page, what, 20.0)
    passed = time.monotonic() - start
    return (line.bytes - before) / passed, pictures / passed


async def delays(page: Page) -> list[float]:
    """Milliseconds from a key to the next cells while a picture is on its way."""
    found = []
    for _ in range(5):
        await step(page, "cells", 20.0)
        await page.wait_for_timeout(300)
        start = await page.evaluate("performance.now()")
        if await step(page, "cells", 20.0):
            found.append(await page.evaluate("seen.at") - start)
        await page.wait_for_timeout(2500)
    return found


async def run(browser: Browser, game: str, device: str, seconds: float, pictures: Path | None) -> None:
    """Serve one game to one device, with and without pixels."""
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "saves"
        begin(folder, game)
        command = ("serve", "table", "--saves", str(folder), "--port", "0", "--seat", "Ben")
        server = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "towergames", *command),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={**os.environ, "TOWERGAMES_CONFIG": home},
        )
        assert server.stdout is not None
        text = ""
        while "/seat/" not in text:
            text = (await server.stdout.readline()).decode()
        link = text.split()[-1]
        port = int(link.split(":")[2].split("/")[0])
        for mode in ("pixels", "held", "cells"):
            line = Line()
            async with slow_line(port, line) as near:
                context = await browser.new_context(bypass_csp=True, **DEVICES[device])
                page = await context.new_page()
                if mode == "cells":
                    await page.add_init_script(
                        "Object.defineProperty(navigator, 'connection', {value: {saveData: true}})"
                    )
                await page.goto(link.replace(f":{port}/", f":{near}/"))
                await page.wait_for_function("document.body.classList.contains('-shown')", timeout=90_000)
                await page.wait_for_timeout(3000)
                await page.evaluate(WATCH)
                await page.evaluate("type('\\r')")  # the card that greets
                await page.wait_for_timeout(1500)
                if game == "words":
                    await page.evaluate("type(';')")
                await page.wait_for_timeout(6000)
                if pictures is not None:
                    await page.screenshot(path=str(pictures / f"{game}-{device}-{mode}.png"))
                sent, shown = await measure(page, line, mode, seconds)
                late = f"{median(await delays(page)):9.0f}" if mode != "held" else ""
                print(f"{game:8} {device:7} {mode:7} {sent / 1024:9.1f} {shown:9.2f} {late}", flush=True)
                await context.close()
        server.terminate()
        await server.wait()


async def main() -> None:
    """Print the table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    pictures = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    print(f"{'':24} {'KiB a s':>9} {'pictures':>9} {'key, ms':>9}")
    async with async_playwright() as driver:
        found = shutil.which("chromium")
        browser = await driver.chromium.launch(executable_path=found, args=["--no-sandbox"])
        for game in MOVES:
            for device in DEVICES:
                await run(browser, game, device, seconds, pictures)
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main())
