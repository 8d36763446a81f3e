"""The table on the screen as it is drawn: its zones and their painters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from textual.app import ComposeResult
from textual.geometry import Offset

from towergames import registry
from towergames.boards.desk import AnyDesk, Scene
from towergames.boards.kit.canvas import Canvas
from towergames.boards.protocol import Picture
from towergames.core.contract import Decide, Nature, Over, Seat
from towergames.session.replay import SETTLES
from towergames.session.session import Message, Session
from towergames.table.match import Table
from towergames.tui import message_lines, zone_layout
from towergames.tui.command_screen import TowerScreen
from towergames.tui.keymap import KeyMap
from towergames.tui.screens.game import side_panes
from towergames.tui.screens.game.animation_player import Stage, first_difference
from towergames.tui.screens.game.bots import Bots
from towergames.tui.screens.game.clock import GameClock
from towergames.tui.screens.game.handover import Handover
from towergames.tui.screens.game.search import Search
from towergames.tui.screens.game.side_panes import tie_words
from towergames.tui.screens.game.slow_moves import Settling
from towergames.tui.screens.game.status_line import Status, draw_banner, draw_status
from towergames.tui.widgets.board_view import Bench, Eyes, Looked, Works
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar
from towergames.tui.zone_layout import ZonePane

if TYPE_CHECKING:
    from towergames.tui.screens.game.port import GamePort

TABS = ("Log", "Pad")


class Painted(TowerScreen[None]):
    """One table, drawn zone by zone. It holds no rules and is given views only."""

    def __init__(self, table: Table, pins: dict[Seat, str] | None = None) -> None:
        super().__init__()
        self.entry = registry.get(table.header.game)
        self.session = Session(table, self.entry.desk)
        whole = cast("GamePort", self)
        self.bots = Bots(whole)
        self.stage = Stage(whole)
        self.handover = Handover(whole, pins)
        self.clock = GameClock(whole)
        self.search = Search(whole)
        self.settling = Settling(whole)
        self.works = Works(self, cast("Bench", self))
        self.eyes = Eyes(self, cast("Looked", self), self.works)
        self.tab = "log"
        self.alone = self.session.desk.alone
        self.singles = False
        self.scroll = 0
        self.recap_open = False
        self.recapped = -1
        """The table's version for which the recap has opened by itself; once is enough."""
        self.undone = False
        """Whether the last thing done was an undo: then nothing is done by itself."""
        self.told_end = False
        """Whether the end card was shown for this end."""
        self.card_again = False
        """Whether the end card comes back after what it leads to."""
        self.pointed = ""
        """What the mouse is on, in words, until a key is pressed."""
        self.board_change = (0, 0)
        self._boxes_shown: dict[str, zone_layout.Box] = {}
        self._needs: zone_layout.Needs | None = None
        self._ties: str | None = None

    @property
    def keymap(self) -> KeyMap:
        """Letters belong to the board where they are typed onto it (U25)."""
        app = self.services
        return app.letters_keymap if self.session.desk.typed_letters else app.keymap

    def desk_shown(self) -> AnyDesk:
        """The game's."""
        return self.session.desk

    # --- zones ------------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Every zone is a canvas; the layout gives each its box."""
        painters = {
            "status": self._paint_status,
            "banner": self._paint_banner,
            "board": self._paint_board,
            "hand": self._paint_hand,
            "lines": self._paint_lines,
            "log": self._paint_log,
            "pad": self._paint_pad,
        }
        dragged = {"board": self.dragged}
        views = (CanvasView(painter, id=name, dragged=dragged.get(name)) for name, painter in painters.items())
        yield ZonePane(*views, plan=self._boxes, id="felt")
        yield KeyBar()

    def dragged(self, dx: int, dy: int, spot: str) -> bool:
        """The mouse was dragged on the board; what is in the hand stays where it is while everything settles."""
        return self.eyes.dragged(dx, dy, "" if self.settling.active else spot)

    def zone(self, name: str) -> CanvasView:
        """The canvas of a zone."""
        return self.query_one(f"#{name}", CanvasView)

    @property
    def board(self) -> CanvasView:
        """The board's canvas."""
        return self.zone("board")

    def needs(self) -> zone_layout.Needs:
        """What the desk asks for, with this number of seats."""
        if self._needs is None:
            table = self.session.table
            seats = len(table.names)
            view = self.session.view_of(None)
            self._needs = zone_layout.Needs(
                *self.session.desk.size(seats, view), seats, self.session.desk.abreast(seats, view)
            )
        return self._needs

    def minimum(self) -> tuple[int, int]:
        """Computed from the zones (U15); the banner takes a row of its own."""
        columns, rows = zone_layout.minimum(self.needs(), self.app.size.width)
        return columns, rows + bool(self._banner())

    def _boxes(self, width: int, height: int) -> dict[str, zone_layout.Box]:
        wish = zone_layout.Wish(self._tab_now(), self.alone and not self.recap_open, bool(self._banner()))
        self._boxes_shown = zone_layout.plan(width, height, self.needs(), wish)
        return self._boxes_shown

    def _tab_now(self) -> str:
        # While points are being counted the pad is what people look at.
        if self.recap_open:
            return "log"
        return "pad" if self.stage.beat is not None and any(self.stage.beat.counted) else self.tab

    def relayout(self) -> None:
        """Give the zones their boxes anew, if these have changed."""
        felt = self.query_one("#felt")
        old = dict(self._boxes_shown)
        if felt.size.width and old != self._boxes(felt.size.width, felt.size.height):
            # Asked of a child, since that is what makes Textual forget the arrangement of its parents.
            self.board.refresh(layout=True)

    # --- painting ---------------------------------------------------------------------------------------

    def repaint(self, *names: str) -> None:
        """Draw zones anew (all without names) and the keys; unchanged rows are not sent again."""
        if not self.is_open:
            return
        self.relayout()
        for view in self.query("#felt > CanvasView").results(CanvasView):
            if not names or view.id in names:
                view.repaint()
        self.refresh_keys()

    def repaint_board(self) -> None:
        """Only the board, which moves."""
        if self.is_open:
            self.board.repaint()

    def repaint_status(self) -> None:
        """Only the status line: called by the spinner."""
        self.zone("status").repaint()

    @property
    def scene(self) -> Scene[Any]:
        """What is shown: the animation's picture, or the table as the looker sees it."""
        beat = self.stage.beat
        return beat.scene if beat is not None else self.session.scene()

    def _paint_board(self, width: int, height: int) -> Picture:
        if not zone_layout.room_for_board(width, height, self.needs()):
            return Picture(Canvas(width, height))
        scene = self.scene if self.stage.beat is not None else self.session.judged()
        picture = self.session.desk.board(self.eyes.scene(scene, (width, height)), self.session.pointer, width, height)
        old = self.board.picture.canvas
        if self.stage.beat is not None:
            self.board_change = first_difference(old, picture.canvas)
        return picture

    def _paint_hand(self, width: int, height: int) -> Picture:
        if not zone_layout.room_for_hand(width, height, self.needs()):
            return Picture(Canvas(width, height))
        return self.session.desk.hand(self.scene, self.session.pointer, width, height)

    def _paint_status(self, width: int, height: int) -> Picture:
        session, table, scene = self.session, self.session.table, self.scene
        turn = scene.turn
        seat = turn.seat if isinstance(turn, Decide) else None
        name = f"{table.names[seat]}:" if seat is not None else ""
        doing = turn.phase if isinstance(turn, Decide) else ""
        if self.stage.beat is None and session.past is not None:
            name, doing, seat = f"Looking back: move {session.past} of {table.moves}", "", None
        elif isinstance(turn, Over):
            name = "The game is over"
        elif self.settling.active:
            doing = self.settling.doing
        elif isinstance(turn, Nature) and session.game.info.slow:
            name = SETTLES.capitalize()
        elif self.stage.beat is None and self.bots.active:
            name, doing = name[:-1], self.bots.doing()
        facts = session.game.status(scene.view)
        number = session.round if self.stage.beat is None else session.round_at(self.stage.beat.plays)
        saved = not table.trouble and not table.read_only
        title, seats = session.game.info.title, len(table.names)
        status = Status(
            title, number, seat, seats, name, doing, facts, self._save(), saved, self.clock.text, self.clock.short
        )
        return draw_status(status, width)

    def _save(self) -> str:
        table = self.session.table
        if table.trouble:
            return "NOT SAVED"
        if table.read_only:
            return "read only"
        return "saved" if table.journal is not None else "not kept"

    def _banner(self) -> str:
        table = self.session.table
        if table.trouble:
            return f"NOT SAVED: {table.warning}"
        if table.read_only and table.journal is not None:
            return f"Read only: {table.journal.obstacle}. Looking is all that can be done here."
        return ""

    def _paint_banner(self, width: int, height: int) -> Picture:
        return draw_banner(self._banner(), width)

    def _paint_lines(self, width: int, height: int) -> Picture:
        session, desk = self.session, self.session.desk
        names = session.table.names
        if self.stage.beat is not None:
            playing = self.stage.beat.scene.playing or self.stage.beat.scene.marks
            text = playing[-1].text.format(*names) if playing else ""
            return message_lines.draw_lines(
                message_lines.Words(text, Message("Any key skips", "muted"), names), width, height
            )
        scene = session.judged()
        words = message_lines.Words(
            # While Enter reads a rule, what the cursor's words promise for Enter would be wrong.
            self.pointed or ("" if session.message.rule else desk.hover(scene, session.pointer)),
            session.message,
            names,
            scene.verdict,
            desk.unfinished(scene, session.pointer),
            "Enter",
        )
        return message_lines.draw_lines(words, width, height)

    def _tabs(self) -> tuple[str, ...]:
        both = "log" in self._boxes_shown and "pad" in self._boxes_shown
        return () if both else TABS

    def _paint_log(self, width: int, height: int) -> Picture:
        session, beat = self.session, self.stage.beat
        entries = session.log()
        plays = session.table.moves
        if beat is not None:
            entries = session.log_during(beat.plays, beat.scene.seat, beat.scene.playing)
            look = side_panes.LogLook(beat.plays, beat.plays + 1, 0, self._tabs())
        elif session.past is not None:
            look = side_panes.LogLook(session.past - 1, session.past, self.scroll, self._tabs())
        elif self.recap_open:
            since = session.since(session.looker)
            entries = tuple(line for line in entries if line.play > since)
            look = side_panes.LogLook(plays, plays, self.scroll, (), "Recap", "Enter replays, Esc closes")
        else:
            look = side_panes.LogLook(session.since(session.looker), plays, self.scroll, self._tabs())
        return side_panes.draw_log(entries, look, width, height)

    def _paint_pad(self, width: int, height: int) -> Picture:
        session, beat = self.session, self.stage.beat
        names = session.table.names
        turn = self.scene.turn
        active = turn.seat if isinstance(turn, Decide) else None
        extra = [0] * len(names)
        draft = session.draft() if beat is None else None
        for score in draft[1].preview if draft else ():
            extra[score.seat] += score.points
        pad = session.pad() if beat is None else _pad_at(session, beat.plays)
        counted = beat.counted if beat else ()
        flash = frozenset(seat for seat, _ in beat.fresh) if beat else frozenset()
        look = side_panes.PadLook(active, extra, counted, self._tabs(), self._tie_rule(), self.singles, flash)
        return side_panes.draw_pad(pad, look, width, height)

    def _tie_rule(self) -> str:
        if self._ties is None:
            self._ties = tie_words(self.session.game.rule_sheet)
        return self._ties

    def pad_place(self, seat: Seat) -> Offset:
        """Where a player's points stand on the screen, for flying points."""
        if "pad" not in self._boxes_shown:
            return Offset(2, self.size.height - 2)
        x, y, width, height = self._boxes_shown["pad"]
        return Offset(min(x + 22, x + width - 8), min(y + 1 + seat, y + height - 1))


def _pad_at(session: Session, plays: int) -> Any:
    from towergames.table.pad import build_pad

    return build_pad(session.table.history, plays)
