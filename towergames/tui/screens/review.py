"""The review of a finished game: the best choice at every decision, the missed points, and the score curve.

Enter leads into the replay. The whole screen is one picture.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.worker import get_current_worker

from towergames.board.canvas import Canvas
from towergames.board.protocol import Picture, Spot
from towergames.core.contract import Seat
from towergames.core.review import Candidate, MoveReview
from towergames.core.text import count
from towergames.table.game_review import ReviewedPlay, ReviewTotals, reviewer_of, sweep, tallies
from towergames.table.history import History
from towergames.table.pad import build_pad
from towergames.tui import paint
from towergames.tui.command_screen import TowerScreen
from towergames.tui.commands import PAGES, group, pick
from towergames.tui.list_mixins import RowSelection
from towergames.tui.paint import Rect, put, wrap
from towergames.tui.text_table import Cell, Column, TableRow, TextTable
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar

COMMANDS = (
    *group(
        "review",
        ("review.open", "Show in the replay", "Go to the marked move", "enter", "open", "to the move"),
        (
            "review.order",
            "Other order",
            "Sort as played, or with the most missed first",
            "s space",
            "order",
            "most missed",
        ),
        ("review.player", "Other player", "Show everyone, or one player alone", "tab", "player", "player"),
    ),
    *pick("move.up", "move.down"),
    *PAGES,
    *group("review", ("back", "Back", "Close the review", "escape q", "back", "back")),
)
BATCH = 8


class ReviewPage(RowSelection, TowerScreen[int]):
    """A review whose rows lead to the plays of a finished game.

    ``show`` shows a chosen play above the review, which is there again after it. A review without ``show`` closes
    with the play, and the screen below shows it.
    """

    def __init__(self, history: History, *, at: int = 0, show: Callable[[int], None] | None = None) -> None:
        super().__init__()
        self.history = history
        self.at = 0
        self._start_at = at
        self._show = show

    def lead_to(self, play: int) -> None:
        """Show a play that was chosen."""
        if self._show is None:
            self.dismiss(play)
        else:
            self._show(play)


class ReviewScreen(ReviewPage):
    """A finished game under its game's reviewer."""

    NAME = "Review"
    OWN = COMMANDS
    MINIMUM = (70, 18)
    PAGE = 8

    def __init__(self, history: History, *, at: int = 0, show: Callable[[int], None] | None = None) -> None:
        super().__init__(history, at=at, show=show)
        self.names = history.header.names
        self.judged: list[ReviewedPlay] = []
        self.done = 0
        self.problem = ""
        self.seat: Seat | None = None
        self.by_missed = False
        self.first_row = 0
        pad, plays = build_pad(history), len(history.plays)
        self._curves = tuple(pad.curve(seat, plays) for seat in range(len(self.names)))
        self.table = self._make_table()

    def compose(self) -> ComposeResult:
        yield CanvasView(self._paint, id="review")
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin to judge."""
        super().on_mount()
        self.run_worker(self._sweep, thread=True, exclusive=True, group="review")

    def _sweep(self) -> None:
        worker = get_current_worker()
        batch: list[ReviewedPlay] = []
        play, problem = 0, ""
        try:
            for play, judged in sweep(self.history, lambda: worker.is_cancelled):
                if judged is not None:
                    batch.append(judged)
                if play % BATCH == 0:
                    self.call_later(self._take, batch, play)
                    batch = []
        except Exception as error:  # a reviewer's fault must not take the screen down; it says so
            problem = str(error) or type(error).__name__
        self.call_later(self._take, batch, play if problem else len(self.history.plays), problem)

    def _take(self, judged: list[ReviewedPlay], play: int, problem: str = "") -> None:
        """Add what was judged up to a play; ``problem`` says why no more will come."""
        self.judged += judged
        self.done, self.problem = play, problem
        self._renew(None)
        if self._start_at and self.done >= self._start_at:
            later = [row for row, move in enumerate(self.table.rows) if move.play >= self._start_at]
            self._start_at = 0
            self.mark(later[0] if later else 0)
        self.refresh_keys()

    # --- the picture ------------------------------------------------------------------------------------

    def _make_table(self) -> ReviewTable:
        review = reviewer_of(self.history)
        rows = [move for move in self.judged if self.seat is None or move.seat == self.seat]
        if self.by_missed:
            rows.sort(key=lambda move: (-move.finding.missed, move.play))
        return ReviewTable(
            title=self.history.game.info.title,
            top=self._top(),
            only=self.seat,
            measure=review.measure if review is not None else "",
            prize=review.prize if review is not None else "",
            names=self.names,
            tallies=tallies(len(self.names), self.judged),
            rows=tuple(rows),
            curves=self._curves,
        )

    def _renew(self, play: int | None) -> None:
        """Make the list again, with the mark on a play or the nearest play in the list."""
        self.table = self._make_table()
        rows = self.table.rows
        if play is not None and rows:
            self.at = min(range(len(rows)), key=lambda row: abs(rows[row].play - play))
        self.mark(self.at)

    def _top(self) -> str:
        if self.problem:
            return f"Stopped: {self.problem}"
        if self.done < len(self.history.plays):
            return f"{self.done} of {len(self.history.plays)} moves compared"
        who = "everyone" if self.seat is None else self.names[self.seat]
        return f"{who}  {'most missed first' if self.by_missed else 'as played'}"

    def _paint(self, width: int, height: int) -> Picture:
        picture, self.first_row = draw_review(self.table, self.at, self.first_row, width, height)
        return picture

    def mark(self, row: int) -> None:
        """Put the mark on a row, or the nearest there is."""
        self.at = max(0, min(len(self.table.rows) - 1, row))
        for view in self.query(CanvasView):
            view.repaint()

    def _marked(self) -> ReviewedPlay | None:
        return self.table.rows[self.at] if self.at < len(self.table.rows) else None

    # --- what can be done -------------------------------------------------------------------------------

    def _why_not_review_open(self) -> str:
        return "" if self._marked() is not None else "Go to a move first."

    def _do_review_open(self, argument: str = "") -> None:
        marked = self._marked()
        if marked is not None:
            self.lead_to(marked.play)

    def _do_review_order(self, argument: str = "") -> None:
        marked = self._marked()
        self.by_missed = not self.by_missed
        self._renew(None if self.by_missed or marked is None else marked.play)
        if self.by_missed:
            self.mark(0)

    def _do_review_player(self, argument: str = "") -> None:
        wanted = argument.strip().casefold()
        seats: list[Seat | None] = [None, *range(len(self.names))]
        after = seats[(seats.index(self.seat) + 1) % len(seats)]
        if wanted:
            named = [seat for seat, name in enumerate(self.names) if wanted in (name.casefold(), str(seat + 1))]
            after = named[0] if named else None
        self._show_seat(after)

    def _show_seat(self, seat: Seat | None) -> None:
        marked = self._marked()
        self.seat = seat
        self._renew(marked.play if marked is not None else None)

    def on_canvas_view_spot_clicked(self, event: CanvasView.SpotClicked) -> None:
        """Mark a row or open the marked one; show a player alone, or everybody again."""
        event.stop()
        if event.spot.startswith(SEAT):
            seat = int(event.spot.removeprefix(SEAT))
            self._show_seat(None if seat == self.seat else seat)
            return
        row = int(event.spot.removeprefix(ROW))
        if row == self.at:
            self.run_command("review.open")
        else:
            self.mark(row)


ROW = "row:"
SEAT = "seat:"
DETAIL_ROWS = 3
"""Rows of the judgement on the marked decision, with its heading."""
MIN_LIST_ROWS = 5
LOOK_CLOSER = 22
"""Fewest rows of a review that shows candidates and unseen tiles."""


@dataclass(frozen=True, slots=True)
class ReviewTable:
    """The judgements that are shown, in order, and what stands around them.

    ``prize`` is the name of the special bonus or ''. ``top`` is a line about the list, ``only`` the player who is shown
    alone.
    """

    title: str
    top: str
    only: Seat | None
    measure: str
    prize: str
    names: tuple[str, ...]
    tallies: tuple[ReviewTotals, ...]
    rows: tuple[ReviewedPlay, ...]
    curves: tuple[tuple[int, ...], ...]


def draw_review(table: ReviewTable, at: int, offset: int, width: int, height: int) -> tuple[Picture, int]:
    """Draw the whole review. Return the first row of the list that is shown too."""
    canvas = Canvas(width, height)
    paint.bar(canvas, 0, f"Review  {table.title}", table.top)
    seats = len(table.names)
    put(canvas, 1, 1, table.measure, width - 2, paint.MUTED)
    spots = _draw_players(canvas, Rect(0, 2, width, seats + 1), table)
    marked = table.rows[at] if at < len(table.rows) else None
    detail_rows = DETAIL_ROWS + (_closer_rows(table, width) if height >= LOOK_CLOSER else 0)
    left = height - 3 - seats - detail_rows
    curve_rows = min(left * 2 // 5, left - MIN_LIST_ROWS, 13)
    curve_rows = curve_rows if curve_rows > paint.LEAST_CHART else 0
    listed = Rect(0, 3 + seats, width, left - curve_rows)
    offset = paint.scroll_to(offset, at, listed.height - 1, len(table.rows))
    spots += _draw_list(canvas, listed, table, at, offset)
    _draw_detail(canvas, Rect(0, listed.bottom, width, detail_rows), table, marked)
    if curve_rows:
        room = paint.heading(canvas, Rect(0, height - curve_rows, width, curve_rows), "score curve")
        at = marked.play if marked is not None else max(0, len(table.curves[0]) - 1)
        paint.draw_chart(canvas, Rect(1, room.y, width - 2, room.height), table.names, table.curves, at)
    cursor = (0, listed.y + 1 + at - offset) if table.rows else None
    return Picture(canvas, tuple(spots), cursor), offset


def _draw_players(canvas: Canvas, room: Rect, table: ReviewTable) -> list[Spot]:
    name = 18 if room.width >= 100 else 14
    columns = [
        Column("player", name, badges=True),
        Column("moves", 5, right=True),
        Column("best found", 11, right=True),
        Column("missed", 7, right=True, gap=1 if table.prize else 2),
    ]
    if table.prize:
        columns.append(Column(table.prize, 8, right=True, gap=2))
    columns.append(Column("best move", share=1))
    players = TextTable(columns, room.width, margin=1)
    players.draw_headings(canvas, room.y)
    spots = []
    for y, tally in enumerate(table.tallies, start=room.y + 1):
        if table.only == tally.seat:
            canvas.put(0, y, ">", paint.BOLD)
        players.draw_row(canvas, y, _player_cells(table, tally))
        spots.append(Spot(f"{SEAT}{tally.seat}", 0, y, room.width, 1, table.names[tally.seat]))
    return spots


def _player_cells(table: ReviewTable, tally: ReviewTotals) -> list[Cell]:
    cells = [
        Cell(table.names[tally.seat], paint.BOLD, tally.seat),
        Cell(str(tally.decisions)),
        Cell(f"{tally.found} {tally.share:>3}%"),
        Cell(str(tally.missed)),
    ]
    if table.prize:
        possible = tally.prizes + tally.prizes_missed
        cells.append(Cell(f"{tally.prizes} of {possible}" if possible else "-"))
    best = tally.best
    cells.append(Cell(f"{best.finding.got_points}  {best.in_words}" if best is not None else ""))
    return cells


def _draw_list(canvas: Canvas, room: Rect, table: ReviewTable, at: int, offset: int) -> list[Spot]:
    columns = (
        Column("move", 4, right=True),
        Column("who", 16 if room.width >= 100 else 10, badges=True),
        Column("played", share=2),
        Column("points", 6, right=True),
        Column("best", share=3),
        Column("points", 6, right=True),
        Column("missed", 6, right=True),
    )
    listed = TextTable(columns, room.width - 1)
    canvas.put(0, room.y, "─" * room.width, paint.LINE)
    listed.draw_headings(canvas, room.y, paint.TITLE)
    body = Rect(room.x, room.y + 1, room.width, room.height - 1)
    if not table.rows:
        put(canvas, 2, body.y, "No moves to review.", room.width - 4, paint.MUTED)
    return listed.draw_list(canvas, body, len(table.rows), at, offset, lambda number: _decision_row(table, number))


def _decision_row(table: ReviewTable, number: int) -> TableRow:
    judged = table.rows[number]
    finding = judged.finding
    cells = [
        Cell(str(judged.play)),
        Cell(table.names[judged.seat], seat=judged.seat),
        Cell(judged.in_words),
        Cell(str(finding.got_points)),
    ]
    prize = f" {table.prize}!" if finding.prize and not finding.prize_got else ""
    if finding.found:
        cells += [Cell("found", paint.MUTED, tail=prize), Cell(), Cell("-")]
    else:
        best = Cell(finding.best_effect, tail=prize)
        cells += [best, Cell(str(finding.best_points)), Cell(str(finding.missed), paint.WARN)]
    return TableRow(f"{ROW}{number}", judged.move, cells)


def _draw_detail(canvas: Canvas, room: Rect, table: ReviewTable, judged: ReviewedPlay | None) -> None:
    if judged is None:
        return
    inner = paint.heading(canvas, room, f"move {judged.play}, {table.names[judged.seat]}")
    told = detail(judged)
    for row, line in enumerate(told[: inner.height]):
        put(canvas, 1, inner.y + row, line, room.width - 2, paint.TEXT)
    _draw_closer(canvas, Rect(0, inner.y + DETAIL_ROWS - 1, room.width, room.height - DETAIL_ROWS), judged.finding)


def _closer_rows(table: ReviewTable, width: int) -> int:
    """Rows of candidates and unseen tiles, as many as the longest of the listed decisions needs."""
    most = 0
    for judged in table.rows:
        finding = judged.finding
        unseen = wrap(finding.unseen, width - 2) if finding.unseen else []
        most = max(most, (len(finding.candidates) + 1 if finding.candidates else 0) + len(unseen))
    return most


def _draw_closer(canvas: Canvas, room: Rect, finding: MoveReview) -> None:
    """Draw the best actions beside the one that was chosen, and what its player had not seen yet."""
    y = room.y
    if finding.candidates and room.height > len(finding.candidates):
        draw_candidates(canvas, room, finding.candidates)
        y += len(finding.candidates) + 1
    if finding.unseen:
        for line in wrap(finding.unseen, room.width - 2)[: max(0, room.bottom - y)]:
            canvas.put(1, y, line, paint.MUTED)
            y += 1


def draw_candidates(canvas: Canvas, room: Rect, candidates: Sequence[Candidate]) -> None:
    """Draw the actions that a decision is compared with, and their values where they have any."""
    valued = [candidate for candidate in candidates if candidate.value is not None]
    columns = [Column("candidates", share=3), Column("points", 6, right=True, gap=2)]
    if valued:
        columns.append(Column("after", 6, right=True, gap=2))
    columns.append(Column(share=2))
    listed = TextTable(columns, room.width - 1)
    listed.draw_headings(canvas, room.y, paint.TITLE)
    for row, candidate in enumerate(candidates, start=room.y + 1):
        ink = paint.BOLD if candidate.made else paint.TEXT
        name = Cell(candidate.move, ink, tail=" (played)" if candidate.made else "")
        cells = [name, Cell(str(candidate.points), ink)]
        if valued:
            cells.append(Cell(str(candidate.value), ink))
        listed.draw_row(canvas, row, [*cells, Cell(candidate.note, paint.MUTED)])


def detail(judged: ReviewedPlay) -> Sequence[str]:
    """The judgement on one decision in words, at most two lines."""
    finding = judged.finding
    played = f"{judged.in_words} for {count(finding.got_points, 'point')}"
    if not finding.best:
        first = f"{played}. There was {finding.best_effect}."
    elif finding.found:
        first = f"{played}. Nothing scored more."
    else:
        first = f"Best: {finding.best_effect} for {count(finding.best_points, 'point')}."
    return (first, finding.note) if finding.note else (first,)
