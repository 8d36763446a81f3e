"""The links of ``towergames serve``: cookies, public addresses, onlookers, and one link for several games."""

from __future__ import annotations

import asyncio
from http.cookies import Morsel, SimpleCookie
from pathlib import Path

import pytest
from aiohttp import ClientResponse, WSServerHandshakeError
from yarl import URL

from tests.web.conftest import Served, opened
from towergames.core.contract import Decide, Over
from towergames.table.journal import read_journal
from towergames.table.seats import HERE, KEPT
from towergames.table.shared import SharedTable
from towergames.table.store import Store
from towergames.web.addresses import Addresses, read_public
from towergames.web.links import COOKIE, ONLOOKERS, Link
from towergames.web.server import TableServer

PUBLIC = "https://towers.example.org"
HERE_BY_NAME = {"Host": "towers.example.org"}


def cookie_of(response: ClientResponse) -> Morsel[str]:
    """The cookie that an answer sets."""
    return SimpleCookie(response.headers["Set-Cookie"])[COOKIE]


async def test_a_link_gives_a_cookie_and_leaves_the_address_bar(served: Served) -> None:
    async with served.client.get(served.origin + served.bob.path, allow_redirects=False) as response:
        cookie = cookie_of(response)
        assert response.status == 303 and response.headers["Location"] == served.bob.page
    assert cookie.value == served.bob.token and cookie["path"] == served.bob.page
    assert cookie["httponly"] and cookie["samesite"] == "Lax" and not cookie["secure"]


async def test_a_page_without_its_cookie_opens_no_seat(served: Served) -> None:
    async with served.client.get(served.origin + served.bob.page) as response:
        assert response.status == 404 and "This address alone opens no seat." in await response.text()
    for token in ("", "guess", Link(0, "Ann").token):
        assert await served.page(served.bob.page, Cookie=f"{COOKIE}={token}") == 404
    with pytest.raises(WSServerHandshakeError) as refused:
        await served.client.ws_connect(f"{served.origin}{served.bob.page}/ws", origin=served.origin)
    assert refused.value.status == 404


async def test_two_links_in_one_browser_keep_their_seats_apart(served: Served) -> None:
    other = Link(0, "Ann")
    served.server.links.append(other)
    for link in served.server.links:
        assert await served.page(link.path) == 200
    for link in served.server.links:  # each page has the cookie of its own path
        assert await served.page(link.page) == 200
    foreign = f"Cookie: {COOKIE}={served.bob.token}"
    answer = await served.answer_to(f"GET {other.page} HTTP/1.1", "Host: 127.0.0.1", foreign)
    assert answer.split()[1] == b"404"


@pytest.fixture
def public(served: Served) -> Served:
    served.server.addresses = Addresses(read_public(PUBLIC))
    return served


async def test_a_public_name_and_its_pages_are_answered_only_where_it_is_given(public: Served) -> None:
    pages = {**HERE_BY_NAME, "Origin": PUBLIC}
    assert await public.page(public.bob.path, **pages) in (200, 404)  # the client sends its cookie to another name
    window = await public.opened(public.bob, PUBLIC, **HERE_BY_NAME)
    assert await public.answers(window)
    await window.close()
    # A proxy that does not pass the name on.
    window = await public.opened(public.bob, PUBLIC)
    assert await public.answers(window)
    await window.close()
    assert await public.page(public.bob.path, Host="evil.example") == 403
    assert await public.page(public.bob.path, Origin="https://evil.example") == 403
    public.server.addresses = Addresses()
    assert await public.page(public.bob.path, **HERE_BY_NAME) == 403
    with pytest.raises(WSServerHandshakeError):
        await public.opened(public.bob, PUBLIC)


@pytest.mark.parametrize(
    ("headers", "secure"),
    [
        (HERE_BY_NAME, True),
        ({"X-Forwarded-Proto": "https"}, True),
        ({**HERE_BY_NAME, "X-Forwarded-Proto": "http"}, False),
        ({"X-Forwarded-Proto": "https, http"}, False),
        ({}, False),
    ],
)
async def test_a_cookie_never_goes_by_http_where_the_browser_asks_by_https(
    public: Served, headers: dict[str, str], secure: bool
) -> None:
    url = public.origin + public.bob.path
    async with public.client.get(url, headers=headers, allow_redirects=False) as response:
        assert bool(cookie_of(response)["secure"]) is secure


async def test_only_the_last_entry_of_the_own_proxy_is_believed(public: Served) -> None:
    forged = "203.0.113.9, 198.51.100.7"
    assert await public.page("/seat/guess", **{"X-Forwarded-For": forged}) == 404
    assert await public.page("/seat/guess", **{"X-Forwarded-For": "unknown"}) == 404
    public.server.addresses = Addresses()
    assert await public.page("/seat/guess", **{"X-Forwarded-For": forged}) == 404
    told = [line.partition(":")[0] for line in public.said]
    assert told == ["Refused 198.51.100.7", "Refused 127.0.0.1", "Refused 127.0.0.1"]


