"""States set up by hand for the tests of Take That Towers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from towergames.core.contract import Nature, Over
from towergames.core.dice import Dice
from towergames.core.options import Options, Scalar
from towergames.games.takethat.game import GAME
from towergames.games.takethat.model import FLOORS, Action, State, Storey, Tower, full_deck, in_order

Given = str | tuple[str, int | None]
"""A floor of a tower by name, or (name, seat of the owner)."""


def tower(*floors: Given, serial: int = 0) -> Tower:
    """A tower from the ground up; every tucked card is an INFERNO, every floor built by seat 0."""
    return Tower(
        serial,
        tuple(
            Storey(floor, None, None, 0)
            if isinstance(floor, str)
            else Storey(floor[0], floor[1], None if floor[1] is None else "INFERNO", 0)
            for floor in floors
        ),
    )


def table(
    *towers: Tower | None,
    seats: int = 2,
    hands: tuple[str, ...] = ("OFFICE LOBBY SPIRE SUITE", "OFFICE LOBBY SPIRE SUITE"),
    deck: int | None = None,
    options: Mapping[str, Scalar] | None = None,
    **changes: Any,
) -> State:
    """A game in the middle: the towers from slot A on, the hands, and the rest of the deck below them.

    ``deck`` cuts the deck to so many cards; the others go to the discard pile.
    """
    fresh = GAME.new(seats, {"first": 1, **(options or {})})
    held = tuple(in_order(hand.split()) for hand in hands) + ((),) * (seats - len(hands))
    slots = tuple(towers) + (None,) * (fresh.terms.tower_limit - len(towers))
    used: Counter[str] = Counter(card for hand in held for card in hand)
    for standing in towers:
        for storey in standing.storeys if standing else ():
            used.update([storey.floor, *([storey.tuck] if storey.tuck else [])])
    left = Counter(full_deck(fresh.terms))
    left.subtract(used)
    pile = [floor for floor in FLOORS for _ in range(max(0, left[floor]))]
    size = len(pile) if deck is None else deck
    values: dict[str, Any] = {
        "phase": "build",
        "hands": held,
        "slots": slots,
        "deck": tuple(pile[:size]),
        "discard": tuple(pile[size:]),
        "serial": len(towers),
    }
    return replace(fresh, **{**values, **changes})


def act(state: State, *lines: str) -> State:
    for line in lines:
        state = GAME.apply(state, GAME.parse(line, state)).state
    return state


def refused(state: State, move: str | Action | object) -> tuple[str, str]:
    """Rule id and spot of the refusal; fails if the move is legal."""
    action = GAME.parse(move, state) if isinstance(move, str) else move
    verdict = GAME.judge(state, action)
    assert not verdict.legal, f"{move} should be refused"
    return verdict.refusals[0].rule, verdict.refusals[0].at


def accepted(state: State, move: str | Action) -> State:
    action = GAME.parse(move, state) if isinstance(move, str) else move
    verdict = GAME.judge(state, action)
    assert verdict.legal, verdict.refusals
    return GAME.apply(state, action).state


def two_due(order: str) -> State:
    """Two towers finished in one turn, A older than B."""
    towers = (tower(("SUITE", 0), serial=0), tower(("SUITE", 1), serial=1), tower("NOISE", serial=2))
    state = table(*towers, hands=("SPIRE SPIRE", "OFFICE"), deck=4, options={"due": order})
    return act(state, "build SPIRE A", "build SPIRE B", "end")


def walk(seats: int, seed: int, options: Options | None = None) -> Iterator[State]:
    """Every state of one random game, the last one over."""
    dice = Dice(seed, 0, "walk")
    state = GAME.new(seats, options or {})
    while True:
        yield state
        turn = GAME.turn(state)
        if isinstance(turn, Over):
            return
        if isinstance(turn, Nature):
            state = GAME.apply_outcome(state, GAME.resolve(state, turn, dice)).state
        else:
            state = GAME.apply(state, GAME.choices(state).sample(dice)).state
