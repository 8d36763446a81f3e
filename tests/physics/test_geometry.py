from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from towergames.physics import pyramids
from towergames.physics.camera import FURTHEST, HIGHEST, LOWEST, NEAREST, Camera
from towergames.physics.geometry import (
    UP,
    Pose,
    Vec,
    about,
    after,
    angle_between,
    back,
    dot,
    length,
    sub,
    taking,
    turned,
)
from towergames.physics.pyramids import FEATURES, LARGE, MEDIUM, SIZES, SMALL, Size
from towergames.physics.scene import Body, Joint, Scene, Tie

numbers = st.floats(-50, 50)
vectors = st.tuples(numbers, numbers, numbers).filter(lambda v: length(v) > 0.01)
angles = st.floats(-7, 7)
turns = st.builds(about, vectors, angles)


def close(a: Vec, b: Vec, within: float = 1e-9) -> bool:
    return length(sub(a, b)) <= within * max(1.0, length(a))


@given(turns, vectors)
def test_a_turn_keeps_lengths_and_can_be_undone(turn: tuple[float, float, float, float], v: Vec) -> None:
    assert length(turned(turn, v)) == pytest.approx(length(v))
    assert close(turned(back(turn), turned(turn, v)), v)


@given(vectors, vectors)
def test_taking_one_direction_to_another_does_so(a: Vec, b: Vec) -> None:
    got = turned(taking(a, b), a)
    assert dot(got, b) == pytest.approx(length(got) * length(b), rel=1e-6)


@given(st.builds(Pose.of, st.tuples(numbers, numbers, numbers), turns), vectors, turns)
def test_a_pose_tells_points_both_ways_and_turns_about_a_pivot(
    pose: Pose, v: Vec, turn: tuple[float, float, float, float]
) -> None:
    assert close(pose.own(pose.point(v)), v, 1e-7)
    swung = pose.rotated(turn, pose.point(v))
    assert close(swung.point(v), pose.point(v), 1e-7)
    assert angle_between(swung.turn, after(turn, pose.turn)) < 1e-6


@given(st.builds(Pose.of, st.tuples(numbers, numbers, numbers), turns))
def test_a_recorded_pose_is_right_to_half_a_micrometre_and_records_the_same_again(pose: Pose) -> None:
    read = Pose.read(pose.recorded())
    assert length(sub(read.place, pose.place)) < 1e-4
    assert angle_between(read.turn, pose.turn) < 3e-6
    assert Pose.read(read.recorded()) == read


@pytest.mark.parametrize("junk", [(), (1, 2, 3), (0,) * 7, (0, 0, 0, 2_000_000, 0, 0, 0)])
def test_junk_is_no_recorded_pose(junk: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"7 numbers|unit quaternion"):
        Pose.read(junk)


def test_the_sizes_are_those_of_the_standard_pyramids() -> None:
    # Sixteenths and thirty-seconds of an inch: base x height.
    inches = {"small": (9 / 16, 1.0), "medium": (25 / 32, 1.375), "large": (1.0, 1.75)}
    for name, (base, height) in inches.items():
        assert SIZES[name].base == pytest.approx(base * 2.54)
        assert SIZES[name].height == pytest.approx(height * 2.54)
    assert [s.pips for s in (SMALL, MEDIUM, LARGE)] == [1, 2, 3]


@pytest.mark.parametrize("size", SIZES.values(), ids=lambda s: s.name)
@pytest.mark.parametrize("feature", FEATURES)
def test_a_feature_set_down_is_down_and_carries_the_weight(size: Size, feature: str) -> None:
    pose = pyramids.standing(size, pyramids.attitude(size, feature, yaw=0.7, roll=1.1), 3, -2)
    heights = [pose.point(c)[2] for c in pyramids.corners(size)]
    feet = FEATURES[feature]
    assert min(heights) == pytest.approx(0, abs=1e-9)
    assert all(heights[k] == pytest.approx(0, abs=1e-9) for k in feet)
    assert all(h > 0.1 for k, h in enumerate(heights) if k not in feet)
    heavy = pose.point(pyramids.centre(size))
    feet_at = [pose.point(pyramids.corners(size)[k]) for k in feet]
    if len(feet) == 1:
        assert close((heavy[0], heavy[1], 0), (feet_at[0][0], feet_at[0][1], 0))
    elif len(feet) == 2:
        along = sub(feet_at[1], feet_at[0])
        arm = sub(heavy, feet_at[0])
        assert along[0] * arm[1] - along[1] * arm[0] == pytest.approx(0, abs=1e-9)


def test_an_upright_piece_over_another_brings_point_to_inside_point() -> None:
    nested = Pose(0, 0, pyramids.NESTING)
    assert pyramids.inside_point_gap(LARGE, nested, LARGE, Pose(0, 0, 0)) == pytest.approx(0, abs=1e-9)
    assert pyramids.inside_point_gap(LARGE, Pose(0, 0, 1.2), LARGE, Pose(0, 0, 0)) > 0.1


def test_a_scene_refuses_names_that_cannot_be_told_apart() -> None:
    solid = pyramids.shape(SMALL)
    for bodies in (
        (Body("A", solid), Body("A", solid)),
        (Body("table", solid),),
        (Body("", solid),),
        (Body("A", solid, joint=Joint("B", Pose(0, 0, 0), ())), Body("B", solid)),
    ):
        with pytest.raises(ValueError, match=r"names|hangs"):
            Scene(bodies)
    with pytest.raises(ValueError, match="unknown"):
        Scene((Body("A", solid),), ties=(Tie("A", "B", (0, 0, 0)),))


@given(st.floats(-10, 10), st.floats(-10, 10), st.floats(0.01, 20))
def test_a_camera_stays_above_the_table_and_within_reach(yaw: float, pitch: float, factor: float) -> None:
    camera = Camera().orbit(yaw, pitch).zoom(factor)
    assert LOWEST <= camera.pitch <= HIGHEST
    assert NEAREST <= camera.distance <= FURTHEST
    assert camera.eye[2] > 0
    assert camera.pan(3, -100).target[2] >= 0


def test_a_camera_sees_its_target_in_the_middle_and_up_as_up() -> None:
    camera = Camera(target=(1, 2, 3))
    assert camera.project((1, 2, 3), 80, 44) == pytest.approx((40, 22))
    higher = camera.project((1, 2, 4), 80, 44)
    assert higher is not None
    assert higher[1] < 22
    assert camera.project(tuple(2 * e - t for e, t in zip(camera.eye, (1, 2, 3), strict=True)), 80, 44) is None  # type: ignore[arg-type]


@given(st.lists(vectors.map(lambda v: (v[0] / 5, v[1] / 5, abs(v[2]) / 5)), min_size=1, max_size=12), angles)
def test_a_camera_aimed_at_points_shows_them_all(points: list[Vec], yaw: float) -> None:
    camera = Camera(yaw=yaw).showing(points, 80, 44)
    for point in points:
        at = camera.project(point, 80, 44)
        assert at is not None
        assert -0.5 <= at[0] <= 80.5
        assert -0.5 <= at[1] <= 44.5
    assert math.isfinite(dot(camera.axes[1], UP))
