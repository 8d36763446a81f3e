"""The inks of this board's words. Pure."""

from __future__ import annotations

from towergames.boards.kit.canvas import Ink
from towergames.boards.kit.palette import IDENTITIES

TEXT = Ink("text")
BOLD = Ink("text", bold=True)
MUTED = Ink("muted")
LINE = Ink("line")
TITLE = Ink("accent", bold=True)
GOOD = Ink("good")
GOOD_BOLD = Ink("good", bold=True)
BAD = Ink("bad", bold=True)
WARN = Ink("warn", bold=True)
CURSOR = Ink("ink", "cursor", bold=True)
BUTTON = Ink("text", "card", bold=True)
BUTTON_OFF = Ink("muted", "card")
CHOSEN = Ink("text", "select", bold=True)
PLATE = Ink("text", "card")
PLATE_MUTED = Ink("muted", "card")
LAST = Ink("ink", "last", bold=True)
HAND = Ink("ink", "accent", bold=True)

NEUTRAL_ROLE = "wall"


def role(owner: int) -> str:
    """The palette role of a player's pieces; the Foundation's is grey."""
    return IDENTITIES[owner % len(IDENTITIES)].role if owner >= 0 else NEUTRAL_ROLE


def number(owner: int) -> str:
    """How a player is told without colour; the Foundation is nobody's."""
    return IDENTITIES[owner % len(IDENTITIES)].number if owner >= 0 else "-"


def plate(owner: int, *, full: bool = False) -> Ink:
    """A plate in the owner's colour; that of a full piece (L-4) is dark and has the colour in its letters."""
    return Ink(role(owner), "card") if full else Ink("ink", role(owner), bold=True)
