"""The inks of this board, made once: roles of the palette, never colours."""

from __future__ import annotations

from functools import lru_cache

from towergames.boards.kit.canvas import Ink
from towergames.boards.kit.palette import IDENTITIES, Identity
from towergames.core.contract import Seat

TEXT = Ink("text", "surface")
BOLD = Ink("text", "surface", bold=True)
MUTED = Ink("muted", "surface")
LINE = Ink("line", "surface")
TITLE = Ink("accent", "surface", bold=True)
BUTTON = Ink("ink", "accent", bold=True)
CURSOR = Ink("ink", "cursor", bold=True)
LAST = Ink("ink", "last", bold=True)
NEW = Ink("ink", "good", bold=True)
WRONG = Ink("ink", "bad", bold=True)
EDGE = Ink("tile-side", "surface")
TALLEST = 5


@lru_cache(maxsize=256)
def ink(fg: str, bg: str, bold: bool = False, underline: bool = False) -> Ink:
    """An ink by roles, shared so that equal inks are one object."""
    return Ink(fg, bg, bold=bold, underline=underline)


def plate(height: int, new: bool = False) -> str:
    """The background of a stack's top: the higher, the lighter; new tiles have their own."""
    return "tile-new" if new else f"tile-{max(1, min(height, TALLEST))}"


def face(height: int, new: bool = False) -> Ink:
    """The letter on a stack."""
    return ink("tile-ink", plate(height, new), True)


def side(height: int, new: bool = False) -> Ink:
    """The wall of a stack, on its top's colour."""
    return ink("tile-side", plate(height, new))


def seat_of(number: Seat) -> Identity:
    """The identity of a seat (they repeat after ten)."""
    return IDENTITIES[number % len(IDENTITIES)]


def shape_ink(seat: Seat) -> Ink:
    """A seat's shape in its colour."""
    return ink(seat_of(seat).role, "surface", True)


def plate_ink(seat: Seat) -> Ink:
    """A seat's number on a plate of its colour."""
    return ink("ink", seat_of(seat).role, True)
