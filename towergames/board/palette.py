"""Roles to colours, for every theme: pure data, so that screens, exports and tests read the same table.

RGB themes give ``#rrggbb``; the theme ``terminal`` gives names of the terminal's own sixteen colours (or ``default``).
Measured by ``tests/board/test_palette.py``: contrast, and the distance of colours that must be told apart as people
with deuteranopia, protanopia, tritanopia and without any colour sight see them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

OWN, MOST = 20, 32
"""The level at which a role has its own colour, and the brightest; level 0 is almost black."""

SEEN_THROUGH = 0.45
"""How much of what is behind a ghost is seen."""

Find = Callable[[str, str], str]

_DIM = {"default": "default", "white": "bright_black", "black": "black"}


@lru_cache(maxsize=32768)
def shaded(theme: str, name: str, find: Find) -> str:
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
"""Foregrounds (and plates behind ``ink``) that mean something; told apart from each other and from players 1-4."""

FACADES: tuple[str, ...] = tuple(
    f"floor-{name}" for name in ("office", "lobby", "spire", "suite", "elevator", "landlord", "noise", "inferno")
)
"""Surfaces of Take That Towers' storeys and cards; each also says its name in text."""

SKIES: tuple[str, ...] = ("sky", "sky-low", "sky-horizon", "far")
"""Backgrounds behind the towers, from the top down, and the houses far away."""

SURFACES: tuple[str, ...] = ("surface", "card", "raised", "chip", "select", "preview", *SKIES, *FACADES)
"""Backgrounds that text may stand on."""

TILES: tuple[str, ...] = ("tile-1", "tile-2", "tile-3", "tile-4", "tile-5", "tile-new")
"""Letter tiles by the height of their stack, and those not yet played: plates behind ``tile-ink``."""

SQUARES: tuple[str, ...] = ("square", "square-2", "centre")
"""Empty squares of a letter board, two by turns and those in the centre: plates behind ``muted``."""

BRICKS: tuple[str, ...] = ("brick-red", "brick-blue", "brick-yellow")
"""Bricks: plates behind ``brick-ink``, and the frames of windows on ``glass``."""

PLASTICS: tuple[str, ...] = tuple(f"plastic-{i}" for i in range(1, 6))
"""Konexi's letters: areas on a sky, and plates behind ``brick-ink``; neighbours never share one."""

