"""The 36 lines of the ledger: what each rule says of the tower and why, and what the pending change does to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from textwrap import wrap

from towergames.boards.bricks import bench
from towergames.boards.bricks.brickwork import CHANGED, GOOD, WRONG
from towergames.boards.kit import inks
from towergames.boards.kit.canvas import Canvas, Ink
from towergames.boards.protocol import Spot
from towergames.core.text import count, fit
from towergames.games.bricks.judge import Ledger
from towergames.games.bricks.model import rule_id
from towergames.games.bricks.pieces import LETTERS, RARE, VOWELS, Tower
from towergames.games.bricks.rules import BUILDING, POINTS, Facts, Readings

BUILDING_NUMBERS: tuple[int, ...] = tuple(BUILDING)
SCORING_NUMBERS: tuple[int, ...] = (2, *POINTS)
NAME, BUILDING_WIDTH = 16, 24
"""Columns of a rule's name, and of a building rule without the reason why it is broken."""

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


@dataclass(frozen=True, slots=True)
class Line:
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
        return NAMES[self.rule] if self.sign != "?" else "not yet known"


@dataclass(frozen=True, slots=True)
class Sheet:
    """All lines by rule number, and the headline; ``total`` and ``was`` are the points that the looker knows of."""

    lines: dict[int, Line]
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
        """The verdict in a few words."""
        if not self.legal:
            text = "NOT LEGAL " + (" ".join(map(str, self.broken)) or "by a hidden rule")
            return text, inks.BAD
        return f"{self.total} points" + ("" if self.complete else " so far known"), GOOD

    @property
    def change(self) -> str:
        """What the pending change does to the sum: ``+4``; empty where nothing is pending or nothing changes."""
        if self.was is None:
            return ""
        if self.legal != self.was_legal:
            return "legal then" if self.legal else "illegal then"
        return f"{self.total - self.was:+d}" if self.total != self.was else "+0"


def sheet(c: bench.AnyContext, tower: Tower, before: Tower | None = None, word: str = "") -> Sheet:
    """The ledger of a tower; ``before`` is the tower as it stands, where ``tower`` is only thought of."""
    old = bench.ledger(c, before, word) if before is not None and before != tower else None
    return _sheet(tower, bench.ledger(c, tower, word), old, c.view.terms.readings, bench.known(c))


def sheet_of(c: bench.AnyContext, tower: Tower, ledger: Ledger, before: Ledger | None = None) -> Sheet:
    """The lines of a ledger that is known already, all of them; ``before`` is what it is compared with."""
    return _sheet(tower, ledger, before, c.view.terms.readings, frozenset(range(1, 37)))


