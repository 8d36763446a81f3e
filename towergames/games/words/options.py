"""The options of Stacked Words, each declared once as a field of the terms."""

from __future__ import annotations

from dataclasses import dataclass, replace

from towergames.core.contract import GameInfo, Options
from towergames.core.options import option, options_of, players, settle
from towergames.lexicon.options import words_option


@dataclass(frozen=True, slots=True)
class Terms:
    """The settled options of one game.

    ``words`` is the reference of the word list. ``checking`` is ``challenge-anew`` where the option is ``challenge``,
    except in games of rules version 1. ``timer`` counts seconds, 0 without one; only the screen keeps time. ``first``
    is 0 for a starter by lot, else the number of the player.
    """

    size: int = option(
        "Board",
        "How big the board is.",
        "U-1",
        {10: "10x10 squares, 100 tiles", 8: "8x8 squares, 64 tiles: a shorter game"},
        key="board",
    )
    words: str = words_option("Which words may be played", "R-10")
    checking: str = option(
        "Checking",
        "What happens to words that are not in the list.",
        "U-12",
        {
            "auto-check": "they cannot be played",
            "challenge": "they stand unless challenged; then they are taken back",
            "loser-loses-turn": "as challenge, and the player who is wrong loses a turn",
        },
    )
    cover: bool = option(
        "Cover rule",
        "Whether a letter of every old word must stay uncovered.",
        "U-2",
        {True: "a whole word may not be covered", False: "anything may be covered"},
    )
    plural: bool = option(
        "Plural rule",
        "Whether adding just an S to a word is forbidden.",
        "U-3",
        {True: "an S alone is no play", False: "an S may be added"},
    )
    height: int = option(
        "Height", "How many tiles a stack may have.", "U-19", {5: "5 tiles", 4: "4 tiles", 3: "3 tiles"}
    )
    penalty: int = option(
        "End penalty",
        "What each tile left on a rack costs at the end.",
        "U-11",
        {5: "5 points", 1: "1 point", 0: "nothing"},
    )
    bingo: int = option(
        "Seven-tile bonus", "Extra points for laying all seven tiles at once.", "U-10", {20: "20 points", 0: "none"}
    )
    open_racks: bool = option(
        "Open racks",
        "Whether everybody sees all racks.",
        "R-4",
        {False: "racks are hidden", True: "racks lie open, for learners"},
        key="open",
    )
    ties: str = option(
        "Tie for the win",
        "Who wins when points are equal.",
        "U-16",
        {"shared": "all of them", "fewer-tiles": "the player with fewer tiles left"},
    )
    timer: int = option(
        "Timer",
        "Seconds for a turn; when they are over the turn is passed.",
        "U-23",
        {"off": "no timer", 30: "30 seconds", 60: "1 minute", 120: "2 minutes", 180: "3 minutes"},
        means={"off": 0},
    )
    first: int = option(
        "First player",
        "Who takes the first turn.",
        "R-3",
        {"random": "by lot: the tile nearest to A", **players(4)},
        means={"random": 0},
    )


OPTIONS = options_of(Terms, order="words checking cover plural height board bingo penalty ties open timer first")


def settle_terms(info: GameInfo, seats: int, given: Options) -> Terms:
    """The terms that the options set for ``seats`` players. Raises OptionError."""
    terms = settle(Terms, info, seats, given)
    if seats == 1:  # a single player has no challenger
        return replace(terms, checking="auto-check")
    if terms.checking == "challenge" and info.rules_version > 1:
        return replace(terms, checking="challenge-anew")
    return terms
