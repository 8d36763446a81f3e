"""The colours of Stacked Words: its tiles and the squares of its board."""

from __future__ import annotations

from towergames.board.palette import BUILT, GROUND, Palette, Role, add

STACKS = {
    "tile-1": Role("#a98554", "#d2ae74", "#b8b8b8", "white", part=BUILT),
    "tile-2": Role("#c19c66", "#dfc08c", "#cccccc", "white", part=BUILT),
    "tile-3": Role("#d8b67f", "#ead1a5", "#dedede", "bright_white", part=BUILT),
    "tile-4": Role("#ebd19f", "#f4e2c0", "#efefef", "bright_white", part=BUILT),
    "tile-5": Role("#fdf0cf", "#fff4de", "#ffffff", "bright_white", part=BUILT),
}
"""Letter tiles by the height of their stack, the higher the lighter: plates behind ``plate-ink``."""

SQUARES = {
    "square": Role("#182030", "#e1dbca", "#000000", "default", part=GROUND),
    "square-2": Role("#1c2439", "#e9e4d9", "#141414", "default", part=GROUND),
    "centre": Role("#2b3550", "#d5dbe6", "#2a2a2a", "default", part=GROUND),
}
"""Empty squares, two by turns and those in the centre: plates behind ``muted``."""

PALETTE = add(
    Palette(
        roles={
            **STACKS,
            **SQUARES,
            "tile-new": Role("#a8dcf5", "#b5dcf2", "#8fd8ff", "bright_cyan"),
            "tile-side": Role("#5b4023", "#7a5730", "#5a5a5a", "bright_black"),
        }
    )
)


def plate_role(height: int, new: bool = False) -> str:
    """The background of a stack's top: the higher, the lighter; new tiles have their own."""
    return "tile-new" if new else f"tile-{max(1, min(height, len(STACKS)))}"
