"""A game that teaches itself: text, the real board and hand, and every move answered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from textual import events

from towergames import registry
from towergames.boards.protocol import Confirmation, Failure, Pointing, Result, Work
from towergames.core.contract import NotationError
from towergames.core.text import closest, sentence
from towergames.session.animation import animation_after
from towergames.session.controller import CHOOSE, Controller
from towergames.session.lesson import LEARNER, Answer, LessonPlay
from towergames.session.session import Session, asks, typed_moves
from towergames.session.task import Task
from towergames.tui.commands import CONFIRMING, MOVES, Command, board_commands
from towergames.tui.message_lines import WAIT, looked_for
from towergames.tui.screens.tutorial.view import COMMANDS, SETTLES, LessonView
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.live_board import Pictures, Works

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
        self.controller = Controller(self.board, self)
        self.works = Works(self, self)
        self.pictures = Pictures(self, self)
        self._resume = (done, list(moves or []))

    @property
    def settling(self) -> bool:
        """Whether something falls, and nothing can be done meanwhile."""
        return self._change_task is not None

    def own_commands(self) -> tuple[Command, ...]:
        """What is asked, lesson, game, cursor."""
        now = CONFIRMING if self.controller.asking else ()
        return (*now, *COMMANDS[:3], *board_commands(self.controller), *CURSOR, *COMMANDS[3:])

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
            self.memory.keep(self.bare())
            self.redraw()
            return
        if answer is not None:
            self.moves_seen = before
        elif not show:
            self.moves_seen = play.table.moves
        self.play = play
        self.answer = ""
        self.memory.begin(self.bare())
        session = Session(play.table, self.board, self.services.style)
        self.show_beats(animation_after(session, self.moves_seen, LEARNER, self.services.motion) if show else ())

    async def on_key(self, event: events.Key) -> None:
        """Any key skips what is being shown, but for those that only look."""
        if self.beat is None:
            return
        found = self.keymap.lookup(event.key, self.commands())
        if not any(command.camera for command in found):
            event.stop()
            event.prevent_default()
            self._skip()

    def _skip(self) -> None:
        self.skip_beats()
        self.redraw()

    # --- the lesson's commands --------------------------------------------------------------------------

    def _can_lesson_next(self) -> str:
        return "" if self.play.reading else "Play the move that the lesson asks for, or let it be shown."

    def _do_lesson_next(self, argument: str = "") -> None:
        self._change(lambda play: play.go_on())

    def _can_lesson_show(self) -> str:
        return "The lesson is over." if self.play.finished else ""

    def _do_lesson_show(self, argument: str = "") -> None:
        self.moves_seen = self.play.table.moves
        self._change(_skipped)

    def _can_lesson_before(self) -> str:
        return "" if self.play.step else "This is the first step."

    def _do_lesson_before(self, argument: str = "") -> None:
        self._change(lambda play: play.back(), show=False)

    def _do_lesson_again(self, argument: str = "") -> None:
        self._change(lambda play: play.restart(), show=False)

    def _do_back(self, argument: str = "") -> None:
        if self.works.active:
            self.works.stop()
            return
        if self._change_task is not None and self._searched:
            self._change_task.give_up()
            return
        if not self.settling:
            before = self.memory.ui
            if self.controller.press("back") and self.memory.ui != before:
                self.redraw()
                return
        self._remember()
        self.dismiss(None)

    def _do_menu(self, argument: str = "") -> None:
        self._remember()
        super()._do_menu()

    def _remember(self) -> None:
        app = self.services
        try:
            app.memory.remember_lesson(self.play.entry.key, self.play.step, self.play.moves)
        except OSError as error:
            app.say(f"{app.memory.path} could not be written ({error.strerror}); the lesson will begin anew.")

    # --- the game's commands ----------------------------------------------------------------------------

    def _hindrance(self, command_id: str) -> str:
        """Why the lesson itself allows no command of the board now; '' where it does."""
        if self.controller.is_camera(command_id):
            return ""
        if self.settling:
            return self.meanwhile if self._searched else WAIT
        if command_id.startswith("letter.") or any(spec.id == command_id for spec in self.board.spec.specs):
            if self.play.finished:
                return "The lesson is over; Esc leads back."
            if self.play.reading:
                return "There is nothing to be played in this step; Enter goes on."
        return ""

    def _takes(self, command_id: str) -> bool:
        """Whether the command is the board's; Esc leads back in the board only where it can."""
        return command_id != "back" and self.controller.takes(command_id)

    def why_not(self, command_id: str) -> str:
        """The board knows about its own commands."""
        if not self._takes(command_id):
            waits = self.settling and command_id not in WHILE_SETTLING
            return self._hindrance("") if waits else super().why_not(command_id)
        on = command_id == CHOOSE and (self.play.reading or self.play.finished)
        return self._hindrance(command_id) or ("" if on else self.controller.why_not(command_id))

    def run_command(self, command_id: str, argument: str = "") -> bool:
        """The board handles its own commands; Enter goes on where there is only something to read."""
        self.pointed = ""
        if not self._takes(command_id):
            return super().run_command(command_id, argument)
        why = self._hindrance(command_id)
        if why:
            self.answer = why
            self.redraw()
            return False
        if self.controller.is_camera(command_id):
            return self.controller.press(command_id)
        if command_id == CHOOSE and self.play.finished:
            self._do_back()
        elif command_id == CHOOSE and self.play.reading:
            self._do_lesson_next()
        else:
            self.answer = ""
            self.controller.press(command_id)
            self.redraw()
        return True

    def on_canvas_view_spot_clicked(self, event: CanvasView.SpotClicked) -> None:
        """A click on board, hand or action bar."""
        event.stop()
        if self.beat is not None:
            self._skip()
        elif not self.settling:
            self.answer = ""
            self.controller.point(Pointing(event.spot))
            self.redraw()

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
            turned = Pointing("", wheel=steps)
            if self.settling or self.beat is not None:
                self.controller.look(turned)
            else:
                self.controller.point(turned)

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
        """A typed move, or words of the board's own."""
        spec = self.controller.named(text)
        if spec is not None:
            self.run_command(spec.id)
            return
        self.answer = ""
        if not self.settling and not self.controller.line(text):
            try:
                self.controller.offer(self.play.table.parse(text), self.memory.ui)
            except NotationError as error:
                verbs = [form.split()[0] for form in self.play.table.templates]
                near = closest(text.split()[0], [*verbs, *self.typed_words()])
                self.answer = sentence(str(error)) + (f" Did you mean {near!r}?" if near else "")
        self.redraw()

    def _do_confirm(self, argument: str = "") -> None:
        self.controller.confirm()

    def _do_confirm_not(self, argument: str = "") -> None:
        self.controller.decline()
        self.answer = ""
        self.redraw()

    # --- the client of the controller -------------------------------------------------------------------

    def mark_help(self, kind: str) -> bool:
        """In a lesson help is free."""
        return True

    def answered(self, result: Result[Any, Any]) -> None:
        """Beside the lesson."""
        if result.say or result.lines:
            said = " ".join((result.say, *result.lines)).strip()
            self.answer = said + (f" ({result.rule})" if result.rule else "")

    def ask(self, question: Confirmation) -> None:
        """Where answers are said."""
        self.answer = asks(question)

    def follow(self, work: Work[Any, Any] | None, *, changed: bool) -> None:
        """Slow work of the board."""
        self.works.follow(work, changed=changed)

    def legal(self, action: Any) -> bool:
        """Whether the rules allow the move; whether it is the right one is said once it is confirmed."""
        return self.play.table.judge(action).legal

    def submit(self, action: Any) -> None:
        """Try the move."""
        self._change(lambda play: play.submit(action))

    def looked(self) -> None:
        """The camera has moved."""
        self.pictures.stirred()

    # --- slow work --------------------------------------------------------------------------------------

    def work_for(self) -> tuple[Any, ...]:
        """The position."""
        return (self.play.table.history.state,)

    def work_told(self) -> None:
        """Something was told while the board works."""
        self.pictures.stirred()
        self.repaint_hand()

    def work_done(self) -> None:
        """The answer may change everything."""
        self.redraw()

    def work_lasts(self) -> None:
        """Esc ends it at any time."""


def _skipped(play: LessonPlay) -> Answer | None:
    return None if play.skip() else Answer(False, "This step cannot be shown; play it, or read on.")
