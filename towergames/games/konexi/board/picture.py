"""The parts that all pictures of this board share: their own inks, layout, letters, and a window on the tower. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from towergames.board import solids
from towergames.board.canvas import Ink, Rect
from towergames.board.protocol import Beside, BoardSizes
from towergames.games.konexi.bodies import CELL
from towergames.games.konexi.letters import ALPHABET, HEIGHT, STEPS, WIDTH, Connector, upright
from towergames.games.konexi.palette import PLASTICS
from towergames.games.konexi.tower import PlacedLetter, tower_of
from towergames.physics.geometry import Pose, Vec

TOKEN = Ink("accent", bold=True)
STRAINED = Ink("ink", "warn", bold=True)
SAID = Ink("ink", "good", bold=True)
KEY = Ink("accent", "chip-key", bold=True)
TASK = Ink("cursor", bold=True)
TABLE = Ink("paper", "wood-side")
HINT = Ink("warn")
DIE = Ink("plate-ink", "paper", bold=True)


@lru_cache(maxsize=64)
def plate(role: str) -> Ink:
    """The ink of a letter's name on its own plastic."""
    return Ink("plate-ink", role, bold=True)


# --- room ---------------------------------------------------------------------------------------------

SIZES = BoardSizes(board=(60, 9), hand=5, beside=Beside(columns=44, rows=15, hand=36, tall=13, low=11))
"""On a low screen the hand is drawn beside the board: a tower is rather high than wide."""
TRACK_BESIDE = 60
"""Columns of a board that shows the circle itself. Beside a narrower board the hand shows it."""
TRACK_ROWS = 10
"""Rows of a board that has its circle as a track at the right. A lower board has it in a row at its foot."""


HAND_TRACK = Rect(0, 0, 36, 8)
"""Approximate place of the circle in a hand beside the board."""


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """The parts of a board: the rectangle of the tower, and of the circle as a track or at the foot, if any.

    The tower stands in the last row of its rectangle.
    """

    room: Rect
    track: Rect | None = None
    foot: Rect | None = None


