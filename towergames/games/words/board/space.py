"""The board in 3D as a scene: a slab with squares, and tiles that lie on each other. Pure."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from towergames.board.solids import Lettering, PaintedSquare, PaintedSquares, Solid
from towergames.games.words.board import beat_picture
from towergames.games.words.board.animation import lifted, shown
from towergames.games.words.board.camera import Extent
from towergames.games.words.board.input import why_not_put
from towergames.games.words.board.text import refused
from towergames.games.words.board.ui_state import WordsContext, cursor_shown
from towergames.games.words.grid import centre, spot
from towergames.games.words.palette import plate_role
from towergames.physics.geometry import Pose

if TYPE_CHECKING:
    from towergames.renderer.meshes import Mesh

PITCH, HALF, HIGH = 2.0, 0.90, 0.30
"""Centimetres: from square to square, half a tile's side, its height.

So low that from the front a stack of five hides less of a single tile behind it than lies before that tile's letter.
"""
GROUND = 0.40
"""The height of the squares over the table (cm)."""
LIFT = 0.14
"""How much higher a tile lies that is not played yet (cm)."""
IN_HAND = 0.5
"""Height of the tile in hand over its place in the picture (cm)."""
FALL = (0.0, 1.0, 3.0)
"""Centimetres that a moving tile is above its place, by the rows that it is above it on the flat board."""
RIM, FORE = 0.70, 0.28
"""How far the slab reaches beyond the squares, and how much further in front (cm)."""
TALLEST = GROUND + 4 * HIGH
"""Height of a stack in the last row whose letter is still in sight (cm)."""
TONES = (1.0, 0.9, 0.92, 0.9, 0.84, 0.78)
"""The light of tiles by their height: full light would burn out the light ones."""
BELOW = (0.62, 0.76)
"""The light of tiles under another one, two by turns, so that they can be counted."""
GROOVE = 0.07
"""Width of the gap between two squares (cm)."""
LIGHT = {"dark": 3.2, "light": 0.72}
"""How much lighter than on the flat board the squares are, so that shadows are seen on them."""
SLAB_LIGHT = {"dark": 1.6, "light": 0.7}
"""How much lighter the slab is than its role."""
LETTERING = Lettering(HIGH, HALF - 0.11, "plate-ink", cells=False)
SLAB = "board"
"""The name of the slab in pictures."""


@dataclass(frozen=True, slots=True)
class BoardSquare:
    """A square with what lies on it: the stack, whether its top is new, and the rim of what is seen there.

    ``here``: under the cursor. The top is ``above`` its place by some cm. ``held`` is a tile in hand over it, with
    the role of its outline.
    """

    cell: int
    stack: str = ""
    new: bool = False
    rim: str = ""
    here: bool = False
    above: float = 0.0
    held: str = ""
    held_rim: str = ""

    @property
    def level(self) -> float:
        """The height of what is on top (cm)."""
        return GROUND + HIGH * len(self.stack) + LIFT * self.new + self.above


def pieces(c: WordsContext) -> tuple[BoardSquare, ...]:
    """The squares of a board with what lies on them now."""
    stacks, last = shown(c)
    wrong, here = refused(c).union(beat_picture.wrong(c)), c.ui.cell if cursor_shown(c) else -1
    tiles = {} if c.playing else c.ui.tiles
    rows_above = lifted(c)
    fine = "good" if c.verdict is not None and c.verdict.legal else ""
    found = []
    for cell, stack in enumerate(stacks):
        new = cell in tiles
        rim = ""
        if cell in wrong:
            rim = "bad"
        elif cell == here:
            rim = "cursor"
        elif new:
            rim = fine
        elif cell in last:
            rim = "last"
        held = c.ui.order[c.ui.held] if cell == here and c.ui.held >= 0 else ""
        held_rim = ""
        if held:
            held_rim = "bad" if why_not_put(c, c.ui.held) else "good"
        above = FALL[rows_above.get(cell, 0)]
        found.append(BoardSquare(cell, stack + tiles.get(cell, ""), new, rim, cell == here, above, held, held_rim))
    return tuple(found)


def place(cell: int, size: int) -> tuple[float, float]:
    """The middle of a square (cm)."""
    row, column = divmod(cell, size)
    return (column - (size - 1) / 2) * PITCH, ((size - 1) / 2 - row) * PITCH


def cell_at(x: float, y: float, size: int) -> int:
    """The square of a place on the board (cm), -1 beside the squares."""
    column, row = math.floor(x / PITCH + size / 2), math.floor(size / 2 - y / PITCH)
    return row * size + column if 0 <= column < size and 0 <= row < size else -1


@lru_cache(maxsize=16)
def solids_of(board: tuple[BoardSquare, ...], size: int, *, fine: bool) -> tuple[Solid, ...]:
    """The slab and the tiles; in a ``fine`` picture the tiles on top have bevels."""
    found = [Solid(SLAB, f"slab{size}", Pose(0, -FORE, 0), "paper")]
    for piece in board:
        x, y = place(piece.cell, size)
        name, height = spot(piece.cell, size), len(piece.stack)
        lies_apart = piece.new or piece.above > 0
        for level, tile in enumerate(piece.stack, 1):
            pose, on_top = Pose(x, y, GROUND + (level - 1) * HIGH), level == height
            kind, letter = "tile" if fine else "plain", tile
            role, rim, tone = plate_role(level), "", TONES[level]
            if on_top:
                pose, rim = Pose(x, y, piece.level - HIGH), piece.rim
                role = "lit" if piece.here else plate_role(level, piece.new)
            elif level < height - 1 or not lies_apart:
                kind, letter, tone = "under", "", BELOW[level % 2] * tone
            found.append(Solid(f"{name}/{level}", kind, pose, role, rim, tone=tone, letter=letter))
        if piece.held:
            z = piece.level + IN_HAND
            found.append(
                Solid(f"{name}/held", "tile", Pose(x, y, z), "tile-new", piece.held_rim, ghost=True, letter=piece.held)
            )
    return tuple(found)


@lru_cache(maxsize=16)
def squares_of(board: tuple[BoardSquare, ...], size: int, theme: str) -> PaintedSquares:
    """The squares of the slab, with the cursor where it is on an empty one."""
    middle, light = centre(size), LIGHT.get(theme, 1.0)
    found = []
    for piece in board:
        role, tone = "square", light
        if piece.cell in middle:
            role, tone = "centre", 1.35 * light
        elif (piece.cell + piece.cell // size) % 2:
            role, tone = "square-2", 1.2 * light
        if piece.here and not piece.stack:
            role, tone = "lit", 1.0
        found.append(PaintedSquare(role, tone, "" if piece.stack else piece.rim))
    slab = SLAB_LIGHT.get(theme, 1.0)
    groove, beside = PaintedSquare("sky-horizon", 0.5 * slab), PaintedSquare("sky-horizon", slab)
    return PaintedSquares(SLAB, PITCH, GROOVE, groove, beside, tuple(found))


@cache
def extent(size: int) -> Extent:
    """The measures of a board that every picture shows whole."""
    rim = size + RIM
    ends = ((-rim - FORE, 0.0), (rim - FORE, 0.0), (size, TALLEST))
    corners = tuple((x, y, z) for x in (-rim, rim) for y, z in ends)
    return Extent(corners, PITCH, (-HALF, -HALF, GROUND), size)


@cache
def mesh_of(kind: str) -> Mesh:
    """The mesh of a slab, of a tile on top (with bevels or plain), or of a tile under another one."""
    from towergames.renderer.meshes import slab

    if kind == "tile":
        return slab(HALF, 0.0, HIGH, corner=0.22, bevel=0.06, taper=0.05)
    if kind == "plain":
        return slab(HALF, 0.0, HIGH, corner=0.22, taper=0.08)
    if kind == "under":
        return slab(HALF, 0.0, HIGH, corner=0.22, taper=0.05, ends="")
    return slab(int(kind.removeprefix("slab")) + RIM, 0.0, GROUND, corner=0.9, bevel=0.10, ends="both")
