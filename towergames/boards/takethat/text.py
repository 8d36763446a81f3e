"""The game in words: floors and their effects, the line on what the cursor is on, and the table for readers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from towergames.boards.protocol import Description, ReadOut
from towergames.boards.takethat.ui_state import TableContext, cards_of, height_at
from towergames.core.contract import Over, Seat
from towergames.core.text import count
from towergames.games.takethat.model import (
    BUILDS_A_TURN,
    DRAWN_A_TURN,
    HAND_LIMIT,
    Action,
    Build,
    Claim,
    ScoreNext,
    Storey,
    Tower,
    View,
)
from towergames.games.takethat.notation import letter_of
from towergames.games.takethat.rules import due_slots, first_refusal
from towergames.games.takethat.scoring import FloorResult, resolve_tower, sum_points


@dataclass(frozen=True, slots=True)
class FloorWords:
    """One floor: full title, effect in at most 10 cells, in two or three lines, as a sentence part."""

    title: str
    brief: str
    short: str
    long: str


PRINTED: dict[str, FloorWords] = {
    "OFFICE": FloorWords("OFFICE", "2 x OFFICE", "+2 for each OFFICE here", "owner +2 for every OFFICE in the tower"),
    "LOBBY": FloorWords("LOBBY", "1 x above", "+1 for each floor above", "owner +1 for every floor above it"),
    "SPIRE": FloorWords("SPIRE", "+3, scored", "+3, tower is scored", "owner +3, and the tower is scored this turn"),
    "SUITE": FloorWords("SUITE", "draws 2", "owner draws 2 cards", "owner draws 2 cards, up to six in hand"),
    "ELEVATOR": FloorWords("ELEVATOR", "2 x tucks", "+2 for your every tuck", "everybody +2 per own card tucked here"),
    "LANDLORD": FloorWords("LANDLORD", "owns below", "takes the floor below", "its owner takes over the floor below"),
    "NOISE": FloorWords("NOISE COMPLAINT", "empties 1", "empties the floor below", "the floor below becomes vacant"),
    "INFERNO": FloorWords("INFERNO", "empties 2", "empties 2 floors below", "the two floors below become vacant"),
}

PROTOTYPE: dict[str, FloorWords] = {
    **PRINTED,
    "SUITE": FloorWords("SUITE", "+3", "+3 to its owner", "owner +3"),
    "ELEVATOR": FloorWords("ELEVATOR", "2 x built", "+2 for each you built", "everybody +2 per own floor built here"),
    "NOISE": FloorWords("NOISE COMPLAINT", "mutes 1", "mutes the floor below", "the floor below loses its effect"),
    "INFERNO": FloorWords("INFERNO", "mutes 2", "mutes 2 floors below", "the two floors below lose their effects"),
}

STRANGER = FloorWords("?", "", "", "an unknown floor")


def words_of(floor: str, texts: str = "printed") -> FloorWords:
    """The words of a floor under an option's card texts; a neutral entry for an unknown floor."""
    table = PROTOTYPE if texts == "prototype" else PRINTED
    return table.get(floor, STRANGER)


def card_keys(hand: Sequence[str]) -> list[str]:
    """Spot keys of the cards in a hand: ``hand:OFFICE``, the second copy ``hand:OFFICE:2``."""
    copies = [list(hand[: i + 1]).count(floor) for i, floor in enumerate(hand)]
    return [f"hand:{floor}" + (f":{copy}" if copy > 1 else "") for floor, copy in zip(hand, copies, strict=True)]


def forecast(view: View, tower: Tower) -> tuple[FloorResult, ...]:
    """What each floor would do if the tower were scored now, top to ground; public knowledge only."""
    return resolve_tower(tower.storeys, view.seats, view.terms.texts, view.hand_sizes, view.deck)


def drawn_at_end(view: View) -> int:
    """How many cards the active player would draw at the end of the turn."""
    return max(0, min(DRAWN_A_TURN, HAND_LIMIT - view.hand_sizes[view.active], view.deck))


