"""The board of Take That Towers: the one object that clients talk to."""

# ruff: noqa: D102, ARG002 - BoardAdapter says what each method does, and what it is given

from __future__ import annotations

from collections.abc import Sequence

from towergames.boards.protocol import (
    Advice,
    Context,
    Control,
    Description,
    Input,
    Picture,
    ReadOut,
    Result,
    Size,
    Sizes,
    UiSpec,
    Zone,
)
from towergames.boards.takethat import controls, examples, text, towers, ui_state
from towergames.boards.takethat.board import LEGEND, draw_board
from towergames.boards.takethat.hand import draw_hand
from towergames.boards.takethat.ui_state import TableContext, Ui
from towergames.core.contract import Event
from towergames.games.takethat.model import TOWERS_OTHERWISE, TOWERS_WITH_FOUR, Action, View

LEAST_WIDTH = 66
"""Columns that six cards need for name and effect."""
HAND_ROWS = 4
USUAL_HEIGHT = 6


class TakeThatBoard:
    """Draws and handles Take That Towers. It has no memory of its own."""

    spec = UiSpec(controls.SPECS, animated=towers.ANIMATED, legend=LEGEND)
    camera = None
    analysis = None
    background = None
    turn_limit = None
    confirmation = None

    def sizes(self, seats: int, view: View | None) -> Sizes:
        usual = TOWERS_WITH_FOUR if seats == 4 else TOWERS_OTHERWISE
        lots, height = (len(view.slots), view.terms.height) if view else (usual, USUAL_HEIGHT)
        columns, rows = towers.least(lots, height, seats)
        return Sizes((max(columns, LEAST_WIDTH), rows), HAND_ROWS)

    def adapt(self, c: Context[View, Ui | None, Action], new: bool) -> Ui:
        return ui_state.adapt(c, new)

    def controls(self, c: TableContext) -> Sequence[Control[Ui, Action]]:
        return controls.controls(c)

    def input(self, c: TableContext, event: Input) -> Result[Ui, Action] | None:
        return controls.respond(c, event)

    def draft(self, c: TableContext) -> Action | None:
        return ui_state.draft(c)

    def tip(self, c: TableContext, given: int) -> None:
        return None

    def advise(self, c: TableContext, action: Action) -> Advice[Ui, Action]:
        return Advice("", action)

    def draw(self, c: TableContext, zone: Zone, size: Size) -> Picture:
        return draw_board(c, *size) if zone == "board" else draw_hand(c, *size)

    def frames(self, c: TableContext, event: Event) -> Sequence[float]:
        return towers.frames(event)

    def describe(self, c: TableContext) -> Description:
        return text.describe(c)

    def read_out(self, c: TableContext) -> ReadOut:
        return text.read_out(c)

    def example(self, rule_id: str) -> TableContext | None:
        return examples.example(rule_id)
