"""Records and achievements of Stacked Words: each earned, missed by one, met with help, and after a free undo."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.feats import Game
from tests.games.words.making import board, state
from towergames.core.contract import Nature, Over
from towergames.core.feat import Mark
from towergames.games.words.feats import FEATS
from towergames.games.words.model import State

ANN, BOB = 0, 1
EMPTY = ("",) * 100


def row(*stacks: str) -> tuple[str, ...]:
    """A board with stacks from A2 to the right."""
    return board(". . .", " ".join(stacks))


def last_play(stacks: tuple[str, ...], tiles: str) -> State:
    """Ann has only these tiles, and the bag is empty: her play is the last one."""
    return state(stacks, (tiles, "V"), bag="")


HIGH = "XXXX"
PLAYS: dict[str, tuple[tuple[State, str], tuple[State, str]]] = {
    "groundwork": (
        (last_play(EMPTY, "CARTS"), "play e5 CARTS"),
        (last_play(EMPTY, "CART"), "play e5 CART"),
    ),
    "facelift": (
        (last_play(row("XC", "XA", "R", "XD"), "T"), "play a2 ...T"),
        (last_play(row("XC", "A", "R", "XD"), "T"), "play a2 ...T"),
    ),
    "skyscraper": (
        (last_play(row("C", "A", "R", "XXXD"), "T"), "play a2 ...T"),
        (last_play(row("C", "A", "R", "XXD"), "T"), "play a2 ...T"),
    ),
    "mind-your-qu": (
        (last_play(EMPTY, "QIT"), "play e5 QUIT"),
        (last_play(EMPTY, "ITS"), "play e5 ITS"),
    ),
    "thirty": (
        (last_play(row(f"{HIGH}C", f"{HIGH}A", f"{HIGH}R", f"{HIGH}E", f"{HIGH}S", HIGH), "S"), "play a2 .....S"),
        (last_play(row(f"{HIGH}C", f"{HIGH}A", f"{HIGH}R", f"{HIGH}E", "XXXS", HIGH), "S"), "play a2 .....S"),
    ),
    "crossroads": (
        (last_play(row("T", "A", "H"), "ONE"), "play a3 ONE"),
        (last_play(row("T", "A", "H"), "ON"), "play a3 ON"),
    ),
    "full-house": (
        (last_play(EMPTY, "RETAINS"), "play d5 RETAINS"),
        (last_play(EMPTY, "CARESS"), "play d5 CARESS"),
    ),
}
"""By achievement: a last play that earns it, and one that misses it by one."""


def played(key: str, *, missed: bool = False) -> Game:
    """A game that ends with the play."""
    position, play = PLAYS[key][missed]
    return Game("words", position, first=1).move(play)


def passed(game: Game) -> Game:
    """The game to its end, when everybody passes."""
    while not isinstance(turn := game.history.turn, Over):
        if isinstance(turn, Nature):
            game.chance({"playable": True})
        else:
            game.move("pass")
    return game


def test_every_achievement_has_its_plays() -> None:
    assert set(PLAYS) == {one.key for one in FEATS.achievements}


@pytest.mark.parametrize("key", PLAYS)
def test_an_achievement_is_earned_and_missed_by_one(key: str) -> None:
    assert key in played(key).earned()
    assert key not in played(key, missed=True).met()


@pytest.mark.parametrize("key", PLAYS)
def test_with_a_hint_it_is_met_and_does_not_count(key: str) -> None:
    position, play = PLAYS[key][0]
    helped = Game("words", position, first=1).help(ANN).move(play)
    assert key in helped.met() and not helped.earned()
    other = Game("words", position, first=1).help(BOB).move(play)
    assert key in other.earned(), "the help of another player is not Ann's"


@pytest.mark.parametrize("key", PLAYS)
def test_a_play_that_is_undone_earns_nothing_and_the_undo_is_help(key: str) -> None:
    """No undo of a play is free in this game, since the turn passes at once."""
    position, play = PLAYS[key][0]
    one_more = replace(position, racks=(position.racks[ANN] + "V", position.racks[BOB]))
    undone = Game("words", one_more, first=1).move(play).undo(free=False)
    assert key not in passed(undone).met()
    again = passed(Game("words", one_more, first=1).move(play).undo(free=False).move(play))
    assert key in again.met() and not again.earned()


def test_a_play_that_is_taken_back_counts_for_nothing() -> None:
    position = state(EMPTY, ("RETAINX", "V"), bag="", checking="challenge")
    game = Game("words", position, first=1, checking="challenge")
    game.move("play d5 RETAINX", "challenge").chance({"bad": ["RETAINX"]}).move("play e5 TAN")
    marks = passed(game).marks()
    assert marks["turn"] == Mark(6, "TAN", marks["turn"].play) and marks["tiles"].value == 3
    assert marks["word"].text == "TAN" and "seven" not in marks


def test_a_miss_says_how_near_it_was() -> None:
    near = {key: played(key, missed=True).near(key) for key in PLAYS}
    assert near == {
        "groundwork": "CART: 4 of 5 letters",
        "facelift": "best 7 of 8 points",
        "skyscraper": "best 4 of 5",
        "mind-your-qu": "",
        "thirty": "best 29 of 30",
        "crossroads": "best 3 of 4",
        "full-house": "best 6 of 7 tiles",
    }


def test_records_say_the_words_and_the_square() -> None:
    marks = played("crossroads").marks()
    assert marks["words"] == Mark(4, "ONE, TO, AN and HE", 1)
    assert played("skyscraper").marks()["stack"] == Mark(5, "d2", 1)
    full = played("full-house").marks()
    assert full["seven"] == Mark(34, "RETAINS", 1) == full["turn"]
    assert {line.measure for line in FEATS.records} <= {*full, "comeback"}


def test_a_rival_is_known_by_tiles_on_tiles_and_large_turns() -> None:
    marks = played("thirty").marks()
    assert marks["laid"].value == marks["covered"].value == marks["large-turn"].value == 1
    flat = played("groundwork").marks()
    assert flat["laid"].value == 5 and flat["covered"].value == 0 and "large-turn" not in flat
