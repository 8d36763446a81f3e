"""A game of Stacked Words as a picture and as a recording: the board in 3D."""

from __future__ import annotations

import json
import re
import struct
import zlib
from copy import copy
from pathlib import Path

import numpy as np
import pytest

from towergames import registry
from towergames.board.protocol import Style
from towergames.export.boards import SHOWCASE, board_canvas, final_context
from towergames.export.cast import cast
from towergames.export.render import png, render
from towergames.export.shots import LARGE
from towergames.renderer.pixels import png_of
from towergames.session.context import context_at
from towergames.table.history import History
from towergames.table.save_file import load_file
from towergames.tui.widgets.thumbnail import draw_board, shrink

SAVES = Path(__file__).parents[3] / "saves"


@pytest.fixture(scope="module")
def history() -> History:
    return load_file(SAVES / "example-words.jsonl").history


@pytest.fixture(scope="module")
def picture(history: History) -> bytes:
    """The game as a PNG file."""
    file = png(history)
    assert file is not None
    return file


def pixels(file: bytes) -> np.ndarray:  # type: ignore[type-arg]
    """Read a PNG file of 8 bits a part in which each row differs from its left."""
    assert file.startswith(b"\x89PNG\r\n\x1a\n")
    at, data, size = 8, b"", (0, 0)
    while at < len(file):
        length, kind = struct.unpack(">I4s", file[at : at + 8])
        body = file[at + 8 : at + 8 + length]
        assert struct.unpack(">I", file[at + 8 + length : at + 12 + length])[0] == zlib.crc32(kind + body)
        size = struct.unpack(">II", body[:8]) if kind == b"IHDR" else size
        data += body if kind == b"IDAT" else b""
        at += 12 + length
    rows = np.frombuffer(zlib.decompress(data), np.uint8).reshape(size[1], -1)
    assert (rows[:, 0] == 1).all()
    return rows[:, 1:].reshape(size[1], size[0], 3).cumsum(1, dtype=np.uint8)


def test_a_png_file_is_the_picture() -> None:
    image = np.random.default_rng(7).integers(0, 256, (9, 13, 3), np.uint8)
    assert (pixels(png_of(image)) == image).all()


def test_the_board_in_pixels_is_in_3d_and_has_letters(history: History, picture: bytes) -> None:
    image = pixels(picture)
    assert image.shape == (SHOWCASE[1] * 20, 90 * 10, 3)
    dark = (image.max(2) < 40).mean()
    assert 0.005 < dark < 0.2, "letters are dark"
    assert png(history, theme="terminal") is None, "named colours have no picture in pixels"


def test_the_picture_in_the_readme_is_that_of_the_program(picture: bytes) -> None:
    """Made anew by the command in docs/makers/developing.md; the last digits differ between machines."""
    named = "docs/pictures/stacked-words.png"
    assert f"]({named})" in (SAVES.parent / "README.md").read_text(encoding="utf-8")
    shown, drawn = (pixels(one).astype(int) for one in ((SAVES.parent / named).read_bytes(), picture))
    assert shown.shape == drawn.shape and np.abs(shown - drawn).mean() < 2


def test_games_that_are_flat_have_no_picture_in_pixels() -> None:
    assert png(load_file(SAVES / "example-bricks.jsonl").history) is None


def test_an_exported_picture_shows_the_board_in_3d_without_a_cursor(history: History) -> None:
    canvas = board_canvas(history, final_context(history, Style()), *SHOWCASE)
    assert (canvas.width, canvas.height) == SHOWCASE and all(canvas.has_own_colours(y) for y in range(SHOWCASE[1]))
    assert ">" not in canvas.text() and "[3D]" in canvas.text()
    assert render(history, "svg", name="w").count("<text") > 20
    assert "[3D]" not in render(history, "text", name="w")


def test_a_recording_shows_the_board_in_3d(history: History) -> None:
    begun = copy(history)
    begun.plays = history.plays[:4]
    head, *events = (json.loads(line) for line in cast(begun, name="w").splitlines())
    assert (head["width"], head["height"]) == LARGE
    shown = [data for _, kind, data in events if kind == "o"]
    assert "[3D]" in re.sub(r"\x1b\[[0-9;]*[mH]", "", shown[1]) and "38;2;" in shown[1]
    plain = json.loads(cast(begun, name="w", ascii_only=True).splitlines()[0])
    assert plain["width"] == 80, "7-bit characters show the flat board"


def test_a_thumb_is_the_board_alone_in_3d(history: History) -> None:
    context = context_at(history, None, marks=())
    canvas = draw_board(context)
    assert not canvas.own_colours(0)[0], "there is no table"
    rows = shrink(canvas, 28, 7)
    assert 10 <= len(rows) <= 14 and 22 <= len(rows[0]) <= 28
    assert {pixel[:1] for row in rows for pixel in row} <= {"#", ""}
    assert registry.get("words").board.spec.showcase is not None
