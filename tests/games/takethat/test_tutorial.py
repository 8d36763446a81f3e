"""The tutorial can be played as it is written, and wrong moves are answered."""

from __future__ import annotations

from towergames.core.contract import Decide, Nature
from towergames.core.dice import Dice
from towergames.games.takethat.game import GAME
from towergames.games.takethat.model import State
from towergames.games.takethat.tutorial import TUTORIAL


def dealt() -> State:
    """The first position, dealt as a table deals it."""
    fresh = GAME.new(len(TUTORIAL.names), TUTORIAL.options)
    return GAME.settle(fresh, GAME.resolve(fresh, Nature("deal"), Dice(TUTORIAL.seed, 0, "deal"))).state


def play(line: str, state: State) -> State:
    """The state after a line of the script."""
    return GAME.apply(state, GAME.parse(line, state)).state


def test_the_moves_of_the_tutorial_are_written_as_the_game_writes_them() -> None:
    for lesson in TUTORIAL.lessons:
        assert all(GAME.notate(GAME.parse(line, dealt())) == line for line in (*lesson.accept, *lesson.then))


def test_every_way_through_the_tutorial_is_legal_and_earns_three_points() -> None:
    ways = [dealt()]
    for lesson in TUTORIAL.lessons:
        onward = []
        for state in ways:
            turn = GAME.turn(state)
            assert isinstance(turn, Decide) and turn.seat == 0, lesson.title
            legal = [line for line in lesson.accept if GAME.judge(state, GAME.parse(line, state)).legal]
            assert bool(legal) == bool(lesson.accept), lesson.title
            for line in legal or [""]:
                after = play(line, state) if line else state
                for reply in lesson.then:
                    after = play(reply, after)
                onward.append(after)
        ways = onward
    assert {state.points for state in ways} == {(3, 0)}
    assert all(state.slots[1] is None for state in ways), "tower B has been scored"
