"""How the places that the rule text leaves open are read; each is an option, the usual reading its default."""

from __future__ import annotations

from dataclasses import dataclass

from towergames.core.options import option, options_of


@dataclass(frozen=True, slots=True)
class Readings:
    """One reading of the open places."""

    gaps: str = option(
        "Gaps in columns",
        "What a row that is too short does to the column beside it.",
        "B-13",
        {"skip": "it is passed over", "break": "it ends the word"},
    )
    windows: str = option(
        "Windows in columns",
        "Whether a window keeps its place when columns are read.",
        "B-13",
        {"keep": "it keeps its place", "close-up": "letters close up over it"},
    )
    repeated: str = option(
        "Same word twice",
        "What the same word in two columns scores.",
        "B-13",
        {"twice": "each of them scores", "once": "it scores once"},
    )
    stack_cards: int = option(
        "Two-card wildcard",
        "How many cards a wildcard made of two cards counts as.",
        "B-3",
        {1: "one card", 2: "two cards"},
    )
    wild_window: bool = option(
        "Wildcard as window",
        "Whether a wildcard may be a window.",
        "B-1",
        {True: "it may", False: "it is always a brick"},
    )
    heaviest: int = option(
        "Heaviest wildcard", "The most tons that a wildcard may weigh.", "B-1", {5: "5 tons", 9: "9 tons"}
    )
    lightest: int = option(
        "Lightest wildcard", "The fewest tons that a wildcard may weigh.", "B-1", {1: "1 ton", 0: "0 tons"}
    )
    wild_adjusts: bool = option(
        "Wild J Q X Z adjusted",
        "Whether a wildcard that is a J, Q, X or Z may be adjusted.",
        "B-2",
        {True: "it may, like a real one", False: "only real ones may"},
    )
    wild_rare: bool = option(
        "Wild J Q X Z score",
        "Whether a wildcard that is a J, Q, X or Z scores 2 points.",
        "B-2",
        {True: "it does, like a real one", False: "only real ones do"},
    )
    zero: bool = option(
        "Bricks of no weight",
        "Whether a brick may be adjusted to 0 tons.",
        "B-4",
        {True: "it may", False: "1 ton is the least"},
    )
    runs: str = option(
        "Runs of letters",
        "Which runs of consecutive letters score.",
        "B-15",
        {"longest": "the longest one", "each": "each of seven or more"},
    )
    high_floors: str = option(
        "Above the sixth floor",
        "What bricks above the sixth floor score.",
        "B-16",
        {"nothing": "nothing", "go-on": "5 points each, then 6, and so on"},
    )
    free_letters: bool = option(
        "Wildcards in the word",
        "What letter a wildcard is in the longest word.",
        "B-14",
        {False: "the one it was declared", True: "any letter"},
    )


STANDARD = Readings()

CHOICES = {row.key: row.values for row in options_of(Readings)}
"""What each reading may be, the usual one first."""
