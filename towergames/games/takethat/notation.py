"""How moves are written: ``build OFFICE A``, ``claim A3 LOBBY``, ``end``, ``score B``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from towergames.core.contract import NotationError
from towergames.core.text import closest, did_you_mean, listed, quoted
from towergames.core.tokens import Tokens
from towergames.games.takethat.model import FLOORS, Action, Build, Claim, EndTurn, ScoreNext

TEMPLATES: dict[str, tuple[str, ...]] = {
    "build": ("build FLOOR TOWER",),
    "claim": ("claim TOWER+FLOOR CARD", "end"),
    "order": ("score TOWER",),
}
"""Forms of typed moves by phase."""

VERBS = ("build", "claim", "end", "score")
_FILLERS = {
    *("on", "onto", "in", "of", "to", "at", "under", "with", "using", "by", "for", "and", "the", "my", "i"),
    *("tower", "floor", "storey", "card", "turn", "complaint", "put", "place", "play", "add", "take", "use", "tuck"),
}
_PARTING = re.compile(r"[,.;:!()+=-]")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_PLACE = re.compile(r"\b(?P<tower>[a-z]) ?(?P<floor>[0-9]{1,2})\b")
_FLOOR_FIRST = re.compile(r"\b(?P<floor>[0-9]{1,2}) (?P<tower>[a-z])\b")
_LONGEST = 200
_ALL_FLOORS = f"; the floors are {', '.join(FLOORS)}"


def letter_of(slot: int) -> str:
    """The letter of a slot: 0 is A."""
    return _LETTERS[slot]


def notate(action: Action) -> str:
    """The move on one line.

    >>> notate(Claim(slot=0, storey=2, card="OFFICE"))
    'claim A3 OFFICE'
    """
    match action:
        case Build(floor, slot):
            return f"build {floor} {letter_of(slot)}"
        case Claim(slot, storey, card):
            return f"claim {letter_of(slot)}{storey + 1} {card}"
        case ScoreNext(slot):
            return f"score {letter_of(slot)}"
        case EndTurn():
            return "end"


def parse(text: str, _state: object = None) -> Action:
    """Read a typed line; case, filler words, the order of words and a missing verb do not matter.

    Raises NotationError, whose text names the forms that are understood.

    >>> parse("b off a"), parse("spire on A")
    (Build(floor='OFFICE', slot=0), Build(floor='SPIRE', slot=0))
    >>> parse("LOBBY claims floor 3 of a") == parse("a3 lobby") == parse("Claim a 3 with LOBBY")
    True
    """
    found = re.findall(r"[a-z]+[0-9]+|[a-z]+|[0-9]+|[^\sa-z0-9]+", _PARTING.sub(" ", text[:_LONGEST].lower()))
    words = [word for word in found if word not in _FILLERS] or found
    if not words:
        raise NotationError("type a move: build FLOOR TOWER, claim A3 CARD, end, or score TOWER")
    verb = _verb(words)
    if verb == "end":
        if words:
            raise NotationError("'end' stands alone: it ends your turn")
        return EndTurn()
    if verb == "build":
        return _build(words)
    if verb == "claim":
        return _claim(words)
    if len(words) != 1:
        raise NotationError("say which tower scores first, such as: score B")
    return ScoreNext(_slot(words[0]))


def _verb(words: list[str]) -> str:
    """Take the verb out of the words: a whole one, the beginning of one, or the only one that fits the others."""
    for word in words:
        if (verb := word.removesuffix("s")) in VERBS:
            words.remove(word)
            return verb
    if not any(verb.startswith(words[0]) for verb in VERBS) and (verb := _missing_verb(words)):
        return verb
    return Tokens(words.pop(0), _LONGEST).verb(VERBS)


def _missing_verb(words: Sequence[str]) -> str:
    """The only verb that fits a floor and a tower, or a place and a card; empty for other words."""
    place, cards = _split(words)
    if place is not None:
        return "claim" if len(cards) == 1 and _is_floor(cards[0]) else ""
    if len(words) == 2 and any(len(word) == 1 for word in words) and any(map(_is_floor, words)):
        return "build"
    return ""


def _is_floor(word: str) -> bool:
    """Whether a word is a floor, or so nearly that it is no misspelt verb."""
    known = any(floor.startswith(word.upper()) for floor in FLOORS)
    return len(word) > 1 and (known or (closest(word, FLOORS) is not None and closest(word, VERBS) is None))


def _build(rest: Sequence[str]) -> Build:
    if len(rest) != 2:
        raise NotationError("build needs a floor and a tower, such as: build OFFICE A")
    floor, tower = rest
    if len(tower) > 1 and len(floor) == 1:
        floor, tower = tower, floor
    return Build(_floor(floor), _slot(tower))


def _split(words: Sequence[str]) -> tuple[re.Match[str] | None, list[str]]:
    """A place such as ``a3``, ``a 3`` or ``3 a`` among words, and the other words."""
    line = " ".join(words)
    place = _PLACE.search(line) or _FLOOR_FIRST.search(line)
    if place is None:
        return None, list(words)
    return place, (line[: place.start()] + line[place.end() :]).split()


def _claim(rest: Sequence[str]) -> Claim:
    place, cards = _split(rest)
    if place is None or len(cards) != 1:
        raise NotationError("claim needs a floor and the card to tuck, such as: claim A3 OFFICE")
    if int(place["floor"]) < 1:
        raise NotationError("floors are counted from 1 at the ground, such as: claim A1 OFFICE")
    return Claim(_slot(place["tower"]), int(place["floor"]) - 1, _floor(cards[0]))


def _floor(word: str) -> str:
    found = [floor for floor in FLOORS if floor.startswith(word.upper())]
    if len(found) > 1:
        raise NotationError(f"{quoted(word)} could be {listed(found, 'or')}. Type more letters of it")
    if not found:
        raise NotationError(f"{quoted(word)} is not a floor{did_you_mean(word, FLOORS, _ALL_FLOORS)}")
    return found[0]


def _slot(word: str) -> int:
    if len(word) == 1 and word.upper() in _LETTERS:
        return _LETTERS.index(word.upper())
    raise NotationError(f"{quoted(word)} is not a tower. Towers have letters: A, B, C")
