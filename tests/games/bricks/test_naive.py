"""The judge against a second one, written from the rule text and the readings alone: slow, plain, without a look at it.

The second judge turns a tower into plain dicts; it uses nothing of the game's package but the cards' own data.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from itertools import combinations, pairwise
from typing import Any

import pytest

from tests.combinations import sample
from tests.games.bricks.making import WORDS, any_readings, any_tower, spelled_tower, words
from towergames import lexicon
from towergames.games.bricks.judge import find_words, judge
from towergames.games.bricks.pieces import Tower, write_tower
from towergames.games.bricks.rules import Readings
from towergames.lexicon import Lexicon

BUILDING = (1, 4, 5, 6, 8, 9, 11, 16, 17, 21, 23, 24, 26, 27, 31, 35)
UPPER = [word.upper() for word in WORDS]


def compare(seed: int, many: int, listed: Lexicon, upper: list[str]) -> tuple[Counter[int], Counter[int], int]:
    """Judge random towers twice; answers how often each rule was broken and gave points, and how many were legal."""
    draw = random.Random(seed)
    broken: Counter[int] = Counter()
    gave: Counter[int] = Counter()
    legal = 0
    for number in range(many):
        tower = spelled_tower(draw) if number % 4 == 3 else any_tower(draw)
        readings = any_readings(draw)
        ledger = judge(tower, listed, readings)
        where = f"tower {number} of seed {seed}: {write_tower(tower)} with {readings}"
        rules = broken_rules(tower, readings)
        assert set(ledger.violations) == rules, where
        assert dict(ledger.points) == points(tower, upper, readings), where
        assert list(ledger.words.columns) == column_words(tower, upper, readings), where
        assert ledger.words.longest == longest(tower, upper, readings), where
        assert ledger.score == (None if rules else sum(ledger.points.values())), where
        broken.update(rules)
        gave.update(rule for rule, points in ledger.points.items() if points)
        legal += not rules
    return broken, gave, legal


def test_the_two_judges_agree() -> None:
    broken, gave, legal = compare(1, 1000, words(), UPPER)
    assert all(1000 > broken[rule] > 5 for rule in BUILDING), broken
    assert all(gave[rule] > 5 for rule in set(points((), [], any_readings(random.Random(1))))), gave
    assert legal > 5


@pytest.mark.long
def test_the_two_judges_agree_on_twenty_thousand_towers() -> None:
    _, gave, legal = compare(2, 20_000, words(), UPPER)
    assert gave[15] > 200 and gave[34] > 100 and legal > 50


def test_the_longest_word_is_the_one_that_a_plain_search_finds() -> None:
    listed = lexicon.load("common")
    by_word = [word for word in listed.words if len(word) > 1]
    draw = random.Random(3)
    for _ in range(sample(5, 25)):
        tower, readings = any_tower(draw), any_readings(draw)
        assert find_words(tower, listed, readings).longest == longest(tower, by_word, readings)


ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def plain(tower: Tower) -> list[list[dict[str, Any]]]:
    return [
        [
            {
                "brick": piece.letter != "",
                "letter": piece.letter,
                "printed": piece.weight,
                "shift": piece.adjust,
                "tons": piece.weight + piece.adjust if piece.letter else 0,
                "shape": piece.shape,
                "colour": piece.colour,
                "cards": list(piece.made_of),
            }
            for piece in level
        ]
        for level in tower
    ]


def broken_rules(tower: Tower, readings: Readings) -> set[int]:
    """The numbers of the building rules that are broken."""
    levels = plain(tower)
    everything = [piece for level in levels for piece in level]
    bricks = [piece for piece in everything if piece["brick"]]
    weigh = [sum(piece["tons"] for piece in level) for level in levels]
    letters = [[piece["letter"] for piece in level if piece["brick"]] for level in levels]
    colours = [piece["colour"] for piece in bricks]
    told = {
        1: len(levels) < 4 or any(row != sorted(row) for row in letters),
        4: any(one["colour"] != other["colour"] for level in levels for one, other in combinations(level, 2)),
        5: any(not above < below for below, above in pairwise(weigh)),
        6: "5" in str(abs(sum(weigh))),
        8: any(piece["shift"] != 0 and not may_shift(piece, readings) for piece in everything),
        9: any(len(level) - len(row) > len(row) for level, row in zip(levels, letters, strict=True)),
        11: [len(level) for level in levels].count(2) >= 2,
        16: any(colours.count(colour) >= 7 for colour in ("red", "blue", "yellow")),
        17: len([tons for tons in weigh if tons in range(4, 1000, 4)]) != 1,
        21: any(row.count(letter) >= 3 for row in letters for letter in ALPHABET),
        23: {"E", "A", "S", "T"} <= {piece["letter"] for piece in bricks},
        24: not any(len(row) >= 2 and not set(row) & set("AEIOUY") for row in letters),
        26: [] in levels,
        27: any(len(level) >= 7 for level in levels),
        31: wildcards_are_wrong([piece for piece in everything if piece["cards"]], readings),
        35: any(are_neighbours(one, other) for level in levels for one, other in pairwise(level)),
    }
    return {number for number, broken in told.items() if broken}


def may_shift(piece: dict[str, Any], readings: Readings) -> bool:
    if piece["cards"] and not readings.wild_adjusts:
        return False
    if piece["tons"] < 0 or (piece["tons"] == 0 and not readings.zero):
        return False
    return piece["brick"] and piece["letter"] in ("J", "Q", "X", "Z") and piece["shift"] in (-1, 1)


def wildcards_are_wrong(wildcards: list[dict[str, Any]], readings: Readings) -> bool:
    natural = [piece for piece in wildcards if piece["cards"] == ["*"]]
    unnatural = [piece for piece in wildcards if piece["cards"] != ["*"]]
    if len(natural) >= 2 or len(unnatural) >= 2:
        return True
    if any(len(piece["cards"]) != 2 or "*" in piece["cards"] for piece in unnatural):
        return True
    if not readings.wild_window and not all(piece["brick"] for piece in wildcards):
        return True
    weights = [piece["printed"] for piece in wildcards if piece["brick"]]
    return any(weight not in range(readings.lightest, readings.heaviest + 1) for weight in weights)


def are_neighbours(one: dict[str, Any], other: dict[str, Any]) -> bool:
    pair = one["letter"] + other["letter"]
    return len(pair) == 2 and (pair in ALPHABET or pair[::-1] in ALPHABET)


def column_words(tower: Tower, words: Iterable[str], readings: Readings) -> list[str]:
    listed = set(words)
    rows = []
    for level in plain(tower):
        row = [p["letter"] or "|" for p in level]
        if readings.windows == "close-up":
            row = [cell for cell in row if cell != "|"]
        rows.append("".join(row))
    width = max([len(row) for row in rows] + [0])
    square = [row.ljust(width) for row in rows][::-1]
    found: list[str] = []
    for col in range(width):
        text = "".join(row[col] for row in square).strip(" |").replace("|", "")
        if " " in text:
            if readings.gaps == "break":
                continue
            text = text.replace(" ", "")
        if len(text) >= 3 and text in listed and not (readings.repeated == "once" and text in found):
            found.append(text)
    return found


def longest(tower: Tower, words: Iterable[str], readings: Readings) -> str:
    fixed, free = [], 0
    for level in plain(tower):
        for piece in level:
            if piece["brick"]:
                if piece["cards"] and readings.free_letters:
                    free += 1
                else:
                    fixed.append(piece["letter"])
    best = ""
    for word in sorted(words):
        if len(word) < 2 or len(word) <= len(best) or len(word) > len(fixed) + free:
            continue
        left, jokers = list(fixed), free
        for letter in word:
            if letter in left:
                left.remove(letter)
            else:
                jokers -= 1
        if jokers >= 0:
            best = word
    return best


def points(tower: Tower, words: Iterable[str], readings: Readings) -> dict[int, int]:
    """Rule number -> points."""
    words = list(words)
    levels = plain(tower)
    everything = [piece for level in levels for piece in level]
    bricks = [piece for piece in everything if piece["brick"]]
    windows = [piece for piece in everything if not piece["brick"]]
    present = {p["letter"] for p in bricks}
    cards = 0
    for piece in everything:
        cards += 2 if len(piece["cards"]) == 2 and readings.stack_cards == 2 else 1

    letters = [piece["letter"] for piece in bricks]
    weights = {piece["tons"] for piece in bricks}
    shapes = [piece["shape"] for piece in bricks]
    colours = [piece["colour"] for piece in bricks]
    rares = [p for p in bricks if p["letter"] in "JQXZ" and (readings.wild_rare or not p["cards"])]
    length = len(longest(tower, words, readings))
    runs = [0, *(run_worth(len(run)) for run in runs_of(present))]
    sizes = [len(level) for level in levels]
    return {
        3: 0 if 5 in weights else shapes.count("triangle"),
        7: 0 if 4 in weights else shapes.count("rectangle"),
        10: 0 if 3 in weights else shapes.count("hexagon"),
        12: 0 if 2 in weights else len(levels),
        13: 0 if 1 in weights else (cards - cards % 2) // 2,
        14: 3 * len(levels) if len(set(sizes)) == len(sizes) else 0,
        15: 4 * len(column_words(tower, words, readings)),
        18: 4 * len(windows) + 2 * len(rares),
        19: length + {8: 2, 9: 3}.get(length, 4 if length >= 10 else 0),
        20: max([2 * letters.count(letter) - 2 for letter in present] + [0]),
        22: 6 if present >= set("TOWER") else 0,
        25: 0 if "triangle" in shapes else len([p for p in everything if p["colour"] == "red"]),
        28: 0 if "rectangle" in shapes else len([letter for letter in letters if letter in "AEIOUY"]),
        29: 0 if "red" in colours else shapes.count("hexagon"),
        30: 0 if colours.count("blue") >= 4 else 3,
        32: sum(floor_worth(floor, readings) for floor, level in enumerate(levels, 1) for p in level if p["brick"]),
        33: 26 - 2 * cards,
        34: sum(runs) if readings.runs == "each" else max(runs),
        36: 0 if windows else -4,
    }


def floor_worth(floor: int, readings: Readings) -> int:
    if floor > 6 and readings.high_floors == "go-on":
        return floor - 2
    return {3: 1, 4: 2, 5: 3, 6: 4}.get(floor, 0)


def run_worth(length: int) -> int:
    if length >= 9:
        return 9
    return 7 if length >= 7 else 0


def runs_of(present: set[str]) -> list[str]:
    """The letters that are there, in pieces of the alphabet."""
    return "".join(letter if letter in present else " " for letter in ALPHABET).split()
