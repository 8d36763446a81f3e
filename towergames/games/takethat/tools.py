"""The desk tools of Take That Towers: ``towergames score takethat``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from towergames.core.contract import Scalar
from towergames.core.tool import Tool

# The calculator is imported when it is used: every --help lists the tools, and should not load a game's rules for that.


def _score(document: Any, _flags: Mapping[str, Scalar]) -> dict[str, Any]:
    from towergames.games.takethat.calculator import calculate

    return calculate(document)


def _render(result: Mapping[str, Any]) -> str:
    from towergames.games.takethat.calculator import render

    return render(result)


TOOLS: tuple[Tool, ...] = (
    Tool(
        name="score",
        help="Score one tower of real cards, floor by floor.",
        run=_score,
        render=_render,
    ),
)
