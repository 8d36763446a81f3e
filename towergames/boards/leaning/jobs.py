"""The hand at work on the physical table: motions carried out, and how a piece feels. For threads; needs the engine.

Everything else stands like rock meanwhile.
"""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from collections.abc import Sequence

from towergames.boards.leaning.grip import Done, Felt, Grip
from towergames.boards.leaning.pointer import Feel, Motion
from towergames.boards.leaning.verbs import VERBS, Cannot
from towergames.core.bot import Clock
from towergames.games.leaning.layout import label
from towergames.games.leaning.opponent.placement_search import Hand
from towergames.physics import motions
from towergames.physics.geometry import Pose
from towergames.physics.pyramids import SIZES, shape
from towergames.physics.scene import SURFACES, Body, Scene
from towergames.physics.settling import Until, settle
from towergames.physics.table_top import TableTop, Velocity

STEADY, SETTLING, SLIDING = 0.3, 3.0, 12.0
"""Millimetres: up to here a piece is steady, settles a little, slips; beyond it falls."""
_HANDS: OrderedDict[tuple[object, ...], Hand] = OrderedDict()
_NUDGES = (Velocity((0.4, 0.4, 0.0), (0.1, 0.1, 0.1)), Velocity((-0.4, -0.4, 0.0), (-0.1, -0.1, -0.1)))
"""How a simulated release moves a piece: what is only balanced falls one way or the other."""
_MOST_HANDS = 6
_LOCK = threading.Lock()
"""A table is not for two threads at once, and stopped work may still be going on."""


def _rounded(hand: Hand) -> Pose:
    """Where the piece is, with the digits that a journal keeps."""
    return Pose.read(hand.table.pose(hand.me).recorded())


def _hand(grip: Grip) -> Hand:
    """The table with the moving piece free, kept for the next motion. Only while the lock is held."""
    key = (grip.around, grip.surface, grip.numbers[grip.which], grip.sizes[grip.which])
    if key in _HANDS:
        _HANDS.move_to_end(key)
        return _HANDS[key]
    hand = Hand(grip.around, grip.numbers[grip.which], grip.sizes[grip.which], grip.surface)
    _HANDS[key] = hand
    while len(_HANDS) > _MOST_HANDS:
        _HANDS.popitem(last=False)
    return hand


def carry_out(grip: Grip, wishes: Sequence[Motion], serial: int, clock: Clock) -> Done:
    """Do one motion after the other and look what the piece touches then."""
    with _LOCK:
        hand, said, feature = _hand(grip), "", grip.feature
        hand.put(grip.poses[grip.which])
        for at, wish in enumerate(wishes):
            if at and clock.over(at):
                break
            before = hand.table.pose(hand.me)
            try:
                said, feature = VERBS[wish.verb](hand, grip, wish.amount, feature)
            except Cannot as cannot:
                hand.put(before)
                said = str(cannot)
        after = grip.moved(_rounded(hand), feature)
        hand.put(after.poses[grip.which])
        return Done(serial, after.poses, feature, hand.aim(), said)


def touch(grip: Grip, serial: int) -> Done:
    """What the piece touches where it is."""
    with _LOCK:
        hand = _hand(grip)
        hand.put(grip.poses[grip.which])
        return Done(serial, grip.poses, grip.feature, hand.aim(), "")


def feel(grip: Grip, serial: int) -> Felt:
    """Simulate letting go, everything else fixed; of a Foundation both pieces at once."""
    with _LOCK:
        if len(grip.poses) > 1:
            return Felt(serial, _feel_both(grip))
        hand = _hand(grip)
        hand.put(grip.poses[grip.which])
        told = max((motions.feel(hand.table, hand.me, velocity=way) for way in _NUDGES), key=lambda one: one.moved)
        touches = tuple(int(name[1:]) for name in told.would_touch)
        moved, turned = told.moved * 10, math.degrees(told.turned)
        words = feeling(moved, rested=told.rested)
        return Felt(serial, Feel(moved, turned, told.rested, words, touches, len(told.on_table)))


def _feel_both(grip: Grip) -> Feel:
    names = [label(number) for number in grip.numbers]
    bodies = tuple(Body(name, shape(SIZES[size])) for name, size in zip(names, grip.sizes, strict=True))
    table = TableTop(Scene(bodies, SURFACES[grip.surface]), dict(zip(names, grip.poses, strict=True)))
    told = settle(table, until=Until(seconds=1.5), traced=False)
    moved = max(told.moved.values()) * 10
    turned = math.degrees(max(told.turned.values()))
    flat = any(len(told.corners_on_table[name]) > 2 for name in names)
    apart = names[1] not in told.touched(names[0])
    words = "falls" if flat or apart else feeling(moved, rested=told.rested)
    return Feel(moved, turned, told.rested, words, () if apart else grip.numbers, 0)


def feeling(moved: float, *, rested: bool) -> str:
    """How it feels, in words.

    >>> [feeling(mm, rested=True) for mm in (0.1, 1.2, 7.0, 40.0)]
    ['steady', 'settles by 1 mm', 'slips 7 mm', 'falls']
    """
    if moved > SLIDING or not rested:
        return "falls"
    if moved < STEADY:
        return "steady"
    return f"settles by {max(1, round(moved))} mm" if moved < SETTLING else f"slips {round(moved)} mm"
