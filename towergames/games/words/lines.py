"""One row or column of the board as the search for plays sees it: masks of letters, what crossings allow and score.

What may be laid on a square is a mask of letters, from the letters above and below it (across lines: left and right)
and the top of its stack.
"""

from __future__ import annotations

from typing import NamedTuple

from towergames.lexicon.dawg import BIT, Dawg, Edge

ALL = (1 << 26) - 1
QU_IN_WORD = 1 << 16
"""Added to a word's height total when the word holds the Qu tile."""
_MOST_LINES = 20_000


class Found(NamedTuple):
    """One play: its score, the square of the first new tile, the direction, and the tiles as in :class:`Play`."""

    score: int
    cell: int
    down: bool
    tiles: str

    def placements(self, size: int) -> dict[int, str]:
        """Square -> tile, in reading order."""
        step = size if self.down else 1
        return {self.cell + step * at: tile for at, tile in enumerate(self.tiles) if tile != "."}


class Crossing(NamedTuple):
    """What the words across a line allow on each of its squares.

    ``allowed``: mask of letters; ``points``: what the crossing word scores, 0 where there is none; ``bonus``: what a Qu
    tile adds to that; ``plain``: whether a new S there would at most be an S added to the crossing word (U-3).
    """

    allowed: tuple[int, ...]
    points: tuple[int, ...]
    bonus: tuple[int, ...]
    plain: tuple[bool, ...]


class WordGraph(NamedTuple):
    """A word graph with, for each node, the mask of the letters that lead on."""

    edges: tuple[tuple[Edge, ...], ...]
    final: bytes
    root: int
    onward: tuple[int, ...]


def word_graph(dawg: Dawg) -> WordGraph:
    """The tables of a word graph."""
    onward = [sum([bit for _, bit, _ in edges]) for edges in dawg.edges]
    return WordGraph(dawg.edges, dawg.final, dawg.root, tuple(onward))


class Crossings:
    """What lines allow, by their stacks; remembered, since plays leave most lines as they were."""

    def __init__(self, dawg: Dawg) -> None:
        self._dawg = dawg
        self._masks: dict[tuple[str, str], int] = {}
        self._known: dict[tuple[tuple[str, ...], int], Crossing] = {}

    def of(self, line: tuple[str, ...], height: int) -> Crossing:
        """What a line allows for a tile laid on each of its squares (words along this line only)."""
        key = (line, height)
        found = self._known.get(key)
        if found is None:
            if len(self._known) > _MOST_LINES:
                self._known.clear()
            found = self._known[key] = self._look_across(line, height)
        return found

    def _look_across(self, line: tuple[str, ...], height: int) -> Crossing:
        tops = "".join([stack[-1] if stack else " " for stack in line])
        free = [ALL if len(stack) < height else 0 for stack in line]
        allowed = [mask & ~BIT[stack[-1]] if stack else mask for mask, stack in zip(free, line, strict=True)]
        size = len(line)
        points, bonus, plain = [0] * size, [0] * size, [True] * size
        for at in range(size):
            before = tops[:at].rpartition(" ")[2] if at and line[at - 1] else ""
            after = tops[at + 1 :].partition(" ")[0] if at + 1 < size and line[at + 1] else ""
            if not (before or after):
                continue
            plain[at] = not after and len(before) > 1 and before[-1] != "S"
            length = len(before) + 1 + len(after)
            total = sum(map(len, line[at - len(before) : at + len(after) + 1])) + 1
            if total > length:
                points[at] = total
            else:
                qu = "Q" in before or "Q" in after
                points[at], bonus[at] = 2 * length + (2 if qu else 0), (0 if qu else 2)
            if allowed[at]:
                allowed[at] &= self._mask(before, after)
        return Crossing(tuple(allowed), tuple(points), tuple(bonus), tuple(plain))

    def _mask(self, before: str, after: str) -> int:
        """The letters that make a word between two pieces."""
        key = (before, after)
        mask = self._masks.get(key)
        if mask is None:
            mask = 0
            dawg = self._dawg
            node = dawg.follow(before)
            for _, bit, child in dawg.edges[node] if node is not None else ():
                end = dawg.follow(after, child)
                if end is not None and dawg.final[end]:
                    mask |= bit
            self._masks[key] = mask
        return mask


class Line(NamedTuple):
    """One line as the walk needs it, square by square."""

    tops: tuple[int, ...]  # the letter's bit, 0 where empty; one empty square more at the end
    heights: tuple[int, ...]
    allowed: tuple[int, ...]  # nothing on one square more at the end
    points: tuple[int, ...]
    bonus: tuple[int, ...]
    plain: tuple[bool, ...]
    touching: tuple[bool, ...]
    first: int
    step: int


def line_of(line: tuple[str, ...], index: int, across: list[Crossing], first: int, step: int, mask: int) -> Line:
    """The line at ``index``; ``across`` are the crossings of the lines across it, ``mask`` the letters of the rack."""
    tops = (*(BIT[stack[-1]] if stack else 0 for stack in line), 0)
    points = tuple([crossing.points[index] for crossing in across])
    return Line(
        tops,
        tuple(map(len, line)),
        (*[crossing.allowed[index] & mask for crossing in across], 0),
        points,
        tuple([crossing.bonus[index] for crossing in across]),
        tuple([crossing.plain[index] for crossing in across]),
        tuple([bool(tops[at - 1] or tops[at] or tops[at + 1] or points[at]) for at in range(len(line))]),
        first,
        step,
    )


def spread(bits: int, laid: str) -> str:
    """The tiles with a dot for each square that is kept between them."""
    tiles = iter(laid)
    return "".join([next(tiles) if bits >> at & 1 else "." for at in range(bits.bit_length())])


def old_words(tops: tuple[int, ...]) -> tuple[int, ...]:
    """The squares of each word of two tiles or more in a line, as bits."""
    words, bits = [], 0
    for at, top in enumerate(tops):
        if top:
            bits |= 1 << at
        else:
            if bits & (bits - 1):
                words.append(bits)
            bits = 0
    return tuple(words)


def starts_of(line: Line, tiles: int) -> list[int]:
    """The squares where a word may begin and still touch the board with so many tiles."""
    size = len(line.heights)
    starts, away = [], size + 1  # tiles needed before one touches
    for at in range(size - 1, -1, -1):
        away = 0 if line.touching[at] else away + 1
        if away < tiles and not (at and line.tops[at - 1]):
            starts.append(at)
    return starts
