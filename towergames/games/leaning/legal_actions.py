"""The legal actions of the seat to move: poses cannot all be listed, so a few plain ones stand for them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from towergames.core.dice import Dice
from towergames.games.leaning.model import (
    SIZES,
    Accept,
    Action,
    Decline,
    Found,
    GiveUp,
    Hold,
    Keep,
    Nudge,
    Pass,
    Piece,
    Place,
    Pose,
    Ready,
    Rebuild,
    Restore,
    Skip,
    State,
)
from towergames.games.leaning.notation import FEELS, WHERE
from towergames.games.leaning.rules import first_refusal

_BESIDE = 20_000
"""How far from the piece it leans on a listed piece is let go, in micrometres."""
_ABOVE = 45_000
_LEAN = 35
"""Degrees from upright."""
_DIRECTIONS = (0, 90, 180, 270)
_TARGETS = 8
"""The latest pieces, which listed placements lean on."""


@dataclass(frozen=True)
class LeaningChoices:
    """Every action but the poses: of those, each size leaning on, or put above, the latest pieces from four sides.

    All of them are blind releases; a good place needs the placement search.
    """

    state: State

    def __iter__(self) -> Iterator[Action]:
        return iter(self._listed)

    def sample(self, dice: Dice) -> Action:
        """One of them, evenly."""
        return dice.choice(self._listed)

    @property
    def templates(self) -> tuple[str, ...]:
        """How they are typed."""
        kinds = dict.fromkeys(map(type, self._listed))
        return tuple(_TEMPLATES[kind] for kind in kinds)

    @cached_property
    def _listed(self) -> tuple[Action, ...]:
        candidates = _CANDIDATES.get(self.state.phase)
        if candidates is None:
            return ()
        return tuple(action for action in candidates(self.state) if first_refusal(self.state, action) is None)


def leaning_pose(x: int, y: int, z: int, direction: int) -> Pose:
    """A pose that leans towards a direction (degrees), its base at that place.

    >>> leaning_pose(0, 0, 5000, 0)
    RecordedPose(x=0, y=0, z=5000, w=953717, i=0, j=300706, k=0)
    """
    half, yaw = math.radians(_LEAN / 2), math.radians(direction)
    i, j = (round(part * math.sin(half) * 10**6) for part in (-math.sin(yaw), math.cos(yaw)))
    return Pose(x, y, z, round(math.cos(half) * 10**6), i, j, 0)


def _beside(target: Piece, direction: int, *, above: bool) -> Pose:
    """Leaning on a piece from one side, or put on it."""
    yaw = math.radians(direction)
    if above:
        return leaning_pose(target.pose.x, target.pose.y, target.pose.z + _ABOVE, direction)
    x = target.pose.x - round(math.cos(yaw) * _BESIDE)
    y = target.pose.y - round(math.sin(yaw) * _BESIDE)
    return leaning_pose(x, y, 5_000, direction)


def _found(_state: State) -> Iterator[Action]:
    yield Ready()
    for size, size2 in (("large", "large"), ("large", "medium"), ("medium", "medium")):
        yield Found(size, leaning_pose(-15_000, 0, 5_000, 0), size2, leaning_pose(15_000, 0, 5_000, 180))


def _turn(state: State) -> Iterator[Action]:
    for held in (False, True):
        for size in SIZES:
            yield from _places(state, size, held=held)
    yield from map(Hold, SIZES)
    yield from map(GiveUp, SIZES)
    yield Pass()
    yield Skip()
    yield from (Nudge(by) for by in range(-1, state.seats))


def _places(state: State, size: str, *, held: bool) -> Iterator[Action]:
    if first_refusal(state, Place(size, held, 0, leaning_pose(0, 0, 0, 0))) is not None:
        return
    fitting = state.layout if state.before is None else state.before
    for target in fitting.pieces[-_TARGETS:]:
        for direction in _DIRECTIONS:
            yield Place(size, held, target.id, _beside(target, direction, above=held))


def _slip(state: State) -> Iterator[Action]:
    assert state.in_hand is not None
    yield Accept()
    yield GiveUp()
    yield from _places(state, state.in_hand.size, held=state.in_hand.held)


def _rebuild(state: State) -> Iterator[Action]:
    yield Restore()
    yield Decline()
    assert state.stood is not None
    for piece in state.broken:
        yield Keep(piece)
        yield from (Rebuild(piece, one.pose) for one in state.stood.pieces if one.id == piece)


_CANDIDATES = {"found": _found, "turn": _turn, "slip": _slip, "rebuild": _rebuild}
_TEMPLATES: dict[type[Action], str] = {
    Ready: "ready",
    Found: f"found SIZE {WHERE} and SIZE {WHERE}",
    Place: f"place [held] SIZE [on PIECE] {WHERE} {FEELS}",
    Hold: "hold SIZE",
    GiveUp: "forfeit [SIZE]",
    Pass: "pass",
    Skip: "skip",
    Nudge: "nudge PLAYER|nobody",
    Accept: "accept",
    Restore: "restore",
    Decline: "decline",
    Keep: "keep PIECE",
    Rebuild: f"put PIECE {WHERE} {FEELS}",
}
