"""The replay's second opinion: what was best at the move shown, and the review of the whole game."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual.timer import Timer

from towergames.session.analysis import Adviser, Analyst, Critic, strongest
from towergames.table.reviewing import reviewer_of, why_not

if TYPE_CHECKING:
    from towergames.tui.screens.replay import ReplayScreen

PAUSE = 0.2
"""Seconds that the cursor rests on a move before it is thought about."""


class Advised:
    """Mixed into the replay screen."""

    analysing = False
    _adviser: Adviser | None = None
    _debounce: Timer | None = None

    @property
    def _replay(self) -> ReplayScreen:
        return cast("ReplayScreen", self)

    def advice(self) -> str:
        """What is said of the move shown; empty when nobody was asked."""
        model, adviser = self._replay.model, self._adviser
        if not self.analysing or adviser is None or not model.at:
            return ""
        if adviser.known(model.at):
            return adviser.line(model.at)
        if adviser.failed:
            return "nobody could say"
        return "" if model.history.plays[model.at - 1].by is None else adviser.thinking

    def can_replay_analyse(self) -> str:
        """Why nobody can be asked."""
        model = self._replay.model
        if not model.finished:
            return "Moves are judged only once the game is over."
        if reviewer_of(model.history) is None and strongest(model.history.header.game) is None:
            return f"{model.game.info.title} has neither a review nor bots that could say."
        return ""

    def do_replay_analyse(self, argument: str = "") -> None:
        """Show or hide what was best: by the game's reviewer, else (or when ``bot`` is typed) by the strongest bot."""
        history = self._replay.model.history
        level = strongest(history.header.game)
        by_bot = level is not None and (argument.strip().lower() == "bot" or reviewer_of(history) is None)
        same = isinstance(self._adviser, Analyst) == by_bot
        if self.analysing and same:
            self.analysing = False
            self.rest()
        else:
            self.analysing = True
            if self._adviser is None or not same:
                self.rest()
                soon = self._replay.soon
                bot = Analyst(history, level, soon, self._said) if by_bot and level is not None else None
                self._adviser = bot or Critic(history, soon, self._said)
            self.ask_soon()
        self._replay.redraw()

    def ask_soon(self) -> None:
        """Have the move shown judged, unless the cursor goes on at once: scrubbing must not begin a thought each."""
        if not self.analysing or self._adviser is None:
            return
        if self._debounce is not None:
            self._debounce.stop()
        self._debounce = self._replay.set_timer(PAUSE, self._ask)

    def _ask(self) -> None:
        if self.analysing and self._adviser is not None:
            self._adviser.want(self._replay.model.at)

    def rest(self) -> None:
        """Stop thinking."""
        if self._adviser is not None:
            self._adviser.stop()

    def _said(self, play: int) -> None:
        """The answer is there; 0 when no more will be said."""
        if play in (0, self._replay.model.at) and self._replay.is_open:
            self._replay.redraw()

    # --- the whole game ---------------------------------------------------------------------------------

    def can_replay_review(self) -> str:
        """Why the game cannot be reviewed."""
        return why_not(self._replay.model.history)

    def do_replay_review(self, argument: str = "") -> None:
        """The review, at the move shown; the move chosen there is shown here with what was best."""
        from towergames.tui.screens.review import ReviewScreen

        model = self._replay.model
        self._replay.app.push_screen(ReviewScreen(model.history, at=model.at), self.show_judged)

    def show_judged(self, play: int | None) -> None:
        """Go to a move that was chosen in the review, with what was best at it."""
        if play is None:
            return
        if not self.analysing:
            self.do_replay_analyse()
        self._replay.seek(play)
