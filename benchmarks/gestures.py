"""How many functions a gesture runs: ``python -m benchmarks.gestures`` prints a table; figures in tui/SPEED.md.

A profiler counts the functions and files of ``towergames`` that run from the event to the new state, in all threads.
Drawing is left out, and aiming the camera: whatever runs inside a function named in :data:`DRAWING`. Comprehensions
count as their function.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import threading
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from textual.geometry import Offset

import towergames
from towergames import registry
from towergames.core.contract import Decide
from towergames.core.dice import Dice
from towergames.request import RunRequest
from towergames.table.records import SeatSetup
from towergames.table.setup import new_header
from towergames.table.store import Store
from towergames.tui.app import TowerApp

ROOT = str(Path(towergames.__file__).parent)
CLAIM = "claim"
DRAWING = (
    *("repaint", "draw", "render", "refresh", "relayout", "watch_", "compose", "_draw", "_repaint", "paint"),
    *("get_line_filters", "tidy", "apply"),
)
"""How the names of functions begin that draw."""
WIDGETS = ("tui/widgets/", "tui/app.py")
"""Files whose timers and messages run beside any gesture."""


class Profile:
    """The functions that ran in the threads of the program while this was active."""

    def __init__(self) -> None:
        self.codes: set[CodeType] = set()
        self._depth = threading.local()

    def __call__(self, frame: FrameType, event: str, _arg: Any) -> None:
        """Count a call, unless a drawing function is among its callers; called by the interpreter."""
        code = frame.f_code
        if event not in ("call", "return") or not code.co_filename.startswith(ROOT):
            return
        drawing = code.co_name.startswith(DRAWING) or code.co_qualname.endswith("Camera.follow")
        depth = getattr(self._depth, "value", 0)
        if event == "return":
            self._depth.value = max(0, depth - drawing)
            return
        if drawing:
            self._depth.value = depth + 1
        elif not depth and not code.co_name.startswith("<"):
            self.codes.add(code)

    def __enter__(self) -> Profile:
        threading.setprofile(self)
        sys.setprofile(self)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)
        threading.setprofile(None)

    def figures(self, root: str = ROOT) -> tuple[int, int]:
        """Functions and files, without those of :data:`WIDGETS`."""
        found = {(code.co_filename, code.co_qualname) for code in self.codes}
        found = {one for one in found if not one[0].removeprefix(root + "/").startswith(WIDGETS)}
        return len(found), len({file for file, _ in found})


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


async def gesture(game: str, phase: str, enough: int, before: tuple[str, ...], then: str) -> tuple[int, int]:
    """Functions and files of one gesture: the key ``then``, or for :data:`CLAIM` a click on a floor."""
    folder = Path(tempfile.mkdtemp())
    save = save_at(folder / "saves", game, phase, enough)
    app = TowerApp(RunRequest("open", folder / "saves", save=save, config=folder / "config"))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause(1.0)
        curtain = () if app.screen.query("#board") else ("1",)
        for key in (*curtain, *before):
            await pilot.press(key)
            await pilot.pause(1.5)
        view = app.screen.query_one("#board")
        spots = {spot.key: spot for spot in view.picture.spots}
        found = next((spots[key] for key in claimable(app.screen) if key in spots), None) if then == CLAIM else None
        await pilot.pause(1.0)
        with Profile() as profile:
            if found is not None:
                await pilot.click(offset=view.region.offset + Offset(found.x + 2, found.y))
            else:
                await pilot.press(then)
            await pilot.pause(0.05)
    if "--list" in sys.argv:
        for code in sorted(profile.codes, key=lambda one: (one.co_filename, one.co_firstlineno)):
            print("   ", code.co_filename.removeprefix(ROOT), code.co_qualname)
    return profile.figures()


GESTURES = {
    "Konexi, Tab": ("konexi", "place", 10, ("enter",), "tab"),
    "Konexi, Enter": ("konexi", "place", 10, ("enter",), "enter"),
    "Stacked Words, a letter": ("words", "turn", 8, (), "e"),
    "Take That Towers, a claim by mouse": ("takethat", "claim", 30, ("1",), CLAIM),
}


def main() -> None:
    """Print the table."""
    for name, what in GESTURES.items():
        functions, files = asyncio.run(gesture(*what))
        print(f"{name}: {functions} functions in {files} files")


if __name__ == "__main__":
    main()
