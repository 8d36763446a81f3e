"""Letters as pixels: a fine stencil of each, and the colours that keep neighbours apart. Pure."""

from __future__ import annotations

from functools import cache, lru_cache

from towergames.boards.kit.palette import PLASTICS
from towergames.games.konexi.lattice import Spot, tower_of
from towergames.games.konexi.letters import ALPHABET, HEIGHT, STEPS, WIDTH, Connector, upright

FINE = 8
"""Points of a stencil along the side of a cell."""
EDGE = 1
"""Cells round a letter for its plugs."""
ACROSS, DOWN = (WIDTH + 2 * EDGE) * FINE, (HEIGHT + 2 * EDGE) * FINE
"""Points of a stencil."""
TOOTH = 0.42
"""How far a plug reaches into the next cell; it is half a cell wide."""
LONG_TOOTH = 0.55
"""The same where cells are so small that a shorter one would fall between two points."""
NO_TOOTH = 0.0
"""The same where they would only be specks."""
PLASTIC, HOLE = 1, 2
"""What a point of a stencil shows, 0 nothing: a hole is the socket's part of a cell."""


@cache
def stencil(letter: str, tooth: float = TOOTH) -> bytes:
    """The upright letter as DOWN rows of ACROSS points, from below; plugs stand out into the next cells."""
    points = bytearray(ACROSS * DOWN)

    def fill(left: float, low: float, right: float, high: float, value: int) -> None:
        for y in range(round((low + EDGE) * FINE), round((high + EDGE) * FINE)):
            for x in range(round((left + EDGE) * FINE), round((right + EDGE) * FINE)):
                points[y * ACROSS + x] = value

    one = upright(letter)
    for x, y in one.cells:
        fill(x, y, x + 1, y + 1, PLASTIC)
    for connector in one.connectors:
        fill(*tooth_of(connector, tooth), PLASTIC if connector.plug else HOLE)
    return bytes(points)


def tooth_of(one: Connector, tooth: float = TOOTH) -> tuple[float, float, float, float]:
    """Left, lowest, right and highest place of a plug, or of the hole of a socket, in cells."""
    dx, dy = STEPS[one.side]
    first, last = (0.5, 0.5 + tooth) if one.plug else (0.5 - tooth, 0.5)
    across = sorted((dx * first, dx * last)) if dx else (-0.25, 0.25)
    along = sorted((dy * first, dy * last)) if dy else (-0.25, 0.25)
    x, y = one.x + 0.5, one.y + 0.5
    return x + across[0], y + along[0], x + across[1], y + along[1]


@cache
def bars(letter: str) -> tuple[tuple[int, int, int, int], ...]:
    """The letter's cells as few rectangles: column, row, columns, rows."""
    left = set(upright(letter).cells)
    found = []
    while left:
        x, y = min(left, key=lambda cell: (cell[1], cell[0]))
        wide = next(k for k in range(1, WIDTH + 1) if (x + k, y) not in left)
        high = next(k for k in range(1, HEIGHT + 1) if (x, y + k) not in left)
        wide, high = (1, high) if high > wide else (wide, 1)
        found.append((x, y, wide, high))
        left -= {(x + i, y + j) for i in range(wide) for j in range(high)}
    return tuple(found)


@cache
def heart(letter: str) -> tuple[int, int]:
    """The cell in which the upright letter bears its name: near its middle, away from sockets."""
    one = upright(letter)
    cut = {(c.x, c.y) for c in one.connectors if not c.plug}
    x = sum(cell[0] for cell in one.cells) / len(one.cells)
    y = sum(cell[1] for cell in one.cells) / len(one.cells)
    whole = [cell for cell in one.cells if cell not in cut] or list(one.cells)
    return min(whole, key=lambda cell: ((cell[0] - x) ** 2 + (cell[1] - y) ** 2, cell))


# --- colours ------------------------------------------------------------------------------------------


def own_role(letter: str) -> str:
    """The colour that a letter has by itself."""
    return PLASTICS[ALPHABET.index(letter) * 2 % len(PLASTICS)]


@lru_cache(maxsize=256)
def roles(spots: tuple[Spot, ...]) -> dict[str, str]:
    """A colour for each letter: its own, or the next one that none of its older neighbours has."""
    cells = tower_of(spots).cells
    found: dict[str, str] = {}
    for spot in spots:
        beside = {cells.get((x + dx, y + dy), "") for x, y in spot.cells for dx, dy in STEPS}
        taken = {found[other] for other in beside if other in found}
        first = PLASTICS.index(own_role(spot.letter))
        ways = [PLASTICS[(first + k) % len(PLASTICS)] for k in range(len(PLASTICS))]
        found[spot.letter] = next((role for role in ways if role not in taken), ways[0])
    return found
