"""The phrases of which the table's and the hand's sentences are made."""

from __future__ import annotations

from towergames.boards.leaning.pointer import Pointer
from towergames.core.text import count
from towergames.games.leaning.layout import label
from towergames.games.leaning.model import SIZES, Aim
from towergames.games.leaning.opponent.suggestions import Idea

CORNERS = ("no corner", "one corner", "two corners", "three corners", "four corners", "five corners")


def feel_words(pointer: Pointer) -> str:
    """How steady the piece in hand is, as far as that is known."""
    if pointer.feel is not None:
        return f"feels: {pointer.feel.words}"
    if 0 <= pointer.idea < len(pointer.ideas):
        return stood(pointer.ideas[pointer.idea])
    return ""


def trials(idea: Idea) -> str:
    """In how many of its simulated releases an idea stood: ``2 of 3``."""
    return f"{idea.odds.good} of {idea.odds.releases}"


def chance(idea: Idea) -> str:
    """How likely it is to stand when it is let go of: never 0% and never 100%."""
    return f"{max(1, min(99, round(100 * idea.chance)))}%"


def stood(idea: Idea) -> str:
    """What the trials have shown: ``90% likely to stand, stood in 11 of 12 trials, 1 of 12 broke the structure``."""
    odds = idea.odds
    falls = ((odds.broken, "broke the structure"), (odds.wrecked, "wrecked it"))
    told = [f"{count} of {odds.releases} {what}" for count, what in falls if count]
    return ", ".join((f"{chance(idea)} likely to stand", f"stood in {trials(idea)} trials", *told))


def many_tries(pointer: Pointer) -> str:
    """How many places were tried for what is in the hand."""
    return count(pointer.tried, "try", "tries")


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
