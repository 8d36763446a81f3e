"""Pictures of solid bodies on a table as canvases, kept while nothing changes.

numpy is imported when the first picture is asked for.
"""

from __future__ import annotations

import math
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from threading import Lock
from typing import TYPE_CHECKING

from towergames.board.canvas import Canvas, Ink
from towergames.board.palette import resolve
from towergames.board.protocol import PixelArea
from towergames.physics.camera import Camera
from towergames.physics.geometry import Pose
from towergames.renderer import RADIUS_CM

if TYPE_CHECKING:
    from towergames.renderer import markings
    from towergames.renderer.meshes import Floats, Ints, Mesh
    from towergames.renderer.pixels import Bytes
    from towergames.renderer.rasterizer import FrameBuffer, LitScene, RenderSettings

MOST_STAGES = 8
"""Positions whose light is kept."""


@dataclass(frozen=True, slots=True)
class Solid:
    """A body to be drawn: its name, the kind that selects its mesh, its pose (cm), and its palette role.

    ``rim`` is the role of its outline; without an outline only light and shade show its shape. A ``ghost`` is
    see-through. ``tone`` makes its colour lighter or darker, so that neighbours of one colour differ.
    ``letter`` stands on its top (see :class:`Lettering`).
    """

    name: str
    kind: str
    pose: Pose
    role: str
    rim: str = ""
    ghost: bool = False
    tone: float = 1.0
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Lettering:
    """The letters on bodies: height over the body's origin, half the side of their square (cm), and role.

    ``cells``: pictures of cells have them too, not only those of pixels.
    """

    top: float
    half: float
    role: str
    cells: bool


@dataclass(frozen=True, slots=True)
class PaintedSquare:
    """A square on a body's top: its role and tone, and the role of the line along its rim, '' for none."""

    role: str
    tone: float
    rim: str = ""


@dataclass(frozen=True, slots=True)
class PaintedSquares:
    """The squares on the top of the body ``name``: rows from the back, ``pitch`` cm apart, with a ``gap`` between them.

    ``groove`` is the colour of the gaps, ``beside`` that of the body elsewhere.
    """

    name: str
    pitch: float
    gap: float
    groove: PaintedSquare
    beside: PaintedSquare
    squares: tuple[PaintedSquare, ...]


@dataclass(frozen=True, slots=True)
class PictureSpec:
    """Everything that determines a picture of ``width`` x ``height`` cells.

    ``camera`` is fitted to the picture (:meth:`Orbit.fitted`), ``ground`` the name of a surface. ``still`` pictures are
    finer; those with ``letters`` are of 7-bit characters. ``lettering`` and ``squares`` are seen only in true colours.
    ``radius`` (cm) is that of the table, a disc.
    """

    solids: tuple[Solid, ...]
    camera: Camera
    width: int
    height: int
    ground: str
    theme: str
    still: bool
    letters: bool
    lettering: Lettering | None = None
    squares: PaintedSquares | None = None
    radius: float = RADIUS_CM

    def project(self, point: tuple[float, float, float]) -> tuple[float, float] | None:
        """Column and row of a point of the world (cm), None behind the camera; what is before it is not asked."""
        at = self.camera.project(point, self.width, 2 * self.height)
        return None if at is None else (at[0], at[1] / 2)


@dataclass(frozen=True, slots=True)
class VisibleSpan:
    """The cells of a row on which a body is seen, and on how many cells it is seen in all."""

    x: int
    y: int
    width: int
    area: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class RenderedPicture:
    """A picture: its canvas, which must not be changed, what is seen in a cell, and where labels fit best.

    A still one in colours can be had in true pixels as well.
    """

    canvas: Canvas
    pick: Callable[[int, int], str]
    places: Mapping[str, VisibleSpan]
    pixels: PixelArea | None = None


MeshOf = Callable[[str], "Mesh"]
"""The mesh of a kind of bodies."""


def picture(frame: PictureSpec, mesh_of: MeshOf, *, quick: bool = False) -> RenderedPicture:
    """The picture of a frame. A ``quick`` one is still only if it has been drawn before."""
    if frame.still and quick and frame not in _still:
        frame = replace(frame, still=False)
    seen = _drawn(frame, mesh_of)
    if frame.still:
        _still.append(frame)
    return seen


