"""Boards are asked for any size: a zone may still be as small as before while the window has grown again."""

from __future__ import annotations

from itertools import product
from typing import Literal

import pytest

from tests.forked import ROOT
from towergames import registry
from towergames.session.context import context_at
from towergames.session.ui_memory import UiMemory
from towergames.table.store import load_file


@pytest.mark.parametrize("game", ["takethat", "words", "bricks", "konexi", "leaning"])
@pytest.mark.parametrize("zone", ["board", "hand"])
def test_no_room_is_too_small_to_draw_in(game: str, zone: Literal["board", "hand"]) -> None:
    history = load_file(ROOT / "saves" / f"example-{game}.jsonl").history
    board = registry.get(game).board
    bare = context_at(history, 0, len(history.plays) // 2, marks=())
    for size in product((1, 2, 3, 4, 5, 6, 7, 8, 12, 19, 30), (1, 2, 4, 9)):
        memory = UiMemory(board)
        memory.set_room(size)
        canvas = board.draw(memory.at(bare, 0), zone, size).canvas
        assert (canvas.width, canvas.height) == size
