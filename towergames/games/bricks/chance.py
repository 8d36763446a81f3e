"""What chance and the word list decide: resolved once, live; settled from the record in every replay.

The words found in the towers are recorded, so that a save opens, and scores the same, where its list is missing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from towergames.core.contract import Event, Nature, Seat, Step
from towergames.core.dice import Dice
from towergames.games.bricks.deal import (
    CODES,
    FEWEST_CARDS,
    MOST_CARDS,
    PER_COLOUR,
    PuzzleError,
    check_code,
    code_of,
    deal,
)
from towergames.games.bricks.judge import can_make, columns, find_words, letters_of, list_for_play
from towergames.games.bricks.model import HIDDEN_AT_FIRST, Appraisal, Deal, Outcome, State, WordList
from towergames.games.bricks.moves import finish
from towergames.games.bricks.pieces import WILD, PieceError, card_piece
from towergames.games.bricks.rules import Found
from towergames.lexicon import Lexicon, shelf

OUTCOMES: dict[str, type[Any]] = {"words": WordList, "deal": Deal, "appraisal": Appraisal}
"""Nature kind -> its outcome."""


def resolve(state: State, nature: Nature, dice: Dice) -> Outcome:
    """Name the list, deal, or look for words in the towers."""
    match nature.kind:
        case "words":
            chosen = shelf.resolve(state.terms.words) or shelf.load("standard")
            return WordList(chosen.id, chosen.sha256, chosen.count)
        case "deal":
            return _deal(state, dice)
        case _:
            lexicon = list_for_play(state.list_id, state.list_sha256)
            return Appraisal(tuple(_found(state, seat, lexicon) for seat in range(state.seats)))


def settle(state: State, outcome: Outcome) -> Step[State]:
    """The recorded outcome applied. Raises ValueError when it cannot follow from the state."""
    if type(outcome) is not OUTCOMES.get(state.phase):
        raise ValueError("no such outcome is due")
    return _SETTLE[state.phase](state, outcome)


def _settle_words(state: State, outcome: WordList) -> Step[State]:
    if len(outcome.sha256) != 64 or set(outcome.sha256) - set("0123456789abcdef") or not 1 <= len(outcome.id) <= 63:
        raise ValueError("a word list is named by its hash")
    if not all(ch.isascii() and (ch.isalnum() or ch == "-") for ch in outcome.id) or outcome.words < 1:
        raise ValueError("a word list has a short name and words")
    after = replace(state, phase="deal", list_id=outcome.id, list_sha256=outcome.sha256)
    text = f"Words are those of the list {outcome.id}, {outcome.words} words"
    return Step(after, (Event("words", text, data={"id": outcome.id, "sha256": outcome.sha256}),))


# --- the deal ---------------------------------------------------------------------------------------


def _deal(state: State, dice: Dice) -> Deal:
    terms = state.terms
    first = terms.first - 1 if terms.first else dice.fork("first").below(state.seats)
    order = tuple(dice.fork("rules").shuffled(HIDDEN_AT_FIRST)) if terms.discovery else ()
    code = terms.puzzle
    if code == "random":
        code = code_of(terms.size, dice.below(CODES))
    elif " " in code:
        return Deal("", tuple(code.split()), first, order)
    return Deal(code, deal(code, state.seats if terms.mode == "duel" else 1), first, order)


def _settle_deal(state: State, outcome: Deal) -> Step[State]:
    _check_cards(state, outcome)
    terms = state.terms
    if not 0 <= outcome.first < state.seats or (terms.first and outcome.first != terms.first - 1):
        raise ValueError("another player begins")
    if sorted(outcome.order) != (list(HIDDEN_AT_FIRST) if terms.discovery else []):
        raise ValueError("the order in which rules become known is wrong")
    duel = terms.mode == "duel"
    after = replace(
        state,
        phase="pick" if duel else "build",
        code=outcome.code,
        materials=outcome.cards,
        pool=outcome.cards if duel else (),
        first=outcome.first,
        active=outcome.first,
        order=outcome.order,
    )
    text = f"{len(outcome.cards)} cards lie on the table" + (f", puzzle {outcome.code}" if outcome.code else "")
    events = [Event("deal", text, data={"code": outcome.code, "cards": list(outcome.cards)})]
    if state.seats > 1 and not terms.first:
        events.append(Event("first", f"{{{outcome.first}}} begins", seat=outcome.first))
    return Step(after, tuple(events), reveals=True)


def _check_cards(state: State, outcome: Deal) -> None:
    """Check that the recorded cards are possible; that they are those of the code is not computed again."""
    cards, puzzle = outcome.cards, state.terms.puzzle
    try:
        for card in cards:
            if card != WILD:
                card_piece(card)
        code = check_code(outcome.code) if outcome.code else ""
    except (PieceError, PuzzleError) as error:
        raise ValueError(str(error)) from None
    if code != outcome.code or not FEWEST_CARDS <= len(cards) <= MOST_CARDS or cards.count(WILD) > 1:
        raise ValueError("no puzzle deals such cards")
    if " " in puzzle:
        if outcome.code or cards != tuple(puzzle.split()):
            raise ValueError("the cards are not those asked for")
    elif not code or (puzzle != "random" and code != puzzle):
        raise ValueError("the puzzle is not the one asked for")
    elif state.terms.mode == "build" and sum(len(card) == 4 for card in cards) != 3 * PER_COLOUR[code[0]]:
        raise ValueError("the puzzle deals another number of bricks")


# --- the appraisal ----------------------------------------------------------------------------------


def _found(state: State, seat: Seat, lexicon: Lexicon) -> Found:
    """The words in a seat's tower; B-14: where the longest one is typed, none is looked for."""
    bench = state.benches[seat]
    assert bench.tower is not None
    word = (bench.word or "-") if state.terms.typed else ""
    return find_words(bench.tower, lexicon, state.terms.readings, word)


def _settle_appraisal(state: State, outcome: Appraisal) -> Step[State]:
    if len(outcome.found) != state.seats:
        raise ValueError("every tower is appraised once")
    for bench, found in zip(state.benches, outcome.found, strict=True):
        assert bench.tower is not None
        letters, free = letters_of(bench.tower, state.terms.readings)
        spelled = [column.letters for column in columns(bench.tower, state.terms.readings)]
        if not can_make(found.longest, letters, free) or any(word not in spelled for word in found.columns):
            raise ValueError("a tower cannot make the words found in it")
        if len(found.columns) > len(spelled) or (state.terms.typed and found.longest not in ("", bench.word)):
            raise ValueError("there are words that nobody can have found")
    return finish(replace(state, found=outcome.found))


_SETTLE: dict[str, Callable[[State, Any], Step[State]]] = {
    "words": _settle_words,
    "deal": _settle_deal,
    "appraisal": _settle_appraisal,
}
