"""Small things that every painter of the game screen needs. Pure."""

from __future__ import annotations

from towergames.boards.canvas import Canvas, Ink
from towergames.boards.desk import IDENTITIES, Identity
from towergames.core.contract import Seat
from towergames.core.text import cell_width

TEXT = Ink()
BOLD = Ink(bold=True)
MUTED = Ink("muted")
LINE = Ink("line")
TITLE = Ink("accent", bold=True)
BAR = Ink("text", "card")
BAR_BOLD = Ink("text", "card", bold=True)
BAR_MUTED = Ink("muted", "card")


def identity(seat: Seat) -> Identity:
    """How a seat is told from the others without colour."""
    return IDENTITIES[seat % len(IDENTITIES)]


def badge(canvas: Canvas, x: int, y: int, seat: Seat, bg: str = "") -> int:
    """Shape and number of a seat in its colour; the column after it."""
    who = identity(seat)
    x = canvas.put(x, y, who.shape, Ink(who.role, bg, bold=True))
    return canvas.put(x, y, who.number, Ink("ink", who.role, bold=True))


def wrap(text: str, width: int, hang: int = 2) -> list[str]:
    """The text in lines of at most ``width`` cells (narrow text), broken at blanks; later lines are indented.

    >>> wrap("Ann builds OFFICE", 10)
    ['Ann builds', '  OFFICE']
    """
    width = max(1, width)  # a window can be narrower than its margins for a moment
    hang = min(hang, max(0, width - 2))
    lines: list[str] = []
    line, used = "", 0
    for word in text.split():
        if line.strip() and used + 1 + cell_width(word) <= width:
            line, used = f"{line} {word}", used + 1 + cell_width(word)
            continue
        if line.strip():
            lines.append(line)
            line, used = " " * hang, hang
        while cell_width(word) > width - used:
            head = _head(word, width - used)
            lines.append(line + head)
            line, used, word = " " * hang, hang, word[len(head) :]
        line, used = line + word, used + cell_width(word)
    return [*lines, line] if line.strip() else lines


def _head(word: str, width: int) -> str:
    """As much of the word as fits; at least one character, so that it gets shorter."""
    end = 1
    while end < len(word) and cell_width(word[: end + 1]) <= width:
        end += 1
    return word[:end]
