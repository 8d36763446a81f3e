"""The whole score pad: every turn that scored, the running totals and ranks, and why each point was given.

The table is drawn by hand: players' badges head its columns, and totals and reasons stand below it in one picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from textual.app import ComposeResult

from towergames.board.canvas import Canvas, Ink
from towergames.board.protocol import Picture, Spot
from towergames.core.contract import Over, Score, Seat
from towergames.table.history import History
from towergames.table.pad import Pad, PadLine, build_pad
from towergames.tui import paint
from towergames.tui.command_screen import TowerScreen
from towergames.tui.commands import PAGES, group, pick
from towergames.tui.exports import Exportable
from towergames.tui.lists import Marking
from towergames.tui.paint import Rect, put
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar

COMMANDS = (
    *pick("move.up", "move.down"),
    *group(
        "pad",
        ("padscreen.rule", "Rule of this line", "Read the rule that gave the points", "enter r", "rule", "rule"),
        (
            "padscreen.running",
            "Running totals",
            "Show the points of each turn, or running totals",
            "t space",
            "running",
            "totals",
        ),
        (
            "padscreen.export",
            "Export the score sheet",
            "Save the score sheet as text or CSV",
            "e",
            "exportpad",
            "export",
        ),
        ("back", "Back", "Close the score sheet", "escape p q", "back", "back"),
    ),
    *PAGES,
)


class PadScreen(Marking, TowerScreen[None]):
    """The score pad of a history after ``plays`` plays (default all), with ``preview`` lines pencilled in."""

    PAGE = 10

    NAME = "Score sheet"
    OWN = COMMANDS
    MINIMUM = (60, 16)

    def __init__(
        self,
        history: History,
        *,
        plays: int | None = None,
        preview: Sequence[Score] = (),
        path: Path | None = None,
    ) -> None:
        super().__init__()
        self.sheet = PadSheet.of(history, plays, preview)
        self.history = history
        self.path = path
        self.at = max(0, len(self.sheet.rows) - 1)
        self.first_row = 0
        self.running = False

    def compose(self) -> ComposeResult:
        """One picture above the keys."""
        yield CanvasView(self._paint, id="pad")
        yield KeyBar()

    def _paint(self, width: int, height: int) -> Picture:
        picture, self.first_row = draw_pad(self.sheet, self.at, self.first_row, self.running, width, height)
        return picture

    def mark(self, row: int) -> None:
        """Put the mark on a row, or the nearest there is."""
        self.at = max(0, min(len(self.sheet.rows) - 1, row))
        self.query_one(CanvasView).repaint()

    def on_canvas_view_spot_clicked(self, event: CanvasView.SpotClicked) -> None:
        """A row was clicked."""
        event.stop()
        self.mark(int(event.spot))

    def _do_padscreen_running(self, argument: str = "") -> None:
        self.running = not self.running
        self.query_one(CanvasView).repaint()

    def _can_padscreen_rule(self) -> str:
        return "" if self.sheet.rows else "No points yet."

    def _do_padscreen_rule(self, argument: str = "") -> None:
        lines = self.sheet.rows[self.at].lines
        self.services.open_rules(self.history.header.game, argument or lines[0].score.rule)

    def _do_padscreen_export(self, argument: str = "") -> None:
        self.services.do_export("")

    def exportable(self) -> Exportable:
        """The pad, and the journal once nothing in it is secret any more."""
        over = isinstance(self.history.turn, Over)
        return Exportable(f"{self.history.header.game}-pad", pad=self.sheet.pad, journal=self.path if over else None)


LABEL = 18
"""Columns for round and turn."""
REASON_ROWS = 6


@dataclass(frozen=True, slots=True)
class PadRow:
    """All score lines of one player's turn: round, whose turn (None: chance), and points by seat."""

    round: int
    by: Seat | None
    play: int
    lines: tuple[PadLine, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PadSheet:
    """The pad with its rows. ``preview`` are points by seat that the pending move would bring."""

    title: str
    pad: Pad
    rows: tuple[PadRow, ...]
    preview: tuple[int, ...]
    ties: str

    @classmethod
    def of(cls, history: History, plays: int | None = None, preview: Sequence[Score] = ()) -> PadSheet:
        """The sheet after the first ``plays`` plays."""
        pad = build_pad(history, plays)
        pencilled = [0] * len(pad.names)
        for score in preview:
            pencilled[score.seat] += score.points
        groups: dict[int, list[PadLine]] = {}
        for line in pad.lines:
            groups.setdefault(line.play, []).append(line)
        rows = tuple(
            PadRow(lines[0].round, _turn_of(history, play), play, tuple(lines), _by_seat(lines, len(pad.names)))
            for play, lines in sorted(groups.items())
        )
        shown = tuple(pencilled) if preview else ()
        return cls(history.game.info.title, pad, rows, shown, tie_rule(history))

    def running(self, row: int) -> tuple[int, ...]:
        """The totals by seat once the row is added."""
        sums = [list(accumulate(r.points[seat] for r in self.rows[: row + 1])) for seat in range(len(self.pad.names))]
        return tuple(column[-1] if column else 0 for column in sums)


def _turn_of(history: History, play: int) -> Seat | None:
    """Whose turn it was at a play: where chance decides how a move ends, the player of that move."""
    return next((one.by for one in reversed(history.plays[:play]) if one.by is not None), None)


def tie_rule(history: History) -> str:
    """What the rules say about ties, with the rule's id: the rule called so, else the first whose title speaks of them.

    Empty for a game played alone, and where no rule does.
    """
    if len(history.header.seats) == 1:
        return ""
    titled = [(rule.title.lower(), rule) for rule in history.game.rule_sheet.rules]
    found = [rule for title, rule in titled if title == "ties"]
    found += [rule for title, rule in titled if title.startswith("tie") or title.endswith(("ties", "tie"))]
    return f"{found[0].id} {found[0].title}: {' '.join(found[0].text.split())}" if found else ""


def _by_seat(lines: Sequence[PadLine], seats: int) -> tuple[int, ...]:
    sums = [0] * seats
    for line in lines:
        sums[line.score.seat] += line.score.points
    return tuple(sums)


def draw_pad(sheet: PadSheet, at: int, offset: int, running: bool, width: int, height: int) -> tuple[Picture, int]:
    """The whole pad at that size, and the first row shown."""
    canvas = Canvas(width, height)
    seats = len(sheet.pad.names)
    kind = "running totals" if running else "points a turn"
    paint.bar(canvas, 0, f"{sheet.title}  score sheet", kind)
    cell = max(5, min(17, (width - LABEL - 2 - (8 if sheet.preview else 0)) // max(1, seats)))
    _names(canvas, 1, sheet, cell)
    foot = 2 + bool(any(sheet.pad.carried)) * 2 + bool(sheet.preview)
    reasons = min(max(REASON_ROWS, height // 3), max(0, height - 2 - foot - 4))
    body = Rect(0, 2, width, max(1, height - 2 - foot - reasons - 1))
    offset = paint.scroll_to(offset, at, body.height, len(sheet.rows))
    spots = _body(canvas, body, sheet, at, offset, running, cell)
    _foot(canvas, body.bottom, sheet, cell)
    _reasons(canvas, Rect(0, height - reasons, width, reasons), sheet, at)
    cursor = (0, body.y + at - offset) if sheet.rows else None
    return Picture(canvas, tuple(spots), cursor), offset


def _names(canvas: Canvas, y: int, sheet: PadSheet, cell: int) -> None:
    canvas.put(1, y, "round  turn of", paint.MUTED)
    for seat, name in enumerate(sheet.pad.names):
        x = LABEL + seat * cell
        paint.badge(canvas, x, y, seat)
        put(canvas, x + 3, y, name, cell - 4, paint.BOLD)


def _body(canvas: Canvas, room: Rect, sheet: PadSheet, at: int, offset: int, running: bool, cell: int) -> list[Spot]:
    spots = []
    if not sheet.rows:
        canvas.put(1, room.y, "No points yet.", paint.MUTED)
    for row in range(offset, min(len(sheet.rows), offset + room.height)):
        y, entry = room.y + row - offset, sheet.rows[row]
        here = row == at
        ink = paint.SELECTED if here else paint.TEXT
        if here:
            canvas.fill(0, y, room.width - 1, 1, " ", paint.SELECTED)
        who = sheet.pad.names[entry.by] if entry.by is not None else "chance"
        canvas.put(0, y, ">" if here else " ", ink)
        canvas.put(1, y, str(entry.round).rjust(5), ink)
        put(canvas, 8, y, who, LABEL - 9, ink)
        values = sheet.running(row) if running else entry.points
        for seat, points in enumerate(values):
            text = str(points) if running else (f"{points:+d}" if points else "-")
            quiet = not here and not points
            canvas.put(LABEL + seat * cell, y, text.rjust(min(8, cell - 1)), paint.MUTED if quiet else ink)
        spots.append(Spot(str(row), 0, y, room.width, 1, f"round {entry.round}, {who}"))
    paint.scrollbar(canvas, room.width - 1, room, offset, len(sheet.rows))
    return spots


def _foot(canvas: Canvas, y: int, sheet: PadSheet, cell: int) -> None:
    canvas.put(0, y, "─" * canvas.width, paint.LINE)
    lines: list[tuple[str, Sequence[str], Ink]] = []
    if sheet.preview:
        lines.append(("if you do this", [f"({p:+d})" if p else "" for p in sheet.preview], paint.TITLE))
    lines.append(("total", [str(p) for p in sheet.pad.totals], paint.BOLD))
    if any(sheet.pad.carried):
        lines.append(("brought along", [str(p) for p in sheet.pad.carried], paint.MUTED))
        lines.append(("match", [str(p) for p in sheet.pad.grand_totals], paint.BOLD))
    ranks = sheet.pad.ranks
    lines.append(("rank", [f"{r}." + ("=" if ranks.count(r) > 1 else "") for r in ranks], paint.TEXT))
    for row, (label, values, ink) in enumerate(lines, start=1):
        canvas.put(1, y + row, label, paint.MUTED)
        for seat, value in enumerate(values):
            canvas.put(LABEL + seat * cell, y + row, value.rjust(min(8, cell - 1)), ink)


def _reasons(canvas: Canvas, room: Rect, sheet: PadSheet, at: int) -> None:
    if room.height < 2:
        return
    ties = paint.wrap(sheet.ties, room.width - 2)[:2] if sheet.ties else []
    if not sheet.rows:
        paint.paragraphs(canvas, Rect(room.x + 1, room.y + 1, room.width - 2, room.height - 1), ties)
        return
    inner = paint.heading(canvas, room, "why; Enter opens the rule")
    y = inner.y
    last = inner.bottom - (len(ties) if inner.height - len(ties) >= 2 else 0)
    lines = sorted(sheet.rows[at].lines, key=lambda line: not line.score.points)
    for number, line in enumerate(lines):
        if y == last - 1 and len(lines) - number > 1:
            put(canvas, 1, y, f"and {len(lines) - number} more lines; the export has all", room.width - 2, paint.MUTED)
            y += 1
            break
        score = line.score
        paint.badge(canvas, 1, y, score.seat)
        limit = f" of {score.nominal}" if score.nominal != score.points else ""
        text = f"{sheet.pad.names[score.seat]} {score.points:+d}{limit}  {score.rule}  {score.note}"
        put(canvas, 4, y, text, room.width - 5, paint.TEXT)
        y += 1
    if last < inner.bottom:
        for row, text in enumerate(ties):
            put(canvas, 1, inner.bottom - len(ties) + row, text, room.width - 2, paint.MUTED)
