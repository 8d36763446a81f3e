"""Crashes: whatever fell ends as a heap of single letters, and nothing that a rule reads depends on it."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from math import hypot

import pytest

from towergames import physics

if physics.unavailable_reason():
    pytest.skip(physics.unavailable_reason(), allow_module_level=True)


from tests.games.konexi.live import H, Spots, across, added, let_go, on_top, rounds
from tests.physics.kit import FREE
from towergames.games.konexi import crash
from towergames.games.konexi.bodies import SETTINGS, TABLE_RADIUS_CM, straight
from towergames.games.konexi.crash import LOST_CM, MAX_RISE_CM_S, MAX_SPIN
from towergames.games.konexi.live_physics import tower_on_table
from towergames.games.konexi.model import STANDS, Released
from towergames.games.konexi.push import PushNoise
from towergames.games.konexi.tower import PlacedLetter
from towergames.physics.geometry import Pose, Vec, about, angle_between, length, sub
from towergames.physics.recording import MOST_TRACE, Movement, read, read_movement
from towergames.physics.scene import NEWSPAPER, Body, Box, Scene, Shape
from towergames.physics.settle import Snapshot
from towergames.physics.table_top import TableTop, Velocity

FELLED = PushNoise(0, 260_000, 0, 0)
"""A push out of the plane that fells any tower."""


SHORT_ROUNDS = {"normal": (0, 1, 2, 4), "shaky": (0, 1, 2, 3, 4)}
"""Hand -> seeds of rounds of two to nine letters."""


def falls() -> list[tuple[Spots, Released]]:
    """The falls at the end of short rounds, of all kinds."""
    found = []
    for hand, seeds in SHORT_ROUNDS.items():
        for seed in seeds:
            spots, _, outcome = rounds(hand, seed, 12)[-1]
            if outcome.kind != STANDS:
                found.append((spots, outcome))
    return found


def film(spots: Spots, outcome: Released) -> Movement:
    return read_movement(outcome.trace, len(spots))


def test_every_fall_ends_as_a_heap_of_single_letters() -> None:
    seen = falls()
    assert len(seen) > 8 and len({outcome.kind for _, outcome in seen}) > 2
    for spots, outcome in seen:
        first, *_, before, last = film(spots, outcome).pictures
        on_table = [pose for pose in last if pose.z > -6.0]
        assert max(pose.z for pose in last) < 10.0, "nothing stands high, and nothing is thrown into the air"
        assert len(on_table) > len(spots) / 2
        for pose in on_table:
            assert hypot(pose.x, pose.y) < TABLE_RADIUS_CM + 6.0
        if outcome.kind in ("notch", "drop"):
            distances = [length(sub(a.place, b.place)) for a, b in pairwise(last)]
            stood = [length(sub(a.place, b.place)) for a, b in pairwise(first)]
            assert any(abs(a - b) > 1.0 for a, b in zip(distances, stood, strict=True)), "joints have parted"
        for a, b in zip(before, last, strict=True):
            if b.z > -6.0:
                assert length(sub(a.place, b.place)) < 1.5, "it lies nearly still"


def test_the_record_of_a_fall_fits_in_a_line_and_has_many_frames() -> None:
    for spots, outcome in falls():
        movement = film(spots, outcome)
        assert len(outcome.trace) <= MOST_TRACE and movement.seconds < 5.0
        assert movement.period <= 70 and len(movement.pictures) > 15


def test_a_fall_is_the_same_each_time_and_its_verdict_is_that_of_a_trial() -> None:
    for spots in (added(H, "K", lambda spot: (-spot.y, across(spot))), on_top("D")):
        one, other = (let_go(spots, FELLED) for _ in range(2))
        trial = let_go(spots, FELLED, whole=False)
        assert one == other and one.kind != STANDS
        for name in ("kind", "cause", "margin", "load", "loaded", "tremor"):
            assert getattr(one, name) == getattr(trial, name)
        assert not trial.trace and one.trace


def crashed(spots: Spots, table: TableTop, *, tips: bool = False) -> tuple[TableTop, list[Snapshot]]:
    snapshots: list[Snapshot] = [tuple(table.poses().values())]
    return crash.crash(table, spots, ("D",), snapshots, tips=tips), snapshots


def test_a_tower_that_tips_goes_on_tipping_and_one_that_stands_upright_has_no_direction() -> None:
    spots = on_top("D")
    upright = straight(spots[0])
    for angle, tips in ((0.0, True), (0.35, True), (0.35, False)):
        table = tower_on_table(spots, ())
        turned = read(upright).rotated((0.9848, 0.1736 * (angle > 0), 0.0, 0.0), (0.0, 0.0, 0.0))
        table.place("H", Pose.of(turned.place, turned.turn) if angle else read(upright))
        table.refresh()
        end, snapshots = crashed(spots, table, tips=tips)
        tilted = angle_between(end.pose("H").turn, read(upright).turn)
        if angle and tips:
            assert tilted > 1.0
        assert len(snapshots) > 5
        if not angle:
            assert tilted < 0.5


AT_REST = Velocity()


def one_letter(z: float, x: float = 0.0, velocity: Velocity = AT_REST) -> crash._Crash:
    """A crash of one letter in the air."""
    spots = (PlacedLetter("D", 0, False, 0, 0),)
    table = TableTop(crash._scene(spots, {"D"}), {"D": Pose(x, 0.0, z)})
    run = crash._Crash(table, spots, (), [], tips=False)
    run.table.set_velocity("D", velocity)
    return run


def test_letters_beyond_the_edge_fall_past_the_table_and_stay_below() -> None:
    outside, inside = one_letter(0.05, TABLE_RADIUS_CM + 1), one_letter(0.05, TABLE_RADIUS_CM - 5)
    for _ in range(200):
        for run in (outside, inside):
            run._drop_over_edge()
            assert run.table.advance(2)
    assert LOST_CM - 6.0 < outside.table.pose("D").z < LOST_CM + 1.0
    assert outside.table.pose("D").z == pytest.approx(outside.lost["D"].z, abs=0.05)
    assert inside.table.pose("D").z > -0.1 and not inside.lost


@pytest.mark.parametrize(("x", "letter"), [(20.0, "D"), (-20.0, "D"), (20.0, "K"), (0.0, "D")])
def test_letters_of_a_flat_tower_are_scattered_but_not_over_the_edge(x: float, letter: str) -> None:
    spots = (PlacedLetter(letter, 0, False, 0, 0),)
    table = TableTop(crash._scene(spots, {letter}), {letter: Pose(x, 0.0, 1.0, *about((1.0, 0.0, 0.0), math.pi / 2))})
    table.refresh()
    run = crash._Crash(table, spots, (), [], tips=False)
    run._throw(letter)
    along = run.table.velocity(letter).along
    assert length(along) > 40.0 and along[2] > 0.0
    assert abs(along[0] * x) < 1.0


@pytest.mark.parametrize("along", [(0.0, 0.0, 900.0), (600.0, 300.0, 0.0), (50.0, 0.0, -30.0)])
def test_no_letter_is_thrown_about(along: Vec) -> None:
    table = one_letter(5.0, 0.0, Velocity(along, (0.0, 90.0, 0.0))).table
    crash._tame(table)
    now = table.velocity("D")
    assert now.along[2] <= MAX_RISE_CM_S + 0.01 and length(now.about) <= MAX_SPIN + 0.01
    assert math.hypot(*now.along[:2]) <= crash.MAX_ALONG_CM_S + 0.01
    slow = one_letter(5.0, 0.0, Velocity((50.0, 0.0, -30.0), (0.0, 9.0, 0.0))).table
    crash._tame(slow)
    assert slow.velocity("D").along == pytest.approx((50.0, 0.0, -30.0))


def test_a_crash_that_the_engine_loses_ends_with_its_last_good_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    real, calls = TableTop.advance, []

    def advance(table: TableTop, steps: int) -> bool:
        calls.append(steps)
        return len(calls) < 200 and real(table, steps)

    spots = on_top("D")
    table = tower_on_table(spots, ())
    monkeypatch.setattr(TableTop, "advance", advance)
    end, snapshots = crashed(spots, table)
    assert len(snapshots) == 1 + 199 // 17
    assert length(sub(end.pose("D").place, snapshots[-1][1].place)) < 3.0


@pytest.mark.parametrize("bounce", [1.0, 0.5])
def test_things_bounce_where_contacts_are_damped_less(bounce: float) -> None:
    cube = Shape((Box((0.0, 0.0, 0.0), (0.5, 0.5, 0.5)),), ((0.5, 0.5, 0.5), (-0.5, -0.5, -0.5)), 1.0)
    table = TableTop(Scene((Body("cube", cube),), NEWSPAPER, replace(FREE, bounce=bounce)), {"cube": Pose(0, 0, 8)})
    heights = []
    for _ in range(200):
        assert table.advance(2)
        heights.append(table.pose("cube").z)
    landed = next(k for k, height in enumerate(heights) if height < 0.6)
    assert (max(heights[landed + 1 :]) > 1.0) == (bounce < 1.0)
    assert SETTINGS.bounce == FREE.bounce == 1.0
