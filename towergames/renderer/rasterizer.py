"""One picture of a table: samples of linear light, with the body and the depth of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from towergames.physics.camera import Camera
from towergames.renderer import RADIUS_CM
from towergames.renderer.light import KEY, Light, blurred, lit_pieces
from towergames.renderer.meshes import HOLLOW, Floats, Ints, Marks, Mesh, shadow_of
from towergames.renderer.table_texture import PLAIN_SURFACE, SCENERY, THICKNESS_CM, linear, texture
from towergames.renderer.zbuffer import Lens, Longs, cut_near, grown, nearest

SKY, TABLE = -1, -2
"""Body numbers of samples that show no body; bodies count from 0."""
TABLE_END_CM = 150.0
"""Distance at which the table ends in pictures, even within the disc; for a camera far away it is further."""

_WARM, _COOL = np.array((1.06, 1.0, 0.92), np.float32), np.array((0.94, 0.98, 1.08), np.float32)
"""The colours of the lamp and of the sky's light."""
_LAMP, _GLOSS, _SHARP = 0.98, 0.22, 24
"""The lamp's light on a face towards it, its reflection, and the sharpness of the reflection."""
_SKY, _ABOVE, _HEAD = 0.20, 0.26, 0.16
"""Light from everywhere, from above, and from the camera, so that no face is black."""
_EDGE, _SEAM, _RIDGE = 0.55, 0.40, 1.32
"""Factors of light on silhouettes, behind them where piece is before piece, and on ridges."""
_COARSE = 4
"""Samples along a block above which the blocks of the halo would be visible."""
_SEEN_THROUGH, _MIRRORED = 0.45, 0.22
"""Shares of the light of bodies behind a ghost, and of bodies mirrored in glass."""


@dataclass(frozen=True, slots=True)
class RenderSettings:
    """The camera and the fineness of a picture.

    ``width`` x ``height`` samples, each ``aspect`` times as wide as high. Lines are ``wide`` samples wide. ``soft`` is
    slower and smooths shadows on pieces, ``fine`` shows more details of the table. ``radius`` (cm) is that of the disc.
    """

    camera: Camera
    width: int
    height: int
    aspect: float
    surface: str
    theme: str
    wide: int = 1
    soft: bool = False
    fine: bool = False
    radius: float = RADIUS_CM


@dataclass(frozen=True, slots=True, eq=False)
class LitScene:
    """Standing pieces and their light: everything that does not depend on the camera."""

    mesh: Mesh
    light: Light


@dataclass(slots=True, eq=False)
class FrameBuffer:
    """A rendered picture: ``light`` height x width x 3 (linear), ``body`` (SKY, TABLE or a number), ``near`` (1/depth,
    1/cm).
    """

    lens: Lens
    light: Floats
    body: Ints
    near: Floats


@dataclass(slots=True, eq=False)
class _Seen:
    """The visible triangles.

    ``who`` is the nearest triangle of each sample. ``where`` are the samples with a triangle (flat numbers), ``which``
    their triangles, ``column`` and ``row`` their places. ``near`` is 1/depth there, ``sky`` the share of the sky over
    the depth.
    """

    who: Ints
    where: Longs
    which: Ints
    column: Floats
    row: Floats
    near: Floats
    sky: Floats


def draw(scene: LitScene, settings: RenderSettings, colours: Floats, marks: Mapping[int, Floats]) -> FrameBuffer:
    """Draw a lit scene. ``colours`` are the bodies' own (linear light, bodies x 3), ``marks`` those of outlines."""
    lens = Lens.of(settings.camera, settings.width, settings.height, settings.aspect)
    shape = settings.height, settings.width
    picture = FrameBuffer(
        lens, np.empty((*shape, 3), np.float32), np.full(shape, SKY, np.int32), np.zeros(shape, np.float32)
    )
    _paint_table(picture, settings, scene.light)
    if not len(scene.mesh):
        return picture
    own = colours[scene.mesh.body]
    if settings.surface == "glass":
        _mirror(picture, scene.mesh, own)
    seen = _look(lens, scene.mesh)
    if len(seen.where):
        _paint_pieces(picture, settings, scene, seen, own)
    _put_halo(picture, settings.camera.distance)
    _put_lines(picture, settings, scene.mesh, seen, marks)
    return picture


