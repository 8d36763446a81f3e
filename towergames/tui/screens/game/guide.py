"""The guide of a lesson on the game screen: the text of each step, the way through the steps, and what follows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from towergames.board.canvas import Canvas, Ink
from towergames.board.protocol import AnyContext, Control, Picture, PointerInput, Spot
from towergames.core.bot import opponents
from towergames.core.contract import Refusal, Verdict, event_texts
from towergames.core.text import not_written, sentence
from towergames.session.controller import CHOOSE, CONTROL
from towergames.session.lesson import LEARNER, LessonPlay, LessonTable
from towergames.session.session import SILENCE, Message, Session
from towergames.table.errors import TableError
from towergames.table.records import SeatSetup
from towergames.table.store import why_no_branch
from towergames.tui import message_lines
from towergames.tui.command_screen import Handler
from towergames.tui.commands import Command, group
from towergames.tui.dialogs import ConfirmDialog
from towergames.tui.message_lines import MessageLines
from towergames.tui.paint import TEXT, TITLE, wrap
from towergames.tui.screens.game.animation_player import AnimationPlayer
from towergames.tui.screens.game.board_input import BoardInput
from towergames.tui.screens.game.commands import COMMANDS as GAME
from towergames.tui.screens.game.slow_moves import SlowMoves
from towergames.tui.screens.game.table_screen import TableScreen
from towergames.tui.settling import Settling as Pause
from towergames.tui.setup_form import SetupForm
from towergames.tui.widgets import action_bar
from towergames.tui.widgets.action_bar import ActionBarTask, Chip

COMMANDS = group(
    "lesson",
    ("lesson.next", "Go on", "Go on after reading", "f5", "on", "go on"),
    ("lesson.show", "Show me", "Let the guide play this step", "f6", "show", "show me"),
    ("lesson.before", "Step back", "Go to the step before", "f7", "stepback", "step back"),
    ("lesson.again", "From the start", "Start the lesson again", "f9 r", "restart"),
)
READ = group("now", ("lesson.read", "Go on", "Go on after reading", "enter", "", "go on"))
"""The command on Enter in a step that is only read."""
END = group(
    "now",
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
"""The commands after the last step of a lesson from the menu, each with a chip."""
END_AT_TABLE = group("now", ("lesson.table", "Back to the table", "Go back", "enter", "table", "Back to the table"))
"""The command after the last step of a lesson that was opened at a table, which is still held."""
ENDINGS = frozenset(command.id for command in (*END, *END_AT_TABLE))
OFF = frozenset(
    {"undo", "redo", "turn.reset", "hint", "tell.best", "lookup", "game.why", "bots.hurry", "bots.pause", "pace"}
    | {"guide", "recap", "hand.hide", "say", "result", "review", "rematch", "another", "save.as", "moves.confirm"}
    | {"settings"}
)
"""Commands of the game screen that a lesson has not."""
LESSON = (*COMMANDS, *(command for command in GAME if command.id not in OFF))
"""All commands of a lesson except those of the board and of the end."""
ALL_DONE = "That was the whole lesson. Now play it yourself."
CANNOT_SHOW = "The guide cannot play this step. Play it yourself."
COMES_BACK = "The steps that you have done are played again."

LessonChange = Callable[[LessonPlay], str | None]
"""A change of a lesson. It returns an error text, or nothing if it worked."""


class Guide:
    """The guide of one game screen whose table is a lesson. The progress is written when the lesson is left."""

    SETTLE: ClassVar[float] = 0.5
    """Seconds after the last step in which no key begins a game, because the key may be meant for the step."""

    def __init__(
        self,
        session: Session,
        table: LessonTable,
        screen: TableScreen,
        stage: AnimationPlayer,
        settling: SlowMoves,
        board_input: BoardInput,
    ) -> None:
        self._session = session
        self._table = table
        self._screen = screen
        self._stage = stage
        self._settling = settling
        self._board_input = board_input
        self._begun: int | None = None
        """The step that has begun; None while the lesson goes from one to another."""
        self._left: tuple[int, list[str]] = table.left
        """The steps that were done before, until they are done again."""
        self._ended = Pause()
        self._guided: tuple[AnyContext, tuple[Control[Any, Any], ...]] | None = None
        session.incomplete = True

    @property
    def play(self) -> LessonPlay:
        """The lesson."""
        return self._table.play

    @property
    def _at_table(self) -> bool:
        """Whether the lesson lies over a table, whose seat is held."""
        return self._screen.services.table is not None

    # --- commands ---------------------------------------------------------------------------------------

    def handlers(self) -> Mapping[str, Handler]:
        """The functions of the commands. Esc and the key of the menu leave the lesson."""
        return {
            "lesson.next": Handler(self._next, self._why_not_next),
            "lesson.read": Handler(self._next, self._why_not_next),
            "lesson.show": Handler(self._show, lambda: "The lesson is over." if self.play.finished else ""),
            "lesson.before": Handler(self._before, lambda: "" if self.play.step else "This is the first step."),
            "lesson.again": Handler(self._again),
            "lesson.play": Handler(self._play_now),
            "lesson.alone": Handler(self._play_on, self._why_not_alone),
            "lesson.other": Handler(self._another),
            "lesson.table": Handler(self._leave),
            "back": Handler(self._back),
            "menu": Handler(self._to_menu),
        }

    def commands(self, played: Iterable[Command], rest: Iterable[Command]) -> tuple[Command, ...]:
        """The commands of the lesson, those of the board, and what a lesson has of the others."""
        named = {"zone.next": "next", "back": "to the table" if self._at_table else "back"}
        footers = (replace(command, footer=named.get(command.id, command.footer)) for command in played)
        kept = (replace(command, footer="") for command in rest if command.id not in OFF)
        return (*COMMANDS[:3], *footers, *COMMANDS[3:], *kept)

    def contextual(self) -> tuple[Command, ...]:
        """The commands of the moment, which have chips: Enter in a step that is only read, three ways on at the end."""
        if self._settling.active:
            return ()
        if self.play.finished and self._at_table:
            return END_AT_TABLE
        if self.play.finished:
            return tuple(command for command in END if command.id != "lesson.alone" or not self._why_not_alone())
        return READ if self.play.reading else ()

    def why_not_play(self, command_id: str) -> str:
        """Why the lesson does not allow a command of the board now, in a sentence; '' if it does."""
        controller = self._board_input.controller
        own = any(spec.id == command_id for spec in controller.board.spec.specs)
        if command_id in controller.cameras or not (own or command_id == CHOOSE or command_id.startswith("letter.")):
            return ""
        if self.play.finished:
            return f"The lesson is over. Enter {'goes back to the table' if self._at_table else 'starts a game'}."
        return "This step has no move. Enter goes on." if self.play.reading else ""

    def comes_early(self, found: Sequence[Command]) -> bool:
        """Whether one of these commands of a key begins a game while the key may still be meant for the last step."""
        return any(command.id in ENDINGS for command in found) and self._ended.lasts(self.SETTLE)

    # --- the way through the steps ----------------------------------------------------------------------

    def go_on(self) -> None:
        """Begin the step that the lesson has reached. A lesson that was left first repeats its finished steps."""
        done, moves = self._left
        if done:
            self.change(lambda play: play.forward(done, moves), show=False)
            return
        if self._begun != self.play.step:
            self._begin()
        self._screen.repaint()

    def _begin(self) -> None:
        """Give the step the same beginning however it was reached: with what it prepares for the learner."""
        session, controller = self._session, self._board_input.controller
        self._begun = self.play.step
        session.memory.forget()
        session.memory.begin(session.bare())
        session.message = SILENCE
        for entry in self.play.lesson.ready if self.play.lesson is not None else ():
            if ":" in entry:
                controller.pointer(PointerInput(entry))
            else:
                advice = session.board.advise(session.context(), self._table.parse(entry))
                session.memory.remember(session.context(), advice.ui or session.memory.ui)
        if self.play.finished:
            self._ended.begin()

    def change(self, change: LessonChange, *, show: bool) -> None:
        """Change a copy of the lesson, in a thread if moves are slow, and adopt it; ``show`` animates the new moves."""
        twin = self.play.copy()

        def changed(why: str | None) -> None:
            self._left = 0, []
            if why:
                self._screen.tell(Message(why, "warn"))
            else:
                self._adopt(twin, show)

        self._session.to_now()
        if twin.slow:
            self._settling.compute(lambda: change(twin), changed, self._failed)
        else:
            changed(change(twin))

    def _failed(self) -> None:
        """Begin the step at which the lesson stands, and keep the message about the failure."""
        message = self._session.message
        self._left = 0, []
        self.go_on()
        self._screen.tell(message)

    def _adopt(self, play: LessonPlay, show: bool) -> None:
        first, flow = self._table.moves, self._screen.flow
        self._table.adopt(play)
        self._begun = None
        self._ended.end()
        if show:
            flow.moved(first, 1.0, flow.go_on)
        else:
            flow.begin_anew("")

    def _why_not_next(self) -> str:
        return "" if self.play.reading else "Play the move of the lesson, or let the guide play it."

    def _next(self) -> None:
        self.change(lambda play: play.go_on(), show=True)

    def _show(self) -> None:
        self.change(lambda play: "" if play.skip() else CANNOT_SHOW, show=True)

    def _before(self) -> None:
        self.change(lambda play: play.back(), show=False)

    def _again(self) -> None:
        self.change(lambda play: play.restart(), show=False)

    # --- leaving ----------------------------------------------------------------------------------------

    def _back(self) -> None:
        """End the work of the board, else go back in what is being picked, else ask whether to leave.

        Lead to the table at once where a lesson lies over one: the others may wait.
        """
        memory = self._session.memory
        if self._at_table:
            self._leave()
            return
        if self._board_input.works.active:
            self._board_input.stop()
            return
        if not self._settling.active:
            before = memory.ui
            if self._board_input.controller.press("back") and memory.ui != before:
                return
        if self.play.step and not self.play.finished:
            question = f"Leave the lesson? It goes on at step {self.play.number} when you come back."
            self._screen.services.push_screen(ConfirmDialog(question, "Leave", "Stay"), self._answered)
        else:
            self._leave()

    def _answered(self, leave: bool | None) -> None:
        if leave:
            self._leave()

    def _leave(self) -> None:
        self._remember()
        self._screen.dismiss(None)

    def _to_menu(self) -> None:
        if self._at_table:
            self._leave()
        else:
            self._remember()
            self._screen.services.to_menu()

    def _play_now(self) -> None:
        """Start a real game as the new-game form would; the first one may have options of its own."""
        entry, services = self.play.entry, self._screen.services
        last = services.memory.table(entry)
        form = SetupForm.begin(entry, last)
        if last is None:
            form.options.update(self.play.tutorial.first_game)
        header = form.header()
        self._leave()
        if header is not None:
            services.tables.begin_game(header)

    def _play_on(self) -> None:
        """Save the lesson's game and play it on; a bot plays for everyone else."""
        entry, services, table = self.play.entry, self._screen.services, self._table
        history = table.history.copy()
        bot = opponents(entry.levels)[0].name
        seats = [SeatSetup(name, "" if seat == LEARNER else bot) for seat, name in enumerate(table.names)]
        history.header = replace(history.header, seats=tuple(seats))
        try:
            branch = services.store.branch(history, table.moves, f"{entry.key}-lesson", lesson=True)
        except TableError as error:
            services.say(str(error))
            return
        self._leave()
        services.tables.open_table(branch)

    def _why_not_alone(self) -> str:
        return why_no_branch(self._table.history, self._table.moves, lesson=True)

    def _another(self) -> None:
        self._leave()
        self._screen.services.open("learn")

    def _remember(self) -> None:
        services, play = self._screen.services, self.play
        try:
            services.memory.remember_lesson(play.entry.key, play.step, play.moves)
        except OSError as error:
            services.say(not_written(services.memory.path, error, "The lesson will start again from step 1."))

    # --- what the step allows ---------------------------------------------------------------------------

    def controls(self) -> tuple[Control[Any, Any], ...]:
        """The controls of the board as the step allows them; none while there is nothing to play."""
        if self._settling.active or self._stage.beat is not None or self._session.past is not None:
            return ()
        if self.play.finished or self.play.reading:
            return ()
        context = self._board_input.context()
        if self._guided is None or self._guided[0] is not context:
            self._guided = context, self.play.guided(self._board_input.controller.controls(), context)
        return self._guided[1]

    def chips(self) -> list[Chip]:
        """The chips of the controls, the highlighted one first.

        That is the chip of Enter where the step takes its move, or else the control that the step speaks of.
        """
        spoken = self.play.lesson.point_at if self.play.lesson is not None else ""
        chips = action_bar.chips_of(self.controls(), self._screen.keymap)
        taken = self._board_input.context().draft is not None and not any(chip.main and chip.why for chip in chips)
        if spoken.startswith(CONTROL) and not taken:
            chips = [replace(chip, main=chip.spot == spoken and not chip.why) for chip in chips]
        return sorted(chips, key=lambda chip: (not chip.main, chip.spot != spoken))

    def task(self) -> ActionBarTask | None:
        """The task of a step without a move, and of the end; None where the board has a task."""
        if self.play.finished:
            return ActionBarTask("The lesson is over", role="line")
        return ActionBarTask("Read this step", role="line") if self.play.reading else None

    # --- pictures ---------------------------------------------------------------------------------------

    def words(self, words: MessageLines) -> MessageLines:
        """The words under the hand without the message, which the guide shows.

        A legal move that the step does not ask for is marked as "not yet".
        """
        if self._stage.beat is not None:
            return MessageLines("", SILENCE, words.names)
        words = replace(words, message=SILENCE)
        context = self._board_input.context()
        if self.play.finished or self._session.past is not None:
            return replace(words, verdict=None)
        if wanted := self.play.not_yet(context.draft):
            return replace(words, hover="", verdict=Verdict((Refusal("", wanted),)), unfinished=True)
        return words

    def draw(self, width: int, height: int) -> Picture:
        """The title and the text of the step. Below stands the answer to an input, or else the way on.

        If there is too little room, the title is left out first, then the end of the text.
        """
        canvas, message = Canvas(width, height), self._session.message
        title, text = self._text()
        said, ink = self._next_thing(), Ink("good")
        if message.text and self._stage.beat is None:
            wrong = message.tone in ("warn", "bad")
            ink = Ink(message.tone or "accent", bold=True)
            words = self._board_input.words()
            said = f"{'! ' if wrong else ''}{message_lines.message_text(words, width, height)}"
        answer, rows = wrap(said, width - 2) if said else [], wrap(text, width - 2) if text else []
        spare = height - 1 - len(rows) - len(answer)
        lines = [(row, TEXT) for row in rows]
        if spare >= 0:
            lines.insert(0, (title, TITLE))
        else:
            lines = lines[: max(0, height - len(answer))]
        if spare >= 2:
            lines.insert(1, ("", TEXT))
            lines.append(("", TEXT))
        for y, (row, row_ink) in enumerate([*lines, *((row, ink) for row in answer)]):
            canvas.put(1, y, row, row_ink)
        spot = Spot("message", 0, len(lines), width, len(answer), "the message")
        return Picture(canvas, (spot,) if message.rule and answer else ())

    def _text(self) -> tuple[str, str]:
        """The title and the text: of the step, of an animation, or of an earlier position."""
        session, play, beat = self._session, self.play, self._stage.beat
        if beat is not None:
            return "Watch", "".join(event_texts(beat.context.playing, session.table.names)[-1:])
        if session.past is not None:
            return "Looking back", f"Move {session.past} of {session.table.moves}."
        if self._left[0]:
            return "The lesson goes on", COMES_BACK
        if play.lesson is None:
            return "Well done", ALL_DONE
        return f"Step {play.number} of {play.count}  {play.lesson.title}", f"{play.lesson.say} {play.lesson.keys}"

    def spoken(self) -> tuple[str, ...]:
        """The step, and the way on."""
        return (*self._text(), self._next_thing())

    def _next_thing(self) -> str:
        """The line below the text: the way on, and the news of the last step unless the board explains the input."""
        play, session = self.play, self._session
        if self._settling.active:
            return sentence(self._settling.doing)
        if self._stage.beat is not None or session.past is not None:
            return ""
        news = play.news()
        if play.finished:
            return news
        if play.reading:
            read = f"{self._screen.keymap.label(COMMANDS[0])} or Enter goes on"
            return f"{read}. {news}" if news else read
        return session.board.describe(session.context()).how or news

    def spot(self) -> str:
        """The key of the place that the step speaks of, '' for none; it has brackets."""
        lesson = self.play.lesson
        if lesson is None or self._stage.beat is not None or self._session.past is not None:
            return ""
        return lesson.point_at
