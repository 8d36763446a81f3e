"""Lessons that are played: a fixed seed, at most ten steps, and an answer to every wrong move (U58)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from towergames.core.contract import Scalar


@dataclass(frozen=True, slots=True)
class Lesson:
    """One step: what to say, which moves are right, what to answer to another one, and what the others then do.

    ``accept`` holds notations (of the learner's action) that end the step, or is empty for a step that is only
    read; ``accept_any`` ends it with any legal move. ``then`` are notations played for the seats that follow.
    ``point_at`` is a spot key of the board to look at.
    """

    title: str
    say: str
    accept: tuple[str, ...] = ()
    accept_any: bool = False
    wrong: str = ""
    then: tuple[str, ...] = ()
    point_at: str = ""


@dataclass(frozen=True, slots=True)
class Tutorial:
    """A scripted game: seat 0 learns, the others follow the script."""

    game: str
    seed: int
    names: tuple[str, ...]
    lessons: tuple[Lesson, ...]
    options: Mapping[str, Scalar] = field(default_factory=dict)
