"""The judge: whether a tower keeps the rules, the words in it (rules 15 and 19), and its points, line by line.

The longest word is found without walking any graph. Words of one length lie side by side as the bits of big integers:
for each letter and each count there is one integer with the words that want more of the letter than that. Or-ing the
integers of what a tower has leaves the words it can make as the bits that stay clear.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import compress

from towergames.games.bricks.pieces import LETTERS, Piece, Tower
from towergames.games.bricks.rules import BUILDING, STANDARD, Breach, FoundWords, Readings, TowerFacts, points_of
from towergames.lexicon import Lexicon, word_lists


@dataclass(frozen=True)
class Ledger:
    """The judge's verdict on a tower. ``points`` has every rule that gives points, 3 to 36, also for illegal towers."""

    breaches: tuple[Breach, ...]
    points: Mapping[int, int]
    words: FoundWords

    @cached_property
    def violations(self) -> Mapping[int, tuple[str, ...]]:
        """Rule number -> sentences, for the building rules that are broken."""
        found: dict[int, tuple[str, ...]] = {}
        for breach in self.breaches:
            found[breach.rule] = (*found.get(breach.rule, ()), breach.text)
        return found

    @property
    def legal(self) -> bool:
        """Whether no building rule is broken."""
        return not self.breaches

    @cached_property
    def raw_total(self) -> int:
        """All points together, whether the tower is legal or not."""
        return sum(self.points.values())

    @property
    def score(self) -> int | None:
        """The score; None when the tower is illegal, whatever it would bring (rule 2, B-19)."""
        return None if self.breaches else self.raw_total


def judge(tower: Tower, lexicon: Lexicon, readings: Readings = STANDARD, *, word: str = "") -> Ledger:
    """Judge a tower. With ``word``, that word alone is tried for rule 19 (B-14). Raises LexiconError."""
    return judge_known_words(tower, find_words(tower, lexicon, readings, word), readings)


def judge_known_words(tower: Tower, words: FoundWords, readings: Readings = STANDARD) -> Ledger:
    """Judge a tower whose words are known already, as in a replay; no word list is read."""
    facts = TowerFacts(tower, readings, words)
    breaches = tuple(breach for rule in BUILDING.values() for breach in rule(facts))
    return Ledger(breaches, points_of(facts), words)


# --- medals (B-31) --------------------------------------------------------------------------------


SHARES: tuple[tuple[str, int], ...] = (("bronze", 50), ("silver", 70), ("gold", 90))
"""Medal and the percentage of the best score that it takes, lowest first.

First towers of people are below the weakest opponents (``BOTS.md``): bronze is for a careful first tower, silver for
one near ``normal``, and gold is what ``hard`` reaches.
"""


