"""The emblem: a pyramid of bricks."""

EMBLEM = (
    ".....yyy......",
    ".....yyy......",
    "...bbb.bbb....",
    "...bbb.bbb....",
    "..yyy.yyy.yyy.",
    "..yyy.yyy.yyy.",
    "rrr.rrr.rrr.rr",
    "rrr.rrr.rrr.rr",
)
