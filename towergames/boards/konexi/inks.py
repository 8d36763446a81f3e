"""The inks of this board. Pure."""

from __future__ import annotations

from functools import lru_cache

from towergames.boards.kit.canvas import Ink
from towergames.boards.kit.palette import IDENTITIES

TEXT = Ink("text")
BOLD = Ink("text", bold=True)
MUTED = Ink("muted")
LINE = Ink("line")
TITLE = Ink("accent", bold=True)
GOOD = Ink("good", bold=True)
BAD = Ink("bad", bold=True)
WARN = Ink("warn", bold=True)
CURSOR = Ink("ink", "cursor", bold=True)
BUTTON = Ink("text", "card", bold=True)
BUTTON_OFF = Ink("muted", "card")
CHOSEN = Ink("text", "select", bold=True)
PLATE = Ink("text", "card")
PLATE_BOLD = Ink("text", "card", bold=True)
PLATE_MUTED = Ink("muted", "card")
LAST = Ink("ink", "last", bold=True)
HAND = Ink("ink", "accent", bold=True)
TOKEN = Ink("accent", bold=True)
BLAMED = Ink("ink", "bad", bold=True)
SAID = Ink("ink", "good", bold=True)
GOAL = Ink("cursor", "card", bold=True)
TABLE = Ink("tile-5", "tile-side")
HINT = Ink("warn")
FREE = Ink("text", bold=True)
DIE = Ink("brick-ink", "tile-5", bold=True)


@lru_cache(maxsize=64)
def plastic(role: str) -> Ink:
    """A letter's name on its own plastic."""
    return Ink("brick-ink", role, bold=True)


def seat(number: int) -> Ink:
    """A plate in a player's colour."""
    return Ink("ink", IDENTITIES[number % len(IDENTITIES)].role, bold=True)


def number(seat_number: int) -> str:
    """How a player is told without colour."""
    return IDENTITIES[seat_number % len(IDENTITIES)].number
