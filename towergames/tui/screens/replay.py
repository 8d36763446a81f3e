"""The replay: any point of a game at once, as any player sees it once it is over, and a new game from there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from textual import events
from textual.app import ComposeResult

from towergames.board.protocol import AnyContext, Failure, Viewpoint
from towergames.core.contract import Decide
from towergames.core.text import sentence
from towergames.core.time_control import shown_time
from towergames.session.animation import Frame
from towergames.session.falls import branch_point
from towergames.session.replay import Marker, Replay
from towergames.session.session import SILENCE
from towergames.session.task import Task
from towergames.session.ui_memory import plain_look
from towergames.table.errors import TableError
from towergames.table.history import History
from towergames.table.save_file import Loaded, load_file
from towergames.table.store import why_no_branch
from towergames.table.turn_review import why_no_review
from towergames.tui import zone_layout
from towergames.tui.command_screen import Handler, TowerScreen
from towergames.tui.commands import Command
from towergames.tui.dialogs import AskScreen
from towergames.tui.exports import Exportable
from towergames.tui.message_lines import MessageLines
from towergames.tui.screens.game import side_panes
from towergames.tui.screens.game.panes import Panes, Scene
from towergames.tui.screens.game.side_panes import LogLook, PadLook, Status, TimeShown
from towergames.tui.screens.judgement import Judgement
from towergames.tui.screens.playback import Playback
from towergames.tui.screens.replay_commands import CHIPS
from towergames.tui.screens.replay_commands import COMMANDS as COMMANDS  # imported here for the catalogue
from towergames.tui.screens.timeline import SIGNS, Timeline
from towergames.tui.services import open_review
from towergames.tui.watched_board import WatchedBoard
from towergames.tui.widgets.action_bar import COMMAND, Chip, command_chips
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar
from towergames.tui.widgets.live_board import prepare
from towergames.tui.zone_layout import Needs

PANES = ("both", "chart", "log")
"""The zones that share the room of the log where there is no room for all, in the order of a key."""


class ReplayScreen(WatchedBoard, TowerScreen[None]):
    """A game that was played, with a cursor in it."""

    NAME = "Replay"
    OWN = COMMANDS

    def marks_shown(self) -> Sequence[tuple[str, str]]:
        """The marks of the timeline."""
        return tuple((sign, meaning) for sign, _, meaning in SIGNS)

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
        self.board = self.model.board
        self.start_looking(self)
        self.judgement = Judgement(self, self.model, self.memory)
        self.playback = Playback(self, self.model, self.judgement.ask_soon)
        self.timeline = Timeline(self.model, lambda: " ".join(self.judgement.sentences), self.panes_shown)
        zones = {"chart": self.timeline.draw_chart, "timeline": self.timeline.draw}
        self.panes = Panes(
            self.memory, self.pictures, self.needs, self.scene, dragged=self.drag_board, extra=zones, tabs=()
        )
        self.panes.tab, self.panes.alone = PANES[0], False
        self._ties = side_panes.tie_words(self.model.game.rule_sheet)
        self._needs: Needs | None = None
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
            "replay.next-marker": Handler(
                lambda: self._to(model.marker_after(), "No big score, great loss or undo comes after this move.")
            ),
            "replay.previous-marker": Handler(
                lambda: self._to(model.marker_before(), "No big score, great loss or undo comes before this move.")
            ),
            "replay.analyse": Handler(judgement.toggle, judgement.why_not, argument=True),
            "replay.review": Handler(self._review, lambda: why_no_review(model.history)),
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
        showcase = self.board.spec.showcase
        key = self.model.history.header.game
        view = self.services.memory.view(key) or (showcase.view if showcase is not None else "")
        if view:
            self.memory.show_view(self.shown(), view)
        prepare(self, self.board, self.shown(), self.repaint_board)
        if self._judged:
            self.call_after_refresh(self.show_judged, self._judged)
        if self._shown:
            self.playback.fall = self._shown
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
                self.playback.show_fall()
                self.redraw()

        Task(self.soon, lambda _: camera.overlook(c) if camera else None, seen, name="overlook").start()

    @classmethod
    def from_file(cls, path: Any) -> ReplayScreen:
        """A replay of a journal, as far as it can be read. Raises SaveError when nothing can."""
        loaded = load_file(Path(path))
        return cls(loaded.history, name=Path(path).stem, problem=_problem_of(loaded), path=Path(path))

    def compose(self) -> ComposeResult:
        """The zones, and the keys below."""
        yield from self.panes.compose()
        yield KeyBar()

    def minimum(self) -> tuple[int, int]:
        return self.panes.minimum(self.app.size.width)

    def minimums(self) -> tuple[tuple[int, int], ...]:
        return self.panes.minimums()

    def own_commands(self) -> tuple[Command, ...]:
        """The commands; those with a chip are not in the footer."""
        chips = {f"replay.{name}" for name in CHIPS}
        return tuple(
            replace(command, footer="") if command.id in chips else command for command in super().own_commands()
        )

    def _chips(self) -> tuple[Chip, ...]:
        known = {command.id: command for command in COMMANDS}
        now = [known[f"replay.{name}"] for name in CHIPS if not self.why_not(f"replay.{name}")]
        if self.playback.playing:
            now[0] = replace(now[0], footer="pause")
        elif self.playback.at_fall:
            now[0] = replace(now[0], footer="again")
        return tuple(command_chips(now, self.keymap))

    # --- the picture ------------------------------------------------------------------------------------

    def needs(self) -> Needs:
        """The sizes that the board needs."""
        if self._needs is None:
            seats = len(self.model.names)
            view = self.model.context(self.services.style).view
            self._needs = replace(zone_layout.needs_of(self.board.sizes(seats, view), seats), timeline=True)
        return self._needs

    def scene(self) -> Scene:
        """The table at the cursor, or at the frame that leads to it."""
        model, beat = self.model, self.playback.stage.beat
        model.talks = self.services.settings.flag("talk")
        context, pad = self.shown(), model.pad_now(beat)
        return Scene(
            context=context,
            status=self._status(),
            words=MessageLines("", SILENCE, model.names),
            log=model.log(beat),
            log_look=LogLook(model.at - 1, model.at, totals=pad.totals, names=model.names, points=model.points),
            pad=pad,
            pad_look=self._pad_look(context, beat),
            whole_pad=model.pad,
            chips=self._chips(),
            banner=model.problem,
            animated=beat is not None,
            hand=model.has_hand or self._ghost() is not None,
            watched=True,
            answer=self.judgement.sentences,
        )

    def _ghost(self) -> AnyContext | None:
        if self.playback.playing or self.playback.stage.beat is not None:
            return None
        return self.judgement.ghost(self.services.style)

    def _times(self) -> tuple[TimeShown, ...]:
        """The time left of each person at the cursor; no clock runs in a replay."""
        model, times = self.model, self.model.times()
        return tuple(
            TimeShown(seat, model.names[seat], shown_time(left), runs=False, short=False, alone=len(times) == 1)
            for seat, left in times
        )

    def _status(self) -> Status:
        model, playback = self.model, self.playback
        eyes = "All hands shown" if model.perspective.everything else f"Seen by {model.perspective.title}"
        pace = f"{'playing' if playback.playing else 'paused'} {playback.speed:g}x"
        if playback.repeats:
            pace = "the fall at half speed"
        if self._ghost() is not None:
            eyes = f"Before move {model.move_of(self.judgement.decision)}: the best move"
        return Status(
            title=model.game.info.title,
            where=f"Replay · move {model.move} of {model.moves}",
            facts=(eyes, pace),
            times=self._times(),
        )

    def _pad_look(self, context: AnyContext, beat: Frame | None) -> PadLook:
        """The pad with what the last move brought, or with what its animation has counted so far."""
        active = context.turn.seat if isinstance(context.turn, Decide) else None
        if beat is not None:
            flash = frozenset(seat for seat, _ in beat.fresh)
            return PadLook(active, counted=beat.counted, ties=self._ties, flash=flash)
        gains = [self.model.points.get((self.model.at, seat), 0) for seat in range(len(self.model.names))]
        return PadLook(active, gains, ties=self._ties)

    def panes_shown(self) -> frozenset[str]:
        """The zones of which more is shown than the heading."""
        return frozenset(name for name, box in self.panes.boxes.items() if box[3] > 1)

    def shown(self) -> AnyContext:
        """The position at the cursor, the frame that leads to it, or the position before with the best move."""
        model, beat = self.model, self.playback.stage.beat
        ghost = self._ghost()
        if ghost is not None:
            return ghost
        context = beat.context if beat is not None else model.context(self.services.style)
        return self.memory.at(context, (model.at, model.perspective, len(context.playing)))

    def over_board(self, x: int, y: int) -> bool:
        """Whether a cell of the screen belongs to the board."""
        return self.panes.zone("board").region.contains(x, y)

    def redraw(self) -> None:
        """Draw everything that has changed."""
        if self.is_open:
            self.panes.repaint()

    def repaint_board(self) -> None:
        """Draw the board in its new context, all else as it was."""
        if self.is_open:
            self.panes.move_board(self.shown())

    def show_beat(self, moving: bool) -> None:
        """Draw the present frame of an animation."""
        self.repaint_board() if moving else self.redraw()

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
            dialog = AskScreen(f"Go to move, 0 to {self.model.moves}", "", self._bad_move)
            self.app.push_screen(dialog, lambda answer: self._seek_move(int(answer)) if answer else None)
        elif why := self._bad_move(argument):
            self.services.say(why)
        else:
            self._seek_move(int(argument))

    def _seek_move(self, move: int) -> None:
        self.seek(self.model.seek_move(move))

    def _bad_move(self, text: str) -> str:
        stripped = text.strip()
        if stripped.isascii() and stripped.isdigit() and int(stripped) <= self.model.moves:
            return ""
        return f"Type a number from 0 to {self.model.moves}."

    # --- eyes, panes, pad -------------------------------------------------------------------------------

    def look_as(self, argument: str = "") -> None:
        """Look through the next pair of eyes, or those named."""
        why = self.model.look_as(argument) if argument else self.model.next_perspective()
        if why:
            self.services.say(why)
        self.playback.sought()
        self.redraw()

    def _next_pane(self) -> None:
        """Share the room of the log in the next way; it changes nothing where there is room for all."""
        self.panes.tab = PANES[(PANES.index(self.panes.tab) + 1) % len(PANES)]
        self.redraw()

    def _open_pad(self) -> None:
        self.services.open("score-pad", self.model.history, plays=self.model.at)

    # --- playing on from here, the review -----------------------------------------------------------------

    def why_no_branch(self) -> str:
        """Why one cannot play on from here."""
        why = why_no_branch(self.model.history, branch_point(self.model.history, self.model.at))
        return sentence(why) if why else ""

    def _branch(self, name: str) -> None:
        """A new save that begins here, or at the last decision of a person before a fall or the end.

        The original is not touched.
        """
        app, history = self.services, self.model.history
        start = branch_point(history, self.model.at)
        try:
            table = app.store.branch(history, start, self.model.name or "replay", name)
        except TableError as error:
            app.say(str(error))
            return
        app.to_menu()
        app.tables.open_table(table)
        where = f"after move {self.model.move_of(start)}"
        player = history.plays[start].by if start < self.model.at else None
        if player is not None:
            where = f"before {history.header.names[player]}'s last decision, {where}"
        app.say(f"{table.name} starts {where}. It does not count in records.")

    def _review(self) -> None:
        """The review, at the move shown; the move chosen there is shown here with what was best."""
        open_review(self.services, self.model.history, at=self.model.at, then=self.show_judged)

    def show_judged(self, play: int | None) -> None:
        """Go to a move that was chosen in the review, with what was best at it."""
        if play is None:
            return
        if not self.judgement.active:
            self.judgement.toggle()
        self.seek(play)

    def takes_key(self, event: events.Key) -> bool:
        """A key ends the repetition of a fall, and then does what it means."""
        self.playback.rest()
        return super().takes_key(event)

    # --- mouse, going away ------------------------------------------------------------------------------

    def on_canvas_view_spot_clicked(self, event: CanvasView.SpotClicked) -> None:
        """Run the command of a chip, choose a view, or go to the move of a line, a marker or a column."""
        event.stop()
        if event.spot.startswith(COMMAND):
            self.run_command(event.spot.removeprefix(COMMAND))
        elif event.view.id == "board":
            self.click_board(event.spot)
        elif (play := self.timeline.clicked(event.spot)) is not None:
            self.seek(play)

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
            in_space=self.board.spec.showcase is not None,
        )


def _problem_of(loaded: Loaded) -> str:
    """What a person must know of a damaged save, in one sentence; empty when all is well."""
    if loaded.damage is None:
        return ""
    count = len(loaded.history.plays)
    return (
        f"Damaged at record {loaded.damage.record}. The first {count} moves are shown. {sentence(loaded.damage.reason)}"
    )
