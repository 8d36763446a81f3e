"""The circle and its token, whose turn it is, how rounds begin and end, and when the game is won."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

from msgspec import UNSET

from towergames.core.contract import Event, Over, Score, Seat, Step
from towergames.core.text import count
from towergames.games.konexi.lattice import Spot, places, tower_of
from towergames.games.konexi.letters import poses
from towergames.games.konexi.model import (
    ANY,
    BLOCKED,
    FULL,
    GAVE_UP,
    MOST_ROUNDS,
    UNROLLED,
    Balance,
    Public,
    RoundEnd,
    State,
)
from towergames.games.konexi.statics import stands


def beside(circle: str, gap: int) -> str:
    """K-3: the letters beside a gap, the one before it first; a single letter once.

    >>> beside("ABC", 1), beside("ABC", 0), beside("A", 0)
    ('AB', 'CA', 'A')
    """
    return "".join(dict.fromkeys((circle[gap - 1], circle[gap]))) if circle else ""


def taken(circle: str, gap: int, letter: str) -> tuple[str, int]:
    """K-1, K-2: the circle closed up without a letter, and where the token, which stays, is now.

    >>> taken("ABCD", 2, "B"), taken("ABCD", 2, "C"), taken("ABCD", 0, "D"), taken("AB", 1, "B")
    (('ACD', 1), ('ABD', 2), ('ABC', 0), ('A', 0))
    """
    at = circle.index(letter)
    left = circle[:at] + circle[at + 1 :]
    return left, (gap - (at < gap)) % max(1, len(left))


def stepped(circle: str, gap: int, steps: int) -> int:
    """R-6: the gap that the token comes to, ``steps`` letters clockwise; negative steps go back."""
    return (gap + steps) % len(circle)


def gaps(state: Public) -> tuple[int, ...]:
    """K-5, K-6: where the token may be moved to, after the roll."""
    count = len(state.circle)
    if state.face == ANY:
        return tuple(range(count))
    steps = (state.face, -state.face) if state.terms.direction == "either" else (state.face,)
    return tuple(sorted({stepped(state.circle, state.gap, by) for by in steps}))


def offered(state: Public) -> str:
    """R-8: the letters that may be taken now."""
    return state.only or beside(state.circle, state.gap)


def places_of(state: Public, letter: str) -> tuple[Spot, ...]:
    """Every place where the letter may be put: a pose in which it stands for the base (K-4), else on the lattice."""
    return _places(state.tower, letter, state.terms.flip)


@lru_cache(maxsize=64)
def _places(tower: tuple[Spot, ...], letter: str, flips: bool) -> tuple[Spot, ...]:
    if not tower:
        stood = (one for one in poses(letter) if stands(one) and (flips or not one.flip))
        return tuple(Spot(letter, one.turn, one.flip, 0, 0) for one in stood)
    return places(tower_of(tower), letter, flips=flips)


def is_blocked(state: Public) -> bool:
    """K-22: whether none of the letters on offer has a place."""
    return not any(places_of(state, letter) for letter in offered(state))


NOBODY = -1

T = TypeVar("T")


def put(row: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """The row with one value changed."""
    return (*row[:at], value, *row[at + 1 :])


def names(letters: str) -> str:
    """Letters in a sentence.

    >>> names("A"), names("ABC")
    ('A', 'A, B and C')
    """
    return letters if len(letters) < 2 else f"{', '.join(letters[:-1])} and {letters[-1]}"


def scored(state: State, line: Score) -> State:
    """The points of a line counted."""
    return replace(state, points=put(state.points, line.seat, state.points[line.seat] + line.points))


# --- turns --------------------------------------------------------------------------------------------


def begin_round(state: State) -> State:
    """R-3: the letters go into a circle; the active player begins."""
    phase = "arrange" if state.terms.circle == "arranged" else "circle"
    return replace(state, phase=phase, circle="", gap=0)


def between_turns(state: State) -> State:
    """Nothing is left of what belongs to one turn: roll, new letter, bump, words that do not score yet."""
    return replace(state, face=UNROLLED, only="", new="", bumper=NOBODY, nudged=False, said=UNSET)


def begin_turn(state: State) -> State:
    """R-6, K-4: the active player rolls, unless the base comes another way."""
    state = between_turns(state)
    if not state.tower and state.terms.base == "picked":
        return after_roll(replace(state, face=ANY))
    phase = "base" if not state.tower and state.terms.base == "random" else "roll"
    return replace(state, phase=phase)


def after_roll(state: State) -> State:
    """R-6, R-7: the token is moved, by the player where there is a choice."""
    possible = gaps(state)
    if len(possible) > 1:
        return replace(state, phase="token")
    return ready(replace(state, gap=possible[0]))


def ready(state: State) -> State:
    """A letter is to be added; another player may bump the tower first (K-12)."""
    phase = "fate" if state.tower and state.terms.bump == "chance" and state.seats > 1 else "place"
    return replace(state, phase=phase)


def resume(state: State) -> State:
    """After a bump that did no harm the turn goes on where it was."""
    return replace(state, phase="word" if state.new else "place", bumper=NOBODY)


def end_turn(state: State, events: tuple[Event, ...], lines: tuple[Score, ...] = (), *, reveals: bool) -> Step[State]:
    """R-5, R-24, R-25: the game is won, the round is over, or the next player to the left has the turn."""
    if has_won(state, state.points[state.active]):
        reason = f"{{{state.active}}} has {count(state.points[state.active], 'point')}"
        return finish(state, reason, events, lines, reveals=reveals)
    if not state.circle:
        ended = RoundEnd(FULL, "", state.active, len(state.tower))
        if state.terms.endless is True:  # nothing is cleared away: the tower is what was to be built
            return finish(replace(state, ended=ended), "all 26 letters stand", events, lines, reveals=reveals)
        return end_round(state, ended, events, lines, reveals=reveals)
    after = begin_turn(replace(state, active=_next(state)))
    return Step(after, events, lines, reveals)


def has_won(state: State, points: int) -> bool:
    """R-25, K-28: whether these points win at once."""
    return state.terms.endless is not True and points >= state.terms.target


def _next(state: State) -> Seat:
    return (state.active + 1) % state.seats


# --- rounds -------------------------------------------------------------------------------------------


def fall(state: State, kind: str, cause: str, seat: Seat, events: tuple[Event, ...], *, reveals: bool) -> Step[State]:
    """R-21, R-23: the tower falls at a player's hand, who pays; the round is over (K-10)."""
    line = penalty_line(state, seat)
    letters = len(state.tower) + (state.in_hand is not None)
    ended = RoundEnd(kind, cause, seat, letters)
    cost = f"loses {count(-line.points, 'point')}" if line.points else "has nothing to pay"
    text = f"{why_fell(kind, cause)}: {{{seat}}} {cost}"
    told = Event("fall", text, seat=seat, data={"kind": kind, "cause": cause, "points": line.points})
    return end_round(scored(state, line), ended, (*events, told), (line,), reveals=reveals)


