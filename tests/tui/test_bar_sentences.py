"""The action bar and the words below it at every size from 80x24 on: a sentence is whole, or it is left out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.board.player import Player
from tests.tui.test_look import POSITIONS, example_contexts
from towergames import registry
from towergames.board.protocol import AnyContext
from towergames.session.session import SILENCE, Message
from towergames.tui import zone_layout
from towergames.tui.keymap import KeyMap
from towergames.tui.message_lines import MessageLines, draw_lines, overflow
from towergames.tui.widgets import action_bar
from towergames.tui.widgets.action_bar import ActionBarTask, chips_of, draw_bar

pytestmark = pytest.mark.usefixtures("every_game")

SIZES = ((80, 24), (90, 24), (100, 30), (110, 32), (120, 40), (132, 43), (160, 50))
KEYS = ("left", "right", "up", "down", "next", "back", "1", "2", "e", "a", "enter", "tab", "space")
PRESSED = 5
"""Keys pressed in each position."""


def moments(name: str) -> Iterator[tuple[AnyContext, str]]:
    """What a player sees in an example and after some keys there, and what the board answers to the last key."""
    dice = random.Random(3)
    for context in example_contexts(name, every=6):
        player = Player(registry.get(context.game.info.key).board, replace(context, room=(80, 18)))
        yield player.context, ""
        for _ in range(PRESSED):
            player.key(dice.choice(KEYS))
            yield player.context, player.said


def boxes(context: AnyContext, size: tuple[int, int]) -> dict[str, zone_layout.Box]:
    """The zones of a game screen, whose last row is the key bar."""
    board, seats, (width, height) = registry.get(context.game.info.key).board, len(context.names), size
    needs = zone_layout.needs_of(board.sizes(seats, context.view), seats, action_bar.ROWS + 1)
    alone = board.spec.board_alone and width < zone_layout.LOG_BESIDE
    return zone_layout.plan(width, height - 1, needs, zone_layout.LayoutPreferences(alone=alone, pad=seats + 5))


def in_one_line(text: str) -> str:
    return " ".join(text.replace("▌", " ").split())


@pytest.mark.parametrize("name", POSITIONS)
def test_every_sentence_is_whole_or_left_out(name: str) -> None:
    found, keymap, seen = {}, KeyMap({}), 0
    for context, said in moments(name):
        board = registry.get(context.game.info.key).board
        told, chips = board.describe(context), chips_of(board.controls(context), keymap)
        task = ActionBarTask(f"Your turn, {context.names[context.seat or 0]}", told.task, told.steps)
        main = next(chip.label for chip in chips if chip.main)
        for size in SIZES:
            zones = boxes(context, size)
            (_, _, width, rows), (_, _, columns, high) = zones["lines"], zones["actions"]
            for message in (SILENCE, Message(said)):
                words = MessageLines(told.hint, message, context.names, context.verdict, told.pending, "/", told.danger)
                spare = 2 if high > 2 else 1
                first = overflow(words, width, rows, spare)
                bar = in_one_line(draw_bar(task, chips, context.style, columns, high, first).canvas.text())
                lines = draw_lines(words, width, rows, spare).canvas.text().splitlines()
                wrong = [row.strip() for row in lines if row.rstrip().endswith("~")]
                wrong += [label for label in (main, *([] if first else [task.who, told.task])) if label not in bar]
                if wrong:
                    found[size, context.phase, told.hint, said] = wrong
                seen += 1
    assert seen > 300
    assert found == {}
