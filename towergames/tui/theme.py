"""From roles to colours: Textual themes and Rich styles made from the boards' palette."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rich.style import Style
from textual.theme import Theme

from towergames.board.canvas import Ink
from towergames.board.palette import THEMES, resolve

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

_VARIABLES = {
    "foreground-muted": "muted",
    "border": "accent",
    "border-blurred": "line",
    "scrollbar": "line",
    "scrollbar-hover": "accent",
    "scrollbar-active": "accent",
    "scrollbar-background": "card",
    "scrollbar-background-hover": "card",
    "scrollbar-background-active": "card",
    "scrollbar-corner-color": "card",
    "input-cursor-background": "cursor",
    "input-cursor-foreground": "ink",
    "input-selection-background": "select",
    "block-cursor-background": "accent",
    "block-cursor-foreground": "ink",
}
"""Textual's CSS variables that its own mixing would make too faint, and the roles that replace them."""

_ANSI_VARIABLES = {
    "ansi-background": "ansi_default",
    "ansi-foreground": "ansi_default",
    "foreground-muted": "ansi_default",
    "border": "ansi_bright_cyan",
    "border-blurred": "ansi_default",
    "block-cursor-background": "ansi_bright_cyan",
    "block-cursor-foreground": "ansi_black",
    "block-cursor-text-style": "b",
    "input-cursor-background": "ansi_bright_yellow",
    "input-cursor-foreground": "ansi_black",
    "input-cursor-text-style": "none",
    "input-selection-background": "ansi_bright_cyan",
    "input-selection-foreground": "ansi_black",
    "screen-selection-background": "ansi_bright_cyan",
    "screen-selection-foreground": "ansi_black",
    "scrollbar": "ansi_bright_cyan",
    "scrollbar-hover": "ansi_bright_cyan",
    "scrollbar-active": "ansi_bright_cyan",
    "scrollbar-background": "ansi_default",
    "scrollbar-corner-color": "ansi_default",
    "scrollbar-background-hover": "ansi_default",
    "scrollbar-background-active": "ansi_default",
    "block-hover-background": "ansi_default",
}
"""Textual's variables for the terminal's own sixteen colours, where mixing is impossible."""


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
            primary="ansi_bright_cyan",
            secondary="ansi_cyan",
            warning="ansi_yellow",
            error="ansi_red",
            success="ansi_green",
            accent="ansi_bright_cyan",
            foreground="ansi_default",
            background="ansi_default",
            surface="ansi_default",
            panel="ansi_default",
            boost="ansi_default",
            variables=_ANSI_VARIABLES,
        )
    colours: dict[str, Any] = {field: resolve(name, role) for field, role in _ROLES.items()}
    variables = {role: resolve(name, part) for role, part in _VARIABLES.items()}
    return Theme(name=textual_name(name), dark=name != "light", variables=variables, **colours)


@lru_cache(maxsize=4096)
def style_of(ink: Ink, theme: str) -> Style:
    """The Rich style of an ink under a palette theme (not Textual's name for it)."""
    if theme == "terminal":
        front, back = resolve(theme, ink.fg or "text"), resolve(theme, ink.bg or "surface")
        # Black on a plate of the terminal's own colour may be black on black: the plate is what the letters would be.
        is_plate = front == "black" and back == "default"
        colour = front if ink.fg else None
        if is_plate:
            colour = "default"
        return Style(
            color=colour,
            bgcolor=back if ink.bg else None,
            bold=ink.bold or None,
            reverse=ink.reverse or is_plate or None,
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
