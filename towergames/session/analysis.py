"""What was best at each move of a finished game, by its reviewer or by a strong opponent, thought out in a thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from towergames import registry
from towergames.core.bot import Clock, Level
from towergames.core.contract import Decide, IllegalAction, Seat
from towergames.table.history import History, Play
from towergames.table.opponents import bot_dice
from towergames.table.reviewing import Judged, sweep


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


def verdict_line(judged: Judged) -> str:
    """A finding in one short line."""
    finding = judged.finding
    if finding.found:
        return "nothing scored more" if finding.best else finding.told
    return f"best: {finding.told} {finding.best_points}, missed {finding.missed}"


class Adviser(Protocol):
    """Says what was best at a move: asked by :meth:`want`, read by :meth:`line`."""

    failed: str
    """Why nothing more will be said, or ''."""
    thinking: str
    """What is shown while the answer is awaited."""

    def known(self, play: int) -> bool:
        """Whether the answer for the play is there."""
        ...

    def line(self, play: int) -> str:
        """The answer in one line; empty where nobody chose or nothing is known yet."""
        ...

    def want(self, play: int) -> None:
        """Ask for the play; returns at once."""
        ...

    def stop(self) -> None:
        """Stop thinking."""
        ...


class Critic:
    """The game's reviewer, who judges the whole game in one go when first asked.

    ``report`` is called in the thread with the number of each play that was judged.
    """

    thinking = "judging"

    def __init__(self, history: History, report: Callable[[int], None]) -> None:
        self.failed = ""
        self._history = history
        self._report = report
        self._lines: dict[int, str] = {}
        self._thread: threading.Thread | None = None
        self._stopped = False

    def known(self, play: int) -> bool:
        """Whether the play has been judged."""
        return play in self._lines

    def line(self, play: int) -> str:
        """The finding in one line; empty where nothing was chosen."""
        return self._lines.get(play, "")

    def want(self, play: int) -> None:
        """Begin to judge, if that has not begun."""
        self._stopped = False
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="review", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Report no more; what is being judged is kept."""
        self._stopped = True

    def _run(self) -> None:
        try:
            for play, judged in sweep(self._history):
                self._lines[play] = verdict_line(judged) if judged is not None else ""
                if not self._stopped:
                    self._report(play)
        except Exception as error:  # a reviewer's fault must not take the replay down; the screen says so
            self.failed = str(error) or type(error).__name__
            self._report(0)


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
        self.thinking = f"{level.name} is thinking"
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
        daemon = not self._history.game.info.slow
        threading.Thread(target=self._run, args=(self._job,), name="analysis", daemon=daemon).start()

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
