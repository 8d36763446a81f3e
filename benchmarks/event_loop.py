"""How long physics, searches and drawing hold the event loop: ``python -m benchmarks.event_loop [GAME ...]``.

Two opponents play each game on the screen for a minute, at full pace, without a terminal. A task of the event loop
wakes every 5 ms; how much later it wakes is how long the loop was held. A second thread looks at the main thread
during each hold and counts the functions that it was in, so that holds by this program can be
told from those by other processes, in which it was in none. Wants a quiet machine. Figures in tui/SPEED.md.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from tests.tui.game_kit import header
from towergames import registry
from towergames.run_request import RunRequest
from towergames.tui.app import TowerApp

TICK = 0.005
HELD = 0.030
"""Seconds that a hold may last."""
NAMED = 0.050
"""Seconds from which a hold is printed with what it was in."""
SECONDS = 60.0


@dataclass
class Watchdog:
    """Times the loop it runs on. ``holds`` are in seconds; ``seen`` counts the innermost functions of ours in holds.

    ``during`` are the functions of a single hold, by the time of the waking before it; ``long`` are the holds that are
    printed, each with that time.
    """

    holds: list[float] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)
    during: defaultdict[float, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    long: list[tuple[float, float]] = field(default_factory=list)
    _woken: float = 0.0
    _over: bool = False

    async def run(self, seconds: float) -> None:
        """Watch for so long."""
        self._woken = time.perf_counter()
        watcher = threading.Thread(target=self._look, args=(threading.get_ident(),), daemon=True)
        watcher.start()
        end = self._woken + seconds
        while self._woken < end:
            await asyncio.sleep(TICK)
            now = time.perf_counter()
            self.holds.append(max(0.0, now - self._woken - TICK))
            if self.holds[-1] > NAMED:
                self.long.append((self.holds[-1], self._woken))
            self._woken = now
        self._over = True
        watcher.join()

    def _look(self, main: int) -> None:
        while not self._over:
            time.sleep(TICK)
            woken = self._woken
            if time.perf_counter() - woken > HELD:
                frame = sys._current_frames().get(main)
                while (
                    frame and "towergames" not in frame.f_code.co_filename and "textual" not in frame.f_code.co_filename
                ):
                    frame = frame.f_back
                if frame:
                    name = f"{Path(frame.f_code.co_filename).stem}.{frame.f_code.co_qualname}"
                    self.seen[name] += 1
                    self.during[woken][name] += 1


async def watch(game: str, seconds: float = SECONDS) -> Watchdog:
    """Let two normal opponents play on a screen of 120x40."""
    folder = Path(tempfile.mkdtemp())
    levels = [level.name for level in registry.get(game).levels]
    level = "normal" if "normal" in levels else levels[0]
    names = ("Ann", "Bob")[: registry.get(game).game.info.seats[1]]
    begun = header(",".join(f"{name}:{level}" for name in names), game, 11)
    request = RunRequest("play", folder / "saves", header=begun, config=folder / "config", flags={"pace": "instant"})
    app, dog = TowerApp(request), Watchdog()
    async with app.run_test(size=(120, 40)):
        await dog.run(seconds)
    return dog


def main() -> None:
    """Print a line for each game."""
    for game in sys.argv[1:] or registry.keys():
        dog = asyncio.run(watch(game))
        holds = sorted(dog.holds)
        long = sum(hold > HELD for hold in holds)
        print(
            f"{game}: {len(holds)} wakings, p99 {holds[int(0.99 * len(holds))] * 1000:.0f} ms, "
            f"longest {holds[-1] * 1000:.0f} ms, {long} over {HELD * 1000:.0f} ms; "
            + ", ".join(f"{name} {count}" for name, count in dog.seen.most_common(6)),
            flush=True,
        )
        for hold, woken in sorted(dog.long, reverse=True):
            names = dog.during.get(woken, Counter({"other processes": 1}))
            print(f"  {hold * 1000:.0f} ms: " + ", ".join(name for name, _ in names.most_common(3)), flush=True)


if __name__ == "__main__":
    main()
