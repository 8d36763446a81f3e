"""The 36 rules by number, and the facts of a tower that they count.

BUILDING has the sixteen rules that a tower keeps or breaks, ``points_of`` the nineteen that give points; rule 2, that
an illegal tower has no score, is ``Ledger.score`` of ``judge``. B-ids are those of the rule sheet for people; where it
leaves a place open, an option chooses the reading (:class:`Readings`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from towergames.core.options import option, options_of
from towergames.core.text import count
from towergames.games.bricks.pieces import LETTERS, RARE, VOWELS, WILD, Piece, Tower

# --- the readings of what the rule text leaves open -------------------------------------------------


@dataclass(frozen=True, slots=True)
class Readings:
    """One way to read the places that the printed rules leave open."""

    gaps: str = option(
        "Gaps in columns",
        "What happens to a column where a level is too short.",
        "B-13",
        {"skip": "the gap is skipped", "break": "the gap ends the word"},
        names={"skip": "Skipped", "break": "End the word"},
    )
    windows: str = option(
        "Windows in columns",
        "Whether a window keeps its place when columns are read.",
        "B-13",
        {"keep": "it keeps its place", "close-up": "letters close up over it"},
        names={"keep": "Keep their place"},
    )
    repeated: str = option(
        "Same word twice",
        "What the same word in two columns scores.",
        "B-13",
        {"twice": "both score", "once": "it scores once"},
    )
    stack_cards: int = option(
        "Two-card wildcard",
        "How many cards an unnatural wildcard counts as.",
        "B-3",
        {1: "one card", 2: "two cards"},
    )
    wild_window: bool = option(
        "Wildcard as window",
        "Whether a wildcard may be a window.",
        "B-1",
        {True: "it may", False: "it is always a brick"},
    )
    heaviest: int = option(
        "Heaviest wildcard",
        "The most a wildcard may weigh.",
        "B-1",
        {5: "5 tons", 9: "9 tons"},
        names={5: "5 tons", 9: "9 tons"},
    )
    lightest: int = option(
        "Lightest wildcard",
        "The least a wildcard may weigh.",
        "B-1",
        {1: "1 ton", 0: "0 tons"},
        names={1: "1 ton", 0: "0 tons"},
    )
    wild_adjusts: bool = option(
        "Wild J Q X Z adjusted",
        "Whether a wildcard that is a J, Q, X or Z may be adjusted.",
        "B-2",
        {True: "it may, like a real one", False: "only real ones may"},
    )
    wild_rare: bool = option(
        "Wild J Q X Z score",
        "Whether a wildcard that is a J, Q, X or Z scores 2 points.",
        "B-2",
        {True: "it does, like a real one", False: "only real ones do"},
    )
    zero: bool = option(
        "Bricks of no weight",
        "Whether a brick may be adjusted to 0 tons.",
        "B-4",
        {True: "it may", False: "1 ton is the least"},
    )
    runs: str = option(
        "Runs of letters",
        "Which runs of consecutive letters score.",
        "B-15",
        {"longest": "the longest one", "each": "every run of 7 or more"},
    )
    high_floors: str = option(
        "Above the sixth floor",
        "What bricks above the sixth floor score.",
        "B-16",
        {"nothing": "nothing", "go-on": "5 points, then 6, and so on"},
        names={"go-on": "5, 6 and so on"},
    )
    free_letters: bool = option(
        "Wildcards in the word",
        "Which letter a wildcard is in the longest word.",
        "B-14",
        {False: "its declared letter", True: "any letter"},
        names={False: "Declared letter", True: "Any letter"},
    )


STANDARD = Readings()

CHOICES = {row.key: row.values for row in options_of(Readings)}
"""The possible values of each reading, the usual one first."""


# --- what the rules look at -------------------------------------------------------------------------


LevelOrPiece = tuple[int, int | None]
"""A level and a piece in it, both from 0; None is the whole level."""


@dataclass(frozen=True, slots=True)
class Breach:
    """One breach of building rule number ``rule``: a sentence, and the places of the tower that it names."""

    rule: int
    text: str
    places: tuple[LevelOrPiece, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundWords:
    """The words that score: those of the columns from left to right, and the longest word ("" for none)."""

    columns: tuple[str, ...] = ()
    longest: str = ""


class TowerFacts:
    """A tower counted for the rules. Weights are in tons and as adjusted; levels stand bottom first."""

    def __init__(self, tower: Tower, readings: Readings, words: FoundWords) -> None:
        self.tower = tower
        self.readings = readings
        self.words = words
        self.pieces: list[Piece] = [piece for level in tower for piece in level]
        self.bricks: list[list[Piece]] = [[piece for piece in level if piece.letter] for level in tower]
        self.sizes: list[int] = [len(level) for level in tower]
        self.weights: list[int] = [sum([brick.weight + brick.adjust for brick in level]) for level in self.bricks]
        bricks = [brick for level in self.bricks for brick in level]
        self.letters = Counter([brick.letter for brick in bricks])
        self.colours = Counter([brick.colour for brick in bricks])
        self.tons = {brick.weight + brick.adjust for brick in bricks}
        self.cards = len(self.pieces)
        if readings.stack_cards == 2:
            self.cards += sum(len(piece.made_of) == 2 for piece in self.pieces)

    @property
    def windows(self) -> int:
        return len(self.pieces) - self.letters.total()

    def shaped(self, shape: str) -> int:
        return sum([piece.shape == shape for piece in self.pieces if piece.letter])

    def placed(self, *rows: int) -> Iterator[tuple[tuple[int, int], Piece]]:
        """The pieces with their places: all, or those of some rows."""
        for row in rows or range(len(self.tower)):
            for place, piece in enumerate(self.tower[row]):
                yield (row, place), piece


# --- building rules: each gives the breaches of a tower ---------------------------------------------


FEWEST_LEVELS = 4
MOST_PIECES = 6
MOST_OF_A_COLOUR = 6


def rule_1(facts: TowerFacts) -> Iterator[Breach]:
    """At least four levels; the letters of each go up the alphabet, windows anywhere (B-11)."""
    if len(facts.tower) < FEWEST_LEVELS:
        yield Breach(
            1,
            f"build at least {FEWEST_LEVELS} levels, {len(facts.tower)} so far",
        )
    for row, level in enumerate(facts.tower):
        last, at = "", 0
        for place, piece in enumerate(level):
            if not piece.letter:
                continue
            if piece.letter < last:
                text = f"level {row + 1}: {last} stands left of {piece.letter}"
                yield Breach(1, text, ((row, at), (row, place)))
            last, at = piece.letter, place


def rule_4(facts: TowerFacts) -> Iterator[Breach]:
    """A level is of one colour, windows and all."""
    for row, level in enumerate(facts.tower):
        colours = Counter(piece.colour for piece in level)
        if len(colours) > 1:
            usual = colours.most_common(1)[0][0]
            odd = tuple(spot for spot, piece in facts.placed(row) if piece.colour != usual)
            yield Breach(4, f"level {row + 1} has more than one colour: {listed(list(colours))}", odd)


def rule_5(facts: TowerFacts) -> Iterator[Breach]:
    """Each level weighs less than the one below it (B-5)."""
    for row, (below, mine) in enumerate(pairwise(facts.weights), start=1):
        if mine >= below:
            text = f"level {row + 1} weighs {count(mine, 'ton')}; it must weigh less than the {below} of level {row}"
            yield Breach(5, text, ((row, None), (row - 1, None)))


def rule_6(facts: TowerFacts) -> Iterator[Breach]:
    """The digits of the total weight have no 5 (B-6)."""
    total = sum(facts.weights)
    if "5" in str(total):
        yield Breach(6, f"the tower weighs {count(total, 'ton')}; the number must have no 5")


def rule_8(facts: TowerFacts) -> Iterator[Breach]:
    """Only J, Q, X and Z are adjusted, by one ton, each on its own (B-2, B-4)."""
    if not any(piece.adjust for piece in facts.pieces):
        return
    for spot, piece in facts.placed():
        if piece.adjust and (why := _bad_adjustment(piece, facts)):
            yield Breach(8, f"level {spot[0] + 1}: {why}", (spot,))


def _bad_adjustment(piece: Piece, facts: TowerFacts) -> str:
    if piece.letter not in RARE:
        return f"{piece.letter or 'a window'} cannot be adjusted; only J, Q, X and Z can"
    if abs(piece.adjust) > 1:
        return f"{piece.letter} is adjusted by {count(abs(piece.adjust), 'ton')}; only one is allowed"
    if piece.made_of and not facts.readings.wild_adjusts:
        return f"{piece.letter} is a wildcard, and wildcards are not adjusted here"
    if piece.tons < 0 or (piece.tons == 0 and not facts.readings.zero):
        return f"{piece.letter} cannot be adjusted to {count(piece.tons, 'ton')}"
    return ""


def rule_9(facts: TowerFacts) -> Iterator[Breach]:
    """No level has more windows than bricks (B-7)."""
    for row, bricks in enumerate(facts.bricks):
        windows = facts.sizes[row] - len(bricks)
        if windows > len(bricks):
            text = f"level {row + 1} has more windows than bricks: {windows} to {len(bricks)}"
            yield Breach(9, text, tuple(spot for spot, piece in facts.placed(row) if piece.window))


def rule_11(facts: TowerFacts) -> Iterator[Breach]:
    """At most one level has exactly two pieces."""
    twos = [row for row, size in enumerate(facts.sizes) if size == 2]
    if len(twos) > 1:
        text = f"levels {_numbers(twos)} have exactly two pieces each; only one level may"
        yield Breach(11, text, tuple((row, None) for row in twos))


def rule_16(facts: TowerFacts) -> Iterator[Breach]:
    """Six bricks of a colour at most; windows do not count (B-8)."""
    for colour, bricks in facts.colours.items():
        if bricks > MOST_OF_A_COLOUR:
            spots = tuple(spot for spot, piece in facts.placed() if piece.letter and piece.colour == colour)
            yield Breach(16, f"there are {bricks} {colour} bricks; {MOST_OF_A_COLOUR} is the most", spots)


def rule_17(facts: TowerFacts) -> Iterator[Breach]:
    """Exactly one level weighs 4, 8, 12, ... tons (B-9)."""
    fours = [row for row, weight in enumerate(facts.weights) if weight > 0 and weight % 4 == 0]
    if not fours:
        yield Breach(17, "one level must weigh a multiple of 4 tons, such as 4, 8 or 12")
    elif len(fours) > 1:
        text = f"levels {_numbers(fours)} all weigh multiples of 4 tons; exactly one must"
        yield Breach(17, text.replace(" all ", " both ") if len(fours) == 2 else text, tuple((r, None) for r in fours))


def rule_21(facts: TowerFacts) -> Iterator[Breach]:
    """No letter stands three times in a level."""
    for row, bricks in enumerate(facts.bricks):
        if len(bricks) < 3:
            continue
        for letter, times in Counter(brick.letter for brick in bricks).items():
            if times >= 3:
                spots = tuple(spot for spot, piece in facts.placed(row) if piece.letter == letter)
                yield Breach(21, f"level {row + 1}: {letter} stands there {times} times; twice is the most", spots)


def rule_23(facts: TowerFacts) -> Iterator[Breach]:
    """E, A, S and T are not all in the tower."""
    if all(letter in facts.letters for letter in "EAST"):
        spots = tuple(spot for spot, piece in facts.placed() if piece.letter in ("E", "A", "S", "T"))
        yield Breach(23, "E, A, S and T are all in the tower; one of them must go", spots)


def rule_24(facts: TowerFacts) -> Iterator[Breach]:
    """A level of two bricks or more has no vowel, Y included (B-10)."""
    for bricks in facts.bricks:
        if len(bricks) >= 2 and not any(brick.letter in VOWELS for brick in bricks):
            return
    yield Breach(24, "one level of 2 bricks or more must have none of A, E, I, O, U and Y")


def rule_26(facts: TowerFacts) -> Iterator[Breach]:
    """Every level has a piece."""
    for row, size in enumerate(facts.sizes):
        if not size:
            yield Breach(26, f"level {row + 1} is empty; a level has one piece or more", ((row, None),))


def rule_27(facts: TowerFacts) -> Iterator[Breach]:
    """Six pieces a level at most."""
    for row, size in enumerate(facts.sizes):
        if size > MOST_PIECES:
            yield Breach(27, f"level {row + 1} has {size} pieces; {MOST_PIECES} is the most", ((row, None),))


def rule_31(facts: TowerFacts) -> Iterator[Breach]:
    """One natural and one unnatural wildcard at most, declared as such a card may be (B-1, B-3)."""
    if not any(piece.made_of for piece in facts.pieces):
        return
    wild = [(spot, piece) for spot, piece in facts.placed() if piece.made_of]
    for name, natural in (("natural", True), ("unnatural", False)):
        spots = tuple(spot for spot, piece in wild if (piece.made_of == (WILD,)) == natural)
        if len(spots) > 1:
            yield Breach(31, f"there are {len(spots)} {name} wildcards; one is the most", spots)
    for spot, piece in wild:
        if why := _bad_wildcard(piece, facts):
            yield Breach(31, f"level {spot[0] + 1}: {why}", (spot,))


def _bad_wildcard(piece: Piece, facts: TowerFacts) -> str:
    if piece.made_of != (WILD,):
        if len(piece.made_of) != 2:
            return "an unnatural wildcard is made of two cards"
        if WILD in piece.made_of:
            return "an unnatural wildcard is made of bricks and windows, not of the natural wildcard"
    if piece.window:
        return "" if facts.readings.wild_window else "a wildcard cannot be a window here"
    low, high = facts.readings.lightest, facts.readings.heaviest
    if not low <= piece.weight <= high:
        return f"a wildcard weighs {low} to {high} tons, not {piece.weight}"
    return ""


def rule_35(facts: TowerFacts) -> Iterator[Breach]:
    """Neighbours in the alphabet are not neighbours in a level, unless a window is between them (B-12)."""
    for row, level in enumerate(facts.tower):
        for place in range(1, len(level)):
            left, right = level[place - 1].letter, level[place].letter
            if left and right and abs(ord(left) - ord(right)) == 1:
                yield Breach(35, f"level {row + 1}: {left} stands next to {right}", ((row, place - 1), (row, place)))


def _numbers(rows: list[int]) -> str:
    return listed([row + 1 for row in rows])


def listed(items: Sequence[object]) -> str:
    """Items as a phrase: ``1, 2 and 3``."""
    texts = [str(item) for item in items]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"


def rules_named(numbers: Iterable[int]) -> str:
    """``rule 5``, ``rules 1, 17 and 24``."""
    listed_numbers = list(numbers)
    return f"{'rule' if len(listed_numbers) == 1 else 'rules'} {listed(listed_numbers)}"


BUILDING: dict[int, Callable[[TowerFacts], Iterator[Breach]]] = {
    1: rule_1,
    4: rule_4,
    5: rule_5,
    6: rule_6,
    8: rule_8,
    9: rule_9,
    11: rule_11,
    16: rule_16,
    17: rule_17,
    21: rule_21,
    23: rule_23,
    24: rule_24,
    26: rule_26,
    27: rule_27,
    31: rule_31,
    35: rule_35,
}


# --- scoring rules: each gives its points -----------------------------------------------------------


PAR_CARDS = 13


def word_points(length: int) -> int:
    """Rule 19: the points of a word, 1 for each letter, and 2, 3 or 4 more for 8, 9 or 10 letters and more (B-14).

    >>> [word_points(length) for length in (0, 7, 8, 9, 10, 12)]
    [0, 7, 10, 12, 14, 16]
    """
    return length + max(0, min(length, 10) - 6) * (length >= 8)


def _rare_cards(facts: TowerFacts) -> int:
    wild = facts.readings.wild_rare
    return sum([p.letter in RARE and (wild or not p.made_of) for p in facts.pieces if p.letter])


def _floors(facts: TowerFacts) -> int:
    floors = facts.bricks[2:] if facts.readings.high_floors == "go-on" else facts.bricks[2:6]
    return sum(each * len(bricks) for each, bricks in enumerate(floors, start=1))


def _runs(facts: TowerFacts) -> int:
    present = "".join(letter if letter in facts.letters else " " for letter in LETTERS)
    worth = [9 if len(run) >= 9 else 7 for run in present.split() if len(run) >= 7]
    return sum(worth) if facts.readings.runs == "each" else max(worth, default=0)


def points_of(facts: TowerFacts) -> dict[int, int]:
    """Scoring rule number -> its points, also for an illegal tower."""
    return {
        # Without a brick of 5, 4 or 3 tons: 1 for each triangle, rectangle or hexagon.
        3: 0 if 5 in facts.tons else facts.shaped("triangle"),
        7: 0 if 4 in facts.tons else facts.shaped("rectangle"),
        10: 0 if 3 in facts.tons else facts.shaped("hexagon"),
        # Without a brick of 2 tons: 1 for each level. Without one of 1 ton: half the cards, rounded down (B-17).
        12: 0 if 2 in facts.tons else len(facts.tower),
        13: 0 if 1 in facts.tons else facts.cards // 2,
        # No two levels of one size: 3 for each level.
        14: 3 * len(facts.sizes) if len(set(facts.sizes)) == len(facts.sizes) else 0,
        # 4 for each column that spells a word (B-13).
        15: 4 * len(facts.words.columns),
        # 4 for each window, 2 for each J, Q, X and Z (B-2).
        18: 4 * facts.windows + 2 * _rare_cards(facts),
        19: word_points(len(facts.words.longest)),
        # 2 for each time after the first that the commonest letter stands there.
        20: 2 * (max(facts.letters.values(), default=1) - 1),
        22: 6 * all(letter in facts.letters for letter in "TOWER"),
        # Without a triangle: 1 for each red card, windows too (B-18).
        25: 0 if facts.shaped("triangle") else sum([piece.colour == "red" for piece in facts.pieces]),
        # Without a rectangle: 1 for each A, E, I, O, U and Y.
        28: 0 if facts.shaped("rectangle") else sum([facts.letters[vowel] for vowel in VOWELS]),
        # Without a red brick: 1 for each hexagon (B-18). 3 for fewer than four blue bricks (B-8).
        29: 0 if facts.colours["red"] else facts.shaped("hexagon"),
        30: 3 * (facts.colours["blue"] < 4),
        # 1, 2, 3, 4 for each brick of the third to the sixth floor (B-16).
        32: _floors(facts),
        # 2 for each card fewer than 13, -2 for each beyond.
        33: 2 * (PAR_CARDS - facts.cards),
        # 7 for a run of seven or eight letters of the alphabet, 9 for nine or more (B-15).
        34: _runs(facts),
        # -4 without a window.
        36: 0 if facts.windows else -4,
    }
