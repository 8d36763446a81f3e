"""How steps are written: ``place A5RY 2.3``, ``place *=#B 0+``, ``move 1.2 3+``, ``declare 2.3 E1TB``, ``submit``.

``2.3`` is level 2 from the bottom, place 3 from the left; ``3+`` a new level above level 3, ``0+`` a new bottom level,
and ``+`` alone a new level at the top.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import assert_never

from towergames.core.contract import NotationError
from towergames.core.text import did_you_mean
from towergames.games.bricks.model import (
    FIRST_DRAFT,
    LONGEST_NAME,
    LONGEST_WORD,
    Action,
    Adjust,
    Ask,
    Build,
    Clear,
    CopyDraft,
    Declare,
    DropDraft,
    Move,
    Pick,
    Place,
    Shift,
    State,
    Submit,
    Swap,
    Take,
    UseDraft,
)
from towergames.games.bricks.pieces import WILD, PieceError, Tower, card_piece, read_piece, read_tower, write_tower

TEMPLATES: dict[str, tuple[str, ...]] = {
    "pick": ("pick CARD",),
    "build": (
        "place CARD LEVEL.PLACE",
        "place CARD LEVEL+",
        "take LEVEL.PLACE",
        "move LEVEL.PLACE LEVEL.PLACE",
        "swap LEVEL.PLACE LEVEL.PLACE",
        "raise LEVEL",
        "lower LEVEL",
        "declare LEVEL.PLACE FACE",
        "stack CARD CARD FACE LEVEL.PLACE",
        "adjust LEVEL.PLACE +1|-1|0",
        "clear",
        "draft NAME",
        "copy NAME",
        "drop NAME",
        "build TOWER",
    ),
}
"""How steps are typed in each phase; asking and submitting depend on the game (see ``moves.BrickChoices``)."""

NAME = re.compile(rf"[a-z0-9][a-z0-9-]{{0,{LONGEST_NAME - 1}}}\Z")
"""What a draft may be called."""

WORD = re.compile(rf"[A-Z]{{2,{LONGEST_WORD}}}\Z")
"""What may be typed as the longest word."""

_LONGEST = 1000
_SPOT = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\Z")
_NEW = re.compile(r"([0-9]{1,2})\+\Z")
_NUMBER = re.compile(r"[0-9]{1,2}\Z")
_BY = {"+1": 1, "1": 1, "-1": -1, "0": 0, "+0": 0}


def notate(action: Action) -> str:
    """The step on one line.

    >>> notate(Place("(A5RY+#R)=Q4HR-1", 2, 0))
    'stack A5RY #R Q4HR-1 2+'
    """
    match action:
        case Place(piece, level, place):
            return f"{_verb_and_cards(piece)} {_goal(level, place)}"
        case Take(level, place):
            return f"take {level}.{place}"
        case Move(level, place, to_level, to_place):
            return f"move {level}.{place} {_goal(to_level, to_place)}"
        case Swap(level, place, other_level, other_place):
            return f"swap {level}.{place} {other_level}.{other_place}"
        case Shift(level, up):
            return f"{'raise' if up else 'lower'} {level}"
        case Declare(level, place, face):
            return f"declare {level}.{place} {face}"
        case Adjust(level, place, by):
            return f"adjust {level}.{place} {f'{by:+d}' if by else '0'}"
        case Build(tower):
            return f"build {tower}".rstrip()
        case UseDraft(name) | CopyDraft(name) | DropDraft(name):
            return f"{_DRAFT_VERBS[type(action)]} {name}"
        case Ask(rule):
            return f"ask {rule}"
        case Pick(card):
            return f"pick {card}"
        case Submit(word):
            return f"submit {word}".rstrip()
        case Clear():
            return "clear"
        case _:
            assert_never(action)


_DRAFT_VERBS: dict[type, str] = {UseDraft: "draft", CopyDraft: "copy", DropDraft: "drop"}


def _verb_and_cards(piece: str) -> str:
    if piece.startswith("("):
        made, _, face = piece.partition("=")
        return f"stack {made.strip('()').replace('+', ' ')} {face}"
    return f"place {piece}"


def _goal(level: int, place: int) -> str:
    return f"{level}.{place}" if place else f"{level}+"


def parse(text: str, state: State) -> Action:
    """The step meant by a typed line; case is forgiven, and a verb may be cut short.

    Raises NotationError that says what would be understood.
    """
    if len(text) > _LONGEST:
        raise NotationError("that is too long for a building step")
    words = text.replace(",", " ").split()
    if not words:
        raise NotationError("type a step, such as place A5RY 1.1, take 1.1 or submit")
    verb = _verb(words[0])
    try:
        return _PARSERS[verb](words[1:], state)
    except PieceError as error:
        raise NotationError(str(error)) from None


def _verb(word: str) -> str:
    lower = word.lower()
    found = [verb for verb in _PARSERS if verb.startswith(lower)] if lower.isascii() and len(lower) > 1 else []
    found = [verb for verb in found if verb == lower] or found
    if len(found) == 1:
        return found[0]
    if found:
        raise NotationError(f"{word[:20]!a} may be {' or '.join(found)}")
    others = f"; steps begin with {', '.join(_PARSERS)}"
    raise NotationError(f"{word[:20]!a} is no step{did_you_mean(word, _PARSERS, others)}")


def _count(rest: list[str], count: int, usage: str) -> list[str]:
    if len(rest) != count:
        raise NotationError(usage)
    return rest


def _spot(word: str) -> tuple[int, int]:
    found = _SPOT.match(word) if word.isascii() else None
    if found is None or int(found[2]) == 0:
        raise NotationError(f"{word[:20]!a} is no place; 2.3 is level 2 from the bottom, place 3 from the left")
    return int(found[1]), int(found[2])


def _target(word: str, state: State) -> tuple[int, int]:
    """A place, or a new level: ``2+`` above level 2, ``+`` at the top."""
    if word == "+":
        return len(_draft_of(state)), 0
    new = _NEW.match(word) if word.isascii() else None
    return (int(new[1]), 0) if new else _spot(word)


def _place(rest: list[str], state: State) -> Action:
    usage = "a card and where it goes, such as: place A5RY 2.3, or place A5RY + for a new level at the top"
    card, goal = _count(rest, 2, usage)
    level, place = _target(goal, state)
    card = card.upper()
    if card == WILD:
        card = f"{WILD}={_usual_face(state, level if place else 0)}"
    return Place(read_piece(card).text, level, place)


def _draft_of(state: State) -> Tower:
    return state.benches[state.active].draft if state.benches else ()


def _usual_face(state: State, level: int) -> str:
    """What a wildcard is when nothing is said: a window of the level's colour, or the lightest brick where that may
    not be."""
    tower = _draft_of(state)
    colour = tower[level - 1][0].colour[0].upper() if 1 <= level <= len(tower) else "R"
    readings = state.terms.readings
    return f"#{colour}" if readings.wild_window else f"N{readings.lightest}T{colour}"


def _stack(rest: list[str], state: State) -> Action:
    usage = "two cards, what they are together, and where: stack A5RY #R E1TB 2.3"
    one, other, face, goal = _count(rest, 4, usage)
    cards = [card_piece(code.upper()).face for code in (one, other)]
    return Place(read_piece(f"({'+'.join(cards)})={face}").text, *_target(goal, state))


def _take(rest: list[str], _: State) -> Action:
    return Take(*_spot(_count(rest, 1, "a place, such as: take 2.3")[0]))


def _move(rest: list[str], state: State) -> Action:
    here, there = _count(rest, 2, "two places, such as: move 2.3 1.1, or move 2.3 4+ for a new level above level 4")
    return Move(*_spot(here), *_target(there, state))


def _swap(rest: list[str], _: State) -> Action:
    here, there = _count(rest, 2, "two places, such as: swap 2.3 1.1")
    return Swap(*_spot(here), *_spot(there))


def _level(rest: list[str], usage: str) -> int:
    word = _count(rest, 1, usage)[0]
    if not word.isascii() or not _NUMBER.match(word):
        raise NotationError(usage)
    return int(word)


def _raise(rest: list[str], _: State) -> Action:
    return Shift(_level(rest, "a level, such as: raise 2"), True)


def _lower(rest: list[str], _: State) -> Action:
    return Shift(_level(rest, "a level, such as: lower 2"), False)


def _declare(rest: list[str], _: State) -> Action:
    spot, face = _count(rest, 2, "a place and what the wildcard is there, such as: declare 2.3 E1TB, or declare 2.3 #B")
    return Declare(*_spot(spot), read_piece(face).text)


def _adjust(rest: list[str], _: State) -> Action:
    usage = "a place and the tons, such as: adjust 2.3 +1, adjust 2.3 -1 or adjust 2.3 0"
    spot, by = _count(rest, 2, usage)
    if by not in _BY:
        raise NotationError(usage)
    return Adjust(*_spot(spot), _BY[by])


def _clear(rest: list[str], _: State) -> Action:
    _count(rest, 0, "'clear' stands alone")
    return Clear()


def _name(rest: list[str], verb: str) -> str:
    usage = f"a name of {LONGEST_NAME} letters, digits and dashes at most, such as: {verb} {FIRST_DRAFT}"
    name = _count(rest, 1, usage)[0].lower()
    if not NAME.match(name):
        raise NotationError(usage)
    return name


def _draft(rest: list[str], _: State) -> Action:
    return UseDraft(_name(rest, "draft"))


def _copy(rest: list[str], _: State) -> Action:
    return CopyDraft(_name(rest, "copy"))


def _drop(rest: list[str], _: State) -> Action:
    return DropDraft(_name(rest, "drop"))


def _build(rest: list[str], _: State) -> Action:
    return Build(write_tower(read_tower(" ".join(rest))))


def _ask(rest: list[str], _: State) -> Action:
    return Ask(_level(rest, "the number of a rule, such as: ask 17"))


def _submit(rest: list[str], _: State) -> Action:
    usage = "nothing or one word: submit, or submit TOWER where the longest word has to be typed"
    word = _count(rest, 1, usage)[0].upper() if rest else ""
    if word and not WORD.match(word):
        raise NotationError(usage)
    return Submit(word)


def _pick(rest: list[str], _: State) -> Action:
    card = _count(rest, 1, "a card, such as: pick A5RY")[0].upper()
    return Pick(card if card == WILD else card_piece(card).face)


_PARSERS: dict[str, Callable[[list[str], State], Action]] = {
    "place": _place,
    "take": _take,
    "move": _move,
    "swap": _swap,
    "raise": _raise,
    "lower": _lower,
    "declare": _declare,
    "stack": _stack,
    "adjust": _adjust,
    "clear": _clear,
    "draft": _draft,
    "copy": _copy,
    "drop": _drop,
    "build": _build,
    "ask": _ask,
    "submit": _submit,
    "pick": _pick,
}
"""Verb -> how the rest of the line is read."""
