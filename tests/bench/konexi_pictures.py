"""How fast Konexi's table is drawn: ``python -m tests.bench.konexi_pictures`` prints a table.

Milliseconds of one core's time for the whole board as it is drawn, with a letter in hand: from the side with
everything new (as while letters move) and with the tower as it was, in 3D while the camera moves, and when it is still.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from tests.boards.konexi_tables import context_of
from tests.games.konexi.making import state
from towergames.boards.konexi import BOARD
from towergames.boards.konexi.camera import SPACE, viewpoint_of
from towergames.boards.konexi.examples import bowed, grown
from towergames.boards.konexi.side_view import draw_side
from towergames.boards.konexi.ui_state import KonexiContext
from towergames.boards.protocol import Style

SIZES = ((44, 22), (78, 30), (118, 44))
LETTERS = (5, 12, 24)


def cost(work: Callable[[int], Any], rounds: int = 12) -> float:
    """Milliseconds of this process's time for one call, the median."""
    found = []
    for k in range(rounds):
        start = time.process_time()
        work(k)
        found.append(1000 * (time.process_time() - start))
    return sorted(found)[rounds // 2]


@dataclass(frozen=True)
class Table:
    """A table with so many letters, drawn on so many cells."""

    letters: int
    wide: int
    high: int

    @cached_property
    def context(self) -> KonexiContext:
        """A letter is about to be added."""
        return context_of(replace(state(grown(self.letters)), rests=bowed(grown(self.letters), 0.5)))

    def again(self, _: int) -> None:
        """From the side, as at the beginning of a decision."""
        c = replace(self.context, ui=BOARD.adapt(self.context, True))
        BOARD.draw(replace(c, viewpoint=BOARD.camera.follow(c, None)), "board", (self.wide, self.high))

    def new(self, k: int) -> None:
        """From the side, everything new."""
        draw_side.cache_clear()
        self.again(k)

    def turned(self, k: int, *, still: bool = False) -> None:
        """In 3D, from another side every time."""
        seen = viewpoint_of(self.context)
        camera = seen.camera.orbit(0.03 * k + 0.01 * still)
        c = replace(self.context, viewpoint=replace(seen, view=SPACE, camera=camera), style=Style(still=still))
        BOARD.draw(c, "board", (self.wide, self.high))

    def fine(self, k: int) -> None:
        """The better picture of a tower that stands still."""
        self.turned(k, still=True)


def main() -> None:
    """Print the table."""
    print("letters  cells    side new  side again  3d moving  3d still")
    for letters in LETTERS:
        for wide, high in SIZES:
            one = Table(letters, wide, high)
            row = (cost(one.new), cost(one.again), cost(one.turned), cost(one.fine, 4))
            print(f"{letters:7}  {wide:3}x{high:<3}  " + "  ".join(f"{value:9.1f}" for value in row))


if __name__ == "__main__":
    main()
