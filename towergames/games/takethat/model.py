"""Take That Towers as data: its options, floors and towers, the state, a seat's view, actions and outcomes.

Slots: a place on the table where one tower can stand is a *slot*, lettered A, B, C, ... for people and counted from
0 here. Storeys of a tower are counted from the ground, 0 first; people see ``index + 1``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from msgspec import UNSET, UnsetType

from towergames.core.contract import Seat
from towergames.core.daily import chance_name, deal_option
from towergames.core.dice import Dice
from towergames.core.options import BY_LOT, option, options_of, players

# --- options ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Terms:
    """The settled options of one game. ``first`` is 0 for a random starter, else the number of the player (T-12).

    ``deal`` is the day of today's task (T-16), UNSET elsewhere, so that older saves keep their digests.
    """

    deck: str = option(
        "Deck",
        "How many cards of each floor there are.",
        "R-2",
        {"even": "64 cards, 8 of each floor", "weighted": "65 cards, more OFFICE and LOBBY, fewer INFERNO and SPIRE"},
    )
    texts: str = option(
        "Card texts",
        "What SUITE and ELEVATOR do.",
        "SUITE",
        {
            "printed": "as on the printed cards",
            "prototype": "as on the 2021 prototype: SUITE +3, ELEVATOR counts floors built",
        },
    )
    end: str = option(
        "Last round",
        "What starts the last round.",
        "T-2",
        {"short-hand": "empty deck and a hand below 3", "empty-deck": "empty deck"},
    )
    tower_limit: int = option(
        "Tower limit",
        "How many towers can stand at once.",
        "R-9",
        {"auto": "3, or 4 with four players", 2: "2 towers", 3: "3 towers", 4: "4 towers", 5: "5 towers"},
        names={"auto": "By players"},
        key="towers",
        means={"auto": 0},
    )
    height: int = option(
        "Full height",
        "How many floors finish a tower.",
        "R-14",
        {6: "6 floors", 5: "5 floors: quicker towers", 7: "7 floors: taller towers"},
        names={6: "6 floors"},
    )
    open_hands: bool = option(
        "Open hands",
        "Whether everyone sees all hands and tucked cards.",
        "T-11",
        {False: "hands are hidden", True: "all but the deck is open"},
        key="open",
    )
    own_tucks: bool = option(
        "Your tucked cards",
        "Whether you can look at them again.",
        "T-11",
        {False: "you have to remember them", True: "you can look at them again"},
        names={False: "Hidden", True: "Open"},
    )
    due_order: str = option(
        "Order of scoring",
        "Which of two finished towers is scored first.",
        "T-1",
        {"oldest": "the tower started first", "chosen": "the current player chooses"},
        names={"oldest": "Oldest first", "chosen": "Player chooses"},
        key="due",
    )
    first: int = option(
        "First player",
        "Who takes the first turn.",
        "T-12",
        {"random": "drawn by lot", **players(4)},
        means={"random": 0},
        names=BY_LOT,
    )
    deal: str | UnsetType = deal_option("T-16", UNSET)


OPTIONS = options_of(Terms, order="deck height towers open")


TASK_VERSION = 1
"""Version of today's task. It changes when the same day would have another deck, or the rules change."""


def task_chance(terms: Terms) -> str:
    """The name of all chance in today's task (T-16); '' in other games."""
    return "" if terms.deal is UNSET else chance_name("takethat", TASK_VERSION, terms.deal)


def usual_towers(seats: int) -> int:
    """How many towers may stand at once unless an option says otherwise (R-9)."""
    return 4 if seats == 4 else 3


# --- floors and cards -------------------------------------------------------------------------------

FLOORS: tuple[str, ...] = ("OFFICE", "LOBBY", "SPIRE", "SUITE", "ELEVATOR", "LANDLORD", "NOISE", "INFERNO")
"""The eight floors by the name they are typed with (NOISE is the NOISE COMPLAINT)."""

RANK: dict[str, int] = {floor: place for place, floor in enumerate(FLOORS)}
"""Rank of each floor in a sorted hand."""

COPIES = {"even": (8,) * 8, "weighted": (12, 11, 6, 8, 8, 8, 7, 5)}
"""Copies of each floor in either deck, in the order of FLOORS: 64 and 65 cards."""


