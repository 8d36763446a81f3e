from __future__ import annotations

import math
import random

import pytest

from tests.physics.kit import FOUNDATION, TOWER, pieces, read_tower
from towergames.games.leaning.pyramids import LARGE, MEDIUM, SMALL, attitude, standing
from towergames.physics.geometry import LEVEL, UP, Pose, about, length, sub
from towergames.physics.motions import (
    GAP_CM,
    MotionResult,
    ease,
    held_over,
    lean,
    lift,
    lower,
    move,
    probe_release,
    turn,
)
from towergames.physics.scene import TABLE
from towergames.physics.table_top import TableTop

NEW = "P18"


@pytest.fixture(scope="module")
def hand() -> TableTop:
    """A medium piece in the hand over the frozen tower."""
    tower = read_tower(TOWER)
    return TableTop(pieces((*tower.sizes, MEDIUM)).frozen_except(NEW), tower.placed())


def random_pose(rng: random.Random, height: float) -> Pose:
    axis = (rng.gauss(0, 1), rng.gauss(0, 1), rng.gauss(0, 1))
    return Pose.of((rng.uniform(-6, 8), rng.uniform(-6, 6), height), about(axis, rng.uniform(0, 6.3)))


@pytest.mark.parametrize("seed", range(25))
def test_a_piece_lowered_meets_something_and_never_penetrates(hand: TableTop, seed: int) -> None:
    pose = random_pose(random.Random(seed), 16.0)
    hand.place(NEW, pose)
    met = lower(hand, NEW)
    assert met.what
    assert hand.overlap(NEW) == 0
    assert hand.distance(NEW, met.what) < GAP_CM
    assert hand.pose(NEW).z == pytest.approx(pose.z - met.way)
    assert hand.pose(NEW).turn == pytest.approx(pose.turn)


@pytest.mark.parametrize("seed", range(20))
def test_no_motion_of_a_hand_goes_through_anything(hand: TableTop, seed: int) -> None:
    rng = random.Random(100 + seed)
    hand.place(NEW, random_pose(rng, 16.0))
    lower(hand, NEW)
    for _ in range(4):
        way = (rng.gauss(0, 4), rng.gauss(0, 4), rng.gauss(0, 2))
        met = move(hand, NEW, way)
        assert met.way <= length(way) + 1e-9
        assert hand.overlap(NEW) == 0
        facing = rng.uniform(0, 6)
        turn(hand, NEW, (math.cos(facing), math.sin(facing), 0.0), rng.uniform(-2, 2))
        assert hand.overlap(NEW) <= 1e-6
        turn(hand, NEW, UP, rng.uniform(-2, 2))
        assert hand.overlap(NEW) <= 1e-6


def went(met: MotionResult, what: str, way: float) -> bool:
    return met.what == what and abs(met.way - way) < 1e-6


def test_a_motion_without_obstacle_goes_all_the_way() -> None:
    table = TableTop(pieces((SMALL,)), {"P0": Pose(0, 0, 5)})
    assert went(move(table, "P0", (3, 4, 0)), "", 5)
    assert table.pose("P0").place == pytest.approx((3, 4, 5))
    assert went(turn(table, "P0", UP, -1.0), "", 1.0)
    assert went(turn(table, "P0", (0.0, 1.0, 0.0), 0.5), "", 0.5)
    assert lower(table, "P0").what == TABLE


def test_a_piece_that_stands_can_be_lifted_and_slid_but_not_pushed_into_the_table() -> None:
    table = TableTop(pieces((LARGE, LARGE)).frozen_except("P0"), {"P0": Pose(0, 0, 0.001), "P1": Pose(8, 0, 0)})
    table.place("P0", Pose(0, 0, 0.001))
    assert went(move(table, "P0", (0, 0, -1)), TABLE, 0)
    assert move(table, "P0", (20, 0, 0)).what == "P1"
    assert table.pose("P0").x == pytest.approx(8 - LARGE.base, abs=0.01)
    assert went(move(table, "P0", (-3, 0, 0)), "", 3)
    assert went(lift(table, "P0", 4), "", 4)


def test_leaning_over_an_edge_turns_about_that_edge_until_the_other_piece() -> None:
    table = TableTop(pieces((LARGE, MEDIUM)).frozen_except("P1"), {"P0": Pose(0, 0, 0)})
    table.place("P1", standing(MEDIUM, attitude(MEDIUM, "base edge", -math.pi / 2), 3.5, 0, 0.001))
    feet = table.corners_on_table("P1")
    assert len(feet) == 2
    before = [table.corners("P1")[k] for k in feet]
    met = lean(table, "P1", feet, (-1, 0, 0))
    assert met.what == "P0"
    assert table.overlap("P1") == 0
    assert all(length(sub(a, table.corners("P1")[k])) < 1e-6 for a, k in zip(before, feet, strict=True))


def test_leaning_where_nothing_stands_ends_on_the_table() -> None:
    table = TableTop(pieces((LARGE,)), {"P0": standing(LARGE, attitude(LARGE, "base edge"), clearance=0.001)})
    met = lean(table, "P0", table.corners_on_table("P0"), (0, -1, 0), most=3.0)
    assert met.what == TABLE
    assert min(table.corner_heights("P0")) >= -1e-6
    assert len(table.corners_on_table("P0")) > 2


def test_a_piece_cannot_lean_along_its_edge() -> None:
    table = TableTop(pieces((LARGE,)), {"P0": standing(LARGE, attitude(LARGE, "base edge"))})
    with pytest.raises(ValueError, match="along the edge"):
        lean(table, "P0", (3, 0), (1, 0, 0))


def test_turning_about_a_corner_keeps_the_corner() -> None:
    table = TableTop(pieces((LARGE,)), {"P0": standing(LARGE, attitude(LARGE, "corner"), clearance=0.001)})
    foot = table.corners("P0")[3]
    turn(table, "P0", (0, 0, 1), 2.0, foot)
    assert length(sub(table.corners("P0")[3], foot)) < 1e-9


def test_a_piece_eased_over_a_point_is_held_and_stands_when_let_go() -> None:
    table = TableTop(pieces((LARGE, SMALL)).frozen_except("P1"), {"P0": Pose(0, 0, 0)})
    table.place("P1", Pose.of((0, 0, 9), LEVEL))
    table.place("P1", held_over(table, "P1", (0.05, 0, LARGE.height), (0, 0, 0), 0.5))
    assert lower(table, "P1").what == "P0"
    eased = ease(table, "P1")
    assert eased.held
    assert 0 <= eased.sank < 1.2
    felt = probe_release(table, "P1")
    assert felt.rested
    assert felt.touched("P1") == ("P0",)
    assert felt.corners_on_table["P1"] == ()
    assert felt.moved["P1"] < 0.1


def test_a_piece_eased_over_nothing_drops_out_of_the_hand() -> None:
    table = TableTop(pieces((SMALL,)), {"P0": Pose(0, 0, 5)})
    assert not ease(table, "P0").held


def test_feeling_a_piece_changes_nothing(hand: TableTop) -> None:
    hand.place(NEW, random_pose(random.Random(3), 12.0))
    before = hand.poses()
    felt = probe_release(hand, NEW)
    assert felt.moved[NEW] > 1
    assert hand.poses() == before
    assert hand.speed() == 0


def test_a_hand_works_in_a_frozen_structure_only() -> None:
    tower = read_tower(FOUNDATION)
    table = TableTop(pieces(tower.sizes), tower.placed())
    for work in (ease, probe_release):
        with pytest.raises(ValueError, match="everything else is fixed"):
            work(table, "P0")
