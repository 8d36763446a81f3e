"""The lamp's light, baked once for a set of poses: soft shadow and contact on the table, a shadow map for the pieces.

The lamp is fixed to the table, so nothing here depends on the camera: walking round costs no shadow.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from towergames.renderer.meshes import Floats, Ints, Mesh, Reals
from towergames.renderer.zbuffer import nearest

_KEY = np.array((-0.34, -0.50, 0.80))
KEY: Reals = _KEY / np.linalg.norm(_KEY)
"""The direction to the lamp."""
UNLIT, LIT = 0.34, 0.90
"""The table's light in full shadow, and the light that the lamp adds."""
_LAMP = 0.11
"""The lamp's radius over its distance."""
_CONTACT_CM = 0.55
"""Height over the table at which the darkening by contact has fallen to 1/e."""
_SHADOW_RADIUS_CM = 24.0
"""Distance from the middle up to which shadows are computed."""
_SLACK_CM = 0.10
"""How much nearer to the lamp a body must be to throw a shadow on a piece."""


@dataclass(frozen=True, slots=True)
class Fineness:
    """The fineness of baked light: samples of the lamp, texels along the table's map and along the pieces' map."""

    lamps: int
    texels: int
    shadow: int


ROUGH, FINE = Fineness(1, 128, 192), Fineness(12, 320, 512)
"""Fineness while pieces fall, and at rest."""


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """The baked light.

    The table's map: ``low`` corner (cm), texels a cm, light (texels x 3). The pieces' map in the lamp's ``axes``: its
    low corner, texels a cm, and how near to the lamp the nearest body is (cm).
    """

    low: Reals
    scale: float
    ground: Floats
    axes: Reals
    shadow_low: Reals
    shadow_scale: float
    shadow: Floats

    @property
    def texels(self) -> int:
        """Number of texels along a side of the table's map."""
        return math.isqrt(len(self.ground))


def baked(mesh: Mesh, how: Fineness) -> Light:
    """Bake the light for standing pieces."""
    if not len(mesh):
        full = _table_light(np.ones((1, 1)), np.zeros((1, 1)))
        return Light(np.zeros(2), 1.0, full, np.eye(3), np.zeros(3), 1.0, np.full((1, 1), -1e9, np.float32))
    to_lamp, low_faces = mesh.casting(KEY), mesh.casting(np.array((0.0, 0.0, -1.0)))
    flat = to_lamp.reshape(-1, 3)
    thrown = flat[:, :2] - flat[:, 2:] * KEY[:2] / KEY[2]
    ends = np.concatenate((thrown, flat[:, :2]))
    # Only the disc is drawn, so a piece that has rolled away must not make the map of the others coarse.
    low, high = np.maximum(ends.min(0) - 1.5, -_SHADOW_RADIUS_CM), np.minimum(ends.max(0) + 1.5, _SHADOW_RADIUS_CM)
    scale = how.texels / max(float((high - low).max()), 1.0)
    sun = _sun(to_lamp, low, scale, how)
    touch = _contact(low_faces, low, scale, how.texels)
    return Light(low, scale, _table_light(sun, touch), *_shadow_map(to_lamp, how.shadow))


def _table_light(sun: Reals, touch: Reals) -> Floats:
    """Light of each texel, a little cooler in shadow. The rim has full light, like everything beyond it."""
    bright = (UNLIT + LIT * sun) * (1 - 0.62 * touch)
    light = np.stack((bright, bright, bright * (1 + 0.18 * (1 - sun))), -1).astype(np.float32)
    light[0] = light[-1] = light[:, 0] = light[:, -1] = UNLIT + LIT
    return np.ascontiguousarray(light.reshape(-1, 3))


def _sun(corner: Reals, low: Reals, scale: float, how: Fineness) -> Reals:
    """The share of the lamp that each texel of the table sees."""
    height = np.maximum(corner[..., 2], 0)
    dark = np.zeros((how.texels, how.texels))
    near = np.ones(corner.shape[:2])
    for k in range(how.lamps):
        angle, out = 2.399963 * k, _LAMP * math.sqrt((k + 0.5) / how.lamps)
        way = KEY[:2] / KEY[2] + out * np.array((math.cos(angle), math.sin(angle)))
        at = (corner[..., :2] - height[..., None] * way - low) * scale
        dark += nearest(at[..., 0], at[..., 1], near, how.texels, how.texels, both=True) >= 0
    return blurred(1 - dark / how.lamps, 1, 1)


