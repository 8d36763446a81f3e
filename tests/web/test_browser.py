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

import pytest

from tests.pty.players import SHORT, Player, plain, seated, watched
from tests.pty.terminal import Drawing
from tests.web.conftest import WELCOME as BUTTON
from towergames.core.contract import Decide
from towergames.table.save_file import load_file
from towergames.table.store import Store

pytestmark = pytest.mark.browser
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
WELCOME = BUTTON.decode()
PICTURES = os.environ.get("TOWERGAMES_TEST_PICTURES")
"""A folder for screenshots, where they are wanted."""


class Window:
    """A page of Chromium at a seat. ``raw`` is everything that the server sent over its web socket.

    ``welcome`` keeps the first screen of a guest.
    """

    def __init__(self, page: Any, link: str, *, welcome: bool = False) -> None:
        self.page, self.raw, self.elsewhere = page, bytearray(), []
        self.errors: list[str] = []
        """What the console of the browser called an error."""
        page.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        self._drawing, self._drawn = Drawing((80, 24)), 0
        self.sent: list[str] = []
        page.on("websocket", self._follow)
        page.on("request", lambda request: "127.0.0.1" in request.url or self.elsewhere.append(request.url))
        page.goto(link)
        self.wait_for(lambda: WELCOME in self.text or "Round" in self.text)
        if not welcome and WELCOME in self.text:
            page.keyboard.press("Enter")
            self.wait_for(lambda: "Round" in self.text)

    def _follow(self, socket: Any) -> None:
        socket.on("framereceived", self._take)
        socket.on("framesent", lambda frame: self.sent.append(str(frame)))

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the page, which tells them to the server."""
        sent = [re.fullmatch(r'\["resize",\{"width":(\d+),"height":(\d+)\}\]', text) for text in self.sent]
        columns, rows = next(found for found in reversed(sent) if found).groups()
        return int(columns), int(rows)

    @property
    def text(self) -> str:
        """What the page shows: what was sent is drawn as a terminal would draw it."""
        if not self.sent:
            return ""
        columns, rows = self.size
        if (self._drawing.screen.columns, self._drawing.screen.lines) != (columns, rows):
            self._drawing, self._drawn = Drawing((columns, rows)), 0
        self._drawing.feed(bytes(self.raw[self._drawn :]))
        self._drawn = len(self.raw)
        return self._drawing.text

    def find(self, text: str) -> tuple[int, int]:
        """Where the page shows a text, in cells."""
        lines = self.text.split("\n")
        row = next(row for row, line in enumerate(lines) if text in line)
        return lines[row].index(text), row

    def _take(self, frame: Any) -> None:
        self.raw += frame if isinstance(frame, bytes) else b""  # the program tells its page in text

    def wait_for(self, test: Any, seconds: float = 40.0) -> None:
        end = time.monotonic() + seconds
        while not test():
            assert time.monotonic() < end, plain(self.raw[-3000:])
            self.page.wait_for_timeout(50)

    @property
    def closed(self) -> str:
        """What the page says of its closed window; empty while it is open."""
        panel = self.page.locator("#closed")
        return " ".join(panel.inner_text().split()) if panel.is_visible() else ""

    def opened_again(self) -> None:
        self.page.locator("#again").click()
        self.wait_for(lambda: not self.closed and not self.page.locator("#opening").is_visible())

    def tap(self, text: str) -> None:
        """Tap the middle of a text."""
        column, row = self.find(text)
        box, (columns, rows) = self.page.locator(".xterm-screen").bounding_box(), self.size
        x = box["x"] + (column + len(text) / 2) * box["width"] / columns
        self.page.touchscreen.tap(x, box["y"] + (row + 0.5) * box["height"] / rows)

    def swipe(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Move a finger from one cell to another."""
        box, (columns, rows) = self.page.locator(".xterm-screen").bounding_box(), self.size
        places = [
            {
                "x": box["x"] + (start[0] + (end[0] - start[0]) * step / 8 + 0.5) * box["width"] / columns,
                "y": box["y"] + (start[1] + (end[1] - start[1]) * step / 8 + 0.5) * box["height"] / rows,
            }
            for step in range(9)
        ]
        finger = self.page.context.new_cdp_session(self.page)
        for number, place in enumerate(places):
            kind = "touchMove" if number else "touchStart"
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [place]})
            self.page.wait_for_timeout(20)
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def picture(self, name: str) -> None:
        if PICTURES:
            self.page.screenshot(path=str(Path(PICTURES) / f"{name}.png"))


