"""How a lesson looks: its text, the real board and hand, and what is shown step by step."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.timer import Timer
from textual.widgets import Static

from towergames.boards.kit.canvas import Ink
from towergames.boards.protocol import AnyBoard, AnyContext, Beside, Picture, Pointing, Spot, Style
from towergames.core.contract import tell
from towergames.session.animation import Frame, Pace
from towergames.session.controller import Controller
from towergames.session.lesson import LEARNER, LessonPlay
from towergames.session.ui_memory import UiMemory
from towergames.tui.command_screen import TowerScreen
from towergames.tui.commands import group
from towergames.tui.keymap import KeyMap
from towergames.tui.message_lines import foretold
from towergames.tui.widgets import action_bar
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar
from towergames.tui.widgets.live_board import Pictures
from towergames.tui.zone_layout import board_beside

COMMANDS = group(
    "lesson",
    ("lesson.next", "Go on", "On after reading", "full_stop f5", "on", "go on"),
    ("lesson.show", "Show me", "Have this step done by itself", "exclamation_mark f6", "show", "show me"),
    ("lesson.before", "Step back", "To the step before", "backspace f7", "stepback", "step back"),
    ("lesson.again", "From the start", "Begin the lesson again", "r f8", "restart"),
)
TEXT_ROWS, LEAST_TEXT = 7, 6
"""Rows of the text above the board; the lowest screens have none for its title."""
LOW = 6
WATCH = "Watch what happens"
SETTLES = "Everything settles ..."
HOW = "With arrows and Enter, with the mouse, or : and the move in words."
HOW_TYPED = "Type at the cursor, then Enter; or use the mouse, or : and the move."
WIDE, ROOMY = 104, 32
"""Columns from which the text stands beside the board, rows from which the hand gets more of them."""


class LessonView(TowerScreen[None]):
    """Lesson, board, hand."""

    pictures: Pictures
    controller: Controller

    def __init__(self, play: LessonPlay) -> None:
        super().__init__()
        self.play = play
        self.board: AnyBoard = play.entry.board
        self.memory = UiMemory(self.board)
        self._bare: tuple[tuple[Any, ...], AnyContext] | None = None
        self.answer = ""
        self.pointed = ""
        """What the mouse is on, in words, until a key is pressed."""
        self.meanwhile = SETTLES
        """What is being done while nothing else can be."""
        self.moves_seen = play.table.moves
        self._beats: Sequence[Frame] = ()
        """What is being shown step by step, as a tower being scored is."""
        self._at = 0
        self._pace = Pace()
        self._timer: Timer | None = None
        self.memory.begin(self.bare())

    @property
    def keymap(self) -> KeyMap:
        """Letters belong to the board where they are typed onto it."""
        app = self.services
        return app.letters_keymap if self.board.spec.letters else app.keymap

    def board_shown(self) -> AnyBoard:
        """The game's."""
        return self.board

    @property
    def settling(self) -> bool:
        """Whether something falls, and nothing can be done meanwhile."""
        return False

    def minimum(self) -> tuple[int, int]:
        """The board's least width and all zones' heights."""
        sizes = self.board.sizes(len(self.play.tutorial.names), None)
        return sizes.board[0], sizes.board[1] + sizes.hand + action_bar.ROWS + LEAST_TEXT + 2

    def _text_rows(self) -> int:
        return TEXT_ROWS if self.app.size.height > self.minimum()[1] else LEAST_TEXT

    def compose(self) -> ComposeResult:
        """Text above the board, or beside it where there is room."""
        with Horizontal(id="lesson"):
            with Vertical(id="lesson-text"):
                yield Static(id="lesson-title", markup=False, classes="strong")
                yield Static(id="lesson-say", markup=False)
                yield Static(id="lesson-answer", markup=False)
            with Vertical(id="lesson-table"):
                yield CanvasView(self._paint_board, id="lesson-board", dragged=self.dragged)
                yield Static(id="lesson-hover", markup=False, classes="muted")
                with Vertical(id="lesson-hand-zone"):
                    yield CanvasView(self._paint_hand, id="lesson-hand")
                    yield CanvasView(self._paint_bar, id="lesson-bar")
        yield KeyBar()

    def on_resize(self, event: events.Resize) -> None:
        """Text beside the board on wide screens."""
        wide = event.size.width >= WIDE
        self.query_one("#lesson").set_class(wide, "wide")
        hand = self.query_one("#lesson-hand-zone").styles
        sizes = self.board.sizes(len(self.play.tutorial.names), None)
        columns, least = sizes.board[0], sizes.hand + action_bar.ROWS
        self.query_one("#lesson-bar").styles.height = action_bar.ROWS
        self.query_one("#lesson-text").styles.height = "100%" if wide else self._text_rows()
        two = None if wide else self._beside(event.size.width, event.size.height - self._text_rows() - 2)
        self.query_one("#lesson-table").set_class(two is not None, "abreast")
        if two is not None:
            hand.width, hand.height = event.size.width - board_beside(event.size.width, columns, two), "1fr"
        else:
            hand.width, hand.height = "1fr", least + (2 if event.size.height >= ROOMY else 0)
        self._tell_step()

    def _beside(self, width: int, rows: int) -> Beside | None:
        """The hand beside the board, where a low screen has room for that and the board likes it."""
        two = self.board.sizes(len(self.play.tutorial.names), self.bare().view).beside
        tall = two.tall + action_bar.ROWS if two is not None else 0
        enough = two is not None and width >= two.columns + two.hand and rows >= max(two.rows, tall)
        return two if enough and self.app.size.height < ROOMY else None

    # --- drawing ----------------------------------------------------------------------------------------

    @property
    def beat(self) -> Frame | None:
        """The picture that is shown now, None while nothing is played."""
        return self._beats[self._at] if self._at < len(self._beats) else None

    def bare(self) -> AnyContext:
        """The table as the learner sees it, with the last moves marked; the same object while nothing changes."""
        style = self.services.style if self.is_attached else Style()
        key = (self.play.table, self.play.table.version, self.moves_seen, style)
        if self._bare is None or self._bare[0] != key:
            self._bare = key, self.play.context(self.moves_seen, style)
        return self._bare[1]

    def context(self) -> AnyContext:
        """The same with the prepared move and the judge's answer to it."""
        return self.memory.fill(self.bare(), self.play.table.judge)

    def shown(self) -> AnyContext:
        """What the board is drawn from now: the table, or the picture that is being shown."""
        return self.context() if self.beat is None else self.memory.fill(self.beat.context)

    def repaint_board(self) -> None:
        """Only the board, which moves."""
        for view in self.query("#lesson-board").results(CanvasView):
            view.repaint()

    def repaint_hand(self) -> None:
        """The hand and the line above it: something more is known of what is in it."""
        self.query_one("#lesson-hover", Static).update(self._under_hand())
        for view in self.query("#lesson-hand, #lesson-bar").results(CanvasView):
            view.repaint()

    def dragged(self, dx: int, dy: int, spot: str) -> bool:
        """The mouse was dragged on the board; what is in the hand stays where it is while everything moves."""
        event, moving = Pointing(spot, dx, dy), self.settling or self.beat is not None
        return self.controller.look(event) if moving else self.controller.point(event)

    def _paint_board(self, width: int, height: int) -> Picture:
        self.memory.room = (width, height)
        return self._pointed(self.board.draw(self.pictures.context(self.shown()), "board", (width, height)))

    def _paint_hand(self, width: int, height: int) -> Picture:
        return self._pointed(self.board.draw(self.shown(), "hand", (width, height)))

    def _paint_bar(self, width: int, height: int) -> Picture:
        playing = self.beat is None and not self.settling and not self.play.reading and not self.play.finished
        controls = self.board.controls(self.context()) if playing else ()
        return action_bar.draw_bar(controls, self.keymap, width, height)

    def _pointed(self, picture: Picture) -> Picture:
        """Brackets around the place that the lesson speaks of."""
        lesson = self.play.lesson if self.beat is None else None
        spot = next((s for s in picture.spots if lesson is not None and s.key == lesson.point_at), None)
        if spot is not None:
            _frame(picture, spot)
        return picture

    def redraw(self) -> None:
        """Everything anew."""
        self._tell_step()
        self.query_one("#lesson-hover", Static).update("Any key skips" if self.beat is not None else self._under_hand())
        for view in self.query(CanvasView):
            view.repaint()
        self.refresh_keys()

    def _tell_step(self) -> None:
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
        if self.beat is not None:
            title, say, news = WATCH, news, ""
        self.query_one("#lesson-title", Static).update(title)
        self.query_one("#lesson-say", Static).update(say)
        answer = self.query_one("#lesson-answer", Static)
        answer.update(f"! {self.answer}" if self.answer else self._next_thing(news))
        answer.set_class(bool(self.answer), "wrong")
        # A long answer gets the title's row where there is none to spare.
        crowded = self.app.size.height < ROOMY and self.app.size.width < WIDE
        room = self._text_rows() > LEAST_TEXT or self.app.size.width >= WIDE
        long = crowded and len(self.answer) > self.app.size.width - 6
        self.query_one("#lesson-title", Static).display = room and not long

    def _next_thing(self, news: str) -> str:
        """How to go on; before that what has happened, unless the game has more to say than where the cursor is."""
        play = self.play
        if self.settling:
            return self.meanwhile
        if play.reading:
            read = f"Read, then press {self.keymap.label(COMMANDS[0])} or Enter"
            return f"{read}. {news}" if news else read
        if play.finished or self.beat is not None:
            return news
        how = self.board.describe(self.shown()).how
        return how or news or (HOW_TYPED if self.board.spec.letters else HOW)

    def _under_hand(self) -> str:
        """What the pending action would do or why it may not be done, else what the cursor is on."""
        if self.pointed:
            return self.pointed
        c = self.shown()
        told = self.board.describe(c)
        if c.verdict is None or self.play.finished:
            return told.hint
        tag, _, text = foretold(c.verdict, self.play.table.names, unfinished=told.pending)
        return f"{tag}: {text}"

    def _news(self) -> str:
        """What the others did and what was scored since the learner's last move, in words."""
        table, beat = self.play.table, self.beat
        if beat is not None:
            return tell(beat.context.playing[-1], table.names) if beat.context.playing else ""
        shown = self.board.spec.animated
        happened = table.events_since(self.moves_seen, LEARNER)
        told = [tell(e, table.names) for e in happened if e.seat != LEARNER and (e.kind in shown or e.seat is not None)]
        if self.play.finished:
            told = [tell(e, table.names) for e in happened if e.kind in shown and e.data.get("points")]
        return ". ".join(text[:1].upper() + text[1:] for text in told) + ("." if told else "")

    # --- what is shown step by step ---------------------------------------------------------------------

    def show_beats(self, beats: Sequence[Frame]) -> None:
        """Show them one after the other."""
        self.skip_beats()
        self._beats, self._at = beats, 0
        if beats:
            self._timer = self.set_timer(self._pace.begin(beats[0], time.monotonic()), self._next_beat)
        self.redraw()

    def _next_beat(self) -> None:
        before = self.beat
        self._at, seconds = self._pace.after(self._beats, self._at, time.monotonic())
        beat = self.beat
        if beat is not None:
            self._timer = self.set_timer(seconds, self._next_beat)
        if before is not None and beat is not None and before.continues(beat):
            self.repaint_board()
        else:
            self.redraw()

    def skip_beats(self) -> None:
        """To the end of what is shown."""
        if self._timer is not None:
            self._timer.stop()
        self._timer, self._beats, self._at = None, (), 0


def _frame(picture: Picture, spot: Spot) -> None:
    canvas, ink = picture.canvas, Ink("warn", bold=True)
    y = spot.y + (spot.height // 2 if spot.height <= LOW else spot.height - 3)  # a tower: at its foot
    if spot.x > 0:
        canvas.over(spot.x - 1, y, ">", ink)
    if spot.x + spot.width < canvas.width:
        canvas.over(spot.x + spot.width, y, "<", ink)
