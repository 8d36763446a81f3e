"""The cards, readings and words as the engine wants them: flat rows of numbers (``layout``)."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from random import Random

from towergames.games.bricks.solver import layout as at
from towergames.games.bricks.solver.hand import Face, Hand, Plan
from towergames.games.bricks.words import SHORTEST_COLUMN, Shelf, index_of
from towergames.lexicon import Lexicon

PRICE = 4
"""Points that a broken rule costs while the solver thinks."""

_SLOTS = 6
_HIGH = 9
"""Levels of a tower: more than six are only worth a thought where the floors above the sixth score (B-16)."""


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


def desk_of(hand: Hand, shelves: list[Shelf], seed: int, overlooked: Collection[int]) -> list[int]:
    """The desk; ``overlooked`` scoring rules bring nothing."""
    readings = hand.readings
    work = 3 * max((len(shelf.words) // 64 + 1 for shelf in shelves), default=2)
    desk = [0] * (at.WORK + max(8, work))
    bricks = hand.bricks[: at.MOST_CARDS]
    desk[at.BRICKS], desk[at.SLOTS] = len(bricks), slots_of(hand)
    desk[at.NATURAL], desk[at.WILDS], desk[at.ORDINARY] = hand.natural, hand.wilds, hand.ordinary
    desk[at.WINDOWS : at.WINDOWS + 3] = hand.windows
    desk[at.KEEP], desk[at.SKIP] = readings.windows == "keep", readings.gaps == "skip"
    desk[at.ONCE], desk[at.STACK] = readings.repeated == "once", readings.stack_cards
    desk[at.PANE_WILD], desk[at.GO_ON] = readings.wild_window, readings.high_floors == "go-on"
    desk[at.EACH], desk[at.FREE] = readings.runs == "each", readings.free_letters
    desk[at.LEAST], desk[at.ADJUSTS] = 0 if readings.zero else 1, readings.wild_adjusts
    desk[at.LIGHT], desk[at.HEAVY] = readings.lightest, readings.heaviest
    desk[at.WILD_RARE], desk[at.PRICE] = readings.wild_rare, PRICE
    desk[at.LONGEST] = shelves[0].length if shelves else 0
    for rule in range(37):
        desk[at.SEE + rule] = rule not in overlooked
    dice = Random(seed)
    desk[at.RANDOM], desk[at.RANDOM + 1] = dice.getrandbits(32), dice.getrandbits(31) + 1
    hashes = Random(19)
    for letter in range(27):
        desk[at.HASH + letter] = hashes.getrandbits(56) | 1
    for card, brick in enumerate(bricks):
        desk[at.CARD + card] = (
            brick.letter << at.LETTER
            | brick.weight << at.TONS
            | brick.shape << at.SHAPE
            | brick.rare * at.IS_RARE
            | card
        )
        desk[at.COLOUR + card] = brick.colour
    return [int(number) for number in desk]


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
            place = 27 * node + ord(letter) - 64
            if trie[place] < 0:
                trie[place] = nodes
                trie += [0] + [-1] * 26
                nodes += 1
            node = trie[place]
        trie[27 * node] = 1
    return trie


def bank_of(shelves: list[Shelf], bits: int = 0) -> list[int]:
    """The bank (see ``look.longest``) in numbers of so many bits with a sign; 0: a row is one number of any size."""
    heads: list[int] = [len(shelves)]
    places: list[int] = []
    rows: list[int] = []
    start = 1 + 4 * len(shelves)
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
    """The plan that a tower of the engine is."""
    slots = range(0, slots_of(hand) * at.SLOT, at.SLOT)
    plan = Plan([tower[slot] for slot in slots], [() for _ in slots], [tower[slot + 2] for slot in slots], {})
    for number, slot in enumerate(slots):
        for brick in tower[slot + 3 : slot + 3 + tower[slot + 1]]:
            tons = brick >> at.TONS & 31
            if brick & at.IS_WILD:
                plan.faces.append(Face(number, brick >> at.LETTER, tons, brick >> at.SHAPE & 3))
            else:
                card = brick & at.WILD_CARD
                plan.cards[number] += (card,)
                plan.adjust[card] = tons - hand.bricks[card].weight
    return plan
