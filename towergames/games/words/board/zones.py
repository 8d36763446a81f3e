"""The board and the rack: where they stand on any screen, and how they are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from towergames.board.camera_controls import put_views, views_width
from towergames.board.canvas import Canvas, Ink
from towergames.board.protocol import Beside, BoardSizes, Picture, Spot
from towergames.core.text import count
from towergames.games.words.board import beat_picture
from towergames.games.words.board.animation import lifted, shown
from towergames.games.words.board.camera import (
    COVER,
    FLAT,
    LOOKS,
    PANEL_COLUMNS,
    SPACE,
    VIEWS,
    no_space_on,
    picture_size,
    viewpoint_of,
)
from towergames.games.words.board.panel import draw_panel
from towergames.games.words.board.space_text import draw_cover, draw_space
from towergames.games.words.board.text import refused
from towergames.games.words.board.tiles import BOLD, MUTED, TEXT, SquareStyle, draw_square, ink, seat_of, shape_ink
from towergames.games.words.board.ui_state import (
    BOARD,
    RACK,
    Ui,
    WordsContext,
    cursor_shown,
    rack,
    shown_seat,
)
from towergames.games.words.grid import COLUMNS, centre, show_tile, spot, square

RACK_ROWS, LEAST_HAND = 3, 2
"""Rows of the rack; on the lowest screens its tiles have no lower edge."""
BESIDE_COLUMNS = 36
"""Columns of rack and panel where they stand beside the board: seven tiles of five."""
LABELS = 3
"""Columns for the numbers of the rows."""
CELLS: tuple[tuple[int, int], ...] = ((14, 7), (12, 6), (10, 5), (8, 4), (6, 3), (5, 3), (5, 2), (4, 2), (4, 1))
"""Columns and rows of a square, the largest first."""

CHOSEN, OTHER = Ink("text", "card", bold=True), Ink("muted", "card")
"""Inks of the view that is shown, and of the others."""
COUNTED = Ink("ink", "last", bold=True)
"""Ink of the points that are counted beside their tiles."""
PLACES = 7
ROOMY = 90
"""Columns of a screen on which the tiles are wider."""
NARROW = 76
"""Columns below which the rack may stand upright beside the board."""
UPRIGHT = RACK_ROWS + 6
"""Rows from which it does: the panel needs six."""
UNSCORED = (80, 100)
"""Columns of a board whose screen has no room for everyone's points beside it."""


@dataclass(frozen=True, slots=True)
class BoardLayout:
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


def sizes(size: int, seats: int) -> BoardSizes:
    """The least sizes for a board of ``size`` squares a side.

    On low screens squares have two rows or more, and rack and panel stand beside the board.
    """
    cell, low = 4 if size > 8 else 5, RACK_ROWS + max(6, seats + 4)
    beside = Beside(LABELS + size * cell + 1, size * 2 + 1, BESIDE_COLUMNS, low + 2, low)
    return BoardSizes(_least(size), LEAST_HAND, beside, narrow=(LABELS + size * cell + 1, size * 2 + 1, low))


def _least(size: int) -> tuple[int, int]:
    cell, tall = CELLS[-1]
    return LABELS + size * cell + 1 + PANEL_COLUMNS, max(12, size * tall + 2)


