"""Input that no control handles: arrows, digits and letters, the mouse, typed words, and hints put into the hand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from towergames.board.protocol import ARROWS, Comparison, Hint, Input, PastDecision, PointerInput, Result, TextInput
from towergames.core.text import count, listed
from towergames.games.konexi.board import letter_circle, text, ui_state
from towergames.games.konexi.board.forecast import with_trials
from towergames.games.konexi.board.ui_state import (
    KonexiContext,
    KonexiResult,
    Ui,
    offers,
    places,
    wants_trials,
    with_letter,
    with_ui,
)
from towergames.games.konexi.letters import ALPHABET, is_word
from towergames.games.konexi.model import Action, Begin, EndTurn, GiveUp, Nudge, Place, SayWord, Token
from towergames.games.konexi.rules import between, places_of
from towergames.games.konexi.tower import PlacedLetter
from towergames.games.konexi.words import lexicon_of, sayable_words

QUESTIONS = ("places", "letter")
FORMS: Mapping[str, str] = {
    "places [LETTER] [on LETTER]": "where a letter on offer can be placed, numbered, all or on one letter",
    "letter LETTER": "where a letter of the tower hangs, and what it is joined to",
    "hold [LETTER] [NUMBER]": "take a letter, at that place of the list",
    "put [LETTER] NUMBER": "let go of it there",
    "go WAY": "to the next place there: left, right, up or down",
    "say WORD": "say the word",
    "token after LETTER": "put the token there, where you may choose",
}
"""Commands that can be typed besides moves and controls."""


def on_input(c: KonexiContext, event: Input) -> KonexiResult | None:
    """The answer to input; None if it means nothing here."""
    result = _answer(c, event)
    if result is None or not wants_trials(c, result):
        return result
    return with_trials(c, result)


def _answer(c: KonexiContext, event: Input) -> KonexiResult | None:
    if isinstance(event, TextInput):
        return _on_line(c, event.words.lower().split() or [""])
    if isinstance(event, PointerInput):
        return _on_click(c, event.spot) if event.click else None
    return _on_key(c, event.name)


def _on_key(context: KonexiContext, name: str) -> KonexiResult | None:
    if name in ARROWS:
        return _arrow(context, *ARROWS[name])
    if name == "back":
        return Result(_back(context))
    if name in ("next", "previous"):
        if context.phase != "place" or context.ui.who >= 0:
            return None
        return ui_state.step(context, 1 if name == "next" else -1)
    if not context.phase:
        return Result(context.ui, say=context.waiting())
    if name.isdigit():
        return _number(context, int(name) - 1)
    return _letter(context, name.upper()) if name.upper() in ALPHABET else None


def _arrow(context: KonexiContext, dx: int, dy: int) -> KonexiResult:
    match context.phase:
        case "birthday" | "place" | "word" if context.ui.who >= 0:
            who = (context.ui.who + dx - dy) % context.view.seats
            if context.phase != "birthday" and who == context.view.active:
                who = (who + dx - dy) % context.view.seats
            return Result(replace(context.ui, who=who))
        case "place" if context.ui.choosing:
            letter = letter_circle.offer_there(context, dx, dy)
            if not letter:  # no letter in this direction: go to the tower
                return ui_state.take(context, context.ui.letter)
            return Result(context.ui if letter == context.ui.letter else with_letter(context.view, context.ui, letter))
        case "place":
            return ui_state.go(context, dx, dy)
        case "token":
            return letter_circle.shift(context, dx, dy)
        case "arrange":
            return letter_circle.walk(context, dx, dy)
    return ui_state.walk(context, dx, dy)


def _number(context: KonexiContext, at: int) -> KonexiResult:
    """Handle a digit: take that letter beside the token, or choose that player."""
    if context.ui.who >= 0:
        if at >= context.view.seats:
            return Result(context.ui, say=f"There is no player {at + 1}. Choose 1 to {context.view.seats}.")
        return (
            Result(context.ui, Begin(at))
            if context.phase == "birthday"
            else Result(replace(context.ui, who=-1), Nudge(at))
        )
    if context.phase != "place":
        return Result(context.ui, say="1 and 2 take a letter beside the token. Not now.")
    good = offers(context.view)
    if at < len(good):
        return ui_state.take(context, good[at])
    return Result(context.ui, say=f"Only {listed(good)} can be taken.", rule="R-8")


def _letter(context: KonexiContext, name: str) -> KonexiResult:
    """Handle a letter key: type it, take it in hand, or go to it in the circle."""
    match context.phase:
        case "word":
            return ui_state.add(context, name)
        case "place":
            return ui_state.take(context, name)
        case "token":
            return letter_circle.to_letter(context, name)
        case "arrange":
            return letter_circle.jump_to_letter(context.ui, name)
    return Result(context.ui, say="Choose a player first.")


def _back(context: KonexiContext) -> Ui:
    """Handle Esc: take back one step of what is prepared.

    In this order: player asked about, refused click, held letter, word, choice of the letter.
    """
    ui = context.ui
    if ui.who >= 0:
        return ui if context.phase == "birthday" else replace(ui, who=-1)
    if ui.tried is not None:
        return replace(ui, tried=None)
    if ui.held >= 0:
        return replace(ui, held=-1)
    if context.phase == "word":
        return replace(ui, word="", on=ui.on if ui.word else "")
    if context.phase == "place" and len(offers(context.view)) > 1:
        return replace(ui, choosing=True, armed=False)
    return ui


def _on_click(context: KonexiContext, spot: str) -> KonexiResult | None:
    ui = context.ui
    kind, _, rest = spot.partition(":")
    numbers = tuple(map(int, rest.split(","))) if re.fullmatch("-?[0-9]+(,-?[0-9]+)*", rest) else ()
    match kind, context.phase, numbers:
        case "letter", phase, _ if rest in {one.letter for one in context.view.tower}:
            return _tower_letter(context, phase, rest)
        case "cell", "place", (x, y):
            return ui_state.onto_cell(context, (x, y))
        case "cell", _, _:
            return Result(replace(ui, on="", tried=None))
        case "joint", "place", (x, y, side) if 0 <= side < 4:
            return ui_state.onto_joint(context, x, y, side)
        case "ghost", "place", _ if ui.at is not None:
            if ui.armed:
                return Result(ui, Place(*ui.at))
            question = f"Click once more to let go of {ui.letter}, or press Enter."
            return Result(replace(ui, choosing=False, armed=True, tried=None), say=question)
        case "offer", _, _:
            return _take_or_go_to(context, rest)
        case "circle", "arrange", (slot,) if 0 <= slot < len(ui.circle):
            return letter_circle.pick(ui, slot)
        case "circle", _, (slot,) if 0 <= slot < len(context.view.circle):
            return _take_or_go_to(context, context.view.circle[slot])
        case "gap", "token", (gap,):
            return Result(ui, Token(gap)) if gap == ui.gap else letter_circle.to_gap(context, gap)
        case "gap", "arrange", (gap,):
            return letter_circle.put_token(ui, gap % len(ui.circle))
        case "word", "word", (number,) if 0 <= number < len(ui.word):
            return ui_state.without(ui, number)
        case "player", phase, (number,) if number > 0 and phase and ui.who >= 0:
            return _number(context, number - 1)
    return None


def _tower_letter(c: KonexiContext, phase: str, letter: str) -> KonexiResult:
    """Handle a click on a letter of the tower: spell it, put the letter in hand on it, or else select or
    deselect it.
    """
    match phase:
        case "word":
            return ui_state.toggle(c, letter)
        case "place":
            return ui_state.onto_letter(with_ui(c, on=letter), letter)
    return Result(replace(c.ui, on="" if c.ui.on == letter else letter))


def _take_or_go_to(c: KonexiContext, letter: str) -> KonexiResult | None:
    match c.phase:
        case "place":
            return ui_state.take(c, letter)
        case "token" if letter in c.view.circle:
            return letter_circle.to_letter(c, letter)
    return None


def _on_line(context: KonexiContext, words: list[str]) -> KonexiResult | None:
    match context.phase, words:
        case _, [first, *_] if first in QUESTIONS:
            return Result(context.ui, lines=text.answer(context, words))
        case "place", ["go", way] if way in ARROWS:
            return ui_state.go(with_ui(context, choosing=False), *ARROWS[way])
        case "place", [("hold" | "put") as verb, *rest]:
            return _at(context, verb, rest)
        case "word", ["say", word] if is_word(word.upper()):
            return Result(replace(context.ui, word=word.upper()), SayWord(word.upper()))
        case "token", ["token", "after", letter] if letter.upper() in ALPHABET:
            # A letter that is gone gets an answer here; any other line is a complete move.
            gone = letter.upper() not in context.view.circle
            return letter_circle.to_letter(context, letter.upper()) if gone else None
    return None


def _at(context: KonexiContext, verb: str, rest: list[str]) -> KonexiResult:
    """Handle ``hold R 12``, ``put 12``: a place by its number."""
    named = bool(rest) and rest[0].upper() in ALPHABET
    letter = rest[0].upper() if named else context.ui.letter
    taken = ui_state.take(context, letter)
    if taken.say:
        return taken
    numbers = rest[1:] if named else rest
    if not numbers and verb == "hold":
        return taken
    here = replace(context, ui=taken.ui)
    if len(numbers) != 1 or not numbers[0].isascii() or not numbers[0].isdigit():
        return Result(here.ui, say=f"Which place? Type its number, such as: {verb} {letter} 1; places lists them.")
    spots, number = places(here), int(numbers[0][:6])
    if not 1 <= number <= len(spots):
        return Result(here.ui, say=f"There is no place {numbers[0]}. {letter} has places 1 to {len(spots)}.")
    there, spot = ui_state.put(here, spots[number - 1]), spots[number - 1]
    return replace(there, submit=Place(*spot)) if verb == "put" else there


def tip(context: KonexiContext, given: int) -> Hint[Ui, Action] | None:
    """Tips about the longest word: first its length, then its ends, then the word. None in phases where bots give
    hints.
    """
    if context.view.phase != "word" or lexicon_of(context.view) is None:
        return None
    words = sayable_words(context.view)
    if not words:
        other, without = ("other ", "") if context.view.words_said else ("", " without one")
        sentence = f"{context.view.new} makes no {other}word here. End the turn{without}."
        return Hint(sentence, EndTurn()) if not given else None
    best = words[0]
    longest = "The longest" if len(words) > 1 else "It"
    tips: tuple[Hint[Ui, Action], ...] = (
        Hint(f"{context.view.new} makes {count(len(words), 'word')}. {longest} has {len(best)} letters."),
        Hint(f"The longest word starts with {best[0]} and ends with {best[-1]}."),
        Hint(f"A longest word: {best}.", SayWord(best)),
    )
    return tips[given] if given < len(tips) else None


def advise(c: KonexiContext, action: Action) -> Hint[Ui, Action]:
    """A hint: a place by its number, with the letters that hold it, or a gap by its letters. Other moves explain
    themselves.
    """
    sentence = beside_ghost = ""
    match action:
        case Place():
            beside_ghost = f"put {action.letter} {text.rests_on(c.view, action.spot)}"
            number = text.place_number(places_of(c.view, action.letter), action.spot)
            sentence = f"{beside_ghost}, the {number}" if number else ""
        case Token(gap):
            sentence = f"put the token {between(c.view.circle, gap)}"
    return Hint(sentence, action, ui=_prepared(c, action), beside_ghost=beside_ghost)


def compare(c: KonexiContext, past: PastDecision[Action]) -> Comparison[Ui] | None:
    """The answer for a word: a longest one of all that could be said. None for other decisions."""
    words = sayable_words(c.view) if c.phase == "word" and lexicon_of(c.view) is not None else ()
    if not words:
        return None
    longest = words[0]
    said = past.made.word if isinstance(past.made, SayWord) else ""
    if len(said) == len(longest):
        return Comparison((f"No word here is longer than {said}.",))
    told = f"The longest word here: {longest}, {count(len(longest), 'point')}."
    return Comparison((told,), _prepared(c, SayWord(longest)))


def _prepared(context: KonexiContext, action: Action) -> Ui | None:
    """The UiState with an action prepared, so that Enter submits it; None if that is impossible."""
    match context.phase, action:
        case "place", Place():
            return replace(show_idea(context, action) or context.ui, choosing=False)
        case "word", SayWord(word):
            return replace(context.ui, word=word)
        case "word", EndTurn():
            return replace(context.ui, word="")
        case "token", Token(gap):
            return replace(context.ui, gap=gap)
        case "place", GiveUp() if context.ui.at is None:
            return replace(context.ui, choosing=False)
    return None


def show_idea(c: KonexiContext, idea: Any) -> Ui | None:
    """The UiState that shows a bot's candidate: the letter in its place."""
    spot = idea.spot if isinstance(idea, Place) else idea
    if not isinstance(spot, PlacedLetter) or spot.letter in {one.letter for one in c.view.tower}:
        return None
    return replace(c.ui, letter=spot.letter, at=spot, tried=None, armed=False)
