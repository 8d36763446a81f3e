"""The judge: one function a rule, in the order in which they are asked, and the actions that none of them refuses.

Each function takes a state and an action of any type and answers with a refusal or None. A later rule may rely on
what the earlier ones made sure of.
"""

# ruff: noqa: ARG001 - every rule has the same signature

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from towergames.core.contract import Refusal
from towergames.games.takethat.model import FLOORS, Action, Build, Claim, EndTurn, ScoreNext, State, Tower, View
from towergames.games.takethat.notation import letter_of

Table = State | View
"""What is on the table: moves of the seat that sees its own hand can be judged by its view alone."""
Rule = Callable[[Table, Any], Refusal | None]


def is_due(tower: Tower, height: int) -> bool:
    """R-14: whether the tower is scored at the end of this turn: full height, or a SPIRE on top."""
    return len(tower.storeys) >= height or any(storey.floor == "SPIRE" for storey in tower.storeys)


def due_slots(state: Table) -> tuple[int, ...]:
    """The slots of the towers to be scored now, the oldest tower first (T-1)."""
    due = [
        (tower.serial, slot) for slot, tower in enumerate(state.slots) if tower and is_due(tower, state.terms.height)
    ]
    return tuple(slot for _, slot in sorted(due))


def rule_a_game_is_on(state: Table, action: Any) -> Refusal | None:
    """R-2, R-18: moves are made after the deal and before the end."""
    if state.phase == "deal":
        return Refusal("R-2", "The cards have not been dealt yet.")
    if state.phase == "over":
        return Refusal("R-18", "The game is over.")
    return None


def rule_a_move_of_this_game(state: Table, action: Any) -> Refusal | None:
    """R-5: there are four kinds of move, made of floors, towers and storeys."""
    match action:
        case EndTurn():
            return None
        case Build(floor, slot):
            sound = type(floor) is str and floor in FLOORS and _is_index(slot)
        case Claim(slot, storey, card):
            sound = type(card) is str and card in FLOORS and _is_index(slot) and _is_index(storey)
        case ScoreNext(slot):
            sound = _is_index(slot)
        case _:
            return Refusal("R-5", "That is no move of this game: a turn builds, claims and ends.")
    return None if sound else Refusal("R-5", "That move names no floor or place that this game has.")


def _is_index(value: object) -> bool:
    return type(value) is int and 0 <= value < 100


def rule_exactly_two_floors(state: Table, action: Any) -> Refusal | None:
    """R-6: a turn builds two floors, no more, no fewer."""
    if state.phase == "claim" and isinstance(action, Build):
        return Refusal("R-6", "You have built your two floors; claim floors now or end your turn.", "end")
    if state.phase == "build" and isinstance(action, EndTurn):
        missing = "two floors" if not state.built else "one more floor"
        return Refusal("R-6", f"You must build {missing} before you can end your turn.", "end")
    return None


def rule_steps_in_order(state: Table, action: Any) -> Refusal | None:
    """R-5: build, then claim, then draw and score."""
    if state.phase == "build" and isinstance(action, Claim):
        return Refusal(
            "R-5", "Floors are claimed after both floors have been built.", storey_key(action.slot, action.storey)
        )
    return None


def rule_choose_order_when_asked(state: Table, action: Any) -> Refusal | None:
    """T-1: the order of scoring is chosen exactly when two towers are due and the option says so."""
    if state.phase == "order" and not isinstance(action, ScoreNext):
        return Refusal("T-1", "Choose first which of the finished towers is scored next.")
    if state.phase != "order" and isinstance(action, ScoreNext):
        return Refusal("T-1", "There is no order of scoring to choose now.", slot_key(action.slot))
    return None


def rule_score_only_finished_towers(state: Table, action: Any) -> Refusal | None:
    """R-14: only a tower of full height or with a SPIRE is scored."""
    if isinstance(action, ScoreNext) and action.slot not in due_slots(state):
        return Refusal("R-14", f"Tower {letter_of(action.slot % 26)} is not to be scored now.", slot_key(action.slot))
    return None


