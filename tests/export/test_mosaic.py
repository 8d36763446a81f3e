"""Mosaics: the cells of a picture that have colours of their own, as images in a film."""

from __future__ import annotations

import struct
import zlib
from base64 import b64decode

import numpy as np
import pytest

from tests.export.films import SVG, Viewer, harmless
from tests.export.test_film import game, letters
from towergames.board.canvas import BOLD_BIT, Canvas, Ink
from towergames.export.film import Reel, best_moments, film
from towergames.export.mosaic import PALETTE, Mosaic, difference, image_of, mosaic_of, without_mosaic
from towergames.export.shots import SECONDS_AT_END, Shot, film_look, shots_of
from towergames.export.svg import Paints

RED, BLUE, GROUND = 0xFF0000, 0x0000FF, 0x101010


def decoded(image: str) -> Mosaic:
    """The pixels of an image element."""
    file = b64decode(image.partition("base64,")[2].partition('"')[0])
    at, parts = 8, {}
    while at < len(file):
        length, kind = struct.unpack(">I4s", file[at : at + 8])
        parts[kind] = file[at + 8 : at + 8 + length]
        at += 12 + length
    wide, high = struct.unpack(">II", parts[b"IHDR"][:8])
    rows = np.frombuffer(zlib.decompress(parts[b"IDAT"]), np.uint8).reshape(high, wide + 1)[:, 1:]
    palette = np.frombuffer(parts[b"PLTE"], np.uint8).reshape(-1, 3).astype(np.int32)
    return (palette @ np.array((1 << 16, 1 << 8, 1), np.int32))[rows]


def picture() -> Canvas:
    """A half block, a letter and a quadrant with colours of their own, beside a role's letter."""
    canvas = Canvas(4, 2)
    both = RED << 24 | BLUE
    canvas.put_picture(["\u2580A\u2598 ", "    "], [[both, both | BOLD_BIT, both, both]] * 2)
    canvas.put(3, 0, "x", Ink("accent"))
    return canvas


def test_a_mosaic_has_the_shapes_of_the_glyphs() -> None:
    mosaic = mosaic_of(picture(), "#101010")
    assert mosaic.shape == (16, 32)
    assert (mosaic[:4, :8] == RED).all() and (mosaic[4:8, :8] == BLUE).all(), "the upper half"
    assert (mosaic[:8, 8:16] == BLUE).all(), "a letter is no part of it"
    assert (mosaic[:4, 16:20] == RED).all() and (mosaic[:8, 20:24] == BLUE).all(), "a quarter"
    assert (mosaic[:8, 24:] == GROUND).all(), "text has no colours of its own"
    rest = without_mosaic(picture())
    assert rest.text() == " A x\n" and rest.ink(1, 0) == Ink("#ff0000", bold=True) and rest.ink(3, 0) == Ink("accent")


def test_an_image_has_the_pixels_and_the_place() -> None:
    mosaic = mosaic_of(picture(), "#101010")
    assert (decoded(image_of(mosaic)) == mosaic).all()
    assert 'x="8" y="4" width="16" height="8"' in image_of(mosaic[2:6, 8:24], 8, 2)


def test_a_picture_of_many_colours_keeps_nearly_all_of_each() -> None:
    steps = np.arange(4096, dtype=np.int32).reshape(64, 64)
    mosaic = (steps // 64 * 4 << 16) + (steps % 64 * 4 << 8)
    shown = decoded(image_of(mosaic))
    assert len(np.unique(shown)) <= PALETTE
    for shift in (16, 8, 0):
        assert np.abs((shown >> shift & 255) - (mosaic >> shift & 255)).max() <= 10


def test_the_difference_is_the_smallest_rectangle() -> None:
    one = np.zeros((8, 8), np.int32)
    other = one.copy()
    other[2, 3] = other[5, 6] = 1
    assert difference(one, other) == (3, 2, 7, 6) and difference(one, one) == (0, 0, 0, 0)


def images(viewer: Viewer, time: float) -> Mosaic:
    """The two images behind the pieces at a part of the film."""
    whole, changed = (viewer.piece(use, time).findall(f"{SVG}image") for use in viewer.uses[:2])
    shown = decoded(whole[0].get("href", "")).copy()
    for image in changed:
        patch = decoded(image.get("href", ""))
        x, y = int(image.get("x", "")), int(image.get("y", "")) // 2
        shown[y : y + patch.shape[0], x : x + patch.shape[1]] = patch
    return shown


def test_images_come_and_go_with_the_board() -> None:
    flat = Canvas(4, 2)
    flat.put(0, 0, "ab", Ink())
    reel = Reel((4, 2), Paints("dark"), 100_000)
    for canvas in (flat, picture(), flat):
        assert reel.add(Shot(canvas, 1.0))
    viewer = Viewer(reel.svg("t"))
    shown = [bool(viewer.piece(viewer.uses[0], second / 8).findall(f"{SVG}image")) for second in (0.5, 1.5, 2.5)]
    assert shown == [False, True, False]
    assert viewer.letters(1.5 / 8) == {(0, 1): "A", (0, 3): "x"} and viewer.letters(0.9) == {(0, 0): "a", (0, 1): "b"}


@pytest.mark.parametrize("name", ["leaning", "words"])
def test_a_film_of_solid_things_shows_letters_over_images(name: str) -> None:
    history = game(name, 12)
    (part,) = best_moments(history, 1)
    look = film_look(history, "dark", False)
    shots = list(shots_of(history, [part], look))
    made = film(history, moments=1)
    viewer = Viewer(made.svg)
    assert harmless(made.svg) and not made.left_out and len(made.svg) < 300_000
    length, begun = sum(shot.seconds for shot in shots) + SECONDS_AT_END, 0.0
    for shot in shots:
        time = (begun + shot.seconds / 2) / length
        assert viewer.letters(time) == letters(shot.canvas)
        shown, meant = images(viewer, time), mosaic_of(shot.canvas, "#0e131b")
        assert shown.shape == meant.shape
        for shift in (16, 8, 0):
            assert np.abs((shown >> shift & 255) - (meant >> shift & 255)).max() <= 24
        begun += shot.seconds