def _look(lens: Lens, mesh: Mesh) -> _Seen:
    """The triangles that the camera sees."""
    # A triangle that faces away is hidden by one that faces the camera.
    front = np.flatnonzero(mesh.normal @ lens.eye > mesh.offset)
    cut, source = cut_near(lens.seen(mesh.corner[front]))
    who = nearest(*lens.screen(cut), lens.width, lens.height)
    where = np.flatnonzero(who >= 0)
    few = source[who.reshape(-1)[where]] if len(cut) else np.zeros(0, np.int64)
    which = front[few].astype(np.int32)
    who.reshape(-1)[where] = which
    row, column = np.divmod(where.astype(np.int32), np.int32(lens.width))
    x, y = column.astype(np.float32) + np.float32(0.5), row.astype(np.float32) + np.float32(0.5)
    plane = lens.planes(mesh, front)[few]
    near = plane[:, 0] * x + plane[:, 1] * y + plane[:, 2]
    return _Seen(who, where, which, x, y, near, plane[:, 3] * x + plane[:, 4] * y + plane[:, 5])


def points_of(picture: FrameBuffer, where: Longs) -> list[Floats]:
    """The coordinates x, y and z in the world (cm) of samples that show a body or the table."""
    lens = picture.lens
    row, column = np.divmod(where, lens.width)
    deep = 1 / picture.near.reshape(-1)[where]
    right, up = lens.across[column] * deep, lens.down[row] * deep
    axes, eye = lens.axes.astype(np.float32), lens.eye.astype(np.float32)
    return [eye[k] + right * axes[0, k] + up * axes[1, k] - deep * axes[2, k] for k in range(3)]


# --- behind the pieces ----------------------------------------------------------------------------------


def _paint_table(picture: FrameBuffer, settings: RenderSettings, light: Light) -> None:
    """Paint the sky, the disc and its edge.

    The camera never rolls. So each row of samples sees the table at one depth, and the disc from one column to another.
    """
    lens = picture.lens
    rows = _TableRows.of(lens, max(TABLE_END_CM, 1.5 * settings.camera.distance), settings.radius)
    first = rows.first
    beside = np.flatnonzero(~rows.full)
    _paint_sky(picture, settings, first + (int(beside[-1]) + 1 if len(beside) else 0))
    if first == settings.height:
        return
    colour = _table_light(settings, rows, lens, light)
    if rows.full.any():
        closed = first + np.flatnonzero(rows.full)
        picture.light[closed], picture.body[closed] = colour[rows.full], TABLE
        picture.near[closed] = (1 / rows.deep[rows.full])[:, None]
    if len(beside):
        columns = np.arange(settings.width)
        top = (columns >= rows.begin[beside, None]) & (columns < rows.end[beside, None])
        below = (columns >= rows.low_begin[beside, None]) & (columns < rows.low_end[beside, None]) & ~top
        here = first + beside
        near = np.where(top, 1 / rows.deep[beside, None], 1 / rows.low_deep[beside, None])
        on = top | below
        edge = linear(SCENERY[settings.theme].wood[0]) * np.float32(0.30)
        now = np.where(below[..., None], edge, picture.light[here])
        picture.light[here] = np.where(top[..., None], colour[beside], now)
        picture.near[here], picture.body[here] = np.where(on, near, 0), np.where(on, TABLE, SKY)