@pytest.mark.parametrize(
    "text",
    ["towers.example.org", "ftp://a.example", "https://a.example/towers", "https://a.example?x", "https://u@a.b", ""],
)
def test_a_public_address_is_a_scheme_and_a_name(text: str) -> None:
    with pytest.raises(ValueError, match=r"name"):
        read_public(text)
    assert read_public(" https://Towers.example.org:8443/ ") == URL("https://towers.example.org:8443")


async def test_onlookers_see_what_everybody_may_see_and_take_no_seat(served: Served, tmp_path: Path) -> None:
    eyes = Link(None, "Onlookers")
    eyes.belong_to(served.ann.journal.path)
    served.server.links.append(eyes)
    assert eyes.reserve()
    windows = [await served.opened(eyes, served.origin, "width=120&height=40") for _ in range(2)]
    told = b""
    for window in windows:
        told += await served.seen(window, "Bob is not here yet.")
    assert b"Watching" in told and b"Waiting for Ann" not in told
    assert served.server.sessions == 2 and served.ann.presence(1) == KEPT
    for card in (b"LOBBY", b"SUITE", b"LANDLORD"):
        assert card not in told
    for window in windows:
        await window.close()
    await served.empty()


@pytest.mark.usefixtures("quiet")
async def test_of_too_many_onlookers_the_first_ones_are_closed(served: Served) -> None:
    eyes = Link(None, "Onlookers")
    served.server.links.append(eyes)
    windows = [await served.opened(eyes, served.origin) for _ in range(ONLOOKERS + 1)]
    await served.end_of(windows[0])
    assert await served.answers(windows[1]) and await served.answers(windows[-1])
    assert served.server.sessions == ONLOOKERS
    for window in windows[1:]:
        await window.close()


def play_to_the_end(served: Served) -> None:
    """Play the game of Ann, with Bob at a window beside hers."""
    served.bob.let_go()
    bob = Store(served.ann.journal.path.parent).join("evening", [1])
    while not isinstance(served.ann.turn, Over):
        for table, seat in ((served.ann, 0), (bob, 1)):
            table.follow()
            if isinstance(table.turn, Decide) and table.turn.seat == seat:
                table.submit(seat, table.legal()[-1])
        served.ann.follow()
    bob.close()
    assert served.bob.reserve()


async def test_the_link_leads_to_the_next_game(served: Served) -> None:
    play_to_the_end(served)
    following = Store(served.ann.journal.path.parent).again(served.ann)
    assert isinstance(following, SharedTable)
    await served.server.look()
    assert served.server.game.path.stem == following.name != "evening"
    assert following.presence(1) == KEPT, "the seat of the next game is kept for the link"
    window = await served.window("width=100&height=30")
    await served.seen(window, "Round 1")
    await window.close()
    await served.empty()
    following.close()


async def test_a_next_game_that_cannot_be_read_is_told_once(served: Served) -> None:
    play_to_the_end(served)
    following = Store(served.ann.journal.path.parent).again(served.ann)
    assert following.journal is not None
    following.close()
    following.journal.path.write_bytes(b"nothing")
    for _ in range(3):
        await served.server.look()
    assert sum("The next game cannot be served" in line for line in served.said) == 1
    assert served.server.game.path.stem == "evening"


@pytest.mark.parametrize(("keys", "game"), [([], "takethat"), (["n", "\x1b[B"], "konexi")])
async def test_a_browser_that_begins_the_next_game_stays_on_its_page(
    served: Served, keys: list[str], game: str
) -> None:
    play_to_the_end(served)
    window = await served.window("width=100&height=30")
    await served.seen(window, "Play again")
    await asyncio.sleep(1.0)  # the card takes no keys at first
    for key in keys:
        await served.keys(window, key)
        await served.seen(window, "Konexi")  # the list of games is shown
    await served.keys(window, "\r")
    path = served.ann.journal.path

    def begun() -> list[str]:
        return [record.body["save"] for record in read_journal(path).records if record.body.get("note") == "next"]

    while not begun():
        await window.receive(timeout=30)
    (name,) = begun()
    await served.server.look()
    assert served.server.game.path.stem == name
    ann = Store(path.parent).again(served.ann)
    assert isinstance(ann, SharedTable) and ann.name == name and ann.presence(1) == HERE
    assert ann.header.game == game and ann.names == ("Ann", "Bob")
    await served.keys(window, "\x11")
    await served.end_of(window)
    await served.empty()
    assert ann.presence(1) == KEPT, "the link keeps the seat of the game that is played"
    ann.close()


def test_a_table_with_no_seat_for_anybody_is_served_to_onlookers(own_home: Path, tmp_path: Path) -> None:
    bots = opened(own_home / "saves", "bot:easy", "bot:easy")
    server = TableServer(bots.journal.path, [(None, "Onlookers")], tmp_path, print)
    assert server.reserve_seats() == []
    bots.close()
