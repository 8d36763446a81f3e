"""The settings of Leaning Towers, and what they settle to."""

from __future__ import annotations

from towergames.core.contract import GameInfo, Option, OptionError, Options, complete_options
from towergames.games.leaning.model import Terms

OPTIONS: tuple[Option, ...] = (
    Option(
        "tremor",
        "Hand",
        ("normal", "steady", "shaky"),
        "How much your hand trembles when it lets go.",
        ("a little", "hardly at all", "a lot"),
        "R-13",
    ),
    Option(
        "surface",
        "Table",
        ("newspaper", "wood", "glass"),
        "What the pieces stand on.",
        ("grips well", "grips less", "slippery, for experts"),
        "R-2",
    ),
    Option(
        "foundation",
        "Foundation",
        ("built", "ready"),
        "Who sets up the first two pieces.",
        ("the first player", "it stands already"),
        "L-2",
    ),
    Option(
        "contacts",
        "Contact limit",
        ("both", "placed"),
        "Whose pips limit how many pieces may touch.",
        ("those of the new piece and of all it touches", "only those of the new piece"),
        "L-4",
    ),
    Option(
        "held",
        "Held sizes",
        ("any", "other"),
        "Whether a held piece may have the size of the last placement.",
        ("it may", "it must differ, like any piece"),
        "L-12",
    ),
    Option(
        "tries",
        "Tries",
        (3, 1, 2, 5),
        "How often a slipped piece may be placed before it is lost.",
        ("3 tries", "1 try", "2 tries", "5 tries"),
        "L-14",
    ),
    Option(
        "three",
        "Three disturbed",
        ("wreck", "break"),
        "What it is when exactly three other pieces are disturbed.",
        ("a Wreck", "a Break"),
        "L-15",
    ),
    Option(
        "rebuild",
        "Rebuilding",
        ("by-hand", "restore"),
        "How the pieces go back after a Break.",
        ("one by one, in any legal pose", "all at once, as they stood"),
        "L-17",
    ),
    Option(
        "alone",
        "One player left",
        ("continue", "end"),
        "What happens when all others have been ejected.",
        ("that player goes on", "the game ends"),
        "L-20",
    ),
    Option(
        "bump",
        "Bumps",
        ("off", "table", "players", "nudge"),
        "Whether the table may be bumped out of turn.",
        (
            "never",
            "now and then, by a bystander",
            "now and then, by a player who waits",
            "when a player reports it",
        ),
        "L-21",
    ),
    Option(
        "passing",
        "Passing",
        ("checked", "free"),
        "Whether you may pass when you could place.",
        ("only if the table finds no move for you", "whenever you like"),
        "L-23",
    ),
    Option(
        "series",
        "Series",
        (50, 0, 25, 100),
        "How many points win a series of games; a rematch goes on with it.",
        ("to 50 points", "without end", "to 25 points", "to 100 points"),
        "L-25",
    ),
    Option(
        "first",
        "First player",
        ("random", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
        "Who builds the Foundation and begins.",
        ("by lot", *(f"player {number}" for number in range(1, 11))),
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
    return Terms(
        first=first,
        foundation=str(said["foundation"]),
        contacts=str(said["contacts"]),
        held_size=str(said["held"]),
        tries=int(said["tries"]),
        three=str(said["three"]),
        rebuild=str(said["rebuild"]),
        alone=str(said["alone"]),
        bump=str(said["bump"]),
        passing=str(said["passing"]),
        surface=str(said["surface"]),
        tremor=str(said["tremor"]),
    )
