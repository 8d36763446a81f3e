"""The 36 rules, one function each, named by number: BUILDING and SCORING are the rule sheet, SHEET is all in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from towergames.games.bricks.facts import Breach, Facts
from towergames.games.bricks.rules_building import (
    listed,
    rule_1,
    rule_4,
    rule_5,
    rule_6,
    rule_8,
    rule_9,
    rule_11,
    rule_16,
    rule_17,
    rule_21,
    rule_23,
    rule_24,
    rule_26,
    rule_27,
    rule_31,
    rule_35,
    rules_named,
)
from towergames.games.bricks.rules_scoring import (
    rule_2,
    rule_3,
    rule_7,
    rule_10,
    rule_12,
    rule_13,
    rule_14,
    rule_15,
    rule_18,
    rule_19,
    rule_20,
    rule_22,
    rule_25,
    rule_28,
    rule_29,
    rule_30,
    rule_32,
    rule_33,
    rule_34,
    rule_36,
)

__all__ = ["BUILDING", "NUMBER", "POINTS", "SCORING", "SHEET", "Building", "Scoring", "listed", "rule_2", "rules_named"]

Building = Callable[[Facts], Iterator[Breach]]
Scoring = Callable[[Facts], int]

BUILDING: tuple[Building, ...] = (
    rule_1,
    rule_4,
    rule_5,
    rule_6,
    rule_8,
    rule_9,
    rule_11,
    rule_16,
    rule_17,
    rule_21,
    rule_23,
    rule_24,
    rule_26,
    rule_27,
    rule_31,
    rule_35,
)
"""The rules that a tower keeps or breaks."""

POINTS: tuple[Scoring, ...] = (
    rule_3,
    rule_7,
    rule_10,
    rule_12,
    rule_13,
    rule_14,
    rule_15,
    rule_18,
    rule_19,
    rule_20,
    rule_22,
    rule_25,
    rule_28,
    rule_29,
    rule_30,
    rule_32,
    rule_33,
    rule_34,
    rule_36,
)
"""The scoring rules that bring or cost points."""

SCORING: tuple[Callable[..., int | None], ...] = (rule_2, *POINTS)
"""All scoring rules; rule 2 turns the points of the others into the score."""

_RULES: tuple[Callable[..., Any], ...] = (*BUILDING, *SCORING)

NUMBER: dict[Callable[..., Any], int] = {rule: int(rule.__name__.removeprefix("rule_")) for rule in _RULES}

SHEET: tuple[Callable[..., Any], ...] = tuple(sorted(_RULES, key=NUMBER.__getitem__))
"""All 36 in the order of their numbers."""
