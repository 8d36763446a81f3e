"""The replay: any point of a game at once, as any player sees it once it is over, and a new game from there."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.timer import Timer

from towergames.board.canvas import Canvas
from towergames.board.protocol import AnyContext, Failure, Picture, Viewpoint
from towergames.core.text import sentence
from towergames.session.analysis import Adviser, Analyst, Critic, strongest
from towergames.session.animation import Frame, Pace
from towergames.session.replay import Marker, Replay
from towergames.session.task import Task
from towergames.session.ui_memory import plain_look
from towergames.table.errors import TableError
from towergames.table.game_review import reviewer_of, why_not
from towergames.table.history import History
from towergames.table.store import Loaded, load_file, why_no_branch
from towergames.tui.command_screen import Handler, TowerScreen
from towergames.tui.commands import Command, group
from towergames.tui.dialogs import AskScreen
from towergames.tui.exports import Exportable
from towergames.tui.paint import Rect
from towergames.tui.screens import replay_view
from towergames.tui.watched_board import WatchedBoard
from towergames.tui.widgets.action_bar import COMMAND, Chip, command_chips
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar
from towergames.tui.widgets.live_board import prepare

PAUSE = 0.2
"""Seconds that the cursor rests on a move before it is thought about."""
SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
SECONDS_A_MOVE = 1.0
LIVELY = 2.0
"""Up to this speed scoring is shown floor by floor; faster, only where it ends."""


def _tenth(n: int) -> tuple[str, ...]:
    return f"replay.tenth.{n}", f"Go to {n}0%", f"Go to after {n}0% of the moves", str(n), f"{n}0%"


COMMANDS = (
    *group(
        "replay",
        ("replay.play", "Play or pause", "Play the moves one after another, or pause", "space enter", "play", "play"),
        ("replay.forward", "One move on", "Show the next move", "right", "forward", "step"),
        ("replay.backward", "One move back", "Show the move before", "left", "backward"),
        ("replay.next-turn", "Next turn", "Go to the start of the next turn", "pagedown", "nextturn", "turn"),
        (
            "replay.previous-turn",
            "Previous turn",
            "Go to the start of this turn or the one before",
            "pageup",
            "previousturn",
        ),
        ("replay.view", "Seen by", "Show what everyone sees, one player's view, or all hands", "v", "view", "seen by"),
        (
            "replay.branch",
            "Play from here",
            "Start a new saved game here; this one stays as it is",
            "b",
            "branch",
            "play on",
        ),
        (
            "replay.next-marker",
            "Next mark",
            "Go to the next big score, undo or help",
            "n full_stop",
            "nextmarker",
            "next mark",
        ),
        (
            "replay.previous-marker",
            "Mark before",
            "Go to the big score, undo or help before this",
            "p comma",
            "previousmarker",
        ),
        (
            "replay.analyse",
            "What was best?",
            "Show the best move, or the move of the strongest bot",
            "a",
            "analyse",
            "what was best?",
        ),
        (
            "replay.review",
            "Review",
            "Compare every move with the best one; shows the score curve",
            "r",
            "review",
            "review",
        ),
        ("replay.goto", "Go to move", "Go to a move by its number", "g", "goto", "go to"),
        ("replay.faster", "Faster", "Double the speed, up to 8x", "plus equals_sign", "faster"),
        ("replay.slower", "Slower", "Halve the speed, down to 0.5x", "minus", "slower"),
        ("replay.speed", "Speed", "Choose the next speed, or type one: 0.5, 1, 2, 4, 8", "s", "speed"),
        ("replay.first", "To the start", "Go to the start of the game", "home", "first"),
        ("replay.last", "To the end", "Go to the end of the game", "end", "last"),
        ("replay.pane", "Other view", "Show log and points, the score curve, or the log alone", "tab", "pane"),
        (
            "replay.messages",
            "Messages",
            "Show or hide in the log what the players said to each other",
            "m",
            "messages",
        ),
        ("replay.pad", "Score sheet", "Open the score sheet of this position", "t", "pad"),
    ),
    *group("replay", *(_tenth(n) for n in range(1, 10))),
    *group("replay", ("back", "Back", "Close the replay", "escape q", "back", "back")),
)


CHIPS = ("play", "forward", "next-turn", "next-marker", "branch", "analyse", "review")
"""What has a chip, where it can be done now; the footer names it no more."""


class Playback:
    """A replay that plays by itself, and the animation of a single move."""

    def __init__(self, screen: ReplayScreen) -> None:
        self._screen = screen
        self._model = screen.model
        self._pace = Pace()
        self._timer: Timer | None = None
        self.playing = False
        self.speed = 1.0
        self.frames: list[Frame] = []
        """What is left of the animation, the frame shown first."""

    def toggle(self) -> None:
        """Play from here, or pause; at the end it begins anew."""
        if self.playing:
            self.pause()
        else:
            if self._model.at >= self._model.length:
                self._model.seek(0)
            self.playing = True
            self._schedule(0.15)
        self._screen.redraw()

    def pause(self) -> None:
        """Stand still."""
        self.playing = False
        self.frames.clear()
        if self._timer is not None:
            self._timer.stop()
        self._timer = None

    def sought(self) -> None:
        """The cursor was moved: go on from there, or stop at the end."""
        self.frames.clear()
        if self._model.at >= self._model.length:
            self.pause()
        elif self.playing:
            self._schedule(SECONDS_A_MOVE / self.speed)

    def show_move(self) -> None:
        """Show once how the move at the cursor happened; the next key cuts it short."""
        if (seconds := self._begin_frames()) is not None:
            self._schedule(seconds)

    def change_speed(self, steps: int) -> None:
        """Faster or slower, as far as there are speeds."""
        self._set_speed(max(0, min(len(SPEEDS) - 1, SPEEDS.index(self.speed) + steps)))

    def set_speed(self, argument: str) -> None:
        """Set the speed that was typed, or the next one round and round."""
        named = [f"{speed:g}" for speed in SPEEDS]
        wanted = argument.strip().rstrip("x")
        if argument and wanted not in named:
            self._screen.services.say("Type one of these speeds: " + ", ".join(named) + ".")
            return
        self._set_speed(named.index(wanted) if argument else (SPEEDS.index(self.speed) + 1) % len(SPEEDS))

    def _set_speed(self, index: int) -> None:
        self.speed = SPEEDS[index]
        self._screen.redraw()

    def _schedule(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = self._screen.set_timer(seconds, self._tick)

    def _begin_frames(self) -> float | None:
        """Begin the animation that leads to the cursor; the seconds of its first frame, None where there is none."""
        services = self._screen.services
        self.frames = list(self._model.frames(services.motion, services.style))
        return self._pace.begin(self.frames[0], time.monotonic(), self.speed) if self.frames else None

    def _tick(self) -> None:
        if not (self.playing or self.frames):
            return
        seconds: float | None
        if self.frames:
            at, seconds = self._pace.after(self.frames, 0, time.monotonic(), self.speed)
            del self.frames[:at]
        else:
            self._model.seek(self._model.at + 1)
            seconds = self._begin_frames() if self.speed <= LIVELY else None
        if self.frames and seconds is not None:
            self._schedule(seconds)
        elif not self.playing:
            self.pause()
        elif self._model.at >= self._model.length:
            self.pause()
            self._screen.refresh_keys()
        else:
            self._schedule(SECONDS_A_MOVE / self.speed)
        self._screen.judgement.ask_soon()
        self._screen.redraw()


class Judgement:
    """What was best at the move shown: the game's reviewer says it, or the strongest bot."""

    def __init__(self, screen: ReplayScreen) -> None:
        self._screen = screen
        self._model = screen.model
        self._adviser: Adviser | None = None
        self._debounce: Timer | None = None
        self.active = False

    @property
    def text(self) -> str:
        """What is said of the move shown; empty when nobody was asked."""
        model, adviser = self._model, self._adviser
        if not self.active or adviser is None or not model.at:
            return ""
        if adviser.known(model.at):
            return adviser.line(model.at)
        if adviser.failed:
            return "no best move is known"
        return "" if model.history.plays[model.at - 1].by is None else adviser.thinking

    def why_not(self) -> str:
        """Why nobody can be asked."""
        model = self._model
        if not model.finished:
            return "You can see the best moves when the game is over."
        if reviewer_of(model.history) is None and strongest(model.history.header.game) is None:
            return f"{model.game.info.title} has no review and no bots."
        return ""

    def toggle(self, argument: str = "") -> None:
        """Show or hide what was best: by the game's reviewer, else (or when ``bot`` is typed) by the strongest bot."""
        history = self._model.history
        level = strongest(history.header.game)
        by_bot = level is not None and (argument.strip().lower() == "bot" or reviewer_of(history) is None)
        same = isinstance(self._adviser, Analyst) == by_bot
        if self.active and same:
            self.active = False
            self.rest()
        else:
            self.active = True
            if self._adviser is None or not same:
                self.rest()
                soon = self._screen.soon
                bot = Analyst(history, level, soon, self._said) if by_bot and level is not None else None
                self._adviser = bot or Critic(history, soon, self._said)
            self.ask_soon()
        self._screen.redraw()

    def ask_soon(self) -> None:
        """Have the move shown judged, unless the cursor goes on at once: scrubbing must not begin a thought each."""
        if not self.active or self._adviser is None:
            return
        if self._debounce is not None:
            self._debounce.stop()
        self._debounce = self._screen.set_timer(PAUSE, self._ask)

    def _ask(self) -> None:
        if self.active and self._adviser is not None:
            self._adviser.want(self._model.at)

    def rest(self) -> None:
        """Stop thinking."""
        if self._adviser is not None:
            self._adviser.stop()

    def _said(self, play: int) -> None:
        """The answer is there; 0 when no more will be said."""
        if play in (0, self._model.at) and self._screen.is_open:
            self._screen.redraw()


