"""The cost of sessions in browsers while a game goes on.

``python -m benchmarks.browser_sessions [SESSIONS ...]`` serves tables of Take That Towers, up to three seats
of each to browsers of this script's own, and moves once a second at each table: what the processes of the sessions take
of the processor and of memory, and how long it takes from a move until each browser is sent something.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from statistics import median

from aiohttp import ClientSession, ClientWebSocketResponse

from tests.plain.helpers import header_of
from towergames.core.contract import Decide
from towergames.core.dice import Dice
from towergames.table.records import OPEN_FORMAT
from towergames.table.shared import SharedTable
from towergames.table.store import Store

SEATS = 3
SECONDS = 60.0


class Table:
    """A table that this script keeps, and the browsers at its seats."""

    def __init__(self, folder: Path, number: int, sessions: int) -> None:
        self.store = Store(folder)
        start = replace(header_of("Host", *"ABC"[:sessions], seed=number), format=OPEN_FORMAT)
        table = self.store.begin(start, f"table-{number}")
        assert isinstance(table, SharedTable)
        self.table, self.sessions = table, sessions
        self.moved = 0.0
        self.delays: list[float] = []

    async def serve(self, client: ClientSession) -> asyncio.subprocess.Process:
        """Begin the server and open a browser at each of its links; the server."""
        command = ("serve", self.table.name, "--saves", str(self.store.folder), "--port", "0")
        server = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "towergames", *command, stdout=asyncio.subprocess.PIPE
        )
        assert server.stdout is not None
        for _ in range(self.sessions):
            link = (await server.stdout.readline()).decode().split()[-1]
            origin = "/".join(link.split("/")[:3])
            socket = await client.ws_connect(f"{link}/ws?width=100&height=30", origin=origin)
            asyncio.get_running_loop().create_task(self._read(socket))
        return server

    async def _read(self, socket: ClientWebSocketResponse) -> None:
        seen = 0.0
        async for _ in socket:
            if self.moved > seen:
                seen = self.moved
                self.delays.append(time.monotonic() - seen)

    async def play(self, dice: Dice, until: float) -> None:
        """Move once a second, whoever is on turn; a new game begins when one is over."""
        while time.monotonic() < until:
            await asyncio.sleep(1.0)
            self.table.follow()
            if isinstance(turn := self.table.turn, Decide):
                self.moved = time.monotonic()
                self.table.time_over(turn.seat, self.table.sample(dice))


def of(pids: list[int], field: str) -> list[float]:
    """Megabytes in a field of the memory of processes."""
    found = []
    for pid in pids:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        found.append(sum(int(line.split()[1]) for line in lines if line.startswith(field)) / 1024)
    return found


def seconds(pids: list[int]) -> float:
    """Seconds of the processor that processes have taken."""
    stats = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids]
    return sum(int(stat[11]) + int(stat[12]) for stat in stats) / os.sysconf("SC_CLK_TCK")


async def measure(sessions: int) -> None:
    """Print one line for so many sessions."""
    with tempfile.TemporaryDirectory() as folder:
        async with ClientSession() as client:
            counts = [min(SEATS, sessions - first) for first in range(0, sessions, SEATS)]
            tables = [Table(Path(folder), number, count) for number, count in enumerate(counts)]
            servers = [await table.serve(client) for table in tables]
            await asyncio.sleep(15.0)
            children = [Path(f"/proc/{one.pid}/task/{one.pid}/children").read_text().split() for one in servers]
            pids = [int(pid) for found in children for pid in found]
            assert len(pids) == sessions, pids
            before, since = seconds(pids), time.monotonic()
            hosts = [one.pid for one in servers]
            served = seconds(hosts)
            await asyncio.gather(*(t.play(Dice(1, n, "bench"), since + SECONDS) for n, t in enumerate(tables)))
            lasted = time.monotonic() - since
            own, theirs = seconds(pids) - before, seconds(hosts) - served
            delays = sorted(delay for table in tables for delay in table.delays)
            print(
                f"{sessions} sessions: {100 * own / lasted / sessions:.1f} % of a core each, servers "
                f"{100 * theirs / lasted:.1f} %; a move is sent after {median(delays):.2f} s, p99 "
                f"{delays[int(len(delays) * 0.99)]:.2f} s ({len(delays)} times); own memory "
                f"{max(of(pids, 'Private_')):.0f} MB at most; load {os.getloadavg()[0]:.1f}"
            )
            for server in servers:
                server.terminate()
                await server.wait()


def main() -> None:
    """Print the figures."""
    for wanted in sys.argv[1:] or ("2", "4", "8"):
        asyncio.run(measure(int(wanted)))


if __name__ == "__main__":
    main()
