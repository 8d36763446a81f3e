"""A camera that circles a table: steps by keys and mouse, named looks, and a picture that keeps everything in sight.

A camera is meant for a picture of one shape, whatever the picture's size is: see :meth:`Orbit.fitted`.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from towergames.board.camera_controls import LOOK, NAMES, control_of
from towergames.board.protocol import ARROWS, KeyInput, PointerInput, Viewpoint
from towergames.physics.camera import Camera
from towergames.physics.geometry import Vec

TURN = math.radians(8)
"""How far a step goes round the table, or up and down."""
ZOOM = 1.12
"""How much nearer a step comes."""
PAN = 0.06
"""How far a step looks aside, as a share of the distance."""
RIM = 0.02
"""Share of the picture at each rim that counts as out of sight."""
HIGH = 100
"""Rows of the picture for which a camera is made. Only the picture's shape matters."""


@dataclass(frozen=True, slots=True)
class OrbitView(Viewpoint):
    """A viewpoint with such a camera.

    ``look`` is the named look, "" once the camera was moved by hand; ``labels`` whether things bear their names.
    ``followed`` is what stood there when the camera last followed it, so that a camera moved by hand is left alone.
    """

    camera: Camera = field(default_factory=Camera)
    look: str = ""
    labels: bool = True
    followed: Hashable = None


OV = TypeVar("OV", bound=OrbitView)


@dataclass(frozen=True, slots=True)
class Orbit:
    """The way in which a camera moves round the table of one game.

    ``shape`` is the width over the height of the picture that its cameras are meant for. What lies further than
    ``edge`` (cm) from the middle is off the drawn table. A camera that is aimed stands at least ``closest`` (cm) away.
    ``drag`` are the radians for a column and a row that the mouse is dragged.
    """

    shape: float
    edge: float
    closest: float
    drag: tuple[float, float]

    def on_table(self, bodies: Iterable[Sequence[Vec]]) -> list[Vec]:
        """The corners of all bodies that lie on the drawn table."""
        return [
            corner
            for corners in bodies
            if all(math.hypot(x, y) < self.edge for x, y, _ in corners)
            for corner in corners
        ]

    def aimed(self, camera: Camera, points: Sequence[Vec]) -> Camera:
        """From the same side, as near as shows all points, but not too near."""
        found = camera.showing(points, round(self.shape * HIGH), HIGH)
        return replace(found, distance=max(self.closest, found.distance))

    def sees(self, camera: Camera, points: Iterable[Vec]) -> bool:
        """Whether all points are well within the picture."""
        wide = self.shape * HIGH
        return all(
            at is not None and RIM * wide <= at[0] <= (1 - RIM) * wide and RIM * HIGH <= at[1] <= (1 - RIM) * HIGH
            for at in (camera.project(point, round(wide), HIGH) for point in points)
        )

    def fitted(self, camera: Camera, wide: float, high: float, covered: float = 0.0) -> Camera:
        """Widen the view for a picture of ``wide`` x ``high`` square pixels whose top ``covered`` rows are hidden.

        Everything at which the camera was aimed then fits into the visible part.
        """
        free = max(1.0, high - covered)
        half = math.tan(camera.view / 2) * max(1.0, self.shape * free / max(1.0, wide))
        seen = replace(camera, view=2 * math.atan(half * high / free))
        return seen.pan(0.0, camera.distance * half * covered / free)

    def move(self, view: OV, event: PointerInput | KeyInput | str) -> OV | None:
        """The view after a drag, the wheel, an arrow, or a spec of a control that needs no board; None for the rest.

        The board itself changes to a named look.
        """
        if isinstance(event, KeyInput):
            return walk(view, *ARROWS[event.name]) if event.name in ARROWS else None
        if isinstance(event, PointerInput):
            if event.wheel:
                return _by_hand(view, view.camera.zoom(ZOOM**-event.wheel))
            if event.click:
                return None
            return _by_hand(view, view.camera.orbit(-event.dx * self.drag[0], event.dy * self.drag[1]))
        control = control_of(event)
        if control is None or control.name == LOOK:
            return None
        if control.name == NAMES:
            return replace(view, labels=not view.labels)
        if control.turn != (0, 0):
            return walk(view, *control.turn)
        if control.pan != (0, 0):
            return _by_hand(view, self._panned(view.camera, *control.pan))
        return _by_hand(view, view.camera.zoom(ZOOM**control.nearer))

    def _panned(self, camera: Camera, right: int, up: int) -> Camera:
        """Move the camera aside by steps, but not beyond the edge of the drawn table."""
        step = PAN * camera.distance
        panned = camera.pan(right * step, up * step)
        x, y, z = panned.target
        far = max(1.0, math.hypot(x, y) / self.edge)
        return replace(panned, target=(x / far, y / far, min(z, self.edge)))


def walk(view: OV, right: float, up: float) -> OV:
    """Move the camera round the table by ``right`` steps, and up by ``up`` steps."""
    return _by_hand(view, view.camera.orbit(right * TURN, up * TURN))


def _by_hand(view: OV, camera: Camera) -> OV:
    return replace(view, camera=camera, look="")


def between(one: Camera, other: Camera, share: float) -> Camera:
    """The camera between two others: ``share`` 0 is ``one``, 1 is ``other``; slow at both ends."""
    way = min(1.0, max(0.0, share))
    way = way * way * (3 - 2 * way)
    x, y, z = (a + (b - a) * way for a, b in zip(one.target, other.target, strict=True))
    turn = math.remainder(other.yaw - one.yaw, math.tau)
    return Camera(
        (x, y, z),
        one.distance * (other.distance / one.distance) ** way,
        math.remainder(one.yaw + turn * way, math.tau),
        one.pitch + (other.pitch - one.pitch) * way,
        one.view + (other.view - one.view) * way,
    )
