"""The tools of Brick Tower: ``score bricks`` and ``solve bricks``."""

from __future__ import annotations

from towergames.core.options import Option
from towergames.core.tool import Tool, on_demand

_CALCULATOR = "towergames.games.bricks.calculator"

_WORDS = Option(
    "words",
    "LIST|FILE",
    ("standard", "common", "wide"),
    "The word list: standard, common, wide, or a file with one word a line.",
    free=True,
)
_SEED = Option("seed", "NUMBER", ("1",), "The seed of the search. Without FILE it also chooses the deal.", free=True)
_PUZZLE = Option("puzzle", "CODE|DAY", ("",), "The deal of this code, or the standard deal of a day.", free=True)
_SECONDS = Option("seconds", "SECONDS", ("10",), "How many seconds to search. Without it: 10.", free=True)


TOOLS: tuple[Tool, ...] = (
    Tool(
        name="score",
        help="Check a brick tower: which building rules it breaks, and what each scoring rule scores.",
        run=on_demand(_CALCULATOR, "score"),
        render=on_demand(_CALCULATOR, "render_score"),
        flags=(_WORDS,),
    ),
    Tool(
        name="solve",
        help="Find the best tower of your cards. Without FILE it deals standard cards.",
        run=on_demand(_CALCULATOR, "run_solver"),
        render=on_demand(_CALCULATOR, "render_solution"),
        flags=(_PUZZLE, _SEED, _SECONDS, _WORDS),
        alone=True,
        watch=on_demand(_CALCULATOR, "run_solver"),
    ),
)
