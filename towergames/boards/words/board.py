"""The whole board: where squares and panel stand on any screen, how it is drawn, and how others' tiles land on it."""

from __future__ import annotations

from dataclasses import dataclass

from towergames.boards.kit.canvas import Canvas
from towergames.boards.protocol import Beside, Picture, Sizes, Spot
from towergames.boards.words.panel import PANEL_COLUMNS, draw_panel
from towergames.boards.words.text import refused
from towergames.boards.words.tiles import EDGE, MUTED, TEXT, TITLE, Look, draw_square
from towergames.boards.words.ui_state import BOARD, Table, WordsContext, marked, tiles_of
from towergames.core.contract import Event
from towergames.games.words.board import COLUMNS, centre, spot, square

ANIMATED = frozenset(("play",))
LANDING, REST = 0.16, 0.5
"""Seconds for each tile, and for the word when it lies there."""
RACK_ROWS, LEAST_HAND = 3, 2
"""Rows of the rack; on the lowest screens its tiles have no lower edge."""
BESIDE_COLUMNS = 36
"""Columns of rack and panel where they stand beside the board: seven tiles of five."""
LABELS = 3
"""Columns for the numbers of the rows."""
CELLS: tuple[tuple[int, int], ...] = (
    (14, 7),
    (12, 6),
    (10, 5),
    (8, 4),
    (6, 3),
    (5, 3),
    (5, 2),
    (4, 2),
    (4, 1),
)
"""Columns and rows of a square, the largest first."""


@dataclass(frozen=True, slots=True)
class Plan:
    """All measures in cells: (left, top) is the corner of square a1, ``cell`` columns and ``tall`` rows a square."""

    width: int
    height: int
    size: int
    cell: int
    tall: int
    left: int
    top: int
    panel_x: int
    panel: int

    @property
    def edge(self) -> int:
        """The row below the last square."""
        return self.top + self.size * self.tall

    def corner(self, cell: int) -> tuple[int, int]:
        """The top left corner of a square."""
        row, col = divmod(cell, self.size)
        return self.left + col * self.cell, self.top + row * self.tall


def sizes(size: int, seats: int) -> Sizes:
    """The least sizes for a board of so many squares a side.

    On low screens squares have two rows or more, and rack and panel stand beside the board.
    """
    cell, tall = 4 if size > 8 else 5, RACK_ROWS + max(6, seats + 4)
    beside = Beside(LABELS + size * cell + 1, size * 2 + 1, BESIDE_COLUMNS, tall, tall)
    return Sizes(_least(size), LEAST_HAND, beside)


def _least(size: int) -> tuple[int, int]:
    cell, tall = CELLS[-1]
    return LABELS + size * cell + 1 + PANEL_COLUMNS, max(12, size * tall + 2)


def plan(width: int, height: int, size: int) -> Plan:
    """The measures for a board of ``width`` x ``height`` cells, without a panel where it has no room for one.

    The board's edge is drawn where a row is left for it below the squares.
    """
    least_panel = PANEL_COLUMNS if width >= _least(size)[0] else 0
    fitting = (
        (cell, tall)
        for cell, tall in CELLS
        if LABELS + size * cell + 1 + least_panel <= width and size * tall + 1 <= height
    )
    cell, tall = next(fitting, CELLS[-1])
    used = LABELS + size * cell
    spare = max(0, width - used - 1 - least_panel)
    left = LABELS + min(4, max(0, spare - 18) // 2)
    panel_x = left + size * cell + 1 if least_panel else width
    top = 1 + max(0, height - 2 - size * tall) // 2
    return Plan(width, height, size, cell, tall, left, top, panel_x, width - panel_x)


# --- drawing ------------------------------------------------------------------------------------------


def draw_board(c: WordsContext, width: int, height: int) -> Picture:
    """The board on ``width`` x ``height`` cells."""
    canvas = Canvas(width, height)
    canvas.fill(0, 0, width, height, " ", TEXT)
    size = c.view.terms.size
    measures = plan(width, height, size)
    _labels(canvas, measures, c)
    stacks, last = shown(c)
    middle = centre(size)
    spots, wrong, here = [], refused(c), c.ui.cell if _cursor_shown(c) else -1
    tiles = {} if c.playing else c.ui.tiles
    for cell, stack in enumerate(stacks):
        pending = tiles.get(cell, "")
        look = Look(
            stack + pending,
            new=bool(pending),
            last=cell in last and not pending,
            wrong=cell in wrong,
            here=cell == here,
            down=c.ui.down,
            centre=cell in middle,
            plain=c.style.ascii_only,
        )
        x, y = measures.corner(cell)
        draw_square(canvas, x, y, measures.cell, measures.tall, look)
        spots.append(Spot(spot(cell, size), x, y, measures.cell, measures.tall, square(cell, size)))
    if measures.panel > 0:
        draw_panel(canvas, measures.panel_x, c, stacks)
    return Picture(canvas, tuple(spots), _cursor(measures, c))


def _cursor_shown(c: WordsContext) -> bool:
    """Whether the board shows where the cursor is: not while a play is being shown."""
    return c.style.cursor and not c.playing and (c.ui.zone == BOARD or bool(c.ui.laid))


def _cursor(measures: Plan, c: WordsContext) -> tuple[int, int] | None:
    """Where the hardware cursor belongs while the board has the focus."""
    if c.ui.zone != BOARD or not _cursor_shown(c):
        return None
    x, y = measures.corner(c.ui.cell)
    return x + 1, y + (measures.tall - 1) // 2


def _labels(canvas: Canvas, measures: Plan, c: WordsContext) -> None:
    """Letters above the columns, numbers before the rows; those of the cursor stand out."""
    size = measures.size
    row, col = divmod(c.ui.cell, size)
    seen = _cursor_shown(c)
    for i in range(size):
        x, _ = measures.corner(i)
        here = TITLE if seen and i == col else MUTED
        canvas.put(x + (measures.cell - 1) // 2, measures.top - 1, COLUMNS[i], here)
        _, y = measures.corner(i * size)
        here = TITLE if seen and i == row else MUTED
        canvas.put(measures.left - 3, y + (measures.tall - 1) // 2, f"{i + 1:>2}", here)
    canvas.put(measures.left, measures.edge, "▀" * (size * measures.cell), EDGE)


# --- the animation ------------------------------------------------------------------------------------


def frames(c: Table, event: Event) -> tuple[float, ...]:
    """One frame a tile for a play of another player; one's own tiles lie there already."""
    tiles = tiles_of(event)
    if not tiles or (event.seat is not None and event.seat == c.seat):
        return ()
    return (*(LANDING,) * (len(tiles) - 1), REST)


def shown(c: Table) -> tuple[tuple[str, ...], frozenset[int]]:
    """The board with the tiles that have landed so far, and the squares to be marked as just played."""
    if not c.playing:
        return c.view.board, marked(c)
    board = list(c.view.board)
    landed: set[int] = set()
    for i, event in enumerate(c.playing):
        tiles = tiles_of(event)
        if i == len(c.playing) - 1:
            tiles = tiles[: c.frame + 1]
        for cell, tile in tiles:
            if 0 <= cell < len(board):
                board[cell] += tile
                landed.add(cell)
    return tuple(board), frozenset(landed)
