"""The desk tools of Brick Tower: ``score bricks`` and ``solve bricks``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from towergames.core.contract import Option, Scalar
from towergames.core.tool import Tool

# Judge and solver are imported when they are used: every --help lists the tools, and should not load words for that.

_WORDS = Option(
    "words",
    "LIST|FILE",
    ("standard", "common", "wide"),
    "The word list: one that ships, or a text file with one word a line.",
    free=True,
)
_SEED = Option("seed", "NUMBER", ("1",), "The seed of the search; without FILE also the number of the deal.", free=True)
_PUZZLE = Option("puzzle", "CODE|DAY", ("",), "The deal of this code, or the standard deal of a day.", free=True)
_SECONDS = Option("seconds", "SECONDS", ("10",), "How long to search, 10 unless told.", free=True)


def _score(document: Any, flags: Mapping[str, Scalar]) -> dict[str, Any]:
    from towergames.games.bricks.calculator import score

    return score(document, flags)


def _render_score(result: Mapping[str, Any]) -> str:
    from towergames.games.bricks.calculator import render_score

    return render_score(result)


def _solve(document: Any, flags: Mapping[str, Scalar], tell: Callable[[str], None] | None = None) -> dict[str, Any]:
    from towergames.games.bricks.calculator import run_solver

    return run_solver(document, flags, tell)


def _render_solution(result: Mapping[str, Any]) -> str:
    from towergames.games.bricks.calculator import render_solution

    return render_solution(result)


TOOLS: tuple[Tool, ...] = (
    Tool(
        name="score",
        help="Judge a brick tower: which building rules it breaks, and what every scoring rule gives it.",
        run=_score,
        render=_render_score,
        flags=(_WORDS,),
    ),
    Tool(
        name="solve",
        help="Find the best tower of given cards, or without FILE of a standard deal.",
        run=_solve,
        render=_render_solution,
        flags=(_PUZZLE, _SEED, _SECONDS, _WORDS),
        alone=True,
        watch=_solve,
    ),
)
