"""Statistics from the journals: by game, player and opponents, with help counted apart, and the best scores.

The tables of all games follow one another in one picture, which scrolls as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path

from textual import events
from textual.app import ComposeResult
from textual.worker import get_current_worker

from towergames import registry
from towergames.board.canvas import Canvas
from towergames.board.protocol import Picture
from towergames.core.files import read_regular
from towergames.core.text import count, not_written
from towergames.settings import write_atomically
from towergames.table.setup import timestamp
from towergames.table.statistics import GameResult, StatisticsRow, by_attempts, read_results, solo_scores, table_of
from towergames.tui import paint
from towergames.tui.command_screen import TowerScreen
from towergames.tui.commands import PAGES, group, pick
from towergames.tui.dialogs import ConfirmDialog
from towergames.tui.list_mixins import CursorKeys
from towergames.tui.paint import Rect, put
from towergames.tui.screens.saves_view import read_progress
from towergames.tui.text_table import Cell, Column, TextTable
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar

ON_STATISTICS = group(
    "statistics",
    ("statistics.game", "Other game", "Show all games together, or one game", "g tab", "game", "game"),
    ("statistics.reset", "Reset", "Start counting today; no game is deleted", "r", "reset", "reset"),
    ("statistics.all", "Count all again", "Count the games before the reset too", "a", "countall", "count all"),
    ("back", "Back", "Close the statistics", "escape q", "back", "back"),
)
COMMANDS = (*ON_STATISTICS, *pick("move.up", "move.down"), *PAGES)
BATCH = 25


class StatisticsScreen(CursorKeys, TowerScreen[None]):
    """Every finished game of the folder, added up. Read in a thread."""

    NAME = "Statistics"
    OWN = COMMANDS
    MINIMUM = (60, 16)

    def __init__(self) -> None:
        super().__init__()
        self.results: list[GameResult] = []
        self.tables = StatisticsTables()
        self.game = ""
        self.left = -1
        self.first_row = 0
        self.row_count = 0

    def compose(self) -> ComposeResult:
        yield CanvasView(self._paint, id="statistics")
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin to read."""
        super().on_mount()
        self.run_worker(self._read, thread=True, exclusive=True, group="count")

    def _read(self) -> None:
        worker = get_current_worker()
        batch: list[GameResult] = []
        for left, result in read_results(self.services.store):
            if worker.is_cancelled:
                return
            if result is not None:
                batch.append(result)
            if left % BATCH == 0 and left:
                self.call_later(self._read_some, batch, left)
                batch = []
        self.call_later(self._read_some, batch, 0)

    def _read_some(self, results: list[GameResult], left: int) -> None:
        """Add what was read; ``left`` saves are still to come."""
        self.results += results
        self.left = left
        self._count()

    def _count(self) -> None:
        self.tables = tables_of(self.results, read_since(self.services.settings.path.parent), self.game)
        self.refresh_keys()
        self._repaint()

    def _paint(self, width: int, height: int) -> Picture:
        picture, self.first_row, self.row_count = draw_tables(
            self.tables, self.first_row, read_progress(self.left), self.game, width, height
        )
        return picture

    def _repaint(self) -> None:
        for view in self.query(CanvasView):
            view.repaint()

    # --- what can be done -------------------------------------------------------------------------------

    def _do_statistics_game(self, argument: str = "") -> None:
        games = ["", *registry.keys()]
        wanted = argument.strip().lower()
        self.game = wanted if wanted in games else games[(games.index(self.game) + 1) % len(games)]
        self.first_row = 0
        self._count()

    def _why_not_statistics_reset(self) -> str:
        return "" if self.tables.games else "No game is counted yet."

    def _do_statistics_reset(self, argument: str = "") -> None:

        def answered(yes: bool | None) -> None:
            if yes:
                self._set_since(timestamp())

        question = "Start counting today? No game is deleted, and you can count all again later."
        self.app.push_screen(ConfirmDialog(question, "Start today", "Keep counting"), answered)

    def _why_not_statistics_all(self) -> str:
        return "" if self.tables.since else "All games are counted."

    def _do_statistics_all(self, argument: str = "") -> None:
        self._set_since("")

    def _set_since(self, stamp: str) -> None:
        folder = self.services.settings.path.parent
        try:
            write_since(folder, stamp)
        except OSError as error:
            self.services.say(not_written(folder, error, "All games are counted as before."), severity="error")
        self._count()

    # --- scrolling --------------------------------------------------------------------------------------

    def walk(self, lines: int = 0, *, pages: int = 0, ends: int = 0) -> None:
        """Scroll the tables."""
        self.first_row = max(0, self.first_row + lines + 10 * pages + self.row_count * ends)
        self._repaint()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self.walk(2)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self.walk(-2)


