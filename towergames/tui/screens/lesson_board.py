"""Board and hand of a lesson: the game's board draws them, and the controller gives it the input."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol

from textual.css.query import DOMQuery
from textual.widget import Widget

from towergames.board.canvas import Ink
from towergames.board.protocol import (
    AnyBoard,
    AnyContext,
    Confirmation,
    Control,
    Picture,
    Pointing,
    Result,
    Spot,
    Style,
    Work,
)
from towergames.session.controller import CONTROL, Controller
from towergames.session.lesson import Answer, LessonPlay
from towergames.session.session import asks
from towergames.session.ui_memory import UiMemory
from towergames.tui.commands import Command
from towergames.tui.keymap import KeyMap
from towergames.tui.screens.game.animation_player import Stage
from towergames.tui.services import Services
from towergames.tui.widgets import action_bar
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.live_board import Pictures, Timed, Works

LOW = 6
"""Rows of a spot up to which the brackets stand at its middle."""
Change = Callable[[LessonPlay], Answer | None]
"""Something done to a lesson; the answer to a move, None where there is none to be given."""


class LessonHost(Timed, Protocol):
    """What the board of a lesson needs from the screen."""

    play: LessonPlay
    stage: Stage

    @property
    def services(self) -> Services:
        """The services of the program for screens."""

    @property
    def keymap(self) -> KeyMap:
        """Which key does what on the screen."""

    @property
    def is_attached(self) -> bool:
        """Whether the screen is shown by a program."""

    @property
    def moving(self) -> bool:
        """Whether something falls, or an animation is shown."""

    def query(self, selector: str, /) -> DOMQuery[Widget]:
        """The widgets of the screen."""

    def tell(self, answer: str, tone: str = "warn") -> None:
        """Answer the learner; ``tone`` is the role of the answer's colour."""

    def change(self, change: Change) -> None:
        """Go on in the lesson."""

    def why_not(self, command_id: str) -> str:
        """Why a command cannot be used now; '' when it can."""

    def redraw(self) -> None:
        """Draw everything."""

    def repaint_hand(self) -> None:
        """Draw the hand and the line above it."""


