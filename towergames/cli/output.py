"""Data to stdout, talk to stderr, and nothing that acts on a terminal in either."""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from typing import Any, TextIO


class PipeClosed(Exception):  # noqa: N818 - not an error: the reader has seen enough
    """The reader of our output has gone. In place of BrokenPipeError, of which Typer makes exit code 1."""


def reopen_closed_streams() -> None:
    """Give closed standard streams a place: the next file that is opened would get their descriptor, and our output.

    Reading then finds the end of the input, writing to standard output fails, and talk goes nowhere.
    """
    for descriptor, flags in enumerate((os.O_RDONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, flags)  # gets the lowest free descriptor, which is this one
            os.set_inheritable(descriptor, True)
    if sys.stdin is None:
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - a descriptor, for good
    if sys.stdout is None:
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115


def out(*lines: str) -> None:
    """Print lines of data."""
    _write(sys.stdout, "".join(f"{line}\n" for line in lines))


def print_message(*lines: str) -> None:
    """Print lines for the person at the keyboard, as far as there is a stream for them."""
    with suppress(OSError):
        _write(sys.stderr, "".join(f"{line}\n" for line in lines))


def out_json(value: Any) -> None:
    """Print one JSON document, 7 bits, so that no name in it can act on a terminal."""
    out(json.dumps(value, indent=2))


def out_json_line(value: Any) -> None:
    """Print one JSON document on one line, at once."""
    out(json.dumps(value, separators=(", ", ": ")))
    flush()


def flush() -> None:
    """Hand everything printed to the reader. Raises OSError: BrokenPipeError when the reader has gone."""
    sys.stdout.flush()


def flush_talk() -> None:
    """Flush standard error, and ignore a failure. Python's own flush at the end would change the exit code."""
    try:
        sys.stderr.flush()
    except (OSError, ValueError):
        hush(sys.stderr)


def hush(stream: TextIO) -> None:
    """Let Python's own last flush of a stream go nowhere, since nothing can be printed there any more."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def ascii_only(stream: TextIO) -> bool:
    """Whether a stream cannot take the signs beyond ASCII."""
    encoding = (getattr(stream, "encoding", None) or "ascii").lower().replace("-", "")
    return not encoding.startswith("utf")


def _write(stream: TextIO, text: str) -> None:
    printable = text.replace("\n", "").isprintable()
    safe = text if printable else "".join(c for c in text if c == "\n" or c.isprintable())
    if not safe.isascii() and ascii_only(stream):
        from towergames.board.canvas import to_ascii

        safe = to_ascii(safe)
    stream.write(safe)
