"""Ideas where a piece could go: looked for in a thread, and shown as they come."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from towergames.boards.desk import Reply
from towergames.boards.leaning import looking, situation
from towergames.boards.leaning.pointer import (
    FEATURES,
    FOUND,
    LOOKS,
    REBUILD,
    TABLE,
    Pointer,
    TableReply,
    TableScene,
    remembered,
)
from towergames.core.bot import Clock
from towergames.games.leaning import ideas
from towergames.games.leaning.foundations import READY
from towergames.games.leaning.ideas import Idea
from towergames.games.leaning.model import Aim, State
from towergames.games.leaning.opponent.worth import Odds
from towergames.physics.geometry import Pose, length, sub

AT_ONCE = 6
"""Ideas looked for at a time."""
SECONDS = 4.0
"""How long ideas are looked for at most."""
FIRST = 3
"""So many ideas are found before the best of them is shown, unless that takes longer (seconds) than this:"""
PATIENCE = 1.2
ALIKE = 2
"""So many ideas of one kind are enough at a time."""
NEAR = 0.5
"""Ideas whose places differ by no more (cm) are one."""
KNOWN = Odds(good=99)
"""Of a Foundation of which it is known that it stands."""
GOOD = 0.5
"""Ideas that stood less often in thought are shown only when there are no others."""


@dataclass(frozen=True, slots=True)
class Sought:
    """Ideas as they come, whether the search is over, and how many were known before."""

    serial: int
    found: tuple[Idea, ...]
    over: bool
    known: int = 0


class _Budget(Clock):
    """The work's clock, with an end of its own."""

    __slots__ = ("_outer",)

    def __init__(self, outer: Clock, seconds: float) -> None:
        super().__init__(seconds=seconds)
        self._outer = outer

    def over(self, done: int) -> bool:
        """Whether either is over."""
        return super().over(done) or self._outer.over(0)


def seek(scene: TableScene, pointer: Pointer) -> TableReply:
    """Look for places for the piece that is chosen, and show them as they are found."""
    here = replace(pointer, serial=pointer.serial + 1, busy=LOOKS, said="", zone=TABLE, act="")
    state, serial, known = situation.state_of(scene.view), here.serial, len(here.ideas)

    def work(clock: Clock) -> Any:
        found: list[Idea] = []
        began = time.monotonic()
        ready = bool(here.ideas) or here.kind == REBUILD  # what stood is put back as it stood, if that can be
        for idea in _ideas(state, here, _Budget(clock, SECONDS), serial):
            if any(_near(idea, one) for one in here.ideas):
                continue
            if here.kind != FOUND and sum(_same(idea, one) for one in found) >= ALIKE:
                continue
            found.append(idea)
            if not ready and (len(found) >= FIRST or time.monotonic() - began > PATIENCE):
                found.sort(key=_best_first)
                ready = True
            if ready:
                clock.tell(Sought(serial, tuple(found), over=False, known=known))
            if sum(one.steady >= GOOD for one in found) >= AT_ONCE:
                break
        if not ready:
            found.sort(key=_best_first)
        return Sought(serial, tuple(found), over=True, known=known)

    return Reply(here, work=work)


def _best_first(idea: Idea) -> tuple[int, int, float]:
    """What stood every time in thought, then what scores more."""
    return int(-3 * idea.steady), -idea.points, -idea.steady


def _near(one: Idea, other: Idea) -> bool:
    return length(sub(one.pose.place, other.pose.place)) < NEAR and one.aim == other.aim


def _same(one: Idea, other: Idea) -> bool:
    return (one.words, one.points) == (other.words, other.points)


def _ideas(state: State, here: Pointer, clock: Clock, seed: int) -> Iterator[Idea]:
    if here.kind == FOUND:
        ready = () if here.ideas else _known(here.size)
        return chain(ready, ideas.seek_foundation(state, here.size, here.size, clock, seed))
    if here.kind == REBUILD:
        return ideas.seek(state, here.size, False, 0, clock, seed, piece=here.piece)
    return ideas.seek(state, here.size, here.held, here.target, clock, seed)


def _known(size: str) -> Iterator[Idea]:
    """Foundations that are known to stand, so that nobody need wait."""
    for first, second in READY.get((size, size), ())[:2]:
        poses = Pose.read(first), Pose.read(second)
        told = "two pieces that prop each other"
        yield Idea(size, poses[0], "base edge", 2, Aim(2, (2,)), KNOWN, 0, told, size, poses[1])


def shown(scene: TableScene, pointer: Pointer, told: Sought) -> Pointer | None:
    """The pointer with ideas that have just been found; the first one is taken up."""
    if told.serial != pointer.serial:
        return None
    new = tuple(idea for idea in told.found if idea not in pointer.ideas)
    good = tuple(idea for idea in new if idea.steady >= GOOD)
    if told.over and not pointer.ideas and not good:
        good = new
    if not good:
        return None
    first = len(pointer.ideas)
    here = replace(pointer, ideas=(*pointer.ideas, *good))
    onward = told.known == first and pointer.idea == first - 1  # whoever has seen all and asked for more
    return show_idea(scene, here, first) if onward or not pointer.grips else here


def show_idea(scene: TableScene, pointer: Pointer, number: int) -> Pointer:
    """The piece in hand where an idea has it."""
    idea = pointer.ideas[number]
    here = replace(
        pointer,
        idea=number,
        sizes=idea.sizes,
        ghost=idea.poses,
        which=len(idea.poses) - 1,
        feature=idea.feature if idea.feature in FEATURES else pointer.feature,
        aim=idea.aim,
        feel=None,
        trail=remembered(pointer),
        pending=(),
        said="",
        moving=True,
    )
    return looking.in_sight(scene, here)
