"""How fast the 3D boards are drawn: ``python -m benchmarks.picture_speed [ROUNDS]`` prints a table.

Boards of Leaning Towers (24 pyramids), Konexi (22 letters) and Stacked Words (81 tiles) in 3D while the camera goes
round them: milliseconds of one core's time for the board alone and for the whole way through a Textual application
without a terminal, every cell changing; for a fall or, in Stacked Words, a typed letter, where every picture has new
poses; and for a picture at rest, drawn once. Of all pictures the quick tenth counts: others waited for other programs.
The file knows boards only, so that it can be run in a checkout of an earlier commit as well.
"""

from __future__ import annotations

import asyncio
import math
import os
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from textual.app import App, ComposeResult

from tests.games.konexi.board.tables import context_of
from tests.games.konexi.making import state as konexi_state
from tests.physics.kit import TOWER, Tower, read_tower
from tests.tui.mid_games import mid_game
from towergames.board.protocol import Context, Picture, Style
from towergames.games.konexi.board import BOARD as KONEXI
from towergames.games.konexi.board.camera import SPACE, viewpoint_of
from towergames.games.konexi.board.examples import bowed, grown
from towergames.games.leaning.board import BOARD as LEANING
from towergames.games.leaning.game import GAME
from towergames.games.leaning.model import NEUTRAL, Aim, Layout, Piece, State
from towergames.games.leaning.pyramids import MEDIUM, attitude, standing
from towergames.games.leaning.pyramids import SIZES as SHAPES
from towergames.games.words.board import BOARD as WORDS
from towergames.games.words.board.camera import SPACE as IN_SPACE
from towergames.games.words.board.camera import viewpoint_of as board_view
from towergames.games.words.game import GAME as WORDS_GAME
from towergames.physics.geometry import Pose
from towergames.physics.recording import RecordedPose
from towergames.tui.widgets.canvas import CanvasView

SIZES = ((44, 22), (80, 22), (120, 36), (160, 50))
PIECES, LETTERS, PLAYS = 24, 22, 57
TURN = 0.05


def with_company(tower: Tower) -> Tower:
    """The tower and, round it, as many more standing pieces as make twenty-four."""
    more = PIECES - len(tower.sizes)
    places = [(9 * math.cos(k), 9 * math.sin(k)) for k in range(more)]
    return Tower((*tower.sizes, *[MEDIUM] * more), (*tower.poses, *(Pose(x, y, 0.0) for x, y in places)))


def in_a_turn(tower: Tower) -> State:
    """A game of two in which the tower stands on the table and a player is to place a piece."""
    names = {shape: name for name, shape in SHAPES.items()}
    pieces = tuple(
        Piece(k + 1, names[one], NEUTRAL if k < 2 else k % 2, RecordedPose(*pose.recorded()), 2, 0)
        for k, (one, pose) in enumerate(zip(tower.sizes, tower.poses, strict=True))
    )
    begun = GAME.new(2, {"first": 1})
    return replace(begun, phase="turn", layout=Layout(pieces), next_piece=len(pieces) + 1)


Drawn = Callable[[int], Picture]
"""Draws board number k."""


def leaning(size: tuple[int, int], *, still: bool, falling: bool) -> Drawn:
    """Leaning Towers, with a piece in the hand and a target outlined; while it falls no piece is in the hand."""
    state = in_a_turn(with_company(read_tower(TOWER)))
    c: Any = Context(GAME, GAME.view(state, 0), GAME.turn(state), 0, ("Ann", "Bob"), None, may_act=True)
    ui = replace(LEANING.adapt(c, new=True), target=7)
    if not falling:
        pose = standing(MEDIUM, attitude(MEDIUM, "base edge", 1.0, 0.3), -4, -6, 0.3)
        ui = replace(ui, kind="place", size="medium", sizes=("medium",), ghost=(pose,), aim=Aim(2, (7,)))
    c = replace(c, ui=ui, style=Style(still=still))
    view = LEANING.camera.follow(c, None)
    low, high = state.layout.pieces[:-8], state.layout.pieces[-8:]

    def picture(k: int) -> Picture:
        if not falling:
            turned = replace(view, camera=view.camera.orbit(TURN * k))
            return LEANING.draw(replace(c, viewpoint=turned), "board", size)
        moved = tuple(replace(one, pose=one.pose._replace(z=one.pose.z + k % 997)) for one in high)
        now = replace(c.view, layout=replace(c.view.layout, pieces=(*low, *moved)))
        return LEANING.draw(replace(c, view=now, viewpoint=view), "board", size)

    return picture


