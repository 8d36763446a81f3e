"""Bodies that hang on one another: what pulls at their joints, and how they go on when some come loose."""

from __future__ import annotations

import mujoco as mj
import numpy as np

from towergames.physics.geometry import Vec
from towergames.physics.scene import Scene
from towergames.physics.table_top import TableTop, Velocity


class Strain:
    """How hard the joints of one table are strained, as shares of what they bear; 0 where nothing limits it."""

    def __init__(self, table: TableTop) -> None:
        self._table = table
        hung = [(body.name, body.joint) for body in table.scene.bodies if body.joint is not None]
        self._names = [name for name, _ in hung]
        self._numbers = [table.ids[name] for name in self._names]
        self._outs = np.array([joint.out for _, joint in hung]).reshape(-1, 3)
        self._held = np.array([1 / joint.hold if joint.hold else 0.0 for _, joint in hung])
        hinges = [(number, hinge) for number, (_, joint) in enumerate(hung) for hinge in joint.hinges]
        firsts = [int(table.model.jnt_qposadr[table.model.body_jntadr[number]]) for number in self._numbers]
        self._angles = [
            first + k for first, (_, joint) in zip(firsts, hung, strict=True) for k in range(len(joint.hinges))
        ]
        self._shares = np.array([h.stiffness / h.strength if h.strength else 0.0 for _, h in hinges])
        self._owners = np.array([number for number, _ in hinges], dtype=int)

    def loads(self) -> dict[str, float]:
        """For every hanging body the largest moment in its hinges."""
        found = np.zeros(len(self._names))
        np.maximum.at(found, self._owners, np.abs(self._table.data.qpos[self._angles]) * self._shares)
        return dict(zip(self._names, found.tolist(), strict=True))

    def pulls(self) -> dict[str, float]:
        """For every hanging body how hard it is pulled off its joint.

        It is that of the last step, with all forces of motion and contact: ask before ``touching``, which looks for
        new contacts.
        """
        if not self._held.any():
            return dict.fromkeys(self._names, 0.0)
        data = self._table.data
        mj.mj_rnePostConstraint(self._table.model, data)
        ways = np.einsum("nij,nj->ni", data.xmat[self._numbers].reshape(-1, 3, 3), self._outs)
        # The force of the parent on the body: what draws it home keeps it from coming off.
        kept = -np.einsum("ni,ni->n", data.cfrc_int[self._numbers, 3:], ways)
        return dict(zip(self._names, np.maximum(0.0, kept * self._held).tolist(), strict=True))


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
