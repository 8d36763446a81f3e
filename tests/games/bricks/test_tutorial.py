"""The tutorial can be played as it is written, and says the points that are scored."""

from __future__ import annotations

from dataclasses import replace

from tests.games.bricks.tables import do, settle
from towergames.core.contract import Decide, Over
from towergames.games.bricks.game import GAME
from towergames.games.bricks.moves import draft_ledger
from towergames.games.bricks.tutorial import TUTORIAL


def test_the_tutorial_names_keys_and_not_typed_steps() -> None:
    for lesson in TUTORIAL.lessons:
        assert not lesson.accept or lesson.accept[0].split()[-1] not in lesson.say, "keys, not typed steps"


def test_the_tutorial_plays_through_and_its_points_are_those_of_the_judge() -> None:
    state = settle(GAME.new(1, TUTORIAL.options), seed=TUTORIAL.seed)
    told = []
    for lesson in TUTORIAL.lessons:
        assert isinstance(GAME.turn(state), Decide)
        ledger = draft_ledger(state, state.benches[0].draft)
        told += [ledger.score for points in ("37 points", "47 points", "49 points") if points in lesson.say]
        for line in (*lesson.accept[:1], *lesson.then):
            assert GAME.notate(GAME.parse(line, state)) == line
            state = do(state, line).state
            if line == "adjust 1.4 +1":
                assert set(draft_ledger(state, state.benches[0].draft).violations) == {17}
    assert told == [37, 47, 49]
    state = settle(state)
    assert isinstance(GAME.turn(state), Over)
    assert GAME.totals(state) == (49,)
    assert "TOAD" in state.found[0].columns


def test_the_wildcard_may_be_typed_without_saying_what_it_is() -> None:
    state = settle(GAME.new(1, TUTORIAL.options))
    state = do(do(state, "place T4TY 0+").state, "place * 1.2").state
    assert [piece.text for piece in state.benches[0].draft[0]] == ["T4TY", "*=#Y"]
    bare = replace(state, terms=replace(state.terms, readings=replace(state.terms.readings, wild_window=False)))
    assert GAME.notate(GAME.parse("place * 1.2", bare)) == "place *=N1TY 1.2"
