"""Records and achievements of Konexi: each earned, missed by one, met with help, and after an undo."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from tests.feats import Game
from tests.games.konexi.making import released, saying, state
from towergames.core.contract import Event, Score, Step
from towergames.core.feat import FinishedGame, Mark, Play
from towergames.games.konexi.feats import ANY_LETTER, FEATS
from towergames.games.konexi.letters import ALPHABET
from towergames.games.konexi.model import ANY, State
from towergames.games.konexi.tower import PlacedLetter

ANN, BOB = 0, 1
ROLLED = 4


def word(text: str, *, face: int = ROLLED, seat: int = ANN) -> Play:
    """A word that a player says after a roll."""
    lines = (Score(seat, len(text), len(text), "R-14", text),)
    event = Event("word", "", seat, {"word": text, "points": len(text)})
    return Play(1, seat, None, replace(state(seats=2), face=face), Step(state(seats=2), (event,), lines))


def letter(standing: int, *, seat: int = ANN, load: int = 500) -> Play:
    """A letter that stands on a tower of so many letters."""
    tower = tuple(PlacedLetter(one, 0, 0, 0, 0) for one in ALPHABET[:standing])
    event = Event("place", "", seat, {"letter": "Z", "margin": 9, "load": load, "loaded": "Y"})
    return Play(1, None, None, replace(state(seats=2), tower=tower), Step(state(seats=2), (event,)))


def fall(seat: int = ANN) -> Play:
    return Play(1, None, None, state(seats=2), Step(state(seats=2), (Event("fall", "", seat, {"points": -3}),)))


ROUND = Play(1, None, None, state(seats=2), Step(state(seats=2), (Event("round", "", None, {}),)))

EARNED: dict[str, tuple[list[Play], list[Play]]] = {
    "four": ([word("RULE")], [word("RUE")]),
    "ten-up": ([letter(9)], [letter(8)]),
    "high-five": ([word("CRUEL")], [word("RULE")]),
    "free-agent": ([word("RULE", face=ANY)], [word("RUE", face=ANY), word("RULE")]),
    "steady": ([letter(0)] * 4, [letter(0)] * 3),
    "six": ([word("LETTER")], [word("CRUEL")]),
    "babel": ([letter(19)], [letter(18)]),
}
"""By achievement: plays that earn it, and plays that miss it by one."""


def marks(plays: list[Play], winners: tuple[int, ...] = (ANN,)) -> list[dict[str, Mark]]:
    """The marks of each seat of a game of two with these plays."""
    return FEATS.marks(FinishedGame(plays, (20, 10), winners, 1, {}))


def met(plays: list[Play], **more: Any) -> set[str]:
    mine = marks(plays, **more)[ANN]
    return {one.key for one in FEATS.achievements if one.met(mine)}


def test_every_achievement_has_its_plays() -> None:
    assert set(EARNED) == {one.key for one in FEATS.achievements} and ANY_LETTER == ANY


@pytest.mark.parametrize("key", EARNED)
def test_an_achievement_is_earned_and_missed_by_one(key: str) -> None:
    earned, missed = EARNED[key]
    assert key in met(earned) and key not in met(missed)


def test_a_miss_says_how_near_it_was() -> None:
    near = {}
    for one in FEATS.achievements:
        mine = marks(EARNED[one.key][1])[ANN]
        near[one.key] = one.near_text(mine.get(one.measure or one.key))
    assert near == {
        "four": "best 3 of 4",
        "ten-up": "best 9 of 10",
        "high-five": "best 4 of 5",
        "free-agent": "best 3 of 4",
        "steady": "won with 3 letters of 4",
        "six": "best 5 of 6",
        "babel": "best 19 of 20",
    }


def test_a_fall_ends_the_row_and_no_loser_is_steady() -> None:
    assert marks([letter(0), letter(1), fall(), letter(0)])[ANN]["stand"].value == 2
    assert "steady" not in met([*[letter(0)] * 4, fall()])
    assert "steady" in met([*[letter(0)] * 4, fall(BOB)])
    assert "steady" not in met([letter(0)] * 4, winners=(BOB,))


def test_points_are_counted_for_each_tower() -> None:
    mine, other = marks([word("RULE"), word("RUE", seat=BOB), word("RUE"), ROUND, word("CRUEL")])
    assert mine["on-tower"].value == 7 and mine["turn"].value == 5 and other["on-tower"].value == 3


def last_word(**more: Any) -> State:
    """Ann has just placed E, and a word of four letters wins."""
    return saying("E", seats=2, points=(16, 0), **more)


def test_a_hint_is_of_the_seat_that_used_it() -> None:
    helped = Game("konexi", last_word(), first=1).help(ANN).move("word RULE")
    assert "four" in helped.met() and not helped.earned()
    other = Game("konexi", last_word(), first=1).help(BOB).move("word RULE")
    assert {"four"} == other.earned(), "the help of another player is not Ann's"


def test_a_word_that_is_taken_back_earns_nothing() -> None:
    begun = replace(last_word(), points=(17, 0))
    undone = Game("konexi", begun, first=1).move("word RULE").undo(free=False).move("word ULE")
    assert "four" not in undone.met() and undone.marks()["word"] == Mark(3, "ULE", 1)


def test_a_free_undo_of_a_token_changes_nothing() -> None:
    begun = replace(state(phase="token", seats=2, points=(16, 0)), face=ANY)
    game = Game("konexi", begun, first=1)
    token, other = (game.entry.game.notate(move) for move in list(game.entry.game.choices(begun))[:2])
    assert game.move(token).undo().move(other).history.counts


def test_records_say_the_word_and_the_joint() -> None:
    (mine, _) = marks([letter(9, load=813), word("RULE")])
    assert mine["tower"] == Mark(10, "with Z", 1) and mine["load"] == Mark(81, "the joint of Y", 1)
    assert mine["word"] == Mark(4, "RULE", 1)
    assert {line.measure for line in FEATS.records} <= {*mine, "comeback"}


def test_a_letter_that_stands_at_the_table_is_noted() -> None:
    begun = replace(state(saying("E").tower, seats=2), phase="release")
    game = Game("konexi", replace(begun, in_hand=begun.tower[-1], tower=begun.tower[:-1]), first=1)
    game.chance(msgspec.to_builtins(released(game.history.state)))
    play = game.history.plays[0]
    found = FEATS.marks(FinishedGame([Play(1, play.by, play.move, game.history.first, play.step)], (0, 0), (), 1, {}))
    assert found[ANN]["tower"].value == len(begun.tower) and found[ANN]["placed"].value == 1
