"""The score sheet: every turn that scored, the totals and ranks, and the reason for each point, in one picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from textual.app import ComposeResult

from towergames.board.canvas import Canvas, Ink
from towergames.board.protocol import Picture
from towergames.core.contract import Over, Score, Seat
from towergames.core.text import cell_width
from towergames.table.history import History
from towergames.table.pad import Pad, PadLine, build_pad
from towergames.tui import paint
from towergames.tui.command_screen import TowerScreen
from towergames.tui.commands import PAGES, group, pick
from towergames.tui.exports import Exportable
from towergames.tui.list_mixins import RowSelection
from towergames.tui.paint import Rect, put
from towergames.tui.text_table import Cell, Column, TableRow, TextTable
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
        ("back", "Back", "Close the score sheet", "escape f8 p P ctrl+d q", "back", "back"),
    ),
    *PAGES,
)


class PadScreen(RowSelection, TowerScreen[None]):
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
        """Mark the row that was clicked."""
        event.stop()
        self.mark(int(event.spot))

    def _do_padscreen_running(self, argument: str = "") -> None:
        self.running = not self.running
        self.query_one(CanvasView).repaint()

    def _why_not_padscreen_rule(self) -> str:
        return "" if self.sheet.rows else "No points yet."

    def _do_padscreen_rule(self, argument: str = "") -> None:
        lines = self.sheet.rows[self.at].lines
        self.services.open_rules(self.history.header.game, argument or lines[0].score.rule)

    def _do_padscreen_export(self, argument: str = "") -> None:
        self.services.program.do_export("")

    def exportable(self) -> Exportable:
        """The pad, and the journal once nothing in it is secret any more."""
        over = isinstance(self.history.turn, Over)
        return Exportable(f"{self.history.header.game}-pad", pad=self.sheet.pad, journal=self.path if over else None)


LABEL_CELLS = 18
"""Cells for the round and the player whose turn it was."""
POINTS_CELLS = 8
"""Cells of the points of one player."""
MIN_REASON_ROWS = 6
REASON_CELLS = 44
"""Cells beside the turns from which the reasons stand there, and not below."""


@dataclass(frozen=True, slots=True)
class PadRow:
    """All score lines of one player's turn, or of chance (``by`` is None), and their points by seat."""

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
        turns = self.rows[: row + 1]
        return tuple(sum(turn.points[seat] for turn in turns) for seat in range(len(self.pad.names)))


def _turn_of(history: History, play: int) -> Seat | None:
    """The player whose turn it was at a play; an outcome of chance belongs to the move before it."""
    for earlier in reversed(history.plays[:play]):
        if earlier.by is not None:
            return earlier.by
    return None


def tie_rule(history: History) -> str:
    """The rule about ties with its id: the rule called Ties, else the first whose title begins or ends with ties.

    '' for a game played alone, and if there is no such rule.
    """
    if len(history.header.seats) == 1:
        return ""
    titled = [(rule.title.lower(), rule) for rule in history.game.rule_sheet.rules]
    rules = [rule for title, rule in titled if title == "ties"]
    rules += [rule for title, rule in titled if title.startswith("tie") or title.endswith(("ties", "tie"))]
    if not rules:
        return ""
    return f"{rules[0].id} {rules[0].title}: {' '.join(rules[0].text.split())}"


def _by_seat(lines: Sequence[PadLine], seats: int) -> tuple[int, ...]:
    sums = [0] * seats
    for line in lines:
        sums[line.score.seat] += line.score.points
    return tuple(sums)


