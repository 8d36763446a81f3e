"""What a scoring did to a player: the floors that went, and the floor that decided the game."""

from __future__ import annotations

from tests.games.takethat.tables import Given, table, tower
from towergames.core.contract import Step, reason_text
from towergames.games.takethat.game import GAME
from towergames.games.takethat.model import EndTurn, State

NAMES = ("Ann", "Bob")


def scored(*floors: Given, **options: object) -> tuple[State, Step[State]]:
    """Bob ends his turn, and the finished tower A is scored."""
    state = table(tower(*floors), hands=("OFFICE", "OFFICE"), active=1, phase="claim", built=(0, 1), options=options)
    return state, GAME.apply(state, EndTurn())


def lost(*floors: Given, seat: int = 0, **options: object) -> list[str]:
    before, step = scored(*floors, **options)
    return [reason_text(told, NAMES) for told in GAME.losses(before, EndTurn(), step, seat)]


def test_a_floor_that_was_lost_names_the_floor_above_it_and_the_cost() -> None:
    assert lost(("OFFICE", 0), ("NOISE", 1), "SPIRE") == [
        "Ann lost floor 1 of A, OFFICE, to Bob's NOISE above it: 2 points less."
    ]
    assert lost(("LOBBY", 0), ("OFFICE", 0), ("INFERNO", 1), "SPIRE") == [
        "Ann lost floor 2 of A, OFFICE, to Bob's INFERNO above it: 5 points less.",
        "Ann lost floor 1 of A, LOBBY, to Bob's INFERNO above it: 5 points less.",
    ]
    assert lost(("SUITE", 0), ("LANDLORD", 1), "SPIRE") == ["Ann lost floor 1 of A, SUITE, to Bob's LANDLORD above it."]


def test_who_lost_nothing_reads_nothing() -> None:
    assert lost(("OFFICE", 0), "NOISE", "SPIRE") == [], "a vacant NOISE does nothing"
    assert lost(("OFFICE", 0), ("LANDLORD", 0), "SPIRE") == []
    assert lost(("OFFICE", 0), ("NOISE", 1), "SPIRE", seat=1) == []
    before, step = scored(("OFFICE", 0))
    assert GAME.losses(before, EndTurn(), step, 0) == (), "the tower stays"


def test_an_inferno_reaches_past_a_floor_that_was_lost_before() -> None:
    told = lost(("OFFICE", 0), ("LOBBY", 0), ("LANDLORD", 0), ("INFERNO", 1), "SPIRE")
    assert [line.partition(",")[0] for line in told] == ["Ann lost floor 3 of A", "Ann lost floor 2 of A"]


def test_the_floor_that_decided_is_named_with_its_tower() -> None:
    _, step = scored(("OFFICE", 0), ("LOBBY", 1), ("SPIRE", 0))
    assert GAME.decisive(step, 0) == "Tower A: SPIRE +3"
    assert GAME.decisive(step, 1) == "Tower A: LOBBY +1"
    last = table(
        tower(("ELEVATOR", 0), ("SUITE", 0)), hands=("", ""), deck=0, active=1, turns=1, last_round=True, phase="claim"
    )
    over = GAME.apply(last, EndTurn())
    assert GAME.decisive(over, 0) == "Tower A at the end: ELEVATOR +4"
    assert GAME.decisive(over, 1) == ""
