"""A whole game of each kind: the page of a browser has the sentences of plain mode, in order and once each."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.played_again import GAMES, begun, beside_the_table, let_nature_act, move_of_ann, moves_of, printed
from tests.tui.game_kit import Play, _shown
from tests.tui.test_read_aloud import FakePage
from tests.tui.test_served import request_of
from towergames.core.contract import Over
from towergames.table.shared import SharedTable
from towergames.tui.browser_driver import ServedApp
from towergames.tui.read_aloud import Reader, keys_told
from towergames.tui.screens.game.end_card import EndCard

NOT_SEARCHED = "Nothing was searched for."
"""The answer of the search on the end card, which tests of screens leave out."""


async def told(folder: Path, game: str) -> str:
    """Everything that Bob's page is sent, without the keys of the screen and what the end card searched."""
    ann, page = begun(folder / "saves", game), FakePage()
    async with _shown(folder, request_of(folder), (80, 24)) as play:
        assert isinstance(play.app, ServedApp)
        play.app.reader = Reader(play.app, page)
        for seat, move in moves_of(game):
            await look(play, ann)
            if seat == 0:
                move_of_ann(ann, move)
            else:
                await typed(play, ann, move)
        await play.until(lambda: isinstance(play.app.screen, EndCard))
        await play.app.workers.wait_for_complete()
        await look(play, ann)
        beside = {*keys_told(play.game), *play.app.screen.spoken(), NOT_SEARCHED}
    ann.close()
    return " ".join(line for line in page.log if line not in beside)


async def look(play: Play, ann: SharedTable) -> None:
    """Wait until Bob's window knows the last move and shows it, then let the page hear."""
    await play.until(lambda: play.table.moves == ann.moves)
    await play.pilot.pause()
    play.game.stage.skip()
    await play.until(lambda: not play.game.session.activity.animation or play.game.session.activity.heap)
    assert isinstance(play.app, ServedApp) and play.app.reader is not None
    play.app.reader.look()


async def typed(play: Play, ann: SharedTable, move: str) -> None:
    """Let Bob type a move, and press Enter if he is asked; Nature acts later, as with another person's window."""
    before = ann.moves
    play.game.typed_other(move)
    await play.pilot.pause()
    if play.game.board_input.controller.asking:
        assert play.app.reader is not None
        play.app.reader.look()
        await play.press("enter")
    await play.until(lambda: ann.follow() is not None or ann.moves > before)
    if not isinstance(ann.turn, Over):
        await look(play, ann)
    let_nature_act(ann)


@pytest.mark.usefixtures("every_game")
@pytest.mark.parametrize("game", GAMES)
async def test_a_page_has_the_sentences_of_plain_mode(tmp_path: Path, game: str) -> None:
    plain = beside_the_table(printed(tmp_path / "plain", game))
    page = beside_the_table(await told(tmp_path / "page", game))
    assert page == plain
