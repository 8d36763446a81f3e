"""Where the letter in hand can be notched: marks on the tower's plugs and sockets. Pure."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from functools import lru_cache

from towergames.boards.kit.canvas import Canvas
from towergames.boards.konexi import inks
from towergames.boards.konexi.animation import Stood
from towergames.boards.konexi.window import Room
from towergames.boards.protocol import Spot
from towergames.games.konexi.bodies import CELL, straight
from towergames.games.konexi.lattice import Spot as Lain
from towergames.games.konexi.lattice import joints, tower_of
from towergames.games.konexi.letters import STEPS
from towergames.games.konexi.model import Public
from towergames.games.konexi.turns import places_of
from towergames.physics.geometry import Vec
from towergames.physics.recording import read
from towergames.physics.scene import TABLE

Projection = Callable[[Vec], tuple[float, float] | None]
"""A point (cm) -> the column and row where it is seen."""
DOTS = ("▘▝", "▖▗")


@dataclass(frozen=True, slots=True)
class Socket:
    """A connector of the tower that the letter in hand can use: whose, its cell and side, and whether it does now."""

    letter: str
    x: int
    y: int
    side: int
    used: bool


def legal_sockets(view: Public, letter: str, at: Lain | None) -> tuple[Socket, ...]:
    """Every connector of the tower on which the letter has a legal place."""
    if not view.tower:
        return ()
    tower = tower_of(view.tower)
    used = {(j.x, j.y, j.side) for j in joints(tower, at)} if at is not None else set()
    found = []
    for x, y, side, other in _usable(view, letter):
        dx, dy = STEPS[side]
        found.append(Socket(other, x, y, side, (x + dx, y + dy, (side + 2) % 4) in used))
    return tuple(found)


@lru_cache(maxsize=32)
def _usable(view: Public, letter: str) -> tuple[tuple[int, int, int, str], ...]:
    tower = tower_of(view.tower)
    found = set()
    for spot in places_of(view, letter):
        for joint in joints(tower, spot):
            dx, dy = STEPS[joint.side]
            found.add((joint.x + dx, joint.y + dy, (joint.side + 2) % 4, joint.other))
    return tuple(sorted(found))


def draw_sockets(
    canvas: Canvas,
    sockets: Sequence[Socket],
    letters: Sequence[Stood],
    seen_at: Projection,
    pick: Callable[[int, int], str],
    room: Room,
    names: Container[tuple[int, int]] = (),
) -> list[Spot]:
    """Mark them with dots where they are seen; those that are used now are seen by the letter in hand itself.

    ``pick`` tells which letter is seen in a cell: what is before a connector hides it, and so do ``names``.
    """
    stood = {one.spot.letter: one for one in letters}
    spots = []
    for one in sockets:
        carrier = stood.get(one.letter)
        if carrier is None:
            continue
        dx, dy = STEPS[one.side]
        plug = tower_of((carrier.spot,)).connectors[one.x, one.y, one.side][0]
        out = 0.72 if plug else 0.28
        place = ((one.x + 0.5 + out * dx) * CELL, 0.0, (one.y + 0.5 + out * dy) * CELL)
        at = seen_at(carrier.pose.point(read(straight(carrier.spot)).own(place)))
        if at is None:
            continue
        column, row = int(at[0]), int(at[1])
        if pick(column, row) not in ("", TABLE, one.letter) or (column, row) in names:
            continue
        if room.x <= at[0] < room.x + room.width and room.y <= at[1] < room.y + room.height - 1:
            if not one.used:
                canvas.over(column, row, DOTS[at[1] - row >= 0.5][at[0] - column >= 0.5], inks.FREE)
            key = f"joint:{one.x},{one.y},{one.side}"
            spots.append(Spot(key, column, row, 1, 1, f"a {'plug' if plug else 'socket'} of {one.letter}"))
    return spots