def _contact(corner: Reals, low: Reals, scale: float, texels: int) -> Reals:
    """The darkening of each texel by bodies close above it."""
    if not len(corner):  # no body has a face below
        return np.zeros((texels, texels))
    height = np.maximum(corner[..., 2], 0)
    at = (corner[..., :2] - low) * scale
    # Seen from below, the lowest triangle is nearest. Its height follows from the plane of the triangle.
    who = nearest(at[..., 0], at[..., 1], 1 / (1 + height), texels, texels, both=True)
    over = np.where(who >= 0, np.exp(-np.maximum(_interpolated(at, height, who), 0) / _CONTACT_CM), 0.0)
    wide, narrow = max(1, round(0.7 * scale)), max(1, round(0.22 * scale))
    found: Reals = np.maximum(blurred(over, narrow), 0.75 * blurred(over, wide))
    return found


def _shadow_map(corner: Reals, side: int) -> tuple[Reals, Reals, float, Floats]:
    """The lamp's axes, the map's low corner and texels a cm, and the depth of the nearest body along the lamp's
    direction.
    """
    right = np.cross(KEY, (0.0, 0.0, 1.0))
    right /= np.linalg.norm(right)
    axes = np.stack((right, np.cross(KEY, right), KEY))
    on_table = np.hypot(corner[..., 0], corner[..., 1]).max(1) < _SHADOW_RADIUS_CM
    own = (corner[on_table] if on_table.any() else corner) @ axes.T
    low = own.reshape(-1, 3).min(0) - 0.2
    high = own.reshape(-1, 3).max(0)
    scale = side / float((high - low)[:2].max() + 0.4)
    at = own - low
    top = float(at[..., 2].max()) + 1
    x, y = at[..., 0] * scale, at[..., 1] * scale
    who = nearest(x, y, at[..., 2] / top + 1e-3, side, side, both=True)
    depth = np.where(who >= 0, _interpolated(at[..., :2] * scale, at[..., 2], who), -1e9)
    return axes, low, scale, depth.astype(np.float32)


def _interpolated(at: Reals, value: Reals, who: Ints) -> Reals:
    """The value in the middle of each texel of a parallel projection, from the visible triangles."""
    (x0, x1, x2), (y0, y1, y2), (v0, v1, v2) = at[..., 0].T, at[..., 1].T, value.T
    area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
    share = 1 / np.where(np.abs(area) < 1e-9, np.inf, area)
    a = ((v1 - v0) * (y2 - y0) - (v2 - v0) * (y1 - y0)) * share
    b = ((v2 - v0) * (x1 - x0) - (v1 - v0) * (x2 - x0)) * share
    c = v0 - a * x0 - b * y0
    side = len(who)
    middle = np.arange(side) + 0.5
    values: Reals = a[who] * middle + b[who] * middle[:, None] + c[who]
    return values


def blurred(image: Reals, reach: int, times: int = 2) -> Reals:
    """A box blur by running sums; edges are repeated."""
    for _ in range(times):
        for axis in (0, 1):
            padding = [(reach + 1, reach) if k == axis else (0, 0) for k in (0, 1)]
            total = np.pad(image, padding, mode="edge").cumsum(axis, dtype=np.float64)
            width = 2 * reach + 1
            image = (total[width:] - total[:-width]) if axis == 0 else (total[:, width:] - total[:, :-width])
            image = image / width
    return image


def lit_pieces(light: Light, at: tuple[Floats, Floats, Floats], soft: bool) -> Floats:
    """The share of the lamp that points see, 0 to 1; ``at`` is in the pieces' map (texels, texels, cm)."""
    x, y, depth = at
    side = light.shadow.shape[0]
    flat = light.shadow.reshape(-1)
    taps = ((-0.9, -0.4), (0.4, -0.9), (0.9, 0.4), (-0.4, 0.9)) if soft else ((0.0, 0.0),)
    seen = np.zeros(len(x), np.float32)
    for right, up in taps:
        column = np.clip((x + np.float32(right)).astype(np.int32), 0, side - 1)
        row = np.clip((y + np.float32(up)).astype(np.int32), 0, side - 1)
        seen += flat[row * side + column] < depth + np.float32(_SLACK_CM)
    shares: Floats = seen / np.float32(len(taps))
    return shares
