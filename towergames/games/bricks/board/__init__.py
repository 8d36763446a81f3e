"""The board of Brick Tower with tower, cards and ledger: the one object that clients use."""

# ruff: noqa: ARG002 - BoardAdapter says what each method does, and what it is given

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from towergames.board import protocol
from towergames.board.protocol import BoardAdapter
from towergames.board.timeline import DROP
from towergames.core.contract import Event
from towergames.games.bricks.board import analysis, examples, past_decisions, position, text
from towergames.games.bricks.board.analysis import BricksAdvice, BricksAnalysis
from towergames.games.bricks.board.controls import SPECS, BricksControl, BricksResult, confirmation, controls
from towergames.games.bricks.board.input import FORMS, take_input
from towergames.games.bricks.board.pending_move import draft, laid
from towergames.games.bricks.board.picture import draw_board, draw_hand
from towergames.games.bricks.board.tower_picture import LEAST_BOARD, LEGEND
from towergames.games.bricks.board.ui_state import BricksContext, Ui, first_ui, free, kept
from towergames.games.bricks.model import Action, Submit, View

HAND_ROWS, TALL_HAND = 5, 13
"""Rows of the cards: a title and four rows of cards, each of one row at least and of three at most."""
FINISHED = (33, 14)
"""Columns and rows of the least picture of a finished table: a tower with its points, or two towers."""


class BricksBackground:
    """Loading before the first move."""

    def prepare(self, c: BricksContext) -> None:
        """Read the word list, so that no key ever waits for it."""
        if c.view.list_id:
            position.warm(c)

    def show_idea(self, c: BricksContext, idea: object) -> Ui | None:
        """Show nothing: other players build unseen."""
        return None


class BricksBoard(protocol.BoardBase[View, Ui, Action]):
    """Draw and handle Brick Tower, without memory."""

    spec = protocol.UiSpec(SPECS, frozenset(("step",)), letters=True, board_alone=True, legend=LEGEND, forms=FORMS)
    analysis = BricksAnalysis()
    background = BricksBackground()

    def sizes(self, seats: int, view: View | None) -> protocol.BoardSizes:
        is_example = view is not None and examples.is_example(view)
        tall = TALL_HAND if view is None or view.phase != "over" else HAND_ROWS  # medals need no room of cards
        least = examples.LEAST if is_example else LEAST_BOARD
        return protocol.BoardSizes(least, HAND_ROWS, tall=tall, finished=FINISHED)

    def adapt(self, c: protocol.Context[View, Ui | None, Action], new: bool) -> Ui:
        # The cursor, the order of the cards and the filters stay; a new decision begins with nothing in hand.
        ui = first_ui(c) if c.ui is None else c.ui
        return kept(c, free(ui) if new and c.ui is not None else ui)

    def controls(self, c: BricksContext) -> Sequence[BricksControl]:
        return controls(c)

    def input(self, c: BricksContext, event: protocol.Input) -> BricksResult | None:
        return take_input(c, event)

    def draft(self, c: BricksContext) -> Action | None:
        return draft(c)

    def tip(self, c: BricksContext, given: int) -> BricksAdvice | None:
        return analysis.tip(c, given)

    def advise(self, c: BricksContext, action: Action) -> BricksAdvice:
        return protocol.Hint("", action, ui=analysis.prepared(c, action))

    def compare(self, c: BricksContext, past: protocol.PastDecision[Action]) -> protocol.Comparison[Ui]:
        return past_decisions.comparison(c, past)

    def draw(self, c: BricksContext, zone: protocol.Zone, size: protocol.Size) -> protocol.Picture:
        if not c.style.cursor:
            c = replace(c, ui=Ui(zone="tower", order=c.ui.order, filters=c.ui.filters))
        return draw_board(c, *size) if zone == "board" else draw_hand(c, *size)

    def frames(self, c: BricksContext, event: Event) -> Sequence[float]:
        return DROP if laid(c, event) is not None else ()

    def describe(self, c: BricksContext) -> protocol.Description:
        at_end = position.over(c) and c.ui.zone == "ledger"
        hint = analysis.explain_end(c) if at_end else text.hint(c)
        return protocol.Description(text.task(c), text.steps(c), hint=hint, news=text.news(c))

    def read_out(self, c: BricksContext) -> protocol.ReadOut:
        return protocol.ReadOut(text.describe_table(c), text.speak_hand(c))

    def example(self, rule_id: str) -> BricksContext | None:
        return examples.example(rule_id)

    def typed_in_words(self, c: BricksContext) -> Sequence[str]:
        return text.typed_in_words(c)

    def complete(self, c: BricksContext, action: Action) -> Action:
        """B-14, B-28: the draft is handed in with the longest word as far as it is typed."""
        typed = c.ui.word if c.ui.word is not None and len(c.ui.word) > 1 else ""
        return Submit(typed) if isinstance(action, Submit) else action

    def confirmation(self, c: BricksContext, action: Action) -> protocol.Confirmation | None:
        return confirmation(c, action)


BOARD: BoardAdapter[View, Ui, Action] = BricksBoard()
