"""How moves are written: ``build OFFICE A``, ``claim A3 LOBBY``, ``end``, ``score B``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from towergames.core.contract import NotationError
from towergames.core.text import did_you_mean, listed, quoted
from towergames.core.tokens import Tokens
from towergames.games.takethat.model import FLOORS, Action, Build, Claim, EndTurn, ScoreNext

TEMPLATES: dict[str, tuple[str, ...]] = {
    "build": ("build FLOOR TOWER",),
    "claim": ("claim TOWER+FLOOR CARD", "end"),
    "order": ("score TOWER",),
}
"""How moves are typed in each phase."""

VERBS = ("build", "claim", "end", "score")
_FILLERS = {"on", "onto", "tower", "under", "with", "the", "turn", "complaint", "storey", "using", "to", "at"}
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_PLACE = re.compile(r"^([a-z])([0-9]{1,2})$")
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
    """The move meant by a typed line; case, filler words and the order of words are forgiven.

    Raises NotationError that says what would be understood.

    >>> parse("b off a"), parse("Claim a 3 with LOBBY")
    (Build(floor='OFFICE', slot=0), Claim(slot=0, storey=2, card='LOBBY'))
    """
    words = re.findall(r"[a-z]+[0-9]+|[a-z]+|[0-9]+|[^\sa-z0-9]+", text[:_LONGEST].lower().replace(",", " "))
    if not words:
        raise NotationError("type a move: build FLOOR TOWER, claim A3 CARD, end, or score TOWER")
    verb = Tokens(words[0], _LONGEST).verb(VERBS, "; moves begin with build, claim, end or score")
    rest = [word for word in words[1:] if word not in _FILLERS]
    if verb == "end":
        if rest:
            raise NotationError("'end' stands alone: it ends your turn")
        return EndTurn()
    if verb == "build":
        return _build(rest)
    if verb == "claim":
        return _claim(rest)
    if len(rest) != 1:
        raise NotationError("say which tower scores first, such as: score B")
    return ScoreNext(_slot(rest[0]))


def _build(rest: Sequence[str]) -> Build:
    if len(rest) != 2:
        raise NotationError("build needs a floor and a tower, such as: build OFFICE A")
    floor, tower = rest
    if len(tower) > 1 and len(floor) == 1:
        floor, tower = tower, floor
    return Build(_floor(floor), _slot(tower))


def _claim(rest: Sequence[str]) -> Claim:
    words = list(rest)
    if len(words) >= 2 and len(words[0]) == 1 and words[1].isdigit():
        words[:2] = [words[0] + words[1]]
    elif len(words) >= 3 and len(words[1]) == 1 and words[2].isdigit():
        words[1:3] = [words[1] + words[2]]
    if len(words) == 2 and _PLACE.match(words[1]):
        words.reverse()
    place = _PLACE.match(words[0]) if words else None
    if place is None or len(words) != 2:
        raise NotationError("claim needs a floor and the card to tuck, such as: claim A3 OFFICE")
    if int(place[2]) < 1:
        raise NotationError("floors are counted from 1 at the ground, such as: claim A1 OFFICE")
    return Claim(_slot(place[1]), int(place[2]) - 1, _floor(words[1]))


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
