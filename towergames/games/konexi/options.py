"""The settings of Konexi, and what they settle to."""

from __future__ import annotations

from msgspec import UNSET

from towergames.core.contract import GameInfo, Option, OptionError, Options, complete_options
from towergames.core.text import clean
from towergames.games.konexi.model import Terms
from towergames.lexicon.shelf import REFERENCE, SHIPPED

BIRTHDAY = -1

OPTIONS: tuple[Option, ...] = (
    Option(
        "words",
        "Word list",
        SHIPPED,
        "Which words count; any other list comes with --words FILE.",
        ("the usual list", "words that most people know", "rare and technical words too"),
        "R-16",
        free=True,
    ),
    Option(
        "hand",
        "Hand",
        ("normal", "steady", "shaky"),
        "How much your hand trembles when it lets go.",
        ("a little", "hardly at all", "a lot"),
        "K-16",
    ),
    Option(
        "finding",
        "Words",
        ("own", "auto"),
        "Who finds the word that a letter makes.",
        ("the player does", "the table takes the longest one"),
        "K-9",
    ),
    Option(
        "shortest",
        "Shortest word",
        (2, 3),
        "How many letters a word needs.",
        ("2 letters", "3 letters"),
        "K-8",
    ),
    Option(
        "scoring",
        "Words that score",
        ("one", "all"),
        "How many words score in a turn.",
        ("one", "all that are said"),
        "K-27",
    ),
    Option(
        "tower",
        "Tower",
        ("rounds", "endless"),
        "Whether a new tower is begun when one has fallen. One player alone always has one tower only.",
        ("a new one every round", "one only; most points win, or for one player: how many of the 26 letters stand"),
        "K-28",
    ),
    Option(
        "target",
        "Points to win",
        (20, 30, 50),
        "The first player with so many points wins.",
        ("20 points", "30 points", "50 points"),
        "K-13",
    ),
    Option(
        "penalty",
        "Penalty",
        (3, 0),
        "What it costs when the tower falls.",
        ("3 points", "nothing, for children"),
        "R-21",
    ),
    Option(
        "circle",
        "Circle",
        ("shuffled", "arranged"),
        "How the letters come into the circle.",
        ("mixed", "the player who begins the round lays them"),
        "R-3",
    ),
    Option(
        "base",
        "First letter",
        ("rolled", "picked", "random"),
        "Which letter begins the tower.",
        ("one beside the token, as always", "any, as the player likes", "one that is drawn"),
        "K-4",
    ),
    Option(
        "direction",
        "Direction",
        ("clockwise", "either"),
        "Which way the token moves.",
        ("clockwise", "as the player likes"),
        "K-5",
    ),
    Option(
        "flip",
        "Turning over",
        (True, False),
        "Whether letters may be turned over, so that they are seen from behind.",
        ("they may", "they show their front"),
        "K-19",
    ),
    Option(
        "bump",
        "Bumps",
        ("off", "chance", "nudge"),
        "Whether the tower may be bumped out of turn.",
        ("never", "now and then by a player who waits", "when a player reports it"),
        "K-12",
    ),
    Option(
        "first",
        "First player",
        ("random", 1, 2, 3, 4, 5, 6, "birthday"),
        "Who begins.",
        ("by lot", *(f"player {number}" for number in range(1, 7)), "the players say whose birthday comes next"),
        "K-14",
    ),
)
"""Every option of the game; the first value of each is the default."""


def settle_terms(info: GameInfo, seats: int, given: Options) -> Terms:
    """What the options mean for ``seats`` players. Raises OptionError on a stranger or a bad count."""
    fewest, most = info.seats
    if isinstance(seats, bool) or not isinstance(seats, int) or not fewest <= seats <= most:
        raise OptionError(f"{info.title} is for {fewest} to {most} players, not {seats}")
    said = complete_options(info, given)
    first = {"random": 0, "birthday": BIRTHDAY}.get(str(said["first"]))
    first = int(said["first"]) if first is None else first
    if first > seats:
        raise OptionError(f"option first: there is no player {first} among {seats}")
    words = str(said["words"])
    if words not in SHIPPED and not REFERENCE.match(words):
        names = ", ".join(SHIPPED)
        raise OptionError(f"option words: {clean(words)!r} is not one of {names}; another list comes with --words FILE")
    return Terms(
        words=words,
        first=first,
        circle=str(said["circle"]),
        direction=str(said["direction"]),
        base=str(said["base"]),
        flip=bool(said["flip"]),
        shortest=int(said["shortest"]),
        finding=str(said["finding"]),
        target=int(said["target"]),
        penalty=int(said["penalty"]),
        bump=str(said["bump"]),
        hand=str(said["hand"]),
        every=True if said["scoring"] == "all" else UNSET,
        endless=True if said["tower"] == "endless" or seats == 1 else UNSET,
    )
