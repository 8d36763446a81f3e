"""The whole board: squares, labels and panel, with hot spots."""

from __future__ import annotations

from towergames.boards.desk import Scene
from towergames.boards.kit.canvas import Canvas
from towergames.boards.protocol import Picture, Spot
from towergames.boards.words import inks
from towergames.boards.words.judged import refused
from towergames.boards.words.layout import Plan, plan
from towergames.boards.words.panel import draw_panel
from towergames.boards.words.pointer import BOARD, Pointer
from towergames.boards.words.show import shown
from towergames.boards.words.squares import Look, draw_square
from towergames.games.words.board import COLUMNS, centre, spot, square
from towergames.games.words.model import View


def draw_board(scene: Scene[View], pointer: Pointer, width: int, height: int) -> Picture:
    """The board on ``width`` x ``height`` cells."""
    canvas = Canvas(width, height)
    canvas.fill(0, 0, width, height, " ", inks.TEXT)
    size = scene.view.terms.size
    measures = plan(width, height, size)
    _labels(canvas, measures, scene, pointer)
    stacks, last = shown(scene)
    middle = centre(size)
    spots, wrong = [], refused(scene, pointer)
    for cell, stack in enumerate(stacks):
        pending = "" if scene.playing else pointer.tile_at(cell)
        look = Look(
            stack + pending,
            new=bool(pending),
            last=cell in last and not pending,
            wrong=cell in wrong,
            here=cell == pointer.cell and cursor_shown(scene, pointer),
            down=pointer.down,
            centre=cell in middle,
            plain=scene.ascii_only,
        )
        draw_square(canvas, measures, cell, look)
        x, y = measures.corner(cell)
        spots.append(Spot(spot(cell, size), x, y, measures.cell, measures.tall, square(cell, size)))
    if measures.panel > 0:
        draw_panel(canvas, measures.panel_x, scene, pointer, stacks)
    return Picture(canvas, tuple(spots), _cursor(measures, scene, pointer))


def cursor_shown(scene: Scene[View], pointer: Pointer) -> bool:
    """Whether the board shows where the cursor is: not while a play is being shown, nor in example pictures."""
    return not scene.playing and (pointer.zone == BOARD or bool(pointer.laid))


def _cursor(measures: Plan, scene: Scene[View], pointer: Pointer) -> tuple[int, int] | None:
    """Where the hardware cursor belongs while the board has the focus (U64)."""
    if pointer.zone != BOARD or scene.playing:
        return None
    x, y = measures.corner(pointer.cell)
    return x + 1, y + (measures.tall - 1) // 2


def _labels(canvas: Canvas, measures: Plan, scene: Scene[View], pointer: Pointer) -> None:
    """Letters above the columns, numbers before the rows; those of the cursor stand out."""
    size = measures.size
    row, col = divmod(pointer.cell, size)
    seen = cursor_shown(scene, pointer)
    for i in range(size):
        x, _ = measures.corner(i)
        here = inks.TITLE if seen and i == col else inks.MUTED
        canvas.put(x + (measures.cell - 1) // 2, measures.top - 1, COLUMNS[i], here)
        _, y = measures.corner(i * size)
        here = inks.TITLE if seen and i == row else inks.MUTED
        canvas.put(measures.left - 3, y + (measures.tall - 1) // 2, f"{i + 1:>2}", here)
    canvas.put(measures.left, measures.edge, "▀" * (size * measures.cell), inks.EDGE)
