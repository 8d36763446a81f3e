"""The scene on the table: shapes, bodies and engine settings, as plain data without the engine's types.

Units: centimetre, gram, second; so forces are dyn (10 N = 1 000 000 dyn) and moments dyn cm.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from towergames.physics.geometry import Pose, Vec

TABLE = "table"
"""The name of the table top among names of bodies: contacts, picks, results of motions. No body may use it."""


@dataclass(frozen=True, slots=True)
class Hull:
    """The convex hull of some points (at least four, not in one plane), in the body's frame."""

    points: tuple[Vec, ...]


@dataclass(frozen=True, slots=True)
class Box:
    """A box along the body's axes: its centre and half its sides."""

    centre: Vec
    half: Vec


@dataclass(frozen=True, slots=True)
class Shape:
    """A rigid solid made of convex parts that may touch but not overlap.

    ``corners`` are the points for the rules; ``density`` in g/cm3 gives mass and inertia.
    """

    parts: tuple[Hull | Box, ...]
    corners: tuple[Vec, ...]
    density: float


@dataclass(frozen=True, slots=True)
class Hinge:
    """A sprung hinge: axis in the body's frame, stiffness in dyn cm/rad, damping in dyn cm s.

    ``strength`` is the moment in dyn cm above which it breaks, 0 for never. ``inertia`` in g cm2 is added to the
    inertia of the turning body. Without it the engine's contacts chatter: they ignore strong damping.
    """

    axis: Vec
    stiffness: float
    damping: float
    strength: float = 0.0
    inertia: float = 0.0


@dataclass(frozen=True, slots=True)
class Joint:
    """A joint of a body with its parent: the pose of its frame in the parent's at rest, and hinges through ``anchor``.

    ``out`` is the direction in the body's frame in which the joint opens when pulled by more than ``hold`` dyn, 0 for
    never.
    """

    parent: str
    place: Pose
    hinges: tuple[Hinge, ...]
    anchor: Vec = (0.0, 0.0, 0.0)
    out: Vec = (0.0, 0.0, 0.0)
    hold: float = 0.0


@dataclass(frozen=True, slots=True)
class Body:
    """A body on the table. It is free unless it is ``fixed`` (a frozen structure) or hangs on a ``joint``."""

    name: str
    shape: Shape
    fixed: bool = False
    joint: Joint | None = None


@dataclass(frozen=True, slots=True)
class Tie:
    """A second connection that closes a loop: bodies ``a`` and ``b`` held together softly at a point of
    ``a``'s frame.
    """

    a: str
    b: str
    at: Vec


@dataclass(frozen=True, slots=True)
class Surface:
    """A table top: its name and the friction of everything on it."""

    name: str
    friction: float


NEWSPAPER = Surface("newspaper", 0.8)
WOOD = Surface("wood", 0.5)
GLASS = Surface("glass", 0.3)
SURFACES: dict[str, Surface] = {s.name: s for s in (NEWSPAPER, WOOD, GLASS)}
"""Surfaces by rising difficulty; PHYSICS.md has the measured effects of their frictions."""


@dataclass(frozen=True, slots=True)
class EngineSettings:
    """Settings of the engine. The defaults suit free pieces that lean on one another; PHYSICS.md has the reasons.

    ``step`` is in seconds, ``friction`` acts between pieces, ``give`` is the time constant of a contact in steps.
    ``grip`` is the engine's impratio (how much stiffer friction is than contact). ``slope`` tilts gravity instead of
    the table (rad). ``rest`` is the speed in cm/s and rad/s below which a body counts as still.

    Bodies that still swing after ``calm`` seconds of a settle are slowed more and more (0: never), by ``calming`` 1/s2.
    The engine's contacts have no friction against spinning and rocking on a point, so such a body would swing for ever.

    ``iterations`` is the solver's limit, which no step may reach: a step that stops short of the solution kicks bodies
    apart. A settle begins with ``seating`` short steps at no speed, in which bodies sink into their contacts. Light
    contacts are only as deep as recorded poses are exact (a micrometre), so a rebuilt tower would fall freely for a
    step.
    """

    step: float = 0.002
    friction: float = 0.5
    give: float = 2.5
    grip: float = 1000.0
    iterations: int = 1000
    seating: int = 10
    implicit: bool = False
    slope: float = 0.0
    calm: float = 1.0
    calming: float = 4.0
    rest: float = 0.05
    bounce: float = 1.0


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that the engine is given once. A parent comes before its children.

    Bodies that are joined, tied, or paired in ``apart`` do not collide.
    """

    bodies: tuple[Body, ...]
    surface: Surface = NEWSPAPER
    settings: EngineSettings = EngineSettings()
    ties: tuple[Tie, ...] = ()
    apart: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        seen: set[str] = set()
        for body in self.bodies:
            if not body.name or body.name == TABLE or body.name in seen:
                raise ValueError(f"body names must be different, not empty and not {TABLE!r}: {body.name!r}")
            if body.joint is not None and (body.joint.parent not in seen or body.fixed):
                raise ValueError(
                    f"{body.name} hangs on {body.joint.parent}, which must come before it; nor can it be fixed"
                )
            seen.add(body.name)
        for a, b in (*((t.a, t.b) for t in self.ties), *self.apart):
            if a not in seen or b not in seen:
                raise ValueError(f"a tie or a pair kept apart names an unknown body: {a}, {b}")

    def frozen_except(self, name: str) -> Scene:
        """A copy for a hand: one body is free, and everything else is frozen. Raises KeyError."""
        free = replace(self.body(name), fixed=False, joint=None)
        return replace(
            self,
            bodies=tuple(free if b.name == name else replace(b, fixed=True, joint=None) for b in self.bodies),
            ties=(),
        )

    def body(self, name: str) -> Body:
        for body in self.bodies:
            if body.name == name:
                return body
        raise KeyError(name)
