from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from tests.physics.kit import TOWER, pieces, read_tower, tower_table
from towergames.boards.kit.canvas import Canvas
from towergames.boards.kit.palette import THEMES, resolve
from towergames.boards.kit.ray_view import FINE, HALVES, LETTERS, QUARTERS, draw, shoot
from towergames.physics.camera import Camera
from towergames.physics.cells import ASPECT, PIXELS, cells
from towergames.physics.eye import GROUND, LEVELS, NOTHING, Look, Sight, look
from towergames.physics.fine import blended, parts, two_colours
from towergames.physics.geometry import Pose, length, sub
from towergames.physics.light import shaded
from towergames.physics.pyramids import LARGE, SMALL
from towergames.physics.rays import cast, directions, see
from towergames.physics.scene import TABLE
from towergames.physics.table_top import TableTop

WAYS = (HALVES, QUARTERS, LETTERS)
ROLES = {"P0": "p1", "P1": "p2"}


@pytest.fixture(scope="module")
def pair() -> TableTop:
    """A large piece on the left and a small one on the right, as seen from the front."""
    return TableTop(pieces((LARGE, SMALL)), {"P0": Pose(-2, 0, 0), "P1": Pose(2, 0, 0)})


FRONT = Camera(target=(0, 0, 1.5), distance=20, yaw=-math.pi / 2, pitch=0.3)


def test_each_pixel_names_what_is_there(pair: TableTop) -> None:
    sight = look(pair, FRONT, 80, 44)
    for name in pair.names:
        at = FRONT.project(pair.centre_of_mass(name), 80, 44)
        assert at is not None
        assert sight.pick(*at) == name
    assert sight.pick(40, 40) == TABLE
    assert sight.pick(40, 0) == ""
    assert sight.pick(-1, 5) == sight.pick(80, 5) == sight.pick(5, 44) == ""


def test_depth_is_the_true_distance(pair: TableTop) -> None:
    camera = Camera(target=(8, 3, 0), distance=20, pitch=0.9)
    sight = look(pair, camera, 41, 41)
    assert sight.pick(20, 20) == TABLE
    assert sight.depth[20, 20] == pytest.approx(20, abs=0.01)
    at = camera.project((-2, 0, LARGE.height), 41, 41)
    if at is not None and 0 <= at[0] < 41 and 0 <= at[1] < 41:
        assert sight.depth[int(at[1]) + 1, int(at[0])] == pytest.approx(
            length(sub(camera.eye, (-2, 0, LARGE.height))), abs=1.5
        )


def test_nothing_is_missed_by_casting_only_where_bodies_can_be(pair: TableTop) -> None:
    tower = tower_table(read_tower(TOWER))
    for camera in (Camera(yaw=0.3), Camera(distance=6, pitch=0.05), Camera(yaw=2, pitch=1.3, distance=30)):
        framed = look(tower, camera, 90, 60)
        rays = directions(90, 60, camera.view, 1.0) @ np.array(camera.axes)
        _, whole = see(tower, camera.eye, rays)
        assert (framed.front.body.reshape(-1) == whole).all()
        lamp = Look().lamp
        hits, body = see(tower, camera.eye, rays)
        ground = body == GROUND
        way = hits.point[ground] - np.array(lamp)
        met = cast(tower, lamp, way / np.linalg.norm(way, axis=1)[:, None]).geom >= 0
        assert not (met & ~shaded(tower, lamp, hits.point[ground], 0.0)).any()


def test_a_shadow_falls_away_from_the_lamp(pair: TableTop) -> None:
    camera = Camera(target=(0, 0, 0), distance=30, yaw=-math.pi / 2, pitch=1.4)
    how = Look(ground="wood", outlines=False, lamp=(-30, 0, 30))
    with_shadows = look(pair, camera, 120, 90, how)
    without = look(pair, camera, 120, 90, dataclasses.replace(how, shadows=False))
    darker = (without.front.level - with_shadows.front.level > 3) & (with_shadows.front.body == GROUND)
    at = camera.project((2, 0, 0), 120, 90)
    assert at is not None
    columns = np.nonzero(darker)[1]
    assert len(columns) > 20
    # Right of the small piece lies its shadow; none lies left of the large one.
    left = camera.project((-2 - LARGE.base / 2 - 0.2, 0, 0), 120, 90)
    assert left is not None
    assert columns.max() > at[0] + 3
    assert columns.min() > left[0]


def test_a_soft_shadow_has_a_rim_between_light_and_dark(pair: TableTop) -> None:
    def ground(**how: object) -> Sight:
        return look(pair, FRONT, 240, 160, dataclasses.replace(Look(ground="wood", outlines=False), **how))  # type: ignore[arg-type]

    soft, lit, hard = ground(soft=8), ground(shadows=False), ground()
    darkest = np.where(hard.front.level < lit.front.level, hard.front.level, lit.front.level - 8)
    between = (soft.front.level < lit.front.level - 1) & (soft.front.level > darkest + 1)
    assert (between & (soft.front.body == GROUND)).sum() > 30


