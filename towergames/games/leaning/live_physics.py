"""The live port to physics (:class:`.needs.PhysicsPort`), and the table's search for a move (L-23).

Poses cannot all be listed, so the search tries places. Its answer depends on the table alone, however busy the machine
is. Import this module late: it needs the engine, and raises ImportError without it. All runs in the calling thread.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from towergames.core.cancellation import progress, raise_if_stopped
from towergames.core.dice import Dice
from towergames.games.leaning.evaluation import SimulatedPlacement
from towergames.games.leaning.forecast import Forecast, Odds, ReleaseOutcome
from towergames.games.leaning.layout import READY_FOUNDATIONS, label, without
from towergames.games.leaning.model import SIZES, Layout, Public, State, TableSettled, Terms
from towergames.games.leaning.placement_search import PlacementSearch
from towergames.games.leaning.release import NO_TREMOR, draw_tremor, left_alone, released
from towergames.games.leaning.trials import SHORT_FALL_SECONDS, TRY_MS, ReleaseTrials
from towergames.physics.geometry import PER_CM
from towergames.physics.recording import read
from towergames.physics.table_top import Velocity

MOST_SEARCH_MS = 4000
"""Processor time of a search for a move, as ``trials.py`` counts it: tries and trials together."""
MAX_TRIALS = 8
"""Trials of one kind for a place, at most."""
FAIR_TRIALS = 4
"""A player must use a place where the piece stood in this many of MAX_TRIALS trials, quick ones and falls."""
FEW_PIECES = 8
"""Pieces up to which a quick trial is no quicker than a fall, since all are nearby."""
_REMEMBERED = 16


@dataclass(frozen=True, slots=True)
class PlacementRequest:
    """A piece that may be placed in this turn."""

    size: str
    held: bool


_Question = tuple[Layout, int, tuple[PlacementRequest, ...], Terms]
_answers: OrderedDict[_Question, SimulatedPlacement | None] = OrderedDict()
"""Results for the last tables: the bot that skips, the table and the next player need the same ones."""


def placement_requests(state: Public) -> tuple[PlacementRequest, ...]:
    """The pieces that the active player may place in this turn (L-7, L-11, L-12)."""
    seat, terms = state.active, state.terms
    held = any(state.held[seat])
    there = state.held[seat] if held else state.hands[seat]
    free = held and terms.held_size == "any"
    return tuple(
        PlacementRequest(size, held)
        for size, count in zip(SIZES, there, strict=True)
        if count and (free or size != state.last_size)
    )


def find_place(state: Public, *, over: Callable[[], bool] = lambda: False) -> SimulatedPlacement | None:
    """A fair place for one of the pieces that the active player may place now; None if there is none.

    When ``over`` answers True the search ends early and returns None. Raises Stopped when the answer is no longer
    needed.
    """
    question = _question(state)
    if question in _answers:
        return _answers[question]
    place = None
    for share, place in try_places(*question, Dice(0, state.next_piece, "moves"), MOST_SEARCH_MS):
        if place is not None:
            break
        raise_if_stopped()
        if over():
            return None
        progress(share)
    _answers[question] = place
    while len(_answers) > _REMEMBERED:
        _answers.popitem(last=False)
    return place


def try_places(
    layout: Layout, piece: int, requests: tuple[PlacementRequest, ...], terms: Terms, dice: Dice, most_ms: float
) -> Iterator[tuple[float, SimulatedPlacement | None]]:
    """Try places for each request in turn: (share of ``most_ms`` used so far, a fair place or None)."""
    every = [
        PlacementSearch(layout, piece, request.size, request.held, terms.surface, terms.contacts, thorough=True)
        for request in requests
    ]
    # A full piece is never a target (L-4).
    searches = [search for search in every if search.targets]
    for search in searches[1:]:
        search.learn_with(searches[0])
    trials = ReleaseTrials(layout, piece, terms, seconds=SHORT_FALL_SECONDS)
    quick_first = trials.pieces > FEW_PIECES
    tries = 0

    def used_ms() -> float:
        return tries * TRY_MS + trials.spent_ms

    def has_time() -> bool:
        return used_ms() < most_ms

    while searches and has_time():
        yield used_ms() / most_ms, None
        search = searches[tries % len(searches)]
        tries += 1
        draft = search.try_once(dice)
        if draft is None:
            continue
        quick, falls = Odds(), Odds()
        if quick_first:
            quick = _until_fair(partial(trials.quick, draft, dice, brief=True), trials.wreck, has_time)
        if quick.good >= FAIR_TRIALS or not quick_first:
            # Pieces far away may fall too.
            falls = _until_fair(partial(trials.brief_fall, draft, dice), trials.wreck, has_time)
        releases = falls.releases or quick.releases
        if releases:
            search.worked(draft, (falls.good or quick.good) / releases)
        if falls.good >= FAIR_TRIALS:
            yield min(1.0, used_ms() / most_ms), SimulatedPlacement(draft, Forecast(quick, falls, hand=terms.tremor))


def _until_fair(trial: Callable[[], ReleaseOutcome], wreck: int, has_time: Callable[[], bool]) -> Odds:
    """Make trials until the place is fair, or can no longer be, or the time of the search is over."""
    odds = Odds()
    while odds.good < FAIR_TRIALS and odds.bad <= MAX_TRIALS - FAIR_TRIALS and has_time():
        odds = odds.and_then(trial(), wreck)
        if odds.releases == 2 and not odds.good:
            break
    return odds


def known_place(state: Public) -> SimulatedPlacement | None:
    """The remembered result of :func:`find_place` for this table; starts no search."""
    return _answers.get(_question(state))


def _question(state: Public) -> _Question:
    return state.layout, state.next_piece, placement_requests(state), state.terms


# --- the port -----------------------------------------------------------------------------------------

_JOLT_UM_PER_SECOND = 50_000
"""Speed of a bumped table under the pieces on each axis, as a standard deviation."""


class LeaningPhysics:
    """Implements :class:`towergames.games.leaning.requirements.LeaningPhysicsPort` with the engine."""

    def let_go(self, state: State, dice: Dice) -> TableSettled:
        """Release ``state.in_hand`` with the tremor of the terms. Raises ValueError if no piece is in hand."""
        hand, terms = state.in_hand, state.terms
        if hand is None:
            raise ValueError("nothing is in hand")
        if hand.kind == "ready":
            one, two = dice.choice(READY_FOUNDATIONS[hand.size, hand.size2])
            still = {1: (hand.size, read(one), NO_TREMOR), 2: (hand.size2, read(two), NO_TREMOR)}
            return released(Layout(), still, terms.surface)
        assert hand.pose is not None
        hands = {hand.piece: (hand.size, read(hand.pose), draw_tremor(terms.tremor, dice))}
        if hand.kind == "found":
            assert hand.pose2 is not None
            hands = {1: hands[hand.piece], 2: (hand.size2, read(hand.pose2), draw_tremor(terms.tremor, dice))}
        return released(without(state.layout, hands), hands, terms.surface)

    def take_off(self, state: State) -> TableSettled:
        """Take the pieces ``state.clearing`` off the table and let the others come to rest. No tremor."""
        return left_alone(without(state.layout, state.clearing), state.terms.surface, {})

    def bump(self, state: State, dice: Dice) -> TableSettled:
        """Shake the table once: it jumps sideways under everything, a little up, and comes to rest."""
        jolt = tuple(
            round(dice.bell() * part) for part in (_JOLT_UM_PER_SECOND, _JOLT_UM_PER_SECOND, _JOLT_UM_PER_SECOND // 4)
        )
        speed = Velocity((jolt[0] / PER_CM, jolt[1] / PER_CM, abs(jolt[2]) / PER_CM))
        speeds = {label(one.id): speed for one in state.layout.pieces}
        return left_alone(state.layout, state.terms.surface, speeds, jolt)

    def can_place(self, state: State) -> bool:
        """Whether the active player can place a piece (L-23). Depends on the table alone."""
        return find_place(state) is not None


LIVE = LeaningPhysics()
"""The port that :func:`needs.live` returns."""
