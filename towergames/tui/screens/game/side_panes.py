"""What is drawn beside the board: the status line, its banner, the log (and the recap in it), the score pad."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import dropwhile

from towergames.board.canvas import Canvas, Ink
from towergames.board.protocol import Picture, Spot
from towergames.core.contract import Seat
from towergames.core.rulesheet import RuleSheet
from towergames.core.text import cell_width, count, fit
from towergames.table.asides import TOLD
from towergames.table.log import LogLine
from towergames.table.pad import Pad
from towergames.tui.paint import BAR, BAR_BOLD, BAR_MUTED, BOLD, LINE, MUTED, TEXT, TITLE, badge, identity, wrap
from towergames.tui.text_table import BADGE_CELLS, Cell, Column, TextTable

TAB = "tab:"
"""The prefix of the spot key of a tab."""
PLAY = "play:"
"""The prefix of a spot that leads to the table after a number of moves."""
BEST = "What was best?"
LEAST_LOG = 3
"""Rows of the least log that is shown above an answer."""
LOG, SINCE, SO_FAR = "Log", "Since your last turn", "So far"
"""The titles of the log, of the part that a recap shows, and of that part on a player's first turn."""
REMARKS = ("undo", "note")
"""Kinds of lines about help and undo; they look different from moves."""


@dataclass(frozen=True, slots=True)
class LogLook:
    """The choices for a log: lines of plays in (``since``, ``until``] are marked; ``scroll`` counts from the end."""

    since: int
    until: int
    scroll: int = 0
    tabs: tuple[str, ...] = ()
    title: str = LOG
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
    strong: bool = False
    """Whether it is the sentence of a highlight."""
    points: str = ""


def draw_log(lines: Sequence[LogLine], look: LogLook, width: int, height: int) -> Picture:
    """The log, grouped by turn, on ``width`` x ``height`` cells; a click on a line shows the table after that move."""
    canvas = Canvas(width, height)
    rows = _grouped(lines[: max(0, len(lines) - look.scroll)], look, width, height)
    shown = _newest(rows, height - 1)
    spots = list(draw_tabs(canvas, look.tabs, _title(lines, shown, look), "", width))
    if look.totals:
        _put_totals(canvas, look, max(spot.x + spot.width for spot in spots), width)
    if not rows:
        canvas.put(2, 1, "Nothing played yet.", MUTED)
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
            bright = not row.remark and (marked or not look.until)
            ink = TEXT if bright else MUTED
            canvas.put(4, y, row.text, replace(ink, bold=True) if row.strong else ink)
        if marked:
            canvas.put(0, y, ">" if row.heading else "│", Ink("last", bold=True))
        spots.append(Spot(f"{PLAY}{row.play}", 0, y, width, 1, row.text))
    if look.scroll and height > 1:
        canvas.put(max(0, width - 12), height - 1, f" {look.scroll} newer v", Ink("accent", "card"))
    return Picture(canvas, tuple(spots))


def draw_answered_log(
    lines: Sequence[LogLine], look: LogLook, answer: Sequence[str], width: int, height: int
) -> Picture:
    """The log, and below it the answer to "What was best?" under a heading of its own.

    Where there is no room for both, the answer has all of it, with as many whole sentences as fit.
    """
    if not answer or height < 2:
        return draw_log(lines, look, width, height)
    told: list[str] = []
    for text in answer:
        rows = wrap(text, width - 2)
        if told and len(told) + len(rows) >= height:
            break
        told += rows
    log_rows = height - len(told) - 1
    picture = draw_log(lines, look, width, log_rows) if log_rows >= LEAST_LOG else Picture(Canvas(width, 0))
    canvas = Canvas(width, height)
    canvas.blit(picture.canvas, 0, 0)
    y = picture.canvas.height
    draw_tabs(canvas, (), BEST, "", width, y)
    for row, text in enumerate(told[: height - y - 1], start=y + 1):
        canvas.put(1, row, text, TEXT)
    return Picture(canvas, picture.spots)


def _title(lines: Sequence[LogLine], shown: Sequence[_Row], look: LogLook) -> str:
    """The title; that of a part of the log, which cannot be scrolled, says how many of its lines have no room."""
    left_out = len(lines) - look.scroll - sum(row.begins and not row.heading for row in shown)
    if look.title in (LOG, SO_FAR) or left_out <= 0:
        return look.title
    return f"{look.title}, {count(left_out, 'earlier line')} left out"


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
            _Row(line.play, seat, text, begins=not i, remark=line.kind in REMARKS, strong=line.kind == TOLD)
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


