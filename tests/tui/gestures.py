"""Counts the functions that a gesture runs, for a test and for ``python -m benchmarks.gestures``.

A profiler counts the functions and files of ``towergames`` that run from the event to the new state, in all threads,
with lambdas, what the footer asks, and what tidies up. Drawing is left out, and aiming the camera: whatever runs inside
a function named in :data:`DRAWING`. Comprehensions count as their function.
"""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from types import CodeType, FrameType
from typing import Any
from unittest.mock import patch

from textual.geometry import Offset
from textual.pilot import Pilot

import towergames
from tests.tui.frames import messages_taken
from towergames import registry
from towergames.core.contract import Decide
from towergames.core.dice import Dice
from towergames.run_request import RunRequest
from towergames.table.records import SeatSetup
from towergames.table.setup import new_header
from towergames.table.store import Store
from towergames.tui.app import TowerApp

ROOT = str(Path(towergames.__file__).parent)
CLAIM = "claim"
DRAWING = (
    *("draw", "render", "relayout", "watch_", "compose", "paint", "repaint"),
    *("_draw", "_paint", "_repaint", "_display", "_on_timer_update", "get_line_filters"),
)
"""How the names of functions begin that draw."""
GUARD = "_while_here.<locals>.run"
"""The function through which the timers of a screen call theirs, among them Textual's timer that draws."""
FOOTER = "refresh_keys"
"""The function that asks for the footer: it counts although a repaint calls it."""
APP = "tui/app.py"
"""The file that passes every event on, and has timers that run beside any gesture."""

GESTURES = {
    "Konexi, Tab": ("konexi", "place", 10, ("enter",), "tab"),
    "Konexi, Enter": ("konexi", "place", 10, ("enter",), "enter"),
    "Stacked Words, a letter": ("words", "turn", 8, ("o",), "l"),
    "Stacked Words, a letter that is not on the rack": ("words", "turn", 8, (), "e"),
    "Take That Towers, a claim by mouse": ("takethat", "claim", 30, ("1",), CLAIM),
}
"""The arguments of :func:`gesture`, without the folder."""


class Profile:
    """The functions that ran in the threads of the program while this was active."""

    def __init__(self) -> None:
        self.codes: set[CodeType] = set()
        self._threads = threading.local()

    def __call__(self, frame: FrameType, event: str, _arg: Any) -> None:
        """Count a call, unless it draws; called by the interpreter."""
        code = frame.f_code
        if event not in ("call", "return") or not code.co_filename.startswith(ROOT):
            return
        name = code.co_name
        if code.co_qualname.endswith(GUARD):
            name = getattr(frame.f_locals["callback"], "__name__", name)
        draws = name.startswith(DRAWING) or code.co_qualname.endswith("Camera.follow")
        marks = draws or code.co_name == FOOTER
        inside: list[bool] = self._threads.__dict__.setdefault("inside", [])  # of the calls that mark: do they draw?
        if event == "return":
            if marks and inside:
                inside.pop()
            return
        if marks:
            inside.append(draws)
        drawn = bool(inside) and inside[-1]
        comprehension = code.co_name.startswith("<") and code.co_name != "<lambda>"
        if not drawn and not comprehension:
            self.codes.add(code)

    def __enter__(self) -> Profile:
        threading.setprofile(self)
        sys.setprofile(self)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)
        threading.setprofile(None)

    @property
    def functions(self) -> list[str]:
        """The functions as ``file:line name``, without those of :data:`APP`."""
        found = {(_inside(code.co_filename), code.co_firstlineno, code.co_qualname) for code in self.codes}
        return [f"{file}:{line} {name}" for file, line, name in sorted(found) if file != APP]

    @property
    def files(self) -> list[str]:
        """The files of these functions."""
        return sorted({one.partition(":")[0] for one in self.functions})


def _inside(file: str) -> str:
    """A file's path inside the package."""
    return Path(file).relative_to(ROOT).as_posix()


def save_at(folder: Path, game: str, phase: str, enough: int) -> str:
    """The name of a save of two people, after at least ``enough`` moves, at this phase of the first seat."""
    entry = registry.get(game)
    table = Store(folder).begin(new_header(entry.game, [SeatSetup("Ann"), SeatSetup("Bob")], {}, 5, levels=[]))
    dice = Dice(5)
    while True:
        turn = table.turn
        assert isinstance(turn, Decide)
        if table.moves >= enough and turn.seat == 0 and turn.phase == phase:
            break
        legal = table.legal()
        table.submit(turn.seat, legal[table.moves % len(legal)] if legal else table.sample(dice))
    table.close()
    assert table.journal is not None
    return table.journal.path.stem


def claimable(screen: Any) -> list[str]:
    """The keys of the spots of the floors that can be claimed, in Take That Towers."""
    legal = screen.session.table.legal()
    return [f"storey:{'ABCDEFGH'[a.slot]}{a.storey + 1}" for a in legal if hasattr(a, "storey")]


# Textual's pilot sends each widget a message after a key, in which the program has no part.
@patch.object(Pilot, "_wait_for_screen", messages_taken)
async def gesture(folder: Path, game: str, phase: str, enough: int, before: tuple[str, ...], then: str) -> Profile:
    """What one gesture runs: the key ``then``, or for :data:`CLAIM` a click on a floor."""
    save = save_at(folder / "saves", game, phase, enough)
    app = TowerApp(RunRequest("open", folder / "saves", save=save, config=folder / "config"))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause(1.0)
        curtain = () if app.screen.query("#board") else ("1",)
        for key in (*curtain, *before):
            await pilot.press(key)
            await pilot.pause(1.0)
        view: Any = app.screen.query_one("#board")
        spots = {spot.key: spot for spot in view.picture.spots}
        found = next((spots[key] for key in claimable(app.screen) if key in spots), None) if then == CLAIM else None
        await pilot.pause(1.0)
        session: Any = app.screen.session  # type: ignore[attr-defined]
        old = session.table.moves, session.memory.ui, session.message
        with Profile() as profile:
            if found is not None:
                await pilot.click(offset=view.region.offset + Offset(found.x + 2, found.y))
            else:
                await pilot.press(then)
            await pilot.pause(0.05)
        assert (session.table.moves, session.memory.ui, session.message) != old, "the gesture did nothing"
    return profile
