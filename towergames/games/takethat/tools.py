"""The tools of Take That Towers: ``towergames score takethat``."""

from __future__ import annotations

from towergames.core.tool import Tool, on_demand

_CALCULATOR = "towergames.games.takethat.calculator"

TOOLS: tuple[Tool, ...] = (
    Tool(
        name="score",
        help="Score one tower of real cards, floor by floor.",
        run=on_demand(_CALCULATOR, "calculate"),
        render=on_demand(_CALCULATOR, "render"),
    ),
)
