"""The canvas: drawing is clipped, widths are kept, runs tile the row."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from towergames.board.canvas import ASCII_FOR, Canvas, Ink, to_ascii

RED, BLUE = Ink("p2", "surface"), Ink("p1", "card")


def test_drawing_outside_is_clipped() -> None:
    canvas = Canvas(4, 2)
    canvas.put(-2, 0, "abcdef", RED)
    canvas.put(0, 9, "x")
    canvas.fill(-1, -1, 9, 2, "#")
    canvas.box(-1, -1, 9, 9)
    canvas.put_over(-1, 5, "zz", RED)
    assert [len(canvas.row(y)) for y in range(2)] == [4, 4]


def test_over_keeps_the_background_of_each_cell() -> None:
    canvas = Canvas(3, 1)
    canvas.fill(0, 0, 1, 1, " ", RED)
    canvas.fill(1, 0, 2, 1, " ", BLUE)
    assert canvas.put_over(0, 0, "ab", Ink("good", "nowhere", bold=True)) == 2
    assert canvas.ink(0, 0) == Ink("good", "surface", bold=True)
    assert canvas.ink(1, 0) == Ink("good", "card", bold=True) and canvas.row(0) == "ab "


def test_runs_tile_the_row() -> None:
    canvas = Canvas(6, 1)
    canvas.put(1, 0, "ab", RED)
    assert [(run.text, run.ink == RED) for run in canvas.runs(0)] == [(" ", False), ("ab", True), ("   ", False)]


def test_boxes_and_blits() -> None:
    canvas, stamp = Canvas(5, 3), Canvas(2, 1)
    canvas.box(0, 0, 5, 3)
    stamp.put(0, 0, "hi", RED)
    canvas.blit(stamp, 1, 1)
    assert canvas.text() == "┌───┐\n│hi │\n└───┘"
    assert canvas.text(ascii_only=True) == "+---+\n|hi |\n+---+"


@given(st.text(alphabet=st.sampled_from([*ASCII_FOR, "a", " ", "é"])))
def test_ascii_is_7_bit_and_as_wide(text: str) -> None:
    assert to_ascii(text).isascii() and len(to_ascii(text)) == len(text)


def test_every_box_and_block_glyph_has_an_ascii_stand_in() -> None:
    missing = [chr(c) for c in range(0x2500, 0x25A0) if chr(c) not in ASCII_FOR]
    assert missing == []


def test_laying_runs_is_putting_them_one_after_the_other() -> None:
    for x, y in ((0, 0), (-3, 1), (4, 2), (9, 1), (-20, 0), (0, 5)):
        one, other = Canvas(10, 3), Canvas(10, 3)
        runs = [("abc", Ink("text")), ("▀▄", Ink("p1", "p2")), ("    ", Ink("", "sky"))]
        one.put_runs(x, y, runs)
        at = x
        for text, ink in runs:
            at = other.put(at, y, text, ink)
        assert one.text() == other.text() and all(one.same_row(other, row) for row in range(3))


def test_a_canvas_is_copied_where_it_overlaps() -> None:
    small = Canvas(3, 2)
    small.put(0, 0, "abc", Ink("p1"))
    small.put(0, 1, "def")
    for x, y, rows in (
        (0, 0, ["abc ", "def "]),
        (-1, -1, ["ef  ", "    "]),
        (2, 1, ["    ", "  ab"]),
        (9, 9, ["    "] * 2),
    ):
        large = Canvas(4, 2)
        large.blit(small, x, y)
        assert [large.row(row) for row in range(2)] == rows
