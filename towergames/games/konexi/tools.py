"""The tool of Konexi for people who play the physical game: ``score konexi``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from towergames.core.options import Option, Scalar
from towergames.core.tool import Tool

# The calculator is imported when it is used: every --help lists the tools, and should not load the word lists for that.


def _score(document: Any, flags: Mapping[str, Scalar]) -> dict[str, Any]:
    from towergames.games.konexi.calculator import score

    return score(document, flags)


def _render(result: Mapping[str, Any]) -> str:
    from towergames.games.konexi.calculator import render

    return render(result)


TOOLS: tuple[Tool, ...] = (
    Tool(
        name="score",
        help="Check a word of a real tower by its joints. Without a word, list all that the new letter makes.",
        run=_score,
        render=_render,
        flags=(
            Option(
                "words",
                "LIST|FILE",
                ("standard", "common", "wide"),
                "The word list: standard, common, wide, or a file with one word a line.",
                free=True,
            ),
            Option("scoring", "one|all", ("one", "all"), "How many words score in a turn (K-27)."),
            Option("shortest", "2|3", (2, 3), "How many letters a word needs (K-8)."),
        ),
    ),
)