class ReplayScreen(WatchedBoard, TowerScreen[None]):
    """A game that was played, with a cursor in it."""

    NAME = "Replay"
    OWN = COMMANDS

    def __init__(
        self,
        history: History,
        *,
        name: str = "",
        problem: str = "",
        path: Path | None = None,
        judged: int = 0,
        shown: int = 0,
    ) -> None:
        """``judged`` is a move to begin at, with what was best there; ``shown`` one whose animation is shown; or 0."""
        super().__init__()
        self._judged, self._shown = judged, shown
        self.model = Replay(history, name=name, problem=problem)
        self.path = path
        self.pane = 0
        self.board = self.model.board
        self.playback = Playback(self)
        self.judgement = Judgement(self)
        self.start_looking(self)
        self.handlers = self._handlers()

    def _handlers(self) -> Mapping[str, Handler]:
        """What the commands of :data:`COMMANDS` do."""
        model, playback, judgement = self.model, self.playback, self.judgement
        tenths = (Handler(lambda n=n: self.seek(model.length * n // 10)) for n in range(1, 10))
        return {
            "replay.play": Handler(playback.toggle),
            "replay.forward": Handler(self.forward),
            "replay.backward": Handler(self.backward),
            "replay.next-turn": Handler(lambda: self.seek(model.next_turn())),
            "replay.previous-turn": Handler(lambda: self.seek(model.previous_turn())),
            "replay.view": Handler(
                self.look_as, lambda: "" if model.finished else model.next_perspective(), argument=True
            ),
            "replay.branch": Handler(self._branch, self.why_no_branch, argument=True),
            "replay.next-marker": Handler(lambda: self._to(model.marker_after(), "No mark comes after this point.")),
            "replay.previous-marker": Handler(
                lambda: self._to(model.marker_before(), "No mark comes before this point.")
            ),
            "replay.analyse": Handler(judgement.toggle, judgement.why_not, argument=True),
            "replay.review": Handler(self._review, lambda: why_not(model.history)),
            "replay.goto": Handler(self._go_to, argument=True),
            "replay.faster": Handler(partial(playback.change_speed, 1)),
            "replay.slower": Handler(partial(playback.change_speed, -1)),
            "replay.speed": Handler(playback.set_speed, argument=True),
            "replay.first": Handler(lambda: self.seek(0)),
            "replay.last": Handler(lambda: self.seek(model.length)),
            "replay.pane": Handler(self._next_pane),
            "replay.messages": Handler(self._turn_messages),
            "replay.pad": Handler(self._open_pad),
            "back": Handler(lambda: self.dismiss(None)),
        } | {f"replay.tenth.{n}": handler for n, handler in enumerate(tenths, start=1)}

    def _turn_messages(self) -> None:
        self.services.say(self.model.turn_messages())
        self.redraw()

    def on_mount(self) -> None:
        """Begin at the move that was asked for."""
        super().on_mount()
        prepare(self, self.board, self.shown(), self.repaint_board)
        if self._judged:
            self.call_after_refresh(self.show_judged, self._judged)
        if self._shown:
            self.seek(self._shown)
            self._overlook()

    def _overlook(self) -> None:
        """Show the animation of the move at the cursor from the side where it is seen best."""
        camera, c = self.board.camera, self.memory.at(self.model.context(self.services.style, before=True), None)
        c = replace(c, playing=self.model.events())

        def seen(viewpoint: Viewpoint | Failure | None) -> None:
            if self.is_open:
                if isinstance(viewpoint, Viewpoint):
                    self.memory.viewpoint = viewpoint
                self.playback.show_move()
                self.redraw()

        Task(self.soon, lambda _: camera.overlook(c) if camera else None, seen, name="overlook").start()

    @classmethod
    def from_file(cls, path: Any) -> ReplayScreen:
        """A replay of a journal, as far as it can be read. Raises SaveError when nothing can."""
        loaded = load_file(Path(path))
        return cls(loaded.history, name=Path(path).stem, problem=_problem_of(loaded), path=Path(path))

    def compose(self) -> ComposeResult:
        """One picture above the keys."""
        yield CanvasView(self._paint, id="replay", dragged=self.drag_board)
        yield KeyBar()

    def minimum(self) -> tuple[int, int]:
        """What board, hand and bar need."""
        return replay_view.minimum(self.model)

    def own_commands(self) -> tuple[Command, ...]:
        """The commands; those with a chip are not in the footer."""
        chips = {f"replay.{name}" for name in CHIPS}
        return tuple(
            replace(command, footer="") if command.id in chips else command for command in super().own_commands()
        )

    def _chips(self) -> list[Chip]:
        known = {command.id: command for command in COMMANDS}
        now = [known[f"replay.{name}"] for name in CHIPS if not self.why_not(f"replay.{name}")]
        if self.playback.playing:
            now[0] = replace(now[0], footer="pause")
        return command_chips(now, self.keymap)

    # --- the picture ------------------------------------------------------------------------------------

    def _paint(self, width: int, height: int) -> Picture:
        need = self.minimum()
        if width < need[0] or height < need[1] - 1:
            return Picture(Canvas(width, height))
        return replay_view.draw_replay(self.model, self._show(), width, height)

    def _show(self) -> replay_view.Show:
        playback = self.playback
        return replay_view.Show(
            playing=playback.playing,
            speed=playback.speed,
            pane=self.pane,
            frame=playback.frames[0] if playback.frames else None,
            advice=self.judgement.text,
            style=self.services.style,
            chips=self._chips(),
            memory=self.memory,
            pictures=self.pictures,
        )

    def shown(self) -> AnyContext:
        """The position at the cursor, or the frame that leads to it."""
        return replay_view.context_of(self.model, self._show(), self.memory)

    def over_board(self, x: int, y: int) -> bool:
        """Whether the cell lies in the board's room."""
        view = self.query_one(CanvasView)
        room: Rect = replay_view.lay_out(self.model, view.size.width, view.size.height).board
        return room.holds(x - view.region.x, y - view.region.y)

    def redraw(self) -> None:
        """Draw what has changed."""
        for view in self.query(CanvasView):
            view.repaint()

    repaint_board = redraw

    # --- moving the cursor ------------------------------------------------------------------------------

    def seek(self, play: int) -> None:
        """Go to a point; its final state is shown at once."""
        self.model.seek(play)
        self.playback.sought()
        self.judgement.ask_soon()
        self.redraw()

    def forward(self) -> None:
        """One move on; where things fall by physics the fall is shown, unless it plays by itself anyway."""
        before = self.model.at
        self.seek(before + 1)
        if self.model.game.info.slow and self.model.at > before and not self.playback.playing:
            self.playback.show_move()
            self.redraw()

    def backward(self) -> None:
        """One move back."""
        self.seek(self.model.at - 1)

    def _to(self, marker: Marker | None, otherwise: str) -> None:
        if marker is None:
            self.services.say(otherwise)
        else:
            self.seek(marker.play)

    def _go_to(self, argument: str) -> None:
        """Go to a move by number, asking for it when none was typed."""
        if not argument:
            dialog = AskScreen(f"Go to move, 0 to {self.model.length}", "", self._bad_move)
            self.app.push_screen(dialog, lambda answer: self.seek(int(answer)) if answer else None)
        elif why := self._bad_move(argument):
            self.services.say(why)
        else:
            self.seek(int(argument))

    def _bad_move(self, text: str) -> str:
        stripped = text.strip()
        if stripped.isascii() and stripped.isdigit() and int(stripped) <= self.model.length:
            return ""
        return f"Type a number from 0 to {self.model.length}."

    # --- eyes, panes, pad -------------------------------------------------------------------------------

    def look_as(self, argument: str = "") -> None:
        """Look through the next pair of eyes, or those named."""
        why = self.model.look_as(argument) if argument else self.model.next_perspective()
        if why:
            self.services.say(why)
        self.playback.frames.clear()
        self.redraw()

    def _next_pane(self) -> None:
        self.pane = (self.pane + 1) % len(replay_view.PANES)
        self.redraw()

    def _open_pad(self) -> None:
        self.services.open("score-pad", self.model.history, plays=self.model.at)

    # --- playing on from here, the review -----------------------------------------------------------------

    def why_no_branch(self) -> str:
        """Why one cannot play on from here."""
        why = why_no_branch(self.model.history, self.model.at)
        return sentence(why) if why else ""

    def _branch(self, name: str) -> None:
        """A new save that begins here; the original is not touched."""
        app = self.services
        try:
            table = app.store.branch(self.model.history, self.model.at, self.model.name or "replay", name)
        except TableError as error:
            app.say(str(error))
            return
        app.to_menu()
        app.tables.open_table(table)
        app.say(f"{table.name} starts after move {self.model.at}. It does not count in statistics.")

    def _review(self) -> None:
        """The review, at the move shown; the move chosen there is shown here with what was best."""
        self.services.open("review", self.model.history, at=self.model.at, then=self.show_judged)

    def show_judged(self, play: int | None) -> None:
        """Go to a move that was chosen in the review, with what was best at it."""
        if play is None:
            return
        if not self.judgement.active:
            self.judgement.toggle()
        self.seek(play)

    # --- mouse, going away ------------------------------------------------------------------------------

    def on_canvas_view_spot_clicked(self, event: CanvasView.SpotClicked) -> None:
        """A marker or a chip was clicked."""
        event.stop()
        if event.spot.startswith(COMMAND):
            self.run_command(event.spot.removeprefix(COMMAND))
        if event.spot.startswith(replay_view.MARKER):
            self.seek(int(event.spot.removeprefix(replay_view.MARKER)))

    def on_click(self, event: events.Click) -> None:
        """A click on the bar goes there."""
        view = self.query_one(CanvasView)
        rooms = replay_view.lay_out(self.model, view.size.width, view.size.height)
        line = replay_view.track(rooms.bar, self.model.length)
        x, y = int(event.screen_x) - view.region.x, event.screen_y - view.region.y
        if rooms.bar.y <= y < rooms.bar.bottom and line.x <= x < line.x + line.width:
            event.stop()
            self.seek(replay_view.play_at(x - line.x, self.model.length, line.width))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel steps on, beside a board that takes it."""
        if not self.wheel_board(1):
            self.forward()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel steps back, beside a board that takes it."""
        if not self.wheel_board(-1):
            self.backward()

    def on_screen_suspend(self) -> None:
        """Another screen covers the replay: it waits."""
        self.playback.pause()

    def on_unmount(self) -> None:
        """Stop thinking and playing."""
        self.playback.pause()
        self.judgement.rest()

    def exportable(self) -> Exportable:
        """What can be written to files from here."""
        c = plain_look(self.board, self.model.context(self.services.style))
        columns, rows = self.board.sizes(len(self.model.names), c.view).board
        board = self.board.draw(c, "board", (max(columns, 80), max(rows, 18)))
        return Exportable(
            name=f"{self.model.name or self.model.game.info.key}-move-{self.model.at}",
            board=board.canvas,
            journal=self.path,
            pad=self.model.pad_now(),
        )


def _problem_of(loaded: Loaded) -> str:
    """What a person must know of a damaged save, in one sentence; empty when all is well."""
    if loaded.damage is None:
        return ""
    count = len(loaded.history.plays)
    return (
        f"Damaged at record {loaded.damage.record}. The first {count} moves are shown. {sentence(loaded.damage.reason)}"
    )
