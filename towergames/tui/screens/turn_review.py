"""The review of a player's turns: one turn of praise, at most three that cost much, and what would have been better.

A turn can be tried again, and Enter leads into the replay. The whole screen is one picture.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from textual.app import ComposeResult
from textual.worker import get_current_worker

from towergames import registry
from towergames.board.canvas import Canvas, Ink
from towergames.board.protocol import AnyContext, Picture, Spot
from towergames.core.contract import Seat
from towergames.core.review import TurnReview
from towergames.session import privacy
from towergames.session.context import context_at
from towergames.session.ui_memory import plain_look
from towergames.table.game_review import reviewer_of
from towergames.table.history import History
from towergames.table.match import Table
from towergames.table.records import Branch
from towergames.table.turn_review import (
    ReviewOfTurns,
    nothing_costly,
    review_turns,
    reviewed_seats,
    said,
    turn_reviewer_of,
    value,
)
from towergames.tui import paint
from towergames.tui.command_screen import TowerScreen
from towergames.tui.commands import PAGES, group, pick
from towergames.tui.list_mixins import RowSelection
from towergames.tui.paint import Rect, put, wrap
from towergames.tui.screens.review import draw_candidates
from towergames.tui.text_table import Cell, Column, TableRow, TextTable
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar

COMMANDS = (
    *group(
        "review",
        (
            "turns.open",
            "Show in the replay",
            "Go to the marked turn in the replay",
            "enter",
            "show",
            "to the turn",
        ),
        (
            "turns.try",
            "Try it again",
            "Play on from before the marked turn; it counts nowhere",
            "t",
            "try",
            "try again",
        ),
        ("turns.every", "Every move", "Show the review of every move", "a", "all", "all moves"),
        ("turns.player", "Other player", "Compare the turns of another player", "tab", "player", "player"),
    ),
    *pick("move.up", "move.down"),
    *PAGES,
    *group("review", ("back", "Back", "Close the review", "escape q", "back", "back")),
)


class TurnReviewScreen(RowSelection, TowerScreen[int]):
    """The turns of a finished game under its game's reviewer; closes with the first play of a turn, or None."""

    NAME = "Review"
    OWN = COMMANDS
    MINIMUM = (70, 18)
    PAGE = 4

    def __init__(self, history: History, *, at: int = 0) -> None:
        super().__init__()
        self.history = history
        self.seats = reviewed_seats(history)
        self.seat: Seat = self.seats[0]
        self._start_at = at
        self.found: ReviewOfTurns | None = None
        self.progress = "Turns are being compared."
        self.at = 0

    def compose(self) -> ComposeResult:
        yield CanvasView(self._paint, id="review")
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin to judge."""
        super().on_mount()
        self._judge()

    def _judge(self) -> None:
        self.found, self.at = None, 0
        self.run_worker(self._sweep, thread=True, exclusive=True, group="review")

    def _sweep(self) -> None:
        worker, seat = get_current_worker(), self.seat
        try:
            for done, of, found in review_turns(self.history, seat, lambda: worker.is_cancelled):
                self.call_later(self._take, seat, f"{done} of {of} steps done", found)
        except Exception as error:  # a reviewer's fault must not take the screen down; it says so
            self.call_later(self._take, seat, f"Stopped: {error or type(error).__name__}", None)

    def _take(self, seat: Seat, progress: str, found: ReviewOfTurns | None) -> None:
        if seat != self.seat:
            return
        self.progress, self.found = progress, found
        self.mark(self.at)
        self.refresh_keys()

    def _paint(self, width: int, height: int) -> Picture:
        reviewer = turn_reviewer_of(self.history)
        return draw_turns(
            TurnsTable(
                title=self.history.game.info.title,
                top=f"{self.history.header.names[self.seat]}  {'' if self.found else self.progress}".rstrip(),
                measure=reviewer.measure if reviewer is not None else "",
                history=self.history,
                found=self.found,
            ),
            self.at,
            width,
            height,
        )

    def mark(self, row: int) -> None:
        """Put the mark on a row, or the nearest there is."""
        rows = self.found.shown if self.found is not None else ()
        self.at = max(0, min(len(rows) - 1, row))
        for view in self.query(CanvasView):
            view.repaint()

    def _marked(self) -> TurnReview | None:
        rows = self.found.shown if self.found is not None else ()
        return rows[self.at] if self.at < len(rows) else None

    def _why_not_turns_open(self) -> str:
        return "" if self._marked() is not None else "Go to a turn first."

    def _do_turns_open(self, argument: str = "") -> None:
        marked = self._marked()
        if marked is not None:
            self.dismiss(marked.first)

    _why_not_turns_try = _why_not_turns_open

    def _do_turns_try(self, argument: str = "") -> None:
        """A table without a journal from before the turn: it counts nowhere and asks for no name."""
        marked = self._marked()
        if marked is None:
            return
        again = self.history.copy(marked.first - 1)
        help_used = self.history.assists_until(len(again.plays))
        again.header = replace(again.header, branch=Branch("the review", len(again.plays), help_used), series=None)
        table = Table(again)
        self.services.to_menu()
        self.services.tables.open_table(table)
        self.services.say(f"{marked.name.capitalize()} again, as a try: nothing of it is saved or counted.")

    def _why_not_turns_every(self) -> str:
        return "" if reviewer_of(self.history) is not None else f"{self.history.game.info.title} reviews turns only."

    def _do_turns_every(self, argument: str = "") -> None:
        self.services.open("review", self.history, at=self._start_at, then=self._chosen)

    def _chosen(self, play: int | None) -> None:
        """Lead on to the move that was chosen among all of them."""
        if play is not None:
            self.dismiss(play)

    def _why_not_turns_player(self) -> str:
        return "" if len(self.seats) > 1 else "Only one person played."

    def _do_turns_player(self, argument: str = "") -> None:
        self.seat = self.seats[(self.seats.index(self.seat) + 1) % len(self.seats)]
        self.progress = "Turns are being compared."
        self._judge()

    def on_canvas_view_spot_clicked(self, event: CanvasView.SpotClicked) -> None:
        """Mark a row, or open the marked one."""
        event.stop()
        row = int(event.spot.removeprefix(ROW))
        if row == self.at:
            self.run_command("turns.open")
        else:
            self.mark(row)


ROW = "row:"
ROWS_FOR_WINDOWS = 10
"""Rows beyond the fewest that a board may take."""
WIDE = 100
"""Fewest columns of a review that shows both turns beside each other."""


@dataclass(frozen=True, slots=True)
class TurnsTable:
    """The review that is shown; ``found`` is None while turns are compared. ``top`` is a line about its player."""

    title: str
    top: str
    measure: str
    history: History
    found: ReviewOfTurns | None


def draw_turns(table: TurnsTable, at: int, width: int, height: int) -> Picture:
    """Draw the whole review."""
    canvas = Canvas(width, height)
    paint.bar(canvas, 0, f"Review  {table.title}", table.top)
    put(canvas, 1, 1, table.measure, width - 2, paint.MUTED)
    found = table.found
    if found is None:
        return Picture(canvas)
    rows = found.shown
    spots = _draw_list(canvas, Rect(0, 3, width, len(rows) + 1), found, at)
    top = 5 + len(rows)
    if not found.costly:
        put(canvas, 1, top, nothing_costly(found), width - 2, paint.TEXT)
        top += 2
    if at < len(rows):
        top = _draw_turn(canvas, Rect(0, top, width, height - top), table, rows[at])
        top = _draw_candidates(canvas, Rect(0, top, width, height - top), rows[at])
    if at < len(rows) and rows[at].moves and rows[at] is not found.praised:
        top = _draw_boards(canvas, Rect(0, top, width, height - top), table.history, rows[at])
    if height - top > paint.LEAST_CHART + 1 and len(found.turns) > 1:
        heading = "chance to win after each turn" if found.unit == "chance" else "points of each turn"
        room = paint.heading(canvas, Rect(0, top, width, min(12, height - top)), heading)
        curve = tuple(turn.after for turn in found.turns)
        place = found.turns.index(rows[at]) if at < len(rows) else len(curve) - 1
        name = table.history.header.names[found.seat]
        paint.draw_chart(canvas, Rect(1, room.y, width - 2, room.height), (name,), (curve,), place)
    return Picture(canvas, tuple(spots), (0, 4 + at) if rows else None)


def _draw_list(canvas: Canvas, room: Rect, found: ReviewOfTurns, at: int) -> list[Spot]:
    parts = any(turn.part for turn in found.shown)
    columns = (
        Column("part", 10) if parts else Column("round", 5, right=True),
        Column("turn", share=1),
        Column("before", 6, right=True),
        Column("after", 6, right=True),
        Column("at best", 7, right=True),
        Column("cost", 6, right=True),
    )
    listed = TextTable(columns, room.width - 1)
    listed.draw_headings(canvas, room.y, paint.TITLE)

    def row(number: int) -> TableRow:
        turn = found.shown[number]
        cost = Cell("praise", paint.MUTED) if turn is found.praised else Cell(f"-{turn.lost}", paint.BAD)
        cells = [
            Cell(turn.part or str(turn.round)),
            Cell(turn.made),
            Cell(str(turn.before)),
            Cell(str(turn.after)),
            Cell(str(turn.best)),
            cost,
        ]
        return TableRow(f"{ROW}{number}", turn.made, cells)

    return listed.draw_list(canvas, Rect(room.x, room.y + 1, room.width, room.height - 1), len(found.shown), at, 0, row)


def _draw_turn(canvas: Canvas, room: Rect, table: TurnsTable, turn: TurnReview) -> int:
    """Draw the marked turn, what would have been better, and why. Return the row after it."""
    assert table.found is not None
    inner = paint.heading(canvas, room, f"{turn.name}: {value(table.found.unit, turn)}")
    pieces = [("You", turn.made)]
    if turn.moves and turn is not table.found.praised:
        pieces.append(("Better", turn.advised))
    y = inner.y
    if room.width >= WIDE and len(pieces) > 1:
        half = room.width // 2
        columns = [(1 + half * number, half - 3, text) for number, (_, text) in enumerate(pieces)]
        y = max(_put_lines(canvas, x, y, text, width, paint.TEXT) for x, width, text in columns)
    else:
        for _, text in pieces:
            y = _put_lines(canvas, 1, y, text, room.width - 2, paint.TEXT)
    return _put_lines(canvas, 1, y + 1, said(table.history, turn), room.width - 2, paint.BOLD) + 1


def _draw_candidates(canvas: Canvas, room: Rect, turn: TurnReview) -> int:
    """Draw the candidates beside the turn that was made, where there are any and room. Return the row after them."""
    if not turn.candidates or room.height <= len(turn.candidates):
        return room.y
    draw_candidates(canvas, room, turn.candidates)
    return room.y + len(turn.candidates) + 2


def _draw_boards(canvas: Canvas, room: Rect, history: History, turn: TurnReview) -> int:
    """Draw both turns side by side where there is room, else the better one, else nothing. Return the row after it."""
    board = registry.get(history.header.game).board
    best = _advised(history, turn)
    columns, rows = board.sizes(len(best.names), best.view).board
    if room.width < columns or room.height <= rows:
        return room.y
    shown = [("as advised", best)]
    if room.width // 2 > columns:
        shown.insert(0, ("as it was played", _played(history, turn)))
    width = room.width // len(shown)
    height = min(room.height, rows + ROWS_FOR_WINDOWS)
    for number, (title, context) in enumerate(shown):
        inner = paint.heading(canvas, Rect(room.x + number * width, room.y, width - 1, height), title)
        drawn = board.draw(plain_look(board, context), "board", (inner.width, inner.height))
        canvas.blit(drawn.canvas, inner.x, inner.y)
    return room.y + height


def _played(history: History, turn: TurnReview) -> AnyContext:
    """The position after the last move of the turn, as its player saw it."""
    privacy.require(history, turn.seat)
    last = turn.last
    while last >= turn.first and not history.game.counts_as_move(history.plays[last - 1].move):
        last -= 1
    return context_at(history, turn.seat, last, marks=())


def _advised(history: History, turn: TurnReview) -> AnyContext:
    """The position after the last move of the better turn."""
    privacy.require(history, turn.seat)
    game, state = history.game, history.state_after(turn.first - 1)
    for move in turn.moves:
        action = game.parse(move, state)
        if game.counts_as_move(action):
            state = game.apply(state, action).state
    return context_at(history, turn.seat, turn.first - 1, view=game.view(state, turn.seat), marks=())


def _put_lines(canvas: Canvas, x: int, y: int, text: str, width: int, ink: Ink) -> int:
    """Write a text in lines. Return the row after it."""
    for line in wrap(text, width):
        if y < canvas.height:
            canvas.put(x, y, line, ink)
        y += 1
    return y