def draw_tabs(canvas: Canvas, tabs: Sequence[str], title: str, hint: str, width: int, y: int = 0) -> tuple[Spot, ...]:
    """The heading in row ``y``: one title, or tabs of which ``title`` is the open one."""
    canvas.put(0, y, "─" * width, LINE)
    x = 1
    spots = []
    for tab in tabs or (title,):
        shown = tab == title
        label = f"[{tab}]" if shown and tabs else f" {tab} "
        end = canvas.put(x, y, label, TITLE if shown else MUTED)
        spots.append(Spot(f"{TAB}{tab.lower()}", x, y, end - x, 1, f"show the {tab.lower()}"))
        x = end + 1
    if hint and x + len(hint) + 3 < width:
        canvas.put(width - len(hint) - 2, y, f" {hint} "[:width], MUTED)
    return tuple(spots)


NAME_CELLS = 16
NUMBER_CELLS = 4
TIME_CELLS = 6
WIDTH_WITH_TIMES = 26
"""Cells of a clock, and the columns with which the clocks are beside the players."""
WIDTH_WITH_ROUNDS = 60
"""Columns with which the rounds are beside the players."""
PLAYER_CELLS = 18
"""Cells of one player where the pane has fewer rows than players."""


TIES = ("tie", "ties", "tie-break")
"""Titles of the rules about ties in a rule sheet."""


def tie_words(sheet: RuleSheet) -> str:
    """The first tie-breaker of the rules in a few words; empty if the rules have none."""
    for rule in sheet.rules:
        if rule.title.lower() in TIES:
            words = re.split(r"[.;:]", " ".join(rule.text.split()))[0].strip()
            return words[:1].lower() + words[1:]
    return ""


@dataclass(frozen=True, slots=True)
class PadLook:
    """The choices for a pad. ``extra`` is a preview, ``counted`` are the points that an animation has shown so far.

    ``times`` are the clocks by seat.
    """

    active: Seat | None = None
    extra: Sequence[int] = ()
    counted: Sequence[int] = ()
    tabs: tuple[str, ...] = ()
    ties: str = ""
    singles: bool = False
    flash: frozenset[Seat] = field(default_factory=frozenset)
    times: Mapping[Seat, str] = field(default_factory=dict)


def totals(pad: Pad, look: PadLook) -> tuple[int, ...]:
    """The totals as shown: those of the pad, with the points that an animation has counted so far."""
    counted = look.counted or (0,) * len(pad.names)
    return tuple(a + b for a, b in zip(pad.totals, counted, strict=True))


def draw_pad(pad: Pad, look: PadLook, width: int, height: int) -> Picture:
    """The pad on ``width`` x ``height`` cells."""
    canvas = Canvas(width, height)
    seats, beside = len(pad.names), width >= WIDTH_WITH_ROUNDS
    hint = f"In a tie, {look.ties}" if look.ties and beside else ""
    left_out = _standings_table(pad, look, width).left_out
    if left_out:
        hint = rounds_left_out(pad.rounds(), left_out)
    spots = draw_tabs(canvas, look.tabs, "Score", hint, width)
    if height - 1 < seats:
        _draw_side_by_side(canvas, pad, look)
        return Picture(canvas, spots)
    y = _draw_standings(canvas, pad, look)
    if not beside and height - y >= 4:
        if look.singles:
            _draw_singles(canvas, y + 1, pad)
        else:
            _draw_rounds(canvas, y + 1, pad, look)
    return Picture(canvas, spots)


def pad_rows(pad: Pad, look: PadLook, width: int) -> int:
    """The rows that all of a pad takes on at most 59 columns."""
    ties = len(wrap(f"In a tie, {look.ties}", width - 2)) if look.ties else 0
    body = len(pad.lines) if look.singles else len(pad.rounds()) + 1 + ties
    return 3 + len(pad.names) + body


def rounds_left_out(rounds: Sequence[tuple[int, tuple[int, ...]]], number: int) -> str:
    """The rounds before the first one shown: the first ``number`` of those with points have no room.

    >>> rounds_left_out([(1, (2,)), (5, (3,))], 1), rounds_left_out([(1, (2,)), (2, (3,))], 1)
    ('Rounds 1-4 left out', 'Round 1 left out')
    """
    last = rounds[number][0] - 1 if number < len(rounds) else rounds[-1][0]
    return "Round 1 left out" if last == 1 else f"Rounds 1-{last} left out"


def _time_cells(look: PadLook, width: int) -> int:
    """The cells of the clocks in the standings, 0 where there are none or no room for them."""
    return TIME_CELLS if look.times and width >= WIDTH_WITH_TIMES else 0


