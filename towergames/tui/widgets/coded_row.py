"""A row of cells that carries its escape codes ready-made: making and rendering segments would cost more than drawing.

It falls back on segments when Textual cuts, filters or dims it, and where the terminal has fewer than 2^24 colours.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment

from towergames.boards.kit.canvas import Colours, Ink
from towergames.tui.glyph_filter import to_plain_glyphs
from towergames.tui.textual_parts import LazyStrip
from towergames.tui.theme import style_of

Stretch = tuple[str, Ink | Colours]


class CodedRow(LazyStrip):
    """The row of ``stretches`` in a palette theme that is not the terminal's own; ``segments`` makes the fallback."""

    __slots__ = ("_codes",)

    def __init__(self, stretches: list[Stretch], width: int, theme: str, segments: Callable[[], list[Segment]]) -> None:
        self._codes = _coded(stretches, theme)
        super().__init__(width, segments)

    def render(self, console: Console) -> str:
        """The codes, where the terminal knows all colours."""
        if console.color_system == "truecolor":
            return self._codes
        return super().render(console)


def _coded(stretches: list[Stretch], theme: str) -> str:
    """The row as text for a terminal; codes only where something changes."""
    parts: list[str] = []
    front = back = -1
    for text, ink in stretches:
        if not isinstance(ink, int):
            parts.append(f"\x1b[0;{_codes_of(ink, theme)}m{to_plain_glyphs(text)}\x1b[0m")
            front = back = -1
            continue
        ink_now, ground = ink >> 24, ink & 0xFFFFFF
        if ground != back:
            if ink_now != front and ink_now != ground:
                parts.append(f"\x1b[38;{_parts(ink_now)};48;{_parts(ground)}m")
                front = ink_now
            else:
                parts.append(f"\x1b[48;{_parts(ground)}m")
            back = ground
        elif ink_now != front and ink_now != ground:
            parts.append(f"\x1b[38;{_parts(ink_now)}m")
            front = ink_now
        parts.append(text)
    return "".join([*parts, "\x1b[0m"])


@lru_cache(maxsize=8192)
def _parts(colour: int) -> str:
    return f"2;{colour >> 16};{colour >> 8 & 255};{colour & 255}"


@lru_cache(maxsize=4096)
def _codes_of(ink: Ink, theme: str) -> str:
    rendered = style_of(ink, theme).render("-", color_system=ColorSystem.TRUECOLOR)
    return rendered.partition("m")[0].removeprefix("\x1b[") if rendered != "-" else ""
