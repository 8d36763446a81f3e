"""What is drawn beside the board: the status line, its banner, the log (and the recap in it), the score pad."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import dropwhile
from typing import TypeVar

from towergames.board.canvas import Canvas, Ink
from towergames.board.protocol import Picture, Spot
from towergames.core.contract import Seat
from towergames.core.rulesheet import RuleSheet
from towergames.core.text import cell_width, fit
from towergames.table.match import LogLine
from towergames.table.pad import Pad
from towergames.tui.paint import BAR, BAR_BOLD, BAR_MUTED, BOLD, LINE, MUTED, TEXT, TITLE, badge, identity, wrap

PLAY = "play:"
"""The prefix of the spot of a move, before its number."""
REMARKS = ("undo", "note")
"""Kinds of lines about help and undo; they look different from moves."""


@dataclass(frozen=True, slots=True)
class LogLook:
    """How the log is shown: lines of plays in (``since``, ``until``] are marked; ``scroll`` counts from the end."""

    since: int
    until: int
    scroll: int = 0
    tabs: tuple[str, ...] = ()
    title: str = "Log"
    totals: Sequence[int] = ()
    """Everyone's points for the heading, where no other zone shows them."""
    names: Sequence[str] = ()
    points: Mapping[tuple[int, Seat], int] = field(default_factory=dict)
    """Points by play and seat."""


@dataclass(frozen=True, slots=True)
class _Row:
    """One row of the log: a heading (``text`` is the player's name) or a line below it."""

    play: int
    seat: Seat | None
    text: str
    heading: bool = False
    begins: bool = True
    """Whether it is the first row of its line."""
    remark: bool = False
    points: str = ""


def draw_log(lines: Sequence[LogLine], look: LogLook, width: int, height: int) -> Picture:
    """The log, grouped by turn, on ``width`` x ``height`` cells; a click on a line shows the table after that move."""
    canvas = Canvas(width, height)
    spots = list(draw_tabs(canvas, look.tabs, look.title, "", width))
    if look.totals:
        _put_totals(canvas, look, max(spot.x + spot.width for spot in spots), width)
    rows = _grouped(lines[: max(0, len(lines) - look.scroll)], look, width, height)
    room = height - 1
    if not rows:
        canvas.put(2, 1, "Nothing played yet.", MUTED)
    shown = _newest(rows, room)
    named = False
    for y, row in enumerate(shown, start=1):
        marked = look.since < row.play <= look.until
        role = identity(row.seat).role if row.seat is not None else ""
        named = named or row.heading
        if row.heading and row.seat is not None:
            badge(canvas, 1, y, row.seat)
            canvas.put(4, y, fit(row.text, width - 12).rstrip(), BOLD)
            ink = Ink("bad" if row.points.startswith("-") else "good", bold=True)
            canvas.put(width - 1 - len(row.points), y, row.points, ink)
        else:
            if row.seat is not None and row.begins and not named:
                badge(canvas, 1, y, row.seat)
            else:
                canvas.put(2, y, "│" if role else " ", Ink(role))
            canvas.put(4, y, row.text, MUTED if row.remark else TEXT if marked or not look.until else MUTED)
        if marked:
            canvas.put(0, y, ">" if row.heading else "│", Ink("last", bold=True))
        spots.append(Spot(f"{PLAY}{row.play}", 0, y, width, 1, row.text))
    if look.scroll and height > 1:
        canvas.put(max(0, width - 12), height - 1, f" {look.scroll} newer v", Ink("accent", "card"))
    return Picture(canvas, tuple(spots))


def _newest(rows: Sequence[_Row], room: int) -> Sequence[_Row]:
    """The newest rows that fit, from a heading on where there are three rows; never from the middle of a line."""
    shown = rows[-room:] if room > 0 else ()
    if not shown or shown[0].heading:
        return shown
    above = [row for row in rows[:-room] if row.heading][-1:] if room > 2 and shown[0].seat is not None else []
    whole = list(dropwhile(lambda row: not row.begins, shown[len(above) :]))
    if above and whole and whole[0].heading:  # the heading would take the place of its last line
        return list(dropwhile(lambda row: not row.begins, shown))
    return [*above, *(whole or shown[len(above) :])]


