"""The engine behind a small interface: one table with bodies on it, at one moment.

The interface has names, cm, radians and plain tuples. A table must not be used by several threads at once.
"""

from __future__ import annotations

import contextlib
import math
import threading
from collections.abc import Collection, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from xml.sax.saxutils import quoteattr

import numpy as np
from numpy.typing import NDArray

from towergames.physics.engine import mj
from towergames.physics.geometry import Pose, Vec, add
from towergames.physics.scene import TABLE, Body, Box, Hull, Scene, Shape

GRAVITY_CM = 981.0
"""cm/s2."""

PLANE_GROUP = 3
"""The group of the endless plane on which everything stands. Pictures do not show it: they draw a disc."""


def scene_xml(scene: Scene, poses: Mapping[str, Pose], *, step: float) -> str:
    """The scene as MJCF with time steps of ``step`` seconds; ``poses`` are needed for fixed bodies only."""
    s = scene.settings
    shapes = list(dict.fromkeys(body.shape for body in scene.bodies))
    down = f"{GRAVITY_CM * math.sin(s.slope):.12g} 0 {-GRAVITY_CM * math.cos(s.slope):.12g}"
    children: dict[str, list[Body]] = {}
    for body in scene.bodies:
        children.setdefault(body.joint.parent if body.joint else "", []).append(body)
    bodies = "".join(_body(body, children, shapes, poses) for body in children.get("", []))
    return f"""<mujoco>
<compiler boundmass="0" balanceinertia="false" angle="radian"/>
<option timestep="{step:.12g}" gravity="{down}" cone="elliptic" impratio="{s.grip}" jacobian="sparse" solver="Newton"
 iterations="{s.iterations}" tolerance="1e-9" integrator="{"implicitfast" if s.implicit else "Euler"}"/>
<size memory="20M"/>
<default><mesh inertia="exact"/>
<geom friction="{s.friction} 0.01 0.0001" condim="3" solref="{s.give * step:.12g} {s.bounce:.12g}"
 solimp="0.95 0.99 0.005"/></default>
<asset>{"".join(_meshes(number, shape) for number, shape in enumerate(shapes))}</asset>
<worldbody>
<geom name="plane" type="plane" size="0 0 1" group="{PLANE_GROUP}" priority="1"
 friction="{scene.surface.friction} 0.01 0.0001"/>
{bodies}</worldbody>
<contact>{"".join(_apart(a, b) for a, b in _pairs(scene))}</contact>
<equality>{"".join(_tie(t.a, t.b, t.at) for t in scene.ties)}</equality>
</mujoco>"""


def _numbers(*values: float) -> str:
    return " ".join(f"{v:.17g}" for v in values)


def _meshes(number: int, shape: Shape) -> str:
    return "".join(
        f'<mesh name="m{number}_{k}" vertex="{_numbers(*(v for point in part.points for v in point))}"/>'
        for k, part in enumerate(shape.parts)
        if isinstance(part, Hull)
    )


def _geoms(number: int, shape: Shape) -> str:
    return "".join(
        f'<geom type="mesh" mesh="m{number}_{k}" density="{shape.density}"/>'
        if isinstance(part, Hull)
        else _box(part, shape.density)
        for k, part in enumerate(shape.parts)
    )


def _box(box: Box, density: float) -> str:
    return f'<geom type="box" pos="{_numbers(*box.centre)}" size="{_numbers(*box.half)}" density="{density}"/>'


def _body(body: Body, children: Mapping[str, list[Body]], shapes: list[Shape], poses: Mapping[str, Pose]) -> str:
    if body.fixed:
        pose = poses[body.name]
        inside = ""
    elif body.joint is None:
        # A free body without a pose waits out of the way.
        pose = poses.get(body.name, Pose(8.0 * len(children), 50.0, 1.0))
        inside = "<freejoint/>"
    else:
        pose = body.joint.place
        inside = "".join(
            f'<joint type="hinge" axis="{_numbers(*h.axis)}" pos="{_numbers(*body.joint.anchor)}" '
            f'stiffness="{h.stiffness}" damping="{h.damping}" armature="{h.inertia}"/>'
            for h in body.joint.hinges
        )
    inside += _geoms(shapes.index(body.shape), body.shape)
    inside += "".join(_body(child, children, shapes, poses) for child in children.get(body.name, []))
    name = quoteattr(body.name)
    return f'<body name={name} pos="{_numbers(*pose.place)}" quat="{_numbers(*pose.turn)}">{inside}</body>\n'


