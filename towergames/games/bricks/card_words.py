"""Names of cards that people type: ``blue Z``, ``AY`` for a yellow A, ``red window``, ``wildcard``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from towergames.core.text import listed, quoted
from towergames.games.bricks.pieces import COLOURS, SHAPES, WILD, Code, PieceError

FILLERS = frozenset(
    ("at", "on", "onto", "to", "in", "with", "and", "as", "the", "new", "of", "card", "level", "place", "ton", "tons")
)
"""Words that part cards and places, and say nothing else."""

CODED = re.compile(r"[#=]|^\w[0-9]\w")
"""Begins like a code rather than like words."""

_SHORT = re.compile(r"[A-Z#][1-5]?[TRH]?[RBY]\Z")
"""Names of a card by letter and colour, such as ``AY``."""
_FACE = re.compile(r"([A-Z])([0-9])\Z")

MOST_NAMED = 6
"""Most cards that a question names when a text may mean several."""


def called(text: str, cards: Iterable[Code]) -> list[Code]:
    """The cards that a text names, each kind once.

    >>> called("blue z", ["Z5TB", "Z1TR"]), called("AY", ["A5RY", "A5RB"]), called("window", ["#B", "A5RY"])
    (['Z5TB'], ['A5RY'], ['#B'])
    """
    words = text.lower().split()
    return sorted(card for card in set(cards) if words and all(_says(word, card) for word in words))


def meant(text: str, cards: Iterable[Code], used: Iterable[Code] = ()) -> Code:
    """The one card that a text names; one of the ``used`` only where it names none of the ``cards``.

    Raises PieceError where it names none or several.
    """
    codes = called(text, cards) or called(text, used)
    if not codes:
        raise PieceError(f"no card here is called {quoted(text, 20)}. Say yellow A, AY or A5RY; blue window or #B")
    if len(codes) > 1:
        named = listed(codes, "or") if len(codes) <= MOST_NAMED else f"one of {len(codes)} cards"
        raise PieceError(f"{quoted(text, 20)} could be {named}. Say more of it, such as its colour or weight")
    return codes[0]


def grouped(words: Sequence[str], single: Callable[[str], bool] = lambda _: False) -> list[str]:
    """Group words into cards; words that are ``single`` stand alone.

    >>> grouped("red Q and blue B".split()), grouped("AY RY a blue window".split())
    (['red Q', 'blue B'], ['AY', 'RY', 'blue window'])
    """
    groups: list[str] = []
    apart = True
    for at, word in enumerate(words):
        lower = word.lower()
        is_letter = at > 0 and words[at - 1].lower() in (*COLOURS, *SHAPES)
        if lower in FILLERS or (lower == "a" and not is_letter and _is_article(words[at + 1 :])):
            apart = True
            continue
        alone = single(word) or bool(CODED.search(word) or _SHORT.match(word.upper()))
        has_colour = bool(groups) and any(part in COLOURS for part in groups[-1].lower().split())
        if alone or apart or (lower in COLOURS and has_colour):
            groups.append(word)
        else:
            groups[-1] += f" {word}"
        apart = alone
    return groups


def is_card(words: Sequence[str]) -> bool:
    """Whether the words name a card and nothing else: ``yellow e``, ``AY``."""
    return len(grouped(words)) == 1 and (words[0].lower() in COLOURS or bool(_SHORT.match(words[0].upper())))


def _is_article(following: Sequence[str]) -> bool:
    """Whether an "a" before these words is no letter: ``a window``, ``a blue window``."""
    words = [word.lower() for word in following[:2]]
    if words[:1] and words[0] in ("window", "wildcard", "brick", "new", "level"):
        return True
    return len(words) == 2 and words[0] in COLOURS and not words[1][0].isdigit() and words[1] != "+"


def face_of(text: str) -> Code:
    """The face that words give to a wildcard: ``blue window``, ``yellow hexagon E3``. Raises PieceError."""
    words = text.lower().split()
    colours = [word for word in words if word in COLOURS]
    shapes = [word for word in words if word in SHAPES]
    faces = [found for word in words if (found := _FACE.match(word.upper()))]
    if len(colours) == 1 and "window" in words:
        return f"#{colours[0][0].upper()}"
    if len(colours) == len(shapes) == len(faces) == 1:
        return f"{faces[0][1]}{faces[0][2]}{shapes[0][0].upper()}{colours[0][0].upper()}"
    raise PieceError(f"{quoted(text, 30)} is no whole brick or window. Say blue window, or yellow hexagon E3")


def tower_in_words(text: str, card: Callable[[str], str]) -> str:
    """The notation of a tower whose cards are named in words; ``card`` reads one name."""
    levels = [grouped(level.replace(",", " ").split()) for level in text.split("/")]
    return " / ".join(" ".join(card(name) for name in level) for level in levels)


def _says(word: str, card: Code) -> bool:
    """Whether a word fits a card: a colour, a shape, a kind, or letters and digits of its code in their order."""
    if card == WILD:
        return word in ("wild", "wildcard")
    if word in COLOURS:
        return card.endswith(word[0].upper())
    if word in SHAPES:
        return card[2:3] == word[0].upper()
    if word in ("window", "brick"):
        return (word == "window") == card.startswith("#")
    code, at = word.upper(), -1
    for letter in code:
        at = card.find(letter, at + 1)
        if at < 0:
            return False
    return card.startswith(code[0])