def letters(slots: Sequence[int]) -> str:
    """``A and C``."""
    return " and ".join(letter_of(slot) for slot in sorted(slots))


def discard(view: View) -> str:
    """What lies in the discard pile, one sentence."""
    if not view.discard:
        return "The discard pile is empty."
    kinds = dict.fromkeys(view.discard)
    return "Discarded: " + ", ".join(f"{view.discard.count(floor)} {floor}" for floor in kinds) + "."


def deed(action: Action) -> str:
    """An action as the label of what Enter does."""
    match action:
        case Build(floor, slot):
            return f"Build {floor} on {letter_of(slot)}"
        case Claim(slot, storey, card):
            return f"Claim {letter_of(slot)}{storey + 1} with {card}"
        case ScoreNext(slot):
            return f"Score {letter_of(slot)} next"
        case _:
            return "End turn"


# --- what there is to do ----------------------------------------------------------------------------


def describe(c: TableContext) -> Description:
    """The task, the steps of the turn, and one line on the prepared move or on what the cursor is on."""
    tasks = {"claim": "Claim floors, or end the turn", "order": "Choose the tower that is scored next"}
    if c.phase == "build":
        tasks["build"] = f"Build {count(BUILDS_A_TURN - len(c.view.built), 'floor')}"
    return Description(tasks.get(c.phase, ""), steps(c), hint(c))


def steps(c: TableContext) -> tuple[tuple[str, Literal["done", "now", "next"]], ...]:
    """The four steps of a turn, and which of them is taken now; none before the deal and after the end."""
    view = c.view
    if isinstance(c.turn, Over) or view.phase in ("over", "deal"):
        return ()
    at = 3 if c.playing else {"build": 0, "claim": 1}.get(view.phase, 3)
    due = "".join(letter_of(slot) for slot in sorted(due_slots(view)))
    texts = (
        f"build {BUILDS_A_TURN if at else len(view.built)} of {BUILDS_A_TURN}",
        "claim or end",
        f"draw {DRAWN_A_TURN}",
        f"score {due or '-'}",
    )
    return tuple((part, "done" if i < at else "now" if i == at else "next") for i, part in enumerate(texts))


def hint(c: TableContext) -> str:
    """One line on what the cursor is on, or on the prepared move."""
    texts, action = c.view.terms.texts, c.draft
    if action is not None:
        refusal = first_refusal(c.view, action)
        return refusal.text if refusal else _hint_of(c, action)
    if c.ui.zone == "board":
        tower = c.view.slots[c.ui.slot]
        if tower is None:
            return f"Lot {letter_of(c.ui.slot)} is free: a new tower may start here."
        return _storey_now(c, tower) + "."
    cards = cards_of(c)
    if not cards:
        return ""
    words = words_of(cards[c.ui.card], texts)
    return f"{words.title}: {words.long}."


def _hint_of(c: TableContext, action: Action) -> str:
    view, texts = c.view, c.view.terms.texts
    match action:
        case Build(floor, slot):
            words, letter, storey = words_of(floor, texts), letter_of(slot), height_at(view, slot) + 1
            if storey == 1:
                return f"Begin tower {letter} with {words.title}: {words.long}."
            due = ", then due" if storey >= view.terms.height else ""
            return f"Build {words.title} as {letter}{storey}{due}: {words.long}."
        case Claim(slot, storey, card):
            tower = view.slots[slot]
            assert tower is not None
            floor = tower.storeys[storey].floor
            return f"Tuck {card} under {letter_of(slot)}{storey + 1} {floor}: {words_of(floor, texts).long}."
        case ScoreNext(slot):
            return f"Score tower {letter_of(slot)} next: {_outcome(c, slot)}."
        case _:
            due = f"; tower {letters(due_slots(view))} is scored" if due_slots(view) else ""
            return f"End the turn: draw {DRAWN_A_TURN} (up to {HAND_LIMIT} in hand){due}."


