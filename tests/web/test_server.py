"""The server of ``towergames serve``: what a link opens, and everything that is refused."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import signal
import socket as sockets
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from aiohttp import WSMsgType, WSServerHandshakeError, web

from tests.combinations import sample
from tests.web.conftest import Quiet, Served, opened
from towergames import registry
from towergames.core.contract import Decide
from towergames.session.session import Session
from towergames.table import save_file
from towergames.table.errors import TableError
from towergames.table.journal import read_journal
from towergames.table.records import Record, seal
from towergames.table.seats import GONE, HERE, KEPT, hashed
from towergames.table.shared_journal import REPLACED_AFTER_SECONDS
from towergames.table.store import Store
from towergames.web import browser_socket, guard, seat_process, served_game, server
from towergames.web.links import COOKIE
from towergames.web.seat_process import SeatProcess

CTRL_Q = "\x11"
GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "saves"


async def test_a_link_opens_its_page_and_nothing_of_it_comes_from_elsewhere(served: Served) -> None:
    async with served.client.get(served.origin + served.bob.path) as response:
        assert response.status == 200
        page = await response.text()
        headers = response.headers
        address = str(response.url)
    assert 'id="terminal"' in page and served.bob.token not in page + address and "http" not in page
    assert 'data-columns="60"' in page
    assert "You are Bob.<br />" in page and "two floors a turn.<br />" in page  # while the program starts
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert headers["Referrer-Policy"] == "no-referrer" and headers["Cache-Control"] == "no-store"
    for name in server.STATICS:
        assert await served.page(f"/static/{name}") == 200


async def test_a_seat_is_kept_for_its_link_and_played_by_its_browser(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("queue", "fractions"):  # nothing is imported from the current folder
        (tmp_path / f"{module}.py").write_text("open('imported', 'w').close()")
    monkeypatch.chdir(tmp_path)
    assert served.ann.presence(1) == KEPT
    socket = await served.window()
    told = await served.seen(socket, "Waiting for Ann")
    assert b"Take That Towers" in told
    assert served.server.sessions == 1
    await served.keys(socket, CTRL_Q)
    assert await served.end_of(socket) == 1000
    await served.empty()
    assert served.ann.presence(1) == KEPT
    assert served.said == ["Bob has opened the table from 127.0.0.1.", "Bob has left the window."]
    assert not (tmp_path / "imported").exists()


def test_a_browser_that_reads_nothing_does_not_stop_the_table_that_its_window_keeps(own_home: Path) -> None:
    ann = opened(own_home / "saves", "Ann", "bot:easy", "Bob", seed=4)
    command = (sys.executable, "-m", "towergames.web.session", str(own_home / "saves"), "evening", "2", str(own_home))

    def until(what: Callable[[], bool]) -> None:
        end = time.monotonic() + 20
        while not what():
            assert time.monotonic() < end, ann.turn
            time.sleep(0.05)
            ann.follow()

    with ann.suspended(), subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as bob:
        assert bob.stdin is not None
        until(lambda: ann.presence(2) == HERE)
        for number in range(sample(20, 60)):  # each fills the window anew, with more than a pipe holds
            size = json.dumps({"type": "resize", "width": 200 + number % 2, "height": 60}).encode()
            bob.stdin.write(b"M" + len(size).to_bytes(4, "big") + size)
            bob.stdin.flush()
            time.sleep(0.05)
        for words in ("build", "build", "end"):
            ann.submit(0, next(move for move in ann.legal() if ann.game.notate(move).startswith(words)))
        until(lambda: isinstance(ann.turn, Decide) and ann.turn.seat == 2)
        bob.kill()
    ann.close()


async def test_no_byte_to_a_browser_names_the_hand_of_another_or_the_machine(served: Served) -> None:
    names = [line.text for line in Session(served.ann, registry.get("takethat").board).log()]
    assert "Ann gets LOBBY, SUITE, LANDLORD and LANDLORD" in names
    socket = await served.window("width=120&height=40")
    told = await served.seen(socket, "Waiting for Ann")
    # Words that may be typed and what they show, then commands that do not exist here.
    words = ("log", "board", "hand", "moves", "best", "sheet", "why", "export", "save x", "menu", "rematch", "review")
    for line in words:
        await served.keys(socket, ":", *line, "\r")
        await asyncio.sleep(0.2)
        await served.keys(socket, "\x1b")
    await served.keys(socket, "\x10", *"exp")  # the list of all commands
    told += await served.seen(socket, "exp")
    await asyncio.sleep(0.5)
    await served.keys(socket, "\x1b", CTRL_Q)
    while (message := await socket.receive(timeout=30)).type in (WSMsgType.BINARY, WSMsgType.TEXT):
        told += message.data if isinstance(message.data, bytes) else message.data.encode()
    folder = str(served.server.game.path.parent).encode()
    for secret in (b"LOBBY", b"SUITE", folder, served.bob.token.encode(), b"bot:", b"Save a picture"):
        assert secret not in told, secret
    assert sorted(path.name for path in served.server.game.path.parent.iterdir() if path.suffix == ".jsonl") == [
        "evening.jsonl"
    ]


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/seat/",
        "/seat/wrong",
        "/seat/wrong/ws",
        "/seat/%00",
        "/seat/..%2f..%2fetc%2fpasswd",
        "/static/",
        "/static/..%2fserver.py",
        "/static/../../server.py",
        "/static/page.js%00.ttf",
        "/download/x",
        "/ws",
        "/seat/TOKEN/../../static/x",
        "/seat/TOKEN/x",
    ],
)
async def test_every_other_path_is_refused(served: Served, path: str) -> None:
    path = path.replace("TOKEN", served.bob.token)
    answer = await served.answer_to(f"GET {path} HTTP/1.1", "Host: 127.0.0.1")
    assert answer.split()[1] in (b"404", b"400")


async def test_guesses_are_logged_and_end_in_a_pause(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(guard.WRONG):
        assert await served.page(f"/seat/guess{number}") == 404
    assert await served.page("/seat/another") == 429
    # A page of another site can make the browser of a player guess; the player goes on.
    assert await served.page(served.bob.path) == 200 and await served.page("/static/page.js") == 200
    assert len(served.said) == guard.WRONG
    assert served.said[-1] == "Refused 127.0.0.1: a wrong link. This address gets right links only for a minute."
    served.server._guard._since -= 61
    assert await served.page("/seat/another") == 404


async def test_a_flood_of_requests_is_refused(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "REQUESTS", 5)
    assert await served.page(served.bob.path) == 200  # the link, then the page to which it leads
    assert [await served.page(served.bob.page) for _ in range(5)] == [200] * 3 + [429] * 2
    assert served.said == ["Refused 127.0.0.1: too many requests. More are refused for the rest of a minute."]


async def test_a_person_with_a_wrong_link_reads_what_to_do(served: Served) -> None:
    for path in ("/", "/seat/guess"):
        async with served.client.get(served.origin + path) as response:
            assert (response.status, response.content_type) == (404, "text/html")
            assert "Ask the host of the table for your link." in await response.text()
    assert await served.page("/favicon.ico") == 204
    assert len(served.said) == 2, "an icon is no link"


async def test_connections_that_ask_for_nothing_are_closed_and_windows_stay(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = await served.window()
    await served.seen(window, "Waiting for Ann")
    assert await served.page(served.bob.path) == 200  # its connection is kept for the next request

    async def connect(number: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", served.web.port)
        writer.write(b"GET /static/page.js HTTP/1.1\r\nHost: 127.0.0.1\r\n" if number % 2 else b"")
        await asyncio.sleep(0.05)
        return reader, writer

    silent = [await connect(number) for number in range(5)]

    async def closed() -> int:
        assert served.web.runner is not None
        assert served.web.runner.server is not None
        served.server.drop_idle_connections(served.web.runner.server.connections)
        await asyncio.sleep(0.2)
        return sum(reader.at_eof() for reader, _ in silent)

    assert await closed() == 0
    monkeypatch.setattr(server, "WAITING", 3)
    assert await closed() == 2
    monkeypatch.setattr(server, "IDLE_CONNECTION_TIMEOUT", 0.0)
    assert await closed() == 5
    await served.keys(window, ":")
    await served.seen(window, "command or a move")
    assert await served.page(served.bob.path) == 200


async def test_another_method_is_refused(served: Served) -> None:
    async with served.client.post(served.origin + served.bob.path, data=b"x" * 10_000) as response:
        assert response.status == 405


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "http://127.0.0.1:1", "file://"])
async def test_a_page_of_another_site_cannot_open_a_window(served: Served, origin: str | None) -> None:
    with pytest.raises(WSServerHandshakeError) as refused:
        cookie = {"Cookie": f"{COOKIE}={served.bob.token}"}
        await served.client.ws_connect(f"{served.origin}{served.bob.page}/ws", origin=origin, headers=cookie)
    assert refused.value.status == 403
    assert served.said == [f"Refused 127.0.0.1: {'a page of another site' if origin else 'no page of this server'}."]
    assert served.server.sessions == 0


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "a b", "[::1", "127.0.0.1.evil.example", "@"])
async def test_a_foreign_name_that_points_here_is_refused(served: Served, host: str) -> None:
    assert await served.page(served.bob.path, Host=host) in (400, 403)


@pytest.mark.parametrize(
    "host",
    [
        *(
            "127.0.0.1/; script-src *",
            "127.0.0.1?; script-src *",
            "127.0.0.1#; script-src *",
            "; script-src *@127.0.0.1",
        ),
        *("[fe80::1%; script-src *]", "[fe80::1%25; script-src *]", "127.0.0.1:; script-src *"),
    ],
)
async def test_no_host_gets_a_rule_into_the_headers(served: Served, host: str) -> None:
    answer = await served.answer_to(f"GET {served.bob.path} HTTP/1.1", f"Host: {host}")
    assert answer.split()[1] in (b"400", b"403") and b"; script-src *" not in answer


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:80", "[::1]", "[::1]:8470", "LOCALHOST:1"])
async def test_the_hosts_of_browsers_get_into_the_headers(served: Served, host: str) -> None:
    headers = {"Host": host, "Cookie": f"{COOKIE}={served.bob.token}"}
    async with served.client.get(served.origin + served.bob.page, headers=headers) as response:
        assert response.status == 200 and f"ws://{host} " in response.headers["Content-Security-Policy"]


async def test_the_links_stay_after_the_game_and_end_when_nobody_has_been_there_for_long(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    served.server.game.path.write_bytes((GOLDEN / "takethat-r1-2.jsonl").read_bytes())
    await served.server.look()
    assert served.server.game.over and not served.server.ended
    assert await served.page(served.bob.path) == 200
    monkeypatch.setattr(server, "STAY", -1.0)
    assert served.ann.presence(0) == HERE
    await served.server.look()
    served.ann.close()
    await served.server.look()
    assert await served.page(served.bob.path) == 410
    with pytest.raises(WSServerHandshakeError):
        await served.window()
    await asyncio.wait_for(server.run(served.server, "127.0.0.1", [0], asyncio.Event(), lambda _: None), 10)


async def test_the_next_free_port_is_used(served: Served, tmp_path: Path) -> None:
    with sockets.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        bases: asyncio.Queue[str] = asyncio.Queue()
        stop = asyncio.Event()
        with pytest.raises(OSError, match="in use"):
            await server.run(served.server, "127.0.0.1", [port], stop, bases.put_nowait)
        assert not served.server.reserve_seats()
        serving = asyncio.create_task(server.run(served.server, "127.0.0.1", [port, 0], stop, bases.put_nowait))
        base = await bases.get()
    assert base.startswith("http://127.0.0.1:") and not base.endswith(f":{port}")
    stop.set()
    await serving


async def test_a_removed_save_ends_the_links(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served_game, "REPLACED_AFTER_SECONDS", 0.1)
    monkeypatch.setattr(served_game, "POLL_INTERVAL", 0.1)
    served.server.game.path.unlink()
    await served.server.look()
    assert not served.server.ended
    await asyncio.sleep(0.3)
    await served.server.look()
    assert served.server.ended == "The saved game was removed."


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ("x" * (server.MESSAGE + 1), 1009),
        ('["stdin", "' + "x" * server.MESSAGE + '"]', 1009),
        ("[" * 10_000, 1008),
        ("{}", 1008),
        ("null", 1008),
        ('["stdin", 7]', 1008),
        ('["resize", {"width": "80", "height": 24}]', 1008),
        ('["deliver_chunk_request", {"key": "x"}]', 1008),
        ('["quit"]', 1008),
        (b"D\x00\x00\x00\x01q", 1008),
    ],
)
@pytest.mark.usefixtures("quiet")
async def test_messages_that_the_page_never_sends_close_the_window(
    served: Served, sent: str | bytes, code: int
) -> None:
    socket = await served.window()
    await (socket.send_str(sent) if isinstance(sent, str) else socket.send_bytes(sent))
    assert await served.end_of(socket) == code
    assert "The window of Bob is closed: its browser sent what the page never sends." in served.said


def without_a_browser() -> SeatProcess:
    async def wrong_pin() -> None:
        pass

    return SeatProcess((), web.WebSocketResponse(), wrong_pin)


async def test_no_browser_asks_for_a_size_that_takes_all_memory(served: Served, quiet: type[Quiet]) -> None:
    socket = await served.window("width=99999999&height=-1")
    await socket.send_str('["resize", {"width": 1000000000, "height": 1000000000}]')
    await socket.send_str('["ping", "' + "9" * 1000 + '"]')
    assert json.loads((await socket.receive(timeout=10)).data) == ["pong", "9" * 32]
    assert quiet.sizes == [(80, 80), (300, 120)]
    await socket.close()


@pytest.mark.usefixtures("quiet")
async def test_a_later_window_of_a_link_takes_the_place_of_the_one_before(served: Served) -> None:
    windows = [await served.window() for _ in range(4)]
    for window in windows[:-1]:
        await served.end_of(window)
    assert await served.answers(windows[-1])
    assert served.server.sessions == 1
    await windows[-1].close()


async def test_a_page_that_is_loaded_again_waits_for_no_timeout_of_the_program_before(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page is loaded again where the first connection was closed, and where it was lost and the server has not
    noticed it."""
    monkeypatch.setattr(seat_process, "EXIT_TIMEOUT", 60.0)
    monkeypatch.setattr(browser_socket, "CLOSE_TIMEOUT", 60.0)
    first = await served.window()
    await served.seen(first, "Waiting for Ann")
    await first.close()
    second = await served.window()
    await served.seen(second, "Waiting for Ann")  # within 30 seconds
    third = await served.window()  # nobody reads the second window any more, so that it answers no close
    await served.seen(third, "Waiting for Ann")
    assert served.server.sessions == 1
    monkeypatch.setattr(browser_socket, "CLOSE_TIMEOUT", 0.5)
    await served.end_of(second)
    await third.close()


