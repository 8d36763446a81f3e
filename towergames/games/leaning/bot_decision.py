"""A bot's decision: set up, place, hold, skip, place again, put back. Needs the engine.

:class:`PlacementPlan` searches for places and tries out the one that leads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from towergames.core.bot import Clock, Thought
from towergames.core.dice import Dice
from towergames.games.leaning import model, text
from towergames.games.leaning.evaluation import (
    CandidatePlacement,
    SimulatedPlacement,
    Stakes,
    idea_of,
    lead,
)
from towergames.games.leaning.forecast import ROUGH_TRIALS, Forecast, Odds, expected_in_words
from towergames.games.leaning.layout import find, label, touched_by
from towergames.games.leaning.live_physics import (
    FAIR_TRIALS,
    MAX_TRIALS,
    MOST_SEARCH_MS,
    PlacementRequest,
    find_place,
    known_place,
    placement_requests,
)
from towergames.games.leaning.model import SIZES, Action, Layout, State, Terms
from towergames.games.leaning.moves import READY_SIZES, closes
from towergames.games.leaning.placement_search import PlacementSearch, search_foundations
from towergames.games.leaning.rules import first_refusal
from towergames.games.leaning.trials import SHORT_FALL_SECONDS, TRY_MS, ReleaseTrials, pair_ms, quick_odds, tried_twice
from towergames.physics.recording import recorded

CLEAN_FALLS = 4
"""Falls of a place that stood in all trials of the rougher hand. A rough trial tells more than a fall."""


@dataclass(frozen=True, slots=True)
class SimulationEffort:
    """Limits of a bot's trials before a release.

    ``quick`` is the number of quick trials of each legal idea; 0 for a bot that tries none out. After ``enough`` legal
    ideas the search ends. Then the place that leads is tried out. All trials of a turn take ``trial_ms`` milliseconds
    at most, as ``trials.py`` counts them. Places are compared with ``caution``, as in :meth:`.Forecast.chances_with`.
    With ``roughs_first`` the trials begin with those of the rougher hand, and a place that stood in all of them needs
    only CLEAN_FALLS more.
    """

    quick: int
    enough: int = 1000
    trial_ms: float = 0.0
    caution: float = 1.0
    roughs_first: bool = False


class PlacementPlan:
    """Everything found for one decision."""

    def __init__(
        self,
        base: Layout,
        piece: int,
        requests: Sequence[PlacementRequest],
        terms: Terms,
        stakes: Stakes,
        effort: SimulationEffort,
        ignored: frozenset[int] = frozenset(),
    ) -> None:
        self.stakes, self.effort = stakes, effort
        self.searches = {
            request: PlacementSearch(base, piece, request.size, request.held, terms.surface, terms.contacts)
            for request in requests
        }
        self.trials = ReleaseTrials(base, piece, terms, ignored, seconds=SHORT_FALL_SECONDS)
        self.candidates: list[SimulatedPlacement] = []
        self.done = 0
        self.limit: int | None = None

    def think(self, clock: Clock, dice: Dice) -> SimulatedPlacement | None:
        """The best place found before the clock runs out. The clock reports each place and each new best one."""
        best: SimulatedPlacement | None = None
        requests = list(self.searches)
        while requests and not self._over(clock):
            request = requests[self.done % len(requests)]
            self.done += 1
            draft = self.searches[request].try_once(dice)
            if draft is not None:
                self.candidates.append(SimulatedPlacement(draft))
            now = self._leader_tried(dice)
            if now is not None and now is not best:
                best = now
                clock.report_progress(idea_of(now))
        return self._tried_out(clock, dice)

    def _leader_tried(self, dice: Dice) -> SimulatedPlacement | None:
        """The place that leads, after its quick trials. Only a place that could lead is tried out."""
        best = self.best()
        while best is not None and self.is_untried(best):
            self.try_quickly(best, dice)
            best = self.best()
        return best

    def is_untried(self, candidate: SimulatedPlacement) -> bool:
        """Whether a place waits for its quick trials."""
        return self.effort.quick > 0 and candidate.forecast == Forecast(hand=candidate.forecast.hand)

    def try_quickly(self, candidate: SimulatedPlacement, dice: Dice) -> None:
        """Make the quick trials of a place."""
        draft = candidate.draft
        quick = quick_odds(self.trials, draft, self.effort.quick, dice)
        candidate.forecast = Forecast(quick, hand=self.trials.terms.tremor)
        self.searches[PlacementRequest(draft.size, draft.held)].worked(draft, quick.good / self.effort.quick)

    def _tried_out(self, clock: Clock, dice: Dice) -> SimulatedPlacement | None:
        """The best place after further trials of the one that leads. Only a stopped clock ends them early: the
        iterations are used up.
        """
        best, pairs = self._leader_tried(dice), 0
        while best is not None and self.effort.quick and not clock.over(-1):
            if self._is_known(best.forecast) or not self._has_time_for_a_pair(best):
                break
            best.forecast = tried_twice(
                self.trials,
                best.draft,
                best.forecast,
                dice.fork(f"pair {pairs}"),
                roughs_first=self.effort.roughs_first,
            )
            pairs += 1
            best = self._leader_tried(dice)
        if best is not None:
            clock.report_progress(idea_of(best))
        return best

    def _is_known(self, forecast: Forecast) -> bool:
        """Whether a place that leads needs no more trials."""
        clean = not forecast.bad and forecast.roughs.releases >= ROUGH_TRIALS and forecast.falls.releases >= CLEAN_FALLS
        return forecast.is_screened or (self.effort.roughs_first and clean)

    def _has_time_for_a_pair(self, leader: SimulatedPlacement) -> bool:
        """Whether two more trials of the place that leads may be made. Where it is worth nothing, time is kept for the
        search before a skip.
        """
        pair = pair_ms(self.trials)
        if self.value(leader) <= 0 and self.work_ms + pair > MOST_TURN_MS - MOST_SEARCH_MS:
            return False
        return self.trials.spent_ms + pair <= self.effort.trial_ms

    @property
    def work_ms(self) -> float:
        """The processor time of all tries and trials so far, as it is budgeted."""
        return TRY_MS * self.done + self.trials.spent_ms

    def _over(self, clock: Clock) -> bool:
        enough = len(self.candidates) >= self.effort.enough or self._trials_are_spent
        return clock.over(self.done) or self.done == self.limit or enough

    @property
    def _trials_are_spent(self) -> bool:
        return self.effort.quick > 0 and self.trials.spent_ms > self.effort.trial_ms

    def best(self) -> SimulatedPlacement | None:
        """The place with the highest value; only among those tried out once no more trials can be made."""
        spent = self._trials_are_spent
        return max(
            (one for one in self.candidates if not (spent and self.is_untried(one))), key=self._rank, default=None
        )

    def _rank(self, candidate: SimulatedPlacement) -> float:
        return self.value(candidate, self.effort.caution)

    def value(self, candidate: SimulatedPlacement, caution: float = 1.0) -> float:
        """The expected value of a release, of an untried place if its quick trials stand. A bot that tries none out
        sees no risk.
        """
        if not self.effort.quick:
            return float(candidate.draft.points)
        if self.is_untried(candidate):
            hoped = Odds(good=self.effort.quick, points=self.effort.quick * candidate.draft.points)
            return self.stakes.value(candidate.draft, Forecast(hoped, hand=candidate.forecast.hand), caution)
        return self.stakes.value(candidate.draft, candidate.forecast, caution)


MOST_TURN_MS = 5400
"""Processor time of a decision with a search before a skip, as ``trials.py`` counts it; without one it takes less."""
TALL_LEVEL = 3
"""The tower is tall when a piece stands on this level."""
LEADER_TRIALS, LEADER_TRIAL_MS = 2, 250.0
"""Quick trials of a place, and the limit of all trials, of a bot that else makes none."""
OWN_TRIES = 3
"""Foundations that a bot tries to set up itself before it leaves the Foundation to the table."""
LOST_PIECE_VALUE = -2.0
"""Value of a held piece that is never placed: a worse place is not taken."""
FRUITLESS_HOLD_VALUE = -3.5
"""Value of holding a piece for which no place is known: mostly the turn, the piece and two points are lost."""
MIN_STAND_CHANCE = 0.3
"""If the best place stands less often, the bot declares that there is no move."""
HOLD_BELOW_VALUE = 0.5
"""If the best place is worth less, a piece may be held for a better one."""
MIN_HOLD_CHANCE = 0.8
"""Chance of a place off the table from which a piece is held for it."""
MIN_FREE_CONTACTS = 8
"""Free contacts on the table from which a turn may be spent on holding; with fewer, other players take them."""


@dataclass(frozen=True, slots=True)
class MoveChooser:
    """Chooses the moves of a bot. ``holds``: it sets pieces aside for the extra points."""

    effort: SimulationEffort
    holds: bool = False

    def move(self, state: State, dice: Dice, clock: Clock) -> Thought[Action]:
        """Choose a legal action for the active player. Reproducible for equal state, dice and iterations."""
        does = {"found": self._found, "rebuild": self._put_back, "slip": self._after_a_slip}
        return does.get(state.phase, self._turn)(state, dice, clock)

    def _effort_for(self, state: State) -> SimulationEffort:
        """The effort of a turn: nobody who leads lets go untried on a tall tower."""
        tall = max((one.level for one in state.layout.pieces), default=0) >= TALL_LEVEL
        if self.effort.quick or not tall or lead(state) <= 0:
            return self.effort
        return replace(self.effort, quick=LEADER_TRIALS, trial_ms=LEADER_TRIAL_MS)

    # --- the Foundation -------------------------------------------------------------------------------

    def _found(self, state: State, dice: Dice, clock: Clock) -> Thought[Action]:
        if state.tries >= OWN_TRIES:
            return Thought(model.Ready(), text.TRIES_FELL)
        size, size2 = READY_SIZES
        seed = dice.below(1 << 30)
        for idea in islice(search_foundations(state, size, size2, clock, seed), 1):
            clock.report_progress(idea)
            assert idea.pose2 is not None
            action = model.LayFoundation(size, recorded(idea.pose), size2, recorded(idea.pose2))
            return Thought(action, text.TWO_LARGE)
        return Thought(model.Ready(), text.NO_FOUNDATION)

    # --- an ordinary turn -----------------------------------------------------------------------------

    def _turn(self, state: State, dice: Dice, clock: Clock) -> Thought[Action]:
        requests = placement_requests(state)
        plan = make_plan(state, state.layout, requests, self._effort_for(state))
        best = plan.think(clock, dice) if requests else None
        waiting = self.hold_for(state, plan, best, dice) if self.holds and best is not None else None
        if waiting is not None:
            return Thought(model.Hold(waiting.draft.size), text.why_held(waiting.draft.size), plan.done)
        idle = _idle_action(state)
        if best is None or not _worth(state, plan, best, idle):
            fair = None if isinstance(idle, model.Pass) else self._fair_place(state, plan, best, clock)
            if fair is not None:
                # The table finds this place or another one, so the turn cannot be skipped.
                plan.candidates.append(replace(fair))
                best, idle = plan.best(), None
        if best is not None and _worth(state, plan, best, idle):
            clock.report_progress(idea_of(best))
            return Thought(place(best.draft), _why(best), plan.done)
        if idle is not None:
            return Thought(idle, _why_idle(state, best) if requests else text.NO_SIZE, plan.done)
        return Thought(*fallback_move(state, best), plan.done)

    def _fair_place(
        self, state: State, plan: PlacementPlan, best: SimulatedPlacement | None, clock: Clock
    ) -> SimulatedPlacement | None:
        """A place for which the table refuses a skip: the one that the table finds, or one known without a search.

        When no time is left to search, that is a remembered place, or the best one so far if it stands as often.
        """
        if plan.work_ms + MOST_SEARCH_MS <= MOST_TURN_MS:
            return find_place(state, over=lambda: clock.stopped)
        known = known_place(state)
        if known is None and best is not None and best.forecast.chances[0] >= FAIR_TRIALS / MAX_TRIALS:
            return best
        return known

    def hold_for(
        self, state: State, plan: PlacementPlan, best: SimulatedPlacement, dice: Dice
    ) -> SimulatedPlacement | None:
        """L-11: a place off the table that is sure to exist next turn, if a turn can be spared for it."""
        seat = state.active
        if any(state.held[seat]):
            return None
        alone = not any(
            any(state.hands[other]) and not state.out[other] for other in range(state.seats) if other != seat
        )
        if not alone and plan.stakes.room < MIN_FREE_CONTACTS and plan.value(best) >= HOLD_BELOW_VALUE:
            return None
        sure: list[SimulatedPlacement] = []
        places: set[tuple[int, ...]] = set()
        for one in sorted(plan.candidates, key=plan.value, reverse=True):
            if one.draft.aim.corners:
                continue
            if plan.is_untried(one):
                plan.try_quickly(one, dice)
            if one.forecast.chances[0] >= MIN_HOLD_CHANCE:
                sure.append(one)
                places.add(one.draft.aim.touches)
            if len(places) > 1 or (alone and places):
                return sure[0]
        return None

    # --- after a slip ---------------------------------------------------------------------------------

    def _after_a_slip(self, state: State, dice: Dice, clock: Clock) -> Thought[Action]:
        hand = state.in_hand
        assert hand is not None
        assert state.before is not None
        if _legal(state, model.Accept()):
            return Thought(model.Accept(), text.LEGAL_SLIP)
        if state.tries >= state.terms.tries:
            return Thought(model.GiveUp(), text.LAST_TRY)
        plan = make_plan(state, state.before, (PlacementRequest(hand.size, hand.held),), self._effort_for(state))
        best = plan.think(clock, dice)
        lost = LOST_PIECE_VALUE if hand.held else 0.0
        if best is None or plan.value(best) < lost or not _legal(state, place(best.draft)):
            return Thought(model.GiveUp(), text.NOWHERE if best is None else text.TOO_RISKY, plan.done)
        return Thought(place(best.draft), _why(best), plan.done)

    # --- after a Break --------------------------------------------------------------------------------

    def _put_back(self, state: State, dice: Dice, clock: Clock) -> Thought[Action]:
        if _legal(state, model.Restore()):
            return Thought(model.Restore(), text.ALL_BACK)
        for piece in state.broken:
            if _can_stay(state, piece):
                return Thought(model.Keep(piece), f"{label(piece)} may stay where it lies.")
        options: list[tuple[float, int, SimulatedPlacement]] = []
        done = 0
        for at, piece in enumerate(state.broken):
            # Each piece may use the iterations up to its share, and what earlier pieces have left.
            most = None if clock.iterations is None else (clock.iterations * (at + 1)) // len(state.broken)
            plan = _rebuilding(state, piece, replace(self.effort, trial_ms=self.effort.trial_ms / len(state.broken)))
            plan.done, plan.limit = done, most
            best = plan.think(clock, dice)
            done = plan.done
            if best is not None:
                options.append((best.forecast.chances[0], -piece, best))
        if not options:
            return Thought(*_last_resort(state), done)
        _, piece, best = max(options, key=lambda one: one[:2])
        action = model.Rebuild(-piece, best.draft.pose, best.draft.aim)
        return Thought(action, f"{label(-piece)} goes back first: {expected_in_words(best.forecast)}.", done)


def _can_stay(state: State, piece: int) -> bool:
    """Whether a piece lies legally, and on no piece that must be taken from under it: that would be a Wreck (L-17)."""
    touched = [other for other in touched_by(state.layout, piece) if other in state.broken]
    return all(_legal(state, model.Keep(one)) for one in (piece, *touched))


def _last_resort(state: State) -> tuple[Action, str]:
    """L-17: put a piece back where it stood, which is no worse than leaving the structure broken."""
    for one in state.stood.pieces if state.stood else ():
        action = model.Rebuild(one.id, one.pose)
        if one.id in state.broken and _legal(state, action):
            return action, f"{label(one.id)} goes back where it stood."
    return model.Decline(), text.NO_WAY_BACK


# --- plans --------------------------------------------------------------------------------------------


def make_plan(
    state: State, base: Layout, requests: Sequence[PlacementRequest], effort: SimulationEffort, tremor: str = ""
) -> PlacementPlan:
    """The search for a place over the table ``base``. ``tremor`` is used in simulated releases; '' for the game's
    tremor.
    """
    terms = replace(state.terms, tremor=tremor or state.terms.tremor)
    return PlacementPlan(base, state.next_piece, requests, terms, Stakes.of(state, base), effort)


def _rebuilding(state: State, piece: int, effort: SimulationEffort) -> PlacementPlan:
    one = find(state.layout, piece)
    assert one is not None
    stakes = Stakes.of(state, state.layout)
    request = PlacementRequest(one.size, held=False)
    plan = PlacementPlan(state.layout, piece, (request,), state.terms, stakes, effort, ignored=frozenset(state.broken))
    stood = find(state.stood or Layout(), piece)
    draft = plan.searches[request].there(stood.pose) if stood else None
    if draft is not None:
        plan.candidates.append(SimulatedPlacement(draft))
    return plan


# --- moves --------------------------------------------------------------------------------------------


def place(draft: CandidatePlacement) -> model.Place:
    """The action that lets go at a candidate."""
    return model.Place(draft.size, draft.held, draft.target, draft.pose, draft.aim)


def _worth(state: State, plan: PlacementPlan, best: SimulatedPlacement, idle: model.Pass | model.Skip | None) -> bool:
    """Whether a release is better than a skip (``idle``), which may close the game, or than holding."""
    if idle is None:
        return plan.value(best) > FRUITLESS_HOLD_VALUE
    if closes(state):
        return plan.value(best) > plan.stakes.closing()
    hopeless = best.forecast.chances[0] < MIN_STAND_CHANCE
    return plan.value(best) > 0 and not hopeless


def _idle_action(state: State) -> model.Pass | model.Skip | None:
    """The pass or skip that is legal now, if any."""
    if _legal(state, model.Pass()):
        return model.Pass()
    return model.Skip() if _legal(state, model.Skip()) else None


def fallback_move(state: State, best: SimulatedPlacement | None) -> tuple[Action, str]:
    """Choose a fallback and its reason: hold a piece, give up a held one, or place the best candidate anyway."""
    seat = state.active
    holds = [model.Hold(size) for size in SIZES if _legal(state, model.Hold(size))]
    if holds and best is not None and not any(state.held[seat]):
        return holds[0], text.HOLD_INSTEAD
    for size in SIZES:
        if _legal(state, model.GiveUp(size)):
            return model.GiveUp(size), text.HELD_NOWHERE if best is None else text.TOO_RISKY
    if holds:
        return holds[0], text.HOLD_UNPLACED if best is None else text.HOLD_INSTEAD
    assert best is not None
    return place(best.draft), _why(best)


def _legal(state: State, action: Action) -> bool:
    return first_refusal(state, action) is None


# --- words --------------------------------------------------------------------------------------------


def _why_idle(state: State, best: SimulatedPlacement | None) -> str:
    """Why a turn is passed or skipped that has pieces to place."""
    if best is None:
        return text.NO_PLACE
    return text.CLOSING if closes(state) and lead(state) > 0 else text.TOO_RISKY


def _why(candidate: SimulatedPlacement) -> str:
    return text.why_placed(candidate.draft.points, expected_in_words(candidate.forecast))
