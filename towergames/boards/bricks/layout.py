"""Where things stand: the largest bricks that leave room for the ledger, for any size of board and screen."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Size:
    """How bricks are drawn: ``pitch`` columns from one to the next, ``tall`` rows from level to level."""

    name: str
    pitch: int
    tall: int


LARGE = Size("large", 13, 6)
MEDIUM = Size("medium", 9, 4)
SMALL = Size("small", 7, 2)
LOW = Size("low", 7, 1)
TINY = Size("tiny", 4, 1)
SIZES = (LARGE, MEDIUM, SMALL, LOW)

LABEL = 3
"""Columns for the numbers of the levels."""
WEIGHTS = 8
"""Columns for what levels weigh and how many pieces they have."""
COMPACT = 25
"""Columns of the ledger in short form."""
WIDE = 54
"""Columns from which all 36 lines are written out beside the tower."""
LINES = 23
"""Rows that they need: twenty rules that score, a headline, and the words found."""
USUAL_LEVELS = 6
USUAL_PIECES = 6
LEAST = (68, 10)


@dataclass(frozen=True, slots=True)
class Plan:
    """All measures in cells. The tower's bricks begin at ``left``; its ground is row ``ground``.

    ``side`` is the first column of the ledger beside the tower and ``wide`` whether it is written out there;
    ``pieces`` and ``levels`` are how many fit.
    """

    width: int
    height: int
    size: Size
    left: int
    ground: int
    pieces: int
    levels: int
    side: int
    wide: bool

    @property
    def room(self) -> int:
        """Columns of the ledger."""
        return self.width - self.side


def plan(width: int, height: int, levels: int, pieces: int) -> Plan:
    """The measures for a tower of so many levels, the longest of so many pieces; bars above it are one row."""
    levels, pieces = max(levels, USUAL_LEVELS), max(pieces, USUAL_PIECES)
    rows = height - 2
    for size in SIZES:
        used = LABEL + pieces * size.pitch + 1 + WEIGHTS
        if levels * size.tall <= rows and used + (WIDE if size.tall > 2 else COMPACT) <= width:
            break
    used = LABEL + pieces * size.pitch + 1 + WEIGHTS
    if used + COMPACT > width:
        pieces = max(1, (width - COMPACT - LABEL - 1 - WEIGHTS) // size.pitch)
        used = LABEL + pieces * size.pitch + 1 + WEIGHTS
    spare = width - used
    wide = spare >= WIDE and rows >= LINES
    side = used + min(2, max(0, spare - (WIDE if wide else COMPACT)))
    return Plan(width, height, size, LABEL, height - 1, pieces, max(1, rows // size.tall), side, wide)
