"""Ideas where a piece could go: looked for in a thread, and shown as they come."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from towergames.boards.desk import Reply
from towergames.boards.leaning import looking, situation
from towergames.boards.leaning.pointer import (
    FEATURES,
    FOUND,
    LOOKS,
    PLACE,
    REBUILD,
    TABLE,
    Pointer,
    TableReply,
    TableScene,
    remembered,
)
from towergames.core.bot import Clock
from towergames.games.leaning.model import State, state_of
from towergames.games.leaning.opponent import suggestions
from towergames.games.leaning.opponent.suggestions import MOST_RELEASES, Idea, best_first
from towergames.physics.geometry import length, sub

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
READY = 2
"""So many of the Foundations that the table sets up are tried first."""
GOOD = 0.5
"""Ideas that are less likely to stand are shown only when there are no others."""


@dataclass(frozen=True, slots=True)
class Sought:
    """Ideas as they come, whether the search is over, how many were known before, and places tried in this search."""

    serial: int
    found: tuple[Idea, ...]
    over: bool
    known: int = 0
    tried: int = 0


@dataclass(frozen=True, slots=True)
class Tried:
    """An idea after a further simulated release."""

    serial: int
    idea: Idea


class _Budget(Clock):
    """The work's clock, with an end of its own. It counts the places that were tried."""

    __slots__ = ("_outer", "tried")

    def __init__(self, outer: Clock, seconds: float) -> None:
        super().__init__(seconds=seconds)
        self._outer = outer
        self.tried = 0

    def over(self, done: int) -> bool:
        """Whether either is over; if not, one more place is tried."""
        over = super().over(done) or self._outer.over(0)
        self.tried += not over
        return over


def seek(scene: TableScene, pointer: Pointer) -> TableReply:
    """Look for places for the piece that is chosen, and show them as they are found."""
    here = replace(pointer, serial=pointer.serial + 1, busy=LOOKS, said="", zone=TABLE, act="")
    state, serial, known = state_of(scene.view), here.serial, len(here.ideas)

    def work(clock: Clock) -> Any:
        found: list[Idea] = []
        began = time.monotonic()
        ready = bool(here.ideas) or here.kind == REBUILD  # what stood is put back as it stood, if that can be
        budget = _Budget(clock, SECONDS)
        for idea in _ideas(state, here, budget, serial):
            if any(_near(idea, one) for one in here.ideas):
                continue
            if here.kind != FOUND and sum(_same(idea, one) for one in found) >= ALIKE:
                continue
            found.append(idea)
            if not ready and (len(found) >= FIRST or time.monotonic() - began > PATIENCE):
                found.sort(key=best_first)
                ready = True
            if ready:
                clock.tell(Sought(serial, tuple(found), over=False, known=known))
            if sum(one.chance >= GOOD for one in found) >= AT_ONCE:
                break
        if not found and not here.ideas and here.kind == PLACE and not here.target and state.refused:
            found += _found_again(state, clock)
        if not ready:
            found.sort(key=best_first)
        return Sought(serial, tuple(found), over=True, known=known, tried=budget.tried)

    return Reply(here, work=work)


def again(scene: TableScene, pointer: Pointer) -> Callable[[Clock], Any] | None:
    """The work that simulates further releases of the idea in the hand; None when it has had all its trials."""
    if not 0 <= pointer.idea < len(pointer.ideas) or pointer.kind not in (PLACE, REBUILD):
        return None
    idea, serial = pointer.ideas[pointer.idea], pointer.serial
    if idea.odds.releases >= MOST_RELEASES:
        return None
    state = state_of(scene.view)

    def work(clock: Clock) -> Any:
        known = idea
        for known in suggestions.try_again(state, idea, pointer.held, serial, piece=pointer.piece):
            clock.tell(Tried(serial, known))
            if clock.stopped:
                break
        return Tried(serial, known)

    return work


def renewed(pointer: Pointer, told: Tried) -> Pointer | None:
    """The pointer with what the trials have shown."""
    if told.serial != pointer.serial or told.idea not in pointer.ideas:
        return None
    at = pointer.ideas.index(told.idea)
    return replace(pointer, ideas=(*pointer.ideas[:at], told.idea, *pointer.ideas[at + 1 :]))


def _near(one: Idea, other: Idea) -> bool:
    return length(sub(one.pose.place, other.pose.place)) < NEAR and one.aim == other.aim


def _same(one: Idea, other: Idea) -> bool:
    return (one.words, one.points) == (other.words, other.points)


def _ideas(state: State, here: Pointer, clock: Clock, seed: int) -> Iterator[Idea]:
    if here.kind == FOUND:
        ready = 0 if here.ideas else READY
        return suggestions.seek_foundation(state, here.size, here.size, clock, seed, ready=ready)
    if here.kind == REBUILD:
        return suggestions.seek(state, here.size, False, 0, clock, seed, piece=here.piece)
    known = refused_for(state)
    wanted = known and known.size == here.size and here.target in (0, *known.aim.touches) and not here.ideas
    first = (known,) if known and wanted else ()
    return chain(first, suggestions.seek(state, here.size, here.held, here.target, clock, seed))


def refused_for(state: State) -> Idea | None:
    """L-23: the place that the table found before it refused a skip in this turn; None if it is not remembered."""
    if not state.refused or situation.missing():
        return None
    from towergames.games.leaning.opponent.move_search import known_place

    found = known_place(state)
    return suggestions.idea_of(found.draft, found.odds) if found else None


def _found_again(state: State, clock: Clock) -> list[Idea]:
    """L-23: a save tells that the table found a move, but not where: the search is repeated to its end."""
    from towergames.games.leaning.opponent.move_search import find_place

    find_place(state, over=lambda: clock.over(0))
    known = refused_for(state)
    return [known] if known else []


def shown(scene: TableScene, pointer: Pointer, told: Sought) -> Pointer | None:
    """The pointer with ideas that have just been found; the first one is taken up."""
    if told.serial != pointer.serial:
        return None
    new = tuple(idea for idea in told.found if idea not in pointer.ideas)
    good = tuple(idea for idea in new if idea.chance >= GOOD)
    if told.over and not pointer.ideas and not good:
        good = new
    if not good:
        return None
    first = len(pointer.ideas)
    here = replace(pointer, ideas=(*pointer.ideas, *good))
    onward = told.known == first and pointer.idea == first - 1  # the player has seen all and asked for more
    return show_idea(scene, here, first) if onward or not pointer.grips else here


def show_idea(scene: TableScene, pointer: Pointer, number: int) -> Pointer:
    """The piece in hand where an idea has it."""
    idea = pointer.ideas[number]
    here = replace(
        pointer,
        idea=number,
        size=idea.size if pointer.kind == PLACE else pointer.size,
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