def bars(best: int) -> dict[str, int]:
    """Medal -> the fewest points for it when the best tower has ``best``; empty when no tower gives points.

    >>> bars(101)
    {'bronze': 51, 'silver': 71, 'gold': 91}
    """
    return {medal: -(-best * share // 100) for medal, share in SHARES} if best > 0 else {}


def medal(points: int | None, best: int) -> str:
    """The medal for a tower, '' for none; ``points`` is None for an illegal tower.

    >>> medal(91, 101), medal(90, 101), medal(50, 101), medal(None, 101)
    ('gold', 'silver', '', '')
    """
    won = [name for name, least in bars(best).items() if points is not None and points >= least]
    return won[-1] if won else ""


# --- the words in a tower ---------------------------------------------------------------------------


SHORTEST_COLUMN = 3
SHORTEST_WORD = 2

_REMEMBERED = 1 << 15


def lexicon_of(list_id: str, sha256: str) -> Lexicon | None:
    """The word list of a game, None when it is not on this machine."""
    return word_lists.find(sha256) if sha256 else word_lists.resolve(list_id)


def list_for_play(list_id: str, sha256: str) -> Lexicon:
    """The word list of a game; where it is not on this machine, the one that ships under its name, or the usual."""
    return lexicon_of(list_id, sha256) or word_lists.resolve(list_id) or word_lists.load("standard")


@dataclass(frozen=True, slots=True)
class Column:
    """One column from top to bottom: its letters, their places (level, piece, from 0), and whether a gap spoils it."""

    letters: str
    places: tuple[tuple[int, int], ...]
    cut: bool = False


def columns(tower: Tower, readings: Readings = STANDARD) -> tuple[Column, ...]:
    """All columns from left to right, as ``gaps`` and ``windows`` are read (rule 15, B-13)."""
    close = readings.windows == "close-up"
    rows: list[list[tuple[Piece, tuple[int, int]]]] = [
        [(piece, (number, place)) for place, piece in enumerate(level) if piece.letter or not close]
        for number, level in reversed(list(enumerate(tower)))
    ]
    found = []
    for at in range(max(map(len, rows), default=0)):
        letters, places, gap, cut = "", [], False, False
        for row in rows:
            if at >= len(row):
                gap = bool(letters)
            elif row[at][0].letter:
                cut = cut or gap
                letters += row[at][0].letter
                places.append(row[at][1])
        found.append(Column(letters, tuple(places), cut and readings.gaps == "break"))
    return tuple(found)


def column_words(tower: Tower, lexicon: Lexicon, readings: Readings = STANDARD) -> tuple[str, ...]:
    """Return the words of rule 15 from left to right, each as often as it scores. Raises LexiconError."""
    words = lexicon.words
    found = [
        column.letters
        for column in columns(tower, readings)
        if len(column.letters) >= SHORTEST_COLUMN and not column.cut and column.letters in words
    ]
    return tuple(dict.fromkeys(found) if readings.repeated == "once" else found)


def find_words(tower: Tower, lexicon: Lexicon, readings: Readings = STANDARD, word: str = "") -> FoundWords:
    """Find the words in a tower. B-14: ``word`` is the only candidate; it counts if it is listed and can be made."""
    letters, free = letters_of(tower, readings)
    if word:
        typed = word.strip().upper()
        sound = len(typed) >= SHORTEST_WORD and typed in lexicon.words and can_make(typed, letters, free)
        longest = typed if sound else ""
    else:
        longest = longest_word(lexicon, letters, free)
    return FoundWords(column_words(tower, lexicon, readings), longest)


def letters_of(tower: Tower, readings: Readings = STANDARD) -> tuple[str, int]:
    """The letters for rule 19 in alphabetical order, and how many bricks stand for any letter."""
    bricks = [piece for level in tower for piece in level if piece.letter]
    if not readings.free_letters:
        return "".join(sorted([brick.letter for brick in bricks])), 0
    fixed = [brick.letter for brick in bricks if not brick.made_of]
    return "".join(sorted(fixed)), len(bricks) - len(fixed)


def can_make(word: str, letters: str, free: int = 0) -> bool:
    """Whether the letters and ``free`` letters of any kind make the word.

    >>> can_make("TOWER", "EORTT"), can_make("TOWER", "EORTT", 1)
    (False, True)
    """
    return sum(max(0, word.count(letter) - letters.count(letter)) for letter in set(word)) <= free


def longest_word(lexicon: Lexicon, letters: str, free: int = 0) -> str:
    """The longest word of the letters, the first by alphabet among equals, "" for none. Raises LexiconError."""
    return index_of(lexicon).longest("".join(sorted(letters)), free)


class WordIndex:
    """The words of one list by length, each length made when it is first asked for; safe to share by threads."""

    def __init__(self, words: frozenset[str]) -> None:
        by_length: dict[int, list[str]] = {}
        for word in words:
            by_length.setdefault(len(word), []).append(word)
        self._words = by_length
        self._lengths = sorted((length for length in by_length if length >= SHORTEST_WORD), reverse=True)
        self._shelves: dict[int, WordsOfLength] = {}
        self.longest = lru_cache(_REMEMBERED)(self._longest)

    def _longest(self, letters: str, free: int = 0) -> str:
        counts = [letters.count(letter) for letter in LETTERS]
        most = len(letters) + free
        for length in self._lengths:
            if length <= most and (word := self._shelf(length).first(counts, free)):
                return word
        return ""

    def within(self, counts: list[int], free: int, most: int) -> list[WordsOfLength]:
        """Return the words of at most ``most`` letters that these letters and ``free`` of any kind make, longest first.

        Some other words are among them, but each length has at least one word that the letters make.
        """
        shelves = (self._shelf(length).only(counts, free) for length in self._lengths if length <= most)
        return [shelf for shelf in shelves if shelf.words]

    def _shelf(self, length: int) -> WordsOfLength:
        shelf = self._shelves.get(length)
        if shelf is None:
            shelf = self._shelves[length] = WordsOfLength(sorted(self._words[length]), length)
        return shelf


class WordsOfLength:
    """Words of one length. ``wants[letter][n]``: bit set where a word wants more than ``n`` of the letter."""

    def __init__(self, words: list[str], length: int) -> None:
        self.words = words
        self.length = length
        self.every = (1 << len(words)) - 1
        text = "".join(words).encode("ascii")
        self.wants = [_wants(text, length, ord(letter)) for letter in LETTERS]

    def first(self, counts: list[int], free: int) -> str:
        """The first word that the letters make, "" for none."""
        if free:
            short = self._short(counts, free)
        else:
            short = 0
            for have, wants in zip(counts, self.wants, strict=True):
                if have < len(wants):
                    short |= wants[have]
        rest = self.every & ~short
        return self.words[len(self.words) - rest.bit_length()] if rest else ""

    def only(self, counts: list[int], free: int) -> WordsOfLength:
        """The words that these letters and ``free`` of any kind make; all words where most of them are made."""
        kept = self.every & ~self._short(counts, free)
        if 2 * kept.bit_count() > len(self.words):
            return self
        return WordsOfLength(list(compress(self.words, map(int, format(kept, f"0{len(self.words)}b")))), self.length)

    def _short(self, counts: list[int], free: int) -> int:
        """The words that lack more than ``free`` letters: each missing letter moves a word one counter up."""
        lacking = [0] * (free + 1)
        for have, wants in zip(counts, self.wants, strict=True):
            for more in wants[have:]:
                for at in range(free, 0, -1):
                    lacking[at] |= lacking[at - 1] & more
                lacking[0] |= more
        return lacking[free]


def _wants(text: bytes, length: int, letter: int) -> list[int]:
    """For n = 0, 1, ...: the words that have the letter more than n times, as bits; the first word is the highest."""
    is_it = bytes(letter) + b"\1" + bytes(255 - letter)
    counts = sum(int.from_bytes(text[at::length].translate(is_it)) for at in range(length))
    by_word = counts.to_bytes(len(text) // length)
    more_than = [b"0" * (n + 1) + b"1" * (255 - n) for n in range(max(by_word, default=0))]
    return [int(by_word.translate(table), 2) for table in more_than]


@cache
def index_of(lexicon: Lexicon) -> WordIndex:
    """The index of a list, made once. Raises LexiconError when the list cannot be read."""
    return WordIndex(lexicon.words)
