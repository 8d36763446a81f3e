"""Makes the README's picture anew: ``python -m tests.golden.screenshot`` from the checkout.

The program plays a fixed game to its middle, opens the hand of the player who is on, and shows its screen as text.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from pathlib import Path

from tests.tui.frames import frame
from towergames import registry
from towergames.run_request import RunRequest
from towergames.table.records import SeatSetup
from towergames.table.setup import new_header
from towergames.table.store import Store
from towergames.tui.app import TowerApp
from towergames.tui.screens.game.handover import CurtainScreen
from towergames.tui.screens.game.screen import GameScreen

README = Path(__file__).parents[2] / "README.md"
PICTURE = re.compile(r"(?<=^```text\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
"""The picture in the README, without its fences."""
SEED = 7
MOVES = (
    "build LANDLORD A, build NOISE B, end, build LOBBY B, build SUITE A, end, build ELEVATOR A, build NOISE B, "
    "claim A2 SUITE, end, build OFFICE B, build SUITE C, end, build NOISE B, build OFFICE C, claim C1 SUITE, "
    "claim B2 LANDLORD, end, build ELEVATOR A, build OFFICE B, claim A4 NOISE, claim A3 INFERNO, end"
)
KEYS = ("1", "escape", "6")
"""Ann takes the keyboard, closes the list of moves, and chooses her last card."""


async def picture(folder: Path) -> str:
    """The screen in the middle of the game."""
    game = registry.get("takethat").game
    seats = [SeatSetup(name) for name in ("Ann", "Bob", "Cleo")]
    table = Store(folder).begin(new_header(game, seats, {"first": 1}, SEED, created="2026-01-01T00:00:00Z"), "picture")
    for move in MOVES.split(", "):
        table.submit(table.turn.seat, table.parse(move))  # type: ignore[union-attr]
    table.close()
    flags = {"motion": "none", "theme": "dark", "glyphs": "full"}
    app = TowerApp(RunRequest("open", folder, save="picture", config=folder / "config", flags=flags))
    async with app.run_test(size=(80, 24)) as pilot:
        while not isinstance(app.screen, CurtainScreen):
            await pilot.pause(0.05)
        await pilot.press(KEYS[0])
        while not isinstance(app.screen, GameScreen):
            await pilot.pause(0.05)
        await pilot.press(*KEYS[1:])
        await pilot.pause(0.2)
        return frame(app)


def main() -> None:
    """Put the picture into the README."""
    with tempfile.TemporaryDirectory() as folder:
        drawn = asyncio.run(picture(Path(folder)))
    text = README.read_text(encoding="utf-8")
    README.write_text(PICTURE.sub(lambda _: drawn, text, count=1), encoding="utf-8")
    print(drawn, end="")


if __name__ == "__main__":
    main()
