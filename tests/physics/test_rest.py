"""What the engine's options must give, with tolerances (never a hash: other machines compute other last digits)."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from tests.combinations import sample
from tests.physics.kit import FOUNDATION, TOWER, pieces, read_tower, tower_table
from towergames.games.leaning.pyramids import LARGE, MEDIUM, SIZES, SMALL, centre, standing
from towergames.physics.engine import mj
from towergames.physics.geometry import LEVEL, Pose, length, sub
from towergames.physics.scene import SURFACES, TABLE, WOOD, EngineSettings, Surface
from towergames.physics.settle import settle
from towergames.physics.table_top import TableTop, Velocity


def on_a_slope(degrees: float, seconds: float, surface: Surface = WOOD) -> float:
    """How far, in cm, a large piece slides."""
    scene = pieces((LARGE,), surface, EngineSettings(slope=math.radians(degrees)))
    table = TableTop(scene, {"P0": standing(LARGE, LEVEL)})
    assert table.advance(100)
    start = table.pose("P0").place
    assert table.advance(round(seconds / table.step))
    return length(sub(table.pose("P0").place, start))


def test_friction_holds_just_below_its_angle_and_slides_just_above() -> None:
    assert WOOD.friction == 0.5
    assert on_a_slope(26.4, 10) < 0.005
    assert on_a_slope(26.7, 3) > 0.5


@pytest.mark.parametrize("surface", SURFACES.values(), ids=lambda s: s.name)
def test_each_surface_has_the_friction_that_it_says(surface: Surface) -> None:
    angle = math.degrees(math.atan(surface.friction))
    assert on_a_slope(angle - 0.3, 2, surface) < 0.005
    assert on_a_slope(angle + 0.3, 3, surface) > 0.5


@pytest.fixture(scope="module")
def tower() -> TableTop:
    """A tower of eighteen that has stood for two seconds; each test tries something with it."""
    table = tower_table(read_tower(TOWER))
    assert len(table.names) == 18
    assert table.advance(1000)
    return table


def test_a_tower_of_eighteen_creeps_less_than_a_tenth_of_a_millimetre_in_eight_seconds_and_gains_no_energy(
    tower: TableTop,
) -> None:
    before = {name: tower.corners(name) for name in tower.names}
    seconds, energies = sample(2, 8), list[float]()
    with tower.undoing():
        for _ in range(seconds * 20):
            assert tower.advance(25)
            mj.mj_forward(tower.model, tower.data)
            mj.mj_energyPos(tower.model, tower.data)
            mj.mj_energyVel(tower.model, tower.data)
            energies.append(float(tower.data.energy.sum()))
        after = {name: tower.corners(name) for name in tower.names}
    ways = [length(sub(a, b)) for name in tower.names for a, b in zip(before[name], after[name], strict=True)]
    assert max(ways) < 0.01 * seconds / 8
    # What it costs to lift a small piece by a micrometre.
    grain = tower.mass("P4") * 981 * 1e-4
    assert all(later <= earlier + grain for earlier, later in pairwise(energies))
    assert energies[-1] <= energies[0] + grain


def test_a_foundation_stands_when_it_is_let_go() -> None:
    table = tower_table(read_tower(FOUNDATION))
    shove = Velocity((0.5, -0.5, 0.0), (0.2, 0.0, 0.1))
    told = settle(table, velocities={"P0": shove, "P1": shove})
    assert told.rested
    assert told.touched("P0") == ("P1",)
    assert all(1 <= len(told.corners_on_table[name]) <= 2 for name in table.names)
    assert max(told.moved.values()) < 0.3


def test_the_same_release_on_the_same_machine_ends_the_same() -> None:
    tower = read_tower(TOWER)
    ends = []
    for _ in range(2):
        told = settle(tower_table(tower), velocities={"P17": Velocity((30, -20, 5), (3, 1, -2))})
        ends.append((told.why, told.seconds, told.poses, told.trace, told.touches))
    assert ends[0] == ends[1]


@pytest.mark.parametrize("size", SIZES.values(), ids=lambda s: s.name)
def test_masses_are_a_stash_of_forty_two_and_a_half_grams(size: object) -> None:
    table = TableTop(pieces((SMALL, MEDIUM, LARGE)))
    masses = [table.mass(name) for name in table.names]
    assert 5 * sum(masses) == pytest.approx(42.5, abs=0.2)
    for name, kind in zip(table.names, (SMALL, MEDIUM, LARGE), strict=True):
        own = table.pose(name).own(table.centre_of_mass(name))
        assert length(sub(own, centre(kind))) < 1e-6


def test_contacts_corners_and_levels_of_an_upright_piece() -> None:
    table = TableTop(pieces((LARGE, MEDIUM)), {"P0": Pose(0, 0, 0), "P1": Pose(9, 0, 0)})
    told = settle(table)
    assert told.rested
    assert [(t.a, t.b) for t in told.touches] == [("P0", TABLE), ("P1", TABLE)]
    assert told.corners_on_table == {"P0": (0, 1, 2, 3), "P1": (0, 1, 2, 3)}
    assert table.corner_heights("P0")[4] == pytest.approx(LARGE.height, abs=0.002)
    assert table.distance("P0", "P1") == pytest.approx(9 - LARGE.base / 2 - MEDIUM.base / 2, abs=0.002)
    assert table.distance("P0", TABLE) == pytest.approx(0, abs=0.001)
    assert table.near("P0") == ()


def test_a_hollow_piece_over_another_stands_on_it_and_not_on_the_table() -> None:
    table = TableTop(pieces((LARGE, LARGE)), {"P0": Pose(0, 0, 0), "P1": Pose(0, 0, 1.2)})
    told = settle(table)
    assert told.rested
    assert told.touched("P1") == ("P0",)
    assert told.corners_on_table["P1"] == ()
    assert table.pose("P1").z == pytest.approx(3 / 8 * 2.54, abs=0.05)
