"""A game in four steps that shows how equal towers win."""

from towergames.core.tutorial import Lesson, Tutorial

TUTORIAL = Tutorial(
    game="nim",
    seed=1,
    names=("Ada", "Tess"),
    lessons=(
        Lesson(
            "The last block",
            "Ada and Tess take blocks off three towers. Each turn takes as many blocks as you like, all off one tower. "
            "The player who takes the last block wins.",
            point_at="A",
        ),
        Lesson(
            "The first move",
            "Take 2 blocks off tower A. That leaves 1, 4 and 5, a balanced position: take A 2.",
            accept=("take A 2",),
            wrong="That is allowed, but not in this lesson. Take 2 blocks off tower A: take A 2.",
            then=("take C 1",),
            point_at="A2",
        ),
        Lesson(
            "Make a pair",
            "Towers B and C are equal now. Take the block that is left of A, so that only the pair is left: take A 1.",
            accept=("take A 1",),
            wrong="That is allowed, but not in this lesson. Take the last block of tower A: take A 1.",
            then=("take B 4",),
            point_at="A1",
        ),
        Lesson(
            "Do the same",
            "Tess took all 4 blocks of tower B. Do the same to tower C: you take the last block and win: take C 4.",
            accept=("take C 4",),
            point_at="C1",
        ),
    ),
)
