"""How large a game is as an environment for learning: what its module ``environment`` says. Standard library only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Measure = int | tuple[str, ...] | None
"""How many entries of a tuple (None: one for each seat), how many characters of a text, or all values of a text."""


@dataclass(frozen=True, slots=True)
class EnvironmentSpec:
    """The size of the action space, and the measures of the view's fields by ``Class.field``, outermost first.

    A tuple without a measure has an entry for each seat. A first measure of 0 leaves a field out: it follows from other
    fields, it is words for people, or no listed action brings it about. The view in ``infos`` has it all the same.
    """

    actions: int = 1024
    measures: Mapping[str, tuple[Measure, ...]] = field(default_factory=dict)


def one_of(text: str) -> tuple[Measure, ...]:
    """The measures of a text that is one of these words.

    >>> one_of("deal build over")
    (('deal', 'build', 'over'),)
    """
    return (tuple(text.split()),)
