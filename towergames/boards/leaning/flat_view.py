"""A simple picture of pieces without the engine: flat faces, flat shadows, no rays. Plain Python, for any machine.

Replays can so be watched where there is no build of the physics engine.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from towergames.boards.kit.canvas import Canvas, Ink
from towergames.boards.kit.solids import Frame, Place, Shown, Solid
from towergames.boards.leaning.camera import TABLE_EDGE
from towergames.physics.camera import Camera
from towergames.physics.geometry import Vec, cross, dot, sub, unit
from towergames.physics.pyramids import BASE_EDGES, FACES, SIZES, SLANT_EDGES, corners

EDGES = (*BASE_EDGES, *SLANT_EDGES)
LAMP = (-14.0, -20.0, 46.0)
"""Where the light stands from the camera's target's place on the table (cm)."""
SKY, TABLE = -1, -2
GROUNDS = {"newspaper": "tile-5", "wood": "tile-side", "glass": "sky-horizon"}
LIT, DARK = 17, 10
"""The table's levels of light, out of and in the shadow."""
RAMP = " .:-=+*#%@"

Point = tuple[float, float, float]
"""Column and row in pixels, and how far before the camera."""


@dataclass(slots=True)
class _Pixels:
    """What each pixel shows: a body by its number in ``names``, the table or the sky, and its level of light.

    Two pixels a cell, one above the other; with ``letters`` one.
    """

    names: tuple[str, ...]
    width: int
    height: int
    letters: bool
    body: list[list[int]] = field(init=False)
    level: list[list[int]] = field(init=False)
    rim: list[list[bool]] = field(init=False)
    near: list[list[float]] = field(init=False)

    def __post_init__(self) -> None:
        rows = range(self.height)
        self.body = [[SKY] * self.width for _ in rows]
        self.level = [[LIT] * self.width for _ in rows]
        self.rim = [[False] * self.width for _ in rows]
        self.near = [[0.0] * self.width for _ in rows]

    @property
    def down(self) -> int:
        """Pixels a cell is high."""
        return 1 if self.letters else 2

    def pick(self, x: int, y: int) -> str:
        """The body in a cell, or empty."""
        if not (0 <= x < self.width and 0 <= y * self.down < self.height):
            return ""
        found = self.body[y * self.down + self.down // 2][x]
        return self.names[found] if found >= 0 else ""

    def places(self) -> dict[str, Place]:
        """For every body that is seen the longest run of its cells."""
        found: dict[str, Place] = {}
        area = [0] * len(self.names)
        for y, row in enumerate(self.body[self.down // 2 :: self.down]):
            start = 0
            for x in range(1, self.width + 1):
                if x < self.width and row[x] == row[start]:
                    continue
                if row[start] >= 0:
                    area[row[start]] += x - start
                    best = found.get(self.names[row[start]])
                    if best is None or x - start > best.width:
                        found[self.names[row[start]]] = Place(start, y, x - start)
                start = x
        return {name: Place(p.x, p.y, p.width, area[self.names.index(name)]) for name, p in found.items()}


def flat_view(frame: Frame) -> Shown:
    """The simple picture of a frame."""
    high = frame.height * (1 if frame.letters else 2)
    aspect = 0.5 if frame.letters else 1.0
    camera = frame.camera
    drawn = _Pixels(tuple(one.name for one in frame.solids), frame.width, high, frame.letters)
    _ground(drawn, camera, aspect)
    shapes = [[one.pose.point(corner) for corner in corners(SIZES[one.kind])] for one in frame.solids]
    lamp = (camera.target[0] + LAMP[0], camera.target[1] + LAMP[1], LAMP[2])
    for shape in shapes:
        _shadow(drawn, camera, aspect, [_cast(lamp, corner) for corner in shape])
    for number, (one, shape) in enumerate(zip(frame.solids, shapes, strict=True)):
        seen = [_project(camera, corner, drawn, aspect) for corner in shape]
        if not one.ghost:
            for face in FACES:
                _face(drawn, number, [seen[k] for k in face], _light(shape, face, lamp, camera))
        for edge in EDGES if one.rim or one.ghost else ():
            _line(drawn, number, [seen[k] for k in edge])
    canvas = Canvas(frame.width, frame.height)
    (_letters if frame.letters else _halves)(canvas, drawn, frame)
    return Shown(canvas, drawn.pick, drawn.places())


# --- geometry -------------------------------------------------------------------------------------------


def _project(camera: Camera, point: Vec, drawn: _Pixels, aspect: float) -> Point | None:
    at = camera.project(point, drawn.width, drawn.height, aspect)
    return None if at is None else (*at, dot(sub(camera.eye, point), camera.outward))


def _cast(lamp: Vec, point: Vec) -> Vec:
    """Where on the table a point's shadow falls."""
    share = lamp[2] / max(1.0, lamp[2] - point[2])
    return (lamp[0] + (point[0] - lamp[0]) * share, lamp[1] + (point[1] - lamp[1]) * share, 0.0)


def _light(shape: Sequence[Vec], face: Sequence[int], lamp: Vec, camera: Camera) -> int:
    """How bright a face is that is seen from this side; its inside is darker."""
    one, two, three = (shape[k] for k in face)
    normal = unit(cross(sub(two, one), sub(three, one)))
    inside = dot(normal, sub(camera.eye, one)) < 0
    if inside:
        normal = (-normal[0], -normal[1], -normal[2])
    straight = max(0.0, dot(normal, unit(sub(lamp, one))))
    return max(2, min(32, round(8.4 + 3.2 * normal[2] + 13.2 * straight - 4 * inside)))


def _ground(drawn: _Pixels, camera: Camera, aspect: float) -> None:
    """The round table. Seen by a camera that is held upright, each row of it is equally far."""
    right, up, backward = camera.axes
    focus = drawn.height / 2 / math.tan(camera.view / 2)
    for y in range(drawn.height):
        slope = (drawn.height / 2 - y - 0.5) / focus
        sinking = slope * up[2] - backward[2]
        if sinking >= -1e-6:
            continue
        far = -camera.eye[2] / sinking
        middle = [camera.eye[k] + far * (slope * up[k] - backward[k]) for k in (0, 1)]
        along = middle[0] * right[0] + middle[1] * right[1]
        beside = TABLE_EDGE**2 - (middle[0] ** 2 + middle[1] ** 2 - along**2)
        if beside <= 0:
            continue
        first, last = (
            drawn.width / 2 + (end - along) / far * focus / aspect for end in (-math.sqrt(beside), math.sqrt(beside))
        )
        for x in range(max(0, round(first)), min(drawn.width, round(last))):
            drawn.body[y][x] = TABLE


# --- filling --------------------------------------------------------------------------------------------


def _cells(drawn: _Pixels, corners_seen: Iterable[Point | None]) -> Iterator[tuple[int, int, float]]:
    """The pixels of a triangle and how near each is; none when part of it is behind the camera."""
    seen = [corner for corner in corners_seen if corner is not None]
    if len(seen) < 3:
        return
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = seen
    area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    if abs(area) < 1e-9:
        return
    for y in range(max(0, math.floor(min(ay, by, cy))), min(drawn.height, math.ceil(max(ay, by, cy)))):
        for x in range(max(0, math.floor(min(ax, bx, cx))), min(drawn.width, math.ceil(max(ax, bx, cx)))):
            px, py = x + 0.5, y + 0.5
            b = ((px - ax) * (cy - ay) - (cx - ax) * (py - ay)) / area
            c = ((bx - ax) * (py - ay) - (px - ax) * (by - ay)) / area
            if b >= 0 and c >= 0 and b + c <= 1:
                yield x, y, (1 - b - c) / az + b / bz + c / cz


def _face(drawn: _Pixels, number: int, seen: Iterable[Point | None], level: int) -> None:
    for x, y, near in _cells(drawn, seen):
        if near > drawn.near[y][x]:
            drawn.near[y][x], drawn.body[y][x], drawn.level[y][x] = near, number, level
            drawn.rim[y][x] = False


def _shadow(drawn: _Pixels, camera: Camera, aspect: float, shape: Sequence[Vec]) -> None:
    seen = [_project(camera, corner, drawn, aspect) for corner in shape]
    for face in (*FACES, (0, 1, 2), (2, 3, 0)):
        for x, y, _ in _cells(drawn, [seen[k] for k in face]):
            if drawn.body[y][x] == TABLE:
                drawn.level[y][x] = DARK


def _line(drawn: _Pixels, number: int, seen: Sequence[Point | None]) -> None:
    """An edge that stands out: what is behind it, and what it is the edge of, is seen on both sides."""
    one, other = seen
    if one is None or other is None:
        return
    steps = max(1, round(max(abs(other[0] - one[0]), abs(other[1] - one[1]))))
    for k in range(min(steps, 4 * drawn.width) + 1):
        share = k / steps
        x, y = int(one[0] + (other[0] - one[0]) * share), int(one[1] + (other[1] - one[1]) * share)
        near = (1 - share) / one[2] + share / other[2]
        if 0 <= x < drawn.width and 0 <= y < drawn.height and near > drawn.near[y][x] * 0.985:
            drawn.body[y][x], drawn.rim[y][x] = number, True
            drawn.near[y][x] = max(near, drawn.near[y][x])


# --- cells ----------------------------------------------------------------------------------------------


def _colour(drawn: _Pixels, solids: Sequence[Solid], ground: str, x: int, y: int) -> str:
    body = drawn.body[y][x]
    if body == SKY:
        return "sky"
    if body == TABLE:
        return f"{ground}~{drawn.level[y][x]}"
    one = solids[body]
    return (one.rim or one.role) if drawn.rim[y][x] else f"{one.role}~{drawn.level[y][x]}"


def _halves(canvas: Canvas, drawn: _Pixels, frame: Frame) -> None:
    ground = GROUNDS.get(frame.ground, "tile-side")
    for y in range(canvas.height):
        for x in range(canvas.width):
            above, below = (_colour(drawn, frame.solids, ground, x, 2 * y + k) for k in (0, 1))
            canvas.put(x, y, "▀" if above != below else " ", Ink(above if above != below else "", below))


def _letters(canvas: Canvas, drawn: _Pixels, frame: Frame) -> None:
    """Seven-bit characters: edges as strokes, faces by how bright they are, shadows as dots."""
    for y, row in enumerate(drawn.body):
        for x, body in enumerate(row):
            level = drawn.level[y][x]
            if body < 0:
                canvas.put(x, y, "." if body == TABLE and level == DARK else " ", Ink("muted"))
                continue
            left = x == 0 or row[x - 1] != body
            right = x + 1 == drawn.width or row[x + 1] != body
            below = y + 1 == drawn.height or drawn.body[y + 1][x] != body
            faced = RAMP[max(1, min(9, level * 9 // 32))]
            char = "#" if drawn.rim[y][x] else "|" if left != right else "_" if below else faced
            canvas.put(x, y, char, Ink(frame.solids[body].role))
