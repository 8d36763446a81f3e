"""A real Chromium joins by a link and plays to the end against a terminal window.

Needs playwright and the system's Chromium; without them these tests are skipped.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyte
import pytest

from towergames import registry
from towergames.core.contract import Decide
from towergames.table.match import Table
from towergames.table.opponents import think
from towergames.table.store import load_file

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(sys.platform == "win32", reason="the terminal window needs a POSIX pseudo-terminal"),
]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
if CHROMIUM is None:
    pytest.skip("needs Chromium", allow_module_level=True)
playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1280, "height": 720}}
PICTURES = os.environ.get("TOWERGAMES_TEST_PICTURES")
"""A folder for screenshots, where they are wanted."""


class Window:
    """A page of Chromium at a seat. ``bytes`` is everything that the server sent over its web socket."""

    def __init__(self, page: Any, link: str) -> None:
        self.page, self.bytes, self.elsewhere = page, bytearray(), []
        self.sent: list[str] = []
        page.on("websocket", self._follow)
        page.on("request", lambda request: "127.0.0.1" in request.url or self.elsewhere.append(request.url))
        page.goto(link)
        self.wait_for(lambda: len(self.bytes) > 2000)

    def _follow(self, socket: Any) -> None:
        socket.on("framereceived", self._take)
        socket.on("framesent", lambda frame: self.sent.append(str(frame)))

    def find(self, text: str, columns: int, rows: int) -> tuple[int, int]:
        """Where the page shows a text, in cells: what was sent is drawn as a terminal would draw it."""
        screen = pyte.Screen(columns, rows)
        pyte.ByteStream(screen).feed(bytes(self.bytes))
        row = next(row for row, line in enumerate(screen.display) if text in line)
        return screen.display[row].index(text), row

    def _take(self, frame: Any) -> None:
        self.bytes += frame if isinstance(frame, bytes) else frame.encode()

    def wait_for(self, test: Any, seconds: float = 40.0) -> None:
        end = time.monotonic() + seconds
        while not test():
            assert time.monotonic() < end, plain(self.bytes[-3000:])
            self.page.wait_for_timeout(50)

    def rest(self) -> None:
        """Wait until nothing moves: a key would only end an animation."""
        length = -1
        while length != len(self.bytes):
            length = len(self.bytes)
            self.page.wait_for_timeout(400)

    def picture(self, name: str) -> None:
        if PICTURES:
            self.page.screenshot(path=str(Path(PICTURES) / f"{name}.png"))


def plain(data: bytes | bytearray) -> str:
    return re.sub(r"\x1b\[[^a-zA-Z]*[a-zA-Z]|\x1b.", "", data.decode("utf-8", "replace"))


@contextmanager
def chromium(*links: str, **context: Any) -> Iterator[list[Window]]:
    """A page for each link, each in a browser of its own as far as it can tell."""
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
        yield [Window(browser.new_context(**context).new_page(), link) for link in links]
        browser.close()


@contextmanager
def server_of(home: Path, seats: int = 1) -> Iterator[tuple[list[str], subprocess.Popen[str]]]:
    """``towergames serve`` for the free seats: their links, and the process."""
    command = [sys.executable, "-m", "towergames", "serve", "--saves", str(home / "saves"), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield [process.stdout.readline().split()[-1] for _ in range(seats)], process
        finally:
            process.terminate()


class Player:
    """Who plays in a window: a terminal, which may be in plain mode (``lines``), or a page."""

    def __init__(self, window: Any, *, lines: bool = False) -> None:
        self.window, self.lines = window, lines
        self.page = window.page if isinstance(window, Window) else None
        self.secrets: set[str] = set()
        """The beginnings of what the log told this player alone: cards or letters."""

    @property
    def bytes(self) -> bytearray:
        """Everything that was sent to the window."""
        return self.window.bytes if self.page else self.window.raw  # type: ignore[no-any-return]

    def pump(self, seconds: float) -> None:
        """Take in what is sent to the window."""
        self.page.wait_for_timeout(1000 * seconds) if self.page else self.window.pump(seconds)

    def press(self, key: str) -> None:
        """Press a key."""
        self.page.keyboard.press(key) if self.page else self.window.send(key.lower())

    def type(self, text: str) -> None:
        """Wait until nothing moves, since a key would only end an animation, and type a line."""
        length = -1
        while length != len(self.bytes):
            length = len(self.bytes)
            self.pump(0.4)
        if self.page:
            self.page.keyboard.type(f":{text}")
            self.press("Enter")
        else:
            self.window.send(f"{text}\r" if self.lines else f":{text}\r")


def play_on(save: Path, players: Sequence[Player], pictures: str, *, moves: int = 600) -> None:
    """Everyone types the moves of a bot until the game is over, and nobody is sent what another alone may know."""
    table = Table(load_file(save).history, None)
    level = registry.get(table.header.game).levels[0]
    sent = [0] * len(players)
    for number in range(moves):
        table = Table(load_file(save).history, None)
        if table.history.ended:
            break
        if not isinstance(table.turn, Decide):
            _pump(players, 0.1)
            continue
        told = [{line.text for line in table.log(seat)} for seat in range(len(players))]
        for seat, player in enumerate(players):
            others = set().union(*(lines for other, lines in enumerate(told) if other != seat))
            player.secrets |= {text[:40] for text in told[seat] - others}
        sent = [len(player.bytes) for player in players]
        player, move = players[table.turn.seat], table.game.notate(think(table, level, live=False).action)
        for _ in range(3):
            player.type(move)
            if _moved(save, table.moves, players):
                break
            player.press("Enter")  # to confirm it
            if _moved(save, table.moves, players):
                break
            _picture(players, f"{pictures}-stuck")
            player.press("Escape")
        else:
            raise AssertionError(f"{move} was not played\n{plain(player.bytes[-3000:])}")
        if number in (6, 20, 40):
            _picture(players, f"{pictures}-{number}")
    assert table.history.ended, f"the game did not end in {moves} moves"
    for player, length in zip(players, sent, strict=True):
        if player.page:
            while "The game is saved." not in plain(player.bytes[length:]):
                player.window.rest()
                player.press("Escape")  # the last scoring need not be watched
            player.window.rest()
        seen = plain(player.bytes[:length])
        assert player.secrets
        for secret in set().union(*(other.secrets for other in players if other is not player)):
            assert secret not in seen
    _picture(players, f"{pictures}-end")


def _moved(save: Path, at: int, players: Sequence[Player], seconds: float = 4.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        _pump(players, 0.03)
        if len(load_file(save).history.plays) > at:
            return True
    return False


def _pump(players: Sequence[Player], seconds: float) -> None:
    for player in players:
        player.pump(seconds)


def _picture(players: Sequence[Player], name: str) -> None:
    for number, player in enumerate(players, start=1):
        if player.page:
            player.window.picture(f"{name}-{number}")


def end(players: Sequence[Player], links: Sequence[str], process: subprocess.Popen[str]) -> None:
    """Close the pages: nothing came from elsewhere, and the server ends and has told no link."""
    for player in players:
        if player.page:
            assert player.window.elsewhere == []
            player.press("Control+q")
            player.window.wait_for(lambda page=player.page: page.locator("#closed").is_visible())
    told = "".join(process.communicate(timeout=20))  # the table has ended, and with it the links
    assert process.returncode == 0
    assert not any(link.rpartition("/")[2] in told for link in links)


@pytest.mark.parametrize(("game", "screen"), [("takethat", PHONE), ("takethat", DESKTOP), ("words", PHONE)])
def test_a_game_in_a_browser_to_its_end(own_home: Path, game: str, screen: dict[str, Any]) -> None:
    from tests.pty.terminal import Terminal

    save = own_home / "saves" / "evening.jsonl"
    seats = ("--seat", "Ann", "--seat", "Bob", "--open", "--seed", "7", "--name", "evening")
    with Terminal(("play", game, *seats), own_home) as ann:
        ann.wait_for("Your turn" if game == "takethat" else "Ann")
        with server_of(own_home) as (links, process), chromium(*links, **screen) as pages:
            players = [Player(ann), *map(Player, pages)]
            play_on(save, players, f"{game}-{screen['viewport']['width']}")
            end(players, links, process)


def test_a_screen_lines_and_two_browsers_play_a_game_to_its_end(own_home: Path) -> None:
    from tests.pty.terminal import Terminal

    save = own_home / "saves" / "evening.jsonl"
    seats = ("--seat", "Ann", "--seat", "Bob", "--seat", "Cleo", "--seat", "Dan", "--seed", "7", "--name", "evening")
    with Terminal(("play", "takethat", *seats, "--open"), own_home, (100, 30)) as ann:
        ann.wait_for("Bob, gone")
        with Terminal(("--plain", "join", "--seat", "Bob"), own_home) as bob:
            bob.wait_for("Bob")
            with server_of(own_home, 2) as (links, process), chromium(*links, **DESKTOP) as pages:
                players = [Player(ann), Player(bob, lines=True), *map(Player, pages)]
                play_on(save, players, "four")
                end(players, links, process)


def test_taps_on_a_phone_play(own_home: Path) -> None:
    """A tap on a card chooses it, and one on the main chip of the action bar plays it."""
    from tests.web.conftest import opened

    ann = opened(own_home / "saves", "Ann", "Bob")
    while not (isinstance(ann.turn, Decide) and ann.turn.seat == 1):
        ann.submit(0, ann.legal()[0])
    with server_of(own_home) as ((link,), _), chromium(link, **PHONE) as (bob,):
        bob.rest()
        bob.picture("taps-before")
        canvas = bob.page.locator(".xterm-screen").bounding_box()
        columns, rows = _size_of(bob)

        def tap(text: str) -> None:
            column, row = bob.find(text, columns, rows)
            x = canvas["x"] + (column + 0.5) * canvas["width"] / columns
            bob.page.touchscreen.tap(x, canvas["y"] + (row + 0.5) * canvas["height"] / rows)
            bob.rest()

        before = len(load_file(ann.journal.path).history.plays)
        tap("LANDLORD")
        bob.picture("taps-card")
        assert "LANDLORD: " in plain(bob.bytes)
        tap("Build LANDLORD")
        bob.picture("taps-built")
        assert len(load_file(ann.journal.path).history.plays) > before
        # The keyboard of the phone stays away until it is asked for, and the row of keys works.
        assert bob.page.evaluate("document.querySelector('.xterm-helper-textarea').inputMode") == "none"
        length = len(bob.bytes)
        bob.page.locator("[data-keys=ArrowRight]").tap()
        bob.wait_for(lambda: len(bob.bytes) > length)
    ann.close()


def _size_of(bob: Window) -> tuple[int, int]:
    sent = [re.fullmatch(r'\["resize",\{"width":(\d+),"height":(\d+)\}\]', text) for text in bob.sent]
    columns, rows = next(found for found in reversed(sent) if found).groups()
    return int(columns), int(rows)
