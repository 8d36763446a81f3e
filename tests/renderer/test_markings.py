"""Tiles, the letters on their tops, and the squares of a board."""

from __future__ import annotations

import math

import numpy as np
import pytest

from towergames.physics.camera import Camera
from towergames.physics.geometry import Pose
from towergames.renderer.light import FINE, ROUGH, baked
from towergames.renderer.markings import LETTERS, SquarePaint, engrave, paint_squares
from towergames.renderer.meshes import FACE, Mesh, placed, slab
from towergames.renderer.rasterizer import SKY, TABLE, FrameBuffer, LitScene, RenderSettings, draw, points_of

ABOVE = Camera(target=(0, 0, 0), distance=40, yaw=-math.pi / 2, pitch=1.4, view=0.3)
SIZE = (120, 120)
INK = np.zeros(3, np.float32)


def tile(kind: str) -> Mesh:
    if kind == "open":
        return slab(2.0, 0.0, 1.0, corner=0.4, ends="")
    return slab(2.0, 0.0, 1.0, corner=0.4, bevel=0.1, taper=0.1, ends="both" if kind == "closed" else "top")


def film(*things: tuple[str, Pose], camera: Camera = ABOVE) -> FrameBuffer:
    mesh = placed(things, tile)
    settings = RenderSettings(camera, *SIZE, 1.0, "wood", "dark")
    return draw(LitScene(mesh, baked(mesh, ROUGH)), settings, np.full((len(things), 3), 0.5, np.float32), {})


def test_a_closed_tile_has_the_volume_of_its_shape_and_the_others_less_faces() -> None:
    a, b, c = tile("closed").corner.transpose(1, 0, 2)
    assert 14 < (a * np.cross(b, c)).sum() / 6 < 16
    above, below = (sum(tile(kind).normal[:, 2] * way > 0.99) for kind, way in (("top", 1), ("top", -1)))
    assert above == 6 and below == 0
    assert (np.abs(tile("open").normal[:, 2]) < 0.1).all() and (tile("open").kind == FACE).all()


@pytest.mark.parametrize("how", [ROUGH, FINE])
def test_bodies_without_a_face_below_have_light(how: object) -> None:
    light = baked(placed((("top", Pose(0, 0, 0)),), tile), how)  # type: ignore[arg-type]
    assert np.isfinite(light.ground).all() and light.ground.min() < light.ground.max()


def test_points_of_samples_lie_on_what_is_seen() -> None:
    picture = film(("top", Pose(1, 0, 0)))
    for body, height in ((0, 1.0), (TABLE, 0.0)):
        where = np.flatnonzero(picture.body.reshape(-1) == body)
        x, y, z = points_of(picture, where)
        assert abs(np.median(z) - height) < 0.01
        if body == 0:
            assert abs(x.mean() - 1) < 0.1 and abs(y.mean()) < 0.2


def test_a_camera_far_away_still_sees_the_table() -> None:
    far = Camera(target=(0, 0, 0), distance=600, yaw=-math.pi / 2, pitch=1.1, view=0.03)
    assert (film(("top", Pose(0, 0, 0)), camera=far).body != SKY).all()


@pytest.mark.parametrize("letter", LETTERS)
def test_a_letter_is_dark_on_the_top_of_its_tile_alone(letter: str) -> None:
    before, after = (film(("closed", Pose(-2.5, 0, 0)), ("closed", Pose(2.5, 0, 0))) for _ in range(2))
    poses = [Pose(-2.5, 0, 0), Pose(2.5, 0, 0)]
    engrave(after, poses, {1: letter}, 1.0, 1.8, INK)
    changed = np.abs(before.light - after.light).max(2) > 1e-6
    assert changed.any() and (after.body[changed] == 1).all()
    share = changed.sum() / (after.body == 1).sum()
    assert 0.04 < share < 0.4
    x, _, _ = points_of(after, np.flatnonzero(changed))
    if letter in "AHIMTUVWXYO":
        assert abs(np.median(x) - 2.5) < 0.15, "these letters are the same on both sides"


def test_every_letter_is_another_picture() -> None:
    pictures = set()
    for letter in LETTERS:
        picture = film(("closed", Pose(0, 0, 0)))
        engrave(picture, [Pose(0, 0, 0)], {0: letter}, 1.0, 1.8, INK)
        pictures.add(picture.light.tobytes())
    assert len(pictures) == len(LETTERS) == 26


def test_nothing_is_engraved_without_letters_or_out_of_sight() -> None:
    picture = film(("closed", Pose(0, 0, 0)))
    before = picture.light.copy()
    engrave(picture, [Pose(0, 0, 0)], {}, 1.0, 1.8, INK)
    engrave(picture, [Pose(0, 0, 0)], {0: "A"}, 5.0, 1.8, INK)
    assert (picture.light == before).all()


def squares(edged: int = -1) -> SquarePaint:
    """Two by two squares in red, green, blue and white; black gaps, grey beside them, perhaps a yellow rim."""
    tint = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1], [0, 0, 0], [0.5, 0.5, 0.5]]
    edge = np.tile(np.array([1, 1, 0], np.float32), (4, 1))
    marks = np.arange(6) == edged
    return SquarePaint(0, 2, 1.5, 0.3, np.array(tint, np.float32), marks, edge)


@pytest.mark.parametrize("edged", [-1, 0])
def test_squares_have_their_colours(edged: int) -> None:
    picture = film(("closed", Pose(0, 0, 0)))
    before = picture.light.copy()
    paint_squares(picture, squares(edged), 0.05)
    flat = picture.light.reshape(-1, 3)
    where = np.flatnonzero(picture.body.reshape(-1) == 0)
    x, y, z = points_of(picture, where)
    top = np.abs(z - 1) < 0.01
    for square, (right, up) in enumerate(((-1, 1), (1, 1), (-1, -1), (1, -1))):
        inside = top & (np.abs(x - 0.75 * right) < 0.2) & (np.abs(y - 0.75 * up) < 0.2)
        seen = flat[where[inside]].mean(0)
        wanted = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]][square], bool)
        assert (seen[wanted] > 0.1).all() and (seen[~wanted] < 0.01).all()
    line = flat[where[top & (np.abs(x) < 0.1) & (y < -0.2) & (y > -1.3)]]
    assert line.mean() < 0.3 * before.mean()
    rim = flat[where[top & (np.abs(x + 1.2) < 0.1) & (y > 0.3) & (y < 1.2)]].mean(0)
    assert (rim[1] > 0.1) == (edged == 0), "red squares have green in their rims alone"
    beside = top & (np.abs(x) > 1.6) & (np.abs(y) < 1)
    assert np.allclose(flat[where[beside]], before.reshape(-1, 3)[where[beside]] * 0.5)
    assert (picture.light[picture.body != 0] == before[picture.body != 0]).all()
