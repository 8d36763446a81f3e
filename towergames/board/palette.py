"""Roles to colours, for every theme: the platform's own roles, and those that each game adds from its ``palette``.

RGB themes give ``#rrggbb``; the theme ``terminal`` gives names of the terminal's own sixteen colours (or ``default``).
Measured by ``tests/board/test_palette.py``: contrast, and the distance of colours that must be told apart as people
with deuteranopia, protanopia, tritanopia and without any colour sight see them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

OWN, MOST = 20, 32
"""The level at which a role has its own colour, and the brightest; level 0 is almost black."""

SEEN_THROUGH = 0.45
"""How much of what is behind a ghost is seen."""

ColourLookup = Callable[[str, str], str]

_DIM = {"default": "default", "white": "bright_black", "black": "black"}


@lru_cache(maxsize=32768)
def shaded(theme: str, name: str, find: ColourLookup) -> str:
    """The colour of ``role~level`` (level 0 to 32), or of two such joined by ``/``: the first see-through.

    With ``:share`` behind them (percent of the second) two are mixed, as at the edge of a thing. ``find`` tells a plain
    role's colour. The terminal's own colours are bright or dim, and of two the first wins.
    """
    if "/" in name:
        both, _, share = name.partition(":")
        front, back = (find(theme, part) for part in both.split("/", 1))
        if not (front.startswith("#") and back.startswith("#")):
            return front
        return _mix(front, back, int(share) / 100 if share.isdecimal() else SEEN_THROUGH)
    role, _, level = name.partition("~")
    colour = find(theme, role)
    light = int(level) if level.isdecimal() else OWN
    if not colour.startswith("#"):
        return _terminal(colour, light)
    if theme == "light":
        colour = _mix(colour, "#ffffff", 0.22)
    if light <= OWN:
        return _mix(colour, "#000000", (1 - light / OWN) ** 1.1 * 0.9)
    return _mix(colour, "#ffffff", min(1.0, (light - OWN) / (MOST - OWN)) * 0.72)


def _mix(one: str, other: str, share: float) -> str:
    """``share`` of the other colour, the rest of the one."""
    pairs = ((int(one[k : k + 2], 16), int(other[k : k + 2], 16)) for k in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _terminal(colour: str, light: int) -> str:
    """One of sixteen colours: bright in the light, its dim twin out of it, black in the dark."""
    if colour == "default":
        return colour
    if light <= 4:
        return "black"
    if light <= 12:
        return _DIM.get(colour, colour.removeprefix("bright_"))
    return "bright_white" if light >= 30 else colour


PLAYERS: tuple[str, ...] = tuple(f"p{i}" for i in range(1, 11))
"""A seat's colour, as text on any surface or as a plate behind ``ink``."""

STATES: tuple[str, ...] = ("good", "bad", "warn", "cursor", "last")
"""Foregrounds (and plates behind ``ink``) with a meaning. Each differs from the others and from players 1 to 4."""

SKIES: tuple[str, ...] = ("sky", "sky-low", "sky-horizon", "far")
"""Backgrounds behind the towers, from the top down, and the houses far away."""

SURFACES: tuple[str, ...] = ("surface", "card", "raised", "chip", "select", "preview", *SKIES)
"""Backgrounds that text may stand on."""

PLATES: tuple[str, ...] = ("plate", "plate-2", "paper")
"""Bright things that carry a sign in ``plate-ink``: the letters of an emblem, a die."""

LINES: tuple[str, ...] = ("line", "wall", "ground")
"""Strokes of the picture on ``surface`` or ``sky``: at least 3:1."""

_DARK = {
    "surface": "#0e131b",
    "sky": "#111726",
    "sky-low": "#161d31",
    "sky-horizon": "#1c2439",
    "far": "#232c44",
    "card": "#161d28",
    "raised": "#222c3b",
    "chip": "#2c384b",
    "chip-key": "#364159",
    "select": "#364159",
    "preview": "#20303a",
    "text": "#eef1f6",
    "muted": "#b0b9c8",
    "ink": "#0b0e13",
    "line": "#6f7b8f",
    "wall": "#c3cbd8",
    "ground": "#8f8371",
    "ledge": "#566074",
    "lit": "#f6d98a",
    "dark": "#5a6478",
    "accent": "#8fd6ff",
    "good": "#7dce6b",
    "bad": "#ff99b2",
    "warn": "#fdc217",
    "cursor": "#ffe9a8",
    "last": "#ff58ca",
    "p1": "#2a90f8",
    "p2": "#ff8c47",
    "p3": "#73ffd4",
    "p4": "#e3b8ff",
    "p5": "#eeb200",
    "p6": "#06bcd7",
    "p7": "#f4fd2b",
    "p8": "#f273bb",
    "p9": "#ecf0fb",
    "p10": "#9db99d",
    "glass": "#202f47",
    "wood": "#a98554",
    "wood-side": "#5b4023",
    "paper": "#fdf0cf",
    "plate": "#c19c66",
    "plate-2": "#d8b67f",
    "plate-ink": "#140d05",
}

