"""The colours of Nim: one for each tower."""

from towergames.board.palette import BUILT, Palette, Role, add

ROLES = {
    "nim-red": Role("#d65f4c", "#c8462f", "#ff6a50", "bright_red", BUILT),
    "nim-blue": Role("#6aa9e6", "#2f74c0", "#70beff", "bright_blue", BUILT),
    "nim-yellow": Role("#ecc94b", "#a87b00", "#ffee55", "bright_yellow", BUILT),
    "nim-green": Role("#4fae4a", "#2c8a3d", "#3ee03a", "bright_green", BUILT),
    "nim-violet": Role("#b184f0", "#8b4fd0", "#cc99ff", "bright_magenta", BUILT),
}
PALETTE = add(Palette(ROLES))
