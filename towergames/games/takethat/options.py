"""The settings of Take That Towers, and the limits that they settle to."""

from __future__ import annotations

from functools import cache

from towergames.core.contract import GameInfo, Option, OptionError, Options, complete_options
from towergames.games.takethat.model import COPIES_EVEN, FLOORS, WEIGHTED_DECK, Terms

OPTIONS: tuple[Option, ...] = (
    Option(
        "deck",
        "Deck",
        ("even", "weighted"),
        "How many cards of each floor there are.",
        ("64 cards, 8 of each floor", "65 cards, more OFFICE and LOBBY, fewer INFERNO and SPIRE"),
        "R-2",
    ),
    Option(
        "texts",
        "Card texts",
        ("printed", "prototype"),
        "What SUITE and ELEVATOR do.",
        ("as on the printed cards", "as on the 2021 prototype: SUITE +3, ELEVATOR counts floors built"),
        "SUITE",
    ),
    Option(
        "end",
        "End trigger",
        ("short-hand", "empty-deck"),
        "What brings on the last round.",
        ("deck empty and a player ends the turn with fewer than 3 cards", "deck empty"),
        "T-2",
    ),
    Option(
        "towers",
        "Tower limit",
        ("auto", 2, 3, 4, 5),
        "How many towers may stand at once.",
        ("3, or 4 with four players", "2 towers", "3 towers", "4 towers", "5 towers"),
        "R-9",
    ),
    Option(
        "height",
        "Full height",
        (6, 5, 7),
        "The height at which a tower is scored.",
        ("6 floors", "5 floors: quicker towers", "7 floors: taller towers"),
        "R-14",
    ),
    Option(
        "open",
        "Open hands",
        (False, True),
        "Whether everybody sees all hands and tucked cards.",
        ("hands and tucked cards are hidden", "everything but the deck is seen by all"),
        "T-11",
    ),
    Option(
        "own_tucks",
        "See own tucks",
        (False, True),
        "Whether you may look again at cards you tucked.",
        ("remember them yourself", "your own tucked cards stay visible to you"),
        "T-11",
    ),
    Option(
        "due",
        "Order of scoring",
        ("oldest", "chosen"),
        "Which tower goes first when two are scored in one turn.",
        ("the tower begun first", "the player whose turn it is chooses"),
        "T-1",
    ),
    Option(
        "first",
        "First player",
        ("random", 1, 2, 3, 4),
        "Who takes the first turn.",
        ("drawn by lot", "player 1", "player 2", "player 3", "player 4"),
        "T-12",
    ),
)
"""Every option of the game; the first value of each is the default."""

TOWERS_WITH_FOUR = 4
TOWERS_OTHERWISE = 3


def settle_terms(info: GameInfo, seats: int, given: Options) -> Terms:
    """The limits that the options mean for ``seats`` players. Raises OptionError on a stranger or a bad count."""
    fewest, most = info.seats
    if isinstance(seats, bool) or not isinstance(seats, int) or not fewest <= seats <= most:
        raise OptionError(f"{info.title} is for {fewest} to {most} players, not {seats}")
    said = complete_options(info, given)
    first = 0 if said["first"] == "random" else int(said["first"])
    if first > seats:
        raise OptionError(f"option first: there is no player {first} among {seats}")
    usual = TOWERS_WITH_FOUR if seats == most else TOWERS_OTHERWISE
    return Terms(
        deck=str(said["deck"]),
        texts=str(said["texts"]),
        end=str(said["end"]),
        tower_limit=usual if said["towers"] == "auto" else int(said["towers"]),
        height=int(said["height"]),
        open_hands=bool(said["open"]),
        own_tucks=bool(said["own_tucks"]),
        due_order=str(said["due"]),
        first=first,
    )


@cache
def full_deck(terms: Terms) -> tuple[str, ...]:
    """Every card of the deck, in the order of FLOORS (R-2).

    Sizes: 64 for the even deck, 65 for the weighted one.
    """
    return tuple(
        floor for floor in FLOORS for _ in range(WEIGHTED_DECK[floor] if terms.deck == "weighted" else COPIES_EVEN)
    )
