"""Every line of the score and penalty tables, on hand-made outcomes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.leaning.making import (
    GAME,
    HERE,
    clear,
    do,
    is_over,
    lands,
    letting_go,
    lines,
    many,
    place,
    points,
    settle,
    state,
)
from towergames.games.leaning.model import Aim, GiveUp, Hold, Pass, Place, PlaceFound, Skip
from towergames.games.leaning.moves import points_if_closed
from towergames.games.leaning.placement import (
    PlacementFacts,
    break_line,
    closed_line,
    placement_lines,
    unplaced_line,
    wreck_line,
)
from towergames.games.leaning.text import gain, skips

STACK = [(3, "large", 1, 0), (4, "large", 1, 1), (5, "large", 0, 2)]
"""P3 on the table, P4 on it, P5 on that."""
STACKED = [(3, 4), (4, 5)]
TALL = state(*STACK, touches=STACKED)
HELD = state((3, "large", 1, 0), held=(1, 1, 0))
BASE, CORNER, LEVEL = {"R-22": 1}, {"R-22": 1, "R-24": 1}, {"R-22": 1, "R-23": 1}
CROSSING = LEVEL | {"R-26": -1}
SCORED = [
    # the table, the size of the piece, its corners on the table, the pieces that it touches, and the lines
    (state(), "medium", 2, (1,), BASE),
    (TALL, "medium", 0, (1,), LEVEL),
    (TALL, "medium", 0, (3,), LEVEL),
    (TALL, "medium", 0, (4,), LEVEL | {"R-23": 2}),
    (TALL, "medium", 0, (5,), LEVEL | {"R-23": 3}),
    (TALL, "medium", 0, (3, 5), CROSSING),
    (state(), "small", 1, (1,), CORNER),
    (state(), "small", 2, (1,), BASE),
    (state(), "small", 0, (1,), LEVEL),
    (state(), "medium", 0, (1, 2), CROSSING),
    (state(), "large", 0, (1, 2), CROSSING),
    (state(), "medium", 2, (1, 2), BASE),
    (state(), "medium", 0, (1,), LEVEL),
    (state(held=(1, 0, 0)), "small", 0, (1,), LEVEL | {"R-25": 2}),
    (HELD, "small", 0, (1, 2), CROSSING | {"R-25": 2, "R-31": -1}),
    (HELD, "small", 0, (1, 2, 3), CROSSING | {"R-25": 2, "R-31": -2}),
    (HELD, "medium", 0, (1, 2), CROSSING | {"R-25": 2}),
    (state(*STACK, touches=STACKED, held=(1, 0, 0)), "small", 0, (4, 5), CROSSING | {"R-23": 2, "R-25": 2, "R-31": -1}),
]


@pytest.mark.parametrize(("s", "size", "corners", "touches", "scored"), SCORED, ids=range(len(SCORED)))
def test_r22_r23_r24_r25_r26_r31_l10_a_piece_scores_line_by_line_at_once(s, size, corners, touches, scored) -> None:
    held = any(s.held[0])
    step = place(s, size, corners=corners, touches=touches, held=held)
    assert lines(step) == scored
    assert step.state.points == (sum(scored.values()), 0)
    assert sum(s.held[0]) - sum(step.state.held[0]) == held


def test_r27_each_held_piece_never_placed_costs_two() -> None:
    step = do(state(held=(1, 0, 1)), GiveUp("large"))
    assert lines(step) == {"R-27": -2}
    assert step.state.held[0] == (1, 0, 0)
    assert step.state.gone[0] == (0, 0, 1)


@pytest.mark.parametrize(("disturbed", "cost"), [((3,), -2), ((3, 4), -4)])
def test_r28_a_break_costs_two_for_each_piece_disturbed(disturbed, cost) -> None:
    step = place(state(*many(4)), disturbs=disturbed)
    assert lines(step) == {"R-28": cost}
    assert step.state.gone[0] == (0, 0, 0), "the piece is taken off next"
    assert clear(step.state).gone[0] == (0, 1, 0)


@pytest.mark.parametrize("used", [0, 1, 7, 14])
def test_r29_a_wreck_costs_as_many_points_as_pieces_are_used(used: int) -> None:
    """The piece in hand is used too: -1 with the first, -15 with the last."""
    own = [(n, ("small", "large", "medium")[n % 3], 0, 0) for n in range(3, 3 + used)]
    s = state(*own, *[(50 + n, "small", 1, 0) for n in range(4)], last="large")
    step = place(s, "medium", disturbs=(50, 51, 52))
    assert lines(step) == {"R-29": -(used + 1)}


def test_r30_a_closed_game_costs_a_point_for_each_piece_left() -> None:
    s = do(state(passing="free", first=2), Hold("small")).state  # player 2 holds one
    for _ in range(30):  # player 1 passes, player 2 gives it up, both pass
        if is_over(s):
            break
        step = do(s, GiveUp("small") if any(s.held[s.active]) else Pass())
        s = step.state
    assert is_over(s)
    assert [(line.rule, line.seat, line.points) for line in step.scores] == [("R-30", 0, -15), ("R-30", 1, -14)]


def test_l22_what_everybody_would_have_if_the_game_were_closed_now() -> None:
    s = replace(state(held=(0, 1, 0), seats=3), points=(4, 5, 6), out=(False, False, True))
    assert points_if_closed(s) == (4 - 2 - 14, 5 - 15, 6)
    closing = replace(state(), idle=1, points=(4, 5))
    assert points_if_closed(closing) == settle(do(closing, Skip()).state, PlaceFound(False)).state.points


def test_each_line_says_what_it_is_for() -> None:
    facts = PlacementFacts("small", True, 1, ("P1", "P2"))
    assert [line.note for line in placement_lines(facts, 0)] == [
        "small piece",
        "one corner on the table",
        "held piece",
        "1 contact too many",
    ]
    above = PlacementFacts("medium", False, 0, ("P1", "P2"))
    assert [line.note for line in placement_lines(above, 0)] == ["medium piece", "level 1", "on 2 pieces"]
    others = (unplaced_line(0, 1), break_line(0, 2), wreck_line(0, 3), wreck_line(0, 3, bump=True), closed_line(0, 1))
    assert [(line.note, line.points) for line in others] == [
        ("1 held piece not placed", -2),
        ("2 pieces moved", -4),
        ("Wreck with 3 pieces left", -12),
        ("Bump with 3 pieces left", -12),
        ("1 piece left", -1),
    ]


def test_l9_the_level_stays_what_it_was_when_the_piece_was_placed() -> None:
    first = place(state(), "large", corners=0, touches=(1,)).state  # P3 on level 1
    second = place(first, "medium", corners=0, touches=(3,), also=[(2, 3)])
    assert lines(second)["R-23"] == 2
    assert [one.level for one in second.state.layout.pieces] == [0, 0, 1, 2]


def test_l13_a_held_piece_is_charged_once_however_it_is_lost() -> None:
    slipped = place(state(held=(1, 0, 0), tries=1), "small", corners=2, held=True)
    assert lines(slipped) == {"R-27": -2}
    broken = place(state(*many(4), held=(1, 1, 0)), "small", corners=0, held=True, disturbs=(3,))
    assert lines(broken) == {"R-28": -2, "R-27": -4}
    assert broken.state.held[0] == (0, 0, 0)
    wrecked = place(state(*many(4), held=(1, 1, 0)), "small", corners=0, held=True, disturbs=(3, 4, 5))
    assert lines(wrecked) == {"R-29": -1, "R-27": -4}


def test_l13_held_at_the_end_and_not_charged_again_as_a_piece_left() -> None:
    s = state(*many(4), held=(0, 2, 0), seats=3)
    s = do(s, Hold("small")).state  # player 1 holds three, player 3 is next
    step = place(s, "large", disturbs=(1, 3, 4))  # a Wreck with the Foundation: the game is over
    assert is_over(step.state)
    charged = [(line.seat, line.rule, line.points) for line in step.scores]
    assert charged == [(2, "R-29", -1), (0, "R-27", -6)]


def test_l18_held_pieces_count_as_remaining_and_the_piece_in_hand_does_not() -> None:
    s = state(*[(n, "large", 0, 0) for n in (3, 4, 5)], *[(n, "small", 1, 0) for n in (20, 21, 22, 23)], held=(2, 0, 0))
    step = place(s, "small", corners=0, held=True, disturbs=(20, 21, 22))
    assert lines(step)["R-29"] == -(3 + 1)
    assert lines(step)["R-27"] == -4


def test_l22_closed_charges_held_pieces_by_their_own_price_only() -> None:
    s = state(held=(0, 1, 0), passing="free")
    over = GAME.apply(s, Hold("small"))
    s = over.state
    s = do(s, Pass()).state
    assert s.idle == 1
    s = do(s, GiveUp("small")).state
    assert s.idle == 0
    s = do(s, Pass()).state
    step = do(s, GiveUp("medium"))
    assert lines(step) == {"R-27": -2}
    s = do(step.state, Pass()).state
    assert not is_over(s)
    step = do(s, Pass())
    assert [(line.rule, line.points) for line in step.scores] == [("R-30", -13), ("R-30", -15)]


def test_l22_a_skip_says_whether_it_closes_the_game() -> None:
    for idle, closes in ((0, False), (1, True)):
        assert GAME.judge(replace(state(), idle=idle), Skip()).note == skips(closes=closes)


def test_l23_the_table_refuses_a_skip_for_one_turn() -> None:
    refused = replace(state(), refused=True)
    assert not place(refused, "medium").state.refused


def test_l6_contacts_that_come_later_cost_nothing() -> None:
    s = place(state(), "small", corners=1, touches=(1,)).state
    before = s.points
    step = place(s, "large", corners=1, touches=(2,), also=[(2, 3)])  # P3, a small piece, now touches two
    assert lines(step) == {"R-22": 1, "R-24": 1}
    assert step.state.points[0] == before[0]


def test_l5_a_piece_touched_in_several_places_is_one_contact() -> None:
    going = letting_go(state(), "small")
    outcome = lands(going, corners=0, touches=(1, 1, 1))
    assert lines(settle(going, outcome)) == {"R-22": 1, "R-23": 1}
    facts = PlacementFacts("small", held=False, corners=2, touches=("P1",), levels={"P1": 0})
    assert facts.excess == 0, "the table is no contact"


def test_the_preview_is_what_the_placement_scores_if_it_stays_so() -> None:
    s = state(*STACK, touches=STACKED)
    for corners, touches in ((1, (3,)), (2, (1, 2)), (0, (4, 5)), (0, (5,))):
        verdict = GAME.judge(s, Place("medium", False, 1, (s.layout.pieces[0]).pose, Aim(corners, touches)))
        step = place(s, "medium", corners=corners, touches=touches)
        assert verdict.preview == step.scores
        assert verdict.note == f"{gain(points(step))} if it stands"
    holds = state(*STACK, touches=STACKED, held=(0, 1, 0))
    verdict = GAME.judge(holds, Place("medium", True, 1, HERE, Aim(0, (4, 5))))
    assert verdict.preview == place(holds, "medium", corners=0, touches=(4, 5), held=True).scores


def test_the_table_of_levels_and_supports_agrees_with_the_formula() -> None:
    """L-10 written as one line, against the lines."""
    for held in (False, True):
        for corners in (0, 1, 2):
            for lowest in range(4):
                for supports in range(1, 6):
                    names = tuple(f"P{n}" for n in range(supports))
                    levels = {name: lowest + n for n, name in enumerate(names)}
                    facts = PlacementFacts("medium", held, corners, names, levels)
                    level = 0 if corners else 1 + lowest
                    expected = 1 + level + (corners == 1) - (level >= 1 and supports > 1)
                    expected += (2 - max(0, supports - 2)) if held else 0
                    assert sum(line.points for line in placement_lines(facts, 0)) == expected