def _pairs(scene: Scene) -> list[tuple[str, str]]:
    listed = [(b.joint.parent, b.name) for b in scene.bodies if b.joint]
    listed += [(t.a, t.b) for t in scene.ties]
    return sorted({(min(a, b), max(a, b)) for a, b in (*listed, *scene.apart)})


def _apart(a: str, b: str) -> str:
    return f"<exclude body1={quoteattr(a)} body2={quoteattr(b)}/>"


def _tie(a: str, b: str, at: Vec) -> str:
    return f'<connect body1={quoteattr(a)} body2={quoteattr(b)} anchor="{_numbers(*at)}" solref="0.01 1"/>'


Numbers = NDArray[np.float64]

TOUCH_CM = 0.005
"""Surfaces nearer than this touch."""
ON_TABLE_CM = 0.03
"""Corners lower than this are on the table."""


class _EngineWarnings(threading.local):
    """Warnings of the engine in this thread: two tables may be at work at once."""

    def __init__(self) -> None:
        self.warnings: list[str] = []


_warned = _EngineWarnings()
# Without this handler the engine writes to the terminal and to a file in the current folder.
mj.set_mju_user_warning(lambda text: _warned.warnings.append(text))


@dataclass(frozen=True, slots=True)
class Touch:
    """A contact of two bodies, ``a`` before ``b`` in the scene, or ``b`` the table. ``gap`` in cm is below 0 if they
    overlap.
    """

    a: str
    b: str
    gap: float
    at: Vec


@dataclass(frozen=True, slots=True)
class Velocity:
    """The velocity of a free body: cm/s along the world's axes, and rad/s about its own."""

    along: Vec = (0.0, 0.0, 0.0)
    about: Vec = (0.0, 0.0, 0.0)


class Unstable(Exception):  # noqa: N818  (it is a state of the world, not a fault of the program)
    """The engine lost a body even at the smallest step."""


