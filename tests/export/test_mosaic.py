"""Mosaics: the cells of a picture that have colours of their own, as images in a film."""

from __future__ import annotations

import struct
import zlib
from base64 import b64decode

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.export.films import Viewer, harmless
from tests.export.test_film import game, letters
from towergames.board.canvas import BOLD_BIT, Canvas, Ink, Rect
from towergames.export.film import Reel, best_moments, film
from towergames.export.mosaic import PIXELS, Mosaic, difference, image_of, mosaic_of, without_mosaic
from towergames.export.shots import SECONDS_AT_END, Shot, screen_of, shots_of
from towergames.export.svg import Paints

RED, BLUE = (255, 0, 0), (0, 0, 255)
Pixels = NDArray[np.int32]


def decoded(image: str) -> Pixels:
    """The pixels of an image element: red, green, blue, and whether they are seen."""
    file = b64decode(image.partition("base64,")[2].partition('"')[0])
    at, parts = 8, {}
    while at < len(file):
        length, kind = struct.unpack(">I4s", file[at : at + 8])
        parts[kind] = file[at + 8 : at + 8 + length]
        at += 12 + length
    wide, high = struct.unpack(">II", parts[b"IHDR"][:8])
    rows = np.frombuffer(zlib.decompress(parts[b"IDAT"]), np.uint8).reshape(high, wide + 1)[:, 1:]
    palette = np.frombuffer(parts[b"PLTE"], np.uint8).reshape(-1, 3).astype(np.int32)
    assert parts[b"tRNS"] == b"\0", "the first colour is seen through"
    return np.concatenate((palette[rows], (rows > 0)[..., None]), 2)


def picture() -> Canvas:
    """A half block, a letter and a quadrant with colours of their own, beside a role's letter."""
    canvas = Canvas(4, 2)
    both = 0xFF0000_0000FF
    canvas.put_picture(["\u2580A\u2598 ", "    "], [[both, both | BOLD_BIT, both, both]] * 2)
    canvas.put(3, 0, "x", Ink("accent"))
    return canvas


def test_a_mosaic_has_the_shapes_of_the_glyphs() -> None:
    image, own = mosaic_of(picture(), "#101010")
    assert image.shape == (16, 32, 3) and own.tolist() == [[True, True, True, False], [True] * 4]
    assert (image[:4, :8] == RED).all() and (image[4:8, :8] == BLUE).all(), "the upper half"
    assert (image[:8, 8:16] == BLUE).all(), "a letter is no part of it"
    assert (image[:4, 16:20] == RED).all() and (image[:8, 20:24] == BLUE).all(), "a quarter"
    assert (image[:8, 24:] == 0x10).all(), "text has no colours of its own"
    rest = without_mosaic(picture())
    assert rest.text() == " A x\n" and rest.ink(1, 0) == Ink("#ff0000", bold=True) and rest.ink(3, 0) == Ink("accent")


def test_an_image_has_the_pixels_and_the_place() -> None:
    mosaic = mosaic_of(picture(), "#101010")
    shown = decoded(image_of(mosaic))
    seen = shown[..., 3].astype(bool)
    assert not seen[:8, 24:].any() and seen.sum() == 7 * 64
    assert np.abs(shown[seen][:, :3] - mosaic.image[seen].astype(int)).max() <= 3
    part = image_of(mosaic, mosaic, Rect(2, 0, 2, 1))
    assert 'x="16" y="0" width="16" height="16"' in part and decoded(part).shape == (8, 16, 4)
    assert not decoded(part)[:, 8:, 3].any()
    full = Mosaic(mosaic.image, np.ones_like(mosaic.own))
    assert decoded(image_of(mosaic, full, Rect(2, 0, 2, 1)))[..., 3].all(), "what was there before is covered"


def test_the_difference_is_the_smallest_rectangle_of_cells() -> None:
    one = mosaic_of(picture(), "#101010")
    image, own = one.image.copy(), one.own.copy()
    assert difference(one, Mosaic(image, own)) is None
    image[9, 12] = 7
    assert difference(one, Mosaic(image, own)) == Rect(1, 1, 1, 1)
    own[0, 3] = True
    assert difference(one, Mosaic(image, own)) == Rect(1, 0, 3, 2)


def images(viewer: Viewer, time: float) -> Pixels:
    """The two images behind the pieces at a part of the film."""
    whole, *changed = viewer.images(time)
    shown = decoded(whole.get("href", ""))
    for image in changed:
        patch = decoded(image.get("href", ""))
        x, y = int(image.get("x", "")), int(image.get("y", "")) // 2
        part = shown[y : y + patch.shape[0], x : x + patch.shape[1]]
        part[:] = np.where(patch[..., 3:] > 0, patch, part)
    return shown


def test_images_come_and_go_with_the_board() -> None:
    flat = Canvas(4, 2)
    flat.put(0, 0, "ab", Ink())
    reel = Reel((4, 2), Paints("dark"), 100_000)
    for canvas in (flat, picture(), flat):
        assert reel.add(Shot(canvas, 1.0))
    viewer = Viewer(reel.svg("t"))
    shown = [bool(viewer.images(second / 8)) for second in (0.5, 1.5, 2.5)]
    assert shown == [False, True, False]
    assert viewer.letters(1.5 / 8) == {(0, 1): "A", (0, 3): "x"} and viewer.letters(0.9) == {(0, 0): "a", (0, 1): "b"}


@pytest.mark.parametrize("name", ["leaning", "words"])
def test_a_film_of_solid_things_shows_letters_over_images(name: str) -> None:
    history = game(name, 12)
    (part,) = best_moments(history, 1)
    screen = screen_of(history, "dark", False)
    shots = list(shots_of(history, [part], screen))
    made = film(history, moments=1)
    viewer = Viewer(made.svg)
    assert harmless(made.svg) and not made.left_out and len(made.svg) < 300_000
    length, begun = sum(shot.seconds for shot in shots) + SECONDS_AT_END, 0.0
    for shot in shots:
        time = (begun + shot.seconds / 2) / length
        assert viewer.letters(time) == letters(shot.canvas)
        shown, meant = images(viewer, time), mosaic_of(shot.canvas, "#0e131b")
        seen = np.kron(meant.own, np.ones((PIXELS, PIXELS), bool))
        assert (shown[seen][:, 3] == 1).all()
        assert np.abs(shown[seen][:, :3] - meant.image[seen].astype(int)).mean() < 4
        begun += shot.seconds
