"""The pyramids: their sizes, and the attitudes in which they rest."""

from __future__ import annotations

import pytest

from towergames.games.leaning import pyramids
from towergames.games.leaning.pyramids import FEATURES, LARGE, MEDIUM, SIZES, SMALL, PyramidSize
from towergames.physics.geometry import Pose, sub


def test_the_sizes_are_those_of_the_standard_pyramids() -> None:
    # Sixteenths and thirty-seconds of an inch: base x height.
    inches = {"small": (9 / 16, 1.0), "medium": (25 / 32, 1.375), "large": (1.0, 1.75)}
    for name, (base, height) in inches.items():
        assert SIZES[name].base == pytest.approx(base * 2.54)
        assert SIZES[name].height == pytest.approx(height * 2.54)
    assert [s.pips for s in (SMALL, MEDIUM, LARGE)] == [1, 2, 3]


@pytest.mark.parametrize("size", SIZES.values(), ids=lambda s: s.name)
@pytest.mark.parametrize("feature", FEATURES)
def test_a_feature_set_down_is_down_and_carries_the_weight(size: PyramidSize, feature: str) -> None:
    pose = pyramids.standing(size, pyramids.attitude(size, feature, yaw=0.7, roll=1.1), 3, -2)
    heights = [pose.point(c)[2] for c in pyramids.corners(size)]
    feet = FEATURES[feature]
    assert min(heights) == pytest.approx(0, abs=1e-9)
    assert all(heights[k] == pytest.approx(0, abs=1e-9) for k in feet)
    assert all(h > 0.1 for k, h in enumerate(heights) if k not in feet)
    heavy = pose.point(pyramids.centre(size))
    feet_at = [pose.point(pyramids.corners(size)[k]) for k in feet]
    if len(feet) == 1:
        assert heavy[:2] == pytest.approx(feet_at[0][:2], abs=1e-9)
    elif len(feet) == 2:
        along = sub(feet_at[1], feet_at[0])
        arm = sub(heavy, feet_at[0])
        assert along[0] * arm[1] - along[1] * arm[0] == pytest.approx(0, abs=1e-9)


def test_an_upright_piece_over_another_brings_point_to_inside_point() -> None:
    nested = Pose(0, 0, pyramids.NESTING)
    assert pyramids.inside_point_gap(LARGE, nested, LARGE, Pose(0, 0, 0)) == pytest.approx(0, abs=1e-9)
    assert pyramids.inside_point_gap(LARGE, Pose(0, 0, 1.2), LARGE, Pose(0, 0, 0)) > 0.1
