"""Pictures a second while all pieces fall on the game screen: ``python -m benchmarks.fall_pace``.

A recorded fall of two seconds in which every piece moves (24 pyramids, 22 letters) is played by the game screen five
times at each size, without a terminal. Printed: the pictures a second of the recording, those shown, since late ones
are left out, and the seconds from the first to the last. Wants a quiet machine. Figures in tui/SPEED.md.
"""

from __future__ import annotations

import asyncio
import math
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.leaning_orbit import put
from benchmarks.picture_speed import LETTERS, in_a_turn, with_company
from tests.games.konexi.making import state as konexi_state
from tests.physics.kit import TOWER, read_tower
from tests.tui.game_kit import playing
from towergames.core.contract import Event
from towergames.games.konexi.board.examples import bowed, grown
from towergames.physics.geometry import Pose, about
from towergames.physics.recording import MOST_TRACE, read, written
from towergames.session.animation import frames_of

SIZES = ((80, 24), (120, 40), (200, 60))
TIMES, SECONDS = 5, 2.0
PERIOD = 33
"""Milliseconds from picture to picture in the records of the games."""


def fall(poses: Sequence[Pose]) -> str:
    """A record in which all bodies fall to the table, each another way and turning."""
    count, pictures = round(1000 * SECONDS / PERIOD), []
    for k in range(count + 1):
        part = k / count
        picture = []
        for n, pose in enumerate(poses):
            moved = pose.moved((6 * part * math.cos(n), 6 * part * math.sin(n), -part * part * max(0.0, pose.z - 1)))
            picture.append(moved.rotated(about((math.sin(n), math.cos(n), 0.0), 2 * part), moved.place))
        pictures.append(tuple(picture))
    return written(pictures, PERIOD, MOST_TRACE)


def konexi() -> tuple[Any, Event]:
    """A tower of 22 letters, and its fall."""
    tower = grown(LETTERS)
    state = replace(konexi_state(tower), rests=bowed(tower, 0.0))
    data = {"letters": "".join(one.letter for one in state.rests), "by": "release"}
    return state, Event("settle", "", data={**data, "trace": fall([read(one.pose) for one in state.rests])})


def leaning() -> tuple[Any, Event]:
    """24 pyramids, and their fall."""
    state = in_a_turn(with_company(read_tower(TOWER)))
    pieces = state.layout.pieces
    data = {"pieces": [one.id for one in pieces], "by": "release"}
    return state, Event("settle", "", data={**data, "trace": fall([read(one.pose) for one in pieces])})


async def measure(game: str, size: tuple[int, int]) -> str:
    """One line of figures."""
    async with playing(Path(tempfile.mkdtemp()), "Ann,Bob", game=game, size=size) as play:
        screen, (state, event) = play.game, {"konexi": konexi, "leaning": leaning}[game]()
        await play.pilot.pause(1.0)
        put(play.table, state)
        film = list(frames_of(screen.session.board, screen.session.context(), [event], play.table.moves, "full"))
        paces, lasted, times = [], [], list[float]()
        show = screen.show_beat

        def timed(moving: bool) -> None:
            show(moving)
            times.append(time.perf_counter())

        screen.show_beat = timed  # type: ignore[method-assign]
        for _ in range(TIMES):
            times.clear()
            ended = asyncio.Event()
            screen.stage.play(film, ended.set)
            await ended.wait()
            lasted.append(times[-1] - times[0])
            paces.append((len(times) - 1) / lasted[-1])
        recorded = 1000 / int(str(event.data["trace"]).split()[0])
        return (
            f"{game} {size[0]}x{size[1]}: recorded {recorded:.0f} pictures a second, shown median {median(paces):.1f} "
            f"and fewest {min(paces):.1f}, in {median(lasted):.2f} s"
        )


def main() -> None:
    """Print a line for each game and size."""
    for game in ("konexi", "leaning"):
        for size in SIZES:
            print(asyncio.run(measure(game, size)), flush=True)


if __name__ == "__main__":
    main()
