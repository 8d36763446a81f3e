"""Why a tower lost: a rule that it breaks, or the scoring rule that put another one ahead."""

from __future__ import annotations

from tests.games.bricks.tables import GAME, do, run, settle, table
from tests.games.bricks.test_game import GOOD
from towergames.core.contract import Nature, Step, reason_text
from towergames.core.dice import Dice
from towergames.games.bricks.model import State

NAMES = ("Ann", "Bob")


def revealed(*towers: tuple[str, ...]) -> tuple[State, Step[State]]:
    """The step that shows all towers, and the state before it."""
    state = table(len(towers))
    for steps in towers[:-1]:
        state = run(state, *steps, "submit")
    state = run(state, *towers[-1])
    before = do(settle(state), "submit").state
    turn = GAME.turn(before)
    assert isinstance(turn, Nature)
    return before, GAME.apply_outcome(before, GAME.resolve(before, turn, Dice(1)))


def lost(*towers: tuple[str, ...], seat: int) -> list[str]:
    before, step = revealed(*towers)
    return [reason_text(told, NAMES) for told in GAME.losses(before, None, step, seat)]


BETTER = (f"build {GOOD}", "place *=#Y 4.2")


def test_a_tower_with_fewer_points_names_the_rule_that_made_the_difference() -> None:
    told = lost((f"build {GOOD}",), BETTER, seat=0)
    assert told[0] == "Bob's tower scores 2 points more than Ann's."
    assert told[1].startswith("Most of that is ") and told[1].endswith(".")
    assert lost((f"build {GOOD}",), BETTER, seat=1) == []
    assert lost((f"build {GOOD}",), (f"build {GOOD}",), seat=0) == []


def test_a_tower_that_breaks_a_rule_says_which() -> None:
    told = lost((f"build {GOOD}", "adjust 1.4 +1"), (f"build {GOOD}",), seat=0)
    assert told == ['Ann\'s tower breaks "A multiple of 4" and scores nothing.']


def test_before_the_towers_are_shown_nothing_is_lost() -> None:
    state = table(2)
    assert GAME.losses(state, None, do(state, f"build {GOOD}"), 0) == ()


def test_the_rule_that_decided_is_named() -> None:
    _, step = revealed((f"build {GOOD}",), BETTER)
    assert GAME.decisive(step, 1)
