"""The smallest desk: a number to choose and a heap to look at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.null.game import State, Swap, Take
from towergames.boards.desk import Command, Reply, Scene
from towergames.boards.habits import DeskHabits
from towergames.boards.kit.canvas import Canvas
from towergames.boards.protocol import Picture, Spot
from towergames.core.contract import Event


@dataclass(frozen=True, slots=True)
class Pointer:
    """How many pieces Enter would take."""

    pieces: int = 1


class NullDesk(DeskHabits):
    """See :class:`towergames.boards.desk.Desk`."""

    commands: tuple[Command, ...] = (
        Command("null.swap", "Swap", "Draw a new secret.", ("s",), "swap", footer="swap"),
        Command("null.take", "Take", "Take the pieces chosen.", ("t",), "take", footer="take"),
    )
    animated = frozenset({"roll"})

    def size(self, seats: int, view: State | None = None) -> tuple[int, int, int]:
        return 30, 3, 1

    def start(self, scene: Scene[State]) -> Pointer:
        return Pointer()

    def keep(self, scene: Scene[State], pointer: Pointer) -> Pointer:
        return Pointer(max(1, min(pointer.pieces, scene.view.limit)))

    def enabled(self, scene: Scene[State], pointer: Pointer, command: str) -> str:
        if not scene.may_act:
            return "It is not your turn."
        swapped = scene.seat is not None and scene.view.swapped[scene.seat]
        return "You have swapped." if command == "null.swap" and swapped else ""

    def do(self, scene: Scene[State], pointer: Pointer, command: str) -> Reply[Any]:
        if command in ("choose", "null.take"):
            return Reply(pointer, submit=Take(pointer.pieces))
        if command == "null.swap":
            return Reply(pointer, submit=Swap())
        if command.startswith("digit."):
            return Reply(self.keep(scene, Pointer(int(command[6:]))))
        step = {"move.right": 1, "move.up": 1, "move.left": -1, "move.down": -1}.get(command, 0)
        return Reply(self.keep(scene, Pointer(pointer.pieces + step)))

    def click(self, scene: Scene[State], pointer: Pointer, spot: str) -> Reply[Any]:
        return Reply(self.keep(scene, Pointer(pointer.pieces % scene.view.limit + 1)))

    def draft(self, scene: Scene[State], pointer: Pointer) -> Any:
        return Take(pointer.pieces) if scene.may_act else None

    def hover(self, scene: Scene[State], pointer: Pointer) -> str:
        return f"take {pointer.pieces}"

    def board(self, scene: Scene[State], pointer: Pointer, width: int, height: int) -> Picture:
        canvas = Canvas(width, height)
        canvas.put(0, 0, f"heap {scene.view.heap}, take {pointer.pieces}")
        canvas.put(0, 1, "*" * min(width, scene.view.heap))
        return Picture(canvas, (Spot("heap", 0, 0, min(width, 30), 2, "the heap"),), (0, 0))

    def hand(self, scene: Scene[State], pointer: Pointer, width: int, height: int) -> Picture:
        canvas = Canvas(width, height)
        canvas.put(0, 0, " ".join(self.speak_hand(scene)))
        return Picture(canvas)

    def beats(self, scene: Scene[State], event: Event) -> tuple[float, ...]:
        return (0.1,) if event.kind == "roll" else ()

    def speak(self, scene: Scene[State]) -> tuple[str, ...]:
        return (f"There are {scene.view.heap} pieces.",)

    def speak_hand(self, scene: Scene[State]) -> tuple[str, ...]:
        mine = None if scene.seat is None else scene.view.secrets[scene.seat]
        return (f"Your secret is {mine}.",) if mine else ("Secrets are hidden.",)

    def example(self, rule_id: str) -> Scene[State] | None:
        return None


DESK = NullDesk()
