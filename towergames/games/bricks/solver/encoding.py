"""The encoding: the materials, the readings and the words as arrays of whole numbers, and arrays back as towers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random

from towergames.games.bricks.judge import SHORTEST_COLUMN, Shelf, index_of
from towergames.games.bricks.pieces import COLOURS, LETTERS, RARE, SHAPES, WILD, Code, Piece, Tower, card_piece
from towergames.games.bricks.rules import Readings
from towergames.games.bricks.solver import layout as at
from towergames.lexicon import Lexicon


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


class Hand:
    """The materials. Bricks are sorted by colour and letter and known by their places in ``bricks``."""

    def __init__(self, materials: Sequence[Code], readings: Readings) -> None:
        self.readings = readings
        counts = Counter(materials)
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

    def tons_of(self, letter: int) -> range:
        """What a wildcard with that letter may weigh in the end (B-1, B-2, B-4)."""
        low, high = self.readings.lightest, self.readings.heaviest
        if LETTERS[letter] not in RARE or not self.readings.wild_adjusts:
            return range(low, high + 1)
        return range(max(low - 1, 0 if self.readings.zero else 1), high + 2)

    def adjustments(self, brick: Brick) -> tuple[int, ...]:
        """What may be added to a brick's weight (rule 8)."""
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
class Plan:
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


def build(plan: Plan, hand: Hand) -> Tower | None:
    """The tower that a plan means, with the cards that make it; None when the cards do not suffice."""
    wild = _Wildcards(plan, hand)
    if not wild.enough:
        return None
    levels: list[tuple[int, tuple[Piece, ...]]] = []
    for slot in range(len(plan.cards)):
        colour = COLOURS[plan.colours[slot]]
        bricks = [_piece(hand.bricks[at], plan.adjust[at]) for at in plan.cards[slot]]
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

    def __init__(self, plan: Plan, hand: Hand) -> None:
        self._hand = hand
        self._left = list(hand.windows)
        excess = sum(max(0, plan.windows_of(colour) - hand.windows[colour]) for colour in range(3))
        used = len(plan.faces) + excess
        taken = {at for cards in plan.cards for at in cards}
        spare = [brick.code for at, brick in enumerate(hand.bricks) if at not in taken]
        for colour in range(3):
            left = max(0, hand.windows[colour] - plan.windows_of(colour))
            spare += [f"#{COLOURS[colour][0].upper()}"] * left
        self.enough = used <= hand.natural + (len(spare) > 1) and (not excess or hand.readings.wild_window)
        self._made: list[tuple[Code, ...]] = [(WILD,)] * hand.natural + [tuple(spare[:2])]

    def brick(self, face: Face, colour: str) -> Piece:
        """A wildcard as a brick: printed with a weight that wildcards may declare, adjusted to its tons."""
        readings = self._hand.readings
        weight = min(max(face.tons, readings.lightest), readings.heaviest)
        return Piece(colour, LETTERS[face.letter], weight, SHAPES[face.shape], face.tons - weight, self._made.pop(0))

    def window(self, colour: int) -> Piece:
        """A window: a card while there is one, else a wildcard."""
        if self._left[colour]:
            self._left[colour] -= 1
            return Piece(COLOURS[colour])
        return Piece(COLOURS[colour], made_of=self._made.pop(0))


# --- rows of numbers for the engine ---------------------------------------------------------------


PRICE = 4
"""Points that a broken rule costs in the search."""

_SLOTS = 6
_HIGH = 9
"""Levels of a tower: more than six are searched only where the floors above the sixth score (B-16)."""


def slots_of(hand: Hand) -> int:
    """How many levels the engine has room for."""
    return _HIGH if hand.readings.high_floors == "go-on" else _SLOTS


def shelves_of(hand: Hand, lexicon: Lexicon) -> list[Shelf]:
    """The words that the cards can make, wildcards included, longest first. Raises LexiconError."""
    counts = [0] * 26
    for brick in hand.bricks:
        counts[brick.letter] += 1
    most = min(at.MOST_LETTERS, len(hand.bricks) + hand.wilds)
    return index_of(lexicon).within(counts, hand.wilds, most)


