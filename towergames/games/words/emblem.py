"""The emblem: words that cross, one of them stacked."""

EMBLEM = (
    "..T",
    "STACK",
    "..L",
    "..L",
)
