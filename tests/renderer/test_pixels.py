"""Pictures in true pixels: both streams are decoded and compared with the picture."""

from __future__ import annotations

import struct
import zlib
from itertools import product
from typing import Any

import numpy as np
import pytest

from tests.renderer.pixel_streams import kitty_picture, sixel_picture
from towergames.renderer.pixels import boxes, in_bytes, kitty, sixel, small_png

CELL = (9, 20)
"""Pixels of a cell; a row of cells is no whole number of bands of Sixel."""


def picture(rows: int = 9, columns: int = 16) -> Any:
    """Slopes of light, a round thing with a sharp edge, and one pixel of another colour."""
    y, x = np.mgrid[0 : rows * CELL[1], 0 : columns * CELL[0]]
    light = np.stack((x, y, x + y), 2) * (200 / (x.max() + y.max()))
    light[(x - 70) ** 2 + (y - 90) ** 2 < 900] = (250, 120, 30)
    light[17, 33] = (0, 255, 0)
    return light.astype(np.uint8)


def cells(rows: int = 9, columns: int = 16) -> Any:
    """Most cells are bare; there are labels, a button at the edge, and a row of text."""
    bare = np.ones((rows, columns), np.bool_)
    bare[0, :5] = bare[3, 4:7] = bare[4, 5:6] = bare[-2, -3:] = bare[6] = False
    return bare


def spread(bare: Any) -> Any:
    return np.repeat(np.repeat(bare, CELL[1], 0), CELL[0], 1)


def test_kitty_shows_every_pixel_and_nothing_where_there_is_text() -> None:
    image, bare = picture(), cells()
    found, corner, covered = kitty_picture(kitty(image, bare, 3, 2))
    assert (corner, covered) == ((3, 2), (16, 9))
    seen = spread(bare)
    assert (found[seen][:, :3] == image[seen]).all() and (found[seen][:, 3] == 255).all()
    assert not found[~seen].any()


def test_sixel_shows_the_picture_with_few_colours_and_leaves_text_alone() -> None:
    image, bare = picture(), cells()
    screen = np.full((12 * CELL[1], 20 * CELL[0], 3), -999.0)
    assert sixel_picture(sixel(image, bare, 3, 2), CELL, screen) == len(list(boxes(bare)))
    whole = np.zeros((12, 20), np.bool_)
    whole[2:11, 3:19] = bare
    seen = spread(whole)
    assert (screen[~seen] == -999).all()
    error = np.abs(screen[seen] - image[spread(bare)])
    assert error.mean() < 5 and np.median(error) <= 4


def test_a_picture_of_few_colours_is_exact_in_sixel() -> None:
    colours = np.array([[0, 0, 0], [255, 255, 255], [153, 51, 102]])
    image = colours[np.random.default_rng(5).integers(0, 3, (CELL[1] * 2, CELL[0] * 3))].astype(np.uint8)
    screen = np.zeros(image.shape)
    sixel_picture(sixel(image, np.ones((2, 3), np.bool_), 0, 0), CELL, screen)
    assert np.abs(screen - image).max() <= 3


def test_boxes_cover_bare_cells_once_and_no_other() -> None:
    random = np.random.default_rng(2)
    for share, size in product((0.0, 0.5, 0.9, 1.0), ((1, 1), (4, 7), (12, 30))):
        bare = random.random(size) < share
        count = np.zeros(size, int)
        for x, y, across, down in boxes(bare):
            count[y : y + down, x : x + across] += 1
        assert (count == bare).all()


@pytest.mark.parametrize("fine", [1, 2])
def test_samples_become_the_mean_of_a_pixel(fine: int) -> None:
    image = np.repeat(np.repeat(picture() / 255, fine, 0), fine, 1).astype(np.float32)
    assert (in_bytes(image, fine) == picture()).all()


@pytest.mark.parametrize("colours", [7, 255])
def test_a_small_png_has_few_colours_and_nothing_where_there_is_text(colours: int) -> None:
    image, bare = picture(), cells()
    png = small_png(image, bare, colours)
    high, wide = image.shape[:2]
    parts, at = {}, 8
    while at < len(png):
        size, name = int.from_bytes(png[at : at + 4], "big"), png[at + 4 : at + 8]
        parts[name] = png[at + 8 : at + 8 + size]
        assert zlib.crc32(name + parts[name]) == int.from_bytes(png[at + 8 + size : at + 12 + size], "big")
        at += 12 + size
    assert parts[b"IHDR"] == struct.pack(">IIBBBBB", wide, high, 8, 3, 0, 0, 0)
    table = np.frombuffer(parts[b"PLTE"], np.uint8).reshape(-1, 3)
    assert len(table) <= colours + 1 and parts[b"tRNS"] == b"\0"
    lines = np.frombuffer(zlib.decompress(parts[b"IDAT"]), np.uint8).reshape(high, wide + 1)
    assert not lines[:, 0].any()
    index, seen = lines[:, 1:], spread(bare)
    assert (index[~seen] == 0).all() and (index[seen] > 0).all()
    error = np.abs(table[index[seen]].astype(int) - image[seen])
    assert error.mean() < (40 if colours == 7 else 5)
