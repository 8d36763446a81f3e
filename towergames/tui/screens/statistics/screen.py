"""Statistics from the journals: by game, player and opponents, with help counted apart; best scores; reset."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.message import Message
from textual.worker import get_current_worker

from towergames import registry
from towergames.boards.protocol import Picture
from towergames.table.setup import timestamp
from towergames.table.statistics import Result, read_results
from towergames.tui.command_screen import TowerScreen
from towergames.tui.commands import PAGES, group, pick
from towergames.tui.dialogs import ConfirmDialog
from towergames.tui.screens.statistics.view import Tally, draw_tally, read_since, tally, write_since
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar

COMMANDS = (
    *group(
        "statistics",
        ("statistics.game", "Other game", "All games together, or one after the other", "g tab", "game", "game"),
        ("statistics.reset", "Reset", "Count anew from today; no game is deleted", "r", "reset", "reset"),
        (
            "statistics.all",
            "Count all again",
            "Count the games from before the reset, too",
            "a",
            "countall",
            "count all",
        ),
        ("back", "Back", "Close the statistics", "escape q", "back", "back"),
    ),
    *pick("move.up", "move.down"),
    *PAGES,
)
BATCH = 25


class StatisticsScreen(TowerScreen[None]):
    """Every finished game of the folder, added up. Read in a thread."""

    NAME = "Statistics"
    OWN = COMMANDS
    MINIMUM = (60, 16)

    class Counted(Message):
        """Some games were read; ``left`` saves are still to come."""

        def __init__(self, results: list[Result], left: int) -> None:
            self.results = results
            self.left = left
            super().__init__()

    def __init__(self) -> None:
        super().__init__()
        self.results: list[Result] = []
        self.tally = Tally()
        self.game = ""
        self.left = -1
        self.first_row = 0
        self.row_count = 0

    def compose(self) -> ComposeResult:
        """One picture above the keys."""
        yield CanvasView(self._paint, id="statistics")
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin to read."""
        super().on_mount()
        self.run_worker(self._read, thread=True, exclusive=True, group="count")

    def _read(self) -> None:
        worker = get_current_worker()
        found: list[Result] = []
        for left, result in read_results(self.services.store):
            if worker.is_cancelled:
                return
            found += [result] if result is not None else []
            if left % BATCH == 0 and left:
                self.post_message(self.Counted(found, left))
                found = []
        self.post_message(self.Counted(found, 0))

    def on_statistics_screen_counted(self, event: Counted) -> None:
        """Add what was read."""
        event.stop()
        self.results.extend(event.results)
        self.left = event.left
        self._count()

    def _count(self) -> None:
        self.tally = tally(self.results, read_since(self.services.settings.path.parent), self.game)
        self.refresh_keys()
        self._repaint()

    def _paint(self, width: int, height: int) -> Picture:
        progress = "" if self.left == 0 else "reading" if self.left < 0 else f"{self.left} to read"
        picture, self.first_row, self.row_count = draw_tally(
            self.tally, self.first_row, progress, self.game, width, height
        )
        return picture

    def _repaint(self) -> None:
        for view in self.query(CanvasView):
            view.repaint()

    # --- what can be done -------------------------------------------------------------------------------

    def _do_statistics_game(self, argument: str = "") -> None:
        games = ["", *registry.keys()]
        wanted = argument.strip().lower()
        self.game = wanted if wanted in games else games[(games.index(self.game) + 1) % len(games)]
        self.first_row = 0
        self._count()

    def _can_statistics_reset(self) -> str:
        return "" if self.tally.games else "Nothing has been counted yet."

    def _do_statistics_reset(self, argument: str = "") -> None:

        def go(yes: bool | None) -> None:
            if yes:
                self._set_since(timestamp())

        question = "Count the statistics anew from now on? No game is deleted, and all can be counted again later."
        self.app.push_screen(ConfirmDialog(question, "Count anew", "Keep counting"), go)

    def _can_statistics_all(self) -> str:
        return "" if self.tally.since else "All games are counted."

    def _do_statistics_all(self, argument: str = "") -> None:
        self._set_since("")

    def _set_since(self, stamp: str) -> None:
        folder = self.services.settings.path.parent
        try:
            write_since(folder, stamp)
        except OSError as error:
            self.services.say(f"{folder} could not be written ({error.strerror}).", severity="error")
        self._count()

    def _do_back(self, argument: str = "") -> None:
        self.dismiss(None)

    # --- scrolling --------------------------------------------------------------------------------------

    def _scroll(self, rows: int) -> None:
        self.first_row = max(0, self.first_row + rows)
        self._repaint()

    def _do_move_up(self, argument: str = "") -> None:
        self._scroll(-1)

    def _do_move_down(self, argument: str = "") -> None:
        self._scroll(1)

    def _do_page_up(self, argument: str = "") -> None:
        self._scroll(-10)

    def _do_page_down(self, argument: str = "") -> None:
        self._scroll(10)

    def _do_page_first(self, argument: str = "") -> None:
        self._scroll(-self.row_count)

    def _do_page_last(self, argument: str = "") -> None:
        self._scroll(self.row_count)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel scrolls."""
        self._scroll(2)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel scrolls."""
        self._scroll(-2)
