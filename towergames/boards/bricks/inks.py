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
GROUND = Ink("ground", "surface")
TITLE = Ink("accent", "surface", bold=True)
BUTTON = Ink("ink", "accent", bold=True)
CURSOR = Ink("ink", "cursor", bold=True)
CHANGED = Ink("ink", "last", bold=True)
NEW = Ink("ink", "good", bold=True)
WRONG = Ink("ink", "bad", bold=True)
GOOD = Ink("good", "surface", bold=True)
BAD = Ink("bad", "surface", bold=True)
WARN = Ink("warn", "surface", bold=True)


@lru_cache(maxsize=256)
def ink(fg: str, bg: str, bold: bool = False, underline: bool = False) -> Ink:
    """An ink by roles, shared so that equal inks are one object."""
    return Ink(fg, bg, bold=bold, underline=underline)


def plate(colour: str) -> Ink:
    """Thin strokes on a brick of that colour."""
    return ink("brick-ink", f"brick-{colour}")


def face(colour: str) -> Ink:
    """What is to be read on a brick of that colour."""
    return ink("brick-ink", f"brick-{colour}", True)


def frame(colour: str) -> Ink:
    """A window of that colour: its frame on dark glass."""
    return ink(f"brick-{colour}", "glass", True)


def edge(colour: str) -> Ink:
    """The lower edge of a brick, on the ground behind it."""
    return ink(f"brick-{colour}", "surface")


def seat_of(number: Seat) -> Identity:
    """The identity of a seat (they repeat after ten)."""
    return IDENTITIES[number % len(IDENTITIES)]
