"""The program of one seat as the server sees it: a process of its own, whose packets go to one browser."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from aiohttp import web
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from towergames.exit_codes import NOT_WRITTEN, OK
from towergames.run_request import DRAWN, PIXELS, TO_PAGE, WRONG_PIN

PASSED = (
    "PATH",
    "HOME",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "PYTHONPATH",
    "PYTHONUTF8",
    "SYSTEMROOT",
    "TEMP",
    "TMP",
    "TMPDIR",
)
"""Environment variables of the host that the program gets. It gets no others of the host."""
SET = ("COLUMNS", "ROWS", "TEXTUAL_FPS", "TEXTUAL_COLOR_SYSTEM")
"""Environment variables that textual-serve sets for the program."""
KINDS = ("aloud", "call", "line", "picture")
"""The kinds of messages of the program that its page gets."""
LONGEST = 512 * 1024
"""Bytes of the longest of them; longer ones are dropped."""
SEND_TIMEOUT = 20.0
"""Seconds that a browser may take to read what it was sent."""
REASONS = {OK: b"left", NOT_WRITTEN: b"the last moves could not be saved", None: b""}
"""Message to the page by the exit code of the program."""
EXIT_TIMEOUT = 4.0
"""Seconds after which a program that was asked to end is killed."""


class SeatProcess(AppService):
    """Runs one command and passes its packets to a web socket. It delivers no files and opens no pages.

    ``wrong_pin`` is awaited for each wrong PIN before the answer goes to the browser.
    """

    def __init__(
        self, arguments: Sequence[str], socket: web.WebSocketResponse, wrong_pin: Callable[[], Awaitable[None]]
    ) -> None:
        async def send(data: bytes) -> None:
            await asyncio.wait_for(socket.send_bytes(data), SEND_TIMEOUT)

        async def send_text(text: str) -> None:
            await asyncio.wait_for(socket.send_str(text), SEND_TIMEOUT)

        async def close() -> None:
            code = self._process.returncode if self._process is not None else None
            await socket.close(message=REASONS.get(code, b"the program had a fault"))

        super().__init__("", write_bytes=send, write_str=send_text, close=close, download_manager=DownloadManager())
        self._arguments = arguments
        self._wrong_pin = wrong_pin
        self._ending = False
        """Whether the program was asked to end, so that its end is waited for there."""
        self._has_spoken = False
        """Whether the program has sent anything to the browser."""

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        whole = super()._build_environment(width, height)
        return {key: value for key, value in whole.items() if key in PASSED or key in SET}

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        process = await asyncio.create_subprocess_exec(
            # -P: else a file in the current folder that is named like a module runs in its place.
            *(sys.executable, "-P", "-m", "towergames.web.session", *self._arguments),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,  # an error message could name a hidden card, and the host plays too
            env=self._build_environment(width, height),
        )
        process.stderr = asyncio.StreamReader()  # the service reads one
        process.stderr.feed_eof()
        self._process, self._stdin = process, process.stdin
        return process

    async def run(self) -> None:
        """Pass packets on until the program ends, however it ends."""
        try:
            with suppress(OSError):  # the browser reads too slowly, or has gone
                await super().run()
        finally:
            if self._process is not None and not self._ending:
                with suppress(TimeoutError):
                    await asyncio.wait_for(_wait(self._process), EXIT_TIMEOUT)
            await self.remote_close()

    async def on_meta(self, data: bytes) -> None:
        """Take in that a PIN was wrong, or pass on what is for the page. The end of a program is seen by its output."""
        packet = json.loads(data)
        kind = packet.get("type")
        if kind == WRONG_PIN:
            await self._wrong_pin()
        elif kind == TO_PAGE and packet.get("kind") in KINDS and len(data) <= LONGEST:
            # As text: what is drawn goes to the page as bytes, so that nothing drawn can be one of these.
            await self.remote_write_str(json.dumps([packet["kind"], packet.get("value")]))

    async def set_pixels(self, width: int, height: int) -> None:
        """Tell the program that the page shows pictures, and how many pixels a cell has."""
        await self.send_meta({"type": PIXELS, "width": width, "height": height})

    async def drawn(self) -> None:
        """Tell the program that the page has a part of a picture."""
        await self.send_meta({"type": DRAWN})

    async def on_data(self, payload: bytes) -> None:
        """Pass on what the program shows."""
        self._has_spoken = True
        await super().on_data(payload)

    async def on_packed(self, payload: bytes) -> None:
        """Files are not delivered."""

    async def end(self) -> int | None:
        """End the program, and kill it where it does not; its exit code.

        A program that has shown nothing yet is killed at once, and has no exit code: it reads nothing before that.
        """
        process, task = self._process, self._task
        if process is None:
            return None
        self._ending = True
        starts = task is not None and process.returncode is None and not self._has_spoken
        if starts:
            with suppress(ProcessLookupError):
                process.kill()
        with suppress(RuntimeError):  # it has ended already
            self.stdin.write(self.encode_packet(b"M", b'{"type": "quit"}'))
        if task is not None:
            task.cancel()
            await asyncio.wait((task,))
        try:
            async with asyncio.timeout(EXIT_TIMEOUT):
                await _wait(process)
        except TimeoutError:
            with suppress(ProcessLookupError):
                process.kill()
            with suppress(TimeoutError):  # a process that it has started may still have its output
                await asyncio.wait_for(_wait(process), EXIT_TIMEOUT)
        return None if starts else process.returncode


async def _wait(process: Process) -> None:
    """Wait until a process has ended. It and asyncio wait until its output is read, so that is read and dropped."""
    while process.stdout is not None and await process.stdout.read(65536):
        pass
    await process.wait()
