"""Looking at a table from all sides: pictures that follow the hand as fast as can be drawn, better ones at rest."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any, Protocol, cast

from textual.screen import Screen
from textual.timer import Timer

from towergames.boards.desk import AnyDesk, Command, Reply, Scene
from towergames.core.bot import Clock
from towergames.session.task import Task
from towergames.session.ui_memory import UiMemory
from towergames.tui.command_screen import Commanded, TowerScreen

FRAME, GAP = 1 / 40, 0.005
"""Seconds from one picture to the next, if they can be drawn as fast, and those left free for keys and the mouse."""
REST = 0.25
"""Seconds without a change after which nothing is moving."""


class Timed(Protocol):
    """A screen on which things happen later."""

    @property
    def is_open(self) -> bool:
        """Whether the screen is mounted and not left."""

    def set_timer(self, delay: float, callback: Callable[[], Any], /) -> Timer:
        """Call a function once after so many seconds."""

    def soon(self, function: Callable[..., object], *given: Any) -> None:
        """Run a function on the program's thread; from any thread."""


class Looked(Protocol):
    """A screen with a desk's board on it."""

    pointer: Any
    """The desk's."""

    @property
    def desk(self) -> AnyDesk:
        """The game's."""

    def shown_scene(self) -> Scene[Any]:
        """What the board is drawn from now, be it a frame of an animation."""

    def board_size(self) -> tuple[int, int]:
        """Columns and rows of the board now; none where it is not drawn."""

    def repaint_board(self) -> None:
        """Draw the board anew."""


class Eyes:
    """Changes of the pointer that come in a stream: from dragging, the wheel, a key held down, a bot's hand."""

    def __init__(self, screen: Timed, looked: Looked, works: Works | None = None) -> None:
        self._screen = screen
        self._looked = looked
        self._works = works
        self._painted = 0.0
        """When the last picture was begun."""
        self._paint: Timer | None = None
        self._rest: Timer | None = None
        self._fine: tuple[Any, ...] = ()
        """Scene, pointer and size for which the better picture is ready."""

    def scene(self, scene: Scene[Any], size: tuple[int, int]) -> Scene[Any]:
        """The scene as it is drawn now: quickly, until the better picture is ready, which is made once all rests."""
        if not self._looked.desk.fine or (scene, self._looked.pointer, size) == self._fine:
            return scene
        if not scene.playing:
            self._settle()
        return replace(scene, quick=True)

    def turn(self, pointer: Any) -> None:
        """The pointer has changed: draw soon, and a better picture once nothing changes any more."""
        self._looked.pointer = pointer
        self.stirred()

    def told(self, pointer: Any) -> None:
        """The pointer knows more; the board is drawn anew only if that shows there."""
        if pointer == self._looked.pointer:
            self._looked.pointer = pointer
        else:
            self.turn(pointer)

    def stirred(self) -> None:
        """The board must be drawn soon."""
        if self._paint is None and self._screen.is_open:
            wait = max(GAP, self._painted + FRAME - time.monotonic())
            self._paint = self._screen.set_timer(wait, self._repaint)

    def _settle(self) -> None:
        if not self._screen.is_open:
            return
        if self._rest is not None:
            self._rest.stop()
        self._rest = self._screen.set_timer(REST, self._rested)

    def _repaint(self) -> None:
        self._paint, self._painted = None, time.monotonic()
        self._looked.repaint_board()

    def _rested(self) -> None:
        self._rest = None
        looked, before = self._looked, self._looked.pointer
        if before is None:
            return
        scene, size = looked.shown_scene(), looked.board_size()
        pointer = looked.desk.rested(scene, before)
        ready = (scene, pointer, size)
        if scene.playing or min(size) <= 0 or ready == self._fine:
            return

        def draw(_: Clock) -> None:
            with suppress(Exception):  # what cannot be drawn is reported where it is to be shown
                looked.desk.board(scene, pointer, *size)

        daemon = not scene.game.info.slow
        Task(self._screen.soon, draw, lambda _: self._drawn(ready, before), daemon=daemon, name="picture").start()

    def _drawn(self, ready: tuple[Any, ...], before: Any) -> None:
        """The better picture is ready: show it, if nothing has changed meanwhile."""
        looked = self._looked
        if self._screen.is_open and looked.pointer == before and looked.shown_scene() == ready[0]:
            looked.pointer, self._fine = looked.desk.rested(ready[0], looked.pointer), ready
            self._repaint()

    def dragged(self, dx: int, dy: int, spot: str) -> bool:
        """The mouse was dragged; whether the desk wanted that."""
        looked = self._looked
        scene = replace(looked.shown_scene(), room=looked.board_size())
        found = looked.desk.drag(scene, looked.pointer, dx, dy, spot)
        if not isinstance(found, Reply):
            return self._turned(found)
        if self._works is not None and found.work is not None:
            self._turned(found.pointer)
            self._works.begin(found.work)
        return True

    def wheeled(self, steps: int) -> bool:
        """The wheel was turned; whether the desk wanted that."""
        looked = self._looked
        return self._turned(looked.desk.wheel(looked.shown_scene(), looked.pointer, steps))

    def _turned(self, pointer: Any) -> bool:
        if pointer is None:
            return False
        if pointer != self._looked.pointer:
            self.turn(pointer)
        return True


LASTING = 0.4
"""Seconds after which a work is worth a key that ends it."""


