"""The tool of Leaning Towers, for people with real pyramids: ``score leaning``."""

from __future__ import annotations

from towergames.core.contract import Option
from towergames.core.tool import Tool, on_demand

_CALCULATOR = "towergames.games.leaning.calculator"

TOOLS: tuple[Tool, ...] = (
    Tool(
        name="score",
        help="Judge one placement of a real pyramid by its facts: legal or not, Break or Wreck, points line by line.",
        run=on_demand(_CALCULATOR, "score"),
        render=on_demand(_CALCULATOR, "render"),
        flags=(
            Option("contacts", "both|placed", ("both", "placed"), "Whose pips limit contacts (L-4)."),
            Option("three", "wreck|break", ("wreck", "break"), "What exactly three disturbed pieces are (L-15)."),
            Option("held", "any|other", ("any", "other"), "Whether a held piece may repeat the last size (L-12)."),
        ),
    ),
)
