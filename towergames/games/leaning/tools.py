"""The tool of Leaning Towers for people with real pyramids: ``score leaning``."""

from __future__ import annotations

from towergames.core.options import Option
from towergames.core.tool import Tool, on_demand

_CALCULATOR = "towergames.games.leaning.calculator"

TOOLS: tuple[Tool, ...] = (
    Tool(
        name="score",
        help="Check one placement of a real pyramid: legal or not, Break or Wreck, and its points line by line.",
        run=on_demand(_CALCULATOR, "score"),
        render=on_demand(_CALCULATOR, "render"),
        flags=(
            Option("contacts", "both|placed", ("both", "placed"), "Whose pips limit the contacts (L-4)."),
            Option(
                "three",
                "wreck|break",
                ("wreck", "break"),
                "Whether exactly 3 other moved pieces make a Wreck or a Break (L-15).",
            ),
            Option("held", "any|other", ("any", "other"), "Whether a held piece may have the size placed last (L-12)."),
        ),
    ),
)
