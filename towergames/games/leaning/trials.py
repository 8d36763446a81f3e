"""Trials of places: simulated releases, each ended by the function that ends the table's. Needs the engine.

:class:`ReleaseTrials` tries one piece over one position, :class:`FoundationTrials` the two of a Foundation. A trial is
quick (only pieces nearby move), a fall (all are free, nothing is rebuilt), a rough fall (by a hand that trembles more),
or full (a release of the table).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Protocol, TypeVar

from towergames.core.dice import Dice
from towergames.games.leaning.evaluation import CandidatePlacement
from towergames.games.leaning.forecast import Forecast, Odds, ReleaseOutcome, rough_next
from towergames.games.leaning.layout import disturbed, has_moved, layout_after, touched_by, without
from towergames.games.leaning.model import FOUNDATION, NEUTRAL, Layout, Piece, TableSettled, Terms
from towergames.games.leaning.placement import WRECK_PIECES, facts_of, placement_lines, refusals, why_not_legal
from towergames.games.leaning.release import RELEASE_LIMIT, draw_tremor, released
from towergames.physics.recording import RecordedPose, read

STOP_CM, BRIEF_STOP_CM = 3.0, 1.0
"""A trial that is not full stops when another piece has moved this far; a brief one when any piece has."""
SHORT_FALL_SECONDS = 1.5
"""Time for which a bot, or a search for a move, watches a fall. Most end within half a second; on a tower that creeps
each would take as long as it may.
"""
QUICK_NEIGHBOURS = 2
"""Contacts away from the piece up to which others move in a quick trial."""
ROUGHER = {"steady": "normal", "normal": "shaky", "shaky": "shaky"}
"""Hand -> a hand that trembles more."""
_SECOND_THREAD = ThreadPoolExecutor(2, "trial")

TRY_MS, STEP_MS = 4.5, 0.04
"""Milliseconds of a processor for a try of the search; for a step of the engine in a trial, times the number of pieces
that are free. Budgets count these and no clock, so their results are the same on every machine.
"""
COLLAPSE = 3
"""The factor by which a step takes longer in a trial that ends badly, since more surfaces meet."""
FALL_MS = 4.0
"""Milliseconds that a fall usually takes, times the number of pieces."""

FoundationPoses = tuple[RecordedPose, RecordedPose]
"""Two poses that may hold each other up."""
Place = TypeVar("Place", contravariant=True)


class Trials(Protocol[Place]):
    """Trials of places of one kind. ``wreck`` is the number of disturbed pieces that makes a Wreck."""

    wreck: int

    @property
    def pieces(self) -> int:
        """Number of pieces that may move."""

    def fall(self, place: Place, dice: Dice, *, rough: bool = False) -> ReleaseOutcome:
        """Simulate a fall, everything free; a ``rough`` hand trembles more than the game's."""

    def full(self, place: Place, dice: Dice) -> ReleaseOutcome:
        """Simulate a release to the end that the table would record."""


class ReleaseTrials:
    """Trials of one piece over one position. Pieces in ``ignored`` may fall (L-17).

    Each fall is watched for ``seconds``.
    """

    def __init__(
        self,
        layout: Layout,
        piece: int,
        terms: Terms,
        ignored: Collection[int] = (),
        *,
        seconds: float = RELEASE_LIMIT.seconds,
    ) -> None:
        self.seconds = seconds
        self.layout, self.piece, self.terms = without(layout, {piece}), piece, terms
        self.ignored = frozenset(ignored)
        self.both, self.wreck = terms.contacts == "both", WRECK_PIECES[terms.three]
        self._piece_steps = list[int]()
        """For each trial the work of the engine in steps of one free piece. Two threads append to it."""

    @property
    def pieces(self) -> int:
        return len(self.layout.pieces) + 1

    @property
    def spent_ms(self) -> float:
        """The processor time of all trials so far, as it is budgeted."""
        return STEP_MS * sum(self._piece_steps)

    @property
    def mean_ms(self) -> float:
        """The mean processor time of a trial so far. On a tower that creeps each takes long."""
        return self.spent_ms / max(1, len(self._piece_steps))

    def quick(self, place: CandidatePlacement, dice: Dice, *, brief: bool = False) -> ReleaseOutcome:
        """Simulate a fall in which only pieces nearby can move. ``brief`` as in :meth:`brief_fall`."""
        around = self._around(place.aim.touches)
        return self._released(place, self.terms.tremor, dice, rebuilt=False, free=around, brief=brief)

    def brief_fall(self, place: CandidatePlacement, dice: Dice) -> ReleaseOutcome:
        """Simulate a fall that ends once anything has moved far: it is known to be bad, but not how bad."""
        return self._released(place, self.terms.tremor, dice, rebuilt=False, free=None, brief=True)

    def fall(self, place: CandidatePlacement, dice: Dice, *, rough: bool = False) -> ReleaseOutcome:
        tremor = ROUGHER[self.terms.tremor] if rough else self.terms.tremor
        return self._released(place, tremor, dice, rebuilt=False, free=None)

    def full(self, place: CandidatePlacement, dice: Dice) -> ReleaseOutcome:
        return self._released(place, self.terms.tremor, dice, rebuilt=True, free=None)

    def _released(
        self,
        place: CandidatePlacement,
        tremor: str,
        dice: Dice,
        *,
        rebuilt: bool,
        free: Collection[int] | None,
        brief: bool = False,
    ) -> ReleaseOutcome:
        """Release the piece as the table does, and judge its end as the table does (R-17, R-18, R-19)."""
        before, piece = self.layout, self.piece
        hands = {piece: (place.size, read(place.pose), draw_tremor(tremor, dice))}
        stop = BRIEF_STOP_CM if brief else STOP_CM
        if rebuilt:
            stop = 0.0
        steps = list[int]()
        outcome = released(
            before,
            hands,
            self.terms.surface,
            traced=False,
            rebuilt=rebuilt,
            free=free,
            stop_cm=stop,
            brief=brief,
            seconds=self.seconds,
            steps=steps,
        )
        ending = self._ending(place, outcome)
        loose = self.pieces if free is None else len(free) + 1
        self._piece_steps.append(sum(steps) * loose * (1 if ending.good else COLLAPSE))
        return ending

    def _ending(self, place: CandidatePlacement, outcome: TableSettled) -> ReleaseOutcome:
        before, piece = self.layout, self.piece
        felled = [one for one in disturbed(before, outcome) if one not in self.ignored]
        if felled:
            return ReleaseOutcome(len(felled), legal=False, points=0)
        new = Piece(piece, place.size, NEUTRAL, place.pose, 0, 0)
        after = layout_after(replace(before, pieces=(*before.pieces, new)), outcome)
        facts = facts_of(after, piece, before, held=place.held)
        if refusals(facts, both=self.both):
            return ReleaseOutcome(0, legal=False, points=0)
        slid = any(has_moved(rest) for rest in outcome.rests if rest.piece == piece)
        return ReleaseOutcome(0, True, sum(line.points for line in placement_lines(facts, 0)), slid)

    def _around(self, touches: Collection[int]) -> frozenset[int]:
        """The pieces so near that a release may move them."""
        found = set(touches)
        for _ in range(QUICK_NEIGHBOURS):
            found |= {other for piece in found for other in touched_by(self.layout, piece)}
        return frozenset(found)


