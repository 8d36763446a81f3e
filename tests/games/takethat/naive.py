"""A second resolver for towers, written from the rule text alone and made to be obvious rather than quick.

It copies nothing from the game: floors are dictionaries in a list from the top down, and every effect is a sentence.
"""

from __future__ import annotations

from typing import Any


def resolve(
    tower: list[tuple[str, int | None, int | None]],
    players: int,
    prototype: bool = False,
    hands: list[int] | None = None,
    deck: int = 1000,
) -> tuple[list[int], list[int]]:
    """Points and draws by player (from 0) of a tower of (floor, tucked player, builder) from the top to the ground."""
    floors: list[dict[str, Any]] = [
        {"name": name, "tucked": tucked, "builder": builder, "now": tucked, "silent": False}
        for name, tucked, builder in tower
    ]
    points = [0 for _ in range(players)]
    draws = [0 for _ in range(players)]
    sizes = list(hands) if hands is not None else [-1000] * players

    position = 0
    while position < len(floors):
        floor = floors[position]
        below = floors[position + 1 :]
        position += 1
        if floor["now"] is None or floor["silent"]:
            continue
        me = floor["now"]
        if floor["name"] == "OFFICE":
            for other in floors:
                if other["name"] == "OFFICE":
                    points[me] += 2
        if floor["name"] == "LOBBY":
            for other in floors:
                if other is floor:
                    break
                points[me] += 1
        if floor["name"] == "SPIRE":
            points[me] += 3
        if floor["name"] == "SUITE" and prototype:
            points[me] += 3
        if floor["name"] == "SUITE" and not prototype:
            for _ in range(2):
                if sizes[me] < 6 and deck > 0:
                    sizes[me] += 1
                    deck -= 1
                    draws[me] += 1
        if floor["name"] == "ELEVATOR":
            for other in floors:
                gets = other["builder"] if prototype else other["tucked"]
                if gets is not None:
                    points[gets] += 2
        if floor["name"] == "LANDLORD" and below:
            below[0]["now"] = me
        if floor["name"] == "NOISE" and below:
            silence(below[0], prototype)
        if floor["name"] == "INFERNO":
            for victim in below[:2]:
                silence(victim, prototype)
    return points, draws


def silence(floor: dict[str, Any], prototype: bool) -> None:
    """Printed: the floor becomes vacant. Prototype: it keeps its owner and loses its effect."""
    if prototype:
        floor["silent"] = True
    else:
        floor["now"] = None
