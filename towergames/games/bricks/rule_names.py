"""The 36 rules by name: one short name each, for every screen, line and tool. A number stands only behind a name."""

from __future__ import annotations

from collections.abc import Iterable

from towergames.core.text import count, listed

RULE_NAMES: dict[int, str] = {
    1: "4 levels A to Z",
    2: "One legal tower",
    3: "Triangles",
    4: "One colour",
    5: "Lighter upwards",
    6: "No 5 in weight",
    7: "Rectangles",
    8: "Adjusting JQXZ",
    9: "Enough bricks",
    10: "Hexagons",
    11: "One pair only",
    12: "Levels",
    13: "Every 2 cards",
    14: "Different sizes",
    15: "Words downwards",
    16: "Six of a colour",
    17: "A multiple of 4",
    18: "Windows & JQXZ",
    19: "Longest word",
    20: "Same letter",
    21: "Two of a letter",
    22: "TOWER letters",
    23: "Not all of EAST",
    24: "No-vowel level",
    25: "Red cards",
    26: "No empty level",
    27: "Six per level",
    28: "Vowels",
    29: "No-red hexagons",
    30: "Few blue bricks",
    31: "Wildcards",
    32: "Bricks high up",
    33: "Cards below 13",
    34: "Run of letters",
    35: "Letters apart",
    36: "No window",
}
"""The title of each rule in the rule sheet: at most 15 cells."""

MOST_NAMED = 2
"""Most rules that one sentence names; of more it names the first."""


def cited(rule: int) -> str:
    """A rule by name and number.

    >>> cited(17)
    'A multiple of 4 (17)'
    """
    return f"{RULE_NAMES[rule]} ({rule})"


def names_of(rules: Iterable[int]) -> str:
    """One or two rules by name; of more the first, and the others are counted.

    >>> names_of([5, 6]), names_of([1, 5, 17, 24])
    ('"Lighter upwards" and "No 5 in weight"', '"4 levels A to Z" and 3 more rules')
    """
    names = [f'"{RULE_NAMES[rule]}"' for rule in rules]
    if len(names) <= MOST_NAMED:
        return listed(names)
    return f"{names[0]} and {count(len(names) - 1, 'more rule')}"
