"""A tutorial being played: which step, what is right, what the others do, and the way back. No screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from towergames import registry
from towergames.board.protocol import AnyContext, Control, Style
from towergames.core.contract import Decide, IllegalAction, NotationError, Refusal, Seat, Verdict, event_texts
from towergames.core.text import listed, sentence
from towergames.core.tutorial import Lesson, Tutorial
from towergames.registry import Entry
from towergames.session.context import context_at
from towergames.session.controller import CONTROL
from towergames.table.errors import TableError
from towergames.table.history import History, Play, UndoOffer
from towergames.table.match import Table
from towergames.table.records import SeatSetup
from towergames.table.setup import new_header

LEARNER = 0


@dataclass(frozen=True, slots=True)
class LessonFeedback:
    """The answer to a move: whether it was right, and what to say."""

    right: bool
    say: str = ""
    rule: str = ""


OVER = LessonFeedback(False, "The lesson is over. Esc goes back.")
NOT_NOW = "That is allowed, but not in this lesson."


class LessonPlay:
    """Steps through the lessons on a table of its own, which is never saved."""

    def __init__(self, entry: Entry, tutorial: Tutorial, done: int = 0, moves: list[str] | None = None) -> None:
        self.entry = entry
        self.tutorial = tutorial
        self.step = 0
        self.moves: list[str] = []
        """The learner's move of each finished step, empty for steps that are only read."""
        self._plays: list[int] = []
        """The number of plays at the beginning of each finished step."""
        self.table = self._fresh()
        self._start = self.table.moves
        self.forward(done, moves or [])

    def _fresh(self) -> Table:
        game = self.entry.game
        seats = [SeatSetup(name) for name in self.tutorial.names]
        header = new_header(game, seats, self.tutorial.options, self.tutorial.seed)
        table = Table(History(game, header))
        table.advance()
        return table

    def copy(self) -> LessonPlay:
        """A copy of the lesson at this step, with an independent table, for another thread."""
        twin = copy(self)
        twin.moves, twin._plays = list(self.moves), list(self._plays)
        twin.table = Table(self.table.history.copy())
        return twin

    @property
    def slow(self) -> bool:
        """Whether moves are slow (:class:`towergames.core.contract.GameInfo`)."""
        return self.entry.game.info.slow

    @property
    def count(self) -> int:
        """How many steps there are; joined ones are one."""
        return self.tutorial.count

    @property
    def number(self) -> int:
        """The number of the present step; at the end that of the last one."""
        return self.tutorial.number(self.step)

    @property
    def finished(self) -> bool:
        """Whether all steps are done."""
        return self.step >= len(self.tutorial.lessons)

    @property
    def lesson(self) -> Lesson | None:
        """The present step, None at the end."""
        return None if self.finished else self.tutorial.lessons[self.step]

    @property
    def reading(self) -> bool:
        """Whether the present step is only read; Enter ends it."""
        lesson = self.lesson
        return lesson is not None and not lesson.accept and not lesson.accept_any

    @property
    def seen(self) -> int:
        """The number of plays that the learner knew before the last finished step."""
        return self._plays[-1] if self._plays else self._start

    def news(self) -> str:
        """Results of the last step: the moves of the others, and the cost of the learner's own move.

        After the last step there are only the points.
        """
        shown = self.entry.board.spec.animated
        events = []
        for event in self.table.events_since(self.seen, LEARNER):
            points = event.data.get("points", 0)
            if self.finished:
                wanted = event.kind in shown and bool(points)
            elif event.seat == LEARNER:
                wanted = isinstance(points, int) and points < 0
            else:
                wanted = event.kind in shown or event.seat is not None
            if wanted:
                events.append(event)
        return " ".join(map(sentence, event_texts(events, self.table.names)))

    def context(self, seen: int, style: Style = Style()) -> AnyContext:
        """The table as the learner sees it; the events since ``seen`` plays are marked."""
        history = self.table.history
        turn = self.table.turn
        return context_at(
            history,
            LEARNER,
            marks=self.table.events_since(seen, LEARNER),
            may_act=isinstance(turn, Decide) and turn.seat == LEARNER,
            style=style,
        )

    def go_on(self) -> None:
        """End a step that is only read."""
        if self.reading:
            self._end_step("", self.table.moves)

    def submit(self, action: object) -> LessonFeedback:
        """The learner's action; a wrong one changes nothing, and the answer says why."""
        wrong, lesson = self.wrong(action), self.lesson
        if wrong is not None or lesson is None:
            return wrong or OVER
        plays, notation = self.table.moves, self.table.game.notate(action)
        self.table.submit(LEARNER, action)
        if self._end_step(notation, plays):
            return LessonFeedback(True)
        self._take_back(plays)
        return LessonFeedback(False, lesson.failed)

    def wrong(self, action: object) -> LessonFeedback | None:
        """The answer to an action that does not end the step; None if it does. Changes nothing."""
        lesson = self.lesson
        if lesson is None:
            return OVER
        if self.reading:
            return LessonFeedback(False, "This step has no move. Enter goes on.")
        verdict = self.table.judge(action)
        if not verdict.legal:
            refusal = verdict.refusals[0]
            return LessonFeedback(False, f"{sentence(refusal.text)} {lesson.wrong}".strip(), refusal.rule)
        notation = self.table.game.notate(action)
        if not lesson.right(action, notation in self._accepted(lesson)):
            return LessonFeedback(False, f"{self.tutorial.made(verdict) or NOT_NOW} {_task(lesson)}")
        return None

    def not_yet(self, draft: object) -> str:
        """The task of the step, if the prepared move is legal but does not end the step; '' otherwise."""
        if draft is None or self.lesson is None or self.reading:
            return ""
        if not self.table.judge(draft).legal or self.wrong(draft) is None:
            return ""
        return _task(self.lesson)

    def guided(self, controls: Sequence[Control[Any, Any]], c: AnyContext) -> tuple[Control[Any, Any], ...]:
        """The controls of the board; the main one is blocked where the lesson would refuse what it submits.

        The one that the step speaks of has a chip wherever it may be used, or where it has one anyway.
        """
        spoken = self.lesson.point_at if self.lesson is not None else ""
        found = []
        for control in controls:
            if control.place == "main":
                found.append(_blocked(control, self.not_yet(c.draft)))
            elif CONTROL + control.spec.id == spoken:
                found.append(self._spoken(control, c))
            else:
                found.append(control)
        return tuple(found)

    def _spoken(self, control: Control[Any, Any], c: AnyContext) -> Control[Any, Any]:
        if control.blocked is not None or control.effect is None:
            return replace(control, place="bar")
        result = control.effect()
        if result.submit is None and result.ui == c.ui:
            return control  # it does nothing now
        return replace(_blocked(control, self.not_yet(result.submit)), place="bar")

    def suggestion(self) -> str:
        """A move that ends the present step, as it is typed; empty if the step lists none or none is legal now."""
        for text in self.lesson.accept if self.lesson is not None else ():
            with suppress(NotationError):
                if self.wrong(self.table.parse(text)) is None:
                    return text
        return ""

    def typed(self, text: str) -> LessonFeedback:
        """Like :meth:`submit`, for a typed move."""
        try:
            return self.submit(self.table.parse(text))
        except NotationError as error:
            return LessonFeedback(False, str(error))

    def _accepted(self, lesson: Lesson) -> set[str]:
        # A lesson may write a move in any spelling that the game understands.
        game, state = self.table.game, self.table.history.state
        found = set()
        for text in lesson.accept:
            try:
                found.add(game.notate(game.parse(text, state)))
            except NotationError:
                continue
        return found

    def _end_step(self, notation: str, plays: int) -> bool:
        """Make the other players' moves; False if chance has made the next step impossible."""
        lesson = self.tutorial.lessons[self.step]
        try:
            for text in lesson.then:
                turn = self.table.turn
                if isinstance(turn, Decide):
                    self.table.submit(turn.seat, self.table.parse(text))
        except IllegalAction:
            if lesson.worked is None:
                raise
            return False
        if lesson.worked is not None and not lesson.worked(self.table.history.state):
            return False
        self.moves.append(notation)
        self._plays.append(plays)
        self.step += 1
        return True

    def back(self) -> None:
        """Go back to the beginning of the step before."""
        if self._plays:
            self._take_back(self._plays.pop())
            self.moves.pop()
            self.step -= 1

    def _take_back(self, plays: int) -> None:
        """Go back to the table after ``plays`` plays."""
        self.table = Table(self.table.history.copy(plays))

    def restart(self) -> None:
        """Go back to the first step."""
        self.table, self.step, self.moves, self._plays = self._fresh(), 0, [], []

    def forward(self, steps: int, moves: list[str]) -> None:
        """Do steps again; if a remembered move is no longer right, the lesson's own move is made."""
        while self.step < min(steps, len(self.tutorial.lessons)) and (lesson := self.lesson) is not None:
            if self.reading:
                self.go_on()
                continue
            first = moves[self.step : self.step + 1]
            if not any(self._try(text) for text in (*first, *lesson.accept) if text) and not self._try_any(lesson):
                return

    def _try(self, text: str) -> bool:
        try:
            return self.typed(text).right
        except (IllegalAction, TableError):
            return False

    def _try_any(self, lesson: Lesson) -> bool:
        legal = self.table.legal() if lesson.accept_any else ()
        return bool(legal) and self.submit(legal[0]).right

    def skip(self) -> bool:
        """Do the step for the learner; returns whether that worked."""
        before = self.step
        self.forward(before + 1, [])
        return self.step > before


