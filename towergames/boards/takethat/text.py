"""The game in words: floors and their effects, the line on what the cursor is on, and the table for readers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple

from towergames.boards.protocol import Description, ReadOut
from towergames.boards.takethat.ui_state import TableContext, cards_of, height_at
from towergames.core.contract import Over
from towergames.core.text import count
from towergames.games.takethat import model
from towergames.games.takethat.model import Action, Build, Claim, ScoreNext, Storey, Tower, View
from towergames.games.takethat.notation import letter_of
from towergames.games.takethat.rules import due_slots, first_refusal
from towergames.games.takethat.scoring import FloorResult, resolve_tower, sum_points


class FloorWords(NamedTuple):
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


def words_of(floor: str, texts: str) -> FloorWords:
    """The words of a floor under an option's card texts."""
    return (PROTOTYPE if texts == "prototype" else PRINTED)[floor]


def card_keys(hand: Sequence[str]) -> list[str]:
    """Spot keys of the cards in a hand: ``hand:OFFICE``, the second copy ``hand:OFFICE:2``."""
    copies = [list(hand[: i + 1]).count(floor) for i, floor in enumerate(hand)]
    return [f"hand:{floor}" + (f":{copy}" if copy > 1 else "") for floor, copy in zip(hand, copies, strict=True)]


def forecast(view: View, tower: Tower) -> tuple[FloorResult, ...]:
    """What each floor would do if the tower were scored now, top to ground; public knowledge only."""
    return resolve_tower(tower.storeys, view.seats, view.terms.texts, view.hand_sizes, view.deck)


def discard(view: View) -> str:
    """What lies in the discard pile, one sentence."""
    kinds = ", ".join(f"{number} {floor}" for floor, number in Counter(view.discard).items())
    return f"Discarded: {kinds}." if kinds else "The discard pile is empty."


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
        tasks["build"] = f"Build {count(model.BUILDS_A_TURN - len(c.view.built), 'floor')}"
    return Description(tasks.get(c.phase, ""), steps(c), hint(c))


def steps(c: TableContext) -> tuple[tuple[str, Literal["done", "now", "next"]], ...]:
    """The four steps of a turn, and which of them is taken now; none before the deal and after the end."""
    view = c.view
    if isinstance(c.turn, Over) or view.phase in ("over", "deal"):
        return ()
    at = 3 if c.playing else {"build": 0, "claim": 1}.get(view.phase, 3)
    built = model.BUILDS_A_TURN if at else len(view.built)
    due = "".join(letter_of(slot) for slot in sorted(due_slots(view))) or "-"
    texts = f"build {built} of {model.BUILDS_A_TURN}", "claim or end", f"draw {model.DRAWN_A_TURN}", f"score {due}"
    return tuple((part, "done" if i < at else "now" if i == at else "next") for i, part in enumerate(texts))


def hint(c: TableContext) -> str:
    """One line on what the cursor is on, or on the prepared move."""
    ui = c.ui
    if c.draft is not None:
        refusal = first_refusal(c.view, c.draft)
        return refusal.text if refusal else _hint_of(c, c.draft)
    if ui.zone == "hand":
        cards = cards_of(c)
        words = words_of(cards[ui.card], c.view.terms.texts) if cards else None
        return f"{words.title}: {words.long}." if words else ""
    tower = c.view.slots[ui.slot]
    if tower is None:
        return f"Lot {letter_of(ui.slot)} is free: a new tower may start here."
    storey = tower.storeys[ui.storey]
    result = forecast(c.view, tower)[-1 - ui.storey]
    now = ", ".join(f"{c.name_of(seat)} +{points}" for seat, points in result.points)
    effect = words_of(storey.floor, c.view.terms.texts).long
    return f"{_storey_text(c, ui.slot, ui.storey, storey)}: {effect}{'; now ' if now else ''}{now}."


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
            floor = model.storeys_at(view, slot)[storey].floor
            return f"Tuck {card} under {letter_of(slot)}{storey + 1} {floor}: {words_of(floor, texts).long}."
        case ScoreNext(slot):
            return f"Score tower {letter_of(slot)} next: {_outcome(c, slot)}."
    due = f"; tower {_due(view)} is scored" if due_slots(view) else ""
    return f"End the turn: draw {model.DRAWN_A_TURN} (up to {model.HAND_LIMIT} in hand){due}."


def _due(view: View) -> str:
    """``A and C``."""
    return " and ".join(letter_of(slot) for slot in sorted(due_slots(view)))


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
    due = [f"Tower {_due(view)} is scored at the end of this turn."] if due_slots(view) else []
    last = " This is the last round." if view.last_round else ""
    standing = sum(1 for tower in view.slots if tower)
    lines = (
        _turn_line(c),
        *due,
        *(line for slot in range(len(view.slots)) for line in _tower_lines(c, slot)),
        f"Points: {_each(c, view.points)}.",
        f"Cards in hand: {_each(c, view.hand_sizes)}.",
        f"Deck {view.deck}, discard {len(view.discard)}.{last}",
        f"{standing} of {len(view.slots)} towers stand; a tower is full at {view.terms.height} floors.",
    )
    return ReadOut(lines, _hand_lines(c))


def _each(c: TableContext, numbers: Sequence[int]) -> str:
    return ", ".join(f"{c.name_of(seat)} {n}" for seat, n in enumerate(numbers))


def _turn_line(c: TableContext) -> str:
    if isinstance(c.turn, Over):
        return f"Game over. {' and '.join(c.name_of(seat) for seat in c.turn.ranking[0])} wins."
    deeds = {
        "build": f"builds: {count(model.BUILDS_A_TURN - len(c.view.built), 'floor')} to go",
        "claim": "may claim floors, then ends the turn",
        "order": "chooses which tower is scored next",
    }
    return f"{c.name_of(c.view.active)} {deeds.get(c.view.phase, 'is next')}."


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
    if c.view.hands[c.seat] is None:
        return (f"The hand of {c.name_of(c.seat)} is hidden.",)
    words = [words_of(floor, c.view.terms.texts) for floor in cards_of(c)]
    return tuple(f"{i} {w.title}: {w.long}" for i, w in enumerate(words, 1)) or (f"{c.name_of(c.seat)} has no cards.",)
