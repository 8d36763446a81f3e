"""The motions of the hand on the physical table, and the probe of a release. For threads; needs the engine.

All other pieces are fixed meanwhile. Each verb returns what the hand met, in words.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from towergames.core.bot import Clock
from towergames.games.leaning.board.ui_state import FEATURES, Grip, HandResult, Motion, SettlePreview
from towergames.games.leaning.layout import disturbed, label
from towergames.games.leaning.pyramids import FEATURES as FEET_OF
from towergames.games.leaning.pyramids import SIZES, attitude, shape, standing
from towergames.games.leaning.release import NO_TREMOR, ProbeTable, released
from towergames.physics import motions
from towergames.physics.geometry import UP, Pose, Vec, about, length, middle, sub
from towergames.physics.scene import SURFACES, TABLE, Body, Scene
from towergames.physics.settle import StopConditions, settle
from towergames.physics.table_top import TableTop, Velocity

CLEARANCE_CM = 0.003
"""Distance from everything that a piece keeps when a verb sets it down or takes it up."""
STEP_RADIANS = 0.03
"""Angle between two checks for obstacles, where a piece is turned on its feet."""
FEET_CM = 0.015
"""Corners at most this much above the lowest are feet too."""
MAX_OVERLAP_CM = 0.01
"""Greatest depth of a piece in another one."""
PAST_BALANCE = math.radians(15)
"""Angle by which the first piece of a Foundation is tipped, so that it falls against the second."""
STEADY_MM, SETTLING_MM, SLIDING_MM = 0.3, 3.0, 12.0
"""Up to these distances a piece is steady, settles a little, slips; beyond them it falls."""
_NUDGES = (Velocity((0.4, 0.4, 0.0), (0.1, 0.1, 0.1)), Velocity((-0.4, -0.4, 0.0), (-0.1, -0.1, -0.1)))
"""Velocities of a piece in simulated releases: a piece that is only balanced falls one way or the other."""


# --- verbs ----------------------------------------------------------------------------------------------


class ImpossibleMotion(Exception):  # noqa: N818
    """A verb that makes no sense here; the text is the reason."""


def _met(what: str) -> str:
    if not what:
        return ""
    return "It meets the table." if what == TABLE else f"It meets {what}."


def _shift(hand: ProbeTable, _: Grip, by: tuple[float, ...]) -> str:
    return _met(motions.move(hand.table, hand.me, (by[0], by[1], by[2])).what)


def _lower(hand: ProbeTable, _: Grip, __: tuple[float, ...]) -> str:
    return _met(motions.lower(hand.table, hand.me).what)


def _raise(hand: ProbeTable, _: Grip, by: tuple[float, ...]) -> str:
    met = motions.lift(hand.table, hand.me, by[0])
    return f"{met.what} is above it." if met.what else ""


def _feet(hand: ProbeTable) -> list[int]:
    heights = hand.table.corner_heights(hand.me)
    return [k for k, height in enumerate(heights) if height < min(heights) + FEET_CM]


def _turning(hand: ProbeTable, axis: Vec, angle: float) -> str:
    """Turn about the centre of mass; a piece that stands on the table turns on its lowest corner instead."""
    met = motions.turn(hand.table, hand.me, axis, angle)
    if not met.what:
        return ""
    left = angle - math.copysign(met.way, angle)
    if met.what != TABLE:
        return _met(met.what)
    return _on_its_feet(hand, axis, left)


def _on_its_feet(hand: ProbeTable, axis: Vec, angle: float) -> str:
    """Turn in small steps, raised or lowered so that the lowest corner keeps its height."""
    height = min(hand.table.corner_heights(hand.me))
    steps = max(1, math.ceil(abs(angle) / STEP_RADIANS))
    for _ in range(steps):
        before = hand.table.pose(hand.me)
        hand.put(before.rotated(about(axis, angle / steps), hand.table.centre_of_mass(hand.me)))
        hand.put(hand.table.pose(hand.me).moved((0.0, 0.0, height - min(hand.table.corner_heights(hand.me)))))
        gap, who = hand.table.nearest(hand.me)
        if gap < motions.GAP_CM / 4:
            hand.put(before)
            return _met(who)
    return ""


def _turn(hand: ProbeTable, _: Grip, by: tuple[float, ...]) -> str:
    return _turning(hand, UP, by[0])


def _tip(hand: ProbeTable, grip: Grip, by: tuple[float, ...]) -> str:
    """Tip the piece forwards, away from the viewer."""
    return _turning(hand, (-math.sin(grip.facing), math.cos(grip.facing), 0.0), by[0])


def _roll(hand: ProbeTable, grip: Grip, by: tuple[float, ...]) -> str:
    """Tip the piece to the viewer's right."""
    return _turning(hand, (math.cos(grip.facing), math.sin(grip.facing), 0.0), by[0])


