"""The zones of a screen with a table: their layout, and their pictures. They draw one value, the scene."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace

from textual.app import ComposeResult
from textual.geometry import Offset

from towergames.board.camera_controls import VIEW
from towergames.board.canvas import Canvas, Ink
from towergames.board.protocol import AnyContext, Picture, Sentences
from towergames.core.contract import Seat
from towergames.session.ui_memory import UiMemory
from towergames.table.log import LogLine
from towergames.table.pad import Pad
from towergames.tui import message_lines, zone_layout
from towergames.tui.message_lines import MessageLines
from towergames.tui.screens.game import side_panes
from towergames.tui.screens.game.side_panes import LogLook, PadLook, Status
from towergames.tui.widgets import action_bar
from towergames.tui.widgets.action_bar import ActionBarTask, Chip
from towergames.tui.widgets.canvas import CanvasView, Dragger, Painter
from towergames.tui.widgets.live_board import Pictures
from towergames.tui.zone_layout import Needs, ZonePane

TABS = ("Log", "Score")
LOW_SPOT = 6
"""Rows of a spot up to which the brackets stand at its middle."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that the zones show at one moment: a value that a screen makes, and that holds no table.

    ``log_look`` and ``pad_look`` leave the tabs open, which depend on the layout.
    """

    context: AnyContext
    """The context that board and hand draw."""
    status: Status
    words: MessageLines
    log: tuple[LogLine, ...]
    log_look: LogLook
    pad: Pad
    pad_look: PadLook
    whole_pad: Pad
    """The score pad of all moves, which decides on the rows of the pad, so that looking back does not change them."""
    task: ActionBarTask | None = None
    chips: tuple[Chip, ...] = ()
    banner: str = ""
    bracketed: str = ""
    """The key of the spot on board or hand that has brackets around it."""
    animated: bool = False
    """Whether the board shows a frame of an animation."""
    recap: bool = False
    """Whether the log is the list of the moves since the viewer's last turn."""
    counting: bool = False
    """Whether the score is shown in place of the log, since points are counted."""
    hand: bool = True
    """Whether there is a hand."""
    watched: bool = False
    """Whether board and hand are only looked at: a click on them can only move the camera."""
    answer: Sentences = ()
    """The answer to "What was best?", shown below the log."""


