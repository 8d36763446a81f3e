"""One line at the top of a screen to search with; hidden until it is asked for."""

from __future__ import annotations

from textual.widgets import Input


class SearchLine(Input):
    """A compact field. The screen shows it with :meth:`begin`, and hides it with :meth:`finish`."""

    def __init__(self) -> None:
        super().__init__(placeholder="search", max_length=60, compact=True, classes="search-line")
        self.display = False
        self.cursor_blink = False  # no timer while nothing happens (U45)

    def begin(self, text: str = "") -> None:
        """Show it and type into it; with ``text`` that is searched for at once."""
        self.display = True
        if text:
            self.value = text
        else:
            self.focus()

    def finish(self, *, clear: bool) -> None:
        """Leave it; with ``clear`` it is emptied and hidden."""
        if clear:
            self.value = ""
        self.display = bool(self.value)
        self.screen.set_focus(None)

    @property
    def typing(self) -> bool:
        """Whether keys go here."""
        return self.has_focus
