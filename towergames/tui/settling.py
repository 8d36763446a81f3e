"""The first moment of what comes up by itself, in which a key may be meant for what was there before."""

from __future__ import annotations

from time import monotonic


class Settling:
    """Counts the time since something has come up."""

    def __init__(self) -> None:
        self._since: float | None = None

    def begin(self) -> None:
        """Count from now on, unless the time is counted already."""
        if self._since is None:
            self._since = monotonic()

    def end(self) -> None:
        """Count no more: it has gone."""
        self._since = None

    def lasts(self, seconds: float) -> bool:
        """Whether it is about to come up, or has been there for less than ``seconds``."""
        return self._since is None or monotonic() - self._since < seconds
