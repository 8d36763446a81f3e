"""Where things stand: the largest squares that fit, the panel beside them, for any size of board and screen."""

from __future__ import annotations

from dataclasses import dataclass

from towergames.boards.desk import Abreast

PANEL = 22
"""Fewest columns of the panel."""
BESIDE_HAND = 36
"""Columns of rack and panel where they stand beside the board: seven tiles of five."""
RACK_AND_BUTTONS = 5
"""Rows of the rack with the buttons below it."""
LABELS = 3
"""Columns for the numbers of the rows."""
CELLS: tuple[tuple[int, int], ...] = (
    (14, 7),
    (12, 6),
    (10, 5),
    (8, 4),
    (6, 3),
    (5, 3),
    (5, 2),
    (4, 2),
    (4, 1),
)
"""Columns and rows of a square, the largest first."""


@dataclass(frozen=True, slots=True)
class Plan:
    """All measures in cells: (left, top) is the corner of square a1, ``cell`` columns and ``tall`` rows a square."""

    width: int
    height: int
    size: int
    cell: int
    tall: int
    left: int
    top: int
    panel_x: int
    panel: int

    @property
    def edge(self) -> int:
        """The row below the last square."""
        return self.top + self.size * self.tall

    def corner(self, cell: int) -> tuple[int, int]:
        """The top left corner of a square."""
        row, col = divmod(cell, self.size)
        return self.left + col * self.cell, self.top + row * self.tall


def least(size: int) -> tuple[int, int]:
    """Fewest columns and rows at which such a board can be drawn."""
    cell, tall = CELLS[-1]
    return LABELS + size * cell + 1 + PANEL, max(12, size * tall + 2)


def abreast(size: int, seats: int) -> Abreast:
    """The board without its panel, at 4x2 a square or more, where rack and panel stand beside it."""
    cell, tall = 4 if size > 8 else 5, RACK_AND_BUTTONS + max(6, seats + 4)
    return Abreast(LABELS + size * cell + 1, size * 2 + 1, BESIDE_HAND, tall, tall)


def plan(width: int, height: int, size: int) -> Plan:
    """The measures for a board of ``width`` x ``height`` cells, without a panel where it has no room for one.

    The board's edge is drawn where a row is left for it below the squares.
    """
    least_panel = PANEL if width >= least(size)[0] else 0
    fitting = (
        (cell, tall)
        for cell, tall in CELLS
        if LABELS + size * cell + 1 + least_panel <= width and size * tall + 1 <= height
    )
    cell, tall = next(fitting, CELLS[-1])
    used = LABELS + size * cell
    spare = max(0, width - used - 1 - least_panel)
    left = LABELS + min(4, max(0, spare - 18) // 2)
    panel_x = left + size * cell + 1 if least_panel else width
    top = 1 + max(0, height - 2 - size * tall) // 2
    return Plan(width, height, size, cell, tall, left, top, panel_x, width - panel_x)
