"""An open table whose second seat is served on a port of this machine; the test sits at the first seat."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar, WSMsgType
from aiohttp.test_utils import TestServer

from tests.plain.helpers import header_of
from towergames.table.records import OPEN_FORMAT
from towergames.table.shared import SharedTable
from towergames.table.store import Store
from towergames.web import server as web_server
from towergames.web.links import COOKIE, Link
from towergames.web.seat_process import SeatProcess
from towergames.web.server import TableServer

if sys.platform == "win32":
    collect_ignore = ["test_browser.py"]  # the terminals beside the browsers are pseudo-terminals


WELCOME = b"To the table"
"""The button of the first screen of a guest."""


@dataclass
class Served:
    """The server, what it has said, and a client that knows no link by itself."""

    ann: SharedTable
    server: TableServer
    web: TestServer
    client: ClientSession
    said: list[str] = field(default_factory=list)
    told: list[list[Any]] = field(default_factory=list)
    """What programs have told their pages."""

    @property
    def bob(self) -> Link:
        return self.server.links[0]

    @property
    def origin(self) -> str:
        return str(self.web.make_url("")).rstrip("/")

    async def page(self, path: str, **headers: str) -> int:
        async with self.client.get(self.origin + path, headers=headers) as response:
            return response.status

    async def window(self, size: str = "width=80&height=24") -> ClientWebSocketResponse:
        """Bob's browser opens his link."""
        return await self.opened(self.bob, self.origin, size)

    async def opened(
        self, link: Link, origin: str, size: str = "width=80&height=24", **headers: str
    ) -> ClientWebSocketResponse:
        """A browser that has followed a link opens its page."""
        cookie = f"{COOKIE}={link.token}"
        headers = {"Cookie": cookie, "Origin": origin, **headers}
        return await self.client.ws_connect(f"{self.origin}{link.page}/ws?{size}", headers=headers)

    async def seen(self, socket: ClientWebSocketResponse, until: str) -> bytes:
        """Everything sent to a window up to a text that must come. A guest who is introduced goes to the table."""
        found, welcomed = b"", False
        while until.encode() not in found:
            message = await socket.receive(timeout=30)
            if message.type is WSMsgType.TEXT:  # what the program tells the page itself
                self.told.append(json.loads(message.data))
                continue
            assert message.type is WSMsgType.BINARY, (message, found[-2000:])
            found += message.data
            if WELCOME in found and not welcomed:
                welcomed = True
                await self.keys(socket, "\r")
        return found

    async def end_of(self, socket: ClientWebSocketResponse) -> int | None:
        """Read a window until it is closed; the code."""
        while (await socket.receive(timeout=30)).type not in (WSMsgType.CLOSE, WSMsgType.CLOSED, WSMsgType.CLOSING):
            pass
        return socket.close_code

    async def answers(self, socket: ClientWebSocketResponse) -> bool:
        """Whether a window is answered for."""
        await socket.send_str('["ping", "1"]')
        while (message := await socket.receive(timeout=10)).type in (WSMsgType.TEXT, WSMsgType.BINARY):
            if message.data == '["pong", "1"]':
                return True
        return False

    async def empty(self) -> None:
        """Wait until no window is open."""
        async with asyncio.timeout(30):
            while self.server.sessions:
                await asyncio.sleep(0.05)

    async def answer_to(self, *lines: str) -> bytes:
        """The answer to a request, sent as it stands."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.web.port)
        writer.write("\r\n".join((*lines, "Connection: close", "", "")).encode())
        answer = await reader.read()
        writer.close()
        await writer.wait_closed()
        return answer

    async def keys(self, socket: ClientWebSocketResponse, *keys: str) -> None:
        for key in keys:
            await socket.send_str(json.dumps(["stdin", key]))


def opened(folder: Path, *seats: str, game: str = "takethat", seed: int = 7) -> SharedTable:
    """A new open table, with the test at the first seat."""
    table = Store(folder).begin(replace(header_of(*seats, game=game, seed=seed), format=OPEN_FORMAT), "evening")
    assert isinstance(table, SharedTable)
    return table


@pytest.fixture
async def served(own_home: Path, tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Served]:
    """The parameter of a test is the seed of the game."""
    ann = opened(own_home / "saves", "Ann", "Bob", seed=getattr(request, "param", 7))
    said: list[str] = []
    server = TableServer(ann.journal.path, [(1, "Bob")], tmp_path, said.append)
    assert not server.reserve_seats()
    web = TestServer(server.application(), host="127.0.0.1")
    await web.start_server(access_log=None)
    async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as client:
        yield Served(ann, server, web, client, said)
    await web.close()
    server.leave()
    ann.close()
    assert not any(server.links[0].token in line for line in said)


class Quiet(SeatProcess):
    """A program that takes everything and says nothing."""

    sizes: ClassVar[list[tuple[int, int]]] = []

    async def start(self, width: int, height: int) -> None:
        self.sizes.append((width, height))

    async def send_bytes(self, data: bytes) -> bool:
        return True

    async def set_terminal_size(self, width: int, height: int) -> None:
        self.sizes.append((width, height))


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> type[Quiet]:
    """Programs that say nothing."""
    monkeypatch.setattr(web_server, "SeatProcess", Quiet)
    monkeypatch.setattr(Quiet, "sizes", [])
    return Quiet
