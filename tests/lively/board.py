"""A desk with a camera, a hand that takes its time, and a moving picture."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from typing import Any

from tests.null.board import NullDesk
from tests.null.game import State, Take
from towergames.boards.desk import Command, Reply, Scene
from towergames.boards.kit.canvas import Canvas
from towergames.boards.protocol import Failure, Picture, Spot
from towergames.core.bot import Clock
from towergames.core.contract import Event

WORK = threading.Event()
"""Set while work may come to an end."""
STOPPED: list[int] = []
"""The works that were asked to stop, by number."""
FINE: list[bool] = []
"""The better pictures that were drawn: whether in the screen's own thread."""
FRAMES = 30
ROOMS: list[tuple[int, int]] = []
"""The boards on which something that is held was dragged."""
DRAWN: list[int] = []
"""The frames that were drawn."""


@dataclass(frozen=True, slots=True)
class Pointer:
    """Pieces to take, where the camera stands, what is being worked out, what was told of it, and whether all rests."""

    pieces: int = 1
    yaw: int = 0
    work: int = 0
    busy: bool = False
    told: str = ""
    rested: bool = False


class LivelyDesk(NullDesk):
    """See :class:`towergames.boards.desk.Desk`."""

    commands = (
        Command("lively.west", "West", "Look from further west.", ("less_than_sign",), "west", looking=True),
        Command("lively.east", "East", "Look from further east.", ("greater_than_sign",), "east", looking=True),
        Command("lively.lean", "Lean", "Lean it.", ("k",), "lean"),
        Command("lively.drop", "Drop", "Let it fall.", ("d",), "drop"),
        Command("lively.take", "Take", "Work out how, then take the pieces.", ("h",), "grab"),
        *NullDesk.commands[1:],
    )

    typed_forms = ("turn DEGREES: look from there",)
    fine = True

    def start(self, scene: Scene[State]) -> Pointer:  # type: ignore[override]
        return Pointer()

    def keep(self, scene: Scene[State], pointer: Pointer) -> Pointer:  # type: ignore[override]
        return replace(pointer, pieces=max(1, min(pointer.pieces, scene.view.limit)), busy=False, told="")

    def enabled(self, scene: Scene[State], pointer: Pointer, command: str) -> str:  # type: ignore[override]
        looking = any(c.id == command and c.looking for c in self.commands)
        return "" if looking or scene.may_act else "It is not your turn."

    def do(self, scene: Scene[State], pointer: Pointer, command: str) -> Reply[Any]:  # type: ignore[override]
        if command in ("lively.west", "lively.east"):
            step = 1 if command.endswith("east") else -1
            return Reply(replace(pointer, yaw=pointer.yaw + step, rested=False))
        if command in ("lively.lean", "lively.drop", "lively.take"):
            number = pointer.work + 1
            work = {"lively.lean": _lean, "lively.drop": _drop, "lively.take": _take}[command]
            return Reply(replace(pointer, busy=True, work=number), work=lambda clock: work(clock, number))
        if command in ("choose", "null.take"):
            return Reply(pointer, submit=Take(pointer.pieces))
        if command.startswith("digit."):
            return Reply(replace(pointer, pieces=min(scene.view.limit, int(command[6:]))))
        return Reply(pointer)

    def click(self, scene: Scene[State], pointer: Pointer, spot: str) -> Reply[Any]:  # type: ignore[override]
        return Reply(replace(pointer, pieces=pointer.pieces % scene.view.limit + 1))

    def worked(self, scene: Scene[State], pointer: Pointer, answer: Any) -> Reply[Any]:
        pointer = replace(pointer, busy=False)
        if isinstance(answer, Failure):
            return Reply(pointer, say=answer.text)
        return Reply(pointer, answer if isinstance(answer, Take) else None, say=f"It is {answer}.")

    def shown(self, scene: Scene[State], pointer: Pointer, idea: Any) -> Pointer:
        return replace(pointer, told=str(idea))

    def drag(self, scene: Scene[State], pointer: Pointer, dx: int, dy: int, spot: str) -> Any:
        if spot == "held":
            ROOMS.append(scene.room)
            return self.do(scene, pointer, "lively.lean")
        return replace(pointer, yaw=pointer.yaw + dx) if spot != "fixed" else None

    def wheel(self, scene: Scene[State], pointer: Pointer, steps: int) -> Pointer:
        return replace(pointer, yaw=pointer.yaw + 100 * steps)

    def rested(self, scene: Scene[State], pointer: Pointer) -> Pointer:
        return replace(pointer, rested=True)

    def looking_on(self, scene: Scene[State], pointer: Pointer, before: Pointer) -> Pointer:
        return replace(pointer, yaw=before.yaw)

    def typed(self, scene: Scene[State], pointer: Pointer, words: str) -> Reply[Any] | None:
        word, _, rest = words.partition(" ")
        if word in ("turn", "look") and rest.lstrip("-").isdigit():
            return Reply(replace(pointer, yaw=int(rest)), say=f"Turned to {rest}.")
        command = {"lean": "lively.lean", "stumble": "lively.drop", "grab it": "lively.take"}.get(words)
        return self.do(scene, pointer, command) if command and scene.may_act else None

    def speak_pointer(self, scene: Scene[State], pointer: Pointer) -> tuple[str, ...]:
        return (f"You look from {pointer.yaw}.",)

    def board(self, scene: Scene[State], pointer: Pointer, width: int, height: int) -> Picture:  # type: ignore[override]
        if scene.playing:
            DRAWN.append(scene.frame)
        canvas = Canvas(width, height)
        canvas.put(0, 0, f"heap {scene.view.heap}, yaw {pointer.yaw}, busy {pointer.busy}, told {pointer.told}")
        if not scene.quick:
            FINE.append(threading.current_thread() is threading.main_thread())
        how = "quick" if scene.quick else "fine"
        colours = "" if scene.colours else ", no colours"
        canvas.put(0, 1, f"frame {scene.frame}, {'at rest' if pointer.rested else 'moving'}, {how}{colours}")
        spots = (
            Spot("heap", 0, 0, 10, 2, "the heap"),
            Spot("fixed", 10, 0, 10, 2, "a fixed thing"),
            Spot("held", 20, 0, 10, 2, "what is held"),
        )
        return Picture(canvas, spots)

    def beats(self, scene: Scene[State], event: Event) -> tuple[float, ...]:
        return (1 / 30,) * FRAMES if event.kind == "roll" else ()

    def example(self, rule_id: str) -> Scene[State] | None:
        from tests.lively.game import GAME

        state = GAME.new(2, {})
        return Scene(GAME, GAME.view(state, None), GAME.turn(state), None, ("Ann", "Bob"))


def _lean(clock: Clock, number: int) -> str:
    clock.tell(f"work {number}")
    while not WORK.wait(0.005):
        if clock.over(0):
            STOPPED.append(number)
            return f"stopped {number}"
    return f"leaning {number}"


def _drop(clock: Clock, number: int) -> str:
    raise ZeroDivisionError(f"work {number} divides by zero")


def _take(clock: Clock, number: int) -> Take:
    return Take(1)


DESK = LivelyDesk()
