"""The settings of Stacked Words, and what they settle to."""

from __future__ import annotations

from functools import cache

from towergames.core.contract import GameInfo, Option, OptionError, Options, complete_options
from towergames.core.text import clean
from towergames.games.words.model import TILES_64, TILES_100, Terms
from towergames.lexicon.shelf import REFERENCE, SHIPPED

OPTIONS: tuple[Option, ...] = (
    Option(
        "words",
        "Word list",
        SHIPPED,
        "Which words may be played; any other list comes with --words FILE.",
        ("the usual list", "words that most people know", "rare and technical words too"),
        "R-10",
        free=True,
    ),
    Option(
        "checking",
        "Checking",
        ("auto-check", "challenge", "loser-loses-turn"),
        "What happens to words that are not in the list.",
        (
            "they cannot be played",
            "they stand unless challenged; then they are taken back",
            "as challenge, and the player who is wrong loses a turn",
        ),
        "U-12",
    ),
    Option(
        "cover",
        "Cover rule",
        (True, False),
        "Whether a letter of every old word must stay uncovered.",
        ("a whole word may not be covered", "anything may be covered"),
        "U-2",
    ),
    Option(
        "plural",
        "Plural rule",
        (True, False),
        "Whether adding just an S to a word is forbidden.",
        ("an S alone is no play", "an S may be added"),
        "U-3",
    ),
    Option(
        "height",
        "Height",
        (5, 4, 3),
        "How many tiles a stack may have.",
        ("5 tiles", "4 tiles", "3 tiles"),
        "U-19",
    ),
    Option(
        "board",
        "Board",
        (10, 8),
        "How big the board is.",
        ("10x10 squares, 100 tiles", "8x8 squares, 64 tiles: a shorter game"),
        "U-1",
    ),
    Option(
        "bingo",
        "Seven-tile bonus",
        (20, 0),
        "Extra points for laying all seven tiles at once.",
        ("20 points", "none"),
        "U-10",
    ),
    Option(
        "penalty",
        "End penalty",
        (5, 1, 0),
        "What each tile left on a rack costs at the end.",
        ("5 points", "1 point", "nothing"),
        "U-11",
    ),
    Option(
        "ties",
        "Tie for the win",
        ("shared", "fewer-tiles"),
        "Who wins when points are equal.",
        ("all of them", "the player with fewer tiles left"),
        "U-16",
    ),
    Option(
        "open",
        "Open racks",
        (False, True),
        "Whether everybody sees all racks.",
        ("racks are hidden", "racks lie open, for learners"),
        "R-4",
    ),
    Option(
        "timer",
        "Timer",
        ("off", 30, 60, 120, 180),
        "Seconds for a turn; when they are over the turn is passed.",
        ("no timer", "30 seconds", "1 minute", "2 minutes", "3 minutes"),
        "U-23",
    ),
    Option(
        "first",
        "First player",
        ("random", 1, 2, 3, 4),
        "Who takes the first turn.",
        ("by lot: the tile nearest to A", "player 1", "player 2", "player 3", "player 4"),
        "R-3",
    ),
)
"""Every option of the game; the first value of each is the default."""


def settle_terms(info: GameInfo, seats: int, given: Options) -> Terms:
    """What the options mean for ``seats`` players. Raises OptionError on a stranger or a bad count."""
    fewest, most = info.seats
    if isinstance(seats, bool) or not isinstance(seats, int) or not fewest <= seats <= most:
        raise OptionError(f"{info.title} is for {fewest} to {most} players, not {seats}")
    said = complete_options(info, given)
    first = 0 if said["first"] == "random" else int(said["first"])
    if first > seats:
        raise OptionError(f"option first: there is no player {first} among {seats}")
    words = str(said["words"])
    if words not in SHIPPED and not REFERENCE.match(words):
        names = ", ".join(SHIPPED)
        raise OptionError(f"option words: {clean(words)!r} is not one of {names}; another list comes with --words FILE")
    checking = str(said["checking"])
    if checking == "challenge" and info.rules_version > 1:
        checking = "challenge-anew"
    return Terms(
        size=int(said["board"]),
        words=words,
        checking="auto-check" if seats == 1 else checking,  # a single player has no challenger
        cover=bool(said["cover"]),
        plural=bool(said["plural"]),
        height=int(said["height"]),
        penalty=int(said["penalty"]),
        bingo=int(said["bingo"]),
        open_racks=bool(said["open"]),
        ties=str(said["ties"]),
        timer=0 if said["timer"] == "off" else int(said["timer"]),
        first=first,
    )


@cache
def full_bag(size: int) -> str:
    """Every tile of a game on a board of that size, sorted: 100 tiles, or 64 on the small board (U-1)."""
    tiles = TILES_64 if size == 8 else TILES_100
    return "".join(letter * tiles[letter] for letter in sorted(tiles))
