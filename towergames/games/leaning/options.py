"""The options of Leaning Towers, each declared once as a field of the terms."""

from __future__ import annotations

from dataclasses import dataclass

from towergames.core.contract import Option
from towergames.core.options import option, options_of, players


@dataclass(frozen=True, slots=True)
class Terms:
    """The settled options of one game. ``first`` is 0 for a starter by lot, else the number of the player.

    Only physics reads ``surface`` and ``tremor``.
    """

    first: int = option(
        "First player",
        "Who builds the Foundation and begins.",
        "R-3",
        {"random": "by lot", **players(10)},
        means={"random": 0},
    )
    foundation: str = option(
        "Foundation",
        "Who sets up the first two pieces.",
        "L-2",
        {"built": "the first player", "ready": "it stands already"},
    )
    contacts: str = option(
        "Contact limit",
        "Whose pips limit how many pieces may touch.",
        "L-4",
        {"both": "those of the new piece and of all it touches", "placed": "only those of the new piece"},
    )
    held_size: str = option(
        "Held sizes",
        "Whether a held piece may have the size of the last placement.",
        "L-12",
        {"any": "it may", "other": "it must differ, like any piece"},
        key="held",
    )
    tries: int = option(
        "Tries",
        "How often a slipped piece may be placed before it is lost.",
        "L-14",
        {3: "3 tries", 1: "1 try", 2: "2 tries", 5: "5 tries"},
    )
    three: str = option(
        "Three disturbed",
        "What it is when exactly three other pieces are disturbed.",
        "L-15",
        {"wreck": "a Wreck", "break": "a Break"},
    )
    rebuild: str = option(
        "Rebuilding",
        "How the pieces go back after a Break.",
        "L-17",
        {"by-hand": "one by one, in any legal pose", "restore": "all at once, as they stood"},
    )
    alone: str = option(
        "One player left",
        "What happens when all others have been ejected.",
        "L-20",
        {"continue": "that player goes on", "end": "the game ends"},
    )
    bump: str = option(
        "Bumps",
        "Whether the table may be bumped out of turn.",
        "L-21",
        {
            "off": "never",
            "table": "now and then, by a bystander",
            "players": "now and then, by a player who waits",
            "nudge": "when a player reports it",
        },
    )
    passing: str = option(
        "Passing",
        "Whether you may pass when you could place.",
        "L-23",
        {"checked": "only if the table finds no move for you", "free": "whenever you like"},
    )
    surface: str = option(
        "Table",
        "What the pieces stand on.",
        "R-2",
        {"newspaper": "grips well", "wood": "grips less", "glass": "slippery, for experts"},
    )
    tremor: str = option(
        "Hand",
        "How much your hand trembles when it lets go.",
        "R-13",
        {"normal": "a little", "steady": "hardly at all", "shaky": "a lot"},
    )


SERIES = Option(
    "series",
    "Series",
    (50, 0, 25, 100),
    "How many points win a series of games; a rematch goes on with it.",
    ("to 50 points", "without end", "to 25 points", "to 100 points"),
    "L-25",
)
"""Not a term of a game: only the table counts a series."""

OPTIONS = options_of(
    Terms,
    SERIES,
    order="tremor surface foundation contacts held tries three rebuild alone bump passing series first",
)
