"""The card that lies over a screen while the terminal is too small; it goes away by itself.

It leaves the footer free, which names what can be done meanwhile.
"""

from __future__ import annotations

from rich.text import Text
from textual.widget import Widget


class TooSmall(Widget, can_focus=True):
    """Says how much room is needed and how much there is."""

    DEFAULT_CSS = """
    TooSmall {
        dock: top; width: 100%; height: 100%; margin-bottom: 1; layer: _toosmall;
        background: $background; color: $foreground;
        content-align: center middle; text-align: center;
    }
    """

    def __init__(self, need: tuple[int, int]) -> None:
        super().__init__()
        self.need = need
        self.before: Widget | None = None
        """What had the focus; it gets it again."""

    def on_mount(self) -> None:
        """Take the focus, so that nothing is typed into a field behind the card."""
        self.before = self.screen.focused
        self.screen.set_focus(self)

    def update_need(self, need: tuple[int, int]) -> None:
        """Another size is needed, or the terminal has another size now."""
        self.need = need
        self.refresh()

    def render(self) -> Text:
        """The card."""
        have = self.app.size
        return Text(f"needs {self.need[0]}x{self.need[1]}\nhave {have.width}x{have.height}\n\nMake the window larger.")
