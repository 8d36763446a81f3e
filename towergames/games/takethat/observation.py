"""What a seat may know (T-11), and how the rest is imagined (determinization)."""

from __future__ import annotations

from collections import Counter

from towergames.core.contract import Seat
from towergames.core.dice import Dice
from towergames.games.takethat.model import FLOORS, State, Storey, Tower, View, full_deck

RANK: dict[str, int] = {floor: place for place, floor in enumerate(FLOORS)}
"""Where each floor stands in a sorted hand."""


def in_order(cards: list[str]) -> tuple[str, ...]:
    """The cards sorted in the order of FLOORS, as hands and the discard pile are kept."""
    return tuple(sorted(cards, key=RANK.__getitem__))


def view(state: State, seat: Seat | None) -> View:
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
