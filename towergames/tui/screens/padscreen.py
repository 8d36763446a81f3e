"""The whole score pad: every turn that scored, the running totals and ranks, and why each point was given (U52)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from textual.app import ComposeResult

from towergames.boards.desk import Command, Picture
from towergames.core.contract import Over, Score
from towergames.table.history import History
from towergames.tui.base import TowerScreen
from towergames.tui.commands import PAGES, pick
from towergames.tui.library.exports import Exportable
from towergames.tui.library.pad_view import PadSheet, draw_pad
from towergames.tui.lists import Marking
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar

COMMANDS: tuple[Command, ...] = (
    *pick("move.up", "move.down"),
    Command(
        "padscreen.rule",
        "Rule of the marked line",
        "Open the rule that gave the points",
        ("enter", "r"),
        "rule",
        "pad",
        "rule",
    ),
    Command(
        "padscreen.running",
        "Running totals",
        "Points of each turn, or what they add up to",
        ("t", "space"),
        "running",
        "pad",
        "totals",
    ),
    Command("padscreen.export", "Export the pad", "Write the pad as text or CSV", ("e",), "exportpad", "pad", "export"),
    Command("back", "Back", "Close the pad", ("escape", "p", "q"), "back", "pad", "back"),
    *PAGES,
)


class PadScreen(Marking, TowerScreen[None]):
    """The score pad of a history after ``plays`` plays (default all), with ``preview`` lines pencilled in."""

    PAGE = 10

    NAME = "Score pad"
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

    def do_padscreen_running(self, argument: str = "") -> None:
        """Points of each turn, or what they add up to."""
        self.running = not self.running
        self.query_one(CanvasView).repaint()

    def can_padscreen_rule(self) -> str:
        """Why there is no rule to open."""
        return "" if self.sheet.rows else "Nobody has scored yet."

    def do_padscreen_rule(self, argument: str = "") -> None:
        """Open the rule of the marked row's first line."""
        lines = self.sheet.rows[self.at].lines
        self.tower_app.open_rules(self.history.header.game, argument or lines[0].score.rule)

    def do_padscreen_export(self, argument: str = "") -> None:
        """The export dialog, which offers the pad."""
        self.tower_app.do_export("")

    def do_back(self, argument: str = "") -> None:
        """Close the pad."""
        self.dismiss(None)

    def exportable(self) -> Exportable:
        """The pad, and the journal once nothing in it is secret any more."""
        over = isinstance(self.history.turn, Over)
        return Exportable(f"{self.history.header.game}-pad", pad=self.sheet.pad, journal=self.path if over else None)
