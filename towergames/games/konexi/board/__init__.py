"""The board of Konexi: the one object that clients use."""

# ruff: noqa: ARG002 - BoardAdapter says what each method does, and what it is given

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from towergames.board import protocol
from towergames.board.protocol import Context, Picture
from towergames.core.contract import Event
from towergames.games.konexi.board import animation, examples, input, text
from towergames.games.konexi.board.camera import TowerCamera
from towergames.games.konexi.board.controls import SPECS, confirmation, controls, draft
from towergames.games.konexi.board.hand import draw_hand
from towergames.games.konexi.board.picture import SIZES
from towergames.games.konexi.board.table_zone import LEGEND, draw_board
from towergames.games.konexi.board.ui_state import KonexiContext, KonexiControl, KonexiResult, Ui, adapted
from towergames.games.konexi.board.weight import danger
from towergames.games.konexi.model import Action, View
from towergames.games.konexi.words import index_of, lexicon_of


class Loader:
    """Loads the word list early, and shows the candidates of bots."""

    def prepare(self, c: KonexiContext) -> None:
        """Read the word list, so that no key press waits for it."""
        lexicon = lexicon_of(c.view)
        if lexicon is not None:
            index_of(lexicon)

    def show_idea(self, c: KonexiContext, idea: Any) -> Ui | None:
        return input.show_idea(c, idea)


class KonexiBoard(protocol.BoardBase[View, Ui, Action]):
    """Draws Konexi and handles its input. It has no state."""

    spec = protocol.UiSpec(
        SPECS,
        animated=animation.ANIMATED,
        held=animation.HELD,
        letters=True,
        still_pictures=True,
        legend=LEGEND,
        forms=input.FORMS,
    )
    camera = TowerCamera()
    background = Loader()

    def sizes(self, seats: int, view: View | None) -> protocol.BoardSizes:
        return SIZES

    def adapt(self, c: Context[View, Ui | None, Action], new: bool) -> Ui:
        return adapted(c, new)

    def controls(self, c: KonexiContext) -> Sequence[KonexiControl]:
        return controls(c)

    def input(self, c: KonexiContext, event: protocol.Input) -> KonexiResult | None:
        return input.on_input(c, event)

    def draft(self, c: KonexiContext) -> Action | None:
        return draft(c)

    def confirmation(self, c: KonexiContext, action: Action) -> protocol.Confirmation | None:
        return confirmation(c, action)

    def tip(self, c: KonexiContext, given: int) -> protocol.Hint[Ui, Action] | None:
        return input.tip(c, given)

    def advise(self, c: KonexiContext, action: Action) -> protocol.Hint[Ui, Action]:
        return input.advise(c, action)

    def compare(self, c: KonexiContext, past: protocol.PastDecision[Action]) -> protocol.Comparison[Ui]:
        return input.compare(c, past) or super().compare(c, past)

    def draw(self, c: KonexiContext, zone: protocol.Zone, size: protocol.Size) -> Picture:
        if not c.style.cursor:
            c = replace(c, ui=Ui(), may_act=False)
        return (draw_board if zone == "board" else draw_hand)(c, *size)

    def frames(self, c: KonexiContext, event: Event) -> Sequence[float]:
        return animation.frames(c, event)

    def describe(self, c: KonexiContext) -> protocol.Description:
        return replace(text.describe(c), danger=danger(c))

    def read_out(self, c: KonexiContext) -> protocol.ReadOut:
        return text.read_out(c)

    def example(self, rule_id: str) -> KonexiContext | None:
        return examples.example(rule_id)


BOARD = KonexiBoard()
"""The board, ready for use."""