def _table_light(settings: RenderSettings, rows: _TableRows, lens: Lens, light: Light) -> Floats:
    """The light of the table's surface at each sample of its rows, with shadows and mist."""
    radius = settings.radius
    look = texture(settings.surface, settings.theme, fine=settings.fine, radius=radius)
    size = rows.deep / np.float32(lens.focus) * np.sqrt(np.clip(rows.deep / np.float32(lens.eye[2]), 1, 30))
    starts, sides = look.levels(size, radius)
    scale = (sides / np.float32(2 * radius)).astype(np.float32)
    colour = look.light.take(
        starts[:, None] + rows.texels((-radius, -radius), scale, sides, lens.across), 0, mode="clip"
    )
    side = np.full(len(rows.deep), light.texels, np.int32)
    low = float(light.low[0]), float(light.low[1])
    texels = rows.texels(low, np.full(len(side), light.scale, np.float32), side, lens.across)
    colour *= light.ground.take(texels, 0, mode="clip")
    distance = np.float32(settings.camera.distance)
    mist = np.clip((rows.deep - distance * np.float32(1.02)) / (distance * np.float32(1.9)), 0, 0.45)
    misty = np.flatnonzero(mist)
    if len(misty) and settings.surface != PLAIN_SURFACE:
        part = colour[misty]
        part += (linear(SCENERY[settings.theme].far) - part) * mist[misty][:, None, None]
        colour[misty] = part
    return colour


def _paint_sky(picture: FrameBuffer, settings: RenderSettings, rows: int) -> None:
    """Paint the sky in the first ``rows`` rows."""
    scenery = SCENERY[settings.theme]
    top, low = linear(scenery.top), linear(scenery.low)
    share = np.linspace(0, 1, settings.height, dtype=np.float32)[:rows, None]
    picture.light[:rows] = (top + (low - top) * share)[:, None, :]


@dataclass(frozen=True, slots=True, eq=False)
class _TableRows:
    """The rows of samples from the ``first`` that sees the table's plane.

    For each row: its depth (cm), its start on the table (x, y), and the way for a step of 1 in the lens's ``across``.
    The disc has the columns ``begin`` to ``end``; ``full`` says whether these are all. The fields ``low_...`` describe
    the lower face of the disc.
    """

    first: int
    deep: Floats
    start: tuple[Floats, Floats]
    way: tuple[Floats, Floats]
    begin: Longs
    end: Longs
    full: Marks
    low_deep: Floats
    low_begin: Longs
    low_end: Longs

    @classmethod
    def of(cls, lens: Lens, furthest: float, radius: float) -> _TableRows:
        """The rows of a lens, as far as the table is drawn (cm)."""
        axes, eye = lens.axes.astype(np.float32), lens.eye.astype(np.float32)
        down = lens.down
        fall = axes[2, 2] - down * axes[1, 2]
        high = np.maximum(eye[2], np.float32(1e-3))
        with np.errstate(divide="ignore"):
            deep = np.where(fall > 1e-6, high / fall, np.float32(np.inf))
        seen = np.flatnonzero(deep < furthest) if eye[2] > 0 else np.zeros(0, np.int64)
        first = int(seen[0]) if len(seen) else lens.height
        deep, down = deep[first:], down[first:]
        ahead = [down * axes[1, k] - axes[2, k] for k in (0, 1)]
        faces = []
        for face in (deep, deep * ((high + np.float32(THICKNESS_CM)) / high)):
            start = (eye[0] + face * ahead[0], eye[1] + face * ahead[1])
            way = (face * axes[0, 0], face * axes[0, 1])
            faces.append((start, way, *_disc_columns(lens, start, way, radius)))
        (start, way, begin, end), (_, _, low_begin, low_end) = faces
        full = (begin <= 0) & (end >= lens.width)
        low_deep = deep * ((high + np.float32(THICKNESS_CM)) / high)
        return cls(first, deep, start, way, begin, end, full, low_deep, low_begin, low_end)

    def texels(self, low: tuple[float, float], scale: Floats, sides: Ints, across: Floats) -> Ints:
        """The numbers of the texels of square maps, one for each row: low corner (cm), texels a cm, texels along."""
        numbers = []
        most = (sides - 1)[:, None].astype(np.float32)
        for k in (0, 1):
            at = (self.way[k] * scale)[:, None] * across
            at += ((self.start[k] - np.float32(low[k])) * scale)[:, None]
            np.maximum(at, 0, out=at)
            np.minimum(at, most, out=at)
            numbers.append(at.astype(np.int32))
        column, row = numbers
        row *= sides[:, None]
        row += column
        return row


