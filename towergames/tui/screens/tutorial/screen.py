"""A game that teaches itself: text, the real board and hand, and every move answered (U58)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from textual import events

from towergames import registry
from towergames.boards.desk import Command, Reply, Scene
from towergames.boards.protocol import Failure
from towergames.core.contract import NotationError
from towergames.core.text import closest, sentence
from towergames.session.animation import animation_after
from towergames.session.confirmation import Asked
from towergames.session.lesson import LEARNER, Answer, LessonPlay
from towergames.session.session import Session, asks, typed_moves
from towergames.session.task import Task
from towergames.tui.commands import CONFIRMING, MOVES
from towergames.tui.message_lines import WAIT, looked_for
from towergames.tui.screens.tutorial.view import COMMANDS, SETTLES, LessonView
from towergames.tui.widgets.board_view import Eyes, Works
from towergames.tui.widgets.canvas import CanvasView

if TYPE_CHECKING:
    from towergames.tui.app_state import Memory

__all__ = ["COMMANDS", "TutorialScreen"]

WHILE_SETTLING = frozenset(("back", "help", "palette", "type", "menu", "quit", "export"))
"""Commands that change nothing on the table."""
CURSOR = tuple(replace(command, footer="next") if command.id == "zone.next" else command for command in MOVES)
Change = Callable[[LessonPlay], Answer | None]
"""Something done to a lesson; the answer to a move, None where there is none to be given."""


class TutorialScreen(LessonView):
    """The lesson as it is played. What was learned is remembered when the screen is left."""

    NAME = "tutorial"
    FOOTER_FIRST = (*(command.id for command in COMMANDS[:3]), "choose", "zone.next")

    @staticmethod
    def why_none(key: str) -> str:
        """Why a game has no tutorial here, in a sentence; empty when it has one."""
        try:
            entry = registry.get(key)
        except KeyError as error:
            return str(error.args[0])
        if entry.tutorial is None:
            return f"{entry.game.info.title} has no tutorial."
        return f"{entry.game.info.title} cannot be played here. {entry.missing}" if entry.missing else ""

    @classmethod
    def where_left(cls, key: str, memory: Memory) -> TutorialScreen:
        """The tutorial of a game where it was left; from its start when it was finished."""
        entry = registry.get(key)
        tutorial = entry.tutorial
        assert tutorial is not None
        done, moves = memory.lesson(key)
        again = done >= len(tutorial.lessons)
        return cls(LessonPlay(entry, tutorial), 0 if again else done, moves)

    def __init__(self, play: LessonPlay, done: int = 0, moves: list[str] | None = None) -> None:
        self._change_task: Task | None = None
        """What is being worked out in a thread."""
        self._searched = False
        """Whether that is a search, which can be ended."""
        super().__init__(play)
        self._asked = Asked()
        self.works = Works(self, self)
        self.eyes = Eyes(self, self, self.works)
        self._resume = (done, list(moves or []))

    @property
    def settling(self) -> bool:
        """Whether something falls, and nothing can be done meanwhile."""
        return self._change_task is not None

    def own_commands(self) -> tuple[Command, ...]:
        """What is asked, lesson, game, cursor."""
        now = CONFIRMING if self._asked.pending(self.table_scene()) else ()
        return (*now, *COMMANDS[:3], *self.desk.commands, *CURSOR, *COMMANDS[3:])

    def help_first(self) -> tuple[str, ...]:
        """Lesson keys, then the game's."""
        return ("lesson", "game")

    def on_mount(self) -> None:
        """Take the lesson up where it was left."""
        done, moves = self._resume
        self.redraw()
        if done:
            self._change(lambda play: play.forward(done, moves), show=False)

    def on_unmount(self) -> None:
        """Nothing is waited for any more."""
        self.skip_beats()
        self.works.drop()
        if self._change_task is not None:
            self._change_task.drop()
        self._change_task = None

    # --- changing the table -----------------------------------------------------------------------------

    def _change(self, change: Change, *, show: bool = True) -> None:
        """Go on in the lesson; where moves take their time, on a copy of it in a thread."""
        if self.settling:
            return
        if not self.play.slow:
            before = self.play.table.moves
            self._changed(self.play, change(self.play), before, show)
            return
        copy = self.play.copy()
        self._searched, self.meanwhile = False, SETTLES

        def done(answer: Answer | Failure | None) -> None:
            self._change_task = None
            if not self.is_open:
                return
            before = self.play.table.moves
            if isinstance(answer, Failure):
                self._changed(self.play, Answer(False, answer.text), before, show)
            else:
                self._changed(copy, answer, before, show)

        self._change_task = Task(
            self.soon, lambda _: change(copy), done, self._told, daemon=False, name="lesson"
        ).start()
        self.redraw()

    def _told(self, share: float) -> None:
        """How far a search before a move is."""
        if self.is_open:
            self._searched, self.meanwhile = True, looked_for(share)
            self._tell_step()

    def _changed(self, play: LessonPlay, answer: Answer | None, before: int, show: bool) -> None:
        """The lesson has gone on, or a move was answered."""
        if answer is not None and not answer.right:
            self.answer = answer.say
            self.pointer = self.desk.keep(self.table_scene(), self.pointer)
            self.redraw()
            return
        if answer is not None:
            self.moves_seen = before
        elif not show:
            self.moves_seen = play.table.moves
        self.play = play
        self.answer = ""
        self.begin_anew()
        session = Session(play.table, self.desk, self.services.style)
        self.show_beats(animation_after(session, self.moves_seen, LEARNER, self.services.motion) if show else ())

    async def on_key(self, event: events.Key) -> None:
        """Any key skips what is being shown, but for those that only look."""
        if self.beat is None:
            return
        found = self.keymap.lookup(event.key, self.commands())
        if not any(command.looking for command in found):
            event.stop()
            event.prevent_default()
            self._skip()

    def _skip(self) -> None:
        self.skip_beats()
        self.redraw()

    # --- the lesson's commands --------------------------------------------------------------------------

    def can_lesson_next(self) -> str:
        """Only where nothing has to be played."""
        return "" if self.play.reading else "Play the move that the lesson asks for, or let it be shown."

    def do_lesson_next(self, argument: str = "") -> None:
        """The next step."""
        self._change(lambda play: play.go_on())

    def can_lesson_show(self) -> str:
        """Until the end."""
        return "The lesson is over." if self.play.finished else ""

    def do_lesson_show(self, argument: str = "") -> None:
        """Have it done."""
        self.moves_seen = self.play.table.moves
        self._change(_skipped)

    def can_lesson_before(self) -> str:
        """Not before the first."""
        return "" if self.play.step else "This is the first step."

    def do_lesson_before(self, argument: str = "") -> None:
        """One step back."""
        self._change(lambda play: play.back(), show=False)

    def do_lesson_again(self, argument: str = "") -> None:
        """All from the start."""
        self._change(lambda play: play.restart(), show=False)

    def do_back(self, argument: str = "") -> None:
        """End what is being worked out, else back in what is being picked, else out; the step is remembered."""
        if self.works.active:
            self.works.stop()
            return
        if self._change_task is not None and self._searched:
            self._change_task.give_up()
            return
        if not self.settling:
            reply = self.desk.do(self.scene, self.pointer, "back")
            if reply.pointer != self.pointer:
                self._take(reply)
                return
        self._remember()
        self.dismiss(None)

    def do_menu(self, argument: str = "") -> None:
        """Leave for the menu; the step is remembered."""
        self._remember()
        super().do_menu()

    def _remember(self) -> None:
        app = self.services
        try:
            app.memory.remember_lesson(self.play.entry.key, self.play.step, self.play.moves)
        except OSError as error:
            app.say(f"{app.memory.path} could not be written ({error.strerror}); the lesson will begin anew.")

    # --- the game's commands ----------------------------------------------------------------------------

    def _is_desks(self, command_id: str) -> bool:
        shared = command_id != "back" and any(c.id == command_id for c in MOVES)
        return shared or any(c.id == command_id for c in self.desk.commands)

    def _is_looking(self, command_id: str) -> bool:
        return any(c.id == command_id and c.looking for c in self.desk.commands)

    def why_not(self, command_id: str) -> str:
        """The desk knows about its own commands."""
        if self._is_looking(command_id):
            return self.desk.enabled(self.scene, self.pointer, command_id)
        if self.settling and command_id not in WHILE_SETTLING:
            return self.meanwhile if self._searched else WAIT
        if not self._is_desks(command_id):
            return super().why_not(command_id)
        if (self.play.reading or self.play.finished) and command_id == "choose":
            return ""
        if any(c.id == command_id for c in self.desk.commands):
            if self.play.finished:
                return "The lesson is over; Esc leads back."
            if self.play.reading:
                return "There is nothing to be played in this step; Enter goes on."
        return self.desk.enabled(self.scene, self.pointer, command_id)

    def run_command(self, command_id: str, argument: str = "") -> bool:
        """The desk handles its own commands; Enter goes on where there is only something to read."""
        self.pointed = ""
        if not self._is_desks(command_id):
            return super().run_command(command_id, argument)
        why = self.why_not(command_id)
        if why:
            self.answer = why
            self.redraw()
            return False
        if self._is_looking(command_id):
            self.eyes.turn(self.desk.do(self.scene, self.pointer, command_id).pointer)
        elif command_id == "choose" and self.play.finished:
            self.do_back()
        elif command_id == "choose" and self.play.reading:
            self.do_lesson_next()
        else:
            self._take(self.desk.do(replace(self.scene, room=self.board_size()), self.pointer, command_id))
        return True

    def on_canvas_view_spot_clicked(self, event: CanvasView.SpotClicked) -> None:
        """A click on board or hand."""
        event.stop()
        if self.beat is not None:
            self._skip()
        elif not self.settling:
            self._take(self.desk.click(self.scene, self.pointer, event.spot))

    def on_canvas_view_pointed_at(self, event: CanvasView.PointedAt) -> None:
        """The line over the hand tells what the mouse is on."""
        self.pointed = event.tells
        self.repaint_hand()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel over the board."""
        self._wheel(event, -1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel over the board."""
        self._wheel(event, 1)

    def _wheel(self, event: events.MouseEvent, steps: int) -> None:
        if self.query_one("#lesson-board").region.contains(event.screen_x, event.screen_y):
            self.eyes.wheeled(steps)

    def completions(self) -> list[str]:
        """The moves that are possible now, then the commands."""
        return [*typed_moves(self.play.table), *super().completions()]

    def forms(self) -> tuple[str, ...]:
        """How moves are typed."""
        return self.play.table.templates

    def prefers_own_words(self, text: str) -> bool:
        """``build OFFICE A`` is a move, ``build`` alone a command."""
        return True

    def typed_other(self, text: str) -> None:
        """A typed move, or words of the desk's own."""
        words = self.desk.typed(self.table_scene(), self.pointer, text) if not self.settling else None
        if words is not None:
            self._take(words)
            return
        try:
            self._offer(self.play.table.parse(text), self.pointer)
        except NotationError as error:
            verbs = [form.split()[0] for form in self.play.table.templates]
            near = closest(text.split()[0], [*verbs, *self.typed_words()])
            self.answer = sentence(str(error)) + (f" Did you mean {near!r}?" if near else "")
            self.redraw()

    def _take(self, reply: Reply[Any]) -> None:
        before, self.pointer = self.pointer, reply.pointer
        self.answer = reply.say + (f" ({reply.rule})" if reply.rule else "")
        self.works.follow(reply, before)
        if reply.submit is not None:
            self._offer(reply.submit, before)
        else:
            self._asked.drop()
            self.redraw()

    def _offer(self, action: Any, before: Any) -> None:
        """Try a move, once it is confirmed where it must be; ``before`` is the pointer to go back to."""
        question = self._asked.question(self.desk, self.table_scene(), action, before)
        if question is not None and self.play.table.judge(action).legal:
            self.answer = asks(question)
            self.redraw()
        else:
            self._change(lambda play: play.submit(action))

    def do_confirm(self, argument: str = "") -> None:
        """Make the move that was asked about."""
        action = self._asked.action
        self._asked.drop()
        self._change(lambda play: play.submit(action))

    def do_confirm_not(self, argument: str = "") -> None:
        """Leave the move that was asked about, with the hand as it was before."""
        self.pointer = self.desk.keep(self.table_scene(), self._asked.before)
        self._asked.drop()
        self.answer = ""
        self.redraw()

    # --- slow work --------------------------------------------------------------------------------------

    def work_scene(self) -> Scene[Any]:
        """The table as the learner sees it."""
        return self.table_scene()

    def work_for(self) -> tuple[Any, ...]:
        """The position."""
        return (self.play.table.history.state,)

    def work_told(self, pointer: Any) -> None:
        """Something was told while the desk works."""
        self.eyes.told(pointer)
        self.repaint_hand()

    def work_done(self, reply: Reply[Any]) -> None:
        """Go on with the desk's reply."""
        self._take(reply)

    def work_lasts(self) -> None:
        """Esc ends it at any time."""


def _skipped(play: LessonPlay) -> Answer | None:
    return None if play.skip() else Answer(False, "This step cannot be shown; play it, or read on.")
