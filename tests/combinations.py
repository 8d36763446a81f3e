"""How much of the same is tried: a little every day, more in the long run, most in a thorough one."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from itertools import chain, product
from typing import Any

import pytest

THOROUGH = bool(os.environ.get("TOWERGAMES_THOROUGH"))
"""Whether samples are large."""

_everyday = False


def configure(expression: str) -> None:
    """Take the marks that are run: with those of the everyday run nothing is made for the long one."""
    global _everyday
    _everyday = expression == "not long"


def long(*values: Any, **named: Any) -> list[Any]:
    """Parameters for the long run alone, or none when they would only be left out; ``named`` as for ``param``."""
    return [] if _everyday else [pytest.param(*values, marks=pytest.mark.long, **named)]


def sample(everyday: int, thorough: int) -> int:
    """How many of a kind are tried."""
    return thorough if THOROUGH else everyday


def first(count: int, values: Sequence[Any]) -> list[Any]:
    """Values, or tuples of values, of which the everyday run has the first so many."""
    rest = [value if isinstance(value, tuple) else (value,) for value in values[count:]]
    return [*values[:count], *chain.from_iterable(long(*value) for value in rest)]


def combined(**values: Iterable[Any]) -> pytest.MarkDecorator:
    """Give a test every combination of the values; the everyday run has so many of them that each value comes once."""
    lists = [list(some) for some in values.values()]
    light = {tuple(i % len(some) for some in lists) for i in range(max(map(len, lists)))}
    given = list[Any]()
    for places in product(*(range(len(some)) for some in lists)):
        chosen = [some[place] for some, place in zip(lists, places, strict=True)]
        given += [pytest.param(*chosen)] if places in light else long(*chosen)
    return pytest.mark.parametrize(list(values), given)
