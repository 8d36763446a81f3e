"""Scoring one tower: every floor's effect, from the top to the ground (R-15)."""

# ruff: noqa: ARG001 - every effect has the same signature

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from towergames.core.contract import Event, Score, Seat
from towergames.games.takethat.model import HAND_LIMIT, Storey

OFFICE_POINTS = 2
SPIRE_POINTS = 3
SUITE_CARDS = 2
PROTOTYPE_SUITE_POINTS = 3
ELEVATOR_POINTS = 2
INFERNO_REACH = 2

NO_LIMIT = 10**6
"""Stands for a deck or a hand that sets no limit to drawing (the calculator does not know them)."""


@dataclass(frozen=True, slots=True)
class FloorResult:
    """What one floor did. ``storey`` counts from the ground; ``owner`` None means it was vacant and did nothing.

    ``owners`` are the owners of all storeys, ground first, once the effect is done. ``points`` and ``draws`` hold
    (seat, number) pairs in seat order. ``why`` is a clause in a few words, with ``{0}`` for player names.
    """

    storey: int
    floor: str
    owner: Seat | None
    points: tuple[tuple[Seat, int], ...]
    draws: tuple[tuple[Seat, int], ...]
    owners: tuple[Seat | None, ...]
    why: str


@dataclass(slots=True)
class _Work:
    """The tower while it is resolved: what is counted once, and what the effects change."""

    floors: tuple[str, ...]
    owners: list[Seat | None]
    counts: tuple[int, ...]  # by seat: tucked cards, or floors built with the prototype's texts
    offices: int
    prototype: bool
    room: list[int]  # by seat: cards that still fit into the hand
    deck: int
    points: dict[Seat, int] = field(default_factory=dict)
    draws: dict[Seat, int] = field(default_factory=dict)

    def name(self, storey: int) -> str:
        """How people call a storey: ``storey 3, LOBBY``."""
        return f"storey {storey + 1}, {self.floors[storey]}"


def _office(work: _Work, at: int, owner: Seat) -> str:
    """OFFICE: 2 points for every OFFICE in the tower, vacant ones and itself included."""
    work.points[owner] = OFFICE_POINTS * work.offices
    return f"{_count(work.offices, 'OFFICE', 'OFFICE floors')} in the tower"


def _lobby(work: _Work, at: int, owner: Seat) -> str:
    """LOBBY: 1 point for every floor above it, vacant or not."""
    above = len(work.floors) - 1 - at
    work.points[owner] = above
    return f"{_count(above, 'floor', 'floors')} above it"


def _spire(work: _Work, at: int, owner: Seat) -> str:
    """SPIRE: 3 points."""
    work.points[owner] = SPIRE_POINTS
    return "a fixed value"


def _suite(work: _Work, at: int, owner: Seat) -> str:
    """SUITE: draw 2 cards, as far as hand limit (T-14) and deck allow; 3 points with the prototype's texts."""
    if work.prototype:
        work.points[owner] = PROTOTYPE_SUITE_POINTS
        return "a fixed value"
    drawn = max(0, min(SUITE_CARDS, work.room[owner], work.deck))
    reason = "the deck is empty" if work.deck <= 0 else "the hand is full" if work.room[owner] <= 0 else ""
    work.room[owner] -= drawn
    work.deck -= drawn
    work.draws[owner] = drawn
    drawing = f"{{{owner}}} draws {_count(drawn, 'card', 'cards')}"
    return f"{drawing}: {reason}" if reason else drawing


def _elevator(work: _Work, at: int, owner: Seat) -> str:
    """ELEVATOR: every player gets 2 points a card he tucked in this tower; changes of owner do not matter."""
    for seat, count in enumerate(work.counts):
        if count:
            work.points[seat] = ELEVATOR_POINTS * count
    return "floors built by each player" if work.prototype else "cards tucked by each player"


def _landlord(work: _Work, at: int, owner: Seat) -> str:
    """LANDLORD: its owner becomes owner of the floor directly below; nothing at ground level (T-8)."""
    if at == 0:
        return "nothing below it"
    work.owners[at - 1] = owner
    return f"{{{owner}}} now owns {work.name(at - 1)}"


def _noise(work: _Work, at: int, owner: Seat) -> str:
    """NOISE: the floor directly below becomes vacant; nothing at ground level (T-8)."""
    return _empty(work, at, 1)


