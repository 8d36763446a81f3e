"""A web server for the seats of one table after the other: a link with a token for each seat, and nothing else."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from functools import partial
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any, NoReturn

import msgspec
from aiohttp import WebSocketError, WSCloseCode, WSMsgType, web
from yarl import URL

from towergames.core.contract import Seat
from towergames.core.text import reason_of
from towergames.run_request import TAKE
from towergames.table.errors import SaveError
from towergames.web.addresses import Addresses, address_of
from towergames.web.browser_socket import BrowserSocket
from towergames.web.guard import WRONG, Guard
from towergames.web.links import Link, link_of
from towergames.web.lobby import Lobby
from towergames.web.seat_process import SEND_TIMEOUT, SeatProcess
from towergames.web.served_game import POLL_INTERVAL, REMOVED, ServedGame

IDLE = 30 * 60.0
"""Seconds without a key or a click after which a player's window is closed; its link opens it again."""
STAY = 10 * 60.0
"""Seconds after the end of a game, with nobody at the table, after which the server ends."""
IDLE_CONNECTION_TIMEOUT = 10.0
"""Seconds after which a connection that asks for nothing is closed."""
WAITING = 50
"""How many connections may ask for nothing at a time; of more the oldest are closed."""
STARTS = 10
"""How often a place at a link is opened in a minute."""
WRONG_PINS = 5
"""How often a PIN may be wrong at a link before its window is closed and the link rests for a minute."""
FORM = 1024
"""Bytes of the longest form of a browser."""
FORM_TIMEOUT = 10.0
"""Seconds that a browser may take to send a form."""
MESSAGE = 16 * 1024
"""Bytes of the longest message of a browser."""
MESSAGES = msgspec.json.Decoder(list[str | dict[str, int]])
"""Reads the messages of a browser; nothing nested deeper gets through."""
PACE = 0.01
"""Seconds for each message of a browser, and for each 256 bytes of it; the next one waits as long."""
COLUMNS, ROWS = (20, 300), (8, 120)
"""The smallest and largest size that a browser may ask for."""
CELL = (4, 100)
"""The fewest and most pixels of a cell, across and down."""
SHUTDOWN_TIMEOUT = 6.0
"""Seconds that windows have to close when the server ends."""
STRANGE = "its browser sent what the page never sends"
WRONG_LINK = "This link does not open a seat. Ask the host of the table for your link."
NO_COOKIE = "This address alone opens no seat. Open the whole link that the host of the table gave you."
NOT_BEGUN = "The game has not begun yet."
TYPES = {"js": "text/javascript", "css": "text/css", "ttf": "font/ttf"}
STATICS = {
    name: (package, path)
    for name, package, path in (
        ("page.js", "towergames.web", "page/page.js"),
        ("touch.js", "towergames.web", "page/touch.js"),
        ("call.js", "towergames.web", "page/call.js"),
        ("page.css", "towergames.web", "page/page.css"),
        ("pixels.js", "towergames.web", "page/pixels.js"),
        ("read_aloud.js", "towergames.web", "page/read_aloud.js"),
        ("lobby.js", "towergames.web", "page/lobby.js"),
        ("textual.js", "textual_serve", "static/js/textual.js"),
        ("xterm.css", "textual_serve", "static/css/xterm.css"),
        ("mono.ttf", "textual_serve", "static/fonts/RobotoMono-VariableFont_wght.ttf"),
    )
}
"""The only files that are sent."""

QUIET = logging.getLogger("towergames.web")
"""A silent log for aiohttp, whose messages may name paths, and with them tokens."""
QUIET.addHandler(logging.NullHandler())
QUIET.propagate = False