SINCE_NAME = "statistics-since"
BEST_SCORES_LISTED = 10
_STAMP = len("2026-01-01T00:00:00Z")


def read_since(folder: Path) -> str:
    """The time from which on games count (``2026-01-01T00:00:00Z``), '' for all games. A reset sets it."""
    try:
        text = read_regular(folder / SINCE_NAME, _STAMP).decode("ascii")
    except (OSError, ValueError):
        return ""
    return text if len(text) == _STAMP and text.endswith("Z") else ""


def write_since(folder: Path, stamp: str) -> None:
    """Count from a time on; an empty stamp counts all games again. Raises OSError."""
    if stamp:
        write_atomically(folder / SINCE_NAME, stamp + "\n")
    else:
        (folder / SINCE_NAME).unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class TopScore:
    """One of the best scores of a game; ``about`` is the save, or the options of a game played alone."""

    game: str
    points: int
    player: str
    about: str
    assisted: bool
    date: str


@dataclass(frozen=True, slots=True)
class StatisticsTables:
    """The contents of the screen. ``games`` counts finished games, ``before`` the games left out by the date."""

    lines: tuple[StatisticsRow, ...] = ()
    best: tuple[TopScore, ...] = ()
    solo: tuple[TopScore, ...] = ()
    games: int = 0
    before: int = 0
    since: str = ""


def tables_of(results: list[GameResult], since: str, game: str = "") -> StatisticsTables:
    """The statistics of one game, or of all games for '', from a date on."""
    fresh = [result for result in results if not since or result.created >= since]
    counted = [result for result in fresh if not game or result.game == game]
    best = []
    for result, *_ in by_attempts(counted):
        if result.alone:
            continue
        for seat, name in enumerate(result.names):
            if not result.bots[seat]:
                day, helped = result.created[:10], bool(result.assists)
                best.append(TopScore(result.game, result.points[seat], name, result.save, helped, day))
    best.sort(key=lambda score: (score.game, -score.points, score.date, score.player))
    solo = []
    for score in solo_scores(counted):
        about = ", ".join(filter(None, (score.attempt_text, score.setup)))
        solo.append(TopScore(score.game, score.points, score.player, about, score.assisted, score.date))
    return StatisticsTables(
        tuple(table_of(counted)),
        _best_of_each(best),
        _best_of_each(solo),
        len(counted),
        len(results) - len(fresh),
        since,
    )


def _best_of_each(ranked: list[TopScore]) -> tuple[TopScore, ...]:
    """The first scores of each game, of scores that are ranked by game."""
    best: list[TopScore] = []
    for _, scores in groupby(ranked, lambda score: score.game):
        best += islice(scores, BEST_SCORES_LISTED)
    return tuple(best)


RESULTS = (
    Column("player", share=1, most=18),
    Column("against", share=1),
    Column("played", 6, right=True),
    Column("won", 4, right=True),
    Column("share", 5, right=True),
    Column("helped", 6, right=True),
    Column("won", 4, right=True),
    Column("mean", 6, right=True),
    Column("best", 5, right=True, gap=0),
)
BEST_SCORES = (
    Column(width=20),
    Column(width=6, right=True, gap=2),
    Column(width=10, gap=2),
    Column(width=6),
    Column(share=1),
)


