"""Where the plastic of a letter would be if no joint had bent: from cells to micrometres."""

from __future__ import annotations

from math import cos, pi, sin

from towergames.games.konexi.lattice import Spot
from towergames.games.konexi.letters import HEIGHT, WIDTH, plastic
from towergames.games.konexi.model import Pose


def straight(spot: Spot) -> Pose:
    """The pose of a letter put down on the lattice; see :class:`model.Pose` for the frame.

    >>> straight(Spot("L", 0, False, 2, 1))
    Pose(x=16000, y=0, z=8000, w=1000000, i=0, j=0, k=0)
    """
    corners = [_turned(x, y, spot) for x in (0, WIDTH) for y in (0, HEIGHT)]
    left, low = min(x for x, _ in corners), min(y for _, y in corners)
    cell = plastic().cell_um
    half = spot.turn * pi / 4
    up, side = round(10**6 * cos(half)), -round(10**6 * sin(half))
    turned = (0, side, 0, up) if spot.flip else (up, 0, side, 0)
    return Pose(cell * (spot.x - left), 0, cell * (spot.y - low), *turned)


def _turned(x: int, y: int, spot: Spot) -> tuple[int, int]:
    x = -x if spot.flip else x
    for _ in range(spot.turn):
        x, y = -y, x
    return x, y
