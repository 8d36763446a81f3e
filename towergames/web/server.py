"""A web server for the seats of one open table: a link with a token for each, and nothing else."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import logging
import re
import secrets
import socket as sockets
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any, NoReturn

import msgspec
from aiohttp import WebSocketError, WSCloseCode, WSMsgType, web
from yarl import URL

from towergames import registry
from towergames.core.contract import Seat
from towergames.core.text import reason_of
from towergames.table.errors import SaveError
from towergames.table.journal import read_journal
from towergames.table.seats import Seats
from towergames.table.shared_journal import REPLACED_AFTER_SECONDS
from towergames.table.storage import Stamp, stamp_of
from towergames.web.browser_socket import BrowserSocket
from towergames.web.seat_process import SEND_TIMEOUT, SeatProcess

TOKEN_BYTES = 24
IDLE = 30 * 60.0
"""Seconds without a key or a click after which a browser's window is closed; its link opens it again."""
WRONG = 10
"""Wrong links in a minute after which further ones of an address are refused for the rest of that minute."""
REQUESTS = 300
"""Requests in a minute for one link, or of one address, after which further ones are refused in the same way."""
IDLE_CONNECTION_TIMEOUT = 10.0
"""Seconds after which a connection that asks for nothing is closed."""
WAITING = 50
"""How many connections may ask for nothing at a time; of more the oldest are closed."""
STARTS = 10
"""How often a link opens in a minute."""
WRONG_PINS = 5
"""How often a PIN may be wrong at a link before its window is closed and the link rests for a minute."""
MESSAGE = 16 * 1024
"""Bytes of the longest message of a browser."""
MESSAGES = msgspec.json.Decoder(list[str | dict[str, int]])
"""Reads the messages of a browser; nothing nested deeper gets through."""
PACE = 0.01
"""Seconds for each message of a browser, and for each 256 bytes of it; the next one waits as long."""
LEAST_COLUMNS = 60
COLUMNS, ROWS = (20, 300), (8, 120)
"""The smallest and largest size that a browser may ask for."""
SHUTDOWN_TIMEOUT = 6.0
"""Seconds that windows have to close when the server ends."""
POLL_INTERVAL = 2.0
"""Seconds between two looks whether the table has ended."""
STRANGE = "its browser sent what the page never sends"
WRONG_LINK = "This link does not open a seat. Ask the host of the table for your link."
TYPES = {"js": "text/javascript", "css": "text/css", "ttf": "font/ttf"}
STATICS = {
    name: (package, path)
    for name, package, path in (
        ("page.js", "towergames.web", "page/page.js"),
        ("page.css", "towergames.web", "page/page.css"),
        ("textual.js", "textual_serve", "static/js/textual.js"),
        ("xterm.css", "textual_serve", "static/css/xterm.css"),
        ("mono.ttf", "textual_serve", "static/fonts/RobotoMono-VariableFont_wght.ttf"),
    )
}
"""The only files that are sent."""
HOST = re.compile(r"(?:[\w.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?", re.ASCII)
"""The Host headers of browsers: a name or an address, and a port. No other one gets into a header of an answer."""

QUIET = logging.getLogger("towergames.web")
"""A silent log for aiohttp, whose messages may name paths, and with them tokens."""
QUIET.addHandler(logging.NullHandler())
QUIET.propagate = False


