"""Bodies that hang on one another: what pulls at their joints, and how they go on when some come loose."""

from __future__ import annotations

import mujoco as mj
import numpy as np

from towergames.physics.geometry import Vec
from towergames.physics.scene import Scene
from towergames.physics.table_top import TableTop, Velocity


def pulls(table: TableTop) -> dict[str, float]:
    """For every hanging body how hard it is pulled off its joint, as a share of what holds it; 0 without a limit.

    It is that of the last step, with all forces of motion and contact: ask before ``touching``, which looks for new
    contacts.
    """
    held = [(body.name, body.joint) for body in table.scene.bodies if body.joint is not None]
    if not any(joint.hold for _, joint in held):
        return {name: 0.0 for name, _ in held}
    mj.mj_rnePostConstraint(table.model, table.data)
    numbers = [table.ids[name] for name, _ in held]
    outs = np.array([joint.out for _, joint in held])
    ways = np.einsum("nij,nj->ni", table.data.xmat[numbers].reshape(-1, 3, 3), outs)
    # The force of the parent on the body: what draws it home keeps it from coming off.
    kept = -np.einsum("ni,ni->n", table.data.cfrc_int[numbers, 3:], ways)
    return {
        name: max(0.0, float(force) / joint.hold) if joint.hold else 0.0
        for (name, joint), force in zip(held, kept, strict=True)
    }


def going_on(table: TableTop, scene: Scene) -> TableTop:
    """The same bodies, where they are and as fast, in another scene: some of them may hang on nothing there."""
    other = TableTop(scene, table.poses())
    for body in scene.bodies:
        if body.name in other.free:
            other.set_velocity(body.name, _velocity(table, body.name))
        elif body.joint is not None:
            other.bend(body.name, table.angles(body.name))
            old, new = (int(one.model.body_dofadr[one.ids[body.name]]) for one in (table, other))
            hinges = len(body.joint.hinges)
            other.data.qvel[new : new + hinges] = table.data.qvel[old : old + hinges]
    other.refresh()
    return other


def _velocity(table: TableTop, name: str) -> Velocity:
    """The speed of a body's origin along the world's axes, and its spin about its own."""
    spin, speed = np.zeros(6), np.zeros(6)
    mj.mj_objectVelocity(table.model, table.data, mj.mjtObj.mjOBJ_XBODY, table.ids[name], speed, 0)
    mj.mj_objectVelocity(table.model, table.data, mj.mjtObj.mjOBJ_XBODY, table.ids[name], spin, 1)
    return Velocity(_vec(speed[3:].tolist()), _vec(spin[:3].tolist()))


def _vec(three: list[float]) -> Vec:
    x, y, z = three
    return (x, y, z)
