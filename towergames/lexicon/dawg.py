"""A minimal word graph: every word is one path of letters, and equal endings are kept once."""

from __future__ import annotations

import contextlib
import gc
import sys
from array import array
from collections.abc import Iterable, Iterator
from itertools import accumulate

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
BIT: dict[str, int] = {letter: 1 << place for place, letter in enumerate(LETTERS)}
"""Letter -> its bit in a mask of letters."""

Edge = tuple[str, int, int]
"""(letter, the letter's bit, the node it leads to)."""

_HEAD = 8  # two counts of four bytes


@contextlib.contextmanager
def unswept() -> Iterator[None]:
    """Without the garbage collector for a moment: it would look in vain through 100,000 new tuples, again and again."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class DawgError(ValueError):
    """The bytes hold no word graph."""


class Dawg:
    """Nodes are numbered from 0; ``edges[node]`` are its edges by letter, ``final[node]`` is 1 where a word ends.

    Children have smaller numbers than their parents, so there are no circles; ``root`` is the last node.
    """

    __slots__ = ("edges", "final", "root")

    def __init__(self, edges: tuple[tuple[Edge, ...], ...], final: bytes) -> None:
        self.edges = edges
        self.final = final
        self.root = len(edges) - 1

    def follow(self, text: str, node: int | None = None) -> int | None:
        """The node at the end of ``text`` (from the root, or from ``node``), None when no word goes on like that."""
        at = self.root if node is None else node
        for letter in text:
            for mine, _, child in self.edges[at]:
                if mine == letter:
                    at = child
                    break
            else:
                return None
        return at

    def __contains__(self, word: object) -> bool:
        at = self.follow(word) if isinstance(word, str) else None
        return at is not None and self.final[at] == 1

    def anagrams(self, letters: str, *, all_used: bool = True) -> list[str]:
        """Words made of ``letters`` (A to Z), each used once; in alphabetical order.

        With ``all_used`` false also words that leave letters over.

        >>> build(["ARE", "EAR", "ERA", "AR"]).anagrams("EAR")
        ['ARE', 'EAR', 'ERA']
        """
        counts = {letter: letters.count(letter) for letter in LETTERS}
        least = len(letters) if all_used else 1
        found: list[str] = []

        def go(node: int, head: str) -> None:
            if self.final[node] and len(head) >= least:
                found.append(head)
            for letter, _, child in self.edges[node]:
                if counts[letter]:
                    counts[letter] -= 1
                    go(child, head + letter)
                    counts[letter] += 1

        go(self.root, "")
        return found

    def matching(self, pattern: str) -> list[str]:
        """Words of the pattern's length: ``?`` stands for any letter; in alphabetical order.

        >>> build(["MOOD", "MAID", "MOON"]).matching("M??D")
        ['MAID', 'MOOD']
        """
        found: list[tuple[int, str]] = [(self.root, "")]
        for wanted in pattern:
            found = [
                (child, head + letter)
                for node, head in found
                for letter, _, child in self.edges[node]
                if wanted in ("?", letter)
            ]
        return [word for node, word in found if self.final[node]]

    # --- bytes --------------------------------------------------------------------------------------

    def to_bytes(self) -> bytes:
        """The graph as plain arrays: two counts, a letter an edge, finals and edge counts a node, children (u32)."""
        children = array("I", [child for edges in self.edges for _, _, child in edges])
        if sys.byteorder == "big":
            children.byteswap()
        letters = bytes(ord(letter) - 65 for edges in self.edges for letter, _, _ in edges)
        head = len(self.edges).to_bytes(4, "little") + len(letters).to_bytes(4, "little")
        return head + letters + self.final + bytes(len(edges) for edges in self.edges) + children.tobytes()

    @classmethod
    def from_bytes(cls, data: bytes) -> Dawg:
        """The graph in the bytes of :meth:`to_bytes`. Raises DawgError."""
        nodes, count = int.from_bytes(data[:4], "little"), int.from_bytes(data[4:8], "little")
        children = array("I")
        if children.itemsize != 4 or len(data) != _HEAD + 5 * count + 2 * nodes or not nodes:
            raise DawgError("the word graph has the wrong length")
        after_letters = _HEAD + count
        letters, final = data[_HEAD:after_letters], data[after_letters : after_letters + nodes]
        sizes = data[after_letters + nodes : after_letters + 2 * nodes]
        children.frombytes(data[after_letters + 2 * nodes :])
        if sys.byteorder == "big":
            children.byteswap()
        if sum(sizes) != count or (count and (max(children) >= nodes or max(letters) > 25)) or max(final) > 1:
            raise DawgError("the word graph leads out of itself")
        with unswept():
            bits = map(tuple(BIT.values()).__getitem__, letters)
            edges = tuple(zip(map(LETTERS.__getitem__, letters), bits, children, strict=True))
            ends = list(accumulate(sizes))
            starts = [0, *ends[:-1]]
            return cls(tuple([edges[a:b] for a, b in zip(starts, ends, strict=True)]), final)


def build(words: Iterable[str]) -> Dawg:
    """The minimal graph of some words (capital letters A to Z, any order, any number of times).

    >>> graph = build(["TAPS", "TOPS", "TAP"])
    >>> len(graph.edges), "TAP" in graph, "TA" in graph
    (7, True, False)
    """
    # While it is built, a node is whether a word ends there and its edges, each a number: 26 * child + letter.
    known: dict[tuple[int, ...], int] = {}
    unfinished: list[list[int]] = [[0]]
    before = ""

    def close(depth: int) -> None:
        """Finish the nodes of the word before that lie deeper than ``depth``."""
        for letter in reversed(before[depth:]):
            node = known.setdefault(tuple(unfinished.pop()), len(known))
            unfinished[-1].append(26 * node + ord(letter) - 65)

    for word in sorted(set(words)):
        shared, shorter = 0, min(len(word), len(before))
        while shared < shorter and word[shared] == before[shared]:
            shared += 1
        close(shared)
        unfinished += [[0] for _ in word[shared:]]
        unfinished[-1][0] = 1
        before = word
    close(0)
    nodes = [*known, unfinished[0]]
    named = tuple(BIT.items())
    edges = [tuple([(*named[edge % 26], edge // 26) for edge in node[1:]]) for node in nodes]
    return Dawg(tuple(edges), bytes([node[0] for node in nodes]))
