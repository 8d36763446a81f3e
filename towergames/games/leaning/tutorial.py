"""A first game in ten short steps: the Foundation, leaning, holding, a level, and what falls cost.

The poses stand on the Foundation that the table sets up for this seed; learners may choose their own instead.
"""

from __future__ import annotations

from collections.abc import Callable

from towergames.core.tutorial import Lesson, Tutorial
from towergames.games.leaning.model import Action, Aim, Place, State

LEAN = "place small on P1 at -22.6 4.2 9.2 turn -0.385798 -0.809289 -0.159954 0.413068 expect 2 touch P1"
TESS_LEANS = "place medium on P2 at 13.5 12.7 24.7 turn 0.049795 0.035233 0.922927 0.380112 expect 1 touch P2"
HELD = "place held medium on P1 at -16.3 -7 36.1 turn -0.196214 -0.036498 -0.800889 -0.564575 expect 0 touch P1"
HIGHER = "place small on P5 at -9.8 -2.8 44.3 turn 0.22569 0.073085 0.152253 0.959449 expect 0 touch P5"

FELL = "That did not stand, or leaves Tess no room, so the lesson takes it back. Choose another pose, and try again."


def _placing(size: str, fits: Callable[[Aim], bool], *, held: bool = False) -> Callable[[Action], bool]:
    """Whether a move places such a piece where it fits the lesson."""

    def does(action: Action) -> bool:
        if not isinstance(action, Place) or action.aim is None:
            return False
        return (action.size, action.held) == (size, held) and fits(action.aim)

    return does


def _standing(pieces: int) -> Callable[[State], bool]:
    """Whether so many pieces stand and the learner is to move again."""

    def does(state: State) -> bool:
        return _goes_on(state) and len(state.layout.pieces) == pieces == state.next_piece - 1

    return does


def _goes_on(state: State) -> bool:
    return state.phase == "turn" and state.active == 0


LESSONS: tuple[Lesson, ...] = (
    Lesson(
        title="Pyramids that lean",
        say="Welcome to Leaning Towers. You and Tess have fifteen hollow pyramids each: small, medium and large. You "
        "lean them on one another, and whatever stands when the hand lets go scores. Go on when you have looked "
        "around the table.",
        point_at="table",
    ),
    Lesson(
        title="The Foundation",
        say="Two neutral pieces come first, each propping the other. You could set them up yourself; here the table "
        "does it for you: ready.",
        accept=("ready",),
        wrong="Let the table set up the Foundation this time: ready.",
        point_at="control:leaning.act-ready",
    ),
    Lesson(
        title="What may stand",
        say="A piece touches the table with two corners at most, and its point is a corner too, so nothing stands "
        "upright or lies flat. It touches as many other pieces as it has pips: small 1, medium 2, large 3. The same "
        "limit holds for the pieces it touches (L-4).",
        point_at="table",
    ),
    Lesson(
        title="Lean a piece",
        say="Take a small piece, choose P1, and pick a suggested pose. Beside it you read what the piece touches and "
        "what it would score, and how it feels in the hand. Then let go.",
        accept=(LEAN,),
        wrong="Lean a small piece on P1, so that it touches no other: choose P1 first, then a pose.",
        then=(TESS_LEANS,),
        point_at="piece:P1",
        like=_placing("small", lambda aim: aim.touches == (1,)),
        worked=_standing(4),
        failed=FELL,
    ),
    Lesson(
        title="Hold a piece",
        say="A piece that stands is 1 point. Tess stands hers on a single corner, which brings 1 more. Instead of "
        "placing you may set a piece aside: it must be placed next turn, off the table, and brings 2 points more. "
        "Hold a medium one: hold medium.",
        accept=("hold medium",),
        wrong="Set a medium piece aside: hold medium.",
        then=("hold large",),
        point_at="control:leaning.act-hold",
    ),
    Lesson(
        title="Place what you hold",
        say="Tess holds a large piece. Place yours now, off the table: 1 point, 1 for its level, 2 because it was "
        "held. Let it touch one or two pieces, so that others keep free contacts. The last piece placed was medium "
        "too, but a held one may repeat the size.",
        accept=(HELD,),
        wrong="Put the medium piece that you hold on one or two pieces, no corner on the table. Try the next pose.",
        then=("hold small",),
        point_at="table",
        like=_placing("medium", lambda aim: not aim.corners and len(aim.touches) <= 2, held=True),
        worked=_standing(5),
        failed=FELL,
    ),
    Lesson(
        title="Go up a level",
        say="Each level is a point: a piece counts one level more than the lowest it rests on. Put a small piece on "
        "another one, off the table: 2 points, or 3 on P5, which is on level 1. A small piece may touch only one. "
        "If you find no place for it, hold it: hold small.",
        accept=(HIGHER, "hold small"),
        wrong="Put a small piece on P5 or another piece, no corner on the table; or hold small.",
        then=("hold small",),
        point_at="piece:P5",
        like=_placing("small", lambda aim: not aim.corners),
        worked=_goes_on,
        failed=FELL,
    ),
    Lesson(
        title="When something falls",
        say="A piece that slides away alone is a Slip: try again, three times. If it moves one or two others it is a "
        "Break: 2 points each, the piece is lost, and you rebuild. Three or more are a Wreck: you pay for all "
        "pieces you have used and are out of the game.",
        point_at="table",
    ),
    Lesson(
        title="On your own",
        say="Place what you like, or hold another piece. With no good place left you may skip, but the table looks for "
        "itself first.",
        accept=("hold small",),
        accept_any=True,
        wrong="Anything the rules allow will do, such as: hold small.",
        then=("hold medium",),
        point_at="table",
        worked=_goes_on,
        failed="That took too much with it: in this lesson it is taken back. Try something else.",
    ),
    Lesson(
        title="How it ends",
        say="The game ends when all pieces are used, when nobody has a move, or when a Wreck leaves too little "
        "standing. Held pieces that were never placed cost 2 points each. The rules have every detail.",
    ),
)
"""Ten steps; the learner is player 1 and begins."""

TUTORIAL = Tutorial(
    game="leaning",
    seed=1,
    names=("You", "Tess"),
    lessons=LESSONS,
    options={"first": 1, "tremor": "steady"},
)
