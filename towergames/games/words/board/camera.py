"""The views of the board: flat, or in 3D from so high that no stack hides a letter."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from towergames.board.camera_controls import (
    LOOK,
    NAMES,
    SWITCH,
    WALK_SIGNS,
    WHOLE,
    camera_specs,
    clicked_view,
    next_look,
)
from towergames.board.orbit import Orbit, OrbitView
from towergames.board.protocol import KeyInput, PointerInput, Spec, Viewpoint
from towergames.games.words.board.ui_state import AnyWordsContext
from towergames.physics.camera import Camera
from towergames.physics.geometry import add, scale

FLAT, SPACE = "flat", "3d"
VIEWS = {FLAT: "Flat", SPACE: "3D"}
"""The views by name, as they are written."""
COVER = "cover"
"""A view of the board alone, without a table or words, for pictures so small that no letter can be read."""
PITCH = 1.10
"""63 degrees: high enough that a stack of five hides no letter of the square behind it."""
HOME = Camera(target=(0.0, 0.0, 0.4), distance=100.0, yaw=-math.pi / 2, pitch=PITCH, view=0.22)
LOOKS = {
    "front": HOME,
    "corner": replace(HOME, yaw=-math.pi / 2 - 0.55, pitch=0.78),
    "top": replace(HOME, pitch=1.45),
}
"""Named looks -> cameras, in the order in which a key goes through them."""
ORBIT = Orbit(shape=1.10, edge=22.0, closest=20.0, drag=(0.02, 0.04))

VIEW, NEXT_LOOK, WHOLE_BOARD = f"words.{SWITCH}", f"words.{LOOK}", f"words.{WHOLE}"
_KEYS = {
    SWITCH: "",
    LOOK: "",
    WHOLE: "",
    **WALK_SIGNS,
    "nearer": "",
    "farther": "",
    NAMES: "greater_than_sign",
}
"""The keys of this board besides those of every camera."""
SPECS: tuple[Spec, ...] = camera_specs(
    "words",
    _KEYS,
    around="board",
    names="heights of the stacks",
    looks="Go to the next look: front, corner, top",
    views="Show the board flat or in 3D",
)
"""Controls that only change the picture."""


@dataclass(frozen=True, slots=True)
class BoardView(OrbitView):
    """The viewpoint of one screen. ``view`` is flat, 3d or the cover; with ``labels`` stacks bear their heights."""

    camera: Camera = HOME
    look: str = "front"
    view: str = FLAT

    @property
    def view_name(self) -> str:
        return self.view


class BoardCamera:
    """The camera of Stacked Words. Only people move it: the whole board is always in sight."""

    def follow(self, c: AnyWordsContext, before: Viewpoint | None) -> BoardView:  # noqa: ARG002 - the protocol
        """The viewpoint as before; at first the board is flat."""
        return before if isinstance(before, BoardView) else BoardView()

    def overlook(self, c: AnyWordsContext) -> None:
        """Keep the viewpoint."""

    def why_not(self, c: AnyWordsContext, spec: str) -> str:  # noqa: ARG002 - the protocol
        """The reason why a camera spec cannot be used now."""
        return no_space(c)

    def move(self, c: AnyWordsContext, event: PointerInput | KeyInput | str) -> BoardView | None:
        """The viewpoint after a camera spec, a drag, the wheel, or a click on the name of a view or look."""
        if isinstance(event, KeyInput):
            return None  # arrows move over the squares
        seen = viewpoint_of(c)
        if isinstance(event, PointerInput) and event.click:
            chosen = clicked_view(event)
            if chosen in LOOKS:
                return _looked(seen, chosen)
            if chosen == COVER:
                return replace(_looked(seen, "corner"), view=COVER, labels=False)
            return replace(seen, view=chosen) if chosen in VIEWS else None
        if no_space(c):
            return None
        in_space = seen.view == SPACE
        if event == VIEW:
            return replace(seen, view=FLAT if in_space else SPACE)
        if event == NEXT_LOOK:
            return _looked(seen, next_look(LOOKS, seen.look if in_space else ""))
        if event == WHOLE_BOARD:
            return _looked(seen, "front")
        return ORBIT.move(seen, event) if in_space else None


def _looked(seen: BoardView, name: str) -> BoardView:
    return replace(seen, view=SPACE, camera=LOOKS[name], look=name)


def viewpoint_of(c: AnyWordsContext) -> BoardView:
    """The viewpoint of a context, the first one if it has none."""
    return c.viewpoint if isinstance(c.viewpoint, BoardView) else BoardView()


# --- whether there is room ------------------------------------------------------------------------------

LEAST = (46, 21)
"""Columns and rows of the picture from which the board is shown in 3D."""
PANEL_COLUMNS = 22
"""Fewest columns of the panel beside the board."""
WIDEST = 2.6
"""Columns of the picture for each of its rows that the board can use."""


def picture_size(width: int, height: int) -> tuple[int, int]:
    """Columns and rows of the picture in 3D: those that the panel leaves, but no more than the board can use.

    Without a panel the names of the views take the last row.
    """
    if width >= LEAST[0] + PANEL_COLUMNS:
        return min(width - PANEL_COLUMNS, round(height * WIDEST)), height
    return min(width, round((height - 1) * WIDEST)), height - 1


def no_space(c: AnyWordsContext) -> str:
    """The reason why the board of a screen cannot be shown in 3D, in a sentence; '' when it can."""
    return no_space_on(c, *c.room) if min(c.room) > 0 else ""


def no_space_on(c: AnyWordsContext, width: int, height: int) -> str:
    """The reason why a board of ``width`` x ``height`` cells cannot be shown in 3D; '' when it can."""
    if c.style.plain or c.style.theme == "terminal":
        return "The board in 3D needs a theme with true colours."
    if not c.style.true_colours:
        return "The board in 3D needs a terminal with true colours."
    columns, rows = picture_size(width, height)
    if columns < LEAST[0] or rows < LEAST[1]:
        return "The board in 3D needs a larger window."
    return ""


# --- the camera of a picture ----------------------------------------------------------------------------

TELE = 7.5
"""Columns of the picture for each square below which there is no perspective."""
TELE_FACTOR = 6.0
"""How much further away the camera then stands."""
STEEP = (0.86, 0.94)
"""Sines of the least and the greatest angle to which the camera's own is rounded."""


