"""After the game: the best at every decision, what was missed, and the score curve; Enter leads into the replay."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.message import Message
from textual.worker import get_current_worker

from towergames.boards.protocol import Picture
from towergames.core.contract import Seat
from towergames.table.game_review import Judged, reviewer_of, sweep, tallies
from towergames.table.history import History
from towergames.table.pad import build_pad
from towergames.tui.command_screen import TowerScreen
from towergames.tui.commands import PAGES, group, pick
from towergames.tui.lists import Marking
from towergames.tui.screens.review.view import ROW, SEAT, Sheet, Show, draw_review
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar

COMMANDS = (
    *group(
        "review",
        ("review.open", "Show in the replay", "Go to the marked move", "enter", "open", "to the move"),
        ("review.order", "Other order", "As played, or the most missed first", "s space", "order", "most missed"),
        ("review.player", "Other player", "Everybody, or one player alone", "tab", "player", "player"),
    ),
    *pick("move.up", "move.down"),
    *PAGES,
    *group("review", ("back", "Back", "Close the review", "escape q", "back", "back")),
)
BATCH = 8


class ReviewScreen(Marking, TowerScreen[int]):
    """A finished game under its game's reviewer; closes with the number of the play to be shown, or None."""

    NAME = "Review"
    OWN = COMMANDS
    MINIMUM = (70, 18)
    PAGE = 8

    class Judging(Message):
        """Some plays were judged, up to ``play``; ``problem`` says why no more will come."""

        def __init__(self, judged: list[Judged], play: int, problem: str = "") -> None:
            self.judged = judged
            self.play = play
            self.problem = problem
            super().__init__()

    def __init__(self, history: History, *, at: int = 0) -> None:
        super().__init__()
        self.history = history
        self.names = history.header.names
        self.judged: list[Judged] = []
        self.done = 0
        self.problem = ""
        self.seat: Seat | None = None
        self.by_missed = False
        self.at = 0
        self.first_row = 0
        self._start_at = at
        pad, plays = build_pad(history), len(history.plays)
        self._curves = tuple(pad.curve(seat, plays) for seat in range(len(self.names)))
        self.sheet = self._make_sheet()

    def compose(self) -> ComposeResult:
        """One picture above the keys."""
        yield CanvasView(self._paint, id="review")
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin to judge."""
        super().on_mount()
        self.run_worker(self._sweep, thread=True, exclusive=True, group="review")

    # --- judging, in a thread ---------------------------------------------------------------------------

    def _sweep(self) -> None:
        worker = get_current_worker()
        found: list[Judged] = []
        play = 0
        try:
            for play, judged in sweep(self.history, lambda: worker.is_cancelled):
                if judged is not None:
                    found.append(judged)
                if play % BATCH == 0:
                    self.post_message(self.Judging(found, play))
                    found = []
        except Exception as error:  # a reviewer's fault must not take the screen down; it says so
            self.post_message(self.Judging(found, play, str(error) or type(error).__name__))
            return
        self.post_message(self.Judging(found, len(self.history.plays)))

    def on_review_screen_judging(self, event: Judging) -> None:
        """Add what was judged."""
        event.stop()
        self.judged += event.judged
        self.done, self.problem = event.play, event.problem
        self._renew(None)
        if self._start_at and self.done >= self._start_at:
            row = next((i for i, j in enumerate(self.sheet.rows) if j.play >= self._start_at), 0)
            self._start_at = 0
            self.mark(row)
        self.refresh_keys()

    # --- the picture ------------------------------------------------------------------------------------

    def _make_sheet(self) -> Sheet:
        review = reviewer_of(self.history)
        rows = [j for j in self.judged if self.seat is None or j.seat == self.seat]
        if self.by_missed:
            rows.sort(key=lambda j: (-j.finding.missed, j.play))
        return Sheet(
            title=self.history.game.info.title,
            measure=review.measure if review is not None else "",
            prize=review.prize if review is not None else "",
            names=self.names,
            tallies=tallies(len(self.names), self.judged),
            rows=tuple(rows),
            curves=self._curves,
        )

    def _renew(self, play: int | None) -> None:
        """Make the list anew, the mark on a play or the nearest that is among them."""
        self.sheet = self._make_sheet()
        rows = self.sheet.rows
        if play is not None and rows:
            self.at = min(range(len(rows)), key=lambda row: abs(rows[row].play - play))
        self.mark(self.at)

    def _top(self) -> str:
        if self.problem:
            return f"stopped: {self.problem}"
        if self.done < len(self.history.plays):
            return f"judging, move {self.done} of {len(self.history.plays)}"
        who = "everybody" if self.seat is None else self.names[self.seat]
        return f"{who}  {'most missed first' if self.by_missed else 'as played'}"

    def _paint(self, width: int, height: int) -> Picture:
        show = Show(self.at, self.first_row, self.seat, self._top())
        picture, self.first_row = draw_review(self.sheet, show, width, height)
        return picture

    def mark(self, row: int) -> None:
        """Put the mark on a row, or the nearest there is."""
        self.at = max(0, min(len(self.sheet.rows) - 1, row))
        for view in self.query(CanvasView):
            view.repaint()

    def _marked(self) -> Judged | None:
        return self.sheet.rows[self.at] if self.at < len(self.sheet.rows) else None

    # --- what can be done -------------------------------------------------------------------------------

    def _can_review_open(self) -> str:
        return "" if self._marked() is not None else "No move is marked."

    def _do_review_open(self, argument: str = "") -> None:
        marked = self._marked()
        if marked is not None:
            self.dismiss(marked.play)

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
            named = [s for s, name in enumerate(self.names) if wanted in (name.casefold(), str(s + 1))]
            after = named[0] if named else None
        self._show_seat(after)

    def _show_seat(self, seat: Seat | None) -> None:
        marked = self._marked()
        self.seat = seat
        self._renew(marked.play if marked is not None else None)

    def on_canvas_view_spot_clicked(self, event: CanvasView.SpotClicked) -> None:
        """A row is marked, the marked row opened; a player is shown alone, or everybody again."""
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

    def _do_back(self, argument: str = "") -> None:
        self.dismiss(None)
