"""``:rules ID`` at the table and in the browser, for every game, as in plain mode."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conformance.facts import canned_physics
from tests.tui.fixtures import REGISTERED
from tests.tui.game_kit import Play, playing
from towergames.core.options import Scalar
from towergames.core.text import sentence
from towergames.registry import Entry
from towergames.tui.screens.rules import RulesScreen

EVERY = pytest.mark.parametrize("entry", REGISTERED, ids=lambda entry: entry.key)


@pytest.fixture(autouse=True)
def tables(every_game: None) -> Iterator[None]:
    with canned_physics():
        yield


def first(entry: Entry) -> dict[str, Scalar]:
    """Options with which the person begins, so that no curtain is drawn."""
    return {entry.game.info.starter_option: 1} if entry.game.info.starter_option else {}


def open_at(play: Play) -> str:
    """The rule at which the browser is open and drawn, empty when it is not."""
    screen = play.app.screen
    drawn = isinstance(screen, RulesScreen) and "rule" in play.text and screen.query("#rules-list")
    return screen.rule_id if isinstance(screen, RulesScreen) and drawn else ""


@EVERY
async def test_rules_and_rule_lead_to_the_sheet_at_that_id_and_others_are_refused(tmp_path: Path, entry: Entry) -> None:
    ids = entry.game.rule_sheet.ids
    async with playing(tmp_path, "Ann,Hal:easy", game=entry.key, **first(entry)) as play:
        play.game.typed("rules Q-99")
        assert not open_at(play)
        assert play.game.session.message.text == sentence(entry.game.rule_sheet.unknown_rule_error("Q-99"))
        asked = [(f"rules {ids[-1]}", ids[-1]), (f"rule {ids[1].lower()}", ids[1]), ("RULES", ids[0])]
        asked.append(("rules 4", f"{ids[0][0]}-4"))
        for typed, wanted in asked if entry is REGISTERED[0] else asked[:1]:  # how it is typed has to do with no game
            play.game.typed(typed)
            await play.until(lambda wanted=wanted: open_at(play) == wanted)
            await play.pilot.pause()
            play.app.screen.typed(f"rules {ids[2]}")
            await play.until(lambda: open_at(play) == ids[2])
            await play.pilot.pause()
            await play.press("escape")
            await play.until(lambda: play.app.screen is play.game)
