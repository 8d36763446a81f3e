"""The model of Take That Towers: floors, towers, the state, a seat's view, actions and outcomes.

Slots: a place on the table where one tower can stand is a *slot*, lettered A, B, C, ... for people and counted from
0 here. Storeys of a tower are counted from the ground, 0 first; people see ``index + 1``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from towergames.core.contract import Seat
from towergames.games.takethat.options import Terms

FLOORS: tuple[str, ...] = ("OFFICE", "LOBBY", "SPIRE", "SUITE", "ELEVATOR", "LANDLORD", "NOISE", "INFERNO")
"""The eight floors by the name they are typed with (NOISE is the NOISE COMPLAINT)."""

COPIES_EVEN = 8
"""Copies of each floor in the even deck: 64 cards."""

WEIGHTED_DECK: dict[str, int] = {
    "OFFICE": 12,
    "LOBBY": 11,
    "ELEVATOR": 8,
    "SUITE": 8,
    "LANDLORD": 8,
    "NOISE": 7,
    "SPIRE": 6,
    "INFERNO": 5,
}
"""Copies in the weighted deck: 65 cards."""


@cache
def full_deck(terms: Terms) -> tuple[str, ...]:
    """Every card of the deck, in the order of FLOORS: 64 of the even deck, 65 of the weighted one (R-2)."""
    return tuple(
        floor for floor in FLOORS for _ in range(WEIGHTED_DECK[floor] if terms.deck == "weighted" else COPIES_EVEN)
    )


FIRST_HAND = 4
BUILDS_A_TURN = 2
DRAWN_A_TURN = 3
HAND_LIMIT = 6


# --- what a player can do ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Build:
    """Play ``floor`` from the hand on top of the tower in ``slot``, or as ground floor of a new one there."""

    floor: str
    slot: int


@dataclass(frozen=True, slots=True)
class Claim:
    """Tuck ``card`` from the hand face-down under storey ``storey`` of the tower in ``slot``."""

    slot: int
    storey: int
    card: str


@dataclass(frozen=True, slots=True)
class EndTurn:
    """No more claims: draw, and score what is due."""


@dataclass(frozen=True, slots=True)
class ScoreNext:
    """With the option "due order: chosen" (T-1): score the tower in ``slot`` next."""

    slot: int


Action = Build | Claim | EndTurn | ScoreNext


@dataclass(frozen=True, slots=True)
class Deal:
    """The one outcome of Nature: who starts, and the order of the whole deck (index 0 is drawn first)."""

    first: Seat
    deck: tuple[str, ...]


# --- the table --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Storey:
    """One floor of a tower. ``owner`` is the seat whose card is tucked under it, None when vacant.

    ``tuck`` is the face of the tucked card; in a view it is None where the looker may not know it. ``builder`` is the
    seat that built the floor (public; only the prototype's ELEVATOR asks for it).
    """

    floor: str
    owner: Seat | None = None
    tuck: str | None = None
    builder: Seat | None = None


@dataclass(frozen=True, slots=True)
class Tower:
    """A tower: ``serial`` counts towers in the order they were begun (the oldest is scored first, T-1)."""

    serial: int
    storeys: tuple[Storey, ...]


@dataclass(frozen=True, slots=True)
class State:
    """Everything. ``phase``: deal, build, claim, order (T-1), over.

    ``hands`` are sorted in the order of FLOORS. ``built`` are the slots built on this turn, in order. ``turns`` counts
    finished turns of all seats together. ``last_round`` is true once the end has been triggered.
    """

    terms: Terms
    seats: int
    phase: str
    first: Seat
    active: Seat
    turns: int
    last_round: bool
    deck: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    slots: tuple[Tower | None, ...]
    built: tuple[int, ...]
    discard: tuple[str, ...]  # sorted in the order of FLOORS
    points: tuple[int, ...]
    serial: int


@dataclass(frozen=True, slots=True)
class View:
    """What ``seat`` may know (None: a spectator). A hand that may not be seen is None, but ``hand_sizes`` tells."""

    seat: Seat | None
    terms: Terms
    seats: int
    phase: str
    first: Seat
    active: Seat
    turns: int
    last_round: bool
    deck: int
    hands: tuple[tuple[str, ...] | None, ...]
    hand_sizes: tuple[int, ...]
    slots: tuple[Tower | None, ...]
    built: tuple[int, ...]
    discard: tuple[str, ...]
    points: tuple[int, ...]
    serial: int
