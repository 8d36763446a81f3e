"""Small towers for the rules browser, made from the letters as they are: found once, by search. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

from towergames.games.konexi.bodies import poses_of, put, straight
from towergames.games.konexi.lattice import Spot, joints, places, tower_of
from towergames.games.konexi.letters import HEIGHT, STEPS, plastic, poses
from towergames.games.konexi.model import Rest
from towergames.games.konexi.statics import balance, reach, stands
from towergames.physics.geometry import Pose, about
from towergames.physics.recording import read, recorded

LOW = 2 * HEIGHT
"""Cells up to which a tower is seen well on a low screen."""
CELL_CM = plastic().cell_um / 10_000
ORDER = "HXZFNDLCOTWEIBRASUKPMGVQYJ"
"""The letters as they come into a tower of any height."""
RULE = ("RCULE", ("RU", "UL", "LE", "RC"))
"""The letters of the example in the rules, and which are notched: RULE holds together, C hangs on R alone."""


@cache
def joined(letters: str, pairs: tuple[str, ...]) -> tuple[Spot, ...]:
    """The best balanced low tower of these letters, all upright, in this order with exactly these joints."""
    wanted = {frozenset(pair) for pair in pairs}

    def grow(spots: tuple[Spot, ...]) -> Iterator[tuple[Spot, ...]]:
        if len(spots) == len(letters):
            yield spots
            return
        letter, tower = letters[len(spots)], tower_of(spots)
        due = {other for other in tower.letters if frozenset(letter + other) in wanted}
        for spot in places(tower, letter):
            upright = not spot.turn and not spot.flip and spot.y + spot.shape.height <= LOW
            if upright and {j.other for j in joints(tower, spot)} == due:
                yield from grow((*spots, spot))

    return max(grow((Spot(letters[0], 0, False, 0, 0),)), key=lambda spots: balance(tower_of(spots)).margin)


@cache
def grown(count: int) -> tuple[Spot, ...]:
    """A tower of so many letters, each of them where it balances best among a few places."""
    spots: tuple[Spot, ...] = ()
    for k, letter in enumerate(ORDER[:count]):
        if not spots:
            pose = max((one for one in poses(letter) if stands(one)), key=lambda one: one.width)
            spots = (Spot(letter, pose.turn, pose.flip, 0, 0),)
            continue
        tower = tower_of(spots)
        some = places(tower, letter)[k % 5 :: 7] or places(tower, letter)
        spots = (*spots, max(some, key=lambda s: (reach(tower, s) - 200 * s.y, s)))
    return spots


def bowed(spots: tuple[Spot, ...], degrees: float = 0.0) -> tuple[Rest, ...]:
    """How these letters rest when every joint has given by so much, towards the side where most of them are."""
    rests: list[Rest] = []
    middle = sum(spot.x for spot in spots) / max(1, len(spots))
    angle = math.radians(degrees if middle >= 0 else -degrees)
    for number, spot in enumerate(spots):
        pose = put(spot, spots[:number], rests)
        if number:
            pose = pose.rotated(about((0.0, 1.0, 0.0), angle), _hinge(spot, spots[:number], rests))
        rests.append(Rest(spot.letter, recorded(pose), round(1000 * math.degrees(angle)) if number else 0, 0))
    return tuple(rests)


def _hinge(spot: Spot, before: tuple[Spot, ...], rests: list[Rest]) -> tuple[float, float, float]:
    """Where a letter hangs in a tower that has bent."""
    joint = tower_of((*before, spot)).hangs[spot.letter]
    dx, dy = STEPS[joint.side]
    flat = ((joint.x + 0.5 + dx / 2) * CELL_CM, 0.0, (joint.y + 0.5 + dy / 2) * CELL_CM)
    carrier = next(one for one in before if one.letter == joint.other)
    return poses_of(rests)[joint.other].point(read(straight(carrier)).own(flat))


def dropped(spots: tuple[Spot, ...]) -> tuple[Rest, ...]:
    """The same, but the last letter lies flat on the table beside the tower."""
    rests = bowed(spots, 1.0)
    right = max(x for x, _ in tower_of(spots).cells) + 3
    turn = about((1.0, 0.0, 0.0), -math.pi / 2 + 0.12)
    return (*rests[:-1], Rest(spots[-1].letter, recorded(Pose(right * CELL_CM, 1.0, 0.7, *turn)), 0, 0))