class Panes:
    """The zones of one screen. They know neither rules nor tables."""

    def __init__(
        self,
        memory: UiMemory,
        pictures: Pictures,
        needs: Callable[[], Needs],
        scene: Callable[[], Scene],
        *,
        dragged: Dragger | None = None,
        extra: Mapping[str, Painter] | None = None,
        tabs: tuple[str, ...] = TABS,
    ) -> None:
        """``extra`` are further zones with their painters, ``tabs`` the headings between which a click chooses."""
        self._memory = memory
        self._board = memory.board
        self._pictures = pictures
        self._needs = needs
        self._make_scene = scene
        self._scene: Scene | None = None
        """The scene while several zones are drawn at once."""
        self._drawn: Scene | None = None
        """The scene that was drawn last."""
        self._choice = tabs
        self.tab = "log"
        self.alone: bool | None = None
        """Whether the person wants the board without log and pad; None: as the board and the screen suggest."""
        self._opened = False
        """Whether the pad was opened beside a board that was shown alone, and is closed by the same command."""
        self.singles = False
        """Whether the pad shows single lines instead of rounds."""
        self.pointed = ""
        """The text for the spot under the mouse, until a key is pressed."""
        self.boxes: dict[str, zone_layout.Box] = {}
        """The boxes of the zones that are shown."""
        self._change = (0, 0)
        """Column and row of the last change of the board in an animation."""
        painters: dict[str, Painter] = {
            "status": self._draw_status,
            "banner": self._draw_banner,
            "board": self._draw_board,
            "hand": self._draw_hand,
            "actions": self._draw_actions,
            "lines": self._draw_lines,
            "log": self._draw_log,
            "pad": self._draw_pad,
            **(extra or {}),
        }
        drags = {"board": dragged if self._board.camera is not None else None}
        self._views = {name: CanvasView(draw, id=name, dragged=drags.get(name)) for name, draw in painters.items()}
        self._felt = ZonePane(*self._views.values(), plan=self._plan, id="felt")

    def compose(self) -> ComposeResult:
        """Every zone is a canvas; the layout gives each its box."""
        yield self._felt

    def zone(self, name: str) -> CanvasView:
        return self._views[name]

    def scene(self) -> Scene:
        """The scene now; while several zones are drawn, it is made once."""
        return self._scene if self._scene is not None else self._make_scene()

    # --- layout -----------------------------------------------------------------------------------------

    def minimum(self, width: int) -> tuple[int, int]:
        """Columns and rows, computed from the zones; the banner takes a row of its own."""
        columns, rows = zone_layout.minimum(self._needs(), width)
        return columns, rows + bool(self.scene().banner)

    def minimums(self) -> tuple[tuple[int, int], ...]:
        """Columns and rows that are enough, for each way in which the zones can lie."""
        banner = bool(self.scene().banner)
        return tuple((columns, rows + banner) for columns, rows in zone_layout.minimums(self._needs()))

    def _plan(self, width: int, height: int) -> dict[str, zone_layout.Box]:
        scene, pad = self.scene(), 0
        if width >= zone_layout.LOG_BESIDE:
            look = replace(scene.pad_look, singles=self.singles)
            pad = side_panes.pad_rows(scene.whole_pad, look, zone_layout.LEAST_SIDE)
        tab = self.tab
        if scene.recap:
            tab = "log"
        elif scene.counting:
            tab = "pad"
        alone = self._is_alone(width) and not scene.recap
        wish = zone_layout.LayoutPreferences(tab, alone, bool(scene.banner), pad, scene.hand)
        self.boxes = zone_layout.plan(width, height, self._needs(), wish)
        return self.boxes

    def _is_alone(self, width: int) -> bool:
        """Whether the board is shown without log and pad on a screen of ``width`` columns."""
        if self.alone is not None:
            return self.alone
        return self._board.spec.board_alone and width < zone_layout.LOG_BESIDE

    def _lay_out(self) -> None:
        """Give the zones their boxes, if these have changed."""
        size, old = self._felt.size, dict(self.boxes)
        if size.width and old != self._plan(size.width, size.height):
            # The layout is requested for a child, since only then Textual drops the cached layout of its parents.
            self._views["board"].refresh(layout=True)

    @property
    def _tabs(self) -> tuple[str, ...]:
        """The tabs above log and pad; none if both are shown."""
        return () if "log" in self.boxes and "pad" in self.boxes else self._choice

    def switch(self) -> bool:
        """Change the tab, or the pad between rounds and single lines where both are shown; return whether the tab.

        Open the pad beside a board that is shown alone, and close it again.
        """
        if self._opened:
            self.alone, self._opened, self.tab = True, False, "log"
            return True
        if self._is_alone(self._felt.size.width):
            self.alone, self._opened, self.tab = False, True, "pad"
            return True
        if not self._tabs:
            self.singles = not self.singles
            return False
        self.tab = "pad" if self.tab == "log" or self.scene().recap else "log"
        return True

    def choose_tab(self, tab: str) -> None:
        """Show a tab, which stays."""
        self.tab, self._opened = tab, False

    def toggle_alone(self) -> None:
        """Show the board alone, or with log and pad."""
        self.alone, self._opened = not self._is_alone(self._felt.size.width), False

    def gain_place(self) -> Offset:
        """The place of the last change of the board, for moving points."""
        return self._views["board"].region.offset + self._change

    def pad_place(self, seat: Seat) -> Offset:
        """The place of a player's points in the pad, for moving points.

        Without a pad it is in the heading, without that at the top of the board: the keys at the bottom stay readable.
        """
        if "pad" not in self.boxes:
            x, y, _, height = self.boxes.get("status", (*self.boxes["board"][:3], 1))
            return Offset(x + 2, y + height - 1)
        x, y, width, height = self.boxes["pad"]
        return Offset(min(x + 22, x + width - 8), min(y + 1 + seat, y + height - 1))

    # --- painting ---------------------------------------------------------------------------------------

    def draw(self, *names: str) -> None:
        """Draw the named zones of one scene, all if none is named."""
        with self._one_scene(self.scene()):
            for name, view in self._views.items():
                if not names or name in names:
                    view.repaint()

    def repaint(self, *names: str) -> None:
        """Lay the zones out, and draw the named ones, all if none is named."""
        with self._one_scene(self.scene()):
            self._lay_out()
            self.draw(*names)

    def move_board(self, context: AnyContext) -> None:
        """Draw only the board, in another context: a frame of a movement, or as the camera shows it now."""
        last = self._drawn if self._drawn is not None else self.scene()
        with self._one_scene(replace(last, context=context, animated=bool(context.playing))):
            self._views["board"].repaint()

    @contextmanager
    def _one_scene(self, scene: Scene) -> Iterator[None]:
        """Draw all that is drawn meanwhile of this scene."""
        before = self._scene
        self._scene = self._drawn = scene
        try:
            yield
        finally:
            self._scene = before

    def _draw_status(self, width: int, height: int) -> Picture:
        return side_panes.draw_status(self.scene().status, width)

    def _draw_banner(self, width: int, height: int) -> Picture:
        return side_panes.draw_banner(self.scene().banner, width)

    def _draw_board(self, width: int, height: int) -> Picture:
        fits = zone_layout.room_for_board(width, height, self._needs())
        room = (width, height) if fits else (0, 0)
        if room != self._memory.room:
            self._memory.set_room(room)
            if self._scene is not None:
                self._scene = replace(self._scene, context=replace(self._scene.context, room=room))
        if not fits:
            return Picture(Canvas(width, height))
        scene = self.scene()
        picture = bracketed(self._board.draw(self._pictures.context(scene.context), "board", room), scene.bracketed)
        if scene.animated:
            # The last frame of a play repeats the picture before it: points then fly from the change before.
            self._change = first_difference(self._views["board"].picture.canvas, picture.canvas) or self._change
        return _watched(picture) if scene.watched else picture

    def _draw_hand(self, width: int, height: int) -> Picture:
        if not zone_layout.room_for_hand(width, height, self._needs()):
            return Picture(Canvas(width, height))
        scene = self.scene()
        picture = bracketed(self._board.draw(scene.context, "hand", (width, height)), scene.bracketed)
        return _watched(picture) if scene.watched else picture

    def _words(self) -> MessageLines:
        """The lines under the hand, with the text for the spot under the mouse."""
        scene = self.scene()
        if scene.animated or not self.pointed:
            return scene.words
        return replace(scene.words, hover=self.pointed)

    def _draw_actions(self, width: int, height: int) -> Picture:
        scene = self.scene()
        room = self.boxes.get("lines", (0, 0, 0, 0))[3]
        rows = message_lines.overflow(self._words(), width, room, self._spare_rows(height))
        task = scene.task if "status" in self.boxes else None  # the text of a lesson above the board says the task
        return action_bar.draw_bar(task, scene.chips, scene.context.style, width, height, rows)

    def _draw_lines(self, width: int, height: int) -> Picture:
        spare = self._spare_rows(self.boxes.get("actions", (0, 0, 0, 0))[3])
        return message_lines.draw_lines(self._words(), width, height, spare)

    @staticmethod
    def _spare_rows(height: int) -> int:
        """How many rows of the task, in a zone that is so high, a long message may take."""
        return 2 if height > 2 else 1

    def _draw_log(self, width: int, height: int) -> Picture:
        scene = self.scene()
        lines, look = scene.log, scene.log_look
        # Beside a board the hand shows the points; below it the log does, unless there is room for the pad.
        if "pad" in self.boxes or width != self.boxes["board"][2]:
            look = replace(look, totals=())
        if look.title in TABS:
            look = replace(look, tabs=self._tabs)
        elif height == 2:  # in the one row the cards or tiles drawn at the end of a turn would hide the turn
            lines = tuple(line for line in lines if line.kind != "draw")
        return side_panes.draw_answered_log(lines, look, scene.answer, width, height)

    def _draw_pad(self, width: int, height: int) -> Picture:
        scene = self.scene()
        look = replace(scene.pad_look, tabs=self._tabs, singles=self.singles)
        return side_panes.draw_pad(scene.pad, look, width, height)


