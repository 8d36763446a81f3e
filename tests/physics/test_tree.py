"""Bodies that hang on one another by sprung hinges, as the letters of Konexi do."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from towergames.games.konexi.bodies import SETTINGS
from towergames.physics.geometry import Pose, angle_between
from towergames.physics.recording import unpack
from towergames.physics.scene import TABLE, Body, Box, Hinge, Joint, Scene, Shape, Tie
from towergames.physics.settle import StopConditions, continued_in, settle
from towergames.physics.table_top import TableTop

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
    return Scene((foot(), arm), settings=SETTINGS)


def start(scene: Scene) -> TableTop:
    return TableTop(scene, {"A": Pose(0, 0, 0)})


def moment(length: float) -> float:
    """Of the bar's weight about its end, in dyn cm."""
    return DENSITY * length * 1.2 * 0.8 * 981 * length / 2


def test_an_arm_sags_by_its_moment_over_the_stiffness_and_stands_still() -> None:
    table = start(cantilever(3))
    told = settle(table, until=StopConditions(lifted=("B",)))
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
    told = settle(start(cantilever(14)), until=StopConditions(base="A", tilted=0.2))
    assert (told.why, told.at) == ("tilted", "A")
    assert angle_between(told.poses["A"].turn, Pose(0, 0, 0).turn) > 0.2
    landed = settle(start(cantilever(14)), until=StopConditions(lifted=("B",)))
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


def test_a_tie_holds_a_loop_together() -> None:
    other = Body("C", bar(3), joint=Joint("A", Pose(2, 0, 3), hinges()))
    strut = Body(
        "D",
        Shape((Box((0, 0, 1), (0.4, 0.6, 0.5)),), ((0, 0, 0),), DENSITY),
        joint=Joint("C", Pose(2.5, 0, 0), hinges()),
    )
    arm = cantilever(3).bodies[1]
    scene = Scene((foot(), arm, other, strut), settings=SETTINGS, ties=(Tie("D", "B", (0, 0, 1.5)),))
    table = start(scene)
    told = settle(table)
    assert told.rested
    top, under = table.pose("D").point((0, 0, 1.5)), table.pose("B").point((2.5, 0, -0.5))
    assert math.dist(top, under) < 0.02
    assert not any({t.a, t.b} == {"B", "D"} for t in told.touches)


def hanging(hold: float) -> Scene:
    """An arm with a weight of 20 g that hangs below its end."""
    weight = Shape((Box((0, 0, -1), (0.7937, 1.0, 0.3)),), ((0, 0, 0),), 20 / (8 * 0.7937 * 0.3))
    place = Pose(2.5, 0, -0.4)
    body = Body("C", weight, joint=Joint("B", place, hinges(), out=(0.0, 0.0, -1.0), hold=hold))
    scene = cantilever(3)
    return replace(scene, bodies=(*scene.bodies, body))


def test_what_hangs_is_pulled_off_by_more_than_holds_it() -> None:
    weight = 20 * 981
    held = settle(start(hanging(hold=2 * weight)))
    assert held.rested
    assert held.pulls["C"] == pytest.approx(0.5, rel=0.02)
    assert held.pulls["B"] == 0, "nothing limits it"
    broken = settle(start(hanging(hold=0.8 * weight)))
    assert (broken.why, broken.at) == ("came off", "C")


def test_a_body_that_comes_loose_goes_on_as_fast_as_it_was() -> None:
    scene = cantilever(14)
    table = start(scene)
    settle(table, until=StopConditions(base="A", tilted=0.2))
    loose = replace(scene, bodies=(scene.bodies[0], replace(scene.bodies[1], joint=None)), apart=(("A", "B"),))
    other = continued_in(table, loose)
    assert other.free == {"A", "B"}
    for name in ("A", "B"):
        assert other.pose(name) == pytest.approx(table.pose(name), abs=1e-3)
    before = other.corners("B")
    table.advance(10)
    other.advance(10)
    for moved, alike, was in zip(table.corners("B"), other.corners("B"), before, strict=True):
        assert math.dist(moved, was) > 0.05
        assert math.dist(moved, alike) < 0.2 * math.dist(moved, was)


def test_what_sways_on_hinges_is_slowed_and_bends_as_far() -> None:
    swaying = cantilever(6)
    told = {}
    for calm in (0.0, 0.1):
        calmed = replace(swaying, settings=replace(SETTINGS, calm=calm))
        weak = tuple(replace(hinge, stiffness=1e6, damping=100.0) for hinge in hinges())
        arm = replace(calmed.bodies[1], joint=Joint("A", Pose(2, 0, 5), weak))
        table = start(replace(calmed, bodies=(calmed.bodies[0], arm)))
        told[calm] = settle(table, until=StopConditions(seconds=10)), table.angles("B")[1]
    assert told[0.1][0].rested
    assert told[0.1][0].seconds < told[0.0][0].seconds
    assert told[0.1][1] == pytest.approx(told[0.0][1], rel=0.05)


def test_a_film_has_the_pictures_that_a_trace_would_have() -> None:
    snapshots: list[tuple[Pose, ...]] = []
    told = settle(start(cantilever(3)), snapshots=snapshots)
    traced = settle(start(cantilever(3)))
    assert told.trace is None
    assert traced.trace is not None
    for ours, theirs in zip(snapshots, unpack(traced.trace), strict=True):
        assert math.dist(ours[1].place, theirs[1].place) < 0.01
