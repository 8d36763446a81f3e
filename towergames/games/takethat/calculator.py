"""The scoring calculator for people who play the boxed game: it takes one tower and gives points and draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from towergames.core.text import count
from towergames.core.tool import ToolError, shown
from towergames.games.takethat.model import FLOORS, HAND_LIMIT, Storey
from towergames.games.takethat.scoring import NO_LIMIT, FloorResult, resolve_tower, sum_points

MOST_FLOORS = 7
MOST_CARDS = 65


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
    if not isinstance(document, Mapping):
        raise ToolError('expected an object such as {"players": 4, "tower": [...]}')
    _only_known(document, ("players", "tower", "hands", "deck", "texts"), "")
    players = _whole(document.get("players"), 2, 4, "players")
    texts = document.get("texts", "printed")
    if texts not in ("printed", "prototype"):
        raise ToolError(f"texts: {shown(texts)} is not one of printed, prototype")
    storeys = _read_tower(document.get("tower"), players)
    hands, deck = document.get("hands"), document.get("deck")
    if hands is not None:
        if not isinstance(hands, list | tuple) or len(hands) != players:
            raise ToolError(f"hands: expected a list of {players} numbers, one for each player")
        hands = [_whole(size, 0, HAND_LIMIT, f"hands: player {place}") for place, size in enumerate(hands, 1)]
    limit = NO_LIMIT if deck is None else _whole(deck, 0, MOST_CARDS, "deck")
    results = resolve_tower(storeys, players, str(texts), hands, limit)
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


def _read_tower(tower: Any, players: int) -> list[Storey]:
    """The storeys, ground first."""
    if not isinstance(tower, list | tuple):
        raise ToolError("tower: expected a list of floors from the top to the ground")
    if not 1 <= len(tower) <= MOST_FLOORS:
        raise ToolError(f"tower: expected 1 to {MOST_FLOORS} floors, not {len(tower)}")
    return [_read_floor(entry, f"floor {place} from the top", players) for place, entry in enumerate(tower, 1)][::-1]


def _read_floor(entry: Any, where: str, players: int) -> Storey:
    if not isinstance(entry, Mapping):
        raise ToolError(f'{where}: expected an object such as {{"floor": "OFFICE", "owner": 1}}')
    _only_known(entry, ("floor", "owner", "builder"), f"{where}: ")
    given = entry.get("floor")
    floor = given.strip().upper() if isinstance(given, str) and given.isascii() else ""
    if floor not in FLOORS:
        raise ToolError(f"{where}: {shown(given)} is not one of {', '.join(FLOORS)}")

    def seat(key: str) -> int | None:
        number = entry.get(key)
        return None if number is None else _whole(number, 1, players, f"{where}: {key}", " or null") - 1

    return Storey(floor, seat("owner"), None, seat("builder"))


def _whole(value: Any, least: int, most: int, where: str, otherwise: str = "") -> int:
    if type(value) is not int or not least <= value <= most:
        raise ToolError(f"{where}: expected a whole number from {least} to {most}{otherwise}, not {shown(value)}")
    return value


def _only_known(mapping: Mapping[Any, Any], known: tuple[str, ...], where: str) -> None:
    for key in mapping:
        if key not in known:
            raise ToolError(f"{where}unknown key {shown(key)}; known are {', '.join(known)}")
