"""The colours of Brick Tower: its bricks."""

from __future__ import annotations

from towergames.board.palette import BUILT, Palette, Role, add

PALETTE = add(
    Palette(
        roles={
            "brick-red": Role("#cf5746", "#cf5746", "#f9543c", "bright_red", part=BUILT),
            "brick-blue": Role("#6fb0ee", "#74b4f0", "#6ab8ff", "bright_blue", part=BUILT),
            "brick-yellow": Role("#f4d55c", "#f2cf4a", "#ffee5a", "bright_yellow", part=BUILT),
        },
        emblem={"r": "brick-red", "b": "brick-blue", "y": "brick-yellow"},
    )
)
BRICKS = tuple(PALETTE.roles)
"""Bricks: plates behind ``plate-ink``, and the frames of windows on ``glass``."""


def brick_role(colour: str) -> str:
    return f"brick-{colour}"
