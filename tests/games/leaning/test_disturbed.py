"""L-16: a piece is disturbed beyond 3 mm or 5 degrees, on the table top and in simulated releases. Needs the engine."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from towergames import physics

if physics.unavailable_reason():
    pytest.skip(physics.unavailable_reason(), allow_module_level=True)

from tests.games.leaning.live import played
from towergames.core.dice import Dice
from towergames.games.leaning import release
from towergames.games.leaning.evaluation import CandidatePlacement
from towergames.games.leaning.layout import disturbed, poses_of, scene_of, shift_of
from towergames.games.leaning.model import Aim, Layout, Piece
from towergames.games.leaning.pyramids import SMALL, attitude, standing
from towergames.games.leaning.trials import ReleaseTrials
from towergames.physics.geometry import PER_CM, Pose, Vec, about
from towergames.physics.recording import recorded
from towergames.physics.settle import SettleResult
from towergames.physics.table_top import TableTop

UP: Vec = (0.0, 0.0, 1.0)
ALONE = standing(SMALL, attitude(SMALL, "base"), 25.0)
"""The pose of a small piece that stands alone: it rests on nothing that it could lose."""


def pushed(millimetres: float) -> Callable[[Pose], Pose]:
    return lambda pose: pose.moved((0.6 * millimetres / 10, -0.8 * millimetres / 10, 0.0))


def spun(degrees: float) -> Callable[[Pose], Pose]:
    """A turn on the spot, by which no corner of a small piece moves as far as 3 mm."""
    return lambda pose: pose.rotated(about(UP, math.radians(degrees)), pose.place)


EDGES = pytest.mark.parametrize(
    ("way", "count"),
    [(pushed(3.000), 0), (pushed(3.001), 1), (spun(5.000), 0), (spun(5.001), 1)],
    ids=["3.000 mm", "3.001 mm", "5.000 degrees", "5.001 degrees"],
)


@pytest.fixture(scope="module")
def table() -> Layout:
    """A Foundation, and P3 beside it."""
    foundation = played("ready").layout
    return replace(foundation, pieces=(*foundation.pieces, Piece(3, "small", 0, recorded(ALONE), 2, 0)))


def at_rest(top: TableTop, poses: dict[str, Pose]) -> SettleResult:
    """The result of a settle at these poses, in which only P3 has moved."""
    names, before = top.names, top.poses()
    none = dict.fromkeys(names, 0.0)
    moved = shift_of("small", before["P3"], poses["P3"]) / PER_CM
    return SettleResult(
        why="rest",
        at="",
        seconds=1.0,
        speed=0.0,
        poses=poses,
        corners_on_table=dict.fromkeys(names, (0, 1)),
        touches=(),
        moved={**none, "P3": moved},
    )


@EDGES
def test_l16_the_table_tops_answer_has_the_same_edge(table: Layout, way: Callable[[Pose], Pose], count: int) -> None:
    poses = poses_of(table)
    poses["P3"] = way(poses["P3"])
    top = TableTop(scene_of(table), poses)
    outcome = release.outcome_of(top, [at_rest(top, poses)], table, {}, {}, ())
    assert len([piece for piece in disturbed(table, outcome) if piece == 3]) == count


def in_thought(
    table: Layout, monkeypatch: pytest.MonkeyPatch, *ways: Callable[[Pose], Pose], full: bool = False
) -> int:
    """How many pieces a trial disturbs when P3 goes these ways, at the fall and in each rebuild."""
    left, terms = list(ways), played("ready").terms

    def settle(top: TableTop, **_: Any) -> SettleResult:
        poses = top.poses()
        if left:
            poses["P3"] = left.pop(0)(poses["P3"])
        return at_rest(top, poses)

    here = recorded(Pose(0.0, 30.0, 3.0))
    draft = CandidatePlacement("small", False, "rest", "side", 3, here, Aim(0, (3,)), 2)
    with monkeypatch.context() as patched:
        patched.setattr(release, "settle", settle)
        patched.setattr(release, "jittered", lambda poses, _: poses)
        tried = ReleaseTrials(table, 4, terms)
        return (tried.full if full else tried.fall)(draft, Dice(1)).disturbed


@EDGES
def test_l16_releases_in_thought_have_the_same_edge(
    table: Layout, monkeypatch: pytest.MonkeyPatch, way: Callable[[Pose], Pose], count: int
) -> None:
    # A record has whole micrometres, and a turn of six digits.
    assert in_thought(table, monkeypatch, way) == count


def test_l16_what_creeps_a_little_in_every_rebuild_is_disturbed_in_thought(
    table: Layout, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert in_thought(table, monkeypatch, pushed(1.4), pushed(1.4), full=True) == 0
    assert in_thought(table, monkeypatch, pushed(1.6), pushed(1.6), full=True) == 1
