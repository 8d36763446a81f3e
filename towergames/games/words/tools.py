"""The desk tools of Stacked Words, for people with the real board: ``score words`` and ``analyse words``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from towergames.core.contract import Option, Scalar
from towergames.core.tool import Tool

# The calculator is imported when it is used: every --help lists the tools, and should not load the word lists for that.

WORDS = Option(
    "words",
    "LIST|FILE",
    ("standard", "common", "wide"),
    "The word list: standard, common, wide, or a file with one word a line.",
    free=True,
)
ALL = Option("all", "all", (False, True), "List every play, not only the best 10.")


def _score(document: Any, flags: Mapping[str, Scalar]) -> dict[str, Any]:
    from towergames.games.words.calculator import score

    return score(document, flags)


def _render_score(result: Mapping[str, Any]) -> str:
    from towergames.games.words.calculator import render_score

    return render_score(result)


def _analyse(document: Any, flags: Mapping[str, Scalar]) -> dict[str, Any]:
    from towergames.games.words.calculator import analyse

    return analyse(document, flags)


def _render_analysis(result: Mapping[str, Any]) -> str:
    from towergames.games.words.calculator import render_analysis

    return render_analysis(result)


TOOLS: tuple[Tool, ...] = (
    Tool(
        name="score",
        help="Judge one play on a real board: whether it is legal, which rule refuses it, and what it scores.",
        run=_score,
        render=_render_score,
        flags=(WORDS,),
    ),
    Tool(
        name="analyse",
        help="Find every legal play of a board and a rack with its score.",
        run=_analyse,
        render=_render_analysis,
        flags=(WORDS, ALL),
    ),
)
