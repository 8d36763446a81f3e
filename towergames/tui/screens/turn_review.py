"""The review of a player's turns: one turn of praise, at most three that cost much, and what would have been better.

All turns can be listed, and any of them compared on demand. A turn can be tried again, and Enter leads into the replay.
The whole screen is one picture.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from textual.app import ComposeResult
from textual.worker import get_current_worker

from towergames import registry
from towergames.board.canvas import Canvas, Ink
from towergames.board.protocol import AnyContext, Picture, Spot
from towergames.core.contract import Nature, Seat
from towergames.core.review import TurnReview, TurnsOnDemand
from towergames.session import privacy
from towergames.session.context import context_at
from towergames.session.ui_memory import UiMemory, plain_look
from towergames.table.game_review import reviewer_of
from towergames.table.history import History
from towergames.table.log import log_lines
from towergames.table.task_end import task_story
from towergames.table.turn_review import (
    ReviewOfTurns,
    all_turns,
    judged_turn,
    nothing_costly,
    review_turns,
    reviewed_seats,
    said,
    turn_reviewer_of,
    value,
)
from towergames.table.turn_try import TurnTry
from towergames.tui import paint
from towergames.tui.commands import PAGES, group, pick
from towergames.tui.paint import Rect, put, wrap
from towergames.tui.screens.game.turn_tries import begin_try
from towergames.tui.screens.review import ReviewPage, draw_candidates
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
        ("turns.all", "All turns", "List all turns of the player, or those of the review", "l", "list", "all turns"),
        ("turns.judge", "Compare", "Compare the marked turn with the strongest level's", "c", "compare", "compare"),
        ("turns.every", "Every move", "Show the review of every move", "a", "all", "all moves"),
        ("turns.player", "Other player", "Compare the turns of another player", "tab", "player", "player"),
    ),
    *pick("move.up", "move.down"),
    *PAGES,
    *group("review", ("back", "Back", "Close the review", "escape q", "back", "back")),
)


class TurnReviewScreen(ReviewPage):
    """The turns of a finished game under its game's reviewer; a turn leads to its first play."""

    NAME = "Review"
    OWN = COMMANDS
    MINIMUM = (70, 18)
    PAGE = 4

    def __init__(self, history: History, *, at: int = 0, show: Callable[[int], None] | None = None) -> None:
        super().__init__(history, at=at, show=show)
        self.seats = reviewed_seats(history)
        self.seat: Seat = self.seats[0]
        self.found: ReviewOfTurns | None = None
        self.progress = BUSY
        self.every = False
        self._asked: dict[int, TurnReview] = {}
        """The turns compared on demand, by their first play."""
        self._all: tuple[TurnRow, ...] = ()
        self.story = ""
        """The games of a bot at the same task, once they are played."""

    def compose(self) -> ComposeResult:
        yield CanvasView(self._paint, id="review")
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin to judge."""
        super().on_mount()
        self._judge()

    def _judge(self) -> None:
        self.found, self.at, self.every = None, 0, False
        self.run_worker(self._sweep, thread=True, exclusive=True, group="review")

    def _sweep(self) -> None:
        worker, seat = get_current_worker(), self.seat
        try:
            for done, of, found in review_turns(self.history, seat, lambda: worker.is_cancelled):
                self.call_later(self._take, seat, f"{done} of {of} steps done", found)
            story = task_story(self.history, self.services.facts, lambda: worker.is_cancelled)
            self.call_later(self._take_story, story)
        except Exception as error:  # a reviewer's fault must not take the screen down; it says so
            self.call_later(self._take, seat, f"Stopped: {error or type(error).__name__}", None)

    def _take(self, seat: Seat, progress: str, found: ReviewOfTurns | None) -> None:
        if seat != self.seat:
            return
        self.progress, self.found = "" if found is not None else progress, found
        if found is not None:
            self._mark_play(self._start_at)
        self.mark(self.at)
        self.refresh_keys()

    def _take_story(self, story: str) -> None:
        self.story = story
        self.mark(self.at)

    @property
    def rows(self) -> tuple[TurnRow, ...]:
        """The turns that are listed."""
        if self.found is None:
            return ()
        return self._all if self.every else tuple(row_of(turn) for turn in self.found.shown)

    def _list_all(self) -> None:
        """List all turns again, since one more was compared."""
        judged = {turn.first: turn for turn in self.found.turns} if self.found is not None else {}
        self._all = rows_of_all(self.history, self.seat, judged | self._asked)

    def _mark_play(self, play: int) -> None:
        """Put the mark on the listed turn that has a play, if there is one."""
        for number, row in enumerate(self.rows):
            if row.first <= play <= row.last:
                self.at = number

    def _paint(self, width: int, height: int) -> Picture:
        reviewer = turn_reviewer_of(self.history)
        return draw_turns(
            TurnsTable(
                title=self.history.game.info.title,
                top=f"{self.history.header.names[self.seat]}  {self.progress}".rstrip(),
                measure=reviewer.measure if reviewer is not None else "",
                history=self.history,
                found=self.found,
                every=self.rows if self.every else (),
                story=self.story,
            ),
            self.at,
            width,
            height,
        )

    def mark(self, row: int) -> None:
        """Put the mark on a row, or the nearest there is."""
        self.at = max(0, min(len(self.rows) - 1, row))
        for view in self.query(CanvasView):
            view.repaint()

    def _marked(self) -> TurnRow | None:
        rows = self.rows
        return rows[self.at] if self.at < len(rows) else None

    def _why_not_turns_open(self) -> str:
        if self.found is None:
            return self.progress
        return "" if self._marked() is not None else "Go to a turn first."

    def _do_turns_open(self, argument: str = "") -> None:
        marked = self._marked()
        if marked is not None:
            self.lead_to(marked.first)

    def _do_turns_all(self, argument: str = "") -> None:
        """List all turns, or those of the review again; the mark stays on its turn."""
        marked, self.every = self._marked(), not self.every
        self._list_all()
        self.at = 0
        self._mark_play(marked.first if marked is not None else self._start_at)
        self.mark(self.at)
        self.refresh_keys()

    def _why_not_turns_all(self) -> str:
        return "" if self.found is not None else self.progress

    def _why_not_turns_judge(self) -> str:
        marked = self._marked()
        if marked is None:
            return self._why_not_turns_open()
        return "" if marked.turn is None else "This turn is compared already."

    def _do_turns_judge(self, argument: str = "") -> None:
        marked = self._marked()
        if marked is None or self.found is None:
            return
        self.progress = f"{marked.name.capitalize()} is being compared."
        self.run_worker(lambda: self._judge_one(marked), thread=True, exclusive=True, group="review")
        self.mark(self.at)

    def _judge_one(self, row: TurnRow) -> None:
        try:
            turn = judged_turn(self.history, range(row.first, row.last + 1))
            self.call_later(self._take_one, turn, "")
        except Exception as error:  # a reviewer's fault must not take the screen down; it says so
            self.call_later(self._take_one, None, f"Stopped: {error or type(error).__name__}")

    def _take_one(self, turn: TurnReview | None, progress: str) -> None:
        if turn is not None:
            self._asked[turn.first] = turn
            self._list_all()
        self.progress = progress
        self.mark(self.at)
        self.refresh_keys()

    def _why_not_turns_try(self) -> str:
        marked = self._marked()
        if marked is None:
            return self._why_not_turns_open()
        return "" if marked.turn is not None else "Compare the turn first."

    def _do_turns_try(self, argument: str = "") -> None:
        marked = self._marked()
        if marked is not None and marked.turn is not None:
            table = self.services.table
            here = table is not None and table.history is self.history and table.journal is not None
            save = table.name if table is not None and here and not table.header.open else ""
            begin_try(self.services, TurnTry(self.history, marked.turn, save=save))

    def _why_not_turns_every(self) -> str:
        return "" if reviewer_of(self.history) is not None else f"{self.history.game.info.title} reviews turns only."

    def _do_turns_every(self, argument: str = "") -> None:
        self.services.open("review", self.history, at=self._start_at, show=self._show, then=self._chosen)

    def _chosen(self, play: int | None) -> None:
        """Lead on to the move that was chosen among all of them."""
        if play is not None:
            self.lead_to(play)

    def _why_not_turns_player(self) -> str:
        return "" if len(self.seats) > 1 else "Only one person played."

    def _do_turns_player(self, argument: str = "") -> None:
        self.seat = self.seats[(self.seats.index(self.seat) + 1) % len(self.seats)]
        self.progress = BUSY
        self._judge()

    def on_canvas_view_spot_clicked(self, event: CanvasView.SpotClicked) -> None:
        """Mark a row, or open the marked one."""
        event.stop()
        row = int(event.spot.removeprefix(ROW))
        if row == self.at:
            self.run_command("turns.open")
        else:
            self.mark(row)


BUSY = "Turns are being compared."
ROW = "row:"
ROWS_FOR_WINDOWS = 10
"""Rows beyond the fewest that a board may take."""
WIDE = 100
"""Fewest columns of a review that shows both turns beside each other."""


LEAST_LIST = 4
"""Fewest rows of a list of all turns."""


@dataclass(frozen=True, slots=True)
class TurnRow:
    """A turn in the list: its plays, its round and its moves in words; ``turn`` is None until it is compared.

    ``part`` names the turn in a game that has no rounds.
    """

    first: int
    last: int
    round: int
    words: str
    turn: TurnReview | None
    part: str = ""

    @property
    def name(self) -> str:
        """The name of the turn in a sentence: ``round 3``, ``level 2``."""
        return self.part or f"round {self.round}"


def row_of(turn: TurnReview) -> TurnRow:
    """The row of a turn that was compared."""
    return TurnRow(turn.first, turn.last, turn.round, turn.made, turn, turn.part)


def rows_of_all(history: History, seat: Seat, judged: Mapping[int, TurnReview]) -> tuple[TurnRow, ...]:
    """The rows of all turns of a seat, as they were played; ``judged`` are those compared, by their first play."""
    rows = []
    for span in all_turns(history, seat):
        turn = judged.get(span.start)
        if turn is not None:
            rows.append(row_of(turn))
            continue
        told = [line.text for line in log_lines(history, None, span.start - 1, span.stop - 1)]
        before = history.state_after(span.start - 1)
        rows.append(TurnRow(span.start, span.stop - 1, history.game.round(before), ". ".join(told), None))
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class TurnsTable:
    """The review that is shown; ``found`` is None while turns are compared. ``top`` is a line about its player.

    ``every`` are all turns of the player, where they are listed in place of those of the review. ``story`` tells of the
    games of a bot at the same task.
    """

    title: str
    top: str
    measure: str
    history: History
    found: ReviewOfTurns | None
    every: tuple[TurnRow, ...] = ()
    story: str = ""

    @property
    def rows(self) -> tuple[TurnRow, ...]:
        """The turns listed."""
        shown = self.found.shown if self.found is not None else ()
        return self.every or tuple(map(row_of, shown))


def draw_turns(table: TurnsTable, at: int, width: int, height: int) -> Picture:
    """Draw the whole review."""
    canvas = Canvas(width, height)
    paint.bar(canvas, 0, f"Review  {table.title}", table.top)
    put(canvas, 1, 1, table.measure, width - 2, paint.MUTED)
    put(canvas, 1, 2, table.story, width - 2, paint.TEXT)
    found, rows = table.found, table.rows
    if found is None:
        return Picture(canvas)
    listed = min(len(rows), max(LEAST_LIST, height // 3)) if table.every else len(rows)
    spots = _draw_list(canvas, Rect(0, 3, width, listed + 1), table, at)
    top = 5 + listed
    if not found.costly and not table.every:
        put(canvas, 1, top, nothing_costly(found), width - 2, paint.TEXT)
        top += 2
    marked = rows[at] if at < len(rows) else None
    if marked is not None:
        top = _draw_turn(canvas, Rect(0, top, width, height - top), table, marked)
    if marked is not None and marked.turn is not None:
        top = _draw_candidates(canvas, Rect(0, top, width, height - top), marked.turn)
    if marked is not None and marked.turn is not None and marked.turn.moves and marked.turn is not found.praised:
        top = _draw_boards(canvas, Rect(0, top, width, height - top), table.history, marked.turn)
    whole = not isinstance(turn_reviewer_of(table.history), TurnsOnDemand)
    if whole and height - top > paint.LEAST_CHART + 1 and len(found.turns) > 1:
        heading = "chance to win after each turn" if found.unit == "chance" else "points of each turn"
        room = paint.heading(canvas, Rect(0, top, width, min(12, height - top)), heading)
        curve = tuple(turn.after for turn in found.turns)
        place = len(curve) - 1
        if marked is not None and marked.turn in found.turns:
            place = found.turns.index(marked.turn)
        name = table.history.header.names[found.seat]
        paint.draw_chart(canvas, Rect(1, room.y, width - 2, room.height), (name,), (curve,), place)
    return Picture(canvas, tuple(spots), (0, 4 + at - _offset(at, listed)) if rows else None)


def _offset(at: int, room: int) -> int:
    """The first row shown of a list in which the marked row is the last one shown at most."""
    return max(0, at - room + 1)


def _draw_list(canvas: Canvas, room: Rect, table: TurnsTable, at: int) -> list[Spot]:
    parts = any(row.part for row in table.rows)
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
    assert table.found is not None
    praised = table.found.praised

    def row(number: int) -> TableRow:
        shown = table.rows[number]
        turn = shown.turn
        cells = [Cell(shown.part or str(shown.round)), Cell(shown.words)]
        if turn is None:
            cells += [Cell("-", paint.MUTED)] * 4
        else:
            cost = Cell(f"-{turn.lost}", paint.BAD) if turn.lost else Cell("0", paint.MUTED)
            cost = Cell("praise", paint.MUTED) if turn is praised else cost
            cells += [Cell(str(turn.before)), Cell(str(turn.after)), Cell(str(turn.best)), cost]
        return TableRow(f"{ROW}{number}", shown.words, cells)

    below = Rect(room.x, room.y + 1, room.width, room.height - 1)
    return listed.draw_list(canvas, below, len(table.rows), at, _offset(at, below.height), row)


def _draw_turn(canvas: Canvas, room: Rect, table: TurnsTable, row: TurnRow) -> int:
    """Draw the marked turn, what would have been better, and why. Return the row after it."""
    assert table.found is not None
    turn = row.turn
    if turn is None:
        inner = paint.heading(canvas, room, f"{row.name}: not compared yet")
        return _put_lines(canvas, 1, inner.y, row.words, room.width - 2, paint.TEXT) + 1
    inner = paint.heading(canvas, room, f"{row.name}: {value(table.found.unit, turn)}")
    pieces = [turn.made]
    if turn.moves and turn is not table.found.praised:
        pieces.append(turn.advised)
    y = inner.y
    if room.width >= WIDE and len(pieces) > 1:
        half = room.width // 2
        columns = [(1 + half * number, half - 3, text) for number, text in enumerate(pieces)]
        y = max(_put_lines(canvas, x, y, text, width, paint.TEXT) for x, width, text in columns)
    else:
        for text in pieces:
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
    columns, rows = board.sizes(len(history.header.names), None).board
    if room.width < columns or room.height <= rows:
        return room.y
    shown = [("as advised", _advised(history, turn))]
    if room.width // 2 > columns:
        shown.insert(0, ("as it was played", _played(history, turn)))
    width = room.width // len(shown)
    height = min(room.height, rows + ROWS_FOR_WINDOWS)
    for number, (title, context) in enumerate(shown):
        inner = paint.heading(canvas, Rect(room.x + number * width, room.y, width - 1, height), title)
        drawn = board.draw(context, "board", (inner.width, inner.height))
        canvas.blit(drawn.canvas, inner.x, inner.y)
    return room.y + height


def _played(history: History, turn: TurnReview) -> AnyContext:
    """The position after the last move of the turn."""
    number = turn.last
    while number > turn.first and not _is_move(history, number):
        number -= 1
    return _with_move(history, turn, history.state_after(number - 1), history.plays[number - 1].move)


def _is_move(history: History, number: int) -> bool:
    play = history.plays[number - 1]
    return play.by is not None and history.game.counts_as_move(play.move)


def _advised(history: History, turn: TurnReview) -> AnyContext:
    """The position after the last move of the better turn."""
    game, state = history.game, history.state_after(turn.first - 1)
    actions = [game.parse(turn.moves[0], state)]
    for move in turn.moves[1:]:
        after = game.apply(state, actions[-1]).state
        action = game.parse(move, after)
        if game.counts_as_move(action):
            state = after
            actions.append(action)
    return _with_move(history, turn, state, actions[-1])


@lru_cache(maxsize=8)
def _with_move(history: History, turn: TurnReview, state: Any, action: Any) -> AnyContext:
    """The position after a move, as its player saw it; where Nature decides the end, the move as a ghost before it."""
    privacy.require(history, turn.seat)
    board, game = registry.get(history.header.game).board, history.game
    after = game.apply(state, action).state
    if not isinstance(game.turn(after), Nature):
        view = game.view(after, turn.seat)
        return plain_look(board, context_at(history, turn.seat, turn.first - 1, view=view, marks=()))
    view = game.view(state, turn.seat)
    bare = context_at(history, turn.seat, turn.first - 1, view=view, marks=(), may_act=True)
    bare = replace(bare, turn=game.turn(state))
    return UiMemory(board).at(bare, None, ui=board.advise(plain_look(board, bare), action).ui)


def _put_lines(canvas: Canvas, x: int, y: int, text: str, width: int, ink: Ink) -> int:
    """Write a text in lines. Return the row after it."""
    for line in wrap(text, width):
        if y < canvas.height:
            canvas.put(x, y, line, ink)
        y += 1
    return y
