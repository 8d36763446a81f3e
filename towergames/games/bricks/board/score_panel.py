"""The score panel beside a tower, and the score sheet with all 36 rules."""

from __future__ import annotations

from textwrap import wrap

from towergames.board import inks
from towergames.board.canvas import Canvas, Ink
from towergames.board.digits import draw_figures
from towergames.board.protocol import Spot
from towergames.core.text import count, sentence
from towergames.games.bricks.board.ledger import BUILDING_NUMBERS, SCORING_NUMBERS, RuleLine, ScoreSheet
from towergames.games.bricks.board.tower_picture import GOOD, WRONG

TICKS = {"+": ("█", GOOD), "x": ("x", WRONG), "?": ("?", inks.MUTED)}
"""Signs of a building rule: kept, broken, not yet known."""
NAME, POINTS, BAR = 15, 4, 8
HEAD = Ink("cursor", "surface")
"""The head of the second column."""
LARGE_FIGURES_ROWS = 12
"""Rows from which the panel has large figures."""


class Pen:
    """A column of rows that are written from the top down; what has no room is left out."""

    def __init__(self, canvas: Canvas, x: int, y: int, width: int, height: int) -> None:
        self.canvas, self.x, self.y, self.width, self.end = canvas, x, y, width, y + height
        self.spots: list[Spot] = []

    @property
    def left(self) -> int:
        return self.end - self.y

    def say(self, text: str, ink: Ink) -> None:
        """Write a sentence on as many rows as it needs."""
        for part in wrap(text, max(8, self.width)):
            self.row([(part, ink)])

    def row(self, runs: list[tuple[str, Ink]], line: RuleLine | None = None) -> None:
        """Write one row; a click on it means the rule of the line."""
        if self.left > 0:
            self.canvas.put_runs(self.x, self.y, runs)
            if line is not None:
                self.spots.append(Spot(f"rule:{line.rule}", self.x, self.y, self.width, 1, line.title))
            self.y += 1


def draw_closed(canvas: Canvas, x: int, y: int, width: int) -> None:
    """Draw the panel where the score is hidden while building."""
    pen = Pen(canvas, x, y, width, canvas.height - y)
    pen.row([("Blind building", inks.TITLE)])
    pen.say("The score is shown when all towers are handed in.", inks.MUTED)


def draw_panel(
    canvas: Canvas, x: int, y: int, width: int, height: int, scores: ScoreSheet, figures: bool = True
) -> list[Spot]:
    """Draw the points, the building rules, and the sources of points, the most first; a second column is headed.

    Without ``figures`` the sum is written small.
    """
    pen = Pen(canvas, x, y, width, height)
    _verdict(pen, scores, figures and height >= LARGE_FIGURES_ROWS)
    _building(pen, scores)
    _points(pen, scores)
    return pen.spots


def _verdict(pen: Pen, scores: ScoreSheet, figures: bool) -> None:
    """Write the points of the tower, and what the second column changes."""
    other, effect = scores.other, scores.effect
    if not figures or not scores.legal:
        headline, ink = scores.headline
        pen.row([(headline, ink)])
        if other is not None and effect:
            text = f"{other.head}: {effect}" if other.later else f"{effect} {other.head}"
            for shorter in (text.removesuffix(" to go"), effect):
                if len(text) > pen.width:
                    text = shorter
            pen.row([(text.rjust(pen.width) if other.later else text, _ink_of_effect(scores))])
        return
    at = draw_figures(pen.canvas, pen.x, pen.y, str(scores.total), inks.BOLD) + 1
    room = pen.x + pen.width - at
    if other is not None and effect:
        lines = [(other.head, HEAD), *((line, _ink_of_effect(scores)) for line in wrap(effect, max(6, room))[:2])]
        for row, (line, ink) in enumerate(lines):
            pen.canvas.put(at, pen.y + row, line[: max(0, room)].rjust(room), ink)
    elif room >= 7:
        pen.canvas.put(at, pen.y + 2, "points", inks.MUTED)
    pen.y += 3
    if not scores.complete:
        pen.say("by the rules known so far", inks.MUTED)


def _ink_of_effect(scores: ScoreSheet) -> Ink:
    """Red where the second column is worse: the tower becomes illegal, breaks more rules, or loses points."""
    other = scores.other
    assert other is not None
    worse = (other.legal, -len(other.broken)) < (scores.legal, -len(scores.broken))
    return inks.BAD if worse or scores.effect.startswith("-") else GOOD


def _ink_of(change: str) -> Ink:
    return inks.BAD if change.startswith("-") else GOOD


