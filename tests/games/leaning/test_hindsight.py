"""Why a piece, a Break or a Wreck cost points, and how far the pieces moved."""

from __future__ import annotations

from tests.games.leaning.making import GAME, HERE, lands, letting_go, many, place, settle, state
from towergames.core.contract import Step, reason_text
from towergames.games.leaning.model import RestingPiece, State

NAMES = ("Ann", "Bob", "Cleo")


def released(*others: RestingPiece) -> tuple[State, object, Step[State]]:
    before = letting_go(state(*many(4)))
    outcome = lands(before, corners=1, others=list(others))
    return before, outcome, settle(before, outcome)


def moved(piece: int, shift: int, turn: int = 0) -> RestingPiece:
    return RestingPiece(piece, HERE, 1, shift, turn)


def test_a_break_and_a_wreck_say_how_far_the_pieces_moved() -> None:
    before, outcome, step = released(moved(3, 6_000), moved(4, 41_000))
    told = [reason_text(line, NAMES) for line in GAME.losses(before, outcome, step, 0)]
    assert told == [
        "The medium piece stayed, but P4 moved 41 mm, 3 allowed.",
        "Break: P3 and P4 moved, -4 points.",
        "P4 moved 41 mm, 3 allowed.",
        "P3 moved 6 mm, 3 allowed.",
    ]
    assert GAME.losses(before, outcome, step, 1) == ()
    assert GAME.losses(before, None, step, 0) == (told[0], "Break: P3 and P4 moved, -4 points.")
    before, outcome, step = released(moved(3, 6_000), moved(4, 41_000), moved(5, 9_000), moved(6, 0, 90_000))
    told = [reason_text(line, NAMES) for line in GAME.losses(before, outcome, step, 0)]
    assert told[1].startswith("Wreck: ") and len(told) == 5


def test_a_piece_that_turned_without_moving_far_has_no_millimetres() -> None:
    before, outcome, step = released(moved(3, 0, 90_000))
    assert [reason_text(line, NAMES) for line in GAME.losses(before, outcome, step, 0)] == [
        "The medium piece stayed, but P3 turned 90 degrees, 5 allowed.",
        "Break: P3 moved, -2 points.",
    ]


def test_the_piece_or_the_fall_that_decided_is_named() -> None:
    step = place(state(*many(4)), "medium")
    event = next(event for event in step.events if event.kind == "place")
    assert GAME.decisive(step, 0) == f"P{event.data['piece']} on level {event.data['level']}: {event.data['points']:+d}"
    _, _, broke = released(moved(3, 6_000))
    assert reason_text(GAME.decisive(broke, 1), NAMES) == "Ann's Break: -2"
    assert GAME.decisive(Step(step.state), 0) == ""
