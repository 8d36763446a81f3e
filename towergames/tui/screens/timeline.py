"""The timeline of a replay: the cursor in the game, the points of each stretch, help and undos, and the score curve."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import replace

from towergames.board.canvas import Canvas, Ink
from towergames.board.protocol import Picture, Spot
from towergames.core.text import cell_width
from towergames.session.replay import Replay
from towergames.tui import paint
from towergames.tui.paint import BAR, BAR_BOLD, BAR_MUTED, Rect, put
from towergames.tui.screens.game.side_panes import PLAY
from towergames.tui.zone_layout import TIMELINE

MARKER = "marker:"
"""The prefix of the spot of a marker, before the number of its move."""
HANGING = "▔▀"
"""A small and a great loss."""
LABEL = 10
"""The columns that the name of a mark takes at most."""


class Timeline:
    """Two zones of a replay: the timeline, with words and names where it has more than its least rows, and the curve.

    ``advice`` is a sentence on the move shown, ``zones`` are those that are shown beside these two.
    """

    def __init__(self, model: Replay, advice: Callable[[], str], zones: Callable[[], Container[str]]) -> None:
        self._model = model
        self._advice = advice
        self._zones = zones

    def draw(self, width: int, height: int) -> Picture:
        """The timeline; a click on a column goes to its move, one on a marker to that of the marker."""
        model, canvas = self._model, Canvas(width, height)
        canvas.fill(0, 0, width, height, " ", BAR)
        canvas.fill(0, 0, 1, height, "▌", Ink("cursor", "raised"))
        tall = height > TIMELINE
        room = Rect(2, int(tall), width - 3, TIMELINE)
        line = track(room, model.length)
        spots = draw_timeline(canvas, room, model, named=tall)
        self._put_words(canvas, tall)

        def at(x: int, y: int) -> str:
            marked = any(spot.x == x and spot.y == y for spot in spots)
            if marked or not Rect(line.x, room.y, line.width, room.height).holds(x, y):
                return ""
            return f"{PLAY}{play_at(x - line.x, model.length, line.width)}"

        cursor = (line.x + column_of(model.at, model.length, line.width), line.y)
        return Picture(canvas, tuple(spots), cursor, at=at)

    def _put_words(self, canvas: Canvas, tall: bool) -> None:
        """The answer to "What was best?" or the move in words where no log has them; both where there is a row more."""
        logged = "log" in self._zones()
        width, caption = canvas.width, self._model.caption()
        advice = "" if logged else self._advice()
        words = advice
        if not words and (tall or not logged):
            words = caption
        if words:
            canvas.fill(2, 0, width - 2, 1, " ", BAR)
            put(canvas, 2, 0, _fitting_part(words, width - 3), width - 3, BAR_BOLD)
        if tall and not advice:
            put_legend(canvas, cell_width(words) + 6)
        if tall and advice:
            beside = _fitting_part(caption, width - 6 - cell_width(words))
            put(canvas, width - 1 - cell_width(beside), 0, beside, cell_width(beside), BAR_MUTED)

    def draw_chart(self, width: int, height: int) -> Picture:
        """The points of all players after every move, with their names where no pad has them."""
        model, canvas = self._model, Canvas(width, height)
        room = paint.heading(canvas, Rect(0, 0, width, height), "Score curve")
        names = () if "pad" in self._zones() else model.names
        paint.draw_chart(canvas, room, names, model.curves, model.at)
        return Picture(canvas)

    @staticmethod
    def clicked(spot: str) -> int | None:
        """The number of plays to which a click on a spot goes; None for a spot of another kind."""
        kind, colon, play = spot.partition(":")
        return int(play) if f"{kind}{colon}" in (PLAY, MARKER) else None


SIGNS: tuple[tuple[str, str, str], ...] = (
    ("▆", "good", "points"),
    ("▀", "bad", "points lost"),
    ("┼", "muted", "a round begins"),
    ("h", "warn", "hint"),
    ("u", "warn", "undo"),
)
"""The marks of the timeline with their inks, and what they mean."""


def put_legend(canvas: Canvas, left: int) -> None:
    """Draw the marks and their meanings at the right end of the first row, as many as have room from ``left`` on."""
    room, shown = canvas.width - 1 - left, list[tuple[str, str, str]]()
    for sign, role, meaning in SIGNS:
        cells = 3 + cell_width(meaning) + 2 * bool(shown)
        if cells > room:
            break
        room -= cells
        shown.append((sign, role, meaning))
    x = left + room
    for sign, role, meaning in shown:
        x = canvas.put(x, 0, sign, Ink(role, "raised", bold=True))
        x = canvas.put(x + 1, 0, meaning, BAR_MUTED) + 2


def _fitting_part(text: str, cells: int) -> str:
    """The text, or its first parts or sentences where all of it has no room."""
    while cell_width(text) > cells and "; " in text:
        text = text.rpartition("; ")[0]
    while cell_width(text) > cells and ". " in text:
        text = text.rpartition(". ")[0] + "."
    return text


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


def draw_timeline(canvas: Canvas, room: Rect, model: Replay, *, named: bool = False) -> list[Spot]:
    """Two rows: points with ``u`` for an undo and ``h`` for help, and the bar with a mark where each round begins.

    Taller bars are more points; those of losses hang. The marks have names below them if they are ``named``.
    """
    line = track(room, model.length)
    now = column_of(model.at, model.length, line.width)
    canvas.put(room.x, line.y, str(model.at).rjust(line.x - room.x - 1), replace(BAR_BOLD, fg="cursor"))
    canvas.put(line.x + line.width + 1, line.y, str(model.length), BAR_MUTED)
    marks = {column_of(play, model.length, line.width): number for number, play in model.rounds}
    for column in range(line.width):
        if column == now:
            canvas.put(line.x + column, line.y, "█", Ink("cursor", "raised", bold=True))
        elif column < now:
            canvas.put(line.x + column, line.y, "╋" if column in marks else "━", Ink("accent", "raised", bold=True))
        else:
            canvas.put(line.x + column, line.y, "┼" if column in marks else "─", BAR_MUTED)
    if named:
        _name_marks(canvas, line, marks)
    _draw_gains(canvas, line, model)
    return _marker_spots(line, model)


def _name_marks(canvas: Canvas, line: Rect, marks: dict[int, int]) -> None:
    """The start, the end, and between them the rounds that have room for their name."""
    y, last = line.y + 1, line.x + line.width - 3
    free = canvas.put(line.x, y, "start", BAR_MUTED) + 2
    canvas.put(last, y, "end", BAR_MUTED)
    for column, number in sorted(marks.items()):
        if free <= line.x + column <= last - LABEL:
            free = canvas.put(line.x + column, y, f"round {number}", BAR_MUTED) + 2


def _draw_gains(canvas: Canvas, line: Rect, model: Replay) -> None:
    """Bars that stand on the track for points scored, and red ones that hang for points lost, the larger of both."""
    gained, lost = ([0] * line.width for _ in range(2))
    for play, (gain, loss) in enumerate(zip(model.gains, model.losses, strict=True), start=1):
        column = column_of(play, model.length, line.width)
        gained[column] += gain
        lost[column] += loss
    most = max((*gained, *lost), default=0)
    for column, (gain, loss) in enumerate(zip(gained, lost, strict=True)):
        if loss and loss >= gain:
            sign = HANGING[loss * 2 > most]
            canvas.put(line.x + column, line.y - 1, sign, Ink("bad", "raised"))
        elif gain:
            step = max(1, round(gain * (len(paint.EIGHTHS) - 1) / most))
            canvas.put(line.x + column, line.y - 1, paint.EIGHTHS[step], Ink("good", "raised"))
    # Where plays share a column, u stands before h.
    for play, sign in sorted(model.helped.items(), key=lambda found: found[1]):
        canvas.put(
            line.x + column_of(play, model.length, line.width), line.y - 1, sign, Ink("warn", "raised", bold=True)
        )


def _marker_spots(line: Rect, model: Replay) -> list[Spot]:
    spots = []
    for marker in model.markers:
        x = line.x + column_of(marker.play, model.length, line.width)
        spots.append(
            Spot(f"{MARKER}{marker.play}", x, line.y - 1, 1, 1, f"move {model.move_of(marker.play)}: {marker.title}")
        )
    return spots