def _disc_columns(
    lens: Lens, start: tuple[Floats, Floats], way: tuple[Floats, Floats], radius: float
) -> tuple[Longs, Longs]:
    """For each row the first column of samples on the disc, and the column after the last."""
    a = way[0] * way[0] + way[1] * way[1]
    b = start[0] * way[0] + start[1] * way[1]
    c = start[0] * start[0] + start[1] * start[1] - np.float32(radius * radius)
    root = np.sqrt(np.maximum(b * b - a * c, 0))
    ends = [((-b + sign * root) / a) * (lens.focus / lens.aspect) + lens.middle - 0.5 for sign in (-1, 1)]
    begin, end = (np.clip(np.ceil(x), 0, lens.width).astype(np.int64) for x in ends)
    return begin, np.where(root > 0, end, begin)


def _mirror(picture: FrameBuffer, mesh: Mesh, own: Floats) -> None:
    """Mirror the bodies in polished glass: the triangles upside down, visible only through the table."""
    seen = _look(picture.lens, mesh.mirrored())
    on = picture.body.reshape(-1)[seen.where] == TABLE
    colour = (0.34 + 0.2 * (1 - _sky(mesh)))[:, None] * own
    flat = picture.light.reshape(-1, 3)
    where = seen.where[on]
    flat[where] = flat[where] * np.float32(1 - _MIRRORED) + colour[seen.which[on]] * np.float32(_MIRRORED)


# --- pieces ---------------------------------------------------------------------------------------------


def _sky(mesh: Mesh) -> Floats:
    """How much each triangle faces the sky, 0 to 1."""
    found: Floats = (0.5 + 0.5 * mesh.normal[:, 2]).astype(np.float32)
    return found


def _paint_pieces(picture: FrameBuffer, settings: RenderSettings, scene: LitScene, seen: _Seen, own: Floats) -> None:
    mesh, lens, light = scene.mesh, picture.lens, scene.light
    axes, eye = lens.axes.astype(np.float32), lens.eye.astype(np.float32)
    where, which = seen.where, seen.which
    deep = 1 / seen.near
    right = ((seen.column - np.float32(lens.middle)) * np.float32(lens.aspect / lens.focus)) * deep
    up = -((seen.row - np.float32(lens.height / 2)) / np.float32(lens.focus)) * deep
    picture.near.reshape(-1)[where] = seen.near
    picture.body.reshape(-1)[where] = mesh.body[which]
    ambient, direct, facing = _face_light(mesh, axes, own)
    open_ = seen.sky * deep
    height = eye[2] + right * axes[0, 2] + up * axes[1, 2] - axes[2, 2] * deep
    # A point near the table sees less of the sky.
    open_ *= 1 - np.float32(0.38) * np.exp(np.minimum(-height, 0) / np.float32(0.6)) * (1 - _sky(mesh)[which] / 2)
    sun = np.zeros(len(where), np.float32)
    asked = np.flatnonzero(facing[which] > 0)
    if len(asked):
        points = (right[asked], up[asked], -deep[asked])
        sun[asked] = lit_pieces(light, _in_map(light, lens, mesh, points, which[asked]), settings.soft)
    colour = ambient[which] * open_[:, None] + direct[which] * (sun * np.minimum(open_ + np.float32(0.12), 1))[:, None]
    distance = settings.camera.distance
    mist = np.clip((deep - np.float32(distance * 1.02)) * np.float32(0.7 / (distance * 1.9)), 0, 0.32)
    colour += (linear(SCENERY[settings.theme].far) - colour) * mist[:, None]
    picture.light.reshape(-1, 3)[where] = colour


