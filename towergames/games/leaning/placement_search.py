"""The search for places: a hand leans, hangs or lowers a piece onto others, and the rules judge. Needs the engine.

:class:`PlacementSearch` finds places for one piece, :class:`FoundationSearch` pairs of poses for a Foundation (L-2).
:func:`search_placements` and :func:`search_foundations` suggest them to a player, and :class:`IdeaTrials` tries them
out. Import this module late.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import TypeVar

from towergames.core.bot import Clock
from towergames.core.dice import Dice
from towergames.games.leaning import pyramids
from towergames.games.leaning.evaluation import (
    QUICK_TRIALS,
    CandidatePlacement,
    Idea,
    SimulatedPlacement,
    idea_of,
)
from towergames.games.leaning.forecast import Forecast
from towergames.games.leaning.layout import READY_FOUNDATIONS, find, label, room_of
from towergames.games.leaning.model import Aim, Layout, Public
from towergames.games.leaning.placement import facts_aimed, placement_lines, refusals
from towergames.games.leaning.release import ProbeTable
from towergames.games.leaning.trials import FoundationPoses, FoundationTrials, ReleaseTrials, quick_odds, tried_twice
from towergames.physics.geometry import (
    UP,
    Pose,
    Quat,
    Vec,
    about,
    add,
    after,
    angle_between,
    length,
    middle,
    scale,
    sub,
    turned,
    unit,
)
from towergames.physics.motions import held_over, lean, lower
from towergames.physics.recording import RecordedPose, read, recorded
from towergames.physics.scene import SURFACES, Body, Scene
from towergames.physics.table_top import TableTop

TURNING_HEIGHT_CM = 14.0
"""Height over the table at which a piece is turned before it is taken to a place."""
FEET_CM = 0.01
"""Corners lower than this are the feet on which a piece leans."""
BESIDE_CM, ASKEW_RADIANS, LIFTED_CM = 0.12, 0.06, 0.3
"""Distance and angle of a new try from a known pose, and its height above it at first."""


def spread(dice: Dice, width: float) -> float:
    """A normal number about 0 with the standard deviation ``width``."""
    return width * math.sqrt(-2 * math.log(1 - dice.random())) * math.cos(2 * math.pi * dice.random())


def between(dice: Dice, low: float, high: float) -> float:
    """A number from ``low`` to ``high``, with equal chance."""
    return low + (high - low) * dice.random()


def lean_on(hand: ProbeTable, target: str, feature: str, dice: Dice) -> str:
    """Stand the piece beside the target on an edge or a corner, and tip it towards the target until it meets something.

    Return the name of the piece that it met, '' if none. The other verbs return the same.
    """
    at = middle(hand.corners[target])
    side = between(dice, 0, 2 * math.pi)
    far = between(dice, 0.6, hand.size.height + 2.2)
    if feature == "corner":
        turn = pyramids.attitude(hand.size, feature, roll=between(dice, 0, 2 * math.pi))
    else:
        # The edge lies across the direction of leaning; either end may come first.
        yaw = side + math.pi / 2 + spread(dice, 0.4) + math.pi * dice.below(2)
        turn = pyramids.attitude(hand.size, feature, yaw)
    hand.put(pyramids.standing(hand.size, turn, at[0] + far * math.cos(side), at[1] + far * math.sin(side), 0.0005))
    if not hand.clear():
        return ""
    feet = [k for k, height in enumerate(hand.table.corner_heights(hand.me)) if height < FEET_CM]
    try:
        met = lean(hand.table, hand.me, feet, (-math.cos(side), -math.sin(side), 0.0))
    except ValueError:
        return ""
    return met.what if met.what in hand.sizes else ""


def hat_on(hand: ProbeTable, target: str, dice: Dice) -> str:
    """Lower the piece over one of the target's high corners, which goes into the cavity."""
    high = [corner for corner in hand.corners[target] if corner[2] > 0.6]
    if not high:
        return ""
    tilt = about(_level(dice), abs(spread(dice, 0.5)))
    turn = after(tilt, about(UP, between(dice, 0, 2 * math.pi)))
    place = dice.choice(high)
    own = (spread(dice, 0.12), spread(dice, 0.12), between(dice, 0.1, 0.75) * hand.size.cavity)
    return _lowered(hand, turn, place, own)


def rest_on(hand: ProbeTable, target: str, feature: str, dice: Dice) -> str:
    """Lower the piece onto the target, a side, the base, an edge or a corner first."""
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
    # The weight hangs roughly over the place, not the feet.
    own = add(middle(feet), scale(sub(heavy, middle(feet)), between(dice, 0.3, 1.0)))
    return _lowered(hand, turn, place, own)


