"""Inks that several boards use, made once: roles of the palette, never colours."""

from __future__ import annotations

from functools import lru_cache

from towergames.board.canvas import Ink
from towergames.board.palette import IDENTITIES, Identity
from towergames.core.contract import Seat

TEXT = Ink("text", "surface")
BOLD = Ink("text", "surface", bold=True)
MUTED = Ink("muted", "surface")
LINE = Ink("line", "surface")
TITLE = Ink("accent", "surface", bold=True)
BAD = Ink("bad", "surface", bold=True)
CURSOR = Ink("ink", "cursor", bold=True)


@lru_cache(maxsize=256)
def ink(fg: str, bg: str, bold: bool = False, underline: bool = False) -> Ink:
    """An ink by roles, shared so that equal inks are one object."""
    return Ink(fg, bg, bold=bold, underline=underline)


def seat_of(number: Seat) -> Identity:
    """The identity of a seat (they repeat after ten)."""
    return IDENTITIES[number % len(IDENTITIES)]


def shape_ink(seat: Seat, bg: str = "surface") -> Ink:
    """A seat's shape or number in its colour on some surface."""
    return ink(seat_of(seat).role, bg, True)


def plate_ink(seat: Seat) -> Ink:
    """A seat's number on a plate of its colour."""
    return ink("ink", seat_of(seat).role, True)
