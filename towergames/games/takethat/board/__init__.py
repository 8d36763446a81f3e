"""Take That Towers for people: towers as skyscrapers, a hand of cards, and what keys and clicks do."""

from __future__ import annotations

from towergames.board import protocol
from towergames.games.takethat.board import examples, text, tower_picture, ui_state, zones
from towergames.games.takethat.board.controls import SPECS, controls_of, respond
from towergames.games.takethat.board.ui_state import TableContext, Ui
from towergames.games.takethat.model import Action, View


class TakeThatBoard(protocol.BoardBase[View, Ui, Action]):
    """Draws and handles Take That Towers. It has no memory of its own."""

    spec = protocol.UiSpec(SPECS, animated=tower_picture.ANIMATED, legend=zones.LEGEND, cleared=True)
    sizes = staticmethod(tower_picture.sizes)
    adapt = staticmethod(ui_state.adapt)
    controls = staticmethod(controls_of)
    input = staticmethod(respond)
    draft = staticmethod(ui_state.draft)
    frames = staticmethod(tower_picture.frames)
    describe = staticmethod(text.describe)
    read_out = staticmethod(text.read_out)
    example = staticmethod(examples.example)

    def advise(self, c: TableContext, action: Action) -> protocol.Hint[Ui, Action]:
        return protocol.Hint(text.advised(action), action, ui=ui_state.prepared(c, action))

    def draw(self, c: TableContext, zone: protocol.Zone, size: protocol.Size) -> protocol.Picture:
        return zones.draw_board(c, *size) if zone == "board" else zones.draw_hand(c, *size)


BOARD: protocol.BoardAdapter[View, Ui, Action] = TakeThatBoard()
"""The board of Take That Towers: the one object that clients talk to."""
