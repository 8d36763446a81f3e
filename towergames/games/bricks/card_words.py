"""Names of cards that people type: ``blue Z``, ``AY`` for a yellow A, ``red window``, ``wildcard``."""

from __future__ import annotations

from collections.abc import Iterable

from towergames.core.text import listed, quoted
from towergames.games.bricks.pieces import COLOURS, SHAPES, WILD, Code, PieceError

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
        raise PieceError(f"no card here is called {quoted(text, 20)}. Write a brick as A5RY, a window as #B")
    if len(codes) > 1:
        named = listed(codes, "or") if len(codes) <= MOST_NAMED else f"one of {len(codes)} cards"
        raise PieceError(f"{quoted(text, 20)} could be {named}. Say more of it, such as its colour")
    return codes[0]


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
