"""How much of the same is tried: a little every day, more in the long run, most in a thorough one."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

import pytest

THOROUGH = bool(os.environ.get("TOWERGAMES_THOROUGH"))
"""Whether samples are large."""


def sample(everyday: int, thorough: int) -> int:
    """How many of a kind are tried."""
    return thorough if THOROUGH else everyday


def first(count: int, values: Sequence[Any]) -> list[Any]:
    """Values, or tuples of values, of which the everyday run has the first so many."""
    rest = [value if isinstance(value, tuple) else (value,) for value in values[count:]]
    return [*values[:count], *(pytest.param(*value, marks=pytest.mark.long) for value in rest)]


def combined(**values: Iterable[Any]) -> pytest.MarkDecorator:
    """Give a test every combination of the values; the everyday run has so many of them that each value comes once."""
    lists = [list(some) for some in values.values()]
    light = {tuple(i % len(some) for some in lists) for i in range(max(map(len, lists)))}
    given = []
    for places in product(*(range(len(some)) for some in lists)):
        chosen = [some[place] for some, place in zip(lists, places, strict=True)]
        given.append(pytest.param(*chosen, marks=[] if places in light else pytest.mark.long))
    return pytest.mark.parametrize(list(values), given)
