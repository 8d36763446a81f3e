"""Roles to colours, for every theme: pure data, so that screens, exports and tests read the same table.

RGB themes give ``#rrggbb``; the theme ``terminal`` gives names of the terminal's own sixteen colours (or ``default``).
Measured by ``tests/boards/test_palette.py``: contrast, and the distance of colours that must be told apart as people
with deuteranopia, protanopia, tritanopia and without any colour sight see them.
"""

from __future__ import annotations

PLAYERS: tuple[str, ...] = tuple(f"p{i}" for i in range(1, 11))
"""A seat's colour, as text on any surface or as a plate behind ``ink``."""

STATES: tuple[str, ...] = ("good", "bad", "warn", "cursor", "accent", "last")
"""Foregrounds (and plates behind ``ink``) that mean something; told apart from each other and from players 1-4."""

FACADES: tuple[str, ...] = tuple(
    f"floor-{name}" for name in ("office", "lobby", "spire", "suite", "elevator", "landlord", "noise", "inferno")
)
"""Surfaces of Take That Towers' storeys and cards; each also says its name in text."""

SURFACES: tuple[str, ...] = ("surface", "sky", "card", "select", "preview", *FACADES)
"""Backgrounds that text may stand on."""

LINES: tuple[str, ...] = ("line", "wall", "ground", "crane", "scaffold")
"""Strokes of the picture on ``surface`` or ``sky``: at least 3:1."""

ORNAMENTS: tuple[str, ...] = ("ledge", "lit", "dark")
"""Windows and ledges: nothing to read in them that is not said in text."""

_DARK = {
    "surface": "#10141b",
    "sky": "#111726",
    "sky-low": "#161d31",
    "sky-horizon": "#1c2439",
    "far": "#232c44",
    "card": "#1d2430",
    "select": "#3a4660",
    "preview": "#20303a",
    "text": "#eef1f6",
    "muted": "#a3adbd",
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
    "good": "#b6f09c",
    "bad": "#ff8f8f",
    "warn": "#ffb000",
    "cursor": "#fff3a0",
    "last": "#ffc6e0",
    "p1": "#4d94ff",
    "p2": "#ff6a3d",
    "p3": "#2fd6ae",
    "p4": "#d9a7ff",
    "p5": "#ffd75f",
    "p6": "#7fdfff",
    "p7": "#b8b000",
    "p8": "#ff9fc0",
    "p9": "#a0a8b8",
    "p10": "#ffffff",
    "floor-office": "#22384f",
    "floor-lobby": "#463520",
    "floor-spire": "#3c4148",
    "floor-suite": "#3d2b4f",
    "floor-elevator": "#1e4140",
    "floor-landlord": "#3f4122",
    "floor-noise": "#4d2a40",
    "floor-inferno": "#55251c",
}

THEMES: dict[str, dict[str, str]] = {"dark": _DARK}


def resolve(theme: str, role: str) -> str:
    """The colour of a role: ``#rrggbb``, an ANSI name under ``terminal``, or ``default`` for the surface's own.

    An unknown theme is the dark one, an unknown role is ``default``; neither is an error on somebody's screen.
    """
    return THEMES.get(theme, _DARK).get(role, "default")