def _lean(hand: ProbeTable, grip: Grip, _: tuple[float, ...]) -> str:
    """Tip the piece over its feet towards the target until it meets something; without any piece, past its balance."""
    if not grip.around.pieces:
        return _tip(hand, grip, (PAST_BALANCE,))
    if grip.target not in [one.id for one in grip.around.pieces]:
        raise ImpossibleMotion("Choose a piece to lean on first.")
    if min(hand.table.corner_heights(hand.me)) > FEET_CM and not hand.table.near(hand.me):
        motions.lower(hand.table, hand.me)
    feet = _feet(hand)
    if len(feet) > 2:
        raise ImpossibleMotion("It stands flat: set it down on an edge or a corner to lean it.")
    corners = hand.table.corners(hand.me)
    foot = middle([corners[k] for k in feet])
    towards = sub(middle(hand.corners[label(grip.target)]), foot)
    if length((towards[0], towards[1], 0.0)) < 0.05:
        raise ImpossibleMotion(f"It stands right under {label(grip.target)}: move it aside.")
    # A piece that stands on another one may graze it while it leans, but no more.
    under = () if min(hand.table.corner_heights(hand.me)) < FEET_CM else hand.table.near(hand.me)
    try:
        met = motions.lean(hand.table, hand.me, feet, towards, leave=under)
    except ValueError:
        raise ImpossibleMotion(f"Its edge points at {label(grip.target)}: turn it first.") from None
    if under and hand.table.overlap(hand.me) > MAX_OVERLAP_CM:
        raise ImpossibleMotion(f"It would press into {label(int(under[0][1:]))}.")
    if met.what:
        return _met(met.what)
    raise ImpossibleMotion(f"It would lie down before it meets {label(grip.target)}: move it nearer.")


def _ease(hand: ProbeTable, _: Grip, __: tuple[float, ...]) -> str:
    """Let the piece sink slowly; the hand keeps a piece that drops."""
    if not hand.table.near(hand.me) and not hand.table.corners_on_table(hand.me):
        motions.lower(hand.table, hand.me)
    before = hand.table.pose(hand.me)
    eased = hand.ease()
    if not eased.held:
        hand.put(before)
        raise ImpossibleMotion("It slides away when you ease it, so you keep hold of it.")
    sank = round(eased.sank * 10)
    return f"It lies still{f', {sank} mm lower' if sank else ''}."


def _rest(hand: ProbeTable, grip: Grip, _: tuple[float, ...]) -> str:
    """Turn the piece so that the feature is down, over its present place and clear of everything."""
    return _set(hand, grip, hand.table.centre_of_mass(hand.me))


def _set(hand: ProbeTable, grip: Grip, over: Vec) -> str:
    yaw = grip.facing + (0.0 if len(FEET_OF[grip.feature]) > 2 else math.pi / 2)
    turn = attitude(hand.size, grip.feature, yaw)
    hand.put(standing(hand.size, turn, clearance=CLEARANCE_CM))
    middle_now = hand.table.centre_of_mass(hand.me)
    hand.put(hand.table.pose(hand.me).moved((over[0] - middle_now[0], over[1] - middle_now[1], 0.0)))
    return _rise(hand)


def _rise(hand: ProbeTable) -> str:
    """Raise the piece straight up, out of everything."""
    start = hand.table.pose(hand.me)
    height = 0.0
    while hand.table.nearest(hand.me)[0] < CLEARANCE_CM and height < hand.top + 2.0:
        height += 0.2
        hand.put(start.moved((0.0, 0.0, height)))
    return "It hangs above what stands there." if height else ""


def _fetch(hand: ProbeTable, grip: Grip, _: tuple[float, ...]) -> str:
    """Set a new piece on the table beside the target, on the viewer's side."""
    at = middle(hand.corners[label(grip.target)]) if label(grip.target) in hand.corners else (0.0, 0.0, 0.0)
    back = (-math.cos(grip.facing), -math.sin(grip.facing), 0.0)
    far = 0.0
    while far < 30.0 and _set(hand, grip, (at[0] + back[0] * far, at[1] + back[1] * far, 0.0)):
        far += 0.5
    return ""


def _over(hand: ProbeTable, grip: Grip, _: tuple[float, ...]) -> str:
    """Move the piece above the target, clear of everything."""
    name = label(grip.target)
    if name not in hand.corners:
        raise ImpossibleMotion("Choose a piece first.")
    at, now = middle(hand.corners[name]), hand.table.centre_of_mass(hand.me)
    top = max(point[2] for point in hand.corners[name])
    low = min(hand.table.corner_heights(hand.me))
    hand.put(hand.table.pose(hand.me).moved((at[0] - now[0], at[1] - now[1], max(0.0, top + 0.3 - low))))
    _rise(hand)
    return f"It hangs over {name}."


