"""Releases that help tries out: how many fall, whether others fall too, and the colour of the danger."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from tests.board.player import Player
from tests.games.konexi.board.tables import seen
from tests.games.konexi.making import state
from towergames import physics
from towergames.board.protocol import Result
from towergames.core.bot import Clock
from towergames.games.konexi.board import BOARD, ui_state
from towergames.games.konexi.board.forecast import RELEASES, is_alone, tried
from towergames.games.konexi.board.ui_state import Trials, balance_here
from towergames.games.konexi.board.weight import danger
from towergames.games.konexi.model import STANDS, Released
from towergames.games.konexi.tower import PlacedLetter

pytestmark = pytest.mark.skipif(bool(physics.unavailable_reason()), reason=physics.unavailable_reason())


def results(monkeypatch: pytest.MonkeyPatch, kinds: Iterable[tuple[str, str]]) -> None:
    """Releases that end so, by kind and cause, one after the other."""
    from towergames.games.konexi import live_physics

    left = iter(kinds)
    monkeypatch.setattr(live_physics, "try_release", lambda *_: Released(*next(left), "", ()))


BASE = (PlacedLetter("I", 0, False, 0, 0),)
"""A letter on its foot, in the middle of which all weight lies."""


def helped() -> Player:
    """A player who asks for help in a place where the tower stands on paper, before anything is tried out."""
    player = seen(state(BASE, circle="AKMB", gap=2)).key("1")
    while balance_here(player.context.view, player.ui.at) <= 2000:
        player.key("next")
    return player.press("konexi.help-here")


def told(player: Player) -> Player:
    """The player after the work in the thread."""
    work: Any = player.work
    return player.take(work.done(player.context, work.run(Clock())))


LETTER = "K"


@pytest.mark.parametrize(
    "fallen, role, words, sentence",
    [
        ([], "", "", "all 12 trials stood"),
        ([("drop", LETTER)], "", "", "1 of 12 trials fell, K alone"),
        ([("drop", LETTER)] * 3, "warn", "may fall", "3 of 12 trials fell, K alone"),
        ([("notch", LETTER)] * 8, "warn", "would fall", "8 of 12 trials fell, K alone"),
        ([("collapse", "")] * 3, "bad", "others may fall with it", "3 of 12 trials fell, others with K"),
        ([("sideways", "")] * 12, "bad", "others would fall with it", "12 of 12 trials fell, others with K"),
        ([("touch", "KE")] * 3 + [("touch", LETTER)] * 2, "bad", "others may fall with it", "K alone in 2"),
    ],
)
def test_amber_where_the_letter_falls_and_red_where_others_do(
    monkeypatch: pytest.MonkeyPatch, fallen: list[tuple[str, str]], role: str, words: str, sentence: str
) -> None:
    results(monkeypatch, [*fallen, *[(STANDS, "")] * (RELEASES - len(fallen))])
    player = helped()
    assert player.ui.letter == LETTER and player.work is not None
    assert danger(player.context) is None, "before the trials"
    shown = told(player)
    foretold = BOARD.describe(shown.context).danger
    assert (foretold.role, foretold.words) == (role, words) if foretold else not role
    assert sentence in " ".join(BOARD.read_out(shown.context).prepared)
    hand = shown.picture("hand", (80, 8))
    assert sentence[:12] in hand.canvas.text()
    board = shown.picture("board", (80, 18)).canvas
    lines = enumerate(board.text().splitlines())
    tags = {board.ink(line.index("!K"), y).bg for y, line in lines if "!K" in line}
    assert tags == ({role} if role else set())


def test_trials_go_along_with_the_letter_and_are_not_made_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    results(monkeypatch, [(STANDS, "")] * 100)
    player = told(helped())
    assert player.ui.trials.spot == player.ui.at
    assert not ui_state.wants_trials(player.context, Result(player.ui))
    moved = player.press("konexi.next")
    assert moved.work is not None and moved.work.idle and moved.ui.trials.spot != moved.ui.at
    assert danger(moved.context) is None
    hidden = moved.press("konexi.help-here")
    assert not hidden.ui.hint and hidden.work is None
    assert danger(hidden.context) is None


def test_an_answer_for_another_place_or_of_a_stopped_clock_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    results(monkeypatch, [(STANDS, "")] * 100)
    player = helped()
    work: Any = player.work
    here = player.ui.at
    assert tried(player.context.view, here, Clock(3)) is None
    assert work.done(player.context, None).ui.trials is None
    moved = player.press("konexi.next")
    assert moved.ui.at != here
    assert work.done(moved.context, Trials(here, 12, 0, 0)).ui.trials is None


def test_without_the_engine_nothing_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    player = helped()
    monkeypatch.setattr(physics, "unavailable_reason", lambda: "There is no engine.")
    assert tried(player.context.view, player.ui.at, Clock()) is None


def test_the_letter_falls_alone_if_it_alone_is_to_blame() -> None:
    for kind, cause, alone in (("drop", "K", True), ("touch", "KE", False), ("notch", "E", False), (STANDS, "", False)):
        assert is_alone(Released(kind, cause, "", ()), "K") == alone


def test_a_real_place_is_tried_out_on_the_live_table_top() -> None:
    """Twelve tremors that are the same in every place, so equal places have equal forecasts."""
    player = helped()
    first = tried(player.context.view, player.ui.at, Clock())
    assert first is not None and first.releases == RELEASES and 0 <= first.alone <= first.fell <= RELEASES
    assert first == tried(player.context.view, player.ui.at, Clock())