def konexi(size: tuple[int, int], *, still: bool, falling: bool) -> Drawn:
    """Konexi in 3D."""
    tower = grown(LETTERS)
    c = context_of(replace(konexi_state(tower), rests=bowed(tower, 0.5)))
    c = replace(c, style=Style(still=still))
    view = replace(viewpoint_of(c), view=SPACE)

    def picture(k: int) -> Picture:
        if not falling:
            turned = replace(view, camera=view.camera.orbit(TURN * k))
            return KONEXI.draw(replace(c, viewpoint=turned), "board", size)
        rests = tuple(one._replace(pose=one.pose._replace(x=one.pose.x + k % 997)) for one in c.view.rests)
        return KONEXI.draw(replace(c, view=replace(c.view, rests=rests), viewpoint=view), "board", size)

    return picture


def words(size: tuple[int, int], *, still: bool, falling: bool) -> Drawn:
    """Stacked Words, with two tiles laid somewhere else in each picture of ``falling``."""
    state = mid_game("words", PLAYS).history.state_after(PLAYS)
    c: Any = Context(WORDS_GAME, WORDS_GAME.view(state, 0), WORDS_GAME.turn(state), 0, ("Ann", "Bob"), None, True)
    c = replace(c, ui=WORDS.adapt(c, new=True), style=Style(still=still))
    view = replace(board_view(c), view=IN_SPACE)
    free = [cell for cell, stack in enumerate(c.view.board) if not stack]

    def picture(k: int) -> Picture:
        if not falling:
            turned = replace(view, look="", camera=view.camera.orbit(TURN * k))
            return WORDS.draw(replace(c, viewpoint=turned), "board", size)
        laid = ((free[k % len(free)], k % 7), (free[(k + 9) % len(free)], (k + 1) % 7))
        return WORDS.draw(replace(c, viewpoint=view, ui=replace(c.ui, laid=laid)), "board", size)

    return picture


def quick(work: Callable[[int], Any], rounds: int) -> float:
    """Milliseconds of this process's time for one call."""
    found = []
    for k in range(rounds):
        start = time.process_time()
        work(k)
        found.append(1000 * (time.process_time() - start))
    return sorted(found)[rounds // 10]


async def through_textual(picture: Drawn, size: tuple[int, int], rounds: int) -> float:
    """Milliseconds of a picture on its whole way through the canvas widget and the compositor."""
    now, found = [1000], []  # pictures that are kept from before would cost nothing

    class Bench(App[None]):
        palette_theme, ascii_only = "dark", False

        def compose(self) -> ComposeResult:
            yield CanvasView(lambda _w, _h: picture(now[0]))

    app = Bench()
    async with app.run_test(size=size) as pilot:
        view = app.query_one(CanvasView)
        await pilot.pause()
        for _ in range(rounds):
            now[0] += 1
            start = time.process_time()
            view.repaint()
            await pilot.pause()
            found.append(1000 * (time.process_time() - start))
    return sorted(found)[rounds // 10]


def main() -> None:
    """Print the table."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 24
    print(f"{'':8} {'cells':>7} {'board':>7} {'whole':>7} {'a second':>9} {'falling':>8} {'a second':>9} {'still':>7}")
    for name, board in (("leaning", leaning), ("konexi", konexi), ("words", words)):
        for size in SIZES if name != "words" else SIZES[2:]:
            moving, falling = board(size, still=False, falling=False), board(size, still=False, falling=True)
            drawn = quick(moving, rounds)
            whole = asyncio.run(through_textual(board(size, still=False, falling=False), size, rounds))
            falls = asyncio.run(through_textual(falling, size, rounds))
            still = quick(board(size, still=True, falling=False), max(4, rounds // 4))
            cells = f"{size[0]}x{size[1]}"
            print(
                f"{name:8} {cells:>7} {drawn:7.1f} {whole:7.1f} {1000 / whole:9.0f} {falls:8.1f} {1000 / falls:9.0f}"
                f" {still:7.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
