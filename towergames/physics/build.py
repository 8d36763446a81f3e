"""A scene in the engine's own language."""

from __future__ import annotations

import math
from collections.abc import Mapping
from xml.sax.saxutils import quoteattr

from towergames.physics.geometry import Pose, Vec
from towergames.physics.scene import Body, Box, Hull, Scene, Shape

GRAVITY = 981.0
"""cm/s2."""

PLANE_GROUP = 3
"""The group of the plane on which everything stands, which has no end and is not seen: pictures draw a disc."""


def scene_xml(scene: Scene, poses: Mapping[str, Pose], *, step: float) -> str:
    """The scene as MJCF with time steps of ``step`` seconds; ``poses`` are needed for fixed bodies only."""
    s = scene.settings
    shapes = list(dict.fromkeys(body.shape for body in scene.bodies))
    down = f"{GRAVITY * math.sin(s.slope):.12g} 0 {-GRAVITY * math.cos(s.slope):.12g}"
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
<geom friction="{s.friction} 0.01 0.0001" condim="3" solref="{s.give * step:.12g} 1"
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
        # Where it is put before anybody places it: out of the way.
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
