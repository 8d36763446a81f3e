"""Bytes and pictures a second of a table that is turned in a browser, behind a connection of 1 Mbit/s.

``python -m benchmarks.page_pictures [SECONDS]`` serves Leaning Towers and Stacked Words in 3D to a browser of this
script's own, with the cells of a laptop and of a phone, through a proxy that passes 125,000 bytes a second each way.
Chromium without a graphics card would take most of a machine to draw. ``rough``: a step round the table is made as soon
as the first picture of the last step is there. ``fine``: as soon as the second one is there, too. ``cells``: the page
has said nothing of pixels, and a step is made as soon as the last one has arrived in cells. "bytes" are those of one
step with all that is sent for it. "line" are the steps a second that the line alone would allow. "key" is the time from
a key to the first cells, for ``rough`` while the second picture is on its way.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar, WSMsgType

from tests.plain.helpers import header_of
from towergames import registry
from towergames.core.contract import Decide
from towergames.table.opponents import think
from towergames.table.records import OPEN_FORMAT
from towergames.table.store import Store

BYTES_A_SECOND = 125_000
PIECE = 1250
"""Bytes that are passed at a time: a hundredth of a second's."""
BEHIND = 0.1
"""Seconds by which the line may be late and catch up."""
MOVES = {"leaning": 3, "words": 30}
DEVICES = {"laptop": ((142, 38), (9, 21)), "phone": ((60, 52), (13, 28))}
"""Columns and rows of a page, and the pixels of a cell."""
LEFT = "\x1b[1;2D"
"""Shift and the left arrow: a step round the table."""
LONGEST = 15.0
"""Seconds for which something is awaited."""


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
            # What this process could not pass in time, since others had the processor, it passes later.
            free = max(free, time.monotonic() - BEHIND) + len(data) / BYTES_A_SECOND
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


class Browser:
    """The page of a seat, as far as its socket knows it."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self._socket = socket
        self.cells = self.pictures = 0
        """Frames of cells, and whole pictures."""
        self.news = asyncio.Event()

    async def read(self) -> None:
        """Take in and answer everything."""
        async for message in self._socket:
            if message.type is WSMsgType.BINARY:
                self.cells += len(message.data) > 300
            else:
                kind, value = json.loads(message.data)
                if kind == "picture" and "data" in value:
                    self.pictures += not value["more"]
                    await self._socket.send_str('["drawn"]')
            self.news.set()

    async def key(self, keys: str) -> None:
        """Press a key."""
        await self._socket.send_str(json.dumps(["stdin", keys]))

    async def step(self, pictures: int) -> float:
        """A step round the table, until its cells and so many pictures have come; the seconds until the cells."""
        cells, goal, start, delay = self.cells, self.pictures + pictures, time.monotonic(), 0.0
        await self.key(LEFT)
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST):
                while self.cells == cells or self.pictures < goal:
                    self.news.clear()
                    await self.news.wait()
                    if not delay and self.cells > cells:
                        delay = time.monotonic() - start
        return delay


async def measure(browser: Browser, line: Line, pictures: int, seconds: float) -> str:
    """A row of figures."""
    start, before, steps, delays = time.monotonic(), line.bytes, 0, []
    while time.monotonic() - start < seconds:
        delays.append(await browser.step(pictures))
        steps += 1
    passed, sent = time.monotonic() - start, line.bytes - before
    each, late = sent / steps, 1000 * median(delays)
    return f"{sent / passed:9,.0f} {steps / passed:8.2f} {each:9,.0f} {BYTES_A_SECOND / each:8.1f} {late:8.0f}"


async def run(game: str, device: str, seconds: float) -> None:
    """Serve one game to one page."""
    size, cell = DEVICES[device]
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
        for mode, pictures in (("rough", 1), ("fine", 2), ("cells", 0)):
            line = Line()
            async with slow_line(port, line) as near, ClientSession(cookie_jar=CookieJar(unsafe=True)) as client:
                async with client.get(link.replace(f":{port}/", f":{near}/")) as page:
                    address = str(page.url)
                origin = "/".join(address.split("/")[:3])
                where = f"{address}/ws?width={size[0]}&height={size[1]}"
                socket = await client.ws_connect(where, origin=origin, compress=15, max_msg_size=0)
                if pictures:
                    await socket.send_str(json.dumps(["pixels", {"width": cell[0], "height": cell[1]}]))
                browser = Browser(socket)
                reading = asyncio.create_task(browser.read())
                await asyncio.sleep(8)
                await browser.key("\x1b")  # the card that greets
                await asyncio.sleep(2)
                if game == "words" and mode == "rough":
                    await browser.key(";")
                await asyncio.sleep(8)
                print(f"{game:8} {device:7} {mode:6} {await measure(browser, line, pictures, seconds)}", flush=True)
                reading.cancel()
                await socket.close()
        server.terminate()
        await server.wait()


async def main() -> None:
    """Print the table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    print(f"{'':24}{'bytes/s':>9} {'steps/s':>8} {'bytes':>9} {'line':>8} {'key, ms':>8}")
    for game in MOVES:
        for device in DEVICES:
            await run(game, device, seconds)


if __name__ == "__main__":
    asyncio.run(main())
