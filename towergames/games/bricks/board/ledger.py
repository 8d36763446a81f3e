"""The 36 lines of the score sheet: verdict and reason of each rule, and the effect of the pending change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from towergames.board import inks
from towergames.board.canvas import Ink
from towergames.core.text import count
from towergames.games.bricks.board import position
from towergames.games.bricks.board.tower_picture import GOOD
from towergames.games.bricks.judge import Ledger, judge_known_words
from towergames.games.bricks.model import rule_id
from towergames.games.bricks.pieces import LETTERS, RARE, VOWELS, Tower
from towergames.games.bricks.rules import BUILDING, FoundWords, Readings, TowerFacts

BUILDING_NUMBERS: tuple[int, ...] = tuple(BUILDING)
SCORING_NUMBERS: tuple[int, ...] = (2, *judge_known_words((), FoundWords()).points)

NAMES: dict[int, str] = {
    1: "4 levels, in order",
    2: "All points",
    3: "Triangles",
    4: "One colour a level",
    5: "Lighter upwards",
    6: "No 5 in the total",
    7: "Rectangles",
    8: "J, Q, X, Z adjust",
    9: "Enough bricks",
    10: "Hexagons",
    11: "One pair at most",
    12: "Levels",
    13: "Cards by twos",
    14: "Sizes differ",
    15: "Words downwards",
    16: "Six of a colour",
    17: "One multiple of 4",
    18: "Windows, J Q X Z",
    19: "Longest word",
    20: "Same letter",
    21: "No letter 3 times",
    22: "T, O, W, E and R",
    23: "Not E, A, S and T",
    24: "A level, no vowel",
    25: "Red cards",
    26: "No empty level",
    27: "Six pieces a level",
    28: "Vowels",
    29: "Hexagons, no red",
    30: "Few blue bricks",
    31: "Wildcards",
    32: "Bricks high up",
    33: "Thirteen cards",
    34: "Run of letters",
    35: "Neighbours apart",
    36: "No window",
}
"""Each rule in a few words: at most 18 cells, rules that score 16."""


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One rule: its sign (``+`` kept, ``x`` broken, ``?`` not yet known, " " scoring), points, and why.

    ``was`` is the sign or the points before the pending change where that differs, else None.
    """

    rule: int
    sign: str
    points: int | None
    why: str
    was: str | int | None = None

    @property
    def name(self) -> str:
        """The rule in a few words."""
        return NAMES[self.rule] if self.sign != "?" else "Not yet known"


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """All lines by rule number, and the headline; ``total`` and ``was`` are the points that the viewer knows of."""

    lines: dict[int, RuleLine]
    legal: bool
    complete: bool
    total: int
    broken: tuple[int, ...]
    was: int | None
    was_legal: bool
    columns: tuple[str, ...]
    longest: str

    @property
    def headline(self) -> tuple[str, Ink]:
        """The verdict in a few words; with a pending change that of the changed tower."""
        pending = self.was is not None
        if self.legal:
            known = "" if self.complete else " so far known"
            then = " then" if pending and not self.was_legal else ""
            return f"{count(self.total, 'point')}{then}{known}", GOOD
        if pending and self.was_legal:
            return f"{count(max(1, len(self.broken)), 'rule')} broken then", inks.BAD
        return f"{count(len(self.broken), 'rule')} to go" if self.broken else "A hidden rule is broken", inks.BAD

    @property
    def change(self) -> str:
        """The points that the pending change brings to a tower that keeps the rules: ``+4``; else empty."""
        if self.was is None or not self.legal or not self.was_legal:
            return ""
        return f"{self.total - self.was:+d}"


def score_sheet(c: position.AnyBricksContext, tower: Tower, before: Tower | None = None, word: str = "") -> ScoreSheet:
    """Make the score sheet of a tower; ``before`` is the present tower where ``tower`` has a pending change."""
    old = position.ledger(c, before, word) if before is not None and before != tower else None
    return _sheet(tower, position.ledger(c, tower, word), old, c.view.terms.readings, position.known(c))


def score_sheet_of(
    c: position.AnyBricksContext, tower: Tower, ledger: Ledger, before: Ledger | None = None
) -> ScoreSheet:
    """Make the score sheet of a ledger with all lines; ``before`` is the ledger for comparison."""
    return _sheet(tower, ledger, before, c.view.terms.readings, frozenset(range(1, 37)))


def _sheet(tower: Tower, ledger: Ledger, old: Ledger | None, readings: Readings, known: frozenset[int]) -> ScoreSheet:
    before = old or ledger
    facts = TowerFacts(tower, readings, ledger.words)
    lines = {}
    for rule in BUILDING_NUMBERS:
        sign, was = _sign(ledger, rule, known), _sign(before, rule, known)
        why = "; ".join(ledger.violations.get(rule, ())) if rule in known else ""
        lines[rule] = RuleLine(rule, sign, None, why, was if was != sign else None)
    for rule in SCORING_NUMBERS[1:]:
        if rule not in known:
            lines[rule] = RuleLine(rule, "?", None, "")
            continue
        points, earlier = ledger.points[rule], before.points[rule]
        lines[rule] = RuleLine(rule, " ", points, _REASONS[rule](facts), earlier if earlier != points else None)
    total = sum(line.points or 0 for line in lines.values())
    verdict = "all rules kept" if ledger.legal else "0 until all rules are kept"
    lines[2] = RuleLine(2, " ", total if ledger.legal else 0, verdict)
    return ScoreSheet(
        lines=lines,
        legal=ledger.legal,
        complete=len(known) == 36,
        total=total,
        broken=tuple(rule for rule in ledger.violations if rule in known),
        was=None if old is None else sum(points for rule, points in old.points.items() if rule in known),
        was_legal=old is None or old.legal,
        columns=ledger.words.columns if 15 in known else (),
        longest=ledger.words.longest if 19 in known else "",
    )