def _face_light(mesh: Mesh, axes: Floats, own: Floats) -> tuple[Floats, Floats, Floats]:
    """For each triangle the ambient light, the lamp's light, and how much it faces the lamp."""
    hollow = mesh.kind == HOLLOW
    normal = mesh.normal.astype(np.float32)
    head = np.clip(normal @ axes[2], 0, 1)
    ambient = (_SKY + _ABOVE * _sky(mesh) + _HEAD * head)[:, None] * _COOL * own
    ambient[hollow] *= 0.75
    facing = np.clip(normal @ KEY.astype(np.float32), 0, 1)
    half = KEY + axes[2]
    half /= np.linalg.norm(half)
    gloss = np.clip(normal @ half.astype(np.float32), 0, 1) ** _SHARP
    lamp = _LAMP * facing * np.where(hollow, 0.8, 1.0)
    direct = lamp.astype(np.float32)[:, None] * _WARM * own + (_GLOSS * gloss)[:, None]
    return ambient.astype(np.float32), direct.astype(np.float32), facing


def _in_map(
    light: Light, lens: Lens, mesh: Mesh, point: tuple[Floats, Floats, Floats], which: Ints
) -> tuple[Floats, Floats, Floats]:
    """Points in the camera's axes as places of the pieces' map, a little before their face."""
    turn = (light.axes @ lens.axes.T).astype(np.float32)
    start = (light.axes @ lens.eye - light.shadow_low).astype(np.float32)
    out = (mesh.normal @ light.axes.T * 0.05).astype(np.float32)
    x, y, z = (
        start[k] + turn[k, 0] * point[0] + turn[k, 1] * point[1] + turn[k, 2] * point[2] + out[which, k]
        for k in range(3)
    )
    scale = np.float32(light.shadow_scale)
    return x * scale, y * scale, z


# --- over the pieces ------------------------------------------------------------------------------------