def plan(width: int, height: int, size: int) -> BoardLayout:
    """The measures for a board of ``width`` x ``height`` cells, without a panel where it has no room for one.

    The letters of the columns stand above the squares.
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
    top = 1 + max(0, height - 1 - size * tall) // 2
    return BoardLayout(size, cell, tall, left, top, panel_x, width - panel_x)


# --- drawing ------------------------------------------------------------------------------------------


def draw_board(c: WordsContext, width: int, height: int) -> Picture:
    """The board on ``width`` x ``height`` cells: flat, or in 3D if that is chosen and has room."""
    roomy = not no_space_on(c, width, height)
    view = viewpoint_of(c).view if roomy else FLAT
    if view == COVER:
        return Picture(draw_cover(c, width, height))
    if view == SPACE:
        return _in_space(c, width, height)
    canvas = Canvas(width, height)
    canvas.fill(0, 0, width, height, " ", TEXT)
    size = c.view.terms.size
    # Without a panel the last row is free for the names of the views.
    last_row = roomy and picture_size(width, height)[1] < height
    measures = plan(width, height - last_row, size)
    _labels(canvas, measures, c)
    stacks, last = shown(c)
    middle = centre(size)
    wrong = refused(c).union(beat_picture.wrong(c))
    spots, here = [], c.ui.cell if cursor_shown(c) else -1
    tiles = {} if c.playing else c.ui.tiles
    rows_above = lifted(c)
    order = sorted(range(len(stacks)), key=lambda cell: cell in rows_above)  # a moving tile is drawn over the others
    direction = "v" if c.ui.down else ">"
    for cell in order:
        stack = stacks[cell]
        pending = tiles.get(cell, "")
        look = SquareStyle(
            stack + pending,
            odd=bool((cell + cell // size) % 2),
            new=bool(pending),
            last=cell in last and not pending,
            wrong=cell in wrong,
            way=direction if cell == here else "",
            centre=cell in middle,
            signs=c.style.plain,
            plain=c.style.ascii_only,
        )
        x, y = measures.corner(cell)
        above = rows_above.get(cell, 0)
        if above:
            draw_square(
                canvas, x, y, measures.cell, measures.tall, replace(look, stack=stack[:-1], last=False, wrong=False)
            )
        draw_square(canvas, x, y - above, measures.cell, measures.tall, look)
        label = (measures.cell - 2, measures.tall - 1)
        spots.append(Spot(spot(cell, size), x, y, measures.cell, measures.tall, square(cell, size), label=label))
    if c.beat is not None and beat_picture.counted(c):
        _count(canvas, measures, c.beat.data["cells"], beat_picture.counted(c))
    if measures.panel > 0:
        draw_panel(canvas, measures.panel_x, c, stacks, scores=UNSCORED[0] <= width < UNSCORED[1])
    views = put_views(canvas, width - views_width(VIEWS), height - 1, VIEWS, FLAT, CHOSEN, OTHER) if roomy else []
    return Picture(canvas, (*views, *spots), _cursor(measures, c))


def _count(canvas: Canvas, measures: BoardLayout, cells: Sequence[int], points: str) -> None:
    """Draw the points of a play after its last tile, or before the first one where the board ends."""
    first, last = measures.corner(cells[0]), measures.corner(cells[-1])
    label, middle = f" {points} ", (measures.tall - 1) // 2
    if len(cells) > 1 and first[0] == last[0]:
        x, y = last[0] + (measures.cell - len(label)) // 2, last[1] + measures.tall
        if y >= measures.top + measures.size * measures.tall:
            y = first[1] - 1
    else:
        x, y = last[0] + measures.cell, last[1] + middle
        if x + len(label) > measures.left + measures.size * measures.cell:
            x = first[0] - len(label)
    canvas.put(max(0, x), y, label, COUNTED)


def _in_space(c: WordsContext, width: int, height: int) -> Picture:
    """The board in 3D, beside it the panel, and in the last row the views and looks."""
    canvas, (wide, high) = Canvas(width, height), picture_size(width, height)
    canvas.fill(wide, 0, width - wide, height, " ", TEXT)
    canvas.fill(0, high, width, height - high, " ", TEXT)
    space = draw_space(c, wide, high)
    canvas.blit(space.canvas, 0, 0)
    if width - wide >= PANEL_COLUMNS:
        draw_panel(canvas, wide, c, shown(c)[0], scores=UNSCORED[0] <= width < UNSCORED[1])
    y, looks = height - 1, {look: look for look in LOOKS}
    spots = put_views(canvas, width - views_width(VIEWS), y, VIEWS, SPACE, CHOSEN, OTHER)
    # Below each other in the panel, beside each other in a row of their own.
    x, y = (width - views_width(looks), y - 1) if high == height else (0, y)
    spots += put_views(canvas, x, y, looks, viewpoint_of(c).look, CHOSEN, OTHER)
    at = space.place(c.ui.cell) if c.ui.zone == BOARD and cursor_shown(c) else None
    return Picture(canvas, (*spots, *space.spots), at, space.at, space.seen.pixels)


def _cursor(measures: BoardLayout, c: WordsContext) -> tuple[int, int] | None:
    """Column and row of the hardware cursor while the board has the focus."""
    if c.ui.zone != BOARD or not cursor_shown(c):
        return None
    x, y = measures.corner(c.ui.cell)
    return x + 1, y + (measures.tall - 1) // 2


def _labels(canvas: Canvas, measures: BoardLayout, c: WordsContext) -> None:
    """Letters above the columns, numbers before the rows; those of the cursor stand out."""
    size = measures.size
    row, col = divmod(c.ui.cell, size)
    seen = cursor_shown(c)
    for i in range(size):
        x, _ = measures.corner(i)
        here = BOLD if seen and i == col else MUTED
        canvas.put(x + (measures.cell - 1) // 2, measures.top - 1, COLUMNS[i], here)
        _, y = measures.corner(i * size)
        here = BOLD if seen and i == row else MUTED
        canvas.put(measures.left - 3, y + (measures.tall - 1) // 2, f"{i + 1:>2}", here)


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
        draw_panel(panel, 0, c, shown(c)[0], scores=True)
        canvas.blit(panel, 0, 0)
    seat = shown_seat(c)
    step = 7 if width >= ROOMY else 5
    rows = min(RACK_ROWS, height)
    top = height - rows if upright else (height - rows) // 2
    left = 1 if upright else LABELS
    if c.view.racks[seat] is None:
        return _backs(canvas, c, left, top)
    order = c.ui.order if c.seat is not None else rack(c)
    spots, cursor = [], None
    if not order:
        canvas.put(left, top + 1, f"{c.name_of(seat)} has no tiles.", MUTED)
    for slot, name in enumerate(order):
        x = left + slot * step
        state = _state(c.ui, slot) if c.seat is not None and c.style.cursor else ""
        look = SquareStyle(
            "" if state == "out" else name,
            new=state == "held",
            way=" " if state == "here" else "",
            signs=c.style.plain,
            plain=c.style.ascii_only,
        )
        draw_square(canvas, x, top, step, rows, look)
        if state != "out":
            number_x = x
            if state in ("held", "here"):  # a mark or a bar is in the first column, and beside it a low tile's letter
                number_x = x + 1 if rows == RACK_ROWS else x + step - 2
            canvas.put_over(number_x, top, str(slot + 1), ink("plate-ink", "tile-1"))
        spots.append(Spot(f"hand:{slot + 1}", x, top, step, rows, show_tile(name)))
        if state == "here":
            cursor = (x + step // 2, top + 1)
    x = left + PLACES * step + 1
    if not upright:
        canvas.put(x, top, "Your rack" if seat == c.seat else f"Rack of {c.name_of(seat)}", BOLD)
    return Picture(canvas, (*spots, Spot("rack", left, top, PLACES * step, rows, "the rack")), cursor)


def _state(ui: Ui, slot: int) -> str:
    if slot in ui.out:
        return "out"
    if slot == ui.held:
        return "held"
    return "here" if ui.zone == RACK and ui.slot == slot else ""


def _backs(canvas: Canvas, c: WordsContext, left: int, top: int) -> Picture:
    """Tiles seen from behind: a spectator's or a hidden rack."""
    seat = shown_seat(c)
    number = c.view.rack_sizes[seat]
    for i in range(number):
        canvas.fill(left + i * 5, top, 4, min(RACK_ROWS, canvas.height), "▒", MUTED)
    who, x, y = seat_of(seat), left, top + RACK_ROWS
    if y >= canvas.height:
        x, y = left + number * 5 + 1, top
    at = canvas.put(x, y, who.shape + who.number, shape_ink(seat))
    canvas.put(at + 1, y, f"{c.name_of(seat)}: {count(number, 'tile')}, face down", MUTED)
    return Picture(canvas)
