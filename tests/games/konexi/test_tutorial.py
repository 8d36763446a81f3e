"""The tutorial can be played as it is written where every letter stands, and says what happens."""

from __future__ import annotations

from tests.games.konexi.canned import game
from towergames.core.contract import Decide, Nature
from towergames.core.dice import Dice
from towergames.games.konexi.circle import offered
from towergames.games.konexi.lattice import joints, tower_of
from towergames.games.konexi.model import State
from towergames.games.konexi.tutorial import TUTORIAL

SURE = game(of=10**9)


def advance(s: State, plays: int) -> tuple[State, int]:
    """What chance decides, with the dice that the table throws."""
    while isinstance(turn := SURE.turn(s), Nature):
        s = SURE.settle(s, SURE.resolve(s, turn, Dice(TUTORIAL.seed, plays, turn.kind))).state
        plays += 1
    return s, plays


def test_the_tutorial_is_short_and_every_wrong_move_is_answered() -> None:
    assert 8 <= len(TUTORIAL.lessons) <= 10
    for lesson in TUTORIAL.lessons:
        assert bool(lesson.wrong) == bool(lesson.accept)
        assert not lesson.accept or lesson.accept[0] in lesson.wrong


def test_the_tutorial_plays_through_and_its_words_are_words() -> None:
    s, plays = advance(SURE.new(2, TUTORIAL.options), 0)
    assert (s.face, offered(s)) == (8, "ID"), "as the second lesson says"
    points, towers = [], []
    for lesson in TUTORIAL.lessons:
        assert lesson is TUTORIAL.lessons[-1] or SURE.turn(s).seat == 0
        for text in lesson.accept:
            assert SURE.judge(s, SURE.parse(text, s)).legal, text
        for text in (*lesson.accept[:1], *lesson.then):
            move = SURE.parse(text, s)
            assert SURE.notate(move) == text
            s, plays = advance(SURE.apply(s, move).state, plays + 1)
            towers.append(s.tower)
        points.append(s.points)
    assert points[4:8] == [(3, 4), (3, 4), (8, 1), (8, 1)]
    full = max(towers, key=len)
    assert tower_of(full).letters == "DMOES"
    assert len(joints(tower_of(full[:2]), full[2])) == 2, "both plugs of M hold O"
    assert {joint.other for joint in joints(tower_of(full[:4]), full[4])} == {"M"}
    assert (s.round, SURE.turn(s)) == (3, Decide(1, s.phase))
