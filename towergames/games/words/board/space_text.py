"""The board in 3D as a picture: the scene, the letters on its tiles, heights, and the names of rows and columns."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from towergames.board.canvas import Canvas
from towergames.board.palette import resolve
from towergames.board.protocol import PixelArea, Spot
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
    Piece,
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

ENGRAVED = 13.0
"""Columns of a tile from which its letter is engraved in cells too."""
BLOCKS = 3.2
"""Rows of a tile's top from which its letter is made of half blocks."""
NUMBERED = 4.4
"""Columns of a tile from which stacks bear their heights."""


@dataclass(frozen=True, slots=True)
class SpacePicture:
    """The drawn board: the spots of the squares, and the square that is seen in a cell."""

    seen: RenderedPicture
    frame: PictureSpec
    size: int
    spots: tuple[Spot, ...]

    @property
    def pixels(self) -> PixelArea | None:
        """The picture in true pixels."""
        return self.seen.pixels

    def at(self, x: int, y: int) -> str:
        """The spot of the square that is seen in a cell: the tops and fronts of its stack belong to it."""
        name = self.seen.pick(x, y)
        if name != SLAB:
            return name.partition("/")[0] if "/" in name else ""
        cell = _under(self.frame, x + 0.5, y + 0.5, self.size)
        return spot(cell, self.size) if cell >= 0 else ""

    def place(self, cell: int) -> tuple[int, int] | None:
        """Column and row of a square's spot, None where it is out of the picture."""
        name = spot(cell, self.size)
        for one in self.spots:
            if one.key == name:
                return one.x, one.y
        return None


def _under(frame: PictureSpec, column: float, row: float, size: int) -> int:
    """The square at a place of the picture, -1 beside the board."""
    camera = frame.camera
    right, up, backward = camera.axes
    focus = frame.height / math.tan(camera.view / 2)
    across, upward = (column - frame.width / 2) / focus, (frame.height / 2 - row) * 2 / focus
    way = [across * right[k] + upward * up[k] - backward[k] for k in range(3)]
    if way[2] >= 0:
        return -1
    deep = (GROUND - camera.eye[2]) / way[2]
    return cell_at(camera.eye[0] + deep * way[0], camera.eye[1] + deep * way[1], size)


def draw_space(canvas: Canvas, c: WordsContext, wide: int) -> SpacePicture:
    """Draw the picture on the left ``wide`` columns of a canvas."""
    viewpoint, size, theme = viewpoint_of(c), c.view.terms.size, c.style.theme
    exact = bool(viewpoint.look) and viewpoint.camera.yaw == HOME.yaw
    camera = fitted(viewpoint.camera, wide, canvas.height, extent(size), exact=exact)
    if not viewpoint.look:  # somebody came nearer or went away
        nearer = HOME.distance / viewpoint.camera.distance
        camera = replace(camera, view=2 * math.atan(math.tan(camera.view / 2) / nearer))
    board, still = pieces(c), not c.playing
    room = 2 * HALF * canvas.height / (camera.distance * math.tan(camera.view / 2))  # columns of a tile
    frame = PictureSpec(
        solids_of(board, size, fine=still and c.style.still),
        camera,
        wide,
        canvas.height,
        "wood",
        theme,
        still,
        letters=False,
        lettering=replace(LETTERING, cells=room >= ENGRAVED),
        squares=squares_of(board, size, theme),
    )
    seen = picture(frame, mesh_of, quick=not c.style.still)
    canvas.blit(seen.canvas, 0, 0)
    ink = int(resolve(theme, "plate-ink")[1:], 16)
    if room < ENGRAVED:
        large = exact and room * math.sin(camera.pitch) / 2 >= BLOCKS
        for glyphs in letters_on(frame, seen, large=large).values():
            for x, y, text in glyphs:
                canvas.put_on_picture(x, y, text, ink, bold=text.isalpha())
    if viewpoint.labels and room >= NUMBERED:
        for x, y, text in _heights(frame, board, size, seen):
            canvas.put_on_picture(x, y, text, ink)
    _names(canvas, c, frame, size)
    _arrow(canvas, c, frame, board, size)
    return SpacePicture(seen, frame, size, _spots(frame, board, size))


@dataclass(frozen=True, slots=True)
class _Top:
    """A tile that is seen from above: its name in the picture, and column and row of the middle of its top."""

    name: str
    tile: str
    column: float
    row: float