class Bench(Protocol):
    """What a work needs of the screen it is done for."""

    @property
    def desk(self) -> AnyDesk:
        """The game's."""

    pointer: Any
    """The present one."""

    def work_scene(self) -> Scene[Any]:
        """The table as it is looked at."""

    def work_for(self) -> tuple[Any, ...]:
        """What the work is for, compared by identity: an answer for anything else comes too late."""

    def work_told(self, pointer: Any) -> None:
        """The pointer with what was told meanwhile."""

    def work_done(self, reply: Reply[Any]) -> None:
        """The desk has taken the answer: go on with its reply."""

    def work_lasts(self) -> None:
        """Whether a work can be ended by a key has changed."""


class Works:
    """The slow work of one screen's desk."""

    def __init__(self, screen: Timed, bench: Bench) -> None:
        self._screen = screen
        self._bench = bench
        self._task: Task | None = None
        self._for: tuple[Any, ...] = ()
        self._began = 0.0
        self._idle = False
        self._timer: Timer | None = None

    @property
    def active(self) -> bool:
        """Whether a work is under way for which a person waits."""
        return self._task is not None and not self._idle

    @property
    def lasting(self) -> bool:
        """Whether it has been for so long that a person may want to end it."""
        return self.active and time.monotonic() - self._began >= LASTING

    def follow(self, reply: Reply[Any], before: Any) -> None:
        """A desk has answered ``before``, the pointer until then: begin its work; idle work ends when all changes."""
        if reply.work is not None:
            self.begin(reply.work, idle=reply.idle)
        elif self._idle and (reply.submit is not None or reply.pointer != before):
            self.drop()

    def begin(self, work: Callable[[Clock], Any], *, idle: bool = False) -> None:
        """Do a work; one that was under way is stopped, and its answer dropped."""
        self.drop()
        self._idle, self._for, self._began = idle, self._bench.work_for(), time.monotonic()
        self._timer = self._screen.set_timer(LASTING, self._bench.work_lasts)
        daemon = not self._bench.work_scene().game.info.slow
        self._task = Task(self._screen.soon, work, self._done, self._told, daemon=daemon, name="desk-work").start()

    def stop(self) -> None:
        """Ask for the answer now, where a person waits for it."""
        if self._task is not None and not self._idle:
            self._task.stop()

    def drop(self) -> None:
        """Stop the work and forget it."""
        if self._task is not None:
            self._task.drop()
        self._task, self._idle = None, False
        if self._timer is not None:
            self._timer.stop()
        self._timer = None

    def _timely(self) -> bool:
        now = self._bench.work_for()
        same = len(now) == len(self._for) and all(a is b for a, b in zip(now, self._for, strict=True))
        return same and self._screen.is_open

    def _told(self, news: Any) -> None:
        bench = self._bench
        pointer = bench.desk.shown(bench.work_scene(), bench.pointer, news) if self._timely() else None
        if pointer is not None:
            bench.work_told(pointer)

    def _done(self, answer: Any) -> None:
        timely, lasted = self._timely(), self.lasting
        self.drop()
        if lasted and self._screen.is_open:
            self._bench.work_lasts()
        if timely:
            bench = self._bench
            bench.work_done(bench.desk.worked(bench.work_scene(), bench.pointer, answer))


class Onlooking(Commanded):
    """Mixed into such screens, which say what desk and scene they show and where the board is drawn."""

    desk: AnyDesk

    def start_looking(self, screen: TowerScreen[Any]) -> None:
        """Called at the beginning."""
        self.memory = UiMemory(self.desk)
        self.eyes = Eyes(screen, self)

    @property
    def pointer(self) -> Any:
        """The desk's."""
        return self.memory.pointer

    @pointer.setter
    def pointer(self, pointer: Any) -> None:
        self.memory.pointer = pointer

    def shown_scene(self) -> Scene[Any]:
        """What is on the board now."""
        raise NotImplementedError

    def board_size(self) -> tuple[int, int]:
        """Columns and rows of the board now."""
        raise NotImplementedError

    def looked_at(self) -> bool:
        """Whether a board is shown at all."""
        return True

    def over_board(self, x: int, y: int) -> bool:
        """Whether that cell of the screen belongs to the board."""
        raise NotImplementedError

    def repaint_board(self) -> None:
        """Draw the board anew."""
        raise NotImplementedError

    def own_commands(self) -> tuple[Command, ...]:
        """The screen's own, then the camera's; a key of the screen's own stays that."""
        looking = tuple(c for c in self.desk.commands if c.looking) if self.looked_at() else ()
        return (*super().own_commands(), *looking)

    def _looks(self, command_id: str) -> bool:
        return any(c.id == command_id and c.looking for c in self.desk.commands)

    def why_not(self, command_id: str) -> str:
        """The desk knows about its own commands."""
        if not self._looks(command_id):
            return super().why_not(command_id)
        if not self.looked_at() or self.pointer is None:
            return "There is no board to be looked at here."
        return self.desk.enabled(self.shown_scene(), self.pointer, command_id)

    def run_command(self, command_id: str, argument: str = "") -> bool:
        """The desk moves its camera."""
        if not self._looks(command_id) or self.why_not(command_id):
            return super().run_command(command_id, argument)
        self.eyes.turn(self.desk.do(self.shown_scene(), self.pointer, command_id).pointer)
        return True

    def drag_board(self, dx: int, dy: int, spot: str) -> bool:
        """The mouse was dragged; whether that means anything there."""
        return self._on_board() and self.eyes.dragged(dx, dy, spot)

    def wheel_board(self, steps: int) -> bool:
        """The wheel was turned; whether that means anything there."""
        return self._on_board() and self.eyes.wheeled(steps)

    def _on_board(self) -> bool:
        x, y = cast("Screen[Any]", self).app.mouse_position
        return self.looked_at() and self.pointer is not None and self.over_board(int(x), int(y))
