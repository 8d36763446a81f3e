"""The colours of Take That Towers: its storeys and cards, the crane and its scaffold."""

from __future__ import annotations

from towergames.board.palette import BUILT, Palette, Role, add

FLOORS = {
    "floor-office": Role("#22384f", "#cfe0f2", "#001e38", "default", part=BUILT),
    "floor-lobby": Role("#463520", "#f0dfc4", "#2e1f00", "default", part=BUILT),
    "floor-spire": Role("#3c4148", "#dfe2e6", "#1c1c1c", "default", part=BUILT),
    "floor-suite": Role("#3d2b4f", "#e4d6f2", "#250038", "default", part=BUILT),
    "floor-elevator": Role("#1e4140", "#cfe8e2", "#002a28", "default", part=BUILT),
    "floor-landlord": Role("#3f4122", "#e6e6c2", "#262600", "default", part=BUILT),
    "floor-noise": Role("#4d2a40", "#f3d8e4", "#33001c", "default", part=BUILT),
    "floor-inferno": Role("#55251c", "#f6d5cb", "#3a0a00", "default", part=BUILT),
}
"""Surfaces of storeys and cards; each also says its name in text."""

PALETTE = add(
    Palette(
        roles={
            **FLOORS,
            "crane": Role("#d8a93a", "#8a5f00", "#ffd75f", "yellow"),
            "scaffold": Role("#7d8798", "#6a7483", "#c8c8c8", "default"),
        },
        emblem={"s": "floor-suite", "e": "floor-elevator", "l": "floor-lobby"},
    )
)


def facade(floor: str) -> str:
    """The background role of a floor's face."""
    return f"floor-{floor.lower()}"
