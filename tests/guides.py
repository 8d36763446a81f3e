"""Guides read sentence by sentence: each sentence is compared with the table, or holds nothing that can be compared."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from towergames import registry
from towergames.core.tutorial import Lesson
from towergames.session.lesson import LessonPlay

SENTENCE = re.compile(r"(?<=[.?!]) ")
FACT = re.compile(r"\d|\b[A-Z]{2,}\b|(?<=\w )[A-Z]\b|\bAda\b|\bTess\b|\bguide has\b")
"""What a sentence without a check must not hold: a figure, a card, a word, a letter, a player."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a guide: the game as it begins and after it, both as the learner's table tells them."""

    lesson: Lesson
    before: LessonPlay
    after: LessonPlay

    @property
    def state(self) -> Any:
        """The position in which the step is read."""
        return self.before.table.history.state

    @property
    def then(self) -> Any:
        """The position after the step, with what the others did."""
        return self.after.table.history.state

    def does(self, *notations: str) -> Any:
        """The position after these moves of the learner instead."""
        table = self.before.copy().table
        for notation in notations:
            table.submit(0, table.parse(notation))
        return table.history.state

    def last(self, seat: int) -> list[str]:
        """What a player did in the step before, as it is written."""
        before = self.before
        plays = before.table.history.plays[before.seen :]
        return [play.notation for play in plays if play.by == seat]


Fact = Callable[[Step], bool]


def steps(key: str) -> Iterator[Step]:
    """The steps of a game's guide, each played as the guide would play it."""
    entry = registry.get(key)
    assert entry.tutorial is not None
    play = LessonPlay(entry, entry.tutorial)
    while (lesson := play.lesson) is not None:
        before = play.copy()
        assert play.skip(), lesson.title
        yield Step(lesson, before, play.copy())


def sentences(lesson: Lesson) -> list[str]:
    """What a step says, without its keys."""
    return SENTENCE.split(lesson.say)


def check_sentences(key: str, facts: Mapping[str, Fact], plain: frozenset[str]) -> None:
    """Every sentence of a guide is true where it is read. ``plain`` are those that hold no fact of the position."""
    found = list(steps(key))
    told = [sentence for step in found for sentence in sentences(step.lesson)]
    assert set(told) == set(facts) | plain and not plain & set(facts)
    assert [sentence for sentence in plain if FACT.search(sentence)] == [], "these hold facts"
    for step in found:
        for sentence in sentences(step.lesson):
            assert sentence in plain or facts[sentence](step), sentence
