"""The best move at each turn of a finished game: the game's reviewer or a strong bot finds it in a thread."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

from towergames import registry
from towergames.board.protocol import AnyContext, Failure, PastDecision
from towergames.core.bot import Clock, Level
from towergames.core.contract import IllegalAction, Seat, Verdict, reason_text
from towergames.core.text import sentence
from towergames.session import privacy
from towergames.session.context import context_at
from towergames.session.task import Call, Task
from towergames.session.ui_memory import UiMemory
from towergames.table.game_review import ReviewedPlay, decision_before, sweep
from towergames.table.history import History, Play
from towergames.table.opponents import bot_dice


@dataclass(frozen=True, slots=True)
class Finding:
    """The answer to "What was best?" for one decision, whose play has the number ``decision`` (0: there was none).

    ``context`` is the position before it as its player saw it. With ``ui`` it shows the best action as a ghost.
    """

    decision: int
    sentences: tuple[str, ...]
    context: AnyContext | None = None
    ui: Any = None

    @property
    def key(self) -> Hashable:
        """The name of the position shown."""
        return ("best", self.decision)


NO_DECISION = Finding(0, ("No player has made a decision yet.",))
ONLY_MOVE = "This was the only legal move."
NOT_JUDGED = "No better move is known for this decision."


def strongest(game_key: str) -> Level | None:
    """The game's strongest level, None when it has no bots."""
    levels = registry.get(game_key).levels
    return levels[-1] if levels else None


def finding_of(history: History, decision: int, past: PastDecision[Any] | None) -> Finding:
    """The board's answer for a decision; ``past`` None: nothing is known to compare with it."""
    if past is None:
        return Finding(decision, (NOT_JUDGED,))
    seat = history.plays[decision - 1].by
    privacy.require(history, seat)
    board = registry.get(history.header.game).board
    bare = context_at(history, seat, decision - 1, marks=(), may_act=True)
    comparison = board.compare(UiMemory(board).at(bare, decision, judge_at(history, decision)), past)
    shown = bare if comparison.ui is not None else None
    return Finding(decision, tuple(comparison.sentences), shown, comparison.ui)


def judge_at(history: History, decision: int) -> Callable[[Any], Verdict]:
    """The judge of actions in the position before a decision."""
    return partial(history.game.judge, history.state_after(decision - 1))


def bot_finding(history: History, decision: int, level: Level, clock: Clock) -> Finding:
    """The answer of a bot, from the view of the player who decided."""
    made, state, game = history.plays[decision - 1], history.state_after(decision - 1), history.game
    assert made.by is not None
    if game.info.exhaustive and len(list(islice(game.choices(state), 2))) == 1:
        return Finding(decision, (ONLY_MOVE,))
    dice = bot_dice(history.header.seed, decision - 1, made.by)
    thought = level.make(game).choose(game.view(state, made.by), dice, clock)
    missed = 0 if thought.action == made.move else _missed(history, made, state, thought.action)
    why = (sentence(reason_text(thought.why, history.header.names)),) if thought.why else ()
    return finding_of(history, decision, PastDecision(made.move, thought.action, level.name, missed, why))


def review_finding(history: History, decision: int, judged: ReviewedPlay | None) -> Finding:
    """The answer of the game's reviewer."""
    if judged is None:
        return finding_of(history, decision, None)
    made, finding = history.plays[decision - 1].move, judged.finding
    best = history.game.parse(finding.best, history.state_after(decision - 1)) if finding.best else None
    why = finding.note if best is not None else f"There was {finding.best_effect}."
    if finding.found and best is not None:
        best = made
    return finding_of(history, decision, PastDecision(made, best, "", finding.missed, (why,) if why else ()))


def _missed(history: History, made: Play, state: Any, action: Any) -> int:
    try:
        other = history.game.apply(state, action)
    except IllegalAction:
        return 0
    return _gain(other.scores, made.by) - _gain(made.step.scores, made.by)


def _gain(scores: tuple[Any, ...], seat: Seat | None) -> int:
    return sum(score.points for score in scores if score.seat == seat)


class ReviewAnalysis:
    """The game's reviewer; the first question starts a review of the whole game.

    ``call`` is that of a :class:`Task`. ``report`` is called on the client's thread with the number of the play judged
    last, and with 0 at the end.
    """

    thinking = "Looking for the best moves."
    """Status text while the answer is awaited."""

    def __init__(self, history: History, call: Call, report: Callable[[int], None]) -> None:
        self.failed = ""
        self._history, self._call, self._report = history, call, report
        self._found: dict[int, Finding] = {}
        self._task: Task | None = None
        self._stopped = False

    def finding(self, decision: int) -> Finding | None:
        """The answer for a decision; None while it is not known."""
        return self._found.get(decision)

    def want(self, decision: int) -> None:
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
            if decision_before(self._history, play) == play:
                self._found[play] = review_finding(self._history, play, judged)
            if not self._stopped and self._task is not None:
                self._task.tell(play)

    def _done(self, answer: Failure | None) -> None:
        # A fault of the reviewer must not end the replay.
        self.failed = answer.text if isinstance(answer, Failure) else ""
        self._report(0)


class BotAnalysis:
    """A strong bot that thinks about the decision asked for last; earlier answers are kept.

    A new question while the bot thinks stops that search and waits for its end, so that only one thread works.
    ``call`` and ``report`` are those of :class:`ReviewAnalysis`.
    """

    def __init__(self, history: History, level: Level, call: Call, report: Callable[[int], None]) -> None:
        self.level = level
        self.thinking = f"The {level.name.capitalize()} bot is thinking."
        self.failed = ""
        self._history, self._call, self._report = history, call, report
        self._found: dict[int, Finding] = {}
        self._task: Task | None = None
        self._decision = self._next = 0
        self._stopped = False

    def finding(self, decision: int) -> Finding | None:
        """The answer for a decision; None while it is not known."""
        return self._found.get(decision)

    def want(self, decision: int) -> None:
        """Ask for the best move at a decision; returns at once."""
        if decision < 1 or decision in self._found or self.failed:
            return
        if self._task is None:
            self._begin(decision)
        elif self._decision != decision or self._stopped:
            self._next = decision
            self._end()

    def stop(self) -> None:
        """Stop the search; no report follows until the next question."""
        self._next = 0
        self._end()

    def _end(self) -> None:
        if self._task is not None:
            self._stopped = True
            self._task.stop()

    def _begin(self, decision: int) -> None:
        self._decision, self._stopped = decision, False
        history, level, slow = self._history, self.level, self._history.game.info.slow
        clock = Clock(level.iterations, level.seconds)
        work = partial(bot_finding, history, decision, level)
        self._task = Task(self._call, work, self._done, clock=clock, daemon=not slow, name="analysis").start()

    def _done(self, answer: Finding | Failure) -> None:
        self._task = None
        if isinstance(answer, Failure):  # a fault of the bot must not end the replay
            self.failed = answer.text
        elif not self._stopped:
            self._found[self._decision] = answer
        wanted, self._next = self._next, 0
        if not self._stopped:
            self._report(self._decision)
        if wanted and wanted not in self._found and not self.failed:
            self._begin(wanted)


MoveAnalysis = ReviewAnalysis | BotAnalysis
"""Finds the best move: ``want`` asks for it, ``finding`` gives it; ``failed`` says why no more will be said."""
