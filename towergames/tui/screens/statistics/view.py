"""Statistics as the screen shows them: since when they count, the table of opponents, and the best scores."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from towergames import registry
from towergames.boards.kit.canvas import Canvas
from towergames.boards.protocol import Picture
from towergames.core.files import read_regular
from towergames.core.text import clean, fit
from towergames.settings import write_atomically
from towergames.table.statistics import Line, Result, Solo, by_attempts, solo_scores, table_of
from towergames.tui import paint
from towergames.tui.paint import Rect, put

SINCE_NAME = "statistics-since"
BEST = 10
_STAMP = len("2026-01-01T00:00:00Z")


def read_since(folder: Path) -> str:
    """From when on games count (``2026-01-01T00:00:00Z``), empty for all: a reset sets a date, no game is touched."""
    try:
        text = read_regular(folder / SINCE_NAME, _STAMP).decode("ascii")
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
    """One of the best scores of a game against others."""

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
    solo: tuple[Solo, ...] = ()
    games: int = 0
    before: int = 0
    since: str = ""


def tally(results: list[Result], since: str, game: str = "") -> Tally:
    """The statistics of one game (or all) from a date on."""
    fresh = [r for r in results if not since or r.created >= since]
    counted = [r for r in fresh if not game or r.game == game]
    best = [
        Best(r.points[seat], name, r.game, r.created[:10], r.save, bool(r.assists))
        for r, *_ in by_attempts(counted)
        for seat, name in enumerate(r.names)
        if not r.bots[seat] and not r.alone
    ]
    best.sort(key=lambda b: (b.game, -b.points, b.date, b.player))
    return Tally(
        tuple(table_of(counted)),
        _first_of_each(best),
        _first_of_each(solo_scores(counted)),
        len(counted),
        len(results) - len(fresh),
        since,
    )


Ranked = TypeVar("Ranked", Best, Solo)


def _first_of_each(ranked: list[Ranked]) -> tuple[Ranked, ...]:
    """The first ten of each game."""
    games = dict.fromkeys(one.game for one in ranked)
    return tuple(one for game in games for one in [r for r in ranked if r.game == game][:BEST])


def title_of(game: str) -> str:
    """The game's title, its key when unknown."""
    try:
        return registry.get(game).game.info.title
    except KeyError:
        return clean(game, 24)


BEST_NAME = 20
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
    """The screen's rows: (kind, cells). Kinds: heading, head, line, best head, best, blank."""
    rows: list[tuple[str, tuple[str, ...]]] = []
    for game in dict.fromkeys(line.game for line in found.lines):
        rows.append(("heading", (title_of(game),)))
        rows.append(("head", ("player", "against", *(title for title, _ in COLUMNS))))
        rows.extend(("line", _cells(line)) for line in found.lines if line.game == game)
        rows.append(("blank", ()))
        rows += _ranked(
            "best scores",
            [(b.player, b.save, b.points, b.assisted, b.date) for b in found.best if b.game == game],
        )
        rows += _ranked(
            "best scores alone",
            [
                (
                    s.player,
                    ", ".join(text for text in (s.told, s.setup) if text) or "usual options",
                    s.points,
                    s.assisted,
                    s.date,
                )
                for s in found.solo
                if s.game == game
            ],
        )
    return rows


def _ranked(title: str, best: list[tuple[str, str, int, bool, str]]) -> list[tuple[str, tuple[str, ...]]]:
    """A table of (player, about, points, helped, date) with its head, nothing without games."""
    if not best:
        return []
    rows: list[tuple[str, tuple[str, ...]]] = [("best head", (title, "", "points", "", "date"))]
    for place, (player, about, points, helped, date) in enumerate(best, start=1):
        rows.append(("best", (f"{place:>2}. {player}", about, str(points), "helped" if helped else "", date)))
    return [*rows, ("blank", ())]


def _cells(line: Line) -> tuple[str, ...]:
    alone = line.opponents == "alone"
    clean_played, clean_won = line.played - line.assisted, line.won - line.assisted_won
    return (
        line.player,
        line.opponents.replace("bot:", ""),
        str(clean_played),
        "-" if alone else str(clean_won),
        f"{100 * clean_won // clean_played}%" if clean_played and not alone else "-",
        str(line.assisted) if line.assisted else "-",
        str(line.assisted_won) if line.assisted and not alone else "-",
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
        for (_, width), text in zip(COLUMNS, cells[2:], strict=True):
            canvas.put(x, y, text.rjust(width), ink)
            x += width + 1
    elif kind in ("best head", "best"):
        quiet = kind == "best head"
        put(canvas, 2, y, cells[0], BEST_NAME, paint.MUTED if quiet else paint.BOLD)
        x = 2 + BEST_NAME + 1
        canvas.put(x, y, cells[2].rjust(6), paint.MUTED if quiet else paint.TEXT)
        canvas.put(x + 8, y, fit(cells[4], 10), paint.MUTED)
        put(canvas, x + 20, y, cells[3], 6, paint.WARN)
        put(canvas, x + 27, y, cells[1], room.x + room.width - x - 28, paint.MUTED)
