from __future__ import annotations

import dataclasses
import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from towergames.physics.geometry import Pose, about, angle_between, length, sub
from towergames.physics.recording import (
    MOST_TRACE,
    UNITS_PER_CM,
    UNITS_PER_ONE,
    Trace,
    pack,
    read_movement,
    unpack,
    written,
)


def wandering(bodies: int, frames: int, seed: int, stride: float = 0.3) -> list[tuple[Pose, ...]]:
    rng = random.Random(seed)
    now = [Pose.of((rng.uniform(-9, 9), 0, 3), about((1, 2, 3), rng.uniform(0, 6))) for _ in range(bodies)]
    pictures = []
    for _ in range(frames):
        pictures.append(tuple(now))
        now = [
            p.moved((rng.gauss(0, stride), rng.gauss(0, stride), rng.gauss(0, stride))).rotated(
                about((rng.gauss(0, 1), 1, 0), rng.gauss(0, stride)), p.place
            )
            for p in now
        ]
    return pictures


@given(st.integers(0, 5), st.integers(0, 12), st.integers(0, 99), st.sampled_from([0.01, 0.3, 40.0]))
def test_a_trace_comes_back_within_half_a_unit(bodies: int, frames: int, seed: int, stride: float) -> None:
    pictures = wandering(bodies, frames, seed, stride)
    told = unpack(pack(pictures, 33))
    assert len(told) == frames
    for before, after in zip(pictures, told, strict=True):
        for a, b in zip(before, after, strict=True):
            inside = all(abs(v) <= 327 for v in a.place)
            if inside:
                assert length(sub(a.place, b.place)) <= math.sqrt(3) * 0.5 / UNITS_PER_CM + 1e-9
            # Four parts off by half a unit each are a length of one unit, and twice that in angle.
            assert angle_between(a.turn, b.turn) <= 2 / UNITS_PER_ONE + 1e-6
            assert sum(part * part for part in b.turn) == pytest.approx(1)


def test_what_flew_far_away_stays_at_the_edge() -> None:
    told = unpack(pack([(Pose(0, 0, 0),), (Pose(1e6, -1e6, 5),)], 33))
    assert told[1][0].x == pytest.approx(327.67)
    assert told[1][0].y == pytest.approx(-327.67)


def test_rest_costs_next_to_nothing_and_time_is_kept() -> None:
    still = [wandering(18, 1, 5)[0]] * 60
    trace = pack(still, 32)
    assert len(trace.data) < 700
    assert trace.seconds == pytest.approx(59 * 0.032)


@given(st.binary(max_size=80) | st.text(max_size=80), st.integers(-2, 10**9), st.integers(-2, 10**9))
def test_junk_is_refused_and_not_unpacked(data: bytes | str, bodies: int, frames: int) -> None:
    text = data if isinstance(data, str) else data.decode("latin-1")
    if bodies * frames == 0:
        bodies = 1
        frames = 1
    with pytest.raises(ValueError, match=r"damaged|cannot be read"):
        unpack(Trace(33, bodies, frames, text))


def test_a_trace_that_says_less_than_it_holds_is_refused() -> None:
    trace = pack(wandering(3, 8, 1), 33)
    for wrong in (dataclasses.replace(trace, frames=7), dataclasses.replace(trace, bodies=4)):
        with pytest.raises(ValueError, match="damaged"):
            unpack(wrong)


def test_a_long_movement_keeps_fewer_pictures_and_its_end() -> None:
    pictures = wandering(20, 90, 1)
    text = written(pictures, 32, MOST_TRACE)
    assert 0 < len(text) <= MOST_TRACE and text.isascii() and text.isprintable()
    movement = read_movement(text, 20)
    assert movement.period > 32 and movement.seconds == pytest.approx(89 * 0.032, rel=0.15)
    assert movement.pictures[-1][3].place == pytest.approx(pictures[-1][3].place, abs=0.01)
    assert written(pictures, 32, most=50) == "" and read_movement("", 5).pictures == ()


def test_a_coarse_record_is_rounded_before_frames_are_left_out() -> None:
    pictures = wandering(20, 30, 1)
    exact = written(pictures, 32, 10**6)
    coarse = written(pictures, 32, len(exact) - 100, coarse=True)
    fewer = written(pictures, 32, len(exact) - 100)
    assert written(pictures, 32, 10**6, coarse=True) == exact, "only where it has to be"
    assert len(read_movement(fewer, 20).pictures) < len(read_movement(coarse, 20).pictures) == 30
    for exact_frame, kept in zip(pictures, read_movement(coarse, 20).pictures, strict=True):
        for one, other in zip(exact_frame, kept, strict=True):
            assert one.place == pytest.approx(other.place, abs=0.021)
            assert angle_between(one.turn, other.turn) < 0.004


@pytest.mark.parametrize("text", ["x", "32 4", "32 4 AAAA", "0 1 AAAA", "99999999 1 AAAA", "32 -1 AAAA", "32 4 \x00"])
def test_a_damaged_movement_is_said_to_be_damaged(text: str) -> None:
    with pytest.raises(ValueError, match=r"damaged|cannot be read"):
        read_movement(text, 3)
