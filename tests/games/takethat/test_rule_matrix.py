"""Both sides of every rule id: an example in which the rule allows or grants something, one in which it refuses.

Of the rules that nobody can break (drawing, scoring and the end happen by themselves) the refusal is what the rule
withholds in a position close by. The matrix has to name every id of the sheet: a new rule without examples fails here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.games.takethat.tables import accepted, act, refused, table, tower, two_due
from towergames.core.contract import Nature, Over, nature_dice
from towergames.core.dice import Dice
from towergames.games.takethat.game import GAME
from towergames.games.takethat.model import FLOORS, Build, Claim, Deal, EndTurn, ScoreNext, State, full_deck

Check = Callable[[], bool]
FULL = "OFFICE LOBBY SPIRE SUITE NOISE NOISE"


def legal(state: State, move: Any) -> bool:
    accepted(state, move)
    return True


def no(rule: str, state: State, move: Any) -> bool:
    return refused(state, move)[0] == rule


def built(*towers: Any, **said: Any) -> State:
    """After the two builds of a turn, on slots C and D or beyond, with a hand of SPIRE and SUITE left."""
    state = table(*towers, options={"towers": 5, **said.pop("options", {})}, **said)
    return act(state, "build OFFICE D", "build LOBBY E")


def scored(*floors: Any, seats: int = 2, **said: Any) -> tuple[int, ...]:
    """Points when a vacant SPIRE ends the tower."""
    return act(table(tower(*floors), seats=seats, **said), "build SPIRE A", "build OFFICE B", "end").points


def drawn(hand: str, deck: int | None = None, *towers: Any) -> int:
    """How many cards seat 0 holds after a turn begun with ``hand``."""
    state = act(table(*towers, hands=(hand, "OFFICE"), deck=deck), "build OFFICE B", "build LOBBY C", "end")
    return len(state.hands[0])


def over(**said: Any) -> State:
    return table(hands=(), phase="over", **said)


def ranking(state: State) -> tuple[tuple[int, ...], ...]:
    turn = GAME.turn(state)
    assert isinstance(turn, Over)
    return turn.ranking


def last(hand: str, deck: int, **options: Any) -> bool:
    """Whether a turn with this hand and deck brings on the last round."""
    return act(
        table(hands=(hand, FULL), deck=deck, options=options), "build OFFICE A", "build LOBBY B", "end"
    ).last_round


def settles(first: int, fresh: State) -> bool:
    try:
        GAME.apply_outcome(fresh, Deal(first, full_deck(fresh.terms)))
    except ValueError:
        return False
    return True


def sees(state: State, viewer: int | None, owner: int) -> bool:
    return GAME.view(state, viewer).hands[owner] is not None


def final(*towers: Any) -> State:
    """The last turn of a game with an empty deck, ended."""
    state = table(*towers, deck=0, active=1, turns=1, options={"towers": 5})
    return act(state, "build LOBBY D", "build OFFICE E", "end")


MATRIX: dict[str, tuple[Check, Check]] = {
    "R-1": (lambda: scored(("LOBBY", 1)) == (0, 1), lambda: scored("LOBBY") == (0, 0)),
    "R-2": (lambda: legal(table(), "build OFFICE A"), lambda: no("R-2", GAME.new(2, {}), "build OFFICE A")),
    "R-3": (
        lambda: legal(table(tower(("OFFICE", 1))), "build LOBBY A"),
        lambda: accepted(table(tower(("SUITE", 0))), "build OFFICE A").points == (0, 0),
    ),
    "R-4": (
        lambda: accepted(built(tower("NOISE")), "claim A1 SPIRE").slots[0].storeys[0].owner == 0,  # type: ignore[union-attr]
        lambda: built(tower("NOISE")).slots[0].storeys[0].owner is None,  # type: ignore[union-attr]
    ),
    "R-5": (
        lambda: legal(built(tower("NOISE")), "claim A1 SPIRE"),
        lambda: no("R-5", table(tower("NOISE")), "claim A1 SPIRE"),
    ),
    "R-6": (lambda: legal(built(), "end"), lambda: no("R-6", table(), "end") and no("R-6", built(), "build SPIRE A")),
    "R-7": (
        lambda: legal(act(table(), "build OFFICE A"), "build LOBBY B"),
        lambda: no("R-7", act(table(), "build OFFICE A"), "build LOBBY A"),
    ),
    "R-8": (lambda: legal(table(), "build SPIRE A"), lambda: no("R-8", table(), "build NOISE A")),
    "R-9": (lambda: legal(table(), Build("OFFICE", 2)), lambda: no("R-9", table(), Build("OFFICE", 3))),
    "R-10": (lambda: legal(built(tower("NOISE")), "claim A1 SPIRE"), lambda: no("R-10", built(), "claim A1 SPIRE")),
    "R-11": (
        lambda: legal(built(tower("NOISE")), "claim A1 SPIRE"),
        lambda: no("R-11", built(tower(("NOISE", 1))), "claim A1 SPIRE"),
    ),
    "R-12": (lambda: drawn("OFFICE LOBBY SPIRE") == 4, lambda: drawn("OFFICE LOBBY SPIRE", 2) == 3),
    "R-13": (lambda: drawn("OFFICE LOBBY SPIRE SUITE NOISE") == 6, lambda: drawn(FULL) == 6),
    "R-14": (
        lambda: act(table(tower(*["NOISE"] * 5)), "build OFFICE A", "build LOBBY B", "end").slots[0] is None,
        lambda: act(table(tower(*["NOISE"] * 4)), "build OFFICE A", "build LOBBY B", "end").slots[0] is not None,
    ),
    "R-15": (lambda: scored("LOBBY", ("LANDLORD", 1)) == (0, 2), lambda: scored(("LANDLORD", 1), "LOBBY") == (0, 0)),
    "R-16": (
        lambda: scored(("OFFICE", 1), "OFFICE") == (0, 4),
        lambda: scored(("OFFICE", 1), ("OFFICE", 0), ("NOISE", 0)) == (0, 4),
    ),
    "R-17": (
        lambda: legal(act(table(tower("NOISE")), "build SPIRE A", "build OFFICE B", "end"), Build("OFFICE", 0)),
        lambda: act(table(tower("NOISE")), "build SPIRE A", "build OFFICE B").slots[0] is not None,
    ),
    "R-18": (lambda: last("OFFICE LOBBY SPIRE SUITE", 0), lambda: no("R-18", over(), "end")),
    "R-19": (
        lambda: final(tower(("SPIRE", 1))).points[1] == 3,
        lambda: act(table(tower(("LOBBY", 1), "NOISE")), "build OFFICE B", "build LOBBY C", "end").points == (0, 0),
    ),
    "R-20": (
        lambda: ranking(over(points=(2, 3))) == ((1,), (0,)),
        lambda: ranking(over(points=(3, 2))) == ((0,), (1,)),
    ),
    "OFFICE": (
        lambda: scored(("OFFICE", 1), "OFFICE", "NOISE") == (0, 4),
        lambda: scored("OFFICE", "OFFICE") == (0, 0),
    ),
    "LOBBY": (lambda: scored(("LOBBY", 1), "NOISE") == (0, 2), lambda: scored("LOBBY", "NOISE") == (0, 0)),
    "SPIRE": (
        lambda: act(act(table(), "build SPIRE A", "build OFFICE B"), "claim A1 LOBBY", "end").points == (3, 0),
        lambda: act(table(), "build SPIRE A", "build OFFICE B", "end").points == (0, 0),
    ),
    "SUITE": (
        lambda: len(act(table(tower(("SUITE", 1))), "build SPIRE A", "build OFFICE B", "end").hands[1]) == 6,
        lambda: len(act(table(tower("SUITE")), "build SPIRE A", "build OFFICE B", "end").hands[1]) == 4,
    ),
    "ELEVATOR": (
        lambda: scored(("NOISE", 0), ("ELEVATOR", 1)) == (2, 2),
        lambda: scored(("NOISE", 0), "ELEVATOR") == (0, 0),
    ),
    "LANDLORD": (
        lambda: scored(("OFFICE", 0), ("LANDLORD", 1)) == (0, 2),
        lambda: scored(("OFFICE", 0), "LANDLORD") == (2, 0),
    ),
    "NOISE": (lambda: scored(("OFFICE", 0), ("NOISE", 1)) == (0, 0), lambda: scored(("OFFICE", 0), "NOISE") == (2, 0)),
    "INFERNO": (
        lambda: scored(("OFFICE", 0), ("OFFICE", 0), ("INFERNO", 1)) == (0, 0),
        lambda: scored(("OFFICE", 0), ("LOBBY", 0), ("NOISE", 0), ("INFERNO", 1)) == (2, 0),
    ),
    "T-1": (lambda: legal(two_due("chosen"), ScoreNext(0)), lambda: no("T-1", table(tower("SPIRE")), ScoreNext(0))),
    "T-2": (
        lambda: last("OFFICE LOBBY SPIRE SUITE", 0) and last(FULL, 0, end="empty-deck"),
        lambda: not last("OFFICE LOBBY SPIRE SUITE NOISE", 0) and not last("OFFICE LOBBY SPIRE SUITE", 9),
    ),
    "T-3": (
        lambda: legal(act(table(hands=("OFFICE OFFICE OFFICE", "")), "build OFFICE A"), "build OFFICE B"),
        lambda: no("R-9", table(tower("NOISE"), tower("NOISE"), options={"towers": 2}), Build("OFFICE", 2)),
    ),
    "T-4": (
        lambda: legal(act(table(), "build SPIRE A", "build OFFICE B"), "claim A1 LOBBY"),
        lambda: no("R-11", act(table(), "build SPIRE A", "build OFFICE B", "claim A1 LOBBY"), "claim A1 SUITE"),
    ),
    "T-5": (
        lambda: act(table(tower("NOISE")), "build SPIRE A", "build OFFICE B", "end").slots[0] is None,
        lambda: scored(*["NOISE"] * 4, ("OFFICE", 1)) == (0, 2),
    ),
    "T-6": (lambda: drawn("OFFICE LOBBY SPIRE SUITE", 1) == 3, lambda: drawn("OFFICE LOBBY SPIRE SUITE", 0) == 2),
    "T-7": (
        lambda: legal(act(table(tower("NOISE"), tower("NOISE")), "build SPIRE A"), Build("OFFICE", 2)),
        lambda: no("R-9", act(table(*[tower("NOISE")] * 3), "build SPIRE A"), Build("OFFICE", 3)),
    ),
    "T-8": (lambda: scored(("OFFICE", 0), ("NOISE", 1)) == (0, 0), lambda: scored(("INFERNO", 1)) == (0, 0)),
    "T-9": (
        lambda: final(tower(("LOBBY", 1), "NOISE")).points[1] == 1,
        lambda: len(final(tower(("SUITE", 1))).hands[1]) == 2,
    ),
    "T-10": (
        lambda: ranking(over(first=1, points=(5, 5)))[0] == (1,),
        lambda: ranking(over(first=1, points=(6, 5)))[0] == (0,),
    ),
    "T-11": (
        lambda: sees(table(), 1, 1) and sees(table(options={"open": True}), 1, 0),
        lambda: not sees(table(), 1, 0) and not sees(table(), None, 0),
    ),
    "T-12": (
        lambda: settles(1, GAME.new(2, {})) and settles(1, GAME.new(2, {"first": 2})),
        lambda: not settles(0, GAME.new(2, {"first": 2})) and not settles(2, GAME.new(2, {})),
    ),
    "T-13": (
        lambda: GAME.totals(over(points=(4, 7))) == (4, 7),
        lambda: len(act(table(tower(("LOBBY", 1))), "build SPIRE A", "build OFFICE B", "end").discard) == 3,
    ),
    "T-14": (
        lambda: len(act(table(tower(("SUITE", 1))), "build SPIRE A", "build OFFICE B", "end").hands[1]) == 6,
        lambda: (
            len(act(table(tower(("SUITE", 1)), hands=(FULL, FULL)), "build SPIRE A", "build OFFICE B", "end").hands[1])
            == 6
        ),
    ),
    "T-15": (
        lambda: min(scored(("INFERNO", 0), ("NOISE", 1), ("LANDLORD", 0))) == 0,
        lambda: all(min(step) >= 0 for step in _all_gains()),
    ),
    "T-16": (
        lambda: _dealt({"deal": "2026-11-27"}, 1) == _dealt({"deal": "2026-11-27"}, 2),
        lambda: _dealt({}, 1) != _dealt({}, 2) and _dealt({"deal": "2026-11-28"}, 1) != _dealt({}, 1),
    ),
}
"""Rule id -> (what it allows or grants, what it refuses or withholds)."""


def _dealt(options: dict[str, Any], seed: int) -> State:
    state = GAME.new(2, {"first": 1, **options})
    turn = Nature("deal")
    return GAME.apply_outcome(state, GAME.resolve(state, turn, nature_dice(GAME, state, turn, seed, 0))).state


def _all_gains() -> list[tuple[int, ...]]:
    from towergames.games.takethat.scoring import resolve_tower, sum_points

    dice = Dice(15)
    towers = [tower(*[(dice.choice(FLOORS), dice.choice((None, 0, 1))) for _ in range(6)]).storeys for _ in range(300)]
    return [sum_points(resolve_tower(storeys, 2), 2) for storeys in towers]


@pytest.mark.parametrize("rule", MATRIX)
def test_rule_accepted(rule: str) -> None:
    assert MATRIX[rule][0]()


@pytest.mark.parametrize("rule", MATRIX)
def test_rule_refused(rule: str) -> None:
    assert MATRIX[rule][1]()


def test_the_matrix_names_every_rule_of_the_sheet_and_no_other() -> None:
    assert set(MATRIX) == set(GAME.rule_sheet.ids)


def test_every_refusal_the_judge_can_give_stands_in_the_matrix() -> None:
    """All ids that ``rules.py`` writes into a refusal have an example of that very refusal."""
    import re
    from pathlib import Path

    from towergames.games.takethat import rules

    written = set(re.findall(r'Refusal\("([A-Z]+-\d+)"', Path(rules.__file__).read_text(encoding="utf-8")))
    states = [GAME.new(2, {}), table(), table(tower("NOISE")), built(tower(("NOISE", 1))), over(), two_due("chosen")]
    states += [act(table(tower("NOISE")), "build OFFICE A")]
    moves: list[Any] = [None, EndTurn(), Build("NOISE", 0), Build("OFFICE", 5), Build("LOBBY", 0), ScoreNext(2)]
    moves += [Claim(0, 0, "SPIRE"), Claim(3, 3, "SPIRE"), Build("OFFICE", 0)]
    given = {r.rule for state in states for move in moves for r in GAME.judge(state, move).refusals}
    assert given == written