_LIGHT = {
    "surface": "#f6f3ec",
    "sky": "#edf3fb",
    "sky-low": "#e6eef9",
    "sky-horizon": "#dfe9f5",
    "far": "#d3dfef",
    "card": "#fffdf8",
    "raised": "#e9e4d9",
    "chip": "#ddd7ca",
    "chip-key": "#c9d6ee",
    "select": "#c9d6ee",
    "preview": "#dcebe4",
    "text": "#14181f",
    "muted": "#464e5b",
    "ink": "#ffffff",
    "line": "#6f7988",
    "wall": "#5a6473",
    "ground": "#7a6a50",
    "ledge": "#a7afbb",
    "lit": "#f2b21c",
    "dark": "#8d97a6",
    "accent": "#00528a",
    "good": "#0a330e",
    "bad": "#98132f",
    "warn": "#593900",
    "cursor": "#14181f",
    "last": "#881b66",
    "p1": "#002f9b",
    "p2": "#db1d00",
    "p3": "#02623a",
    "p4": "#330c59",
    "p5": "#37340b",
    "p6": "#0a3e4c",
    "p7": "#607515",
    "p8": "#cb1a74",
    "p9": "#212326",
    "p10": "#5c585e",
    "glass": "#22324b",
    "wood": "#d2ae74",
    "wood-side": "#7a5730",
    "paper": "#fff4de",
    "plate": "#dfc08c",
    "plate-2": "#ead1a5",
    "plate-ink": "#140d05",
}

_CONTRAST = {
    "surface": "#000000",
    "sky": "#000000",
    "sky-low": "#000000",
    "sky-horizon": "#000000",
    "far": "#000000",
    "card": "#141414",
    "raised": "#141414",
    "chip": "#1f1f1f",
    "chip-key": "#003a6e",
    "select": "#003a6e",
    "preview": "#12301c",
    "text": "#ffffff",
    "muted": "#d6d6d6",
    "ink": "#000000",
    "line": "#ffffff",
    "wall": "#ffffff",
    "ground": "#ffffff",
    "ledge": "#9a9a9a",
    "lit": "#ffe9a0",
    "dark": "#8c8c8c",
    "accent": "#9fdcff",
    "good": "#9efd45",
    "bad": "#f78998",
    "warn": "#ffad08",
    "cursor": "#fbff7b",
    "last": "#d785c4",
    "p1": "#8cc6ff",
    "p2": "#ff7e42",
    "p3": "#1bffbd",
    "p4": "#ba59e8",
    "p5": "#eee021",
    "p6": "#2bbdd3",
    "p7": "#c2e06c",
    "p8": "#ff0094",
    "p9": "#cbe1fb",
    "p10": "#bababa",
    "glass": "#10182a",
    "wood": "#b8b8b8",
    "wood-side": "#5a5a5a",
    "paper": "#ffffff",
    "plate": "#cccccc",
    "plate-2": "#dedede",
    "plate-ink": "#000000",
}

_TERMINAL = {
    "surface": "default",
    "sky": "default",
    "sky-low": "default",
    "sky-horizon": "default",
    "far": "default",
    "card": "default",
    "raised": "default",
    "chip": "default",
    "chip-key": "default",
    "select": "default",
    "preview": "default",
    "text": "default",
    "muted": "default",
    "ink": "black",
    "line": "default",
    "wall": "default",
    "ground": "yellow",
    "ledge": "default",
    "lit": "bright_yellow",
    "dark": "default",
    "accent": "bright_cyan",
    "good": "green",
    "bad": "red",
    "warn": "yellow",
    "cursor": "bright_yellow",
    "last": "bright_white",
    "p1": "bright_blue",
    "p2": "bright_red",
    "p3": "bright_green",
    "p4": "bright_magenta",
    "p5": "bright_yellow",
    "p6": "bright_cyan",
    "p7": "green",
    "p8": "magenta",
    "p9": "cyan",
    "p10": "bright_white",
    "glass": "default",
    "wood": "white",
    "wood-side": "bright_black",
    "paper": "bright_white",
    "plate": "white",
    "plate-2": "bright_white",
    "plate-ink": "black",
}

