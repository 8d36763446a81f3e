"""The tower in whole cells: where letters can stand beside one another, its joints, and its weights. Exact.

The tower stands in one plane. The lower left cell of the base's frame is (0, 0), the table is the line below y = 0. A
letter is put down in one of its eight poses with the lower left corner of its frame on some cell. A plug must meet a
socket that opens towards it or reach into the open; never a wall or another plug. Whatever meets is a joint.

All places of a letter are found at once: the tower's cells are the bits of whole numbers, one bit a cell, and moving
a letter's cell over the tower is a shift.

Weights are those of the straight shape, without physics, which alone says whether a tower stands. Rules use them for
the pose of a base (K-4), hints and opponents for the rest. :class:`Scales` weighs many places of one tower: lengths in
half cells, masses in cells; a letter weighs on the joint it hangs on and on all joints between that one and the base.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from towergames.games.konexi.letters import STEPS, Cell, LetterShape, poses, shape

_EMPTY_COLUMNS = 9
"""Empty columns beside the tower: wider than a letter with a plug, so that no shift runs into the next row."""
_REMEMBERED = 512


class PlacedLetter(NamedTuple):
    """A letter in its place: pose and lower left corner."""

    letter: str
    turn: int
    flip: bool
    x: int
    y: int

    @property
    def shape(self) -> LetterShape:
        """The letter in this pose, still at the corner (0, 0)."""
        return shape(self.letter, self.turn, self.flip)

    @property
    def cells(self) -> list[Cell]:
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

    spots: tuple[PlacedLetter, ...] = ()

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
        below = (tower_of(self.spots[:number]) for number in range(len(self.spots)))
        return tuple(joint for tower, spot in zip(below, self.spots, strict=True) for joint in joints(tower, spot))

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
    def board(self) -> _Board:
        """The same as whole numbers."""
        return _Board(self)


@lru_cache(maxsize=_REMEMBERED)
def tower_of(spots: tuple[PlacedLetter, ...]) -> Tower:
    """The tower of these letters, remembered with all that is known of it."""
    return Tower(spots)


def joints(tower: Tower, spot: PlacedLetter) -> tuple[Joint, ...]:
    """The joints that a letter makes in its place, whether it may be there or not."""
    found = []
    for one in spot.shape.connectors:
        x, y = spot.x + one.x, spot.y + one.y
        dx, dy = STEPS[one.side]
        facing = tower.connectors.get((x + dx, y + dy, (one.side + 2) % 4))
        if facing is not None and facing[0] != one.plug:
            found.append(Joint(spot.letter, facing[1], x, y, one.side, one.plug))
    return tuple(found)


def faults(tower: Tower, spot: PlacedLetter) -> tuple[Fault, ...]:
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


def places(tower: Tower, letter: str, *, flips: bool = True) -> tuple[PlacedLetter, ...]:
    """Every place where the letter may be put, sorted from left to right, then from below; the tower is not empty."""
    found = [spot for one in poses(letter) if flips or not one.flip for spot in tower.board.places(one)]
    return tuple(sorted(found, key=lambda spot: (spot.x, spot.y, spot.flip, spot.turn)))


class _Board:
    """The tower as whole numbers: bit ``y * width + x`` stands for the cell (x, y), counted from a far corner."""

    def __init__(self, tower: Tower) -> None:
        self.left = min(x for x, _ in tower.cells) - _EMPTY_COLUMNS
        self.low = min(y for _, y in tower.cells) - _EMPTY_COLUMNS
        self.width = max(x for x, _ in tower.cells) + _EMPTY_COLUMNS + 1 - self.left
        height = max(y for _, y in tower.cells) + _EMPTY_COLUMNS + 1 - self.low
        self.taken = sum(self._bit(cell) for cell in tower.cells)
        self.sockets = [0] * 4
        """Side -> cells with a socket that opens to it."""
        self.plugs = [0] * 4
        """Side -> cells with a plug that points there."""
        for (x, y, side), (plug, _) in tower.connectors.items():
            (self.plugs if plug else self.sockets)[side] |= self._bit((x, y))
        reached = [self._shift(cells, *STEPS[side]) for side, cells in enumerate(self.plugs)]
        """Side -> cells into which a plug points that way."""
        self.shut = [self.taken | reached[s - 1] | reached[s - 2] | reached[s - 3] for s in range(4)]
        """Side -> cells that are taken, or into which a plug points, but for plugs that point that way."""
        below = (1 - self.low) * self.width
        self.above = (1 << height * self.width) - (1 << below)
        """Corners that are not down on the table."""

    def _bit(self, cell: Cell) -> int:
        return 1 << ((cell[1] - self.low) * self.width + cell[0] - self.left)

    def _shift(self, cells: int, dx: int, dy: int) -> int:
        by = dy * self.width + dx
        return cells << by if by >= 0 else cells >> -by

    def places(self, one: LetterShape) -> Iterator[PlacedLetter]:
        """The places of a letter in one pose."""
        refused, mated = 0, 0
        opening = {(c.x, c.y): c.side for c in one.connectors if not c.plug}
        for x, y in one.cells:
            side = opening.get((x, y))
            shut = self.shut[0] | self.shut[2] if side is None else self.shut[side - 2]
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
            yield PlacedLetter(one.letter, one.turn, one.flip, x + self.left, y + self.low)
            good ^= low


@dataclass(frozen=True, slots=True)
class Footing:
    """Where the weight lies: the ends of the base on the table, and how far inside its nearer one the weight is.

    All in thousandths of a cell; ``margin`` below zero means that the tower tips over.
    """

    left: int
    right: int
    weight: int

    @property
    def margin(self) -> int:
        """How far the weight is from tipping."""
        return min(self.weight - self.left, self.right - self.weight)


def balance(tower: Tower) -> Footing:
    """How the weight of a tower lies over its base; the tower is not empty."""
    cells = [cell for spot in tower.spots for cell in spot.cells]
    return _balance(tower.spots[0].cells, cells)


def stands(one: LetterShape) -> bool:
    """K-4: whether a letter stands by itself in this pose: its weight over its foot, and no plug under it."""
    if any(c.plug and c.side == 3 and c.y == 0 for c in one.connectors):
        return False
    return _balance(list(one.cells), list(one.cells)).margin > 0


def margin_with(tower: Tower, spot: PlacedLetter) -> int:
    """The margin of the tower with one letter more, in thousandths of a cell."""
    return balance(Tower((*tower.spots, spot))).margin


def _balance(base: list[Cell], cells: list[Cell]) -> Footing:
    low = min(y for _, y in base)
    feet = [x for x, y in base if y == low]
    weight = (1000 * sum(2 * x + 1 for x, _ in cells)) // (2 * len(cells))
    return Footing(1000 * min(feet), 1000 * (max(feet) + 1), weight)


class LetterWeighed(NamedTuple):
    """Facts of a tower with a letter more.

    ``margin`` is how far the weight is inside the base's foot and ``height`` how high it lies, in cells; ``moment`` the
    greatest in a notch, in cells of mass times cells of length; ``top`` how high the letter's own weight lies.
    """

    margin: float
    moment: float
    height: float
    top: float


class Scales:
    """A tower that is not empty, ready to weigh one letter more."""

    def __init__(self, tower: Tower) -> None:
        self.tower = tower
        base, *others = tower.spots
        feet = [x for x, y in base.cells if y == 0]
        self._left, self._right = 2 * min(feet), 2 * max(feet) + 2
        weights = {spot.letter: _weight(spot) for spot in tower.spots}
        self._mass, self._across, self._up = map(sum, zip(*weights.values(), strict=True))
        self._arms = {letter: _middle(joint) for letter, joint in tower.hangs.items()}
        """Letter -> where the joint is on which it hangs."""
        self._below: dict[str, tuple[str, ...]] = {base.letter: ()}
        """Letter -> the letters whose joints carry it, itself first; the base has none."""
        for letter, joint in tower.hangs.items():
            self._below[letter] = (letter, *self._below[joint.other])
        self._loads = dict.fromkeys(self._arms, (0, 0))
        """Letter -> mass and weight times place of all that its joint carries."""
        for spot in others:
            mass, across, _ = weights[spot.letter]
            for letter in self._below[spot.letter]:
                carried, weight = self._loads[letter]
                self._loads[letter] = carried + mass, weight + across
        loads = self._loads.items()
        self._moments = sorted(((abs(at - mass * self._arms[one]), one) for one, (mass, at) in loads), reverse=True)
        """The moments in the joints now, greatest first."""

    def weigh(self, spot: PlacedLetter, joints: tuple[Joint, ...]) -> LetterWeighed:
        """The tower with the letter in a place where it makes these joints, the first of which carries it."""
        mass, across, up = _weight(spot)
        own = abs(across - mass * _middle(joints[0])) / 2
        all_mass = self._mass + mass
        weight = (self._across + across) / all_mass
        return LetterWeighed(
            margin=min(weight - self._left, self._right - weight) / 2,
            moment=max(own, self._strain(joints[0].other, mass, across)),
            height=(self._up + up) / all_mass / 2,
            top=up / mass / 2,
        )

    def _strain(self, carrier: str, mass: int, across: int) -> float:
        """The greatest moment in the joints that were there before, when ``carrier`` has to carry so much more."""
        below = self._below[carrier]
        most = next((moment for moment, letter in self._moments if letter not in below), 0)
        for letter in below:
            carried, weight = self._loads[letter]
            most = max(most, abs(weight + across - (carried + mass) * self._arms[letter]))
        return most / 2


def own_footing(shape: LetterShape) -> tuple[float, float]:
    """How far a letter by itself is from tipping, and how high its weight lies, in cells."""
    across, up = shape.moments
    mass = len(shape.cells)
    feet = [x for x, y in shape.cells if y == 0]
    weight = across / mass / 2
    return min(weight - min(feet), max(feet) + 1 - weight), up / mass / 2


def _weight(spot: PlacedLetter) -> tuple[int, int, int]:
    """The cells of a letter, and the sums of how far they are to the right and up, in half cells."""
    mass, (across, up) = len(spot.shape.cells), spot.shape.moments
    return mass, across + 2 * mass * spot.x, up + 2 * mass * spot.y


def _middle(joint: Joint) -> int:
    """Where a joint is, in half cells to the right."""
    return 2 * joint.x + 1 + STEPS[joint.side][0]
