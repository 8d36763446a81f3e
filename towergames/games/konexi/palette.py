"""The colours of Konexi: its letters of plastic."""

from __future__ import annotations

from towergames.board.palette import BUILT, Palette, Role, add

PALETTE = add(
    Palette(
        roles={
            "plastic-1": Role("#e8707a", "#e63941", "#ff7f8a", "bright_red", part=BUILT),
            "plastic-2": Role("#e9d93a", "#bc7509", "#fff23d", "bright_yellow", part=BUILT),
            "plastic-3": Role("#2fa722", "#279e5c", "#2fdc1e", "bright_green", part=BUILT),
            "plastic-4": Role("#a3d8ef", "#5788de", "#b4eaff", "bright_cyan", part=BUILT),
            "plastic-5": Role("#b280f7", "#e91acf", "#c48fff", "bright_magenta", part=BUILT),
            "letter-1": Role("#e8707a", "#db1d00", "#ff7f8a", "bright_red"),
            "letter-2": Role("#e9d93a", "#8a5f00", "#fff23d", "bright_yellow"),
            "letter-3": Role("#2fa722", "#02623a", "#2fdc1e", "bright_green"),
            "letter-4": Role("#a3d8ef", "#00528a", "#b4eaff", "bright_cyan"),
            "letter-5": Role("#b280f7", "#cb1a74", "#c48fff", "bright_magenta"),
        },
        emblem={"1": "plastic-1", "2": "plastic-2", "3": "plastic-3", "4": "plastic-4"},
    )
)
PLASTICS = tuple(role for role in PALETTE.roles if role.startswith("plastic-"))
"""Letters: areas on a sky, and plates behind ``plate-ink``; neighbours never share one."""


def letter_role(plastic: str) -> str:
    """The ink of a letter of that plastic on a card; in the light theme the plastic itself would be too faint."""
    return plastic.replace("plastic", "letter")