def _back_to(hand: ProbeTable, _: Grip, __: tuple[float, ...]) -> str:
    """Keep the piece where it stood or was let go of before, raised out of pieces that lie there now."""
    return _rise(hand) if hand.table.overlap(hand.me) > MAX_OVERLAP_CM else ""


VERBS: dict[str, Callable[[ProbeTable, Grip, tuple[float, ...]], str]] = {
    "shift": _shift,
    "lower": _lower,
    "raise": _raise,
    "turn": _turn,
    "tip": _tip,
    "roll": _roll,
    "lean": _lean,
    "ease": _ease,
    "rest": _rest,
    "fetch": _fetch,
    "over": _over,
    "back-to": _back_to,
}


# --- work -----------------------------------------------------------------------------------------------


def _hand(grip: Grip) -> ProbeTable:
    """A probe table with the moving piece at its pose in the hand.

    Made for each work (about 2 ms), since the engine's data must not be shared between threads.
    """
    hand = ProbeTable(grip.around, grip.numbers[grip.which], grip.sizes[grip.which], grip.surface)
    hand.put(grip.poses[grip.which])
    return hand


def carry_out(grip: Grip, requested: Sequence[Motion], clock: Clock) -> HandResult:
    """Make one motion after the other, then find the contacts of the piece."""
    hand, said = _hand(grip), ""
    for at, motion in enumerate(requested):
        if at and clock.over(at):
            break
        before = hand.table.pose(hand.me)
        if motion.verb == "rest":
            grip = replace(grip, feature=FEATURES[int(motion.amount[0])])
        try:
            said = VERBS[motion.verb](hand, grip, motion.amount)
        except ImpossibleMotion as cannot:
            hand.put(before)
            said = str(cannot)
    # The pose has the digits that a journal keeps, so that a release finds these contacts.
    pose = Pose.read(hand.table.pose(hand.me).recorded()) if requested else grip.poses[grip.which]
    hand.put(pose)
    poses = tuple(pose if at == grip.which else old for at, old in enumerate(grip.poses))
    return HandResult(poses, grip.feature, hand.aim(), said)


def preview_release(grip: Grip) -> SettlePreview:
    """Simulate the release with everything else fixed; of a Foundation both pieces at once."""
    if len(grip.poses) > 1:
        return _preview_both(grip)
    hand = _hand(grip)
    results = [motions.probe_release(hand.table, hand.me, velocity=way) for way in _NUDGES]
    worst = max(results, key=lambda one: one.moved[hand.me])
    moved = worst.moved[hand.me] * 10
    falls = moved > SETTLING_MM or not worst.rested
    return SettlePreview(moved, worst.rested, preview_words(moved, rested=worst.rested), falls)


def felled(grip: Grip) -> tuple[int, ...]:
    """The other pieces that a release of the one in the hand moves, if the hand does not tremble."""
    piece, size = grip.numbers[grip.which], grip.sizes[grip.which]
    hands = {piece: (size, grip.poses[grip.which], NO_TREMOR)}
    return disturbed(grip.layout, released(grip.layout, hands, grip.surface, traced=False))


def _preview_both(grip: Grip) -> SettlePreview:
    names = [label(number) for number in grip.numbers]
    bodies = tuple(Body(name, shape(SIZES[size])) for name, size in zip(names, grip.sizes, strict=True))
    table = TableTop(Scene(bodies, SURFACES[grip.surface]), dict(zip(names, grip.poses, strict=True)))
    result = settle(table, until=StopConditions(seconds=1.5), traced=False)
    moved = max(result.moved.values()) * 10
    flat = any(len(result.corners_on_table[name]) > 2 for name in names)
    apart = names[1] not in result.touched(names[0])
    words = "falls" if flat or apart else preview_words(moved, rested=result.rested)
    return SettlePreview(moved, result.rested, words, flat or apart or moved > SLIDING_MM or not result.rested)


def preview_words(moved: float, *, rested: bool) -> str:
    """The result of the probe in words.

    >>> [preview_words(mm, rested=True) for mm in (0.1, 1.2, 7.0, 40.0)]
    ['feels steady', 'sinks 1 mm', 'slips 7 mm', 'falls']
    """
    if moved > SLIDING_MM or not rested:
        return "falls"
    if moved < STEADY_MM:
        return "feels steady"
    return f"sinks {max(1, round(moved))} mm" if moved < SETTLING_MM else f"slips {round(moved)} mm"
