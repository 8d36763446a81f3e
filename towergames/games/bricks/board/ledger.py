"""The 36 lines of the score sheet: verdict and reason of each rule, and a second column for another tower."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from towergames.board import inks
from towergames.board.canvas import Ink
from towergames.core.text import count
from towergames.games.bricks.board import position
from towergames.games.bricks.board.tower_picture import GOOD
from towergames.games.bricks.judge import Ledger, judge_known_words
from towergames.games.bricks.pieces import LETTERS, RARE, VOWELS, Tower
from towergames.games.bricks.rule_names import RULE_NAMES
from towergames.games.bricks.rules import BUILDING, FoundWords, Readings, TowerFacts

BUILDING_NUMBERS: tuple[int, ...] = tuple(BUILDING)
SCORING_NUMBERS: tuple[int, ...] = (2, *judge_known_words((), FoundWords()).points)


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One rule: its sign (``+`` kept, ``x`` broken, ``?`` not yet known, " " scoring), points, and why.

    ``other`` is the sign or the points that the rule gives the other tower where that differs, else None.
    """

    rule: int
    sign: str
    points: int | None
    why: str
    other: str | int | None = None

    @property
    def name(self) -> str:
        return RULE_NAMES[self.rule] if self.sign != "?" else "Not yet known"

    @property
    def title(self) -> str:
        """The rule by name and number."""
        return f"{self.name} ({self.rule})"


@dataclass(frozen=True, slots=True)
class OtherTower:
    """The tower of the second column, and the head of that column.

    ``later``: it is the shown tower after the prepared step; otherwise it is a tower to compare with.
    """

    head: str
    later: bool
    legal: bool
    total: int
    broken: tuple[int, ...]
    columns: tuple[str, ...]
    longest: str


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """All lines of a tower by rule number; ``total`` has the points of the rules that the viewer knows."""

    lines: dict[int, RuleLine]
    legal: bool
    complete: bool
    total: int
    broken: tuple[int, ...]
    columns: tuple[str, ...]
    longest: str
    other: OtherTower | None = None
    final: bool = False
    """Whether the tower is handed in."""

    @property
    def headline(self) -> tuple[str, Ink]:
        """The verdict in a few words."""
        if self.legal:
            return f"{count(self.total, 'point')}{'' if self.complete else ' so far known'}", GOOD
        left = "broken" if self.final else "to go"
        return f"{count(len(self.broken), 'rule')} {left}" if self.broken else "A hidden rule is broken", inks.BAD

    @property
    def effect(self) -> str:
        """The change in a few words: ``+4``, ``2 rules to go``; empty without another tower."""
        other = self.other
        if other is None:
            return ""
        if self.legal and other.legal:
            more = other.total - self.total
            if other.later:
                return f"{more:+d}"
            return f"{abs(more)} {'fewer' if more > 0 else 'more'}"
        if not other.later:
            return ""
        if other.legal:
            return count(other.total, "point")
        if not other.broken:
            return "a hidden rule broken"
        return f"{count(len(other.broken), 'rule')} {'broken' if self.legal else 'to go'}"

    def gain(self, line: RuleLine) -> int:
        """The points that the second column shows for a line."""
        if self.other is None or not isinstance(line.other, int):
            return 0
        more = line.other - (line.points or 0)
        return more if self.other.later else -more

    @property
    def changed(self) -> tuple[int, ...]:
        """The building rules that the prepared step mends or breaks."""
        if self.other is None or not self.other.later:
            return ()
        return tuple(rule for rule in BUILDING_NUMBERS if self.lines[rule].other is not None)


def score_sheet(
    c: position.AnyBricksContext, tower: Tower, then: Tower | None = None, head: str = "if placed"
) -> ScoreSheet:
    """Make the score sheet of a tower; ``then`` is the tower after the prepared step, for the column ``head``."""
    known = position.known(c)
    own = position.ledger(c, tower)
    if then is None or then == tower:
        return _sheet(tower, own, c.view.terms.readings, known)
    return _sheet(tower, own, c.view.terms.readings, known, position.ledger(c, then), head, later=True)


def compared_sheet(c: position.AnyBricksContext, tower: Tower, with_tower: Tower, head: str) -> ScoreSheet:
    """Make the score sheet of a tower with the gain over another tower in the column ``head``."""
    readings, known = c.view.terms.readings, position.known(c)
    other = position.ledger(c, with_tower) if with_tower != tower else None
    return _sheet(tower, position.ledger(c, tower), readings, known, other, head)


def score_sheet_of(
    c: position.AnyBricksContext, tower: Tower, ledger: Ledger, compared: Ledger | None = None, head: str = ""
) -> ScoreSheet:
    """Make the score sheet of a tower handed in, with all lines; ``compared`` is the ledger of the column ``head``."""
    sheet = _sheet(tower, ledger, c.view.terms.readings, frozenset(range(1, 37)), compared, head)
    return replace(sheet, final=True)