def _standings_table(pad: Pad, look: PadLook, width: int) -> TextTable:
    """The columns of the standings, with a round each in a wide pane as far as there is room for them."""
    columns = [Column(width=1, gap=0), Column(width=2)]
    rounds = pad.rounds() if width >= WIDTH_WITH_ROUNDS else ()
    time_cells = _time_cells(look, width)
    name_cells = max(4, min(NAME_CELLS, width - 16 - time_cells))
    columns.append(Column("player", BADGE_CELLS + name_cells, gap=0, badges=True))
    if time_cells:
        columns.append(Column("time", time_cells, right=True, gap=0))
    columns.append(Column("sum", NUMBER_CELLS, right=True, gap=0))
    columns.append(Column(width=NUMBER_CELLS, right=True, gap=0))
    if rounds:
        columns.append(Column("round", 5, gap=0))
    columns += [Column(str(number), NUMBER_CELLS, right=True, gap=0, optional=True) for number, _ in rounds]
    return TextTable(columns, width - 2, margin=0)


def _draw_standings(canvas: Canvas, pad: Pad, look: PadLook) -> int:
    """Draw a row for each player, with the points of the latest rounds in a wide pane. Return the row below them."""
    width, seats = canvas.width, range(len(pad.names))
    rounds = pad.rounds() if width >= WIDTH_WITH_ROUNDS else ()
    table = _standings_table(pad, look, width)
    timed = _time_cells(look, width) > 0
    y = 1
    if width >= WIDTH_WITH_ROUNDS and canvas.height > len(seats) + 1:
        table.draw_headings(canvas, y)
        y += 1
    points = totals(pad, look)
    for seat in seats:
        rank = 1 + sum(other > points[seat] for other in points)
        extra = look.extra[seat] if look.extra else 0
        cells = [
            Cell(">" if look.active == seat else "", BOLD),
            Cell(f"{rank}.", MUTED),
            Cell(pad.names[seat], BOLD if look.active == seat else TEXT, seat),
            *([Cell(look.times.get(seat, ""), MUTED)] if timed else ()),
            Cell(str(points[seat]), Ink("last", bold=True) if seat in look.flash else BOLD),
            Cell(f"{extra:+d}" if extra else "", Ink("good" if extra >= 0 else "bad")),
        ]
        if rounds:
            cells.append(Cell())
        cells += [_points_cell(values[seat]) for _, values in rounds]
        table.draw_row(canvas, y, cells)
        y += 1
    return y


def _points_cell(points: int) -> Cell:
    return Cell(str(points)) if points else Cell("-", MUTED)


