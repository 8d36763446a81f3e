"""Recorded falls as frames: real time, slower where a fall begins, never longer than people wait."""

from __future__ import annotations

import math

import pytest

from towergames.board.timeline import LONGEST_FALL_SECONDS, SLOWDOWN, fall_of
from towergames.physics.geometry import Pose, about
from towergames.physics.recording import written

NAMES = ("A", "B", "C")


def trace(way: list[float], *, angle: float = 0.0, period: int = 50) -> str:
    """A movement in which the last of three bodies has gone so far to the right, and the first has turned."""
    pictures = []
    for cm in way:
        turn = about((1.0, 0.0, 0.0), angle * cm)
        pictures.append((Pose(0, 0, 0, *turn), Pose(0, 0, 4), Pose(cm, 0, 8)))
    return written(pictures, period, 6000)


def test_a_fall_is_slower_around_the_moment_at_which_it_begins() -> None:
    way = [0.0] * 20 + [0.1 * k * k for k in range(30)]
    fall = fall_of(trace(way), NAMES)
    assert fall.fell
    assert fall.frames[0]["C"].x == 0.0 and fall.frames[-1]["C"].x == pytest.approx(way[-1], abs=0.01)
    assert fall.frames[fall.moment]["C"].x == pytest.approx(1.6, abs=0.01), "before, they are less than 2.5 mm apart"
    shown = sum(fall.seconds[:-1])
    assert shown == pytest.approx(0.05 * 49 + (SLOWDOWN - 1) * 0.05 * 7, abs=0.06), "0.1 s before, 0.27 s after"
    assert max(fall.seconds[:-1]) < 0.1, "a long step is divided"


def test_a_fall_begins_where_neighbours_part_or_the_first_body_tilts() -> None:
    parted = fall_of(trace([0.0, 0.0, 0.0, 0.0, 2.0, 4.0, 6.0, 8.0]), NAMES)
    sideways = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.2]
    tilted = fall_of(trace(sideways, angle=math.pi / 3), NAMES)
    still = fall_of(trace([0.0, 0.0, 0.001, 0.001]), NAMES)
    assert parted.frames[parted.moment]["C"].x == 2.0 and parted.frames[parted.moment - 1]["C"].x < 2.0
    assert 0.2 < tilted.frames[tilted.moment]["C"].x < 0.45
    assert not still.fell


@pytest.mark.parametrize("seconds", [3, 9, 20])
def test_a_fall_lasts_six_seconds_at_most(seconds: int) -> None:
    fall = fall_of(trace([0.3 * k for k in range(20 * seconds)]), NAMES)
    assert sum(fall.seconds[:-1]) <= LONGEST_FALL_SECONDS + 0.01
    assert len(fall.seconds) == len(fall.frames) and 0 < fall.moment < len(fall.frames)


def test_the_end_in_which_nothing_is_seen_to_move_is_left_out() -> None:
    way = [0.0, 2.0, 4.0, 6.0, *[6.0 + 0.001 * k for k in range(100)]]
    fall = fall_of(trace(way), NAMES)
    assert sum(fall.seconds[:-1]) < 1.0
    assert fall.frames[-1]["C"].x == pytest.approx(way[-1], abs=0.01)


@pytest.mark.parametrize("text", ["", "QUJD", "50 3 xxxx", trace([0.0])])
def test_what_cannot_be_read_or_does_not_move_has_no_frames(text: str) -> None:
    fall = fall_of(text, NAMES)
    assert fall.frames == () and not fall.fell
