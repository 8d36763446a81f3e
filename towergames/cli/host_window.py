"""The window of a host who plays in the terminal in which the server of the table runs."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from towergames.cli.output import print_message


class HostWindow:
    """Opens the seat of the host as often as Enter is pressed. Messages of the server wait while the window is open.

    ``arguments`` are the global options of the command, ``path`` answers the save of the table that is served.
    """

    def __init__(self, name: str, arguments: Sequence[str], path: Callable[[], Path]) -> None:
        self._name = name
        self._arguments = arguments
        self._path = path
        self._process: asyncio.subprocess.Process | None = None
        self._waiting: list[str] = []

    def log(self, text: str) -> None:
        """Print a message of the server, or keep it until the window is closed."""
        if self._process is None:
            print_message(text)
        else:
            self._waiting.append(text)

    async def run(self) -> None:
        """Open the window at each Enter, until the input ends or this task is cancelled."""
        print_message(f"Press Enter to sit down as {self._name}.")
        while await _line():
            await self._open()
            print_message(*self._waiting, f"You have left the table. Press Enter to sit down again as {self._name}.")
            self._waiting.clear()

    async def _open(self) -> None:
        path = self._path()
        words = (*self._arguments, "--saves", str(path.parent), "join", path.stem, "--seat", self._name)
        self._process = await asyncio.create_subprocess_exec(sys.executable, "-P", "-m", "towergames", *words)
        try:
            await self._process.wait()
        finally:
            if self._process.returncode is None:
                self._process.terminate()
                await self._process.wait()
            self._process = None


async def _line() -> str:
    """The next line of the terminal; '' at the end of the input. The thread that reads holds no program that ends."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[str] = loop.create_future()

    def take(line: str) -> None:
        if not answer.done():
            answer.set_result(line)

    def read() -> None:
        line = sys.stdin.readline()
        if not loop.is_closed():
            loop.call_soon_threadsafe(take, line)

    threading.Thread(target=read, name="enter", daemon=True).start()
    return await answer