def test_a_ghost_shows_what_is_behind_it() -> None:
    table = TableTop(pieces((LARGE, LARGE)), {"P0": Pose(0, 0, 0), "P1": Pose(0, -4, 0)})
    sight = look(table, FRONT, 60, 40, Look(ghosts=("P1",)))
    seen = sight.front.body == 1
    assert seen.any()
    assert (sight.veiled == (seen & ~sight.edge)).all()
    behind = sight.behind.body[sight.veiled]
    assert (behind != 1).all()
    assert {0, GROUND} <= set(behind.tolist())
    drawn = {colour for runs in cells(sight, ROLES) for _, *pair in runs for colour in pair}
    assert any(colour.startswith("p2") and "/p1" in colour for colour in drawn)


def test_two_ghosts_are_both_passed_and_solid_again_in_the_next_picture() -> None:
    poses = {"P0": Pose(0, 0, 0), "P1": Pose(0, -3, 0), "P2": Pose(0, -6, 0)}
    table = TableTop(pieces((LARGE, LARGE, LARGE)), poses)
    sight = look(table, FRONT, 60, 40, Look(ghosts=("P1", "P2")))
    behind = sight.behind.body[sight.veiled]
    assert (behind < 1).all() and (behind == 0).any()
    assert not look(table, FRONT, 60, 40, Look()).veiled.any()
    again = look(table, FRONT, 60, 40, Look(ghosts=("P2",)))
    assert (again.behind.body[again.veiled] == 1).any()


def test_glass_mirrors_what_stands_on_it(pair: TableTop) -> None:
    sight = look(pair, FRONT, 80, 60, Look(ground="glass"))
    x, y = (round(v) for v in FRONT.project((-2, -LARGE.base / 2, 0), 80, 60) or (0, 0))
    assert sight.front.body[y + 3, x] == GROUND
    assert sight.veiled[y + 3, x]
    assert sight.behind.body[y + 3, x] == 0
    assert not look(pair, FRONT, 80, 60, Look(ground="wood")).veiled.any()


def test_a_marked_piece_stands_out(pair: TableTop) -> None:
    plain, marked = look(pair, FRONT, 80, 44), look(pair, FRONT, 80, 44, Look(marked=("P0",)))
    own = plain.front.body == 0
    assert marked.front.level[own].mean() > plain.front.level[own].mean() + 2
    assert (marked.front.level[own & marked.edge] == LEVELS).all()
    assert (marked.front.level[~own] == plain.front.level[~own]).all()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("size", [(80, 22), (33, 7), (160, 50), (1, 1)])
def test_cells_fill_the_picture_exactly(pair: TableTop, way: str, size: tuple[int, int]) -> None:
    sight = shoot(pair, FRONT, *size, Look(), way)
    rows = cells(sight, ROLES, way)
    assert len(rows) == size[1]
    assert all(sum(len(text) for text, *_ in runs) == size[0] for runs in rows)
    assert (sight.width, sight.height) == (size[0] * PIXELS[way][0], size[1] * PIXELS[way][1])


@pytest.mark.parametrize("way", WAYS)
def test_a_round_thing_is_as_wide_as_high_whatever_the_way(way: str) -> None:
    table = TableTop(pieces((LARGE,)), {"P0": Pose(0, 0, 0)})
    sight = shoot(table, Camera(target=(0, 0, 0), pitch=1.45, distance=20), 60, 30, Look(), way)
    ys, xs = np.nonzero(sight.front.body == 0)
    wide, high = (xs.max() - xs.min() + 1) * ASPECT[way], ys.max() - ys.min() + 1
    tilt = 1.3  # the camera is not quite overhead, and looks at a corner of the base
    assert 1 / tilt < wide / high < tilt


@pytest.mark.parametrize("theme", THEMES)
def test_every_colour_that_is_drawn_can_be_resolved(theme: str) -> None:
    table = tower_table(read_tower(TOWER))
    roles = {name: f"p{k % 10 + 1}" for k, name in enumerate(table.names)}
    for ground in ("glass", "newspaper", "wood"):
        sight = shoot(table, Camera(), 40, 12, Look(ghosts=("P7",), ground=ground), HALVES)
        for runs in cells(sight, roles):
            for _, *colours in runs:
                for colour in colours:
                    found = resolve(theme, colour) if colour else "default"
                    assert found in ("default", "black") or theme == "terminal" or len(found) == 7
                    assert "~" not in found


