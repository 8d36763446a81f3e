"""Data to stdout, talk to stderr, and nothing that acts on a terminal in either."""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from typing import Any, TextIO

from towergames.exits import PIPE_CLOSED


class PipeClosed(Exception):  # noqa: N818 - not an error: the reader has seen enough
    """Whoever read our output has gone; ``code`` is the exit code of a program that SIGPIPE ended."""

    code = PIPE_CLOSED


def out(*lines: str) -> None:
    """Print lines of data."""
    _write(sys.stdout, "".join(f"{line}\n" for line in lines))


def talk(*lines: str) -> None:
    """Print lines for the person at the keyboard."""
    _write(sys.stderr, "".join(f"{line}\n" for line in lines))


def out_json(value: Any) -> None:
    """Print one JSON document, 7 bits, so that no name in it can act on a terminal."""
    out(json.dumps(value, indent=2))


def out_json_line(value: Any) -> None:
    """Print one JSON document on one line, at once."""
    out(json.dumps(value, separators=(", ", ": ")))
    flush()


def flush() -> None:
    """Hand everything printed to the reader."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        hush()
        raise PipeClosed from None


def hush() -> None:
    """Let Python's own last flush go nowhere, since the reader has gone."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _write(stream: TextIO, text: str) -> None:
    safe = text if text.isascii() and "\x1b" not in text else "".join(c for c in text if c == "\n" or c.isprintable())
    encoding = (getattr(stream, "encoding", None) or "ascii").lower().replace("-", "")
    if not safe.isascii() and not encoding.startswith("utf"):
        from towergames.boards.canvas import to_ascii

        safe = to_ascii(safe)
    try:
        stream.write(safe)
    except BrokenPipeError:
        hush()
        raise PipeClosed from None