class LessonTable(Table):
    """A lesson as a table for a screen: one person learns here, and a step takes only the moves that it asks for.

    Every step is tried on a copy of the lesson, and the table adopts the copy when the step is done. So a thread can
    do slow steps, and a wrong move changes nothing. ``done`` and ``moves`` are the finished steps of a lesson that was
    left, and the learner's moves in them.
    """

    def __init__(self, play: LessonPlay, done: int = 0, moves: Sequence[str] = ()) -> None:
        super().__init__(play.table.history)
        self.play = play
        self.left = done, list(moves)

    @classmethod
    def where_left(cls, key: str, done: int, moves: Sequence[str]) -> LessonTable:
        """The lesson of a game where it was left; from its first step if it was finished."""
        entry = registry.get(key)
        tutorial = entry.tutorial
        assert tutorial is not None
        again = done >= len(tutorial.lessons)
        return cls(LessonPlay(entry, tutorial), 0 if again else done, moves)

    @property
    def here(self) -> tuple[Seat, ...]:
        """The learner alone: the guide plays the others, so no hand is handed over."""
        return (LEARNER,)

    @property
    def keeps(self) -> bool:
        """Whether this window plays the bots: the script of the lesson does that."""
        return False

    def adopt(self, play: LessonPlay) -> None:
        """Continue with a lesson that has changed, usually a copy of the present one."""
        self.play, self.history = play, play.table.history
        self.version += 1  # views are cached by the version, so it never starts again

    def takes(self, action: Any) -> bool:
        """Whether an action ends the present step."""
        return self.play.wrong(action) is None

    def submit(self, seat: Seat, action: Any, known: Sequence[Any] = ()) -> Play:  # noqa: ARG002 - the learner's seat
        """Do the learner's action and the others' moves after it. Raises IllegalAction with the answer of the lesson.

        ``known`` is what the work of :meth:`foresee` has returned.
        """
        twin, answer = known or self._tried(action)
        if not answer.right:
            raise IllegalAction(Verdict((Refusal(answer.rule, answer.say),)))
        before = self.moves
        self.adopt(twin)
        return self.history.plays[before]

    def outcome_work(self, seat: Seat, action: Any) -> Callable[[], tuple[Any, ...]] | None:  # noqa: ARG002
        """Work for another thread that tries the step; None if the step refuses the action at once."""
        return partial(self._tried, action) if self.takes(action) else None

    def _tried(self, action: Any) -> tuple[LessonPlay, LessonFeedback]:
        twin = self.play.copy()
        return twin, twin.submit(action)

    def note(self, seat: Seat, kind: str) -> None:
        """Help is free in a lesson, so no help is recorded."""

    def undo_offer(self, seat: Seat | None) -> UndoOffer:  # noqa: ARG002 - no seat may undo
        """No undo: a lesson goes back step by step."""
        return UndoOffer(None, why="a lesson goes back step by step")


def why_no_lesson(key: str) -> str:
    """Why a game has no lesson here, in a sentence; '' if it has one."""
    try:
        entry = registry.get(key)
    except KeyError as error:
        return str(error.args[0])
    title = entry.game.info.title
    if entry.tutorial is None:
        return f"{title} has no lesson."
    return f"{title} cannot be played here. {entry.unavailable_reason}" if entry.unavailable_reason else ""


def _blocked(control: Control[Any, Any], why: str) -> Control[Any, Any]:
    return replace(control, blocked=Refusal("", why)) if why and control.blocked is None else control


def _task(lesson: Lesson) -> str:
    return lesson.wrong or f"Play {listed(lesson.accept, 'or')}."
