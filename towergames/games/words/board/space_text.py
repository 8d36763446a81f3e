"""The board in 3D as a picture: the scene, the letters on its tiles, heights, and the names of rows and columns."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from towergames.board.canvas import Canvas
from towergames.board.palette import resolve
from towergames.board.protocol import Spot
from towergames.board.solids import PictureSpec, RenderedPicture, picture
from towergames.games.words.board.camera import HOME, fitted, viewpoint_of
from towergames.games.words.board.space import (
    FORE,
    GROUND,
    HALF,
    HIGH,
    LETTERING,
    PITCH,
    RIM,
    SLAB,
    BoardSquare,
    cell_at,
    extent,
    mesh_of,
    pieces,
    place,
    solids_of,
    squares_of,
)
from towergames.games.words.board.tiles import BOLD, CURSOR, HALVES, MUTED, WIDE, large_points
from towergames.games.words.board.ui_state import WordsContext
from towergames.games.words.grid import COLUMNS, show_tile, spot, square
from towergames.physics.camera import Camera

ENGRAVED = 13.0
"""Columns of a tile from which its letter is engraved in cells too."""
BLOCKS = 3.2
"""Rows of a tile's top from which its letter is made of half blocks."""
NUMBERED = 4.4
"""Columns of a tile from which stacks bear their heights."""


@dataclass(frozen=True, slots=True)
class Sight:
    """Everything that determines a picture of ``width`` x ``height`` cells, but for its fineness.

    ``exact``: the tiles stand on whole columns. ``labels``: stacks bear their heights. ``cell`` is the square whose row
    and column stand out, ``down`` the direction of typing.
    """

    board: tuple[BoardSquare, ...]
    size: int
    camera: Camera
    width: int
    height: int
    theme: str
    exact: bool
    labels: bool
    cell: int
    down: bool

    @property
    def tile(self) -> float:
        """The columns of a tile's side in the middle of the board."""
        return 2 * HALF * self.height / (self.camera.distance * math.tan(self.camera.view / 2))

    @property
    def large(self) -> bool:
        """Whether letters of half blocks have room."""
        return self.exact and self.tile * math.sin(self.camera.pitch) / 2 >= BLOCKS

    def frame(self, *, still: bool, fine: bool) -> PictureSpec:
        """The scene for the renderer. ``fine``: with bevels."""
        lettering = replace(LETTERING, cells=self.tile >= ENGRAVED)
        return PictureSpec(
            solids_of(self.board, self.size, fine=fine),
            self.camera,
            self.width,
            self.height,
            "wood",
            self.theme,
            still,
            letters=False,
            lettering=lettering,
            squares=squares_of(self.board, self.size, self.theme),
        )

    def project(self, point: tuple[float, float, float]) -> tuple[float, float] | None:
        """Column and row of a point (cm)."""
        at = self.camera.project(point, self.width, 2 * self.height)
        return None if at is None else (at[0], at[1] / 2)

    def under(self, column: float, row: float) -> int:
        """The square at a place of the picture, -1 beside the board."""
        right, up, backward = self.camera.axes
        focus = self.height / math.tan(self.camera.view / 2)
        across, upward = (column - self.width / 2) / focus, (self.height / 2 - row) * 2 / focus
        way = [across * right[k] + upward * up[k] - backward[k] for k in range(3)]
        if way[2] >= 0:
            return -1
        x, y, z = self.camera.eye
        deep = (GROUND - z) / way[2]
        return cell_at(x + deep * way[0], y + deep * way[1], self.size)


@dataclass(frozen=True, slots=True)
class SpacePicture:
    """The drawn board, which must not be changed, and the spots of the squares."""

    canvas: Canvas
    seen: RenderedPicture
    sight: Sight
    spots: tuple[Spot, ...]

    def at(self, x: int, y: int) -> str:
        """The spot of the square that is seen in a cell: the tops and fronts of its stack belong to it."""
        name = self.seen.pick(x, y)
        if name != SLAB:
            return name.partition("/")[0] if "/" in name else ""
        cell = self.sight.under(x + 0.5, y + 0.5)
        return spot(cell, self.sight.size) if cell >= 0 else ""

    def place(self, cell: int) -> tuple[int, int] | None:
        """Column and row of a square's spot, None where it is out of the picture."""
        name = spot(cell, self.sight.size)
        for one in self.spots:
            if one.key == name:
                return one.x, one.y
        return None


