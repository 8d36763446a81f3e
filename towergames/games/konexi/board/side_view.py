"""The tower from the side: every letter as a block letter with its connectors, however it has bent. Pure, no engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from math import ceil

from towergames.board.canvas import QUARTERS, Canvas, Ink
from towergames.board.solids import RenderedPicture, VisibleSpan
from towergames.games.konexi.board import picture
from towergames.games.konexi.board.picture import (
    PLASTIC,
    POINTS_PER_CELL,
    STENCIL_BORDER,
    STENCIL_COLUMNS,
    STENCIL_ROWS,
    DrawnLetter,
    Flat,
    Window,
)
from towergames.games.konexi.bodies import CELL, THICK, straight
from towergames.games.konexi.letters import HEIGHT, STEPS, WIDTH, Connector, upright
from towergames.games.konexi.tower import PlacedLetter
from towergames.physics.geometry import Pose, turned
from towergames.physics.recording import read

SKIES = ("sky", "sky", "sky-low", "sky-low", "sky-horizon")
"""Palette roles of the wall behind the tower, from the top down."""

TABLE_TOP, TABLE_FRONT = "wood-side", "wood-side~14"
"""Palette roles of a table that is seen from above."""

PLAIN_GROUND = {TABLE_TOP: ".", TABLE_FRONT: "="}
"""The characters of a table that is seen from above, for screens without colours."""

GHOST_FILLS = {"bad": "x", "warn": "!"}
"""The characters of a letter in hand that may not stand, for screens without colours."""

_MIN_STRAIGHT_COSINE = 0.97
"""A letter whose front is turned further away from us shows its edges too."""
_MIN_FRONT_COSINE = 0.12
"""A letter that is seen more from its edge shows no front."""
_CROOKED, _STRAIGHT = 0.21, 0.97
"""A letter within 12 degrees of one of its quarter turns (sine, cosine) is drawn straight."""
_LEVELS = {0: 20, 1: 25, 2: 14}
"""Light on a letter's face, its upper and its lower edges."""
_BODY, _LIGHT, _SHADE, _RIM = 0, 1, 2, 3

LetterAxes = tuple[float, float, float, float, float, float]
"""The projection of a letter: its origin (right, up, in cells), its first axis, and its second axis."""
_Quarters = tuple[int, ...]
"""The codes of a cell's four quarters, from the upper left: -1 for the sky, else 4 times the piece's number plus its
light.
"""

LARGE_CARD, SMALL_CARD = (2.0, 1.0), (1.0, 0.5)
"""Columns and rows of a letter's cell in a picture of one letter."""

HOLE_OFFSET = 1000
"""Added to a piece's number where its socket is drawn as a dark spot."""
NAME_AREA = 12
"""Cells on which a letter counts as seen, so that its name finds room on it."""

Grid = list[list[int]]
"""The number of the piece at each point of a picture, -1 for none."""


@lru_cache(maxsize=24)
def draw_side(flat: Flat) -> RenderedPicture:
    """The side view without table and labels."""
    return _letters(flat) if flat.plain else _quarters(flat)


# --- which letter is where ----------------------------------------------------------------------------


def _grid(flat: Flat, across: float, down: float, wide: int, high: int) -> Grid:
    """Rasterize the letters, ``across`` and ``down`` points a cell of the lattice: the piece number of each point.

    Where a point is larger than a cell, it shows the piece that covers most of it. So no stroke is lost between two
    points.
    """
    if across >= 1 and down >= 1:
        return _points(flat, across, down, wide, high, picture.PLUG_LENGTH if down >= 2 else picture.PLUG_LENGTH_COARSE)
    i, j = ceil(1 / across), ceil(1 / down)
    fine = _points(flat, i * across, j * down, i * wide, j * high, picture.NO_PLUG)
    return [
        [_most([n for line in fine[y : y + j] for n in line[x : x + i]]) for x in range(0, i * wide, i)]
        for y in range(0, j * high, j)
    ]


def _most(numbers: list[int]) -> int:
    """The most frequent piece number, -1 if there is no piece."""
    if numbers.count(numbers[0]) == len(numbers):
        return numbers[0]
    there = [number for number in numbers if number >= 0]
    return max(there, key=there.count, default=-1)


