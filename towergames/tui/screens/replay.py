"""The replay: any point of a game at once, as any player sees it once it is over, and a new game from there."""

from __future__ import annotations

from functools import partialmethod
from pathlib import Path
from typing import Any

from textual import events
from textual.app import ComposeResult

from towergames.boards.canvas import Canvas
from towergames.boards.desk import Picture, Scene
from towergames.core.text import sentence
from towergames.session.animation import Frame, Pace
from towergames.session.replay import Replay
from towergames.table.errors import TableError
from towergames.table.history import History
from towergames.table.store import Loaded, load_file, why_no_branch
from towergames.tui.base import TowerScreen
from towergames.tui.library import replay_view, timeline
from towergames.tui.library.advised import Advised
from towergames.tui.library.exports import Exportable
from towergames.tui.library.replay_commands import COMMANDS
from towergames.tui.library.replay_playing import Playing
from towergames.tui.paint import Rect
from towergames.tui.play.onlooking import Onlooking
from towergames.tui.screens.ask import AskScreen
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar


class ReplayScreen(Advised, Playing, Onlooking, TowerScreen[None]):
    """A game that was played, with a cursor in it."""

    NAME = "Replay"
    OWN = COMMANDS

    def __init__(self, history: History, *, name: str = "", problem: str = "", path: Path | None = None) -> None:
        super().__init__()
        self.model = Replay(history, name=name, problem=problem)
        self.path = path
        self.pane = 0
        self.frames: list[Frame] = []
        self.pace = Pace()
        self.desk = self.model.desk
        self.start_looking(self)

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
            style=self.tower_app.style,
            memory=self.memory,
            eyes=self.eyes,
        )

    def shown_scene(self) -> Scene[Any]:
        """The position at the cursor, or the frame that leads to it."""
        return replay_view.scene_of(self.model, self._show())

    def _board_room(self, view: CanvasView) -> Rect:
        return replay_view.lay_out(self.model, view.size.width, view.size.height).board

    def board_size(self) -> tuple[int, int]:
        """Columns and rows of the board."""
        room = self._board_room(self.query_one(CanvasView))
        return room.width, room.height

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

    def do_replay_forward(self, argument: str = "") -> None:
        """One move on; where things fall by physics the fall is shown, unless it plays by itself anyway."""
        before = self.model.at
        self.seek(before + 1)
        if self.model.game.info.slow and self.model.at > before and not self.playing:
            self.show_move()
            self.redraw()

    def do_replay_backward(self, argument: str = "") -> None:
        """One move back."""
        self.seek(self.model.at - 1)

    def do_replay_next_turn(self, argument: str = "") -> None:
        """To where the next turn begins."""
        self.seek(self.model.next_turn())

    def do_replay_previous_turn(self, argument: str = "") -> None:
        """To where this or the previous turn begins."""
        self.seek(self.model.previous_turn())

    def do_replay_first(self, argument: str = "") -> None:
        """To the start."""
        self.seek(0)

    def do_replay_last(self, argument: str = "") -> None:
        """To the end."""
        self.seek(self.model.length)

    def do_replay_next_marker(self, argument: str = "") -> None:
        """To the next marker."""
        self._to_marker(self.model.marker_after(), "No marker lies further on.")

    def do_replay_previous_marker(self, argument: str = "") -> None:
        """To the marker before."""
        self._to_marker(self.model.marker_before(), "No marker lies before this point.")

    def _to_marker(self, marker: Any, otherwise: str) -> None:
        if marker is None:
            self.tower_app.say(otherwise)
            return
        self.seek(marker.play)

    def _to_tenth(self, tenths: int, argument: str = "") -> None:
        self.seek(self.model.length * tenths // 10)

    do_replay_tenth_1 = partialmethod(_to_tenth, 1)
    do_replay_tenth_2 = partialmethod(_to_tenth, 2)
    do_replay_tenth_3 = partialmethod(_to_tenth, 3)
    do_replay_tenth_4 = partialmethod(_to_tenth, 4)
    do_replay_tenth_5 = partialmethod(_to_tenth, 5)
    do_replay_tenth_6 = partialmethod(_to_tenth, 6)
    do_replay_tenth_7 = partialmethod(_to_tenth, 7)
    do_replay_tenth_8 = partialmethod(_to_tenth, 8)
    do_replay_tenth_9 = partialmethod(_to_tenth, 9)

    def do_replay_goto(self, argument: str = "") -> None:
        """Go to a move by number, asking for it when none was typed."""
        if argument:
            why = self._bad_move(argument)
            if why:
                self.tower_app.say(why)
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

    def can_replay_view(self) -> str:
        """Why one cannot look into hands."""
        return "" if self.model.finished else self.model.next_viewpoint()

    def do_replay_view(self, argument: str = "") -> None:
        """Look through the next pair of eyes, or those named."""
        why = self.model.look_as(argument) if argument else self.model.next_viewpoint()
        if why:
            self.tower_app.say(why)
        self.frames.clear()
        self.redraw()

    def do_replay_pane(self, argument: str = "") -> None:
        """Another pane below the board."""
        self.pane = (self.pane + 1) % len(replay_view.PANES)
        self.redraw()

    def do_replay_pad(self, argument: str = "") -> None:
        """The score pad as it stood here."""
        from towergames.tui.screens.padscreen import PadScreen

        self.pause()
        self.app.push_screen(PadScreen(self.model.history, plays=self.model.at))

    # --- playing on from here ---------------------------------------------------------------------------

    def can_replay_branch(self) -> str:
        """Why one cannot play on from here."""
        why = why_no_branch(self.model.history, self.model.at)
        return sentence(why) if why else ""

    def do_replay_branch(self, argument: str = "") -> None:
        """A new save that begins here; the original is not touched (U49)."""
        app = self.tower_app
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
            self.do_replay_forward()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel steps back, beside a board that takes it."""
        if not self.wheel_board(-1):
            self.do_replay_backward()

    def do_back(self, argument: str = "") -> None:
        """Close the replay."""
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
        scene = self.model.scene()
        columns, rows, _ = self.model.desk.size(len(self.model.names), scene.view)
        board = self.model.desk.board(scene, self.model.desk.start(scene), max(columns, 80), max(rows, 18))
        return Exportable(
            name=f"{self.model.name or self.model.game.info.key}-move-{self.model.at}",
            board=board.canvas,
            journal=self.path,
            pad=self.model.pad_now(),
        )


def problem_of(loaded: Loaded) -> str:
    """What a person must know of a damaged save, in one sentence; empty when all is well."""
    if loaded.damage is None:
        return ""
    count = len(loaded.history.plays)
    return f"Damaged at record {loaded.damage.record} ({loaded.damage.reason}); the first {count} moves are shown."
