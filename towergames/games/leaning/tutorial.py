"""A first game in nine short steps: the Foundation, leaning, holding, a level, and a fall of one's own making.

The poses stand on the Foundation that the table sets up for this seed; learners may choose their own instead.
"""

from __future__ import annotations

from collections.abc import Callable

from towergames.core.tutorial import Lesson, Tutorial
from towergames.games.leaning.model import Action, Aim, Place, State

LEAN = "place small on P1 at -13.873 -25.514 5.913 turn -0.466323 0.398201 -0.24743 -0.750171 expect 2 touch P1"
TESS_LEANS = "place large on P2 at 23.38 -14.888 23.729 turn -0.472822 -0.470793 -0.738437 0.09749 expect 1 touch P2"
HELD = "place held medium on P1 at -16.3 -7 36.1 turn -0.196214 -0.036498 -0.800889 -0.564575 expect 0 touch P1"
HIGHER = "place small on P5 at -11.743 -6.484 42.846 turn -0.695228 -0.195027 -0.274466 0.635052 expect 0 touch P5"

DROPPED = "place large at -9.794 -2.745 104.293 turn 1 0 0 0"
"""Let go of high above the tower."""

FELL = "It fell, or Tess has no room left, so the lesson goes back. Try another place."


def _placing(size: str, fits: Callable[[Aim], bool], *, held: bool = False) -> Callable[[Action], bool]:
    """A test whether a move places a piece of this kind where it fits the lesson."""

    def does(action: Action) -> bool:
        if not isinstance(action, Place) or action.aim is None:
            return False
        return (action.size, action.held) == (size, held) and fits(action.aim)

    return does


def _standing(pieces: int) -> Callable[[State], bool]:
    """A test whether ``pieces`` pieces stand and the learner is on turn again."""

    def does(state: State) -> bool:
        return _goes_on(state) and len(state.layout.pieces) == pieces == state.next_piece - 1

    return does


def _fell(state: State) -> bool:
    """Whether the learner has caused a Break or a Wreck."""
    return bool(state.broken) or state.out[0]


def _goes_on(state: State) -> bool:
    return state.phase == "turn" and state.active == 0


LESSONS: tuple[Lesson, ...] = (
    Lesson(
        title="The Foundation",
        say="Pyramids lean on one another here. First come two neutral ones that prop each other: the Foundation. You "
        "may set it up yourself, or let the table do it.",
        keys="Enter lets the table do it. Without a guide the key is Y, with Shift.",
        ready=("ready",),
        accept=("ready",),
        wrong="Let the table set up the Foundation.",
        point_at="control:leaning.act-ready",
    ),
    Lesson(
        title="Lean a piece",
        say="Ada and Tess have 15 hollow pieces each: 5 small, 5 medium, 5 large. Each one that stands scores 1 point. "
        "Lean a small one on P1, so that it touches P1 alone.",
        keys="You hold it at a good place: Enter lets go.",
        ready=(LEAN,),
        typed=("let go",),
        accept=(LEAN,),
        wrong="Lean a small piece on P1 so that it touches no other piece.",
        then=(TESS_LEANS,),
        point_at="piece:P1",
        like=_placing("small", lambda aim: aim.touches == (1,)),
        worked=_standing(4),
        failed=FELL,
    ),
    Lesson(
        title="What may stand",
        say="At most 2 corners of a piece may touch the table, so none stands upright or lies flat. "
        "The tip is a corner. A small piece may touch 1 other, a medium one 2, a large one 3. "
        "A piece with all its contacts is full.",
        point_at="table",
    ),
    Lesson(
        title="Hold a piece",
        say="Tess's piece touches the table with one corner: 1 point more. Instead of placing a piece you may hold "
        "one: next turn it goes on others, off the table, for 2 extra. Hold a medium one.",
        keys="2 chooses medium; H, with Shift, holds it.",
        accept=("hold medium",),
        wrong="Hold a medium piece.",
        then=("hold large",),
        point_at="control:leaning.act-hold",
    ),
    Lesson(
        title="Place it",
        say="The held piece scores 1 point, 1 for the level, 2 for the hold; 1 less on two pieces, 2 less on three. It "
        "may touch more others than its size allows, and repeat the last size. Put it on P1 alone.",
        keys="You hold it there: Enter lets go.",
        ready=(HELD,),
        typed=("let go",),
        accept=(HELD,),
        wrong="Put the held medium piece on one other, off the table.",
        then=("hold small",),
        point_at="table",
        like=_placing("medium", lambda aim: not aim.corners and len(aim.touches) == 1, held=True),
        worked=_standing(5),
        failed=FELL,
    ),
    Lesson(
        title="Go up",
        say="A piece is one level above the lowest piece it touches, and each level scores 1. The last piece was "
        "medium, so choose another size: place a small one on P5.",
        keys="You hold it: Enter lets go. n shows other places and how often each stood.",
        ready=(HIGHER,),
        typed=("let go",),
        accept=(HIGHER,),
        wrong="Place a small piece, on P5 or on another.",
        then=("hold small",),
        point_at="piece:P5",
        like=_placing("small", lambda aim: bool(aim.touches)),
        worked=_standing(6),
        failed=FELL,
    ),
    Lesson(
        title="Falls",
        say="Slip: only your piece moved; you have 3 tries. Break: 1 or 2 others moved; -2 points each, your piece is "
        "lost, and you put back what fell. Wreck: 3 or more moved; you pay 1 point for each piece you have used and "
        "are out of this game.",
        point_at="table",
    ),
    Lesson(
        title="Knock it over",
        say="Now knock the tower over: drop a large piece on it from above.",
        keys="You hold a large piece over the tower. Enter drops it, Enter again confirms. If you have moved it with "
        "the arrows, drop it with $.",
        ready=(DROPPED,),
        typed=("drop", "yes"),
        accept=(DROPPED,),
        wrong="Drop the large piece on the tower from above.",
        point_at="control:leaning.act-drop",
        like=lambda action: isinstance(action, Place),
        worked=_fell,
        failed="The others did not move, so the lesson goes back. Drop it over the middle of the tower.",
    ),
    Lesson(
        title="How it ends",
        say="A game ends when all pieces are used, or nobody can place one, or a Wreck leaves too little standing. "
        "Each piece you still hold then costs 2 points. If you find no place, skip: the table searches too, and may "
        "find one.",
    ),
)
"""Nine steps; the learner is player 1 and begins."""

TUTORIAL = Tutorial(
    game="leaning",
    seed=1,
    names=("Ada", "Tess"),
    lessons=LESSONS,
    options={"first": 1, "tremor": "steady"},
)