def _put_totals(canvas: Canvas, look: LogLook, left: int, width: int) -> None:
    """Everyone's points at the right end of the heading, with names where there is room for all."""
    for names in (look.names, [""] * len(look.names)):
        told = [f"{name} {points}".strip() for name, points in zip(names, look.totals, strict=True)]
        x = width - 1 - sum(cell_width(text) + 5 for text in told)
        if x > left:
            for seat, text in enumerate(told):
                x = badge(canvas, canvas.put(x, 0, " ", BOLD), 0, seat)
                x = canvas.put(x, 0, f" {text} ", BOLD)
            return


def _heading(play: int, seat: Seat, look: LogLook) -> _Row:
    name = look.names[seat] if seat < len(look.names) else f"Player {seat + 1}"
    return _Row(play, seat, name, heading=True)


def _grouped(lines: Sequence[LogLine], look: LogLook, width: int, height: int) -> list[_Row]:
    """The rows of the newest turns: a heading where another player acts, and lines without the player's name."""
    found: list[list[_Row]] = []
    seat: Seat | None = None
    for line in lines[-3 * height :]:
        if line.seat is not None and line.seat != seat:
            found.append([_heading(line.play, line.seat, look)])
        elif not found:
            found.append([])
        seat = line.seat if line.seat is not None else seat
        name = look.names[line.seat] if line.seat is not None and line.seat < len(look.names) else ""
        told = line.text
        if name and told.startswith(f"{name} "):
            told = told[len(name) + 1 :]
            told = told[:1].upper() + told[1:]
        found[-1] += [
            _Row(line.play, seat, text, begins=not i, remark=line.kind in REMARKS)
            for i, text in enumerate(wrap(told, width - 5, hang=2))
        ]
    return [row for group in found for row in _with_points(group, look)]


def _with_points(group: list[_Row], look: LogLook) -> list[_Row]:
    """The rows of a turn, with the player's points of that turn in the heading."""
    first = group[0]
    if first.seat is None or not first.heading:
        return group
    points = sum(look.points.get((play, first.seat), 0) for play in {row.play for row in group})
    return [replace(first, points=f"{points:+d}" if points else ""), *group[1:]]


def draw_tabs(canvas: Canvas, tabs: Sequence[str], title: str, hint: str, width: int) -> tuple[Spot, ...]:
    """The heading row: one title, or tabs of which ``title`` is the open one."""
    canvas.put(0, 0, "─" * width, LINE)
    x = 1
    spots = []
    for tab in tabs or (title,):
        shown = tab == title
        label = f"[{tab}]" if shown and tabs else f" {tab} "
        end = canvas.put(x, 0, label, TITLE if shown else MUTED)
        spots.append(Spot(f"tab:{tab.lower()}", x, 0, end - x, 1, f"show the {tab.lower()}"))
        x = end + 1
    if hint and x + len(hint) + 3 < width:
        canvas.put(width - len(hint) - 2, 0, f" {hint} "[:width], MUTED)
    return tuple(spots)


T = TypeVar("T")

NAME = 16
CELL = 18
"""Columns of one player where the pane is too low for a row each."""


TIES = ("tie", "ties", "tie-break")
"""Titles of the rules about ties in a rule sheet."""


def tie_words(sheet: RuleSheet) -> str:
    """The first tie-breaker of the rules in a few words; empty if the rules have none."""
    rule = next((rule for rule in sheet.rules if rule.title.lower() in TIES), None)
    if rule is None:
        return ""
    words = re.split(r"[.;:]", " ".join(rule.text.split()))[0].strip()
    return words[:1].lower() + words[1:]


@dataclass(frozen=True, slots=True)
class PadLook:
    """How the pad is shown. ``extra`` is a preview, ``counted`` are the points that an animation has shown so far."""

    active: Seat | None = None
    extra: Sequence[int] = ()
    counted: Sequence[int] = ()
    tabs: tuple[str, ...] = ()
    ties: str = ""
    singles: bool = False
    flash: frozenset[Seat] = field(default_factory=frozenset)


