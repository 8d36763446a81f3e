"""An unfinished game with hidden cards: no way of looking at its save shows them, and none can be branched."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.playing import ENTRIES, Case
from tests.conformance.seating import begin, play_on
from tests.export.films import Viewer
from towergames.core.contract import Event, Seat
from towergames.export.render import FORMATS, render
from towergames.plain.console import Console
from towergames.plain.replay import ReplayConversation
from towergames.registry import Entry
from towergames.session.replay import Replay
from towergames.table.errors import SaveError
from towergames.table.game_review import sweep, why_not
from towergames.table.history import History, Play, count_moves
from towergames.table.save_file import load_file, verify
from towergames.table.store import Store

HIDDEN = [entry for entry in ENTRIES if entry.game.info.hidden]
CANARY = "CANARY"
SEED = 424_242_424_242


class Guarded:
    """A game that shows nothing but what everybody may see."""

    def __init__(self, game: Any) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def view(self, s: Any, seat: Seat | None) -> Any:
        assert seat is None, "a seat's own view was asked for"
        return self._game.view(s, seat)

    def reveal(self, s: Any) -> Any:
        raise AssertionError("everything was asked for")


def _marked(event: Event) -> Event:
    return event if event.seen_by is None else replace(event, text=f"{CANARY} event", data={"canary": CANARY})


def _mark(play: Play) -> Play:
    """The play with a canary in the place of everything that some seat may not know."""
    step = replace(play.step, events=tuple(_marked(event) for event in play.step.events))
    return replace(play, notation=f"{CANARY} notation", move=f"{CANARY} move", step=step)


@pytest.fixture(params=HIDDEN, ids=lambda entry: entry.key)
def unfinished(request: pytest.FixtureRequest, tmp_path: Path, null_game: object) -> Path:
    """The file of a game of two people in its middle."""
    entry: Entry = request.param
    case = Case(entry, max(2, entry.game.info.seats[0]), ())
    table = begin(case, tmp_path, SEED)
    play_on(table, 6)
    table.close()
    return tmp_path / "game.jsonl"


def _guarded(path: Path) -> History:
    history = load_file(path).history
    history.plays = [_mark(play) for play in history.plays]
    history.game = Guarded(history.game)
    return history


def test_no_export_shows_more_than_everybody_may_know(unfinished: Path) -> None:
    for format_ in FORMATS:
        text = render(_guarded(unfinished), format_, name="game")
        if format_ == "film":
            text += " ".join(Viewer(text).all_rows())
        assert CANARY not in text
        assert str(SEED) not in text


def test_no_replay_shows_more_than_everybody_may_know(unfinished: Path) -> None:
    history = _guarded(unfinished)
    model = Replay(history)
    for at in range(model.length + 1):
        model.seek(at)
        model.next_perspective()
        told = [model.caption(), model.pad_now().as_text(), *(line.text for line in model.log())]
        assert CANARY not in " ".join(told)
        assert model.context().seat is None
    words = ["next", "turn", "end", "log", "board", "picture", "hand", "marks", "as 1", "as everybody", "play", "quit"]
    out = io.StringIO()
    console = Console(io.StringIO("".join(f"{word}\n" for word in words)), out)
    assert ReplayConversation(history, "game", Store(unfinished.parent), console).run() == "quit"
    assert CANARY not in out.getvalue()
    assert "has hidden hands" in " ".join(out.getvalue().split())


def test_no_check_and_no_list_shows_more_than_everybody_may_know(unfinished: Path) -> None:
    game = load_file(unfinished).history
    report, info = verify(unfinished), Store(unfinished.parent).peek("game")
    assert report.ok
    assert info.moves == count_moves(game)
    for told in (repr(report), repr(info)):
        assert str(SEED) not in told
        assert not any(play.notation in told for play in game.plays if play.by is not None)
    assert why_not(game)
    assert list(sweep(game)) == []


def test_no_branch_is_made_before_the_end(unfinished: Path) -> None:
    store, history = Store(unfinished.parent), load_file(unfinished).history
    for plays in range(len(history.plays) + 1):
        with pytest.raises(SaveError, match="has hidden hands"):
            store.branch(history, plays, "game")
    assert store.names() == ["game"]
