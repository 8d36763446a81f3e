"""What can go wrong at the table, in words for people."""

from __future__ import annotations


class TableError(Exception):
    """Something cannot be done at this table; the message is one sentence for the person who asked."""


class SaveError(TableError):
    """A save cannot be read, written or trusted. ``exists`` is true when only its name was taken."""

    def __init__(self, message: str, *, exists: bool = False) -> None:
        super().__init__(message)
        self.exists = exists


class SetupError(ValueError):
    """The setup cannot be played; the message says what to change."""


class ReadOnly(TableError):  # noqa: N818 - a state of affairs, not a mistake
    """The save is open elsewhere, or is finished business: nothing can be added to it here."""