def rows_of(tables: StatisticsTables) -> list[tuple[str, tuple[str, ...]]]:
    """The screen's rows: (kind, texts). Kinds: heading, head, line, best head, best, blank."""
    rows: list[tuple[str, tuple[str, ...]]] = []
    for game in dict.fromkeys(line.game for line in tables.lines):
        rows.append(("heading", (registry.title_of(game),)))
        rows.append(("head", tuple(column.heading for column in RESULTS)))
        rows.extend(("line", _texts(line)) for line in tables.lines if line.game == game)
        rows.append(("blank", ()))
        rows += _ranked("best scores", [score for score in tables.best if score.game == game])
        rows += _ranked("best scores alone", [score for score in tables.solo if score.game == game])
    return rows


def _ranked(title: str, scores: Sequence[TopScore]) -> list[tuple[str, tuple[str, ...]]]:
    if not scores:
        return []
    rows: list[tuple[str, tuple[str, ...]]] = [("best head", (title, "points", "date", "", ""))]
    for rank, score in enumerate(scores, start=1):
        about = score.about or "as in the rule book"
        helped = "helped" if score.assisted else ""
        rows.append(("best", (f"{rank:>2}. {score.player}", str(score.points), score.date, helped, about)))
    return [*rows, ("blank", ())]


def _texts(line: StatisticsRow) -> tuple[str, ...]:
    """The texts of a line in the columns of :data:`RESULTS`. Nobody wins or loses alone."""
    played, won, share = line.played - line.assisted, "-", "-"
    helped, helped_won = "-", "-"
    if line.assisted:
        helped = str(line.assisted)
    if line.opponents != "alone":
        clean_won = line.won - line.assisted_won
        won = str(clean_won)
        if played:
            share = f"{100 * clean_won // played}%"
        if line.assisted:
            helped_won = str(line.assisted_won)
    opponents, mean = line.opponents.replace("bot:", ""), f"{line.points / line.played:.1f}"
    return (line.player, opponents, str(played), won, share, helped, helped_won, mean, str(line.best))


def draw_tables(
    tables: StatisticsTables, offset: int, progress: str, chosen: str, width: int, height: int
) -> tuple[Picture, int, int]:
    """Draw the screen. Return the first row shown, which is ``offset`` or the nearest, and the number of rows too."""
    canvas = Canvas(width, height)
    which = registry.title_of(chosen) if chosen else "all games"
    since = f"since {tables.since[:10]}" if tables.since else "all time"
    paint.bar(canvas, 0, f"Statistics  {which}", progress or f"{tables.games} finished  {since}")
    rows = rows_of(tables)
    notes = [row for note in _notes(tables) for row in paint.wrap(note, width - 2)]
    body = Rect(0, 2, width - 1, max(1, height - 3 - len(notes)))
    offset = max(0, min(offset, len(rows) - body.height))
    if not rows and not progress:
        text = "No finished game yet" + (" since the reset." if tables.before else ".")
        put(canvas, 2, 2, text, width - 4, paint.MUTED)
    for number, (kind, cells) in enumerate(rows[offset : offset + body.height]):
        _draw_row(canvas, body, body.y + number, kind, cells)
    paint.scrollbar(canvas, width - 1, body, offset, len(rows))
    for number, note in enumerate(notes):
        put(canvas, 1, height - len(notes) + number, note, width - 2, paint.MUTED)
    return Picture(canvas, (), (0, body.y)), offset, len(rows)


def _notes(tables: StatisticsTables) -> list[str]:
    notes = [
        "helped, won: games with a hint or with an undo that counts as help. Played, won and share: all other games."
    ]
    if tables.since:
        notes.append(f"{count(tables.before, 'older game')} not counted; a counts them again. No game was deleted.")
    return notes


_INKS = {
    "line": (paint.BOLD, *(paint.TEXT for _ in RESULTS[1:])),
    "best": (paint.BOLD, paint.TEXT, paint.MUTED, paint.WARN, paint.MUTED),
}


def _draw_row(canvas: Canvas, room: Rect, y: int, kind: str, texts: tuple[str, ...]) -> None:
    if kind == "heading":
        paint.heading(canvas, Rect(room.x, y, room.width, 1), texts[0])
    elif texts:
        table = TextTable(BEST_SCORES if kind.startswith("best") else RESULTS, room.width - 1)
        inks = _INKS.get(kind, (paint.MUTED,) * len(texts))
        table.draw_row(canvas, y, [Cell(text, ink) for text, ink in zip(texts, inks, strict=True)])