class FoundationTrials:
    """Trials of two pieces on an empty table (L-2)."""

    def __init__(self, size: str, size2: str, terms: Terms) -> None:
        self.sizes, self.terms = (size, size2), terms
        self.wreck = WRECK_PIECES[terms.three]

    @property
    def pieces(self) -> int:
        return len(FOUNDATION)

    def fall(self, place: FoundationPoses, dice: Dice, *, rough: bool = False) -> ReleaseOutcome:
        tremor = ROUGHER[self.terms.tremor] if rough else self.terms.tremor
        return self._released(place, tremor, dice, rebuilt=False)

    def full(self, place: FoundationPoses, dice: Dice) -> ReleaseOutcome:
        return self._released(place, self.terms.tremor, dice, rebuilt=True)

    def _released(self, place: FoundationPoses, tremor: str, dice: Dice, *, rebuilt: bool) -> ReleaseOutcome:
        hands = {
            piece: (size, read(pose), draw_tremor(tremor, dice))
            for piece, size, pose in zip(FOUNDATION, self.sizes, place, strict=True)
        }
        outcome = released(Layout(), hands, self.terms.surface, traced=False, rebuilt=rebuilt)
        new = tuple(
            Piece(piece, size, NEUTRAL, pose, 0, 0)
            for piece, size, pose in zip(FOUNDATION, self.sizes, place, strict=True)
        )
        after = layout_after(Layout(new), outcome)
        broken = [refusal for piece in FOUNDATION for refusal in why_not_legal(after, piece, self.terms.contacts)]
        legal = not broken and touched_by(after, FOUNDATION[0]) == (FOUNDATION[1],)
        return ReleaseOutcome(0, legal, 0, slid=any(map(has_moved, outcome.rests)))


def tried_twice(
    trials: Trials[Place],
    place: Place,
    forecast: Forecast,
    dice: Dice,
    *,
    full: bool = False,
    roughs_first: bool = False,
) -> Forecast:
    """The forecast after two more trials, computed at once in two threads: the next two of the screen, or full ones.

    ``roughs_first`` as in :func:`.rough_next`.
    """
    if full:
        one, two = _at_once(
            lambda: trials.full(place, dice.fork("first")), lambda: trials.full(place, dice.fork("second"))
        )
        return replace(forecast, fulls=forecast.fulls.and_then(one, trials.wreck).and_then(two, trials.wreck))
    rough = rough_next(forecast, roughs_first=roughs_first)
    first_counted = _counted(forecast, rough, ReleaseOutcome(0, legal=True, points=0), trials.wreck)
    rough2 = rough_next(first_counted, roughs_first=roughs_first)
    one, two = _at_once(
        lambda: trials.fall(place, dice.fork("first"), rough=rough),
        lambda: trials.fall(place, dice.fork("second"), rough=rough2),
    )
    return _counted(_counted(forecast, rough, one, trials.wreck), rough2, two, trials.wreck)


def pair_ms(trials: ReleaseTrials) -> float:
    """The processor time that two falls are expected to take."""
    return 2 * max(trials.pieces * FALL_MS, trials.mean_ms)


def _counted(forecast: Forecast, rough: bool, ending: ReleaseOutcome, wreck: int) -> Forecast:
    if rough:
        return replace(forecast, roughs=forecast.roughs.and_then(ending, wreck))
    return replace(forecast, falls=forecast.falls.and_then(ending, wreck))


def quick_odds(trials: ReleaseTrials, place: CandidatePlacement, times: int, dice: Dice) -> Odds:
    """The odds of quick trials; fewer than ``times`` when the first fails."""
    odds = Odds()
    for _ in range(times):
        odds = odds.and_then(trials.quick(place, dice), trials.wreck)
        if not odds.good:
            break
    return odds


def _at_once(
    one: Callable[[], ReleaseOutcome], two: Callable[[], ReleaseOutcome]
) -> tuple[ReleaseOutcome, ReleaseOutcome]:
    """Both results; the engine computes in two threads."""
    second = _SECOND_THREAD.submit(two)
    return one(), second.result()