def _draw_side_by_side(canvas: Canvas, pad: Pad, look: PadLook) -> None:
    """Draw several players in a row, where there are fewer rows than players."""
    columns = (
        Column(width=1, gap=0),
        Column(width=PLAYER_CELLS - 7, gap=0),
        Column(width=NUMBER_CELLS, right=True, gap=0),
    )
    rows = max(1, canvas.height - 1)
    points = totals(pad, look)
    for seat, name in enumerate(pad.names):
        table = TextTable(columns, PLAYER_CELLS, x=seat // rows * PLAYER_CELLS, margin=0)
        on = look.active == seat
        cells = (Cell(">" if on else "", BOLD), Cell(name, BOLD if on else TEXT, seat), Cell(str(points[seat]), BOLD))
        table.draw_row(canvas, 1 + seat % rows, cells)


def _draw_rounds(canvas: Canvas, y: int, pad: Pad, look: PadLook) -> None:
    """Draw rounds down and players across, the latest rounds that fit, then the sums and the rule about ties."""
    width = canvas.width
    cells_each = max(3, min(6, (width - 7) // len(pad.names)))
    players = [Column(width=cells_each, right=True, gap=0) for _ in pad.names]
    table = TextTable([Column(width=5, right=True), *players], width - 1, x=1, margin=0)
    table.draw_row(canvas, y, [Cell("round", TITLE), *(Cell(seat=seat) for seat in range(len(pad.names)))])
    ties = wrap(f"In a tie, {look.ties}", width - 2) if look.ties and width > 2 else []
    room, rounds = max(0, canvas.height - y - 2 - len(ties)), pad.rounds()
    if len(rounds) > room > 1:
        y += 1
        room -= 1
        canvas.put(1, y, fit(rounds_left_out(rounds, len(rounds) - room), width - 2).rstrip(), MUTED)
    for number, points in rounds[-room:] if room else ():
        y += 1
        table.draw_row(canvas, y, [Cell(str(number), MUTED), *map(_points_cell, points)])
    y += 1
    table.draw_row(canvas, y, [Cell("sum", MUTED), *(Cell(str(total), BOLD) for total in totals(pad, look))])
    for row, text in enumerate(ties, start=y + 1):
        canvas.put(1, row, text, MUTED)


def _draw_singles(canvas: Canvas, y: int, pad: Pad) -> None:
    """Draw the latest single lines: player, points, rule and reason."""
    canvas.put(1, y, "lines", TITLE)
    if not pad.lines:
        canvas.put(1, y + 1, "Nobody has points yet.", MUTED)
    columns = (Column(width=2, gap=0), Column(width=NUMBER_CELLS, right=True), Column(share=1, gap=0))
    table = TextTable(columns, canvas.width - 1, x=1, margin=0)
    room = max(0, canvas.height - y - 1)
    if len(pad.lines) > room > 1:
        y += 1
        room -= 1
        canvas.put(1, y, f"{count(len(pad.lines) - room, 'earlier line')} left out", MUTED)
    for line in pad.lines[-room:] if room else ():
        y += 1
        score = line.score
        reason = Cell(f"{score.rule}: {score.note}")
        table.draw_row(canvas, y, [Cell(seat=score.seat), Cell(f"{score.points:+d}", BOLD), reason])


# --- the status line ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TimeShown:
    """The time left of a person as the screen shows it.

    ``runs``: it runs now. ``short``: it is nearly over. ``alone``: nobody else has a clock, so that it needs no name.
    """

    seat: Seat
    name: str
    time: str
    runs: bool
    short: bool
    alone: bool


@dataclass(frozen=True, slots=True)
class Status:
    """The first row: game, where one is in it, and the facts of the game at the right.

    ``save`` says what is wrong with the save, ``times`` are the clocks, which stand while ``paused``. ``sign`` is the
    roof before the title.
    """

    title: str
    where: str
    facts: tuple[str, ...]
    save: str = ""
    times: tuple[TimeShown, ...] = ()
    paused: bool = False
    sign: str = "▟▙"


def draw_status(status: Status, width: int) -> Picture:
    """One row; facts that do not fit are left out."""
    canvas = Canvas(width, 1)
    canvas.fill(0, 0, width, 1, " ", BAR)
    x = canvas.put(1, 0, f"{status.sign} ", Ink("cursor", "card", bold=True))
    x = canvas.put(x, 0, status.title, BAR_BOLD)
    right = width - 1
    if status.save:
        right -= cell_width(status.save) + 2
        canvas.put(right, 0, f"[{status.save}]", Ink("ink", "bad", bold=True))
    parts = clock_parts(status, right - x - cell_width(status.where) - 5)
    if parts or not status.times:
        x = canvas.put(x + 2, 0, status.where, BAR_MUTED)
    else:
        parts = clock_parts(status, right - x - 3, "one")
    right -= sum(cell_width(text) for text, _ in parts)
    at = right
    right -= 2 * len(parts[:1])  # blanks between facts and clocks
    for text, ink in parts:
        at = canvas.put(at, 0, text, ink)
    shown = ""
    for fact in status.facts:
        longer = f"{shown} · {fact}" if shown else fact[:1].upper() + fact[1:]
        if cell_width(longer) <= right - x - 3:
            shown = longer
    canvas.put(right - cell_width(shown), 0, shown, BAR_MUTED)
    return Picture(canvas, ())


def clock_parts(status: Status, room: int, least: str = "number") -> list[tuple[str, Ink]]:
    """The clocks with their inks: with names, else with numbers of seats, else (``one``) the one that runs alone.

    Nothing where even the ``least`` of these forms has no room.
    """
    for form in ("name", "number", "one"):
        parts = []
        for one in status.times:
            if form == "one" and not one.runs:
                continue
            whose = {"name": f"{one.name} ", "number": f"{one.seat + 1} ", "one": ""}[form]
            told = f"{one.time} left" if one.alone else f"{whose}{one.time}"
            if one.short:
                parts.append((f"! {told} ", Ink("ink", "warn", bold=True)))
            elif one.runs:
                parts.append((f"{told} " if one.alone else f">{told} ", BAR_BOLD))
            else:
                parts.append((f"{told} ", BAR_MUTED))
        if status.paused:
            parts.insert(0, ("clock paused ", BAR_BOLD))
        if sum(cell_width(text) for text, _ in parts) <= room:
            return parts
        if form == least:
            break
    return []


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
