"""The 36 rules, one function each, named by number, and what they look at.

BUILDING and SCORING are the two halves of the rule sheet, SHEET is all in order. B-ids are those of the rule sheet for
people; where it leaves a place open, an option says how it is read (:class:`Readings`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from towergames.core.options import option, options_of
from towergames.core.text import count
from towergames.games.bricks.pieces import LETTERS, RARE, VOWELS, WILD, Piece, Tower

# --- the readings of what the rule text leaves open -------------------------------------------------


@dataclass(frozen=True, slots=True)
class Readings:
    """One reading of the open places."""

    gaps: str = option(
        "Gaps in columns",
        "What a row that is too short does to the column beside it.",
        "B-13",
        {"skip": "it is passed over", "break": "it ends the word"},
    )
    windows: str = option(
        "Windows in columns",
        "Whether a window keeps its place when columns are read.",
        "B-13",
        {"keep": "it keeps its place", "close-up": "letters close up over it"},
    )
    repeated: str = option(
        "Same word twice",
        "What the same word in two columns scores.",
        "B-13",
        {"twice": "each of them scores", "once": "it scores once"},
    )
    stack_cards: int = option(
        "Two-card wildcard",
        "How many cards a wildcard made of two cards counts as.",
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
        "Heaviest wildcard", "The most tons that a wildcard may weigh.", "B-1", {5: "5 tons", 9: "9 tons"}
    )
    lightest: int = option(
        "Lightest wildcard", "The fewest tons that a wildcard may weigh.", "B-1", {1: "1 ton", 0: "0 tons"}
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
        {"longest": "the longest one", "each": "each of seven or more"},
    )
    high_floors: str = option(
        "Above the sixth floor",
        "What bricks above the sixth floor score.",
        "B-16",
        {"nothing": "nothing", "go-on": "5 points each, then 6, and so on"},
    )
    free_letters: bool = option(
        "Wildcards in the word",
        "What letter a wildcard is in the longest word.",
        "B-14",
        {False: "the one it was declared", True: "any letter"},
    )


STANDARD = Readings()

CHOICES = {row.key: row.values for row in options_of(Readings)}
"""What each reading may be, the usual one first."""


# --- what the rules look at -------------------------------------------------------------------------


Place = tuple[int, int | None]
"""A level and a piece in it, both from 0; None is the whole level."""


@dataclass(frozen=True, slots=True)
class Breach:
    """One way in which a tower breaks building rule number ``rule``: a sentence, and the places that it is about."""

    rule: int
    text: str
    places: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """The words that score: those of the columns from left to right, and the longest word ("" for none)."""

    columns: tuple[str, ...] = ()
    longest: str = ""


class Facts:
    """A tower counted for the rules. Weights are in tons and as adjusted; levels stand bottom first."""

    __slots__ = (
        "bricks",
        "cards",
        "colours",
        "letters",
        "pieces",
        "readings",
        "sizes",
        "tons",
        "tower",
        "weights",
        "words",
    )

    def __init__(self, tower: Tower, readings: Readings, words: Found) -> None:
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
        """How many windows the tower has."""
        return len(self.pieces) - self.letters.total()

    def shaped(self, shape: str) -> int:
        """How many bricks have that shape."""
        return sum([piece.shape == shape for piece in self.pieces if piece.letter])

    def places_of(self, letters: str) -> tuple[Place, ...]:
        """Where any of these letters stand."""
        return tuple(
            (row, place)
            for row, level in enumerate(self.tower)
            for place, piece in enumerate(level)
            if piece.letter and piece.letter in letters
        )


# --- building rules: each gives the breaches of a tower ---------------------------------------------


FEWEST_LEVELS = 4
MOST_PIECES = 6
MOST_OF_A_COLOUR = 6


def rule_1(facts: Facts) -> Iterator[Breach]:
    """At least four levels; the letters of each go up the alphabet, windows anywhere (B-11)."""
    if len(facts.tower) < FEWEST_LEVELS:
        have = "1 level" if len(facts.tower) == 1 else f"{len(facts.tower)} levels"
        yield Breach(1, f"the tower has {have}; it needs {FEWEST_LEVELS}")
    for row, level in enumerate(facts.tower):
        last, at = "", 0
        for place, piece in enumerate(level):
            if not piece.letter:
                continue
            if piece.letter < last:
                text = f"level {row + 1}: {last} stands left of {piece.letter}"
                yield Breach(1, text, ((row, at), (row, place)))
            last, at = piece.letter, place


def rule_4(facts: Facts) -> Iterator[Breach]:
    """A level is of one colour, windows and all."""
    for row, level in enumerate(facts.tower):
        colours = Counter(piece.colour for piece in level)
        if len(colours) > 1:
            usual = colours.most_common(1)[0][0]
            odd = tuple((row, place) for place, piece in enumerate(level) if piece.colour != usual)
            yield Breach(4, f"level {row + 1} has more than one colour: {listed(list(colours))}", odd)


def rule_5(facts: Facts) -> Iterator[Breach]:
    """Each level weighs less than the one below it (B-5)."""
    for row in range(1, len(facts.weights)):
        mine, below = facts.weights[row], facts.weights[row - 1]
        if mine >= below:
            text = f"level {row + 1} weighs {count(mine, 'ton')}, not less than the {below} of level {row} below it"
            yield Breach(5, text, ((row, None), (row - 1, None)))


def rule_6(facts: Facts) -> Iterator[Breach]:
    """The digits of the total weight have no 5 (B-6)."""
    total = sum(facts.weights)
    if "5" in str(total):
        yield Breach(6, f"the tower weighs {count(total, 'ton')}, a number with a 5 in it")


def rule_8(facts: Facts) -> Iterator[Breach]:
    """Only J, Q, X and Z are adjusted, by one ton, each on its own (B-2, B-4)."""
    for row, level in enumerate(facts.tower):
        for place, piece in enumerate(level):
            if piece.adjust and (why := _bad_adjustment(piece, facts)):
                yield Breach(8, f"level {row + 1}: {why}", ((row, place),))


def _bad_adjustment(piece: Piece, facts: Facts) -> str:
    if piece.letter not in RARE:
        return f"{piece.letter or 'a window'} cannot be adjusted; only J, Q, X and Z can"
    if abs(piece.adjust) > 1:
        return f"{piece.letter} is adjusted by {count(abs(piece.adjust), 'ton')}; only one is allowed"
    if piece.made_of and not facts.readings.wild_adjusts:
        return f"{piece.letter} is a wildcard, and wildcards are not adjusted here"
    if piece.tons < 0 or (piece.tons == 0 and not facts.readings.zero):
        return f"{piece.letter} cannot be adjusted to {count(piece.tons, 'ton')}"
    return ""


def rule_9(facts: Facts) -> Iterator[Breach]:
    """No level has more windows than bricks (B-7)."""
    for row, bricks in enumerate(facts.bricks):
        windows = facts.sizes[row] - len(bricks)
        if windows > len(bricks):
            text = f"level {row + 1} has more windows than bricks: {windows} to {len(bricks)}"
            yield Breach(9, text, tuple((row, at) for at, piece in enumerate(facts.tower[row]) if piece.window))


def rule_11(facts: Facts) -> Iterator[Breach]:
    """At most one level has exactly two pieces."""
    twos = [row for row, size in enumerate(facts.sizes) if size == 2]
    if len(twos) > 1:
        text = f"levels {_numbers(twos)} have exactly two pieces each; only one level may"
        yield Breach(11, text, tuple((row, None) for row in twos))


def rule_16(facts: Facts) -> Iterator[Breach]:
    """Six bricks of a colour at most; windows do not count (B-8)."""
    for colour, bricks in facts.colours.items():
        if bricks > MOST_OF_A_COLOUR:
            spots = tuple(
                (row, place)
                for row, level in enumerate(facts.tower)
                for place, piece in enumerate(level)
                if piece.letter and piece.colour == colour
            )
            yield Breach(16, f"there are {bricks} {colour} bricks; {MOST_OF_A_COLOUR} is the most", spots)


def rule_17(facts: Facts) -> Iterator[Breach]:
    """Exactly one level weighs 4, 8, 12, ... tons (B-9)."""
    fours = [row for row, weight in enumerate(facts.weights) if weight > 0 and weight % 4 == 0]
    if not fours:
        yield Breach(17, "no level weighs a multiple of 4 tons; exactly one must")
    elif len(fours) > 1:
        text = f"levels {_numbers(fours)} all weigh multiples of 4 tons; exactly one must"
        yield Breach(17, text.replace(" all ", " both ") if len(fours) == 2 else text, tuple((r, None) for r in fours))


def rule_21(facts: Facts) -> Iterator[Breach]:
    """No letter stands three times in a level."""
    for row, bricks in enumerate(facts.bricks):
        if len(bricks) < 3:
            continue
        for letter, times in Counter(brick.letter for brick in bricks).items():
            if times >= 3:
                spots = tuple((row, at) for at, piece in enumerate(facts.tower[row]) if piece.letter == letter)
                yield Breach(21, f"level {row + 1}: {letter} stands there {times} times; twice is the most", spots)


def rule_23(facts: Facts) -> Iterator[Breach]:
    """E, A, S and T are not all in the tower."""
    if all(letter in facts.letters for letter in "EAST"):
        yield Breach(23, "E, A, S and T are all in the tower; one of them must go", facts.places_of("EAST"))


def rule_24(facts: Facts) -> Iterator[Breach]:
    """A level of two bricks or more has no vowel, Y included (B-10)."""
    for bricks in facts.bricks:
        if len(bricks) >= 2 and not any(brick.letter in VOWELS for brick in bricks):
            return
    yield Breach(24, "no level of two bricks or more is without A, E, I, O, U and Y; one must be")


def rule_26(facts: Facts) -> Iterator[Breach]:
    """Every level has a piece."""
    for row, size in enumerate(facts.sizes):
        if not size:
            yield Breach(26, f"level {row + 1} is empty; a level has one piece or more", ((row, None),))


def rule_27(facts: Facts) -> Iterator[Breach]:
    """Six pieces a level at most."""
    for row, size in enumerate(facts.sizes):
        if size > MOST_PIECES:
            yield Breach(27, f"level {row + 1} has {size} pieces; {MOST_PIECES} is the most", ((row, None),))


def rule_31(facts: Facts) -> Iterator[Breach]:
    """One natural and one unnatural wildcard at most, declared as such a card may be (B-1, B-3)."""
    wild = [
        ((row, place), piece)
        for row, level in enumerate(facts.tower)
        for place, piece in enumerate(level)
        if piece.made_of
    ]
    for name, natural in (("natural", True), ("unnatural", False)):
        spots = tuple(spot for spot, piece in wild if (piece.made_of == (WILD,)) == natural)
        if len(spots) > 1:
            yield Breach(31, f"there are {len(spots)} {name} wildcards; one is the most", spots)
    for spot, piece in wild:
        if why := _bad_wildcard(piece, facts):
            yield Breach(31, f"level {spot[0] + 1}: {why}", (spot,))


def _bad_wildcard(piece: Piece, facts: Facts) -> str:
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


def rule_35(facts: Facts) -> Iterator[Breach]:
    """Neighbours in the alphabet are not neighbours in a level, unless a window parts them (B-12)."""
    for row, level in enumerate(facts.tower):
        for place in range(1, len(level)):
            left, right = level[place - 1].letter, level[place].letter
            if left and right and abs(ord(left) - ord(right)) == 1:
                yield Breach(35, f"level {row + 1}: {left} stands next to {right}", ((row, place - 1), (row, place)))


def _numbers(rows: list[int]) -> str:
    return listed([row + 1 for row in rows])


def listed(items: Sequence[object]) -> str:
    """Items as a person says them: ``1, 2 and 3``."""
    texts = [str(item) for item in items]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"


def rules_named(numbers: Iterable[int]) -> str:
    """``rule 5``, ``rules 1, 17 and 24``."""
    told = list(numbers)
    return f"rule{'s' * (len(told) > 1)} {listed(told)}"


# --- scoring rules: rule 2 decides whether there is a score, each other gives its points ------------


PAR_CARDS = 13


def rule_2(breaches: Sequence[Breach], raw_total: int) -> int | None:
    """An illegal tower has no score, whatever it would bring (B-19)."""
    return None if breaches else raw_total


def rule_3(facts: Facts) -> int:
    """Without a brick of 5 tons: 1 for each triangle."""
    return 0 if 5 in facts.tons else facts.shaped("triangle")


def rule_7(facts: Facts) -> int:
    """Without a brick of 4 tons: 1 for each rectangle."""
    return 0 if 4 in facts.tons else facts.shaped("rectangle")


def rule_10(facts: Facts) -> int:
    """Without a brick of 3 tons: 1 for each hexagon."""
    return 0 if 3 in facts.tons else facts.shaped("hexagon")


def rule_12(facts: Facts) -> int:
    """Without a brick of 2 tons: 1 for each level."""
    return 0 if 2 in facts.tons else len(facts.tower)


def rule_13(facts: Facts) -> int:
    """Without a brick of 1 ton: half the number of cards, rounded down (B-17)."""
    return 0 if 1 in facts.tons else facts.cards // 2


def rule_14(facts: Facts) -> int:
    """No two levels of one size: 3 for each level."""
    return 3 * len(facts.sizes) if len(set(facts.sizes)) == len(facts.sizes) else 0


def rule_15(facts: Facts) -> int:
    """4 for each column that spells a word (B-13)."""
    return 4 * len(facts.words.columns)


def rule_18(facts: Facts) -> int:
    """4 for each window, 2 for each J, Q, X and Z (B-2)."""
    wild = facts.readings.wild_rare
    return 4 * facts.windows + 2 * sum([p.letter in RARE and (wild or not p.made_of) for p in facts.pieces if p.letter])


def rule_19(facts: Facts) -> int:
    """1 for each letter of the longest word, and 2, 3 or 4 more for 8, 9 or 10 and more letters (B-14)."""
    length = len(facts.words.longest)
    return length + max(0, min(length, 10) - 6) * (length >= 8)


def rule_20(facts: Facts) -> int:
    """2 for each time after the first that the commonest letter stands there."""
    return 2 * (max(facts.letters.values(), default=1) - 1)


def rule_22(facts: Facts) -> int:
    """6 for T, O, W, E and R."""
    return 6 * all(letter in facts.letters for letter in "TOWER")


def rule_25(facts: Facts) -> int:
    """Without a triangle: 1 for each red card, windows too (B-18)."""
    return 0 if facts.shaped("triangle") else sum(piece.colour == "red" for piece in facts.pieces)


def rule_28(facts: Facts) -> int:
    """Without a rectangle: 1 for each A, E, I, O, U and Y."""
    return 0 if facts.shaped("rectangle") else sum(facts.letters[vowel] for vowel in VOWELS)


def rule_29(facts: Facts) -> int:
    """Without a red brick: 1 for each hexagon (B-18)."""
    return 0 if facts.colours["red"] else facts.shaped("hexagon")


def rule_30(facts: Facts) -> int:
    """3 for fewer than four blue bricks (B-8)."""
    return 3 * (facts.colours["blue"] < 4)


def rule_32(facts: Facts) -> int:
    """1, 2, 3, 4 for each brick of the third to the sixth floor (B-16)."""
    floors = facts.bricks[2:] if facts.readings.high_floors == "go-on" else facts.bricks[2:6]
    return sum(each * len(bricks) for each, bricks in enumerate(floors, start=1))


def rule_33(facts: Facts) -> int:
    """2 for each card fewer than 13, -2 for each beyond."""
    return 2 * (PAR_CARDS - facts.cards)


def rule_34(facts: Facts) -> int:
    """7 for a run of seven or eight letters of the alphabet, 9 for nine or more (B-15)."""
    present = "".join(letter if letter in facts.letters else " " for letter in LETTERS)
    worth = [9 if len(run) >= 9 else 7 for run in present.split() if len(run) >= 7]
    return sum(worth) if facts.readings.runs == "each" else max(worth, default=0)


def rule_36(facts: Facts) -> int:
    """-4 without a window."""
    return 0 if facts.windows else -4


# --- all 36 -----------------------------------------------------------------------------------------


Building = Callable[[Facts], Iterator[Breach]]
Scoring = Callable[[Facts], int]

BUILDING: tuple[Building, ...] = (
    rule_1,
    rule_4,
    rule_5,
    rule_6,
    rule_8,
    rule_9,
    rule_11,
    rule_16,
    rule_17,
    rule_21,
    rule_23,
    rule_24,
    rule_26,
    rule_27,
    rule_31,
    rule_35,
)
"""The rules that a tower keeps or breaks."""

POINTS: tuple[Scoring, ...] = (
    rule_3,
    rule_7,
    rule_10,
    rule_12,
    rule_13,
    rule_14,
    rule_15,
    rule_18,
    rule_19,
    rule_20,
    rule_22,
    rule_25,
    rule_28,
    rule_29,
    rule_30,
    rule_32,
    rule_33,
    rule_34,
    rule_36,
)
"""The scoring rules that bring or cost points."""

SCORING: tuple[Callable[..., int | None], ...] = (rule_2, *POINTS)
"""All scoring rules; rule 2 turns the points of the others into the score."""

_RULES: tuple[Callable[..., Any], ...] = (*BUILDING, *SCORING)

NUMBER: dict[Callable[..., Any], int] = {rule: int(rule.__name__.removeprefix("rule_")) for rule in _RULES}

SHEET: tuple[Callable[..., Any], ...] = tuple(sorted(_RULES, key=NUMBER.__getitem__))
"""All 36 in the order of their numbers."""