def test_fine_pictures_are_as_large_and_mix_what_meets_at_an_edge(pair: TableTop) -> None:
    for size in ((80, 22), (33, 7), (1, 1)):
        sight = shoot(pair, FRONT, *size, Look(soft=2), FINE)
        canvas = Canvas(*size)
        draw(canvas, 0, 0, sight, ROLES, FINE, rims={"P0": "cursor"})
        assert (sight.width, sight.height) == (size[0] * 4, size[1] * 4)
        names = {name for y in range(size[1]) for run in canvas.runs(y) for name in (run.ink.fg, run.ink.bg)}
        for theme in THEMES:
            assert all("~" not in resolve(theme, name) and ":" not in resolve(theme, name) for name in names)
        if size == (80, 22):
            mixed = {name for name in names if ":" in name}
            assert mixed and all(name.endswith((":25", ":50", ":75")) for name in mixed)
            assert any("cursor" in name for name in names), "an outline of its own colour"
            shot = draw(Canvas(*size), 0, 0, sight, ROLES, FINE)
            assert shot.pick(*shot.spots()["P0"]) == "P0"
    with pytest.raises(ValueError, match="alike"):
        cells(shoot(pair, FRONT, 4, 4, Look(), FINE), ROLES, FINE)


def test_a_cell_of_two_colours_keeps_what_differs_most() -> None:
    tints = {1: (0.0, 0.0, 0.0), 2: (10.0, 0.0, 0.0), 3: (255.0, 255.0, 255.0)}
    keys = np.array([[1, 3], [2, 3]])
    glyph, lit, rest = two_colours(keys, str, lambda name: tints[int(name)])
    groups = {frozenset(np.flatnonzero([glyph[0, 0] >> k & 1 for k in range(4)]).tolist()), frozenset({0, 2})}
    assert groups <= {frozenset({0, 2}), frozenset({1, 3})}
    assert {int(lit[0, 0]), int(rest[0, 0])} in ({1, 3}, {2, 3})


def test_like_pixels_are_averaged_and_unlike_ones_mixed() -> None:
    steps, plain = 33, 1 << 16
    same = np.array([[5 * steps + 10, 5 * steps + 12], [5 * steps + 14, 5 * steps + 16]])
    assert blended(same, steps, plain).tolist() == [[5 * steps + 13]]
    edge = np.array([[5 * steps + 12, 5 * steps + 12], [5 * steps + 12, 7 * steps + 21]])
    assert parts(int(blended(edge, steps, plain)[0, 0])) == (5 * steps + 12, 7 * steps + 21, 25)
    veiled = np.full((2, 2), plain * 3 + 7)
    assert blended(veiled, steps, plain).tolist() == [[plain * 3 + 7]]


def test_mixtures_are_between_their_colours() -> None:
    for theme in ("dark", "light", "contrast"):
        ends = [bytes.fromhex(resolve(theme, name)[1:]) for name in ("p1~20", "p2~20")]
        shares = [bytes.fromhex(resolve(theme, f"p1~20/p2~20:{share}")[1:]) for share in (0, 25, 50, 75, 100)]
        assert shares[0] == ends[0] and shares[-1] == ends[1]
        for k in range(3):
            way = [colour[k] for colour in shares]
            assert way == sorted(way, reverse=way[0] > way[-1])
    assert resolve("terminal", "p1/p2:75") == resolve("terminal", "p1")


def test_light_makes_a_colour_lighter_at_every_level() -> None:
    for theme in ("dark", "light", "contrast"):
        sums = [sum(bytes.fromhex(resolve(theme, f"p1~{level}")[1:])) for level in range(LEVELS + 1)]
        assert sums == sorted(sums)
        assert len(set(sums)) > 28
    assert resolve("dark", "p1~20") == resolve("dark", "p1")
    assert resolve("terminal", "p1~10") == "blue"
    assert resolve("dark", "p1~nonsense") == resolve("dark", "p1")


def test_letters_are_seven_bit_and_tell_pieces_by_strokes(pair: TableTop) -> None:
    canvas = Canvas(80, 22)
    sight = shoot(pair, FRONT, 80, 22, Look(), LETTERS)
    draw(canvas, 0, 0, sight, ROLES, LETTERS, {"P0": "1", "P1": "2"})
    text = canvas.text()
    assert text.isascii()
    assert {"/", "\\", "1", "2"} <= set(text)


def test_a_click_on_a_label_finds_the_piece(pair: TableTop) -> None:
    for way in WAYS:
        canvas = Canvas(90, 30)
        shot = draw(canvas, 5, 3, shoot(pair, FRONT, 80, 22, Look(), way), ROLES, way, {"P0": "1", "P1": "2"})
        spots = shot.spots()
        assert set(spots) == {"P0", "P1"}
        for name, label in (("P0", "1"), ("P1", "2")):
            x, y = spots[name]
            assert canvas.row(y)[x] == label
            assert shot.pick(x, y) == name
        assert shot.pick(0, 0) == ""


def test_the_table_has_an_end_and_the_sky_is_behind() -> None:
    table = TableTop(pieces((SMALL,)), {"P0": Pose(0, 0, 0)})
    sight: Sight = look(table, Camera(distance=80, pitch=0.8), 80, 44)
    assert (sight.front.body == NOTHING).any()
    assert (sight.front.body == GROUND).any()
    assert sight.pick(40, 2) == ""
    assert sight.pick(40, 42) in ("", TABLE)
