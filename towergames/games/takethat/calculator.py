"""The scoring calculator for people with the real cards: one tower in, points and draws out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from towergames.core.text import count
from towergames.core.tool import ToolError, shown
from towergames.games.takethat.model import FLOORS, HAND_LIMIT, Storey
from towergames.games.takethat.scoring import NO_LIMIT, FloorResult, resolve_tower, sum_points

MOST_FLOORS = 7
MOST_CARDS = 65
_KEYS = ("players", "tower", "hands", "deck", "texts")
_FLOOR_KEYS = ("floor", "owner", "builder")
_TEXTS = ("printed", "prototype")


class CalculatorError(ToolError):
    """The document describes no tower that could be scored; the message says what is wrong and what would be right."""


def calculate(document: Any, _flags: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Score one tower given from the top to the ground.

    ``document``: ``{"players": 2..4, "tower": [{"floor": "SPIRE", "owner": 1 or null}, ...]}``; optional are ``hands``
    (cards in hand by player) and ``deck`` (cards left), which limit SUITE, and ``texts`` ``printed`` or ``prototype``
    (then a floor may have a ``builder``). Answers ``{"points": {"1": 5, ...}, "draws": {"2": 2}, "steps": [...]}`` with
    points for every player and draws for those who draw. Raises CalculatorError.

    >>> tower = [{"floor": "SPIRE", "owner": None}, {"floor": "LOBBY", "owner": 2}]
    >>> calculate({"players": 2, "tower": tower})["points"]
    {'1': 0, '2': 1}
    """
    if not isinstance(document, Mapping):
        raise CalculatorError('expected an object such as {"players": 4, "tower": [...]}')
    _only_known(document, _KEYS, "")
    players = _whole(document.get("players"), 2, 4, "players")
    texts = document.get("texts", _TEXTS[0])
    if texts not in _TEXTS:
        raise CalculatorError(f"texts: {shown(texts)} is not one of {', '.join(_TEXTS)}")
    storeys = _read_tower(document.get("tower"), players)
    hands = _read_hands(document.get("hands"), players)
    deck = document.get("deck")
    limit = NO_LIMIT if deck is None else _whole(deck, 0, MOST_CARDS, "deck")
    results = resolve_tower(storeys, players, str(texts), hands, limit)
    points = sum_points(results, players)
    draws: dict[str, int] = {}
    for result in results:
        for seat, drawn in result.draws:
            if drawn:
                draws[str(seat + 1)] = draws.get(str(seat + 1), 0) + drawn
    return {
        "points": {str(seat + 1): points[seat] for seat in range(players)},
        "draws": dict(sorted(draws.items())),
        "steps": [_step(result, players) for result in results],
    }


def render(result: Mapping[str, Any]) -> str:
    """The result of :func:`calculate` as lines of plain text."""
    lines = list(result["steps"])
    lines.append("")
    for player, points in result["points"].items():
        drawn = result["draws"].get(player, 0)
        extra = f", draws {count(drawn, 'card')}" if drawn else ""
        lines.append(f"player {player}: {count(points, 'point')}{extra}")
    return "\n".join(lines)


def _step(result: FloorResult, players: int) -> str:
    """``storey 3 LOBBY (player 1): player 1 +2, 2 floors above it``."""
    names = [f"player {seat + 1}" for seat in range(players)]
    head = f"storey {result.storey + 1} {result.floor}"
    if result.owner is None:
        return f"{head}: vacant, no effect"
    parts = [f"{names[seat]} +{points}" for seat, points in result.points]
    parts.append(result.why.format(*names))
    return f"{head} ({names[result.owner]}): {', '.join(parts)}"


def _read_tower(tower: Any, players: int) -> list[Storey]:
    """The storeys, ground first."""
    if not isinstance(tower, list | tuple):
        raise CalculatorError("tower: expected a list of floors from the top to the ground")
    if not 1 <= len(tower) <= MOST_FLOORS:
        raise CalculatorError(f"tower: expected 1 to {MOST_FLOORS} floors, not {len(tower)}")
    return [_read_floor(entry, place + 1, players) for place, entry in enumerate(tower)][::-1]


def _read_floor(entry: Any, place: int, players: int) -> Storey:
    where = f"floor {place} from the top"
    if not isinstance(entry, Mapping):
        raise CalculatorError(f'{where}: expected an object such as {{"floor": "OFFICE", "owner": 1}}')
    _only_known(entry, _FLOOR_KEYS, where)
    floor = entry.get("floor")
    if not isinstance(floor, str) or not floor.isascii() or floor.strip().upper() not in FLOORS:
        raise CalculatorError(f"{where}: {shown(floor)} is not one of {', '.join(FLOORS)}")
    owner = _player(entry.get("owner"), players, f"{where}: owner")
    builder = _player(entry.get("builder"), players, f"{where}: builder")
    return Storey(floor.strip().upper(), owner, None, builder)


def _player(value: Any, players: int, where: str) -> int | None:
    """The seat of a player number; None for null."""
    return None if value is None else _whole(value, 1, players, where, " or null") - 1


def _read_hands(hands: Any, players: int) -> list[int] | None:
    if hands is None:
        return None
    if not isinstance(hands, list | tuple) or len(hands) != players:
        raise CalculatorError(f"hands: expected a list of {players} numbers, one for each player")
    return [_whole(size, 0, HAND_LIMIT, f"hands: player {place + 1}") for place, size in enumerate(hands)]


def _whole(value: Any, least: int, most: int, where: str, otherwise: str = "") -> int:
    if type(value) is not int or not least <= value <= most:
        raise CalculatorError(f"{where}: expected a whole number from {least} to {most}{otherwise}, not {shown(value)}")
    return value


def _only_known(mapping: Mapping[Any, Any], known: tuple[str, ...], where: str) -> None:
    for key in mapping:
        if key not in known:
            prefix = f"{where}: " if where else ""
            raise CalculatorError(f"{prefix}unknown key {shown(key)}; known are {', '.join(known)}")
