"""The tools of Stacked Words, for people with the real board: ``score words`` and ``analyse words``."""

from __future__ import annotations

from towergames.core.options import Option
from towergames.core.tool import Tool, on_demand

_CALCULATOR = "towergames.games.words.calculator"

WORDS = Option(
    "words",
    "LIST|FILE",
    ("standard", "common", "wide"),
    "The word list: standard, common, wide, or a file with one word a line.",
    free=True,
)
ALL = Option("all", "all", (False, True), "List every play, not only the best 10.")


TOOLS: tuple[Tool, ...] = (
    Tool(
        name="score",
        help="Check one play on a real board: whether it is legal, which rule it breaks, and what it scores.",
        run=on_demand(_CALCULATOR, "score"),
        render=on_demand(_CALCULATOR, "render_score"),
        flags=(WORDS,),
    ),
    Tool(
        name="analyse",
        help="Find every legal play for a board and a rack, with its score.",
        run=on_demand(_CALCULATOR, "analyse"),
        render=on_demand(_CALCULATOR, "render_analysis"),
        flags=(WORDS, ALL),
    ),
)
