"""A board with a camera, a hand that takes its time, and a moving picture."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tests.null.board import NullBoard
from tests.null.game import State, Take
from towergames.board.canvas import Canvas
from towergames.board.protocol import (
    Context,
    Control,
    Failure,
    Input,
    KeyInput,
    Picture,
    PointerInput,
    ReadOut,
    Result,
    Size,
    Spec,
    Spot,
    TextInput,
    UiSpec,
    Viewpoint,
    Work,
    Zone,
)
from towergames.core.bot import Clock
from towergames.core.contract import Event

WORK = threading.Event()
"""Set while work may come to an end."""
STOPPED: list[int] = []
"""The works that were asked to stop, by number."""
FINE: list[bool] = []
"""The better pictures that were drawn: whether in the screen's own thread."""
QUICK: list[int] = []
"""Where the camera stood for each picture that was drawn quickly."""
FRAMES = 30
ROOMS: list[tuple[int, int]] = []
"""The boards on which something that is held was dragged."""
DRAWN: list[int] = []
"""The frames that were drawn."""

WEST = Spec("lively.west", "West", "Look from further west.", ("less_than_sign",), ("west",), camera=True)
EAST = Spec("lively.east", "East", "Look from further east.", ("greater_than_sign",), ("east",), camera=True)
LEAN = Spec("lively.lean", "Lean", "Lean it.", ("k",), ("lean",))
DROP = Spec("lively.drop", "Drop", "Let it fall.", ("d",), ("drop", "stumble"))
GRAB = Spec("lively.take", "Take", "Work out how, then take the pieces.", ("h",), ("grab", "grab it"))
TAKE = Spec("lively.choose", "Take", "Take the pieces chosen.", ("t",), ("take",))


@dataclass(frozen=True, slots=True)
class Ui:
    """Pieces to take, how many works there were, whether one is under way, what was told of it, how it is turned."""

    pieces: int = 1
    work: int = 0
    busy: bool = False
    told: str = ""
    turned: int = 0


@dataclass(frozen=True, slots=True)
class Look(Viewpoint):
    """Where the camera stands."""

    yaw: int = 0


C = Context[State, Any, Any]


