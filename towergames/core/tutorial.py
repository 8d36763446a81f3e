"""Lessons that are played: a fixed seed, at most ten steps, and an answer to every wrong move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from towergames.core.contract import Verdict
from towergames.core.options import Scalar


@dataclass(frozen=True, slots=True)
class Lesson:
    """One step of a tutorial: its text, the right moves, the answer to other moves, and the moves of the others.

    ``say`` is shown everywhere, ``keys`` after it on a screen alone. Plain mode shows the move to type instead:
    ``typed``, line by line, or else the first of ``accept`` that is legal. ``ready`` prepares the step for the learner:
    an entry with a colon is the key of a spot that is clicked (on a screen alone), any other entry is a move that Enter
    then makes.

    ``accept`` holds notations of the learner's actions that end the step; it is empty for a step that is only read.
    ``accept_any`` ends the step with any legal move. ``then`` are notations played for the seats that follow.
    ``wrong`` is the task in a sentence; the answer to any other move ends with this sentence.
    ``point_at`` is a spot key of the board to look at, or of a control to press.

    A ``joined`` step continues the step before: both have one number and one title.

    Where moves cannot be listed, ``like`` tells whether an action does as well as the listed ones. Where chance
    decides, ``worked`` tells whether the next step can follow in this state; if not, the step is taken back and
    answered with ``failed``.
    """

    title: str
    say: str
    keys: str = ""
    typed: tuple[str, ...] = ()
    ready: tuple[str, ...] = ()
    accept: tuple[str, ...] = ()
    accept_any: bool = False
    wrong: str = ""
    then: tuple[str, ...] = ()
    point_at: str = ""
    like: Callable[[Any], bool] | None = None
    worked: Callable[[Any], bool] | None = None
    failed: str = ""
    joined: bool = False

    def right(self, action: Any, listed: bool) -> bool:
        """Whether a legal action is what the step asks for; ``listed`` when it is one of ``accept``."""
        return self.accept_any or listed or (self.like is not None and self.like(action))


@dataclass(frozen=True, slots=True)
class Tutorial:
    """A scripted game: seat 0 learns, the others follow the script.

    ``made`` says what a legal move makes that a step does not ask for, in a sentence; empty where that is clear.
    ``first_game`` are options of the first game after the lesson that are not as usual.
    """

    game: str
    seed: int
    names: tuple[str, ...]
    lessons: tuple[Lesson, ...]
    options: Mapping[str, Scalar] = field(default_factory=dict)
    made: Callable[[Verdict], str] = lambda _: ""
    first_game: Mapping[str, Scalar] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """The number of the last step."""
        return self.number(len(self.lessons) - 1)

    def number(self, at: int) -> int:
        """The number of the step at a place in ``lessons``: joined ones have no number of their own."""
        return sum(not lesson.joined for lesson in self.lessons[: at + 1])
