"""Where things stand on the board: columns, storeys, ground line and panel, for any size and number of towers."""

from __future__ import annotations

from dataclasses import dataclass

NARROWEST_BODY = 12
"""Wall, the longest short name (8), a plate (2), wall."""
NARROWEST_PANEL = 14
TALLEST_STOREY = 6
ROOMY_HEIGHT = 20
"""Rows from which the panel draws its piles as cards."""


@dataclass(frozen=True, slots=True)
class Plan:
    """All measures in cells. ``tall`` is rows a storey, ``roof`` rows kept above the highest possible storey."""

    width: int
    height: int
    gutter: int
    left: int
    column: int
    body: int
    panel_x: int
    panel: int
    tall: int
    roof: int
    ground: int
    labels: int
    limit: int
    lots: int

    def body_x(self, slot: int) -> int:
        """Left wall of the tower in ``slot``."""
        return self.left + slot * self.column

    def storey_y(self, storey: int) -> int:
        """Top row of a storey; storey 0 stands on the ground line."""
        return self.ground - (storey + 1) * self.tall

    @property
    def summit(self) -> int:
        """The row just above the highest storey allowed: where the height limit is drawn."""
        return self.storey_y(self.limit - 1) - 1


def least(lots: int, limit: int, seats: int) -> tuple[int, int]:
    """Fewest columns and rows at which such a board can be drawn."""
    columns = 1 + lots * (NARROWEST_BODY + 1) + NARROWEST_PANEL
    return columns, max(limit + 4, seats + 6)


def plan(width: int, height: int, lots: int, limit: int) -> Plan:
    """The measures for a board of ``width`` x ``height`` cells with ``lots`` towers of up to ``limit`` floors."""
    gutter = 2 if width >= 2 + lots * (NARROWEST_BODY + 1) + NARROWEST_PANEL else 1
    panel = max(NARROWEST_PANEL, min(26, width - gutter - lots * 20))
    city = max(0, width - gutter - panel)
    column = max(NARROWEST_BODY + 1, min(32, city // max(1, lots)))
    gap = 1 if column < 18 else 2 if column < 26 else 4
    labels = 3 if height >= limit + 5 else 2
    spare = height - labels - 2  # without labels, ground line and the row of the height limit
    tall = next((t for t in range(TALLEST_STOREY, 1, -1) if limit * t + (1 if t < 3 else 2) <= spare), 1)
    ground = height - labels - 1
    roof = max(0, ground - limit * tall)
    left = gutter + max(0, city - (lots * column - gap)) // 2
    return Plan(
        width, height, gutter, left, column, column - gap, width - panel, panel, tall, roof, ground, labels, limit, lots
    )
