"""Whether something is a well-formed move at all: types and ranges, before any rule is asked."""

from __future__ import annotations

from typing import Any

from towergames.games.konexi.letters import ALPHABET
from towergames.games.konexi.model import Arrange, Begin, Done, GiveUp, Mix, Nudge, Place, Token, Word

FURTHEST = 999
"""Cells from the base's corner that a place may be named at; no tower reaches so far."""


def is_move(action: Any) -> bool:
    """Whether it is an action with fields of the right kinds; says nothing of the rules."""
    match action:
        case Mix() | GiveUp() | Done():
            return True
        case Begin():
            return _whole(action.seat, 0)
        case Arrange():
            return is_word(action.letters) and _whole(action.gap, 0)
        case Token():
            return _whole(action.gap, 0)
        case Place():
            named = type(action.letter) is str and len(action.letter) == 1 and action.letter in ALPHABET
            posed = type(action.flip) is bool and _whole(action.turn, 0) and action.turn < 4
            return named and posed and _whole(action.x, -FURTHEST) and _whole(action.y, -FURTHEST)
        case Word():
            return is_word(action.word)
        case Nudge():
            return _whole(action.by, 0)
    return False


def is_word(text: Any) -> bool:
    """Whether it is 1 to 26 capital letters.

    >>> is_word("RULE"), is_word("rule"), is_word("")
    (True, False, False)
    """
    return type(text) is str and 1 <= len(text) <= len(ALPHABET) and not set(text) - set(ALPHABET)


def _whole(value: Any, least: int) -> bool:
    return type(value) is int and least <= value <= FURTHEST
