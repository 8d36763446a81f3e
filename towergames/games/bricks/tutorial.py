"""A first tower in nine short steps: placing, levels, falling weights, columns, windows, the wildcard, handing in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources

from towergames.core.tutorial import Lesson, Tutorial
from towergames.games.bricks.pieces import Tower, read_tower

LESSONS: tuple[Lesson, ...] = (
    Lesson(
        title="First brick",
        say="Build the best tower from 16 cards. A brick has a letter, a colour, a shape and a weight. Blue D begins "
        'level 1. It weighs 5 tons and breaks the rule "No 5 in weight": the weight of a tower has no 5. A tower may '
        "break rules until you hand it in.",
        keys="You hold it: Enter places it.",
        ready=("place D5TB 0+",),
        accept=("place D5TB 0+",),
        wrong="Place blue D as level 1.",
        then=("place L5HB 1.2", "place R1RB 1.3"),
    ),
    Lesson(
        title="One colour, A to Z",
        say="A level has one colour, and its letters run in alphabetical order. The guide has added L and R. Add blue "
        'X at the right end: 15 tons break "No 5 in weight" again.',
        keys="The cursor is there. x finds an X, and x again the next one. Enter picks it up, Enter places it.",
        ready=("slot:1",),
        accept=("place X4RB 1.4",),
        wrong="Put blue X at the right end of level 1.",
    ),
    Lesson(
        title="Lighter upwards",
        say="Level 1 weighs 15 tons. Each level weighs less than the one below. Start level 2 with red A.",
        keys="The cursor is there. a finds A. Enter picks it up, Enter places it.",
        ready=("new:1",),
        accept=("place A4HR 1+",),
        wrong="Start level 2 with red A.",
        then=("place O2RR 2.2", "place U3TR 2.3", "place O4HY 2+", "place S1RY 3.2"),
    ),
    Lesson(
        title="Words downwards",
        say="The guide has added red O and U, and yellow O and S. A tower has at least 4 levels; exactly one must "
        "weigh a multiple of 4 tons. Start level 4 with yellow T: it weighs 4 and spells TOAD downwards, 4 points.",
        keys="The cursor is there. t finds T. Enter picks it up, Enter places it.",
        ready=("new:3",),
        accept=("place T4TY 3+",),
        wrong="Start level 4 with yellow T.",
    ),
    Lesson(
        title="Your score",
        say="37 points. Four levels of different sizes score 12; no window costs 4. A window weighs nothing and scores "
        "4: add the blue one at the right end of level 1.",
        keys="You hold it: Enter adds it.",
        ready=("place #B 1.5",),
        accept=("place #B 1.5",),
        wrong="Add the blue window at the right end of level 1.",
        then=("place #R 2.4",),
    ),
    Lesson(
        title="Where windows go",
        say="The guide has added the red window. Windows go anywhere in a level, but a window pushes the bricks right "
        "of it into other columns. Put the yellow one at the right end of level 3.",
        keys="The cursor is there. Tab goes to the cards, Right, twice, to the window. Enter picks it up, Enter "
        "places it.",
        ready=("slot:3",),
        accept=("place #Y 3.3",),
        wrong="Put the yellow window at the right end of level 3.",
    ),
    Lesson(
        title="The wildcard",
        say="47 points. The wildcard can be any brick or window. Make it a yellow window and put it beside the T. The "
        "levels then have 5, 4, 3 and 2 pieces.",
        keys="The cursor is there. = offers a yellow window, Enter takes it, Enter places it. Arrows change either.",
        ready=("slot:4",),
        accept=("place *=#Y 4.2",),
        wrong="Put the wildcard beside the T, as a yellow window.",
    ),
    Lesson(
        title="Try and undo",
        say="J, Q, X and Z may weigh 1 ton more or less. Make X on level 1 heavier: the rule "
        '"A multiple of 4" allows one such level, and 16 tons are the second.',
        keys="The cursor is on level 1: Left, twice, goes to X; + makes it heavier.",
        ready=("slot:1",),
        accept=("adjust 1.4 +1",),
        wrong="Make X on level 1 weigh 1 ton more.",
        point_at="control:bricks.heavier",
    ),
    Lesson(
        title="Try and undo",
        say='Levels 1 and 4 weigh 16 and 4 tons: "A multiple of 4" is broken. With a broken building rule there are '
        "no points. Make X weigh 4 tons again.",
        keys="Left, twice, goes to X; - makes it lighter.",
        ready=("slot:1",),
        accept=("adjust 1.4 0",),
        wrong="Make X on level 1 weigh 4 tons again.",
        point_at="control:bricks.lighter",
        joined=True,
    ),
    Lesson(
        title="Hand in",
        say="16 rules say what may stand, 20 what it scores. All are kept: 49 points. Only one tower counts; if it "
        "breaks a building rule it scores nothing.",
        keys="$ hands it in, and Enter confirms.",
        typed=("submit", "yes"),
        accept=("submit",),
        wrong="Hand the tower in.",
        point_at="control:bricks.submit",
    ),
)
"""Nine steps; the learner builds alone."""

TUTORIAL = Tutorial(
    game="bricks",
    seed=1,
    names=("Ada",),
    lessons=LESSONS,
    options={"puzzle": "M-268KF"},
    first_game={"size": "mini"},
)
"""A small deal with a good tower in it; the code always deals the same cards. The first game has a small deal too."""


# --- the towers beside the rules ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RuleExample:
    """A tower that keeps a rule, breaks it (``kept`` false), or gets ``points`` by it (None for building rules)."""

    tower: Tower
    kept: bool = True
    points: int | None = None


@cache
def examples() -> dict[str, tuple[RuleExample, ...]]:
    """Rule id -> its examples, for the rules that have some."""
    import tomllib  # here, since only the rules screen needs it

    text = resources.files("towergames.games.bricks").joinpath("rules.toml").read_text(encoding="utf-8")
    examples_by_rule = {}
    for section in tomllib.loads(text)["section"]:
        for rule in section["rule"]:
            made = [RuleExample(read_tower(rule[key]), key == "kept") for key in ("kept", "broken") if key in rule]
            if "scores" in rule:
                made.append(RuleExample(read_tower(rule["scores"]), points=rule["points"]))
            if made:
                examples_by_rule[str(rule["id"])] = tuple(made)
    return examples_by_rule
