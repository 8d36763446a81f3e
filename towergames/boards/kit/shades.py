"""Colours in more or less light, for pictures of solid things: mixed from the palette's roles. Pure."""

from __future__ import annotations

from collections.abc import Callable
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
