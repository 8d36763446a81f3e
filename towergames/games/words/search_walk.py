"""The quickest way to the best score on one line: letters by mask, few tiles, nothing that cannot beat the best so far.

The walk is that of :mod:`towergames.games.words.generator`; the differences are that it keeps one play only, gives up
branches whose highest possible score is too low, and lays at most so many tiles.
"""

from __future__ import annotations

from typing import NamedTuple

from towergames.games.words.generator import Generator
from towergames.games.words.lines import QU_IN_WORD, Line, old_words
from towergames.games.words.model import RACK
from towergames.lexicon.dawg import BIT

_QU = BIT["Q"]
_LAST_S = BIT["S"]
_LETTER = {bit: letter for letter, bit in BIT.items()}

Kept = tuple[int, int, int, str]
"""(score, offset of the first new tile, bits of the squares laid on from there, tiles)."""


class Graph:
    """A word graph by masks: ``onward`` letters of a node, ``ends`` where a word ends, children by bit on demand."""

    __slots__ = ("_edges", "children", "ends", "onward", "root")

    def __init__(self, generator: Generator) -> None:
        self._edges, self.ends, self.root, self.onward = generator.graph
        self.children: list[dict[int, int] | None] = [None] * len(self._edges)

    def open(self, node: int) -> dict[int, int]:
        """The children of a node by the bit of their letter."""
        made = self.children[node] = {bit: child for _, bit, child in self._edges[node]}
        return made


class Squares(NamedTuple):
    """A line with its old words, if they may not be covered, and the most that a word on it could score."""

    line: Line
    old: tuple[int, ...]
    most: int


def measured(line: Line, cover: bool) -> Squares:
    """The line with its old words and bound."""
    return Squares(line, old_words(line.tops) if cover else (), max(_room(line, -1)))


def _room(line: Line, letters: int) -> list[int]:
    """From each square on: the most that the squares up to the next that cannot be filled add, with these letters."""
    size = len(line.heights)
    room = [0] * (size + 1)
    more = 0
    heights, allowed, points, bonus = line.heights, line.allowed, line.points, line.bonus
    for at in range(size - 1, -1, -1):
        height = heights[at]
        if allowed[at] & letters:
            more += height + 1 + points[at] + bonus[at] + (height < 2)
        elif height:
            more += height + (height < 2)
        else:
            more = 0
        room[at] = more
    return room


def best_on_line(
    graph: Graph, squares: Squares, starts: list[int], rack: str, floor: int, tiles: int, bingo: int, plural: bool
) -> Kept | None:
    """The first play with the highest score above ``floor`` with at most ``tiles`` tiles, None when there is none."""
    line, old = squares[:2]
    tops, heights, allowed, points, bonus, plain, touching = line[:7]
    children, onward, ends, opened = graph.children, graph.onward, graph.ends, graph.open
    down = line.step > 1
    counts: dict[int, int] = {}
    for letter in rack:
        bit = BIT[letter]
        counts[bit] = counts.get(bit, 0) + 1
    letters = sum(counts)
    room = _room(line, letters)
    most, start = floor, 0
    kept: Kept | None = None
    # What a word may score beyond its squares: twice when flat (counted as it grows), Qu, all seven tiles.
    slack = 2 if _QU in counts or _QU in tops else 0
    if tiles >= RACK and len(rack) >= RACK:
        slack += bingo

    def accept(end: int, placed: int, laid: str, total: int, crosses: int) -> None:
        nonlocal most, kept
        length = end - start
        qu, total = divmod(total, QU_IN_WORD)
        score = crosses + (total if total > length else 2 * length + (2 if qu else 0))
        if len(laid) == RACK:
            score += bingo
        if score <= most:
            return
        for word in old:
            if placed & word == word:
                return
        at = (placed & -placed).bit_length() - 1
        if len(laid) == 1:
            if down and points[at]:
                return  # found in its row
            ends_word = at == end - 1 and length > 2 and not tops[at] and tops[at - 1] != _LAST_S
            if plural and laid == "S" and ends_word and plain[at]:
                return
        most = score
        kept = (score, at, placed >> at, laid)

    def go(at: int, node: int, placed: int, laid: str, have: int, total: int, crosses: int, touched: bool) -> None:
        after = at + 1
        top, then = tops[at], tops[after]
        height = heights[at]
        down_there = children[node] or opened(node)
        next_mask = allowed[after]
        if top & onward[node]:
            child = down_there[top]
            summed = total + height + (QU_IN_WORD if top == _QU else 0)
            if placed and not then and ends[child]:
                accept(after, placed, laid, summed, crosses)
            if (
                onward[child] & (next_mask & have | then)
                and crosses + summed + room[after] + after - start + slack > most
            ):
                go(after, child, placed, laid, have, summed, crosses, True)
        able = allowed[at] & have & onward[node]
        if not able or len(laid) >= tiles:
            return
        touched = touched or touching[at]
        spots = placed | 1 << at
        gained = crosses + points[at]
        summed = total + height + 1
        worthwhile = gained + bonus[at] + summed + room[after] + after - start + slack > most
        while able:
            bit = able & -able
            able ^= bit
            child = down_there[bit]
            if bit == _QU:
                lettered, added = summed + QU_IN_WORD, gained + bonus[at]
            else:
                lettered, added = summed, gained
            if touched and not then and ends[child]:
                accept(after, spots, laid + _LETTER[bit], lettered, added)
            if worthwhile:
                held = counts[bit]
                rest = have if held > 1 else have ^ bit
                if onward[child] & (next_mask & rest | then):
                    counts[bit] = held - 1
                    go(after, child, spots, laid + _LETTER[bit], rest, lettered, added, touched)
                    counts[bit] = held

    root = graph.root
    for start in starts:
        if room[start] + slack > most:
            go(start, root, 0, "", letters, 0, 0, False)
    return kept
