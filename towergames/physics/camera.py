"""A camera that circles a point of the table. Plain Python: projections need no engine."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from towergames.physics.geometry import UP, Vec, add, cross, dot, middle, scale, sub, unit

MIN_PITCH, MAX_PITCH = 0.02, 1.45
"""Range of the camera's pitch over the table, in radians."""
MIN_DISTANCE_CM, MAX_DISTANCE_CM = 4.0, 120.0
"""Range of the camera's distance from the target."""
AIM_MARGIN = 1.12
"""How much more than its points a picture shows that is aimed at them."""


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera that is aimed at ``target`` (cm) from ``distance`` cm.

    ``yaw`` and ``pitch`` (rad) are its direction from the target. ``view`` is the angle of sight from the top of a
    picture to its bottom (rad). What lies in the direction of sight is drawn to the left of the picture's middle, by
    ``aside`` of the picture's height: for pictures whose right part is covered.
    """

    target: Vec = (0.0, 0.0, 2.0)
    distance: float = 24.0
    yaw: float = -0.9
    pitch: float = 0.42
    view: float = 0.6
    aside: float = 0.0

    @property
    def outward(self) -> Vec:
        """The direction from the target to the camera."""
        flat = math.cos(self.pitch)
        return (flat * math.cos(self.yaw), flat * math.sin(self.yaw), math.sin(self.pitch))

    @property
    def eye(self) -> Vec:
        return add(self.target, scale(self.outward, self.distance))

    @property
    def axes(self) -> tuple[Vec, Vec, Vec]:
        """The camera's axes in the world: right, up and backwards."""
        right = unit(cross(scale(self.outward, -1), UP))
        return right, cross(self.outward, right), self.outward

    @property
    def facing(self) -> float:
        """The direction of sight in the table's plane, as an angle."""
        return self.yaw + math.pi

    def orbit(self, yaw: float = 0.0, pitch: float = 0.0) -> Camera:
        """Circle the target."""
        return replace(
            self, yaw=math.remainder(self.yaw + yaw, math.tau), pitch=min(MAX_PITCH, max(MIN_PITCH, self.pitch + pitch))
        )

    def zoom(self, factor: float) -> Camera:
        """Come nearer (factor above 1) or go away (below 1)."""
        return replace(self, distance=min(MAX_DISTANCE_CM, max(MIN_DISTANCE_CM, self.distance / factor)))

    def pan(self, right: float = 0.0, up: float = 0.0) -> Camera:
        """Shift the target along the picture, in cm, but not below the table."""
        x, y, _ = self.axes
        moved = add(self.target, add(scale(x, right), scale(y, up)))
        return replace(self, target=(moved[0], moved[1], max(0.0, moved[2])))

    def project(self, point: Vec, width: int, height: int, aspect: float = 1.0) -> tuple[float, float] | None:
        """The place of a point in a picture of ``width`` x ``height`` pixels; None for a point behind the camera.

        ``aspect`` is the width of a pixel over its height.
        """
        right, up, backward, eye = _placed(self)
        arm = sub(point, eye)
        deep = -dot(arm, backward)
        if deep < 0.1:
            return None
        focus = height / 2 / math.tan(self.view / 2)
        middle = width / 2 - self.aside * height / aspect
        return (middle + dot(arm, right) / deep * focus / aspect, height / 2 - dot(arm, up) / deep * focus)

    def showing(self, points: Iterable[Vec], width: int, height: int, aspect: float = 1.0) -> Camera:
        """Aim at some points from the present side, as near as shows all of them with a margin."""
        listed = list(points)
        if not listed:
            return self
        camera = replace(self, target=middle(listed))
        right, up, backward = camera.axes
        tall = math.tan(self.view / 2)
        wide = tall * width * aspect / max(1, height)
        # In perspective the middle depends on the distance, and the distance on the middle; a few rounds converge.
        for _ in range(6):
            arms = [sub(point, camera.target) for point in listed]
            deep = [camera.distance - dot(arm, backward) for arm in arms]
            across = [dot(arm, right) / max(d, 1.0) for arm, d in zip(arms, deep, strict=True)]
            upward = [dot(arm, up) / max(d, 1.0) for arm, d in zip(arms, deep, strict=True)]
            shift_x = (min(across) + max(across)) / 2 * camera.distance
            shift_y = (min(upward) + max(upward)) / 2 * camera.distance
            target = add(camera.target, add(scale(right, shift_x), scale(up, shift_y)))
            arms = [sub(point, target) for point in listed]
            need = max(
                dot(arm, backward)
                + max(MIN_DISTANCE_CM, AIM_MARGIN * max(abs(dot(arm, right)) / wide, abs(dot(arm, up)) / tall))
                for arm in arms
            )
            camera = replace(camera, target=target, distance=min(MAX_DISTANCE_CM, need))
        return camera


@lru_cache(maxsize=64)
def _placed(camera: Camera) -> tuple[Vec, Vec, Vec, Vec]:
    """A camera's axes and place, cached: many points are projected with one camera."""
    return (*camera.axes, camera.eye)
