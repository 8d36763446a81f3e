"""The review of a game as one picture: what each player's decisions came to, the list of them, and the score curve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from towergames.boards.kit.canvas import Canvas
from towergames.boards.protocol import Picture, Spot
from towergames.core.contract import Seat
from towergames.core.text import fit
from towergames.table.game_review import Judged, Tally
from towergames.tui import paint
from towergames.tui.paint import Rect, put

ROW = "row:"
SEAT = "seat:"
DETAIL_ROWS = 3
LEAST_LIST = 5


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the review says: ``rows`` as filtered and sorted, ``prize`` the name of the special bonus or ''."""

    title: str
    measure: str
    prize: str
    names: tuple[str, ...]
    tallies: tuple[Tally, ...]
    rows: tuple[Judged, ...]
    curves: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Show:
    """What the screen adds: the marked row, the first row shown, the seat that is shown alone, and a line on top."""

    at: int
    offset: int
    seat: Seat | None = None
    order: str = ""


def draw_review(sheet: Sheet, show: Show, width: int, height: int) -> tuple[Picture, int]:
    """The whole review at that size, and the first row of the list that is shown."""
    canvas = Canvas(width, height)
    paint.bar(canvas, 0, f"Review  {sheet.title}", show.order)
    seats = len(sheet.names)
    put(canvas, 1, 1, sheet.measure, width - 2, paint.MUTED)
    spots = _draw_players(canvas, Rect(0, 2, width, seats + 1), sheet, show.seat)
    left = height - 3 - seats - DETAIL_ROWS
    each = next((n for n in (4, 3, 2, 1) if left - seats * n - 1 >= max(LEAST_LIST, left * 3 // 5)), 0)
    curve_rows = seats * each + 1 if each else 0
    listed = Rect(0, 3 + seats, width, left - curve_rows)
    offset = paint.scroll_to(show.offset, show.at, listed.height - 1, len(sheet.rows))
    spots += _draw_list(canvas, listed, sheet, show.at, offset)
    marked = sheet.rows[show.at] if show.at < len(sheet.rows) else None
    _draw_detail(canvas, Rect(0, listed.bottom, width, DETAIL_ROWS), sheet, marked)
    if curve_rows:
        room = paint.heading(canvas, Rect(0, height - curve_rows, width, curve_rows), "score curve")
        at = marked.play if marked is not None else max(0, len(sheet.curves[0]) - 1)
        paint.draw_curves(canvas, Rect(1, room.y, width - 2, room.height), sheet.names, sheet.curves, at)
    cursor = (0, listed.y + 1 + show.at - offset) if sheet.rows else None
    return Picture(canvas, tuple(spots), cursor), offset


def _draw_players(canvas: Canvas, room: Rect, sheet: Sheet, only: Seat | None) -> list[Spot]:
    name = 16 if room.width >= 100 else 12
    prize = f"{sheet.prize}s" if sheet.prize else ""
    heads = [("moves", 6), ("best found", 12), ("missed", 8), *([(prize, 9)] if prize else [])]
    x = 4 + name
    put(canvas, 4, room.y, "player", name, paint.MUTED)
    for head, cells in heads:
        canvas.put(x, room.y, fit(head, cells - 1).rjust(cells - 1), paint.MUTED)
        x += cells
    put(canvas, x + 1, room.y, "best move", room.width - x - 2, paint.MUTED)
    spots = []
    for tally in sheet.tallies:
        y = room.y + 1 + tally.seat
        canvas.put(0, y, ">" if only == tally.seat else " ", paint.BOLD)
        paint.badge(canvas, 1, y, tally.seat)
        put(canvas, 4, y, sheet.names[tally.seat], name - 1, paint.BOLD)
        counts = [str(tally.decisions), f"{tally.found} {tally.share:>3}%", str(tally.missed)]
        possible = tally.prizes + tally.prizes_missed
        counts += [f"{tally.prizes} of {possible}" if possible else "-"] if prize else []
        x = 4 + name
        for (_, wide), text in zip(heads, counts, strict=True):
            canvas.put(x, y, text.rjust(wide - 1), paint.TEXT)
            x += wide
        if tally.best is not None:
            best = f"{tally.best.finding.got_points}  {tally.best.move}"
            put(canvas, x + 1, y, best, room.width - x - 2, paint.TEXT)
        spots.append(Spot(f"{SEAT}{tally.seat}", 0, y, room.width, 1, sheet.names[tally.seat]))
    return spots


def _columns(width: int) -> list[tuple[str, int]]:
    """(heading, cells); what is left over is shared by what was played and what was best."""
    name = 14 if width >= 100 else 8
    fixed = {"move": 5, "who": name + 3, "got": 5, "for": 4, "missed": 7}
    rest = width - 3 - sum(fixed.values())
    played = rest * 2 // 5
    order = ("move", "who", "played", "got", "best", "for", "missed")
    return [(key, fixed.get(key, played if key == "played" else rest - played)) for key in order]


def _draw_list(canvas: Canvas, room: Rect, sheet: Sheet, at: int, offset: int) -> list[Spot]:
    columns = _columns(room.width)
    canvas.put(0, room.y, "─" * room.width, paint.LINE)
    x = 2
    for head, cells in columns:
        text = fit(head, cells - 1)
        right = head in ("move", "got", "for", "missed")
        put(canvas, x, room.y, f"{head:>{cells - 1}}" if right else text.rstrip(), cells - 1, paint.TITLE)
        x += cells
    body = Rect(room.x, room.y + 1, room.width, room.height - 1)
    spots = []
    for number in range(offset, min(len(sheet.rows), offset + body.height)):
        judged, y, here = sheet.rows[number], body.y + number - offset, number == at
        _draw_row(canvas, y, sheet, judged, columns, here)
        spots.append(Spot(f"{ROW}{number}", 0, y, room.width - 1, 1, judged.move))
    if not sheet.rows:
        put(canvas, 2, body.y, "No decisions to judge.", room.width - 4, paint.MUTED)
    paint.scrollbar(canvas, room.width - 1, body, offset, len(sheet.rows))
    return spots


def _draw_row(canvas: Canvas, y: int, sheet: Sheet, judged: Judged, columns: list[tuple[str, int]], here: bool) -> None:
    finding = judged.finding
    ink = paint.SELECTED if here else paint.TEXT
    if here:
        canvas.fill(0, y, canvas.width - 1, 1, " ", paint.SELECTED)
        canvas.put(0, y, ">", paint.SELECTED)
    prize = f" {sheet.prize}!" if finding.prize and not finding.prize_got else ""
    cells = {
        "move": str(judged.play),
        "who": sheet.names[judged.seat],
        "played": judged.move.removeprefix("play "),
        "got": str(finding.got_points),
        "best": "found" if finding.found else finding.told,
        "for": "" if finding.found else str(finding.best_points),
        "missed": "-" if finding.found else str(finding.missed),
    }
    x = 2
    for head, wide in columns:
        text, room = cells[head], wide - 1
        if head == "who":
            paint.badge(canvas, x, y, judged.seat, "select" if here else "")
            put(canvas, x + 3, y, text, room - 3, ink)
        elif head in ("move", "got", "for", "missed"):
            loud = paint.WARN if head == "missed" and not finding.found and not here else ink
            canvas.put(x, y, text.rjust(room), loud)
        elif head == "best":
            end = put(canvas, x, y, text, room - len(prize), paint.MUTED if finding.found and not here else ink)
            put(canvas, end, y, prize, len(prize), ink if here else paint.WARN)
        else:
            put(canvas, x, y, text, room, ink)
        x += wide


def _draw_detail(canvas: Canvas, room: Rect, sheet: Sheet, judged: Judged | None) -> None:
    if judged is None:
        return
    inner = paint.heading(canvas, room, f"move {judged.play}, {sheet.names[judged.seat]}")
    for row, line in enumerate(detail(judged)[: inner.height]):
        put(canvas, 1, inner.y + row, line, room.width - 2, paint.TEXT)


def detail(judged: Judged) -> Sequence[str]:
    """What is said of one decision, in at most two lines."""
    finding = judged.finding
    if not finding.best:
        first = f"{judged.move} for {finding.got_points}; there was {finding.told}."
    elif finding.found:
        first = f"{judged.move} for {finding.got_points}: nothing scored more."
    else:
        first = f"Best: {finding.best} for {finding.best_points} ({finding.told})."
    return (first, finding.note) if finding.note else (first,)