def _sheet(
    tower: Tower,
    ledger: Ledger,
    readings: Readings,
    known: frozenset[int],
    other: Ledger | None = None,
    head: str = "",
    later: bool = False,
) -> ScoreSheet:
    second = other or ledger
    facts = TowerFacts(tower, readings, ledger.words)
    lines = {}
    for rule in BUILDING_NUMBERS:
        sign, then = _sign(ledger, rule, known), _sign(second, rule, known)
        why = "; ".join(ledger.violations.get(rule, ())) if rule in known else ""
        lines[rule] = RuleLine(rule, sign, None, why, then if then != sign else None)
    for rule in SCORING_NUMBERS[1:]:
        if rule not in known:
            lines[rule] = RuleLine(rule, "?", None, "")
            continue
        points, elsewhere = ledger.points[rule], second.points[rule]
        lines[rule] = RuleLine(rule, " ", points, _REASONS[rule](facts), elsewhere if elsewhere != points else None)
    total = _total(ledger, known)
    verdict = "all building rules kept" if ledger.legal else "scores nothing until all building rules are kept"
    lines[2] = RuleLine(2, " ", total if ledger.legal else 0, verdict)
    return ScoreSheet(
        lines=lines,
        legal=ledger.legal,
        complete=len(known) == 36,
        total=total,
        broken=_broken(ledger, known),
        columns=ledger.words.columns if 15 in known else (),
        longest=ledger.words.longest if 19 in known else "",
        other=None if other is None else _other(other, known, head, later),
    )


def _other(ledger: Ledger, known: frozenset[int], head: str, later: bool) -> OtherTower:
    columns = ledger.words.columns if 15 in known else ()
    longest = ledger.words.longest if 19 in known else ""
    return OtherTower(head, later, ledger.legal, _total(ledger, known), _broken(ledger, known), columns, longest)


def _total(ledger: Ledger, known: frozenset[int]) -> int:
    return sum(points for rule, points in ledger.points.items() if rule in known)


def _broken(ledger: Ledger, known: frozenset[int]) -> tuple[int, ...]:
    return tuple(rule for rule in ledger.violations if rule in known)


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


# --- why a scoring rule gives what it gives ---------------------------------------------------------


def _but(verdict: str, number: int, what: str) -> str:
    return f"{verdict}, but {number} {what}" if number else verdict


def _but_tons(verdict: str, facts: TowerFacts, tons: int) -> str:
    number = sum(piece.tons == tons for piece in facts.pieces if piece.letter)
    weigh = "weighs" if number == 1 else "weigh"
    return f"{verdict}, {number} {weigh} {count(tons, 'ton')}" if number else verdict


def _but_shape(verdict: str, facts: TowerFacts, shape: str) -> str:
    number = facts.shaped(shape)
    return _but(verdict, number, shape if number == 1 else f"{shape}s")


def _sizes(facts: TowerFacts) -> str:
    sizes = facts.sizes
    same = sorted({size for size in sizes if sizes.count(size) > 1}, reverse=True)
    if same:
        return f"{sizes.count(same[0])} levels of {count(same[0], 'piece')}"
    return "sizes " + " ".join(map(str, sizes)) if sizes else "no level yet"


def _common(facts: TowerFacts) -> str:
    if not facts.letters:
        return "no letter yet"
    letter, times = max(facts.letters.items(), key=lambda item: item[1])
    return f"{letter} stands {count(times, 'time')}"


def _letters_of_tower(facts: TowerFacts) -> str:
    lacking = [letter for letter in "TOWER" if letter not in facts.letters]
    return f"without {' '.join(lacking)}" if lacking else "all five letters"


def _floors(facts: TowerFacts) -> str:
    high = [len(bricks) for bricks in facts.bricks[2:]]
    return f"levels 3 and up: {' '.join(map(str, high))}" if high else "no third level yet"


def _run(facts: TowerFacts) -> str:
    runs = "".join(letter if letter in facts.letters else " " for letter in LETTERS).split()
    longest = max(runs, key=len, default="")
    if len(longest) < 2:
        return "no run yet"
    return f"{longest[0]} to {longest[-1]}: {len(longest)}" + (" of 7" if len(longest) < 7 else "")


def _windows(facts: TowerFacts) -> str:
    rare = sum(piece.letter in RARE for piece in facts.pieces if piece.letter)
    return f"{count(facts.windows, 'window')}, {rare} JQXZ"


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
    15: lambda facts: ", ".join(facts.words.columns) or "no column spells a word",
    18: _windows,
    19: lambda facts: facts.words.longest or "no word",
    20: _common,
    22: _letters_of_tower,
    25: _red,
    28: _vowels,
    29: lambda facts: _but(
        count(facts.shaped("hexagon"), "hexagon"),
        facts.colours["red"],
        "red brick" if facts.colours["red"] == 1 else "red bricks",
    ),
    30: lambda facts: count(facts.colours["blue"], "blue brick"),
    32: _floors,
    33: lambda facts: count(facts.cards, "card"),
    34: _run,
    36: lambda facts: count(facts.windows, "window") if facts.windows else "no window",
}
