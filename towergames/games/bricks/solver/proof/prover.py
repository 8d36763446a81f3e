"""The prover: visits every tower of a hand that could beat the best one known, unless a bound rules it out."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise, product
from typing import Any

from towergames.games.bricks.judge import SHORTEST_COLUMN, Shelf, judge
from towergames.games.bricks.pieces import LETTERS, VOWELS, Tower
from towergames.games.bricks.rules import Readings
from towergames.games.bricks.solver.encoding import Face, Hand, Plan, build, shelves_of
from towergames.games.bricks.solver.engine import Run, compilable, compiled_proofs
from towergames.games.bricks.solver.proof import layout as at
from towergames.games.bricks.solver.proof.walk import walk, weigh
from towergames.lexicon import Lexicon

HOW = "every tower with more was looked at, or cannot have more by a bound"

MOST_BRICKS = 13
"""Bricks of a hand that a proof is tried for: the tables double with each."""

MOST_PLAIN = 7
"""The same without numba."""

LOWEST = -100
"""Fewer points than any legal tower of so few cards has."""

MARGINS = (8, 1)
"""Points above the best known tower that a search looks for: the first search is quick, the last proves."""

_BUDGET = 300_000
_PLAIN_BUDGET = 1_000
_PAUSE = 0.05


@dataclass(frozen=True, slots=True)
class News:
    """News of a proof: no tower has more than ``bound`` points (None: not known yet), and a better tower, if any."""

    bound: int | None = None
    found: tuple[int, Tower] | None = None


def proof(hand: Hand, lexicon: Lexicon, best: Callable[[], int]) -> Iterator[News]:
    """The proof for a hand, from the engine being made ready on; see :meth:`Prover.prove`. Raises LexiconError."""
    engine = None
    if len(hand.bricks) > MOST_PLAIN:
        while (engine := compiled_proofs()) is None:
            time.sleep(_PAUSE)
            yield News()
    yield from Prover(hand, lexicon, engine).prove(best)


def provable(hand: Hand) -> bool:
    """Whether the hand is small enough for a proof."""
    most = MOST_BRICKS if compilable() else MOST_PLAIN
    return len(hand.bricks) <= most and max(map(len, hand.of_colour)) <= at.MOST_OF_COLOUR


class Prover:
    """Looks at all towers of a hand. ``engine``: ``weigh`` and ``walk`` as compiled, None: as they are.

    Raises LexiconError.
    """

    def __init__(self, hand: Hand, lexicon: Lexicon, engine: tuple[Run, Run] | None = None) -> None:
        self._hand, self._lexicon = hand, lexicon
        self._d: Any
        self._t: Any
        self._d, self._t = workspace_and_tables(hand, shelves_of(hand, lexicon))
        self._d[at.BUDGET] = _PLAIN_BUDGET if engine is None else _BUDGET
        if engine is not None:
            import numpy as np

            self._d, self._t = np.array(self._d, dtype=np.int64), np.array(self._t, dtype=np.int64)
        weigh_letters: Run = engine[0] if engine else weigh
        self._walk: Run = engine[1] if engine else walk
        weigh_letters(self._d, self._t)

    def prove(self, best: Callable[[], int]) -> Iterator[News]:
        """Search for towers better than ``best()``, which may rise, until there is none; the last news says so.

        There is news many times a second, mostly none, so that it can be stopped.
        """
        for margin in MARGINS:
            target = best() + margin
            for first in range(int(self._d[at.COUNTS])):
                self._d[at.NEXT] = 0
                while self._d[at.NEXT] < self._d[at.COUNTS + 1]:
                    target = max(target, best() + margin)
                    self._d[at.TARGET] = target
                    self._walk(self._d, self._t, first)
                    found = self._found() if self._d[at.FOUND] else None
                    if found is not None:
                        target = max(target, found[0] + margin)
                    yield News(found=found)
            yield News(bound=target - 1)

    def _found(self) -> tuple[int, Tower]:
        """The tower in the workspace, with the judge's score: never less than the search counted."""
        best: tuple[int, Tower] | None = None
        for plan in self._plans():
            tower = build(plan, self._hand)
            score = judge(tower, self._lexicon, self._hand.readings).score if tower is not None else None
            if tower is not None and score is not None and (best is None or score > best[0]):
                best = score, tower
        if best is None or best[0] < self._d[at.FOUND]:
            raise AssertionError("the search counts a tower otherwise than the judge")
        return best

    def _plans(self) -> Iterator[Plan]:
        """The towers that the workspace means: shapes of wildcards and adjustments are not written there."""
        d, hand = self._d, self._hand
        levels = range(int(d[at.HEIGHT]))
        colours = [int(d[at.HUES + level]) for level in levels]
        cards = [tuple(n for n in range(len(hand.bricks)) if d[at.MASK + level] >> n & 1) for level in levels]
        masks = [self._mask(level) for level in levels]
        numbers = range(int(d[at.JOKERS]))
        wilds = [(int(d[at.PLACE + n]), int(d[at.WILD_LETTERS + n]), int(d[at.TONS + n])) for n in numbers]
        adjustments = []
        for level in levels:
            tons = int(d[at.WEIGHTS + level]) - sum(tons for place, _, tons in wilds if place == level)
            adjustments.append(list(self._adjusted(cards[level], tons)))
        for adjusted in product(*adjustments):
            adjust = {card: by for row in adjusted for card, by in row.items()}
            for shapes in product(range(3), repeat=len(wilds)):
                faces = [Face(*wild, shape) for wild, shape in zip(wilds, shapes, strict=True)]
                yield Plan(colours, cards, masks, adjust, faces)

    def _adjusted(self, cards: tuple[int, ...], tons: int) -> Iterator[dict[int, int]]:
        """The adjustments (rule 8) that give a level so many tons."""
        bricks = [self._hand.bricks[card] for card in cards]
        for adjust in product(*map(self._hand.adjustments, bricks)):
            if sum(brick.weight for brick in bricks) + sum(adjust) == tons:
                yield dict(zip(cards, adjust, strict=True))

    def _mask(self, level: int) -> int:
        """The places of the windows of a level, bit by bit."""
        d = self._d
        if d[at.KEEP]:
            return int(d[at.PLACES + level])
        letters = [int(d[at.SEQ + at.MOST_PIECES * level + n]) for n in range(int(d[at.BRICK_COUNTS + level]))]
        left, mask, place = int(d[at.WINDOW_COUNTS + level]), 0, 0
        for n, letter in enumerate(letters):
            if n and letter == letters[n - 1] + 1:  # letters close up over windows in columns, but rule 35 needs them
                mask |= 1 << place
                place, left = place + 1, left - 1
            place += 1
        return mask | ((1 << left) - 1) << place