def lower_beside(hand: ProbeTable, pose: Pose, dice: Dice) -> str:
    """Lower the piece again a millimetre or two and a few degrees beside a known pose."""
    axis = unit((spread(dice, 1.0), spread(dice, 1.0), spread(dice, 1.0)))
    middle = pose.point(pyramids.centre(hand.size))
    shift = (spread(dice, BESIDE_CM), spread(dice, BESIDE_CM), LIFTED_CM)
    hand.put(pose.rotated(about(axis, spread(dice, ASKEW_RADIANS)), middle).moved(shift))
    if not hand.clear():
        return ""
    met = lower(hand.table, hand.me).what
    return met if met in hand.sizes else ""


def _lowered(hand: ProbeTable, turn: Quat, place: Vec, own: Vec) -> str:
    hand.put(Pose.of((0.0, 0.0, TURNING_HEIGHT_CM), turn))
    over = held_over(hand.table, hand.me, (place[0], place[1], 0.0), own, hand.top + hand.size.height + 0.5)
    hand.put(over)
    met = lower(hand.table, hand.me).what
    return met if met in hand.sizes else ""


def _level(dice: Dice) -> Vec:
    way = between(dice, 0, 2 * math.pi)
    return (math.cos(way), math.sin(way), 0.0)


PLACING_WAYS: tuple[tuple[str, str, float], ...] = (
    ("lean", "base edge", 3.0),
    ("lean", "slant edge", 1.5),
    ("lean", "corner", 2.0),
    ("hat", "cavity", 1.5),
    ("rest", "side", 3.0),
    ("rest", "slant edge", 2.5),
    ("rest", "base", 2.0),
    ("rest", "corner", 1.0),
    ("rest", "base edge", 1.0),
)
"""Ways to place a piece and their initial weights; ways that work on this table are tried more often."""
LEAN_ATTEMPTS = 4
"""Attempts to lean a piece before another way is tried."""
NEARBY_SHARE = 0.5
"""Share of tries of a thorough search beside a promising place."""
GIVEN_WAY = "again"
"""The way of a place that was given, not found."""
MAX_OVERLAP_CM = 0.02
"""Overlap with others that a piece may have where it is recorded to have stood."""
SUCCESS_WEIGHT = 4.0
"""Further tries that a success earns a way."""

T = TypeVar("T")


class PlacementSearch:
    """Searches for legal places for one piece; all of them touch ``target``, if it is not 0.

    High targets are tried more often than low ones. A ``thorough`` search tries all targets equally, and tries again
    beside places that stood in some simulated releases.
    """

    def __init__(
        self,
        layout: Layout,
        piece: int,
        size: str,
        held: bool,
        surface: str,
        contacts: str,
        target: int = 0,
        *,
        thorough: bool = False,
    ) -> None:
        self.hand = ProbeTable(layout, piece, size, surface)
        self.size, self.held, self.both = size, held, contacts == "both"
        self.wanted = target
        stood = self.hand.layout
        self.full = frozenset(label(one.id) for one in stood.pieces if self.both and not room_of(stood, one))
        """The pieces that may touch no other one (L-4)."""
        self.targets = self._targets(target, 0.0 if thorough else 1.5)
        # A held piece stays off the table (L-12).
        self.ways = [way for way in PLACING_WAYS if not held or way[0] != "lean"]
        self.tries = dict.fromkeys(self.ways, 0)
        self.hits = dict.fromkeys(self.ways, 0.0)
        self._thorough = thorough
        self._promising: list[tuple[CandidatePlacement, float]] = []

    def _targets(self, target: int, power: float) -> list[tuple[int, float]]:
        """Pieces with room for one contact more (L-4) and their weights; high pieces score more."""
        return [
            (one.id, (1.0 + one.level) ** power)
            for one in self.hand.layout.pieces
            if label(one.id) not in self.full and target in (0, one.id)
        ]

    def learn_with(self, other: PlacementSearch) -> None:
        """Share the experience of another search: a way that works on this table works for each size."""
        self.tries, self.hits = other.tries, other.hits

    def try_once(self, dice: Dice) -> CandidatePlacement | None:
        """Try one random placement; None if it fails, as most do."""
        if not self.targets:
            return None
        if self._promising and dice.random() < NEARBY_SHARE:
            return self._beside(_weighted(self._promising, dice), dice)
        way = _weighted([(way, self._hope(way)) for way in self.ways], dice)
        target = _weighted(self.targets, dice)
        self.tries[way] += 1
        if not self._held_there(way, label(target), dice):
            return None
        draft = self._probe(*way[:2], target)
        if draft is not None:
            self.hits[way] += 1
        return draft

    def _beside(self, known: CandidatePlacement, dice: Dice) -> CandidatePlacement | None:
        met = lower_beside(self.hand, read(known.pose), dice)
        return self._probe(known.way, known.feature, known.target) if self._eases(met) else None

    def there(self, pose: RecordedPose) -> CandidatePlacement | None:
        """The candidate at a given pose, such as where a piece stood before a Break; None if it is impossible."""
        self.hand.put(read(pose))
        if self.hand.table.overlap(self.hand.me) > MAX_OVERLAP_CM:
            return None
        return self._probe(GIVEN_WAY, "", 0)

    def worked(self, draft: CandidatePlacement, share: float) -> None:
        """Note the share of good releases of a candidate: its way is tried more often, or less."""
        for way in self.ways:
            if way[:2] == (draft.way, draft.feature):
                self.hits[way] += share - 0.5
        if self._thorough and share:
            self._promising.append((draft, share))

    def _hope(self, way: tuple[str, str, float]) -> float:
        return way[2] * (1.0 + SUCCESS_WEIGHT * max(self.hits[way], 0.0)) / (3.0 + self.tries[way])

    def _held_there(self, way: tuple[str, str, float], target: str, dice: Dice) -> bool:
        verb, feature, _ = way
        if verb == "lean":
            # Most attempts meet nothing or stand in the way, and fail fast.
            met = next(filter(None, (lean_on(self.hand, target, feature, dice) for _ in range(LEAN_ATTEMPTS))), "")
        elif verb == "hat":
            met = hat_on(self.hand, target, dice)
        else:
            met = rest_on(self.hand, target, feature, dice)
        return self._eases(met)

    def _eases(self, met: str) -> bool:
        """Whether the piece comes to rest in the hand without touching a full one."""
        return bool(met) and met not in self.full and self.hand.ease(self.full).held

    def _probe(self, verb: str, feature: str, target: int) -> CandidatePlacement | None:
        """The candidate at the present pose of the hand; None if the rules forbid it."""
        pose = self.hand.recorded()
        aim = self.hand.aim()
        if not aim.touches or (self.wanted and self.wanted not in aim.touches):
            return None
        facts = facts_aimed(self.size, self.held, aim, self.hand.layout, self.hand.piece)
        if refusals(facts, both=self.both):
            return None
        points = sum(line.points for line in placement_lines(facts, 0))
        target = target if target in aim.touches else aim.touches[0]
        return CandidatePlacement(self.size, self.held, verb, feature, target, pose, aim, points)


