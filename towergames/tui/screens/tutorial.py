"""A game that teaches itself: text, the real board and hand, and every move answered (U58)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.timer import Timer
from textual.widgets import Static

from towergames import registry
from towergames.boards.desk import AnyDesk, Command, Picture, Reply, Scene, Spot
from towergames.core.contract import Verdict, tell
from towergames.tui.base import TowerScreen
from towergames.tui.commands import MOVES
from towergames.tui.keymap import KeyMap
from towergames.tui.lesson_play import LEARNER, LessonPlay
from towergames.tui.play.beats import Beat, beats_of
from towergames.tui.play.lines import foretold
from towergames.tui.play.session import Session, typed_moves
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar

if TYPE_CHECKING:
    from towergames.tui.app import TowerApp

COMMANDS: tuple[Command, ...] = (
    Command("lesson.next", "Go on", "On after reading", ("full_stop", "f5"), "on", "lesson", "go on"),
    Command(
        "lesson.show",
        "Show me",
        "Have this step done by itself",
        ("exclamation_mark", "f6"),
        "show",
        "lesson",
        "show me",
    ),
    Command("lesson.before", "Step back", "To the step before", ("backspace", "f7"), "stepback", "lesson", "step back"),
    Command("lesson.again", "From the start", "Begin the lesson again", ("r", "f8"), "restart", "lesson"),
)
TEXT_ROWS = 7
LOW = 6
WATCH = "Watch what happens"
HOW = "With arrows and Enter, with the mouse, or : and the move in words."
HOW_TYPED = "Type at the cursor, then Enter; or use the mouse, or : and the move."
WIDE, ROOMY = 104, 32
"""Columns from which the text stands beside the board, rows from which the hand gets more of them."""


def open_tutorial(app: TowerApp, key: str) -> None:
    """Show the tutorial of a game, or say that it has none."""
    try:
        entry = registry.get(key)
        tutorial = entry.tutorial
    except KeyError as error:
        app.say(str(error.args[0]))
        return
    if tutorial is None:
        app.say(f"{entry.game.info.title} has no tutorial.")
        return
    done, moves = app.memory.lesson(key)
    again = done >= len(tutorial.lessons)
    app.push_screen(TutorialScreen(LessonPlay(entry, tutorial, 0 if again else done, moves)))


class TutorialScreen(TowerScreen[None]):
    """Lesson, board, hand. What was learned is remembered when the screen is left."""

    NAME = "tutorial"

    def __init__(self, play: LessonPlay) -> None:
        super().__init__()
        self.play = play
        self.desk = play.entry.desk
        self._answer = ""
        self._moves_seen = play.table.moves
        self._pointer: Any = None
        self._beats: list[Beat] = []
        """What is still to be shown step by step, as a tower being scored is."""
        self._timer: Timer | None = None
        self._start()

    @property
    def keymap(self) -> KeyMap:
        """Letters belong to the board where they are typed onto it (U25)."""
        app = self.tower_app
        return app.letters_keymap if self.desk.typed_letters else app.keymap

    def desk_shown(self) -> AnyDesk:
        """The game's."""
        return self.desk

    def own_commands(self) -> tuple[Command, ...]:
        """Lesson, game, cursor."""
        return (*COMMANDS[:3], *self.desk.commands, *MOVES, *COMMANDS[3:])

    def minimum(self) -> tuple[int, int]:
        """The board's least width and all zones' heights."""
        columns, board, hand = self.desk.size(len(self.play.tutorial.names))
        return columns, board + hand + TEXT_ROWS + 2

    def help_first(self) -> tuple[str, ...]:
        """Lesson keys, then the game's."""
        return ("lesson", "game")

    def compose(self) -> ComposeResult:
        """Text above the board, or beside it where there is room."""
        with Horizontal(id="lesson"):
            with Vertical(id="lesson-text"):
                yield Static(id="lesson-title", markup=False, classes="strong")
                yield Static(id="lesson-say", markup=False)
                yield Static(id="lesson-answer", markup=False)
            with Vertical(id="lesson-table"):
                yield CanvasView(self._paint_board, id="lesson-board")
                yield Static(id="lesson-hover", markup=False, classes="muted")
                yield CanvasView(self._paint_hand, id="lesson-hand")
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the first step."""
        self._refresh()

    def on_resize(self, event: events.Resize) -> None:
        """Text beside the board on wide screens."""
        self.query_one("#lesson").set_class(event.size.width >= WIDE, "wide")
        least = self.desk.size(len(self.play.tutorial.names))[2]
        self.query_one("#lesson-hand").styles.height = least + (2 if event.size.height >= ROOMY else 0)

    # --- drawing ----------------------------------------------------------------------------------------

    @property
    def scene(self) -> Scene[Any]:
        """The table as the learner sees it, with the last moves marked, or the picture that is being shown."""
        if self._beats:
            return self._beats[0].scene
        table = self.play.table
        turn = table.turn
        return Scene(
            table.game,
            table.view(LEARNER),
            turn,
            LEARNER,
            table.names,
            may_act=getattr(turn, "seat", None) == LEARNER,
            marks=table.events_since(self._moves_seen, LEARNER),
            ascii_only=self.tower_app.ascii_only if self.is_attached else False,
        )

    def _start(self) -> None:
        self._pointer = self.desk.start(self.scene)

    def _paint_board(self, width: int, height: int) -> Picture:
        scene = replace(self.scene, verdict=self._draft())
        return self._pointed(self.desk.board(scene, self._pointer, width, height))

    def _paint_hand(self, width: int, height: int) -> Picture:
        return self._pointed(self.desk.hand(self.scene, self._pointer, width, height))

    def _pointed(self, picture: Picture) -> Picture:
        """Brackets around the place that the lesson speaks of."""
        lesson = self.play.lesson if not self._beats else None
        spot = next((s for s in picture.spots if lesson is not None and s.key == lesson.point_at), None)
        if spot is not None:
            _frame(picture, spot)
        return picture

    def _refresh(self) -> None:
        lesson, play = self.play.lesson, self.play
        title = (
            f"Step {play.step + 1}/{play.count}  {lesson.title}" if lesson else f"{play.count}/{play.count}  Well done"
        )
        say = (
            lesson.say
            if lesson
            else "That was the whole lesson. Enter or Esc leads back; New game in the menu begins a real one."
        )
        news = self._news()
        if self._beats:
            title, say, news = WATCH, news, ""
        self.query_one("#lesson-title", Static).update(title)
        self.query_one("#lesson-say", Static).update(say)
        key = self.keymap.label(COMMANDS[0])
        hint = f"Read, then press {key} or Enter" if play.reading else "" if play.finished else self._how()
        hint = news or hint
        answer = self.query_one("#lesson-answer", Static)
        answer.update(f"! {self._answer}" if self._answer else hint)
        answer.set_class(bool(self._answer), "wrong")
        # A long answer gets the title's row where there is none to spare.
        crowded = self.app.size.height < ROOMY and self.app.size.width < WIDE
        self.query_one("#lesson-title", Static).display = not (crowded and len(self._answer) > self.app.size.width - 6)
        self.query_one("#lesson-hover", Static).update("Any key skips" if self._beats else self._under_hand())
        for view in self.query(CanvasView):
            view.repaint()
        self.refresh_keys()

    def _how(self) -> str:
        return HOW_TYPED if self.desk.typed_letters else HOW

    def _draft(self) -> Verdict | None:
        """The judge's answer to the pending action, None when there is none."""
        action = self.desk.draft(self.scene, self._pointer) if not self._beats and not self.play.finished else None
        return self.play.table.judge(action) if action is not None else None

    def _under_hand(self) -> str:
        """What the pending action would do or why it may not be done, else what the cursor is on."""
        verdict = self._draft()
        if verdict is None:
            return self.desk.hover(self.scene, self._pointer)
        unfinished = self.desk.unfinished(replace(self.scene, verdict=verdict), self._pointer)
        tag, _, text = foretold(verdict, self.play.table.names, unfinished=unfinished)
        return f"{tag}: {text}"

    def _news(self) -> str:
        """What the others did and what was scored since the learner's last move, in words."""
        table, beat = self.play.table, self._beats[0] if self._beats else None
        if beat is not None:
            return tell(beat.scene.playing[-1], table.names) if beat.scene.playing else ""
        shown = self.desk.animated
        events = table.events_since(self._moves_seen, LEARNER)
        told = [tell(e, table.names) for e in events if e.seat != LEARNER and (e.kind in shown or e.seat is not None)]
        if self.play.finished:
            told = [tell(e, table.names) for e in events if e.kind in shown and e.data.get("points")]
        return ". ".join(text[:1].upper() + text[1:] for text in told) + ("." if told else "")

    # --- what is shown step by step ---------------------------------------------------------------------

    def _show_next(self) -> None:
        if self._beats:
            self._timer = self.set_timer(self._beats[0].seconds, self._next_beat)
        self._refresh()

    def _next_beat(self) -> None:
        self._beats = self._beats[1:]
        self._show_next()

    def _skip(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer, self._beats = None, []
        self._start()
        self._refresh()

    async def on_key(self, event: events.Key) -> None:
        """Any key skips what is being shown."""
        if self._beats:
            event.stop()
            event.prevent_default()
            self._skip()

    # --- the lesson's commands --------------------------------------------------------------------------

    def can_lesson_next(self) -> str:
        """Only where nothing has to be played."""
        return "" if self.play.reading else "Play the move that the lesson asks for, or let it be shown."

    def do_lesson_next(self, argument: str = "") -> None:
        """The next step."""
        self.play.go_on()
        self._after_step()

    def can_lesson_show(self) -> str:
        """Until the end."""
        return "The lesson is over." if self.play.finished else ""

    def do_lesson_show(self, argument: str = "") -> None:
        """Have it done."""
        self._seen_until()
        self.play.skip()
        self._after_step()

    def can_lesson_before(self) -> str:
        """Not before the first."""
        return "" if self.play.step else "This is the first step."

    def do_lesson_before(self, argument: str = "") -> None:
        """One step back."""
        self.play.back()
        self._seen_until()
        self._after_step(False)

    def do_lesson_again(self, argument: str = "") -> None:
        """All from the start."""
        self.play.restart()
        self._moves_seen = 0
        self._after_step(False)

    def do_back(self, argument: str = "") -> None:
        """Back in what is being picked, else out; the step is remembered."""
        reply = self.desk.do(self.scene, self._pointer, "back")
        if reply.pointer != self._pointer:
            self._take(reply)
            return
        app = self.tower_app
        try:
            app.memory.remember_lesson(self.play.entry.key, self.play.step, self.play.moves)
        except OSError as error:
            app.say(f"{app.memory.path} could not be written ({error.strerror}); the lesson will begin anew.")
        self.dismiss(None)

    def _after_step(self, show: bool = True) -> None:
        self._answer = ""
        self._beats = []
        if show:
            session = Session(self.play.table, self.desk, ascii_only=self.tower_app.ascii_only)
            self._beats = beats_of(session, self._moves_seen, LEARNER, self.tower_app.motion)
        self._start()
        self._show_next()

    def _seen_until(self) -> None:
        """What has happened so far is no news any more."""
        self._moves_seen = self.play.table.moves

    # --- the game's commands ----------------------------------------------------------------------------

    def _is_desks(self, command_id: str) -> bool:
        shared = command_id != "back" and any(c.id == command_id for c in MOVES)
        return shared or any(c.id == command_id for c in self.desk.commands)

    def why_not(self, command_id: str) -> str:
        """The desk knows about its own commands."""
        if self._is_desks(command_id):
            if (self.play.reading or self.play.finished) and command_id == "choose":
                return ""
            if any(c.id == command_id for c in self.desk.commands):
                if self.play.finished:
                    return "The lesson is over; Esc leads back."
                if self.play.reading:
                    return "There is nothing to be played in this step; Enter goes on."
            return self.desk.enabled(self.scene, self._pointer, command_id)
        return super().why_not(command_id)

    def run_command(self, command_id: str, argument: str = "") -> bool:
        """The desk handles its own commands; Enter goes on where there is only something to read."""
        if not self._is_desks(command_id):
            return super().run_command(command_id, argument)
        why = self.why_not(command_id)
        if why:
            self._answer = why
            self._refresh()
            return False
        if command_id == "choose" and self.play.finished:
            self.do_back()
        elif command_id == "choose" and self.play.reading:
            self.do_lesson_next()
        else:
            self._take(self.desk.do(self.scene, self._pointer, command_id))
        return True

    def on_canvas_view_spot_clicked(self, event: CanvasView.SpotClicked) -> None:
        """A click on board or hand."""
        event.stop()
        if self._beats:
            self._skip()
            return
        self._take(self.desk.click(self.scene, self._pointer, event.spot))

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
        """A typed move."""
        seen = self.play.table.moves
        answer = self.play.typed(text)
        if answer.right:
            self._moves_seen = seen
        self._judge(answer)

    def _take(self, reply: Reply[Any]) -> None:
        self._pointer = reply.pointer
        self._answer = reply.say + (f" ({reply.rule})" if reply.rule else "")
        if reply.submit is None:
            self._refresh()
            return
        seen = self.play.table.moves
        answer = self.play.submit(reply.submit)
        if answer.right:
            self._moves_seen = seen
        self._judge(answer)

    def _judge(self, answer: Any) -> None:
        if answer.right:
            self._after_step()
            return
        self._answer = answer.say
        self._pointer = self.desk.keep(self.scene, self._pointer)
        self._refresh()


def _frame(picture: Picture, spot: Spot) -> None:
    from towergames.boards.canvas import Ink

    canvas, ink = picture.canvas, Ink("warn", bold=True)
    y = spot.y + (spot.height // 2 if spot.height <= LOW else spot.height - 3)  # a tower: at its foot
    if spot.x > 0:
        canvas.over(spot.x - 1, y, ">", ink)
    if spot.x + spot.width < canvas.width:
        canvas.over(spot.x + spot.width, y, "<", ink)
