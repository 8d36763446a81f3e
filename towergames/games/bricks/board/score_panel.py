"""The score panel beside a tower, and the score sheet with all 36 rules."""

from __future__ import annotations

from textwrap import wrap

from towergames.board import inks
from towergames.board.canvas import Canvas, Ink
from towergames.board.protocol import Spot
from towergames.core.text import count, sentence
from towergames.games.bricks.board.ledger import BUILDING_NUMBERS, SCORING_NUMBERS, RuleLine, ScoreSheet
from towergames.games.bricks.board.tower_picture import GOOD, NEW, WRONG

TICKS = {"+": ("█", GOOD), "x": ("x", WRONG), "?": ("?", inks.MUTED)}
"""Signs of a building rule: kept, broken, not yet known."""
DIGITS = dict(
    zip(
        "0123456789-",
        (
            *("█▀██ ██▄█", "▀█  █ ▄█▄", "▀▀██▀▀█▄▄", "▀▀█ ▀█▄▄█", "█ █▀▀█  █", "█▀▀▀▀█▄▄█"),
            *("█▀▀█▀██▄█", "▀▀█  █  █", "█▀██▀██▄█", "█▀█▀▀█▄▄█", "   ▀▀▀   "),
        ),
        strict=True,
    )
)
"""Large figures, three rows of three cells each."""
NAME, POINTS, BAR = 16, 4, 8
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

    def say(self, text: str, ink: Ink, rule: int = 0) -> None:
        """Write a sentence on as many rows as it needs."""
        for line in wrap(text, max(8, self.width)):
            self.row([(line, ink)], rule)

    def row(self, runs: list[tuple[str, Ink]], rule: int = 0) -> None:
        """Write one row; a click on it means the rule."""
        if self.left > 0:
            self.canvas.put_runs(self.x, self.y, runs)
            if rule:
                self.spots.append(Spot(f"rule:{rule}", self.x, self.y, self.width, 1, f"rule {rule}"))
            self.y += 1


def draw_closed(canvas: Canvas, x: int, y: int, width: int) -> None:
    """Draw the panel where the score is hidden while building."""
    pen = Pen(canvas, x, y, width, canvas.height - y)
    pen.row([("Blind building", inks.TITLE)])
    pen.say("The score is shown when all towers are handed in.", inks.MUTED)


def draw_panel(
    canvas: Canvas, x: int, y: int, width: int, height: int, scores: ScoreSheet, figures: bool = True
) -> list[Spot]:
    """Draw points now and after Enter, the building rules, and the sources of points, the most first.

    Without ``figures`` the sum is written small, and what changes is compared with another tower.
    """
    pen = Pen(canvas, x, y, width, height)
    _head(pen, scores, figures and height >= LARGE_FIGURES_ROWS)
    _building(pen, scores)
    _points(pen, scores)
    return pen.spots


def _head(pen: Pen, scores: ScoreSheet, figures: bool) -> None:
    headline, ink = scores.headline
    if not figures or not scores.legal or not scores.was_legal:
        change = scores.change
        pen.row([(headline, ink), (f" {change}" if change else "", _ink_of(change))])
        return
    was = scores.total if scores.was is None else scores.was
    at = _figures(pen, pen.x, str(was), inks.BOLD)
    if scores.was is not None:
        at = pen.canvas.put(at, pen.y + 1, "> ", inks.MUTED)
        at = _figures(pen, at, str(scores.total), Ink("cursor", "surface", bold=True))
    room = pen.x + pen.width - at
    if scores.was is not None and room >= 10:
        pen.canvas.put(at + 1, pen.y, "then", inks.MUTED)
        pen.canvas.put(at + 1, pen.y + 1, scores.change, _ink_of(scores.change))
    elif scores.was is None and room >= 7:
        pen.canvas.put(at + 1, pen.y + 2, "points", inks.MUTED)
    pen.y += 3
    if not scores.complete:
        pen.say("by the rules known so far", inks.MUTED)


def _figures(pen: Pen, x: int, text: str, ink: Ink) -> int:
    for sign in text:
        for row in range(3):
            pen.canvas.put(x, pen.y + row, DIGITS[sign][3 * row : 3 * row + 3], ink)
        x += 4
    return x


def _ink_of(change: str) -> Ink:
    return inks.BAD if change.startswith("-") else GOOD


def _building(pen: Pen, scores: ScoreSheet) -> None:
    """Write a sign for each building rule, then the breaches in words."""
    if pen.left > 6:
        step = 2 if pen.width >= 2 * len(BUILDING_NUMBERS) else 1
        for i, rule in enumerate(BUILDING_NUMBERS):
            x = pen.x + i * step
            pen.canvas.put(x, pen.y, *TICKS[scores.lines[rule].sign])
            pen.spots.append(Spot(f"rule:{rule}", x, pen.y, 1, 1, f"rule {rule}"))
        pen.y += 1
    if scores.legal and pen.left > 5:
        known = sum(scores.lines[rule].sign == "+" for rule in BUILDING_NUMBERS)
        many = f"All {known}" if known == len(BUILDING_NUMBERS) else f"{known} open"
        pen.row([(f"{many} building rules kept" if pen.width > 26 else f"{many} rules kept", GOOD)])
    for i, rule in enumerate(scores.broken):
        lines = wrap(sentence(scores.lines[rule].why), max(8, pen.width - 2))
        rest = len(scores.broken) - i
        if len(lines) + (rest > 1) > pen.left:
            pen.row([(f"x {count(rest, 'more broken rule')}", inks.BAD)])
            break
        for row, text in enumerate(lines):
            pen.row([("  " if row else "x ", inks.BAD), (text, inks.TEXT)], rule)


