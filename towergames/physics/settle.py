"""The settling of a table: run the engine until everything rests, and report what happened."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from towergames.physics.engine import mj
from towergames.physics.geometry import Pose, Vec, angle_between, scale
from towergames.physics.recording import Trace, pack
from towergames.physics.scene import TABLE, Scene
from towergames.physics.table_top import TableTop, Touch, Unstable, Velocity

STILL_SECONDS = 0.15
"""A table that is still this long (see ``EngineSettings.rest``) is at rest."""
FRAME_SECONDS = 1 / 30
"""Greatest time between two snapshots of a trace."""
MAX_RETRIES = 3
"""Times that a release is repeated with half the step after the engine lost a body."""


Snapshot = tuple[Pose, ...]
"""The poses of all bodies at one moment, in the scene's order."""


@dataclass(frozen=True, slots=True)
class Push:
    """A hand's push on a body's centre of mass, rising and falling as half a sine: dyn, dyn cm, seconds."""

    body: str
    force: Vec
    moment: Vec = (0.0, 0.0, 0.0)
    seconds: float = 0.08


@dataclass(frozen=True, slots=True)
class StopConditions:
    """Conditions that end a run before rest.

    ``seconds``: the time limit. ``moved``: one of the ``watched`` bodies has moved this many cm anywhere (0: never).
    ``tilted``: ``base`` has turned by this many radians. ``lifted``: bodies that may not touch the table. ``least``:
    seconds that the run lasts even at rest. A breaking hinge or a body that is pulled off always ends a run.
    """

    seconds: float = 4.0
    watched: tuple[str, ...] = ()
    moved: float = 0.0
    base: str = ""
    tilted: float = 0.0
    lifted: tuple[str, ...] = ()
    least: float = 0.0


@dataclass(frozen=True, slots=True)
class SettleResult:
    """The end of a run. Lengths in cm, speeds in cm/s and rad/s.

    ``why`` is ``rest``, ``time``, or the condition that ended the run, with the body in ``at``: ``moved``, ``tilted``,
    ``landed``, ``gave way``, ``came off``, ``cancelled``. ``moved`` is the greatest distance that any corner of a body
    moved. ``loads`` are shares of the strengths of hinges, ``pulls`` of the strengths of joints. The step was halved
    ``halvings`` times; ``steps`` are all that the engine made.
    """

    why: str
    at: str
    seconds: float
    speed: float
    poses: dict[str, Pose]
    corners_on_table: dict[str, tuple[int, ...]]
    touches: tuple[Touch, ...]
    moved: dict[str, float]
    loads: dict[str, float] = field(default_factory=dict)
    pulls: dict[str, float] = field(default_factory=dict)
    halvings: int = 0
    steps: int = 0
    trace: Trace | None = None

    @property
    def rested(self) -> bool:
        """Whether the run ended at rest."""
        return self.why == "rest"

    def touched(self, name: str) -> tuple[str, ...]:
        """The bodies that touch a body at the end, without the table."""
        pairs = [(t.a, t.b) for t in self.touches]
        return tuple(b if a == name else a for a, b in pairs if name in (a, b) and TABLE not in (a, b))


