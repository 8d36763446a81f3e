"""The 16 building rules: each gives the breaches of a tower. B-ids are those of the rule sheet for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from towergames.core.text import count
from towergames.games.bricks.facts import Breach, Facts
from towergames.games.bricks.pieces import RARE, VOWELS, WILD, Piece

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
            if piece.adjust and (why := _bad_adjusting(piece, facts)):
                yield Breach(8, f"level {row + 1}: {why}", ((row, place),))


def _bad_adjusting(piece: Piece, facts: Facts) -> str:
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
