"""Ideas by the verbs of a hand: lean it on something, hang it over a corner like a hat, lay it on something."""

from __future__ import annotations

import math

from towergames.core.dice import Dice
from towergames.games.leaning.opponent.hand import Hand
from towergames.physics import pyramids
from towergames.physics.geometry import UP, Pose, Quat, Vec, about, add, after, middle, scale, sub, unit
from towergames.physics.motions import held_over, lean, lower

ABOVE = 14.0
"""How high over the table (cm) a piece is turned before it is taken to a place."""
FEET = 0.01
"""Corners lower than this (cm) are the feet on which a piece leans."""
BESIDE, ASKEW, LIFTED = 0.12, 0.06, 0.3
"""How far beside a known pose another is tried (cm), how far it is turned (rad), and how high it is lifted first."""


def spread(dice: Dice, width: float) -> float:
    """A number about 0, two thirds of them nearer than ``width``."""
    return width * math.sqrt(-2 * math.log(1 - dice.random())) * math.cos(2 * math.pi * dice.random())


def between(dice: Dice, low: float, high: float) -> float:
    """A number from ``low`` to ``high``, evenly."""
    return low + (high - low) * dice.random()


def lean_on(hand: Hand, target: str, feature: str, dice: Dice) -> str:
    """Stand it beside the target on an edge or a corner, and tip it towards the target until it meets something.

    The name of the piece that it met, empty for none; so with the other verbs.
    """
    at = middle(hand.corners[target])
    side = between(dice, 0, 2 * math.pi)
    far = between(dice, 0.6, hand.size.height + 2.2)
    if feature == "corner":
        turn = pyramids.attitude(hand.size, feature, roll=between(dice, 0, 2 * math.pi))
    else:
        # An edge across the way it leans; either of its two sides may come first.
        yaw = side + math.pi / 2 + spread(dice, 0.4) + math.pi * dice.below(2)
        turn = pyramids.attitude(hand.size, feature, yaw)
    hand.put(pyramids.standing(hand.size, turn, at[0] + far * math.cos(side), at[1] + far * math.sin(side), 0.0005))
    if not hand.clear():
        return ""
    feet = [k for k, height in enumerate(hand.table.corner_heights(hand.me)) if height < FEET]
    try:
        met = lean(hand.table, hand.me, feet, (-math.cos(side), -math.sin(side), 0.0))
    except ValueError:
        return ""
    return met.what if met.what in hand.sizes else ""


def hat_on(hand: Hand, target: str, dice: Dice) -> str:
    """Lower it over one of the target's high corners, which goes into the cavity."""
    high = [corner for corner in hand.corners[target] if corner[2] > 0.6]
    if not high:
        return ""
    tilt = about(_level(dice), abs(spread(dice, 0.5)))
    turn = after(tilt, about(UP, between(dice, 0, 2 * math.pi)))
    place = dice.choice(high)
    own = (spread(dice, 0.12), spread(dice, 0.12), between(dice, 0.1, 0.75) * hand.size.cavity)
    return _lowered(hand, turn, place, own)


def rest_on(hand: Hand, target: str, feature: str, dice: Dice) -> str:
    """Lower it onto the target, a side, the base, an edge or a corner first."""
    corners = hand.corners[target]
    yaw, roll = between(dice, 0, 2 * math.pi), between(dice, 0, 2 * math.pi)
    turn = pyramids.attitude(hand.size, feature, yaw, spread(dice, 0.35), roll)
    if feature in ("side", "base"):
        turn = after(about(_level(dice), spread(dice, 0.3)), turn)
    weights = [0.02 + dice.random() for _ in corners]
    total = sum(weights)
    place: Vec = (0.0, 0.0, 0.0)
    for weight, corner in zip(weights, corners, strict=True):
        place = add(place, scale(corner, weight / total))
    feet = [pyramids.corners(hand.size)[k] for k in pyramids.FEATURES[feature]]
    heavy = pyramids.centre(hand.size)
    # Its weight over the place, more or less; not its feet.
    own = add(middle(feet), scale(sub(heavy, middle(feet)), between(dice, 0.3, 1.0)))
    return _lowered(hand, turn, place, own)


def beside(hand: Hand, pose: Pose, dice: Dice) -> str:
    """Lower it again a millimetre or two and a few degrees beside a pose in which it was felt before."""
    axis = unit((spread(dice, 1.0), spread(dice, 1.0), spread(dice, 1.0)))
    middle = pose.point(pyramids.centre(hand.size))
    shift = (spread(dice, BESIDE), spread(dice, BESIDE), LIFTED)
    hand.put(pose.rotated(about(axis, spread(dice, ASKEW)), middle).moved(shift))
    if not hand.clear():
        return ""
    met = lower(hand.table, hand.me).what
    return met if met in hand.sizes else ""


def _lowered(hand: Hand, turn: Quat, place: Vec, own: Vec) -> str:
    hand.put(Pose.of((0.0, 0.0, ABOVE), turn))
    over = held_over(hand.table, hand.me, (place[0], place[1], 0.0), own, hand.top + hand.size.height + 0.5)
    hand.put(over)
    met = lower(hand.table, hand.me).what
    return met if met in hand.sizes else ""


def _level(dice: Dice) -> Vec:
    way = between(dice, 0, 2 * math.pi)
    return (math.cos(way), math.sin(way), 0.0)
