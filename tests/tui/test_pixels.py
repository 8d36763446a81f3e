"""True pixels over a board at rest: asked where they may be, shown exactly, and gone before anything else is drawn."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pyte
import pytest
from textual import events
from textual._compositor import ChopsUpdate
from textual.app import App
from textual.geometry import Region
from textual.pilot import Pilot

from tests.renderer.pixel_streams import kitty_picture, sixel_picture
from tests.tui.desktop import do, running
from tests.tui.frames import shown, until
from towergames import registry
from towergames.graphics import ASK_ALL, ASK_KITTY
from towergames.renderer.pixels import KITTY_REMOVE
from towergames.run_request import RunRequest
from towergames.tui.app import TowerApp
from towergames.tui.page_pictures import AHEAD, MOST_PIXELS, PART, PagePicture, PagePictures, fine_cell, rough_cell
from towergames.tui.screens.replay import ReplayScreen
from towergames.tui.terminal_input import Answered, TerminalInput
from towergames.tui.widgets.canvas import CanvasView

SAVES = Path(__file__).parents[2] / "saves"
CELL = (6, 13)
KITTY, SIXEL, SIZE = "\x1b_Gi=31;OK\x1b\\", "\x1b[?62;4;22c", "\x1b[6;13;6t"
FRAME, ELSEWHERE = "frame", "elsewhere"
"""Stand among the codes that were sent for updates of the screen that draw on the board, and that do not."""


LONG = "A notice of some lines, so that the board lies below it. " * 5


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch, every_frame: None) -> None:
    monkeypatch.setattr(registry, "ENTRIES", [registry.Entry("leaning"), registry.Entry("konexi")])
    for name in ("TMUX", "STY", "SSH_CONNECTION", "NO_COLOR", "TERM_PROGRAM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


@asynccontextmanager
async def terminal(
    monkeypatch: pytest.MonkeyPatch, size: tuple[int, int] = (80, 24), **flags: str
) -> AsyncIterator[tuple[TowerApp, Pilot[Any], list[str]]]:
    """The program on a terminal that can be answered for, and what was sent: pictures, questions and ``FRAME``."""
    display = App._display
    sent: list[str] = []

    def displayed(app: App[Any], *given: Any) -> None:
        if given[1] is not None and not app._batch_count:
            sent.append(FRAME if on_board(app, given[1]) else ELSEWHERE)
        display(app, *given)

    monkeypatch.setattr(App, "_display", displayed)
    async with running(size, **flags) as (app, pilot):
        driver: Any = app._driver
        driver.answers = True
        driver.write = lambda data: data.startswith("\x1b]") or sent.append(data)  # not the shape of the pointer
        yield app, pilot, sent


@asynccontextmanager
async def watching(
    monkeypatch: pytest.MonkeyPatch, *answers: str, game: str = "leaning", **flags: str
) -> AsyncIterator[tuple[TowerApp, Pilot[Any], list[str]]]:
    """The same with a replay at its end, once the terminal has given these answers."""
    async with terminal(monkeypatch, **flags) as (app, pilot, sent):
        for message in TerminalInput(0.2).feed("".join(answers).encode()):
            app.post_message(message)
        app.tables.open_replay(SAVES / f"example-{game}.jsonl")
        await pilot.pause()
        await do(app, pilot, "replay.last", *(["konexi.view"] if game == "konexi" else []))
        yield app, pilot, sent


def on_board(app: App[Any], update: Any) -> bool:
    replay = next((screen for screen in app.screen_stack if isinstance(screen, ReplayScreen)), None)
    if replay is None or not isinstance(update, ChopsUpdate):
        return True
    room = replay.panes.zone("board").region
    return any(room.contains(x, y) for y, left, right in update.spans for x in range(left, right))


def pictures(sent: list[str]) -> list[int]:
    return [k for k, text in enumerate(sent) if "a=T" in text or "\x1bP" in text]


def board(app: TowerApp, *, fine: bool = True) -> tuple[Any, Any, Region]:
    """The picture that should be seen, which of its cells are bare, and where it is."""
    view = app.screen.query_one("#board", CanvasView)
    pixels = view.picture.pixels
    assert pixels is not None
    rows = range(pixels.y, pixels.y + pixels.height)
    bare = np.array([view.picture.canvas.own_colours(y)[pixels.x : pixels.x + pixels.width] for y in rows])
    area = Region(pixels.x, pixels.y, pixels.width, pixels.height).translate(view.region.offset)
    assert pixels.rough is not None
    image = pixels.draw(*CELL) if fine else pixels.rough(*CELL)
    return image, np.repeat(np.repeat(bare, CELL[1], 0), CELL[0], 1), area


@pytest.mark.parametrize("game", ["leaning", "konexi"])
async def test_a_board_at_rest_is_shown_in_pixels_where_it_has_no_text(
    monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    async with watching(monkeypatch, KITTY, SIZE, SIXEL, game=game) as (app, pilot, sent):
        # First with one sample a pixel, and once nothing has moved for a second with four.
        for number, fine in enumerate((False, True), start=1):
            await until(pilot, lambda number=number: len(pictures(sent)) >= number)  # type: ignore[misc]
            image, bare, area = board(app, fine=fine)
            found, corner, covered = kitty_picture(sent[pictures(sent)[number - 1]])
            assert (corner, covered) == (area.offset, area.size)
            assert (found[bare][:, :3] == image[bare]).all() and not found[~bare].any()
            assert 0.5 < bare.mean() < 1
        assert KITTY_REMOVE not in sent[pictures(sent)[0] : pictures(sent)[1]], "one picture takes the other's place"
        before = len(sent)
        await pilot.press("left")
        await until(pilot, lambda: pictures(sent)[-1] > before)
        then = [text for text in sent[before:] if text != ELSEWHERE]
        assert then[:2] == [KITTY_REMOVE, FRAME] and KITTY_REMOVE not in then[2:]


def test_a_terminal_that_does_not_tell_the_size_of_a_cell_has_it_from_the_system(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """xterm draws Sixel, and as it comes refuses to tell the size."""
    monkeypatch.setattr("towergames.tui.pixels._measured", lambda: CELL)
    app = TowerApp(RunRequest("menu", SAVES))
    monkeypatch.setattr(app.pixels, "_stir", lambda: None)
    for message in TerminalInput(0.2).feed(SIXEL.encode()):
        assert isinstance(message, Answered)
        app.pixels.take(message)
    assert (app.pixels._kind, app.pixels._cell) == ("sixel", CELL)


async def test_sixel_is_wiped_by_the_cells_below_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async with watching(monkeypatch, SIZE, SIXEL) as (app, pilot, sent):
        await until(pilot, lambda: pictures(sent))
        image, bare, area = board(app)
        screen = np.full((24 * CELL[1], 80 * CELL[0], 3), -999.0)
        sixel_picture(sent[pictures(sent)[-1]], CELL, screen)
        left, top = area.x * CELL[0], area.y * CELL[1]
        found = screen[top : top + len(image), left : left + image.shape[1]]
        assert (found[~bare] == -999).all() and np.abs(found[bare] - image[bare]).mean() < 4
        found[:] = -999
        assert (screen == -999).all()
        rows, before = shown(app), len(sent)
        await pilot.press("left")
        await until(pilot, lambda: FRAME in sent[before:])
        wipe = sent[sent.index(FRAME, before) - 1]
        seen = pyte.Screen(80, 24)
        pyte.Stream(seen).feed(wipe)
        for y in range(area.y, area.bottom):
            assert seen.display[y][area.x : area.right] == rows[y][area.x : area.right]


async def test_no_picture_lies_over_a_dialog_or_a_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    async with watching(monkeypatch, KITTY, SIZE) as (app, pilot, sent):
        await until(pilot, lambda: pictures(sent))
        first, shows = sent[pictures(sent)[-1]], len(pictures(sent))
        for open_, close in (
            (lambda: app.program.do_help(), lambda: app.pop_screen()),
            (lambda: [app.say(f"{k} {LONG}") for k in range(3)], lambda: app.clear_notifications()),
        ):
            before = len(sent)
            open_()
            await until(pilot, lambda before=before: FRAME in sent[before:])
            assert sent[sent.index(FRAME, before) - 1] == KITTY_REMOVE
            await pilot.pause(0.5)
            assert len(pictures(sent)) == shows
            close()
            await until(pilot, lambda shows=shows: len(pictures(sent)) > shows)
            shows += 1
            assert sent[pictures(sent)[-1]] == first, "it was kept"


async def test_what_changes_elsewhere_leaves_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    async with watching(monkeypatch, KITTY, SIZE) as (app, pilot, sent):
        await until(pilot, lambda: pictures(sent))
        before = len(sent)
        app.screen.query_one("KeyBar").refresh()
        await until(pilot, lambda: len(sent) > before)
        await pilot.pause(0.3)
        assert set(sent[before:]) == {ELSEWHERE}


@pytest.mark.parametrize(
    ("answers", "flags"),
    [
        ((), {}),
        ((SIZE, "\x1b[?62;22c"), {}),
        (("\x1b_Gi=31;EINVAL:no\x1b\\", SIZE, "\x1b[?64;1;22c"), {}),
        ((KITTY,), {}),
        ((KITTY, SIZE), {"theme": "terminal"}),
        ((KITTY, SIZE), {"pictures": "cells"}),
        ((KITTY, SIZE), {"glyphs": "ascii"}),
    ],
    ids=["silence", "neither", "refused", "no cell size", "sixteen colours", "cells", "ascii"],
)
async def test_without_an_answer_or_a_wish_no_picture_is_sent(
    monkeypatch: pytest.MonkeyPatch, answers: tuple[str, ...], flags: dict[str, str]
) -> None:
    async with watching(monkeypatch, *answers, **flags) as (_, pilot, sent):
        await pilot.pause(1.2)
        assert FRAME in sent and set(sent) <= {FRAME, ELSEWHERE}


ASKED = [
    ({}, {}, ASK_KITTY + ASK_ALL),
    ({"pictures": "cells"}, {}, ""),
    ({"glyphs": "ascii"}, {}, ""),
    ({}, {"NO_COLOR": "1"}, ""),
    ({}, {"TERM": "linux"}, ""),
    ({}, {"TERM_PROGRAM": "Apple_Terminal"}, ""),
    ({}, {"SSH_CONNECTION": "1.2.3.4 5 6.7.8.9 22"}, ""),
    ({"pictures": "pixels"}, {"SSH_CONNECTION": "1.2.3.4 5 6.7.8.9 22"}, ASK_KITTY + ASK_ALL),
    ({}, {"TMUX": "/tmp/tmux-0/default,1,0", "TERM": "tmux-256color"}, ASK_ALL),
    ({}, {"TERM": "screen.xterm-256color"}, ASK_ALL),
]


@pytest.mark.parametrize(("flags", "here", "question"), ASKED)
async def test_it_is_asked_only_where_pixels_may_be(
    monkeypatch: pytest.MonkeyPatch, flags: dict[str, str], here: dict[str, str], question: str
) -> None:
    for name, value in here.items():
        monkeypatch.setenv(name, value)
    async with terminal(monkeypatch, **flags) as (app, _, sent):
        sent.clear()
        app.pixels.ask()
        assert "".join(sent) == question


async def test_a_driver_that_reads_no_answers_is_never_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    async with terminal(monkeypatch) as (app, _, sent):
        sent.clear()
        del app._driver.answers  # type: ignore[union-attr]
        app.pixels.ask()
        assert not sent


async def test_the_setting_holds_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async with terminal(monkeypatch, pictures="cells") as (app, _, sent):
        app.change_settings({"pictures": "auto"})
        assert ASK_KITTY + ASK_ALL in sent


def test_answers_are_no_keys_however_they_come_in() -> None:
    text = f"a{KITTY}{SIZE}b{SIXEL}c\x1b[A"
    for cut in range(1, len(text)):
        reader = TerminalInput(0.2)
        found = [*reader.feed(text[:cut].encode()), *reader.feed(text[cut:].encode())]
        assert [one.key for one in found if isinstance(one, events.Key)] == ["a", "b", "c", "up"]
        answers = [one.found.group() for one in found if isinstance(one, Answered)]
        assert answers == [KITTY, SIZE, SIXEL]


class Told:
    """What a page is told of pictures; it answers when the test says so."""

    def __init__(self) -> None:
        self.parts: list[dict[str, Any]] = []
        self.page = PagePictures(self._take)

    def _take(self, kind: str, value: object) -> None:
        assert kind == "picture" and isinstance(value, dict)
        self.parts.append(dict(value))

    def picture(self) -> tuple[bytes, Region]:
        """Answer for everything; the newest picture and where it is."""
        answered = 0
        while answered < len(self.parts):
            answered += 1
            self.page.answered()
        newest = [part for part in self.parts if part["number"] == self.parts[-1]["number"]]
        last = newest[-1]
        return b64decode("".join(part["data"] for part in newest)), Region(
            last["x"], last["y"], last["width"], last["height"]
        )


async def test_a_page_gets_small_pictures_and_shows_cells_before_anything_else_is_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with watching(monkeypatch) as (app, pilot, sent):
        told = Told()
        app.pixels.take_page((10, 20), told.page)
        await until(pilot, lambda: app.pixels._seen is not None)
        rough, where = told.picture()
        view = app.screen.query_one("#board", CanvasView)
        pixels = view.picture.pixels
        assert pixels is not None
        assert where == Region(pixels.x, pixels.y, pixels.width, pixels.height).translate(view.region.offset)
        assert size_of(rough) == (5 * where.width, 10 * where.height)
        await until(pilot, lambda: len({part["number"] for part in told.parts}) == 2)
        fine, _ = told.picture()
        assert size_of(fine) == (10 * where.width, 20 * where.height)
        assert not pictures(sent)
        app.notify(LONG)
        await until(pilot, lambda: "data" not in told.parts[-1])
        assert app.pixels._seen is None


async def test_a_page_that_has_said_nothing_gets_no_picture_and_the_setting_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with watching(monkeypatch, pictures="cells") as (app, pilot, _):
        told = Told()
        app.pixels.take_page((1, 2), told.page)
        assert app.pixels._kind == ""
        app.pixels.take_page((10, 20), told.page)
        await pilot.pause(0.3)
        assert told.parts == []


def size_of(png: bytes) -> tuple[int, int]:
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


def test_few_parts_are_on_their_way_and_an_old_picture_is_not_sent_to_its_end() -> None:
    told = Told()
    area = Region(1, 2, 30, 10)
    told.page.show(PagePicture(b"a" * 3 * PART, area))
    assert len(told.parts) == AHEAD and all(part["more"] for part in told.parts)
    told.page.show(PagePicture(b"b" * 9, area))
    assert len(told.parts) == AHEAD  # the newest waits for the answers
    for _ in range(AHEAD):
        told.page.answered()
    assert [part["number"] for part in told.parts] == [1, 1, 2]
    assert told.parts[-1] == {
        "number": 2, "data": b64encode(b"b" * 9).decode(), "more": False, "x": 1, "y": 2, "width": 30, "height": 10
    }  # fmt: skip
    told.page.show(PagePicture(b"c" * 9 * PART, area))
    told.page.hide()
    sent = len(told.parts)
    assert told.parts[-1] == {"number": 4}
    for _ in range(20):
        told.page.answered()
    assert len(told.parts) == sent


def test_a_picture_has_no_more_pixels_than_a_page_needs() -> None:
    assert fine_cell((10, 20), Region(0, 0, 60, 30)) == (10, 20)
    across, down = fine_cell((40, 80), Region(0, 0, 100, 40))
    assert across * 100 * down * 40 <= MOST_PIXELS and abs(down / across - 2) < 0.2
    assert rough_cell((10, 20)) == (5, 10) and rough_cell((6, 12)) == (6, 12)
