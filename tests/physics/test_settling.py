from __future__ import annotations

import os
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from tests.physics.kit import FOUNDATION, TOWER, Tower, pieces, read_tower, tower_table
from towergames.games.leaning.pyramids import LARGE, MEDIUM, SMALL, attitude, shape, standing
from towergames.physics.geometry import Pose, angle_between, length, sub
from towergames.physics.recording import unpack
from towergames.physics.scene import TABLE, Body, EngineSettings, Scene
from towergames.physics.settle import Push, StopConditions, settle
from towergames.physics.table_top import TableTop, Unstable, Velocity


@pytest.fixture
def tower() -> Tower:
    return read_tower(TOWER)


def toppling() -> TableTop:
    return TableTop(
        pieces((LARGE, SMALL)), {"P0": standing(LARGE, attitude(LARGE, "corner", tilt=0.3)), "P1": Pose(9, 0, 0)}
    )


def test_a_fall_is_told_with_its_trace() -> None:
    table = toppling()
    before = table.poses()
    told = settle(table)
    assert told.rested
    assert told.speed < table.scene.settings.rest
    assert told.moved["P0"] > 2
    assert told.moved["P1"] < 0.01
    assert angle_between(told.poses["P0"].turn, before["P0"].turn) > 0.5
    assert told.poses == table.poses()
    assert told.trace is not None
    assert told.trace.seconds == pytest.approx(told.seconds)
    pictures = unpack(told.trace)
    for shown, true in ((pictures[0], before), (pictures[-1], told.poses)):
        for a, b in zip(shown, true.values(), strict=True):
            assert length(sub(a.place, b.place)) < 0.01
    gaps = [length(sub(a[0].place, b[0].place)) for a, b in pairwise(pictures)]
    assert max(gaps) < 5


def test_without_a_trace_none_is_made() -> None:
    assert settle(toppling(), traced=False).trace is None


def test_it_stops_as_soon_as_the_structure_is_ruined(tower: Tower) -> None:
    table = tower_table(tower)
    shove = {"P5": Velocity((150, 0, 0))}
    others = tuple(name for name in tower.names if name != "P5")
    told = settle(table, velocities=shove, until=StopConditions(4.0, others, 0.5), traced=False)
    assert told.why == "moved"
    assert told.moved[told.at] > 0.5
    whole = settle(tower_table(tower), velocities=shove, traced=False)
    assert whole.seconds > told.seconds


def test_it_stops_when_time_is_up_and_when_nobody_waits() -> None:
    assert settle(toppling(), until=StopConditions(seconds=0.1)).why == "time"
    assert settle(toppling(), cancelled=lambda: True).why == "cancelled"


def test_a_push_is_over_before_anything_counts_as_rest() -> None:
    table = TableTop(pieces((LARGE,)), {"P0": Pose(0, 0, 0)})
    told = settle(table, pushes=[Push("P0", (20000.0, 0, 0), seconds=0.3)])
    assert told.rested
    assert told.moved["P0"] > 0.5
    assert told.seconds > 0.3
    assert settle(table).moved["P0"] < 0.01


def test_a_release_that_the_engine_lost_is_done_again_with_half_the_step(monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[float] = []
    honest = TableTop.advance

    def advance(table: TableTop, count: int) -> bool:
        steps.append(table.step)
        return honest(table, count) and table.step < 0.002

    expected = settle(toppling()).poses["P0"]
    monkeypatch.setattr(TableTop, "advance", advance)
    table = toppling()
    told = settle(table)
    assert told.halvings == 1
    assert steps[:2] == [0.002, 0.001]
    assert told.rested
    assert table.poses() == told.poses
    assert length(sub(told.poses["P0"].place, expected.place)) < 1.0
    assert told.trace is not None
    assert told.trace.seconds == pytest.approx(told.seconds)


def test_a_world_gone_mad_is_reported_and_neither_printed_nor_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    table = toppling()
    with pytest.raises(Unstable, match="step"):
        settle(table, velocities={"P1": Velocity((0, 0, -1e12))})
    assert capfd.readouterr() == ("", "")
    assert os.listdir(tmp_path) == []
    # The table is where it was, and still good.
    assert table.pose("P0") == toppling().pose("P0")
    assert settle(toppling()).rested


def test_trying_something_leaves_no_trace(tower: Tower) -> None:
    table = tower_table(tower)
    before, speed = table.poses(), table.speed()
    with table.undoing():
        settle(table, velocities={"P3": Velocity((80, 0, 0))}, traced=False)
        assert table.poses() != before
    assert table.poses() == before
    assert table.speed() == speed


def test_touches_name_the_table_last_and_every_pair_once() -> None:
    told = settle(tower_table(read_tower(FOUNDATION)))
    pairs = [(t.a, t.b) for t in told.touches]
    assert pairs == [("P0", "P1"), ("P0", TABLE), ("P1", TABLE)]
    assert all(abs(t.gap) < 0.005 for t in told.touches)
    assert all(-0.01 < t.at[2] < 6 for t in told.touches)


def hat_on_a_hook(calm: float) -> TableTop:
    """A medium piece that hangs on the point of another one and swings a little."""
    scene = Scene(
        (Body("hook", shape(MEDIUM), fixed=True), Body("hat", shape(MEDIUM))), settings=EngineSettings(calm=calm)
    )
    hook = Pose.read((42520, -38244, 37844, -762687, -85829, -377096, -518402))
    return TableTop(scene, {"hook": hook, "hat": Pose.read((57409, -30474, 54813, 622521, 293752, 513624, 512218))})


def test_what_swings_on_a_point_comes_to_rest_and_hangs_on() -> None:
    assert settle(hat_on_a_hook(calm=0.0)).why == "time", "nothing in the engine slows it"
    table = hat_on_a_hook(calm=1.0)
    told = settle(table)
    assert told.rested and 1.0 < told.seconds < 3.5
    assert told.touched("hat") == ("hook",) and table.corner_heights("hat")[4] > 5


def test_the_slowing_begins_after_what_falls_has_fallen_and_leaves_the_table_as_it_was() -> None:
    quick, slowed = toppling(), toppling()
    slowed.slow(6.0)
    slowed.slow(0.0)
    assert settle(quick).poses == settle(slowed).poses
    table = hat_on_a_hook(calm=1.0)
    settle(table)
    assert not table.model.dof_damping.any()


def test_a_step_that_reaches_the_solvers_limit_is_an_engine_warning(tower: Tower) -> None:
    scene = pieces(tower.sizes)
    hasty = TableTop(replace(scene, settings=EngineSettings(iterations=1)), tower.placed())
    assert not hasty.advance(5)
    assert tower_table(tower).advance(5)


def test_seating_takes_out_a_gap_without_gathering_speed() -> None:
    table = TableTop(pieces((LARGE,)), {"P0": standing(LARGE, attitude(LARGE, "side"), clearance=0.0005)})
    assert table.settle_contacts()
    assert table.speed() == 0
    lowest = min(table.corner_heights("P0"))
    assert -0.002 < lowest < 0.0005
    assert table.advance(20)
    assert abs(min(table.corner_heights("P0")) - lowest) < 0.001
