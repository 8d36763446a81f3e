"""The replay: any point of a game at once, as any player sees it once it is over, and a new game from there."""

from __future__ import annotations

import time
from functools import partialmethod
from pathlib import Path
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.timer import Timer

from towergames.boards.kit.canvas import Canvas
from towergames.boards.protocol import AnyContext, Picture
from towergames.core.text import sentence
from towergames.session.analysis import Adviser, Analyst, Critic, strongest
from towergames.session.animation import Frame, Pace
from towergames.session.replay import Replay
from towergames.session.ui_memory import plain_look
from towergames.table.errors import TableError
from towergames.table.game_review import reviewer_of, why_not
from towergames.table.history import History
from towergames.table.store import Loaded, load_file, why_no_branch
from towergames.tui.command_screen import TowerScreen
from towergames.tui.commands import Command, group
from towergames.tui.dialogs import AskScreen
from towergames.tui.exports import Exportable
from towergames.tui.paint import Rect
from towergames.tui.screens.replay import timeline
from towergames.tui.screens.replay import view as replay_view
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar
from towergames.tui.widgets.live_board import WatchedBoard, prepare


def problem_of(loaded: Loaded) -> str:
    """What a person must know of a damaged save, in one sentence; empty when all is well."""
    if loaded.damage is None:
        return ""
    count = len(loaded.history.plays)
    return f"Damaged at record {loaded.damage.record} ({loaded.damage.reason}); the first {count} moves are shown."


PAUSE = 0.2
"""Seconds that the cursor rests on a move before it is thought about."""


SPEEDS: tuple[float, ...] = (0.5, 1.0, 2.0, 4.0, 8.0)
SECONDS_A_MOVE = 1.0
LIVELY = 2.0
"""Up to this speed scoring is shown floor by floor; faster, only where it ends."""


_TENTHS = tuple(
    Command(f"replay.tenth.{n}", f"Go to {n}0 %", f"After {n}0 % of the moves", (str(n),), (f"{n}0%",), "replay")
    for n in range(1, 10)
)
COMMANDS = (
    *group(
        "replay",
        ("replay.play", "Play or pause", "Let the game run, or stop it", "space", "play", "play"),
        ("replay.forward", "One move on", "Show the next move", "right", "forward"),
        ("replay.backward", "One move back", "Show the move before", "left", "backward"),
        ("replay.next-turn", "Next turn", "Go to where the next turn begins", "pagedown", "nextturn", "turn"),
        (
            "replay.previous-turn",
            "Previous turn",
            "Go to where this or the previous turn begins",
            "pageup",
            "previousturn",
        ),
        ("replay.view", "Other eyes", "Spectator, each seat, everything (once the game is over)", "v", "view", "eyes"),
        (
            "replay.branch",
            "Play from here",
            "Begin a new save at this point; the original stays as it is",
            "b enter",
            "branch",
            "play on",
        ),
        (
            "replay.next-marker",
            "Next marker",
            "Go to the next big score, undo (u) or help (h)",
            "n full_stop",
            "nextmarker",
            "marker",
        ),
        (
            "replay.previous-marker",
            "Previous marker",
            "Go to the big score, undo or help before",
            "p comma",
            "previousmarker",
        ),
        (
            "replay.analyse",
            "What was best?",
            "Show what was best at each move, or what the strongest bot would have done",
            "a",
            "analyse",
            "analyse",
        ),
        (
            "replay.review",
            "Review",
            "The whole game judged: what was best, what was missed, the score curve",
            "r",
            "review",
            "review",
        ),
        ("replay.goto", "Go to move", "Go to a move by its number", "g", "goto", "go to"),
        ("replay.faster", "Faster", "Double the speed, up to 8x", "plus equals_sign", "faster"),
        ("replay.slower", "Slower", "Halve the speed, down to 0.5x", "minus", "slower"),
        ("replay.speed", "Speed", "The next speed, or one you type: 0.5, 1, 2, 4, 8", "s", "speed"),
        ("replay.first", "To the start", "Go to before the first move", "home", "first"),
        ("replay.last", "To the end", "Go to after the last move", "end", "last"),
        ("replay.pane", "Other pane", "Log and points, score curve, or log alone below the board", "tab", "pane"),
        ("replay.pad", "Score pad", "Open the score pad as it stood here", "t", "pad"),
    ),
    *_TENTHS,
    *group("replay", ("back", "Back", "Close the replay", "escape q", "back", "back")),
)


