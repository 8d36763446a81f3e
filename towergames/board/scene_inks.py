"""Inks of the words on boards that show solid things. Words without a plate keep the ground on which they are put."""

from __future__ import annotations

from towergames.board.canvas import Ink

TEXT = Ink("text")
BOLD = Ink("text", bold=True)
MUTED = Ink("muted")
LINE = Ink("line")
GOOD = Ink("good")
GOOD_BOLD = Ink("good", bold=True)
WARN = Ink("warn", bold=True)
BAD = Ink("bad", bold=True)

CURSOR = Ink("ink", "cursor", bold=True)
LAST = Ink("ink", "last", bold=True)
HAND = Ink("ink", "accent", bold=True)
BLAMED = Ink("ink", "bad", bold=True)
"""The plate of a piece that gave way or moved."""

BUTTON = Ink("text", "card", bold=True)
BUTTON_OFF = Ink("muted", "card")
CHOSEN = Ink("text", "select", bold=True)
PLATE = Ink("text", "card")
PLATE_MUTED = Ink("muted", "card")
