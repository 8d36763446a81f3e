"""Places of letters: the quick search against plain rules, joints, and where the plastic is."""

from __future__ import annotations

import pytest

from tests.combinations import first
from tests.games.konexi.making import random_tower, rule_tower
from towergames.core.dice import Dice
from towergames.games.konexi.bodies import CELL, straight
from towergames.games.konexi.letters import ALPHABET, STEPS, upright
from towergames.games.konexi.tower import (
    Fault,
    PlacedLetter,
    Tower,
    balance,
    faults,
    joints,
    margin_with,
    places,
    tower_of,
)
from towergames.physics.recording import read

BASE = tower_of((PlacedLetter("H", 0, False, 0, 0),))


def every_place(tower: Tower, letter: str) -> set[PlacedLetter]:
    """All places by trying each corner near the tower."""
    xs, ys = {x for x, _ in tower.cells}, {y for _, y in tower.cells}
    return {
        spot
        for flip in (False, True)
        for turn in range(4)
        for x in range(min(xs) - 9, max(xs) + 10)
        for y in range(min(ys) - 9, max(ys) + 10)
        if not faults(tower, spot := PlacedLetter(letter, turn, flip, x, y))
    }


@pytest.mark.parametrize("letters", first(3, [1, 4, 9, 2]))
def test_the_places_found_are_those_that_no_rule_forbids(letters: int) -> None:
    tower = random_tower(Dice(letters, 0, "places"), letters)
    for letter in [letter for letter in ALPHABET if letter not in tower.letters][::9]:
        found = places(tower, letter)
        assert set(found) == every_place(tower, letter)
        assert len(set(found)) == len(found)
        assert list(found) == sorted(found, key=lambda spot: (spot.x, spot.y, spot.flip, spot.turn))
        assert set(places(tower, letter, flips=False)) == {spot for spot in found if not spot.flip}


def test_a_letter_does_not_overlap_another_nor_reach_the_table() -> None:
    assert [fault.kind for fault in faults(BASE, PlacedLetter("O", 0, False, 0, 0))][:2] == ["table", "overlap"]
    assert faults(BASE, PlacedLetter("O", 0, False, 4, 1))[0] == Fault("overlap", 4, 2, "H")
    assert [fault.kind for fault in faults(BASE, PlacedLetter("T", 0, False, 20, 1))] == ["loose"]


def test_a_plug_fits_a_socket_and_neither_a_wall_nor_a_plug() -> None:
    """H has plugs on top of its legs and sockets below; B has sockets below that lie nearer together."""
    above = PlacedLetter("H", 0, False, 0, 7)
    assert faults(BASE, PlacedLetter("N", 0, False, 0, 7)) == ()
    assert [joint.plug for joint in joints(BASE, PlacedLetter("N", 0, False, 0, 7))] == [False, False], (
        "several at once count"
    )
    assert [fault.kind for fault in faults(BASE, PlacedLetter("B", 0, False, -1, 7))] == ["wall"]
    assert {fault.kind for fault in faults(BASE, above._replace(turn=2))} == {"plugs"}


def test_a_plug_of_the_new_letter_may_not_meet_a_wall_either() -> None:
    """U's plugs on the right would meet H's left leg beside its sockets; higher up one of them finds one."""
    assert [fault.kind for fault in faults(BASE, PlacedLetter("U", 0, False, -5, 1))] == ["wall", "wall"]
    assert [fault.kind for fault in faults(BASE, PlacedLetter("U", 0, False, -5, 2))] == ["wall"]
    assert faults(BASE, PlacedLetter("U", 0, False, -5, 4)) == ()


def test_joints_are_told_once_and_letters_hang_on_the_first() -> None:
    tower = random_tower(Dice(5, 0, "joints"), 26)
    edges = [frozenset(((j.x, j.y), (j.x + STEPS[j.side][0], j.y + STEPS[j.side][1]))) for j in tower.joints]
    assert len(set(edges)) == len(edges) >= len(tower) - 1
    assert set(tower.hangs) == set(tower.letters[1:])
    assert tower.hangs == {joint.letter: joint for joint in tower.joints[::-1]}
    for joint in tower.joints:
        assert tower.letters.index(joint.other) < tower.letters.index(joint.letter)
        assert joint.other in tower.notched[joint.letter]
        assert joint.letter in tower.notched[joint.other]
        mine = tower.connectors[joint.x, joint.y, joint.side]
        assert mine == (joint.plug, joint.letter)


def test_the_example_tower_has_its_joints_and_no_others() -> None:
    tower = tower_of(rule_tower())
    assert {frozenset((j.letter, j.other)) for j in tower.joints} == set(map(frozenset, ("RU", "UL", "LE", "RC")))
    assert tower.letters == "RCULE"


def test_towers_are_remembered_with_all_that_is_known_of_them() -> None:
    spots = rule_tower()
    assert tower_of(spots) is tower_of(tuple(spots))
    assert len(tower_of(())) == 0
    assert tower_of(()).notched == {}


def test_the_balance_is_that_of_the_cells() -> None:
    assert balance(BASE) == balance(Tower((PlacedLetter("H", 0, False, 0, 0),)))
    assert (balance(BASE).left, balance(BASE).right, balance(BASE).weight) == (0, 5000, 2500)
    spot = PlacedLetter("L", 0, False, 5, 4)
    assert faults(BASE, spot) == ()
    cells = [*upright("H").cells, *((x + 5, y) for x, y in upright("L").cells)]
    weight = 1000 * sum(x + 0.5 for x, _ in cells) / len(cells)
    assert margin_with(BASE, spot) == 5000 - int(weight)


def test_a_tower_that_leans_too_far_has_a_negative_margin() -> None:
    spots = [PlacedLetter("T", 2, False, 0, 0)]
    while (tower := Tower(tuple(spots))) and len(spots) < 9 and balance(tower).margin > 0:
        letter = next(letter for letter in "LZEBDGUC" if letter not in tower.letters)
        spots.append(max(places(tower, letter), key=lambda spot: spot.x))
    assert balance(Tower(tuple(spots))).margin <= 0


@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("turn", range(4))
def test_the_straight_pose_brings_every_cell_to_where_the_lattice_has_it(turn: int, flip: bool) -> None:
    for letter in "FJQ":
        spot = PlacedLetter(letter, turn, flip, -3, 2)
        pose = read(straight(spot))
        points = [pose.point((CELL * (x + 0.5), 0, CELL * (y + 0.5))) for x, y in upright(letter).cells]
        assert max(abs(y) for _, y, _ in points) < 1e-4
        found = {(round(x / CELL - 0.5, 3), round(z / CELL - 0.5, 3)) for x, _, z in points}
        assert found == {(float(x), float(y)) for x, y in spot.cells}
