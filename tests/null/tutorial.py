"""Three steps."""

from towergames.core.tutorial import Lesson, Tutorial

TUTORIAL = Tutorial(
    game="null",
    seed=7,
    names=("Ann", "Tess"),
    options={"first": 1},
    lessons=(
        Lesson("The heap", "There is a heap of pieces."),
        Lesson("Take", "Take two.", accept=("take 2",), wrong="Take exactly two.", then=("take 1",), point_at="heap"),
        Lesson("Again", "Take what you like.", accept_any=True),
    ),
)
