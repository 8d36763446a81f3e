"""The options of Konexi, each declared once as a field of the terms."""

from __future__ import annotations

from dataclasses import dataclass, replace

from msgspec import UNSET, UnsetType

from towergames.core.contract import GameInfo, Options
from towergames.core.options import option, options_of, players, settle
from towergames.lexicon.options import words_option

BIRTHDAY = -1


@dataclass(frozen=True, slots=True)
class Terms:
    """The settled options of one game. What is UNSET is left out of saves, and so changes no save made before.

    ``words`` is the reference of the word list. ``first`` is 0 for a starter by lot, BIRTHDAY where the players say it,
    else the number of the player. Only physics reads ``hand``. ``every``: all words of a turn score (K-27).
    ``endless``: one tower, and no target (K-28).
    """

    words: str = words_option("Which words count", "R-16")
    first: int = option(
        "First player",
        "Who begins.",
        "K-14",
        {"random": "by lot", **players(6), "birthday": "the players say whose birthday comes next"},
        means={"random": 0, "birthday": BIRTHDAY},
    )
    circle: str = option(
        "Circle",
        "How the letters come into the circle.",
        "R-3",
        {"shuffled": "mixed", "arranged": "the player who begins the round lays them"},
    )
    direction: str = option(
        "Direction", "Which way the token moves.", "K-5", {"clockwise": "clockwise", "either": "as the player likes"}
    )
    base: str = option(
        "First letter",
        "Which letter begins the tower.",
        "K-4",
        {
            "rolled": "one beside the token, as always",
            "picked": "any, as the player likes",
            "random": "one that is drawn",
        },
    )
    flip: bool = option(
        "Turning over",
        "Whether letters may be turned over, so that they are seen from behind.",
        "K-19",
        {True: "they may", False: "they show their front"},
    )
    shortest: int = option("Shortest word", "How many letters a word needs.", "K-8", {2: "2 letters", 3: "3 letters"})
    finding: str = option(
        "Words",
        "Who finds the word that a letter makes.",
        "K-9",
        {"own": "the player does", "auto": "the table takes the longest one"},
    )
    target: int = option(
        "Points to win",
        "The first player with so many points wins.",
        "K-13",
        {20: "20 points", 30: "30 points", 50: "50 points"},
    )
    penalty: int = option(
        "Penalty", "What it costs when the tower falls.", "R-21", {3: "3 points", 0: "nothing, for children"}
    )
    bump: str = option(
        "Bumps",
        "Whether the tower may be bumped out of turn.",
        "K-12",
        {"off": "never", "chance": "now and then by a player who waits", "nudge": "when a player reports it"},
    )
    hand: str = option(
        "Hand",
        "How much your hand trembles when it lets go.",
        "K-16",
        {"normal": "a little", "steady": "hardly at all", "shaky": "a lot"},
    )
    every: bool | UnsetType = option(
        "Words that score",
        "How many words score in a turn.",
        "K-27",
        {"one": "one", "all": "all that are said"},
        key="scoring",
        means={"one": UNSET, "all": True},
    )
    endless: bool | UnsetType = option(
        "Tower",
        "Whether a new tower is begun when one has fallen. One player alone always has one tower only.",
        "K-28",
        {
            "rounds": "a new one every round",
            "endless": "one only; most points win, or for one player: how many of the 26 letters stand",
        },
        key="tower",
        means={"rounds": UNSET, "endless": True},
    )


OPTIONS = options_of(
    Terms,
    order="words hand finding shortest scoring tower target penalty circle base direction flip bump first",
)


def settle_terms(info: GameInfo, seats: int, given: Options) -> Terms:
    """The terms that the options set for ``seats`` players. Raises OptionError."""
    terms = settle(Terms, info, seats, given)
    return replace(terms, endless=True) if seats == 1 else terms