def sight_of(c: WordsContext, width: int, height: int) -> Sight:
    """The board of a context as a picture of that size shows it."""
    viewpoint, size = viewpoint_of(c), c.view.terms.size
    exact = bool(viewpoint.look) and viewpoint.camera.yaw == HOME.yaw
    camera = fitted(viewpoint.camera, width, height, extent(size), exact=exact)
    if not viewpoint.look:  # somebody came nearer or went away
        nearer = HOME.distance / viewpoint.camera.distance
        camera = replace(camera, view=2 * math.atan(math.tan(camera.view / 2) / nearer))
    board, labels = pieces(c), viewpoint.labels
    return Sight(board, size, camera, width, height, c.style.theme, exact, labels, c.ui.cell, c.ui.down)


def draw_space(c: WordsContext, width: int, height: int) -> SpacePicture:
    """The board in 3D on ``width`` x ``height`` cells."""
    sight, still = sight_of(c, width, height), not c.playing
    frame = sight.frame(still=still, fine=still and c.style.still)
    return _lettered(picture(frame, mesh_of, quick=not c.style.still), sight)


def draw_cover(c: WordsContext, width: int, height: int) -> Canvas:
    """The board alone, without letters; nothing is drawn where the table would be seen."""
    seen = picture(sight_of(c, width, height).frame(still=True, fine=True), mesh_of)
    canvas = Canvas(width, height)
    canvas.blit(seen.canvas, 0, 0)
    for y in range(height):
        for x in range(width):
            if seen.pick(x, y) in ("table", ""):
                canvas.put(x, y, " ")
    return canvas


@lru_cache(maxsize=12)
def _lettered(seen: RenderedPicture, sight: Sight) -> SpacePicture:
    """The rendered scene with its letters, heights and names."""
    canvas = Canvas(sight.width, sight.height)
    canvas.blit(seen.canvas, 0, 0)
    ink = int(resolve(sight.theme, "plate-ink")[1:], 16)
    if sight.tile < ENGRAVED:
        for glyphs in letters_on(sight, seen).values():
            for x, y, text in glyphs:
                canvas.put_on_picture(x, y, text, ink, bold=text.isalpha())
    if sight.labels and sight.tile >= NUMBERED:
        for x, y, text in _heights(sight, seen):
            canvas.put_on_picture(x, y, text, ink)
    _put_names(canvas, sight, seen)
    _put_arrow(canvas, sight)
    return SpacePicture(canvas, seen, sight, _spots(sight))


@dataclass(frozen=True, slots=True)
class _Top:
    """A tile that is seen from above: its name in the picture, and column and row of the middle of its top."""

    name: str
    tile: str
    column: float
    row: float


Glyphs = list[tuple[int, int, str]]
"""Texts with their columns and rows."""


def letters_on(sight: Sight, seen: RenderedPicture) -> dict[str, Glyphs]:
    """The letters of the tiles that show theirs, by the names of the tiles in the picture.

    A large letter is made of half blocks, and small where these have no room: without its foot an E is an F.
    """
    found: dict[str, Glyphs] = {}
    taken: set[tuple[int, int]] = set()
    for solid in solids_of(sight.board, sight.size, fine=False):
        x, y, z = solid.pose.place
        at = sight.project((x, y, z + HIGH)) if solid.letter else None
        if at is None:
            continue
        top = _Top(solid.name, solid.letter, *at)
        glyphs = _large(top, seen, taken) if sight.large else []
        found[top.name] = glyphs or _small(top, seen, taken)
    return found


def _small(top: _Top, seen: RenderedPicture, taken: set[tuple[int, int]]) -> Glyphs:
    """The letter as a character in the cell nearest to the middle of the tile's top that shows the tile."""
    text = show_tile(top.tile)
    x, y = int(top.column - (len(text) - 1) / 2), int(top.row)
    for row in (y, y - 1, y + 1):
        cells = {(x + k, row) for k in range(len(text))}
        if seen.pick(x, row) == top.name and taken.isdisjoint(cells):
            taken.update(cells)
            return [(x, row, text)]
    return []


def _large(top: _Top, seen: RenderedPicture, taken: set[tuple[int, int]]) -> Glyphs:
    """The letter in half blocks in the middle of the tile's top, or half a row off; nothing where that has no room.

    Cells that are ``taken`` belong to other letters.
    """
    middle = round(2 * top.row - len(large_points(top.tile)) / 2)
    for first in (middle, middle - 1, middle + 1):
        glyphs = _half_blocks(top, first)
        # A cell shows one body, that in its middle. Half blocks at an end of a letter may reach over an edge.
        inner = [(x, y) for (x, y), glyph in glyphs.items() if glyph == "█" or first < 2 * y < first + 4]
        if taken.isdisjoint(glyphs) and all(seen.pick(*cell) == top.name for cell in inner):
            taken.update(glyphs)
            return [(x, y, glyph) for (x, y), glyph in glyphs.items()]
    return []


