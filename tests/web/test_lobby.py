"""Guests choose their names before the first game: the form and what it refuses, the page that waits, and the begin."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from aiohttp import ClientSession, CookieJar, WSServerHandshakeError
from aiohttp.test_utils import TestServer

from tests.plain.helpers import header_of
from towergames.table.errors import SaveError
from towergames.table.save_file import load_file
from towergames.table.seats import KEPT, presence
from towergames.table.store import Store
from towergames.web import guard, server
from towergames.web.links import COOKIE, Link
from towergames.web.lobby import Lobby, guest_names
from towergames.web.served_game import ServedGame
from towergames.web.server import TableServer

BEGINS = "The game begins when every guest has a name."


@dataclass
class Waiting:
    """A server whose table has not begun: Ann has a name, Odo is a bot, two guests have no names yet."""

    store: Store
    lobby: Lobby
    server: TableServer
    web: TestServer
    client: ClientSession
    said: list[str] = field(default_factory=list)

    @property
    def origin(self) -> str:
        return str(self.web.make_url("")).rstrip("/")

    def link(self, number: int) -> Link:
        return self.server.links[number]

    def headers(self, link: Link, **more: str) -> dict[str, str]:
        return {"Cookie": f"{COOKIE}={link.token}", "Origin": self.origin, **more}

    async def page(self, link: Link) -> str:
        async with self.client.get(self.origin + link.page, headers=self.headers(link)) as answer:
            assert answer.status == 200
            return await answer.text()

    async def send(self, link: Link, name: str, **more: str) -> tuple[int, str]:
        """The status and the text of the answer to a name."""
        headers = self.headers(link, **more)
        address, form = self.origin + link.page, {"name": name}
        async with self.client.post(address, data=form, headers=headers, allow_redirects=False) as answer:
            return answer.status, await answer.text()


@pytest.fixture
async def waiting(own_home: Path, tmp_path: Path) -> AsyncIterator[Waiting]:
    store, said = Store(own_home / "saves"), []  # type: ignore[var-annotated]
    lobby = Lobby(header_of("Ann", "Odo=bot:hard", "Guest 1", "Guest 2"), (2, 3), store)
    seats = [(0, "Ann"), (2, "Guest 1"), (3, "Guest 2"), (None, "Onlookers")]
    table_server = TableServer(lobby, seats, tmp_path, said.append)
    assert not table_server.reserve_seats()
    web = TestServer(table_server.application(), host="127.0.0.1")
    await web.start_server(access_log=None)
    async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as client:
        yield Waiting(store, lobby, table_server, web, client, said)
    await web.close()
    table_server.leave()
    assert not any(link.token in line for link in table_server.links for line in said)


def listed(page: str) -> list[str]:
    return re.findall("<li>(.*?)</li>", page)


async def test_the_game_begins_once_every_guest_has_a_name(waiting: Waiting) -> None:
    ann, first, second, eyes = waiting.server.links
    page = await waiting.page(first)
    assert "<h1>Take That Towers</h1>" in page and 'name="name"' in page and 'maxlength="16"' in page
    assert listed(page) == ["Ann", "Odo, a bot (Hard)", "You", "A guest who has no name yet"]
    for link in (ann, eyes):
        page = await waiting.page(link)
        assert "<form" not in page and f"{BEGINS} 2 guests have none yet." in page
    assert await waiting.send(first, "  Ben\u202e ") == (303, "")
    page = await waiting.page(first)
    assert "<form" not in page and f"{BEGINS} 1 guest has none yet." in page
    assert listed(page) == ["Ann", "Odo, a bot (Hard)", "Ben (you)", "A guest who has no name yet"]
    assert waiting.store.names() == [], "no game is begun before"
    assert (await waiting.send(second, "Cleo"))[0] == 303
    (name,) = waiting.store.names()
    path = waiting.store.path(name)
    header = load_file(path).history.header
    assert header.names == ("Ann", "Odo", "Ben", "Cleo") and header.open
    assert [presence(path, seat) for seat in (0, 2, 3)] == [KEPT] * 3
    assert waiting.server.begun.is_set() and waiting.server.path == path
    assert 'id="terminal"' in await waiting.page(second), "the same page has the table now"
    assert waiting.said == [
        "Guest 1 has chosen a name: Ben.",
        "Guest 2 has chosen a name: Cleo.",
        f"The game has begun: {name}. The links lead there.",
    ]
    assert (await waiting.send(second, "Dan"))[0] == 303, "a late form leads to the table"
    assert load_file(path).history.header.names[3] == "Cleo"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("", "Type a name of 1 to 16 characters."),
        ("\u200b \x1b", "Type a name of 1 to 16 characters."),
        ("aNN", "Ann sits at this table already. Choose another name."),
        ("odo", "Odo sits at this table already. Choose another name."),
        ("Ben\U0001f600", "The name has a picture such as an emoji"),
    ],
)
async def test_a_name_that_cannot_be_taken_is_refused_on_the_page(waiting: Waiting, name: str, told: str) -> None:
    status, page = await waiting.send(waiting.link(1), name)
    assert status == 200 and f'<p role="alert">{told}' in page and 'name="name"' in page
    assert waiting.lobby.missing == 2


async def test_two_guests_cannot_have_one_name_and_nobody_changes_a_name(waiting: Waiting) -> None:
    first, second = waiting.link(1), waiting.link(2)
    assert (await waiting.send(first, "Guest 2"))[0] == 303, "the other guest has no name yet"
    assert "Guest 2 sits at this table already" in (await waiting.send(second, "guest 2"))[1]
    for link, name in ((first, "Zoe"), (waiting.link(0), "Zoe"), (waiting.link(3), "Zoe")):
        assert (await waiting.send(link, name))[0] == 303
    assert waiting.lobby.header.names[:3] == ("Ann", "Odo", "Guest 2") and waiting.lobby.missing == 1


async def test_a_name_is_text_on_every_page(waiting: Waiting) -> None:
    assert (await waiting.send(waiting.link(1), "<b>B</b><!--X-->"))[0] == 303
    page = await waiting.page(waiting.link(2))
    assert "&lt;b&gt;B&lt;/b&gt;&lt;!--" in page and "<b>" not in page
    status, page = await waiting.send(waiting.link(2), '"><script>' + "\U0001f600")
    assert status == 200 and 'value="&quot;&gt;&lt;script&gt;' in page and "<script>" not in page


async def test_a_form_is_taken_only_from_its_own_page(waiting: Waiting) -> None:
    first, second = waiting.link(1), waiting.link(2)
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1"):
        assert (await waiting.send(first, "Ben", Origin=origin))[0] == 403
    assert (await waiting.send(first, "Ben", **{"Sec-Fetch-Site": "cross-site"}))[0] == 403
    cookie = {"Cookie": f"{COOKIE}={first.token}"}
    async with waiting.client.post(waiting.origin + first.page, data={"name": "Ben"}, headers=cookie) as answer:
        assert answer.status == 403, "no Origin"
    for token in ("", "wrong", second.token):
        assert (await waiting.send(first, "Ben", Cookie=f"{COOKIE}={token}"))[0] == 404
    assert waiting.lobby.missing == 2


async def test_a_form_that_the_page_never_sends_is_refused(waiting: Waiting, monkeypatch: pytest.MonkeyPatch) -> None:
    first = waiting.link(1)
    address, headers = waiting.origin + first.page, waiting.headers(first)
    assert (await waiting.send(first, "x" * server.FORM))[0] == 413
    for kind, body in (("application/json", b"{}"), ("multipart/form-data; boundary=x", b"--x--")):
        async with waiting.client.post(address, data=body, headers={**headers, "Content-Type": kind}) as answer:
            assert answer.status == 415
    monkeypatch.setattr(server, "FORM_TIMEOUT", 0.2)

    async def slow() -> AsyncIterator[bytes]:
        yield b"name="
        await asyncio.sleep(5)

    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    async with waiting.client.post(address, data=slow(), headers={**headers, **kind}) as answer:
        assert answer.status == 408
    assert waiting.lobby.missing == 2


async def test_a_flood_of_names_is_refused(waiting: Waiting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "REQUESTS", 20)
    found = [(await waiting.send(waiting.link(1), ""))[0] for _ in range(25)]
    assert found == [200] * 20 + [429] * 5


async def test_no_window_opens_before_the_game(waiting: Waiting) -> None:
    link = waiting.link(0)
    with pytest.raises(WSServerHandshakeError) as refused:
        await waiting.client.ws_connect(f"{waiting.origin}{link.page}/ws", headers=waiting.headers(link))
    assert refused.value.status == 409
    await waiting.server.look()
    assert not waiting.server.ended


async def test_a_page_with_a_form_names_its_origin_and_a_table_has_no_form(waiting: Waiting) -> None:
    for name in ("Ben", "Cleo"):
        async with waiting.client.get(
            waiting.origin + waiting.link(1).page, headers=waiting.headers(waiting.link(1))
        ) as answer:
            assert "form-action 'self'" in answer.headers["Content-Security-Policy"]
            assert answer.headers["Referrer-Policy"] == "same-origin"
        await waiting.send(waiting.link(1 if name == "Ben" else 2), name)
    async with waiting.client.get(
        waiting.origin + waiting.link(1).page, headers=waiting.headers(waiting.link(1))
    ) as answer:
        assert "form-action 'none'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["Referrer-Policy"] == "no-referrer"


async def test_a_game_that_cannot_begin_says_why_and_is_tried_again(
    waiting: Waiting, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise SaveError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(waiting.store, "begin", full)
        for number, name in ((1, "Ben"), (2, "Cleo")):
            assert (await waiting.send(waiting.link(number), name))[0] == 303
        await waiting.server.look()
        assert "The disk is full." in await waiting.page(waiting.link(0))
        assert waiting.said[2:] == ["The game cannot begin. The disk is full."], "once"
    await waiting.server.look()
    assert isinstance(waiting.server.game, ServedGame)


def test_guests_have_names_of_their_own_for_the_time_being() -> None:
    assert guest_names(3, [" guest 2", "Ann"]) == ["Guest 1", "Guest 3", "Guest 4"]