def totals(pad: Pad, look: PadLook) -> tuple[int, ...]:
    """The totals as shown: those of the pad, with the points that an animation has counted so far."""
    counted = look.counted or (0,) * len(pad.names)
    return tuple(a + b for a, b in zip(pad.totals, counted, strict=True))


def draw_pad(pad: Pad, look: PadLook, width: int, height: int) -> Picture:
    """The pad on ``width`` x ``height`` cells."""
    canvas = Canvas(width, height)
    seats = len(pad.names)
    hint = f"In a tie, {look.ties}" if look.ties and width >= 60 else ""
    spots = draw_tabs(canvas, look.tabs, "Score", hint, width)
    if height - 1 < seats:
        _cells(canvas, pad, look)
        return Picture(canvas, spots)
    rounds = pad.rounds()
    beside = width >= 60
    y = 1
    if beside and height > seats + 1:
        _headings(canvas, width, [str(number) for number, _ in rounds])
        y = 2
    for seat in range(seats):
        x = _standing(canvas, y, seat, pad, look, min(NAME, max(4, width - 16)))
        if beside:
            _row_of_rounds(canvas, x, y, width, [points[seat] for _, points in rounds])
        y += 1
    if not beside and height - y >= 4:
        if look.singles:
            _singles(canvas, y + 1, pad, width, height - y - 1)
        else:
            _rounds(canvas, y + 1, pad, width, height - y - 1, look)
    return Picture(canvas, spots)


def pad_rows(pad: Pad, look: PadLook, width: int) -> int:
    """The rows that all of a pad takes on at most 59 columns."""
    ties = len(wrap(f"In a tie, {look.ties}", width - 2)) if look.ties else 0
    body = len(pad.lines) if look.singles else len(pad.rounds()) + 1 + ties
    return 3 + len(pad.names) + body


def _standing(canvas: Canvas, y: int, seat: Seat, pad: Pad, look: PadLook, room: int) -> int:
    """One player's row: on turn, rank, identity, name, points, preview; the column after it."""
    points = totals(pad, look)
    rank = 1 + sum(other > points[seat] for other in points)
    on = look.active == seat
    canvas.put(0, y, ">" if on else " ", BOLD)
    canvas.put(1, y, f"{rank}.", MUTED)
    x = badge(canvas, 4, y, seat) + 1
    x = canvas.put(x, y, fit(pad.names[seat], room), BOLD if on else TEXT)
    ink = Ink("last", bold=True) if seat in look.flash else BOLD
    x = canvas.put(x, y, f"{points[seat]:>4}", ink)
    extra = look.extra[seat] if look.extra else 0
    return canvas.put(x, y, f"{extra:>+4d}" if extra else "    ", Ink("good" if extra >= 0 else "bad"))


def _cells(canvas: Canvas, pad: Pad, look: PadLook) -> None:
    """Many players on few rows: several in a row."""
    rows = max(1, canvas.height - 1)
    points = totals(pad, look)
    for seat, name in enumerate(pad.names):
        x, y = seat // rows * CELL, 1 + seat % rows
        on = look.active == seat
        canvas.put(x, y, ">" if on else " ", BOLD)
        at = badge(canvas, x + 1, y, seat)
        at = canvas.put(at + 1, y, fit(name, CELL - 10), BOLD if on else TEXT)
        canvas.put(at, y, f"{points[seat]:>4}", BOLD)


def _headings(canvas: Canvas, width: int, rounds: Sequence[str]) -> None:
    canvas.put(4, 1, "player", MUTED)
    canvas.put(4 + 3 + NAME, 1, "sum", MUTED)
    shown = _shown(rounds, width - 32)
    if shown:
        x = canvas.put(31, 1, "round", MUTED)
        for number in shown:
            x = canvas.put(x, 1, f"{number:>4}", MUTED)


def _row_of_rounds(canvas: Canvas, x: int, y: int, width: int, row: Sequence[int]) -> None:
    x = 36
    for points in _shown(row, width - 32):
        x = canvas.put(x, y, f"{points:>4}" if points else "   -", MUTED if not points else TEXT)


