"""The encoding: the materials in numbers, and a plan of numbers built as a tower."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from towergames.games.bricks.pieces import COLOURS, LETTERS, RARE, SHAPES, WILD, Code, Piece, Tower, card_piece
from towergames.games.bricks.rules import Readings

FLOORS_THAT_SCORE = 6
"""Levels that the solver has room for where floors above the sixth do not score (rule 32, B-16)."""
MOST_SLOTS = 9
"""Levels that the solver has room for where they do."""


@dataclass(frozen=True, slots=True)
class Brick:
    """A brick in numbers: ``letter`` 0-25, ``shape`` and ``colour`` as places in SHAPES and COLOURS."""

    code: Code
    letter: int
    weight: int
    shape: int
    colour: int
    rare: bool


@dataclass(frozen=True, slots=True)
class Face:
    """A wildcard that stands for a brick: in ``slot``, with tons as adjusted."""

    slot: int
    letter: int
    tons: int
    shape: int


class Materials:
    """The materials. Bricks are sorted by colour and letter and known by their places in ``bricks``."""

    def __init__(self, cards: Sequence[Code], readings: Readings) -> None:
        self.readings = readings
        counts = Counter(cards)
        self.natural = min(1, counts.pop(WILD, 0))
        pieces = [(code, card_piece(code)) for code in counts.elements()]
        self.windows = [sum(p.window and p.colour == colour for _, p in pieces) for colour in COLOURS]
        bricks = [_brick(code, piece) for code, piece in pieces if not piece.window]
        self.bricks = tuple(sorted(bricks, key=lambda b: (b.colour, b.letter, b.weight, b.shape)))
        self.of_colour = tuple(
            tuple(at for at, brick in enumerate(self.bricks) if brick.colour == colour) for colour in range(3)
        )
        self.ordinary = len(pieces)
        self.wilds = self.natural + (self.ordinary > 1)
        self.slots = MOST_SLOTS if readings.high_floors == "go-on" else FLOORS_THAT_SCORE

    def tons_of(self, letter: int) -> range:
        """The possible weights of a wildcard with that letter, adjusted (B-1, B-2, B-4)."""
        low, high = self.readings.lightest, self.readings.heaviest
        if LETTERS[letter] not in RARE or not self.readings.wild_adjusts:
            return range(low, high + 1)
        return range(min(low, max(low - 1, 0 if self.readings.zero else 1)), high + 2)

    def adjustments(self, brick: Brick) -> tuple[int, ...]:
        """The tons that may be added to a brick's weight (rule 8)."""
        if not brick.rare:
            return (0,)
        least = 0 if self.readings.zero else 1
        return tuple(by for by in (-1, 0, 1) if not by or brick.weight + by >= least)


def _brick(code: Code, piece: Piece) -> Brick:
    return Brick(
        code,
        LETTERS.index(piece.letter),
        piece.weight,
        SHAPES.index(piece.shape),
        COLOURS.index(piece.colour),
        piece.letter in RARE,
    )


@dataclass(slots=True)
class EncodedTower:
    """A tower as the search holds it. Slots stand in no order: their weights order them (rule 5).

    ``cards[slot]`` are the bricks in it, ``masks[slot]`` has a bit for each place from the left that is a window,
    ``adjust[brick]`` is what rule 8 adds. Windows beyond those of the materials are wildcards; ``faces`` are the
    wildcards that stand for bricks.
    """

    colours: list[int]
    cards: list[tuple[int, ...]]
    masks: list[int]
    adjust: dict[int, int]
    faces: list[Face] = field(default_factory=list)

    def windows_of(self, colour: int) -> int:
        """How many windows of a colour there are, wildcards included."""
        return sum(mask.bit_count() for mask, mine in zip(self.masks, self.colours, strict=True) if mine == colour)


def build_tower(plan: EncodedTower, materials: Materials) -> Tower | None:
    """The tower that a plan means, with the cards that make it; None when the cards do not suffice."""
    wild = _Wildcards(plan, materials)
    if not wild.enough:
        return None
    levels: list[tuple[int, tuple[Piece, ...]]] = []
    for slot in range(len(plan.cards)):
        colour = COLOURS[plan.colours[slot]]
        bricks = [_piece(materials.bricks[at], plan.adjust[at]) for at in plan.cards[slot]]
        bricks += [wild.brick(face, colour) for face in plan.faces if face.slot == slot]
        if not bricks:
            continue
        bricks.sort(key=lambda brick: brick.letter)
        weight = sum(brick.tons for brick in bricks)
        size = len(bricks) + plan.masks[slot].bit_count()
        if plan.masks[slot] >> size:
            return None
        row = iter(bricks)
        level = tuple(
            wild.window(plan.colours[slot]) if plan.masks[slot] >> at & 1 else next(row) for at in range(size)
        )
        levels.append((weight, level))
    levels.sort(key=lambda pair: -pair[0])
    return tuple(level for _, level in levels)


def _piece(brick: Brick, adjust: int) -> Piece:
    return Piece(COLOURS[brick.colour], LETTERS[brick.letter], brick.weight, SHAPES[brick.shape], adjust)


class _Wildcards:
    """Deals out the wildcards of one tower, the natural one first, and the cards of the unnatural one (rule 31)."""

    def __init__(self, plan: EncodedTower, materials: Materials) -> None:
        self._materials = materials
        self._left = list(materials.windows)
        excess = sum(max(0, plan.windows_of(colour) - materials.windows[colour]) for colour in range(3))
        used = len(plan.faces) + excess
        taken = {at for cards in plan.cards for at in cards}
        spare = [brick.code for at, brick in enumerate(materials.bricks) if at not in taken]
        for colour in range(3):
            left = max(0, materials.windows[colour] - plan.windows_of(colour))
            spare += [f"#{COLOURS[colour][0].upper()}"] * left
        self.enough = used <= materials.natural + (len(spare) > 1) and (not excess or materials.readings.wild_window)
        self._made: list[tuple[Code, ...]] = [(WILD,)] * materials.natural + [tuple(spare[:2])]

    def brick(self, face: Face, colour: str) -> Piece:
        """A wildcard as a brick: printed with a weight that wildcards may declare, adjusted to its tons."""
        readings = self._materials.readings
        weight = min(max(face.tons, readings.lightest), readings.heaviest)
        return Piece(colour, LETTERS[face.letter], weight, SHAPES[face.shape], face.tons - weight, self._made.pop(0))

    def window(self, colour: int) -> Piece:
        """A window: a card while there is one, else a wildcard."""
        if self._left[colour]:
            self._left[colour] -= 1
            return Piece(COLOURS[colour])
        return Piece(COLOURS[colour], made_of=self._made.pop(0))
