"""The picture of the end of a game: nothing is cut, and what it says is in the journal."""

from __future__ import annotations

from pathlib import Path

import pytest

from towergames.board.protocol import Style
from towergames.table.store import load_file
from towergames.tui.keymap import KeyMap
from towergames.tui.screens.game.after_game import NEXT
from towergames.tui.screens.game.end_view import draw_end, ending_of
from towergames.tui.widgets.action_bar import command_chips

EXAMPLES = sorted((Path(__file__).parents[2] / "saves").glob("example-*.jsonl"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("size", [(80, 23), (100, 29), (120, 39), (200, 59)])
def test_the_end_of_every_game_has_room_for_result_and_chips(path: Path, size: tuple[int, int]) -> None:
    end = ending_of(load_file(path).history)
    chips = command_chips(NEXT, KeyMap({}))
    picture = draw_end(end, (), chips, "The game is saved.", Style(), *size)
    text = picture.canvas.text()
    assert end.head in text and "Enter Play again" in text and "~" not in text
    assert len(picture.spots) == len(chips) and sum(chip.main for chip in chips) == 1
    assert all(f"{points}" in text for points in end.pad.totals)


def test_the_end_tells_of_the_last_wreck_and_what_it_cost() -> None:
    path = next(path for path in EXAMPLES if "wreck" in path.stem)
    end = ending_of(load_file(path).history)
    assert end.wreck == "Wreck: Bob lost 9 points in round 9." and end.wreck_play == 53
