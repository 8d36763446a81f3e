"""A board on a screen: quick pictures during movement, better ones at rest, slow work, and the camera."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any, Protocol

from textual.timer import Timer

from towergames.board.protocol import AnyBoard, AnyContext, Viewpoint, Work
from towergames.core.bot import Clock
from towergames.core.text import not_written
from towergames.session.controller import Controller
from towergames.session.task import Task
from towergames.session.ui_memory import UiMemory
from towergames.tui.services import Services

FRAME_SECONDS, MIN_GAP_SECONDS = 1 / 40, 0.005
"""The time from one picture to the next, and the least time after each picture for keys and the mouse."""
REST_SECONDS = 0.25
"""The time without a change after which the board counts as at rest."""


class Timed(Protocol):
    """A screen with timers."""

    @property
    def is_open(self) -> bool:
        """Whether the screen is mounted and not closed."""

    def set_timer(self, delay: float, callback: Callable[[], Any], /) -> Timer:
        """Call a function once after ``delay`` seconds."""

    def soon(self, function: Callable[..., object], *given: Any) -> None:
        """Run a function on the program's thread; any thread may call this."""


class BoardScreen(Protocol):
    """A screen with a board on it."""

    memory: UiMemory

    def shown(self) -> AnyContext | None:
        """The context that is drawn now, which may be a frame of an animation; None where no board is shown."""

    def repaint_board(self) -> None:
        """Draw the board again."""


class Pictures:
    """Limits how often a board is drawn that changes often: by dragging, the wheel, a key held down, a bot's hand.

    Boards with slow pictures draw them in a thread, and cache them; the program's thread then finds them there. While
    one is drawn, only the latest change is kept.
    """

    def __init__(self, screen: Timed, shown: BoardScreen) -> None:
        self._screen = screen
        self._shown = shown
        self._painted = 0.0
        """The time at which the last picture was begun."""
        self._paint: Timer | None = None
        self._rest: Timer | None = None
        self._ready: AnyContext | None = None
        """The context for which the better picture is ready."""
        self._drawing = False
        """Whether a thread draws a quick picture."""
        self._again = False
        """Whether the board has changed since that thread began."""
        self._seen: AnyContext | None = None
        """The context of the last picture that a thread drew."""

    def context(self, context: AnyContext) -> AnyContext:
        """The context as it is drawn now: quickly, until the better picture is ready. That one is made at rest."""
        if not self._shown.memory.board.spec.still_pictures or context == self._ready:
            return context
        if not context.playing:
            self._settle()
        behind = self._drawing or self._again
        if behind and self._seen is not None and replace(context, viewpoint=self._seen.viewpoint) == self._seen:
            context = self._seen  # the camera has moved on: its next picture is on the way
        return _quick(context)

    def stirred(self) -> None:
        """Draw the board soon."""
        self._again |= self._drawing
        if self._paint is None and not self._drawing and self._screen.is_open:
            wait = max(MIN_GAP_SECONDS, self._painted + FRAME_SECONDS - time.monotonic())
            self._paint = self._screen.set_timer(wait, self._begin)

    def _begin(self) -> None:
        """Draw the board: in a thread, if that is slow."""
        memory, context = self._shown.memory, self._shown.shown()
        if context is None or not memory.board.spec.still_pictures or context.playing or min(context.room) <= 0:
            self._repaint()
            return
        self._paint, self._painted, self._drawing = None, time.monotonic(), True
        self._in_thread(_quick(context), lambda: self._follow(context))

    def _follow(self, context: AnyContext) -> None:
        """Show what a thread has drawn, and draw again if something has changed meanwhile."""
        self._drawing, self._seen = False, context
        if self._screen.is_open:
            self._shown.repaint_board()
            if self._again:
                self._again = False
                self.stirred()

    def _settle(self) -> None:
        if not self._screen.is_open:
            return
        if self._rest is not None:
            self._rest.stop()
        self._rest = self._screen.set_timer(REST_SECONDS, self._rested)

    def _repaint(self) -> None:
        self._paint, self._painted = None, time.monotonic()
        self._shown.repaint_board()

    def _rested(self) -> None:
        self._rest = None
        context = self._shown.shown()
        if context is not None and not context.playing and min(context.room) > 0 and context != self._ready:
            self._in_thread(context, lambda: self._drawn(context))

    def _in_thread(self, context: AnyContext, done: Callable[[], None]) -> None:
        """Draw the board, which keeps its pictures, and tell the program's thread."""
        board = self._shown.memory.board

        def draw(_: Clock) -> None:
            with suppress(Exception):  # a fault is reported when the board itself is drawn
                board.draw(context, "board", context.room)

        Task(self._screen.soon, draw, lambda _: done(), daemon=not context.game.info.slow, name="picture").start()

    def _drawn(self, context: AnyContext) -> None:
        """The better picture is ready: show it, if nothing has changed meanwhile."""
        if self._screen.is_open and self._shown.shown() == context:
            self._ready = context
            self._repaint()


