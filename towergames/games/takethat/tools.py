"""The desk tools of Take That Towers: ``towergames score takethat``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from towergames.core.contract import Scalar
from towergames.core.tool import Tool
from towergames.games.takethat.calculator import calculate, render


def _score(document: Any, _flags: Mapping[str, Scalar]) -> dict[str, Any]:
    return calculate(document)


TOOLS: tuple[Tool, ...] = (
    Tool(
        name="score",
        help="Score one tower of real cards: points, draws, and what each floor did from the top to the ground.",
        run=_score,
        render=render,
    ),
)
