"""Moves as people type and save them: ``place R at 3 5 turn 90 flip``, ``word RULE``, ``token 7``.

A gap is typed as the number of letters before it, clockwise from the first of the circle. ``token after R`` is read
as well. Turns are counter-clockwise; ``flip`` means turned over first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from towergames.core.contract import NotationError
from towergames.core.text import quoted
from towergames.core.tokens import Tokens
from towergames.games.konexi import model
from towergames.games.konexi.letters import ALPHABET, is_word
from towergames.games.konexi.model import Action, Public

VERBS = ("begin", "circle", "mix", "token", "place", "give-up", "word", "done", "nudge")
PLACE = "place LETTER at X Y [turn 90|180|270] [flip]"
_PLAIN: dict[str, Action] = {"mix": model.Mix(), "give-up": model.GiveUp(), "done": model.EndTurn()}
_LONGEST = 200
_FILLERS = ("at", "to", "on", "the", "letter", "player", "my", "with", "and", "degrees")
_TURNS = {"0": 0, "90": 1, "180": 2, "270": 3}


def notate(action: Action) -> str:
    """Write the move on one line.

    >>> notate(model.Place("R", 1, True, 3, -5)), notate(model.SayWord("RULE")), notate(model.Nudge(1))
    ('place R at 3 -5 turn 90 flip', 'word RULE', 'nudge 2')
    """
    match action:
        case model.Begin(seat):
            return f"begin {seat + 1}"
        case model.Arrange(letters, gap):
            return f"circle {letters} token {gap}"
        case model.Token(gap):
            return f"token {gap}"
        case model.Place(letter, turn, flip, x, y):
            turned = f" turn {90 * turn}" if turn else ""
            return f"place {letter} at {x} {y}{turned}{' flip' if flip else ''}"
        case model.SayWord(word):
            return f"word {word}"
        case model.Nudge(by):
            return f"nudge {by + 1}"
    return next(verb for verb, plain in _PLAIN.items() if plain == action)


def parse(text: str, state: Public) -> Action:
    """Read a typed move. Case, filler words, the order of words and a missing verb do not matter.

    Raises NotationError that says what would be understood.
    """
    words = Tokens(text, _LONGEST)
    if not words.rest:
        raise NotationError("type a move, such as: place R at 3 5; word RULE; done; token 7")
    verb = words.verb(VERBS, _missing_verb(words.rest, state))
    if verb != "word":  # a filler word may be the word that is said
        words.without(_FILLERS)
    if verb == "give-up" and words.rest == ["up"]:
        words.rest.clear()
    words.usage = _USAGES.get(verb, f"{verb} is a move by itself; type nothing after it")
    action = _PLAIN[verb] if verb in _PLAIN else _read(verb, words, state)
    words.end()
    return action


def _missing_verb(words: Sequence[str], state: Public) -> str:
    """The only verb of this phase that fits words without a verb; '' if none does."""
    line = " ".join(words).upper()
    match state.phase:
        case "birthday" if re.fullmatch("[1-9]", line):
            return "begin"
        case "arrange" if len(words[0]) == len(ALPHABET) and is_word(words[0].upper()):
            return "circle"
        case "token" if re.fullmatch("[0-9]{1,2}|AFTER [A-Z]", line):
            return "token"
        case "place" if re.fullmatch("[A-Z] (AT )?-?[0-9]+ -?[0-9]+.*", line):
            return "place"
        case "word" if len(line) > 1 and set(line) <= {one.letter for one in state.tower} and state.new in line:
            return "word"
    return ""


def _read(verb: str, words: Tokens, state: Public) -> Action:
    match verb:
        case "begin":
            return model.Begin(_number(words, 1) - 1)
        case "circle":
            letters = _letters(words)
            return model.Arrange(letters, _number(words, 0) if words.took("token") else 0)
        case "token":
            return model.Token(_after(words, state) if words.took("after") else _number(words, 0))
        case "place":
            return _place(words)
        case "word":
            return model.SayWord(_letters(words))
        case _:
            return model.Nudge(_number(words, 1) - 1)


def _number(words: Tokens, least: int = -999) -> int:
    number = int(words.matching(r"(?!-0+$)-?[0-9]{1,3}")[0])
    if number < least:
        raise words.wrong
    return number


def _letters(words: Tokens, most: int = 26) -> str:
    word = words.next().upper()
    if not is_word(word) or len(word) > most:
        raise words.wrong
    return word


def _after(words: Tokens, state: Public) -> int:
    """The gap clockwise after a letter of the circle."""
    letter = _letters(words)
    if letter not in state.circle or len(letter) != 1:
        raise NotationError(f"{quoted(letter, 3)} is not in the circle. Its letters are {state.circle}")
    return (state.circle.index(letter) + 1) % len(state.circle)


def _place(words: Tokens) -> model.Place:
    letter = ""
    numbers: list[int] = []
    turn, flip = 0, False
    while words.rest:
        if not flip and words.took("flip"):
            flip = True
        elif not turn and words.took("turn"):
            turn = _TURNS[words.matching("|".join(_TURNS))[0]]
        elif words.rest[0].isalpha() and not letter:
            letter = _letters(words, 1)
        elif len(numbers) < 2:
            numbers.append(_number(words))
        else:
            raise words.wrong
    if not letter or len(numbers) < 2:
        raise words.wrong
    return model.Place(letter, turn, flip, *numbers)


_USAGES = {
    "begin": "begin needs the player whose birthday comes next: begin 2",
    "circle": "circle needs the 26 letters clockwise, and how many of them lie before the token: circle ABC... token 5",
    "token": "token needs the number of letters before the gap, or the letter before it: token 7, token after R",
    "place": f"place needs a letter and where: {PLACE}",
    "word": "word needs a word: word RULE",
    "nudge": "nudge needs the player who bumped the tower: nudge 2",
}
