"""Every sentence of the guide to Brick Tower is true of the tower on which it is read."""

from __future__ import annotations

from typing import Any

from tests.guides import Fact, Step, check_sentences, steps
from towergames.games.bricks.game import GAME
from towergames.games.bricks.judge import Ledger
from towergames.games.bricks.moves import draft_ledger
from towergames.games.bricks.rule_names import RULE_NAMES
from towergames.games.bricks.rules import BUILDING
from towergames.games.bricks.tutorial import TUTORIAL

SIZES, NO_WINDOW, WINDOWS, DOWN = 14, 36, 18, 15
"""The rules on sizes, on towers without windows, on windows, and on words downwards."""


def tower(state: Any) -> Any:
    return state.benches[0].draft


def ledger(state: Any) -> Ledger:
    return draft_ledger(state, tower(state))


def level(state: Any, number: int) -> str:
    """The colour of a level and its letters from the left, # for a window."""
    pieces = tower(state)[number - 1]
    return f"{pieces[0].colour} {''.join(piece.letter or '#' for piece in pieces)}"


def tons(state: Any, number: int) -> int:
    return sum(piece.tons for piece in tower(state)[number - 1])


def broken(state: Any) -> set[int]:
    return set(ledger(state).violations)


def made(step: Step) -> Any:
    return step.does(step.before.suggestion())


def is_legal(step: Step, notation: str) -> bool:
    table = step.before.table
    return table.judge(table.parse(notation)).legal


FACTS: dict[str, Fact] = {
    "Build the best tower from 16 cards.": lambda s: len(s.state.cards_of(0)) == 16,
    "Blue D begins level 1.": lambda s: level(made(s), 1) == "blue D",
    'It weighs 5 tons and breaks the rule "No 5 in weight": the weight of a tower has no 5.': lambda s: (
        tons(made(s), 1) == 5 and 6 in broken(made(s)) and "must have no 5" in ledger(made(s)).violations[6][0]
    ),
    "A tower may break rules until you hand it in.": lambda s: bool(broken(made(s))) and s.after.table.turn.seat == 0,
    "A level has one colour, and its letters run in alphabetical order.": lambda s: (
        not is_legal(s, "place X2TR 1.4") or bool(broken(s.does("place X2TR 1.4")) - broken(s.state))
    ),
    "The guide has added L and R.": lambda s: level(s.state, 1) == "blue DLR",
    'Add blue X at the right end: 15 tons break "No 5 in weight" again.': lambda s: (
        level(made(s), 1) == "blue DLRX" and tons(made(s), 1) == 15 and 6 in broken(made(s)) - broken(s.state)
    ),
    "Level 1 weighs 15 tons.": lambda s: tons(s.state, 1) == 15,
    "Start level 2 with red A.": lambda s: level(made(s), 2) == "red A",
    "The guide has added red O and U, and yellow O and S.": lambda s: (
        level(s.state, 2) == "red AOU" and level(s.state, 3) == "yellow OS"
    ),
    "A tower has at least 4 levels; exactly one must weigh a multiple of 4 tons.": lambda s: (
        {1, 17} <= broken(s.state) and not {1, 17} & broken(made(s)) and len(tower(made(s))) == 4
    ),
    "Start level 4 with yellow T: it weighs 4 and spells TOAD downwards, 4 points.": lambda s: (
        level(made(s), 4) == "yellow T"
        and tons(made(s), 4) == 4
        and "TOAD" in ledger(made(s)).words.columns
        and ledger(made(s)).points[DOWN] - ledger(s.state).points[DOWN] == 4
    ),
    "37 points.": lambda s: ledger(s.state).score == 37,
    "Four levels of different sizes score 12; no window costs 4.": lambda s: (
        len(tower(s.state)) == 4 and ledger(s.state).points[SIZES] == 12 and ledger(s.state).points[NO_WINDOW] == -4
    ),
    "A window weighs nothing and scores 4: add the blue one at the right end of level 1.": lambda s: (
        tons(made(s), 1) == tons(s.state, 1)
        and ledger(made(s)).points[WINDOWS] - ledger(s.state).points[WINDOWS] == 4
        and level(made(s), 1) == "blue DLRX#"
    ),
    "The guide has added the red window.": lambda s: level(s.state, 2) == "red AOU#",
    "Windows go anywhere in a level, but a window pushes the bricks right of it into other columns.": lambda s: (
        broken(s.does("place #Y 3.1")) <= broken(s.state) and level(s.does("place #Y 3.1"), 3) == "yellow #OS"
    ),
    "Put the yellow one at the right end of level 3.": lambda s: level(made(s), 3) == "yellow OS#",
    "47 points.": lambda s: ledger(s.state).score == 47,
    "Make it a yellow window and put it beside the T.": lambda s: level(made(s), 4) == "yellow T#",
    "The levels then have 5, 4, 3 and 2 pieces.": lambda s: [len(row) for row in tower(made(s))] == [5, 4, 3, 2],
    "J, Q, X and Z may weigh 1 ton more or less.": lambda s: (
        is_legal(s, "adjust 1.4 +1") and is_legal(s, "adjust 1.4 -1") and not is_legal(s, "adjust 1.1 +1")
    ),
    'Make X on level 1 heavier: the rule "A multiple of 4" allows one such level, and 16 tons are the second.': (
        lambda s: (
            tons(made(s), 1) == 16 and broken(made(s)) == {17} and "both weigh" in ledger(made(s)).violations[17][0]
        )
    ),
    'Levels 1 and 4 weigh 16 and 4 tons: "A multiple of 4" is broken.': lambda s: (
        (tons(s.state, 1), tons(s.state, 4)) == (16, 4) and broken(s.state) == {17}
    ),
    "With a broken building rule there are no points.": lambda s: ledger(s.state).score is None,
    "Make X weigh 4 tons again.": lambda s: tower(made(s))[0][3].tons == 4 and not broken(made(s)),
    "16 rules say what may stand, 20 what it scores.": lambda s: (
        len(BUILDING) == 16 and [len(rules) for _, rules in GAME.rule_sheet.sections[:2]] == [16, 20]
    ),
    "All are kept: 49 points.": lambda s: not broken(s.state) and ledger(s.state).score == 49,
    "Only one tower counts; if it breaks a building rule it scores nothing.": lambda s: GAME.totals(s.then) == (49,),
}
PLAIN = frozenset(
    (
        "A brick has a letter, a colour, a shape and a weight.",
        "Each level weighs less than the one below.",
        "The wildcard can be any brick or window.",
    )
)


def test_every_sentence_is_true() -> None:
    check_sentences("bricks", FACTS, PLAIN)


def test_a_step_that_breaks_a_rule_says_so() -> None:
    """And the rule is broken in the picture that follows, unless the guide's own cards mend it."""
    told = []
    for step in steps("bricks"):
        if not isinstance(step.after.table.history.turn, type(step.before.table.history.turn)):
            continue
        for rule in sorted(broken(made(step)) - broken(step.state)):
            assert RULE_NAMES[rule] in step.lesson.say, (step.lesson.title, rule)
            told.append(rule)
    assert told == [6, 6, 17]


def test_the_tutorial_names_keys_and_not_typed_steps() -> None:
    for lesson in TUTORIAL.lessons:
        assert not lesson.accept or lesson.accept[0].split()[-1] not in lesson.say, "keys, not typed steps"
