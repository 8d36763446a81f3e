"""The log: newest lines last, the moves since the looker's decision marked; also the recap of those moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from towergames.boards.canvas import Canvas, Ink
from towergames.boards.desk import Picture, Spot
from towergames.table.match import LogLine
from towergames.tui.paint import BOLD, LINE, MUTED, TEXT, TITLE, badge, wrap

REMARKS = ("undo", "note")
"""Kinds of lines that are about help and taking back: shown apart from moves."""


@dataclass(frozen=True, slots=True)
class LogLook:
    """How the log is looked at: lines of plays in (``since``, ``until``] are marked; ``scroll`` counts from the end."""

    since: int
    until: int
    scroll: int = 0
    tabs: tuple[str, ...] = ()
    title: str = "Log"
    hint: str = ""


def draw_log(lines: Sequence[LogLine], look: LogLook, width: int, height: int) -> Picture:
    """The log on ``width`` x ``height`` cells; a click on a line looks at the table after that move."""
    canvas = Canvas(width, height)
    spots = list(draw_tabs(canvas, look.tabs, look.title, look.hint, width))
    rows: list[tuple[LogLine, str, bool]] = []
    room = height - 1
    last = max(0, len(lines) - look.scroll)
    at = last
    while at > 0 and len(rows) < room:
        at -= 1
        line = lines[at]
        for i, text in reversed(list(enumerate(wrap(line.text, width - 5, hang=2)))):
            rows.insert(0, (line, text, i == 0))
    rows = rows[-room:] if room > 0 else []
    for y, (line, text, first) in enumerate(rows, start=1):
        marked = look.since < line.play <= look.until
        canvas.put(0, y, ">" if marked and first else "│" if marked else " ", Ink("last", bold=True))
        if first and line.seat is not None:
            badge(canvas, 1, y, line.seat)
        ink = MUTED if line.kind in REMARKS else BOLD if marked else TEXT
        canvas.put(4, y, text, ink)
        spots.append(Spot(f"play:{line.play}", 0, y, width, 1, text))
    if look.scroll and height > 1:
        canvas.put(max(0, width - 12), height - 1, f" {look.scroll} newer v", Ink("accent", "card"))
    return Picture(canvas, tuple(spots))


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
