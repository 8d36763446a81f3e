"""What a screen shows: its frame as text, waiting for it, and the reviewed frames in ``tests/golden/screens``."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Callable, Iterable
from contextvars import copy_context
from pathlib import Path
from typing import Any
from weakref import WeakSet

from textual._context import active_app
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

from towergames.tui.app import TowerApp

ALWAYS = set(threading.enumerate())
"""Threads that belong to no program under test: those of pytest-xdist."""

SILENT = ("asyncio_", "end", "release")
"""Prefixes of the names of threads that never call a screen, or on whose answer another thread waits."""

SLICE = 0.02
"""Seconds: timers that are due sooner are waited for, and threads that do next to nothing for so long are at rest."""

GOLDENS = Path(__file__).parents[1] / "golden" / "screens"


def shown(app: TowerApp) -> list[str]:
    """The rows of the frame."""
    return [strip.text for strip in app.screen._compositor.render_strips()]


def frame(app: TowerApp) -> str:
    """The frame as text, without the blanks at the ends of its rows."""
    return "\n".join(row.rstrip() for row in shown(app)) + "\n"


async def until(pilot: Pilot[Any], true: Callable[[], Any], seconds: float = 30.0) -> None:
    """Wait until something holds, at most so many seconds, which a busy machine may need."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, f"it did not happen in {seconds} s:\n{frame(pilot.app)}"  # type: ignore[arg-type]
        await pilot.pause(0.01)


draw_screen = Screen._compositor_refresh
undrawn: WeakSet[Screen[Any]] = WeakSet()
"""Screens that have changed since they were drawn; it stands in for drawing them (``undrawn.add``)."""


async def idle(min_sleep: float = 0.0, max_sleep: float = 1.0) -> None:
    """Wait until nothing is left to do: no message, no picture, no timer that is due soon and no thread that works.

    It stands in for Textual's ``wait_for_idle``, which sleeps 0.02 s or more, twice for every key and once for every
    pause. At the end it draws the screen if it has changed; before that nobody looks at it.
    """
    await _at_rest(max_sleep)
    app = active_app.get()
    if app.screen_stack and app.screen in undrawn:
        undrawn.discard(app.screen)
        copy_context().run(draw_screen, app.screen)


async def _at_rest(max_sleep: float) -> None:
    loop: Any = asyncio.get_running_loop()
    app, start, since, used = active_app.get(), time.monotonic(), time.monotonic(), time.process_time()
    while (now := time.monotonic()) < start + max_sleep:
        await asyncio.sleep(0)
        due = [timer.when() for timer in loop._scheduled if not timer.cancelled() and timer.when() < start + SLICE]
        if loop._ready:
            continue
        if app.screen_stack and app.screen._update_timer._active.is_set():
            app.screen._on_timer_update()  # it is due within a sixtieth of a second
        elif due:
            await asyncio.sleep(max(0.0, min(due) - now))
        elif not threads_work(app):
            return
        elif now < since + SLICE:
            await asyncio.sleep(SLICE / 5)
        elif time.process_time() < used + SLICE / 10:
            return
        else:
            since, used = now, time.process_time()


async def messages_taken(_: Pilot[Any]) -> bool:
    """Wait until no message waits; it stands in for Textual's ``_wait_for_screen``, which sends one to each widget."""
    loop: Any = asyncio.get_running_loop()
    for _round in range(1000):
        await asyncio.sleep(0)
        if not loop._ready:
            break
    return True


def threads_work(app: App[Any]) -> bool:
    """Whether there are threads that may have something to say."""
    more = set(threading.enumerate()) - ALWAYS
    return any(w.is_running for w in app.workers) or any(not t.name.startswith(SILENT) for t in more)


async def settled(app: TowerApp, pilot: Pilot[Any]) -> None:
    """Wait for threads and messages."""
    await pilot.pause()
    await app.workers.wait_for_complete()
    await pilot.pause()


async def check_golden(app: TowerApp, pilot: Pilot[Any], name: str, seconds: float = 5.0) -> None:
    """The frame is, or becomes, the reviewed one; TOWERGAMES_GOLDEN=write takes the frame as reviewed.

    The last repaint may come after the messages that a pause waits for, on a busy machine.
    """
    path = GOLDENS / f"{name}.txt"
    await pilot.pause(0.1)  # a frame that is read before all is laid out stays in the caches of widgets
    if os.environ.get("TOWERGAMES_GOLDEN") == "write":
        await pilot.pause(0.2)
        path.write_text(frame(app), encoding="utf-8")
    reviewed = path.read_text(encoding="utf-8")
    end = time.monotonic() + seconds
    while frame(app) != reviewed and time.monotonic() < end:
        await pilot.pause(0.02)
    assert frame(app) == reviewed, f"{path.name} differs; look at it, then TOWERGAMES_GOLDEN=write makes it anew"


async def check_goldens(app: TowerApp, pilot: Pilot[Any], name: str, sizes: Iterable[tuple[int, int]]) -> None:
    """The same at each of some sizes of one terminal: ``NAME-80x24``, ``NAME-120x40``."""
    for columns, rows in sizes:
        await pilot.resize_terminal(columns, rows)
        await check_golden(app, pilot, f"{name}-{columns}x{rows}")