_still: deque[PictureSpec] = deque(maxlen=4)
"""The still frames that were drawn last."""
_StageKey = tuple[tuple[tuple[str, Pose], ...], MeshOf]
_stages: OrderedDict[_StageKey, tuple[bool, LitScene]] = OrderedDict()
"""Positions with the light on them, and whether that is fine."""
_lock = Lock()


def _stage(things: tuple[tuple[str, Pose], ...], mesh_of: MeshOf, fine: bool) -> LitScene:
    """The light on bodies that stand so; a fine one that is there will do for a rough one."""
    from towergames.renderer.light import FINE, ROUGH, baked
    from towergames.renderer.meshes import placed
    from towergames.renderer.rasterizer import LitScene

    key = things, mesh_of
    with _lock:
        known = _stages.get(key)
        if known is not None and known[0] >= fine:
            _stages.move_to_end(key)
            return known[1]
    mesh = placed(things, mesh_of)
    made = LitScene(mesh, baked(mesh, FINE if fine else ROUGH))
    with _lock:
        _stages[key] = fine, made
        _stages.move_to_end(key)
        while len(_stages) > MOST_STAGES:
            _stages.popitem(last=False)
    return made


@lru_cache(maxsize=12)
def _drawn(frame: PictureSpec, mesh_of: MeshOf) -> RenderedPicture:
    from towergames.renderer import blocks
    from towergames.renderer.blocks import strokes
    from towergames.renderer.rasterizer import RenderSettings, toned
    from towergames.renderer.table_texture import PLAIN_SURFACE

    canvas = Canvas(frame.width, frame.height)
    if frame.theme == "terminal" and not frame.letters:
        return _in_named_colours(frame, mesh_of, canvas)
    if frame.letters:
        film = _film(
            frame, mesh_of, RenderSettings(frame.camera, frame.width, frame.height, 0.5, PLAIN_SURFACE, "dark")
        )
        inks = [*(Ink(one.role) for one in _ordered(frame)), Ink("muted"), Ink("muted")]
        for y, row in enumerate(strokes(film)):
            canvas.put_runs(0, y, zip(row, (inks[body] for body in film.body[y].tolist()), strict=True))
        return RenderedPicture(canvas, *_answers(frame, film.body))
    across, down = (8, 8) if frame.still else (2, 4)
    size = frame.width * across, frame.height * down
    wide = 3 if frame.still else 1
    view = RenderSettings(frame.camera, *size, down / across / 2, frame.ground, frame.theme, wide, frame.still)
    film = _marked(frame, mesh_of, view, lettered=frame.lettering is not None and frame.lettering.cells)
    # While things move, longer runs: fewer bytes for the terminal.
    flat, quantum = (0.02, 2) if frame.still else (0.06, 4)
    cells = blocks.fit(toned(film), across, down, flat=flat, quantum=quantum)
    canvas.put_picture(cells.text, cells.colours().tolist())
    pixels = None
    if frame.still:
        fine, rough = (partial(_in_pixels, frame, mesh_of, samples) for samples in (MOST_SAMPLES, 0))
        pixels = PixelArea(fine, frame.width, frame.height, rough=rough)
    return RenderedPicture(canvas, *_answers(frame, film.body[down // 2 :: down, across // 2 :: across]), pixels)


MOST_SAMPLES = 4_000_000
"""Samples of a picture in pixels that has four of them a pixel; a larger one has one."""


def _in_pixels(frame: PictureSpec, mesh_of: MeshOf, most: int, across: int, down: int) -> Bytes:
    """The picture of a frame in cells of ``across`` x ``down`` pixels: height x width x 3 bytes.

    It has four samples a pixel if these are not more than ``most``, else one.
    """
    from towergames.renderer.pixels import in_bytes
    from towergames.renderer.rasterizer import RenderSettings, toned

    wide, high = frame.width * across, frame.height * down
    fine = 2 if 4 * wide * high <= most else 1
    size, aspect = (wide * fine, high * fine), down / across / 2
    view = RenderSettings(frame.camera, *size, aspect, frame.ground, frame.theme, 2 * fine, soft=True, fine=True)
    return in_bytes(toned(_marked(frame, mesh_of, view, lettered=True)), fine)


GROUNDS = {"glass": "sky-horizon", "newspaper": "wood-side"}
"""The role of the table by its surface; wood is as round the newspaper."""
SHADES = {0: 0, 1: 10, 2: 20}
"""Levels of light of a role, dark to bright."""


def _in_named_colours(frame: PictureSpec, mesh_of: MeshOf, canvas: Canvas) -> RenderedPicture:
    """A picture in the colours that the terminal has names for."""
    import numpy as np

    from towergames.renderer.blocks import MARKED, SAMPLES, key_of, quarters
    from towergames.renderer.rasterizer import SKY, TABLE, RenderSettings
    from towergames.renderer.table_texture import PLAIN_SURFACE, on_sheet

    size = frame.width * SAMPLES, frame.height * SAMPLES
    film = _film(frame, mesh_of, RenderSettings(frame.camera, *size, 0.5, PLAIN_SURFACE, "dark"))
    paper = on_sheet(film.lens) if frame.ground == "newspaper" else np.zeros(film.body.shape, np.bool_)
    rows, ink, ground = quarters(film, paper)
    ground_role = GROUNDS.get(frame.ground, "wood-side")
    names = {key_of(SKY, 2): "sky"}
    for shade, light in SHADES.items():
        names[key_of(TABLE, shade)] = f"{ground_role}~{light}"
        names[key_of(TABLE, shade, paper=True)] = f"wood~{light}"
        names |= {key_of(k, shade): f"{_named(one.role)}~{light}" for k, one in enumerate(_ordered(frame))}
    names |= {key_of(k, MARKED): one.rim or one.role for k, one in enumerate(_ordered(frame))}
    for y, text in enumerate(rows):
        pairs = zip(ink[y].tolist(), ground[y].tolist(), strict=True)
        inks = [Ink(names[front] if front != back else "", names[back]) for front, back in pairs]
        canvas.put_runs(0, y, zip(text, inks, strict=True))
    return RenderedPicture(canvas, *_answers(frame, film.body[1::SAMPLES, 1::SAMPLES]))


def _named(role: str) -> str:
    """The role, or white instead of the default colour: that is not the same before and behind a glyph."""
    return role if resolve("terminal", role) != "default" else "paper"


def _ordered(frame: PictureSpec) -> list[Solid]:
    """The bodies by their numbers in a picture: ghosts come last."""
    return sorted(frame.solids, key=lambda one: one.ghost)


def _film(frame: PictureSpec, mesh_of: MeshOf, view: RenderSettings) -> FrameBuffer:
    from towergames.renderer.meshes import placed
    from towergames.renderer.rasterizer import blend_ghost, draw
    from towergames.renderer.table_texture import PLAIN_SURFACE

    view = replace(view, radius=frame.radius)
    bodies = _ordered(frame)
    solid = [one for one in bodies if not one.ghost]
    ghosts = bodies[len(solid) :]
    white = view.surface == PLAIN_SURFACE
    colours = _colours(bodies, frame.theme, white=white)
    rims = {k: _rim(frame, one.rim) for k, one in enumerate(bodies) if one.rim and not frame.letters}
    stage = _stage(tuple((one.kind, one.pose) for one in solid), mesh_of, frame.still)
    film = draw(stage, view, colours[: len(solid)], {k: rim for k, rim in rims.items() if k < len(solid)})
    if ghosts:
        held_mesh = placed(tuple((one.kind, one.pose) for one in ghosts), mesh_of)
        held = {k: rim for k, rim in rims.items() if k >= len(solid)}
        blend_ghost(film, view, held_mesh, colours[len(solid) :], held, len(solid))
    return film


def _marked(frame: PictureSpec, mesh_of: MeshOf, view: RenderSettings, *, lettered: bool) -> FrameBuffer:
    """The bodies with the squares and, if ``lettered``, the letters on their tops."""
    film = _film(frame, mesh_of, view)
    if frame.squares is None and frame.lettering is None:
        return film
    from towergames.renderer.markings import engrave, paint_squares

    bodies = _ordered(frame)
    if frame.squares is not None:
        wide = frame.camera.distance / film.lens.focus * max(1.0, view.aspect)
        paint_squares(film, _squares_of(frame.squares, bodies, frame.theme), wide)
    if lettered and frame.lettering is not None:
        how, letters = frame.lettering, {k: one.letter for k, one in enumerate(bodies) if one.letter}
        ink = _light_of(frame.theme, how.role)
        engrave(film, [one.pose for one in bodies], letters, how.top, how.half, ink)
    return film


def _squares_of(what: PaintedSquares, bodies: list[Solid], theme: str) -> markings.SquarePaint:
    """The squares with their colours, as the renderer takes them."""
    import numpy as np

    from towergames.renderer import markings

    number = next(k for k, one in enumerate(bodies) if one.name == what.name)
    white = _WHITE_OF_LIGHT if theme == "light" else 0.0
    own = _light_of(theme, bodies[number].role, white) * np.float32(bodies[number].tone)
    colours = [
        _light_of(theme, one.role, white) * np.float32(one.tone) for one in (*what.squares, what.groove, what.beside)
    ]
    edge = [_light_of(theme, one.rim or one.role) for one in what.squares]
    return markings.SquarePaint(
        number,
        math.isqrt(len(what.squares)),
        what.pitch,
        what.gap,
        np.array(colours, np.float32) / own,
        np.array([*(bool(one.rim) for one in what.squares), False, False]),
        np.array(edge, np.float32) / own,
    )


_WHITE_OF_LIGHT = 0.22
"""Share of white in the colours of bodies in the light theme."""


def _colours(bodies: list[Solid], theme: str, *, white: bool) -> Floats:
    """The bodies' own colours as linear light; all of them white."""
    import numpy as np

    if white:
        return np.ones((len(bodies), 3), np.float32)
    share = _WHITE_OF_LIGHT if theme == "light" else 0.0
    found = np.array([_light_of(theme, one.role, share) for one in bodies], np.float32)
    return found.reshape(-1, 3) * np.array([one.tone for one in bodies], np.float32)[:, None]


def _rim(frame: PictureSpec, role: str) -> Floats:
    """The light of an outline."""
    import numpy as np

    from towergames.renderer.blocks import MARK_LIGHT

    return np.full(3, MARK_LIGHT, np.float32) if frame.theme == "terminal" else _light_of(frame.theme, role)


@lru_cache(maxsize=256)
def _light_of(theme: str, role: str, white: float = 0.0) -> Floats:
    """The linear light of a role's colour, mixed with some white."""
    import numpy as np

    from towergames.renderer.table_texture import linear

    found: Floats = np.square(np.sqrt(linear(resolve(theme, role))) * np.float32(1 - white) + np.float32(white))
    return found


def _answers(frame: PictureSpec, grid: Ints) -> tuple[Callable[[int, int], str], dict[str, VisibleSpan]]:
    """A function from a cell to the body seen there, and for every visible body the cells where a label fits best.

    ``grid`` are the bodies in the middles of the cells.
    """
    import numpy as np

    names = [one.name for one in _ordered(frame)]
    rows, columns = grid.shape
    told = [*names, "table", ""]

    def pick(x: int, y: int) -> str:
        return told[int(grid[y, x])] if 0 <= x < columns and 0 <= y < rows else ""

    ends = np.ones((rows, columns), np.bool_)
    ends[:, 1:] = grid[:, 1:] != grid[:, :-1]
    starts = np.flatnonzero(ends)
    widths = np.diff(starts, append=grid.size)
    ranks = grid.reshape(-1)[starts]
    solid = ranks >= 0
    starts, widths, ranks = starts[solid], widths[solid], ranks[solid]
    lines = starts // max(1, columns)
    area = np.bincount(ranks, widths, len(names))
    middle = np.bincount(ranks, widths * lines, len(names)) / np.maximum(area, 1)
    # A long run, and rather in the middle of what is seen than at its upper or lower end.
    worth = np.minimum(widths, 8) - 0.8 * np.abs(lines - middle[ranks])
    found: dict[str, VisibleSpan] = {}
    for k in np.argsort(-worth, kind="stable").tolist():
        rank = int(ranks[k])
        if names[rank] not in found:
            found[names[rank]] = VisibleSpan(int(starts[k]) % columns, int(lines[k]), int(widths[k]), int(area[rank]))
    return pick, found
