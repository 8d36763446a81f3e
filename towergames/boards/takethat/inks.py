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
GOOD = Ink("good", "surface", bold=True)
TITLE = Ink("accent", "surface", bold=True)
DUE = Ink("ink", "warn", bold=True)
BUTTON = Ink("ink", "accent", bold=True)
CURSOR = Ink("ink", "cursor", bold=True)
BAD = Ink("bad", "surface", bold=True)
GROUND = Ink("ground", "surface")
PREVIEW = Ink("text", "preview", bold=True)
REFUSED = Ink("bad", "preview", bold=True)


def seat_of(number: Seat) -> Identity:
    """The identity of a seat (they repeat after ten)."""
    return IDENTITIES[number % len(IDENTITIES)]


@lru_cache(maxsize=256)
def ink(fg: str, bg: str, bold: bool = False, underline: bool = False) -> Ink:
    """An ink by roles, shared so that equal inks are one object."""
    return Ink(fg, bg, bold=bold, underline=underline)


def facade(floor: str) -> str:
    """The background role of a floor's face."""
    return f"floor-{floor.lower()}"


def shape_ink(seat: Seat, bg: str) -> Ink:
    """A seat's shape or number in its colour on some surface."""
    return ink(seat_of(seat).role, bg, True)


def plate_ink(seat: Seat) -> Ink:
    """A seat's number on a plate of its colour."""
    return ink("ink", seat_of(seat).role, True)
