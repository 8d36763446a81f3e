"""Places judged afterwards: how often a release there falls, and the points that it brings on average."""

from __future__ import annotations

from dataclasses import dataclass

from towergames import physics
from towergames.core.dice import Dice
from towergames.games.leaning.bots import HARD, LEVELS
from towergames.games.leaning.evaluation import CandidatePlacement, SimulatedPlacement, Stakes
from towergames.games.leaning.forecast import Forecast
from towergames.games.leaning.model import Place, State
from towergames.games.leaning.placement import facts_aimed, placement_lines

SLIGHT = 0.5
"""Points on average by which a place must be better, for the other one to be called a temptation."""


@dataclass(frozen=True, slots=True)
class JudgedPlace:
    """A place, its trials, and the points that a release there brings on average, falls included."""

    points: int
    forecast: Forecast
    average: float


def judged_place(state: State, action: Place, look: int = 0) -> JudgedPlace | None:
    """Try a place out as a player does before it gets its word; None without the engine, or without its contacts.

    Reproducible for one state, action and look; each look has its own dice. It takes about a second of the processor.
    """
    if action.aim is None or physics.unavailable_reason():
        return None
    from towergames.games.leaning.trials import ReleaseTrials, tried_twice

    base = state.before if state.phase == "slip" and state.before is not None else state.layout
    facts = facts_aimed(action.size, action.held, action.aim, base, state.next_piece)
    points = sum(line.points for line in placement_lines(facts, state.active))
    draft = CandidatePlacement(action.size, action.held, "", "", action.target, action.pose, action.aim, points)
    trials, forecast = ReleaseTrials(base, state.next_piece, state.terms), Forecast(hand=state.terms.tremor)
    dice, pairs = Dice(0, state.next_piece, f"review {look}"), 0
    while not forecast.is_screened:
        forecast = tried_twice(trials, draft, forecast, dice.fork(f"pair {pairs}"))
        pairs += 1
    return JudgedPlace(points, forecast, Stakes.of(state, base).points_on_average(draft, forecast))


def some_place_promises(state: State, points: float) -> bool:
    """Whether a search of the strongest level's size finds a place for ``points`` that stands in quick trials.

    It takes half a second of the processor, and less than the strongest level's decision, which tries places out.
    """
    from towergames.games.leaning.bot_decision import SimulationEffort, make_plan
    from towergames.games.leaning.live_physics import PlacementRequest, placement_requests

    base, requests = state.layout, placement_requests(state)
    if state.phase == "slip" and state.before is not None and state.in_hand is not None:
        base, requests = state.before, (PlacementRequest(state.in_hand.size, state.in_hand.held),)
    plan = make_plan(state, base, requests, SimulationEffort(HARD.quick))
    dice, found = Dice.named(f"places {state.next_piece}"), 0
    for number in range(LEVELS[-1].iterations or 0):
        draft = plan.searches[requests[number % len(requests)]].try_once(dice)
        if draft is None:
            continue
        found += 1
        candidate = SimulatedPlacement(draft)
        if draft.points >= points:
            plan.try_quickly(candidate, dice)
            if not candidate.forecast.quick.bad:
                return True
        if found >= HARD.enough:
            break
    return False


def is_tempting(chosen: JudgedPlace, best: JudgedPlace) -> bool:
    """Whether the chosen place promised more points than the best one, and brings fewer on average."""
    return chosen.points > best.points and chosen.average < best.average - SLIGHT
