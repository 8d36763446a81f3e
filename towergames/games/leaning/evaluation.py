"""The evaluation of places: expected values, and suggestions in words.

Needs no engine; :mod:`towergames.games.leaning.placement_search` searches.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from towergames.games.leaning.forecast import Forecast
from towergames.games.leaning.layout import listed, room_of
from towergames.games.leaning.model import FULL, PIPS, Aim, Layout, Public, hand_of
from towergames.games.leaning.placement import WRECK_PIECES
from towergames.physics import geometry
from towergames.physics.recording import RecordedPose, read


@dataclass(frozen=True, slots=True)
class CandidatePlacement:
    """A place for a piece that is legal in the hand; no release of it was simulated.

    ``way`` is the way in which the search found the place (lean, hat, rest), ``feature`` the part that was set down.
    ``target`` is one of the touched pieces, ``points`` the score if the piece stands.
    """

    size: str
    held: bool
    way: str
    feature: str
    target: int
    pose: RecordedPose
    aim: Aim
    points: int


MEAN_BREAK = -3.0
"""Points of a Break, of which one or two pieces move."""
VALUE_IN_HAND = 2.5
"""Expected points of a piece still in hand."""
REBUILD_COST = 2.0
"""Expected cost of rebuilding after a Break, besides its points."""
VALUE_AFTER_SLIP = 0.3
"""Expected points of a piece after a slip."""
CLOSING_VALUE = 2.0
"""Value in points of closing the game if that wins it, and cost if that loses it."""
UNPLACED_PIECE_COST = 0.3
"""Cost of closing the game, for each piece that is left."""
VALUE_OF_ROOM = 1.5
"""Points that room for many more pieces is worth, compared with no room."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """Possible gains and losses of a player in this turn.

    ``left`` pieces remain without the one in hand, ``held`` of them held; ``tries`` are left after this one. ``room``
    is the number of free contacts on the table (L-4). ``lead`` is the player's lead over the best other player if the
    game closed now (L-22). ``begun`` is the number of pieces that a player begins with.
    """

    left: int
    held: int
    tries: int
    room: int
    wreck: int = 3
    lead: int = 0
    begun: int = FULL

    @classmethod
    def of(cls, state: Public, base: Layout) -> Stakes:
        """The stakes of the active player over the table ``base``."""
        seat = state.active
        held = sum(state.held[seat])
        left = sum(state.hands[seat]) + held - (state.phase == "turn")
        begun = sum(hand_of(state.terms))
        tries = state.terms.tries - 1 - (state.tries if state.phase == "slip" else 0)
        return cls(
            max(0, left), held, max(0, tries), room_on(base), WRECK_PIECES[state.terms.three], lead(state), begun
        )

    def value(self, draft: CandidatePlacement, forecast: Forecast, caution: float = 1.0) -> float:
        """Expected points of a release at a place; ``caution`` as in :meth:`.Forecast.chances_with`."""
        good, slipped, broken, wrecked = forecast.chances_with(caution)
        points = forecast.points(float(draft.points))
        lost = -2.0 if draft.held else 0.0
        again = VALUE_AFTER_SLIP if self.tries else lost
        held = 2.0 * (self.held - draft.held if self.held else 0)
        fallen = MEAN_BREAK + lost - held - REBUILD_COST
        out = self.left - self.begun + lost - held - VALUE_IN_HAND * min(self.left, 2 * self.room)
        stands = points + self._room_after(draft, points)
        return good * stands + slipped * again + broken * fallen + wrecked * out

    def points_on_average(self, draft: CandidatePlacement, forecast: Forecast) -> float:
        """The points of a release at a place on average, without what may follow it."""
        good, slipped, broken, wrecked = forecast.chances
        lost = -2.0 if draft.held else 0.0
        others = 2.0 * (self.held - draft.held if self.held else 0)
        after_a_slip = 0.0 if self.tries else lost
        fallen, out = MEAN_BREAK + lost - others, self.left - self.begun + lost - others
        stands = forecast.points(float(draft.points))
        return good * stands + slipped * after_a_slip + broken * fallen + wrecked * out

    def closing(self, points: float = 0.0) -> float:
        """L-22: the value of closing the game now, after scoring ``points`` points."""
        return math.copysign(CLOSING_VALUE, self.lead + points) - UNPLACED_PIECE_COST * self.left

    def _room_after(self, draft: CandidatePlacement, points: float) -> float:
        """The value of the contacts that the piece adds or takes; without any the game is closed."""
        after = self.room + PIPS[draft.size] - 2 * len(draft.aim.touches)
        if after <= 0 and self.left:
            return self.closing(points)
        hopes = min(1.0, self.left / 6)
        return hopes * VALUE_OF_ROOM * (math.exp(-self.room / 4) - math.exp(-max(0, after) / 4))


def lead(state: Public) -> int:
    """L-22, L-13: the lead of the active player: points minus the pieces left, compared with the best other player.

    Who plays alone never wins by closing the game.
    """
    ends = [
        points - (0 if out else sum(hand)) - 2 * sum(held)
        for points, hand, held, out in zip(state.points, state.hands, state.held, state.out, strict=True)
    ]
    others = [end for seat, end in enumerate(ends) if seat != state.active]
    return ends[state.active] - max(others) if others else -FULL


def room_on(layout: Layout) -> int:
    """Number of further contacts that the pieces of a table may have."""
    return sum(room_of(layout, one) for one in layout.pieces)


@dataclass(slots=True)
class SimulatedPlacement:
    """A candidate and the forecast of its trials."""

    draft: CandidatePlacement
    forecast: Forecast = field(default_factory=Forecast)


# --- suggestions --------------------------------------------------------------------------------------

QUICK_TRIALS = 3
"""Quick trials of each idea of a search: a filter."""


@dataclass(frozen=True, slots=True)
class Idea:
    """One place for a piece, ready for a release. Of a Foundation ``size2`` and ``pose2`` are the second piece.

    ``forecast`` has the trials of the place; ideas that differ only in the forecast are equal.
    ``feature`` is the part that the hand set down first (a name of ``pyramids.FEATURES`` or ``cavity``), ``target`` a
    piece that it touches. ``aim`` has its contacts, ``points`` its score.
    """

    size: str
    pose: geometry.Pose
    feature: str
    target: int
    aim: Aim
    forecast: Forecast = field(compare=False)
    points: int
    words: str
    size2: str = ""
    pose2: geometry.Pose | None = None

    @property
    def chance(self) -> float:
        """The chance that the next release ends well."""
        return self.forecast.chances[0]

    @property
    def sizes(self) -> tuple[str, ...]:
        """The sizes of the piece or pieces."""
        return (self.size,) if self.pose2 is None else (self.size, self.size2)

    @property
    def poses(self) -> tuple[geometry.Pose, ...]:
        """The poses of the piece or pieces."""
        return (self.pose,) if self.pose2 is None else (self.pose, self.pose2)


def idea_of(candidate: SimulatedPlacement) -> Idea:
    one, words = candidate.draft, in_words(candidate.draft.aim, candidate.draft.way)
    return Idea(one.size, read(one.pose), one.feature, one.target, one.aim, candidate.forecast, one.points, words)


def in_words(aim: Aim, way: str = "") -> str:
    """The support of a piece in a few words.

    >>> in_words(Aim(2, (3,))), in_words(Aim(0, (4, 6)), "hat"), in_words(Aim(1, (5,)))
    ('against P3', 'over P4 and P6', 'against P5, 1 corner')
    """
    on = listed(aim.touches)
    if way == "again":
        return "where it stood before"
    if not aim.corners:
        return f"over {on}" if way == "hat" else f"on {on}"
    beside = {1: "against", 2: "between"}.get(len(aim.touches), "among")
    return f"{beside} {on}{', 1 corner' if aim.corners == 1 else ''}"
