"""Looking at a table from all sides: pictures that follow the hand as fast as can be drawn, better ones at rest."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import replace
from typing import Any, Protocol

from textual.timer import Timer

from towergames.boards.desk import AnyDesk, Reply, Scene
from towergames.core.bot import Clock
from towergames.session.task import Task
from towergames.tui.base import TowerScreen
from towergames.tui.play.works import Works

FRAME, GAP = 1 / 40, 0.005
"""Seconds from one picture to the next, if they can be drawn as fast, and those left free for keys and the mouse."""
REST = 0.25
"""Seconds without a change after which nothing is moving."""


class Looked(Protocol):
    """A screen with a desk's board on it."""

    pointer: Any
    """The desk's."""

    @property
    def desk(self) -> AnyDesk:
        """The game's."""
        ...

    def shown_scene(self) -> Scene[Any]:
        """What the board is drawn from now, be it a frame of an animation."""
        ...

    def board_size(self) -> tuple[int, int]:
        """Columns and rows of the board now; none where it is not drawn."""
        ...

    def repaint_board(self) -> None:
        """Draw the board anew."""
        ...


class Eyes:
    """Changes of the pointer that come in a stream: from dragging, the wheel, a key held down, a bot's hand."""

    def __init__(self, screen: TowerScreen[Any], looked: Looked, works: Works | None = None) -> None:
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
