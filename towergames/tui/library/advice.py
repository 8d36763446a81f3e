"""What a strong opponent would have done at each move of a finished game: one thought at a time, in a thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from towergames import registry
from towergames.core.bot import Clock, Level
from towergames.core.contract import Decide, IllegalAction, Seat
from towergames.table.history import History, Play
from towergames.table.opponents import bot_dice


@dataclass(frozen=True, slots=True)
class Advice:
    """The level's choice where ``play`` was made (1 is the first play), and what it would have scored at once more."""

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
        missed = f" ({self.missed:+d} at once)" if self.missed else ""
        return f"{self.level} would: {self.move}{missed}"


def strongest(game_key: str) -> Level | None:
    """The game's strongest level, None when it has no bots."""
    levels = registry.get(game_key).levels
    return levels[-1] if levels else None


def advise(history: History, play: int, level: Level, clock: Clock) -> Advice | None:
    """The level's choice from the mover's own view where ``play`` was made; None where chance or nobody moved."""
    made = history.plays[play - 1]
    if made.by is None or not isinstance(made.before, Decide):
        return None
    game, state = history.game, history.state_after(play - 1)
    dice = bot_dice(history.header.seed, play - 1, made.by)
    action = level.make(game).choose(game.view(state, made.by), dice, clock).action
    same = action == made.move
    return Advice(play, level.name, game.notate(action), same, 0 if same else _missed(history, made, state, action))


def _missed(history: History, made: Play, state: Any, action: Any) -> int:
    try:
        other = history.game.apply(state, action)
    except IllegalAction:
        return 0
    return _gain(other.scores, made.by) - _gain(made.step.scores, made.by)


def _gain(scores: tuple[Any, ...], seat: Seat | None) -> int:
    return sum(score.points for score in scores if score.seat == seat)


@dataclass(slots=True)
class _Job:
    play: int
    clock: Clock
    dropped: bool = False

    def drop(self) -> None:
        self.dropped = True
        self.clock.stop()


class Analyst:
    """Thinks about the move that was asked for last; earlier answers are kept.

    ``report`` is called in the thread when an answer is there. A wish that comes while a thought is under way stops
    that thought and waits for it, so that never more than one thread works.
    """

    def __init__(self, history: History, level: Level, report: Callable[[int], None]) -> None:
        self.level = level
        self.failed = ""
        self._history = history
        self._report = report
        self._known: dict[int, Advice | None] = {}
        self._lock = threading.Lock()
        self._job: _Job | None = None
        self._next = 0

    def known(self, play: int) -> bool:
        """Whether the answer for the play is there."""
        return play in self._known

    def line(self, play: int) -> str:
        """The answer for the play in one line; empty where nobody chose or nothing is known yet."""
        advice = self._known.get(play)
        return advice.text if advice else ""

    def want(self, play: int) -> None:
        """Ask for the play's best alternative; returns at once."""
        with self._lock:
            if play < 1 or play in self._known or self.failed:
                return
            if self._job is None:
                self._begin(play)
            elif self._job.play != play or self._job.dropped:
                self._next = play
                self._job.drop()

    def stop(self) -> None:
        """Stop thinking; nothing is reported any more until something is wanted again."""
        with self._lock:
            self._next = 0
            if self._job is not None:
                self._job.drop()

    def _begin(self, play: int) -> None:
        self._job = _Job(play, Clock(self.level.iterations, self.level.seconds))
        threading.Thread(target=self._run, args=(self._job,), name="analysis", daemon=True).start()

    def _run(self, job: _Job) -> None:
        advice: Advice | None = None
        try:
            advice = advise(self._history, job.play, self.level, job.clock)
        except Exception as error:  # a bot's fault must not take the replay down; the screen says so
            self.failed = str(error) or type(error).__name__
        with self._lock:
            if not job.dropped:
                self._known[job.play] = advice
            self._job, wanted, self._next = None, self._next, 0
            if wanted and wanted not in self._known and not self.failed:
                self._begin(wanted)
        if not job.dropped:
            self._report(job.play)
