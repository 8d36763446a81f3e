"""The pictures of records: the page of one game, and the achievements of all games. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from towergames.board.canvas import Canvas, Ink
from towergames.board.picture import Picture, Spot, Style
from towergames.core.daily import plain_signs
from towergames.core.feat import GRADE_NAMES
from towergames.core.text import cell_width, count
from towergames.table.achievements import Standing
from towergames.table.never_before import change_text
from towergames.table.record_book import Best, Record
from towergames.table.record_page import GamePage, PersonRecords
from towergames.table.rivals import Rival
from towergames.table.task_days import TaskDays
from towergames.tui import paint
from towergames.tui.paint import Rect, put
from towergames.tui.screens.game.side_panes import Status, draw_status
from towergames.tui.screens.records.parts import (
    ROW,
    Tab,
    day_text,
    draw_ladder,
    draw_points,
    draw_rating,
    draw_signs,
    draw_tabs,
    frame,
    mark_row,
    spark,
)
from towergames.tui.text_table import Cell, Column, TextTable
from towergames.tui.widgets.action_bar import BAR_MUTED, ActionBarTask, Chip, draw_bar

RECORDS, RIVALS, ACHIEVEMENTS = "records", "rivals", "achievements"
PARTS = (RECORDS, RIVALS, ACHIEVEMENTS)
"""The parts of a page that have a cursor."""
WIDE, TALL = 104, 32
"""The fewest columns and rows that a page with frames needs."""
BAR_ROWS = 3
LIT_WINDOW, DARK_WINDOW = "▀", "·"
LEAST_CHART = 6
"""Fewest rows of the points of the last games below the book."""


@dataclass(frozen=True)
class RecordsView:
    """The contents of the screen. ``game`` is '' for the achievements of all games.

    ``part`` has the cursor, on row ``at``. ``progress`` says that games are still read. ``task``, ``chips`` and
    ``hint`` stand in the bar.
    """

    records: PersonRecords
    tabs: tuple[Tab, ...]
    game: str = ""
    part: str = RECORDS
    at: int = 0
    progress: str = ""
    task: ActionBarTask = field(default_factory=ActionBarTask)
    chips: tuple[Chip, ...] = ()
    hint: str = ""

    @property
    def page(self) -> GamePage:
        """The page of the game."""
        return self.records.page(self.game)

    def rows(self, part: str) -> int:
        """How many rows a part has."""
        if not self.game:
            return len(self.records.achievements)
        return len({RECORDS: self.page.records, RIVALS: self.page.rivals, ACHIEVEMENTS: self.page.achievements}[part])


def draw_records(view: RecordsView, style: Style, width: int, height: int) -> Picture:
    """Draw the header, the tabs, the page and the bar."""
    canvas = Canvas(width, height)
    games = view.page.games if view.game else view.records.games
    facts = [view.progress or count(len(games), "finished game")]
    facts.append(f"since {view.records.since[:10]}" if view.records.since else "records without help")
    canvas.blit(draw_status(Status("Records", view.records.person, tuple(facts)), width).canvas, 0, 0)
    low = height < TALL
    spots = draw_tabs(canvas, 1 if low else 2, view.tabs, view.game, style)
    bar = draw_bar(view.task, view.chips, style, width, BAR_ROWS)
    put(bar.canvas, 2, BAR_ROWS - 1, view.hint, width - 3, BAR_MUTED)
    canvas.blit(bar.canvas, 0, height - BAR_ROWS)
    spots += [replace(spot, y=spot.y + height - BAR_ROWS) for spot in bar.spots]
    body = Rect(1, 2 if low else 4, width - 2, height - BAR_ROWS - (2 if low else 5))
    painter = _Painter(canvas, view, style)
    if not view.game:
        painter.all_achievements(body)
    elif width >= WIDE and not low:
        painter.framed(body)
    else:
        painter.plain(body)
    return Picture(canvas, (*spots, *painter.spots), painter.cursor)


class _Painter:
    """Draws the parts of a page and keeps their spots."""

    def __init__(self, canvas: Canvas, view: RecordsView, style: Style) -> None:
        self.canvas = canvas
        self.view = view
        self.style = style
        self.spots: list[Spot] = []
        self.cursor: tuple[int, int] | None = None

    # --- layouts ----------------------------------------------------------------------------------------

    def framed(self, body: Rect) -> None:
        """Draw four frames: the book and the rating above, rivals and achievements below."""
        view, page = self.view, self.view.page
        body = self._tasks_below(body)
        left = (body.width - 2) * 57 // 100
        lower_rows = max(len(page.rivals) + 3, len(page.achievements) + 2, 9)
        upper = max(len(page.records) + 4, body.height - lower_rows)
        book = Rect(body.x, body.y, left, upper)
        side = Rect(body.x + left + 2, body.y, body.width - left - 2, upper)
        lower = Rect(body.x, body.y + upper, left, body.height - upper)
        corner = Rect(side.x, lower.y, side.width, lower.height)
        inner = frame(self.canvas, book, "Record book", here=view.part == RECORDS)
        self.records(Rect(inner.x, inner.y + 1, inner.width, len(page.records)), heading=inner.y)
        below = Rect(inner.x, inner.y + len(page.records) + 2, inner.width, inner.height - len(page.records) - 2)
        if _is_rated(page) and page.games and below.height >= LEAST_CHART:
            put(self.canvas, below.x, below.y, "Points of the last games", below.width, paint.MUTED)
            draw_points(self.canvas, below, [one.own.points for one in page.games])
        self._rating(frame(self.canvas, side, "Rating" if _is_rated(page) else "Points", _rating_text(page)))
        inner = frame(self.canvas, lower, "Rivals", here=view.part == RIVALS)
        self.rivals(Rect(inner.x, inner.y + 1, inner.width, inner.height - 1), heading=inner.y)
        note = f"{page.met} of {len(page.achievements)}, in all {view.records.met} of {len(view.records.achievements)}"
        inner = frame(self.canvas, corner, "Achievements", note, here=view.part == ACHIEVEMENTS)
        self.achievements(inner)

    def plain(self, body: Rect) -> None:
        """Draw no frames: rating and ladder in a line, the book, then rivals beside achievements."""
        page, canvas = self.view.page, self.canvas
        if body.height > 3 + len(page.records) + max(len(page.rivals), len(page.achievements)):
            body = self._tasks_below(body)
        x = body.x
        if _is_rated(page):
            x = put(canvas, x, body.y, "Rating ", 10, paint.BOLD)
            x = put(canvas, x, body.y, f"{_rating_text(page)} ", 24, paint.TEXT)
            x = canvas.put(x, body.y, spark([one.rating for one in page.rated], 12), Ink("p1")) + 2
        if page.ladder:
            draw_ladder(canvas, x, body.y, body.x + body.width - x, page.ladder, self.style)
        book = Rect(body.x + 1, body.y + 2, body.width - 1, len(page.records))
        self._title(Rect(body.x, body.y + 1, body.width, 1), "Record book", RECORDS)
        self.records(book, heading=body.y + 1)
        left = body.width * 54 // 100
        y = book.bottom
        self._title(Rect(body.x, y, left, 1), "Rivals", RIVALS)
        self.rivals(Rect(body.x + 1, y + 1, left - 1, body.bottom - y - 1), heading=y)
        corner = Rect(body.x + left + 2, y, body.width - left - 2, 1)
        self._title(corner, f"Achievements {page.met} of {len(page.achievements)}", ACHIEVEMENTS)
        self.achievements(Rect(corner.x + 1, y + 1, corner.width - 1, body.bottom - y - 1))

    def _tasks_below(self, body: Rect) -> Rect:
        """Draw the last days of the game's task in the last row. Return the room above it."""
        tasks = self.view.records.tasks.get(self.view.game)
        if tasks is None or not self.view.records.games:
            return body
        draw_task_days(self.canvas, Rect(body.x, body.bottom - 1, body.width, 1), tasks, self.style)
        return Rect(body.x, body.y, body.width, body.height - 1)

    def _title(self, room: Rect, title: str, part: str) -> None:
        put(self.canvas, room.x, room.y, title, room.width, paint.TITLE if self.view.part == part else paint.BOLD)

    # --- parts ------------------------------------------------------------------------------------------

    def _row(self, room: Rect, part: str, number: int, y: int, tooltip: str) -> str:
        """Mark the row with the cursor and keep its spot. Return the ground of the row."""
        self.spots.append(Spot(f"{ROW}{part}:{number}", room.x - 1, y, room.width + 1, 1, tooltip))
        if (part, number) != (self.view.part, self.view.at):
            return ""
        mark_row(self.canvas, room, y)
        self.cursor = (room.x, y)
        return paint.SELECTED.bg

    def _first(self, part: str, room: Rect) -> int:
        """The first row of a part that is shown, so that the cursor is visible."""
        at = self.view.at if self.view.part == part else 0
        return paint.scroll_to(0, at, room.height, self.view.rows(part))

    def records(self, room: Rect, *, heading: int) -> None:
        """Draw the lines of the record book with their days and players."""
        titles = [cell_width(record.line.title) for record in self.view.page.records]
        values = [cell_width(record.value_text) for record in self.view.page.records]
        columns = (
            Column(width=max(titles, default=0)),
            Column(share=1),
            Column("", max(values, default=5), right=True, gap=2),
            Column("on", 6, right=True, gap=2),
            Column("with", 9),
        )
        table = TextTable(columns, room.width, x=room.x, margin=0)
        table.draw_headings(self.canvas, heading)
        first = self._first(RECORDS, room)
        for number, record in enumerate(self.view.page.records[first : first + room.height], start=first):
            y = room.y + number - first
            ground = self._row(room, RECORDS, number, y, record.line.title)
            table.draw_row(self.canvas, y, _record_cells(record, ground))

    def rivals(self, room: Rect, *, heading: int) -> None:
        """Draw the rivals: wins and losses, the last eight meetings, and the lead."""
        rivals = self.view.page.rivals
        name = max(8, room.width - 27)
        columns = (
            Column(width=name),
            Column("you", 4, right=True),
            Column("they", 4, right=True, gap=2),
            Column("last", 8),
            Column(width=4, right=True),
        )
        table = TextTable(columns, room.width, x=room.x, margin=0)
        table.draw_headings(self.canvas, heading)
        first = self._first(RIVALS, room)
        for number, rival in enumerate(rivals[first : first + room.height], start=first):
            y = room.y + number - first
            ground = self._row(room, RIVALS, number, y, rival.name)
            table.draw_row(self.canvas, y, _rival_cells(rival, ground))
            draw_signs(self.canvas, room.x + name + 12, y, rival.last, ground=ground)
        if not rivals:
            put(self.canvas, room.x, room.y, "Nobody yet.", room.width, paint.MUTED)

    def achievements(self, room: Rect) -> None:
        """Draw the achievements of the game."""
        first = self._first(ACHIEVEMENTS, room)
        shown = self.view.page.achievements[first : first + room.height]
        for number, standing in enumerate(shown, start=first):
            y = room.y + number - first
            ground = self._row(room, ACHIEVEMENTS, number, y, standing.achievement.title)
            draw_standing(self.canvas, room, y, standing, ground, self.style)
        if not shown:
            put(self.canvas, room.x, room.y, "This game has none.", room.width, paint.MUTED)

    def _rating(self, room: Rect) -> None:
        page = self.view.page
        if page.ladder:
            draw_ladder(self.canvas, room.x, room.y, room.width, page.ladder, self.style)
        chart = Rect(room.x, room.y + 2, room.width, room.height - 2)
        if _is_rated(page):
            draw_rating(self.canvas, chart, page.rated if page.rating is not None else (), page.rivals)
        elif page.games:
            draw_points(self.canvas, chart, [one.own.points for one in page.games])
        else:
            put(self.canvas, chart.x, chart.y, "The points of your games will stand here.", chart.width, paint.MUTED)

    # --- all games --------------------------------------------------------------------------------------

    def all_achievements(self, body: Rect) -> None:
        """Draw every achievement in columns, game by game."""
        view = self.view
        groups = [(page.title, page.achievements) for page in view.records.pages if page.achievements]
        groups.append(("All games", view.records.general))
        columns = 3
        step = body.width // columns
        framed = body.width >= WIDE and body.height >= 20
        tallest = max(len(group) for _, group in groups) + (3 if framed else 2)
        rows = -(-len(groups) // columns)
        height = max(tallest, body.height // rows) if framed else tallest
        group_at = _group_of(groups, view.at)
        fit = max(1, body.height // height)
        first = paint.scroll_to(0, group_at // columns, fit, rows)
        number = 0
        for at, (title, standings) in enumerate(groups):
            row = at // columns - first
            if 0 <= row < fit:
                box = Rect(body.x + at % columns * step, body.y + row * height, step - 1, height)
                self._group(box, title, standings, number, framed=framed, here=at == group_at)
            number += len(standings)

    def _group(
        self, box: Rect, title: str, standings: Sequence[Standing], number: int, *, framed: bool, here: bool
    ) -> None:
        met = f"{sum(one.met is not None for one in standings)} of {len(standings)}"
        if framed:
            inner = frame(self.canvas, box, title, met, here=here)
            room = Rect(inner.x, inner.y, inner.width, inner.height)
        else:
            put(self.canvas, box.x, box.y, title, box.width - 8, paint.TITLE if here else paint.BOLD)
            self.canvas.put(box.x + box.width - 1 - cell_width(met), box.y, met, paint.MUTED)
            room = Rect(box.x + 1, box.y + 1, box.width - 2, box.height - 1)
        for row, standing in enumerate(standings[: room.height]):
            at = number + row
            y = room.y + row
            self.spots.append(Spot(f"{ROW}{ACHIEVEMENTS}:{at}", room.x, y, room.width, 1, standing.achievement.title))
            ground = ""
            if at == self.view.at:
                mark_row(self.canvas, room, y)
                self.cursor, ground = (room.x, y), paint.SELECTED.bg
            draw_standing(self.canvas, room, y, standing, ground, self.style)


def _group_of(groups: Sequence[tuple[str, Sequence[Standing]]], at: int) -> int:
    """The group of an achievement by its number."""
    for number, (_, standings) in enumerate(groups):
        if at < len(standings):
            return number
        at -= len(standings)
    return len(groups) - 1


def group_starts(records: PersonRecords) -> list[int]:
    """The number of the first achievement of each group, in the order of the pages."""
    starts, number = [], 0
    for standings in (*(page.achievements for page in records.pages if page.achievements), records.general):
        starts.append(number)
        number += len(standings)
    return starts


def draw_standing(canvas: Canvas, room: Rect, y: int, standing: Standing, ground: str, style: Style) -> None:
    """Draw one achievement in a row: whether it is met, its grade, its title, and when or how near."""
    one, met = standing.achievement, standing.met is not None
    windows = ("x", "-") if style.ascii_only else (LIT_WINDOW, DARK_WINDOW)
    canvas.put(room.x, y, windows[not met], Ink("lit" if met else "line", ground, bold=met))
    canvas.put(room.x + 2, y, paint.grade_sign(one.grade, style), Ink("accent", ground))
    end = put(canvas, room.x + 4, y, one.title, room.width - 4, Ink("text" if met else "muted", ground, bold=met))
    note = near_text(standing)
    if note and end + 1 + cell_width(note) <= room.x + room.width:
        canvas.put(room.x + room.width - cell_width(note), y, note, Ink("muted", ground))


def draw_task_days(canvas: Canvas, room: Rect, tasks: TaskDays, style: Style) -> None:
    """Draw the last days of a task in a row, the newest first, as many as fit, and at the right the days kept."""
    end = room.x + room.width - cell_width(tasks.kept_text)
    canvas.put(end, room.y, tasks.kept_text, paint.MUTED)
    x = put(canvas, room.x, room.y, "Today's task", room.width, paint.BOLD) + 2
    if tasks.open:
        x = put(canvas, x, room.y, "not played yet", max(0, end - x), paint.MUTED) + 3
    for day in tasks.days:
        text = day.text if x + cell_width(day.text) + 2 <= end else day.short
        if x + cell_width(text) + 2 > end:
            return
        x = canvas.put(x, room.y, plain_signs(text) if style.ascii_only else text, paint.TEXT) + 3


def near_text(standing: Standing) -> str:
    """The day on which an achievement was met, or the distance of the best game."""
    if standing.met is not None:
        return day_text(standing.day)
    if standing.near:
        return standing.near
    return "once, with help" if standing.helped else ""


def standing_told(standing: Standing) -> list[str]:
    """Sentences: the condition of an achievement, when it was met or how near the best game came, and its grade."""
    one = standing.achievement
    return [one.condition, standing.state(day_text(standing.day)), f"{GRADE_NAMES[one.grade].capitalize()}."]


def record_told(record: Record) -> list[str]:
    """Sentences: the best mark of a line of the book, and the best with help."""
    told = [f"{_best_text(record, record.best)}."] if record.best else ["No record yet."]
    if record.helped is not None:
        told.append(f"With help: {_best_text(record, record.helped)}.")
    return told


def fitted(sentences: Sequence[str], cells: int) -> str:
    """The sentences that fit, at least the first one."""
    told = ""
    for sentence in sentences:
        longer = f"{told} {sentence}".strip()
        if told and cell_width(longer) > cells:
            break
        told = longer
    return told


def _best_text(record: Record, best: Best) -> str:
    day = day_text(best.game.date)
    return f"{record.shown(best.mark)}, {best.text}" + (f", {day}" if day else "")


def _record_cells(record: Record, ground: str) -> list[Cell]:
    def ink(role: str, *, bold: bool = False) -> Ink:
        return Ink(role, ground, bold=bold)

    title = Cell(record.line.title, ink("text"))
    best = record.best
    if best is None and record.helped is None:
        return [title, Cell("not yet", ink("muted")), Cell(record.value_text, ink("muted")), Cell(), Cell()]
    if best is None:
        assert record.helped is not None
        helped = record.helped
        day = day_text(helped.game.date)
        value = Cell(record.shown(helped.mark), ink("muted"))
        return [title, Cell("with help", ink("muted")), value, Cell(day, ink("muted")), Cell("", ink("muted"))]
    beside = f"{record.shown(record.helped.mark)} with help" if record.helped is not None else ""
    text = ", ".join(part for part in (best.mark.text, beside) if part)
    short = best.mark.text.partition(",")[0]
    return [
        title,
        Cell(text, ink("text" if best.mark.text else "muted"), shorter=(best.mark.text or beside, short, "")),
        Cell(record.shown(best.mark), ink("text", bold=True)),
        Cell(day_text(best.game.date), ink("muted")),
        Cell(best.game.company, ink("muted"), shorter=(count(len(best.game.others), "other"),)),
    ]


def _rival_cells(rival: Rival, ground: str) -> list[Cell]:
    level = f", {rival.level.capitalize()}" if rival.level else ""
    name = Cell(f"{rival.name}{level}", Ink("text", ground, bold=True), shorter=(rival.name,))
    met = rival.counted
    if not met:
        return [name, Cell("-", Ink("muted", ground)), Cell("-", Ink("muted", ground)), Cell(), Cell()]
    lead = f"{rival.lead:+d}" if rival.lead else "0"
    role = "muted"
    if rival.lead:
        role = "good" if rival.lead > 0 else "bad"
    return [
        name,
        Cell(str(rival.number(1)), Ink("text", ground)),
        Cell(str(rival.number(-1)), Ink("text", ground)),
        Cell(),
        Cell(lead, Ink(role, ground)),
    ]


def _is_rated(page: GamePage) -> bool:
    """Whether the levels of the game have ratings."""
    return any(rival.rating is not None for rival in page.rivals)


def _rating_text(page: GamePage) -> str:
    """The rating and its last change; before there is one, the games that are still missing."""
    if not _is_rated(page):
        return f"last {min(len(page.games), 12)} games" if page.games else ""
    if page.rating is None:
        return f"after {count(5, 'game')}, {len(page.rated)} so far"
    before = page.rated[-2].rating if len(page.rated) > 1 else page.rating
    return f"{page.rating} {change_text(page.rating - before)}"
