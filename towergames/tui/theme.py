"""From roles to colours: Textual themes and Rich styles made from the boards' palette."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rich.style import Style
from textual.theme import Theme

from towergames.boards.canvas import Ink
from towergames.boards.palette import THEMES, resolve

PREFIX = "tower-"


_ROLES = {
    "primary": "accent",
    "secondary": "line",
    "accent": "accent",
    "warning": "warn",
    "error": "bad",
    "success": "good",
    "foreground": "text",
    "background": "surface",
    "surface": "surface",
    "panel": "card",
    "boost": "card",
}
"""Textual's colour fields and the palette roles that fill them."""


def textual_name(theme: str) -> str:
    """The name under which a palette theme is known to Textual."""
    return PREFIX + theme


def textual_themes() -> list[Theme]:
    """One Textual theme for each palette theme."""
    return [_theme(name) for name in THEMES]


def _theme(name: str) -> Theme:
    if name == "terminal":
        return Theme(
            name=textual_name(name),
            ansi=True,
            primary="ansi_blue",
            secondary="ansi_cyan",
            warning="ansi_yellow",
            error="ansi_red",
            success="ansi_green",
            accent="ansi_bright_blue",
            foreground="ansi_default",
            background="ansi_default",
            surface="ansi_default",
            panel="ansi_default",
            boost="ansi_default",
        )
    colours: dict[str, Any] = {field: resolve(name, role) for field, role in _ROLES.items()}
    return Theme(name=textual_name(name), dark=name != "light", **colours)


@lru_cache(maxsize=4096)
def style_of(ink: Ink, theme: str) -> Style:
    """The Rich style of an ink under a palette theme (not Textual's name for it)."""
    if theme == "terminal":
        return Style(
            color=resolve(theme, ink.fg) if ink.fg else None,
            bgcolor=resolve(theme, ink.bg) if ink.bg else None,
            bold=ink.bold or None,
            reverse=ink.reverse or None,
            underline=ink.underline or None,
            dim=ink.dim or None,
        )
    # Explicit RGB for every cell, so that Textual's ANSI filter has nothing to do on canvases.
    return Style(
        color=resolve(theme, ink.fg or "text"),
        bgcolor=resolve(theme, ink.bg or "surface"),
        bold=ink.bold,
        reverse=ink.reverse,
        underline=ink.underline,
        dim=False,
    )
