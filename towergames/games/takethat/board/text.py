"""The game in words: floors and their effects, the line on what the cursor is on, and the table for readers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from towergames.board.protocol import Description, ReadOut
from towergames.core.contract import Over, Refusal
from towergames.core.text import count, listed
from towergames.games.takethat import model
from towergames.games.takethat.board.ui_state import TableContext, cards_of, places
from towergames.games.takethat.model import Action, Build, Claim, EndTurn, ScoreNext, Storey, View
from towergames.games.takethat.notation import letter_of
from towergames.games.takethat.rules import due_slots, first_refusal
from towergames.games.takethat.scoring import FloorResult, resolve_tower, sum_points
from towergames.games.takethat.text import towers


class FloorWords(NamedTuple):
    """One floor: its full title, its effect in two lines of at most 10 cells, in one line, and as a sentence."""

    title: str
    lines: tuple[str, str]
    line: str
    long: str


PRINTED: dict[str, FloorWords] = {
    "OFFICE": FloorWords(
        "OFFICE", ("2 for each", "OFFICE"), "2 per OFFICE", "its owner scores 2 for each OFFICE in the tower"
    ),
    "LOBBY": FloorWords(
        "LOBBY", ("1 a floor", "above it"), "1 a floor above", "its owner scores 1 for each floor above it"
    ),
    "SPIRE": FloorWords(
        "SPIRE", ("3 points,", "ends tower"), "3, ends tower", "its owner scores 3; the tower scores this turn"
    ),
    "SUITE": FloorWords(
        "SUITE", ("Owner", "draws 2"), "Owner draws 2", "its owner draws 2 cards when the tower scores"
    ),
    "ELEVATOR": FloorWords(
        "ELEVATOR", ("2 per own", "card"), "2 per own card", "everyone scores 2 per own card in the tower"
    ),
    "LANDLORD": FloorWords(
        "LANDLORD", ("Takes over", "1 below"), "Takes over below", "its owner takes over the floor below"
    ),
    "NOISE": FloorWords("NOISE COMPLAINT", ("Evicts 1", "below"), "Evicts 1 below", "the floor below becomes vacant"),
    "INFERNO": FloorWords("INFERNO", ("Evicts 2", "below"), "Evicts 2 below", "the 2 floors below become vacant"),
}

PROTOTYPE: dict[str, FloorWords] = {
    **PRINTED,
    "SUITE": FloorWords("SUITE", ("3 points", ""), "3 points", "its owner scores 3"),
    "ELEVATOR": FloorWords(
        "ELEVATOR",
        ("2 for each", "you built"),
        "2 for each built",
        "everyone scores 2 per own floor in the tower",
    ),
    "NOISE": FloorWords("NOISE COMPLAINT", ("Silences 1", "below"), "Silences 1 below", "silences the floor below"),
    "INFERNO": FloorWords("INFERNO", ("Silences 2", "below"), "Silences 2 below", "silences the 2 floors below"),
}


def words_of(floor: str, texts: str) -> FloorWords:
    """The words of a floor under an option's card texts."""
    return (PROTOTYPE if texts == "prototype" else PRINTED)[floor]


def card_keys(hand: Sequence[str]) -> list[str]:
    """Spot keys of the cards in a hand: ``hand:OFFICE``, the second copy ``hand:OFFICE:2``."""
    copies = [list(hand[: i + 1]).count(floor) for i, floor in enumerate(hand)]
    return [f"hand:{floor}" + (f":{copy}" if copy > 1 else "") for floor, copy in zip(hand, copies, strict=True)]


# --- controls ---------------------------------------------------------------------------------------

CHOOSE_TOWER = "Choose a tower to score."


def no_claim(cards: int) -> Refusal:
    """The refusal where nothing can be claimed: no vacant floor, or no card in hand."""
    if cards:
        return Refusal("R-11", "No floor is vacant. End your turn.")
    return Refusal("R-10", "Your hand is empty. End your turn.")


def no_card(number: int, cards: int) -> str:
    """The answer to a number that no card of the hand has."""
    return f"You have no card {number}. Choose 1 to {cards}." if cards else "Your hand is empty."


def discarded(cards: int) -> str:
    """The heading of the discard pile's list."""
    return f"Discard pile: {count(cards, 'card')}"


