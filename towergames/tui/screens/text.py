"""A dialog with text that is longer than the lines under the hand have room for."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from towergames.boards.desk import Command
from towergames.tui.base import TowerDialog
from towergames.tui.commands import PAGES, pick
from towergames.tui.widgets.keybar import KeyBar

COMMANDS: tuple[Command, ...] = (
    Command("back", "Close", "Back to the game", ("escape", "enter", "space"), "back", "dialog", "close"),
    *pick("move.up", "move.down"),
    *PAGES,
)


class TextDialog(TowerDialog[None]):
    """Paragraphs under a title, which can be scrolled; ``at_end`` begins with the last of them."""

    OWN = COMMANDS

    def __init__(self, title: str, lines: Sequence[str], *, at_end: bool = False) -> None:
        super().__init__()
        self.heading = title
        self.lines = tuple(lines)
        self._at_end = at_end

    def compose(self) -> ComposeResult:
        """Title and text."""
        with Vertical(id="text", classes="box"):
            yield Static(self.heading, markup=False, classes="strong")
            with VerticalScroll(can_focus=False):
                for line in self.lines:
                    yield Static(line, markup=False)
        yield KeyBar()

    @property
    def _text(self) -> VerticalScroll:
        return self.query_one(VerticalScroll)

    def on_mount(self) -> None:
        """Show the end, if that is wanted."""
        super().on_mount()
        if self._at_end:
            self._text.scroll_end(animate=False)

    def do_move_up(self, argument: str = "") -> None:
        """One line up."""
        self._text.scroll_up(animate=False)

    def do_move_down(self, argument: str = "") -> None:
        """One line down."""
        self._text.scroll_down(animate=False)

    def do_page_up(self, argument: str = "") -> None:
        """One page up."""
        self._text.scroll_page_up(animate=False)

    def do_page_down(self, argument: str = "") -> None:
        """One page down."""
        self._text.scroll_page_down(animate=False)

    def do_page_first(self, argument: str = "") -> None:
        """To the beginning."""
        self._text.scroll_home(animate=False)

    def do_page_last(self, argument: str = "") -> None:
        """To the end."""
        self._text.scroll_end(animate=False)
