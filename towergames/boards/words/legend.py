"""What the signs on the board mean, for the help screen: each drawn as it is drawn on the board."""

from __future__ import annotations

from towergames.boards.kit.canvas import Run
from towergames.boards.protocol import Legend
from towergames.boards.words import inks
from towergames.boards.words.inks import ink


def legend() -> Legend:
    """(sample as runs, meaning) pairs."""
    heights = tuple(Run(f"A{n}" if n > 1 else "A", inks.face(n)) for n in (1, 3, 5))
    wall = Run("▌", ink("tile-side", "square"))
    return (
        (heights, "a stack: its top letter and how many tiles it has; the higher, the lighter"),
        ((Run(" A4", inks.face(4)), wall), "its wall: the higher the stack, the thicker"),
        ((Run("*", inks.LAST), Run("A", inks.face(1))), "played since your last move"),
        ((Run("+", inks.NEW), Run("A", inks.face(1, True))), "your tile, not yet played"),
        ((Run("x", inks.WRONG), Run("A", inks.face(1, True))), "in a word that is refused; below the rack is why"),
        ((Run("[", inks.CURSOR), Run(" A", inks.face(1)), Run(">", inks.CURSOR)), "the cursor, typing across"),
        ((Run("[", inks.CURSOR), Run(" A", inks.face(1)), Run("v", inks.CURSOR)), "the cursor, typing down"),
        ((Run(" + ", ink("muted", "centre")),), "a centre square: the first word covers one of the four"),
        ((Run("┌╌┐", inks.MUTED),), "a place on the rack whose tile lies on the board"),
    )