def end(drawn: int) -> str:
    """The label of the end of a turn."""
    return f"End turn, draw {drawn}" if drawn else "End turn"


def advised(action: Action) -> str:
    """A hint as an instruction; the label of a claim names no card."""
    if isinstance(action, EndTurn):
        return "End your turn"
    return f"{deed(action)} with {action.card}" if isinstance(action, Claim) else deed(action)


def deed(action: Action) -> str:
    """An action as the label of what Enter does."""
    match action:
        case Build(floor, slot):
            return f"Build {floor} on {letter_of(slot)}"
        case Claim(slot, storey, _):
            return f"Claim floor {storey + 1} of {letter_of(slot)}"
        case ScoreNext(slot):
            return f"Score tower {letter_of(slot)}"
        case _:
            return "End turn"


# --- what there is to do ----------------------------------------------------------------------------


def forecast(view: View, storeys: Sequence[Storey]) -> tuple[FloorResult, ...]:
    """Result of each floor if the tower were scored now, from the top to the ground; from public knowledge only."""
    return resolve_tower(storeys, view.seats, view.terms.texts, view.hand_sizes, view.deck)


def describe(c: TableContext) -> Description:
    """The task, the steps of the turn, and one line on the prepared move or on what the cursor is on."""
    claim = "End your turn" if isinstance(c.draft, EndTurn) else "Claim, or end your turn"
    build = "Build on another tower" if c.view.built else "Build the first floor"
    tasks = {"build": build, "claim": claim, "order": "Choose which tower scores first"}
    return Description(tasks.get(c.phase, ""), steps(c), hint(c))


def steps(c: TableContext) -> tuple[tuple[str, Literal["done", "now", "next"]], ...]:
    """The steps of a turn, and which of them is taken now; none before the deal and after the end."""
    view = c.view
    if isinstance(c.turn, Over) or view.phase in ("over", "deal"):
        return ()
    at = 3 if c.playing else {"build": 0, "claim": 1}.get(view.phase, 3)
    build = f"Build {len(view.built) + 1} of {model.BUILDS_A_TURN}" if at == 0 else "Build"
    scored = "Score" if due_slots(view) or at == 3 else ""
    parts = build, "Claim", f"Draw {model.DRAWN_A_TURN}", scored
    taken: list[tuple[str, Literal["done", "now", "next"]]] = []
    for i, part in enumerate(parts):
        if not part:
            continue
        if i < at:
            taken.append((part, "done"))
        else:
            taken.append((part, "now" if i == at else "next"))
    return tuple(taken)


def hint(c: TableContext) -> str:
    """One line on the prepared move, or on what the cursor is on."""
    if c.draft is not None:
        return _hint_of(c, c.draft)
    if c.ui.zone == "hand":
        cards = cards_of(c)
        words = words_of(cards[c.ui.card], c.view.terms.texts) if cards else None
        return f"{words.title}: {words.long}." if words else ""
    return tell_storey(c, c.ui.slot, c.ui.storey)


def tell_storey(c: TableContext, slot: int, at: int) -> str:
    """A floor, its owner and its effect in one line."""
    storeys = model.storeys_at(c.view, slot)
    if not storeys:
        return "" if isinstance(c.turn, Over) else f"A new tower can start at {letter_of(slot)}."
    result = forecast(c.view, storeys)[-1 - at]
    gains = [f"+{points}" if seat == result.owner else f"{c.name_of(seat)} +{points}" for seat, points in result.points]
    effect = words_of(storeys[at].floor, c.view.terms.texts).line
    now = f"; now {', '.join(gains)}" if gains else ""
    return f"{_storey_text(c, slot, at, storeys[at])}: {effect}{now}."


