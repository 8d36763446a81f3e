"""How fast the table is drawn (issue 5): ``python -m tests.bench.physics_pictures [TOWER.json]`` prints a table.

Frames a second of one core's time, orbiting a tower: casting the rays, making cells and putting them on a canvas; then
the whole way through a Textual application without a terminal, every cell changing. Below that the same for the whole
board of Leaning Towers as it is drawn: players, labels, spots, a piece in the hand, the target outlined.
"""

from __future__ import annotations

import asyncio
import math
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from textual.app import App, ComposeResult

from tests.physics.kit import TOWER, Tower, read_tower, tower_table
from towergames.boards.kit.canvas import Canvas
from towergames.boards.kit.ray_view import HALVES, QUARTERS, draw, shoot
from towergames.boards.leaning import BOARD
from towergames.boards.protocol import Context, Picture, Style
from towergames.games.leaning.game import GAME
from towergames.games.leaning.model import NEUTRAL, Aim, Layout, Piece, State
from towergames.games.leaning.model import Pose as Recorded
from towergames.physics.camera import Camera
from towergames.physics.eye import Look
from towergames.physics.geometry import Pose
from towergames.physics.pyramids import MEDIUM, attitude, standing
from towergames.physics.pyramids import SIZES as SHAPES
from towergames.physics.table_top import TableTop
from towergames.tui.widgets.canvas import CanvasView

SIZES = ((80, 22), (160, 50))
GHOST = "P5"
PIECES = 24


def with_company(tower: Tower) -> Tower:
    """The tower and, round it, as many more standing pieces as make twenty-four."""
    more = PIECES - len(tower.sizes)
    places = [(9 * math.cos(k), 9 * math.sin(k)) for k in range(more)]
    return Tower((*tower.sizes, *[MEDIUM] * more), (*tower.poses, *(Pose(x, y, 0.0) for x, y in places)))


def rate(work: Callable[[int], Any], least: float = 1.0) -> float:
    """Calls a second of this process's time."""
    work(0)
    start, count = time.process_time(), 0
    while time.process_time() - start < least:
        count += 1
        work(count)
    return count / (time.process_time() - start)


def roles(table: TableTop) -> dict[str, str]:
    """Two neutral pieces, then four players' in turn."""
    return {name: "wall" if k < 2 else f"p{k % 4 + 1}" for k, name in enumerate(table.names)}


def in_a_turn(tower: Tower) -> State:
    """A game of two in which the tower stands on the table and somebody is to place a piece."""
    names = {shape: name for name, shape in SHAPES.items()}
    pieces = tuple(
        Piece(k + 1, names[one], NEUTRAL if k < 2 else k % 2, Recorded(*pose.recorded()), 2, 0)
        for k, (one, pose) in enumerate(zip(tower.sizes, tower.poses, strict=True))
    )
    begun = GAME.new(2, {"first": 1})
    return replace(begun, phase="turn", layout=Layout(pieces), next_piece=len(pieces) + 1)


def board(tower: Tower, size: tuple[int, int], moving: bool, ghost: bool) -> Callable[[int], Canvas]:
    """A function that draws board number k of a game with the tower on its table."""
    state = in_a_turn(tower)
    c: Any = Context(GAME, GAME.view(state, 0), GAME.turn(state), 0, ("Ann", "Bob"), None, may_act=True)
    ui = replace(BOARD.adapt(c, new=True), target=7)
    if ghost:
        pose = standing(MEDIUM, attitude(MEDIUM, "base edge", 1.0, 0.3), -4, -6, 0.3)
        ui = replace(ui, kind="place", size="medium", sizes=("medium",), ghost=(pose,), aim=Aim(2, (7,)))
    c = replace(c, ui=ui, style=Style(still=not moving))
    view = BOARD.camera.follow(c, None)

    def picture(k: int) -> Canvas:
        turned = replace(view, camera=view.camera.orbit(0.05 * k))
        return BOARD.draw(replace(c, viewpoint=turned), "board", size).canvas

    return picture


def drawing(table: TableTop, size: tuple[int, int], way: str, how: Look) -> Callable[[int], Canvas]:
    """A function that draws picture number k."""
    colours = roles(table)
    points = [corner for name in table.names for corner in table.corners(name)]
    camera = Camera().showing(points, size[0], size[1] * 2)

    def picture(k: int) -> Canvas:
        canvas = Canvas(*size)
        draw(canvas, 0, 0, shoot(table, camera.orbit(0.05 * k), *size, how, way), colours, way)
        return canvas

    return picture


async def through_textual(picture: Callable[[int], Canvas], size: tuple[int, int], frames: int = 40) -> float:
    """Frames a second through the canvas widget and the compositor."""
    now = [0]

    class Bench(App[None]):
        palette_theme, ascii_only = "dark", False

        def compose(self) -> ComposeResult:
            yield CanvasView(lambda _w, _h: Picture(picture(now[0])))

    app = Bench()
    async with app.run_test(size=size) as pilot:
        view = app.query_one(CanvasView)
        await pilot.pause()
        start = time.process_time()
        for _ in range(frames):
            now[0] += 1
            view.repaint()
            await pilot.pause()
        return frames / (time.process_time() - start)


def main() -> None:
    """Print the table."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else TOWER
    table = tower_table(with_company(read_tower(path)))
    print(f"{len(table.names)} pieces; frames a second of one core")
    print(f"{'cells':>8} {'way':9} {'shadows':8} {'ghost':6} {'drawn':>6} {'Textual':>8}")
    for size in SIZES:
        for way, how in (
            (HALVES, Look(shadows=False)),
            (HALVES, Look()),
            (HALVES, Look(ghosts=(GHOST,))),
            (QUARTERS, Look()),
            (QUARTERS, Look(soft=6, ghosts=(GHOST,))),
        ):
            picture = drawing(table, size, way, how)
            drawn, whole = rate(picture), asyncio.run(through_textual(picture, size))
            cells = f"{size[0]}x{size[1]}"
            light = "soft" if how.soft > 1 else "yes" if how.shadows else "no"
            print(
                f"{cells:>8} {way:9} {light:8} {'yes' if how.ghosts else 'no':6} {drawn:6.0f} {whole:8.0f}", flush=True
            )
    print("the whole board")
    for size in (*SIZES, (46, 22)):
        for moving, ghost in ((True, False), (True, True), (False, True)):
            picture = board(with_company(read_tower(path)), size, moving, ghost)
            drawn, whole = rate(picture), asyncio.run(through_textual(picture, size))
            cells, when = f"{size[0]}x{size[1]}", "moving" if moving else "still"
            print(f"{cells:>8} {when:18} {'yes' if ghost else 'no':6} {drawn:6.0f} {whole:8.0f}", flush=True)


if __name__ == "__main__":
    main()
