"""The options of Take That Towers, each declared once as a field of the terms."""

from __future__ import annotations

from dataclasses import dataclass, replace

from towergames.core.contract import GameInfo, Options
from towergames.core.options import option, options_of, players, settle


@dataclass(frozen=True, slots=True)
class Terms:
    """The settled options of one game. ``first`` is 0 for a starter by lot, else the number of the player (T-12)."""

    deck: str = option(
        "Deck",
        "How many cards of each floor there are.",
        "R-2",
        {"even": "64 cards, 8 of each floor", "weighted": "65 cards, more OFFICE and LOBBY, fewer INFERNO and SPIRE"},
    )
    texts: str = option(
        "Card texts",
        "What SUITE and ELEVATOR do.",
        "SUITE",
        {
            "printed": "as on the printed cards",
            "prototype": "as on the 2021 prototype: SUITE +3, ELEVATOR counts floors built",
        },
    )
    end: str = option(
        "End trigger",
        "What brings on the last round.",
        "T-2",
        {"short-hand": "deck empty and a player ends the turn with fewer than 3 cards", "empty-deck": "deck empty"},
    )
    tower_limit: int = option(
        "Tower limit",
        "How many towers may stand at once.",
        "R-9",
        {"auto": "3, or 4 with four players", 2: "2 towers", 3: "3 towers", 4: "4 towers", 5: "5 towers"},
        key="towers",
        means={"auto": 0},
    )
    height: int = option(
        "Full height",
        "The height at which a tower is scored.",
        "R-14",
        {6: "6 floors", 5: "5 floors: quicker towers", 7: "7 floors: taller towers"},
    )
    open_hands: bool = option(
        "Open hands",
        "Whether everybody sees all hands and tucked cards.",
        "T-11",
        {False: "hands and tucked cards are hidden", True: "everything but the deck is seen by all"},
        key="open",
    )
    own_tucks: bool = option(
        "See own tucks",
        "Whether you may look again at cards you tucked.",
        "T-11",
        {False: "remember them yourself", True: "your own tucked cards stay visible to you"},
    )
    due_order: str = option(
        "Order of scoring",
        "Which tower goes first when two are scored in one turn.",
        "T-1",
        {"oldest": "the tower begun first", "chosen": "the player whose turn it is chooses"},
        key="due",
    )
    first: int = option(
        "First player",
        "Who takes the first turn.",
        "T-12",
        {"random": "drawn by lot", **players(4)},
        means={"random": 0},
    )


OPTIONS = options_of(Terms)

TOWERS_WITH_FOUR = 4
TOWERS_OTHERWISE = 3


def settle_terms(info: GameInfo, seats: int, given: Options) -> Terms:
    """The terms that the options set for ``seats`` players. Raises OptionError."""
    terms = settle(Terms, info, seats, given)
    usual = TOWERS_WITH_FOUR if seats == 4 else TOWERS_OTHERWISE
    return replace(terms, tower_limit=terms.tower_limit or usual)