class LivelyBoard(NullBoard):
    """See :class:`towergames.board.protocol.BoardAdapter`."""

    spec = UiSpec(
        (WEST, EAST, LEAN, DROP, GRAB, TAKE),
        animated=frozenset({"roll"}),
        still_pictures=True,
        forms={"turn DEGREES": "turn it so far"},
    )

    def __init__(self) -> None:
        self.camera = self.background = self

    def adapt(self, c: C, new: bool) -> Any:
        if new or c.ui is None:
            return Ui()
        return replace(c.ui, pieces=max(1, min(c.ui.pieces, c.view.limit)))

    def controls(self, c: C) -> Sequence[Control[Any, Any]]:
        if not c.may_act:
            return ()
        take: Control[Any, Any] = Control(
            TAKE, f"Take {c.ui.pieces}", "main", None, lambda: Result(c.ui, Take(c.ui.pieces))
        )
        works: tuple[tuple[Spec, Any], ...] = ((LEAN, _lean), (DROP, _drop), (GRAB, _take))
        return (take, *(Control(spec, spec.title, "list", None, _working(c, work)) for spec, work in works))

    def input(self, c: C, event: Input) -> Result[Any, Any] | None:
        if isinstance(event, PointerInput):
            if event.click:
                return Result(replace(c.ui, pieces=c.ui.pieces % max(1, c.view.limit) + 1))
            if event.spot != "held" or event.wheel:
                return None
            ROOMS.append(c.room)
            return _working(c, _lean)()
        if isinstance(event, TextInput):
            word, _, rest = event.words.partition(" ")
            turned = Result(replace(c.ui, turned=int(rest)), say=f"Turned to {rest}.") if rest.isdigit() else None
            return turned if word == "turn" else None
        if isinstance(event, KeyInput) and event.name.isdigit():
            return Result(replace(c.ui, pieces=min(c.view.limit, int(event.name))))
        return None

    def follow(self, c: C, before: Viewpoint | None) -> Viewpoint:
        return before or Look()

    def overlook(self, c: C) -> Viewpoint | None:
        return None

    def why_not(self, c: C, spec: str) -> str:
        return ""

    def move(self, c: C, event: PointerInput | KeyInput | str) -> Viewpoint | None:
        yaw = c.viewpoint.yaw if isinstance(c.viewpoint, Look) else 0
        if isinstance(event, PointerInput):
            if event.wheel:
                return Look(yaw + 100 * event.wheel)
            return None if event.click or event.spot == "fixed" else Look(yaw + event.dx)
        return Look(yaw + (1 if event == EAST.id else -1)) if event in (EAST.id, WEST.id) else None

    def prepare(self, c: C) -> None:
        pass

    def show_idea(self, c: C, idea: Any) -> Any:
        return replace(c.ui, told=str(idea))

    def read_out(self, c: C) -> ReadOut:
        yaw = c.viewpoint.yaw if isinstance(c.viewpoint, Look) else 0
        return replace(super().read_out(c), prepared=(f"It is turned to {c.ui.turned}. You look from {yaw}.",))

    def draw(self, c: C, zone: Zone, size: Size) -> Picture:
        if zone == "hand":
            return super().draw(c, zone, size)
        if c.playing:
            DRAWN.append(c.frame)
        canvas, yaw = Canvas(*size), c.viewpoint.yaw if isinstance(c.viewpoint, Look) else 0
        canvas.put(0, 0, f"heap {c.view.heap}, yaw {yaw}, busy {c.ui.busy}, turned {c.ui.turned}, told {c.ui.told}")
        still = c.style.still
        if still:
            FINE.append(threading.current_thread() is threading.main_thread())
        else:
            QUICK.append(yaw)
        colours = "" if c.style.colours else ", no colours"
        canvas.put(0, 1, f"frame {c.frame}, {'at rest, fine' if still else 'moving, quick'}{colours}")
        spots = (
            Spot("heap", 0, 0, 10, 2, "the heap"),
            Spot("fixed", 10, 0, 10, 2, "a fixed thing"),
            Spot("held", 20, 0, 10, 2, "what is held"),
        )
        return Picture(canvas, spots)

    def frames(self, c: C, event: Event) -> Sequence[float]:
        return (1 / 30,) * FRAMES if event.kind == "roll" else ()

    def example(self, rule_id: str) -> C | None:
        from tests.lively.game import GAME

        state = GAME.new(2, {})
        return Context(GAME, GAME.view(state, None), GAME.turn(state), None, ("Ann", "Bob"), None)


def _working(c: C, work: Callable[[Clock, int], Any]) -> Callable[[], Result[Any, Any]]:
    number = c.ui.work + 1
    ui = replace(c.ui, busy=True, work=number)
    return lambda: Result(ui, work=Work(lambda clock: work(clock, number), _done, _told))


def _done(c: C, answer: Any) -> Result[Any, Any]:
    ui = replace(c.ui, busy=False)
    if isinstance(answer, Failure):
        return Result(ui, say=answer.text)
    return Result(ui, answer if isinstance(answer, Take) else None, say=f"It is {answer}.")


def _told(c: C, news: Any) -> Any:
    return replace(c.ui, told=str(news))


def _lean(clock: Clock, number: int) -> str:
    clock.report_progress(f"work {number}")
    while not WORK.wait(0.005):
        if clock.over(0):
            STOPPED.append(number)
            return f"stopped {number}"
    return f"leaning {number}"


def _drop(clock: Clock, number: int) -> str:
    raise ZeroDivisionError(f"work {number} divides by zero")


def _take(clock: Clock, number: int) -> Take:
    return Take(1)


BOARD = LivelyBoard()
