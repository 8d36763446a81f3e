"""A game that teaches itself: text, the real board and hand, and every move answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from towergames import registry
from towergames.board.protocol import AnyBoard, Beside, Failure, Pointing
from towergames.core.contract import NotationError, told
from towergames.core.text import closest, not_written
from towergames.session.animation import animation_after
from towergames.session.controller import CHOOSE, CONTROL, Controller
from towergames.session.lesson import LEARNER, Answer, LessonPlay
from towergames.session.session import Session, typed_moves
from towergames.session.task import Task
from towergames.session.text import misread
from towergames.table.errors import TableError
from towergames.table.records import SeatSetup
from towergames.table.store import why_no_branch
from towergames.tui.command_screen import Handler, TowerScreen
from towergames.tui.commands import CONFIRMING, Command, board_commands, cursor_commands, group
from towergames.tui.dialogs import ConfirmDialog
from towergames.tui.keymap import KeyMap
from towergames.tui.message_lines import WAIT, foretold, looked_for
from towergames.tui.screens.game.animation_player import Stage
from towergames.tui.screens.lesson_board import Change, LessonBoard
from towergames.tui.settling import Settling
from towergames.tui.setup_form import SetupForm
from towergames.tui.widgets import action_bar
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar
from towergames.tui.zone_layout import board_beside

if TYPE_CHECKING:
    from towergames.tui.app_state import Memory

COMMANDS = group(
    "lesson",
    ("lesson.next", "Go on", "Go on after reading", "full_stop f5", "on", "go on"),
    ("lesson.show", "Show me", "Let the guide play this step", "exclamation_mark f6", "show", "show me"),
    ("lesson.before", "Step back", "Go to the step before", "backspace f7", "stepback", "step back"),
    ("lesson.again", "From the start", "Start the lesson again", "r f8", "restart"),
)
END = group(
    "lesson",
    ("lesson.play", "Play it now", "Start a game against a bot", "enter", "play-now", "Play it now"),
    (
        "lesson.alone",
        "Play on from here",
        "Play this game to its end without the guide",
        "1",
        "alone",
        "Play on from here",
    ),
    ("lesson.other", "Another lesson", "Choose a game to learn", "2", "other", "Another lesson"),
)
"""What can be done after the last step."""
ENDINGS = frozenset(command.id for command in END)
WHILE_SETTLING = frozenset(("back", "help", "palette", "type", "menu", "quit", "export"))
"""Commands that change nothing on the table."""
TEXT_ROWS, LEAST_TEXT = 7, 6
"""Rows of the text above the board; the lowest screens have none for its title."""
WATCH = "Watch"
SETTLES = "The pieces are moving."
WIDE, ROOMY = 104, 32
"""Columns from which the text stands beside the board, rows from which the hand gets more of them."""


class TutorialScreen(TowerScreen[None]):
    """The lesson as it is played. What was learned is remembered when the screen is left."""

    NAME = "tutorial"
    SETTLE: ClassVar[float] = 0.5
    """Seconds after the last step during which no key begins a game: it may be meant for the step."""
    FOOTER_FIRST = (*(command.id for command in COMMANDS[:3]), CHOOSE, "zone.next", "back")

    @staticmethod
    def why_none(key: str) -> str:
        """Why a game has no tutorial here, in a sentence; empty when it has one."""
        try:
            entry = registry.get(key)
        except KeyError as error:
            return str(error.args[0])
        if entry.tutorial is None:
            return f"{entry.game.info.title} has no lesson."
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
        super().__init__()
        self.play = play
        self.answer, self.tone = "", ""
        """The answer to the last input, and the role of its colour: "warn" for a refusal or a question."""
        self.pointed = ""
        """What the mouse is on, in words, until a key is pressed."""
        self._change_task: Task | None = None
        """What is being worked out in a thread."""
        self._searched = False
        """Whether that is a search, which can be ended."""
        self._meanwhile = SETTLES
        """What is being done while nothing else can be."""
        self._resume = (done, list(moves or []))
        self.stage = Stage(self)
        self._ended = Settling()
        self.lesson_board = LessonBoard(self, play.entry.board, COMMANDS[0], END)
        self.lesson_board.memory.begin(self.lesson_board.bare())
        self.handlers = self._handlers()

    def _handlers(self) -> Mapping[str, Handler]:
        back = partial(self.change, lambda play: play.back(), show=False)
        again = partial(self.change, lambda play: play.restart(), show=False)
        return {
            "lesson.next": Handler(self._go_on, self._why_not_on),
            "lesson.show": Handler(self._show_step, lambda: "The lesson is over." if self.play.finished else ""),
            "lesson.before": Handler(back, lambda: "" if self.play.step else "This is the first step."),
            "lesson.again": Handler(again),
            "confirm": Handler(self.controller.confirm),
            "confirm.not": Handler(self._decline),
            "lesson.play": Handler(self._play_now),
            "lesson.alone": Handler(self._play_on, self._why_not_alone),
            "lesson.other": Handler(self._another),
            "back": Handler(self._back),
            "menu": Handler(self._leave),
        }

    @property
    def board(self) -> AnyBoard:
        """The game's board."""
        return self.play.entry.board

    @property
    def controller(self) -> Controller:
        """What gives the board its input."""
        return self.lesson_board.controller

    @property
    def settling(self) -> bool:
        """Whether something falls, and nothing can be done meanwhile."""
        return self._change_task is not None

    @property
    def moving(self) -> bool:
        """Whether something falls, or an animation is shown."""
        return self.settling or self.stage.beat is not None

    # --- the registry -----------------------------------------------------------------------------------

    @property
    def keymap(self) -> KeyMap:
        """Letters belong to the board where they are typed onto it."""
        app = self.services
        return app.letters_keymap if self.board.spec.letters else app.keymap

    def board_shown(self) -> AnyBoard:
        """The game's."""
        return self.board

    def own_commands(self) -> tuple[Command, ...]:
        """What is asked, lesson, game, cursor."""
        end = tuple(replace(one, footer="") for one in END) if self.play.finished else ()
        now = CONFIRMING if self.controller.asking else end
        cursor = cursor_commands(self.lesson_board.controls())
        named = {"zone.next": "next", "back": "back"}
        cursor = tuple(replace(one, footer=named[one.id]) if one.id in named else one for one in cursor)
        return (*now, *COMMANDS[:3], *board_commands(self.controller), *cursor, *COMMANDS[3:])

    def help_first(self) -> tuple[str, ...]:
        """Lesson keys, then the game's."""
        return ("lesson", "game")

    def _hindrance(self, command_id: str) -> str:
        """Why the lesson itself allows no command of the board now; '' where it does."""
        if command_id in self.controller.cameras:
            return ""
        if self.settling:
            return self._meanwhile if self._searched else WAIT
        if command_id.startswith("letter.") or any(spec.id == command_id for spec in self.board.spec.specs):
            if self.play.finished:
                return "The lesson is over. Enter starts a game."
            if self.play.reading:
                return "This step has no move. Enter goes on."
        return ""

    def _takes(self, command_id: str) -> bool:
        """Whether the command is the board's; Esc leads back in the board only where it can."""
        return command_id != "back" and command_id in self.controller.verbs

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
        if why := self._hindrance(command_id):
            self.tell(why)
            self.redraw()
            return False
        if command_id in self.controller.cameras:
            return self.controller.press(command_id)
        if command_id == CHOOSE and self.play.reading:
            self._go_on()
        else:
            self.tell("")
            self.controller.press(command_id)
            self.redraw()
        return True

    def completions(self) -> list[str]:
        """The moves that are possible now, then the commands."""
        return [*typed_moves(self.play.table), *super().completions()]

    def forms(self) -> tuple[str, ...]:
        """How moves are typed."""
        return self.play.table.templates

    def prefers_own_words(self, text: str) -> bool:
        """``build OFFICE A`` is a move, ``build`` alone a command."""
        return True

    def reading(self, text: str) -> str:
        """The move that typed text means, else what a command does."""
        told = super().reading(text)
        if told or not text:
            return told
        table = self.play.table
        try:
            return f"Enter: {table.game.notate(table.parse(text))}"
        except NotationError:
            return f"Enter: {text}" if self.controller.named(text) or self.controller.understands(text) else ""

    def typed_other(self, text: str) -> None:
        """A typed move, or words of the board's own."""
        if (spec := self.controller.named(text)) is not None:
            self.run_command(spec.id)
            return
        self.tell("")
        if not self.settling and not self.controller.line(text):
            try:
                self.controller.offer(self.play.table.parse(text), self.lesson_board.memory.ui)
            except NotationError as error:
                verbs = [form.split()[0] for form in self.play.table.templates]
                near = closest(text.split()[0], [*verbs, *self.typed_words()])
                self.tell(misread(error, near))
        self.redraw()

    def tell(self, answer: str, tone: str = "warn") -> None:
        """Answer the learner."""
        self.answer, self.tone = answer, tone

    # --- changing the table -----------------------------------------------------------------------------

    def change(self, change: Change, *, show: bool = True) -> None:
        """Go on in the lesson; where moves take their time, on a copy of it in a thread."""
        if self.settling:
            return
        if not self.play.slow:
            self._changed(self.play, change(self.play), show)
            return
        copy = self.play.copy()
        self._searched, self._meanwhile = False, SETTLES

        def done(answer: Answer | Failure | None) -> None:
            self._change_task = None
            if not self.is_open:
                return
            if isinstance(answer, Failure):
                self._changed(self.play, Answer(False, answer.text), show)
            else:
                self._changed(copy, answer, show)

        self._change_task = Task(
            self.soon, lambda _: change(copy), done, self._told, daemon=False, name="lesson"
        ).start()
        self.redraw()

    def _told(self, share: float) -> None:
        """How far a search before a move is."""
        if self.is_open:
            self._searched, self._meanwhile = True, looked_for(share)
            self._tell_step()

    def _changed(self, play: LessonPlay, answer: Answer | None, show: bool) -> None:
        """The lesson has gone on, or a move was answered."""
        board = self.lesson_board
        if answer is not None and not answer.right:
            self.tell(answer.say)
            board.memory.keep(board.bare())
            self.redraw()
            return
        self.play = play
        self.tell("")
        board.begin()
        session = Session(play.table, self.board, self.services.style)
        beats = animation_after(session, play.seen, LEARNER, self.services.motion) if show else []
        self.stage.play(beats, self.redraw)

    def show_beat(self, moving: bool) -> None:
        """Draw what the animation shows now."""
        self.lesson_board.repaint_board() if moving else self.redraw()

    def _why_not_on(self) -> str:
        return "" if self.play.reading else "Play the move of the lesson, or let the guide play it."

    def _go_on(self) -> None:
        self.change(lambda play: play.go_on())

    def _show_step(self) -> None:
        self.change(lambda play: None if play.skip() else Answer(False, CANNOT_SHOW))

    def _decline(self) -> None:
        self.controller.decline()
        self.tell("")
        self.redraw()

    def _back(self) -> None:
        """End what is being worked out, else back in what is being picked, else out; the step is remembered."""
        memory = self.lesson_board.memory
        if self.lesson_board.works.active:
            self.lesson_board.works.stop()
            return
        if self._change_task is not None and self._searched:
            self._change_task.give_up()
            return
        if not self.settling:
            before = memory.ui
            if self.controller.press("back") and memory.ui != before:
                self.redraw()
                return
        if self.play.step and not self.play.finished:
            question = f"Leave the lesson? It goes on at step {self.play.number} when you come back."
            self.services.push_screen(ConfirmDialog(question, "Leave", "Stay"), self._left)
        else:
            self._left(True)

    def _left(self, leave: bool | None) -> None:
        if leave:
            self._remember()
            self.dismiss(None)

    def _leave(self) -> None:
        self._remember()
        self.services.to_menu()

    def _play_now(self) -> None:
        """Start a real game as the new-game form would."""
        entry, app = self.play.entry, self.services
        header = SetupForm.begin(entry, app.memory.table(entry)).header()
        self._remember()
        self.dismiss(None)
        if header is not None:
            app.begin_game(header)

    def _play_on(self) -> None:
        """Save the lesson's game and play it on; a bot plays for everyone else."""
        entry, app = self.play.entry, self.services
        history = self.play.table.history.copy()
        bot = next((level.name for level in entry.levels if level.name == "easy"), entry.levels[0].name)
        seats = [SeatSetup(name, "" if seat == LEARNER else bot) for seat, name in enumerate(self.play.tutorial.names)]
        history.header = replace(history.header, seats=tuple(seats))
        try:
            table = app.store.branch(history, self.play.table.moves, f"{entry.key}-lesson", lesson=True)
        except TableError as error:
            app.say(str(error))
            return
        self._remember()
        self.dismiss(None)
        app.open_table(table)

    def _why_not_alone(self) -> str:
        return why_no_branch(self.play.table.history, self.play.table.moves, lesson=True)

    def _another(self) -> None:
        self._remember()
        self.dismiss(None)
        self.services.open("learn")

    def _remember(self) -> None:
        app = self.services
        try:
            app.memory.remember_lesson(self.play.entry.key, self.play.step, self.play.moves)
        except OSError as error:
            app.say(not_written(app.memory.path, error, "The lesson will start again from step 1."))

    # --- keys and mouse ---------------------------------------------------------------------------------

    def takes_key(self, event: events.Key) -> bool:
        """Any key ends what is being shown, but for those that only look or quit; it has its effect as at the table."""
        found = self.commands_on(event.key)
        if self.stage.beat is None:
            begins = any(command.id in ENDINGS for command in found)
            return begins and self.play.finished and self._ended.lasts(self.SETTLE)
        if any(command.camera or command.id == "quit" for command in found):
            return False
        passing = self.stage.passing
        self.stage.skip()
        return not passing

    def on_canvas_view_spot_clicked(self, event: CanvasView.SpotClicked) -> None:
        """A click on board, hand or action bar."""
        event.stop()
        if self.stage.beat is not None:
            self.stage.skip()
        elif event.spot.startswith(action_bar.COMMAND):
            self.run_command(event.spot.removeprefix(action_bar.COMMAND))
        elif event.spot == CONTROL + COMMANDS[0].id:
            self.run_command(COMMANDS[0].id)
        elif not self.settling:
            self.tell("")
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
            self.lesson_board.moved(Pointing("", wheel=steps))

    # --- layout -----------------------------------------------------------------------------------------

    def minimum(self) -> tuple[int, int]:
        """The board's least width and all zones' heights."""
        sizes = self.board.sizes(len(self.play.tutorial.names), None)
        return sizes.board[0], sizes.board[1] + sizes.hand + action_bar.ROWS + LEAST_TEXT + 2

    def _text_rows(self) -> int:
        return TEXT_ROWS if self.app.size.height > self.minimum()[1] else LEAST_TEXT

    def compose(self) -> ComposeResult:
        """Text above the board, or beside it where there is room."""
        board = self.lesson_board
        with Horizontal(id="lesson"):
            with Vertical(id="lesson-text"):
                yield Static(id="lesson-title", markup=False, classes="strong")
                yield Static(id="lesson-say", markup=False)
                yield Static(id="lesson-answer", markup=False)
            with Vertical(id="lesson-table"):
                yield CanvasView(board.draw_board, id="lesson-board", dragged=board.dragged)
                yield Static(id="lesson-hover", markup=False, classes="muted")
                with Vertical(id="lesson-hand-zone"):
                    yield CanvasView(board.draw_hand, id="lesson-hand")
                    yield CanvasView(board.draw_actions, id="lesson-bar")
        yield KeyBar()

    def on_mount(self) -> None:
        """Take the lesson up where it was left."""
        done, moves = self._resume
        self.lesson_board.begin()
        self.redraw()
        if done:
            self.change(lambda play: play.forward(done, moves), show=False)

    def on_unmount(self) -> None:
        """Stop the threads of this screen."""
        self.stage.stop()
        self.lesson_board.works.drop()
        if self._change_task is not None:
            self._change_task.drop()
        self._change_task = None

    def on_resize(self, event: events.Resize) -> None:
        """Text beside the board on wide screens."""
        wide = event.size.width >= WIDE
        self.query_one("#lesson").set_class(wide, "wide")
        hand = self.query_one("#lesson-hand-zone").styles
        sizes = self.board.sizes(len(self.play.tutorial.names), None)
        columns, least = sizes.board[0], sizes.hand + action_bar.ROWS
        self.query_one("#lesson-text").styles.height = "100%" if wide else self._text_rows()
        rows = event.size.height - self._text_rows() - 2
        two = None if wide else self._beside(event.size.width, rows)
        # Beside the board the bar is narrow: a second row of chips where the hand leaves one.
        spare = two is not None and rows > two.tall + action_bar.ROWS
        self.query_one("#lesson-bar").styles.height = action_bar.ROWS + spare
        self.query_one("#lesson-table").set_class(two is not None, "abreast")
        if two is not None:
            hand.width, hand.height = event.size.width - board_beside(event.size.width, columns, two), "1fr"
        else:
            hand.width, hand.height = "1fr", least + (2 if event.size.height >= ROOMY else 0)
        self._tell_step()

    def _beside(self, width: int, rows: int) -> Beside | None:
        """The hand beside the board, where a low screen has room for that and the board likes it."""
        two = self.board.sizes(len(self.play.tutorial.names), self.lesson_board.bare().view).beside
        tall = two.tall + action_bar.ROWS if two is not None else 0
        enough = two is not None and width >= two.columns + two.hand and rows >= max(two.rows, tall)
        return two if enough and self.app.size.height < ROOMY else None

    # --- drawing ----------------------------------------------------------------------------------------

    def redraw(self) -> None:
        """Draw everything."""
        if self.play.finished and self.stage.beat is None:
            self._ended.begin()
        else:
            self._ended.end()
        self._tell_step()
        self.query_one("#lesson-hover", Static).update(
            "Any key skips" if self.stage.beat is not None else self._under_hand()
        )
        for view in self.query(CanvasView):
            view.repaint()
        self.refresh_keys()

    def repaint_hand(self) -> None:
        """Draw the hand and the line above it: something more is known of what is in it."""
        self.query_one("#lesson-hover", Static).update(self._under_hand())
        for view in self.query("#lesson-hand, #lesson-bar").results(CanvasView):
            view.repaint()

    def _tell_step(self) -> None:
        lesson, play = self.play.lesson, self.play
        title, say = "Well done", ALL_DONE
        if lesson is not None:
            title, say = f"Step {play.number} of {play.count}  {lesson.title}", f"{lesson.say} {lesson.keys}"
        news = self._news()
        if self.stage.beat is not None:
            title, say, news = WATCH, news, ""
        self.query_one("#lesson-title", Static).update(title)
        self.query_one("#lesson-say", Static).update(say)
        answer = self.query_one("#lesson-answer", Static)
        wrong = bool(self.answer) and self.tone == "warn"
        answer.update(f"{'! ' * wrong}{self.answer or self._next_thing(news)}")
        answer.set_class(wrong, "wrong")
        # A long answer gets the title's row where there is none to spare.
        crowded = self.app.size.height < ROOMY and self.app.size.width < WIDE
        room = self._text_rows() > LEAST_TEXT or self.app.size.width >= WIDE
        long = crowded and len(self.answer) > self.app.size.width - 6
        self.query_one("#lesson-title", Static).display = room and not long

    def _next_thing(self, news: str) -> str:
        """How to go on; before that what has happened, unless the game has more to say than where the cursor is."""
        play = self.play
        if self.settling:
            return self._meanwhile
        if play.finished or self.stage.beat is not None:
            return news
        if play.reading:
            read = f"{self.keymap.label(COMMANDS[0])} or Enter goes on"
            return f"{read}. {news}" if news else read
        return self.board.describe(self.lesson_board.shown()).how or news

    def _under_hand(self) -> str:
        """What the pending action would do or why it may not be done, else what the cursor is on."""
        if self.pointed:
            return self.pointed
        c = self.lesson_board.shown()
        told = self.board.describe(c)
        if c.verdict is None or self.play.finished:
            return told.hint
        if wanted := self.play.not_yet(c.draft):
            return f"- not yet: {wanted}"
        tag, _, text = foretold(c.verdict, self.play.table.names, unfinished=told.pending)
        return f"{tag}: {text}"

    def _news(self) -> str:
        """What the last step brought, or what is being shown, in words."""
        beat = self.stage.beat
        if beat is None:
            return self.play.news()
        return "".join(told(beat.context.playing, self.play.table.names)[-1:])


ALL_DONE = "That was the whole lesson. Now play it yourself."
CANNOT_SHOW = "The guide cannot play this step. Play it yourself."
