"""The board of Leaning Towers, in three dimensions: the one object that clients use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from towergames.board import protocol
from towergames.board.timeline import HOLD_SECONDS
from towergames.core.contract import Event
from towergames.games.leaning.board import (
    animation,
    controls,
    examples,
    hand_work,
    input,
    places_compared,
    position,
    text,
)
from towergames.games.leaning.board.camera import TableCamera
from towergames.games.leaning.board.hand import draw_hand
from towergames.games.leaning.board.inks import LEGEND
from towergames.games.leaning.board.table_zone import draw_board
from towergames.games.leaning.board.ui_state import WATCH, LeaningContext, LeaningControl, LeaningResult, Ui, empty
from towergames.games.leaning.evaluation import Idea
from towergames.games.leaning.model import Accept, Action, View

SIZES = protocol.BoardSizes((60, 9), 5, protocol.Beside(columns=44, rows=15, hand=36, tall=13, low=11), tall=8)
"""On a low screen the hand is drawn beside the board: a picture of 44 x 22 cells shows more than one of 80 x 13."""


class LeaningBackground:
    """Loads the engine early, and shows the hand of a thinking bot."""

    def prepare(self, c: LeaningContext) -> None:  # noqa: ARG002 - the protocol
        """Load the engine, so that the first key need not wait for it."""
        if not position.unavailable_reason():
            from towergames.games.leaning.board import hand_motions  # noqa: F401 - loading it is what is wanted

    def show_idea(self, c: LeaningContext, idea: Any) -> Ui | None:
        """The UiState that shows a bot's candidate: the piece in its place."""
        if c.may_act or not isinstance(idea, Idea):
            return None
        ui = replace(empty(c.ui), kind=WATCH, sizes=idea.sizes, ghost=idea.poses, which=len(idea.poses) - 1)
        return replace(ui, aim=idea.aim, busy="thinking")


class LeaningBoard(protocol.BoardBase[View, Ui, Action]):
    """Draws Leaning Towers and takes input for it."""

    spec = protocol.UiSpec(
        controls.SPECS,
        animated=animation.ANIMATED,
        held=animation.HELD,
        kind_games=2,
        still_pictures=True,
        answers=(Accept,),
        legend=LEGEND,
        forms=input.FORMS,
    )
    camera = TableCamera()
    background = LeaningBackground()

    def sizes(self, seats: int, view: View | None) -> protocol.BoardSizes:  # noqa: ARG002 - the protocol
        return SIZES

    def adapt(self, context: protocol.Context[View, Ui | None, Action], new: bool) -> Ui:
        """Empty the hand at a new decision; a target stays only for a piece that has slipped."""
        ui = context.ui if context.ui is not None else Ui()
        here: LeaningContext = replace(context, ui=ui)  # type: ignore[assignment]
        decision = position.decision_key(here)
        if ui.decision == decision and not new:
            return ui
        known = position.targets(here) if context.phase == "slip" else ()
        fresh = replace(
            empty(ui) if context.ui is not None else ui,
            decision=decision,
            target=ui.target if ui.target in known else 0,
            size=ui.size if context.phase != "turn" or ui.size in position.placeable(here) else "",
        )
        return hand_work.known_place(hand_work.with_ui(here, fresh)) or fresh

    def controls(self, c: LeaningContext) -> Sequence[LeaningControl]:
        return controls.controls(c)

    def input(self, c: LeaningContext, event: protocol.Input) -> LeaningResult | None:
        return input.answer(c, event)

    def draft(self, c: LeaningContext) -> Action | None:
        """The release of what is in the hand, or the action of a hint."""
        return controls.draft(c)

    def advise(self, c: LeaningContext, action: Action) -> protocol.Hint[Ui, Action]:
        """A hint: the piece and its place. Poses are for programs."""
        return controls.advise(c, action)

    def compare(self, c: LeaningContext, past: protocol.PastDecision[Action]) -> protocol.Comparison[Ui]:
        """The best place and the place chosen, with the points that each brings on average."""
        judged = places_compared.sentences(c, past)
        if not judged:
            return super().compare(c, past)
        found = super().compare(c, replace(past, missed=0, why=()))
        return replace(found, sentences=(*found.sentences, *judged))

    def draw(self, c: LeaningContext, zone: protocol.Zone, size: protocol.Size) -> protocol.Picture:
        """Draw the table, or the viewer's pieces and the contacts of the hand."""
        here = c if c.style.cursor else hand_work.with_ui(c, Ui())
        return draw_board(here, *size) if zone == "board" else draw_hand(here, *size)

    def frames(self, c: LeaningContext, event: Event) -> Sequence[float]:
        """Seconds for each frame of a recorded fall, and for points that it brings."""
        return (HOLD_SECONDS,) if event.kind in animation.SCORED else animation.film_shown(c, event)[1]

    def describe(self, c: LeaningContext) -> protocol.Description:
        return text.describe(c)

    def read_out(self, c: LeaningContext) -> protocol.ReadOut:
        """The table, the pieces, and the hand in sentences."""
        return text.read_out(c)

    def example(self, rule_id: str) -> LeaningContext | None:
        return examples.example(rule_id)

    def confirmation(self, c: LeaningContext, action: Action) -> protocol.Confirmation | None:
        """The question before an action that cannot be undone, or costs much."""
        return controls.confirmation(c, action)


BOARD = LeaningBoard()
"""The board, ready for use."""