def _hint_of(c: TableContext, action: Action) -> str:
    view, texts = c.view, c.view.terms.texts
    match action:
        case Build(floor):
            words = words_of(floor, texts)
            return f"{words.title}: {words.long}."
        case Claim(slot, storey, card):
            if first_refusal(view, action):
                return tell_storey(c, slot, storey)
            floor = model.storeys_at(view, slot)[storey].floor
            return f"Tucks {card} under {words_of(floor, texts).title}: {words_of(floor, texts).long}."
        case ScoreNext(slot):
            return f"Tower {letter_of(slot)} scores first: {_outcome(c, slot)}."
    drawn = model.may_draw(model.DRAWN_A_TURN, view.hand_sizes[view.active], view.deck)
    cards = count(drawn, "card") if drawn else "no cards"
    finished = len(due_slots(view))
    left = "No vacant floor is useful to you now. " if c.ui.ends and cards_of(c) and places(view) else ""
    if not finished:
        return f"{left}You draw {cards}."
    verb = "scores" if finished == 1 else "score"
    return f"You draw {cards}; then {_due(view)} {verb}."


def _due(view: View) -> str:
    """``A and C``."""
    return towers(sorted(due_slots(view)), "and")


def _storey_text(c: TableContext, slot: int, at: int, storey: Storey) -> str:
    texts = c.view.terms.texts
    owner = "vacant" if storey.owner is None else c.name_of(storey.owner)
    tuck = f", {words_of(storey.tuck, texts).title} tucked" if storey.tuck else ""
    return f"{letter_of(slot)}{at + 1} {words_of(storey.floor, texts).title}, {owner}{tuck}"


def _outcome(c: TableContext, slot: int) -> str:
    sums = sum_points(forecast(c.view, model.storeys_at(c.view, slot)), c.view.seats)
    return ", ".join(f"{c.name_of(seat)} +{n}" for seat, n in enumerate(sums) if n) or "no points"


# --- the whole table --------------------------------------------------------------------------------


def read_out(c: TableContext) -> ReadOut:
    """The board in sentences, most important first, and the hand."""
    view = c.view
    due = [f"Tower {_due(view)} scores at the end of this turn."] if due_slots(view) else []
    last = " This is the last round." if view.last_round else ""
    standing = sum(1 for tower in view.slots if tower)
    lines = (
        _turn_line(c),
        *due,
        *(line for slot in range(len(view.slots)) for line in _tower_lines(c, slot)),
        f"Score: {_each(c, view.points)}.",
        f"Cards in hand: {_each(c, view.hand_sizes)}.",
        f"Deck {view.deck}, discard pile {len(view.discard)}.{last}",
        f"{standing} of {len(view.slots)} towers stand. A tower with {view.terms.height} floors is finished.",
    )
    return ReadOut(lines, _hand_lines(c))


def _each(c: TableContext, numbers: Sequence[int]) -> str:
    return ", ".join(f"{c.name_of(seat)} {n}" for seat, n in enumerate(numbers))


def _turn_line(c: TableContext) -> str:
    if isinstance(c.turn, Over):
        return f"The game is over. {listed([c.name_of(seat) for seat in c.turn.ranking[0]])} wins."
    deeds = {
        "build": f"builds {count(model.BUILDS_A_TURN - len(c.view.built), 'more floor')}",
        "claim": "may claim floors, then ends the turn",
        "order": "chooses which tower scores first",
    }
    return f"{c.name_of(c.view.active)} {deeds.get(c.view.phase, 'is next')}."


def _tower_lines(c: TableContext, slot: int) -> list[str]:
    view = c.view
    tower, letter = view.slots[slot], letter_of(slot)
    if tower is None:
        return [f"Tower {letter}: free place."]
    state = ""
    if slot in due_slots(view):
        state = ", finished"
    elif slot in view.built:
        state = ", built on this turn"
    head = f"Tower {letter}: {len(tower.storeys)} of {view.terms.height} floors{state}. Now {_outcome(c, slot)}."
    floors = ["  " + _storey_text(c, slot, at, storey) for at, storey in enumerate(tower.storeys)]
    return [head, *reversed(floors)]


def _hand_lines(c: TableContext) -> tuple[str, ...]:
    """One numbered line a card with its effect."""
    if c.seat is None:
        return ("You are watching, so you have no hand.",)
    if c.view.hands[c.seat] is None:
        return (f"The hand of {c.name_of(c.seat)} is hidden.",)
    words = [words_of(floor, c.view.terms.texts) for floor in cards_of(c)]
    return tuple(f"{i} {w.title}: {w.long}" for i, w in enumerate(words, 1)) or (f"{c.name_of(c.seat)} has no cards.",)