def _shown(values: Sequence[T], room: int) -> Sequence[T]:
    fits = max(0, (room - 6) // 4)
    return values[-fits:] if fits else ()


def _rounds(canvas: Canvas, y: int, pad: Pad, width: int, height: int, look: PadLook) -> None:
    """Rounds down, players across; the latest that fit."""
    seats = len(pad.names)
    cell = max(3, min(6, (width - 7) // seats))
    canvas.put(1, y, "round", TITLE)
    for seat in range(seats):
        badge(canvas, 7 + seat * cell + cell - 2, y, seat)
    rounds = pad.rounds()
    ties = wrap(f"In a tie, {look.ties}", width - 2) if look.ties and width > 2 else []
    tail = 1 + len(ties)
    room = max(0, height - 1 - tail)
    shown = rounds[-room:] if room else ()
    for number, points in shown:
        y += 1
        canvas.put(1, y, f"{number:>5}", MUTED)
        for seat, value in enumerate(points):
            text = str(value) if value else "-"
            canvas.put(7 + seat * cell, y, text.rjust(cell), TEXT if value else MUTED)
    y += 1
    canvas.put(1, y, "  sum", MUTED)
    for seat, value in enumerate(totals(pad, look)):
        canvas.put(7 + seat * cell, y, str(value).rjust(cell), BOLD)
    for row, text in enumerate(ties, start=1):
        canvas.put(1, y + row, text, MUTED)


def _singles(canvas: Canvas, y: int, pad: Pad, width: int, height: int) -> None:
    """The latest single lines: who, points, rule, why."""
    canvas.put(1, y, "lines", TITLE)
    room = max(0, height - 1)
    for line in pad.lines[-room:] if room else ():
        y += 1
        score = line.score
        x = badge(canvas, 1, y, score.seat)
        x = canvas.put(x, y, f"{score.points:>+4d} ", BOLD)
        canvas.put(x, y, fit(f"{score.rule}: {score.note}", width - x), TEXT)


# --- the status line ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Status:
    """The first row: game, where one is in it, and the facts of the game at the right.

    ``save`` says what is wrong with the save, ``clock`` is the time left, if there is a limit, ``short`` whether it is
    nearly over. ``sign`` is the roof before the title.
    """

    title: str
    where: str
    facts: tuple[str, ...]
    save: str = ""
    clock: str = ""
    short: bool = False
    sign: str = "▟▙"


def draw_status(status: Status, width: int) -> Picture:
    """One row; facts that do not fit are left out."""
    canvas = Canvas(width, 1)
    canvas.fill(0, 0, width, 1, " ", BAR)
    x = canvas.put(1, 0, f"{status.sign} ", Ink("cursor", "card", bold=True))
    x = canvas.put(x, 0, status.title, BAR_BOLD)
    x = canvas.put(x + 2, 0, status.where, BAR_MUTED)
    right = width - 1
    for text, ink in ((status.save, Ink("ink", "bad", bold=True)), (status.clock, BAR_BOLD)):
        if text:
            short = status.short and text == status.clock
            shown = f"[{text}]" if text == status.save else f" {'! ' * short}{text} "
            right -= cell_width(shown)
            canvas.put(right, 0, shown, Ink("ink", "warn", bold=True) if short else ink)
    shown = ""
    for fact in status.facts:
        longer = f"{shown} · {fact}" if shown else fact[:1].upper() + fact[1:]
        if cell_width(longer) <= right - x - 3:
            shown = longer
    canvas.put(right - cell_width(shown), 0, shown, BAR_MUTED)
    return Picture(canvas, ())


def draw_banner(text: str, width: int) -> Picture:
    """A warning line: trouble with the save, or a read-only table; as many of its sentences as there is room for."""
    canvas = Canvas(width, 1)
    ink = Ink("ink", "warn", bold=True)
    canvas.fill(0, 0, width, 1, " ", ink)
    told = text.removesuffix(".").split(". ")
    while len(told) > 1 and cell_width(". ".join(told)) > width - 5:
        told.pop()
    canvas.put(1, 0, f"! {'. '.join(told)}.", ink)
    return Picture(canvas)
