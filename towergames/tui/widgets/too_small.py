"""The card that lies over a screen while the terminal is too small; it goes away by itself (U15)."""

from __future__ import annotations

from rich.text import Text
from textual.widget import Widget


class TooSmall(Widget):
    """Says how much room is needed and how much there is."""

    DEFAULT_CSS = """
    TooSmall {
        dock: top; width: 100%; height: 100%; layer: _toosmall; background: $background; color: $foreground;
        content-align: center middle; text-align: center;
    }
    """

    def __init__(self, need: tuple[int, int]) -> None:
        super().__init__()
        self.need = need

    def update_need(self, need: tuple[int, int]) -> None:
        """Another size is needed, or the terminal has another size now."""
        self.need = need
        self.refresh()

    def render(self) -> Text:
        """The card."""
        have = self.app.size
        return Text(f"needs {self.need[0]}x{self.need[1]}\nhave {have.width}x{have.height}\n\nThe game is safe.")
