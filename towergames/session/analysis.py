"""The best move at each turn of a finished game: the game's reviewer or a strong bot finds it in a thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from towergames import registry
from towergames.board.protocol import Failure
from towergames.core.bot import Clock, Level
from towergames.core.contract import Decide, IllegalAction, Seat
from towergames.session.task import Call, Task
from towergames.table.game_review import ReviewedPlay, sweep
from towergames.table.history import History, Play
from towergames.table.opponents import bot_dice


@dataclass(frozen=True, slots=True)
class BetterMove:
    """The level's choice instead of ``play`` (1 is the first play), and how many points more it would score at once."""

    play: int
    level: str
    move: str
    same: bool
    missed: int = 0

    @property
    def text(self) -> str:
        """One short line."""
        if self.same:
            return f"{self.level} agrees"
        missed = f", {self.missed:+d} at once" if self.missed else ""
        return f"{self.level} would play {self.move}{missed}"


def strongest(game_key: str) -> Level | None:
    """The game's strongest level, None when it has no bots."""
    levels = registry.get(game_key).levels
    return levels[-1] if levels else None


def advise(history: History, play: int, level: Level, clock: Clock) -> BetterMove | None:
    """The level's choice instead of ``play``, from the view of its player; None if no player made that play."""
    made = history.plays[play - 1]
    if made.by is None or not isinstance(made.before, Decide):
        return None
    game, state = history.game, history.state_after(play - 1)
    dice = bot_dice(history.header.seed, play - 1, made.by)
    action = level.make(game).choose(game.view(state, made.by), dice, clock).action
    same = action == made.move
    return BetterMove(play, level.name, game.notate(action), same, 0 if same else _missed(history, made, state, action))


def _missed(history: History, made: Play, state: Any, action: Any) -> int:
    try:
        other = history.game.apply(state, action)
    except IllegalAction:
        return 0
    return _gain(other.scores, made.by) - _gain(made.step.scores, made.by)


def _gain(scores: tuple[Any, ...], seat: Seat | None) -> int:
    return sum(score.points for score in scores if score.seat == seat)


def verdict_line(judged: ReviewedPlay) -> str:
    """A finding in one short line."""
    finding = judged.finding
    if finding.found:
        return "this was the best" if finding.best else finding.best_effect
    return f"best: {finding.best_effect} {finding.best_points}, missed {finding.missed}"


class ReviewAnalysis:
    """The game's reviewer; the first question starts a review of the whole game.

    ``call`` is that of a :class:`Task`. ``report`` is called on the client's thread with the number of the play judged
    last, and with 0 at the end.
    """

    thinking = "looking for the best moves"
    """Status text while the answer is awaited."""

    def __init__(self, history: History, call: Call, report: Callable[[int], None]) -> None:
        self.failed = ""
        self._history, self._call, self._report = history, call, report
        self._lines: dict[int, str] = {}
        self._task: Task | None = None
        self._stopped = False

    def known(self, play: int) -> bool:
        """Whether the play has been judged."""
        return play in self._lines

    def line(self, play: int) -> str:
        """The finding in one line; empty if no player made the play."""
        return self._lines.get(play, "")

    def want(self, play: int) -> None:
        """Start the review, if it has not started."""
        self._stopped = False
        if self._task is None:
            self._task = Task(self._call, self._judge, self._done, self._report, name="review")
            self._task.start()

    def stop(self) -> None:
        """Report no more; the findings are kept."""
        self._stopped = True

    def _judge(self, _: Clock) -> None:
        for play, judged in sweep(self._history):
            self._lines[play] = verdict_line(judged) if judged is not None else ""
            if not self._stopped and self._task is not None:
                self._task.tell(play)

    def _done(self, answer: Failure | None) -> None:
        # A fault of the reviewer must not end the replay.
        self.failed = answer.text if isinstance(answer, Failure) else ""
        self._report(0)


class BotAnalysis:
    """A strong bot that thinks about the play asked for last; earlier answers are kept.

    A new question while the bot thinks stops that search and waits for its end, so that only one thread works.
    ``call`` and ``report`` are those of :class:`ReviewAnalysis`.
    """

    def __init__(self, history: History, level: Level, call: Call, report: Callable[[int], None]) -> None:
        self.level = level
        self.thinking = f"{level.name} is thinking"
        self.failed = ""
        self._history, self._call, self._report = history, call, report
        self._known: dict[int, BetterMove | None] = {}
        self._task: Task | None = None
        self._play = self._next = 0
        self._stopped = False

    def known(self, play: int) -> bool:
        """Whether the answer for the play is there."""
        return play in self._known

    def line(self, play: int) -> str:
        """The answer for the play in one line; empty if no player made it, or while nothing is known."""
        advice = self._known.get(play)
        return advice.text if advice else ""

    def want(self, play: int) -> None:
        """Ask for the best move instead of the play; returns at once."""
        if play < 1 or play in self._known or self.failed:
            return
        if self._task is None:
            self._begin(play)
        elif self._play != play or self._stopped:
            self._next = play
            self._end()

    def stop(self) -> None:
        """Stop the search; no report follows until the next question."""
        self._next = 0
        self._end()

    def _end(self) -> None:
        if self._task is not None:
            self._stopped = True
            self._task.stop()

    def _begin(self, play: int) -> None:
        self._play, self._stopped = play, False
        history, level, slow = self._history, self.level, self._history.game.info.slow
        clock = Clock(level.iterations, level.seconds)
        work = partial(advise, history, play, level)
        self._task = Task(self._call, work, self._done, clock=clock, daemon=not slow, name="analysis").start()

    def _done(self, answer: BetterMove | Failure | None) -> None:
        self._task = None
        if isinstance(answer, Failure):  # a fault of the bot must not end the replay
            self.failed = answer.text
        elif not self._stopped:
            self._known[self._play] = answer
        wanted, self._next = self._next, 0
        if not self._stopped:
            self._report(self._play)
        if wanted and wanted not in self._known and not self.failed:
            self._begin(wanted)


MoveAnalysis = ReviewAnalysis | BotAnalysis
"""Finds the best move: ``want`` asks for it, ``line`` gives it; ``failed`` says why no more will be said."""