def workspace_of(hand: Hand, shelves: list[Shelf], seed: int, overlooked: Collection[int]) -> list[int]:
    """The workspace; ``overlooked`` scoring rules bring nothing."""
    readings = hand.readings
    work = 3 * max((len(shelf.words) // 64 + 1 for shelf in shelves), default=2)
    workspace = [0] * (at.WORK + max(8, work))
    bricks = hand.bricks[: at.MOST_CARDS]
    workspace[at.BRICKS], workspace[at.SLOTS] = len(bricks), slots_of(hand)
    workspace[at.NATURAL], workspace[at.WILDS], workspace[at.ORDINARY] = hand.natural, hand.wilds, hand.ordinary
    workspace[at.WINDOWS : at.WINDOWS + 3] = hand.windows
    workspace[at.KEEP], workspace[at.SKIP] = readings.windows == "keep", readings.gaps == "skip"
    workspace[at.ONCE], workspace[at.STACK] = readings.repeated == "once", readings.stack_cards
    workspace[at.PANE_WILD], workspace[at.GO_ON] = readings.wild_window, readings.high_floors == "go-on"
    workspace[at.EACH], workspace[at.FREE] = readings.runs == "each", readings.free_letters
    workspace[at.LEAST], workspace[at.ADJUSTS] = 0 if readings.zero else 1, readings.wild_adjusts
    workspace[at.LIGHT], workspace[at.HEAVY] = readings.lightest, readings.heaviest
    workspace[at.WILD_RARE], workspace[at.PRICE] = readings.wild_rare, PRICE
    workspace[at.LONGEST] = shelves[0].length if shelves else 0
    for rule in range(37):
        workspace[at.SEE + rule] = rule not in overlooked
    dice = Random(seed)
    workspace[at.RANDOM], workspace[at.RANDOM + 1] = dice.getrandbits(32), dice.getrandbits(31) + 1
    hashes = Random(19)
    for letter in range(27):
        workspace[at.HASH + letter] = hashes.getrandbits(56) | 1
    for card, brick in enumerate(bricks):
        workspace[at.CARD + card] = (
            brick.letter << at.LETTER
            | brick.weight << at.TONS
            | brick.shape << at.SHAPE
            | brick.rare * at.IS_RARE
            | card
        )
        workspace[at.COLOUR + card] = brick.colour
    return [int(number) for number in workspace]


def empty_tower(hand: Hand) -> list[int]:
    """A tower without a level."""
    return [0] * (slots_of(hand) * at.SLOT + 1) + [-1] * len(hand.bricks)


@lru_cache(maxsize=8)
def trie_of(lexicon: Lexicon, most: int) -> list[int]:
    """The words of columns of at most so many letters: for each node whether a word ends there, and 26 next nodes."""
    trie, nodes = [0] + [-1] * 26, 1
    for word in sorted(word for word in lexicon.words if SHORTEST_COLUMN <= len(word) <= most):
        node = 0
        for letter in word:
            place = at.TRIE_NODE * node + ord(letter) - 64
            if trie[place] < 0:
                trie[place] = nodes
                trie += [0] + [-1] * 26
                nodes += 1
            node = trie[place]
        trie[at.TRIE_NODE * node] = 1
    return trie


def bank_of(shelves: list[Shelf], bits: int = 0) -> list[int]:
    """The bank (see ``longest``) in signed numbers of ``bits`` bits; with 0 a row is one number of any size."""
    heads: list[int] = [len(shelves)]
    places: list[int] = []
    rows: list[int] = []
    start = 1 + at.HEAD * len(shelves)
    first = start + 26 * at.MOST_OF_ONE * len(shelves)
    for shelf in shelves:
        width = -(-len(shelf.words) // bits) if bits else 1
        heads += [shelf.length, width, start + len(places), first + len(rows)]
        rows += _split(~shelf.every, width, bits)
        row = 0
        for wants in shelf.wants:
            for more in range(at.MOST_OF_ONE):
                if more < len(wants):
                    row += 1
                    rows += _split(wants[more], width, bits)
                places.append(row if more < len(wants) else 0)
    return heads + places + rows


def _split(row: int, width: int, bits: int) -> list[int]:
    if not bits:
        return [row]
    data = (row & ((1 << (width * bits)) - 1)).to_bytes(width * bits // 8, "little")
    return list(memoryview(data).cast("q"))


def plan_of(tower: list[int], hand: Hand) -> Plan:
    """The plan that an array of the engine encodes."""
    rows = [tower[slot * at.SLOT : (slot + 1) * at.SLOT] for slot in range(slots_of(hand))]
    plan = Plan([row[at.HUE] for row in rows], [() for _ in rows], [row[at.WINDOW_BITS] for row in rows], {})
    for number, row in enumerate(rows):
        for brick in row[at.FIRST_BRICK : at.FIRST_BRICK + row[at.BRICK_COUNT]]:
            tons = brick >> at.TONS & at.TONS_MASK
            if brick & at.IS_WILD:
                plan.faces.append(Face(number, brick >> at.LETTER, tons, brick >> at.SHAPE & at.SHAPE_MASK))
            else:
                card = brick & at.WILD_CARD
                plan.cards[number] += (card,)
                plan.adjust[card] = tons - hand.bricks[card].weight
    return plan