@contextmanager
def chromium(*links: str, welcome: bool = False, **context: Any) -> Iterator[list[Window]]:
    """A page for each link, each in a browser of its own as far as it can tell."""
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
        yield [Window(browser.new_context(**context).new_page(), link, welcome=welcome) for link in links]
        browser.close()


@contextmanager
def server_of(home: Path, seats: int = 1, *words: str) -> Iterator[tuple[list[str], subprocess.Popen[str]]]:
    """``towergames serve`` for the free seats, or with ``words``: their links, and the process."""
    command = [sys.executable, "-m", "towergames", "serve", "--saves", str(home / "saves"), "--port", "0", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield [process.stdout.readline().split()[-1] for _ in range(seats)], process
        finally:
            process.terminate()


class Visitor(Player):
    """Who plays in a page."""

    def pump(self, seconds: float) -> None:
        """Take in what is sent to the page for that long."""
        self.window.page.wait_for_timeout(1000 * seconds)

    def press(self, key: str) -> None:
        self.window.page.keyboard.press(key.capitalize())

    def write(self, text: str) -> None:
        """Type a line and Enter."""
        self.window.page.keyboard.type(text)
        self.press("enter")

    def picture(self, name: str) -> None:
        """Keep what the page shows, where that is wanted."""
        self.window.picture(name)


@contextmanager
def served(home: Path, names: Sequence[str], **context: Any) -> Iterator[list[Visitor]]:
    """The visitors at the free seats. In the end nothing came from elsewhere, and the server has told no link."""
    with server_of(home, len(names)) as (links, process), chromium(*links, **context) as pages:
        yield [Visitor(page, name) for page, name in zip(pages, names, strict=True)]
        for page in pages:
            assert page.elsewhere == [] and page.errors == []
            page.page.keyboard.press("Control+q")
            page.wait_for(lambda page=page: page.page.locator("#closed").is_visible())
        told = "".join(process.communicate(timeout=20))  # the table has ended, and with it the links
        assert process.returncode == 0
        assert not any(link.rpartition("/")[2] in told for link in links)


@pytest.mark.parametrize(("game", "screen"), [("takethat", PHONE), ("takethat", DESKTOP), ("words", PHONE)])
def test_a_game_in_a_browser_to_its_end(own_home: Path, game: str, screen: dict[str, Any]) -> None:
    with seated(own_home, game, ("screen", "page")) as players, served(own_home, ("Bob",), **screen) as visitors:
        pictures = f"{game}-{screen['viewport']['width']}"
        with watched(own_home, (*players, *visitors), pictures) as evening:
            evening.play()
        assert all(player.secrets for player in evening.players)


@pytest.mark.parametrize("game", SHORT)
def test_a_screen_lines_and_two_browsers_play_a_game_to_its_end(own_home: Path, game: str) -> None:
    with (
        seated(own_home, game, ("screen", "lines", "page", "page"), *SHORT[game]) as players,
        served(own_home, ("Cleo", "Dan"), **DESKTOP) as visitors,
        watched(own_home, (*players, *visitors), f"{game}-four") as evening,
    ):
        evening.play()


def test_taps_on_a_phone_play(own_home: Path) -> None:
    """A tap on a card chooses it, and one on the main chip of the action bar plays it."""
    from tests.web.conftest import opened

    ann = opened(own_home / "saves", "Ann", "Bob")
    while not (isinstance(ann.turn, Decide) and ann.turn.seat == 1):
        ann.submit(0, ann.legal()[0])
    with server_of(own_home) as ((link,), _), chromium(link, **PHONE) as (page,):
        bob = Visitor(page, "Bob")
        bob.rest()
        bob.picture("taps-before")
        canvas = page.page.locator(".xterm-screen").bounding_box()
        columns, rows = bob.window.size

        def tap(text: str) -> None:
            column, row = bob.window.find(text)
            x = canvas["x"] + (column + 0.5) * canvas["width"] / columns
            page.page.touchscreen.tap(x, canvas["y"] + (row + 0.5) * canvas["height"] / rows)
            bob.rest()

        before = len(load_file(ann.journal.path).history.plays)
        tap("LANDLORD")
        bob.picture("taps-card")
        assert "LANDLORD: " in plain(bob.bytes)
        tap("Build LANDLORD")
        bob.picture("taps-built")
        assert len(load_file(ann.journal.path).history.plays) > before
        # The keyboard of the phone stays away until it is asked for, and the row of keys works.
        assert page.page.evaluate("document.querySelector('.xterm-helper-textarea').inputMode") == "none"
        length = len(bob.bytes)
        page.page.locator("[data-keys=ArrowRight]").tap()
        page.wait_for(lambda: len(bob.bytes) > length)
    ann.close()


def test_a_guest_finds_the_way_by_taps_alone(own_home: Path) -> None:
    """The first screen, the lesson and back, the table, the menu of the phone, and out of the window."""
    from tests.web.conftest import opened

    ann = opened(own_home / "saves", "Ann", "Bob")
    with server_of(own_home) as ((link,), _), chromium(link, welcome=True, **PHONE) as (page,):
        menu = page.page.locator("#menu")
        page.wait_for(lambda: "You are Bob." in page.text and "The aim" in page.text and "It is " in page.text)
        page.wait_for(lambda: "Enter To the table" not in page.text)  # a finger has no keys
        page.picture("guest-welcome")
        page.tap("Guide")
        page.wait_for(lambda: "Step 1" in page.text and "Show me" in page.text)
        page.picture("guest-lesson")
        menu.tap()
        page.wait_for(lambda: "Leave the lesson." in page.text)
        page.tap("To the table")
        page.wait_for(lambda: "Round 1" in page.text and "Step 1" not in page.text)
        menu.tap()
        page.wait_for(lambda: "Write to the other players." in page.text)
        page.picture("guest-menu")
        page.tap("All commands")
        page.wait_for(lambda: "All commands of this screen" in page.text and "Type a command" not in page.text)
        menu.tap()  # closes the list
        page.wait_for(lambda: "All commands of this screen" not in page.text)
        page.page.reload()
        page.wait_for(lambda: "Round 1" in page.text and WELCOME not in page.text)
        menu.tap()
        page.wait_for(lambda: "Leave" in page.text)
        page.tap("Leave")
        page.wait_for(lambda: page.closed.startswith("You have left the table."))
        assert page.errors == []
    ann.close()


@contextmanager
def bob_alone(home: Path, game: str, screen: dict[str, Any]) -> Iterator[tuple[Window, subprocess.Popen[str]]]:
    """Bob's page at a new table, where nobody moves, and the server."""
    from tests.web.conftest import opened

    ann = opened(home / "saves", "Ann", "Bob", game=game)
    with server_of(home) as ((link,), process), chromium(link, **screen) as (page,):
        page.wait_for(lambda: "Bob" in page.text and not page.page.locator("#opening").is_visible())
        yield page, process
    ann.close()


LANDSCAPE = {**PHONE, "viewport": {"width": 844, "height": 390}}


@pytest.mark.parametrize(
    ("game", "screen", "sizes"),
    [
        ("words", PHONE, ((390, 500), (375, 553), (360, 560), (844, 390), (390, 844))),
        ("bricks", LANDSCAPE, ((390, 844), (390, 500))),
    ],
)
def test_the_letters_fit_when_a_phone_is_turned_or_its_keyboard_comes(
    own_home: Path, game: str, screen: dict[str, Any], sizes: Sequence[tuple[int, int]]
) -> None:
    with bob_alone(own_home, game, screen) as (page, _):
        for width, height in sizes:
            before = len(page.raw)
            page.page.set_viewport_size({"width": width, "height": height})
            page.wait_for(lambda before=before: len(page.raw) > before + 2000)
            page.wait_for(lambda: "Bob" in page.text and "needs" not in page.text)
            page.picture(f"{game}-{width}x{height}")
            assert page.page.evaluate("host.terminal.options.fontSize") >= 9
        before = len(page.raw)
        page.page.set_viewport_size({"width": 640, "height": 160})  # no letters are small enough
        page.wait_for(lambda: len(page.raw) > before and "Turn the phone, or close its keyboard." in page.text)
        page.picture(f"{game}-too-small")
        assert page.page.evaluate("host.terminal.options.fontSize") == 10 and "Menu" not in page.text


def test_the_row_of_keys_leaves_the_focus_and_the_keyboard_alone(own_home: Path) -> None:
    with bob_alone(own_home, "words", PHONE) as (page, _):
        keyboard = "[document.activeElement === field, field.inputMode]"

        def tapped(key: str) -> list[Any]:
            page.page.locator(key).tap()
            page.page.wait_for_timeout(100)
            found: list[Any] = page.page.evaluate(keyboard)
            return found

        assert tapped("[data-keys=Escape]") == [True, "none"]
        page.wait_for(lambda: "Close this page to leave. The same link opens it again." in page.text)
        assert tapped("#keyboard") == [True, "text"]
        assert tapped("[data-keys=Enter]") == [True, "text"]
        page.page.keyboard.type("a")
        page.wait_for(lambda: "A at e5 makes no word yet." in page.text)
        assert tapped("#keyboard") == [True, "none"]
        assert tapped("#keyboard") == [True, "text"]
        # The phone closes its keyboard by itself, and the page gets higher.
        page.page.set_viewport_size({"width": 390, "height": 500})
        page.page.wait_for_timeout(300)
        page.page.set_viewport_size(PHONE["viewport"])
        page.wait_for(lambda: page.page.evaluate(keyboard) == [True, "none"])
        assert page.errors == []


def test_a_finger_turns_the_table_and_scrolls_lists(own_home: Path) -> None:
    with bob_alone(own_home, "leaning", PHONE) as (page, _):
        page.wait_for(lambda: "[all]" in page.text)
        page.swipe((15, 15), (45, 16))
        page.wait_for(lambda: "[all]" not in page.text)  # it is seen from elsewhere now
        page.picture("swipe-table")
        page.page.keyboard.press("F1")
        page.wait_for(lambda: "Keys and words of this screen" in page.text)
        first = page.text.split("\n")[10]
        page.swipe((20, 40), (20, 12))
        page.wait_for(lambda: page.text.split("\n")[10] != first and "Anywhere" in page.text)
        page.picture("swipe-list")
        assert "Keys and words of this screen" in page.text


def test_guests_choose_their_names_and_both_pages_go_to_the_table(own_home: Path) -> None:
    with server_of(own_home, 2, "takethat", "--guests", "2") as (links, _), playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
        first, second = (browser.new_context(**PHONE).new_page() for _ in links)
        first.goto(links[0])
        second.goto(links[1])
        first.locator("#name").fill("Ann")
        first.keyboard.press("Enter")
        first.get_by_text("1 guest has none yet.").wait_for()
        assert first.locator("form").count() == 0
        second.get_by_text("Ann", exact=True).wait_for()  # without a touch
        second.locator("#name").fill("ann")
        second.get_by_role("button").tap()
        second.get_by_text("Ann sits at this table already.").wait_for()
        assert second.locator("#name").input_value() == "ann"
        second.locator("#name").fill("Ben")
        second.get_by_role("button").tap()
        for page in (first, second):
            page.locator("body.-shown").wait_for(timeout=60_000)
        browser.close()


def test_the_page_says_why_its_window_was_closed(own_home: Path) -> None:
    with bob_alone(own_home, "takethat", DESKTOP) as (page, process):
        page.page.keyboard.press("Control+q")
        page.wait_for(lambda: page.closed.startswith("You have left the table."))
        page.opened_again()
        # A second browser takes the seat.
        other = page.page.context.new_page()
        other.goto(page.page.url)
        page.wait_for(lambda: page.closed == "This seat was opened in another browser. Open it here")
        page.opened_again()
        other.close()
        # A window in a terminal has taken the seat.
        page.page.keyboard.press("Control+q")
        page.wait_for(lambda: page.closed.startswith("You have left the table."))
        terminal = Store(own_home / "saves").join("evening", (1,))
        page.page.locator("#again").click()
        page.wait_for(lambda: page.closed == "Bob sits at the table in a terminal now. Take the seat here")
        page.picture("closed-taken")
        page.opened_again()
        assert terminal.seats.look_after(), "another window has the seat"
        terminal.close()
        for reason, text in (
            ("idle", "because nothing was done for 30 minutes"),
            ("the server is full", "The table was closed here: the server is full."),
            ("Ended", "Ask the host for a new link."),
        ):
            page.page.evaluate("reason => closed({reason, code: 1000}, 1)", reason)
            assert text in page.closed
        assert page.errors == []
        process.kill()
        page.wait_for(lambda: page.closed.startswith("The connection was lost. It is tried again in 2 s."))
        page.picture("closed-lost")
        page.page.evaluate("tries = PAUSES.length")
        page.wait_for(lambda: "the host does not answer" in page.closed)


def test_a_host_that_ends_and_a_link_that_is_opened_too_often_are_told(own_home: Path) -> None:
    with bob_alone(own_home, "takethat", DESKTOP) as (page, process):
        for _ in range(12):
            if page.closed:
                break
            page.page.reload()
            page.page.wait_for_timeout(300)
        page.wait_for(lambda: page.closed.startswith("This link was opened too often."))
        page.picture("closed-often")
        assert page.page.locator("#again").is_disabled()
        page.wait_for(lambda: page.page.locator("#again").is_enabled(), 70)
        page.opened_again()
        process.terminate()
        page.wait_for(lambda: page.closed == "The host has stopped serving this table. Ask the host for a new link.")
        page.picture("closed-ended")


def test_the_page_says_that_the_table_is_being_opened(own_home: Path) -> None:
    with bob_alone(own_home, "takethat", PHONE) as (page, _):
        again = page.page.context.new_page()
        again.goto(page.page.url, wait_until="commit")
        again.wait_for_selector("#opening", state="visible")
        again.wait_for_selector(".xterm-screen")
        top = again.evaluate("document.elementFromPoint(30, 20).id")
        if PICTURES:
            again.screenshot(path=str(Path(PICTURES) / "opening.png"))
        assert top == "opening"


def test_a_phone_asks_before_a_move_that_cannot_be_taken_back(own_home: Path) -> None:
    """Confirm my move is switched on by taps, asks once, and Do it makes the move."""
    from tests.web.conftest import opened

    ann = opened(own_home / "saves", "Ann", "Bob", game="takethat")
    while not (isinstance(ann.turn, Decide) and ann.turn.seat == 1):
        ann.submit(0, ann.legal()[0])
    with server_of(own_home) as ((link,), _), chromium(link, **PHONE, device_scale_factor=2) as (page,):
        bob = Visitor(page, "Bob")
        bob.rest()
        page.page.locator("#menu").tap()
        page.wait_for(lambda: "Confirm my move" in page.text)
        bob.picture("confirm-menu")
        page.tap("Confirm my move")
        page.wait_for(lambda: "You are asked before moves that you cannot" in " ".join(page.text.split()))
        bob.rest()
        plays = len(load_file(ann.journal.path).history.plays)

        def main_chip() -> str:
            """The chip of what comes next, once the last move is shown."""
            found = re.search(r"Build [A-Z]+ on [A-Z]|End turn, draw \d", page.text)
            return (
                found.group() if found is not None and len(load_file(ann.journal.path).history.plays) == plays else ""
            )

        page.wait_for(main_chip)
        while main_chip().startswith("Build"):
            page.tap(main_chip())  # it can be taken back, so it is made at once
            plays += 1
            page.wait_for(main_chip)
            bob.rest()
            page.wait_for(main_chip)
        before = len(load_file(ann.journal.path).history.plays)
        bob.picture("confirm-move")
        for answer in ("Go back", "Do it"):
            page.tap(main_chip())
            page.wait_for(lambda: "Tap Do it to make it." in page.text and "Go back" in page.text)
            bob.rest()
            bob.picture("confirm-asks")
            assert len(load_file(ann.journal.path).history.plays) == before
            page.tap(answer)
            page.wait_for(lambda: "Tap Do it" not in page.text)
        page.wait_for(lambda: len(load_file(ann.journal.path).history.plays) > before)
        bob.picture("confirm-done")
    ann.close()


def test_the_accessibility_tree_has_the_sentences_and_not_the_terminal(own_home: Path) -> None:
    with bob_alone(own_home, "takethat", DESKTOP) as (page, _):
        page.wait_for(lambda: page.page.locator("#aloud p").count() > 4)
        shown = [" ".join(text.split()) for text in page.page.locator("#aloud p").all_text_contents()]
        nodes = page.page.context.new_cdp_session(page.page).send("Accessibility.getFullAXTree")["nodes"]
        known = {node["nodeId"]: node for node in nodes}
        (log,) = [node for node in nodes if node.get("role", {}).get("value") == "log"]
        paragraphs = [known[child] for child in log["childIds"]]
        said = ["".join(known[text]["name"]["value"] for text in paragraph["childIds"]) for paragraph in paragraphs]
        assert [" ".join(text.split()) for text in said] == shown
        assert said[0] == "You are Bob."
        texts = [node["name"]["value"] for node in nodes if node.get("role", {}).get("value") == "StaticText"]
        assert not any(frame in text for text in texts for frame in "│┃╭▀")
        marks = [(node.get("name", {}).get("value"), str(node.get("properties", ""))) for node in nodes]
        assert "Keys for the table" in [name for name, marked in marks if "'focused'" in marked]
        assert not page.errors
