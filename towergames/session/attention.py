"""Knows whether a person looks at the window. It imports nothing of a table, since the title screen begins with it."""

from __future__ import annotations

import time

ABSENT_SECONDS = 10.0
"""Seconds without a key after which nobody looks at a window that does not report its focus."""


class Attention:
    """Whether a person looks at the window: by its focus, else by the time of the last key."""

    def __init__(self) -> None:
        self.focused: bool | None = None
        """Whether the window has the focus; None where it has never been reported."""
        self.seen = time.monotonic()
        """The last time at which somebody certainly looked, by a key, a click or the focus, on the steady clock."""

    @property
    def is_here(self) -> bool:
        """Whether a person looks at the window."""
        if self.focused is None:
            return time.monotonic() - self.seen < ABSENT_SECONDS
        return self.focused

    def focus(self, focused: bool) -> None:
        """Note a report of the focus."""
        self.focused, self.seen = focused, time.monotonic()

    def touch(self) -> None:
        """Note a key or a click. A window that takes keys is looked at, whatever was reported before."""
        self.seen = time.monotonic()
        if self.focused is False:
            self.focused = True
