"""Every legal play of a board with its score, found along the word graph, line by line.

A line is one row or column. From each square whose left neighbour is empty the graph is walked to the right: on an
empty square a tile of the rack is laid, on a stack its top letter is kept or covered. What may be laid on a square is a
mask of letters, from the letters above and below it (across lines: left and right) and the top of its stack. So each
play is met once along its line; a single tile that makes words both ways is met twice and kept once, in its row.

A play changes few of the twenty lines. The :class:`Position` after a play shares all other lines with the one before,
and every line keeps the plays it was asked for by rack, so that the same racks on ten similar boards cost little more
than on one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import NamedTuple
from weakref import WeakKeyDictionary

from towergames.core.text import listed
from towergames.games.words.grid import Board, bracketed, formed, place_tiles, size_of
from towergames.games.words.model import RACK, USUAL, Play, Terms
from towergames.games.words.spelling import tiles_of
from towergames.lexicon import Lexicon
from towergames.lexicon.dawg import BIT, Dawg

_ALL = (1 << 26) - 1
_QU, _S = BIT["Q"], BIT["S"]
_LETTER = {bit: letter for letter, bit in BIT.items()}
_QU_IN_WORD = 1 << 16
"""Added to a word's height total when the word holds the Qu tile."""
_MOST_LINES = 1_000
"""Lines that a generator remembers, those of some seven games: 2 MB."""
_NEVER = 10**6


class ScoredPlay(NamedTuple):
    """One play: its score, the square of the first new tile, the direction, and the tiles as in :class:`Play`."""

    score: int
    cell: int
    down: bool
    tiles: str

    def placements(self, size: int) -> dict[int, str]:
        """Square -> tile, in reading order."""
        step = size if self.down else 1
        return {self.cell + step * at: tile for at, tile in enumerate(self.tiles) if tile != "."}

    def words(self, board: Board) -> str:
        """The words that it forms, as a sentence names them: ``W(OO)D with ON``."""
        laid = self.placements(size_of(board))
        main, *others = formed(board, laid)
        also = f" with {listed(word.text for word in others)}" if others else ""
        return f"{bracketed(main, laid)}{also}"

    def action(self, size: int) -> Play:
        """The play as an action of the game."""
        return Play(*divmod(self.cell, size), self.down, self.tiles)


class Square(NamedTuple):
    """Letters and points that the crossing word of one square allows.

    ``allowed``: mask of letters; ``points``: score of the crossing word, 0 where there is none; ``bonus``: points that
    a Qu tile adds; ``plain``: whether a new S there would at most be an S added to the crossing word (U-3).
    """

    allowed: int
    points: int
    bonus: int
    plain: bool


Crossing = tuple[Square, ...]
"""The squares of a line, for the lines that cross it."""