def prepare(screen: Timed, board: AnyBoard, context: AnyContext, done: Callable[[], None] = lambda: None) -> None:
    """Load in a thread what the board needs, then call ``done``. A fault is reported when the data is needed."""
    background = board.background
    if background is not None:
        daemon, load = not context.game.info.slow, background.prepare
        Task(screen.soon, lambda _: load(context), lambda _: done(), daemon=daemon, name="prepare").start()


def _quick(context: AnyContext) -> AnyContext:
    """The context as it is drawn while something moves."""
    return replace(context, style=replace(context.style, still=False))


def remember_view(services: Services, key: str, viewpoint: Viewpoint | None) -> None:
    """Write the named view of a board that is shown now, with which the next table of the game begins."""
    if viewpoint is None or not viewpoint.view_name:
        return
    try:
        services.memory.remember_view(key, viewpoint.view_name)
    except OSError as error:
        services.say(not_written(services.memory.path, error, "The next game begins with another view."))


LASTING_SECONDS = 0.4
"""The time after which work gets a key that ends it."""


class WorkHost(Protocol):
    """The screen, as far as slow work uses it."""

    memory: UiMemory
    controller: Controller

    def context(self) -> AnyContext:
        """The table as the viewer sees it."""

    def work_for(self) -> tuple[Any, ...]:
        """The position of the work, compared by identity: an answer for another position is dropped."""

    def work_told(self) -> None:
        """A report of the work has changed the UiState."""

    def work_done(self) -> None:
        """The board has taken the answer."""

    def work_runs(self, *, active: bool, lasting: bool) -> None:
        """Whether a person waits for work now, and for so long that a key ends it."""


class Works:
    """The slow work of one screen's board."""

    def __init__(self, screen: Timed, host: WorkHost) -> None:
        self._screen = screen
        self._host = host
        self._task: Task | None = None
        self._work: Work[Any, Any] | None = None
        self._for: tuple[Any, ...] = ()
        self.lasting = False
        """Whether the work takes so long that a person may want to end it."""
        self._timer: Timer | None = None

    @property
    def active(self) -> bool:
        """Whether a person waits for work."""
        return self._work is not None and not self._work.idle

    def follow(self, work: Work[Any, Any] | None, *, changed: bool) -> None:
        """Begin the work of an answer; idle work ends if the UiState has changed."""
        if work is not None:
            self._begin(work)
        elif changed and self._work is not None and self._work.idle:
            self.drop()

    def _begin(self, work: Work[Any, Any]) -> None:
        """Begin work; older work is stopped, and its answer dropped."""
        self.drop()
        self._work, self._for = work, self._host.work_for()
        self._timer = self._screen.set_timer(LASTING_SECONDS, self._last)
        self._host.work_runs(active=self.active, lasting=False)
        daemon = not self._host.context().game.info.slow
        self._task = Task(self._screen.soon, work.run, self._done, self._told, daemon=daemon, name="board-work").start()

    def _last(self) -> None:
        self.lasting = self.active
        self._host.work_runs(active=self.active, lasting=self.lasting)

    def stop(self) -> None:
        """Ask for the answer now, if a person waits for it."""
        if self._task is not None and self.active:
            self._task.stop()

    def drop(self) -> None:
        """Stop the work and forget it."""
        if self._task is not None:
            self._task.drop()
        self._task = self._work = None
        if self._timer is not None:
            self._timer.stop()
        self._timer, self.lasting = None, False
        self._host.work_runs(active=False, lasting=False)

    def _timely(self) -> bool:
        now = self._host.work_for()
        same = len(now) == len(self._for) and all(a is b for a, b in zip(now, self._for, strict=True))
        return same and self._screen.is_open

    def _told(self, news: Any) -> None:
        host = self._host
        if self._work is not None and self._timely():
            context = host.context()
            ui = self._work.progress(context, news)
            if ui is not None:
                host.memory.remember(context, ui)
                host.work_told()

    def _done(self, answer: Any) -> None:
        work, timely = self._work, self._timely()
        self.drop()
        if timely and work is not None:
            host = self._host
            context = host.context()
            host.controller.take(work.done(context, answer), context, late=True)
            host.work_done()
