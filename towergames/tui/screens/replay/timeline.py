"""The bar below a replay: where the cursor is, how much each stretch scored, and where something was taken back."""

from __future__ import annotations

from towergames.boards.kit.canvas import Canvas, Ink
from towergames.boards.protocol import Spot
from towergames.session.replay import Replay
from towergames.tui.paint import BOLD, LINE, MUTED, TITLE, WARN, Rect

STEPS = " ▁▂▃▄▅▆▇█"
ROWS = 2
MARKER = "marker:"


def track(room: Rect, length: int) -> Rect:
    """The part of the room's last row that is the bar itself, between the two numbers."""
    digits = len(str(length))
    return Rect(room.x + digits + 2, room.bottom - 1, max(2, room.width - 2 * digits - 4), 1)


def column_of(play: int, length: int, width: int) -> int:
    """The bar's column for a number of plays.

    >>> [column_of(play, 10, 21) for play in (0, 5, 10)]
    [0, 10, 20]
    """
    return round(play * (width - 1) / length) if length else 0


def play_at(column: int, length: int, width: int) -> int:
    """The number of plays that a column of the bar stands for, clamped.

    >>> [play_at(column, 10, 21) for column in (0, 10, 99)]
    [0, 5, 10]
    """
    return max(0, min(length, round(column * length / max(1, width - 1))))


def draw_timeline(canvas: Canvas, room: Rect, model: Replay) -> list[Spot]:
    """Two rows: points scored (taller is more) with ``u`` where something was taken back, and the bar with tenths."""
    line = track(room, model.length)
    now = column_of(model.at, model.length, line.width)
    canvas.put(room.x, line.y, str(model.at).rjust(line.x - room.x - 1), BOLD)
    canvas.put(line.x + line.width + 1, line.y, str(model.length), MUTED)
    tenths = {column_of(model.length * n // 10, model.length, line.width) for n in range(1, 10)}
    for column in range(line.width):
        if column == now:
            canvas.put(line.x + column, line.y, "█", Ink("cursor", bold=True))
        elif column < now:
            canvas.put(line.x + column, line.y, "╋" if column in tenths else "━", TITLE)
        else:
            canvas.put(line.x + column, line.y, "┼" if column in tenths else "─", LINE)
    _draw_gains(canvas, line, model)
    return _marker_spots(line, model)


def _draw_gains(canvas: Canvas, line: Rect, model: Replay) -> None:
    heights = [0] * line.width
    for play, gain in enumerate(model.gains, start=1):
        heights[column_of(play, model.length, line.width)] += gain
    most = max(heights, default=0)
    for column, height in enumerate(heights):
        if height:
            step = max(1, round(height * (len(STEPS) - 1) / most))
            canvas.put(line.x + column, line.y - 1, STEPS[step], Ink("good"))
    # Where plays share a column, u stands before h.
    for play, sign in sorted(model.helped.items(), key=lambda found: found[1]):
        canvas.put(line.x + column_of(play, model.length, line.width), line.y - 1, sign, WARN)


def _marker_spots(line: Rect, model: Replay) -> list[Spot]:
    return [
        Spot(
            f"{MARKER}{marker.play}",
            line.x + column_of(marker.play, model.length, line.width),
            line.y - 1,
            1,
            1,
            f"move {marker.play}: {marker.title}",
        )
        for marker in model.markers
    ]
