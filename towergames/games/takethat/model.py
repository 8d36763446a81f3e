"""Take That Towers as data: its options, floors and towers, the state, a seat's view, actions and outcomes.

Slots: a place on the table where one tower can stand is a *slot*, lettered A, B, C, ... for people and counted from
0 here. Storeys of a tower are counted from the ground, 0 first; people see ``index + 1``.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cache

from towergames.core.contract import GameInfo, Options, Seat
from towergames.core.dice import Dice
from towergames.core.options import option, options_of, players, settle

# --- options ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Terms:
    """The settled options of one game. ``first`` is 0 for a starter by lot, else the number of the player (T-12)."""

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
        "End trigger",
        "What brings on the last round.",
        "T-2",
        {"short-hand": "deck empty and a player ends the turn with fewer than 3 cards", "empty-deck": "deck empty"},
    )
    tower_limit: int = option(
        "Tower limit",
        "How many towers may stand at once.",
        "R-9",
        {"auto": "3, or 4 with four players", 2: "2 towers", 3: "3 towers", 4: "4 towers", 5: "5 towers"},
        key="towers",
        means={"auto": 0},
    )
    height: int = option(
        "Full height",
        "The height at which a tower is scored.",
        "R-14",
        {6: "6 floors", 5: "5 floors: quicker towers", 7: "7 floors: taller towers"},
    )
    open_hands: bool = option(
        "Open hands",
        "Whether everybody sees all hands and tucked cards.",
        "T-11",
        {False: "hands and tucked cards are hidden", True: "everything but the deck is seen by all"},
        key="open",
    )
    own_tucks: bool = option(
        "See own tucks",
        "Whether you may look again at cards you tucked.",
        "T-11",
        {False: "remember them yourself", True: "your own tucked cards stay visible to you"},
    )
    due_order: str = option(
        "Order of scoring",
        "Which tower goes first when two are scored in one turn.",
        "T-1",
        {"oldest": "the tower begun first", "chosen": "the player whose turn it is chooses"},
        key="due",
    )
    first: int = option(
        "First player",
        "Who takes the first turn.",
        "T-12",
        {"random": "drawn by lot", **players(4)},
        means={"random": 0},
    )


OPTIONS = options_of(Terms)

TOWERS_WITH_FOUR = 4
TOWERS_OTHERWISE = 3


def settle_terms(info: GameInfo, seats: int, given: Options) -> Terms:
    """The terms that the options set for ``seats`` players. Raises OptionError."""
    terms = settle(Terms, info, seats, given)
    usual = TOWERS_WITH_FOUR if seats == 4 else TOWERS_OTHERWISE
    return replace(terms, tower_limit=terms.tower_limit or usual)


# --- floors and cards -------------------------------------------------------------------------------

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


# --- what a seat may know (T-11), and how the rest is imagined ------------------------------------------

RANK: dict[str, int] = {floor: place for place, floor in enumerate(FLOORS)}
"""Where each floor stands in a sorted hand."""


def in_order(cards: list[str]) -> tuple[str, ...]:
    """The cards sorted in the order of FLOORS, as hands and the discard pile are kept."""
    return tuple(sorted(cards, key=RANK.__getitem__))


def view_of(state: State, seat: Seat | None) -> View:
    """All that ``seat`` may know: hands and tucked faces of others are hidden unless hands are open (T-11)."""
    terms = state.terms
    return _show(state, seat, everything=terms.open_hands, tucks_of=seat if terms.own_tucks else None)


def reveal(state: State) -> View:
    """The view with nothing hidden but the order of the deck."""
    return _show(state, None, everything=True, tucks_of=None)


def _show(state: State, seat: Seat | None, *, everything: bool, tucks_of: Seat | None) -> View:
    slots = state.slots
    if not everything:
        slots = tuple(None if tower is None else _cover(tower, tucks_of) for tower in slots)
    return View(
        seat=seat,
        terms=state.terms,
        seats=state.seats,
        phase=state.phase,
        first=state.first,
        active=state.active,
        turns=state.turns,
        last_round=state.last_round,
        deck=len(state.deck),
        hands=tuple(hand if everything or owner == seat else None for owner, hand in enumerate(state.hands)),
        hand_sizes=tuple(len(hand) for hand in state.hands),
        slots=slots,
        built=state.built,
        discard=state.discard,
        points=state.points,
        serial=state.serial,
    )


def _cover(tower: Tower, tucks_of: Seat | None) -> Tower:
    """The tower with the tucked faces hidden, except those of ``tucks_of``."""
    if all(storey.tuck is None for storey in tower.storeys):
        return tower
    return Tower(
        tower.serial,
        tuple(
            storey
            if storey.tuck is None or storey.owner == tucks_of
            else Storey(storey.floor, storey.owner, None, storey.builder)
            for storey in tower.storeys
        ),
    )


def unseen_cards(seen: View) -> list[str]:
    """The cards that the seat does not see, in the order of FLOORS: deck, hidden hands, hidden tucks."""
    known: Counter[str] = Counter(seen.discard)
    for hand in seen.hands:
        known.update(hand or ())
    for tower in seen.slots:
        for storey in tower.storeys if tower else ():
            known[storey.floor] += 1
            if storey.tuck is not None:
                known[storey.tuck] += 1
    rest = Counter(full_deck(seen.terms))
    rest.subtract(known)
    return [floor for floor in FLOORS for _ in range(rest[floor])]


def imagine(seen: View, dice: Dice) -> State:
    """A state consistent with the view: the unseen cards are shuffled over tucks, hands and deck.

    Every such state is equally likely, which leaves out what the others' moves suggest about their hands.
    """
    pile = [] if seen.phase == "deal" else dice.shuffled(unseen_cards(seen))
    slots = tuple(None if tower is None else _fill(tower, pile) for tower in seen.slots)
    hands = []
    for hand, size in zip(seen.hands, seen.hand_sizes, strict=True):
        if hand is None:
            hand = in_order([pile.pop() for _ in range(size)])
        hands.append(hand)
    return State(
        terms=seen.terms,
        seats=seen.seats,
        phase=seen.phase,
        first=seen.first,
        active=seen.active,
        turns=seen.turns,
        last_round=seen.last_round,
        deck=tuple(pile),
        hands=tuple(hands),
        slots=slots,
        built=seen.built,
        discard=seen.discard,
        points=seen.points,
        serial=seen.serial,
    )


def _fill(tower: Tower, pile: list[str]) -> Tower:
    """The tower with a card from the pile for every tucked face that is hidden."""
    return Tower(
        tower.serial,
        tuple(
            Storey(storey.floor, storey.owner, pile.pop(), storey.builder)
            if storey.owner is not None and storey.tuck is None
            else storey
            for storey in tower.storeys
        ),
    )
