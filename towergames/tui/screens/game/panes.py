"""The zones of the game screen: their layout, and what is drawn beside the board: status, banner, log, score pad."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from textual.app import ComposeResult
from textual.geometry import Offset

from towergames.boards.kit.canvas import Canvas, Ink
from towergames.boards.protocol import Picture, Spot
from towergames.core.contract import Decide, Nature, Over, Seat
from towergames.core.rulesheet import RuleSheet
from towergames.core.text import cell_width, fit
from towergames.session.replay import SETTLES
from towergames.session.session import Session
from towergames.table.match import LogLine
from towergames.table.pad import Pad, build_pad
from towergames.tui import message_lines, zone_layout
from towergames.tui.keymap import KeyMap
from towergames.tui.paint import BAR, BAR_BOLD, BAR_MUTED, BOLD, LINE, MUTED, TEXT, TITLE, badge, wrap
from towergames.tui.screens.game.animation_player import Stage
from towergames.tui.screens.game.board_input import BoardInput
from towergames.tui.screens.game.bots import Bots
from towergames.tui.screens.game.clock import GameClock
from towergames.tui.screens.game.host import Host
from towergames.tui.screens.game.look_back import LookBack
from towergames.tui.screens.game.slow_moves import Settling
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.zone_layout import ZonePane

REMARKS = ("undo", "note")
"""Kinds of lines about help and undo; they look different from moves."""


@dataclass(frozen=True, slots=True)
class LogLook:
    """How the log is shown: lines of plays in (``since``, ``until``] are marked; ``scroll`` counts from the end."""

    since: int
    until: int
    scroll: int = 0
    tabs: tuple[str, ...] = ()
    title: str = "Log"
    hint: str = ""


def draw_log(lines: Sequence[LogLine], look: LogLook, width: int, height: int) -> Picture:
    """The log on ``width`` x ``height`` cells; a click on a line shows the table after that move."""
    canvas = Canvas(width, height)
    spots = list(draw_tabs(canvas, look.tabs, look.title, look.hint, width))
    rows: list[tuple[LogLine, str, bool]] = []
    room = height - 1
    last = max(0, len(lines) - look.scroll)
    at = last
    while at > 0 and len(rows) < room:
        at -= 1
        line = lines[at]
        for i, text in reversed(list(enumerate(wrap(line.text, width - 5, hang=2)))):
            rows.insert(0, (line, text, i == 0))
    rows = rows[-room:] if room > 0 else []
    for y, (line, text, first) in enumerate(rows, start=1):
        marked = look.since < line.play <= look.until
        canvas.put(0, y, ">" if marked and first else "│" if marked else " ", Ink("last", bold=True))
        if first and line.seat is not None:
            badge(canvas, 1, y, line.seat)
        ink = MUTED if line.kind in REMARKS else BOLD if marked else TEXT
        canvas.put(4, y, text, ink)
        spots.append(Spot(f"play:{line.play}", 0, y, width, 1, text))
    if look.scroll and height > 1:
        canvas.put(max(0, width - 12), height - 1, f" {look.scroll} newer v", Ink("accent", "card"))
    return Picture(canvas, tuple(spots))


def draw_tabs(canvas: Canvas, tabs: Sequence[str], title: str, hint: str, width: int) -> tuple[Spot, ...]:
    """The heading row: one title, or tabs of which ``title`` is the open one."""
    canvas.put(0, 0, "─" * width, LINE)
    x = 1
    spots = []
    for tab in tabs or (title,):
        shown = tab == title
        label = f"[{tab}]" if shown and tabs else f" {tab} "
        end = canvas.put(x, 0, label, TITLE if shown else MUTED)
        spots.append(Spot(f"tab:{tab.lower()}", x, 0, end - x, 1, f"show the {tab.lower()}"))
        x = end + 1
    if hint and x + len(hint) + 3 < width:
        canvas.put(width - len(hint) - 2, 0, f" {hint} "[:width], MUTED)
    return tuple(spots)


T = TypeVar("T")

NAME = 16
CELL = 18
"""Columns of one player where the pane is too low for a row each."""


TIES = ("tie", "ties", "tie-break")
"""Titles of the rules about ties in a rule sheet."""


def tie_words(sheet: RuleSheet) -> str:
    """The first tie-breaker of the rules in a few words; empty if the rules have none."""
    rule = next((rule for rule in sheet.rules if rule.title.lower() in TIES), None)
    if rule is None:
        return ""
    words = re.split(r"[.;:]", " ".join(rule.text.split()))[0].strip()
    return words[:1].lower() + words[1:]


@dataclass(frozen=True, slots=True)
class PadLook:
    """How the pad is shown. ``extra`` is a preview, ``counted`` are the points that an animation has shown so far."""

    active: Seat | None = None
    extra: Sequence[int] = ()
    counted: Sequence[int] = ()
    tabs: tuple[str, ...] = ()
    ties: str = ""
    singles: bool = False
    flash: frozenset[Seat] = field(default_factory=frozenset)


def totals(pad: Pad, look: PadLook) -> tuple[int, ...]:
    """The totals as shown: those of the pad, with the points that an animation has counted so far."""
    counted = look.counted or (0,) * len(pad.names)
    return tuple(a + b for a, b in zip(pad.totals, counted, strict=True))


def draw_pad(pad: Pad, look: PadLook, width: int, height: int) -> Picture:
    """The pad on ``width`` x ``height`` cells."""
    canvas = Canvas(width, height)
    seats = len(pad.names)
    hint = f"ties: {look.ties}" if look.ties and width >= 60 else ""
    spots = draw_tabs(canvas, look.tabs, "Pad", hint, width)
    if height - 1 < seats:
        _cells(canvas, pad, look)
        return Picture(canvas, spots)
    rounds = pad.rounds()
    beside = width >= 60
    y = 1
    if beside and height > seats + 1:
        _headings(canvas, width, [str(number) for number, _ in rounds])
        y = 2
    for seat in range(seats):
        x = _standing(canvas, y, seat, pad, look, min(NAME, max(4, width - 16)))
        if beside:
            _row_of_rounds(canvas, x, y, width, [points[seat] for _, points in rounds])
        y += 1
    if not beside and height - y >= 4:
        if look.singles:
            _singles(canvas, y + 1, pad, width, height - y - 1)
        else:
            _rounds(canvas, y + 1, pad, width, height - y - 1, look)
    return Picture(canvas, spots)


def _standing(canvas: Canvas, y: int, seat: Seat, pad: Pad, look: PadLook, room: int) -> int:
    """One player's row: on turn, rank, identity, name, points, preview; the column after it."""
    points = totals(pad, look)
    rank = 1 + sum(other > points[seat] for other in points)
    on = look.active == seat
    canvas.put(0, y, ">" if on else " ", BOLD)
    canvas.put(1, y, f"{rank}.", MUTED)
    x = badge(canvas, 4, y, seat) + 1
    x = canvas.put(x, y, fit(pad.names[seat], room), BOLD if on else TEXT)
    ink = Ink("last", bold=True) if seat in look.flash else BOLD
    x = canvas.put(x, y, f"{points[seat]:>4}", ink)
    extra = look.extra[seat] if look.extra else 0
    return canvas.put(x, y, f"{extra:>+4d}" if extra else "    ", Ink("good" if extra >= 0 else "bad"))


