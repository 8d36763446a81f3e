"""How the places that the rule text leaves open are read; each is an option, the first value its default."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Readings:
    """One reading of the open places; ids in the comments are those of the rule sheet."""

    gaps: str = "skip"  # B-13: a short row's missing place in a column is passed over, or ends the word ("break")
    windows: str = "keep"  # rule 15: a window keeps its place in a row when columns are read, or letters "close-up"
    repeated: str = "twice"  # rule 15: the same word in two columns counts for each, or "once"
    stack_cards: int = 1  # B-3, rules 13 and 33: an unnatural wildcard counts as 1 card or 2
    wild_window: bool = True  # B-1: wildcards may be windows
    heaviest: int = 5  # B-1: tons that a wildcard may declare at most: 5 or 9
    lightest: int = 1  # and at least: 1 or 0
    wild_adjusts: bool = True  # B-2: a wildcard declared J, Q, X or Z may be adjusted (rule 8)
    wild_rare: bool = True  # B-2: and scores rule 18
    zero: bool = True  # B-4: a brick may be adjusted to 0 tons
    runs: str = "longest"  # B-15, rule 34: the longest run of letters scores, or "each" run of seven or more
    high_floors: str = "nothing"  # B-16, rule 32: floors above the sixth score nothing, or "go-on" (5, 6, ...)
    free_letters: bool = False  # rule 19: wildcards may stand for any letter in the longest word


STANDARD = Readings()

CHOICES: dict[str, tuple[str | int | bool, ...]] = {
    "gaps": ("skip", "break"),
    "windows": ("keep", "close-up"),
    "repeated": ("twice", "once"),
    "stack_cards": (1, 2),
    "wild_window": (True, False),
    "heaviest": (5, 9),
    "lightest": (1, 0),
    "wild_adjusts": (True, False),
    "wild_rare": (True, False),
    "zero": (True, False),
    "runs": ("longest", "each"),
    "high_floors": ("nothing", "go-on"),
    "free_letters": (False, True),
}
"""What each reading may be, the usual one first."""