def _sheet(tower: Tower, ledger: Ledger, old: Ledger | None, readings: Readings, known: frozenset[int]) -> Sheet:
    before = old or ledger
    facts = Facts(tower, readings, ledger.words)
    lines = {}
    for rule in BUILDING_NUMBERS:
        sign, was = _sign(ledger, rule, known), _sign(before, rule, known)
        why = "; ".join(ledger.violations.get(rule, ())) if rule in known else ""
        lines[rule] = Line(rule, sign, None, why, was if was != sign else None)
    for rule in SCORING_NUMBERS[1:]:
        if rule not in known:
            lines[rule] = Line(rule, "?", None, "")
            continue
        points, earlier = ledger.points[rule], before.points[rule]
        lines[rule] = Line(rule, " ", points, _REASONS[rule](facts), earlier if earlier != points else None)
    total = sum(line.points or 0 for line in lines.values())
    verdict = "it stands" if ledger.legal else "it scores nothing"
    lines[2] = Line(2, " ", total if ledger.legal else 0, verdict)
    return Sheet(
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


def title_of(c: bench.AnyContext, rule: int) -> str:
    """The title of a rule on the sheet."""
    found = c.game.rule_sheet.find(rule_id(rule))
    return found.title if found is not None else ""


# --- why a scoring rule gives what it gives ---------------------------------------------------------


def _but(told: str, number: int, what: str) -> str:
    return f"{told}, but {number} {what}" if number else told


def _but_tons(told: str, facts: Facts, tons: int) -> str:
    return _but(told, sum(piece.tons == tons for piece in facts.pieces if piece.letter), f"of {tons}t")


def _but_shape(told: str, facts: Facts, shape: str) -> str:
    number = facts.shaped(shape)
    return _but(told, number, shape if number == 1 else f"{shape}s")


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


def _floors(facts: Facts) -> str:
    high = [len(bricks) for bricks in facts.bricks[2:]]
    return f"above level 2: {' '.join(map(str, high))}" if high else "no third level yet"


def _run(facts: Facts) -> str:
    runs = "".join(letter if letter in facts.letters else " " for letter in LETTERS).split()
    longest = max(runs, key=len, default="")
    if len(longest) < 2:
        return "no run yet"
    return f"{longest[0]} to {longest[-1]}: {len(longest)}" + (" of 7" if len(longest) < 7 else "")


def _windows(facts: Facts) -> str:
    rare = sum(piece.letter in RARE for piece in facts.pieces if piece.letter)
    return f"{count(facts.windows, 'window')}, {rare} rare"


def _red(facts: Facts) -> str:
    red = sum(piece.colour == "red" for piece in facts.pieces)
    return _but_shape(count(red, "red card"), facts, "triangle")


def _vowels(facts: Facts) -> str:
    vowels = sum(facts.letters[vowel] for vowel in VOWELS)
    return _but_shape(count(vowels, "vowel"), facts, "rectangle")


_REASONS: dict[int, Callable[[Facts], str]] = {
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
    22: _missing,
    25: _red,
    28: _vowels,
    29: lambda facts: _but(count(facts.shaped("hexagon"), "hexagon"), facts.colours["red"], "red"),
    30: lambda facts: f"{facts.colours['blue']} blue",
    32: _floors,
    33: lambda facts: count(facts.cards, "card"),
    34: _run,
    36: lambda facts: "there is one" if facts.windows else "none stands",
}


# --- drawing ----------------------------------------------------------------------------------------

SIGN_INKS = {"+": GOOD, "x": WRONG, "?": inks.MUTED}


def draw_closed(canvas: Canvas, x: int, y: int, width: int) -> None:
    """Where the ledger may not be seen while building."""
    for row, text in enumerate(("The ledger is closed", "until all towers are", "shown (B-27).")):
        canvas.put(x, y + row, fit(text, width).rstrip(), inks.MUTED if row else inks.TITLE)


def draw_headline(canvas: Canvas, x: int, y: int, width: int, found: Sheet) -> None:
    """The verdict, and what the pending change does to it."""
    text, style = found.headline
    change = found.change
    room = width - len(change) - (1 if change else 0)
    at = canvas.put(x, y, fit(text, room).rstrip(), style)
    if change:
        canvas.put(at + 1, y, change, CHANGED)


def draw_compact(
    canvas: Canvas, x: int, y: int, width: int, height: int, found: Sheet, rule: int, building: bool = True
) -> list[Spot]:
    """All rules in a few rows: building rules as signs, scoring rules as points, then the words."""
    draw_headline(canvas, x, y, width, found)
    return draw_chips(canvas, x, y + 1, width, height - 1, found, rule, building)


def chip_rows(width: int) -> int:
    """Rows that the scoring rules need in short."""
    return -(-(len(SCORING_NUMBERS) - 1) // max(1, (width + 1) // 8))


def draw_chips(
    canvas: Canvas, x: int, y: int, width: int, height: int, found: Sheet, rule: int, building: bool = True
) -> list[Spot]:
    """The same without a headline."""
    spots: list[Spot] = []
    across = max(1, (width + 1) // 5)
    top = y
    for i, number in enumerate(BUILDING_NUMBERS if building else ()):
        row, column = divmod(i, across)
        spots += _chip(canvas, x + 5 * column, top + row, found.lines[number], 4, number == rule)
    top += -(-len(BUILDING_NUMBERS) // across) if building else 0
    across = max(1, (width + 1) // 8)
    for i, number in enumerate(SCORING_NUMBERS[1:]):
        row, column = divmod(i, across)
        if top + row < y + height:
            spots += _chip(canvas, x + 8 * column, top + row, found.lines[number], 7, number == rule)
    top += chip_rows(width)
    for label, text in (("down", " ".join(found.columns)), ("long", found.longest)):
        if text and top < y + height:
            at = canvas.put(x, top, label + " ", inks.MUTED)
            canvas.put(at, top, fit(text, max(0, x + width - at)).rstrip(), inks.BOLD)
            top += 1
    return spots


def _chip(canvas: Canvas, x: int, y: int, line: Line, width: int, here: bool) -> list[Spot]:
    """A rule's number with its sign or its points; a change is plated and has a ``>`` before what it would be."""
    if line.points is None:
        text, style = f"{line.sign}{line.rule}", SIGN_INKS[line.sign]
        if line.was is not None:
            text, style = f">{text}", CHANGED
    else:
        between = ">" if line.was is not None else " "
        points = f"{line.points:+d}" if line.points else "."
        text = f"{line.rule:>2}{between}{points}"
        style = CHANGED if line.was is not None else inks.BOLD if line.points else inks.MUTED
        if line.points < 0 and line.was is None:
            style = inks.BAD
    canvas.put(x, y, text, inks.CURSOR if here else style)
    return [Spot(f"rule:{line.rule}", x, y, width, 1, f"rule {line.rule}")]


def draw_full(canvas: Canvas, x: int, y: int, width: int, height: int, found: Sheet, rule: int) -> list[Spot]:
    """All rules written out in two columns, building rules left; scrolled so that the cursor's line is seen."""
    draw_headline(canvas, x, y, width, found)
    rows = height - 1
    longest = max(len(BUILDING_NUMBERS), len(SCORING_NUMBERS))
    at = max((column.index(rule) for column in (BUILDING_NUMBERS, SCORING_NUMBERS) if rule in column), default=0)
    skip = max(0, min(at - rows // 2, longest - rows))
    # What is broken stands below where there are rows; else building rules have half the width for it.
    left = BUILDING_WIDTH if rows > longest + 3 else (width - 1) // 2
    spots: list[Spot] = []
    for column, begin, room in ((BUILDING_NUMBERS, x, left), (SCORING_NUMBERS, x + left + 1, width - left - 1)):
        for i, number in enumerate(column[skip : skip + rows]):
            spots += _written(canvas, begin, y + 1 + i, room, found.lines[number], number == rule)
    _notes(canvas, x, y + 2 + longest, width, y + height, found)
    if skip + rows < longest:
        canvas.put(x + width - 1, y + height - 1, "v", inks.TITLE)
    if skip:
        canvas.put(x + width - 1, y + 1, "^", inks.TITLE)
    return spots


def _notes(canvas: Canvas, x: int, y: int, width: int, end: int, found: Sheet) -> None:
    """Under the lines, where there are rows: what is broken and the words, in full."""
    texts = [(f"{rule}: {found.lines[rule].why}", inks.BAD) for rule in found.broken]
    if found.columns:
        texts.append(("down: " + " ".join(found.columns), inks.BOLD))
    if found.longest:
        texts.append((f"longest: {found.longest}, {len(found.longest)} letters", inks.BOLD))
    for text, style in texts:
        for line in wrap(text, max(8, width - 2)):
            if y < end:
                canvas.put(x + 1, y, line, style)
            y += 1


def draw_scores(canvas: Canvas, x: int, y: int, width: int, found: Sheet) -> None:
    """The scoring rules written out below each other."""
    for i, number in enumerate(SCORING_NUMBERS[1:]):
        _written(canvas, x, y + i, width, found.lines[number], False)


def _written(canvas: Canvas, x: int, y: int, width: int, line: Line, here: bool) -> list[Spot]:
    """``x17 one of 4, 8, 12   levels 2 and 4 ...`` or `` 14 sizes differ +18 sizes 6 5 4``."""
    changed = line.points is None and line.was is not None
    mark = inks.CURSOR if here else CHANGED if changed else inks.TEXT
    canvas.put(x, y, "*" if changed else ">" if here else " ", mark)
    if line.points is None:
        canvas.put(x + 1, y, line.sign, CHANGED if changed else SIGN_INKS[line.sign])
    at = canvas.put(x + 2, y, f"{line.rule:>2} ", inks.TITLE if here else inks.MUTED)
    dull = line.sign in "+?" or line.points == 0
    name = fit(line.name, NAME)
    at = canvas.put(at, y, fit(name, max(0, min(NAME, x + width - at))), inks.MUTED if dull else inks.TEXT)
    if line.points is not None:
        was = f"{line.was}>" if line.was is not None else ""
        text = f"{was}{line.points:+d}" if line.points else f"{was}0"
        style = CHANGED if was else inks.BOLD if line.points > 0 else inks.BAD if line.points < 0 else inks.MUTED
        end = at + 6
        if end <= x + width:
            canvas.put(end - len(text), y, text, style)
        at = end
    elif changed and x + width - at >= 12:
        at = canvas.put(at, y, "was broken" if line.was == "x" else "was kept", CHANGED)
    room = x + width - at - 1
    if line.why and room >= 6:
        canvas.put(at + 1, y, fit(line.why, room).rstrip(), inks.BAD if line.sign == "x" else inks.MUTED)
    return [Spot(f"rule:{line.rule}", x, y, width, 1, f"rule {line.rule}")]
