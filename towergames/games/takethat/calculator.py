"""Score a tower of physical cards: its points, and the cards drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta

from towergames.core.text import count
from towergames.core.tool import ToolError
from towergames.games.takethat.model import FLOORS, HAND_LIMIT, Storey
from towergames.games.takethat.scoring import NO_LIMIT, FloorResult, resolve_tower, sum_points
from towergames.tool_documents import DocumentPart, read_document

MOST_FLOORS = 7
MOST_CARDS = 65
MOST_PLAYERS = 4

Player = Annotated[
    int, Meta(ge=1, le=MOST_PLAYERS, description="a whole number from 1 to the number of players or null")
]
Hands = Annotated[
    list[Annotated[int, Meta(ge=0, le=HAND_LIMIT, title="hands: player {}")]],
    Meta(description="a list of numbers, one for each player"),
]


class FloorEntry(DocumentPart):
    """A floor of a tower. The names of floors may have small letters, and blanks around them."""

    floor: Annotated[
        str, Meta(pattern=rf"(?ai)\A\s*({'|'.join(FLOORS)})\s*\Z", description=f"one of {', '.join(FLOORS)}")
    ]
    owner: Player | None = None
    builder: Player | None = None


class TowerDocument(DocumentPart):
    """A tower, and what limits the cards that its floors draw."""

    players: Annotated[int, Meta(ge=2, le=MOST_PLAYERS)]
    tower: Annotated[
        list[
            Annotated[
                FloorEntry,
                Meta(
                    title="floor {} from the top",
                    description='an object such as {"floor": "OFFICE", "owner": 1}',
                ),
            ]
        ],
        Meta(
            min_length=1,
            max_length=MOST_FLOORS,
            description=f"a list of 1 to {MOST_FLOORS} floors from the top to the ground",
        ),
    ]
    hands: Hands | None = None
    deck: Annotated[int, Meta(ge=0, le=MOST_CARDS)] | None = None
    texts: Literal["printed", "prototype"] = "printed"


def calculate(document: Any, _flags: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Score one tower given from the top to the ground.

    ``document``: ``{"players": 2..4, "tower": [{"floor": "SPIRE", "owner": 1 or null}, ...]}``; optional are ``hands``
    (cards in hand by player) and ``deck`` (cards left), which limit SUITE, and ``texts`` ``printed`` or ``prototype``
    (then a floor may have a ``builder``). Answers ``{"points": {"1": 5, ...}, "draws": {"2": 2}, "steps": [...]}`` with
    points for every player and draws for those who draw. Raises ToolError.

    >>> tower = [{"floor": "SPIRE", "owner": None}, {"floor": "LOBBY", "owner": 2}]
    >>> calculate({"players": 2, "tower": tower})["points"]
    {'1': 0, '2': 1}
    """
    given = read_document(document, TowerDocument, 'an object such as {"players": 4, "tower": [...]}')
    players = given.players
    if given.hands is not None and len(given.hands) != players:
        raise ToolError(f"hands: expected a list of {players} numbers, one for each player, not {len(given.hands)}")
    limit = NO_LIMIT if given.deck is None else given.deck
    results = resolve_tower(_storeys(given), players, given.texts, given.hands, limit)
    points = sum_points(results, players)
    draws = Counter(str(seat + 1) for result in results for seat, drawn in result.draws for _ in range(drawn))
    return {
        "points": {str(seat): gained for seat, gained in enumerate(points, 1)},
        "draws": dict(sorted(draws.items())),
        "steps": [_step(result, players) for result in results],
    }


def render(result: Mapping[str, Any]) -> str:
    """The result of :func:`calculate` as lines of plain text."""
    lines = [*result["steps"], ""]
    for player, points in result["points"].items():
        drawn = result["draws"].get(player, 0)
        extra = f", draws {count(drawn, 'card')}" if drawn else ""
        lines.append(f"player {player}: {count(points, 'point')}{extra}")
    return "\n".join(lines)


def _step(result: FloorResult, players: int) -> str:
    """``floor 3 LOBBY (player 1): player 1 +2, 2 floors above it``."""
    names = [f"player {seat + 1}" for seat in range(players)]
    head = f"floor {result.storey + 1} {result.floor}"
    if result.owner is None:
        return f"{head}: vacant"
    told = [*(f"{names[seat]} +{points}" for seat, points in result.points), *filter(None, [result.why])]
    return f"{head} ({names[result.owner]}): {', '.join(told)}"


def _storeys(given: TowerDocument) -> list[Storey]:
    """Return the storeys, ground first. Raises ToolError if a player is none of the tower's."""
    storeys = []
    for place, entry in enumerate(given.tower, start=1):
        for key, player in (("owner", entry.owner), ("builder", entry.builder)):
            if player is not None and player > given.players:
                raise ToolError(
                    f"floor {place} from the top: {key}: "
                    f"expected a whole number from 1 to {given.players} or null, not {player}"
                )
        storeys.append(Storey(entry.floor.strip().upper(), _seat(entry.owner), None, _seat(entry.builder)))
    return storeys[::-1]


def _seat(player: int | None) -> int | None:
    return None if player is None else player - 1