@lru_cache(maxsize=16)
def layout(width: int, height: int) -> BoardLayout:
    """The layout of a board: the tower alone if the hand is beside it, else with the circle.

    The circle is at the right of the tower, or below it on a low board.
    """
    ground = 1 if height < TRACK_ROWS else 2
    if width < TRACK_BESIDE:
        return BoardLayout(Rect(0, 1, width, height - ground))
    if height < TRACK_ROWS:
        return BoardLayout(Rect(0, 1, width, height - 2), foot=Rect(0, height - 1, width, 1))
    wide = min(40, max(30, width * 2 // 5))
    high = min(height - 2, 15 if wide < 36 else 17)
    left = width - wide - 1
    return BoardLayout(Rect(0, 1, left, height - ground), track=Rect(left, 1 + (height - 1 - high) // 4, wide, high))


# --- letters ------------------------------------------------------------------------------------------

NORMAL, BRIGHT, DULL = "", "bright", "dull"
"""The tones of a letter: while a word is typed its letters are bright and all others dull."""
GHOST = "+"
"""Name of the letter in hand in pictures."""


@dataclass(frozen=True, slots=True)
class DrawnLetter:
    """A letter to be drawn: its pose (cm), its palette role and the role of its outline ('' for light and shade only).

    A ``ghost`` is see-through.
    """

    letter: str
    pose: Pose
    role: str
    rim: str = ""
    tone: str = NORMAL
    ghost: bool = False

    @property
    def name(self) -> str:
        return GHOST if self.ghost else self.letter

    @property
    def solid(self) -> solids.Solid:
        """This letter as a body for the 3D renderer, without the outline that marks the newest letter."""
        return solids.Solid(self.name, self.letter, self.pose, self.role, self.rim.replace("last", ""), self.ghost)


POINTS_PER_CELL = 8
"""Points of a stencil along the side of a cell."""
STENCIL_BORDER = 1
"""Cells around a letter for its plugs."""
STENCIL_COLUMNS, STENCIL_ROWS = (
    (WIDTH + 2 * STENCIL_BORDER) * POINTS_PER_CELL,
    (HEIGHT + 2 * STENCIL_BORDER) * POINTS_PER_CELL,
)
"""Size of a stencil in points."""
PLUG_LENGTH = 0.42
"""Length of a plug in cells; it is half a cell wide."""
PLUG_LENGTH_COARSE = 0.55
"""Plug length, in cells, where a shorter plug would fall between two sample points."""
NO_PLUG = 0.0
"""Plug length where a point covers more than a cell: a plug would only be a speck."""
PLASTIC, HOLE = 1, 2
"""Values of a stencil's points, 0 for nothing. A hole is the socket's part of a cell."""


@cache
def stencil(letter: str, tooth: float = PLUG_LENGTH) -> bytes:
    """The upright letter as STENCIL_ROWS rows of STENCIL_COLUMNS points, from below, with plugs of length ``tooth``."""
    points = bytearray(STENCIL_COLUMNS * STENCIL_ROWS)

    def fill(left: float, low: float, right: float, high: float, value: int) -> None:
        for y in range(
            round((low + STENCIL_BORDER) * POINTS_PER_CELL), round((high + STENCIL_BORDER) * POINTS_PER_CELL)
        ):
            for x in range(
                round((left + STENCIL_BORDER) * POINTS_PER_CELL), round((right + STENCIL_BORDER) * POINTS_PER_CELL)
            ):
                points[y * STENCIL_COLUMNS + x] = value

    one = upright(letter)
    for x, y in one.cells:
        fill(x, y, x + 1, y + 1, PLASTIC)
    for connector in one.connectors:
        fill(*connector_area(connector, tooth), PLASTIC if connector.plug else HOLE)
    return bytes(points)


def connector_area(one: Connector, tooth: float = PLUG_LENGTH) -> tuple[float, float, float, float]:
    """Left, lowest, right and highest place of a plug, or of the hole of a socket, in cells."""
    dx, dy = STEPS[one.side]
    first, last = (0.5, 0.5 + tooth) if one.plug else (0.5 - tooth, 0.5)
    across = sorted((dx * first, dx * last)) if dx else (-0.25, 0.25)
    along = sorted((dy * first, dy * last)) if dy else (-0.25, 0.25)
    x, y = one.x + 0.5, one.y + 0.5
    return x + across[0], y + along[0], x + across[1], y + along[1]


@cache
def bars(letter: str) -> tuple[tuple[int, int, int, int], ...]:
    """The letter's cells as few rectangles: column, row, columns, rows."""
    left = set(upright(letter).cells)
    rectangles = []
    while left:
        x, y = min(left, key=lambda cell: (cell[1], cell[0]))
        wide = next(k for k in range(1, WIDTH + 1) if (x + k, y) not in left)
        high = next(k for k in range(1, HEIGHT + 1) if (x, y + k) not in left)
        wide, high = (1, high) if high > wide else (wide, 1)
        rectangles.append((x, y, wide, high))
        left -= {(x + i, y + j) for i in range(wide) for j in range(high)}
    return tuple(rectangles)


@cache
def heart(letter: str) -> tuple[int, int]:
    """The cell of the upright letter that shows its name: near its middle, away from sockets."""
    one = upright(letter)
    cut = {(c.x, c.y) for c in one.connectors if not c.plug}
    x = sum(cell[0] for cell in one.cells) / len(one.cells)
    y = sum(cell[1] for cell in one.cells) / len(one.cells)
    whole = [cell for cell in one.cells if cell not in cut] or list(one.cells)
    return min(whole, key=lambda cell: ((cell[0] - x) ** 2 + (cell[1] - y) ** 2, cell))


def own_role(letter: str) -> str:
    """The colour of a letter without neighbours."""
    return PLASTICS[ALPHABET.index(letter) * 2 % len(PLASTICS)]


@lru_cache(maxsize=256)
def roles(spots: tuple[PlacedLetter, ...]) -> dict[str, str]:
    """A colour for each letter: its own, or the next one that no older neighbour has."""
    cells = tower_of(spots).cells
    found: dict[str, str] = {}
    for spot in spots:
        beside = {cells.get((x + dx, y + dy), "") for x, y in spot.cells for dx, dy in STEPS}
        taken = {found[other] for other in beside if other in found}
        first = PLASTICS.index(own_role(spot.letter))
        ways = [PLASTICS[(first + k) % len(PLASTICS)] for k in range(len(PLASTICS))]
        found[spot.letter] = next((role for role in ways if role not in taken), ways[0])
    return found


# --- the window on the tower --------------------------------------------------------------------------

SCALES: tuple[tuple[float, float], ...] = tuple(
    (k, k / 2) for k in (0.5, 0.625, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5, 6, 8)
)
"""Columns and rows of a cell of the lattice, from far to near."""
PLAIN_SCALES: tuple[tuple[float, float], ...] = ((0.5, 0.25), (0.75, 0.375), (1, 0.5), (1, 1), (2, 1), (4, 2), (6, 3))
"""Scales for plain characters, where a character shows one letter or none; from far to near."""
MARGIN_BESIDE, MARGIN_ABOVE = 4, 7.6
"""Cells kept free beside and above the tower for the next letter."""
TIGHT_MARGIN = 1
"""Cells kept free beside and above the tower where MARGIN_BESIDE and MARGIN_ABOVE do not fit.

The view then scrolls with the next letter.
"""
MAX_CELL_COLUMNS = 4
"""Columns of a cell at most, unless the player zooms in."""

Bounds = tuple[float, float, float, float]
"""Left, lowest, right and highest place, in cells."""


@dataclass(frozen=True, slots=True)
class Window:
    """The part of the tower's plane that a side view shows, in cells of the lattice.

    A cell is ``columns`` wide and ``rows`` high on the screen. ``left`` and ``top`` are the place of the picture's
    upper left corner.
    """

    columns: float
    rows: float
    left: float
    top: float

    def column(self, x: float) -> float:
        return (x - self.left) * self.columns

    def row(self, y: float) -> float:
        return (self.top - y) * self.rows

    def project(self, point: Vec) -> tuple[float, float]:
        """Column and row of a point of the world (cm)."""
        return self.column(point[0] / CELL), self.row(point[2] / CELL)

    def cell(self, column: float, row: float) -> tuple[float, float]:
        """The place of the plane that is shown at a column and row."""
        return self.left + column / self.columns, self.top - row / self.rows


@dataclass(frozen=True, slots=True)
class Flat:
    """Everything that a side view depends on.

    ``plain``: only characters distinguish the letters. ``table`` are the rows in which a table begins and ends that is
    seen from above; both 0 where none is.
    """

    pieces: tuple[DrawnLetter, ...]
    window: Window
    width: int
    height: int
    plain: bool
    table: tuple[int, int] = (0, 0)


def bounds(poses: Iterable[Pose]) -> Bounds | None:
    """The bounds of letters of any shape at these poses; None without letters."""
    ends = [pose.point((u * CELL, 0.0, v * CELL)) for pose in poses for u in (0, WIDTH) for v in (0, HEIGHT)]
    if not ends:
        return None
    across, up = [x / CELL for x, _, _ in ends], [z / CELL for _, _, z in ends]
    return min(across), min(up), max(across), max(up)


def fit(
    tower: Bounds | None,
    hand: Bounds | None,
    focus: Bounds | None,
    room: Rect,
    *,
    plain: bool,
    zoom: int = 0,
    pan: tuple[int, int] = (0, 0),
) -> Window:
    """The window that shows the tower on the table and the letter in hand; ``focus`` if not everything fits.

    ``zoom`` counts scales nearer. ``pan`` is the shift of the picture to the right and up, in cells.
    """
    scales = PLAIN_SCALES if plain else SCALES
    whole = tower or hand or (0.0, 0.0, float(WIDTH), float(HEIGHT))
    best = _nearest(scales, whole, MARGIN_BESIDE, MARGIN_ABOVE, room)
    if best < 0:
        best = max(0, _nearest(scales, whole, TIGHT_MARGIN, TIGHT_MARGIN, room))
    columns, rows = scales[max(0, min(len(scales) - 1, best + zoom))]
    across, up = room.width / columns, (room.height - 1) / rows
    seen = focus or hand or whole
    left = _along(whole[0] - 1, whole[2] + 1, (seen[0] + seen[2]) / 2, across)
    low = 0.0 if whole[3] + 1 <= up else _along(0.0, whole[3] + 2, (seen[1] + seen[3]) / 2, up)
    if hand is not None:
        left = _reach(left, hand[0] - 0.6, hand[2] + 0.6, across)
        low = max(0.0, _reach(low, hand[1] - 0.6, hand[3] + 0.6, up))
    left, low = left - pan[0], low - pan[1]
    # Whole cells of the screen keep a straight tower crisp.
    left = round((left - room.x / columns) * columns) / columns
    top = round((low + up + room.y / rows) * rows) / rows
    return Window(columns, rows, left, top)


def _nearest(scales: Sequence[tuple[float, float]], whole: Bounds, beside: float, above: float, room: Rect) -> int:
    """The index of the nearest scale at which the tower has the margins free; -1 if none has."""
    wide, high = whole[2] - whole[0] + 2 * beside, whole[3] + above
    good = (
        k
        for k, (columns, rows) in enumerate(scales)
        if columns <= MAX_CELL_COLUMNS and wide * columns <= room.width and high * rows <= room.height - 1
    )
    return max(good, default=-1)


def _along(first: float, last: float, middle: float, shown: float) -> float:
    """The start of a view of length ``shown`` with ``first`` to ``last`` in its middle.

    A longer part is shown around ``middle``.
    """
    if last - first <= shown:
        return (first + last - shown) / 2
    return max(first, min(last - shown, middle - shown / 2))


def _reach(start: float, first: float, last: float, shown: float) -> float:
    """The start of the view, moved as little as possible so that ``first`` to ``last`` is shown."""
    return min(max(start, last - shown), first)
