"""The terminal that a command was given in: whether there is one, and what it can do."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import MutableMapping
from contextlib import suppress
from typing import Any

DUMB = ("", "dumb", "unknown")
"""Terminals (by TERM) that understand no escape sequences."""

PROBE = "\u2500"
"""One of the glyphs whose width East Asian terminals disagree about."""

_ANSWER_SECONDS = 0.3


def settle(environment: MutableMapping[str, str]) -> None:
    """Remove misleading variables: an empty NO_COLOR, and COLUMNS and LINES where the terminal reports its size.

    Libraries would take an empty NO_COLOR for a setting, and COLUMNS and LINES for the size of a resized window.
    """
    if environment.get("NO_COLOR") == "":
        del environment["NO_COLOR"]
    with suppress(AttributeError, ValueError, OSError):  # no stream, a closed one, or no terminal
        if min(os.get_terminal_size(sys.__stdout__.fileno())) > 0:  # type: ignore[union-attr]
            for name in ("COLUMNS", "LINES"):
                environment.pop(name, None)


def wants_plain(given: bool) -> bool:
    """Whether to converse in lines: asked for, a pipe at either end, or a terminal that can only do lines."""
    if given:
        return True
    if not (is_terminal(sys.stdin) and is_terminal(sys.stdout)):
        return True
    kind = os.environ.get("TERM", "")
    # Windows has no TERM, and its consoles understand escape sequences.
    return kind in DUMB and not (sys.platform == "win32" and not kind)


def is_terminal(stream: Any) -> bool:
    """Whether a standard stream is a terminal."""
    try:
        return bool(stream.isatty())
    except (AttributeError, ValueError):  # no stream at all, or a closed one
        return False


def measure_glyph() -> int | None:
    """How many cells the terminal gives a box glyph, asked by a cursor report; None when it does not answer in time."""
    column = _ask(f"\r{PROBE}\x1b[6n", b"R").rpartition(";")[2].rstrip("R")
    return int(column) - 1 if column.isdigit() and 2 <= int(column) <= 3 else None


def pictures() -> str:
    """The terminal's answer about pictures in true pixels, in words."""
    from towergames.graphics import ANSWER, protocol_of, question

    asked = question(os.environ)
    if not asked or sys.platform == "win32" or wants_plain(False):
        return "not asked"
    found = list(ANSWER.finditer(_ask(asked, rb"\x1b\[\?[\d;]*c")))
    kinds = {protocol_of(answer) for answer in found}
    if not found:
        return "no answer"
    if "kitty" in kinds:
        return "Kitty"
    return "Sixel" if "sixel" in kinds else "neither Kitty nor Sixel"


def _ask(question: str, end: bytes) -> str:
    """The terminal's answer, up to the pattern ``end``; '' when it cannot be asked or does not answer in time."""
    if sys.platform == "win32" or wants_plain(False):
        return ""
    import termios
    import tty

    from towergames.signals import Terminated, Watch

    fd = sys.stdin.fileno()
    before = termios.tcgetattr(fd)
    try:
        with Watch():
            try:
                tty.setcbreak(fd)
                sys.stdout.write(question)
                sys.stdout.flush()
                answer = _read_report(fd, end)
                sys.stdout.write("\r \r")
                sys.stdout.flush()
            finally:
                termios.tcsetattr(fd, termios.TCSADRAIN, before)
    except (OSError, ValueError, termios.error):
        return ""
    except Terminated as stopped:
        raise SystemExit(stopped.code) from None
    return answer.decode("ascii", "replace")


def _read_report(fd: int, end: bytes) -> bytes:
    import select

    answer, until = b"", time.monotonic() + _ANSWER_SECONDS
    while not re.search(end + rb"\Z", answer) and len(answer) < 200:
        ready, _, _ = select.select([fd], [], [], max(0.0, until - time.monotonic()))
        if not ready:
            break
        answer += os.read(fd, 1)
    return answer