THEMES: dict[str, dict[str, str]] = {"dark": _DARK, "light": _LIGHT, "contrast": _CONTRAST, "terminal": _TERMINAL}
"""Theme -> role -> colour. Every theme has every role; games add their own (:func:`add`)."""

# --- what games add ---------------------------------------------------------------------------------

BUILT, GROUND = "built", "ground"
"""Parts of a small picture: what is built, and the ground it stands on. All else counts as sky, table and text."""


@dataclass(frozen=True, slots=True)
class Role:
    """A role of one game: its colour in each theme, and the part of a small picture that it paints, '' for none.

    Of two grounds that take turns the second is named like the first, with ``-2`` behind it.
    """

    dark: str
    light: str
    contrast: str
    terminal: str
    part: str = ""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one game: its own roles, and the role of each pixel of its emblem that the platform lacks."""

    roles: Mapping[str, Role] = field(default_factory=dict)
    emblem: Mapping[str, str] = field(default_factory=dict)


_PARTS: dict[str, str] = {"wall": BUILT, "glass": BUILT}
"""The roles that paint a part of a small picture, and which part."""
_ROLE = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_RGB = re.compile(r"#[0-9a-f]{6}")
_NAMED = re.compile(r"default|(bright_)?(black|red|green|yellow|blue|magenta|cyan|white)")


def add(palette: Palette) -> Palette:
    """Add the roles of a game to every theme; the same palette. Raises ValueError when a role cannot be added."""
    for name, role in palette.roles.items():
        if error := _role_error(name, role):
            raise ValueError(f"the role {name!r} {error}")
    for name, role in palette.roles.items():
        for theme, colours in THEMES.items():
            colours[name] = getattr(role, theme)
        _PARTS[name] = role.part
    return palette


def _role_error(name: str, role: Role) -> str:
    """Why a role cannot be added, '' when it can."""
    if not _ROLE.fullmatch(name):
        return "is named wrongly: use small letters, digits and single hyphens"
    if any(colours.get(name, getattr(role, theme)) != getattr(role, theme) for theme, colours in THEMES.items()):
        return "has other colours already: choose another name"
    for theme in THEMES:
        colour = getattr(role, theme)
        if theme == "terminal" and not _NAMED.fullmatch(colour):
            return f"has the colour {colour!r} under terminal: use default, a name such as red, or bright_red"
        if theme != "terminal" and not _RGB.fullmatch(colour):
            return f"has the colour {colour!r} under {theme}: use six hexadecimal digits, such as #c03a2b"
    return ""


def part_of(role: str) -> str:
    """The part of a small picture that a role paints, in any light: BUILT, GROUND or ''."""
    plain, _, _ = role.partition("/")
    plain, _, _ = plain.partition("~")
    return _PARTS.get(plain, "")


# --- from roles to colours --------------------------------------------------------------------------


def resolve(theme: str, role: str) -> str:
    """The colour of a role: ``#rrggbb``, an ANSI name under ``terminal``, or ``default`` for the surface's own.

    ``role~level`` is the role in more or less light, ``a/b`` the one before the other, see-through: :mod:`shades`.
    An unknown theme is the dark one, an unknown role is that theme's text; neither is an error on somebody's screen.
    A ``#rrggbb`` is the colour of a picture that was made for the theme.

    >>> resolve("dark", "surface"), resolve("terminal", "p1"), resolve("dark", "p1~0")
    ('#0e131b', 'bright_blue', '#040e19')
    """
    if role.startswith("#"):
        return role
    if "~" in role or "/" in role:
        return shaded(theme, role, resolve)
    colours = THEMES.get(theme, _DARK)
    return colours.get(role, colours["text"])


@dataclass(frozen=True, slots=True)
class Identity:
    """The marks of a seat: number and shape, which need no colour, and a palette role."""

    number: str
    shape: str
    role: str


IDENTITIES: tuple[Identity, ...] = tuple(
    Identity(str((i + 1) % 10), shape, f"p{i + 1}")
    for i, shape in enumerate(("█", "▚", "▒", "▐", "▞", "▀", "░", "▙", "▄", "▟"))
)
"""Ten seats' identities in order: the first four are blue, red, green and purple."""