def rule_card_from_hand(state: Table, action: Any) -> Refusal | None:
    """R-8: floors and tucked cards come from your own hand."""
    card = action.floor if isinstance(action, Build) else action.card if isinstance(action, Claim) else None
    if card is not None and card not in (state.hands[state.active] or ()):
        return Refusal("R-8", f"You hold no {card}.", f"hand:{card}")
    return None


def rule_tower_limit(state: Table, action: Any) -> Refusal | None:
    """R-9: no more towers at once than the limit; towers to be scored this turn still count (T-7)."""
    if isinstance(action, Build) and action.slot >= state.terms.tower_limit:
        text = f"Only {state.terms.tower_limit} towers may stand at once."
        return Refusal("R-9", text, slot_key(action.slot))
    return None


def rule_two_different_towers(state: Table, action: Any) -> Refusal | None:
    """R-7: the two floors of a turn go to two different towers."""
    if isinstance(action, Build) and action.slot in state.built:
        text = f"You already built on tower {letter_of(action.slot)} this turn; the second floor goes elsewhere."
        return Refusal("R-7", text, slot_key(action.slot))
    return None


def rule_claim_a_floor_that_stands(state: Table, action: Any) -> Refusal | None:
    """R-10: a card is tucked under a floor of a tower on the table."""
    if not isinstance(action, Claim):
        return None
    tower = state.slots[action.slot] if action.slot < len(state.slots) else None
    if tower is None:
        return Refusal("R-10", "There is no tower in that place.", slot_key(action.slot))
    if action.storey >= len(tower.storeys):
        high = len(tower.storeys)
        text = f"Tower {letter_of(action.slot)} has only {high} floor{'s' if high > 1 else ''}."
        return Refusal("R-10", text, slot_key(action.slot))
    return None


def rule_one_card_a_floor(state: Table, action: Any) -> Refusal | None:
    """R-11: only a vacant floor can be claimed."""
    if not isinstance(action, Claim):
        return None
    tower = state.slots[action.slot]
    if tower is not None and tower.storeys[action.storey].owner is not None:
        return Refusal("R-11", "That floor already has a tucked card.", storey_key(action.slot, action.storey))
    return None


RULES: tuple[Rule, ...] = (
    rule_a_game_is_on,
    rule_a_move_of_this_game,
    rule_choose_order_when_asked,
    rule_score_only_finished_towers,
    rule_exactly_two_floors,
    rule_steps_in_order,
    rule_card_from_hand,
    rule_tower_limit,
    rule_two_different_towers,
    rule_claim_a_floor_that_stands,
    rule_one_card_a_floor,
)
"""Every rule of the judge in the order in which they are asked; the first refusal stands."""


def first_refusal(state: Table, action: Any) -> Refusal | None:
    """The first rule that refuses the action, or None when it is legal. Never raises."""
    for rule in RULES:
        refusal = rule(state, action)
        if refusal is not None:
            return refusal
    return None


def legal_actions(state: State) -> tuple[Action, ...]:
    """Every legal action: floors in the order of the hand, slots from the left, storeys from the ground."""
    if state.phase == "order":
        return tuple(ScoreNext(slot) for slot in sorted(due_slots(state)))
    if state.phase not in ("build", "claim"):
        return ()
    cards = tuple(dict.fromkeys(state.hands[state.active]))
    if state.phase == "build":
        free = [slot for slot in range(len(state.slots)) if slot not in state.built]
        return tuple(Build(card, slot) for card in cards for slot in free)
    claims = [
        Claim(slot, at, card)
        for slot, tower in enumerate(state.slots)
        if tower
        for at, storey in enumerate(tower.storeys)
        if storey.owner is None
        for card in cards
    ]
    return (*claims, EndTurn())


def slot_key(slot: int) -> str:
    """The spot key of a slot: ``slot:A``."""
    return f"slot:{letter_of(slot)}" if slot < 26 else ""


def storey_key(slot: int, storey: int) -> str:
    """The spot key of a storey: ``storey:A3`` is the third floor from the ground."""
    return f"storey:{letter_of(slot)}{storey + 1}" if slot < 26 else ""