def _sign(ledger: Ledger, rule: int, known: frozenset[int]) -> str:
    if rule not in known:
        return "?"
    return "x" if rule in ledger.violations else "+"


def step_rule(rule: int, across: int, down: int) -> int:
    """The rule beside or below in the two columns of the ledger."""
    left = rule in BUILDING_NUMBERS
    column = BUILDING_NUMBERS if left else SCORING_NUMBERS
    at = column.index(rule)
    if across:
        other = SCORING_NUMBERS if left else BUILDING_NUMBERS
        return other[min(at, len(other) - 1)]
    return column[(at + down) % len(column)]


def title_of(c: position.AnyBricksContext, rule: int) -> str:
    rule_entry = c.game.rule_sheet.find(rule_id(rule))
    return rule_entry.title if rule_entry is not None else ""


# --- why a scoring rule gives what it gives ---------------------------------------------------------


def _but(verdict: str, number: int, what: str) -> str:
    return f"{verdict}, but {number} {what}" if number else verdict


def _but_tons(verdict: str, facts: TowerFacts, tons: int) -> str:
    return _but(verdict, sum(piece.tons == tons for piece in facts.pieces if piece.letter), f"of {count(tons, 'ton')}")


def _but_shape(verdict: str, facts: TowerFacts, shape: str) -> str:
    number = facts.shaped(shape)
    return _but(verdict, number, shape if number == 1 else f"{shape}s")


def _sizes(facts: TowerFacts) -> str:
    sizes = facts.sizes
    same = sorted({size for size in sizes if sizes.count(size) > 1}, reverse=True)
    if same:
        return f"{sizes.count(same[0])} levels of {same[0]}"
    return "sizes " + " ".join(map(str, sizes)) if sizes else "no level yet"


def _common(facts: TowerFacts) -> str:
    if not facts.letters:
        return "no letter yet"
    letter, times = max(facts.letters.items(), key=lambda item: item[1])
    return f"{letter} stands {count(times, 'time')}"


def _letters_of_tower(facts: TowerFacts) -> str:
    lacking = [letter for letter in "TOWER" if letter not in facts.letters]
    return f"without {' '.join(lacking)}" if lacking else "all five are there"


def _floors(facts: TowerFacts) -> str:
    high = [len(bricks) for bricks in facts.bricks[2:]]
    return f"above level 2: {' '.join(map(str, high))}" if high else "no third level yet"


def _run(facts: TowerFacts) -> str:
    runs = "".join(letter if letter in facts.letters else " " for letter in LETTERS).split()
    longest = max(runs, key=len, default="")
    if len(longest) < 2:
        return "no run yet"
    return f"{longest[0]} to {longest[-1]}: {len(longest)}" + (" of 7" if len(longest) < 7 else "")


def _windows(facts: TowerFacts) -> str:
    rare = sum(piece.letter in RARE for piece in facts.pieces if piece.letter)
    return f"{count(facts.windows, 'window')}, {rare} rare"


def _red(facts: TowerFacts) -> str:
    red = sum(piece.colour == "red" for piece in facts.pieces)
    return _but_shape(count(red, "red card"), facts, "triangle")


def _vowels(facts: TowerFacts) -> str:
    vowels = sum(facts.letters[vowel] for vowel in VOWELS)
    return _but_shape(count(vowels, "vowel"), facts, "rectangle")


_REASONS: dict[int, Callable[[TowerFacts], str]] = {
    3: lambda facts: _but_tons(count(facts.shaped("triangle"), "triangle"), facts, 5),
    7: lambda facts: _but_tons(count(facts.shaped("rectangle"), "rectangle"), facts, 4),
    10: lambda facts: _but_tons(count(facts.shaped("hexagon"), "hexagon"), facts, 3),
    12: lambda facts: _but_tons(count(len(facts.tower), "level"), facts, 2),
    13: lambda facts: _but_tons(count(facts.cards, "card"), facts, 1),
    14: _sizes,
    15: lambda facts: ", ".join(facts.words.columns) or "no column spells one",
    18: _windows,
    19: lambda facts: facts.words.longest or "none",
    20: _common,
    22: _letters_of_tower,
    25: _red,
    28: _vowels,
    29: lambda facts: _but(count(facts.shaped("hexagon"), "hexagon"), facts.colours["red"], "red"),
    30: lambda facts: f"{facts.colours['blue']} blue",
    32: _floors,
    33: lambda facts: count(facts.cards, "card"),
    34: _run,
    36: lambda facts: "there is one" if facts.windows else "none stands",
}