def penalty_line(state: State, seat: Seat) -> Score:
    """R-21: the cost of a fall, never more than the player has; 0 for one player alone (K-28)."""
    nominal = state.terms.penalty if state.seats > 1 else 0
    return Score(seat, -min(nominal, state.points[seat]), -nominal, "R-21", "the tower fell")


def why_fell(kind: str, cause: str) -> str:
    """K-23: the reason in a few words."""
    some = names(cause)
    match kind:
        case "drop":
            return f"{some} {'drops' if len(cause) == 1 else 'drop'} off the tower"
        case "touch":
            return f"{some} {'touches' if len(cause) == 1 else 'touch'} the table too"
        case "sideways":
            return "The tower tips over sideways"
        case "notch":
            return f"The notch of {some} gives way" if len(cause) == 1 else f"The notches of {some} give way"
        case "given-up":
            return "No letter is added, which counts as a fall"
        case _:
            return "The tower tips over"


def end_round(
    state: State, ended: RoundEnd, events: tuple[Event, ...], lines: tuple[Score, ...] = (), *, reveals: bool
) -> Step[State]:
    """R-24: all letters go back; the player after the active one begins the next round, unless it was the last."""
    text = f"Round {state.round} is over with {count(ended.letters, 'letter')} in the tower"
    if ended.kind == FULL:
        text = f"Round {state.round} is over: all 26 letters are in the tower"
    elif ended.kind == BLOCKED:
        text = f"Round {state.round} is over: no letter on offer has a place"
    elif ended.kind == GAVE_UP:
        text = f"Round {state.round} is over"
    told = Event("round", text, data={"round": state.round, "kind": ended.kind, "letters": ended.letters})
    cleared = replace(
        between_turns(state),
        circle="",
        gap=0,
        tower=(),
        rests=(),
        balance=Balance(),
        in_hand=None,
        ended=ended,
    )
    if state.terms.endless is True:
        reason = f"{len(state.tower)} of the 26 letters stood"
        return finish(cleared, reason, (*events, told), lines, reveals=reveals)
    if state.round >= MOST_ROUNDS:
        return finish(cleared, f"{MOST_ROUNDS} rounds have been played", (*events, told), lines, reveals=reveals)
    following = replace(cleared, active=_next(state), round=state.round + 1)
    return Step(begin_round(following), (*events, told), lines, reveals)


# --- the end ------------------------------------------------------------------------------------------


def finish(
    state: State, reason: str, events: tuple[Event, ...], lines: tuple[Score, ...], *, reveals: bool
) -> Step[State]:
    """R-25, K-25, K-28: the game is over."""
    state = replace(between_turns(state), phase="over", ending=reason)
    best = ranking(state).ranking[0]
    winners = " and ".join(f"{{{seat}}}" for seat in best)
    won = f"; {winners} {'wins' if len(best) == 1 else 'win'}" if state.seats > 1 else ""
    told = Event("over", f"The game is over: {reason}{won}", seat=best[0], data={"winners": list(best)})
    return Step(state, (*events, told), lines, reveals)


def ranking(state: State) -> Over:
    """R-25: most points first; equal points share a place."""
    groups = sorted(set(state.points), reverse=True)
    places = tuple(tuple(s for s in range(state.seats) if state.points[s] == points) for points in groups)
    reason = f"most points, {groups[0]}" if state.seats > 1 else f"{groups[0]} of the 26 letters stood"
    if has_won(state, groups[0]):
        reason = f"first to {state.terms.target} points"
    elif len(places[0]) > 1:
        reason = f"{len(places[0])} players have {count(groups[0], 'point')} and share the win (K-25)"
    return Over(places, reason)


def standing(spot: Spot) -> str:
    """A place in a sentence: ``R at 3 5, turned 90, turned over``."""
    turned = f", turned {90 * spot.turn}" if spot.turn else ""
    return f"{spot.letter} at {spot.x} {spot.y}{turned}{', turned over' if spot.flip else ''}"