@cache
def full_deck(terms: Terms) -> tuple[str, ...]:
    """Every card of the deck, in the order of FLOORS (R-2)."""
    return tuple(floor for floor, copies in zip(FLOORS, COPIES[terms.deck], strict=True) for _ in range(copies))


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """The cards sorted in the order of FLOORS, as hands and the discard pile are kept."""
    return tuple(sorted(cards, key=RANK.__getitem__))


FIRST_HAND = 4
BUILDS_A_TURN = 2
DRAWN_A_TURN = 3
SUITE_DRAWS = 2
HAND_LIMIT = 6


def may_draw(wanted: int, hand: int, deck: int) -> int:
    """How many of the wanted cards hand limit and deck allow (R-12, R-13)."""
    return max(0, min(wanted, HAND_LIMIT - hand, deck))


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

    ``tuck`` is the face of the tucked card; in a view it is None where the viewer may not know it. ``builder`` is the
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


Slots = tuple[Tower | None, ...]


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
    slots: Slots
    built: tuple[int, ...]
    discard: tuple[str, ...]  # sorted in the order of FLOORS
    points: tuple[int, ...]
    serial: int


@dataclass(frozen=True, slots=True)
class View:
    """Knowledge of ``seat`` (None: a spectator). A hidden hand is None; ``hand_sizes`` counts its cards."""

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
    slots: Slots
    built: tuple[int, ...]
    discard: tuple[str, ...]
    points: tuple[int, ...]
    serial: int


def storeys_at(table: State | View, slot: int) -> tuple[Storey, ...]:
    """The storeys of the tower in a slot, ground first; none where no tower stands."""
    tower = table.slots[slot]
    return tower.storeys if tower else ()


# --- what a seat may know (T-11), and how the rest is imagined ------------------------------------------

_PUBLIC = ("terms", "seats", "phase", "first", "active", "turns", "last_round", "built", "discard", "points", "serial")


def _public(table: State | View) -> dict[str, Any]:
    """Fields that states and views share. Towers are left out, since views hide their tucked faces."""
    return {name: getattr(table, name) for name in _PUBLIC}


def _tuck(slots: Slots, face: Callable[[Storey], str | None]) -> Slots:
    """The towers with ``face`` of each owned storey for the card tucked there."""

    def tuck(storey: Storey) -> Storey:
        return storey if storey.owner is None else Storey(storey.floor, storey.owner, face(storey), storey.builder)

    return tuple(tower and Tower(tower.serial, tuple(tuck(storey) for storey in tower.storeys)) for tower in slots)


def reveal(state: State) -> View:
    """The view with nothing hidden but the order of the deck."""
    return view_of(state, None, everything=True)


def view_of(state: State, seat: Seat | None, everything: bool = False) -> View:
    """The view of ``seat``: hands and tucked faces of others are hidden unless hands are open (T-11)."""
    slots, everything = state.slots, everything or state.terms.open_hands
    if not everything:
        knows = seat if state.terms.own_tucks else None
        slots = _tuck(slots, lambda storey: storey.tuck if storey.owner == knows else None)
    return View(
        **_public(state),
        seat=seat,
        deck=len(state.deck),
        hands=tuple(hand if everything or owner == seat else None for owner, hand in enumerate(state.hands)),
        hand_sizes=tuple(len(hand) for hand in state.hands),
        slots=slots,
    )


def unseen_cards(seen: View) -> list[str]:
    """The cards that the seat does not see, in the order of FLOORS: deck, hidden hands, hidden tucks."""
    rest = Counter(full_deck(seen.terms))
    rest.subtract(seen.discard)
    for hand in seen.hands:
        rest.subtract(hand or ())
    for slot in range(len(seen.slots)):
        for storey in storeys_at(seen, slot):
            rest.subtract((storey.floor, storey.tuck) if storey.tuck else (storey.floor,))
    return [floor for floor in FLOORS for _ in range(rest[floor])]


def imagine(seen: View, dice: Dice) -> State:
    """A state consistent with the view: the unseen cards are shuffled over tucks, hands and deck.

    Every such state is equally likely, which leaves out what the others' moves suggest about their hands.
    """
    pile = [] if seen.phase == "deal" else dice.shuffled(unseen_cards(seen))
    slots = _tuck(seen.slots, lambda storey: storey.tuck or pile.pop())
    hands = tuple(
        in_order(pile.pop() for _ in range(size)) if hand is None else hand
        for hand, size in zip(seen.hands, seen.hand_sizes, strict=True)
    )
    return State(**_public(seen), deck=tuple(pile), hands=hands, slots=slots)