@dataclass(slots=True)
class Link:
    """A seat, the token that opens it, and the browser that has it open."""

    seat: Seat
    name: str
    seats: Seats
    """Holds the seat while no browser has it open."""
    token: str = field(default_factory=lambda: secrets.token_urlsafe(TOKEN_BYTES), repr=False)
    socket: BrowserSocket | None = None
    """The socket of the newest browser."""
    running: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a program runs at the seat."""
    seen: float = 0.0
    starts: list[float] = field(default_factory=list)
    wrong_pins: int = 0
    """How often the PIN was wrong since the link last rested, in all its windows."""

    @property
    def path(self) -> str:
        return f"/seat/{self.token}"


class Guard:
    """Counts requests in the present minute, each by its key: what is counted under one key refuses no other."""

    def __init__(self) -> None:
        self._since = time.monotonic()
        self._requests: Counter[str] = Counter()
        self._wrong: Counter[str] = Counter()
        self._told: set[str] = set()

    def admits(self, key: str) -> bool:
        """Count a request; whether it is answered."""
        now = time.monotonic()
        if now - self._since > 60.0:
            self._since = now
            self._requests.clear()
            self._wrong.clear()
            self._told.clear()
        self._requests[key] += 1
        return self._requests[key] <= REQUESTS and self._wrong[key] < WRONG

    def begins_a_flood(self, key: str) -> bool:
        """Whether the last request is the first that is too many."""
        return self._requests[key] == REQUESTS + 1

    def wrong(self, address: str) -> int:
        """Count a wrong link; how many there were."""
        self._wrong[address] += 1
        return self._wrong[address]

    def tells(self, address: str) -> bool:
        """Whether to log a refusal that is not counted: once a minute for each address."""
        told = address in self._told
        self._told.add(address)
        return not told


class TableServer:
    """Serves the seats of the open table saved at ``path``.

    ``config`` is an empty folder for the programs of the seats, ``log`` takes one sentence about what happens, in which
    there is no token.
    """

    def __init__(self, path: Path, seats: Sequence[tuple[Seat, str]], config: Path, log: Callable[[str], None]) -> None:
        self.path = path
        self.links = [Link(seat, name, Seats(path)) for seat, name in seats]
        self.ended = ""
        """The reason why no link opens any more."""
        self._config = config
        self.log = log
        self._guard = Guard()
        self._asking: set[web.RequestHandler] = set()
        """The connections whose request is being answered, those of open windows too."""
        self._waiting: dict[web.RequestHandler, float] = {}
        """Since when each of the others was seen to ask for nothing."""
        header = read_journal(path).header
        sizes = registry.get(header.game).board.sizes(len(header.seats), None)
        self._columns = max(LEAST_COLUMNS, sizes.narrow[0] if sizes.narrow else sizes.board[0])
        """Columns that a phone must have."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._stamp: Stamp | None = None
        self._over = False
        """Whether the game was over when the file had this stamp."""
        self._missing: float | None = None
        """Since when the file is missing."""
        self.hosts = {"localhost", sockets.gethostname().lower(), f"{sockets.gethostname().lower()}.local"}
        """The names that the server answers to."""

    # --- the seats ----------------------------------------------------------------------------------------

    def reserve_seats(self) -> list[str]:
        """Take the seats for their links; the names of those that another window has taken meanwhile."""
        return [link.name for link in self.links if not self._reserve(link)]

    def leave(self) -> None:
        """Let all seats go."""
        for link in self.links:
            link.seats.leave()

    @staticmethod
    def _reserve(link: Link) -> bool:
        reserved = link.seats.take(link.seat)
        link.seats.away(True)
        return reserved

    @property
    def sessions(self) -> int:
        """How many browsers have a seat open."""
        return sum(link.running.locked() for link in self.links)

    async def look(self) -> None:
        """Note whether the table has ended, and close windows that are lost or at which nothing was done for long."""
        self.ended = await asyncio.to_thread(self._why_ended)
        now = time.monotonic()
        for link in self.links:
            if link.socket is None or not link.running.locked():
                continue
            if link.socket.closed:  # its handler may still wait for the browser to read
                await link.socket.close()
            elif now - link.seen > IDLE:
                self.log(f"The window of {link.name} is closed: nothing was done in it for {IDLE / 60:.0f} minutes.")
                await link.socket.close(message=b"idle")

    def drop_idle_connections(self, connections: Iterable[web.RequestHandler]) -> None:
        """Close connections that have asked for nothing for a while; a request that never ends is none."""
        now = time.monotonic()
        waiting = {one: self._waiting.get(one, now) for one in connections if one not in self._asking}
        for number, (one, since) in enumerate(sorted(waiting.items(), key=lambda item: item[1])):
            if one.transport is None:
                continue
            limit = SEND_TIMEOUT if one.transport.get_write_buffer_size() else IDLE_CONNECTION_TIMEOUT
            if now - since > limit or number < len(waiting) - WAITING:
                one.transport.abort()  # a close would wait until the browser has read its answers
        self._waiting = waiting

    def _why_ended(self) -> str:
        try:
            stamp = stamp_of(self.path)
            if stamp != self._stamp:
                kinds = [record.kind for record in read_journal(self.path).records if record.kind != "note"]
                self._stamp, self._over = stamp, kinds[-1:] == ["end"]
        except FileNotFoundError:
            now = time.monotonic()
            self._missing = self._missing or now
            # The window that keeps the table writes it again after DOUBT.
            return (
                "The saved game was removed."
                if now - self._missing > REPLACED_AFTER_SECONDS + POLL_INTERVAL
                else self.ended
            )
        except (OSError, SaveError):
            return self.ended  # it may be being replaced
        self._missing = None
        return "The game is over." if self._over else ""

    # --- the server ---------------------------------------------------------------------------------------

    def application(self) -> web.Application:
        """The application that aiohttp runs."""
        app = web.Application(middlewares=[self._watch])
        app.add_routes(
            [
                web.get("/seat/{token}", self._page),
                web.get("/seat/{token}/ws", self._play),
                web.get("/static/{name}", self._static),
                web.get("/favicon.ico", self._no_icon),
                web.get("/", self._no_seat),
            ]
        )
        app.on_response_prepare.append(self._security_headers)
        app.on_shutdown.append(self._close)
        return app

    async def _close(self, _: web.Application) -> None:
        await asyncio.gather(*(link.socket.close(message=b"ended") for link in self.links if link.socket is not None))
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=SHUTDOWN_TIMEOUT)

    @web.middleware
    async def _watch(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """Refuse foreign names and pages of other sites, then count what is left: too many requests, wrong links."""
        self._asking.add(request.protocol)
        try:
            return await self._answer(request, handler)
        finally:
            self._asking.discard(request.protocol)

    async def _answer(self, request: web.Request, handler: Any) -> web.StreamResponse:
        if not self._is_ours(request):
            told = "This name is not of the server's machine. Open the link as it was printed."
            self._refuse(request, "another host's name", told)
        if _is_of_another_site(request):
            self._refuse(request, "a page of another site", "A page of another site cannot use this server.")
        key = self._counted_as(request)
        if not self._guard.admits(key):
            if self._guard.begins_a_flood(key):
                self.log(f"Refused {request.remote}: too many requests. More are refused for the rest of a minute.")
            raise _refusal(web.HTTPTooManyRequests, "Too many requests. Wait a minute.")
        try:
            response: web.StreamResponse = await handler(request)
        except (web.HTTPNotFound, web.HTTPMethodNotAllowed):
            times = self._guard.wrong(request.remote or "")
            if times <= WRONG:
                more = " This address gets right links only for a minute." if times == WRONG else ""
                self.log(f"Refused {request.remote}: a wrong link.{more}")
            raise
        return response

    def _counted_as(self, request: web.Request) -> str:
        """The key under which a request is counted: what an address guesses refuses no right link and no file.

        Browsers mark the requests of other pages only where the server is on their own machine. Elsewhere a page could
        make the browser of a player guess.
        """
        link = self._link_of(request)
        if link is not None:
            return link.path
        address = request.remote or ""
        return f"files {address}" if request.match_info.get("name") in STATICS else address

    def _refuse(self, request: web.Request, what: str, text: str) -> NoReturn:
        """Refuse what a page of another site can make a browser ask. It is not counted: the player has that browser."""
        if self._guard.tells(request.remote or ""):
            self.log(f"Refused {request.remote}: {what}.")
        raise _refusal(web.HTTPForbidden, text)

    def _is_ours(self, request: web.Request) -> bool:
        """Whether the host is an address or a name of this machine: a foreign name may be made to point here."""
        host = request.headers.get("Host", "")  # without it request.host is made up
        if not HOST.fullmatch(host):
            return False
        try:
            name = (URL(f"http://{host}").host or "").lower()
            if name not in self.hosts:
                ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    async def _security_headers(self, request: web.Request, response: web.StreamResponse) -> None:
        here = f"ws://{request.host} wss://{request.host}" if self._is_ours(request) else ""
        response.headers.update(
            {
                "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
                f"font-src 'self'; img-src 'self' data:; connect-src 'self' {here}; frame-ancestors 'none'; "
                "base-uri 'none'; form-action 'none'",
                "Referrer-Policy": "no-referrer",
                "X-Content-Type-Options": "nosniff",
                "Cross-Origin-Resource-Policy": "same-origin",
                "Server": "towergames",
            }
        )
        response.headers.setdefault("Cache-Control", "no-store")

    def _link_of(self, request: web.Request) -> Link | None:
        """The link whose token the path has, if there is one."""
        token = request.match_info.get("token", "").encode()
        found = [link for link in self.links if hmac.compare_digest(link.token.encode(), token)]
        return found[0] if found else None

    def _link(self, request: web.Request) -> Link:
        link = self._link_of(request)
        if link is None:
            raise _refusal(web.HTTPNotFound, WRONG_LINK)
        if self.ended:
            raise _refusal(web.HTTPGone, f"{self.ended} This link does not open a seat any more.")
        return link

    async def _page(self, request: web.Request) -> web.Response:
        self._link(request)
        page = (files("towergames.web") / "page/index.html").read_text(encoding="utf-8")
        page = page.replace('data-columns="60"', f'data-columns="{self._columns}"')
        return web.Response(text=page, content_type="text/html")

    async def _no_icon(self, _: web.Request) -> web.Response:
        """Browsers ask for an icon by themselves: that is no wrong link."""
        return web.Response(status=204)

    async def _no_seat(self, _: web.Request) -> web.Response:
        raise _refusal(web.HTTPNotFound, WRONG_LINK)

    async def _static(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        if name not in STATICS:
            raise web.HTTPNotFound
        package, path = STATICS[name]
        body = (files(package) / path).read_bytes()
        # What changes with the program is asked for each time: else an old script meets a new page.
        headers = {"Cache-Control": "no-cache" if package == "towergames.web" else "max-age=86400"}
        return web.Response(body=body, content_type=TYPES[name.rpartition(".")[2]], headers=headers)

    # --- a window -----------------------------------------------------------------------------------------

    async def _play(self, request: web.Request) -> web.StreamResponse:
        """Play a seat until its browser or its program ends. A browser that comes later takes the place of this one."""
        link = self._link(request)
        if "Origin" not in request.headers:
            self._refuse(request, "no page of this server", "The request names no page. Open the link in a browser.")
        now = time.monotonic()
        link.starts = [start for start in link.starts if now - start < 60.0]
        socket = BrowserSocket(MESSAGE)
        await socket.prepare(request)
        if len(link.starts) >= STARTS:
            if self._guard.tells(f"{link.seat} starts"):
                self.log(f"The link of {link.name} was opened too often. It rests for a minute.")
            await socket.close(message=b"opened too often")
            return socket
        link.starts.append(now)
        before, link.socket = link.socket, socket
        if before is not None:
            await before.close(message=b"opened elsewhere")
        # A task of its own: aiohttp cancels a handler whose browser has gone, and the seat must be kept even then.
        task = asyncio.create_task(self._run(link, socket, request))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await asyncio.shield(task)
        return socket

    async def _run(self, link: Link, socket: BrowserSocket, request: web.Request) -> None:
        async with link.running:
            if link.socket is socket and not socket.closed:
                await self._run_program(link, socket, request)

    async def _run_program(self, link: Link, socket: BrowserSocket, request: web.Request) -> None:
        if not link.seats.held and not await asyncio.to_thread(self._reserve, link):
            self.log(f"{link.name} cannot open the table: another window has taken the seat. Leave that window first.")
            await socket.close(message=b"seat taken")
            return
        arguments = (str(self.path.parent), self.path.stem, str(link.seat), str(self._config))
        program = SeatProcess(arguments, socket, partial(self._count_wrong_pin, link, socket))
        size = (
            _within(_number(request.query.get("width")), COLUMNS),
            _within(_number(request.query.get("height")), ROWS),
        )
        link.seen = time.monotonic()
        self.log(f"{link.name} has opened the table from {request.remote}.")
        try:
            link.seats.leave()
            try:
                await program.start(*size)
            except OSError as error:
                self.log(f"The program for {link.name} cannot be started: {reason_of(error)}.")
                return
            with suppress(ConnectionError):  # the browser has gone
                await self._pass_on(link, socket, program)
        finally:
            code = await program.end()
            await socket.close()
            reserved = await asyncio.to_thread(self._reserve, link)
            more = ""
            if code:
                more = f" The program ended with code {code}."
            if not reserved:
                more += " Another window has taken the seat; the link opens it when that window is left."
            self.log(f"{link.name} has left the window.{more}")

    async def _count_wrong_pin(self, link: Link, socket: BrowserSocket) -> None:
        """Count a wrong PIN; after the last try close the window, and let the link rest."""
        link.wrong_pins += 1
        if link.wrong_pins >= WRONG_PINS:
            link.wrong_pins = 0
            link.starts = [time.monotonic()] * STARTS
            self.log(f"The PIN of {link.name} was wrong too often. The link of {link.name} rests for a minute.")
            await socket.close(message=b"the PIN was wrong too often")

    async def _pass_on(self, link: Link, socket: BrowserSocket, program: SeatProcess) -> None:
        """Give the program what its browser sends, at a pace that it can follow."""
        error = None
        async for message in socket:
            if message.type is WSMsgType.ERROR:
                error = message.data
                break
            if not (message.type is WSMsgType.TEXT and await self._take(message.data, link, socket, program)):
                self.log(f"The window of {link.name} is closed: {STRANGE}.")
                await socket.close(code=WSCloseCode.POLICY_VIOLATION)
                return
            await asyncio.sleep(PACE * (1 + len(message.data) // 256))
        error = error or socket.exception()
        if error is not None:
            why = STRANGE if isinstance(error, WebSocketError) else "the connection to its browser was lost"
            self.log(f"The window of {link.name} is closed: {why}.")

    async def _take(self, text: str, link: Link, socket: BrowserSocket, program: SeatProcess) -> bool:
        """Do what one message of the page says; False if the page has no such message."""
        try:
            match MESSAGES.decode(text):
                case ["stdin", str(keys)]:
                    link.seen = time.monotonic()
                    await program.send_bytes(keys.encode("utf-8", "replace"))
                case ["resize", {"width": int(width), "height": int(height)}]:
                    await program.set_terminal_size(_within(width, COLUMNS), _within(height, ROWS))
                case ["ping", str(sent)]:
                    await socket.send_json(["pong", sent[:32]])
                case ["blur"]:
                    await program.blur()
                case ["focus"]:
                    await program.focus()
                case _:
                    return False
        except msgspec.DecodeError:
            return False
        return True


def _refusal(kind: type[web.HTTPClientError], text: str) -> web.HTTPClientError:
    """An error that a person reads in a browser."""
    page = (files("towergames.web") / "page/message.html").read_text(encoding="utf-8")
    return kind(text=page.replace("TEXT", text), content_type="text/html")


def _is_of_another_site(request: web.Request) -> bool:
    """Whether a page of another site asks, unless its reader has followed a link to here."""
    if request.headers.get("Origin") not in (None, f"http://{request.host}", f"https://{request.host}"):
        return True
    mode, target = request.headers.get("Sec-Fetch-Mode"), request.headers.get("Sec-Fetch-Dest")
    return request.headers.get("Sec-Fetch-Site") in ("cross-site", "same-site") and (mode, target) != (
        "navigate",
        "document",
    )


def _number(text: str | None) -> int:
    return int(text) if text is not None and text.isascii() and text.isdigit() and len(text) < 6 else 80


def _within(number: int, bounds: tuple[int, int]) -> int:
    return max(bounds[0], min(bounds[1], number))


def address_of(host: str) -> str:
    """The address in links: of a server that listens everywhere, the one by which this machine reaches others."""
    if host not in ("0.0.0.0", "::"):  # noqa: S104 - compared, not bound
        return host
    kind, far = (sockets.AF_INET6, "2001:db8::1") if host == "::" else (sockets.AF_INET, "192.0.2.1")
    with sockets.socket(kind, sockets.SOCK_DGRAM) as probe:  # connecting sends nothing
        try:
            probe.connect((far, 9))
            return str(probe.getsockname()[0])
        except OSError:
            return sockets.gethostname()


class Door:
    """The port of a server. It is let go when the table has ended, so that the next table can be served there."""

    def __init__(self, server: TableServer, runner: web.AppRunner, host: str, port: int) -> None:
        self.port = port
        self._server = server
        self._runner = runner
        self._host = host
        self._site: web.TCPSite | None = None
        self._taken = False
        """Whether another program has the port, as a message has said."""

    async def open(self) -> None:
        """Listen. Raises OSError."""
        site = web.TCPSite(self._runner, self._host, self.port)
        try:
            await site.start()
        except OSError:
            await site.stop()
            raise
        self._site, self._taken = site, False
        self.port = self._runner.addresses[0][1]

    async def follow(self) -> None:
        """Let the port go while windows of an ended table stay; listen again when the end of the game was undone."""
        ended, log = self._server.ended, self._server.log
        if ended and self._server.sessions and self._site is not None:
            await self._site.stop()
            self._site = None
            log(f"{ended} Open windows stay. Port {self.port} is free: the next table can be served.")
        elif not ended and self._site is None:
            try:
                await self.open()
            except OSError:
                if not self._taken:
                    log(f"The game goes on, but its links wait: another program uses port {self.port}.")
                self._taken = True
            else:
                log("The game goes on. The links work again.")


async def run(server: TableServer, host: str, port: int, stop: asyncio.Event, ready: Callable[[str], None]) -> None:
    """Serve until ``stop`` is set, or until the table has ended and every window is closed.

    ``ready`` is given the beginning of all links once they work. Raises OSError where the port cannot be had. When the
    table has ended the port is let go at once: the next table can be served there while windows are still open.
    """
    runner = web.AppRunner(server.application(), access_log=None, logger=QUIET, shutdown_timeout=SHUTDOWN_TIMEOUT)
    await runner.setup()
    try:
        door = Door(server, runner, host, port)
        await door.open()
        shown = address_of(host)
        base = f"http://{f'[{shown}]' if ':' in shown else shown}:{door.port}"
        server.hosts.add((URL(base).host or "").lower())
        ready(base)
        while not stop.is_set() and not (server.ended and not server.sessions):
            await server.look()
            await door.follow()
            server.drop_idle_connections(runner.server.connections if runner.server is not None else ())
            try:
                await asyncio.wait_for(stop.wait(), POLL_INTERVAL)
            except TimeoutError:
                continue
    finally:
        await runner.cleanup()
        server.leave()
