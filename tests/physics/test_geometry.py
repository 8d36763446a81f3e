from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from towergames.physics.camera import MAX_DISTANCE_CM, MAX_PITCH, MIN_DISTANCE_CM, MIN_PITCH, Camera
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
from towergames.physics.scene import Body, Box, Joint, Scene, Shape, Tie

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


def test_a_scene_refuses_names_that_cannot_be_told_apart() -> None:
    solid = Shape((Box((0, 0, 1), (1, 1, 1)),), (), 1.0)
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
    assert MIN_PITCH <= camera.pitch <= MAX_PITCH
    assert MIN_DISTANCE_CM <= camera.distance <= MAX_DISTANCE_CM
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
