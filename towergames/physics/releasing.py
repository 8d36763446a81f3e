"""Jobs for a worker: whole releases described by plain data."""

from __future__ import annotations

from collections.abc import Mapping

from towergames.physics.geometry import Pose
from towergames.physics.scene import Scene
from towergames.physics.settling import AT_REST, Push, Settled, Until, settle
from towergames.physics.table_top import TableTop, Velocity
from towergames.physics.worker import Task


def release(
    task: Task,
    scene: Scene,
    poses: Mapping[str, Pose],
    velocities: Mapping[str, Velocity],
    pushes: tuple[Push, ...] = (),
    until: Until = AT_REST,
    angles: Mapping[str, tuple[float, ...]] | None = None,
) -> Settled:
    """Lay the table, let go and tell how it settles; see :func:`towergames.physics.settling.settle`."""
    table = TableTop(scene, poses)
    for name, bent in (angles or {}).items():
        table.bend(name, bent)
    return settle(table, velocities=velocities, pushes=pushes, until=until, cancelled=task.cancelled)
