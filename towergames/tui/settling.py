"""The first moment of what comes up by itself, in which a key may be meant for what was there before."""

from __future__ import annotations

from time import monotonic


class Settling:
    """Counts the time since something has come up."""

    def __init__(self) -> None:
        self._since: float | None = None

    def begin(self) -> None:
        """Show the indicator, unless it is shown already."""
        if self._since is None:
            self._since = monotonic()

    def end(self) -> None:
        """Hide the indicator."""
        self._since = None

    def lasts(self, seconds: float) -> bool:
        """Whether the indicator is about to come up, or has been shown for less than ``seconds``."""
        return self._since is None or monotonic() - self._since < seconds
