"""The tutorial can be played as it is written, and wrong moves are answered."""

from __future__ import annotations

from textwrap import wrap

from towergames import registry
from towergames.boards.words import DESK
from towergames.games.words.game import GAME
from towergames.games.words.tutorial import TUTORIAL
from towergames.session.lesson import LessonPlay


def begun() -> LessonPlay:
    return LessonPlay(registry.Entry("words"), TUTORIAL)


def test_the_tutorial_is_short_and_every_wrong_move_is_answered() -> None:
    assert 5 <= len(TUTORIAL.lessons) <= 10
    for lesson in TUTORIAL.lessons:
        assert bool(lesson.wrong) == bool(lesson.accept)
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
            assert not play.typed("pass").right
        assert not play.typed("play j10 across ZZ").right
        answer = play.typed(lesson.accept[0])
        assert answer.right, (lesson.title, answer)
        points.append(play.table.history.state.points[0])
    assert play.finished and points == [8, 16, 21, 21, 21, 41, 55]
    told = [event.text for played in play.table.history.plays for event in played.step.events]
    assert any("COMBS" in text for text in told) and any("RELM is not in the list" in text for text in told)


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
        view = play.table.view(0)
        scene = _scene(play, view)
        pictures = (
            DESK.board(scene, DESK.start(scene), 80, 12),
            DESK.hand(scene, DESK.start(scene), 80, 3),
        )
        keys = {spot.key for picture in pictures for spot in picture.spots}
        assert not lesson.point_at or lesson.point_at in keys, lesson.title
        play.skip()


def _scene(play: LessonPlay, view: object):  # type: ignore[no-untyped-def]
    from towergames.boards.desk import Scene

    turn = play.table.turn
    return Scene(GAME, view, turn, 0, play.table.names, may_act=getattr(turn, "seat", None) == 0)