def _cells(canvas: Canvas, pad: Pad, look: PadLook) -> None:
    """Many players on few rows: several in a row."""
    rows = max(1, canvas.height - 1)
    points = totals(pad, look)
    for seat, name in enumerate(pad.names):
        x, y = seat // rows * CELL, 1 + seat % rows
        on = look.active == seat
        canvas.put(x, y, ">" if on else " ", BOLD)
        at = badge(canvas, x + 1, y, seat)
        at = canvas.put(at + 1, y, fit(name, CELL - 10), BOLD if on else TEXT)
        canvas.put(at, y, f"{points[seat]:>4}", BOLD)


def _headings(canvas: Canvas, width: int, rounds: Sequence[str]) -> None:
    canvas.put(4, 1, "player", MUTED)
    canvas.put(4 + 3 + NAME, 1, "sum", MUTED)
    shown = _shown(rounds, width - 32)
    if shown:
        x = canvas.put(31, 1, "round", MUTED)
        for number in shown:
            x = canvas.put(x, 1, f"{number:>4}", MUTED)


def _row_of_rounds(canvas: Canvas, x: int, y: int, width: int, row: Sequence[int]) -> None:
    x = 36
    for points in _shown(row, width - 32):
        x = canvas.put(x, y, f"{points:>4}" if points else "   -", MUTED if not points else TEXT)


