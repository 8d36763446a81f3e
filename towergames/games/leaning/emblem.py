"""The emblem: pyramids that lean."""

EMBLEM = (
    "........C.....",
    ".......CCC....",
    "......CCCCC...",
    "...B.CCCCCCC..",
    "..BBB.AAA.....",
    "..BBBAAAAA.D..",
    ".BBBBBAAAADDE.",
    ".BBBBBBAAADDEE",
)
