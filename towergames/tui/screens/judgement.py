"""The answer to "What was best?" at the move that a replay shows."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import Protocol

from textual.timer import Timer

from towergames.board.protocol import AnyContext, Sentences, Style
from towergames.session.analysis import (
    NO_DECISION,
    BotAnalysis,
    Finding,
    MoveAnalysis,
    ReviewAnalysis,
    judge_at,
    strongest,
)
from towergames.session.replay import Replay
from towergames.session.ui_memory import UiMemory
from towergames.table.game_review import decision_before, reviewer_of
from towergames.tui.widgets.live_board import Timed

PAUSE = 0.2
"""Seconds that the cursor rests on a move before the move is analysed."""


class Redrawn(Timed, Protocol):
    """A screen that is drawn again when an answer is known."""

    def redraw(self) -> None:
        """Draw everything that has changed."""


class Judgement:
    """The answer to "What was best?" at the move shown, from the game's reviewer or the strongest bot."""

    def __init__(self, screen: Redrawn, model: Replay, memory: UiMemory) -> None:
        self._screen = screen
        self._model = model
        self._memory = memory
        self._adviser: MoveAnalysis | None = None
        self._debounce: Timer | None = None
        self._bare: tuple[Hashable, AnyContext] | None = None
        """The position of the last ghost, in the style of the screen."""
        self.active = False

    @property
    def decision(self) -> int:
        """The last decision up to the move shown; 0 where there is none."""
        return decision_before(self._model.history, self._model.at)

    @property
    def finding(self) -> Finding | None:
        """The answer for the move shown; None where nobody was asked, or while it is not known."""
        if not self.active or self._adviser is None:
            return None
        return self._adviser.finding(self.decision) if self.decision else NO_DECISION

    @property
    def sentences(self) -> Sentences:
        """The answer in words, or its state; () where nobody was asked.

        After an outcome of chance it begins with the decision before it.
        """
        if not self.active or self._adviser is None:
            return ()
        finding = self.finding
        if finding is None:
            return (self._adviser.failed or self._adviser.thinking,)
        if finding.decision in (0, self._model.at):
            return finding.sentences
        made = self._model.decision_in_words(finding.decision)
        return (made, *finding.sentences) if made else finding.sentences

    def ghost(self, style: Style) -> AnyContext | None:
        """The position before the decision with the best action as a ghost; None where there is nothing to show."""
        finding = self.finding
        if finding is None or finding.context is None:
            return None
        key = (finding.key, style)
        if self._bare is None or self._bare[0] != key:
            self._bare = key, replace(finding.context, style=style)
        judge = judge_at(self._model.history, finding.decision)
        return self._memory.at(self._bare[1], key, judge, finding.ui)

    def why_not(self) -> str:
        """Why nobody can be asked."""
        model = self._model
        if not model.finished:
            return "You can see the best moves when the game is over."
        if reviewer_of(model.history) is None and strongest(model.history.header.game) is None:
            return f"{model.game.info.title} has no review and no bots."
        return ""

    def toggle(self, argument: str = "") -> None:
        """Show or hide what was best: by the game's reviewer, else (or when ``bot`` is typed) by the strongest bot."""
        history = self._model.history
        level = strongest(history.header.game)
        by_bot = level is not None and (argument.strip().lower() == "bot" or reviewer_of(history) is None)
        same = isinstance(self._adviser, BotAnalysis) == by_bot
        if self.active and same:
            self.active = False
            self.rest()
        else:
            self.active = True
            if self._adviser is None or not same:
                self.rest()
                soon = self._screen.soon
                bot = BotAnalysis(history, level, soon, self._said) if by_bot and level is not None else None
                self._adviser = bot or ReviewAnalysis(history, soon, self._said)
            self.ask_soon()
        self._screen.redraw()

    def ask_soon(self) -> None:
        """Have the move shown judged, unless the cursor goes on at once: scrubbing must not begin a thought each."""
        if not self.active or self._adviser is None:
            return
        if self._debounce is not None:
            self._debounce.stop()
        self._debounce = self._screen.set_timer(PAUSE, self._ask)

    def _ask(self) -> None:
        if self.active and self._adviser is not None:
            self._adviser.want(self.decision)

    def rest(self) -> None:
        """Stop thinking."""
        if self._adviser is not None:
            self._adviser.stop()

    def _said(self, decision: int) -> None:
        """The answer is there; 0 when no more will be said."""
        if decision in (0, self.decision) and self._screen.is_open:
            self._screen.redraw()