Glyphs = list[tuple[int, int, str]]
"""Texts with their columns and rows."""


def letters_on(frame: PictureSpec, seen: RenderedPicture, *, large: bool) -> dict[str, Glyphs]:
    """The letters of the tiles that show theirs, by the names of the tiles in the picture.

    A ``large`` letter is made of half blocks, and small where these have no room: without its foot an E is an F.
    """
    found: dict[str, Glyphs] = {}
    taken: set[tuple[int, int]] = set()
    for solid in frame.solids:
        x, y, z = solid.pose.place
        at = frame.project((x, y, z + HIGH)) if solid.letter else None
        if at is None:
            continue
        top = _Top(solid.name, solid.letter, *at)
        glyphs = _large(top, seen, taken) if large else []
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


def _heights(
    frame: PictureSpec, board: tuple[Piece, ...], size: int, seen: RenderedPicture
) -> Iterator[tuple[int, int, str]]:
    """The heights of stacks, each at the right end of the stack's front."""
    for piece in board:
        level = len(piece.stack)
        x, y = place(piece.cell, size)
        low = piece.level - HIGH * (level - 0.5) / 2
        at = frame.project((x + HALF - 0.35, y - HALF, low)) if level > 1 else None
        if at is not None:
            column, row = int(at[0]), int(at[1])
            if seen.pick(column, row).startswith(f"{spot(piece.cell, size)}/"):
                yield column, row, str(level)


def _names(canvas: Canvas, c: WordsContext, frame: PictureSpec, size: int) -> None:
    """Letters along the columns and numbers along the rows, on the rim in front, where no stack is, and at the left."""
    row, column = divmod(c.ui.cell, size)
    ground = _ground(canvas, frame, size)
    for k in range(size):
        x, y = place(k * (size + 1), size)
        front, left = (x, -size - _FRONT, GROUND), (-size - RIM / 2, y, GROUND)
        for point, text, here in ((front, COLUMNS[k], k == column), (left, str(k + 1), k == row)):
            at = frame.project(point)
            if at is not None and 0 <= at[0] < frame.width - 1:
                ink, first = BOLD if here else MUTED, int(at[0] - (len(text) - 1) / 2)
                if point == front and ground:
                    canvas.put(first, int(at[1]), text, replace(ink, bg=ground))
                else:
                    canvas.put_over(first, int(at[1]), text, ink)


_FRONT = (RIM + FORE) * 0.55
"""How far the letters of the columns stand before the squares (cm)."""


def _ground(canvas: Canvas, frame: PictureSpec, size: int) -> str:
    """The colour behind the letters of the columns, '' unless all stand in one row of cells.

    It is that of the corner beside them: the cell of a letter may hold the foot of a tile as well.
    """
    corner = frame.project((-size - RIM / 2, -size - _FRONT, GROUND))
    if corner is None or frame.camera.yaw != HOME.yaw:
        return ""
    x, y = int(corner[0]), int(corner[1])
    return canvas.ink(x, y).bg if 0 <= x < canvas.width and 0 <= y < canvas.height else ""


def _arrow(canvas: Canvas, c: WordsContext, frame: PictureSpec, board: tuple[Piece, ...], size: int) -> None:
    """The direction of typing, at the edge of the square under the cursor."""
    for piece in board:
        if piece.here:
            x, y = place(piece.cell, size)
            end = (x, y - PITCH / 2, GROUND) if c.ui.down else (x + PITCH / 2, y, GROUND)
            at = frame.project(end)
            if at is not None and 0 <= at[0] < frame.width:
                canvas.put(int(at[0]), int(at[1]), "v" if c.ui.down else ">", CURSOR)


def _spots(frame: PictureSpec, board: tuple[Piece, ...], size: int) -> tuple[Spot, ...]:
    """The spots of the squares: two cells each, in the middle of what lies there."""
    found = []
    for piece in board:
        at = frame.project((*place(piece.cell, size), piece.level))
        if at is not None:
            x, y = max(0, int(at[0]) - 1), int(at[1])
            if 0 <= y < frame.height and x + 2 <= frame.width:
                found.append(Spot(spot(piece.cell, size), x, y, 2, 1, square(piece.cell, size)))
    return tuple(found)