def _storey_now(c: TableContext, tower: Tower) -> str:
    """The storey under the cursor with its effect, and what it would score now."""
    at = c.ui.storey
    storey = tower.storeys[at]
    result = next(result for result in forecast(c.view, tower) if result.storey == at)
    now = ", ".join(f"{c.name_of(seat)} +{points}" for seat, points in result.points)
    effect = words_of(storey.floor, c.view.terms.texts).long
    return f"{_storey_text(c, c.ui.slot, at, storey)}: {effect}" + (f"; now {now}" if now else "")


def _storey_text(c: TableContext, slot: int, at: int, storey: Storey) -> str:
    texts = c.view.terms.texts
    owner = "vacant" if storey.owner is None else c.name_of(storey.owner)
    tuck = f", {words_of(storey.tuck, texts).title} tucked" if storey.tuck else ""
    return f"{letter_of(slot)}{at + 1} {words_of(storey.floor, texts).title}, {owner}{tuck}"


def _outcome(c: TableContext, slot: int) -> str:
    tower = c.view.slots[slot]
    sums = sum_points(forecast(c.view, tower), c.view.seats) if tower else ()
    return ", ".join(f"{c.name_of(seat)} +{n}" for seat, n in enumerate(sums) if n) or "no points"


# --- the whole table --------------------------------------------------------------------------------


def read_out(c: TableContext) -> ReadOut:
    """The board in sentences, most important first, and the hand."""
    view = c.view
    lines = [_turn_line(c)]
    if due_slots(view):
        lines.append(f"Tower {letters(due_slots(view))} is scored at the end of this turn.")
    for slot in range(len(view.slots)):
        lines += _tower_lines(c, slot)
    lines.append(f"Points: {_each(c, view.points)}.")
    lines.append(f"Cards in hand: {_each(c, view.hand_sizes)}.")
    last = " This is the last round." if view.last_round else ""
    lines.append(f"Deck {view.deck}, discard {len(view.discard)}.{last}")
    standing = sum(1 for tower in view.slots if tower)
    lines.append(f"{standing} of {len(view.slots)} towers stand; a tower is full at {view.terms.height} floors.")
    return ReadOut(tuple(lines), _hand_lines(c))


def _each(c: TableContext, numbers: Sequence[int]) -> str:
    return ", ".join(f"{c.name_of(seat)} {n}" for seat, n in enumerate(numbers))


def _turn_line(c: TableContext) -> str:
    view = c.view
    if isinstance(c.turn, Over):
        best: Sequence[Seat] = c.turn.ranking[0] if c.turn.ranking else ()
        return f"Game over. {' and '.join(c.name_of(seat) for seat in best)} wins."
    who = c.name_of(view.active)
    if view.phase == "build":
        return f"{who} builds: {count(BUILDS_A_TURN - len(view.built), 'floor')} to go."
    if view.phase == "claim":
        return f"{who} may claim floors, then ends the turn."
    if view.phase == "order":
        return f"{who} chooses which tower is scored next."
    return f"{who} is next."


def _tower_lines(c: TableContext, slot: int) -> list[str]:
    view = c.view
    tower, letter = view.slots[slot], letter_of(slot)
    if tower is None:
        return [f"Tower {letter}: free lot."]
    state = ", due" if slot in due_slots(view) else ", built on this turn" if slot in view.built else ""
    head = f"Tower {letter}: {len(tower.storeys)} of {view.terms.height} floors{state}. Now {_outcome(c, slot)}."
    floors = ["  " + _storey_text(c, slot, at, storey) for at, storey in enumerate(tower.storeys)]
    return [head, *reversed(floors)]


def _hand_lines(c: TableContext) -> tuple[str, ...]:
    """One numbered line a card with its effect."""
    if c.seat is None:
        return ("A spectator has no hand.",)
    if not 0 <= c.seat < len(c.view.hands) or c.view.hands[c.seat] is None:
        return (f"The hand of {c.name_of(c.seat)} is hidden.",)
    words = [words_of(floor, c.view.terms.texts) for floor in cards_of(c)]
    return tuple(f"{i} {w.title}: {w.long}" for i, w in enumerate(words, 1)) or (f"{c.name_of(c.seat)} has no cards.",)
