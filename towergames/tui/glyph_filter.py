"""The one gate through which every cell of every widget goes: what a terminal may be asked to show.

Boards draw with :mod:`towergames.board.canvas`, which knows its glyphs. Textual's own widgets (borders, fields,
toasts, scroll bars) do not, so the application filters all lines: outside ``--ascii`` symbols that are neither ASCII,
box drawing nor block elements get a stand-in, within it every line becomes 7-bit. Letters of any script in a
player's name pass outside ``--ascii``; only symbols are replaced.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from towergames.board.canvas import to_ascii

STAND_INS = dict(
    zip(
        "…•●○◯⬤■□▶▸▷◀△▽✓✔✗✕×→←↑↓–—‘’“”🬎🬂🬭",
        "~*█░░██░>>><^vxx-xx><^v--''\"\"▀▀▄",
        strict=True,
    )
)
"""Glyphs of Textual's chrome and of our texts, with the character that replaces each; all one cell wide."""
TRIANGLES = "▲▼◄►"
"""Signs of results and changes, as old as box drawing in fonts, and of the same width class."""


@lru_cache(maxsize=1024)
def to_plain_glyphs(text: str) -> str:
    """The text with symbols outside ASCII, box drawing and block elements replaced; letters stay.

    >>> to_plain_glyphs("▼ Zoë ─ ✓ ▽")
    '▼ Zoë ─ x v'
    """
    return "".join(ch if ch.isascii() else _stand_in(ch) for ch in text)


def _stand_in(ch: str) -> str:
    if "\u2500" <= ch <= "\u259f" or ch in TRIANGLES:
        return ch
    if ch in STAND_INS:
        return STAND_INS[ch]
    # So: pictures and geometric shapes; Sk, Sm and the like stand in names of no alphabet either, but are one cell.
    if unicodedata.category(ch) == "So":
        return "?" * (2 if unicodedata.east_asian_width(ch) in ("W", "F") else 1)
    return ch


class GlyphFilter(LineFilter):
    """Maps every segment's text; see the module."""

    def __init__(self, ascii_only: bool) -> None:
        super().__init__()
        self._change = to_ascii if ascii_only else to_plain_glyphs

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments with other text where needed; styles and widths stay."""
        if all(segment.text.isascii() for segment in segments):
            return segments
        change = self._change
        return [s if s.text.isascii() else Segment(change(s.text), s.style, s.control) for s in segments]
