"""Makes the README's picture anew: ``python -m tests.golden.screenshot`` from the checkout.

The program plays a fixed game to its middle, opens the hand of the player who is on, and takes its own picture.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from towergames import registry
from towergames.request import RunRequest
from towergames.table.records import SeatSetup
from towergames.table.setup import new_header
from towergames.table.store import Store
from towergames.tui.app import TowerApp
from towergames.tui.exports import screen_svg
from towergames.tui.screens.game.handover import CurtainScreen
from towergames.tui.screens.game.screen import GameScreen

TARGET = Path(__file__).parents[2] / "towergames" / "tui" / "screenshot.svg"
SIZE = (120, 36)
SEED = 7
MOVES = (
    "build LANDLORD A, build NOISE B, end, build LOBBY B, build SUITE A, end, build ELEVATOR A, build NOISE B, "
    "claim A2 SUITE, end, build OFFICE B, build SUITE C, end, build NOISE B, build OFFICE C, claim C1 SUITE, "
    "claim B2 LANDLORD, end, build ELEVATOR A, build OFFICE B, claim A4 NOISE, claim A3 INFERNO, end, build SPIRE A, "
    "build LANDLORD B, claim A5 OFFICE, end, build SUITE B, build LANDLORD C, claim B2 ELEVATOR, end, build NOISE C, "
    "build SPIRE A, end, build LANDLORD B, build LANDLORD C, claim B3 LOBBY, end"
)
KEYS = ("escape", "1", "right")
"""The recap is closed, and a card held over tower B."""


async def picture(folder: Path) -> str:
    """The screen in the middle of the game, as SVG."""
    game = registry.get("takethat").game
    seats = [SeatSetup(name) for name in ("Ann", "Bob", "Cleo")]
    table = Store(folder).begin(new_header(game, seats, {"first": 1}, SEED, created="2026-01-01T00:00:00Z"), "picture")
    for move in MOVES.split(", "):
        table.submit(table.turn.seat, table.parse(move))  # type: ignore[union-attr]
    table.close()
    flags = {"motion": "none", "theme": "dark", "glyphs": "full"}
    app = TowerApp(RunRequest("open", folder, save="picture", config=folder / "config", flags=flags))
    async with app.run_test(size=SIZE) as pilot:
        while not isinstance(app.screen, CurtainScreen):
            await pilot.pause(0.05)
        await pilot.press("2")
        while not isinstance(app.screen, GameScreen):
            await pilot.pause(0.05)
        await pilot.press(*KEYS)
        await pilot.pause(0.2)
        return screen_svg(app, "towergames")


def main() -> None:
    """Write the file."""
    with tempfile.TemporaryDirectory() as folder:
        TARGET.write_text(asyncio.run(picture(Path(folder))) + "\n", encoding="utf-8")
    print(f"{TARGET}: {TARGET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