# --- tables ---------------------------------------------------------------------------------------


_VOWELS = frozenset(LETTERS.index(vowel) for vowel in VOWELS)


def workspace_and_tables(hand: Hand, shelves: list[Shelf]) -> tuple[list[int], list[int]]:
    """``d`` and ``t``; the target is still to be set, and ``walk.weigh`` has to complete them."""
    d = _workspace(hand)
    levels, ways = _levels_and_ways(hand)
    t = [brick.letter for brick in hand.bricks]
    for colour, rows in enumerate(ways):
        d[at.SPANS + colour], d[at.COUNTS + colour] = len(t), len(rows)
        for row in rows:
            t += row + [0] * (at.WAY - len(row))
    for name, part in (
        (at.LEVELS, levels),
        (at.TOPS, _tops(hand)),
        (at.VALUES, _longest_words(hand, shelves)),
        (at.TRIE, _column_trie(shelves)),
    ):
        d[name] = len(t)
        t += part
    return d, t


def _workspace(hand: Hand) -> list[int]:
    """The hand and its readings."""
    readings = hand.readings
    d = [0] * at.DESK
    d[at.WILDS], d[at.NATURAL], d[at.ORDINARY] = hand.wilds, hand.natural, hand.ordinary
    d[at.WINDOWS : at.WINDOWS + 3] = hand.windows
    d[at.KEEP], d[at.SKIP] = int(readings.windows == "keep"), int(readings.gaps == "skip")
    d[at.ONCE], d[at.STACK] = int(readings.repeated == "once"), readings.stack_cards
    d[at.PANE_WILD], d[at.GO_ON] = int(readings.wild_window), int(readings.high_floors == "go-on")
    d[at.LOW], d[at.HIGH] = readings.lightest, readings.heaviest
    d[at.RARE_LOW], d[at.RARE_HIGH] = _rare_tons(readings)
    d[at.FREE_LETTERS], d[at.WILD_RARE] = int(readings.free_letters), int(readings.wild_rare)
    d[at.EACH], d[at.BRICKS] = int(readings.runs == "each"), len(hand.bricks)
    return d


def _rare_tons(readings: Readings) -> tuple[int, int]:
    """The least and the most that a wildcard may weigh as J, Q, X or Z."""
    low, high = readings.lightest, readings.heaviest
    if not readings.wild_adjusts:
        return low, high
    return min(low, max(low - 1, 0 if readings.zero else 1)), high + 1


Part = tuple[tuple[int, ...], int]
"""Bricks of a level by their places in the hand, and its weight in tons as adjusted."""


def _levels_and_ways(hand: Hand) -> tuple[list[int], list[list[list[int]]]]:
    """``LEVELS``, and the ways of each colour; a way with a level that can never stand is left out."""
    levels: list[int] = []
    known: dict[Part, int] = {}
    ways: list[list[list[int]]] = []
    for colour in range(3):
        found = set()
        for parts, tons in _ways(hand, hand.of_colour[colour]):
            numbers = [_number(part, hand, colour, levels, known) for part in parts]
            if -1 not in numbers:
                found.add((sum(1 << card for part in parts for card in part[0]), tons, *sorted(numbers)))
        ways.append([[len(row) - 2, *row] for row in sorted(found)])
    return levels, ways


