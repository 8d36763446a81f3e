"""Rows of pictures that are sent as ready-made escape codes: the same cells as by segments, whatever Textual does."""

from __future__ import annotations

from typing import Any

import pyte
import pytest
from rich.console import Console
from rich.segment import Segment
from textual.app import App, ComposeResult
from textual.color import Color
from textual.filter import Monochrome
from textual.strip import Strip

from towergames.board.canvas import Canvas, Ink
from towergames.board.protocol import Picture
from towergames.tui.theme import style_of
from towergames.tui.widgets.canvas import CanvasView, CodedRow

TRUE = Console(color_system="truecolor", force_terminal=True)
FEW = Console(color_system="256", force_terminal=True)
WIDTH = 8


def board() -> Canvas:
    canvas = Canvas(WIDTH, 2)
    colours = [0x112233_445566, 0x112233_445566, 0x445566_445566, 0x112233_445566, 0x112233_777777, 0x9_777777]
    canvas.put_picture(["▀▄ ▂▏▉▚█", " " * WIDTH], [[*colours, colours[0], colours[-1]], [0x010203_010203] * WIDTH])
    canvas.put(2, 0, "P9", Ink("ink", "last", bold=True))
    return canvas


def segments(y: int) -> list[Segment]:
    return [Segment(run.text, style_of(run.ink, "dark")) for run in board().runs(y)]


def coded(y: int) -> CodedRow:
    return CodedRow(list(board().raw_runs(y)), WIDTH, "dark", lambda: segments(y))


def cells(codes: str) -> list[Any]:
    """What a terminal shows; a blank has no colour of its own."""
    screen = pyte.Screen(WIDTH, 1)
    pyte.Stream(screen).feed(codes)
    found = [screen.buffer[0][x] for x in range(WIDTH)]
    return [(one.data, one.fg if one.data != " " else "", one.bg, one.bold) for one in found]


@pytest.mark.parametrize("y", [0, 1])
def test_a_terminal_shows_the_same_cells_with_fewer_codes(y: int) -> None:
    made, plain = coded(y).render(TRUE), Strip(segments(y), WIDTH).render(TRUE)
    assert cells(made) == cells(plain)
    assert len(made) <= len(plain)


def test_it_can_be_cut_filtered_and_shown_in_fewer_colours() -> None:
    row, plain = coded(0), Strip(segments(0), WIDTH)
    assert row.crop(0, WIDTH) is row and row.adjust_cell_length(WIDTH) is row and row.text == plain.text
    assert row.crop(1, 5) == plain.crop(1, 5)
    assert list(row.divide([3, WIDTH])) == list(plain.divide([3, WIDTH]))
    assert row.render(FEW) == plain.render(FEW)
    grey = Monochrome()
    assert row.apply_filter(grey, Color(0, 0, 0)) == plain.apply_filter(grey, Color(0, 0, 0))


async def test_the_widget_hands_them_to_textual_as_they_are() -> None:
    class Bench(App[None]):
        palette_theme, ascii_only = "dark", False

        def compose(self) -> ComposeResult:
            yield CanvasView(lambda _w, _h: Picture(board()))

    app = Bench()
    async with app.run_test(size=(WIDTH, 2)) as pilot:
        view = app.query_one(CanvasView)
        await pilot.pause()
        rows = view.render_lines(view.region)
        assert [type(row) for row in rows] == [CodedRow, CodedRow]
        view.styles.opacity = 0.5
        await pilot.pause()
        dimmed = view.render_lines(view.region)
        assert not any(isinstance(row, CodedRow) for row in dimmed) and dimmed[0].text == rows[0].text
