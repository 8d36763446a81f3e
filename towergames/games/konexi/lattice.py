"""Where letters can stand beside one another: exact, in whole cells.

The tower stands in one plane. The lower left cell of the base's frame is (0, 0), the table is the line below y = 0. A
letter is put down in one of its eight poses with the lower left corner of its frame on some cell. A plug must meet a
socket that opens towards it or reach into the open; never a wall or another plug. Whatever meets is a joint.

All places of a letter are found at once: the tower's cells are the bits of whole numbers, one bit a cell, and moving
a letter's cell over the tower is a shift.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from towergames.games.konexi.letters import STEPS, Cell, Shape, poses, shape

_MARGIN = 9
"""Empty columns beside the tower: wider than a letter with a plug, so that no shift runs into the next row."""
_REMEMBERED = 512


class Spot(NamedTuple):
    """A letter in its place: pose and lower left corner."""

    letter: str
    turn: int
    flip: bool
    x: int
    y: int

    @property
    def shape(self) -> Shape:
        """The letter in this pose, still at the corner (0, 0)."""
        return shape(self.letter, self.turn, self.flip)

    @property
    def cells(self) -> list[Cell]:
        """The cells that it takes."""
        return [(self.x + x, self.y + y) for x, y in self.shape.cells]


class Joint(NamedTuple):
    """A plug in a socket: ``letter``'s connector in cell (x, y) on ``side`` meets ``other``'s."""

    letter: str
    other: str
    x: int
    y: int
    side: int
    plug: bool


class Fault(NamedTuple):
    """Why a letter cannot be there: table, overlap, wall (one's plug against it), plugs or loose; in which cell."""

    kind: str
    x: int
    y: int
    other: str = ""


@dataclass(frozen=True)
class Tower:
    """The letters that stand, the base first; the order is that of building."""

    spots: tuple[Spot, ...] = ()

    def __len__(self) -> int:
        return len(self.spots)

    @property
    def letters(self) -> str:
        """The letters in the order in which they came."""
        return "".join(spot.letter for spot in self.spots)

    @cached_property
    def cells(self) -> dict[Cell, str]:
        """Cell -> the letter that takes it."""
        return {cell: spot.letter for spot in self.spots for cell in spot.cells}

    @cached_property
    def connectors(self) -> dict[tuple[int, int, int], tuple[bool, str]]:
        """(x, y, side) -> whether a plug is there or a socket, and whose."""
        return {
            (spot.x + one.x, spot.y + one.y, one.side): (one.plug, spot.letter)
            for spot in self.spots
            for one in spot.shape.connectors
        }

    @cached_property
    def joints(self) -> tuple[Joint, ...]:
        """All joints, those of the second letter first; each once, told by the letter that came later."""
        found: list[Joint] = []
        for number, spot in enumerate(self.spots):
            found += joints(tower_of(self.spots[:number]), spot)
        return tuple(found)

    @cached_property
    def hangs(self) -> dict[str, Joint]:
        """Letter -> the joint on which it hangs: the first with letters that were there before. The base has none."""
        found: dict[str, Joint] = {}
        for joint in self.joints:
            found.setdefault(joint.letter, joint)
        return found

    @cached_property
    def notched(self) -> dict[str, frozenset[str]]:
        """Letter -> the letters that it is notched to."""
        near: dict[str, set[str]] = {letter: set() for letter in self.letters}
        for joint in self.joints:
            near[joint.letter].add(joint.other)
            near[joint.other].add(joint.letter)
        return {letter: frozenset(others) for letter, others in near.items()}

    @cached_property
    def _board(self) -> _Board:
        return _Board(self)


@lru_cache(maxsize=_REMEMBERED)
def tower_of(spots: tuple[Spot, ...]) -> Tower:
    """The tower of these letters, remembered with all that is known of it."""
    return Tower(spots)


# --- one letter ---------------------------------------------------------------------------------------


def joints(tower: Tower, spot: Spot) -> tuple[Joint, ...]:
    """The joints that a letter makes in its place, whether it may be there or not."""
    found = []
    for one in spot.shape.connectors:
        x, y = spot.x + one.x, spot.y + one.y
        dx, dy = STEPS[one.side]
        facing = tower.connectors.get((x + dx, y + dy, (one.side + 2) % 4))
        if facing is not None and facing[0] != one.plug:
            found.append(Joint(spot.letter, facing[1], x, y, one.side, one.plug))
    return tuple(found)


def faults(tower: Tower, spot: Spot) -> tuple[Fault, ...]:
    """All that keeps a letter from its place in a tower that stands; none means that it may be put there."""
    found: list[Fault] = []
    if spot.y < 1:
        found.append(Fault("table", spot.x, spot.y))
    cells = spot.cells
    found += [Fault("overlap", *cell, tower.cells[cell]) for cell in cells if cell in tower.cells]
    if found:
        return tuple(found)
    own = {(spot.x + one.x, spot.y + one.y, one.side): one.plug for one in spot.shape.connectors}
    for (x, y, side), plug in own.items():
        beyond = x + STEPS[side][0], y + STEPS[side][1]
        facing = tower.connectors.get((*beyond, (side + 2) % 4))
        if plug and beyond in tower.cells and (facing is None or facing[0]):
            found.append(Fault("plugs" if facing else "wall", *beyond, tower.cells[beyond]))
    for x, y in cells:
        for side, (dx, dy) in enumerate(STEPS):
            facing = tower.connectors.get((x + dx, y + dy, (side + 2) % 4))
            if facing and facing[0] and (x, y, side) not in own:
                found.append(Fault("wall", x, y, facing[1]))
    if not found and not joints(tower, spot):
        found.append(Fault("loose", spot.x, spot.y))
    return tuple(found)


# --- every place of a letter --------------------------------------------------------------------------


def places(tower: Tower, letter: str, *, flips: bool = True) -> tuple[Spot, ...]:
    """Every place where the letter may be put, sorted from left to right, then from below; the tower is not empty."""
    board = tower._board
    found = [spot for one in poses(letter) if flips or not one.flip for spot in board.places(one)]
    return tuple(sorted(found, key=lambda spot: (spot.x, spot.y, spot.flip, spot.turn)))


class _Board:
    """The tower as whole numbers: bit ``y * width + x`` stands for the cell (x, y), counted from a far corner."""

    def __init__(self, tower: Tower) -> None:
        left = min(x for x, _ in tower.cells) - _MARGIN
        low = min(y for _, y in tower.cells) - _MARGIN
        self.left, self.low = left, low
        self.width = max(x for x, _ in tower.cells) + _MARGIN + 1 - left
        self.height = max(y for _, y in tower.cells) + _MARGIN + 1 - low
        self.taken = sum(self._bit(cell) for cell in tower.cells)
        self.sockets = [0] * 4
        """Side -> cells with a socket that opens to it."""
        self.plugs = [0] * 4
        """Side -> cells with a plug that points there."""
        for (x, y, side), (plug, _) in tower.connectors.items():
            (self.plugs if plug else self.sockets)[side] |= self._bit((x, y))
        self.reached = [self._shift(cells, *STEPS[side]) for side, cells in enumerate(self.plugs)]
        """Side -> cells into which a plug points that way."""
        every = self.reached[0] | self.reached[1] | self.reached[2] | self.reached[3]
        self.shut = self.taken | every
        """Cells where a letter without sockets can have none of its own."""
        rows = self.height - (1 - low)
        self.above = ((1 << (rows * self.width)) - 1) << ((1 - low) * self.width)
        """Corners that are not down on the table."""

    def _bit(self, cell: Cell) -> int:
        return 1 << ((cell[1] - self.low) * self.width + cell[0] - self.left)

    def _shift(self, cells: int, dx: int, dy: int) -> int:
        by = dy * self.width + dx
        return cells << by if by >= 0 else cells >> -by

    def places(self, one: Shape) -> Iterator[Spot]:
        """The places of a letter in one pose."""
        refused, mated = 0, 0
        opening = {(c.x, c.y): c.side for c in one.connectors if not c.plug}
        for x, y in one.cells:
            side = opening.get((x, y))
            shut = self.shut if side is None else self._shut_but_for(side)
            refused |= self._shift(shut, -x, -y)
        for c in one.connectors:
            there = (c.side + 2) % 4
            x, y = c.beyond
            if c.plug:
                refused |= self._shift(self.taken & ~self.sockets[there], -x, -y)
                mated |= self._shift(self.sockets[there], -x, -y)
            else:
                mated |= self._shift(self.plugs[there], -x, -y)
        good = mated & ~refused & self.above
        while good:
            low = good & -good
            y, x = divmod(low.bit_length() - 1, self.width)
            yield Spot(one.letter, one.turn, one.flip, x + self.left, y + self.low)
            good ^= low

    def _shut_but_for(self, side: int) -> int:
        """As ``shut``, but a plug may come in from that side."""
        shut = self.taken
        for way, cells in enumerate(self.reached):
            if way != (side + 2) % 4:
                shut |= cells
        return shut