class LessonBoard:
    """Board and hand of a lesson: a client of the controller.

    ``go_on`` is what Enter does in a step that is only read.
    """

    def __init__(self, screen: LessonHost, board: AnyBoard, go_on: Command, end: Sequence[Command] = ()) -> None:
        self._screen = screen
        self.memory = UiMemory(board)
        self.controller = Controller(board, self)
        self.works = Works(screen, self)
        self.pictures = Pictures(screen, self)
        self._go_on: Control[Any, Any] = Control(go_on, go_on.title, "main")
        self._end = end
        self._bare: tuple[tuple[Any, ...], AnyContext] | None = None
        self._guided: tuple[AnyContext, tuple[Control[Any, Any], ...]] | None = None

    def begin(self) -> None:
        """Begin a step with what the lesson has prepared for the learner, however the step was reached."""
        self.memory.forget()
        self.memory.begin(self.bare())
        play = self._screen.play
        for entry in play.lesson.ready if play.lesson is not None else ():
            if ":" in entry:
                self.controller.point(Pointing(entry))
            else:
                advice = self.memory.board.advise(self.context(), play.table.parse(entry))
                self.memory.take(self.context(), advice.ui or self.memory.ui)

    # --- the client of the controller -------------------------------------------------------------------

    def bare(self) -> AnyContext:
        """The table as the learner sees it, with the last moves marked; the same object while nothing changes."""
        screen = self._screen
        style = screen.services.style if screen.is_attached else Style()
        seen = screen.play.seen
        key = (screen.play.table, screen.play.table.version, seen, style)
        if self._bare is None or self._bare[0] != key:
            self._bare = key, screen.play.context(seen, style)
        return self._bare[1]

    def context(self) -> AnyContext:
        """The same with the prepared move and the judge's answer to it."""
        return self.memory.fill(self.bare(), self._screen.play.table.judge)

    def shown(self) -> AnyContext:
        """The context that is drawn now: the table, or a frame of an animation."""
        beat = self._screen.stage.beat
        return self.context() if beat is None else self.memory.fill(beat.context)

    def mark_help(self, kind: str) -> bool:
        """In a lesson help is free."""
        return True

    def answered(self, result: Result[Any, Any]) -> None:
        """Show the answer beside the lesson."""
        if result.say or result.lines:
            said = " ".join((result.say, *result.lines)).strip()
            self._screen.tell(f"{said} ({result.rule})" if result.rule else said, "warn" if result.rule else "")

    def ask(self, question: Confirmation) -> None:
        """Ask where answers are shown."""
        self._screen.tell(asks(question))

    def follow(self, work: Work[Any, Any] | None, *, changed: bool) -> None:
        """Begin slow work of the board."""
        self.works.follow(work, changed=changed)

    def legal(self, action: Any) -> bool:
        """Whether the step takes the move: no other one needs to be confirmed."""
        return self._screen.play.wrong(action) is None

    def submit(self, action: Any) -> None:
        """Try the move; a question about it is answered."""
        self._screen.tell("")
        self._screen.change(lambda play: play.submit(action))

    def looked(self) -> None:
        """Draw the board, since the camera has moved."""
        self.pictures.stirred()

    # --- what Pictures and Works ask for ----------------------------------------------------------------

    def repaint_board(self) -> None:
        """Draw the board anew."""
        for view in self._screen.query("#lesson-board").results(CanvasView):
            view.repaint()

    def work_for(self) -> tuple[Any, ...]:
        """The position of the work."""
        return (self._screen.play.table.history.state,)

    def work_told(self) -> None:
        """Draw again, since a report of the work has changed the UiState."""
        self.pictures.stirred()
        self._screen.repaint_hand()

    def work_done(self) -> None:
        """Draw everything, since the answer may change anything."""
        self._screen.redraw()

    def work_runs(self, *, active: bool, lasting: bool) -> None:
        """Esc ends work at any time."""

    # --- input and pictures -----------------------------------------------------------------------------

    def moved(self, event: Pointing) -> bool:
        """Handle dragging or the wheel; while everything moves it only moves the camera."""
        return self.controller.look(event) if self._screen.moving else self.controller.point(event)

    def dragged(self, dx: int, dy: int, spot: str) -> bool:
        """Handle dragging on the board."""
        return self.moved(Pointing(spot, dx, dy))

    def controls(self) -> tuple[Control[Any, Any], ...]:
        """What the action bar shows: in a step that is only read, how to go on."""
        play = self._screen.play
        if self._screen.moving or play.finished:
            return ()
        if play.reading:
            return (self._go_on,)
        c = self.context()
        if self._guided is None or self._guided[0] is not c:
            self._guided = c, play.guided(self.controller.controls(), c)
        return self._guided[1]

    def chips(self) -> list[action_bar.Chip]:
        """The chips of the controls. Highlighted is Enter where the step takes its move, else what the step speaks of.

        Where not all have room, these are the ones that are there.
        """
        lesson, c = self._screen.play.lesson, self.context()
        spoken = lesson.point_at if lesson is not None else ""
        chips = action_bar.chips_of(self.controls(), self._screen.keymap)
        taken = c.draft is not None and not any(chip.main and chip.why for chip in chips)
        if spoken.startswith(CONTROL) and not taken:
            chips = [replace(chip, main=chip.spot == spoken and not chip.why) for chip in chips]
        return sorted(chips, key=lambda chip: (not chip.main, chip.spot != spoken))

    def draw_board(self, width: int, height: int) -> Picture:
        """The board."""
        self._measure(width, height)
        return self._pointed(self.memory.board.draw(self.pictures.context(self.shown()), "board", (width, height)))

    def draw_hand(self, width: int, height: int) -> Picture:
        """The hand, which shows what the board has no room for; it may be drawn first."""
        for view in self._screen.query("#lesson-board").results(CanvasView):
            self._measure(*view.size)
        return self._pointed(self.memory.board.draw(self.shown(), "hand", (width, height)))

    def _measure(self, width: int, height: int) -> None:
        """Tell the pictures how much room the board has."""
        if self.memory.room != (width, height):
            self.memory.room = (width, height)

    def draw_actions(self, width: int, height: int) -> Picture:
        """The action bar; after the last step it shows how to go on."""
        screen = self._screen
        if screen.play.finished and not screen.moving:
            chips = action_bar.command_chips((one for one in self._end if not screen.why_not(one.id)), screen.keymap)
        else:
            chips = self.chips()
        return action_bar.draw_bar(None, chips, screen.services.style, width, height)

    def _pointed(self, picture: Picture) -> Picture:
        """Brackets around the place that the lesson speaks of."""
        lesson = self._screen.play.lesson if self._screen.stage.beat is None else None
        spot = next((s for s in picture.spots if lesson is not None and s.key == lesson.point_at), None)
        if spot is not None:
            _frame(picture, spot)
        return picture


def _frame(picture: Picture, spot: Spot) -> None:
    canvas, ink = picture.canvas, Ink("warn", bold=True)
    y = spot.y + (spot.height // 2 if spot.height <= LOW else spot.height - 3)  # a tower: at its foot
    if spot.x > 0:
        canvas.over(spot.x - 1, y, ">", ink)
    if spot.x + spot.width < canvas.width:
        canvas.over(spot.x + spot.width, y, "<", ink)
