"""The layer between a table and a screen: what it answers where nothing can be done."""

from __future__ import annotations

from dataclasses import replace
from queue import Queue
from typing import Any
from unittest.mock import Mock

import pytest

from tests.null.board import Ui
from tests.table.helpers import do, null_table
from towergames import registry
from towergames.board.protocol import Result, Style
from towergames.core.bot import Level
from towergames.core.contract import IllegalAction, Over
from towergames.core.tutorial import Lesson, Tutorial
from towergames.session import analysis, privacy
from towergames.session.controller import Controller
from towergames.session.lesson import LessonPlay
from towergames.session.replay import Replay
from towergames.session.session import Session
from towergames.session.text import won

NULL = "null"


def lesson(*steps: Lesson, done: int = 0, moves: tuple[str, ...] = ()) -> LessonPlay:
    return LessonPlay(registry.get(NULL), Tutorial(NULL, 1, ("Ann", "Bob"), steps, {"first": 1}), done, list(moves))


def test_a_step_that_chance_spoils_is_taken_back() -> None:
    play = lesson(Lesson("Take", "Take one.", accept=("take 1",), worked=lambda _: False, failed="Try again."))
    before = play.table.history.state
    answer = play.typed("take 1")
    assert (answer.right, answer.say) == (False, "Try again.")
    assert play.step == 0 and play.table.history.state == before


def test_a_script_that_became_impossible_is_a_spoilt_step_or_a_fault_of_ours() -> None:
    then = ("take 999",)
    spoilt = Lesson("Take", "Take one.", accept=("take 1",), then=then, worked=lambda _: True, failed="Try again.")
    assert lesson(spoilt).typed("take 1").say == "Try again."
    with pytest.raises(IllegalAction):
        lesson(replace(spoilt, worked=None)).typed("take 1")
    assert lesson(replace(spoilt, worked=None), done=1).step == 0


def test_steps_done_before_are_done_again_with_their_moves_or_any() -> None:
    free = Lesson("Take", "Take what you like.", accept_any=True)
    assert lesson(free, done=1, moves=("take 1",)).moves == ["take 1"]
    assert lesson(free, done=1).finished
    odd = Lesson("Take", "Take one.", accept=("no move", "take 1"))
    assert lesson(odd).typed("take 1").right


def test_a_step_without_a_move_and_a_finished_lesson_take_none() -> None:
    play = lesson(Lesson("Read", "Read this."))
    take = play.table.legal()[0]
    assert play.submit(take).say == "This step has no move. Enter goes on."
    play.go_on()
    assert play.submit(take).say == "The lesson is over. Esc goes back."


def test_nothing_is_submitted_after_the_end_and_no_place_beyond_it_is_shown() -> None:
    table = null_table()
    session = Session(table, registry.get(NULL).board)
    assert not session.look(-1) and not session.look(table.moves + 1)
    move = table.legal()[0]
    while not isinstance(table.turn, Over):
        do(table, table.game.notate(table.legal()[0]))
    assert not session.submit(move)
    assert session.message.text == "The game is over."
    assert session.look(1)
    session.renew()
    assert session.past == 1


def test_a_board_gets_the_keys_of_the_style_that_was_given_last() -> None:
    board = registry.get(NULL).board
    session, spec = Session(null_table(), board), board.spec.specs[0]
    assert session.context().style.key_of(spec) == ""  # a style without keys is equal to one with keys
    for key in ("n", "m"):
        session.style = Style(key_of=lambda _, key=key: key)  # type: ignore[misc]
        assert session.context().style.key_of(spec) == key


def test_a_replay_at_its_beginning_has_no_mark_before_it_and_no_animation() -> None:
    table = null_table()
    do(table, table.game.notate(table.legal()[0]))
    replay = Replay(table.history)
    replay.seek(0)
    assert replay.marker_before() is None and replay.frames("full") == ()


def test_a_ranking_without_a_first_place_has_no_winner() -> None:
    assert won(Over((), ""), ["Ann"], [0]) == "Nobody wins."


def test_of_a_move_that_is_no_longer_legal_nothing_is_missed() -> None:
    table = null_table()
    do(table, table.game.notate(table.legal()[0]))
    made = table.history.plays[-1]
    assert analysis._missed(table.history, made, made.before and table.history.state_after(0), object()) == 0


def test_a_bot_that_fails_ends_no_replay_and_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr(analysis, "bot_finding", fail)
    calls: Queue[tuple[Any, ...]] = Queue()
    analyst = analysis.BotAnalysis(null_table().history, Level("hard", "", fail), lambda *call: calls.put(call), print)
    analyst.want(1)
    answered, *answer = calls.get(timeout=60)
    answered(*answer)
    assert analyst.failed
    analyst.want(2)
    assert analyst._task is None


def test_help_that_cannot_be_written_into_the_save_is_not_given() -> None:
    session = Session(null_table(), registry.get(NULL).board)
    client = Mock(memory=session.memory, mark_help=lambda _: False)
    assert not Controller(session.board, client).take(Result(None, help="hint"), session.context())
    client.answered.assert_not_called()


def test_a_view_without_fields_is_compared_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    history = null_table().history
    monkeypatch.setattr(privacy, "_facts", lambda _, seat: [seat == 0])
    assert privacy.has_secrets(history, 0) and not privacy.has_secrets(history, 1)


def test_the_move_at_zero_is_completed_by_what_the_viewer_has_prepared() -> None:
    session = Session(null_table("", "", moves=["take 1"], first=1), registry.get(NULL).board)
    session.opened = 1
    session.renew()
    assert session.move_at_zero() == session.table.move_at_zero()
    seen: list[Any] = []

    def complete(context: Any, action: Any) -> Any:
        seen.append((context.seat, context.ui))
        return "completed", action

    session.board = Mock(complete=complete)
    session.memory.remember(session.bare(), Ui(3))
    assert session.move_at_zero() == ("completed", session.table.move_at_zero())
    session.look(1)
    assert session.move_at_zero() == ("completed", session.table.move_at_zero())
    assert seen == [(1, Ui(3)), (1, Ui(3))], "looking back changes nothing"
    session.shut = True
    assert session.move_at_zero() == session.table.move_at_zero(), "nobody looks"


def test_time_runs_while_the_player_who_decides_sees_the_table() -> None:
    session = Session(null_table("", "", first=1), registry.get(NULL).board)
    assert not session.clock_runs, "a curtain is closed"
    session.opened = 0
    assert session.clock_runs
    session.does(animation=True)
    assert not session.clock_runs
    session.does(animation=False, settling="Wait.")
    assert not session.clock_runs
    session.does(settling="")
    session.incomplete = True
    assert not session.clock_runs
    bots = Session(null_table("random", "easy"), registry.get(NULL).board)
    assert not bots.clock_runs