def _points(pen: Pen, scores: ScoreSheet) -> None:
    """Write the rules that give points, the most first; the others in one row, or listed where there is room."""
    lines = [scores.lines[rule] for rule in SCORING_NUMBERS[1:]]
    giving = [line for line in lines if line.points or line.was is not None]
    none = [line for line in lines if line.points == 0 and line.was is None]
    hidden = sum(line.sign == "?" for line in lines)
    if pen.left > len(giving) + 4:
        pen.y += 1
        title = "Points" if scores.legal else "Points for a legal tower"
        pen.row([(title, inks.TITLE)])
    room = max(0, pen.left - 1)
    weight = sorted(giving, key=lambda line: (line.was is None, -abs(line.points or 0), line.rule))[:room]
    most = max((abs(line.points or 0) for line in giving), default=1) or 1
    for line in sorted(weight, key=lambda line: (-(line.points or 0), line.rule)):
        pen.row(_point_runs(line, pen.width, most), line.rule)
    folded = len(giving) - len(weight)
    if scores.longest and pen.left > 3:
        pen.row([("Longest word ", inks.MUTED), (scores.longest[: max(0, pen.width - 13)], inks.BOLD)], 19)
    if pen.left > 5 and none:
        pen.y += 1
    many = [
        f"{number} {what}" for number, what in ((folded, "more"), (len(none), "give 0"), (hidden, "hidden")) if number
    ]
    while many and len(", ".join(many)) > pen.width:
        many.pop()
    if many:
        pen.row([(", ".join(many), inks.MUTED)])
    for line in none if pen.left > 2 else ():
        text = f"{line.name:<{NAME}} {line.why}"
        if len(text) <= pen.width:
            pen.row([(text, inks.MUTED)], line.rule)


def _point_runs(line: RuleLine, width: int, most: int) -> list[tuple[str, Ink]]:
    """``Sizes differ  ████  +18   +3``."""
    points = line.points or 0
    lost = points < 0
    runs = [(f"{line.name:<{NAME}}", inks.BAD if lost else inks.TEXT)]
    if width >= NAME + BAR + 2 * POINTS + 3:
        bar = "█" * max(1, round(BAR * abs(points) / most)) if points else ""
        runs += [(f" {bar:<{BAR}} ", Ink("bad" if lost else "accent", "surface"))]
    figure = f"{points:+d}" if points else "0"
    runs.append((figure.rjust(POINTS), inks.BAD if lost else inks.BOLD))
    if isinstance(line.was, int):
        change = f"{points - line.was:+d}"
        runs.append((change.rjust(POINTS), _ink_of(change)))
    return runs


# --- the score sheet --------------------------------------------------------------------------------

RULE_NAME_CELLS = 18
"""Cells of the longest name of a rule."""


def draw_sheet(canvas: Canvas, y: int, height: int, scores: ScoreSheet, rule: int) -> list[Spot]:
    """Draw all 36 rules, building rules left, scrolled to the line under the cursor."""
    pen = Pen(canvas, 1, y, canvas.width - 2, height)
    _head(pen, scores, False)
    half = canvas.width // 2 - 2 if canvas.width >= 100 else 1 + 1 + 4 + RULE_NAME_CELLS
    pen.canvas.put(half + 3, y, "Points", inks.TITLE)
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
            side.row(_sheet_runs(scores.lines[number], side.width, number == rule), number)
        pen.spots += side.spots
    if skip + rows < longest:
        canvas.put(canvas.width - 1, y + height - 1, "v", inks.TITLE)
    if skip:
        canvas.put(canvas.width - 1, y + 1, "^", inks.TITLE)
    below = Pen(canvas, 1, y + 2 + longest, canvas.width - 2, height - 2 - longest)
    for number in scores.broken:
        below.say(f"Rule {number}: {sentence(scores.lines[number].why)}", inks.BAD)
    if scores.columns:
        below.say(f"Words downwards: {', '.join(scores.columns)}", inks.BOLD)
    return pen.spots


def _sheet_runs(line: RuleLine, width: int, here: bool) -> list[tuple[str, Ink]]:
    """``x 17 One multiple of 4`` or ``14 Sizes differ  +18  +3 6 5 4``; a reason that does not fit is left out."""
    text = Ink("text", "raised", bold=True) if here else inks.TEXT
    muted = Ink("muted", "raised") if here else inks.MUTED
    sign = TICKS.get(line.sign, (" ", muted))
    runs = [("▌" if here else " ", Ink("cursor", "surface", bold=True)), sign, (f" {line.rule:>2} ", muted)]
    dull = line.points == 0 or line.sign == "?"
    if line.points is None:
        was = {"x": "was broken", "+": "was kept"}.get(str(line.was), "")
        plain = muted if dull else text
        runs += [(f"{line.name:<{RULE_NAME_CELLS}}", NEW if was else plain)]
        runs += [(f" {was}", NEW)] if was and width > RULE_NAME_CELLS + 16 else []
    else:
        figure = f"{line.points:+d}" if line.points else "0"
        change = f"{line.points - line.was:+d}" if isinstance(line.was, int) else ""
        runs += [(f"{line.name:<{NAME}}", muted if dull else text), (figure.rjust(POINTS), muted if dull else text)]
        runs.append((change.rjust(POINTS), _ink_of(change)))
    used = sum(len(text) for text, _ in runs)
    why = f" {line.why}" if used + 1 + len(line.why) <= width else ""
    return [*runs, (why.ljust(max(0, width - used))[: max(0, width - used)], muted)]