def _building(pen: Pen, scores: ScoreSheet) -> None:
    """Write a sign for each building rule, then by name the rules that are broken, or would be."""
    if pen.left > 6:
        step = 2 if pen.width >= 2 * len(BUILDING_NUMBERS) else 1
        for i, rule in enumerate(BUILDING_NUMBERS):
            x = pen.x + i * step
            pen.canvas.put(x, pen.y, *TICKS[scores.lines[rule].sign])
            pen.spots.append(Spot(f"rule:{rule}", x, pen.y, 1, 1, scores.lines[rule].title))
        pen.y += 1
    if scores.legal and pen.left > 5:
        known = sum(scores.lines[rule].sign == "+" for rule in BUILDING_NUMBERS)
        many = f"All {known}" if known == len(BUILDING_NUMBERS) else f"{known} open"
        pen.row([(f"{many} building rules kept" if pen.width > 26 else f"{many} rules kept", GOOD)])
    newly = [rule for rule in scores.changed if rule not in scores.broken]
    named = [*scores.broken, *newly]
    reasons = {rule: wrap(sentence(scores.lines[rule].why), max(8, pen.width - 2)) for rule in scores.broken}
    in_words = pen.left - sum(map(len, reasons.values())) - len(named) >= LEAST_POINTS_ROWS
    for i, rule in enumerate(named):
        if len(named) - i > 1 and pen.left <= 2:
            pen.row([(f"x {count(len(named) - i, 'more rule')}", inks.BAD)])
            break
        pen.row(_broken_runs(scores.lines[rule], pen.width), scores.lines[rule])
        for text in reasons.get(rule, ()) if in_words else ():
            pen.row([("  ", inks.TEXT), (text, inks.MUTED)], scores.lines[rule])


LEAST_POINTS_ROWS = 8
"""Rows that the points keep before broken rules are explained."""


def _broken_runs(line: RuleLine, width: int) -> list[tuple[str, Ink]]:
    """``x Lighter upwards  kept``; ``  Lighter upwards  broken`` for a rule that the prepared step breaks."""
    sign = ("x ", inks.BAD) if line.sign == "x" else ("  ", inks.TEXT)
    runs = [sign, (line.name, inks.TEXT)]
    if line.other is not None:
        room = width - 2 - len(line.name)
        verdict, ink = ("broken", inks.BAD) if line.other == "x" else ("kept", GOOD)
        runs.append((verdict.rjust(room), ink))
    return runs


def _points(pen: Pen, scores: ScoreSheet) -> None:
    """Write the rules that give points, the most first; the others in one row, or listed where there is room."""
    lines = [scores.lines[rule] for rule in SCORING_NUMBERS[1:]]
    giving = [line for line in lines if line.points or line.other is not None]
    none = [line for line in lines if line.points == 0 and line.other is None]
    hidden = sum(line.sign == "?" for line in lines)
    head = scores.other.head if scores.other is not None else ""
    if pen.left > len(giving) + 4 or (head and pen.left > 4):
        if pen.left > len(giving) + 4:
            pen.y += 1
        if scores.other is not None and not scores.other.later and len(head) + 12 <= _points_width(pen.width):
            head = f"more {head}"
        title = "Points for a legal tower"
        if scores.legal or len(title) + 1 + len(head) > _points_width(pen.width):
            title = "Points"
        pen.row([(title, inks.TITLE), (head.rjust(_points_width(pen.width) - len(title)), HEAD)])
    room = max(0, pen.left - 1)
    weight = sorted(giving, key=lambda line: (line.other is None, -abs(line.points or 0), line.rule))[:room]
    most = max((abs(line.points or 0) for line in giving), default=1) or 1
    for line in sorted(weight, key=lambda line: (-(line.points or 0), line.rule)):
        pen.row(_point_runs(scores, line, pen.width, most), line)
    folded = len(giving) - len(weight)
    _longest(pen, scores)
    if pen.left > 5 and none:
        pen.y += 1
    zero = "rules score 0" if pen.width > 26 else "score 0"
    many = [f"{number} {what}" for number, what in ((folded, "more"), (len(none), zero), (hidden, "hidden")) if number]
    while many and len(", ".join(many)) > pen.width:
        many.pop()
    if many:
        pen.row([(", ".join(many), inks.MUTED)])
    for line in none if pen.left > 2 else ():
        text = f"{line.name:<{NAME}} {line.why}"
        if len(text) <= pen.width:
            pen.row([(text, inks.MUTED)], line)


def _longest(pen: Pen, scores: ScoreSheet) -> None:
    """Write the longest word, and the one of the tower after the prepared step."""
    if scores.longest and pen.left > 3:
        pen.row(
            [("Longest word ", inks.MUTED), (scores.longest[: max(0, pen.width - 13)], inks.BOLD)], scores.lines[19]
        )
    other = scores.other
    if other is not None and other.later and other.longest not in ("", scores.longest) and pen.left > 3:
        text = f"{other.head:<12} "
        pen.row([(text, HEAD), (other.longest[: max(0, pen.width - len(text))], inks.BOLD)], scores.lines[19])


def _has_bars(width: int) -> bool:
    return width >= NAME + BAR + 2 * POINTS + 2


def _points_width(width: int) -> int:
    """Cells of a line of points, with its bar where there is room."""
    return NAME + 2 * POINTS + (BAR + 2 if _has_bars(width) else 0)


