"""The zones of the game screen: their layout, and the pictures of those beside the board."""

from __future__ import annotations

from dataclasses import replace

from textual.app import ComposeResult
from textual.geometry import Offset

from towergames.board.protocol import Picture
from towergames.core.contract import Decide, Nature, Over, Seat
from towergames.core.text import sentence
from towergames.session.replay import SETTLES
from towergames.session.session import Session
from towergames.table.pad import build_pad
from towergames.tui import message_lines, zone_layout
from towergames.tui.paint import identity
from towergames.tui.screens.game import side_panes
from towergames.tui.screens.game.animation_player import Stage
from towergames.tui.screens.game.board_input import BoardInput
from towergames.tui.screens.game.bots import Bots
from towergames.tui.screens.game.clock import GameClock
from towergames.tui.screens.game.look_back import LookBack
from towergames.tui.screens.game.slow_moves import Settling
from towergames.tui.screens.game.table_screen import TableScreen
from towergames.tui.screens.game.windows import Windows
from towergames.tui.widgets import action_bar
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.zone_layout import ZonePane

TABS = ("Log", "Score")


class Panes:
    """The zones of one game screen. This class knows no rules and draws only views."""

    def __init__(
        self,
        session: Session,
        screen: TableScreen,
        stage: Stage,
        board_input: BoardInput,
        look_back: LookBack,
        clock: GameClock,
        settling: Settling,
        bots: Bots,
        windows: Windows,
    ) -> None:
        self._session = session
        self._screen = screen
        self._stage = stage
        self._board_input = board_input
        self._look_back = look_back
        self._clock = clock
        self._settling = settling
        self._bots = bots
        self._windows = windows
        self.tab = "log"
        self.alone = session.board.spec.board_alone
        """Whether the board is shown without log and pad."""
        self.singles = False
        """Whether the pad shows single lines instead of rounds."""
        self.pointed = ""
        """The text for the spot under the mouse, until a key is pressed."""
        self.boxes: dict[str, zone_layout.Box] = {}
        """The boxes of the zones that are shown."""
        self._ties = side_panes.tie_words(session.game.rule_sheet)

    # --- layout -----------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Every zone is a canvas; the layout gives each its box."""
        painters = {
            "status": self._draw_status,
            "banner": self._draw_banner,
            "board": self._board_input.draw_board,
            "hand": self._board_input.draw_hand,
            "actions": self._draw_actions,
            "lines": self._draw_lines,
            "log": self._draw_log,
            "pad": self._draw_pad,
        }
        turns = self._session.board.camera is not None
        dragged = {"board": self._board_input.dragged} if turns else {}
        views = (CanvasView(painter, id=name, dragged=dragged.get(name)) for name, painter in painters.items())
        self._felt = ZonePane(*views, plan=self._plan, id="felt")
        yield self._felt

    def minimum(self, width: int) -> tuple[int, int]:
        """Columns and rows, computed from the zones; the banner takes a row of its own."""
        columns, rows = zone_layout.minimum(self._board_input.needs(), width)
        return columns, rows + bool(self._banner)

    def minimums(self) -> tuple[tuple[int, int], ...]:
        """Columns and rows that are enough, for each way in which the zones can lie."""
        ways = zone_layout.minimums(self._board_input.needs())
        return tuple((columns, rows + bool(self._banner)) for columns, rows in ways)

    def _plan(self, width: int, height: int) -> dict[str, zone_layout.Box]:
        recap = self._look_back.recap_open
        pad = 0
        if width >= zone_layout.LOG_BESIDE:
            look = side_panes.PadLook(ties=self._ties, singles=self.singles)
            pad = side_panes.pad_rows(build_pad(self._session.table.history), look, zone_layout.LEAST_SIDE)
        wish = zone_layout.Wish(self._tab_now(), self.alone and not recap, bool(self._banner), pad)
        self.boxes = zone_layout.plan(width, height, self._board_input.needs(), wish)
        return self.boxes

    def _tab_now(self) -> str:
        # While points are counted, the pad is shown.
        if self._look_back.recap_open:
            return "log"
        return "pad" if self._stage.beat is not None and any(self._stage.beat.counted) else self.tab

    def relayout(self) -> None:
        """Give the zones their boxes, if these have changed."""
        size, old = self._felt.size, dict(self.boxes)
        if size.width and old != self._plan(size.width, size.height):
            # The layout is requested for a child, since only then Textual drops the cached layout of its parents.
            self._screen.zone("board").refresh(layout=True)

    @property
    def _tabs(self) -> tuple[str, ...]:
        """The tabs above log and pad; none if both are shown."""
        return () if "log" in self.boxes and "pad" in self.boxes else TABS

    def switch(self) -> None:
        """Change the tab; if both are shown, change the pad between rounds and single lines."""
        if not self._tabs:
            self.singles = not self.singles
        else:
            self.alone = False
            self.tab = "pad" if self.tab == "log" or self._look_back.recap_open else "log"
            self._look_back.recap_open = False

    def toggle_alone(self) -> None:
        """Show the board alone, or with log and pad."""
        self.alone = not self.alone

    def open_sheet(self) -> None:
        """Open the whole pad on a screen of its own."""
        session = self._session
        verdict = session.context().verdict
        preview = verdict.preview if verdict is not None else ()
        path = session.table.journal.path if session.table.journal else None
        self._screen.services.open("score-pad", session.table.history, plays=session.past, preview=preview, path=path)

    def gain_place(self) -> Offset:
        """The place of the last change of the board, for moving points."""
        return self._screen.zone("board").region.offset + self._board_input.change

    def pad_place(self, seat: Seat) -> Offset:
        """The place of a player's points in the pad, for moving points."""
        if "pad" not in self.boxes:
            return Offset(2, self._felt.size.height - 1)
        x, y, width, height = self.boxes["pad"]
        return Offset(min(x + 22, x + width - 8), min(y + 1 + seat, y + height - 1))

    # --- painting ---------------------------------------------------------------------------------------

    def _draw_status(self, width: int, height: int) -> Picture:
        session, table, beat = self._session, self._session.table, self._stage.beat
        c = beat.context if beat is not None else session.bare()
        trouble = "waits" if table.header.open else "not saved"  # an open table takes no move that it cannot save
        status = side_panes.Status(
            title=session.game.info.title,
            where=f"Round {session.round if beat is None else session.round_at(beat.plays)}",
            facts=(*self._windows.facts, *session.game.status(c.view)),
            save=trouble if table.trouble else "view only" if table.read_only else "",
            clock=self._clock.text,
            short=self._clock.short,
            sign="/\\" if session.style.ascii_only else "▟▙",
        )
        return side_panes.draw_status(status, width)

    def _task(self) -> action_bar.Task:
        """Who acts now, and what there is to do."""
        session, table, beat = self._session, self._session.table, self._stage.beat
        c = beat.context if beat is not None else session.bare()
        turn, seat = c.turn, c.turn.seat if isinstance(c.turn, Decide) else None
        role = identity(seat).role if seat is not None else "line"
        name = table.names[seat] if seat is not None else ""
        if beat is not None:
            return action_bar.Task(SETTLES.capitalize() if isinstance(turn, Nature) else f"{name} plays", role=role)
        if session.past is not None:
            return action_bar.Task("Looking back", f"Move {session.past} of {table.moves}.", role="line")
        if isinstance(turn, Over):
            return action_bar.Task("The game is over", role="line")
        if self._settling.active:
            return action_bar.Task(name, sentence(self._settling.doing), role=role)
        if self._bots.active:
            doing, time = self._bots.doing()
            return action_bar.Task(f"{name} {doing}", time, role=role)
        if isinstance(turn, Nature):
            return action_bar.Task(SETTLES.capitalize() if session.game.info.slow else "One moment", role="line")
        if seat is not None and seat not in table.here and not table.read_only:
            return action_bar.Task(f"Waiting for {name}", self._windows.waits(seat), role=role)
        if table.read_only:
            return action_bar.Task("Watching", f"{name} is next." if name else "", role="line")
        if session.curtain_for is not None or session.looker is None:
            return action_bar.Task(f"{name} is next" if name else "", role=role)
        told = session.board.describe(session.context())
        return action_bar.Task(f"Your turn, {name}", sentence(told.task) if told.task else "", told.steps)

    @property
    def _banner(self) -> str:
        """The banner: a warning about the save; empty if there is none."""
        table = self._session.table
        if table.trouble:
            return table.warning if table.header.open else f"NOT SAVED: {table.warning}"
        if table.read_only and table.journal is not None:
            return sentence(table.locked)
        return ""

    def _draw_banner(self, width: int, height: int) -> Picture:
        return side_panes.draw_banner(self._banner, width)

    def _draw_actions(self, width: int, height: int) -> Picture:
        now, board = self._screen.contextual(), self._board_input
        chips = action_bar.command_chips(now, self._screen.keymap)
        quiet = self._stage.beat is not None or self._settling.active or board.controller.asking
        if not quiet and self._bots.thinking is None:
            taken = any(chip.main for chip in chips)
            own = action_bar.chips_of(board.controller.controls(), self._screen.keymap)
            chips = [*(chip for chip in own if not (taken and chip.main)), *chips]
        style, task = self._session.style, self._task()
        words = board.words(self.pointed)
        room = self.boxes.get("lines", (0, 0, 0, 0))[3]
        rows = message_lines.overflow(words, width, room, self._spare_rows(height))
        return action_bar.draw_bar(task, sorted(chips, key=lambda chip: not chip.main), style, width, height, rows)

    def _draw_lines(self, width: int, height: int) -> Picture:
        spare = self._spare_rows(self.boxes.get("actions", (0, 0, 0, 0))[3])
        return message_lines.draw_lines(self._board_input.words(self.pointed), width, height, spare)

    @staticmethod
    def _spare_rows(height: int) -> int:
        """How many rows of the task, in a zone that is so high, a long message may take."""
        return 2 if height > 2 else 1

    def _draw_log(self, width: int, height: int) -> Picture:
        session, beat, back = self._session, self._stage.beat, self._look_back
        entries, plays = session.log(), session.table.moves
        points: dict[tuple[int, Seat], int] = {}
        for line in session.pad().lines:
            key = (line.play, line.score.seat)
            points[key] = points.get(key, 0) + line.score.points
        names, since = session.table.names, session.since(session.looker)
        # Beside a board the hand shows the points; below it the log does, unless there is room for the pad.
        alone = "pad" not in self.boxes and width == self.boxes["board"][2]
        totals = build_pad(session.table.history, beat.plays).totals if beat is not None else session.pad().totals
        look = side_panes.LogLook(since, plays, back.scroll, self._tabs, totals=totals if alone else (), names=names)
        look = replace(look, points=points)
        if beat is not None:
            entries = session.log_during(beat.plays, beat.context.seat, beat.context.playing)
            look = replace(look, since=beat.plays, until=beat.plays + 1, scroll=0)
        elif session.past is not None:
            look = replace(look, since=session.past - 1, until=session.past)
        elif back.recap_open:
            entries = tuple(line for line in entries if line.play > look.since)
            if height == 2:  # in the one row the cards or tiles drawn at the end of a turn would hide the turn
                entries = tuple(line for line in entries if line.kind != "draw")
            look = replace(look, since=plays, tabs=(), title="Since your last turn")
        return side_panes.draw_log(entries, look, width, height)

    def _draw_pad(self, width: int, height: int) -> Picture:
        session, beat = self._session, self._stage.beat
        turn = beat.context.turn if beat is not None else session.bare().turn
        active = turn.seat if isinstance(turn, Decide) else None
        extra = [0] * len(session.table.names)
        verdict = session.context().verdict if beat is None else None
        for score in verdict.preview if verdict is not None else ():
            extra[score.seat] += score.points
        pad = session.pad() if beat is None else build_pad(session.table.history, beat.plays)
        counted = beat.counted if beat else ()
        pad = replace(pad, names=tuple(self._windows.named(seat) for seat in range(len(pad.names))))
        flash = frozenset(seat for seat, _ in beat.fresh) if beat else frozenset()
        look = side_panes.PadLook(active, extra, counted, self._tabs, self._ties, self.singles, flash)
        return side_panes.draw_pad(pad, look, width, height)
