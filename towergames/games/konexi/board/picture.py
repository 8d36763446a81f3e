"""What all pictures of this board share: inks, the room for their parts, letters, a window on the tower. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from towergames.board import solids
from towergames.board.canvas import Ink
from towergames.board.palette import IDENTITIES
from towergames.board.protocol import Beside, Sizes
from towergames.games.konexi.bodies import CELL
from towergames.games.konexi.letters import ALPHABET, HEIGHT, STEPS, WIDTH, Connector, upright
from towergames.games.konexi.palette import PLASTICS
from towergames.games.konexi.tower import PlacedLetter, tower_of
from towergames.physics.geometry import Pose, Vec

TEXT = Ink("text")
BOLD = Ink("text", bold=True)
MUTED = Ink("muted")
LINE = Ink("line")
GOOD = Ink("good", bold=True)
BAD = Ink("bad", bold=True)
WARN = Ink("warn", bold=True)
CURSOR = Ink("ink", "cursor", bold=True)
BUTTON = Ink("text", "card", bold=True)
BUTTON_OFF = Ink("muted", "card")
CHOSEN = Ink("text", "select", bold=True)
PLATE = Ink("text", "card")
PLATE_MUTED = Ink("muted", "card")
LAST = Ink("ink", "last", bold=True)
HAND = Ink("ink", "accent", bold=True)
TOKEN = Ink("accent", bold=True)
BLAMED = Ink("ink", "bad", bold=True)
SAID = Ink("ink", "good", bold=True)
GOAL = Ink("ink", "cursor", bold=True)
TRACK = LINE
KEY = Ink("accent", "chip-key", bold=True)
TASK = Ink("cursor", bold=True)
TABLE = Ink("paper", "wood-side")
HINT = Ink("warn")
FREE = Ink("text", bold=True)
DIE = Ink("plate-ink", "paper", bold=True)


@lru_cache(maxsize=64)
def plate(role: str) -> Ink:
    """A letter's name on its own plastic."""
    return Ink("plate-ink", role, bold=True)


def seat_plate(seat: int) -> Ink:
    """A plate in a player's colour."""
    return Ink("ink", IDENTITIES[seat % len(IDENTITIES)].role, bold=True)


def seat_sign(seat: int) -> str:
    """How a player is told without colour."""
    return IDENTITIES[seat % len(IDENTITIES)].number


# --- room ---------------------------------------------------------------------------------------------

SIZES = Sizes(board=(60, 9), hand=5, beside=Beside(columns=44, rows=15, hand=36, tall=13, low=11))
"""On a low screen the hand stands beside the board: a tower is rather high than wide."""
TRACK_BESIDE = 60
"""Columns of a board that shows the circle itself; beside a narrower one the hand shows it."""
TRACK_ROWS = 10
"""Rows of a board that has its circle as a track at the right; a lower one has it in a row at its foot."""


@dataclass(frozen=True, slots=True)
class Room:
    """A rectangle of the canvas; in the last row of the tower's the tower stands."""

    x: int
    y: int
    width: int
    height: int


HAND_TRACK = Room(0, 0, 36, 8)
"""About where a hand beside the board shows the circle."""


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """How a board of a size is parted: the room for the tower, and for the circle as a track or at the foot, if any."""

    room: Room
    track: Room | None = None
    foot: Room | None = None