def _shown(values: Sequence[T], room: int) -> Sequence[T]:
    fits = max(0, (room - 6) // 4)
    return values[-fits:] if fits else ()


def _rounds(canvas: Canvas, y: int, pad: Pad, width: int, height: int, look: PadLook) -> None:
    """Rounds down, players across; the latest that fit."""
    seats = len(pad.names)
    cell = max(3, min(6, (width - 7) // seats))
    canvas.put(1, y, "round", TITLE)
    for seat in range(seats):
        badge(canvas, 7 + seat * cell + cell - 2, y, seat)
    rounds = pad.rounds()
    ties = wrap(f"ties: {look.ties}", width - 2) if look.ties and width > 2 else []
    tail = 1 + len(ties)
    room = max(0, height - 1 - tail)
    shown = rounds[-room:] if room else ()
    for number, points in shown:
        y += 1
        canvas.put(1, y, f"{number:>5}", MUTED)
        for seat, value in enumerate(points):
            text = str(value) if value else "-"
            canvas.put(7 + seat * cell, y, text.rjust(cell), TEXT if value else MUTED)
    y += 1
    canvas.put(1, y, "  sum", MUTED)
    for seat, value in enumerate(totals(pad, look)):
        canvas.put(7 + seat * cell, y, str(value).rjust(cell), BOLD)
    for row, text in enumerate(ties, start=1):
        canvas.put(1, y + row, text, MUTED)


def _singles(canvas: Canvas, y: int, pad: Pad, width: int, height: int) -> None:
    """The latest single lines: who, points, rule, why."""
    canvas.put(1, y, "lines", TITLE)
    room = max(0, height - 1)
    for line in pad.lines[-room:] if room else ():
        y += 1
        score = line.score
        x = badge(canvas, 1, y, score.seat)
        x = canvas.put(x, y, f"{score.points:>+4d} ", BOLD)
        canvas.put(x, y, fit(f"{score.rule}: {score.note}", width - x), TEXT)


# --- the status line ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Status:
    """The status line. ``seat`` is whose turn it is, ``doing`` what that player does, ``save`` the state of the save.

    ``clock`` is the time left, if there is a limit, ``short`` whether it is nearly over.
    """

    title: str
    round: int
    seat: Seat | None
    seats: int
    name: str
    doing: str
    facts: tuple[str, ...]
    save: str
    saved: bool = True
    clock: str = ""
    short: bool = False


def draw_status(status: Status, width: int) -> Picture:
    """One row; if it does not fit, the least important parts are left out."""
    canvas = Canvas(width, 1)
    canvas.fill(0, 0, width, 1, " ", BAR)
    who = status.name + (f" {status.doing}" if status.doing else "")
    several = status.seat is not None and status.seats > 1
    place = f" (seat {(status.seat or 0) + 1} of {status.seats})" if several else ""
    save = f" {status.save} "
    clock = f" {'! ' * status.short}{status.clock} " if status.clock else ""
    core = len(clock) + 2 + len(f"round {status.round}") + 3 + 3 + cell_width(who) + len(save) + 2
    spare = width - core
    facts: list[str] = []
    for fact in status.facts:
        if spare >= len(fact) + 3:
            facts.append(fact)
            spare -= len(fact) + 3
    if spare < len(place):
        place = ""
    spare -= len(place)
    title = status.title if spare >= len(status.title) + 4 else ""
    x = 1
    if title:
        x = canvas.put(x, 0, title, BAR_BOLD)
        x = canvas.put(x, 0, " │ ", BAR_MUTED)
    x = canvas.put(x, 0, f"round {status.round}", BAR)
    x = canvas.put(x, 0, " │ ", BAR_MUTED)
    start = x
    if status.seat is not None:
        x = canvas.put(x, 0, ">", BAR_BOLD)
        x = badge(canvas, x, 0, status.seat, "card") + 1
    x = canvas.put(x, 0, who, BAR_BOLD)
    x = canvas.put(x, 0, place, BAR_MUTED)
    turn = Spot("turn", start, 0, max(1, min(x, width) - start), 1, "whose turn it is")
    for fact in facts:
        x = canvas.put(x, 0, " │ ", BAR_MUTED)
        x = canvas.put(x, 0, fact, BAR)
    canvas.put(width - len(save) - len(clock), 0, clock, Ink("ink", "warn", bold=True) if status.short else BAR_BOLD)
    ink = BAR_MUTED if status.saved else Ink("ink", "bad", bold=True)
    canvas.put(width - len(save), 0, save, ink)
    return Picture(canvas, (turn,))


def draw_banner(text: str, width: int) -> Picture:
    """A warning line: trouble with the save, or a read-only table."""
    canvas = Canvas(width, 1)
    ink = Ink("ink", "warn", bold=True)
    canvas.fill(0, 0, width, 1, " ", ink)
    canvas.put(1, 0, f"! {text}", ink)
    return Picture(canvas)


TABS = ("Log", "Pad")


class PanesHost(Host, Protocol):
    """What the zones need from the screen."""

    @property
    def keymap(self) -> KeyMap:
        """Which key does what on the screen."""

    stage: Stage
    board_input: BoardInput
    look_back: LookBack
    clock: GameClock
    settling: Settling
    bots: Bots


class Panes:
    """The zones of one game screen. This class knows no rules and draws only views."""

    def __init__(self, session: Session, host: PanesHost) -> None:
        self._session = session
        self._host = host
        self.tab = "log"
        self.alone = session.board.spec.board_alone
        """Whether the board is shown without log and pad."""
        self.singles = False
        """Whether the pad shows single lines instead of rounds."""
        self.pointed = ""
        """The text for the spot under the mouse, until a key is pressed."""
        self.boxes: dict[str, zone_layout.Box] = {}
        """The boxes of the zones that are shown."""
        self._ties = tie_words(session.game.rule_sheet)

    # --- layout -----------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Every zone is a canvas; the layout gives each its box."""
        painters = {
            "status": self._draw_status,
            "banner": self._draw_banner,
            "board": self._host.board_input.draw_board,
            "hand": self._host.board_input.draw_hand,
            "actions": self._draw_actions,
            "lines": self._draw_lines,
            "log": self._draw_log,
            "pad": self._draw_pad,
        }
        dragged = {"board": self._host.board_input.dragged}
        views = (CanvasView(painter, id=name, dragged=dragged.get(name)) for name, painter in painters.items())
        self._felt = ZonePane(*views, plan=self._plan, id="felt")
        yield self._felt

    def minimum(self, width: int) -> tuple[int, int]:
        """Columns and rows, computed from the zones; the banner takes a row of its own."""
        columns, rows = zone_layout.minimum(self._host.board_input.needs(), width)
        return columns, rows + bool(self._banner)

    def _plan(self, width: int, height: int) -> dict[str, zone_layout.Box]:
        recap = self._host.look_back.recap_open
        wish = zone_layout.Wish(self._tab_now(), self.alone and not recap, bool(self._banner))
        self.boxes = zone_layout.plan(width, height, self._host.board_input.needs(), wish)
        return self.boxes

    def _tab_now(self) -> str:
        # While points are counted, the pad is shown.
        if self._host.look_back.recap_open:
            return "log"
        return "pad" if self._host.stage.beat is not None and any(self._host.stage.beat.counted) else self.tab

    def relayout(self) -> None:
        """Give the zones their boxes, if these have changed."""
        size, old = self._felt.size, dict(self.boxes)
        if size.width and old != self._plan(size.width, size.height):
            # The layout is requested for a child, since only then Textual drops the cached layout of its parents.
            self._host.zone("board").refresh(layout=True)

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
            self.tab = "pad" if self.tab == "log" or self._host.look_back.recap_open else "log"
            self._host.look_back.recap_open = False

    def toggle_alone(self) -> None:
        """Show the board alone, or with log and pad."""
        self.alone = not self.alone

    def open_sheet(self) -> None:
        """Open the whole pad on a screen of its own."""
        session = self._session
        verdict = session.context().verdict
        preview = verdict.preview if verdict is not None else ()
        path = session.table.journal.path if session.table.journal else None
        self._host.services.open("score-pad", session.table.history, plays=session.past, preview=preview, path=path)

    def gain_place(self) -> Offset:
        """The place of the last change of the board, for moving points."""
        return self._host.zone("board").region.offset + self._host.board_input.change

    def pad_place(self, seat: Seat) -> Offset:
        """The place of a player's points in the pad, for moving points."""
        if "pad" not in self.boxes:
            return Offset(2, self._felt.size.height - 1)
        x, y, width, height = self.boxes["pad"]
        return Offset(min(x + 22, x + width - 8), min(y + 1 + seat, y + height - 1))

    # --- painting ---------------------------------------------------------------------------------------

    def _draw_status(self, width: int, height: int) -> Picture:
        session, table, beat = self._session, self._session.table, self._host.stage.beat
        c = beat.context if beat is not None else session.bare()
        turn = c.turn
        seat = turn.seat if isinstance(turn, Decide) else None
        name = f"{table.names[seat]}:" if seat is not None else ""
        doing = turn.phase if isinstance(turn, Decide) else ""
        if beat is None and session.past is not None:
            name, doing, seat = f"Looking back: move {session.past} of {table.moves}", "", None
        elif isinstance(turn, Over):
            name = "The game is over"
        elif self._host.settling.active:
            doing = self._host.settling.doing
        elif isinstance(turn, Nature) and session.game.info.slow:
            name = SETTLES.capitalize()
        elif beat is None and self._host.bots.active:
            name, doing = name[:-1], self._host.bots.doing()
        status = Status(
            title=session.game.info.title,
            round=session.round if beat is None else session.round_at(beat.plays),
            seat=seat,
            seats=len(table.names),
            name=name,
            doing=doing,
            facts=session.game.status(c.view),
            save=self._save(),
            saved=not table.trouble and not table.read_only,
            clock=self._host.clock.text,
            short=self._host.clock.short,
        )
        return draw_status(status, width)

    def _save(self) -> str:
        table = self._session.table
        if table.trouble:
            return "NOT SAVED"
        if table.read_only:
            return "read only"
        return "saved" if table.journal is not None else "not kept"

    @property
    def _banner(self) -> str:
        """The banner: a warning about the save; empty if there is none."""
        table = self._session.table
        if table.trouble:
            return f"NOT SAVED: {table.warning}"
        if table.read_only and table.journal is not None:
            return f"Read only: {table.journal.obstacle}. Looking is all that can be done here."
        return ""

    def _draw_banner(self, width: int, height: int) -> Picture:
        return draw_banner(self._banner, width)

    def _draw_actions(self, width: int, height: int) -> Picture:
        return self._host.board_input.draw_actions(self._host.keymap, width, height)

    def _draw_lines(self, width: int, height: int) -> Picture:
        return message_lines.draw_lines(self._host.board_input.words(self.pointed), width, height)

    def _draw_log(self, width: int, height: int) -> Picture:
        session, beat, back = self._session, self._host.stage.beat, self._host.look_back
        entries, plays = session.log(), session.table.moves
        if beat is not None:
            entries = session.log_during(beat.plays, beat.context.seat, beat.context.playing)
            look = LogLook(beat.plays, beat.plays + 1, 0, self._tabs)
        elif session.past is not None:
            look = LogLook(session.past - 1, session.past, back.scroll, self._tabs)
        elif back.recap_open:
            since = session.since(session.looker)
            entries = tuple(line for line in entries if line.play > since)
            look = LogLook(plays, plays, back.scroll, (), "Recap", "Enter replays, Esc closes")
        else:
            look = LogLook(session.since(session.looker), plays, back.scroll, self._tabs)
        return draw_log(entries, look, width, height)

    def _draw_pad(self, width: int, height: int) -> Picture:
        session, beat = self._session, self._host.stage.beat
        turn = beat.context.turn if beat is not None else session.bare().turn
        active = turn.seat if isinstance(turn, Decide) else None
        extra = [0] * len(session.table.names)
        verdict = session.context().verdict if beat is None else None
        for score in verdict.preview if verdict is not None else ():
            extra[score.seat] += score.points
        pad = session.pad() if beat is None else build_pad(session.table.history, beat.plays)
        counted = beat.counted if beat else ()
        flash = frozenset(seat for seat, _ in beat.fresh) if beat else frozenset()
        look = PadLook(active, extra, counted, self._tabs, self._ties, self.singles, flash)
        return draw_pad(pad, look, width, height)
