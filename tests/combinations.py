"""Values that a test is given in all combinations, few of them every day."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest


def combined(**values: Iterable[Any]) -> pytest.MarkDecorator:
    """Give a test every combination of the values; the everyday run has so many of them that each value comes once."""
    lists = [list(some) for some in values.values()]
    light = {tuple(i % len(some) for some in lists) for i in range(max(map(len, lists)))}
    given = []
    for places in product(*(range(len(some)) for some in lists)):
        chosen = [some[place] for some, place in zip(lists, places, strict=True)]
        given.append(pytest.param(*chosen, marks=[] if places in light else pytest.mark.long))
    return pytest.mark.parametrize(list(values), given)
