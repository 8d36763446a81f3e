"""Why a scoring rule gives what it gives: a few words for each line of the ledger."""

from __future__ import annotations

from collections.abc import Callable

from towergames.core.text import count
from towergames.games.bricks.facts import Facts
from towergames.games.bricks.judge import Ledger
from towergames.games.bricks.pieces import LETTERS, RARE, VOWELS, Tower
from towergames.games.bricks.readings import Readings

NAMES: dict[int, str] = {
    1: "order, 4 levels",
    2: "one legal tower",
    3: "triangles, no 5t",
    4: "one colour",
    5: "lighter upwards",
    6: "no 5 in total",
    7: "rectangle, no 4t",
    8: "J Q X Z give way",
    9: "few windows",
    10: "hexagons, no 3t",
    11: "one pair",
    12: "levels, no 2t",
    13: "cards, no 1t",
    14: "sizes differ",
    15: "words downwards",
    16: "6 of a colour",
    17: "one of 4, 8, 12",
    18: "windows, J Q X Z",
    19: "longest word",
    20: "common letter",
    21: "no letter thrice",
    22: "T O W E R",
    23: "not E A S T",
    24: "vowelless level",
    25: "red, no triangle",
    26: "levels of pieces",
    27: "six pieces",
    28: "vowels, no rect.",
    29: "hexagons, no red",
    30: "few blue bricks",
    31: "wildcards",
    32: "high bricks",
    33: "thirteen cards",
    34: "run of letters",
    35: "neighbours apart",
    36: "no window",
}
"""Each rule in at most 16 cells."""


def details(tower: Tower, ledger: Ledger, readings: Readings) -> dict[int, str]:
    """Rule number -> why it gives what it gives."""
    facts = Facts(tower, readings, ledger.words)
    return {number: tell(facts) for number, tell in _TOLD.items()}


def _without(tons: int, shape: str) -> Callable[[Facts], str]:
    def told(facts: Facts) -> str:
        heavy = _weighing(facts, tons)
        return count(facts.shaped(shape), shape) + (f", but {heavy} of {tons}t" if heavy else "")

    return told


def _weighing(facts: Facts, tons: int) -> int:
    return sum(piece.tons == tons for piece in facts.pieces if piece.letter)


def _but(told: Callable[[Facts], str], tons: int) -> Callable[[Facts], str]:
    def whole(facts: Facts) -> str:
        heavy = _weighing(facts, tons)
        return told(facts) + (f", but {heavy} of {tons}t" if heavy else "")

    return whole


def _sizes(facts: Facts) -> str:
    sizes = facts.sizes
    same = sorted({size for size in sizes if sizes.count(size) > 1}, reverse=True)
    if same:
        return f"{sizes.count(same[0])} levels of {same[0]}"
    return "sizes " + " ".join(map(str, sizes)) if sizes else "no level yet"


def _common(facts: Facts) -> str:
    if not facts.letters:
        return "no letter yet"
    letter, times = max(facts.letters.items(), key=lambda item: item[1])
    return f"{letter} stands {count(times, 'time')}"


def _missing(facts: Facts) -> str:
    lacking = [letter for letter in "TOWER" if letter not in facts.letters]
    return f"without {' '.join(lacking)}" if lacking else "all five are there"


def _shape_bars(number: Callable[[Facts], int], what: str, shape: str) -> Callable[[Facts], str]:
    def told(facts: Facts) -> str:
        bars = facts.shaped(shape)
        return count(number(facts), what) + (f", but {count(bars, shape)}" if bars else "")

    return told


def _red(facts: Facts) -> int:
    return sum(piece.colour == "red" for piece in facts.pieces)


def _vowels(facts: Facts) -> int:
    return sum(facts.letters[vowel] for vowel in VOWELS)


def _no_red(facts: Facts) -> str:
    red = facts.colours["red"]
    return count(facts.shaped("hexagon"), "hexagon") + (f", but {red} red" if red else "")


def _floors(facts: Facts) -> str:
    high = [len(bricks) for bricks in facts.bricks[2:]]
    return f"above level 2: {' '.join(map(str, high))}" if high else "no third level yet"


def _longest(facts: Facts) -> str:
    runs = "".join(letter if letter in facts.letters else " " for letter in LETTERS).split()
    return max(runs, key=len, default="")


def _run(facts: Facts) -> str:
    longest = _longest(facts)
    if len(longest) < 2:
        return "no run yet"
    return f"{longest[0]} to {longest[-1]}: {len(longest)}" + (" of 7" if len(longest) < 7 else "")


def _windows(facts: Facts) -> str:
    rare = sum(piece.letter in RARE for piece in facts.pieces if piece.letter)
    return f"{count(facts.windows, 'window')}, {rare} rare"


def _count(number: Callable[[Facts], int], what: str) -> Callable[[Facts], str]:
    return lambda facts: count(number(facts), what)


def _cards(facts: Facts) -> int:
    return facts.cards


def _levels(facts: Facts) -> int:
    return len(facts.tower)


_TOLD: dict[int, Callable[[Facts], str]] = {
    3: _without(5, "triangle"),
    7: _without(4, "rectangle"),
    10: _without(3, "hexagon"),
    12: _but(_count(_levels, "level"), 2),
    13: _but(_count(_cards, "card"), 1),
    14: _sizes,
    15: lambda facts: ", ".join(facts.words.columns) or "no column spells one",
    18: _windows,
    19: lambda facts: facts.words.longest or "none",
    20: _common,
    22: _missing,
    25: _shape_bars(_red, "red card", "triangle"),
    28: _shape_bars(_vowels, "vowel", "rectangle"),
    29: _no_red,
    30: lambda facts: f"{facts.colours['blue']} blue",
    32: _floors,
    33: _count(_cards, "card"),
    34: _run,
    36: lambda facts: "there is one" if facts.windows else "none stands",
}
