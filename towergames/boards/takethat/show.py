"""What events mean for the picture: the last move's marks, and how far a scoring animation has come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from towergames.core.contract import Event, Seat

SCORE_START, SCORE_FLOOR, SCORE_END = "score.start", "score.floor", "score.end"
ANIMATED: frozenset[str] = frozenset((SCORE_START, SCORE_FLOOR, SCORE_END))

Place = tuple[int, int]
"""(slot, storey)."""


@dataclass(frozen=True, slots=True)
class Showing:
    """The table in the middle of an animation.

    ``owners`` overrides the view's owners by slot; ``gains`` are (seat, points) by place; ``now`` is the floor being
    scored, ``scoring`` its slot, ``cleared`` slots already scored and taken away.
    """

    owners: Mapping[int, tuple[Seat | None, ...]] = field(default_factory=dict)
    gains: Mapping[Place, tuple[tuple[Seat, int], ...]] = field(default_factory=dict)
    draws: Mapping[Place, int] = field(default_factory=dict)
    now: Place | None = None
    scoring: int | None = None
    cleared: frozenset[int] = frozenset()


STILL = Showing()


@dataclass(frozen=True, slots=True)
class Marks:
    """Places touched since the looker last decided: built, claimed, and slots whose tower was scored."""

    built: frozenset[Place] = frozenset()
    claimed: frozenset[Place] = frozenset()
    scored: frozenset[int] = frozenset()


def read_slot(data: Mapping[str, Any]) -> int | None:
    """The slot an event speaks of, as a number, or None."""
    slot = data.get("slot")
    return slot if isinstance(slot, int) else None


def read_floor(data: Mapping[str, Any]) -> int | None:
    """The storey an event speaks of, or None."""
    storey = data.get("storey")
    return storey if isinstance(storey, int) else None


def read_counts(data: Mapping[str, Any], key: str) -> tuple[tuple[Seat, int], ...]:
    """``{"0": 4}`` under ``key`` as ((0, 4),), zeros left out, in seat order."""
    found = data.get(key) or {}
    return tuple(sorted((int(seat), int(n)) for seat, n in found.items() if n))


def showing(playing: tuple[Event, ...], frame: int) -> Showing:
    """How far the animation has come. The last event's effect shows from its second frame on."""
    owners: dict[int, tuple[Seat | None, ...]] = {}
    gains: dict[Place, tuple[tuple[Seat, int], ...]] = {}
    draws: dict[Place, int] = {}
    cleared: set[int] = set()
    now: Place | None = None
    scoring: int | None = None
    for i, event in enumerate(playing):
        slot, storey = read_slot(event.data), read_floor(event.data)
        if slot is None:
            continue
        done = i < len(playing) - 1 or frame > 0
        if event.kind == SCORE_START:
            scoring, now = slot, None
        elif event.kind == SCORE_FLOOR and storey is not None:
            scoring, now = slot, (slot, storey)
            if done:
                gains[now] = read_counts(event.data, "points")
                draws[now] = sum(n for _, n in read_counts(event.data, "draws"))
                owners[slot] = tuple(event.data.get("owners") or owners.get(slot, ()))
        elif event.kind == SCORE_END:
            now = None
            if done:
                cleared.add(slot)
                scoring = None
    return Showing(owners, gains, draws, now, scoring, frozenset(cleared)) if playing else STILL


def marks_of(events: tuple[Event, ...]) -> Marks:
    """Marks for the last move; what was scored away since is no longer marked floor by floor."""
    built: set[Place] = set()
    claimed: set[Place] = set()
    scored: set[int] = set()
    for event in events:
        slot, storey = read_slot(event.data), read_floor(event.data)
        if slot is None:
            continue
        if event.kind == SCORE_END:
            scored.add(slot)
            built = {p for p in built if p[0] != slot}
            claimed = {p for p in claimed if p[0] != slot}
        elif storey is not None and event.kind.startswith("build"):
            built.add((slot, storey))
            scored.discard(slot)
        elif storey is not None and event.kind.startswith("claim"):
            claimed.add((slot, storey))
    return Marks(frozenset(built), frozenset(claimed), frozenset(scored))
