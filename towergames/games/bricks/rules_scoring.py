"""The 20 scoring rules: rule 2 decides whether there is a score, each other gives its points. B-ids as on the sheet."""

from __future__ import annotations

from collections.abc import Sequence

from towergames.games.bricks.facts import Breach, Facts
from towergames.games.bricks.pieces import LETTERS, RARE, VOWELS

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
