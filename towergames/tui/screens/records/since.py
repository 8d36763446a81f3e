"""The time from which on games count in the records: a small file beside the settings."""

from __future__ import annotations

from pathlib import Path

from towergames.core.files import read_regular
from towergames.settings import write_atomically

SINCE_NAME = "statistics-since"
_STAMP = len("2026-01-01T00:00:00Z")


def read_since(folder: Path) -> str:
    """The time from which on games count (``2026-01-01T00:00:00Z``), '' for all games. A reset sets it."""
    try:
        text = read_regular(folder / SINCE_NAME, _STAMP).decode("ascii")
    except (OSError, ValueError):
        return ""
    return text if len(text) == _STAMP and text.endswith("Z") else ""


def write_since(folder: Path, stamp: str) -> None:
    """Count from a time on; an empty stamp counts all games again. Raises OSError."""
    if stamp:
        write_atomically(folder / SINCE_NAME, stamp + "\n")
    else:
        (folder / SINCE_NAME).unlink(missing_ok=True)
