"""The picture of one rival: a tower of wins for each, means, habits, and the games. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from towergames.board.canvas import Canvas, Ink
from towergames.board.digits import STEP, draw_figures
from towergames.board.picture import Picture, Spot, Style
from towergames.core.text import cell_width, count
from towergames.table.record_page import GamePage
from towergames.table.rivals import LOST, WON, Meeting, Rival
from towergames.table.title_lines import score_text
from towergames.table.turning_point import TurningPoint
from towergames.tui import paint
from towergames.tui.paint import Rect, put, wrap
from towergames.tui.screens.game.side_panes import Status, draw_status
from towergames.tui.screens.records.parts import ROW, SIGN_INKS, day_text, draw_signs, frame, mark_row
from towergames.tui.screens.records.view import BAR_ROWS, TALL, WIDE
from towergames.tui.text_table import Cell, Column, TextTable
from towergames.tui.widgets.action_bar import BAR_MUTED, ActionBarTask, Chip, draw_bar

MOST_FLOORS = 9
"""Floors of a tower of wins; more wins are drawn in proportion."""


@dataclass(frozen=True)
class RivalView:
    """The contents of the screen: a person and a rival in a game, and the marked meeting, the newest first.

    ``turning`` has the turning points of the games that are read, by their saves.
    """

    person: str
    page: GamePage
    rival: Rival
    at: int = 0
    turning: Mapping[str, TurningPoint] = field(default_factory=dict)
    task: ActionBarTask = field(default_factory=ActionBarTask)
    chips: tuple[Chip, ...] = ()
    hint: str = ""

    @property
    def meetings(self) -> list[Meeting]:
        """All meetings, the newest first."""
        return list(reversed(self.rival.meetings))


def rival_title(rival: Rival) -> str:
    """The name with the level: ``Tess, Normal``."""
    return f"{rival.name}, {rival.level.capitalize()}" if rival.level else rival.name


def draw_rival(view: RivalView, style: Style, width: int, height: int) -> Picture:
    """Draw the header, the score, the habits, the games and the bar."""
    canvas = Canvas(width, height)
    rival = view.rival
    facts = [f"rating of {rival.name} {rival.rating}"] if rival.rating is not None else []
    status = Status(view.page.title, f"{view.person} and {rival_title(rival)}", tuple(facts))
    canvas.blit(draw_status(status, width).canvas, 0, 0)
    bar = draw_bar(view.task, view.chips, style, width, BAR_ROWS)
    put(bar.canvas, 2, BAR_ROWS - 1, view.hint, width - 3, BAR_MUTED)
    canvas.blit(bar.canvas, 0, height - BAR_ROWS)
    spots = [replace(spot, y=spot.y + height - BAR_ROWS) for spot in bar.spots]
    body = Rect(1, 2, width - 2, height - BAR_ROWS - 3)
    if width >= WIDE and height >= TALL:
        left = (body.width - 2) * 54 // 100
        upper = 16
        _draw_score(canvas, frame(canvas, Rect(body.x, body.y, left, upper), "Wins"), view)
        side = Rect(body.x + left + 2, body.y, body.width - left - 2, upper)
        _draw_counts(canvas, frame(canvas, side, "Game by game"), view)
        inner = frame(canvas, Rect(body.x, body.y + upper, body.width, body.height - upper), "The games", here=True)
        found, cursor = _draw_games(canvas, inner, view)
    else:
        upper = max(8, body.height - 11)
        left = body.width * 52 // 100
        _draw_score(canvas, Rect(body.x, body.y, left - 1, upper), view)
        _draw_counts(canvas, Rect(body.x + left, body.y, body.width - left, upper), view)
        found, cursor = _draw_games(canvas, Rect(body.x + 1, body.y + upper, body.width - 1, body.height - upper), view)
    return Picture(canvas, (*spots, *found), cursor)


def _draw_score(canvas: Canvas, room: Rect, view: RivalView) -> None:
    """A tower of wins for each, the figures beside them, the last meetings and the score in words."""
    rival = view.rival
    won, lost = rival.number(WON), rival.number(LOST)
    ground = room.bottom - 3
    tallest = max(1, ground - room.y)
    floors = [_floors(number, max(won, lost), tallest) for number in (won, lost)]
    wide = 9
    left, right = room.x + 1, room.x + room.width - wide - 1
    for x, rows, role in ((left, floors[0], "p1"), (right, floors[1], "p2")):
        _draw_tower(canvas, Rect(x, ground - rows, wide, rows), role)
    canvas.put(room.x, ground, "▀" * room.width, Ink("ground"))
    for text, x, ink in ((str(won), left + wide + 2, Ink("p1", bold=True)), (str(lost), 0, Ink("p2", bold=True))):
        at = x or right - 1 - STEP * len(text)
        if ground - room.y >= 4:
            draw_figures(canvas, at, ground - 4, text, ink)
        else:
            canvas.put(at, ground - 1, text, ink)
    middle = room.x + room.width // 2
    signs = rival.last
    draw_signs(canvas, middle - len(signs) // 2, room.y, signs)
    names = (view.person, rival.name)
    put(canvas, left, ground + 1, names[0], wide + 8, paint.BOLD)
    theirs = min(cell_width(names[1]), wide + 8)
    put(canvas, right + wide - theirs, ground + 1, names[1], theirs, paint.BOLD)
    told = f"{score_text(rival.name, won, lost)}." if rival.counted else ""
    if rival.meetings and not rival.counted:
        told = rival.not_met
    put(canvas, room.x + 1, ground + 2, told, room.width - 2, paint.TEXT)


def _floors(number: int, most: int, tallest: int) -> int:
    """The rows of a tower with a number of wins: a row a win, fewer where the room is short."""
    if most <= min(tallest, MOST_FLOORS):
        return number
    return max(1, round(number * min(tallest, MOST_FLOORS) / most)) if number else 0


def _draw_tower(canvas: Canvas, room: Rect, role: str) -> None:
    canvas.fill(room.x, room.y, room.width, room.height, "█", Ink(role))
    for row in range(room.y, room.bottom):
        for x in range(room.x + 1, room.x + room.width - 1, 3):
            canvas.put(x, row, "▀", Ink("lit", role))


def _draw_counts(canvas: Canvas, room: Rect, view: RivalView) -> None:
    """Means and best marks of both, then the habits."""
    rival = view.rival
    columns = (Column(share=1), Column("you", 6, right=True), Column("they", 6, right=True))
    table = TextTable(columns, room.width, x=room.x, margin=0)
    rows: list[tuple[str, str, str]] = []
    if rival.points is not None:
        rows.append(("Points a game", f"{rival.points[0]:.1f}", f"{rival.points[1]:.1f}"))
    rows += _best_rows(view)
    if rows:
        table.draw_headings(canvas, room.y)
    habits = [line for habit in rival.habits(view.page.game) for line in wrap(habit, room.width, hang=2)]
    shown = max(1, room.height - 2 - len(habits))
    y = room.y + 1
    for title, own, theirs in rows[:shown]:
        table.draw_row(canvas, y, [Cell(title), Cell(own, paint.BOLD), Cell(theirs, paint.BOLD)])
        y += 1
    y += 1
    for line in habits[: max(0, room.bottom - y)]:
        put(canvas, room.x, y, line, room.width, paint.MUTED)
        y += 1


def _best_rows(view: RivalView) -> list[tuple[str, str, str]]:
    """The best marks of both in these games, for each line of the record book that both have."""
    rows = []
    for record in view.page.records:
        line = record.line
        own = [one.game.own.marks[line.measure] for one in view.rival.counted if line.measure in one.game.own.marks]
        theirs = [one.rival.marks[line.measure] for one in view.rival.counted if line.measure in one.rival.marks]
        if own and theirs:
            pick = min if line.least else max
            values = [pick(mark.value for mark in marks) for marks in (own, theirs)]
            rows.append((line.title, line.shown(values[0]), line.shown(values[1])))
    return rows


def _draw_games(canvas: Canvas, room: Rect, view: RivalView) -> tuple[list[Spot], tuple[int, int] | None]:
    columns = (
        Column("on", 7),
        Column("", 2),
        Column("you", 5, right=True),
        Column("they", 5, right=True, gap=2),
        Column("turning point", share=1),
    )
    table = TextTable(columns, room.width, x=room.x, margin=0)
    meetings = view.meetings
    if not meetings:
        put(canvas, room.x, room.y, f"You have not met {view.rival.name} yet.", room.width, paint.MUTED)
        return [], None
    table.draw_headings(canvas, room.y)
    body = Rect(room.x, room.y + 1, room.width - 1, room.height - 1)
    first = paint.scroll_to(0, view.at, body.height, len(meetings))
    spots, cursor = [], None
    for number, meeting in enumerate(meetings[first : first + body.height], start=first):
        y = body.y + number - first
        ground = ""
        if number == view.at:
            mark_row(canvas, body, y)
            ground, cursor = paint.SELECTED.bg, (body.x, y)
        spots.append(Spot(f"{ROW}games:{number}", body.x - 1, y, body.width + 1, 1, meeting.game.save))
        table.draw_row(canvas, y, _meeting_cells(view, meeting, ground))
    paint.scrollbar(canvas, body.x + body.width, body, first, len(meetings))
    return spots, cursor


def _meeting_cells(view: RivalView, meeting: Meeting, ground: str) -> list[Cell]:
    own, counts = meeting.game.own, meeting.game.counts
    sign = {1: "▲", 0: "=", -1: "▼"}[meeting.result]
    ink = Ink("text" if counts else "muted", ground)
    return [
        Cell(day_text(meeting.game.date), Ink("muted", ground)),
        Cell(sign, Ink(SIGN_INKS[sign].fg if counts else "muted", ground, bold=True)),
        Cell(str(own.points), Ink(ink.fg, ground, bold=counts)),
        Cell(str(meeting.rival.points), ink),
        Cell(meeting_note(view, meeting), Ink("muted", ground)),
    ]


def meeting_note(view: RivalView, meeting: Meeting) -> str:
    """The reason why a game does not count, else its turning point, else the person's best mark of the book."""
    game = meeting.game
    if not game.facts.usual:
        return f"house rules, not counted: {game.facts.setup}"
    if game.own.help:
        kinds = [count(times, kind) for kind, times in game.own.help.items()]
        return f"{', '.join(kinds)}, not counted"
    turning = view.turning.get(game.save, TurningPoint())
    if turning.note:
        return turning.note
    for record in view.page.records:
        mark = game.own.marks.get(record.line.measure)
        if mark is not None and mark.text:
            return f"{record.line.title.lower()} {record.shown(mark)}, {mark.text}"
    return "today's task" if game.facts.day else ""