def _point_runs(scores: ScoreSheet, line: RuleLine, width: int, most: int) -> list[tuple[str, Ink]]:
    """``Different sizes  ████  +18   +3``."""
    points = line.points or 0
    lost = points < 0
    runs = [(f"{line.name:<{NAME}}", inks.BAD if lost else inks.TEXT)]
    if _has_bars(width):
        bar = "█" * max(1, round(BAR * abs(points) / most)) if points else ""
        runs += [(f" {bar:<{BAR}} ", Ink("bad" if lost else "accent", "surface"))]
    figure = f"{points:+d}" if points else "0"
    runs.append((figure.rjust(POINTS), inks.BAD if lost else inks.BOLD))
    if isinstance(line.other, int):
        change = f"{scores.gain(line):+d}"
        runs.append((change.rjust(POINTS), _ink_of(change)))
    return runs


# --- the score sheet --------------------------------------------------------------------------------


def draw_sheet(canvas: Canvas, y: int, height: int, scores: ScoreSheet, rule: int) -> list[Spot]:
    """Draw all 36 rules, building rules left, scrolled to the line under the cursor."""
    pen = Pen(canvas, 1, y, canvas.width - 2, height)
    half = canvas.width // 2 - 2 if canvas.width >= 100 else SIGN_CELLS + NAME
    _sheet_heads(pen, scores, half)
    columns = BUILDING_NUMBERS, SCORING_NUMBERS
    rows, longest = height - 1, max(map(len, columns))
    at = 0
    for column in columns:
        if rule in column:
            at = column.index(rule)
    skip = max(0, min(at - rows // 2, longest - rows))
    for column, x in zip(columns, (1, half + 3), strict=True):
        side = Pen(canvas, x, y + 1, half if x == 1 else canvas.width - x - 1, rows)
        for number in column[skip : skip + rows]:
            side.row(_sheet_runs(scores, scores.lines[number], side.width, number == rule), scores.lines[number])
        pen.spots += side.spots
    if skip + rows < longest:
        canvas.put(canvas.width - 1, y + height - 1, "v", inks.TITLE)
    if skip:
        canvas.put(canvas.width - 1, y + 1, "^", inks.TITLE)
    below = Pen(canvas, 1, y + 2 + longest, canvas.width - 2, height - 2 - longest)
    for number in scores.broken:
        below.say(f"{scores.lines[number].title}: {sentence(scores.lines[number].why)}", inks.BAD)
    if scores.columns:
        below.say(f"Words downwards: {', '.join(scores.columns)}", inks.BOLD)
    return pen.spots


SIGN_CELLS = 8
"""Cells of a line of a building rule beside its name: the cursor, the sign, the number, the sign of the other tower."""


def _sheet_heads(pen: Pen, scores: ScoreSheet, half: int) -> None:
    headline, ink = scores.headline
    head = scores.other.head if scores.other is not None else ""
    at = pen.canvas.put(pen.x, pen.y, headline, ink)
    if head and at + 1 + len(head) <= pen.x + half:
        pen.canvas.put(pen.x, pen.y, head.rjust(half), HEAD)
        pen.canvas.put(pen.x, pen.y, headline, ink)
    x = half + 3
    pen.canvas.put(x, pen.y, "Points", inks.TITLE)
    pen.canvas.put(x + 6, pen.y, head.rjust(SHEET_CHANGE_CELLS - 6), HEAD)
    if scores.effect:
        pen.canvas.put(x + SHEET_CHANGE_CELLS + 1, pen.y, scores.effect, _ink_of_effect(scores))


SHEET_CHANGE_CELLS = 3 + NAME + 3 + 2 * POINTS
"""Cells of a line of points up to its second column."""


def _sheet_runs(scores: ScoreSheet, line: RuleLine, width: int, here: bool) -> list[tuple[str, Ink]]:
    """``x A multiple of 4   17`` or ``Different sizes  14  +18  +3 6 5 4``.

    The reason follows where it fits.
    """
    text = Ink("text", "raised", bold=True) if here else inks.TEXT
    muted = Ink("muted", "raised") if here else inks.MUTED
    runs = [
        ("▌" if here else " ", Ink("cursor", "surface", bold=True)),
        TICKS.get(line.sign, (" ", muted)),
        (" ", text),
    ]
    plain = muted if line.points == 0 or line.sign == "?" else text
    if line.points is None:
        runs += [(f"{line.name:<{NAME}}", plain), (f" {line.rule:>2} ", muted)]
        runs.append(TICKS[str(line.other)] if scores.changed and line.other else (" ", muted))
    else:
        figure = f"{line.points:+d}" if line.points else "0"
        change = f"{scores.gain(line):+d}" if isinstance(line.other, int) else ""
        runs += [(f"{line.name:<{NAME}}", plain), (f" {line.rule:>2}", muted), (figure.rjust(POINTS), plain)]
        runs.append((change.rjust(POINTS), _ink_of(change)))
    used = sum(len(text) for text, _ in runs)
    why = f" {line.why}" if used + 1 + len(line.why) <= width else ""
    return [*runs, (why.ljust(max(0, width - used))[: max(0, width - used)], muted)]