def draw_pad(sheet: PadSheet, at: int, offset: int, running: bool, width: int, height: int) -> tuple[Picture, int]:
    """Draw the whole score sheet. Return the first row shown too."""
    canvas = Canvas(width, height)
    paint.bar(canvas, 0, f"{sheet.title}  score sheet", "running totals" if running else "points a turn")
    beside = LABEL_CELLS + (10 if sheet.preview else 2)
    cells = max(5, min(17, (width - beside) // max(1, len(sheet.pad.names)))) - 1
    players = [Column(width=cells) for _ in sheet.pad.names]
    across = beside + len(players) * (cells + 1)
    aside = width - across >= REASON_CELLS
    if not aside:
        across = width
    table = TextTable([Column(width=5, right=True, gap=2), Column(width=9), *players], across - 1, margin=1)
    names = [Cell(name, paint.BOLD, seat) for seat, name in enumerate(sheet.pad.names)]
    table.draw_row(canvas, 1, [Cell("round", paint.MUTED), Cell("player", paint.MUTED), *names])
    foot = _foot_rows(sheet, min(POINTS_CELLS, cells))
    reasons = 0 if aside else min(max(MIN_REASON_ROWS, height // 3), max(0, height - 6 - len(foot)))
    body = Rect(0, 2, across, max(1, height - 3 - len(foot) - reasons))
    offset = paint.scroll_to(offset, at, body.height, len(sheet.rows))
    if not sheet.rows:
        canvas.put(1, body.y, "No points yet.", paint.MUTED)
    spots = table.draw_list(
        canvas, body, len(sheet.rows), at, offset, lambda row: _turn_row(sheet, row, running, min(POINTS_CELLS, cells))
    )
    canvas.put(0, body.bottom, "─" * across, paint.LINE)
    sums = TextTable([Column(width=LABEL_CELLS - 2), *players], across - 1, margin=1)
    for y, row in enumerate(foot, start=body.bottom + 1):
        sums.draw_row(canvas, y, row)
    if aside:
        _reasons(canvas, Rect(across + 1, 1, width - across - 1, height - 1), sheet, at)
    else:
        _reasons(canvas, Rect(0, height - reasons, width, reasons), sheet, at)
    cursor = (0, body.y + at - offset) if sheet.rows else None
    return Picture(canvas, tuple(spots), cursor), offset


def _turn_row(sheet: PadSheet, row: int, running: bool, cells: int) -> TableRow:
    """A turn with its points, or with the totals after it, in ``cells`` cells."""
    turn = sheet.rows[row]
    who = sheet.pad.names[turn.by] if turn.by is not None else "chance"
    line = [Cell(str(turn.round)), Cell(who)]
    for points in sheet.running(row) if running else turn.points:
        text = str(points)
        if not running:
            text = f"{points:+d}" if points else "-"
        line.append(Cell(text.rjust(cells), paint.TEXT if points else paint.MUTED))
    return TableRow(str(row), f"round {turn.round}, {who}", line)


def _foot_rows(sheet: PadSheet, cells: int) -> list[list[Cell]]:
    """The rows below the turns: the preview, the totals, and the ranks."""
    pad = sheet.pad

    def row(label: str, values: Iterable[str], ink: Ink) -> list[Cell]:
        return [Cell(label, paint.MUTED), *(Cell(value.rjust(cells), ink) for value in values)]

    rows = []
    if sheet.preview:
        rows.append(
            row("if you do this", (f"({points:+d})" if points else "" for points in sheet.preview), paint.TITLE)
        )
    rows.append(row("total", map(str, pad.totals), paint.BOLD))
    if any(pad.carried):
        rows.append(row("games before", map(str, pad.carried), paint.MUTED))
        rows.append(row("match", map(str, pad.grand_totals), paint.BOLD))
    ranks = pad.ranks
    rows.append(row("rank", (("tied " if ranks.count(rank) > 1 else "") + f"{rank}." for rank in ranks), paint.TEXT))
    return rows


def _reasons(canvas: Canvas, room: Rect, sheet: PadSheet, at: int) -> None:
    if room.height < 2:
        return
    ties = paint.wrap(sheet.ties, room.width - 2)[: max(2, room.height // 8)] if sheet.ties else []
    if not sheet.rows:
        paint.paragraphs(canvas, Rect(room.x + 1, room.y + 1, room.width - 2, room.height - 1), ties)
        return
    inner = paint.heading(canvas, room, "why these points")
    y = inner.y
    last = inner.bottom - (len(ties) if inner.height - len(ties) >= 2 else 0)
    lines = sorted(sheet.rows[at].lines, key=lambda line: not line.score.points)
    for number, line in enumerate(lines):
        score = line.score
        limit = f" of {score.nominal}" if score.nominal != score.points else ""
        reasons = [score.rule, score.note]
        if score.rule[-1:].isdigit():
            reasons.reverse()  # a number stands behind what it is the number of
        text = "  ".join([f"{sheet.pad.names[score.seat]} {score.points:+d}{limit}", *filter(None, reasons)])
        rows = [text] if cell_width(text) <= room.width - 5 else paint.wrap(text, room.width - 5, hang=2)
        left = len(lines) - number
        if left > 1 and y + len(rows) >= last:
            put(canvas, room.x + 1, y, f"and {left} more lines; the export has all", room.width - 2, paint.MUTED)
            break
        paint.badge(canvas, room.x + 1, y, score.seat)
        for part in rows[: last - y]:
            put(canvas, room.x + 4, y, part, room.width - 5, paint.TEXT)
            y += 1
    if last < inner.bottom:
        for row, text in enumerate(ties):
            put(canvas, room.x + 1, inner.bottom - len(ties) + row, text, room.width - 2, paint.MUTED)
