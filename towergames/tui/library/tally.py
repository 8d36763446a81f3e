"""Statistics as the screen shows them: since when they count, the table of opponents, and the best scores."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from towergames import registry
from towergames.boards.canvas import Canvas
from towergames.boards.desk import Picture
from towergames.core.text import clean, fit
from towergames.settings import write_atomically
from towergames.table.statistics import Line, Result, table_of
from towergames.tui import paint
from towergames.tui.paint import Rect, put

SINCE_NAME = "statistics-since"
BEST = 10
_STAMP = len("2026-01-01T00:00:00Z")


def read_since(folder: Path) -> str:
    """From when on games count (``2026-01-01T00:00:00Z``), empty for all: a reset sets a date, no game is touched."""
    try:
        text = (folder / SINCE_NAME).read_text(encoding="ascii")[:_STAMP]
    except (OSError, ValueError):
        return ""
    return text if len(text) == _STAMP and text.endswith("Z") else ""


def write_since(folder: Path, stamp: str) -> None:
    """Count from then on; an empty stamp counts all games again. Raises OSError."""
    if stamp:
        write_atomically(folder / SINCE_NAME, stamp + "\n")
    else:
        (folder / SINCE_NAME).unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class Best:
    """One of the best scores of a game."""

    points: int
    player: str
    game: str
    date: str
    save: str
    assisted: bool


@dataclass(frozen=True, slots=True)
class Tally:
    """Everything the screen shows. ``games`` counts finished games, ``before`` those left out by the date."""

    lines: tuple[Line, ...] = ()
    best: tuple[Best, ...] = ()
    games: int = 0
    before: int = 0
    since: str = ""


def tally(results: list[Result], since: str, game: str = "") -> Tally:
    """The statistics of one game (or all) from a date on."""
    fresh = [r for r in results if not since or r.created >= since]
    counted = [r for r in fresh if not game or r.game == game]
    best = [
        Best(r.points[seat], name, r.game, r.created[:10], r.save, bool(r.assists))
        for r in counted
        for seat, name in enumerate(r.names)
        if not r.bots[seat]
    ]
    best.sort(key=lambda b: (b.game, -b.points, b.date, b.player))
    kept = [b for i, b in enumerate(best) if sum(o.game == b.game for o in best[:i]) < BEST]
    return Tally(tuple(table_of(counted)), tuple(kept), len(counted), len(results) - len(fresh), since)


def title_of(game: str) -> str:
    """The game's title, its key when unknown."""
    try:
        return registry.get(game).game.info.title
    except KeyError:
        return clean(game, 24)


COLUMNS: tuple[tuple[str, int], ...] = (
    ("played", 6),
    ("won", 4),
    ("share", 5),
    ("helped", 6),
    ("won", 4),
    ("mean", 6),
    ("best", 5),
)


def rows_of(found: Tally) -> list[tuple[str, tuple[str, ...]]]:
    """The screen's rows: (kind, cells). Kinds: heading, head, line, best, note, blank."""
    rows: list[tuple[str, tuple[str, ...]]] = []
    for game in dict.fromkeys(line.game for line in found.lines):
        rows.append(("heading", (title_of(game),)))
        rows.append(("head", ("player", "against", *(title for title, _ in COLUMNS))))
        rows.extend(("line", _cells(line)) for line in found.lines if line.game == game)
        rows.append(("blank", ()))
        rows.append(("head", ("best scores", "", "points", "", "date")))
        for place, best in enumerate((b for b in found.best if b.game == game), start=1):
            mark = "helped" if best.assisted else ""
            rows.append(("best", (f"{place:>2}. {best.player}", best.save, str(best.points), mark, best.date)))
        rows.append(("blank", ()))
    return rows


def _cells(line: Line) -> tuple[str, ...]:
    clean_played, clean_won = line.played - line.assisted, line.won - line.assisted_won
    return (
        line.player,
        line.opponents.replace("bot:", ""),
        str(clean_played),
        str(clean_won),
        f"{100 * clean_won // clean_played}%" if clean_played else "-",
        str(line.assisted) if line.assisted else "-",
        str(line.assisted_won) if line.assisted else "-",
        f"{line.points / line.played:.1f}",
        str(line.best),
    )


def draw_tally(
    found: Tally, offset: int, progress: str, chosen: str, width: int, height: int
) -> tuple[Picture, int, int]:
    """The screen; then the first row shown (clamped) and how many rows there are."""
    canvas = Canvas(width, height)
    which = title_of(chosen) if chosen else "all games"
    since = f"since {found.since[:10]}" if found.since else "all time"
    paint.bar(canvas, 0, f"Statistics  {which}", progress or f"{found.games} finished  {since}")
    rows = rows_of(found)
    notes = _notes(found)
    body = Rect(0, 2, width - 1, max(1, height - 3 - len(notes)))
    offset = max(0, min(offset, len(rows) - body.height))
    if not rows and not progress:
        text = "No game with a person has been finished yet" + (" since the reset." if found.before else ".")
        put(canvas, 2, 2, text, width - 4, paint.MUTED)
    for number, (kind, cells) in enumerate(rows[offset : offset + body.height]):
        _draw_row(canvas, body, body.y + number, kind, cells)
    paint.scrollbar(canvas, width - 1, body, offset, len(rows))
    for number, note in enumerate(notes):
        put(canvas, 1, height - len(notes) + number, note, width - 2, paint.MUTED)
    return Picture(canvas, (), (0, body.y)), offset, len(rows)


def _notes(found: Tally) -> list[str]:
    notes = ["helped: with a hint or a late undo; played, won and share are without help."]
    if found.since:
        notes.append(f"{found.before} older games are not counted; 'a' counts them again. No game was deleted.")
    return notes


def _draw_row(canvas: Canvas, room: Rect, y: int, kind: str, cells: tuple[str, ...]) -> None:
    if kind == "heading":
        paint.heading(canvas, Rect(room.x, y, room.width, 1), cells[0])
        return
    numbers = sum(width + 1 for _, width in COLUMNS)
    names = room.width - 2 - numbers
    player = min(18, names // 2)
    against = max(0, names - player - 1)
    if kind in ("head", "line"):
        ink = paint.MUTED if kind == "head" else paint.TEXT
        put(canvas, 2, y, cells[0], player, paint.MUTED if kind == "head" else paint.BOLD)
        put(canvas, 2 + player + 1, y, cells[1], against, ink)
        x = 2 + names
        for (_, width), text in zip(COLUMNS, cells[2:], strict=True) if kind == "line" or len(cells) == 9 else ():
            canvas.put(x, y, text.rjust(width), ink)
            x += width + 1
        if kind == "head" and len(cells) != 9:
            canvas.put(2 + names, y, "points".rjust(6), ink)
            canvas.put(2 + names + 8, y, "date", ink)
    elif kind == "best":
        put(canvas, 2, y, cells[0], player, paint.BOLD)
        put(canvas, 2 + player + 1, y, cells[1], against - 1, paint.MUTED)
        canvas.put(2 + names, y, cells[2].rjust(6), paint.TEXT)
        canvas.put(2 + names + 8, y, fit(cells[4], 10), paint.MUTED)
        put(canvas, 2 + names + 20, y, cells[3], 6, paint.WARN)
