"""The first moment of what comes up by itself, in which a key may be meant for what was there before."""

from __future__ import annotations

from time import monotonic


class Settling:
    """Counts the time since something has come up."""

    def __init__(self) -> None:
        self._since: float | None = None

    def begin(self) -> None:
        """It is there, from now on or for some time already."""
        if self._since is None:
            self._since = monotonic()

    def end(self) -> None:
        """It is not there any more."""
        self._since = None

    def lasts(self, seconds: float) -> bool:
        """Whether it has been there for less than so many seconds, or is about to come up."""
        return self._since is None or monotonic() - self._since < seconds