@dataclass(frozen=True, slots=True)
class Extent:
    """The measures that a picture must show (cm): the corners of the board, and the pitch of its squares.

    ``corner`` is the front left corner of the front left tile's top on the bare board.
    """

    corners: tuple[tuple[float, float, float], ...]
    pitch: float
    corner: tuple[float, float, float]
    squares: int


Project = Callable[[Camera, float, float, float], tuple[float, float]]


@lru_cache(maxsize=64)
def fitted(camera: Camera, wide: int, high: int, extent: Extent, *, exact: bool) -> Camera:
    """The camera from the same side, as near as shows all corners.

    In an ``exact`` picture the squares are whole half columns wide and, where possible, whole half rows high, and begin
    at one. Most edges then fall between quadrants of cells.
    """
    if exact and (wide < TELE * extent.squares or high < TELE * extent.squares / 2):
        # On few cells: without perspective all tiles and letters stand on the same half columns.
        view = 2 * math.atan(math.tan(camera.view / 2) / TELE_FACTOR)
        camera = replace(camera, distance=TELE_FACTOR * camera.distance, view=view)
    frame = _Frame(wide, high, extent)
    now = camera
    for _ in range(3):  # in perspective the middle depends on the nearness
        left, right, top, bottom = frame.ends(now)
        now = _zoomed(frame.centred(now), min(wide / (right - left), (high - 0.5) / (bottom - top)))
    if not exact:
        return frame.centred(now)
    half, level = extent.pitch / 2, extent.corner[2]
    across = frame.at(now, (half, 0.0, level))[0] - frame.at(now, (-half, 0.0, level))[0]
    whole = math.floor(2 * across) / 2
    now = _zoomed(now, whole / across)
    steep = round(whole * math.sin(now.pitch)) / whole
    if STEEP[0] <= steep <= STEEP[1]:
        now = replace(now, pitch=math.asin(steep))
    now = frame.centred(now)
    x, y = frame.at(now, extent.corner)
    unit = extent.pitch / whole  # centimetres of a column
    return _shifted(now, (x - round(x)) * unit, -(y - round(y * 2) / 2) * 2 * unit)


def _shifted(camera: Camera, right: float, up: float) -> Camera:
    """The camera shifted along the picture (cm). Its target may come to lie below the table."""
    x, y, _ = camera.axes
    return replace(camera, target=add(camera.target, add(scale(x, right), scale(y, up))))


def _zoomed(camera: Camera, by: float) -> Camera:
    return replace(camera, view=2 * math.atan(math.tan(camera.view / 2) / by))


@dataclass(frozen=True, slots=True)
class _Frame:
    """A picture of ``wide`` x ``high`` cells and what it must show."""

    wide: int
    high: int
    extent: Extent

    def at(self, camera: Camera, point: tuple[float, float, float]) -> tuple[float, float]:
        """Column and row of a point, which is before the camera."""
        found = camera.project(point, self.wide, 2 * self.high)
        return (found[0], found[1] / 2) if found is not None else (0.0, 0.0)

    def ends(self, camera: Camera) -> tuple[float, float, float, float]:
        """The least and greatest column, and the least and greatest row."""
        columns, rows = zip(*(self.at(camera, corner) for corner in self.extent.corners), strict=True)
        return min(columns), max(columns), min(rows), max(rows)

    def centred(self, camera: Camera) -> Camera:
        """The camera with everything in the middle of the picture."""
        left, right, top, bottom = self.ends(camera)
        unit = camera.distance * math.tan(camera.view / 2) / self.high  # centimetres of a column at the target
        aside, down = (left + right) / 2 - self.wide / 2, (top + bottom) / 2 - self.high / 2
        return _shifted(camera, aside * unit, -down * 2 * unit)
