"""Whose turn it is, when the game ends, and what the end costs."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from towergames.core.contract import Event, Over, Score, Seat, Step
from towergames.core.text import count
from towergames.games.leaning.model import SIZES, Count, Public, State
from towergames.games.leaning.scoring import closed_line, unplaced_line

NOBODY = -2
"""Bumps nothing (see ``Fate``)."""
CLOSED = "nobody can move any more, the game is closed"

T = TypeVar("T")


def put(row: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """The row with one value changed."""
    return (*row[:at], value, *row[at + 1 :])


def counted(count: Count, size: str, more: int) -> Count:
    """The count with ``more`` pieces of a size.

    >>> counted((5, 5, 5), "medium", -1)
    (5, 4, 5)
    """
    small, medium, large = (number + more * (size == name) for number, name in zip(count, SIZES, strict=True))
    return small, medium, large


def added(one: Count, other: Count) -> Count:
    """Both counts together."""
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def scored(state: State, lines: tuple[Score, ...]) -> State:
    """The points of some lines counted."""
    points = list(state.points)
    for line in lines:
        points[line.seat] += line.points
    return replace(state, points=tuple(points))


def lose_held(state: State, seat: Seat, more: int = 0) -> tuple[State, tuple[Score, ...]]:
    """L-13: all pieces a player holds are forfeited, and charged with ``more`` others; the lines are counted."""
    lost = sum(state.held[seat]) + more
    lines = (unplaced_line(seat, lost),) if lost else ()
    gone = put(state.gone, seat, added(state.gone[seat], state.held[seat]))
    return scored(replace(state, gone=gone, held=put(state.held, seat, (0, 0, 0))), lines), lines


# --- the next turn ----------------------------------------------------------------------------------


def finish_turn(
    state: State,
    events: tuple[Event, ...],
    scores: tuple[Score, ...] = (),
    *,
    reveals: bool = False,
    fate: bool = False,
) -> Step[State]:
    """The active player's turn is over; after a placement (``fate``) the table may be bumped (L-21)."""
    state = replace(
        state,
        in_hand=None,
        before=None,
        stood=None,
        broken=(),
        failed=(),
        clearing=(),
        tries=0,
        free=False,
        refused=False,
        nudged=False,
        bumper=NOBODY,
    )
    if fate and state.terms.bump in ("table", "players") and not ending(state):
        return Step(replace(state, phase="fate"), events, scores, reveals)
    return pass_on(state, events, scores, reveals=reveals)


def pass_on(
    state: State, events: tuple[Event, ...], scores: tuple[Score, ...] = (), *, reveals: bool = False
) -> Step[State]:
    """L-24: the game ends, or the next player to the right who has pieces moves."""
    reason = ending(state)
    if reason:
        return finish(state, reason, events, scores)
    after = next_seat(state)
    lap = state.lap + (_place(state, after) <= _place(state, state.active))
    return Step(replace(state, phase="turn", active=after, lap=lap), events, scores, reveals)


def resume(state: State, events: tuple[Event, ...], scores: tuple[Score, ...] = ()) -> Step[State]:
    """After a Bump or a Wreck: the interrupted turn goes on (L-21), or it is over."""
    reported = state.nudged and state.bumper != NOBODY
    if reported and not state.out[state.active] and not ending(state):
        return Step(replace(state, phase="turn", stood=None, clearing=(), bumper=NOBODY), events, scores, True)
    return finish_turn(state, events, scores, reveals=True)


def next_seat(state: State) -> Seat:
    """L-24: counter-clockwise, past the ejected and those without pieces; seats are numbered clockwise."""
    seat = state.active
    while True:
        seat = (seat - 1) % state.seats
        if seat in _with_pieces(state):
            return seat


def _place(state: State, seat: Seat) -> int:
    return (state.first - seat) % state.seats


def _with_pieces(state: Public) -> list[Seat]:
    return [s for s in range(state.seats) if not state.out[s] and any(state.hands[s] + state.held[s])]


def closes(state: Public) -> bool:
    """L-22: whether the game is closed if the active player skips now."""
    return state.idle + 1 >= len(_with_pieces(state))


def points_if_closed(state: State) -> tuple[int, ...]:
    """L-22: the points of all players if the game were closed now."""
    return finish(state, CLOSED, (), ()).state.points


# --- the end ----------------------------------------------------------------------------------------


def ending(state: State) -> str:
    """R-32: why the game is over now, else an empty text."""
    playing = [seat for seat in range(state.seats) if not state.out[seat]]
    if not playing:
        return "everybody has been ejected"
    if len(playing) == 1 and state.terms.alone == "end":
        return f"only {{{playing[0]}}} is left"
    if not _with_pieces(state):
        return "all pieces are used"
    return CLOSED if state.idle >= len(_with_pieces(state)) else ""


def finish(state: State, reason: str, events: tuple[Event, ...], scores: tuple[Score, ...]) -> Step[State]:
    """R-32, L-13, L-22: the game is over; held pieces are charged, and when it is closed all that are left."""
    told, lines = list(events), list(scores)
    for seat in range(state.seats):
        state, unplaced = lose_held(state, seat)
        closing: tuple[Score, ...] = ()
        if reason == CLOSED and not state.out[seat] and any(state.hands[seat]):
            closing = (closed_line(seat, sum(state.hands[seat])),)
            state = scored(state, closing)
        for line in (*unplaced, *closing):
            told.append(Event("left", f"{{{seat}}} has {line.note}: {line.points}", seat=seat))
            lines.append(line)
    state = replace(
        state,
        phase="over",
        ending=reason,
        in_hand=None,
        before=None,
        stood=None,
        broken=(),
        failed=(),
        clearing=(),
        bumper=NOBODY,
    )
    best = ranking(state).ranking[0]
    winners = " and ".join(f"{{{seat}}}" for seat in best)
    verb = "wins" if len(best) == 1 else "win"
    text = f"The game is over: {reason}; {winners} {verb} with {count(state.points[best[0]], 'point')}"
    told.append(Event("over", text, seat=best[0], data={"winners": list(best)}))
    return Step(state, tuple(told), tuple(lines), True)


def ranking(state: State) -> Over:
    """R-1, L-25: most points first, the ejected too; equal points share a place."""
    groups = sorted(set(state.points), reverse=True)
    places = tuple(tuple(s for s in range(state.seats) if state.points[s] == points) for points in groups)
    reason = f"most points, {groups[0]}"
    if len(places[0]) > 1:
        reason = f"{len(places[0])} players have {groups[0]} points and share the win (L-25)"
    return Over(places, reason)
