"""The notation of steps: ``place A5RY 2.3``, ``place *=#B 0+``, ``move 1.2 3+``, ``declare 2.3 E1TB``, ``submit``.

``2.3`` is level 2 from the bottom, place 3 from the left; ``3+`` a new level above level 3, ``0+`` a new bottom level,
and ``+`` alone a new level at the top.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, assert_never

from towergames.core.contract import NotationError
from towergames.core.text import did_you_mean, listed, quoted
from towergames.games.bricks import card_words, model
from towergames.games.bricks.construction import cards_left
from towergames.games.bricks.model import Action, State, View
from towergames.games.bricks.pieces import (
    WILD,
    Code,
    PieceError,
    Tower,
    card_piece,
    read_piece,
    read_tower,
    write_tower,
)

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
"""Forms of typed steps by phase; asking and submitting depend on the game (see ``moves.BrickChoices``)."""

NAME = re.compile(rf"[a-z0-9][a-z0-9-]{{0,{model.LONGEST_NAME - 1}}}\Z")
"""Names of drafts."""

WORD = re.compile(rf"[A-Z]{{2,{model.LONGEST_WORD}}}\Z")
"""Words that may be typed as the longest word."""

_LONGEST = 1000
_SPOT = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\Z")
_NEW = re.compile(r"([0-9]{1,2})\+\Z")
_NUMBER = re.compile(r"[0-9]{1,2}\Z")
_WILD_NAMES = (WILD, "wild", "wildcard", "natural wildcard")


def notate(action: Action) -> str:
    """The step on one line.

    >>> notate(model.Place("(A5RY+#R)=Q4HR-1", 2, 0))
    'stack A5RY #R Q4HR-1 2+'
    """
    match action:
        case model.Place(piece, level, place):
            return f"{_verb_and_cards(piece)} {_goal(level, place)}"
        case model.Take(level, place):
            return f"take {level}.{place}"
        case model.Move(level, place, to_level, to_place):
            return f"move {level}.{place} {_goal(to_level, to_place)}"
        case model.Swap(level, place, other_level, other_place):
            return f"swap {level}.{place} {other_level}.{other_place}"
        case model.Shift(level, up):
            return f"{'raise' if up else 'lower'} {level}"
        case model.Declare(level, place, face):
            return f"declare {level}.{place} {face}"
        case model.Adjust(level, place, by):
            return f"adjust {level}.{place} {f'{by:+d}' if by else '0'}"
        case model.Build(tower):
            return f"build {tower}".rstrip()
        case model.UseDraft(name) | model.CopyDraft(name) | model.DropDraft(name):
            return f"{_DRAFT_VERBS[type(action)]} {name}"
        case model.Ask(rule):
            return f"ask {rule}"
        case model.Pick(card):
            return f"pick {card}"
        case model.Submit(word):
            return f"submit {word}".rstrip()
        case model.Clear():
            return "clear"
        case _:
            assert_never(action)


_DRAFT_VERBS: dict[type, str] = {model.UseDraft: "draft", model.CopyDraft: "copy", model.DropDraft: "drop"}


def _verb_and_cards(piece: str) -> str:
    if piece.startswith("("):
        made, _, face = piece.partition("=")
        return f"stack {made.strip('()').replace('+', ' ')} {face}"
    return f"place {piece}"


def _goal(level: int, place: int) -> str:
    return f"{level}.{place}" if place else f"{level}+"


def parse(text: str, state: State | View) -> Action:
    """The step meant by a typed line; case, filler words, a missing verb, and the order of words do not matter.

    Raises NotationError, which says which forms are understood.
    """
    if len(text) > _LONGEST:
        raise NotationError("that is too long for a building step")
    words = text.replace(",", " ").split()
    if not words:
        raise NotationError("type a step, such as place A5RY 1.1, take 1.1 or submit")
    try:
        return _read_step(words, state)
    except PieceError as error:
        raise NotationError(str(error)) from None


def _read_step(words: list[str], state: State | View) -> Action:
    verb, rest = _split(words, state)
    usage, readers, make = _VERBS[verb]
    if verb == "build":
        rest = [" ".join(rest)]
    elif verb == "submit" and not rest:
        return model.Submit()
    elif verb in _OF_THINGS:
        rest = _things(verb, rest)
    if len(rest) != len(readers):
        raise NotationError(usage)
    arguments = [read(word, state) for read, word in zip(readers, rest, strict=True)]
    if None in arguments:
        raise NotationError(usage)
    return make(*(part for argument in arguments for part in argument or ()))


_OF_THINGS = ("place", "pick", "take", "move", "swap", "adjust", "raise", "lower", "declare", "stack")
"""Verbs of steps that name cards or places, each of which may be several words."""


def _split(words: list[str], state: State | View) -> tuple[str, list[str]]:
    """Find the verb and the other words. The verb may come last, or be missing where a card and a place say enough."""
    first = words[0].lower()
    if first.isascii() and len(first) > 1 and any(verb.startswith(first) for verb in _VERBS):
        return _verb(first), words[1:]
    for at, word in enumerate(words):
        if word.lower() in _OF_THINGS:
            return word.lower(), [*words[:at], *words[at + 1 :]]
    verb = _missing_verb(words, state)
    if not verb and card_words.is_card(words):
        raise NotationError(f"{quoted(' '.join(words), 30)} is no step. Say where it goes, such as: place yellow A 1")
    return (verb, words) if verb else (_verb(first), words[1:])


def _missing_verb(words: list[str], state: State | View) -> str:
    """The only verb that fits a card and a place, or a card alone while cards are drafted; empty for other words."""
    things = _things("place", words)
    if state.phase == "pick" and len(things) == 1 and _names_card(things[0], state.pool):
        return "pick"
    cards = state.cards_of(state.active)
    if state.phase == "build" and len(things) == 2 and _goal_like(things[1]) and _names_card(things[0], cards):
        return "place"
    return ""


def _names_card(text: str, cards: Sequence[Code]) -> bool:
    return text == WILD or bool(card_words.CODED.search(text)) or bool(card_words.called(text, cards))


def _hand(state: State | View) -> tuple[Code, ...]:
    """The cards that the player who builds has left."""
    return tuple(cards_left(_draft_of(state), state.cards_of(state.active)))


def _goal_like(word: str) -> bool:
    return word.isascii() and (word == "+" or any(form.match(word) for form in (_SPOT, _NEW, _NUMBER)))


def _things(verb: str, words: list[str]) -> list[str]:
    """Group the words into cards, places and numbers. A card comes before its place; ``1 5`` means ``1.5``."""
    if verb == "adjust":
        words = [word for word in words if word.lower() != "by"]
    groups = card_words.grouped(words, lambda word: _goal_like(word) or _tons(word, None) is not None)
    if verb == "place":
        if len(groups) == 3 and all(_NUMBER.match(word) for word in groups[1:]):
            groups[1:] = [".".join(groups[1:])]
        if len(groups) == 3 and groups[0].lower() in _WILD_NAMES:
            face = groups[1] if card_words.CODED.search(groups[1]) else card_words.face_of(groups[1])
            groups[:2] = [f"{WILD}={face}"]
        if len(groups) == 2 and _goal_like(groups[0]):
            groups.reverse()
    return groups


def _verb(word: str) -> str:
    lower = word.lower()
    verbs = [verb for verb in _VERBS if verb.startswith(lower)] if lower.isascii() and len(lower) > 1 else []
    verbs = [verb for verb in verbs if verb == lower] or verbs
    if len(verbs) == 1:
        return verbs[0]
    if verbs:
        raise NotationError(f"{quoted(word, 20)} could be {listed(verbs, 'or')}. Type more letters of it")
    raise NotationError(f"{quoted(word, 20)} is not a step{did_you_mean(word, _VERBS)}")


# --- words: each reader gives arguments of the step, or None where the word is no such thing ---------


def _spot(word: str, state: State | View) -> tuple[int, int]:
    found = _SPOT.match(word) if word.isascii() else None
    if found is None and not any(ch.isdigit() or ch in "+*=" for ch in word[:1]):
        return _where(word, state)
    if found is None or int(found[2]) == 0:
        raise NotationError(
            f"{quoted(word, 20)} is not a place. Type 2.3 for level 2 from the bottom, place 3 from the left"
        )
    return int(found[1]), int(found[2])


def _where(text: str, state: State | View) -> tuple[int, int]:
    """The place of the one piece of the tower that a text names. Raises PieceError where it names none or several."""
    stand = [
        (piece.face, (row, at))
        for row, level in enumerate(_draft_of(state), start=1)
        for at, piece in enumerate(level, start=1)
    ]
    card = card_words.meant(text, [face for face, _ in stand])
    places = [place for face, place in stand if face == card]
    if len(places) > 1:
        raise PieceError(f"{card} stands {len(places)} times in the tower. Type a place, such as 2.3")
    return places[0]


def _target(word: str, state: State | View) -> tuple[int, int]:
    """A place, or a new level: ``2+`` above level 2, ``+`` at the top. A level alone means its end."""
    tower = _draft_of(state)
    if word == "+" or word == str(len(tower) + 1):
        return len(tower), 0
    if word.isascii() and _NUMBER.match(word) and 1 <= int(word) <= len(tower):
        return int(word), len(tower[int(word) - 1]) + 1
    new = _NEW.match(word) if word.isascii() else None
    return (int(new[1]), 0) if new else _spot(word, state)


def _draft_of(state: State | View) -> Tower:
    bench = state.benches[state.active] if state.benches else None
    return bench.draft if bench is not None else ()


def _number(word: str, _: State | View) -> tuple[int] | None:
    return (int(word),) if word.isascii() and _NUMBER.match(word) else None


def _tons(word: str, _: State | View | None) -> tuple[int] | None:
    return (int(word),) if word in ("+1", "1", "-1", "0", "+0") else None


def _piece(word: str, state: State | View) -> tuple[State | View, str]:
    if word == WILD:
        return state, WILD
    if card_words.CODED.search(word):
        return state, read_piece(word).text
    return state, card_words.meant(word, _hand(state), state.cards_of(state.active))


def _face(word: str, _: State | View) -> tuple[str]:
    return (read_piece(word if card_words.CODED.search(word) else card_words.face_of(word)).text,)


def _card(word: str, _: State | View) -> tuple[str]:
    return (card_piece(word.upper()).face,)


def _card_or_wild(word: str, state: State | View) -> tuple[str]:
    if word == WILD:
        return (WILD,)
    return _card(word, state) if card_words.CODED.search(word) else (card_words.meant(word, state.pool),)


def _own_card(word: str, state: State | View) -> tuple[str]:
    if word == WILD or card_words.CODED.search(word):
        return _card_or_wild(word, state)
    return (card_words.meant(word, _hand(state), state.cards_of(state.active)),)


def _name(word: str, _: State | View) -> tuple[str] | None:
    return (word.lower(),) if NAME.match(word.lower()) else None


def _word(word: str, _: State | View) -> tuple[str] | None:
    return (word.upper(),) if WORD.match(word.upper()) else None


def _tower(text: str, state: State | View) -> tuple[str]:
    if not all(card_words.CODED.search(word) or word == "/" for word in text.replace("/", " / ").split()):
        own = state.cards_of(state.active)
        text = card_words.tower_in_words(
            text, lambda name: name if card_words.CODED.search(name) else card_words.meant(name, own)
        )
    return (write_tower(read_tower(text)),)


def _place(state: State | View, piece: str, level: int, place: int) -> model.Place:
    """A wildcard of which nothing is said is a window of the level's colour, or the lightest brick where that may not
    be."""
    if piece == WILD:
        tower, readings = _draft_of(state), state.terms.readings
        colour = tower[level - 1][0].colour[0].upper() if place and 1 <= level <= len(tower) else "R"
        piece = f"{WILD}=#{colour}" if readings.wild_window else f"{WILD}=N{readings.lightest}T{colour}"
    return model.Place(read_piece(piece).text, level, place)


def _stack(one: str, other: str, face: str, level: int, place: int) -> model.Place:
    return model.Place(read_piece(f"({one}+{other})={face}").text, level, place)


_DRAFT_NAME = f"a name of {model.LONGEST_NAME} letters, digits and dashes at most, such as: %s {model.FIRST_DRAFT}"

_VERBS: dict[
    str, tuple[str, tuple[Callable[[str, State | View], tuple[Any, ...] | None], ...], Callable[..., Action]]
] = {
    "place": (
        "a card and where it goes, such as: place yellow A 2.3, or place A5RY + for a new level at the top",
        (_piece, _target),
        _place,
    ),
    "take": ("a place, such as: take 2.3", (_spot,), model.Take),
    "move": (
        "two places, such as: move 2.3 1.1, or move 2.3 4+ for a new level above level 4",
        (_spot, _target),
        model.Move,
    ),
    "swap": ("two places, such as: swap 2.3 1.1", (_spot, _spot), model.Swap),
    "raise": ("a level, such as: raise 2", (_number,), lambda level: model.Shift(level, True)),
    "lower": ("a level, such as: lower 2", (_number,), lambda level: model.Shift(level, False)),
    "declare": (
        "a place and what the wildcard is there, such as: declare 2.3 E1TB, or declare 2.3 blue window",
        (_spot, _face),
        model.Declare,
    ),
    "stack": (
        "two cards, what they are together, and where, such as: stack yellow A and red window as E1TB on 2.3",
        (_own_card, _own_card, _face, _target),
        _stack,
    ),
    "adjust": (
        "a place and the tons, such as: adjust 2.3 +1, adjust 2.3 -1 or adjust 2.3 0",
        (_spot, _tons),
        model.Adjust,
    ),
    "clear": ("'clear' stands alone", (), model.Clear),
    "draft": (_DRAFT_NAME % "draft", (_name,), model.UseDraft),
    "copy": (_DRAFT_NAME % "copy", (_name,), model.CopyDraft),
    "drop": (_DRAFT_NAME % "drop", (_name,), model.DropDraft),
    "build": ("a tower", (_tower,), model.Build),
    "ask": ("the number of a rule, such as: ask 17", (_number,), model.Ask),
    "submit": (
        "nothing or one word: submit, or submit TOWER where the longest word has to be typed",
        (_word,),
        model.Submit,
    ),
    "pick": ("a card, such as: pick yellow A, or pick A5RY", (_card_or_wild,), model.Pick),
}
"""Verb -> the form of the words after it, the readers of these words, and the step that is made of them."""
