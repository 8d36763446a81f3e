"""A first tower in ten short steps: placing, levels, falling weights, columns, windows, the wildcard, handing in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources

from towergames.core.tutorial import Lesson, Tutorial
from towergames.games.bricks.pieces import Tower, read_tower

LESSONS: tuple[Lesson, ...] = (
    Lesson(
        title="One tower from sixteen cards",
        say="Welcome to Brick Tower. A brick is written like D5TB: the letter D, 5 tons, T for triangle (R rectangle, "
        "H hexagon), B for blue. #B is a blue window, * the wildcard. Sixteen rules say what stands, twenty what it "
        "scores; the ledger keeps count of all of them. Go on when you have looked around.",
    ),
    Lesson(
        title="The first brick",
        say="Levels are counted from the bottom, places from the left. Pick D5TB and put it down, or type : and place "
        "D5TB 0+. The + makes a new level, 0+ at the very bottom.",
        accept=("place D5TB 0+",),
        wrong="Begin with the blue D: place D5TB 0+.",
        then=("place L5HB 1.2", "place R1RB 1.3"),
    ),
    Lesson(
        title="One colour, letters in order",
        say="L and R came along. A level has one colour, and its letters run up the alphabet from left to right. Put "
        "the blue X at the end: place X4RB 1.4.",
        accept=("place X4RB 1.4",),
        wrong="X comes after R, at the right end of level 1: place X4RB 1.4.",
    ),
    Lesson(
        title="Lighter upwards",
        say="Your level weighs 5 + 5 + 1 + 4 = 15 tons. Every level must weigh less than the one below it. A red level "
        "comes next: place A4HR 1+ begins it above level 1.",
        accept=("place A4HR 1+",),
        wrong="Begin level 2 with the red A: place A4HR 1+.",
        then=("place O2RR 2.2", "place U3TR 2.3", "place O4HY 2+", "place S1RY 3.2"),
    ),
    Lesson(
        title="Words downwards",
        say="Red weighs 9 tons, yellow 5. A tower needs four levels, and exactly one must weigh a multiple of 4. The "
        "yellow T weighs 4. On top it also reads T-O-A-D downwards: each such word brings 4 points. Place T4TY 3+.",
        accept=("place T4TY 3+",),
        wrong="Put the yellow T on a new level at the top: place T4TY 3+.",
    ),
    Lesson(
        title="Reading the ledger",
        say="It stands: 37 points. Rule 14 gives 12, for four levels of four sizes. Rule 36 takes 4, for there is no "
        "window. Rule 33 gives 6, 2 for each card that you stay below thirteen. A window is worth 4 points in rule "
        "18. Place #B 1.5.",
        accept=("place #B 1.5",),
        wrong="Add the blue window at the right end of level 1: place #B 1.5.",
        then=("place #R 2.4",),
    ),
    Lesson(
        title="Where a window stands",
        say="A window may stand anywhere in its level, even between neighbours of the alphabet, which must not touch. "
        "But it moves the bricks to its right into other columns. At the end of level 3 it spoils nothing: place #Y "
        "3.3.",
        accept=("place #Y 3.3",),
        wrong="At the right end of level 3, so that S stays above O and L: place #Y 3.3.",
    ),
    Lesson(
        title="The wildcard",
        say="That makes 47 points. The wildcard is any window or any brick, as you declare it, and you may declare it "
        "anew. As a second piece on top it makes the sizes 5, 4, 3 and 2. Place it as a yellow window: place *=#Y 4.2. "
        "Two cards stacked make a wildcard too, once a tower.",
        accept=("place *=#Y 4.2",),
        wrong="Put the wildcard beside the T, as a yellow window: place *=#Y 4.2.",
    ),
    Lesson(
        title="Try and take back",
        say="J, Q, X and Z may weigh a ton more or less. Make X heavier: adjust 1.4 +1. Then level 1 weighs 16 tons, a "
        "second multiple of 4, and rule 17 is broken; so the next step takes it back. A draft may break any rule, and "
        "undo goes back as far as you like.",
        accept=("adjust 1.4 +1",),
        wrong="Give the X on level 1 one ton more: adjust 1.4 +1.",
        then=("adjust 1.4 0",),
    ),
    Lesson(
        title="Handing in",
        say="It stands again, for 49 points. You may build on, or begin another draft with draft b. Only one tower is "
        "handed in, and that is final: type submit, and confirm it. An illegal tower would score nothing.",
        accept=("submit",),
        wrong="Hand the tower in: submit.",
    ),
)
"""Ten steps; the learner builds alone."""

TUTORIAL = Tutorial(game="bricks", seed=1, names=("Ann",), lessons=LESSONS, options={"puzzle": "M-268KF"})
"""A small deal with a good tower in it; the code always deals the same cards."""


# --- the towers beside the rules ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Example:
    """A tower that keeps a rule, breaks it (``kept`` false), or gets ``points`` by it (None for building rules)."""

    tower: Tower
    kept: bool = True
    points: int | None = None


@cache
def examples() -> dict[str, tuple[Example, ...]]:
    """Rule id -> its examples, for the rules that have some."""
    import tomllib  # here, since only the rules screen needs it

    text = resources.files("towergames.games.bricks").joinpath("rules.toml").read_text(encoding="utf-8")
    found = {}
    for section in tomllib.loads(text)["section"]:
        for rule in section["rule"]:
            made = [Example(read_tower(rule[key]), key == "kept") for key in ("kept", "broken") if key in rule]
            if "scores" in rule:
                made.append(Example(read_tower(rule["scores"]), points=rule["points"]))
            if made:
                found[str(rule["id"])] = tuple(made)
    return found
