"""A lesson as a table: what a session shows of it, what it takes, and what a step changes."""

from __future__ import annotations

import pytest

from tests.table.helpers import null_table
from tests.table.test_session import NULL, lesson
from towergames import registry
from towergames.core.contract import Decide, IllegalAction, Over
from towergames.core.tutorial import Lesson
from towergames.session import commands
from towergames.session.lesson import LEARNER, LessonTable, why_no_lesson
from towergames.session.session import Session

READ = Lesson("Read", "Read this.")
TAKE = Lesson("Take", "Take two.", accept=("take 2",), wrong="Take exactly two.", then=("take 1",))
SPOILT = Lesson("Take", "Take two.", accept=("take 2",), worked=lambda _: False, failed="Try again.")


def table_of(*steps: Lesson) -> LessonTable:
    return LessonTable(lesson(*steps))


def session_of(table: LessonTable) -> Session:
    return Session(table, registry.get(NULL).board)


def test_only_the_learner_sits_at_a_lesson_and_nobody_hands_over() -> None:
    table = table_of(TAKE)
    session = session_of(table)
    assert table.here == (LEARNER,) and not table.keeps and len(table.humans) == 2
    assert session.viewer == LEARNER and session.curtain_for is None and session.bare().may_act


def test_a_step_is_done_with_the_moves_of_the_others() -> None:
    table = table_of(TAKE, TAKE)
    session, before = session_of(table), table.version
    view = session.view_of(LEARNER)
    assert session.submit(table.parse("take 2"))
    assert table.play.step == 1 and table.moves == table.play.table.moves
    done = [(play.by, play.notation) for play in table.history.plays if play.by is not None]
    assert done == [(LEARNER, "take 2"), (1, "take 1")]
    assert table.version > before and session.view_of(LEARNER) != view
    assert isinstance(table.turn, Decide) and table.turn.seat == LEARNER


def test_the_play_that_is_returned_is_the_learners() -> None:
    table = table_of(TAKE)
    play = table.submit(LEARNER, table.parse("take 2"))
    assert (play.by, play.notation) == (LEARNER, "take 2")


@pytest.mark.parametrize(
    ("step", "text", "said", "rule"),
    [
        (TAKE, "take 1", "That is allowed, but not in this lesson. Take exactly two.", ""),
        (READ, "take 1", "This step has no move. Enter goes on.", ""),
        (SPOILT, "take 2", "Try again.", ""),
    ],
)
def test_a_wrong_move_is_answered_and_changes_nothing(step: Lesson, text: str, said: str, rule: str) -> None:
    table = table_of(step)
    session = session_of(table)
    version, play, state = table.version, table.play, table.history.state
    assert not session.submit(table.parse(text))
    assert (session.message.text, session.message.rule) == (said, rule)
    assert (table.version, table.play, table.history.state) == (version, play, state) and play.step == 0


def test_a_move_against_the_rules_cites_the_rule() -> None:
    table = table_of(TAKE)
    illegal = table.parse("take 999")
    cited = table.judge(illegal).refusals[0].rule
    with pytest.raises(IllegalAction) as caught:
        table.submit(LEARNER, illegal)
    assert cited and caught.value.verdict.refusals[0].rule == cited
    assert not table.takes(illegal) and not table.takes(table.parse("take 1")) and table.takes(table.parse("take 2"))


def test_other_tables_take_what_is_legal() -> None:
    table = null_table()
    assert table.takes(table.legal()[0])


def test_a_whole_step_is_worked_out_on_a_copy_and_adopted() -> None:
    table = table_of(TAKE, TAKE)
    action = table.parse("take 2")
    work = table.outcome_work(LEARNER, action)
    assert work is not None and table.outcome_work(LEARNER, table.parse("take 1")) is None
    known = work()
    assert table.play.step == 0
    table.submit(LEARNER, action, known)
    assert table.play.step == 1 and table.play is known[0]


def test_help_is_free_and_nothing_is_undone() -> None:
    table = table_of(TAKE)
    records = table.history.records
    table.note(LEARNER, "hint")
    assert table.history.records == records
    table.submit(LEARNER, table.parse("take 2"))
    assert "step by step" in commands.why_not_undo(table)


def test_a_lesson_begins_where_it_was_left_and_a_finished_one_from_its_start(null_game: registry.Entry) -> None:
    tutorial = null_game.tutorial
    table = LessonTable.where_left(NULL, 1, [""])
    assert table.left == (1, [""]) and table.play.step == 0
    assert LessonTable.where_left(NULL, len(tutorial.lessons), ["", "take 2", "take 1"]).left[0] == 0


def test_why_a_game_has_no_lesson(null_game: registry.Entry, monkeypatch: pytest.MonkeyPatch) -> None:
    assert why_no_lesson(NULL) == ""
    assert "chess" in why_no_lesson("chess")
    with monkeypatch.context() as patch:
        patch.setattr(registry.Entry, "unavailable_reason", "The engine is not here.")
        assert why_no_lesson(NULL).endswith(" cannot be played here. The engine is not here.")
    monkeypatch.setattr(registry.Entry, "tutorial", None)
    assert why_no_lesson(NULL).endswith(" has no lesson.")


def test_a_step_with_a_move_is_not_ended_by_reading_and_nothing_is_before_the_first() -> None:
    play = lesson(TAKE)
    play.go_on()
    play.back()
    assert play.step == 0 and play.table.moves == table_of(TAKE).moves


def test_the_listed_move_that_is_legal_now_is_suggested() -> None:
    assert lesson(Lesson("Take", "Take some.", accept=("take 999", "take 2"))).suggestion() == "take 2"


def test_a_move_is_not_blamed_where_there_is_only_something_to_read() -> None:
    play = lesson(READ, TAKE)
    draft = play.table.legal()[0]
    assert play.not_yet(draft) == ""
    play.go_on()
    assert play.not_yet(play.table.parse("take 1")) == "Take exactly two."
    assert play.not_yet(None) == play.not_yet(play.table.parse("take 2")) == ""


def test_a_lesson_begins_again_and_the_table_follows() -> None:
    table = table_of(TAKE, TAKE)
    moves = table.moves
    table.submit(LEARNER, table.parse("take 2"))
    twin = table.play.copy()
    twin.restart()
    table.adopt(twin)
    assert (table.play.step, table.moves) == (0, moves)


def test_a_script_ends_with_the_game() -> None:
    step = Lesson("Take", "Take two.", accept=("take 2",), then=("take 1",) * 60)
    play = lesson(step)
    assert play.typed("take 2").right and play.finished and isinstance(play.table.turn, Over)
