"""No room is too small for the pictures of any screen: a window may have one column, and any number of rows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.desktop import ALL, running
from towergames.board.protocol import Style
from towergames.table.save_file import load_file
from towergames.tui.keymap import KeyMap
from towergames.tui.screens.game.end_card import NEXT
from towergames.tui.screens.game.end_view import CONFETTI, draw_end, ending_of
from towergames.tui.widgets.action_bar import command_chips
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.title import double_width, draw_title

EXAMPLES = sorted((Path(__file__).parents[2] / "saves").glob("example-*.jsonl"))
ROOMS = [(columns, rows) for columns in (1, 2, 3, 4, 6, 9, 14, 22, 40) for rows in (1, 2, 3, 4, 6, 9, 14, 40)]


@pytest.mark.usefixtures("every_game")
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_end_of_a_game(path: Path) -> None:
    end = ending_of(load_file(path).history)
    chips = command_chips(NEXT, KeyMap({}))
    for room in ROOMS:
        for fallen in (0, CONFETTI // 2, CONFETTI):
            canvas = draw_end(end, lambda _: (), chips, "The game is saved.", Style(), *room, fallen).canvas
            assert (canvas.width, canvas.height) == room


@pytest.mark.parametrize("name", ALL)
async def test_every_screen(name: str) -> None:
    async with running((100, 30)) as (app, pilot):
        await ALL[name](app, pilot)
        for view in [view for screen in app.screen_stack for view in screen.query(CanvasView)]:
            for columns, rows in ROOMS:
                assert view._painter(columns, rows).canvas.width == columns, view.id


def test_the_title_has_large_letters_and_stars_over_its_whole_width_where_there_is_room() -> None:
    small, large = draw_title(double_width() - 1, 14).canvas, draw_title(160, 14).canvas
    assert "██████  ████████" not in small.text() and "██████  ████████" in large.text()
    assert all(len(large.row(y)) == 160 for y in range(14)) and "." in large.row(0)[120:]
    assert "██" in draw_title(80, 7).canvas.text() and "TOWER GAMES" in draw_title(40, 3).canvas.text()
