"""A board shrunk to a few cells: what is built on it, in its colours, two pixels to a cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from towergames import registry
from towergames.board.canvas import Canvas, Ink
from towergames.board.palette import GROUND, IDENTITIES, part_of

if TYPE_CHECKING:
    from towergames.board.protocol import AnyContext

PixelRows = Sequence[Sequence[str]]
"""Rows of palette roles or ``#rrggbb``; '' is sky."""

DRAWN, COVER_DRAWN = (84, 24), (84, 36)
"""Columns and rows in which a board is drawn before it is shrunk, and those for a board with a view for that."""
_FULL, _UPPER, _LOWER = "█▇▆▅▉▊▋▓", "▀▔", "▄▃"
_OWNERS = frozenset(identity.role for identity in IDENTITIES)
_FEWEST, _LEAST = 24, 0.15
"""So many pixels must be built; a part is shown if it has this share of the largest one, which a chip has not."""


def draw_board(context: AnyContext) -> Canvas:
    """The picture that is shrunk. Slow for boards in 3D."""
    from towergames.session.ui_memory import showcase_look  # the first paint of the title screen does not need it

    board = registry.get(context.game.info.key).board
    columns, rows = board.sizes(len(context.names), context.view).board
    wide, high = COVER_DRAWN if board.spec.showcase is not None else DRAWN
    size = (max(columns, wide), max(rows, high))
    return board.draw(showcase_look(board, context, cover=True), "board", size).canvas


def put_pixels(canvas: Canvas, x: int, y: int, pixels: PixelRows) -> None:
    """Draw an even number of rows of pixels from (``x``, ``y``) on; the sky is what is there already.

    Squares of a board are only ground, so that without colours the pieces on them are seen.
    """
    for row, (above, below) in enumerate(zip(pixels[::2], pixels[1::2], strict=True), start=y):
        for column, (top, bottom) in enumerate(zip(above, below, strict=True), start=x):
            flat = [part_of(role) == GROUND for role in (top, bottom)]
            if all(flat) and top == bottom:
                canvas.put(column, row, " ", Ink(bg=bottom))
            elif top and bottom:
                glyph, ink = ("▄", Ink(bottom, top)) if flat[0] else ("▀", Ink(top, bottom))
                canvas.put(column, row, *(("█", Ink(top)) if top == bottom else (glyph, ink)))
            elif top or bottom:
                canvas.put_over(column, row, "▀" if top else "▄", Ink(top or bottom))


def shrink(source: Canvas, width: int, height: int) -> PixelRows:
    """The built parts of a picture on at most ``width`` x ``height`` cells; nothing where nothing is built."""
    height *= 2
    grid = [half for y in range(source.height) for half in _halves(source, y)]
    built = _parts(grid, _has_own_colour) or _parts(grid, part_of)
    if len(built) < _FEWEST:
        return ()
    built |= _lights(grid, built)
    left, top = min(x for x, _ in built), min(y for _, y in built)
    across, down = max(x for x, _ in built) - left + 1, max(y for _, y in built) - top + 1
    wide, high = _scale(across, width), _scale(down, height)
    wide, high = max(wide, (high + 1) // 2), max(high, (wide + 1) // 2)

    def pixel(x: int, y: int) -> str:
        block = ((i, j) for j in range(y, y + high) for i in range(x, x + wide))
        return _most(grid[j][i] if (i, j) in built else "" for i, j in block)

    rows = [[pixel(x, y) for x in range(left, left + across, wide)] for y in range(top, top + down, high)]
    return rows if len(rows) % 2 == 0 else [[""] * len(rows[0]), *rows]


def _scale(size: int, room: int) -> int:
    """How many pixels become one: as few as fit, or one more where that leaves no rest."""
    least = max(1, -(-size // room))
    return least + 1 if size % least and size % (least + 1) == 0 else least


def _halves(canvas: Canvas, y: int) -> tuple[list[str], list[str]]:
    """The roles of the upper and lower halves of a row of cells. Text has the colour of what is behind it."""
    upper: list[str] = []
    lower: list[str] = []
    for x, char in enumerate(canvas.row(y)[: canvas.width]):
        ink = canvas.ink(x, y)
        roles = (ink.bg, ink.fg) if ink.reverse else (ink.fg, ink.bg)
        front, back = (role.removesuffix("-2") if part_of(role) == GROUND else role for role in roles)
        upper.append(front if char in _FULL or char in _UPPER else back)
        lower.append(front if char in _FULL or char in _LOWER else back)
    return upper, lower


def _has_own_colour(role: str) -> bool:
    """Whether it is a colour of a picture in 3D."""
    return role.startswith("#")


def _lights(grid: PixelRows, built: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """The pixels in players' colours beside what is built: lit windows and walls."""
    owned = {(x, y) for y, row in enumerate(grid) for x, role in enumerate(row) if role in _OWNERS}
    return {(x, y) for x, y in owned if {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} & built}


def _parts(grid: PixelRows, wanted: Callable[[str], object]) -> set[tuple[int, int]]:
    """The pixels of the large parts with wanted roles: those of each part hang together by sides or corners."""
    left = {(x, y) for y, row in enumerate(grid) for x, role in enumerate(row) if wanted(role)}
    parts: list[set[tuple[int, int]]] = []
    while left:
        part, edge = set(), [left.pop()]
        while edge:
            x, y = edge.pop()
            part.add((x, y))
            near = left & {(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)}
            left -= near
            edge += near
        parts.append(part)
    most = max(map(len, parts), default=0)
    return {pixel for part in parts if len(part) >= _LEAST * most for pixel in part}


def _most(roles: Iterable[str]) -> str:
    """The role of most pixels, the sky only if it has more than two thirds; colours of their own are mixed.

    A quarter of the pixels is enough for the colour of a player, so that lit windows are seen.
    """
    found = Counter(roles)
    lit = Counter({role: times for role, times in found.items() if role in _OWNERS})
    if lit and lit.total() * 4 >= found.total():
        return lit.most_common(1)[0][0]
    if found[""] * 3 > found.total() * 2:
        return ""
    del found[""]
    own = [(role, times) for role, times in found.items() if role.startswith("#")]
    if not own:
        return found.most_common(1)[0][0] if found else ""
    times = sum(n for _, n in own)
    mixed = (sum(int(role[i : i + 2], 16) * n for role, n in own) // times for i in (1, 3, 5))
    return "#" + "".join(f"{part:02x}" for part in mixed)