class TableServer:
    """Serves the seats of the open table saved at ``first``, and after it those of the games that follow.

    A lobby may stand before the first game; that begins when the guests have chosen their names. A link without a seat
    is for onlookers. ``config`` is an empty folder, in which each seat gets one of its own. ``public`` is the address
    by which guests reach the server. ``log`` takes one sentence about what happens, in which there is no token.
    """

    def __init__(
        self,
        first: Path | Lobby,
        seats: Sequence[tuple[Seat | None, str]],
        config: Path,
        log: Callable[[str], None],
        public: URL | None = None,
    ) -> None:
        self.game: ServedGame | Lobby = first if isinstance(first, Lobby) else ServedGame(first)
        self.begun = asyncio.Event()
        """Set once a game is served, and no lobby any more."""
        self.links = [Link(seat, name) for seat, name in seats]
        if not isinstance(first, Lobby):
            self.begun.set()
            for link in self.links:
                link.belong_to(first)
        self.addresses = Addresses(public)
        self.log = log
        self._config = config
        self._guard = Guard()
        self._asking: set[web.RequestHandler] = set()
        """The connections whose request is being answered, those of open windows too."""
        self._waiting: dict[web.RequestHandler, float] = {}
        """Since when each of the others was seen to ask for nothing."""
        self._tasks: set[asyncio.Task[object]] = set()
        self._left = time.monotonic()
        """When somebody was last at the table, or the game was not over."""
        self._unserved: Path | None = None
        """The next game, if its save cannot be read."""
        self._looking = asyncio.Lock()
        self._trouble = ""
        """The reason why the first game cannot begin, as it was logged."""

    @property
    def path(self) -> Path:
        """The save of the game that is served, once it has begun."""
        assert isinstance(self.game, ServedGame)
        return self.game.path

    # --- the seats ----------------------------------------------------------------------------------------

    def reserve_seats(self) -> list[str]:
        """Keep the seats for their links; the names of those that another server keeps."""
        return [link.name for link in self.links if not link.reserve()]

    def leave(self) -> None:
        """Keep no seat any longer."""
        for link in self.links:
            link.let_go()

    @property
    def sessions(self) -> int:
        """How many windows are open."""
        return sum(link.windows for link in self.links)

    @property
    def ended(self) -> str:
        """The reason why the server ends as soon as no window is open; '' as long as it serves."""
        if isinstance(self.game, ServedGame) and self.game.removed:
            return REMOVED
        return "The game is over." if time.monotonic() - self._left > STAY else ""

    async def look(self) -> None:
        """Serve the game that follows, and close windows that are lost or at which nothing was done for long."""
        async with self._looking:
            await self._look_for_next()
        game = self.game
        if isinstance(game, Lobby) or not game.over or self.sessions or await asyncio.to_thread(game.is_anybody_here):
            self._left = time.monotonic()
        now = time.monotonic()
        for link in self.links:
            for socket in list(link.sockets):
                if socket.closed:  # its handler may still wait for the browser to read
                    await socket.close()
                elif link.seat is not None and now - link.seen > IDLE:
                    self.log(
                        f"The window of {link.name} is closed: nothing was done in it for {IDLE / 60:.0f} minutes."
                    )
                    await socket.close(message=b"idle")

    async def _look_for_next(self) -> None:
        """Serve the game that follows, if one does."""
        game = self.game
        await asyncio.to_thread(game.look)
        if isinstance(game, Lobby) and game.trouble != self._trouble:
            self._trouble = game.trouble
            self.log(f"The game cannot begin. {game.trouble}")
        if game.following is not None and game.following != self._unserved:
            await self._go_on_with(game.following)

    async def _go_on_with(self, path: Path) -> None:
        """Serve the game that has begun after this one. Windows that are open go there by themselves."""
        told = "The game has begun" if isinstance(self.game, Lobby) else "The next game has begun"
        try:
            self.game = await asyncio.to_thread(ServedGame, path)
        except SaveError as error:
            self._unserved = path
            self.log(f"The next game cannot be served: {error}.")
            return
        for link in self.links:
            link.belong_to(path)
            await asyncio.to_thread(link.reserve)
        self.begun.set()
        self.log(f"{told}: {path.stem}. The links lead there.")

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

    # --- the server ---------------------------------------------------------------------------------------

    def application(self) -> web.Application:
        """The application that aiohttp runs."""
        app = web.Application(middlewares=[self._watch], client_max_size=FORM)
        app.add_routes(
            [
                web.get("/seat/{token}", self._open_link),
                web.get("/table/{key}", self._page),
                web.post("/table/{key}", self._take_name),
                web.get("/table/{key}/ws", self._play),
                web.get("/static/{name}", self._static),
                web.get("/favicon.ico", self._no_icon),
                web.get("/", self._no_seat),
            ]
        )
        app.on_response_prepare.append(self._security_headers)
        app.on_shutdown.append(self._close)
        return app

    async def _close(self, _: web.Application) -> None:
        sockets = [socket for link in self.links for socket in link.sockets]
        await asyncio.gather(*(socket.close(message=b"ended") for socket in sockets))
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
        if not self.addresses.knows_host(request):
            told = "This name is not of the server's machine. Open the link as it was printed."
            self._refuse(request, "another host's name", told)
        if self.addresses.is_of_another_site(request):
            self._refuse(request, "a page of another site", "A page of another site cannot use this server.")
        key = self._counted_as(request)
        if not self._guard.admits(key):
            if self._guard.begins_a_flood(key):
                asker = self.addresses.asker(request)
                self.log(f"Refused {asker}: too many requests. More are refused for the rest of a minute.")
            raise _refusal(web.HTTPTooManyRequests, "Too many requests. Wait a minute.")
        try:
            response: web.StreamResponse = await handler(request)
        except (web.HTTPNotFound, web.HTTPMethodNotAllowed):
            times = self._guard.wrong(self.addresses.asker(request))
            if times <= WRONG:
                more = " This address gets right links only for a minute." if times == WRONG else ""
                self.log(f"Refused {self.addresses.asker(request)}: a wrong link.{more}")
            raise
        return response

    def _counted_as(self, request: web.Request) -> str:
        """The key under which a request is counted: what an address guesses refuses no right link and no file.

        Browsers mark the requests of other pages only where the server is on their own machine. Elsewhere a page could
        make the browser of a player guess.
        """
        link = link_of(self.links, request)
        if link is not None:
            return link.path
        address = self.addresses.asker(request)
        return f"files {address}" if request.match_info.get("name") in STATICS else address

    def _refuse(self, request: web.Request, what: str, text: str) -> NoReturn:
        """Refuse what a page of another site can make a browser ask. It is not counted: the player has that browser."""
        if self._guard.tells(self.addresses.asker(request)):
            self.log(f"Refused {self.addresses.asker(request)}: {what}.")
        raise _refusal(web.HTTPForbidden, text)

    async def _security_headers(self, request: web.Request, response: web.StreamResponse) -> None:
        has_forms = isinstance(self.game, Lobby)
        forms = "'self'" if has_forms else "'none'"
        response.headers.update(
            {
                "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
                f"font-src 'self'; img-src 'self' data:; connect-src 'self' {self.addresses.web_sockets(request)}; "
                f"frame-ancestors 'none'; base-uri 'none'; form-action {forms}",
                "Referrer-Policy": "same-origin" if has_forms else "no-referrer",  # a form without it names no Origin
                "X-Content-Type-Options": "nosniff",
                "Cross-Origin-Resource-Policy": "same-origin",
                "Server": "towergames",
            }
        )
        response.headers.setdefault("Cache-Control", "no-store")

    def _link(self, request: web.Request) -> Link:
        """The link of a request. Raises an answer that says why it opens nothing."""
        link = link_of(self.links, request)
        if link is None:
            is_page = any(link.key == request.match_info.get("key") for link in self.links)
            raise _refusal(web.HTTPNotFound, NO_COOKIE if is_page else WRONG_LINK)
        if self.ended:
            raise _refusal(web.HTTPGone, f"{self.ended} This link does not open a seat any more.")
        return link

    async def _open_link(self, request: web.Request) -> web.Response:
        """Give the browser its cookie, and lead it to a page whose address is no secret."""
        link = self._link(request)
        answer = web.Response(status=303, headers={"Location": link.page})
        link.hand_over(answer, encrypted=self.addresses.is_encrypted(request))
        return answer

    async def _page(self, request: web.Request) -> web.Response:
        link = self._link(request)
        if isinstance(self.game, Lobby):
            return web.Response(text=self.game.page(link.seat), content_type="text/html")
        page = (files("towergames.web") / "page/index.html").read_text(encoding="utf-8")
        page = page.replace('data-columns="60"', f'data-columns="{self.game.least_columns}"')
        page = page.replace('data-player=""', f'data-player="{escape(link.name)}"')
        words = "<br />".join(escape(line) for line in self.game.opening(link.seat))
        page = page.replace('<p id="opening">', f'<p id="opening">{words}<br /><br />')
        return web.Response(text=page, content_type="text/html")

    async def _take_name(self, request: web.Request) -> web.Response:
        """Take the name that a guest has chosen. The answer leads to the page again, or says why it is refused."""
        link = self._link(request)
        self._demand_own_page(request)
        if request.content_type != "application/x-www-form-urlencoded":
            raise _refusal(web.HTTPUnsupportedMediaType, "The page sends its form in another way.")
        try:
            async with asyncio.timeout(FORM_TIMEOUT):
                form = await request.post()
        except TimeoutError:
            raise _refusal(web.HTTPRequestTimeout, "The form came too slowly. Open the link again.") from None
        game = self.game
        if isinstance(game, Lobby) and link.seat is not None and game.is_nameless(link.seat):
            guest = link.name
            typed = str(form.get("name", ""))
            refusal = game.take_name(link.seat, typed)
            if refusal:
                return web.Response(text=game.page(link.seat, typed, refusal), content_type="text/html")
            link.name = game.header.names[link.seat]
            self.log(f"{guest} has chosen a name: {link.name}.")
            await self.look()
        return web.Response(status=303, headers={"Location": link.page})

    def _demand_own_page(self, request: web.Request) -> None:
        """Refuse a request that names no page; pages of other sites are refused before."""
        if "Origin" not in request.headers:
            self._refuse(request, "no page of this server", "The request names no page. Open the link in a browser.")

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
        """Play a seat until its browser or its program ends. A later browser takes the place of the oldest one."""
        link = self._link(request)
        self._demand_own_page(request)
        if isinstance(self.game, Lobby):
            raise _refusal(web.HTTPConflict, NOT_BEGUN)
        now = time.monotonic()
        link.starts = [start for start in link.starts if now - start < 60.0]
        socket = BrowserSocket(MESSAGE)
        await socket.prepare(request)
        if len(link.starts) >= STARTS * link.places:
            if self._guard.tells(f"{link.key} starts"):
                self.log(f"The link of {link.name} was opened too often. It rests for a minute.")
            await socket.close(message=b"opened too often")
            return socket
        link.starts.append(now)
        link.seen = now  # it may wait for the end of an older window
        link.sockets.append(socket)
        for before in link.sockets[: -link.places]:
            link.sockets.remove(before)
            self._begin(before.close(message=b"opened elsewhere"))  # it may not answer: this one does not wait for it
        # A task of its own: aiohttp cancels a handler whose browser has gone, and the seat must be kept even then.
        await asyncio.shield(self._begin(self._run(link, socket, request)))
        return socket

    def _begin(self, work: Coroutine[Any, Any, object]) -> asyncio.Task[object]:
        """Begin a task, which the end of the server waits for."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _run(self, link: Link, socket: BrowserSocket, request: web.Request) -> None:
        async with link.running:
            if socket not in link.sockets or socket.closed:
                return
            link.windows += 1
            try:
                await self._run_program(link, socket, request)
            finally:
                link.windows -= 1
                if socket in link.sockets:
                    link.sockets.remove(socket)

    async def _run_program(self, link: Link, socket: BrowserSocket, request: web.Request) -> None:
        taking = TAKE in request.query
        if not taking and await asyncio.to_thread(link.is_taken):
            self.log(f"{link.name} cannot open the table: a window in a terminal sits there.")
            await socket.close(message=b"seat taken")
            return
        path, seat = self.path, "" if link.seat is None else str(link.seat)
        arguments = [str(path.parent), path.stem, seat, str(self._config / (seat or "onlookers"))]
        if taking:
            arguments.append(TAKE)
        program = SeatProcess(arguments, socket, partial(self._count_wrong_pin, link, socket))
        size = (
            _within(_number(request.query.get("width")), COLUMNS),
            _within(_number(request.query.get("height")), ROWS),
        )
        link.seen = time.monotonic()
        self.log(f"{link.name} has opened the table from {self.addresses.asker(request)}.")
        try:
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
            more = f" The program ended with code {code}." if code else ""
            self.log(f"{link.name} has left the window.{more}")

    async def _count_wrong_pin(self, link: Link, socket: BrowserSocket) -> None:
        """Count a wrong PIN; after the last try close the window, and let the link rest."""
        link.wrong_pins += 1
        if link.wrong_pins >= WRONG_PINS:
            link.wrong_pins = 0
            link.starts = [time.monotonic()] * STARTS  # onlookers have no PIN
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
                case ["pixels", {"width": int(width), "height": int(height)}]:
                    await program.set_pixels(_within(width, CELL), _within(height, CELL))
                case ["drawn"]:
                    await program.drawn()
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


def _number(text: str | None) -> int:
    return int(text) if text is not None and text.isascii() and text.isdigit() and len(text) < 6 else 80


def _within(number: int, bounds: tuple[int, int]) -> int:
    return max(bounds[0], min(bounds[1], number))


async def run(
    server: TableServer, host: str, ports: Iterable[int], stop: asyncio.Event, ready: Callable[[str], None]
) -> None:
    """Serve until ``stop`` is set, or until a game is over and nobody is at its table any more.

    The first free one of the ``ports`` is used. ``ready`` is given the beginning of all links once they work. Raises
    OSError where no port can be had.
    """
    runner = web.AppRunner(server.application(), access_log=None, logger=QUIET, shutdown_timeout=SHUTDOWN_TIMEOUT)
    await runner.setup()
    try:
        port = await _listen(runner, host, ports)
        shown = address_of(host)
        base = URL.build(scheme="http", host=shown, port=port)
        server.addresses.names.add((base.host or "").lower())
        ready(str(server.addresses.public or base.origin()))
        while not stop.is_set() and not (server.ended and not server.sessions):
            await server.look()
            server.drop_idle_connections(runner.server.connections if runner.server is not None else ())
            try:
                await asyncio.wait_for(stop.wait(), POLL_INTERVAL)
            except TimeoutError:
                continue
    finally:
        await runner.cleanup()
        server.leave()


async def _listen(runner: web.AppRunner, host: str, ports: Iterable[int]) -> int:
    """Listen at the first port that is free, and return it. Raises OSError."""
    *others, last = ports
    for port in others:
        with suppress(OSError):
            return await _listen_at(runner, host, port)
    return await _listen_at(runner, host, last)


async def _listen_at(runner: web.AppRunner, host: str, port: int) -> int:
    site = web.TCPSite(runner, host, port)
    try:
        await site.start()
    except OSError:
        await site.stop()
        raise
    return int(runner.addresses[0][1])
