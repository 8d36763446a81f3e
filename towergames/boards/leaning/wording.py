"""The phrases of which the table's and the hand's sentences are made."""

from __future__ import annotations

from towergames.boards.leaning.pointer import Pointer
from towergames.games.leaning.ideas import RELEASES, Idea
from towergames.games.leaning.layouts import label
from towergames.games.leaning.model import SIZES, Aim

CORNERS = ("no corner", "one corner", "two corners", "three corners", "four corners", "five corners")


def feel_words(pointer: Pointer) -> str:
    """How steady the piece in hand is, as far as that is known."""
    if pointer.feel is not None:
        return f"feels: {pointer.feel.words}"
    if 0 <= pointer.idea < len(pointer.ideas):
        return stood(pointer.ideas[pointer.idea])
    return ""


def stood(idea: Idea) -> str:
    """How often an idea stood when it was let go of in thought: ``stood in 2 of 3 trials``."""
    return f"stood in {round(idea.steady * RELEASES)} of {RELEASES} trials"


def aim_words(aim: Aim | None) -> str:
    """What is touched, in words.

    >>> aim_words(Aim(2, (3, 5))), aim_words(Aim(0, ())), aim_words(None)
    ('touches P3 and P5, two corners on the table', 'hangs in the air', 'not felt yet')
    """
    if aim is None:
        return "not felt yet"
    if not aim.corners and not aim.touches:
        return "hangs in the air"
    parts = [f"touches {names(aim.touches)}"] if aim.touches else []
    if aim.corners:
        parts.append(f"{CORNERS[aim.corners]} on the table")
    if aim.inside:
        parts.append(f"a point meets the inside point of {names(aim.inside)}")
    return ", ".join(parts)


def names(pieces: tuple[int, ...]) -> str:
    """Pieces in a row, as people say them.

    >>> names((1,)), names((1, 2, 7))
    ('P1', 'P1, P2 and P7')
    """
    told = [label(piece) for piece in pieces]
    return told[0] if len(told) == 1 else f"{', '.join(told[:-1])} and {told[-1]}"


def counts(count: tuple[int, ...]) -> str:
    """How many of each size, in words.

    >>> counts((5, 0, 2)), counts((0, 0, 0))
    ('5 small, 2 large', '')
    """
    return ", ".join(f"{number} {size}" for number, size in zip(count, SIZES, strict=True) if number)


def upper(text: str) -> str:
    """The sentence with a capital letter.

    >>> upper("feels: steady")
    'Feels: steady'
    """
    return text[:1].upper() + text[1:]
