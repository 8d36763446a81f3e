"""Records and achievements of Take That Towers: each earned, missed by one, met with help, and after a free undo."""

from __future__ import annotations

import pytest

from tests.feats import Game
from tests.games.takethat.tables import Given, table, tower
from towergames.core.feat import Mark
from towergames.games.takethat.feats import FEATS
from towergames.games.takethat.model import State

ANN, BOB = 0, 1


def last_turn(*floors: Given, points: tuple[int, int] = (0, 0), **options: str) -> State:
    """Ann has built for the last time: when she ends her turn, tower A is scored and the game is over."""
    return table(
        tower(*floors),
        hands=("OFFICE NOISE", ""),
        deck=0,
        active=ANN,
        turns=9,
        last_round=True,
        phase="claim",
        built=(0, 1),
        points=points,
        options=options,
    )


SPIRE = ("SPIRE", ANN)
CLAIMED = {
    "topping-out": (last_turn(SPIRE, SPIRE, "LOBBY", SPIRE), "A3"),
    "going-up": (last_turn(("ELEVATOR", ANN), ("SUITE", ANN), "SUITE"), "A3"),
    "take-that": (last_turn(("OFFICE", BOB), "LANDLORD"), "A2"),
    "skyline": (last_turn(SPIRE, SPIRE, SPIRE, SPIRE, "LOBBY", SPIRE), "A5"),
    "eviction": (last_turn(("OFFICE", BOB), ("LOBBY", BOB), "INFERNO"), "A3"),
    "chain": (last_turn(("OFFICE", BOB), "LANDLORD", ("OFFICE", BOB), ("LANDLORD", ANN)), "A2"),
    "landslide": (last_turn(SPIRE, SPIRE, SPIRE, "SPIRE", points=(0, 10)), "A4"),
}
"""By achievement: a position in which it is missed, and the claim with which Ann earns it."""


def begun(key: str) -> Game:
    return Game("takethat", CLAIMED[key][0], first=1)


def claim(key: str) -> str:
    return f"claim {CLAIMED[key][1]} NOISE"


def test_every_achievement_has_a_position() -> None:
    assert set(CLAIMED) == {one.key for one in FEATS.achievements}


@pytest.mark.parametrize("key", CLAIMED)
def test_an_achievement_is_earned_by_one_claim_and_missed_without_it(key: str) -> None:
    assert key in begun(key).move(claim(key), "end").earned()
    assert key not in begun(key).move("end").met()


@pytest.mark.parametrize("key", CLAIMED)
def test_with_a_hint_it_is_met_and_does_not_count(key: str) -> None:
    game = begun(key).help(ANN).move(claim(key), "end")
    assert key in game.met() and not game.earned()
    assert key in begun(key).help(BOB).move(claim(key), "end").earned(), "the help of another player is not Ann's"


@pytest.mark.parametrize("key", CLAIMED)
def test_a_free_undo_neither_earns_nor_spoils_it(key: str) -> None:
    assert key not in begun(key).move(claim(key)).undo().move("end").met()
    assert key in begun(key).move(claim(key)).undo().move(claim(key), "end").earned()


def test_a_miss_by_one_says_how_near_it_was() -> None:
    near = {key: begun(key).move("end").near(key) for key in CLAIMED}
    assert near == {
        "topping-out": "best 9 of 10",
        "going-up": "best 4 of 6",
        "take-that": "",
        "skyline": "best 15 of 16",
        "eviction": "",
        "chain": "best 1 of 2",
        "landslide": "",
    }
    behind = Game("takethat", last_turn(SPIRE, SPIRE, SPIRE, SPIRE, points=(0, 9)), first=1).move("end")
    assert behind.met() == {"topping-out"} and behind.near("landslide") == "best 9 of 10"


@pytest.mark.parametrize(
    "floors",
    [
        (("OFFICE", ANN), ("LANDLORD", ANN)),
        ("OFFICE", ("LANDLORD", ANN)),
        (("OFFICE", BOB), "LANDLORD"),
        (("OFFICE", BOB), ("LANDLORD", ANN), ("NOISE", BOB)),
        (("OFFICE", ANN), ("LOBBY", BOB), ("INFERNO", ANN)),
        (("OFFICE", BOB), ("NOISE", ANN)),
        (("INFERNO", ANN), "OFFICE"),
    ],
)
def test_floors_without_another_owner_and_floors_without_effect_earn_nothing(floors: tuple[Given, ...]) -> None:
    assert Game("takethat", last_turn(*floors), first=1).move("end").met() == set()


def test_a_taken_floor_counts_for_the_steal_and_both_records_say_where() -> None:
    marks = begun("chain").move(claim("chain"), "end").marks()
    assert marks["taken"] == Mark(2, "", 2)
    assert marks["steal"] == Mark(4, "OFFICE of tower A", 2)
    assert marks["tower"] == Mark(8, "tower A, round 5", 2)
    assert "steal" not in Game("takethat", last_turn(("SUITE", BOB), ("LANDLORD", ANN)), first=1).move("end").marks()


def test_the_result_is_noted_for_the_winner_alone() -> None:
    game = Game("takethat", last_turn(SPIRE, SPIRE, SPIRE, SPIRE, points=(0, 9)), first=1).move("end")
    assert {key: game.marks(ANN)[key].value for key in ("points", "margin", "close", "comeback", "rounds")} == {
        "points": 12,
        "margin": 3,
        "close": 3,
        "comeback": 9,
        "rounds": 5,
    }
    assert game.marks(BOB) == {"points": Mark(9, "", 1)}


def test_every_line_of_the_record_book_has_a_mark() -> None:
    games = [begun(key).move(claim(key), "end").marks() for key in CLAIMED]
    assert {line.measure for line in FEATS.records} <= {key for marks in games for key in marks}


def test_a_habit_is_counted_at_the_seat_that_has_it() -> None:
    game = Game("takethat", last_turn(("OFFICE", ANN), ("LOBBY", ANN), ("INFERNO", BOB)), first=1).move("end")
    assert game.marks(BOB)["emptied"].value == 2 and "emptied" not in game.marks(ANN)
