"""The renderer: meshes, the z-buffer, light, and samples as cells. Values differ a little from machine to machine."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from tests.combinations import combined
from towergames.games.konexi.bodies import carved
from towergames.games.konexi.letters import ALPHABET
from towergames.games.leaning.pyramids import LARGE, SIZES, SMALL, corners, inner_corners
from towergames.physics.camera import Camera
from towergames.physics.geometry import Pose
from towergames.physics.scene import Box
from towergames.renderer import RADIUS_CM, blocks, zbuffer
from towergames.renderer.blocks import BRIGHT, DIM, MARK_LIGHT, MARKED, key_of, quarters, strokes
from towergames.renderer.light import FINE, KEY, ROUGH, baked
from towergames.renderer.meshes import Mesh, from_boxes, placed, pyramid
from towergames.renderer.rasterizer import SKY, TABLE, FrameBuffer, LitScene, RenderSettings, blend_ghost, draw, toned
from towergames.renderer.table_texture import PLAIN_SURFACE, SCENERY, on_sheet, texture
from towergames.renderer.zbuffer import Lens, cut_near, nearest

FRONT = Camera(target=(0, 0, 1.5), distance=20, yaw=-math.pi / 2, pitch=0.3)
PAIR = (("large", Pose(-2, 0, 0)), ("small", Pose(2, 0, 0)))
"""A large piece on the left and a small one on the right, as seen from the front."""


def of_size(size: str) -> Mesh:
    return pyramid(corners(SIZES[size]), inner_corners(SIZES[size]))


def letter(name: str) -> Mesh:
    return from_boxes([part for part in carved(name).parts if isinstance(part, Box)])


def stage(*things: tuple[str, Pose]) -> LitScene:
    mesh = placed(things, of_size)
    return LitScene(mesh, baked(mesh, FINE))


def film(
    things: tuple[tuple[str, Pose], ...] = PAIR,
    camera: Camera = FRONT,
    size: tuple[int, int] = (80, 44),
    marks: dict[int, Any] | None = None,
    **how: Any,
) -> FrameBuffer:
    view = RenderSettings(camera, *size, **{"aspect": 1.0, "surface": "wood", "theme": "dark", **how})
    return draw(stage(*things), view, np.full((len(things), 3), 0.4, np.float32), marks or {})


def volume(mesh: Mesh) -> float:
    a, b, c = mesh.corner.transpose(1, 0, 2)
    return float((a * np.cross(b, c)).sum() / 6)


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_a_pyramid_is_a_closed_shell_that_looks_outwards(size: Any) -> None:
    mesh = of_size(size.name)
    whole, hole = (abs(c[0][0] * 2) ** 2 * c[4][2] / 3 for c in (corners(size), inner_corners(size)))
    assert volume(mesh) == pytest.approx(whole - hole)
    ends = np.concatenate((mesh.corner, np.ones((*mesh.corner.shape[:2], 1))), 2)
    inside_point = np.isclose(mesh.corner, inner_corners(size)[4]).all(2)
    seen = (ends * mesh.sky[:, None]).sum(2)
    assert seen[inside_point].max() < 0.2 < 0.7 < seen[~inside_point].min()


@pytest.mark.parametrize("name", ALPHABET)
def test_a_letter_covers_what_its_boxes_cover(name: str) -> None:
    boxes = [part for part in carved(name).parts if isinstance(part, Box)]
    mesh = letter(name)
    ends = np.array([[np.add(b.centre, b.half), np.subtract(b.centre, b.half)] for b in boxes]).reshape(-1, 3)
    points = mesh.corner.reshape(-1, 3)
    assert np.allclose(points.max(0), ends.max(0)) and np.allclose(points.min(0), ends.min(0))
    one, two = mesh.corner[:, 1] - mesh.corner[:, 0], mesh.corner[:, 2] - mesh.corner[:, 0]
    front = mesh.normal[:, 1] < -0.5
    area = np.linalg.norm(np.cross(one, two), axis=1)[front].sum() / 2
    assert area == pytest.approx(sum(4 * box.half[0] * box.half[2] for box in boxes))
    assert len(mesh) < 400


def test_a_body_of_boxes_of_one_thickness_has_their_volume() -> None:
    boxes = [Box((0.5, 0, 0.5), (0.5, 1, 0.5)), Box((1.5, 0, 1.0), (0.5, 1, 1.0)), Box((0.5, 0, 3.5), (0.5, 1, 0.5))]
    assert volume(from_boxes(boxes)) == pytest.approx(sum(8 * math.prod(box.half) for box in boxes))


def test_boxes_that_touch_have_no_wall_between_them() -> None:
    two = from_boxes([Box((0.5, 0, 0.5), (0.5, 1, 0.5)), Box((1.5, 0, 0.5), (0.5, 1, 0.5))])
    assert len(two) == 12, "as one box"


def test_bodies_are_placed_as_their_poses_say() -> None:
    pose = Pose.of((1, 2, 3), (0.8, 0.2, 0.3, 0.1))
    mesh = placed((("large", Pose(0, 0, 0)), ("small", pose)), of_size)
    own = mesh.corner[mesh.body == 1].reshape(-1, 3)
    for corner in corners(SMALL):
        assert np.isclose(own, pose.point(corner)).all(1).any()
    again = Mesh.of(mesh.corner, mesh.kind, np.ones((len(mesh), 3)))
    assert np.allclose(again.normal, mesh.normal) and np.allclose(again.offset, mesh.offset)


def test_the_nearest_triangle_is_found_at_every_sample() -> None:
    random = np.random.default_rng(3)
    x, y = random.uniform(-6, 30, (2, 40, 3))
    near = random.uniform(0.05, 0.2, (40, 3))
    for both in (False, True):
        found = nearest(x, y, near, 24, 20, both=both)
        for row, column in product(range(20), range(24)):
            best, value = -1, -1.0
            for k in range(40):
                area = (x[k, 1] - x[k, 0]) * (y[k, 2] - y[k, 0]) - (x[k, 2] - x[k, 0]) * (y[k, 1] - y[k, 0])
                if area > 0 and not both:
                    continue
                px, py = column + 0.5, row + 0.5
                b = ((px - x[k, 0]) * (y[k, 2] - y[k, 0]) - (x[k, 2] - x[k, 0]) * (py - y[k, 0])) / area
                c = ((x[k, 1] - x[k, 0]) * (py - y[k, 0]) - (px - x[k, 0]) * (y[k, 1] - y[k, 0])) / area
                depth = near[k, 0] * (1 - b - c) + near[k, 1] * b + near[k, 2] * c
                if b >= 0 and c >= 0 and b + c <= 1 and depth > value:
                    best, value = k, depth
            assert found[row, column] == best


def test_a_triangle_that_reaches_behind_the_camera_is_cut() -> None:
    seen = np.array([[[-1, 0, -5.0], [1, 0, -5.0], [0, 1, 3.0]], [[0, 0, 1.0], [1, 0, 1.0], [0, 1, 1.0]]])
    cut, source = cut_near(seen)
    assert set(source.tolist()) == {0}
    assert (cut[..., 2] <= -zbuffer.NEAR_CM).all()
    whole = [[-1, 0, -5.0], [1, 0, -5.0], [0, 1, -6.0]]
    same, numbers = cut_near(np.array([whole]))
    assert same.tolist() == [whole] and numbers.tolist() == [0]


def test_from_inside_a_crowd_the_picture_has_no_holes() -> None:
    camera = Camera(target=(0, 0, 1.5), distance=4.0, pitch=0.3)
    crowd = tuple(("large", Pose(x, y, 0)) for x in (-3, 0, 3) for y in (-3, 0, 3))
    near = film(crowd, camera, (120, 80))
    assert (near.body >= 0).mean() > 0.2
    lens = Lens.of(camera, 120, 80, 1.0)
    assert np.isfinite(near.light).all() and np.isfinite(lens.planes(stage(*crowd).mesh, np.arange(9))).all()


def test_each_sample_names_what_is_there() -> None:
    seen = film()
    for number, (size, pose) in enumerate(PAIR):
        at = FRONT.project(pose.point((0, 0, SIZES[size].height / 3)), 80, 44)
        assert at is not None
        assert seen.body[int(at[1]), int(at[0])] == number
    assert seen.body[40, 40] == TABLE and seen.body[0, 40] == SKY


@pytest.mark.parametrize("size, aspect", [((80, 44), 1.0), ((160, 44), 0.5), ((80, 88), 2.0)])
def test_a_picture_beside_its_middle_is_the_picture_of_before_moved_to_the_left(
    size: tuple[int, int], aspect: float
) -> None:
    aside = replace(FRONT, aside=0.25)
    columns = round(0.25 * size[1] / aspect)
    view = RenderSettings(FRONT, *size, aspect, PLAIN_SURFACE, "dark")
    before, after = (
        draw(stage(*PAIR), replace(view, camera=camera), np.ones((2, 3), np.float32), {}) for camera in (FRONT, aside)
    )
    assert (after.body[:, : size[0] - columns] == before.body[:, columns:]).mean() > 0.999
    at, moved = FRONT.project((1, 2, 1), *size, aspect), aside.project((1, 2, 1), *size, aspect)
    assert at is not None and moved is not None and moved == pytest.approx((at[0] - columns, at[1]))


def test_nearness_is_that_of_the_true_depth() -> None:
    camera = Camera(target=(8, 3, 0), distance=20, pitch=0.9)
    assert 1 / film(camera=camera, size=(41, 41)).near[20, 20] == pytest.approx(20, abs=0.3)
    top = film((("large", Pose(0, 0, 0)),), Camera(target=(0, 0, LARGE.height), distance=20, pitch=1.2), (41, 41))
    assert top.body[20, 20] == 0
    assert 1 / top.near[20, 20] == pytest.approx(20, abs=0.2)


def test_the_table_has_an_end_and_the_sky_is_behind() -> None:
    camera = Camera(distance=80, pitch=0.8)
    seen = film((("small", Pose(0, 0, 0)),), camera, (160, 88))
    for angle in range(0, 360, 15):
        for far, body in ((RADIUS_CM - 0.6, TABLE), (RADIUS_CM + 1.5, SKY)):
            point = (far * math.cos(math.radians(angle)), far * math.sin(math.radians(angle)), 0.0)
            x, y = camera.project(point, 160, 88) or (0, 0)
            assert seen.body[int(y), int(x)] == body
    for pitch in (0.02, 1.45):
        assert np.isfinite(film(camera=Camera(distance=10, pitch=pitch)).light).all()


def test_a_shadow_falls_away_from_the_lamp() -> None:
    camera = Camera(target=(0, 0, 0), distance=30, yaw=-math.pi / 2, pitch=1.4)
    seen = film((("large", Pose(0, 0, 0)),), camera, (120, 90), surface=PLAIN_SURFACE)

    def light_at(share: float) -> float:
        point = tuple(-part / KEY[2] * share * LARGE.height for part in KEY[:2])
        x, y = camera.project((*point, 0.0), 120, 90) or (0, 0)  # type: ignore[arg-type]
        assert seen.body[int(y), int(x)] == TABLE
        return float(seen.light[int(y), int(x)].mean())

    assert light_at(0.7) < 0.6 * light_at(-0.9)
    around = [light for share in np.linspace(0.75, 1.3, 40) for light in (light_at(float(share)),)]
    assert any(0.45 < light / light_at(-0.9) < 0.9 for light in around), "its rim is soft"


def test_what_stands_close_above_the_table_darkens_it() -> None:
    def light_below(height: float) -> float:
        mesh = placed((("large", Pose(0, 0, height)),), of_size)
        light = baked(mesh, FINE)
        column, row = ((np.array((1.6, -1.0)) - light.low) * light.scale).astype(int)
        return float(light.ground.reshape(light.texels, light.texels, 3)[row, column].mean())

    assert light_below(0.0) < light_below(6.0)


def test_a_rough_light_is_like_the_fine_one() -> None:
    mesh = placed(PAIR, of_size)
    view = RenderSettings(FRONT, 80, 44, 1.0, "wood", "dark")
    colours = np.full((2, 3), 0.4, np.float32)
    one, other = (toned(draw(LitScene(mesh, baked(mesh, how)), view, colours, {})) for how in (FINE, ROUGH))
    assert np.abs(one - other).mean() < 0.01


def test_glass_mirrors_what_stands_on_it() -> None:
    glass, bare = (film(things, surface="glass") for things in (PAIR, (PAIR[1],)))
    x, y = (round(v) for v in FRONT.project((-2, -LARGE.base / 2, 0), 80, 44) or (0, 0))
    assert glass.body[y + 3, x] == TABLE
    assert glass.light[y + 3, x].mean() > 1.5 * bare.light[y + 3, x].mean()


def test_an_outline_has_its_own_colour_and_stays_on_its_body() -> None:
    red = np.array((1.0, 0.0, 0.0), np.float32)
    marked, plain = film(marks={0: red}), film()
    changed = (marked.light != plain.light).any(2)
    assert changed.sum() > 10 and (marked.body[changed] == 0).all()
    assert (marked.light[changed] == red).all()


def test_a_ghost_shows_what_is_behind_it_and_where_it_would_land() -> None:
    plain, seen = film(), film()
    view = RenderSettings(FRONT, 80, 44, 1.0, "wood", "dark")
    ghost = placed((("large", Pose(-2, -3, 2.0)),), of_size)
    white, rim = np.ones((1, 3), np.float32), np.array((0.0, 1.0, 0.0), np.float32)
    blend_ghost(seen, view, ghost, white, {2: rim}, 2)
    own = seen.body == 2
    assert own.sum() > 20 and (seen.light[own] == rim).all(1).any()
    behind = own & (plain.body == 0)
    assert behind.any()
    below = (seen.light < plain.light).all(2) & (seen.body == TABLE)
    x, y = (int(v) for v in FRONT.project((-2, -3, 0), 80, 44) or (0, 0))
    assert below[y, x], "its shadow is straight below"
    lower = film()
    blend_ghost(lower, view, placed((("large", Pose(-2, 4, 0.0)),), of_size), white, {}, 2)
    assert not ((lower.body == 2) & (plain.body == 0)).any(), "what is before a ghost hides it"


@combined(theme=SCENERY, surface=["newspaper", "wood", "glass", "unknown"], fine=[False, True])
def test_every_surface_can_be_drawn_in_every_theme(theme: str, surface: str, fine: bool) -> None:
    assert np.isfinite(film(surface=surface, theme=theme, fine=fine).light).all()
    look = texture(surface, theme, fine=fine)
    assert len(look.light) == sum(side * side for side in look.sides.tolist())


QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"


def mask_of(char: str, across: int, down: int) -> np.ndarray[Any, Any]:
    """The samples of a cell that a glyph lights."""
    found = np.zeros((down, across), bool)
    if char in QUARTERS:
        for k in range(4):
            if QUARTERS.index(char) >> k & 1:
                found[k // 2 * down // 2 :, k % 2 * across // 2 :][: down // 2, : across // 2] = True
    elif char in "▁▂▃▄▅▆▇":
        found[down - ("▁▂▃▄▅▆▇".index(char) + 1) * down // 8 :] = True
    else:
        found[:, : ("▏▎▍▌▋▊▉".index(char) + 1) * across // 8] = True
    return found


def glyphs(across: int, down: int) -> list[str]:
    bars = [char for n, char in enumerate("▁▂▃▄▅▆▇", 1) if n * down % 8 == 0]
    bars += [char for n, char in enumerate("▏▎▍▌▋▊▉", 1) if n * across % 8 == 0]
    return [*QUARTERS[1:15], *bars]


@pytest.mark.parametrize(("across", "down"), [(2, 4), (4, 4), (8, 8)])
def test_no_other_glyph_with_any_two_colours_is_truer_to_a_cell(across: int, down: int) -> None:
    image = np.random.default_rng(5).uniform(0, 1, (3 * down, 40 * across, 3)).astype(np.float32)
    image[:down, : 20 * across] = np.repeat(image[:down:down, : 20 * across], down, 0)  # upright stripes
    cells = blocks.fit(image, across, down, flat=0.02, quantum=1)

    def error(cell: np.ndarray[Any, Any], mask: np.ndarray[Any, Any]) -> float:
        return float(sum(((cell[part] - cell[part].mean(0)) ** 2).sum() for part in (mask, ~mask) if part.any()))

    for y in range(3):
        for x, char in enumerate(cells.text[y]):
            cell = image[y * down : (y + 1) * down, x * across : (x + 1) * across]
            least = min(error(cell, mask_of(other, across, down)) for other in glyphs(across, down))
            mask = mask_of(char, across, down)
            assert error(cell, mask) == pytest.approx(least, rel=1e-3)
            for colour, part in ((cells.ink, mask), (cells.ground, ~mask)):
                shown = [int(colour[y, x]) >> shift & 255 for shift in (16, 8, 0)]
                assert shown == pytest.approx(cell[part].mean(0) * 255, abs=0.6)


def test_an_even_cell_is_blank_and_its_colours_are_one() -> None:
    image = np.full((8, 16, 3), 0.5, np.float32)
    image[:, :8] += np.random.default_rng(1).uniform(-0.004, 0.004, (8, 8, 3)).astype(np.float32)
    cells = blocks.fit(image, 8, 8, flat=0.02, quantum=2)
    assert cells.text == ("  ",)
    assert (cells.ink == cells.ground).all() and cells.colours()[0, 0] == int(cells.ink[0, 0]) * ((1 << 24) + 1)


def test_in_named_colours_a_cell_keeps_its_two_most_different_things() -> None:
    bright = np.full(3, MARK_LIGHT, np.float32)
    view = RenderSettings(FRONT, 160, 44, 0.5, PLAIN_SURFACE, "dark")
    seen = draw(stage(*PAIR), view, np.ones((2, 3), np.float32), {0: bright})
    paper = on_sheet(seen.lens)
    x, y = (int(v) for v in FRONT.project((0, -5, 0), 160, 44, 0.5) or (0, 0))
    assert paper[y, x] and not paper[0, 80]
    rows, ink, ground = quarters(seen, paper)
    assert len(rows) == 22 and {len(row) for row in rows} == {80} and set("".join(rows)) <= set(QUARTERS)
    used = set(ink.ravel().tolist()) | set(ground.ravel().tolist())
    assert key_of(0, MARKED) in used and key_of(1, MARKED) not in used
    assert {key_of(0, BRIGHT), key_of(SKY, BRIGHT)} <= used
    assert {key_of(TABLE, BRIGHT, paper=True), key_of(TABLE, DIM, paper=True)} <= used
    blank = np.array([[char == " " for char in row] for row in rows])
    assert (ink[blank] == ground[blank]).all()


def test_letters_are_seven_bit_and_tell_pieces_by_strokes() -> None:
    view = RenderSettings(FRONT, 80, 22, 0.5, PLAIN_SURFACE, "dark")
    seen = draw(stage(*PAIR), view, np.ones((2, 3), np.float32), {})
    rows = strokes(seen)
    text = "".join(rows)
    assert len(rows) == 22 and {len(row) for row in rows} == {80}
    assert text.isascii() and {"/", "\\", ".", " "} <= set(text)
