"""The emblem: three towers with owners in their windows."""

EMBLEM = (
    ".....ssss.....",
    ".....sAsA.....",
    ".....ssss.....",
    "eeee.sBsB.....",
    "ewew.ssss.llll",
    "eeee.swsw.lClC",
    "eCeC.ssss.llll",
    "eeee.sAsA.lwlw",
)
