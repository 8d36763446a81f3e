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
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyte
import pytest

from towergames import registry
from towergames.core.contract import Decide
from towergames.table.match import Table, log_lines
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
def chromium(link: str, **context: Any) -> Iterator[Window]:
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
        yield Window(browser.new_context(**context).new_page(), link)
        browser.close()


@contextmanager
def server_of(home: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """``towergames serve`` for the free seat: its link, and the process."""
    command = [sys.executable, "-m", "towergames", "serve", "--saves", str(home / "saves"), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[-1], process
        finally:
            process.terminate()


def only_ann(table: Table) -> set[str]:
    """The beginnings of what the log tells Ann alone: her cards or letters."""
    hers, his = ({line.text for line in log_lines(table.history, seat)} for seat in (0, 1))
    return {text[:40] for text in hers - his}


def play_on(save: Path, ann: Any, bob: Window, pictures: str, *, moves: int = 400) -> tuple[set[str], str]:
    """Ann types her moves into the terminal, and Bob into the page, until the game is over.

    What only Ann may read, and what Bob's page was sent up to the last move.
    """
    game = load_file(save).history.header.game
    level = registry.get(game).levels[0]
    secrets: set[str] = set()
    before = 0
    for number in range(moves):
        table = Table(load_file(save).history, None)
        turn = table.turn
        if not isinstance(turn, Decide):
            if table.history.ended:
                seen = plain(bob.bytes[:before])
                while "The game is saved." not in plain(bob.bytes[before:]):
                    bob.rest()
                    bob.page.keyboard.press("Escape")  # the last scoring need not be watched
                bob.rest()
                bob.picture(f"{pictures}-end")
                return secrets, seen
            bob.page.wait_for_timeout(100)
            ann.pump(0.1)
            continue
        move = table.game.notate(think(table, level, live=False).action)
        at, before = table.moves, len(bob.bytes)
        secrets |= only_ann(table)
        for _ in range(3):
            if turn.seat == 0:
                length = -1
                while length != len(ann.raw):
                    length = len(ann.raw)
                    ann.pump(0.4)
                ann.send(":", move, "enter")
            else:
                bob.rest()
                bob.page.keyboard.type(f":{move}")
                bob.page.keyboard.press("Enter")
            if _moved(save, at, ann, bob, 4.0):
                break
            (ann.send("enter") if turn.seat == 0 else bob.page.keyboard.press("Enter"))  # to confirm it
            if _moved(save, at, ann, bob, 4.0):
                break
            bob.picture(f"{pictures}-stuck")
            (ann.send("escape") if turn.seat == 0 else bob.page.keyboard.press("Escape"))
        else:
            raise AssertionError(f"{move} was not played\n{ann.text}\n{plain(bob.bytes[-3000:])}")
        if number in (6, 20, 40):
            bob.picture(f"{pictures}-{number}")
    raise AssertionError(f"the game did not end in {moves} moves")


def _moved(save: Path, at: int, ann: Any, bob: Window, seconds: float) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        ann.pump(0.02)
        bob.page.wait_for_timeout(30)
        if len(load_file(save).history.plays) > at:
            return True
    return False


@pytest.mark.parametrize(("game", "screen"), [("takethat", PHONE), ("takethat", DESKTOP), ("words", PHONE)])
def test_a_game_in_a_browser_to_its_end(own_home: Path, game: str, screen: dict[str, Any]) -> None:
    from tests.pty.terminal import Terminal

    save = own_home / "saves" / "evening.jsonl"
    seats = ("--seat", "Ann", "--seat", "Bob", "--open", "--seed", "7", "--name", "evening")
    ann = Terminal(("play", game, *seats), own_home)
    ann.wait_for("Your turn" if game == "takethat" else "Ann")
    name = f"{game}-{screen['viewport']['width']}"
    with server_of(own_home) as (link, process), chromium(link, **screen) as bob:
        bob.page.wait_for_timeout(1500)
        bob.picture(f"{name}-begin")
        secrets, seen = play_on(save, ann, bob, name)
        assert bob.elsewhere == []
        bob.page.keyboard.press("Control+q")
        bob.wait_for(lambda: bob.page.locator("#closed").is_visible())
        told = process.communicate(timeout=20)  # the table has ended, and with it the links
        assert process.returncode == 0
        assert link.rpartition("/")[2] not in "".join(told)
        assert secrets
        for secret in secrets:
            assert secret not in seen
    ann.send("q")


def test_taps_on_a_phone_play(own_home: Path) -> None:
    """A tap on a card chooses it, and one on the main chip of the action bar plays it."""
    from tests.web.conftest import opened

    ann = opened(own_home / "saves", "Ann", "Bob")
    while not (isinstance(ann.turn, Decide) and ann.turn.seat == 1):
        ann.submit(0, ann.legal()[0])
    with server_of(own_home) as (link, _), chromium(link, **PHONE) as bob:
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
