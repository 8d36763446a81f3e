"""A second finder of plays, written from the rule text alone: it tries every pattern of squares with every order of
tiles, and knows nothing of word graphs, lines in cache, masks or the code of the game."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import permutations

Stacks = dict[tuple[int, int], str]  # (row, column) -> tiles from the board up; empty squares are left out


@dataclass(frozen=True)
class Tried:
    """A play that is legal but for the two rules that can be switched off."""

    score: int
    covers_a_word: bool
    plain_plural: bool


def word_through(top: Stacks, square: tuple[int, int], along: tuple[int, int]) -> list[tuple[int, int]]:
    r, c = square
    dr, dc = along
    while (r - dr, c - dc) in top:
        r, c = r - dr, c - dc
    squares = []
    while (r, c) in top:
        squares.append((r, c))
        r, c = r + dr, c + dc
    return squares


def worth(stacks: Stacks, squares: list[tuple[int, int]]) -> int:
    heights = [len(stacks[square]) for square in squares]
    if max(heights) > 1:
        return sum(heights)
    return 2 * len(squares) + (2 if any(stacks[square] == "Q" for square in squares) else 0)


def judge(stacks: Stacks, put: dict[tuple[int, int], str], size: int, words: set[str], height: int) -> Tried | None:
    """The play, or None when a rule that always holds refuses it."""
    for square, tile in put.items():
        old = stacks.get(square, "")
        if len(old) == height or old[-1:] == tile:
            return None
    middle = {(r, c) for r in (size // 2 - 1, size // 2) for c in (size // 2 - 1, size // 2)}
    if not stacks:
        if len(put) < 2 or not middle & set(put):
            return None
    elif not any((r + a, c + b) in stacks for r, c in put for a, b in ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0))):
        return None
    after = dict(stacks)
    for square, tile in put.items():
        after[square] = after.get(square, "") + tile
    made: list[list[tuple[int, int]]] = []
    for along in ((0, 1), (1, 0)):
        for square in put:
            squares = word_through(after, square, along)
            if len(squares) > 1 and squares not in made:
                made.append(squares)
    if not made:
        return None
    read = ["".join(after[square][-1] for square in squares) for squares in made]
    if any(text.replace("Q", "QU") not in words for text in read):
        return None
    covers = any(
        len(old) > 1 and all(square in put for square in old)
        for along in ((0, 1), (1, 0))
        for start in put
        if start in stacks
        for old in [word_through(stacks, start, along)]
    )
    plural = False
    if len(put) == 1:
        ((square, tile),) = put.items()
        plural = tile == "S" and square not in stacks
        for squares, text in zip(made, read, strict=True):
            plural = plural and squares[-1] == square and len(squares) >= 3 and text[-2] != "S"
    score = sum(worth(after, squares) for squares in made) + (20 if len(put) == 7 else 0)
    return Tried(score, covers, plural)


def patterns(stacks: Stacks, size: int, most: int) -> list[tuple[tuple[int, int], ...]]:
    """Every set of up to ``most`` squares in one line that, with what stands there, leaves no gap."""
    found: set[tuple[tuple[int, int], ...]] = set()
    for line in range(size):
        for squares in ([(line, at) for at in range(size)], [(at, line) for at in range(size)]):
            for start in range(size):
                _grow(squares, start, (), stacks, most, found)
    return sorted(found)


def _grow(squares, at, taken, stacks, most, found) -> None:
    """From a taken square on, each further one is taken, or kept when a tile stands there."""
    if taken:
        found.add(taken)
    if at == len(squares) or len(taken) == most:
        return
    _grow(squares, at + 1, (*taken, squares[at]), stacks, most, found)
    if taken and squares[at] in stacks:
        _grow(squares, at + 1, taken, stacks, most, found)


def all_plays(
    stacks: Stacks, rack: str, size: int, words: set[str], height: int = 5
) -> dict[frozenset[tuple[tuple[int, int], str]], Tried]:
    """Every play, by what is put where."""
    found: dict[frozenset[tuple[tuple[int, int], str]], Tried] = {}
    for squares in patterns(stacks, size, len(rack)):
        for tiles in set(permutations(rack, len(squares))):
            put = dict(zip(squares, tiles, strict=True))
            tried = judge(stacks, put, size, words, height)
            if tried is not None:
                found[frozenset(put.items())] = tried
    return found


def random_position(chance: random.Random, size: int, words: list[str], height: int) -> Stacks:
    """A board of a few words thrown down one over the other: anything goes, as long as it is high enough and flat
    enough for the rules to bite."""
    stacks: Stacks = {}
    for _ in range(chance.choice((0, 1, 2, 3, 4, 6))):
        word = chance.choice(words).replace("QU", "Q")
        down = chance.random() < 0.5
        line, start = chance.randrange(size), chance.randrange(max(1, size - len(word) + 1))
        for at, tile in enumerate(word[:size]):
            square = (start + at, line) if down else (line, start + at)
            old = stacks.get(square, "")
            if len(old) < height and old[-1:] != tile:
                stacks[square] = old + tile
    return stacks


def grown_position(chance: random.Random, size: int, words: list[str], height: int) -> Stacks:
    """A board as play makes it: a first word, then plays of three tiles chosen by lot."""
    known = set(words)
    first = chance.choice([word for word in words if 3 <= len(word) <= size]).replace("QU", "Q")
    stacks = {(size // 2, size // 2 - 1 + at): tile for at, tile in enumerate(first[: size // 2 + 1])}
    for _ in range(chance.choice((1, 2, 3, 4))):
        rack = "".join(chance.choice("AEINRSTOLDC") for _ in range(3))
        plays = sorted(all_plays(stacks, rack, size, known, height), key=sorted)
        if plays:
            for square, tile in chance.choice(plays):
                stacks[square] = stacks.get(square, "") + tile
    return stacks