LINES: tuple[str, ...] = ("line", "wall", "ground", "crane", "scaffold")
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
    "crane": "#d8a93a",
    "scaffold": "#7d8798",
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
    "floor-office": "#22384f",
    "floor-lobby": "#463520",
    "floor-spire": "#3c4148",
    "floor-suite": "#3d2b4f",
    "floor-elevator": "#1e4140",
    "floor-landlord": "#3f4122",
    "floor-noise": "#4d2a40",
    "floor-inferno": "#55251c",
    "tile-1": "#a98554",
    "tile-2": "#c19c66",
    "tile-3": "#d8b67f",
    "tile-4": "#ebd19f",
    "tile-5": "#fdf0cf",
    "tile-new": "#a8dcf5",
    "tile-ink": "#140d05",
    "tile-side": "#5b4023",
    "square": "#182030",
    "square-2": "#1c2439",
    "centre": "#2b3550",
    "brick-red": "#cf5746",
    "brick-blue": "#6fb0ee",
    "brick-yellow": "#f4d55c",
    "brick-ink": "#140d05",
    "glass": "#202f47",
    "plastic-1": "#e8707a",
    "plastic-2": "#e9d93a",
    "plastic-3": "#2fa722",
    "plastic-4": "#a3d8ef",
    "plastic-5": "#b280f7",
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
    "crane": "#8a5f00",
    "scaffold": "#6a7483",
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
    "floor-office": "#cfe0f2",
    "floor-lobby": "#f0dfc4",
    "floor-spire": "#dfe2e6",
    "floor-suite": "#e4d6f2",
    "floor-elevator": "#cfe8e2",
    "floor-landlord": "#e6e6c2",
    "floor-noise": "#f3d8e4",
    "floor-inferno": "#f6d5cb",
    "tile-1": "#d2ae74",
    "tile-2": "#dfc08c",
    "tile-3": "#ead1a5",
    "tile-4": "#f4e2c0",
    "tile-5": "#fff4de",
    "tile-new": "#b5dcf2",
    "tile-ink": "#1a1006",
    "tile-side": "#7a5730",
    "square": "#e1dbca",
    "square-2": "#e9e4d9",
    "centre": "#d5dbe6",
    "brick-red": "#cf5746",
    "brick-blue": "#74b4f0",
    "brick-yellow": "#f2cf4a",
    "brick-ink": "#140d05",
    "glass": "#22324b",
    "plastic-1": "#e63941",
    "plastic-2": "#bc7509",
    "plastic-3": "#279e5c",
    "plastic-4": "#5788de",
    "plastic-5": "#e91acf",
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
    "crane": "#ffd75f",
    "scaffold": "#c8c8c8",
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
    "floor-office": "#001e38",
    "floor-lobby": "#2e1f00",
    "floor-spire": "#1c1c1c",
    "floor-suite": "#250038",
    "floor-elevator": "#002a28",
    "floor-landlord": "#262600",
    "floor-noise": "#33001c",
    "floor-inferno": "#3a0a00",
    "tile-1": "#b8b8b8",
    "tile-2": "#cccccc",
    "tile-3": "#dedede",
    "tile-4": "#efefef",
    "tile-5": "#ffffff",
    "tile-new": "#8fd8ff",
    "tile-ink": "#000000",
    "tile-side": "#5a5a5a",
    "square": "#000000",
    "square-2": "#141414",
    "centre": "#2a2a2a",
    "brick-red": "#f9543c",
    "brick-blue": "#6ab8ff",
    "brick-yellow": "#ffee5a",
    "brick-ink": "#000000",
    "glass": "#10182a",
    "plastic-1": "#ff7f8a",
    "plastic-2": "#fff23d",
    "plastic-3": "#2fdc1e",
    "plastic-4": "#b4eaff",
    "plastic-5": "#c48fff",
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
    "crane": "yellow",
    "scaffold": "default",
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
    "floor-office": "default",
    "floor-lobby": "default",
    "floor-spire": "default",
    "floor-suite": "default",
    "floor-elevator": "default",
    "floor-landlord": "default",
    "floor-noise": "default",
    "floor-inferno": "default",
    "tile-1": "white",
    "tile-2": "white",
    "tile-3": "bright_white",
    "tile-4": "bright_white",
    "tile-5": "bright_white",
    "tile-new": "bright_cyan",
    "tile-ink": "black",
    "tile-side": "bright_black",
    "square": "default",
    "square-2": "default",
    "centre": "default",
    "brick-red": "bright_red",
    "brick-blue": "bright_blue",
    "brick-yellow": "bright_yellow",
    "brick-ink": "black",
    "glass": "default",
    "plastic-1": "bright_red",
    "plastic-2": "bright_yellow",
    "plastic-3": "bright_green",
    "plastic-4": "bright_cyan",
    "plastic-5": "bright_magenta",
}

THEMES: dict[str, dict[str, str]] = {"dark": _DARK, "light": _LIGHT, "contrast": _CONTRAST, "terminal": _TERMINAL}
"""Theme -> role -> colour. Every theme has every role, and at most 64 colours."""


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
    """How a seat is told from the others without colour: number, shape and a palette role."""

    number: str
    shape: str
    role: str


IDENTITIES: tuple[Identity, ...] = tuple(
    Identity(str((i + 1) % 10), shape, f"p{i + 1}")
    for i, shape in enumerate(("█", "▚", "▒", "▐", "▞", "▀", "░", "▙", "▄", "▟"))
)
"""Ten seats' identities in order; the first four are the card backs of Take That Towers (blue, red, green, purple)."""