def _put_halo(picture: FrameBuffer, distance: float) -> None:
    """Darken samples close behind a nearer edge, which shows best what is in front."""
    step = max(1, picture.lens.height // 90)
    high, wide = (size // step for size in picture.near.shape)
    far = np.float32(1 / (distance * 2.2))
    near = np.maximum(picture.near, far)
    blocks = near[: high * step, : wide * step].reshape(high, step, wide, step)
    around = blurred(np.ascontiguousarray(blocks[:, 0, :, 0]), 2, 1).astype(np.float32)
    strength = np.float32(distance * 2.4)
    # Most of a picture has no edge near, so only blocks of samples that would be darkened are computed.
    y, x = np.nonzero(around - blocks.min((1, 3)) > np.float32(0.01) / strength)
    padded = np.pad(around, 1, mode="edge")
    for row in range(step):
        for column in range(step):
            at = (y * step + row) * picture.near.shape[1] + x * step + column
            here = _between(padded, y + 1, x + 1, row, column, step) if step > _COARSE else around[y, x]
            dark = np.clip((here - near.reshape(-1)[at]) * strength, 0, 0.42)
            dark[picture.body.reshape(-1)[at] == SKY] = 0
            picture.light.reshape(-1, 3)[at] *= (1 - dark)[:, None]


def _between(values: Floats, y: Longs, x: Longs, row: int, column: int, step: int) -> Floats:
    """Interpolate values of blocks of ``step`` x ``step`` samples at one sample of each of some blocks."""
    down, right = (row + 0.5) / step - 0.5, (column + 0.5) / step - 0.5
    below, beside = y + (1 if down > 0 else -1), x + (1 if right > 0 else -1)
    v, u = np.float32(abs(down)), np.float32(abs(right))
    found: Floats = (values[y, x] * (1 - u) + values[y, beside] * u) * (1 - v)
    found += (values[below, x] * (1 - u) + values[below, beside] * u) * v
    return found


def _put_lines(
    picture: FrameBuffer, settings: RenderSettings, mesh: Mesh, seen: _Seen, marks: Mapping[int, Floats]
) -> None:
    """Darken silhouettes and, where piece is before piece, the far side; lighten ridges; draw outlines of marked
    bodies.
    """
    shape = picture.body.shape
    size = picture.body.size
    edge, seam, ridge = (np.zeros(size, np.bool_) for _ in range(3))
    near, body, who = picture.near.reshape(-1), picture.body.reshape(-1), seen.who.reshape(-1)
    width = shape[1]
    for step, one, other in (
        (width, seen.who[:-1], seen.who[1:]),
        (1, seen.who[:, :-1], seen.who[:, 1:]),
    ):
        y, x = np.nonzero(one != other)
        p = y * width + x
        n = p + step
        b1, b2, d1, d2 = body[p], body[n], near[p], near[n]
        same = (b1 == b2) & (b1 >= 0)
        jump = np.abs(d1 - d2) > np.float32(0.035) * np.maximum(d1, d2)
        outer, first = ~same | jump, d1 >= d2
        edge[p[outer & first & (b1 >= 0)]] = True
        edge[n[outer & ~first & (b2 >= 0)]] = True
        two = outer & (b1 >= 0) & (b2 >= 0)
        seam[n[two & first]] = True
        seam[p[two & ~first]] = True
        bent = same & ~jump
        bent[bent] = (mesh.normal[who[p[bent]]] * mesh.normal[who[n[bent]]]).sum(1) < 0.95
        ridge[p[bent]] = True
        if settings.wide > 1:
            ridge[n[bent]] = True
    thin = edge.reshape(shape)
    wide_edge = grown(thin, picture.body, max(0, settings.wide - 2))
    wide_seam = grown(seam.reshape(shape), picture.body, settings.wide - 1) & ~wide_edge
    ridges = ridge.reshape(shape) & ~wide_edge
    picture.light[ridges] = picture.light[ridges] * np.float32(_RIDGE) + np.float32(0.02)
    picture.light[wide_edge] *= np.float32(_EDGE)
    picture.light[wide_seam] *= np.float32(_SEAM)
    for number, colour in marks.items():
        own = picture.body == number
        picture.light[grown(thin & own, picture.body, max(0, settings.wide - 1)) & own] = colour


def blend_ghost(
    picture: FrameBuffer, settings: RenderSettings, mesh: Mesh, colours: Floats, rims: Mapping[int, Floats], first: int
) -> None:
    """Draw see-through bodies over a finished picture, and their shadows straight below on the table.

    ``mesh`` has only ghosts; their numbers in the picture begin with ``first``. ``rims`` are outlines by those numbers.
    """
    body, near, light = picture.body.reshape(-1), picture.near.reshape(-1), picture.light.reshape(-1, 3)
    below = _look(picture.lens, shadow_of(mesh))
    on = (body[below.where] == TABLE) & (below.near > near[below.where] * np.float32(0.995))
    light[below.where[on]] *= np.float32(0.55)
    seen = _look(picture.lens, mesh)
    before = seen.near > near[seen.where]
    where, which = seen.where[before], seen.which[before]
    own = colours[mesh.body]
    facing = np.clip(mesh.normal @ KEY, 0, 1).astype(np.float32)[:, None]
    head = np.clip(mesh.normal @ picture.lens.axes[2], 0, 1).astype(np.float32)
    colour = (0.30 + _ABOVE * _sky(mesh) + _HEAD * head)[:, None] * own + _LAMP * facing * _WARM * own
    light[where] = light[where] * np.float32(_SEEN_THROUGH) + colour[which] * np.float32(1 - _SEEN_THROUGH)
    body[where], near[where] = first + mesh.body[which], seen.near[before]
    for number, rim in rims.items():
        own_samples = picture.body == number
        inner = _shrunk(own_samples, max(1, settings.wide - 1))
        picture.light[own_samples & ~inner] = rim


def _shrunk(marks: Marks, times: int) -> Marks:
    """Marks whose neighbours within ``times`` steps are all marked."""
    outside = grown(~marks, np.zeros(marks.shape, np.int32), times)
    found: Marks = marks & ~outside
    return found


def toned(picture: FrameBuffer) -> Floats:
    """The picture as sRGB, 0 to 1, with a soft shoulder for bright light."""
    light = picture.light
    below = light * np.float32(0.42)
    below += 1
    tones: Floats = light * np.float32(0.18)
    tones += 1
    tones *= light
    tones /= below
    np.sqrt(tones, out=tones)
    np.minimum(tones, 1, out=tones)
    return tones