def _points(flat: Flat, across: float, down: float, wide: int, high: int, tooth: float) -> Grid:
    """Rasterize the letters with plugs of length ``tooth``: the piece number of each point, -1 for none."""
    grid = [[-1] * wide for _ in range(high)]
    # Letters that lean away from us are behind; letters in the tower's plane keep their order.
    order = sorted(range(len(flat.pieces)), key=lambda k: (flat.pieces[k].ghost, -round(_depth(flat.pieces[k]), 1)))
    for number in order:
        piece = flat.pieces[number]
        front = turned(piece.pose.turn, (0.0, 1.0, 0.0))
        if abs(front[1]) < _MIN_STRAIGHT_COSINE:
            for hull in _hulls(piece, flat.window, across, down):
                _fill(grid, hull, number)
        if abs(front[1]) > _MIN_FRONT_COSINE:
            near = -THICK / 2 if front[1] > 0 else THICK / 2
            pose = (
                piece.pose
                if abs(front[1]) >= _MIN_STRAIGHT_COSINE
                else Pose(*piece.pose.point((0, near, 0)), *piece.pose.turn)
            )
            frame = _straightened(_frame(pose), flat.window, across, down)
            _stamp(grid, frame, picture.stencil(piece.letter, tooth), flat.window, across, down, number)
    return grid


def _frame(pose: Pose) -> LetterAxes:
    ux, _, uz = turned(pose.turn, (1.0, 0.0, 0.0))
    vx, _, vz = turned(pose.turn, (0.0, 0.0, 1.0))
    return pose.x / CELL, pose.z / CELL, ux, uz, vx, vz


def _straightened(frame: LetterAxes, window: Window, across: float, down: float) -> LetterAxes:
    """The axes of a letter that leans a little, drawn straight around its middle, on whole points.

    The letter then stays legible. That a tower sways is still seen from the offsets between its letters.
    """
    x, z, *axes = frame
    if any(_CROOKED < abs(part) < _STRAIGHT for part in axes):
        return frame
    ux, uz, vx, vz = (float(round(part)) for part in axes)
    x += WIDTH / 2 * (axes[0] - ux) + HEIGHT / 2 * (axes[2] - vx)
    z += WIDTH / 2 * (axes[1] - uz) + HEIGHT / 2 * (axes[3] - vz)
    left = window.left + round((x - window.left) * across) / across
    return left, window.top - round((window.top - z) * down) / down, ux, uz, vx, vz


def _depth(piece: DrawnLetter) -> float:
    return piece.pose.point((WIDTH / 2 * CELL, 0.0, HEIGHT / 2 * CELL))[1]


def _stamp(
    grid: Grid, frame: LetterAxes, points: bytes, window: Window, across: float, down: float, number: int
) -> None:
    """Draw a stencil into the grid: each point of the picture gets the stencil's point that is seen there.

    Sockets are holes. Where cells are small they are only dark, so that the letter stays legible.
    """
    hole = number + HOLE_OFFSET if down < 2 else -1
    x0, z0, ux, uz, vx, vz = frame
    flat = ux * vz - vx * uz
    if abs(flat) < 1e-6:
        return
    ends = [(x0 + u * ux + v * vx, z0 + u * uz + v * vz) for u in (-0.6, WIDTH + 0.6) for v in (-0.6, HEIGHT + 0.6)]
    first = max(0, int((min(x for x, _ in ends) - window.left) * across))
    last = min(len(grid[0]), int((max(x for x, _ in ends) - window.left) * across) + 2)
    above = max(0, int((window.top - max(z for _, z in ends)) * down))
    below = min(len(grid), int((window.top - min(z for _, z in ends)) * down) + 2)
    step_u, step_v = vz / flat / across * POINTS_PER_CELL, -uz / flat / across * POINTS_PER_CELL
    for row in range(above, below):
        x, z = window.left + (first + 0.5) / across - x0, window.top - (row + 0.5) / down - z0
        u = ((vz * x - vx * z) / flat + STENCIL_BORDER) * POINTS_PER_CELL
        v = ((ux * z - uz * x) / flat + STENCIL_BORDER) * POINTS_PER_CELL
        line = grid[row]
        for column in range(first, last):
            if (
                0 <= u < STENCIL_COLUMNS
                and 0 <= v < STENCIL_ROWS
                and (point := points[int(v) * STENCIL_COLUMNS + int(u)])
            ):
                if point == PLASTIC:
                    line[column] = number
                elif line[column] == -1:
                    line[column] = hole
            u += step_u
            v += step_v


