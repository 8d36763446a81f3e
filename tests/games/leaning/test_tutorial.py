"""The tutorial can be played as it is written where pieces come to rest as they are aimed, and says what they score."""

from __future__ import annotations

from tests.games.leaning.making import GAME, HERE, THERE, do, lands, points, settle
from towergames.core.contract import Decide, Nature
from towergames.games.leaning.model import Aim, Place, RestingPiece, TableSettled
from towergames.games.leaning.tutorial import LESSONS, TUTORIAL


def test_the_tutorial_plays_through_when_pieces_stand_as_aimed() -> None:
    s = GAME.new(2, TUTORIAL.options)
    scored = []
    knocks = next(lesson for lesson in TUTORIAL.lessons if lesson.title == "Knock it over")
    for lesson in TUTORIAL.lessons[: TUTORIAL.lessons.index(knocks)]:
        assert GAME.turn(s) == Decide(0, "found" if s.next_piece == 1 else "turn")
        for text in (*lesson.accept[:1], *lesson.then):
            move = GAME.parse(text, s)
            assert GAME.notate(move) == text
            s = do(s, move).state
            if isinstance(GAME.turn(s), Nature):
                if isinstance(move, Place):
                    outcome = lands(s, move.aim.corners, move.aim.touches)
                else:
                    outcome = TableSettled((RestingPiece(1, HERE, 2, 0, 0), RestingPiece(2, THERE, 2, 0, 0)), ((1, 2),))
                step = settle(s, outcome)
                scored.append(points(step))
                s = step.state
                assert s.phase == "turn", text
        assert lesson.worked is None or lesson.worked(s)
    assert scored == [0, 1, 2, 4, 3]
    assert s.points == (8, 2)
    assert not any(s.held[0]) and GAME.judge(s, GAME.parse(knocks.accept[0], s)).legal


def test_a_held_piece_goes_on_one_other_so_that_it_has_room_for_the_next() -> None:
    like = LESSONS[4].like
    assert like is not None
    for touches, corners, fits in (((1,), 0, True), ((1, 2), 0, False), ((1,), 1, False)):
        assert like(Place("medium", True, 0, HERE, Aim(corners, touches))) is fits