@lru_cache(maxsize=16)
def layout(width: int, height: int) -> BoardLayout:
    """The tower alone where the hand is beside it, else with the circle at its right, or below it on a low board."""
    ground = 1 if height < TRACK_ROWS else 2
    if width < TRACK_BESIDE:
        return BoardLayout(Room(0, 1, width, height - ground))
    if height < TRACK_ROWS:
        return BoardLayout(Room(0, 1, width, height - 2), foot=Room(0, height - 1, width, 1))
    wide = min(40, max(30, width * 2 // 5))
    high = min(height - 2, 15 if wide < 36 else 17)
    left = width - wide - 1
    return BoardLayout(Room(0, 1, left, height - ground), track=Room(left, 1 + (height - 1 - high) // 4, wide, high))


# --- letters ------------------------------------------------------------------------------------------

NORMAL, BRIGHT, DULL = "", "bright", "dull"
"""How much a letter stands out: those of the word being typed are bright, all others dull meanwhile."""
GHOST = "+"
"""What the letter in hand is called in pictures."""


@dataclass(frozen=True, slots=True)
class DrawnLetter:
    """A letter to be drawn: where it is (cm), its palette role and that of its outline (empty: only light and shade).

    A ``ghost`` is see-through; its connectors that meet others are no different from the rest.
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
        """The same for ray casting. Letters there have no outline that tells which came last."""
        return solids.Solid(self.name, self.letter, self.pose, self.role, self.rim.replace("last", ""), self.ghost)


POINTS_PER_CELL = 8
"""Points of a stencil along the side of a cell."""
STENCIL_BORDER = 1
"""Cells round a letter for its plugs."""
STENCIL_COLUMNS, STENCIL_ROWS = (
    (WIDTH + 2 * STENCIL_BORDER) * POINTS_PER_CELL,
    (HEIGHT + 2 * STENCIL_BORDER) * POINTS_PER_CELL,
)
"""Points of a stencil."""
PLUG_LENGTH = 0.42
"""How far a plug reaches into the next cell; it is half a cell wide."""
PLUG_LENGTH_COARSE = 0.55
"""The same where cells are so small that a shorter one would fall between two points."""
NO_PLUG = 0.0
"""The same where they would only be specks."""
PLASTIC, HOLE = 1, 2
"""What a point of a stencil shows, 0 nothing: a hole is the socket's part of a cell."""


@cache
def stencil(letter: str, tooth: float = PLUG_LENGTH) -> bytes:
    """The upright letter as DOWN rows of ACROSS points, from below; plugs stand out into the next cells."""
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
    found = []
    while left:
        x, y = min(left, key=lambda cell: (cell[1], cell[0]))
        wide = next(k for k in range(1, WIDTH + 1) if (x + k, y) not in left)
        high = next(k for k in range(1, HEIGHT + 1) if (x, y + k) not in left)
        wide, high = (1, high) if high > wide else (wide, 1)
        found.append((x, y, wide, high))
        left -= {(x + i, y + j) for i in range(wide) for j in range(high)}
    return tuple(found)


@cache
def heart(letter: str) -> tuple[int, int]:
    """The cell in which the upright letter bears its name: near its middle, away from sockets."""
    one = upright(letter)
    cut = {(c.x, c.y) for c in one.connectors if not c.plug}
    x = sum(cell[0] for cell in one.cells) / len(one.cells)
    y = sum(cell[1] for cell in one.cells) / len(one.cells)
    whole = [cell for cell in one.cells if cell not in cut] or list(one.cells)
    return min(whole, key=lambda cell: ((cell[0] - x) ** 2 + (cell[1] - y) ** 2, cell))


def own_role(letter: str) -> str:
    """The colour that a letter has by itself."""
    return PLASTICS[ALPHABET.index(letter) * 2 % len(PLASTICS)]


@lru_cache(maxsize=256)
def roles(spots: tuple[PlacedLetter, ...]) -> dict[str, str]:
    """A colour for each letter: its own, or the next one that none of its older neighbours has."""
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
"""The same where each character is a letter or none."""
MARGIN_BESIDE, MARGIN_ABOVE = 4, 7.6
"""Cells kept free beside and above the tower for the letter that comes next."""
TIGHT_MARGIN = 1
"""The same where more would not fit: then the picture goes along with the next letter."""
MAX_CELL_COLUMNS = 4
"""Columns of a cell at most, unless the player comes nearer."""

Bounds = tuple[float, float, float, float]
"""Left, lowest, right and highest place, in cells."""


@dataclass(frozen=True, slots=True)
class Window:
    """What of the tower's plane a side view shows, in cells of the lattice.

    A cell is ``columns`` wide and ``rows`` high on the screen; ``left`` and ``top`` are the place of the picture's
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
        """The place shown there."""
        return self.left + column / self.columns, self.top - row / self.rows


@dataclass(frozen=True, slots=True)
class Flat:
    """All that a side view depends on; ``plain``: only characters tell the letters apart."""

    pieces: tuple[DrawnLetter, ...]
    window: Window
    width: int
    height: int
    plain: bool


def bounds(poses: Iterable[Pose]) -> Bounds | None:
    """The room that letters take, whatever their shape; None for none."""
    ends = [pose.point((u * CELL, 0.0, v * CELL)) for pose in poses for u in (0, WIDTH) for v in (0, HEIGHT)]
    if not ends:
        return None
    across, up = [x / CELL for x, _, _ in ends], [z / CELL for _, _, z in ends]
    return min(across), min(up), max(across), max(up)


def fit(
    tower: Bounds | None,
    hand: Bounds | None,
    focus: Bounds | None,
    room: Room,
    *,
    plain: bool,
    zoom: int = 0,
    pan: tuple[int, int] = (0, 0),
) -> Window:
    """The window that shows the tower on the table and what is in the hand; what it is about, if not all has room.

    ``zoom`` counts scales nearer, ``pan`` cells that the picture is shifted to the right and up.
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
    # Whole cells of the screen, so that a straight tower is as crisp as can be.
    left = round((left - room.x / columns) * columns) / columns
    top = round((low + up + room.y / rows) * rows) / rows
    return Window(columns, rows, left, top)


def _nearest(scales: Sequence[tuple[float, float]], whole: Bounds, beside: float, above: float, room: Room) -> int:
    """Which is the nearest scale at which the tower has so many cells free beside and above it; -1 for none."""
    wide, high = whole[2] - whole[0] + 2 * beside, whole[3] + above
    good = (
        k
        for k, (columns, rows) in enumerate(scales)
        if columns <= MAX_CELL_COLUMNS and wide * columns <= room.width and high * rows <= room.height - 1
    )
    return max(good, default=-1)


def _along(first: float, last: float, middle: float, shown: float) -> float:
    """Where to begin so that all from ``first`` to ``last`` is shown in the middle; if it is too long, ``middle``."""
    if last - first <= shown:
        return (first + last - shown) / 2
    return max(first, min(last - shown, middle - shown / 2))


def _reach(start: float, first: float, last: float, shown: float) -> float:
    """The start moved as little as shows all from ``first`` to ``last``."""
    return min(max(start, last - shown), first)
