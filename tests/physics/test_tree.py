"""Bodies that hang on one another by sprung hinges, as the letters of Konexi do."""

from __future__ import annotations

import math

import pytest

from towergames.physics.geometry import Pose
from towergames.physics.scene import KONEXI, TABLE, Body, Box, Hinge, Joint, Scene, Shape, Tie
from towergames.physics.settling import Until, settle
from towergames.physics.table_top import TableTop
from towergames.physics.trace import unpack

DENSITY = 1.05
STIFF, DAMPING = 9e6, 1.5e5


def bar(length: float) -> Shape:
    """A bar along x from its origin, 0.8 cm thick and 1.2 cm deep."""
    return Shape((Box((length / 2, 0, 0), (length / 2, 0.6, 0.4)),), ((0, 0, 0), (length, 0, 0)), DENSITY)


def foot() -> Body:
    return Body("A", Shape((Box((0, 0, 2.8), (2.0, 0.6, 2.8)),), ((-2, 0, 0), (2, 0, 0)), DENSITY))


def hinges(strength: float = 0.0) -> tuple[Hinge, ...]:
    return (Hinge((0, 0, 1), STIFF, DAMPING, strength), Hinge((0, -1, 0), STIFF, DAMPING, strength))


def cantilever(length: float, strength: float = 0.0) -> Scene:
    arm = Body("B", bar(length), joint=Joint("A", Pose(2, 0, 5), hinges(strength)))
    return Scene((foot(), arm), settings=KONEXI)


def start(scene: Scene) -> TableTop:
    return TableTop(scene, {"A": Pose(0, 0, 0)})


def moment(length: float) -> float:
    """Of the bar's weight about its end, in dyn cm."""
    return DENSITY * length * 1.2 * 0.8 * 981 * length / 2


def test_an_arm_sags_by_its_moment_over_the_stiffness_and_stands_still() -> None:
    table = start(cantilever(3))
    told = settle(table, until=Until(lifted=("B",)))
    assert told.rested
    assert abs(table.angles("B")[1]) == pytest.approx(moment(3) / STIFF, rel=0.05)
    assert table.angles("A") == ()
    before = table.poses()
    assert table.advance(1000)
    assert table.pose("B") == pytest.approx(before["B"], abs=1e-4)


def test_a_hinge_gives_way_above_its_strength_and_holds_below() -> None:
    load = moment(3)
    held = settle(start(cantilever(3, strength=load * 3)))
    assert held.rested
    assert held.loads["B"] == pytest.approx(1 / 3, rel=0.1)
    broken = settle(start(cantilever(3, strength=load * 0.6)))
    assert (broken.why, broken.at) == ("gave way", "B")


def test_a_tower_that_tips_is_stopped_and_says_which_way_it_ended() -> None:
    told = settle(start(cantilever(14)), until=Until(base="A", tilted=0.2))
    assert (told.why, told.at) == ("tilted", "A")
    assert told.turned["A"] > 0.2
    landed = settle(start(cantilever(14)), until=Until(lifted=("B",)))
    assert (landed.why, landed.at) == ("landed", "B")
    assert any(t.a == "B" and t.b == TABLE for t in landed.touches)


def test_angles_are_carried_over_to_the_next_table() -> None:
    first = start(cantilever(3))
    settle(first)
    after = start(cantilever(3))
    after.place_all(first.poses())
    after.bend("B", first.angles("B"))
    assert after.pose("B") == pytest.approx(first.pose("B"), abs=1e-9)
    told = settle(after)
    assert told.seconds < 0.25
    assert told.moved["B"] < 0.002


def test_recorded_poses_of_a_tree_are_shown_loose() -> None:
    scene = cantilever(3)
    table = start(scene)
    told = settle(table)
    assert told.trace is not None
    shown = TableTop(scene.loose())
    shown.place_all(dict(zip(shown.names, unpack(told.trace)[-1], strict=True)))
    for name in table.names:
        for a, b in zip(shown.corners(name), table.corners(name), strict=True):
            assert math.dist(a, b) < 0.02


def test_a_tie_holds_a_loop_together() -> None:
    other = Body("C", bar(3), joint=Joint("A", Pose(2, 0, 3), hinges()))
    strut = Body(
        "D",
        Shape((Box((0, 0, 1), (0.4, 0.6, 0.5)),), ((0, 0, 0),), DENSITY),
        joint=Joint("C", Pose(2.5, 0, 0), hinges()),
    )
    arm = cantilever(3).bodies[1]
    scene = Scene((foot(), arm, other, strut), settings=KONEXI, ties=(Tie("D", "B", (0, 0, 1.5)),))
    table = start(scene)
    told = settle(table)
    assert told.rested
    top, under = table.pose("D").point((0, 0, 1.5)), table.pose("B").point((2.5, 0, -0.5))
    assert math.dist(top, under) < 0.02
    assert not any({t.a, t.b} == {"B", "D"} for t in told.touches)
