"""The board and the rack: where they stand on any screen, how they are drawn, and how others' tiles land."""

from __future__ import annotations

from dataclasses import dataclass

from towergames.boards.kit.canvas import Canvas
from towergames.boards.protocol import Beside, Picture, Sizes, Spot
from towergames.boards.words.panel import PANEL_COLUMNS, draw_panel
from towergames.boards.words.text import refused
from towergames.boards.words.tiles import (
    CURSOR,
    EDGE,
    LINE,
    MUTED,
    TEXT,
    TITLE,
    Look,
    draw_square,
    ink,
    seat_of,
    shape_ink,
)
from towergames.boards.words.ui_state import BOARD, RACK, Table, Ui, WordsContext, marked, rack, shown_seat, tiles_of
from towergames.core.contract import Decide, Event
from towergames.core.text import count, fit
from towergames.games.words.board import COLUMNS, centre, show_tile, spot, square

ANIMATED = frozenset(("play",))
LANDING, REST = 0.16, 0.5
"""Seconds for each tile, and for the word when it lies there."""
RACK_ROWS, LEAST_HAND = 3, 2
"""Rows of the rack; on the lowest screens its tiles have no lower edge."""
BESIDE_COLUMNS = 36
"""Columns of rack and panel where they stand beside the board: seven tiles of five."""
LABELS = 3
"""Columns for the numbers of the rows."""
CELLS: tuple[tuple[int, int], ...] = ((14, 7), (12, 6), (10, 5), (8, 4), (6, 3), (5, 3), (5, 2), (4, 2), (4, 1))
"""Columns and rows of a square, the largest first."""

FREE, HERE, HELD, GONE = "┌─┐│└┘", "┏━┓┃┗┛", "╔═╗║╚╝", "┌╌┐╎└┘"
PLACES = 7
ROOMY = 90
"""Columns from which the tiles are wider."""
NARROW = 76
"""Columns below which the rack may stand upright beside the board."""
UPRIGHT = RACK_ROWS + 6
"""Rows from which it does: the panel needs six."""


@dataclass(frozen=True, slots=True)
class Plan:
    """All measures in cells: (left, top) is the corner of square a1, ``cell`` columns and ``tall`` rows a square."""

    size: int
    cell: int
    tall: int
    left: int
    top: int
    panel_x: int
    panel: int

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
    return Plan(size, cell, tall, left, top, panel_x, width - panel_x)


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
    canvas.put(measures.left, measures.top + size * measures.tall, "▀" * (size * measures.cell), EDGE)


# --- the rack --------------------------------------------------------------------------------------


def draw_hand(c: WordsContext, width: int, height: int) -> Picture:
    """The rack on ``width`` x ``height`` cells: faces where they may be seen, else backs.

    Beside the board it stands upright, with the panel above the rack.
    """
    canvas = Canvas(width, height)
    canvas.fill(0, 0, width, height, " ", TEXT)
    upright = width < NARROW and height >= UPRIGHT
    if upright:
        panel = Canvas(width, height - RACK_ROWS)
        draw_panel(panel, 0, c, shown(c)[0])
        canvas.blit(panel, 0, 0)
    seat = shown_seat(c)
    tile = 7 if width >= ROOMY and height >= 4 else 5
    step = tile + (1 if width >= NARROW else 0)
    used = PLACES * step
    rows = min(RACK_ROWS, height)
    top = height - rows if upright else (height - rows) // 2
    if c.view.racks[seat] is None:
        return _backs(canvas, c, top, upright=upright)
    order = c.ui.order if c.seat is not None else rack(c)
    left = 1 if upright else 2
    spots, cursor = [], None
    if not order:
        canvas.put(left, top + 1, f"{c.name_of(seat)} has no tiles.", MUTED)
    for slot, name in enumerate(order):
        x = left + slot * step
        state = _state(c.ui, slot) if c.seat is not None and c.style.cursor else ""
        _tile(canvas, x, top, tile, slot, name, state, swapping=c.ui.swapping)
        spots.append(Spot(f"hand:{slot + 1}", x, top, tile, rows, show_tile(name)))
        if state == "here":
            cursor = (x + tile // 2, top + 1)
    if not upright and isinstance(c.turn, Decide) and c.turn.seat != c.seat:
        x = left + used + 1
        canvas.put(x, top + 1, fit(f"{c.name_of(c.turn.seat)} is on", max(0, width - x)).rstrip(), MUTED)
    return Picture(canvas, (*spots, Spot("rack", left, top, used, rows, "the rack")), cursor)


def _state(ui: Ui, slot: int) -> str:
    if slot in ui.out:
        return "out"
    if slot == ui.held:
        return "held"
    return "here" if ui.zone == RACK and ui.slot == slot else ""


def _tile(canvas: Canvas, x: int, y: int, width: int, slot: int, name: str, state: str, *, swapping: bool) -> None:
    """A tile in its place; an empty place where it lies on the board."""
    number = str(slot + 1)
    if state == "out":
        canvas.box(x, y, width, 3, MUTED, GONE)
        canvas.put(x + width // 2, y + 1, show_tile(name).lower(), MUTED)
        canvas.put(x + 1, y, number, MUTED)
        return
    chosen = state in ("here", "held")
    lines = HELD if state == "held" else HERE if state == "here" else FREE
    plate = "tile-new" if chosen else "tile-3"
    frame = ink("tile-ink", plate, chosen)
    canvas.fill(x, y, width, 3, " ", frame)
    canvas.box(x, y, width, 3, frame, lines)
    canvas.put(x + (width - len(show_tile(name)) + 1) // 2, y + 1, show_tile(name), ink("tile-ink", plate, True))
    canvas.put(x + 1, y, number, CURSOR if chosen else ink("tile-ink", plate))
    word = "PICK" if state == "held" else "SWAP" if swapping and state == "here" else ""
    if word:
        row = y + 2 if y + 2 < canvas.height else y
        canvas.put(x + (width - 4) // 2 + (width - 4) % 2, row, word[: width - 1], CURSOR)


def _backs(canvas: Canvas, c: WordsContext, top: int, *, upright: bool) -> Picture:
    """Tiles seen from behind: a spectator's or a hidden rack."""
    seat = shown_seat(c)
    number = c.view.rack_sizes[seat]
    who, left, step = seat_of(seat), 1 if upright else 2, 5 if upright else 6
    for i in range(number):
        canvas.box(left + i * step, top, 5, 3, LINE, FREE)
        canvas.fill(left + 1 + i * step, top + 1, 3, 1, "▒", MUTED)
    x, y = (left, top + 3) if upright else (left + number * step + 1, top + 1)
    at = canvas.put(x, y, who.shape + who.number, shape_ink(seat))
    said = f"{c.name_of(seat)}: {count(number, 'tile')}, face down"
    canvas.put(at + 1, y, fit(said, max(0, canvas.width - at - 1)).rstrip(), MUTED)
    return Picture(canvas)


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
            board[cell] += tile
            landed.add(cell)
    return tuple(board), frozenset(landed)