def _weighted(choices: Sequence[tuple[T, float]], dice: Dice) -> T:
    at = dice.random() * sum(weight for _, weight in choices)
    for choice, weight in choices:
        at -= weight
        if at < 0:
            return choice
    return choices[-1][0]


FIRST, SECOND = "P1", "P2"


class FoundationSearch:
    """Searches for pairs of poses on an empty table."""

    def __init__(self, size: str, size2: str, surface: str) -> None:
        self.sizes = (pyramids.SIZES[size], pyramids.SIZES[size2])
        bodies = (Body(FIRST, pyramids.shape(self.sizes[0])), Body(SECOND, pyramids.shape(self.sizes[1])))
        self.scene = Scene(bodies, SURFACES[surface])
        self.aside = Pose(0.0, 0.0, 50.0)

    def try_once(self, dice: Dice) -> FoundationPoses | None:
        """Try one random pair of poses; None if the second piece does not come to lean on the first."""
        first = pyramids.standing(self.sizes[0], self._past_balance(dice))
        table = TableTop(self.scene.frozen_except(SECOND), {FIRST: first, SECOND: self.aside})
        yaw = math.pi / 2 + spread(dice, 0.5) + math.pi * dice.below(2)
        turn = pyramids.attitude(self.sizes[1], "slant edge" if dice.below(4) else "base edge", yaw)
        far = between(dice, 1.5, 7.0)
        table.place(SECOND, pyramids.standing(self.sizes[1], turn, far, spread(dice, 0.8), 0.0005))
        if table.nearest(SECOND)[0] < 0.002:
            return None
        feet = [k for k, height in enumerate(table.corner_heights(SECOND)) if height < FEET_CM]
        try:
            met = lean(table, SECOND, feet, (-1.0, 0.0, 0.0))
        except ValueError:
            return None
        if met.what != FIRST:
            return None
        return recorded(first), recorded(table.pose(SECOND))

    def _past_balance(self, dice: Dice) -> Quat:
        """A turn on a base edge along y, the point leaning towards +x, further than it could stand alone."""
        size = self.sizes[0]
        by = between(dice, 0.03, 0.5)
        # The edge may lie on either side of the weight; the turn leans the point away from the base either way.
        turn = pyramids.attitude(size, "base edge", 0.0, by)
        if turned(turn, UP)[2] > 0.75:
            turn = pyramids.attitude(size, "base edge", 0.0, -by)
        leans = turned(turn, UP)
        return after(about(UP, -math.atan2(leans[1], leans[0])), turn)


