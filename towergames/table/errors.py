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
    """The setup cannot be played; the message says what to change.

    ``where`` is what is wrong: ``seat.0``, ``option.height``, or '' for neither.
    """

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(message)
        self.where = where


class ReadOnly(TableError):  # noqa: N818 - a state of affairs, not a mistake
    """The save is open elsewhere, or its file cannot be written: nothing can be added to it here."""


class BusyError(SaveError):
    """Another window is writing; nothing was saved."""


class PinError(TableError):
    """The seat has another PIN."""


def only_look(why: str) -> str:
    """The refusal of a change to a game that is not ours to write."""
    return f"you can only look at this game: {why}"