class Generator:
    """The word graph of one list with what searches need: ``onward`` are the letters that lead on from each node.

    It remembers what lines allow. Its memory only grows by whole entries, so threads may share it.
    """

    def __init__(self, dawg: Dawg) -> None:
        self.dawg = dawg
        self.onward = [sum([bit for _, bit, _ in edges]) for edges in dawg.edges]
        self.children: list[dict[int, int] | None] = [None] * len(dawg.edges)
        self._masks: dict[tuple[str, str], int] = {}
        self._crossings: dict[tuple[Board, int], Crossing] = {}

    def plays(self, board: Board, rack: str, terms: Terms = USUAL) -> list[ScoredPlay]:
        """Every legal play, each once, in no particular order. ``rack`` holds tiles A to Z, Q for Qu."""
        return Position.of(Laws(self, terms), board).every(rack) if any(board) else self.first_plays(rack, terms)

    def first_plays(self, rack: str, terms: Terms) -> list[ScoredPlay]:
        """U-5: every word of the rack at every place where it covers a centre square."""
        found: list[ScoredPlay] = []
        size, low, high = terms.size, terms.size // 2 - 1, terms.size // 2
        lines = [(row * size, 1, False) for row in (low, high)] + [(col, size, True) for col in (low, high)]
        for word in self.dawg.anagrams(rack, all_used=False):
            length = len(word)
            score = 2 * length + (2 if "Q" in word else 0) + (terms.bingo if length == RACK else 0)
            starts = range(max(0, low - length + 1), min(high, size - length) + 1)
            found += [ScoredPlay(score, first + step * at, down, word) for first, step, down in lines for at in starts]
        return found

    def open(self, node: int) -> dict[int, int]:
        """The children of a node by the bit of their letter, made when they are first asked for."""
        made = self.children[node] = {bit: child for _, bit, child in self.dawg.edges[node]}
        return made

    def crossing(self, line: Board, height: int) -> Crossing:
        """Letters and points on each square of a line, judged by the words along this line only."""
        key = (line, height)
        found = self._crossings.get(key)
        if found is None:
            if len(self._crossings) > _MOST_LINES:
                self._crossings.clear()
                self._masks.clear()
            found = self._crossings[key] = self._look_along(line, height)
        return found

    def _look_along(self, line: Board, height: int) -> Crossing:
        tops = "".join([stack[-1] if stack else " " for stack in line])
        squares = []
        for at, stack in enumerate(line):
            allowed = _ALL if len(stack) < height else 0
            if stack:
                allowed &= ~BIT[stack[-1]]
            before, after = tops[:at].rpartition(" ")[2], tops[at + 1 :].partition(" ")[0]
            if not (before or after):
                squares.append(Square(allowed, 0, 0, True))
                continue
            if allowed:
                allowed &= self._letters_between(before, after)
            length = len(before) + 1 + len(after)
            points, bonus = sum(map(len, line[at - len(before) : at + len(after) + 1])) + 1, 0
            if points == length:
                qu = 2 if "Q" in before or "Q" in after else 0
                points, bonus = 2 * length + qu, 2 - qu
            plain = not after and len(before) > 1 and before[-1] != "S"
            squares.append(Square(allowed, points, bonus, plain))
        return tuple(squares)

    def _letters_between(self, before: str, after: str) -> int:
        """The letters that make a word between two pieces."""
        mask = self._masks.get((before, after))
        if mask is None:
            mask = 0
            dawg = self.dawg
            node = dawg.follow(before)
            for _, bit, child in dawg.edges[node] if node is not None else ():
                end = dawg.follow(after, child)
                if end is not None and dawg.final[end]:
                    mask |= bit
            self._masks[before, after] = mask
        return mask


_made: WeakKeyDictionary[Lexicon, Generator] = WeakKeyDictionary()
_lock = Lock()


def generator_for(lexicon: Lexicon) -> Generator:
    """The generator of a word list, made once."""
    with _lock:
        made = _made.get(lexicon)
        if made is None:
            made = _made[lexicon] = Generator(tiles_of(lexicon))
        return made


# --- positions --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Laws:
    """The word list in use and the rules of the game.

    ``most_tiles`` bounds the tiles of the plays that :meth:`Position.best` finds; few plays of more than five are best.
    """

    generator: Generator
    terms: Terms = USUAL
    most_tiles: int = RACK


