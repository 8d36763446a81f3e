"""The guide to Leaning Towers: it is played as it is written, and every sentence is true where it is read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.combinations import first
from tests.games.leaning.making import HERE, THERE, do, lands, many, place, points, settle, state
from tests.guides import Fact, Step, check_sentences
from towergames.core.contract import Decide, Nature
from towergames.core.dice import Dice
from towergames.games.leaning.game import GAME
from towergames.games.leaning.layout import find, touched_by
from towergames.games.leaning.model import FULL, NEUTRAL, PIPS, Aim, Piece, Place, RestingPiece, TableSettled
from towergames.games.leaning.tutorial import LESSONS, TUTORIAL
from towergames.physics import unavailable_reason

live = pytest.mark.skipif(bool(unavailable_reason()), reason=unavailable_reason())


def piece(state: Any, number: int) -> Piece:
    found = find(state.layout, number)
    assert found is not None
    return found


def gains(step: Step) -> list[int]:
    """The learner's points for each reason in this step."""
    plays = step.after.table.history.plays[step.after.seen :]
    return [score.points for play in plays for score in play.step.scores if score.seat == 0]


def refused(step: Step, notation: str) -> str:
    """The rule that refuses a move, '' for none."""
    table = step.before.table
    verdict = table.judge(table.parse(notation))
    return "" if verdict.legal else verdict.refusals[0].rule


def fall(moved: int) -> Any:
    """The first player's medium piece moves ``moved`` others."""
    return place(state(*many(8, owner=0)), "medium", lying=range(3, 3 + moved))


def held_on(others: int) -> int:
    """The points of a held medium piece on ``others`` others, off the table."""
    table = state((3, "large", 1, 0), held=(0, 1, 0))
    return points(place(table, "medium", 0, range(1, 1 + others), held=True))


def used(state: Any) -> list[int]:
    """The pieces of each size that the first player has used."""
    return [5 - left for left in state.hands[0]]


UPRIGHT = "place small on P1 at 200 200 0 turn 1 0 0 0 expect 4 touch P1"

FACTS: dict[str, Fact] = {
    "First come two neutral ones that prop each other: the Foundation.": lambda s: (
        [(one.owner, one.size) for one in s.then.layout.pieces] == [(NEUTRAL, "large")] * 2
        and s.then.layout.touches == ((1, 2),)
    ),
    "Ada and Tess have 15 hollow pieces each: 5 small, 5 medium, 5 large.": lambda s: (
        s.state.hands == ((5, 5, 5), (5, 5, 5)) and FULL == 15 and s.before.table.names == ("Ada", "Tess")
    ),
    "Each one that stands scores 1 point.": lambda s: gains(s) == [1],
    "Lean a small one on P1, so that it touches P1 alone.": lambda s: (
        piece(s.then, 3).size == "small" and touched_by(s.then.layout, 3) == (1,)
    ),
    "At most 2 corners of a piece may touch the table, so none stands upright or lies flat.": lambda s: (
        refused(s, UPRIGHT) == "L-1" and all(one.corners <= 2 for one in s.state.layout.pieces)
    ),
    "A small piece may touch 1 other, a medium one 2, a large one 3.": lambda s: (
        PIPS == {"small": 1, "medium": 2, "large": 3}
        and all(len(touched_by(s.state.layout, one.id)) <= PIPS[one.size] for one in s.state.layout.pieces)
    ),
    "Tess's piece touches the table with one corner: 1 point more.": lambda s: (
        (piece(s.state, 4).owner, piece(s.state, 4).corners) == (1, 1) and s.state.points == (1, 1 + 1)
    ),
    "Instead of placing a piece you may hold one: next turn it goes on others, off the table, for 2 extra.": lambda s: (
        s.then.held[0] == (0, 1, 0) and s.then.active == 0
    ),
    "Hold a medium one.": lambda s: s.then.held[0] == (0, 1, 0),
    "The held piece scores 1 point, 1 for the level, 2 for the hold; 1 less on two pieces, 2 less on three.": (
        lambda s: gains(s) == [1, 1, 2] and piece(s.then, 5).level == 1 and [held_on(n) for n in (1, 2, 3)] == [4, 3, 2]
    ),
    "Put it on P1 alone.": lambda s: touched_by(s.then.layout, 5) == (1,) and piece(s.then, 5).corners == 0,
    "A piece is one level above the lowest piece it touches, and each level scores 1.": lambda s: (
        piece(s.then, 6).level == piece(s.state, 5).level + 1 == 2 and gains(s) == [1, 2]
    ),
    "The last piece was medium, so choose another size: place a small one on P5.": lambda s: (
        s.state.last_size == "medium" and touched_by(s.then.layout, 6) == (5,) and piece(s.then, 6).size == "small"
    ),
    "Slip: only your piece moved; you have 3 tries.": lambda s: s.state.terms.tries == 3,
    "Break: 1 or 2 others moved; -2 points each, your piece is lost, and you put back what fell.": lambda _: (
        all(points(fall(moved)) == -2 * moved and len(fall(moved).state.broken) == moved for moved in (1, 2))
        and not fall(2).state.out[0]
    ),
    "Wreck: 3 or more moved; you pay 1 point for each piece you have used and are out of this game.": lambda s: (
        fall(3).state.out[0] and points(fall(3)) == -sum(used(fall(3).state)) and not fall(2).state.out[0]
    ),
    "Now knock the tower over: drop a large piece on it from above.": lambda s: bool(s.then.broken) or s.then.out[0],
    "Each piece you still hold then costs 2 points.": lambda s: (
        s.state.points[1] == 2 - 2 * 3 and "Tess has 3 held pieces not placed: -6" in s.before.news()
    ),
}
PLAIN = frozenset(
    (
        "Pyramids lean on one another here.",
        "You may set it up yourself, or let the table do it.",
        "The tip is a corner.",
        "A piece with all its contacts is full.",
        "It may touch more others than its size allows, and repeat the last size.",
        "A game ends when all pieces are used, or nobody can place one, or a Wreck leaves too little standing.",
        "If you find no place, skip: the table searches too, and may find one.",
    )
)


@live
def test_every_sentence_is_true() -> None:
    check_sentences("leaning", FACTS, PLAIN)


def moved_by(state: Any, dx: int, dy: int) -> Any:
    """The table with all its pieces shifted by ``dx`` and ``dy`` micrometres."""
    pieces = tuple(
        replace(one, pose=one.pose._replace(x=one.pose.x + dx, y=one.pose.y + dy)) for one in state.layout.pieces
    )
    return replace(state, layout=replace(state.layout, pieces=pieces))


@live
@pytest.mark.parametrize(("dx", "dy"), first(2, [(100, 0), (0, -100), (-100, 0), (0, 100)]))
def test_the_guide_does_not_depend_on_micrometres(dx: int, dy: int) -> None:
    """The moves of the guide have fixed poses. They stand also where the tower was recorded 0.1 mm beside."""
    s, plays = GAME.new(2, TUTORIAL.options), 0
    for lesson in LESSONS:
        for text in (*lesson.accept[:1], *lesson.then):
            s, plays = GAME.apply(s, GAME.parse(text, s)).state, plays + 1
            while isinstance(turn := GAME.turn(s), Nature):
                s, plays = (
                    GAME.apply_outcome(s, GAME.resolve(s, turn, Dice(TUTORIAL.seed, plays, turn.kind))).state,
                    plays + 1,
                )
        assert lesson.worked is None or lesson.worked(s), lesson.title
        if lesson.title in ("Lean a piece", "Place it"):
            s = moved_by(s, dx, dy)


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
