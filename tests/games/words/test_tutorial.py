"""The tutorial can be played as it is written, and wrong moves are answered."""

from __future__ import annotations

from textwrap import wrap

from tests.games.words.board.tables import player
from towergames import registry
from towergames.board.protocol import Context
from towergames.games.words.game import GAME
from towergames.games.words.tutorial import TUTORIAL
from towergames.session.lesson import LessonPlay


def begun() -> LessonPlay:
    return LessonPlay(registry.Entry("words"), TUTORIAL)


def test_every_lesson_is_short() -> None:
    for lesson in TUTORIAL.lessons:
        assert len(wrap(lesson.say, 76)) <= 4, lesson.title


def test_it_can_be_played_and_scores_what_it_says() -> None:
    play = begun()
    points = []
    for lesson in TUTORIAL.lessons:
        assert play.lesson is lesson
        if play.reading:
            play.go_on()
            continue
        assert getattr(play.table.turn, "seat", None) == 0, lesson.title
        if not lesson.accept_any:
            assert play.typed("pass").say == f"That is allowed, but not in this lesson. {lesson.wrong}"
        if lesson.title == "Play down":
            assert play.typed("play g5 down END").say == "That makes END and COME. Play BEND down from g5."
        assert not play.typed("play j10 across ZZ").right
        answer = play.typed(lesson.accept[0])
        assert answer.right, (lesson.title, answer)
        points.append(play.table.history.state.points[0])
    assert play.finished and points == [8, 16, 21, 21, 21, 41, 55]
    told = [event.text for played in play.table.history.plays for event in played.step.events]
    assert any("COMBS" in text for text in told) and any("RELM is not in the word list" in text for text in told)


def test_it_can_be_shown_step_by_step_and_gone_back() -> None:
    play = begun()
    for _ in TUTORIAL.lessons:
        assert play.skip()
    assert play.finished
    play.back()
    assert play.step == len(TUTORIAL.lessons) - 1


def test_every_step_points_at_something_on_the_screen() -> None:
    play = begun()
    for lesson in TUTORIAL.lessons:
        turn = play.table.turn
        may = getattr(turn, "seat", None) == 0
        p = player(Context(GAME, play.table.view(0), turn, 0, play.table.names, None, may_act=may))
        keys = {spot.key for zone, rows in (("board", 12), ("hand", 3)) for spot in p.picture(zone, (80, rows)).spots}
        keys |= {f"control:{name}" for name, control in p.controls.items() if control.place in ("main", "bar")}
        assert not lesson.point_at or lesson.point_at in keys, lesson.title
        play.skip()
