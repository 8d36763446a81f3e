"""The smallest board: a number to choose and a heap to look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.null.game import State, Swap, Take
from towergames.board.canvas import Canvas
from towergames.board.protocol import (
    BoardBase,
    BoardSizes,
    Context,
    Control,
    Description,
    Input,
    KeyInput,
    Picture,
    PointerInput,
    ReadOut,
    Result,
    Size,
    Spec,
    Spot,
    UiSpec,
    Zone,
)
from towergames.core.contract import Event, Refusal

SWAP = Spec("null.swap", "Swap", "Draw a new secret.", ("s",), ("swap",))
TAKE = Spec("null.take", "Take", "Take the pieces chosen.", ("t",), ("take",))
STEPS = {"right": 1, "up": 1, "left": -1, "down": -1}


@dataclass(frozen=True, slots=True)
class Ui:
    """How many pieces Enter would take."""

    pieces: int = 1


C = Context[State, Any, Any]


class NullBoard(BoardBase[State, Any, Any]):
    spec = UiSpec((SWAP, TAKE), animated=frozenset({"roll"}))

    def sizes(self, seats: int, view: State | None) -> BoardSizes:
        return BoardSizes((30, 3), 1)

    def adapt(self, c: C, new: bool) -> Any:
        return Ui() if new or c.ui is None else Ui(max(1, min(c.ui.pieces, c.view.limit)))

    def controls(self, c: C) -> Sequence[Control[Any, Any]]:
        if not c.may_act or c.seat is None:
            return ()
        swapped = Refusal("N-5", "You have swapped.") if c.view.swapped[c.seat] else None
        take: Control[Any, Any] = Control(
            TAKE, f"Take {c.ui.pieces}", "main", None, lambda: Result(c.ui, Take(c.ui.pieces))
        )
        return take, Control(SWAP, "swap", "footer", swapped, lambda: Result(c.ui, Swap()))

    def input(self, c: C, event: Input) -> Result[Any, Any] | None:
        if isinstance(event, PointerInput) and event.click:
            return Result(Ui(c.ui.pieces % max(1, c.view.limit) + 1))
        if isinstance(event, KeyInput) and event.name.isdigit():
            return Result(Ui(int(event.name)))
        if isinstance(event, KeyInput) and event.name in STEPS:
            return Result(Ui(c.ui.pieces + STEPS[event.name]))
        return None

    def draft(self, c: C) -> Any:
        return Take(c.ui.pieces)

    def draw(self, c: C, zone: Zone, size: Size) -> Picture:
        canvas = Canvas(*size)
        if zone == "hand":
            canvas.put(0, 0, " ".join(self.read_out(c).hand))
            return Picture(canvas)
        canvas.put(0, 0, f"heap {c.view.heap}, take {c.ui.pieces}")
        canvas.put(0, 1, "*" * min(size[0], c.view.heap))
        return Picture(canvas, (Spot("heap", 0, 0, min(size[0], 30), 2, "the heap"),), (0, 0))

    def frames(self, c: C, event: Event) -> Sequence[float]:
        return (0.1,) if event.kind == "roll" else ()

    def describe(self, c: C) -> Description:
        return Description(hint=f"take {c.ui.pieces}")

    def read_out(self, c: C) -> ReadOut:
        mine = None if c.seat is None else c.view.secrets[c.seat]
        hand = (f"Your secret is {mine}.",) if mine else ("Secrets are hidden.",)
        return ReadOut((f"There are {c.view.heap} pieces.",), hand)


BOARD = NullBoard()
