"""Two moves, after the first of which the dice roll."""

from towergames.core.tutorial import Lesson, Tutorial

TUTORIAL = Tutorial(
    game="lively",
    seed=7,
    names=("Ann", "Tess"),
    options={"first": 1, "heap": 8},
    lessons=(
        Lesson("Take", "Take three.", accept=("take 3",), wrong="Take exactly three.", then=("take 1",)),
        Lesson("Read", "Well done."),
        Lesson("Again", "Take what you like.", accept_any=True),
    ),
)