def _half_blocks(top: _Top, first: int) -> dict[tuple[int, int], str]:
    """The cells of a large letter whose first line of points is the half row ``first``."""
    points = large_points(top.tile)
    left = round(top.column - WIDE / 2 - 0.5 * (top.tile == "Q"))
    glyphs = {}
    blank = "." * WIDE
    for half in range(first - first % 2, first + len(points), 2):
        upper, lower = (points[k - first] if 0 <= k - first < len(points) else blank for k in (half, half + 1))
        for x, pair in enumerate(zip(upper, lower, strict=True), start=left):
            if pair != (".", "."):
                glyphs[x, half // 2] = HALVES[pair]
    if top.tile == "Q":
        glyphs[left + WIDE, (first + len(points) - 1) // 2] = "u"
    return glyphs


def _heights(sight: Sight, seen: RenderedPicture) -> Iterator[tuple[int, int, str]]:
    """The heights of stacks, each at the right end of the stack's front."""
    for piece in sight.board:
        level = len(piece.stack)
        x, y = place(piece.cell, sight.size)
        low = piece.level - HIGH * (level - 0.5) / 2
        at = sight.project((x + HALF - 0.35, y - HALF, low)) if level > 1 else None
        if at is not None:
            column, row = int(at[0]), int(at[1])
            if seen.pick(column, row).startswith(f"{spot(piece.cell, sight.size)}/"):
                yield column, row, str(level)


def _put_names(canvas: Canvas, sight: Sight, seen: RenderedPicture) -> None:
    """Letters along the columns and numbers along the rows, on the rim in front, where no stack is, and at the left."""
    size = sight.size
    row, column = divmod(sight.cell, size)
    ground = _ground(canvas, sight, seen)
    for k in range(size):
        x, y = place(k * (size + 1), size)
        front, left = (x, -size - _FRONT, GROUND), (-size - RIM / 2, y, GROUND)
        for point, text, here in ((front, COLUMNS[k], k == column), (left, str(k + 1), k == row)):
            at = sight.project(point)
            if at is not None and 0 <= at[0] < sight.width - 1:
                ink, first = BOLD if here else MUTED, int(at[0] - (len(text) - 1) / 2)
                if point == front and ground:
                    canvas.put(first, int(at[1]), text, replace(ink, bg=ground))
                else:
                    canvas.put_over(first, int(at[1]), text, ink)


_FRONT = (RIM + FORE) * 0.55
"""How far the letters of the columns stand before the squares (cm)."""


def _ground(canvas: Canvas, sight: Sight, seen: RenderedPicture) -> str:
    """The colour behind the letters of the columns, '' unless all stand in one row of cells.

    It is the usual one between them, since the cell of a letter may hold the foot of a tile as well.
    """
    if sight.camera.yaw != HOME.yaw:
        return ""
    found: Counter[str] = Counter()
    for k in range(sight.size + 1):
        at = sight.project((-sight.size + k * PITCH, -sight.size - _FRONT, GROUND))
        if at is not None and seen.pick(int(at[0]), int(at[1])) == SLAB:
            found[canvas.ink(int(at[0]), int(at[1])).bg] += 1
    return found.most_common(1)[0][0] if found else ""


def _put_arrow(canvas: Canvas, sight: Sight) -> None:
    """Draw the direction of typing at the edge of the square under the cursor."""
    for piece in sight.board:
        if piece.here:
            x, y = place(piece.cell, sight.size)
            end = (x, y - PITCH / 2, GROUND) if sight.down else (x + PITCH / 2, y, GROUND)
            at = sight.project(end)
            if at is not None and 0 <= at[0] < sight.width:
                canvas.put(int(at[0]), int(at[1]), "v" if sight.down else ">", CURSOR)


def _spots(sight: Sight) -> tuple[Spot, ...]:
    """The spots of the squares: two cells each, in the middle of what lies there; the second one has the letter."""
    found, label = [], (2 + WIDE // 2 if sight.large else 2, 0)
    for piece in sight.board:
        at = sight.project((*place(piece.cell, sight.size), piece.level))
        if at is not None:
            x, y = max(0, int(at[0]) - 1), int(at[1])
            if 0 <= y < sight.height and x + 2 <= sight.width:
                name = square(piece.cell, sight.size)
                found.append(Spot(spot(piece.cell, sight.size), x, y, 2, 1, name, label=label))
    return tuple(found)
