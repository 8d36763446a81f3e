"""Foundations that the table sets up: two large pieces that prop each other, found by trying on glass."""

from __future__ import annotations

from towergames.games.leaning.model import Pose

READY: dict[tuple[str, str], tuple[tuple[Pose, Pose], ...]] = {
    ("large", "large"): (
        (
            Pose(-27801, -3510, 11303, 843538, -77906, 515908, 127330),
            Pose(10293, 10820, 16135, -564343, -717552, -408210, 277),
        ),
        (
            Pose(-22046, 4257, 10787, 857798, 92927, 477139, -166990),
            Pose(19066, -9909, 16083, 116626, -624432, 539455, 552695),
        ),
        (
            Pose(-30224, 1804, 11923, 817542, 41299, 571337, -59111),
            Pose(18230, -12512, 15479, 311783, -471109, 672452, 478181),
        ),
        (
            Pose(-30264, 1674, 12000, 812695, 38547, 578887, -54135),
            Pose(17516, -12461, 15975, 298435, -421340, 708647, 480862),
        ),
        (
            Pose(-28908, -1401, 11482, 843243, -31094, 534386, 49062),
            Pose(11486, 11137, 16606, -555094, -692843, -454728, 71148),
        ),
        (
            Pose(-25843, 4578, 11545, 825790, 103788, 530271, -161587),
            Pose(18528, -11813, 16079, 205786, -527960, 634147, 526088),
        ),
    ),
}
"""Sizes -> pairs of poses that stay where they are on every surface."""