class TableTop:
    """Bodies at their poses. Free bodies start at ``poses``, or beside the table."""

    def __init__(self, scene: Scene, poses: Mapping[str, Pose] | None = None, *, step: float = 0.0) -> None:
        self.scene = scene
        self.step = step or scene.settings.step
        given = poses or {}
        self.model = copy(_compiled(scene_xml(scene, given, step=self.step)))
        self.data = mj.MjData(self.model)
        self.names = tuple(body.name for body in scene.bodies)
        self.ids = {name: int(self.model.body(name).id) for name in self.names}
        self._name_of = {number: name for name, number in self.ids.items()}
        self.rank = {name: rank for rank, name in enumerate(self.names)}
        owners = self.model.geom_bodyid.tolist()
        self.geoms = {
            name: [geom for geom, owner in enumerate(owners) if owner == number] for name, number in self.ids.items()
        }
        self._corners = {body.name: np.array(body.shape.corners) for body in scene.bodies}
        self._outer = {body.name: _outer_points(body.shape) for body in scene.bodies}
        self.reach = {name: float(np.linalg.norm(points, axis=1).max()) for name, points in self._outer.items()}
        self.free = {b.name for b in scene.bodies if not b.fixed and b.joint is None}
        self._qpos = {name: int(self.model.jnt_qposadr[self.model.body_jntadr[self.ids[name]]]) for name in self.free}
        self._qvel = {name: int(self.model.jnt_dofadr[self.model.body_jntadr[self.ids[name]]]) for name in self.free}
        self._damping = self.model.dof_damping.copy()
        self._iterations = self.data.solver_niter
        self.place_all(given)
        self.refresh()

    # Places -------------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Update everything that depends on the poses; :meth:`place` leaves that to the caller."""
        mj.mj_kinematics(self.model, self.data)
        mj.mj_comPos(self.model, self.data)

    def place(self, name: str, pose: Pose) -> None:
        """Put a free body at a pose, at rest. Raises KeyError for a body that is not free."""
        self._put(name, pose)
        mj.mj_kinematics(self.model, self.data)

    def place_all(self, poses: Mapping[str, Pose]) -> None:
        """Put all free bodies in ``poses`` at their poses, at rest."""
        for name in self.free.intersection(poses):
            self._put(name, poses[name])
        mj.mj_kinematics(self.model, self.data)

    def _put(self, name: str, pose: Pose) -> None:
        at, speed = self._qpos[name], self._qvel[name]
        self.data.qpos[at : at + 7] = pose
        self.data.qvel[speed : speed + 6] = 0

    def set_velocity(self, name: str, velocity: Velocity) -> None:
        """Set the velocity of a free body. Raises KeyError for a body that is not free."""
        at = self._qvel[name]
        self.data.qvel[at : at + 3] = velocity.along
        self.data.qvel[at + 3 : at + 6] = velocity.about

    def velocity(self, name: str) -> Velocity:
        """The velocity of a free body. Raises KeyError for a body that is not free."""
        at = self._qvel[name]
        x, y, z, i, j, k = self.data.qvel[at : at + 6].tolist()
        return Velocity((x, y, z), (i, j, k))

    def pose(self, name: str) -> Pose:
        if name in self._qpos:
            at = self._qpos[name]
            return Pose(*self.data.qpos[at : at + 7].tolist())
        number = self.ids[name]
        return Pose(*self.data.xpos[number].tolist(), *self.data.xquat[number].tolist())

    def poses(self) -> dict[str, Pose]:
        """The poses of all bodies' frames, in the scene's order."""
        places, turns = self.data.xpos.tolist(), self.data.xquat.tolist()
        return {
            name: self.pose(name) if name in self.free else Pose(*places[number], *turns[number])
            for name, number in self.ids.items()
        }

    def angles(self, name: str) -> tuple[float, ...]:
        """The angles of a hanging body's hinges; () for other bodies."""
        first, count = int(self.model.body_jntadr[self.ids[name]]), int(self.model.body_jntnum[self.ids[name]])
        if name in self.free or count == 0:
            return ()
        return tuple(self.data.qpos[self.model.jnt_qposadr[first : first + count]].tolist())

    def bend(self, name: str, angles: Iterable[float]) -> None:
        """Set the angles of a hanging body's hinges, to carry them over from another table."""
        first = int(self.model.body_jntadr[self.ids[name]])
        for k, angle in enumerate(angles):
            self.data.qpos[self.model.jnt_qposadr[first + k]] = angle
        mj.mj_kinematics(self.model, self.data)

    # Questions ----------------------------------------------------------------------------------------------------

    def corner_array(self, name: str) -> Numbers:
        """A body's corners in the world, n x 3."""
        return self._placed(name, self._corners[name])

    def outer_array(self, name: str) -> Numbers:
        """Points of the world whose convex hull contains the whole body, n x 3."""
        return self._placed(name, self._outer[name])

    def _placed(self, name: str, points: Numbers) -> Numbers:
        number = self.ids[name]
        placed: Numbers = points @ self.data.xmat[number].reshape(3, 3).T + self.data.xpos[number]
        return placed

    def corners(self, name: str) -> tuple[Vec, ...]:
        """A body's corners in the world."""
        return tuple((x, y, z) for x, y, z in self.corner_array(name).tolist())

    def corner_heights(self, name: str) -> tuple[float, ...]:
        """The height of each corner above the table."""
        return tuple(self.corner_array(name)[:, 2].tolist())

    def corners_on_table(self, name: str, within: float = ON_TABLE_CM) -> tuple[int, ...]:
        """The numbers of the corners that stand on the table."""
        return tuple(k for k, height in enumerate(self.corner_heights(name)) if height < within)

    def centre_of_mass(self, name: str) -> Vec:
        x, y, z = self.data.xipos[self.ids[name]].tolist()
        return (x, y, z)

    def mass(self, name: str) -> float:
        """A body's mass in grams, for a fixed body too."""
        return float(self.model.body_mass[self.ids[name]])

    def touching(self, within: float = TOUCH_CM) -> tuple[Touch, ...]:
        """Every pair of bodies, and of body and table, in contact, each with its deepest contact.

        Surfaces at rest overlap a little, so the engine finds them. A piece held just off another is not found: use
        :meth:`near` for that.
        """
        mj.mj_kinematics(self.model, self.data)
        mj.mj_comPos(self.model, self.data)
        mj.mj_collision(self.model, self.data)
        contacts: dict[tuple[str, str], Touch] = {}
        for k in range(self.data.ncon):
            contact = self.data.contact[k]
            gap = float(contact.dist)
            if gap > within:
                continue
            pair = self._pair(int(contact.geom[0]), int(contact.geom[1]))
            if pair not in contacts or gap < contacts[pair].gap:
                x, y, z = contact.pos.tolist()
                contacts[pair] = Touch(*pair, gap, (x, y, z))
        order = {**self.rank, TABLE: len(self.rank)}
        return tuple(sorted(contacts.values(), key=lambda t: (order[t.a], order[t.b])))

    def landed(self) -> set[str]:
        """The bodies that touched the table in the last step; cheaper than :meth:`touching`."""
        contacts = self.data.contact
        pairs = self.model.geom_bodyid[contacts.geom]
        found = pairs[(contacts.dist <= TOUCH_CM) & (pairs.min(axis=1, initial=1) == 0)].max(axis=1, initial=0)
        return {self._name_of[number] for number in found.tolist()}

    def _pair(self, geom_a: int, geom_b: int) -> tuple[str, str]:
        names = (self._name_of.get(int(self.model.geom_bodyid[geom]), TABLE) for geom in (geom_a, geom_b))
        first, second = sorted(names, key=lambda name: self.rank.get(name, len(self.rank)))
        return first, second

    def meets(self, names: Collection[str]) -> bool:
        """Whether one of the bodies was in contact in the last step."""
        if not names:
            return False
        bodies = self.model.geom_bodyid[self.data.contact.geom]
        return bool(np.isin(bodies, [self.ids[name] for name in names]).any())

    def distance(self, a: str, b: str, limit: float = 10.0) -> float:
        """The exact distance of two bodies in cm (at most ``limit``), negative if they overlap.

        ``b`` may be the table: then the result is the height of the lowest corner of ``a``.
        """
        if b == TABLE:
            return min(limit, float(self.corner_array(a)[:, 2].min()))
        return self._distance(a, b, limit)

    def _distance(self, a: str, b: str, limit: float) -> float:
        best, model, data, measured = limit, self.model, self.data, mj.mj_geomDistance
        for first in self.geoms[a]:
            for second in self.geoms[b]:
                # A limit a little above zero finds overlaps too.
                found: float = measured(model, data, first, second, best if best > 0.2 else 0.2, None)
                if found < best:
                    best = found
        return best

    def nearest(self, name: str, others: Iterable[str] | None = None, limit: float = 3.0) -> tuple[float, str]:
        """Distance and name of the nearest of ``others`` (all bodies, not the table); (limit, "") if none is near."""
        best, who = limit, ""
        places, own = self.data.xpos.tolist(), self.reach[name]
        here = places[self.ids[name]]
        for other in others if others is not None else self.names:
            if other == name:
                continue
            if math.dist(places[self.ids[other]], here) > own + self.reach[other] + max(best, 0.0):
                continue
            distance = self._distance(name, other, best)
            if distance < best:
                best, who = distance, other
        return best, who

    def near(self, name: str, within: float = TOUCH_CM) -> tuple[str, ...]:
        """The other bodies nearer than ``within`` cm, by exact distance, in the scene's order."""
        return tuple(o for o in self.names if o != name and self.nearest(name, [o], limit=within + 0.01)[0] < within)

    def overlap(self, name: str) -> float:
        """Depth, in cm, of a body in others or in the table; 0 if it overlaps none."""
        return max(0.0, -self.distance(name, TABLE), -self.nearest(name)[0])

    def speed(self) -> float:
        """The largest speed of any body, in cm/s or rad/s."""
        return float(np.abs(self.data.qvel).max()) if self.model.nv else 0.0

    # Time ---------------------------------------------------------------------------------------------------------

    def advance(self, steps: int) -> bool:
        """Run ``steps`` steps. Return False when the table cannot be trusted any more.

        Then the engine has warned, has lost a body, or its solver has reached its limit before the solution.
        """
        _warned.warnings.clear()
        most = self.scene.settings.iterations
        for _ in range(steps):
            mj.mj_step(self.model, self.data)
            if max(self._iterations.tolist()) >= most:
                return False
        trouble = bool(_warned.warnings) or bool(self.data.warning.number.any())
        return not trouble and bool(np.isfinite(self.data.qpos).all())

    def settle_contacts(self) -> bool:
        """Let everything sink into its contacts at no speed (``EngineSettings.seating``). False as for
        :meth:`advance`.
        """
        self.model.opt.timestep = self.step / 2
        try:
            for _ in range(self.scene.settings.seating):
                if not self.advance(1):
                    return False
                self.data.qvel[:] = 0
        finally:
            self.model.opt.timestep = self.step
        return True

    def push(self, name: str, force: Vec, moment: Vec = (0.0, 0.0, 0.0)) -> None:
        """Apply a force (dyn) and a moment (dyn cm) to a body's centre of mass until the next push."""
        self.data.xfrc_applied[self.ids[name]] = (*force, *moment)

    def slow(self, rate: float) -> None:
        """Slow everything down at this rate (1/s) from now on, moving and turning alike; 0 ends that."""
        if self.model.nv > 6 * len(self.free):
            # A body moves with the bodies that hang on it: dof_M0 is the inertia of a hinge with all that it carries.
            self.model.dof_damping[:] = self._damping + rate * self.model.dof_M0
            return
        for name in self.free:
            at, number = self._qvel[name], self.ids[name]
            self.model.dof_damping[at : at + 3] = rate * self.model.body_mass[number]
            self.model.dof_damping[at + 3 : at + 6] = rate * self.model.body_inertia[number]

    def save(self) -> Numbers:
        """The whole state of this table, for :meth:`restore`."""
        kind = mj.mjtState.mjSTATE_INTEGRATION
        state = np.empty(mj.mj_stateSize(self.model, kind))
        mj.mj_getState(self.model, self.data, state, kind)
        return state

    def restore(self, state: Numbers) -> None:
        """Go back to a saved state, exactly."""
        mj.mj_setState(self.model, self.data, state, mj.mjtState.mjSTATE_INTEGRATION)
        self.refresh()

    @contextlib.contextmanager
    def undoing(self) -> Iterator[None]:
        """Context manager that undoes all changes at its end."""
        state = self.save()
        try:
            yield
        finally:
            self.restore(state)

    def with_step(self, step: float) -> TableTop:
        """A copy of this table with another time step."""
        other = TableTop(self.scene, self.poses(), step=step)
        other.data.qpos[:] = self.data.qpos
        other.data.qvel[:] = self.data.qvel
        other.refresh()
        return other


@lru_cache(maxsize=32)
def _compiled(xml: str) -> mj.MjModel:
    """The model of a scene. Cached, since a hand needs it for every motion; copy it before use."""
    return mj.MjModel.from_xml_string(xml)


def _outer_points(shape: Shape) -> Numbers:
    """Points of a shape's frame whose convex hull contains all of it."""
    points: list[Vec] = []
    for part in shape.parts:
        if isinstance(part, Hull):
            points += part.points
        else:
            x, y, z = part.half
            points += [add(part.centre, (i * x, j * y, k * z)) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]
    return np.array(points)