def _ways(hand: Hand, cards: tuple[int, ...]) -> Iterator[tuple[tuple[Part, ...], int]]:
    """Every way to part some of the cards into levels, and the tons seen, bit by bit."""
    if not cards:
        yield (), 0
        return
    card = cards[-1]
    brick = hand.bricks[card]
    for parts, tons in _ways(hand, cards[:-1]):
        yield parts, tons
        for by in hand.adjustments(brick):
            weight = brick.weight + by
            for place in range(len(parts)):
                own, old = parts[place]
                yield (*parts[:place], ((*own, card), old + weight), *parts[place + 1 :]), tons | 1 << weight
            yield (*parts, ((card,), weight)), tons | 1 << weight


def _number(part: Part, hand: Hand, colour: int, levels: list[int], known: dict[Part, int]) -> int:
    """Which of LEVELS it is; -1 when rule 9, 21, 27 or 35 is broken whatever comes."""
    if part not in known:
        cards, weight = part
        letters = sorted(hand.bricks[card].letter for card in cards)
        needs = sum(right - left == 1 for left, right in pairwise(letters))
        if max(map(letters.count, letters)) > 2 or len(letters) + needs > 6:
            known[part] = -1
        else:
            known[part] = len(levels) // at.LEVEL
            clear = not _VOWELS.intersection(letters)
            levels += [weight, len(cards), needs, int(clear), sum(1 << card for card in cards), colour]
    return known[part]


def pair_place(one: int, two: int) -> int:
    """Where two letters stand among the choices for two wildcards."""
    one, two = min(one, two), max(one, two)
    return at.FIRST_PAIR + 26 * one - one * (one - 1) // 2 + two - one


def _longest_words(hand: Hand, shelves: list[Shelf]) -> list[int]:
    """For bricks and letters of wildcards the longest word that just these make; ``walk.weigh`` does the rest."""
    cards: list[list[int]] = [[] for _ in LETTERS]
    for card, brick in enumerate(hand.bricks):
        cards[brick.letter].append(card)
    longest = [0] * (at.PAIRS << len(hand.bricks))
    for shelf in shelves:
        for word in shelf.words:
            for wild, rest in _splits(word, cards, hand.wilds):
                place = 0 if not wild else 1 + wild[0] if len(wild) == 1 else pair_place(*wild)
                for own in _choices(rest, cards):
                    here = at.PAIRS * own + place
                    longest[here] = max(longest[here], shelf.length)
    return longest


def _splits(word: str, cards: list[list[int]], wilds: int) -> Iterator[tuple[list[int], dict[int, int]]]:
    """Letters of a word for the wildcards, and how many of each are left for bricks."""
    count = {letter: word.count(LETTERS[letter]) for letter in {LETTERS.index(sign) for sign in word}}
    lacking = [letter for letter, n in count.items() for _ in range(n - len(cards[letter]))]
    if len(lacking) > wilds:
        return
    rest = {letter: min(n, len(cards[letter])) for letter, n in count.items()}
    spare = [letter for letter, n in rest.items() for _ in range(min(n, wilds))]
    for more in range(wilds - len(lacking) + 1):
        for chosen in set(combinations(sorted(spare), more)):
            yield lacking + list(chosen), {letter: n - chosen.count(letter) for letter, n in rest.items()}


def _choices(rest: dict[int, int], cards: list[list[int]]) -> list[int]:
    """The choices of bricks with just these letters, bit by bit."""
    found = [0]
    for letter, n in rest.items():
        if n:
            of_letter = [sum(1 << card for card in some) for some in combinations(cards[letter], n)]
            found = [own | more for own in found for more in of_letter]
    return found


def _tops(hand: Hand) -> list[int]:
    """``TOPS``, with the counts only."""
    rows = [0] * (at.TOP << len(hand.bricks))
    for own in range(1, 1 << len(hand.bricks)):
        card = own.bit_length() - 1
        old, row = at.TOP * (own ^ 1 << card), at.TOP * own
        rows[row : row + at.TOP] = rows[old : old + at.TOP]
        brick = hand.bricks[card]
        rows[row + at.SHAPES + brick.shape] += 1
        rows[row + at.REDS] += brick.colour == 0
        rows[row + at.BLUES] += brick.colour == 1
        rows[row + at.VOWELS] += brick.letter in _VOWELS
        rows[row + at.SIZE] += 1
    return rows


def _column_trie(shelves: list[Shelf]) -> list[int]:
    """``TRIE`` of the words that columns of the hand's cards can spell."""
    words = sorted(word for shelf in shelves if shelf.length >= SHORTEST_COLUMN for word in shelf.words)
    trie, nodes = [0, 0] + [-1] * 26, 1
    for word in words:
        node = 0
        for letter in map(LETTERS.index, word):
            place = at.NODE * node + at.CHILDREN + letter
            if trie[place] < 0:
                trie[at.NODE * node + at.ONWARD] |= 1 << letter
                trie[place] = nodes
                trie += [0, 0] + [-1] * 26
                nodes += 1
            node = trie[place]
        trie[at.NODE * node] = 1
    return trie