@pytest.mark.usefixtures("quiet")
async def test_a_link_opens_so_often_in_a_minute(served: Served) -> None:
    for _ in range(server.STARTS):
        await (await served.window()).close()
    for _ in range(2):  # to be refused does not make it longer
        late = await served.window()
        closed = await late.receive()
        assert (closed.type, closed.extra) == (WSMsgType.CLOSE, "opened too often"), "the page says it"
    assert [text for text in served.said if "too often" in text] == [
        "The link of Bob was opened too often. It rests for a minute."
    ]
    assert len(served.bob.starts) == server.STARTS


async def test_a_pin_that_is_wrong_too_often_closes_the_window_and_the_link_rests(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    served.ann.note_pin(1, *hashed("2718"))
    window = await served.window()
    await served.seen(window, "The seat of Bob has a PIN")
    for number in range(1, server.WRONG_PINS + 1):
        await asyncio.sleep(0.5)  # until the dialog takes keys
        await served.keys(window, *"1111", "\r")
        if number == server.WRONG_PINS:
            break
        await served.seen(window, "This is not the PIN of Bob")
        async with asyncio.timeout(30):
            while served.bob.wrong_pins < number:
                await asyncio.sleep(0.01)
        if number == 3:  # a window that is opened again gives no new tries
            await window.close()
            window = await served.window()
            await served.seen(window, "The seat of Bob has a PIN")
    while (message := await window.receive(timeout=30)).type in (WSMsgType.BINARY, WSMsgType.TEXT):
        pass
    assert (message.type, message.extra) == (WSMsgType.CLOSE, "the PIN was wrong too often")
    assert served.said[-1] == "The PIN of Bob was wrong too often. The link of Bob rests for a minute."
    late = await served.window()
    assert (await late.receive()).extra == "opened too often"


@pytest.mark.usefixtures("quiet")
async def test_an_idle_window_is_closed_and_its_seat_kept(served: Served) -> None:
    socket = await served.window()
    while not served.server.sessions:
        await asyncio.sleep(0.01)
    await served.server.look()
    assert not socket.closed
    served.bob.seen -= server.IDLE + 1
    look = asyncio.ensure_future(served.server.look())
    assert await served.end_of(socket) == 1000
    await look
    assert "nothing was done in it for 30 minutes" in "".join(served.said)
    await served.empty()
    assert served.ann.presence(1) == KEPT


async def test_a_server_that_ends_lets_the_seats_go(served: Served) -> None:
    socket = await served.window()
    await served.seen(socket, "Waiting for Ann")
    end = asyncio.ensure_future(served.web.close())
    assert await served.end_of(socket) in (1000, 1001)
    await end
    served.server.leave()
    assert served.ann.presence(1) == GONE


async def test_a_program_that_does_not_end_is_killed(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_process, "EXIT_TIMEOUT", 0.2)
    program = without_a_browser()
    program._process = await asyncio.create_subprocess_exec("sleep", "60", stdin=asyncio.subprocess.PIPE)
    program._stdin = program._process.stdin
    assert await program.end() == -9


async def test_a_program_that_has_shown_nothing_yet_is_not_waited_for(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that is loaded again while it opens does not wait for the program before."""
    monkeypatch.setattr(seat_process, "EXIT_TIMEOUT", 60.0)
    begin = asyncio.create_subprocess_exec

    async def silent(*_: str, **given: Any) -> asyncio.subprocess.Process:
        return await begin(sys.executable, "-c", "import time; time.sleep(60)", **given)

    with monkeypatch.context() as patch:
        patch.setattr(asyncio, "create_subprocess_exec", silent)
        socket = await served.window()
        async with asyncio.timeout(30):
            while not served.server.sessions:
                await asyncio.sleep(0.02)
        await socket.close()
        await served.empty()
    assert served.said[-1] == "Bob has left the window.", "to be killed is no fault of the program"
    await served.seen(await served.window(), "Waiting for Ann")


def test_a_program_gets_no_secrets_of_the_hosts_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("API_TOKEN", "KITTY_WINDOW_ID", "SSH_AUTH_SOCK", "TOWERGAMES_SAVES", "TEXTUAL_LOG"):
        monkeypatch.setenv(name, "secret")
    found = without_a_browser()._build_environment(60, 30)
    assert "secret" not in found.values()
    assert (found["COLUMNS"], found["ROWS"], found["TEXTUAL_COLOR_SYSTEM"]) == ("60", "30", "truecolor")


async def test_a_program_whose_output_nobody_reads_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the killed process nor one that wants to write before it ends waits for a reader."""
    pipe = asyncio.subprocess.PIPE
    for words, code in (("while True: print('x' * 1000)", -9), ("print('x' * 1_000_000); input()", 0)):
        monkeypatch.setattr(seat_process, "EXIT_TIMEOUT", 0.5 if code else 20.0)
        program = without_a_browser()
        program._process = await asyncio.create_subprocess_exec(sys.executable, "-c", words, stdin=pipe, stdout=pipe)
        program._stdin = program._process.stdin
        await asyncio.sleep(0.5)
        if not code:
            assert program._stdin is not None
            program._stdin.write(b"\n")
        assert await asyncio.wait_for(program.end(), 30) == code


class Flood(SeatProcess):
    """A program that says more than a browser reads."""

    sent = 0

    async def start(self, width: int, height: int) -> None:
        self._task = asyncio.create_task(self.run())

    async def run(self) -> None:
        while True:
            await self.remote_write_bytes(b"x" * 65_536)
            Flood.sent += 1

    async def end(self) -> None:
        assert self._task is not None
        self._task.cancel()
        await asyncio.wait((self._task,))


@pytest.fixture
async def stalled(served: Served, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[asyncio.StreamWriter]:
    """A browser at Bob's link that has stopped reading, and to which the server cannot send any more."""
    monkeypatch.setattr(server, "SeatProcess", Flood)
    monkeypatch.setattr(Flood, "sent", 0)
    connection = sockets.socket()
    connection.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    connection.setblocking(False)
    await asyncio.get_running_loop().sock_connect(connection, ("127.0.0.1", served.web.port))
    reader, writer = await asyncio.open_connection(sock=connection, limit=1024)
    writer.write(
        f"GET {served.bob.page}/ws HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {COOKIE}={served.bob.token}\r\n"
        "Origin: http://127.0.0.1\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {base64.b64encode(bytes(16)).decode()}\r\n\r\n".encode()
    )
    assert (await reader.readline()).split()[1] == b"101"
    before = -1
    while Flood.sent != before or not before:
        before = Flood.sent
        await asyncio.sleep(0.3)
    yield writer
    writer.transport.abort()


@pytest.mark.usefixtures("stalled", "quiet")
async def test_a_browser_that_stops_reading_gives_its_seat_to_the_next_one(served: Served) -> None:
    socket = await served.window()
    assert await served.answers(socket)
    assert served.server.sessions == 1
    await socket.close()


@pytest.mark.usefixtures("stalled")
async def test_a_browser_that_stops_reading_does_not_delay_the_end_of_the_server(served: Served) -> None:
    began = time.monotonic()
    await served.web.close()
    assert time.monotonic() - began < 5


@pytest.fixture
def short_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser_socket, "HEARTBEAT", 1.0)


@pytest.mark.usefixtures("short_heartbeat")
async def test_a_browser_that_reads_nothing_and_is_lost_frees_its_seat(
    served: Served, stalled: asyncio.StreamWriter
) -> None:
    """The program says nothing, so only the pings tell that nobody reads; the answer to the page waits meanwhile."""
    stalled.write(b"\x81\x8d\0\0\0\0" + b'["ping", "1"]')
    await asyncio.sleep(2)
    await served.server.look()
    await served.empty()
    assert "The window of Bob is closed: the connection to its browser was lost." in served.said


@pytest.mark.usefixtures("quiet")
async def test_a_lost_connection_is_no_fault_of_the_browser(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser_socket, "HEARTBEAT", 0.2)
    cookie = {"Cookie": f"{COOKIE}={served.bob.token}"}
    window = await served.client.ws_connect(
        f"{served.origin}{served.bob.page}/ws", origin=served.origin, autoping=False, headers=cookie
    )
    while len(served.said) < 3:
        await asyncio.sleep(0.05)
    assert served.said[1:] == [
        "The window of Bob is closed: the connection to its browser was lost.",
        "Bob has left the window.",
    ]
    await window.close()


async def test_connections_that_do_not_read_their_answers_are_closed(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "SEND_TIMEOUT", 0.0)
    _, writer = await asyncio.open_connection("127.0.0.1", served.web.port, limit=1024)
    writer.write(b"GET /static/textual.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 40)
    await asyncio.sleep(1)
    assert served.web.runner is not None
    assert served.web.runner.server is not None
    for _ in range(3):
        served.server.drop_idle_connections(served.web.runner.server.connections)
        await asyncio.sleep(0.1)
    assert not served.web.runner.server.connections
    writer.transport.abort()


async def test_a_save_that_its_keeper_writes_again_keeps_the_links(served: Served) -> None:
    served.server.game.path.unlink()
    end = time.monotonic() + REPLACED_AFTER_SECONDS + 2 * served_game.POLL_INTERVAL
    while time.monotonic() < end:
        await served.server.look()
        served.ann.follow()
        await asyncio.sleep(0.1)
        assert not served.server.ended
    assert served.server.game.path.exists()


@pytest.mark.parametrize(
    "name", ["takethat-r1-2.jsonl", "words-r2-2-taken-back.jsonl", "konexi-r1-3-nudge.jsonl", "null-r1-1.jsonl"]
)
async def test_a_game_is_over_after_the_same_record_as_by_its_rules(
    served: Served, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server replays no game. Notes after the end and a half written line change nothing."""
    monkeypatch.setattr(save_file, "replay_contents", None)
    lines = (GOLDEN / name).read_bytes().splitlines(keepends=True)
    for kept, over in ((len(lines) - 1, False), (len(lines), True)):
        served.server.game.path.write_bytes(b"".join(lines[:kept]))
        await served.server.look()
        assert served.server.game.over is over
    contents = read_journal(served.server.game.path)
    note = Record(len(lines), 0, "note", {"note": "say"}, contents.records[-1].state, contents.last_sum)
    served.server.game.path.write_bytes(contents.good + seal(note)[0] + b"{")
    await served.server.look()
    assert served.server.game.over


FOREIGN = (
    {"Host": "evil.example"},
    {"Origin": "http://evil.example"},
    {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"},
    {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"},
)


@pytest.mark.parametrize("headers", FOREIGN)
async def test_a_page_of_another_site_does_not_get_the_player_refused(
    served: Served, headers: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "REQUESTS", 5)
    for path in (served.bob.path, "/seat/guess"):
        for _ in range(guard.WRONG):
            assert await served.page(path, **headers) == 403
    assert len(served.said) == 1
    followed = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    assert await served.page(served.bob.path, **followed) == 200


@pytest.mark.parametrize("version", ["1.0", "1.1"])
async def test_a_request_without_a_host_is_refused(served: Served, version: str) -> None:
    answer = await served.answer_to(f"GET {served.bob.path} HTTP/{version}")
    assert answer.split()[1] in (b"400", b"403")


async def test_the_printed_link_works_with_the_name_to_listen_on(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, stop = sockets.getaddrinfo, asyncio.Event()
    bases: asyncio.Queue[str] = asyncio.Queue()
    monkeypatch.setattr(
        sockets, "getaddrinfo", lambda host, *a, **k: real("127.0.0.1" if host == "Box.example" else host, *a, **k)
    )
    serving = asyncio.create_task(server.run(served.server, "Box.example", [0], stop, bases.put_nowait))
    base = await bases.get()
    assert base.startswith("http://box.example:")
    port = base.rpartition(":")[2]
    headers = {"Host": f"box.example:{port}", "Cookie": f"{COOKIE}={served.bob.token}"}
    async with served.client.get(f"http://127.0.0.1:{port}{served.bob.page}", headers=headers) as response:
        assert response.status == 200
    stop.set()
    await serving


async def test_a_seat_is_joined_in_a_terminal_and_its_link_says_so_and_takes_it_back(served: Served) -> None:
    path = served.server.path
    terminal = Store(path.parent).join(path.stem, (1,))
    window = await served.window()
    assert (await window.receive()).extra == "seat taken"
    assert served.said == ["Bob cannot open the table: a window in a terminal sits there."]
    window = await served.window("width=80&height=24&take")
    await served.seen(window, "Waiting for Ann")
    assert terminal.seats.look_after(), "another window has the seat"
    terminal.follow()
    assert terminal.here == ()
    terminal.close()
    await window.close()
    await served.empty()
    assert served.ann.presence(1) == KEPT
    window = await served.window()
    await served.seen(window, "Waiting for Ann")
    with pytest.raises(TableError, match="Bob sits at another window already"):
        Store(path.parent).join(path.stem, (1,))
    await window.close()


async def test_a_program_that_cannot_be_started_is_told(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refused(*_: object, **__: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(asyncio, "create_subprocess_exec", refused)
    await served.end_of(await served.window())
    await served.empty()
    assert "The program for Bob cannot be started: Resource temporarily unavailable." in served.said
    assert served.ann.presence(1) == KEPT


@pytest.mark.skipif(sys.platform == "win32", reason="no sleep")
async def test_a_program_whose_output_another_process_keeps_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_process, "EXIT_TIMEOUT", 0.5)
    words = "import subprocess, time; print(subprocess.Popen(['sleep', '60']).pid, flush=True); time.sleep(60)"
    pipe = asyncio.subprocess.PIPE
    program = without_a_browser()
    program._process = await asyncio.create_subprocess_exec(sys.executable, "-c", words, stdin=pipe, stdout=pipe)
    program._stdin = program._process.stdin
    assert program._process.stdout is not None
    other = int(await program._process.stdout.readline())
    try:
        assert await asyncio.wait_for(program.end(), 10) == -9
    finally:
        os.kill(other, signal.SIGKILL)