def bracketed(picture: Picture, key: str) -> Picture:
    """The picture with brackets around the spot of that key, if it has the spot."""
    spot = next((spot for spot in picture.spots if key and spot.key == key), None)
    if spot is None:
        return picture
    canvas, ink = picture.canvas, Ink("warn", bold=True)
    y = spot.y + (spot.height // 2 if spot.height <= LOW_SPOT else spot.height - 3)  # a tower: at its foot
    if spot.x > 0:
        canvas.put_over(spot.x - 1, y, ">", ink)
    if spot.x + spot.width < canvas.width:
        canvas.put_over(spot.x + spot.width, y, "<", ink)
    return picture


def _watched(picture: Picture) -> Picture:
    """The picture with no spots but those that move the camera."""
    return replace(picture, spots=tuple(spot for spot in picture.spots if spot.key.startswith(VIEW)), at=None)


def first_difference(old: Canvas, new: Canvas) -> tuple[int, int] | None:
    """The first changed cell: of a row with a new ``+`` if there is one; None if the pictures are the same."""
    changed = [y for y in range(min(old.height, new.height)) if old.row(y) != new.row(y)]
    if not changed:
        return None
    y = next((y for y in changed if new.row(y).count("+") > old.row(y).count("+")), changed[0])
    x = next((i for i, (a, b) in enumerate(zip(old.row(y), new.row(y), strict=False)) if a != b), 0)
    return x, y
