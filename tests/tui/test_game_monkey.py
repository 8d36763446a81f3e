"""Anything pressed at any time: no command, click, size or typed line takes the game screen down."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from tests.tui.game_kit import playing
from towergames.registry import Entry
from towergames.tui.command_screen import CommandMixin
from towergames.tui.dialogs import ChoiceDialog
from towergames.tui.screens.game.handover import CurtainScreen
from towergames.tui.screens.game.screen import GameScreen
from towergames.tui.screens.menu import MenuScreen
from towergames.tui.widgets.canvas import CanvasView

LEAVING = ("quit", "menu", "export", "curtain.menu", "answer.menu", "answer.replay", "guide")
STEPS = int(os.environ.get("TOWERGAMES_MONKEY", "40"))
SEED = int(os.environ.get("TOWERGAMES_MONKEY_SEED", "7"))
SIZES = ((80, 24), (100, 30), (120, 40), (61, 22), (30, 10))


@pytest.mark.parametrize(
    ("game", "seats", "motion"),
    [
        ("takethat", "Ann,Bob", "full"),
        ("takethat", "Ann,Hal:random,Gus:easy", "basic"),
        ("null", "Ann,Bob,Hal:easy", "full"),
    ],
)
async def test_random_commands_never_crash(
    tmp_path: Path, null_game: Entry, game: str, seats: str, motion: str
) -> None:
    dice = random.Random(SEED)
    async with playing(tmp_path, seats, game=game, flags={"motion": motion}) as play:
        for step in range(STEPS):
            screen = play.app.screen
            if isinstance(screen, MenuScreen):
                return  # Enter on the end card's last answer
            if isinstance(screen, CurtainScreen) and dice.random() < 0.7:
                screen.dismiss(True)
            elif isinstance(screen, GameScreen) and dice.random() < 0.25 and screen.session.context().may_act:
                screen.typed(screen.session.game.notate(dice.choice(screen.session.table.legal())))
            elif isinstance(screen, GameScreen) and dice.random() < 0.2:
                spots = [(view, spot.key) for view in screen.query(CanvasView) for spot in view.spots]
                view, spot = dice.choice(spots)
                screen.post_message(CanvasView.SpotClicked(view, spot))
            elif isinstance(screen, GameScreen | CurtainScreen | ChoiceDialog):
                usable = [c.id for c in screen.commands() if c.id not in LEAVING and not screen.why_not(c.id)]
                screen.run_command(dice.choice(usable))
            elif isinstance(screen, CommandMixin):
                await play.pilot.pause()  # a real key would wait until the screen is there
                screen.run_command("back")
                await play.pilot.pause()
                if play.app.screen is screen:
                    play.app.pop_screen()
            if step % 10 == 9:
                await play.pilot.resize_terminal(*SIZES[step // 10 % len(SIZES)])
            await play.pilot.pause(0.001 if dice.random() < 0.8 else 0.05)
        assert play.table.journal is not None and play.table.journal.saved