def settle(
    table: TableTop,
    *,
    velocities: Mapping[str, Velocity] | None = None,
    pushes: Iterable[Push] = (),
    until: StopConditions = StopConditions(),
    traced: bool = True,
    snapshots: list[Snapshot] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> SettleResult:
    """Let go of everything and run until it rests; the table is left in the reported state.

    With ``snapshots`` the run appends its poses there, and the result has no trace. When the engine loses a body, the
    release is repeated with half the step. Raises Unstable after MAX_RETRIES repetitions.
    """
    pushed, thrown = tuple(pushes), dict(velocities or {})
    start = table.save()
    current, steps = table, 0
    for halvings in range(MAX_RETRIES + 1):
        run = _Run(current, pushed, until, traced or snapshots is not None, cancelled)
        finished = run.finish(thrown)
        steps += round(run.time / current.step)
        if current.scene.settings.calm:
            current.slow(0.0)
        if finished:
            if current is not table:
                table.data.qpos[:] = current.data.qpos
                table.data.qvel[:] = current.data.qvel
                table.refresh()
            if snapshots is not None:
                snapshots += run.snapshots
            return run.outcome(halvings, steps, packed=traced and snapshots is None)
        table.restore(start)
        current = table.with_step(table.step / 2 ** (halvings + 1))
    raise Unstable(f"the engine lost a body even at a step of {table.step / 2**MAX_RETRIES:g} s")


class _Run:
    """One attempt at a settle."""

    def __init__(
        self,
        table: TableTop,
        pushes: tuple[Push, ...],
        until: StopConditions,
        traced: bool,
        cancelled: Callable[[], bool] | None,
    ) -> None:
        self.table, self.pushes, self.until, self.traced, self.cancelled = table, pushes, until, traced, cancelled
        # A snapshot comes after whole steps and whole milliseconds, so that a replay keeps time.
        self.ticks = max(1, int(FRAME_SECONDS / table.step + 1e-9))
        self.at_start = {name: table.corner_array(name) for name in table.names}
        self.poses_at_start = table.poses()
        self.snapshots = [tuple(self.poses_at_start.values())]
        self.time = 0.0
        self.why, self.at = "", ""
        self.strain = Strain(table)
        self.loads: dict[str, float] = {}
        self.pulls: dict[str, float] = {}

    def finish(self, velocities: Mapping[str, Velocity]) -> bool:
        """Run to the end. Return False when the engine loses a body."""
        if not self.table.settle_contacts():
            return False
        for name, velocity in velocities.items():
            self.table.set_velocity(name, velocity)
        still = 0.0
        period = self.ticks * self.table.step
        while not self.why:
            self._calm()
            if not self._advance():
                return False
            if self.traced:
                self.snapshots.append(tuple(self.table.poses().values()))
            calm = self.table.speed() < self.table.scene.settings.rest and not self._pushing()
            still = still + period if calm else 0.0
            self.why, self.at = self._verdict(still)
        return True

    def _calm(self) -> None:
        settings = self.table.scene.settings
        if settings.calm and self.time > settings.calm:
            self.table.slow(settings.calming * (self.time - settings.calm))

    def _advance(self) -> bool:
        """Run to the next snapshot; in small strides while a hand pushes."""
        if not self._pushing():
            self.time += self.ticks * self.table.step
            return self.table.advance(self.ticks)
        stride = max(1, round(0.005 / self.table.step))
        done = 0
        while done < self.ticks:
            now = min(stride, self.ticks - done)
            for push in self.pushes:
                share = math.sin(math.pi * self.time / push.seconds) if self.time < push.seconds else 0.0
                self.table.push(push.body, scale(push.force, share), scale(push.moment, share))
            if not self.table.advance(now):
                return False
            done += now
            self.time += now * self.table.step
        if not self._pushing():
            for push in self.pushes:
                self.table.push(push.body, (0.0, 0.0, 0.0))
        return True

    def _pushing(self) -> bool:
        return any(self.time < push.seconds for push in self.pushes)

    def _verdict(self, still: float) -> tuple[str, str]:
        until = self.until
        # Read before anything asks for contacts, which replaces the forces of the last step.
        self.loads, self.pulls = self.strain.loads(), self.strain.pulls()
        for why, shares in (("gave way", self.loads), ("came off", self.pulls)):
            name = max(shares, key=lambda one: shares[one], default="")
            if name and shares[name] > 1:
                return why, name
        landed = self.table.landed() if until.lifted else set()
        for name in until.lifted:
            if name in landed:
                return "landed", name
        if until.tilted:
            before, now = self.poses_at_start[until.base], self.table.pose(until.base)
            if angle_between(now.turn, before.turn) > until.tilted:
                return "tilted", until.base
        for name in until.watched if until.moved else ():
            if self._moved(name) > until.moved:
                return "moved", name
        if still >= STILL_SECONDS and self.time >= until.least:
            return "rest", ""
        if self.cancelled is not None and self.cancelled():
            return "cancelled", ""
        return ("time", "") if self.time >= until.seconds else ("", "")

    def _moved(self, name: str) -> float:
        ways = np.linalg.norm(self.table.corner_array(name) - self.at_start[name], axis=1)
        return float(ways.max()) if len(ways) else 0.0

    def outcome(self, halvings: int, steps: int, *, packed: bool) -> SettleResult:
        """The result of the finished run."""
        table, names = self.table, self.table.names
        return SettleResult(
            why=self.why,
            at=self.at,
            seconds=self.time,
            speed=table.speed(),
            poses=table.poses(),
            corners_on_table={name: table.corners_on_table(name) for name in names},
            touches=table.touching(),
            moved={name: self._moved(name) for name in names},
            loads=self.loads,
            pulls=self.pulls,
            halvings=halvings,
            steps=steps,
            trace=pack(self.snapshots, round(self.ticks * table.step * 1000)) if packed else None,
        )


# --- bodies that hang on one another ------------------------------------------------------------------


class Strain:
    """The strain of the joints of one table, as shares of their strengths; 0 for a joint without limit."""

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
        """For every hanging body the pull on its joint.

        The pull is that of the last step, with all forces of motion and contact. Call this before ``touching``, which
        computes new contacts.
        """
        if not self._held.any():
            return dict.fromkeys(self._names, 0.0)
        data = self._table.data
        mj.mj_rnePostConstraint(self._table.model, data)
        ways = np.einsum("nij,nj->ni", data.xmat[self._numbers].reshape(-1, 3, 3), self._outs)
        # The parent's force on the body: a force that draws the body home keeps it from coming off.
        kept = -np.einsum("ni,ni->n", data.cfrc_int[self._numbers, 3:], ways)
        return dict(zip(self._names, np.maximum(0.0, kept * self._held).tolist(), strict=True))


def continued_in(table: TableTop, scene: Scene) -> TableTop:
    """Carry the bodies over to another scene with their poses and velocities.

    A body that hung on a joint may be free in ``scene``.
    """
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
    """The velocity of a body's origin along the world's axes, and its spin about its own."""
    spin, speed = np.zeros(6), np.zeros(6)
    mj.mj_objectVelocity(table.model, table.data, mj.mjtObj.mjOBJ_XBODY, table.ids[name], speed, 0)
    mj.mj_objectVelocity(table.model, table.data, mj.mjtObj.mjOBJ_XBODY, table.ids[name], spin, 1)
    (x, y, z), (i, j, k) = speed[3:].tolist(), spin[:3].tolist()
    return Velocity((x, y, z), (i, j, k))
