"""The browser of saved games as one picture: the list, and the board of the marked save beside or below it. Pure."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from towergames import registry
from towergames.board.canvas import Canvas, Ink
from towergames.board.protocol import AnyContext, Picture, Spot, Style
from towergames.core.contract import Over
from towergames.core.text import cell_width, count, sentence
from towergames.session.context import context_at
from towergames.session.text import ending
from towergames.session.ui_memory import plain_look
from towergames.table.daybook import day_name
from towergames.table.facts import unusual_options
from towergames.table.remarks import uncounted_reason
from towergames.table.save_file import Loaded, SaveInfo
from towergames.table.setup import attempt_told
from towergames.table.today import task_day
from towergames.tui import paint
from towergames.tui.paint import Rect, put
from towergames.tui.text_table import Cell, Column, TableRow, TextTable

WIDTH_WITH_SIDE = 140
MIN_LIST_CELLS, MAX_SIDE_CELLS = 60, 96
MIN_ROWS_BELOW = 14
PLAYERS_CELLS = 22
"""Cells for the players before the names of the saves are shown."""
FULL_DATE, SHORT_DATE = 16, 5
CLEARED_RATIO = 1.25
"""A last play has cleared the board if the board had more cells before it by this factor."""
BRANCHED = "*"
"""The sign before the name of a game that was played on from a replay."""
_STATE_INKS = {"finished": Ink("good"), "damaged": Ink("warn", bold=True), "broken": Ink("bad", bold=True)}


def read_progress(left: int) -> str:
    """The words for saves that are still to be read: ``left`` of them, or a number below 0 before that is known."""
    if left == 0:
        return ""
    return "reading" if left < 0 else f"{left} to read"


@dataclass(frozen=True, slots=True)
class Preview:
    """The marked save as read again: its board as a spectator sees it, and lines of facts."""

    name: str
    context: AnyContext | None
    facts: tuple[str, ...]


def preview_of(info: SaveInfo, loaded: Loaded | None) -> Preview:
    """The preview of a save, of what is public."""
    if loaded is None:
        return Preview(info.name, None, (f"Cannot be read: {info.problem}",))
    history = loaded.history
    names = history.header.names
    context = context_at(history, None, marks=())
    if loaded.finished and history.plays:
        # Some games clear the board at the end; then the position before the last play shows more.
        before = context_at(history, None, len(history.plays) - 1, marks=())
        context = before if _cells(before) > CLEARED_RATIO * _cells(context) else context
    return Preview(info.name, context, tuple(_facts(info, loaded, names)))


def _cells(context: AnyContext) -> int:
    """The number of cells of the board that are not blank."""
    board = registry.get(context.game.info.key).board
    size = board.sizes(len(context.names), context.view).board
    drawn = board.draw(plain_look(board, context), "board", size).canvas.text()
    return len(drawn) - drawn.count(" ")


def _facts(info: SaveInfo, loaded: Loaded, names: tuple[str, ...]) -> list[str]:
    history, header = loaded.history, loaded.history.header
    turn = history.turn
    facts = [f"{_title(info)}: {players_of(info)}"]
    if isinstance(turn, Over):
        totals = history.game.totals(history.state)
        head, *why = ending(turn, names, totals)
        facts.append(" ".join((head, f"{count(info.moves, 'move')}.", *why)))
    rules = history.game.info
    setup, day = unusual_options(rules, header, (rules.starter_option,)), task_day(header)
    if day:
        told = (f"The task of {day_name(date.fromisoformat(day))}", attempt_told(history))
        facts.append(", ".join(filter(None, told)))
    elif setup:
        facts.append(f"House rules: {setup}")
    if not history.counts:
        facts.append(uncounted_reason(history))
    if info.problem:
        facts.append(f"{info.problem[:1].upper()}{info.problem[1:]}. Enter keeps the readable part.")
    return facts


def split(width: int, height: int) -> tuple[Rect, Rect]:
    """The rooms of the list and of the preview, which is beside the list in a wide window, else below it."""
    if width >= WIDTH_WITH_SIDE:
        table = max(MIN_LIST_CELLS, width - MAX_SIDE_CELLS)
        return Rect(0, 1, table, height - 1), Rect(table + 1, 1, width - table - 1, height - 1)
    below = min(max(MIN_ROWS_BELOW, height // 2 + 1), height - 6)
    above = height - 1 - below
    return Rect(0, 1, width, above), Rect(0, 1 + above, width, below)


def draw_saves(saves: SaveList, at: int, offset: int, width: int, height: int) -> tuple[Picture, int]:
    """Draw the whole browser. Return the first row shown too."""
    canvas = Canvas(width, height)
    rows = saves.rows()
    title = "Replays" if saves.replays_only else "Saved games"
    words = f"  with: {saves.filter}" if saves.filter and not saves.filtering else ""
    legend = f"{BRANCHED} played on from a replay  " if any(info.branch is not None for info in rows) else ""
    right = f"{saves.progress}  {legend}sorted by {SORTS[saves.sort][0]}".strip()
    paint.bar(canvas, 0, f"{title}  {len(rows)}{words}", right)
    table, side = split(width, height)
    offset = paint.scroll_to(offset, at, table.height - 1, len(rows))
    spots = _draw_list(canvas, table, saves, at, offset)
    if not rows:
        _draw_nothing(canvas, table, saves)
    if side.x:
        for row in range(side.height):
            canvas.put(side.x - 1, side.y + row, "│", paint.LINE)
    if rows and side.height > 2:
        _draw_preview(canvas, side, rows[at], saves.preview, saves.style)
    cursor = (0, table.y + 1 + at - offset) if rows else None
    return Picture(canvas, tuple(spots), cursor), offset


def _draw_nothing(canvas: Canvas, room: Rect, saves: SaveList) -> None:
    if saves.progress:
        text = "Reading the saved games."
    elif saves.filter:
        text = "No saved game has all of these words. Esc shows all again."
    elif saves.replays_only and not saves.problem:
        text = "No finished game yet. You can replay an unfinished one from Saved games."
    else:
        text = sentence(saves.problem or "no saved games yet. New game starts one")
    put(canvas, 2, room.y + 2, text, room.width - 3, paint.MUTED)


def _save_columns(width: int, rows: list[SaveInfo]) -> list[Column]:
    """The columns of the list; the names of the saves are shown where all of them and the players have room."""
    score, date = 15, FULL_DATE
    if width < 96:
        score, date = 14, SHORT_DATE
    if width < 78:
        score = 8
    return [
        Column("name", max((cell_width(info.name) for info in rows), default=0), optional=True),
        Column("game", 17),
        Column("players", PLAYERS_CELLS, share=1),
        Column("move", 4, right=True),
        Column("score", score),
        Column("date", date),
        Column("state", 8, gap=0),
    ]


def _save_row(info: SaveInfo, mark: str) -> TableRow:
    branched = BRANCHED if info.branch is not None else ""
    title = f"{branched}{_title(info)}" if info.game else info.name
    players = f"{info.seats[0]} and {len(info.seats) - 1} more" if info.seats else ""
    state = state_of(info)
    cells = (
        Cell(info.name),
        Cell(title, shorter=(branched + info.game,)),
        Cell(", ".join(info.seats), shorter=(players,)),
        Cell(str(info.moves) if info.seats else ""),
        Cell(" : ".join(map(str, info.totals)), shorter=(":".join(map(str, info.totals)), "")),
        Cell(date_of(info), shorter=(date_of(info, minutes=False)[5:],)),
        Cell(f"◄ {mark}", paint.TITLE) if mark else Cell(state, _STATE_INKS.get(state, paint.TEXT)),
    )
    return TableRow(info.name, info.name, cells)


def _draw_list(canvas: Canvas, room: Rect, saves: SaveList, at: int, offset: int) -> list[Spot]:
    rows = saves.rows()
    table = TextTable(_save_columns(room.width, rows), room.width - 1, x=room.x)
    table.draw_headings(canvas, room.y)
    body = Rect(room.x, room.y + 1, room.width, room.height - 1)
    return table.draw_list(
        canvas, body, len(rows), at, offset, lambda number: _save_row(rows[number], _mark_of(saves, rows[number]))
    )


def _mark_of(saves: SaveList, info: SaveInfo) -> str:
    return saves.marks.get(info.name, "") if info.finished and not info.problem else ""


def _draw_preview(canvas: Canvas, room: Rect, info: SaveInfo, preview: Preview | None, style: Style) -> None:
    inner = paint.heading(canvas, room, info.name)
    if preview is None or preview.name != info.name:
        put(canvas, inner.x + 1, inner.y, "...", inner.width - 1, paint.MUTED)
        return
    context = preview.context
    if context is None:
        paint.paragraphs(canvas, Rect(inner.x + 1, inner.y, inner.width - 2, inner.height), _wrapped(preview, inner))
        return
    board = registry.get(context.game.info.key).board
    columns, rows = board.sizes(len(context.names), context.view).board
    facts = _wrapped(preview, inner)
    spare = inner.height - rows
    facts = facts[: max(0, spare)]
    if inner.width >= columns and inner.height >= rows:
        margin = int(inner.width > columns)  # beside the line of the list
        size = (inner.width - margin, min(inner.height - len(facts), max(rows, 24)))
        look = plain_look(board, replace(context, style=style))
        canvas.blit(board.draw(look, "board", size).canvas, inner.x + margin, inner.y + len(facts))
    paint.paragraphs(canvas, Rect(inner.x + 1, inner.y, inner.width - 2, len(facts)), facts)


def _wrapped(preview: Preview, room: Rect) -> list[str]:
    return [line for fact in preview.facts for line in paint.wrap(fact, room.width - 2)]


SORTS: tuple[tuple[str, Callable[[SaveInfo], Any]], ...] = (
    ("newest first", lambda info: -info.modified),
    ("name", lambda info: info.name),
    ("game", lambda info: info.game),
    ("players", lambda info: tuple(name.casefold() for name in info.seats)),
    ("most moves", lambda info: -info.moves),
    ("most points", lambda info: -max(info.totals, default=-1)),
    ("state", lambda info: ("running", "open", "finished", "damaged", "broken").index(state_of(info))),
)


def state_of(info: SaveInfo) -> str:
    """The state of a save: running, open (a table to join), finished, damaged (partly readable) or broken."""
    if info.problem:
        return "damaged" if info.game and info.seats else "broken"
    if info.finished:
        return "finished"
    return "open" if info.open else "running"


def _title(info: SaveInfo) -> str:
    return registry.title_of(info.game) if info.game else "?"


def players_of(info: SaveInfo) -> str:
    """The players, bots with their level."""
    bots = info.bots or ("",) * len(info.seats)
    return ", ".join(
        f"{name} ({bot.capitalize()})" if bot else name for name, bot in zip(info.seats, bots, strict=True)
    )


def date_of(info: SaveInfo, *, minutes: bool = True) -> str:
    """The time of the last change of a save, in local time."""
    return time.strftime("%Y-%m-%d %H:%M" if minutes else "%Y-%m-%d", time.localtime(info.modified))


@dataclass(slots=True)
class SaveList:
    """All saves found so far, searched and sorted. ``replays_only`` leaves out games that still run.

    ``progress`` says how many are still to be read, ``preview`` is that of the marked save.
    """

    replays_only: bool = False
    problem: str = ""
    """The reason why the saves cannot be listed, '' if they can."""
    progress: str = ""
    preview: Preview | None = None
    sort: int = 0
    filter: str = ""
    filtering: bool = False
    """Whether the search line is shown."""
    style: Style = Style()
    marks: Mapping[str, str] = field(default_factory=dict)
    """The record or the medal that a finished game holds, by the name of its save."""
    infos: dict[str, SaveInfo] = field(default_factory=dict)
    _rows: list[SaveInfo] | None = None

    def add(self, infos: Iterable[SaveInfo]) -> None:
        """Add saves; a save that is in the list is replaced."""
        self.infos.update((info.name, info) for info in infos)
        self._rows = None

    def drop(self, name: str) -> None:
        """Forget a save."""
        self.infos.pop(name, None)
        self._rows = None

    def keep_only(self, names: Iterable[str]) -> None:
        """Forget every save that is not among the names."""
        kept = set(names)
        self.infos = {name: info for name, info in self.infos.items() if name in kept}
        self._rows = None

    def search(self, text: str) -> None:
        """Show only saves in which every word of the text occurs."""
        self.filter = text
        self._rows = None

    def sort_next(self) -> None:
        """Sort by the next of :data:`SORTS`."""
        self.sort = (self.sort + 1) % len(SORTS)
        self._rows = None

    def rows(self) -> list[SaveInfo]:
        """The saves to show, sorted."""
        if self._rows is None:
            key = SORTS[self.sort][1]
            shown = [info for info in self.infos.values() if self._shown(info)]
            self._rows = sorted(shown, key=lambda info: (key(info), info.name))
        return self._rows

    def _shown(self, info: SaveInfo) -> bool:
        if self.replays_only and state_of(info) in ("running", "open"):
            return False
        if not self.filter.strip():
            return True
        text = " ".join(
            (info.name, _title(info), info.game, players_of(info), state_of(info), date_of(info), _mark_of(self, info))
        ).casefold()
        return all(word in text for word in self.filter.casefold().split())