class Position:
    """A board prepared for searches; immutable. ``lines`` and their ``crossings`` are the rows, then the columns."""

    def __init__(self, laws: Laws, board: Board, crossings: list[Crossing], lines: list[BoardLine]) -> None:
        self.laws = laws
        self.board = board
        self.crossings = crossings
        self.lines = lines

    @classmethod
    def of(cls, laws: Laws, board: Board) -> Position:
        every = range(2 * laws.terms.size)
        crossings = [_crossing(laws, board, at) for at in every]
        return cls(laws, board, crossings, [BoardLine(laws, board, at, crossings) for at in every])

    def after(self, play: ScoredPlay) -> Position:
        """The position after a play; lines that it leaves as they were are shared."""
        laws, size = self.laws, self.laws.terms.size
        tiles = play.placements(size)
        board = place_tiles(self.board, tiles)
        changed = {cell // size for cell in tiles} | {size + cell % size for cell in tiles}
        crossings, lines, stale = self.crossings.copy(), self.lines.copy(), changed.copy()
        for at in changed:
            old, new = crossings[at], _crossing(laws, board, at)
            across = size if at < size else 0
            stale.update([across + i for i in range(size) if old[i] != new[i]])
            crossings[at] = new
        for at in stale:
            lines[at] = BoardLine(laws, board, at, crossings)
        return Position(laws, board, crossings, lines)

    @cached_property
    def _likeliest_first(self) -> list[BoardLine]:
        return sorted(self.lines, key=lambda line: -line.most)

    def best(self, rack: str) -> ScoredPlay | None:
        """The play with the highest score, the first of equals; None when there is none. ``rack`` must be sorted."""
        if not any(self.board):
            return max(self.every(rack), key=lambda play: play.score, default=None)
        best, most = None, 0
        for line in self._likeliest_first if rack else ():
            found = line.better(self.laws, rack, most)
            if found is not None:
                best, most = found, found.score
        return best

    def every(self, rack: str) -> list[ScoredPlay]:
        """Every play, each once."""
        if not rack:
            return []
        if not any(self.board):
            return self.laws.generator.first_plays(rack, self.laws.terms)
        openings = Openings(self.laws.generator, rack)
        return [play for line in self.lines for play in line.every(self.laws, openings)]


def _crossing(laws: Laws, board: Board, at: int) -> Crossing:
    size = laws.terms.size
    line = board[at * size : at * size + size] if at < size else board[at - size :: size]
    return laws.generator.crossing(line, laws.terms.height)


class Openings:
    """The beginnings of words that a rack can lay on free squares, by length: the same for every line of a position."""

    def __init__(self, generator: Generator, rack: str) -> None:
        self.rack = rack
        self.counts = {letter: rack.count(letter) for letter in rack}
        self._generator = generator
        self._by_length = [[(generator.dawg.root, "", sum(map(BIT.__getitem__, self.counts)), 0)]]

    def of(self, length: int) -> list[tuple[int, str, int, int]]:
        """(node, tiles, letters still on the rack, height total) of every beginning of that length."""
        edges, onward, counts = self._generator.dawg.edges, self._generator.onward, self.counts
        while len(self._by_length) <= length:
            longer = []
            for node, laid, have, total in self._by_length[-1]:
                for letter, bit, child in edges[node]:
                    if bit & have and onward[child]:
                        rest = have if laid.count(letter) + 1 < counts[letter] else have ^ bit
                        summed = total + 1 + (_QU_IN_WORD if bit == _QU else 0)
                        longer.append((child, laid + letter, rest, summed))
            self._by_length.append(longer)
        return self._by_length[length]


# --- lines ------------------------------------------------------------------------------------------


class BoardLine:
    """One row or column, square by square, that remembers the plays found on it, by rack.

    ``tops`` are the bits of the letters in sight, 0 where a square is empty, and ``allowed`` the masks of what may be
    laid; both have one empty square more at the end. ``first`` and ``step`` lead to the squares' numbers.
    """

    def __init__(self, laws: Laws, board: Board, at: int, crossings: list[Crossing]) -> None:
        size = laws.terms.size
        index, across = at % size, crossings[size:] if at < size else crossings[:size]
        self.first, self.step = (index * size, 1) if at < size else (index, size)
        stacks = board[self.first : self.first + size * self.step : self.step]
        allowed, self.points, self.bonus, self.plain = zip(*[crossing[index] for crossing in across], strict=True)
        self.allowed: tuple[int, ...] = (*allowed, 0)
        self.heights = tuple(map(len, stacks))
        tops = self.tops = (*[BIT[stack[-1]] if stack else 0 for stack in stacks], 0)
        self.touching = [bool(tops[i - 1] or tops[i] or tops[i + 1] or self.points[i]) for i in range(size)]
        self.cover = laws.terms.cover
        self._best: dict[str, tuple[ScoredPlay | None, int]] = {}
        self._every: dict[str, list[ScoredPlay]] = {}
        self._starts: dict[int, list[int]] = {}

    @cached_property
    def whole_words(self) -> list[int]:
        """U-2: the squares of each old word that may not be covered, as bits."""
        words, bits = [], 0
        for at, top in enumerate(self.tops if self.cover else ()):
            if top:
                bits |= 1 << at
            else:
                if bits & (bits - 1):
                    words.append(bits)
                bits = 0
        return words

    @cached_property
    def most(self) -> int:
        """An upper bound on the score of a word here."""
        return max(self.room(-1))

    def room(self, letters: int) -> list[int]:
        """From each square on: the most that the squares up to the next that cannot be filled add, with these letters.

        One square more at the end adds nothing.
        """
        size = len(self.heights)
        room = [0] * (size + 1)
        more = 0
        heights, allowed, points, bonus = self.heights, self.allowed, self.points, self.bonus
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

    def starts(self, tiles: int) -> list[int]:
        """The squares where a word of at most ``tiles`` new tiles may begin and still touch the board."""
        starts = self._starts.get(tiles)
        if starts is None:
            size = len(self.heights)
            starts, away = self._starts.setdefault(tiles, []), size + 1  # tiles needed before one touches
            for at in range(size - 1, -1, -1):
                away = 0 if self.touching[at] else away + 1
                if away < tiles and not (at and self.tops[at - 1]):
                    starts.append(at)
        return starts

    def better(self, laws: Laws, rack: str, floor: int) -> ScoredPlay | None:
        """The play with the highest score above ``floor``; None where there is none."""
        found, beaten = self._best.get(rack, (None, _NEVER))
        if found is None and beaten > floor:
            found = _best_on(self, laws, rack, floor)
            self._best[rack] = found, floor
        return found if found is not None and found.score > floor else None

    def every(self, laws: Laws, openings: Openings) -> list[ScoredPlay]:
        """Every play; a single tile that makes words both ways only in its row."""
        found = self._every.get(openings.rack)
        if found is None:
            found = self._every[openings.rack] = _every_on(self, laws, openings)
        return found

    def refuses(self, end: int, length: int, placed: int, laid: str, *, plural: bool) -> bool:
        """U-2, U-3: whether a word up to ``end`` may not be made so; a single tile is refused where its row has it."""
        for word in self.whole_words:
            if placed & word == word:
                return True
        if len(laid) > 1:
            return False
        at = placed.bit_length() - 1
        if self.step > 1 and self.points[at]:
            return True
        ends_word = at == end - 1 and length > 2 and not self.tops[at] and self.tops[at - 1] != _S
        return plural and laid == "S" and ends_word and bool(self.plain[at])

    def play(self, score: int, placed: int, laid: str) -> ScoredPlay:
        """The play that lays tiles on the squares whose bits are set, with a dot for each one kept between them."""
        at = (placed & -placed).bit_length() - 1
        bits, down = placed >> at, self.step > 1 and len(laid) > 1
        if bits != (1 << len(laid)) - 1:
            tiles = iter(laid)
            laid = "".join([next(tiles) if bits >> i & 1 else "." for i in range(bits.bit_length())])
        return ScoredPlay(score, self.first + self.step * at, down, laid)


def _score(length: int, total: int, crosses: int, tiles: int, bingo: int) -> int:
    """R-17 to R-20: the score of a word with its height total, the points of its crossings and the tiles laid."""
    qu, total = divmod(total, _QU_IN_WORD)
    score = crosses
    if total > length:
        score += total
    else:
        score += 2 * length + (2 if qu else 0)
    return score + bingo if tiles == RACK else score


# The two walks are closures over local variables for speed. ``have`` is the mask of the letters still on the rack.


def _every_on(line: BoardLine, laws: Laws, openings: Openings) -> list[ScoredPlay]:
    """Up to the first square that touches the board openings are read off; from there on every word touches it."""
    found: list[ScoredPlay] = []
    generator, bingo, plural = laws.generator, laws.terms.bingo, laws.terms.plural
    edges, final, onward = generator.dawg.edges, generator.dawg.final, generator.onward
    tops, heights, allowed, points, bonus = line.tops, line.heights, line.allowed, line.points, line.bonus
    counts = openings.counts.copy()
    start = 0

    def accept(end: int, placed: int, laid: str, total: int, crosses: int) -> None:
        length = end - start
        if not line.refuses(end, length, placed, laid, plural=plural):
            found.append(line.play(_score(length, total, crosses, len(laid), bingo), placed, laid))

    def go(at: int, node: int, placed: int, laid: str, have: int, total: int, crosses: int) -> None:
        after = at + 1
        top, mask, then = tops[at], allowed[at] & have, tops[after]
        next_mask = allowed[after]
        height = heights[at]
        for letter, bit, child in edges[node]:
            if bit & mask:
                spots = placed | 1 << at
                if bit == _QU:
                    summed, gained = total + height + 1 + _QU_IN_WORD, crosses + points[at] + bonus[at]
                else:
                    summed, gained = total + height + 1, crosses + points[at]
                if not then and final[child]:
                    accept(after, spots, laid + letter, summed, gained)
                held = counts[letter]
                rest = have if held > 1 else have ^ bit
                if onward[child] & (next_mask & rest | then):
                    counts[letter] = held - 1
                    go(after, child, spots, laid + letter, rest, summed, gained)
                    counts[letter] = held
            elif bit == top:
                summed = total + height + (_QU_IN_WORD if bit == _QU else 0)
                if placed and not then and final[child]:
                    accept(after, placed, laid, summed, crosses)
                if onward[child] & (next_mask & have | then):
                    go(after, child, placed, laid, have, summed, crosses)

    for start in line.starts(len(openings.rack)):
        at = start
        while not line.touching[at]:
            at += 1
        placed = (1 << at) - (1 << start)
        mask = allowed[at]  # a square with a tile touches, and so does the one before it: this one is free or the first
        for node, laid, have, total in openings.of(at - start):
            if onward[node] & (mask & have | tops[at]):
                for letter in laid:
                    counts[letter] -= 1
                go(at, node, placed, laid, have, total, 0)
                for letter in laid:
                    counts[letter] += 1
    return found


def _best_on(line: BoardLine, laws: Laws, rack: str, floor: int) -> ScoredPlay | None:
    """The first play with the highest score above ``floor`` within the laws' bound on tiles; None when there is none.

    Branches that cannot beat the best so far are given up.
    """
    generator, bingo, plural, tiles = laws.generator, laws.terms.bingo, laws.terms.plural, laws.most_tiles
    children, opened, ends, onward = generator.children, generator.open, generator.dawg.final, generator.onward
    tops, heights, allowed, points, bonus = line.tops, line.heights, line.allowed, line.points, line.bonus
    touching = line.touching
    counts: dict[int, int] = {}
    for letter in rack:
        bit = BIT[letter]
        counts[bit] = counts.get(bit, 0) + 1
    letters = sum(counts)
    room = line.room(letters)
    most, start = floor, 0
    kept: tuple[int, int, str] | None = None
    # What a word may score beyond its squares: twice when flat (counted as it grows), Qu, all seven tiles.
    slack = 2 if _QU in counts or _QU in tops else 0
    if tiles >= RACK and len(rack) >= RACK:
        slack += bingo

    def accept(end: int, placed: int, laid: str, total: int, crosses: int) -> None:
        nonlocal most, kept
        length = end - start
        score = _score(length, total, crosses, len(laid), bingo)
        if score > most and not line.refuses(end, length, placed, laid, plural=plural):
            most, kept = score, (score, placed, laid)

    def go(at: int, node: int, placed: int, laid: str, have: int, total: int, crosses: int, touched: bool) -> None:
        after = at + 1
        top, then = tops[at], tops[after]
        height = heights[at]
        down_there = children[node] or opened(node)
        next_mask = allowed[after]
        if top & onward[node]:
            child = down_there[top]
            summed = total + height + (_QU_IN_WORD if top == _QU else 0)
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
                lettered, added = summed + _QU_IN_WORD, gained + bonus[at]
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

    for start in line.starts(len(rack)):
        if room[start] + slack > most:
            go(start, generator.dawg.root, 0, "", letters, 0, 0, False)
    return None if kept is None else line.play(*kept)
