"""Sentences that several screens make. A sentence that one screen alone needs stays in its module."""

from __future__ import annotations

from pathlib import Path

from towergames.core.text import clean, reason_of

TAKE_OR_LEAVE = "Enter takes it, Esc leaves it as it was."
NO_MATCH = "Nothing has that name."


def not_written(path: Path, error: OSError, result: str) -> str:
    """Why a file was not written, and what follows from that, which is a sentence.

    >>> not_written(Path("a.toml"), OSError(28, "No space left on device"), "The setting holds until you quit.")
    'a.toml cannot be written: No space left on device. The setting holds until you quit.'
    """
    return f"{clean(str(path), 120)} cannot be written: {reason_of(error)}. {result}"


def or_mean(near: str | None, otherwise: str = "") -> str:
    """The end of a refusal of typed words: the word that may be meant."""
    return otherwise if near is None else f' Did you mean "{near}"?'