def _hulls(piece: DrawnLetter, window: Window, across: float, down: float) -> Iterable[list[tuple[float, float]]]:
    """The outlines of the letter's bars in the picture, with their thickness."""
    for x, y, wide, high in picture.bars(piece.letter):
        corners = []
        for u in (x, x + wide):
            for v in (y, y + high):
                for side in (-THICK / 2, THICK / 2):
                    px, _, pz = piece.pose.point((u * CELL, side, v * CELL))
                    corners.append(((px / CELL - window.left) * across, (window.top - pz / CELL) * down))
        yield _hull(corners)


def _hull(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    listed = sorted(points)

    def chain(ordered: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
        ends: list[tuple[float, float]] = []
        for x, y in ordered:
            while len(ends) > 1:
                (ax, ay), (bx, by) = ends[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                ends.pop()
            ends.append((x, y))
        return ends[:-1]

    return chain(listed) + chain(reversed(listed))


def _fill(grid: Grid, outline: list[tuple[float, float]], number: int) -> None:
    if not outline:
        return
    above = max(0, int(min(y for _, y in outline)))
    below = min(len(grid), int(max(y for _, y in outline)) + 2)
    edges = list(zip(outline, [*outline[1:], outline[0]], strict=True))
    for row in range(above, below):
        y = row + 0.5
        met = [ax + (bx - ax) * (y - ay) / (by - ay) for (ax, ay), (bx, by) in edges if (ay <= y) != (by <= y)]
        if met:
            first = max(0, round(min(met)))
            # A negative end would count from the right, and the slice would cut points out.
            last = max(first, min(len(grid[0]), round(max(met))))
            grid[row][first:last] = [number] * (last - first)


# --- quarters of cells --------------------------------------------------------------------------------


def _quarters(flat: Flat) -> RenderedPicture:
    """Draw with two colours a cell, each of its quarters in one of them."""
    window, wide, high = flat.window, 2 * flat.width, 2 * flat.height
    grid = _grid(flat, 2 * window.columns, 2 * window.rows, wide, high)
    lit = _lit(grid, flat.pieces, bevelled=window.rows >= 0.75, fine=window.rows >= 1.5)
    canvas = Canvas(flat.width, flat.height)
    known: dict[tuple[_Quarters, str], tuple[str, Ink]] = {}
    for y in range(flat.height):
        sky = _ground(flat, y)
        blank = Ink("", sky)
        upper, lower = lit[2 * y], lit[2 * y + 1]
        runs: list[tuple[str, Ink]] = []
        for x in range(0, wide, 2):
            four = (upper[x], upper[x + 1], lower[x], lower[x + 1])
            if four == (-1, -1, -1, -1):
                runs.append((" ", blank))
                continue
            if (four, sky) not in known:
                known[four, sky] = _cell(four, flat.pieces, sky)
            runs.append(known[four, sky])
        canvas.put_runs(0, y, runs)
    return RenderedPicture(canvas, Picker(grid, flat, 2), name_places(grid, flat, 2))


def _ground(flat: Flat, y: int) -> str:
    """The palette role behind the letters in a row: the table as seen from above, its front edge, or the wall."""
    first, last = flat.table
    if last and y >= first:
        return TABLE_TOP if y < last else TABLE_FRONT
    return SKIES[y * len(SKIES) // flat.height]


def _lit(grid: Grid, pieces: tuple[DrawnLetter, ...], *, bevelled: bool, fine: bool) -> Grid:
    """The light of each point: letters have light upper and dark lower edges, which separate neighbours."""
    nothing = [-1] * len(grid[0])
    rims = [bool(one.rim) for one in pieces]
    lit_rows = []
    for y, row in enumerate(grid):
        above = grid[y - 1] if y else nothing
        below = grid[y + 1] if y + 1 < len(grid) else nothing
        line = []
        for x, number in enumerate(row):
            if number < 0:
                line.append(-1)
                continue
            if number >= HOLE_OFFSET:
                line.append(4 * (number - HOLE_OFFSET) + _SHADE)
                continue
            light = _BODY
            if bevelled and above[x] != number:
                light = _LIGHT
            elif bevelled and below[x] != number:
                light = _SHADE
            if bevelled and rims[number]:
                light = _rimmed(light, row, x, fine=fine)
            line.append(4 * number + light)
        lit_rows.append(line)
    return lit_rows


def _rimmed(light: int, row: list[int], x: int, *, fine: bool) -> int:
    """The light with the outline of a letter: all around where cells are large, else along upper edges only.

    A full outline would hide the colour of a small letter.
    """
    if not fine:
        return _RIM if light == _LIGHT else light
    number = row[x]
    side = x == 0 or row[x - 1] != number or x + 1 == len(row) or row[x + 1] != number
    return _RIM if light or side else _BODY


def _colour(code: int, pieces: tuple[DrawnLetter, ...], sky: str) -> str:
    if code < 0:
        return sky
    piece, light = pieces[code // 4], code % 4
    if light == _RIM:
        return piece.rim
    level = _LEVELS[light] + {picture.BRIGHT: 3, picture.DULL: -10}.get(piece.tone, 0)
    role = f"{piece.role}~{level}" if level != _LEVELS[0] else piece.role
    return f"{role}/{sky}:45" if piece.ghost else role


def _cell(four: _Quarters, pieces: tuple[DrawnLetter, ...], sky: str) -> tuple[str, Ink]:
    """The character and ink that come nearest to the four quarters."""
    ghost = [code >= 0 and pieces[code // 4].ghost for code in four]
    if all(ghost) and len({code // 4 for code in four}) == 1:
        return "▒", Ink(pieces[four[0] // 4].role, sky)
    counted = Counter(four)
    if len(counted) > 2:
        four = _two_codes(four)
        counted = Counter(four)
    (back, _), *rest = counted.most_common()
    if not rest:
        return " ", Ink("", _colour(back, pieces, sky))
    front = rest[0][0]
    if back >= 0 > front:
        back, front = front, back
    glyph = sum(bit for code, bit in zip(four, (1, 2, 4, 8), strict=True) if code == front)
    return QUARTERS[glyph], Ink(_colour(front, pieces, sky), _colour(back, pieces, sky))


def _two_codes(four: _Quarters) -> _Quarters:
    """Reduce the four quarters of a character to two codes, since a character has two colours.

    Shading within a letter is dropped first, then the rarest codes.
    """
    plain: dict[int, int] = {}
    for code, _ in Counter(four).most_common():
        plain.setdefault(code // 4, code)
    if len(plain) == 1:
        kept = [code for code, _ in Counter(four).most_common(2)]
        return tuple(code if code in kept else kept[0] for code in four)
    fewer = tuple(plain[code // 4] for code in four)
    ranked = sorted(Counter(fewer).items(), key=lambda item: (-item[1], -item[0]))
    kept = [code for code, _ in ranked[:2]]
    return tuple(code if code in kept else kept[0] for code in fewer)


def _letters(flat: Flat) -> RenderedPicture:
    """Draw each letter with its own character, small where it is dull; a ghost with + or x. For screens without
    colours.
    """
    window = flat.window
    grid = _grid(flat, window.columns, window.rows, flat.width, flat.height)
    canvas = Canvas(flat.width, flat.height)
    fills = [_fill_of(piece) for piece in flat.pieces]
    inks = [Ink(piece.role) for piece in flat.pieces]
    for y, row in enumerate(grid):
        ground = _ground(flat, y)
        behind = PLAIN_GROUND.get(ground, " "), Ink("wood-side" if ground in PLAIN_GROUND else "", "sky")
        canvas.put_runs(0, y, ((fills[k], inks[k]) if 0 <= k < HOLE_OFFSET else behind for k in row))
    for number, piece in enumerate(flat.pieces if window.rows >= 1 else ()):
        for one in upright(piece.letter).connectors:
            _draw_connector(canvas, piece, one, window, inks[number])
    return RenderedPicture(canvas, Picker(grid, flat, 1), name_places(grid, flat, 1))


def _fill_of(piece: DrawnLetter) -> str:
    if piece.ghost:
        return GHOST_FILLS.get(piece.role, "+")
    return piece.letter.lower() if piece.tone == picture.DULL else piece.letter


def _draw_connector(canvas: Canvas, piece: DrawnLetter, one: Connector, window: Window, ink: Ink) -> None:
    """Draw a plug beside its letter, or in a socket the plug that would fit."""
    dx, dy = STEPS[one.side]
    out = 0.75 if one.plug else 0.25
    x, _, z = piece.pose.point(((one.x + 0.5 + out * dx) * CELL, 0.0, (one.y + 0.5 + out * dy) * CELL))
    way = turned(piece.pose.turn, (float(dx), 0.0, float(dy)))
    if not one.plug:
        way = (-way[0], -way[1], -way[2])
    column, row = window.column(x / CELL), int(window.row(z / CELL) + 1e-6)
    if abs(way[0]) >= abs(way[2]):
        canvas.put(int(column + 1e-6), row, ">" if way[0] > 0 else "<", ink)
    elif window.columns == 1:
        canvas.put(int(column + 1e-6), row, "^" if way[2] > 0 else "v", ink)
    else:
        canvas.put(round(column) - 1, row, "/\\" if way[2] > 0 else "\\/", ink)


# --- what is seen where -------------------------------------------------------------------------------


class Picker:
    """Finds the letter in a cell of the screen: the one that covers most of the cell's ``points`` x
    ``points`` points.
    """

    def __init__(self, grid: Grid, flat: Flat, points: int) -> None:
        self.grid, self.points = grid, points
        self.names = tuple(one.name for one in flat.pieces)

    def __call__(self, x: int, y: int) -> str:
        """The name of the letter, "" for none."""
        seen = self.all(x, y)
        return Counter(seen).most_common(1)[0][0] if seen else ""

    def all(self, x: int, y: int) -> list[str]:
        """The letters of all points of the cell."""
        across = slice(x * self.points, (x + 1) * self.points)
        rows = self.grid[y * self.points : (y + 1) * self.points] if x >= 0 and y >= 0 else []
        return [self.names[k % HOLE_OFFSET] for row in rows for k in row[across] if k >= 0]


def name_places(grid: Grid, flat: Flat, points: int) -> dict[str, VisibleSpan]:
    """The cells for the names of all visible letters: near the middle of the letter, else the nearest visible cell."""
    pick = Picker(grid, flat, points)
    placed: dict[str, VisibleSpan] = {}
    hidden: list[DrawnLetter] = []
    for piece in flat.pieces:
        column, row = _middle(piece, flat)
        wide = max(1, int(flat.window.columns))
        left = round(column - wide / 2)
        inside = 0 <= left + wide // 2 < flat.width and 0 <= int(row) < flat.height
        if inside and pick(left + (wide - 1) // 2, int(row)) == piece.name:
            placed[piece.name] = VisibleSpan(left, int(row), wide, area=NAME_AREA)
        else:
            hidden.append(piece)
    for piece in hidden:
        taken = {(place.x + (place.width - 1) // 2, place.y) for place in placed.values()}
        cell = _nearest(pick, flat, piece, taken)
        if cell is not None:
            placed[piece.name] = VisibleSpan(*cell, 1, area=NAME_AREA)
    return placed


def _middle(piece: DrawnLetter, flat: Flat) -> tuple[float, float]:
    x, y = picture.heart(piece.letter)
    px, _, pz = piece.pose.point(((x + 0.5) * CELL, 0.0, (y + 0.5) * CELL))
    return flat.window.column(px / CELL), flat.window.row(pz / CELL)


def _nearest(pick: Picker, flat: Flat, piece: DrawnLetter, taken: set[tuple[int, int]]) -> tuple[int, int] | None:
    """The cell nearest to the middle of a letter that mainly shows it, or else shows it at all; None if it
    is hidden.
    """
    name, (column, row) = piece.name, _middle(piece, flat)
    wide, high = HEIGHT * flat.window.columns, HEIGHT * flat.window.rows
    own = [
        (x, y)
        for y in range(max(0, int(row - high)), min(flat.height, int(row + high) + 1))
        for x in range(max(0, int(column - wide)), min(flat.width, int(column + wide) + 1))
        if name in pick.all(x, y) and (x, y) not in taken
    ]

    def far(cell: tuple[int, int]) -> tuple[bool, float]:
        x, y = cell
        return pick(x, y) != name, (x + 0.5 - column) ** 2 + 4 * (y + 0.5 - row) ** 2

    return min(own, key=far, default=None)


@lru_cache(maxsize=256)
def card(
    letter: str,
    role: str,
    width: int,
    height: int,
    scale: tuple[float, float] = LARGE_CARD,
    turn: int = 0,
    flip: bool = False,
    plain: bool = False,
) -> Canvas:
    """A letter in one of its poses in the middle of a canvas of this size. The canvas is cached and must not be
    changed.
    """
    spot = PlacedLetter(letter, turn, flip, 0, 0)
    columns, rows = scale
    left = round((spot.shape.width * columns - width) / 2) / columns
    top = spot.shape.height + round((height - spot.shape.height * rows) / 2) / rows
    window = Window(columns, rows, left, top)
    return draw_side(Flat((DrawnLetter(letter, read(straight(spot)), role),), window, width, height, plain)).canvas
