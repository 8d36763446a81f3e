"""``towergames solve bricks``: cards keep their ids, progress is told to who watches, mistakes are explained."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from towergames.core.tool import ToolError
from towergames.games.bricks.calculator import render_solution, run_solver, write_card
from towergames.games.bricks.deal import code_of, deal
from towergames.games.bricks.tools import TOOLS

QUICK = {"seconds": "0.4", "seed": "3"}
CARDS = deal(code_of("six", 21))


def ids(piece: dict[str, Any]) -> list[Any]:
    if piece["kind"] == "stack":
        return [card["id"] for card in piece["cards"]]
    return [piece["id"]]


def test_cards_keep_their_ids() -> None:
    materials = [write_card(code) | {"id": f"{code} no. {at}"} for at, code in enumerate(CARDS)]
    result = run_solver({"materials": materials}, QUICK)
    used = [name for level in result["levels"] for piece in level for name in ids(piece)]
    assert len(used) == len(set(used))
    told = Counter(name.split(" ")[0] for name in used)
    assert not told - Counter(CARDS)
    for level in result["levels"]:
        for piece in level:
            if piece["kind"] == "brick":
                assert piece["id"].startswith(piece["letter"])


def test_who_watches_hears_of_every_improvement() -> None:
    told: list[str] = []
    solve = next(tool for tool in TOOLS if tool.name == "solve")
    assert solve.watch is not None
    result = solve.watch({"materials": list(CARDS)}, QUICK, told.append)
    scores = [int(line.split()[2]) for line in told if "points" in line]
    assert scores == sorted(set(scores))
    assert scores[-1] == result["score"]
    assert f"{result['score']} points" in render_solution(result)


@pytest.mark.parametrize(
    ("document", "flags", "words"),
    [
        ({}, {}, "materials"),
        ({"materials": ["*", "*"]}, {}, "rule 31"),
        ({"materials": ["A5RY"]}, {"seconds": "0"}, "--seconds"),
        ({"materials": ["A5RY"]}, {"seed": "-1"}, "--seed"),
    ],
)
def test_mistakes_are_explained(document: dict[str, Any], flags: dict[str, str], words: str) -> None:
    with pytest.raises(ToolError, match=words):
        run_solver(document, flags)