class ReplayScreen(WatchedBoard, TowerScreen[None]):
    """A game that was played, with a cursor in it."""

    NAME = "Replay"
    OWN = COMMANDS

    def __init__(
        self, history: History, *, name: str = "", problem: str = "", path: Path | None = None, judged: int = 0
    ) -> None:
        """``judged`` is a move to begin at, with what was best there; 0 for none."""
        super().__init__()
        self._judged = judged
        self.model = Replay(history, name=name, problem=problem)
        self.path = path
        self.pane = 0
        self.frames: list[Frame] = []
        self.pace = Pace()
        self.board = self.model.board
        self.start_looking(self)

    def on_mount(self) -> None:
        """Begin at the move that was asked for."""
        super().on_mount()
        prepare(self, self.board, self.shown(), self.repaint_board)
        if self._judged:
            self.call_after_refresh(self.show_judged, self._judged)

    @classmethod
    def from_file(cls, path: Any) -> ReplayScreen:
        """A replay of a journal, as far as it can be read. Raises SaveError when nothing can."""
        loaded = load_file(Path(path))
        return cls(loaded.history, name=Path(path).stem, problem=problem_of(loaded), path=Path(path))

    def compose(self) -> ComposeResult:
        """One picture above the keys."""
        yield CanvasView(self._paint, id="replay", dragged=self.drag_board)
        yield KeyBar()

    def minimum(self) -> tuple[int, int]:
        """What board, hand and bar need."""
        return replay_view.minimum(self.model)

    # --- the picture ------------------------------------------------------------------------------------

    def _paint(self, width: int, height: int) -> Picture:
        need = self.minimum()
        if width < need[0] or height < need[1] - 1:
            return Picture(Canvas(width, height))
        return replay_view.draw_replay(self.model, self._show(), width, height)

    def _show(self) -> replay_view.Show:
        return replay_view.Show(
            playing=self.playing,
            speed=self.speed,
            pane=self.pane,
            frame=self.frames[0] if self.frames else None,
            advice=self.advice(),
            style=self.services.style,
            memory=self.memory,
            pictures=self.pictures,
        )

    def shown(self) -> AnyContext:
        """The position at the cursor, or the frame that leads to it."""
        return replay_view.context_of(self.model, self._show(), self.memory)

    def _board_room(self, view: CanvasView) -> Rect:
        return replay_view.lay_out(self.model, view.size.width, view.size.height).board

    def over_board(self, x: int, y: int) -> bool:
        """Whether the cell lies in the board's room."""
        view = self.query_one(CanvasView)
        room = self._board_room(view)
        return room.x <= x - view.region.x < room.x + room.width and room.y <= y - view.region.y < room.bottom

    def repaint_board(self) -> None:
        """The picture is one."""
        self.redraw()

    def redraw(self) -> None:
        """Draw what has changed."""
        for view in self.query(CanvasView):
            view.repaint()

    # --- moving the cursor ------------------------------------------------------------------------------

    def seek(self, play: int) -> None:
        """Go to a point; its final state is shown at once."""
        self.frames.clear()
        self.model.seek(play)
        self.play_on()
        self.ask_soon()
        self.redraw()

    def _do_replay_forward(self, argument: str = "") -> None:
        before = self.model.at
        self.seek(before + 1)
        if self.model.game.info.slow and self.model.at > before and not self.playing:
            self.show_move()
            self.redraw()

    def _do_replay_backward(self, argument: str = "") -> None:
        self.seek(self.model.at - 1)

    def _do_replay_next_turn(self, argument: str = "") -> None:
        self.seek(self.model.next_turn())

    def _do_replay_previous_turn(self, argument: str = "") -> None:
        self.seek(self.model.previous_turn())

    def _do_replay_first(self, argument: str = "") -> None:
        self.seek(0)

    def _do_replay_last(self, argument: str = "") -> None:
        self.seek(self.model.length)

    def _do_replay_next_marker(self, argument: str = "") -> None:
        self._to_marker(self.model.marker_after(), "No marker lies further on.")

    def _do_replay_previous_marker(self, argument: str = "") -> None:
        self._to_marker(self.model.marker_before(), "No marker lies before this point.")

    def _to_marker(self, marker: Any, otherwise: str) -> None:
        if marker is None:
            self.services.say(otherwise)
            return
        self.seek(marker.play)

    def _to_tenth(self, tenths: int, argument: str = "") -> None:
        self.seek(self.model.length * tenths // 10)

    _do_replay_tenth_1 = partialmethod(_to_tenth, 1)
    _do_replay_tenth_2 = partialmethod(_to_tenth, 2)
    _do_replay_tenth_3 = partialmethod(_to_tenth, 3)
    _do_replay_tenth_4 = partialmethod(_to_tenth, 4)
    _do_replay_tenth_5 = partialmethod(_to_tenth, 5)
    _do_replay_tenth_6 = partialmethod(_to_tenth, 6)
    _do_replay_tenth_7 = partialmethod(_to_tenth, 7)
    _do_replay_tenth_8 = partialmethod(_to_tenth, 8)
    _do_replay_tenth_9 = partialmethod(_to_tenth, 9)

    def _do_replay_goto(self, argument: str = "") -> None:
        if argument:
            why = self._bad_move(argument)
            if why:
                self.services.say(why)
            else:
                self.seek(int(argument))
            return

        def go(answer: str | None) -> None:
            if answer:
                self.seek(int(answer))

        title = f"Go to move (0 to {self.model.length})"
        self.app.push_screen(AskScreen(title, "", self._bad_move), go)

    def _bad_move(self, text: str) -> str:
        stripped = text.strip()
        if stripped.isascii() and stripped.isdigit() and int(stripped) <= self.model.length:
            return ""
        return f"A move is a number from 0 to {self.model.length}."

    # --- eyes, panes, pad -------------------------------------------------------------------------------

    def _can_replay_view(self) -> str:
        return "" if self.model.finished else self.model.next_perspective()

    def _do_replay_view(self, argument: str = "") -> None:
        why = self.model.look_as(argument) if argument else self.model.next_perspective()
        if why:
            self.services.say(why)
        self.frames.clear()
        self.redraw()

    def _do_replay_pane(self, argument: str = "") -> None:
        self.pane = (self.pane + 1) % len(replay_view.PANES)
        self.redraw()

    def _do_replay_pad(self, argument: str = "") -> None:
        self.pause()
        self.services.open("score-pad", self.model.history, plays=self.model.at)

    # --- playing on from here ---------------------------------------------------------------------------

    def _can_replay_branch(self) -> str:
        why = why_no_branch(self.model.history, self.model.at)
        return sentence(why) if why else ""

    def _do_replay_branch(self, argument: str = "") -> None:
        app = self.services
        try:
            table = app.store.branch(self.model.history, self.model.at, self.model.name or "replay", argument)
        except TableError as error:
            app.say(str(error))
            return
        self.pause()
        app.to_menu()
        app.open_table(table)
        app.say(
            f"{table.name} begins after move {self.model.at}. It counts in no statistics; the original stays as it is."
        )

    # --- mouse, going away ------------------------------------------------------------------------------

    def on_canvas_view_spot_clicked(self, event: CanvasView.SpotClicked) -> None:
        """A marker was clicked."""
        event.stop()
        if event.spot.startswith(timeline.MARKER):
            self.seek(int(event.spot.removeprefix(timeline.MARKER)))

    def on_click(self, event: events.Click) -> None:
        """A click on the bar goes there."""
        view = self.query_one(CanvasView)
        rooms = replay_view.lay_out(self.model, view.size.width, view.size.height)
        line = timeline.track(rooms.bar, self.model.length)
        x, y = event.screen_x - view.region.x, event.screen_y - view.region.y
        if rooms.bar.y <= y < rooms.bar.bottom and line.x <= x < line.x + line.width:
            event.stop()
            self.seek(timeline.play_at(int(x) - line.x, self.model.length, line.width))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel steps on, beside a board that takes it."""
        if not self.wheel_board(1):
            self._do_replay_forward()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel steps back, beside a board that takes it."""
        if not self.wheel_board(-1):
            self._do_replay_backward()

    def _do_back(self, argument: str = "") -> None:
        self.pause()
        self.dismiss(None)

    def on_screen_suspend(self) -> None:
        """Something lies over the replay: it waits."""
        self.pause()

    def on_unmount(self) -> None:
        """Stop thinking."""
        self.rest()

    def exportable(self) -> Exportable:
        """What can be written to files from here."""
        c = plain_look(self.board, self.model.context())
        columns, rows = self.board.sizes(len(self.model.names), c.view).board
        board = self.board.draw(c, "board", (max(columns, 80), max(rows, 18)))
        return Exportable(
            name=f"{self.model.name or self.model.game.info.key}-move-{self.model.at}",
            board=board.canvas,
            journal=self.path,
            pad=self.model.pad_now(),
        )

    # --- what was best ----------------------------------------------------------------------------------

    analysing = False
    _adviser: Adviser | None = None
    _debounce: Timer | None = None

    def advice(self) -> str:
        """What is said of the move shown; empty when nobody was asked."""
        model, adviser = self.model, self._adviser
        if not self.analysing or adviser is None or not model.at:
            return ""
        if adviser.known(model.at):
            return adviser.line(model.at)
        if adviser.failed:
            return "nobody could say"
        return "" if model.history.plays[model.at - 1].by is None else adviser.thinking

    def _can_replay_analyse(self) -> str:
        model = self.model
        if not model.finished:
            return "Moves are judged only once the game is over."
        if reviewer_of(model.history) is None and strongest(model.history.header.game) is None:
            return f"{model.game.info.title} has neither a review nor bots that could say."
        return ""

    def _do_replay_analyse(self, argument: str = "") -> None:
        history = self.model.history
        level = strongest(history.header.game)
        by_bot = level is not None and (argument.strip().lower() == "bot" or reviewer_of(history) is None)
        same = isinstance(self._adviser, Analyst) == by_bot
        if self.analysing and same:
            self.analysing = False
            self.rest()
        else:
            self.analysing = True
            if self._adviser is None or not same:
                self.rest()
                soon = self.soon
                bot = Analyst(history, level, soon, self._said) if by_bot and level is not None else None
                self._adviser = bot or Critic(history, soon, self._said)
            self.ask_soon()
        self.redraw()

    def ask_soon(self) -> None:
        """Have the move shown judged, unless the cursor goes on at once: scrubbing must not begin a thought each."""
        if not self.analysing or self._adviser is None:
            return
        if self._debounce is not None:
            self._debounce.stop()
        self._debounce = self.set_timer(PAUSE, self._ask)

    def _ask(self) -> None:
        if self.analysing and self._adviser is not None:
            self._adviser.want(self.model.at)

    def rest(self) -> None:
        """Stop thinking."""
        if self._adviser is not None:
            self._adviser.stop()

    def _said(self, play: int) -> None:
        """The answer is there; 0 when no more will be said."""
        if play in (0, self.model.at) and self.is_open:
            self.redraw()

    # --- the whole game ---------------------------------------------------------------------------------

    def _can_replay_review(self) -> str:
        return why_not(self.model.history)

    def _do_replay_review(self, argument: str = "") -> None:
        model = self.model
        self.services.open("review", model.history, at=model.at, then=self.show_judged)

    def show_judged(self, play: int | None) -> None:
        """Go to a move that was chosen in the review, with what was best at it."""
        if play is None:
            return
        if not self.analysing:
            self._do_replay_analyse()
        self.seek(play)

    # --- playing by itself ------------------------------------------------------------------------------

    playing = False
    speed = 1.0
    _timer: Timer | None = None

    def play_on(self) -> None:
        """The cursor was moved: go on from there, or stop at the end."""
        if self.model.at >= self.model.length:
            self.pause()
        elif self.playing:
            self._schedule(SECONDS_A_MOVE / self.speed)

    def _do_replay_play(self, argument: str = "") -> None:
        if self.playing:
            self.pause()
        else:
            if self.model.at >= self.model.length:
                self.model.seek(0)
            self.playing = True
            self._schedule(0.15)
        self.redraw()

    def _do_replay_faster(self, argument: str = "") -> None:
        self.speed = SPEEDS[min(len(SPEEDS) - 1, SPEEDS.index(self.speed) + 1)]
        self.redraw()

    def _do_replay_slower(self, argument: str = "") -> None:
        self.speed = SPEEDS[max(0, SPEEDS.index(self.speed) - 1)]
        self.redraw()

    def _do_replay_speed(self, argument: str = "") -> None:
        wanted = {f"{speed:g}": speed for speed in SPEEDS}.get(argument.strip().rstrip("x"))
        if argument and wanted is None:
            self.services.say("The speed is one of " + ", ".join(f"{speed:g}" for speed in SPEEDS) + ".")
            return
        self.speed = wanted or SPEEDS[(SPEEDS.index(self.speed) + 1) % len(SPEEDS)]
        self.redraw()

    def _schedule(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(seconds, self._tick)

    def pause(self) -> None:
        """Stand still."""
        self.playing = False
        self.frames.clear()
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _frames(self) -> list[Frame]:
        screen = self
        return list(screen.model.frames(screen.services.motion, screen.services.style))

    def show_move(self) -> None:
        """Let the move at the cursor be seen as it happened, once; the next key cuts it short."""
        screen = self
        screen.frames = self._frames()
        if screen.frames:
            self._schedule(screen.pace.begin(screen.frames[0], time.monotonic(), self.speed))

    def _tick(self) -> None:
        screen, seconds = self, 0.0
        if not (self.playing or screen.frames):
            return
        if screen.frames:
            at, seconds = screen.pace.after(screen.frames, 0, time.monotonic(), self.speed)
            del screen.frames[:at]
        else:
            screen.model.seek(screen.model.at + 1)
            if self.speed <= LIVELY:
                screen.frames = self._frames()
            if screen.frames:
                seconds = screen.pace.begin(screen.frames[0], time.monotonic(), self.speed)
        if screen.frames:
            self._schedule(seconds)
        elif not self.playing:
            self.pause()
        elif screen.model.at >= screen.model.length:
            self.pause()
            screen.refresh_keys()
        else:
            self._schedule(SECONDS_A_MOVE / self.speed)
        screen.ask_soon()
        screen.redraw()
