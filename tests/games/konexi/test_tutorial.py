"""The tutorial can be played as it is written, and says what happens: on paper, and with physics where it is."""

from __future__ import annotations

import pytest

from tests.games.konexi.board.tables import seen
from tests.games.konexi.canned import CannedPhysics, outcome
from towergames import physics
from towergames.core.contract import Decide, Nature
from towergames.core.dice import Dice
from towergames.games.konexi.game import GAME, Konexi
from towergames.games.konexi.model import Place, Released, State
from towergames.games.konexi.rules import places_of
from towergames.games.konexi.tower import balance, tower_of
from towergames.games.konexi.tutorial import TESS_DARES, TUTORIAL
from towergames.games.konexi.words import find_words
from towergames.lexicon import word_lists


class Paper(CannedPhysics):
    """Everything stands but what Tess dares."""

    def let_go(self, state: State, dice: Dice) -> Released:
        hand = state.in_hand
        assert hand is not None
        dared = GAME.notate(Place(*hand)) == TESS_DARES
        return outcome((*state.tower, hand), "touch" if dared else "stands", dice)


PAPER = Konexi(lambda: Paper())


def advance(game: Konexi, s: State, plays: int) -> tuple[State, int]:
    """Resolve chance with the dice of the table. Return the state and the number of plays."""
    while isinstance(turn := game.turn(s), Nature):
        s = game.apply_outcome(s, game.resolve(s, turn, Dice(TUTORIAL.seed, plays, turn.kind))).state
        plays += 1
    return s, plays


def played(game: Konexi) -> list[State]:
    """The states in which the steps begin, and the one after the last."""
    s, plays = advance(game, game.new(2, TUTORIAL.options), 0)
    states = [s]
    for lesson in TUTORIAL.lessons:
        assert game.turn(s) == Decide(0, s.phase) or lesson is TUTORIAL.lessons[-1]
        for text in lesson.accept:
            assert game.judge(s, game.parse(text, s)).legal, text
        for text in (*lesson.accept[:1], *lesson.then):
            move = game.parse(text, s)
            assert game.notate(move) == text
            s, plays = advance(game, game.apply(s, move).state, plays + 1)
        assert lesson.worked is None or lesson.worked(s), lesson.title
        states.append(s)
    return states


def test_lessons_that_may_fail_say_what_then() -> None:
    for lesson in TUTORIAL.lessons:
        assert bool(lesson.failed) == (lesson.worked is not None)


def test_what_is_to_be_typed_is_what_the_step_asks_for() -> None:
    """With numbers of places as they stand beside the tower: cells of the lattice are nowhere to be seen."""
    for lesson, s in zip(TUTORIAL.lessons, played(PAPER), strict=False):
        for typed in lesson.typed:
            move = seen(s, rules=PAPER).line(typed).submitted or PAPER.parse(typed, s)
            assert PAPER.notate(move) == lesson.accept[0], lesson.title


def test_a_prepared_letter_is_at_most_two_places_before_the_one_asked_for() -> None:
    for lesson, s in zip(TUTORIAL.lessons, played(PAPER), strict=False):
        for ready in lesson.ready:
            start, wanted = PAPER.parse(ready, s), PAPER.parse(lesson.accept[0], s)
            assert isinstance(start, Place) and isinstance(wanted, Place)
            spots = places_of(s, start.letter)
            assert 0 <= spots.index(wanted.spot) - spots.index(start.spot) <= 2, lesson.title


def test_the_words_of_the_tutorial_are_all_that_can_be_asked_for() -> None:
    states = played(PAPER)
    standard = word_lists.load("standard")
    for at, longest in ((3, 3), (5, 5)):
        lesson, s = TUTORIAL.lessons[at], states[at]
        words = find_words(standard, tower_of(s.tower).notched, s.new)
        best = {f"word {word}" for word in words if len(word) == longest}
        assert set(lesson.accept) == best
        assert len(words[0]) == longest


def test_the_tower_of_the_tutorial_is_as_it_is_told() -> None:
    full = played(PAPER)[5].tower
    tower = tower_of(full)
    before, after = balance(tower_of(full[:4])), balance(tower)
    assert before.weight < after.weight < after.right - 900, "E brings the weight to the right, but not too far"
    move = GAME.parse(TESS_DARES, played(PAPER)[6])
    assert isinstance(move, Place)
    assert balance(tower_of((*full, move.spot))).margin < -500


@pytest.mark.skipif(bool(physics.unavailable_reason()), reason=physics.unavailable_reason())
def test_the_tutorial_plays_through_on_the_table() -> None:
    on_paper, on_table = played(PAPER), played(GAME)
    assert [s.points for s in on_table] == [s.points for s in on_paper]
    fall = on_table[6].ended
    assert fall is not None
    assert (fall.kind, fall.cause, fall.letters) == ("touch", "S", 6), "When the tower falls"