# --- suggestions ------------------------------------------------------------------------------------------

MAX_TRIES = 400
"""Tries before the search reports that there are no more places."""


def search_placements(
    state: Public, size: str, held: bool, target: int, clock: Clock, seed: int, *, piece: int = 0
) -> Iterator[Idea]:
    """Yield different legal placements as they are found, at most one for each place.

    ``target`` 0: any piece. ``piece``: the piece to put back after a Break, 0 for a new one. One clock iteration is one
    try.
    """
    base, number, terms = _base(state), piece or state.next_piece, state.terms
    search = PlacementSearch(base, number, size, held, terms.surface, terms.contacts, target)
    trials = ReleaseTrials(base, number, terms, state.broken)
    dice, places = Dice(seed, number, "ideas"), list[Idea]()
    stood = find(state.stood or Layout(), piece)
    for done in range(MAX_TRIES):
        if clock.over(done):
            return
        draft = search.there(stood.pose) if stood and not done else search.try_once(dice)
        if draft is None or any(_is_same_place(read(draft.pose), draft.aim, other) for other in places):
            continue
        quick = quick_odds(trials, draft, QUICK_TRIALS, dice)
        search.worked(draft, quick.good / QUICK_TRIALS)
        if quick.good:
            # Putting back brings no points (L-17).
            found = replace(draft, points=0) if piece else draft
            places.append(idea_of(SimulatedPlacement(found, Forecast(quick, hand=terms.tremor))))
            yield places[-1]


def _base(state: Public) -> Layout:
    """The table on which a piece is placed: after a slip the table without it."""
    return state.before if state.phase == "slip" and state.before is not None else state.layout


class IdeaTrials:
    """Trials of the ideas of one search, for the player who chooses among them. ``piece`` as in the search."""

    def __init__(self, state: Public, held: bool, seed: int, *, piece: int = 0) -> None:
        self._state, self._held, self._seed = state, held, seed
        number = piece or state.next_piece
        self._trials = ReleaseTrials(_base(state), number, state.terms, state.broken)

    def tried_twice(self, idea: Idea, *, full: bool = False) -> Idea:
        """The idea after two more trials: of the screen, or full ones."""
        known = idea.forecast
        made = f"{known.screened} {known.fulls.releases} {idea.poses}"
        dice = Dice(self._seed, known.screened + known.fulls.releases, made)
        if idea.pose2 is not None:
            pair = recorded(idea.pose), recorded(idea.pose2)
            trials = FoundationTrials(idea.size, idea.size2, self._state.terms)
            return replace(idea, forecast=tried_twice(trials, pair, known, dice, full=full))
        draft = CandidatePlacement(
            idea.size, self._held, "", idea.feature, idea.target, recorded(idea.pose), idea.aim, idea.points
        )
        return replace(idea, forecast=tried_twice(self._trials, draft, known, dice, full=full))


def search_foundations(
    state: Public, size: str, size2: str, clock: Clock, seed: int, *, ready: int = 0
) -> Iterator[Idea]:
    """Yield pairs of poses for a Foundation as they are found; each stood in its first trials.

    The first ``ready`` pairs tried are among those that the table sets up.
    """
    search, trials = FoundationSearch(size, size2, state.terms.surface), FoundationTrials(size, size2, state.terms)
    dice = Dice(seed, 0, "foundation")
    known = READY_FOUNDATIONS.get((size, size2), ())[:ready]
    pairs: Iterator[FoundationPoses | None] = chain(known, (search.try_once(dice) for _ in range(MAX_TRIES)))
    for done, pair in enumerate(pairs):
        if clock.over(done):
            return
        if pair is None or not trials.fall(pair, dice).good:
            continue
        forecast = Forecast(hand=state.terms.tremor)
        for test in range(QUICK_TRIALS):
            forecast = tried_twice(trials, pair, forecast, dice.fork(f"test {test}"))
        if forecast.bad > 1:
            continue
        words = f"a {size} and a {size2} piece"
        pose, pose2 = map(read, pair)
        yield Idea(size, pose, "base edge", 2, Aim(2, (2,)), forecast, 0, words, size2, pose2)


def _is_same_place(pose: Pose, aim: Aim, other: Idea) -> bool:
    """Whether two places are nearly equal: equal contacts, little distance between them."""
    if aim.touches != other.aim.touches or aim.corners != other.aim.corners:
        return False
    return length(sub(pose.place, other.pose.place)) < 0.8 and angle_between(pose.turn, other.pose.turn) < 0.5
