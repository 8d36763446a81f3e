"""What a screen shows: its frame as text, waiting for it, and the reviewed frames in ``tests/golden/screens``."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from towergames.tui.app import TowerApp

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
