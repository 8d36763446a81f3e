"""What may be shown is decided once: screen, plain mode, replay and export follow the same judge."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from tests.plain.helpers import header_of
from towergames import registry
from towergames.export.render import as_data
from towergames.plain.console import Console
from towergames.plain.run import run_plain
from towergames.run_request import RunRequest
from towergames.session.privacy import has_secrets, may_show_all
from towergames.session.replay import ALL_HANDS, PUBLIC, Perspective, Replay
from towergames.session.session import Session
from towergames.table.errors import TableError
from towergames.table.match import Table
from towergames.table.records import Header
from towergames.table.store import Store

HIDDEN, OPEN, NOTHING = "hidden hands", "open hands", "a game without hidden things"


def header(kind: str) -> Header:
    if kind == NOTHING:
        return header_of("Ann", "Bob", game="konexi")
    return header_of("Ann", "Bob", game="takethat", open=kind == OPEN)


@pytest.fixture(params=[HIDDEN, OPEN, NOTHING])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def table(kind: str, tmp_path: Path) -> Table:
    return Store(tmp_path / "saves").begin(header(kind))


def test_a_hand_over_comes_where_the_mover_sees_more_than_others(kind: str, table: Table, tmp_path: Path) -> None:
    secret = has_secrets(table.history, 0)
    assert secret == (kind == HIDDEN) and has_secrets(table.history, None) is False
    session = Session(table, registry.get(table.header.game).board)
    assert [session.hides(seat) for seat in (0, 1)] == [secret, has_secrets(table.history, 1)]
    assert (session.curtain_for is not None) == secret and (session.viewer is None) == secret
    out = io.StringIO()
    run_plain(RunRequest("play", tmp_path / "plain", header=header(kind)), Console(io.StringIO("quit\n"), out))
    assert ("Hand over to" in out.getvalue()) == secret


def test_a_replay_and_an_export_of_a_running_game_show_only_what_everyone_may_see(kind: str, table: Table) -> None:
    history = table.history
    free = may_show_all(history, everything=True)
    assert free == may_show_all(history, 0) == (kind == NOTHING) and may_show_all(history)
    replay = Replay(history)
    for perspective in (Perspective(PUBLIC), Perspective("Ann", 0), Perspective(ALL_HANDS, None, True)):
        replay.perspective = perspective
        if free or perspective.title == PUBLIC:
            assert replay.context().seat == perspective.seat or perspective.everything
        else:
            with pytest.raises(TableError, match="hands are shown when the game is over"):
                replay.context()
    assert (as_data(history, "game")["header"]["seed"] is None) == (not free)
