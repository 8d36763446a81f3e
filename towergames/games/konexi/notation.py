"""Moves as people type and save them: ``place R at 3 5 turn 90 flip``, ``word RULE``, ``token 7``.

A gap is typed as the number of letters before it, clockwise from the first of the circle. ``token after R`` is read
as well. Turns are counter-clockwise; ``flip`` means turned over first.
"""

from __future__ import annotations

import re

from towergames.core.contract import NotationError
from towergames.core.text import did_you_mean
from towergames.games.konexi.letters import ALPHABET
from towergames.games.konexi.model import (
    Action,
    Arrange,
    Begin,
    Done,
    GiveUp,
    Mix,
    Nudge,
    Place,
    Public,
    Token,
    Word,
)
from towergames.games.konexi.rules import is_word

VERBS = ("begin", "circle", "mix", "token", "place", "give-up", "word", "done", "nudge")
_IN_PHASE: dict[str, tuple[str, ...]] = {
    "birthday": ("begin",),
    "arrange": ("circle", "mix"),
    "token": ("token",),
    "place": ("place", "give-up"),
    "word": ("word", "done"),
}
PLACE = "place LETTER at X Y [turn 90|180|270] [flip]"
_PLAIN: dict[str, Action] = {"mix": Mix(), "give-up": GiveUp(), "done": Done()}
_LONGEST = 200
_TURNS = {"0": 0, "90": 1, "180": 2, "270": 3}


def notate(action: Action) -> str:
    """The move on one line.

    >>> notate(Place("R", 1, True, 3, -5)), notate(Word("RULE")), notate(Nudge(1))
    ('place R at 3 -5 turn 90 flip', 'word RULE', 'nudge 2')
    """
    match action:
        case Begin(seat):
            return f"begin {seat + 1}"
        case Arrange(letters, gap):
            return f"circle {letters} token {gap}"
        case Token(gap):
            return f"token {gap}"
        case Place(letter, turn, flip, x, y):
            turned = f" turn {90 * turn}" if turn else ""
            return f"place {letter} at {x} {y}{turned}{' flip' if flip else ''}"
        case Word(word):
            return f"word {word}"
        case Nudge(by):
            return f"nudge {by + 1}"
    return next(verb for verb, plain in _PLAIN.items() if plain == action)


# --- reading ----------------------------------------------------------------------------------------


class _Words:
    """The words of a line, taken from the left; ``usage`` is what to say when they do not fit."""

    def __init__(self, rest: list[str], usage: str) -> None:
        self.rest = rest
        self.usage = usage

    def took(self, word: str) -> bool:
        """Whether the next word is this one; if so it is taken."""
        if self.rest and self.rest[0] == word:
            del self.rest[0]
            return True
        return False

    def need(self, word: str) -> None:
        """Take this word."""
        if not self.took(word):
            raise NotationError(self.usage)

    def next(self) -> str:
        """Take any word."""
        if not self.rest:
            raise NotationError(self.usage)
        return self.rest.pop(0)

    def number(self) -> int:
        """Take a whole number."""
        word = self.next()
        if not re.fullmatch(r"-?[0-9]{1,3}", word) or re.fullmatch(r"-0+", word):
            raise NotationError(self.usage)
        return int(word)

    def count(self) -> int:
        """Take a whole number that is not negative."""
        number = self.number()
        if number < 0:
            raise NotationError(self.usage)
        return number

    def seat(self) -> int:
        """Take the number of a player."""
        number = self.count()
        if number < 1:
            raise NotationError(self.usage)
        return number - 1

    def letters(self) -> str:
        """Take letters, as capitals."""
        word = self.next().upper()
        if not is_word(word):
            raise NotationError(self.usage)
        return word

    def end(self) -> None:
        """Nothing may be left over."""
        if self.rest:
            raise NotationError(self.usage)


def parse(text: str, state: Public) -> Action:
    """The move meant by a typed line, in any case. Raises NotationError that says what would be understood."""
    rest = text[:_LONGEST].lower().replace(",", " ").split()
    if not rest:
        raise NotationError("type a move, such as: place R at 3 5; word RULE; done; token 7")
    verb = _verb(rest.pop(0), state)
    if verb == "give-up" and rest == ["up"]:
        rest.clear()
    if verb in _PLAIN:
        if rest:
            raise NotationError(f"{verb} is a move by itself; type nothing after it")
        return _PLAIN[verb]
    words = _Words(rest, _USAGES[verb])
    action = _read(verb, words, state)
    words.end()
    return action


def _verb(word: str, state: Public) -> str:
    if word in VERBS:
        return word
    found = [verb for verb in VERBS if verb.startswith(word)]
    if len(found) != 1:
        raise NotationError(f"{word[:20]!a} is no move{did_you_mean(word, VERBS, f'; {_moves_now(state)}')}")
    return found[0]


def _moves_now(state: Public) -> str:
    """Which words begin a move in this phase."""
    verbs = _IN_PHASE.get(state.phase, ())
    if verbs and state.phase in ("place", "word") and state.terms.bump == "nudge":
        verbs = (*verbs, "nudge")
    if not verbs:
        return "no player can move now"
    return f"a move begins with {', '.join(verbs[:-1])}{' or ' if verbs[:-1] else ''}{verbs[-1]} now"


def _read(verb: str, words: _Words, state: Public) -> Action:
    match verb:
        case "begin":
            return Begin(words.seat())
        case "circle":
            letters = words.letters()
            return Arrange(letters, words.count() if words.took("token") else 0)
        case "token":
            return Token(_after(words, state) if words.took("after") else words.count())
        case "place":
            return _place(words)
        case "word":
            return Word(words.letters())
        case _:
            return Nudge(words.seat())


def _after(words: _Words, state: Public) -> int:
    """The gap clockwise after a letter of the circle."""
    letter = words.letters()
    if letter not in state.circle or len(letter) != 1:
        raise NotationError(f"{letter[:3]} is no letter of the circle; {words.usage}")
    return (state.circle.index(letter) + 1) % len(state.circle)


def _place(words: _Words) -> Place:
    letter = words.letters()
    if letter not in ALPHABET or len(letter) != 1:
        raise NotationError(words.usage)
    words.need("at")
    x, y = words.number(), words.number()
    turn, flip = 0, False
    while words.rest:
        if words.took("flip") and not flip:
            flip = True
        elif words.took("turn") and not turn and words.rest and words.rest[0] in _TURNS:
            turn = _TURNS[words.next()]
        else:
            raise NotationError(words.usage)
    return Place(letter, turn, flip, x, y)


_USAGES = {
    "begin": "begin needs the player whose birthday comes next: begin 2",
    "circle": "circle needs the 26 letters clockwise, and how many of them lie before the token: circle ABC... token 5",
    "token": "token needs the number of letters before the gap, or the letter before it: token 7, token after R",
    "place": f"place needs a letter and where: {PLACE}",
    "word": "word needs a word: word RULE",
    "nudge": "nudge needs the player who bumped the tower: nudge 2",
}