def _inferno(work: _Work, at: int, owner: Seat) -> str:
    """INFERNO: the two floors below become vacant, or the one there is (T-8)."""
    return _empty(work, at, INFERNO_REACH)


def _empty(work: _Work, at: int, reach: int) -> str:
    below = [storey for storey in range(at - 1, at - 1 - reach, -1) if storey >= 0]
    for storey in below:
        work.owners[storey] = None
    if not below:
        return "nothing below it"
    # "Vacant" and the prototype's "loses its effect" never differ in points: only floors right above can bring an
    # owner back, and a floor that INFERNO reaches past is silenced itself.
    change = "without effect" if work.prototype else "vacant"
    return f"{' and '.join(work.name(storey) for storey in below)} now {change}"


EFFECTS: dict[str, Callable[[_Work, int, Seat], str]] = {
    "OFFICE": _office,
    "LOBBY": _lobby,
    "SPIRE": _spire,
    "SUITE": _suite,
    "ELEVATOR": _elevator,
    "LANDLORD": _landlord,
    "NOISE": _noise,
    "INFERNO": _inferno,
}
"""The effect of each floor: changes the work for its owner and says why, in a few words."""


def resolve_tower(
    storeys: Sequence[Storey],
    seats: int,
    texts: str = "printed",
    hands: Sequence[int] | None = None,
    deck: int = NO_LIMIT,
) -> tuple[FloorResult, ...]:
    """What each floor of a tower does when it is scored, from the top to the ground (R-15, R-16).

    ``storeys`` start at the ground. ``hands`` (sizes by seat) and ``deck`` (cards left) only limit SUITE.
    """
    prototype = texts == "prototype"
    counted = [storey.builder if prototype else storey.owner for storey in storeys]
    floors = tuple(storey.floor for storey in storeys)
    work = _Work(
        floors=floors,
        owners=[storey.owner for storey in storeys],
        counts=tuple(counted.count(seat) for seat in range(seats)),
        offices=floors.count("OFFICE"),
        prototype=prototype,
        room=[NO_LIMIT] * seats if hands is None else [HAND_LIMIT - size for size in hands],
        deck=deck,
    )
    return tuple(_resolve_floor(work, at) for at in range(len(floors) - 1, -1, -1))


def _resolve_floor(work: _Work, at: int) -> FloorResult:
    work.points, work.draws = {}, {}
    owner = work.owners[at]
    why = "vacant" if owner is None else EFFECTS[work.floors[at]](work, at, owner)
    return FloorResult(
        storey=at,
        floor=work.floors[at],
        owner=owner,
        points=tuple(sorted(work.points.items())),
        draws=tuple(sorted(work.draws.items())),
        owners=tuple(work.owners),
        why=why,
    )


def sum_points(results: Sequence[FloorResult], seats: int) -> tuple[int, ...]:
    """Points by seat over all floors."""
    sums = [0] * seats
    for result in results:
        for seat, points in result.points:
            sums[seat] += points
    return tuple(sums)


def score_lines(results: Sequence[FloorResult], letter: str) -> tuple[Score, ...]:
    """One line of the score pad for each player and floor; the rule cited is the floor's own (``OFFICE``).

    What a floor that brings points says of itself names no player, so it can stand in a note as it is.
    """
    return tuple(
        Score(seat, points, points, result.floor, f"tower {letter} storey {result.storey + 1}: {result.why}")
        for result in results
        for seat, points in result.points
    )


def floor_event(result: FloorResult, slot: int, letter: str) -> Event:
    """The public event of one floor's effect, with all that an animation needs (``score.floor``)."""
    where = f"{letter}{result.storey + 1} {result.floor}"
    if result.owner is None:
        text = f"{where}: vacant, no effect"
    else:
        gains = ", ".join(f"{{{seat}}} +{points}" for seat, points in result.points)
        text = f"{where} ({{{result.owner}}}): {gains + ', ' if gains else ''}{result.why}"
    data = {
        "slot": slot,
        "storey": result.storey,
        "floor": result.floor,
        "owner": result.owner,
        "points": {str(seat): points for seat, points in result.points},
        "owners": list(result.owners),
        "draws": {str(seat): count for seat, count in result.draws},
    }
    return Event("score.floor", text, seat=result.owner, data=data)


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
