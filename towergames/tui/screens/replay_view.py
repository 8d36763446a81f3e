"""The whole replay as one picture: header, board, hand, log, points, curve, and the bar with timeline and chips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from towergames.board.canvas import Canvas, Ink
from towergames.board.protocol import AnyContext, Picture, Spot, Style
from towergames.core.text import cell_width
from towergames.session.animation import Frame
from towergames.session.replay import Replay
from towergames.session.ui_memory import UiMemory
from towergames.tui import paint
from towergames.tui.paint import Rect, put
from towergames.tui.screens.game import side_panes
from towergames.tui.widgets.action_bar import BAR, BAR_BOLD, BAR_MUTED, Chip, lay_chips
from towergames.tui.widgets.live_board import Pictures
from towergames.tui.zone_layout import LEAST_BESIDE, board_beside

ROWS = 2
MARKER = "marker:"
"""The spot of a marker on the bar, before the number of its move."""
PANES = ("log and points", "score curve", "log")
"""What the room below the board or the hand shows, in the order of Tab; a wide window shows all beside the board."""

WIDE = 100
LEAST_SIDE = 30
MOST_SIDE = 40
LEAST_PANE, MOST_PANE = 4, 7
"""Rows of the log below the board; the least where that gives a board that likes height as much as it likes."""
FOR_POINTS = 48
"""Columns below which the log leaves no room for the points beside it."""
FIXED_ROWS = 2 + ROWS
"""Header, timeline and chips."""
TALL, MORE_ROWS = 30, 2
"""Rows from which the bar has a row of words and the names of the marks below the timeline."""
MOST_CHART = 12
"""Rows of the score chart beside the board."""
LABEL = 10
"""Columns of the name of a mark."""


@dataclass(frozen=True, slots=True)
class Show:
    """What the screen adds to the model: is it playing, how fast, which pane, a frame of an animation, the advice.

    ``memory`` holds how the table is looked at, ``pictures`` whether a better picture is ready.
    """

    playing: bool = False
    speed: float = 1.0
    pane: int = 0
    frame: Frame | None = None
    advice: str = ""
    style: Style = Style()
    chips: Sequence[Chip] = ()
    memory: UiMemory | None = None
    pictures: Pictures | None = None


@dataclass(frozen=True, slots=True)
class Layout:
    """The rooms of the picture; a pane without room has no height."""

    board: Rect
    hand: Rect
    side: Rect
    below: Rect
    foot: int
    """The first row of the bar."""
    bar: Rect
    """The timeline."""


def minimum(model: Replay) -> tuple[int, int]:
    """Columns and rows that the whole screen needs, key bar included."""
    sizes = model.board.sizes(len(model.names), model.context().view)
    return sizes.board[0], sizes.board[1] + sizes.hand + FIXED_ROWS + bool(model.problem) + 1


def lay_out(model: Replay, width: int, height: int) -> Layout:
    """Share the room: beside the board where it is wide or the board likes height, else below it."""
    sizes = model.board.sizes(len(model.names), model.context().view)
    (columns, least), two = sizes.board, sizes.beside
    hand_rows = sizes.hand if model.has_hand else 0
    top = 1 + bool(model.problem)
    more = MORE_ROWS if height >= TALL else 0
    body = max(least + hand_rows, height - FIXED_ROWS - more - bool(model.problem))
    caption = top + body
    bar = Rect(2, caption + bool(more), width - 3, ROWS)
    none = Rect(0, caption, 0, 0)
    side = min(MOST_SIDE, width - columns - 1)
    if width >= WIDE and side >= LEAST_SIDE:
        left = width - side - 1
        hand = Rect(0, caption - hand_rows, left, hand_rows)
        return Layout(Rect(0, top, left, body - hand_rows), hand, Rect(left + 1, top, side, body), none, caption, bar)
    short = two is not None and body - hand_rows - MOST_PANE < two.rows <= body - hand_rows - LEAST_PANE
    pane = min(LEAST_PANE if short else MOST_PANE, body - least - hand_rows)
    pane = pane if pane >= LEAST_PANE else 0
    board_rows = body - hand_rows - pane
    if two is not None and board_rows < two.rows <= body and body >= two.low + LEAST_BESIDE:
        left = board_beside(width, columns, two)
        if width - left >= two.hand:
            tall = max(two.low, min(two.tall, body - LEAST_PANE))
            hand = Rect(left, top, width - left, tall)
            below = Rect(left + 1, top + tall, width - left - 1, body - tall)
            return Layout(Rect(0, top, left, body), hand, none, below, caption, bar)
    return Layout(
        Rect(0, top, width, board_rows),
        Rect(0, top + board_rows, width, hand_rows),
        none,
        Rect(0, caption - pane, width, pane),
        caption,
        bar,
    )


def context_of(model: Replay, show: Show, memory: UiMemory) -> AnyContext:
    """The position at the cursor, or the frame that leads to it."""
    c = show.frame.context if show.frame is not None else model.context(show.style)
    return memory.at(c, (model.at, model.perspective, len(c.playing)))


def draw_replay(model: Replay, show: Show, width: int, height: int) -> Picture:
    """Everything, drawn to exactly that size; spots are the board's markers and the bar's."""
    canvas = Canvas(width, height)
    rooms = lay_out(model, width, height)
    where = f"Replay · move {model.at} of {model.length}"
    eyes = "All hands shown" if model.perspective.everything else f"Seen by {model.perspective.title}"
    facts = (eyes, f"{'playing' if show.playing else 'paused'} {show.speed:g}x")
    canvas.blit(side_panes.draw_status(side_panes.Status(model.game.info.title, where, facts), width).canvas, 0, 0)
    if model.problem:
        put(canvas, 1, 1, _fitting(model.problem, width - 2), width - 2, paint.WARN)
    memory = show.memory if show.memory is not None else UiMemory(model.board)
    memory.set_room((rooms.board.width, rooms.board.height))
    c = context_of(model, show, memory)
    board = model.board.draw(show.pictures.context(c) if show.pictures is not None else c, "board", memory.room)
    canvas.blit(board.canvas, rooms.board.x, rooms.board.y)
    if rooms.hand.height:
        hand = model.board.draw(c, "hand", (rooms.hand.width, rooms.hand.height))
        canvas.blit(hand.canvas, rooms.hand.x, rooms.hand.y)
    if rooms.side.height:
        _draw_side(canvas, rooms.side, model, show)
    if rooms.below.height:
        _draw_below(canvas, rooms.below, model, show)
    spots = _draw_bar(canvas, rooms, model, show)
    line = track(rooms.bar, model.length)
    cursor = (line.x + column_of(model.at, model.length, line.width), line.y)
    pixels = board.pixels.moved(rooms.board.x, rooms.board.y) if board.pixels is not None else None
    return Picture(canvas, tuple(spots), cursor, pixels=pixels)


def _fitting(text: str, cells: int) -> str:
    """As many whole sentences as fit; at least the first."""
    shown, *rest = text.split(". ")
    for part in rest:
        if cell_width(shown) + cell_width(part) + 2 > cells:
            break
        shown = f"{shown}. {part}"
    return shown if shown.endswith(".") else f"{shown}."


def _draw_bar(canvas: Canvas, rooms: Layout, model: Replay, show: Show) -> list[Spot]:
    """Words where they have room or nothing else says them, the timeline, its marks, and the chips."""
    width, bottom = canvas.width, canvas.height
    canvas.fill(0, rooms.foot, width, bottom - rooms.foot, " ", BAR)
    canvas.fill(0, rooms.foot, 1, bottom - rooms.foot, "▌", Ink("cursor", "raised"))
    tall = rooms.bar.y > rooms.foot
    spots: list[Spot] = draw_timeline(canvas, rooms.bar, model, named=tall)
    logged = rooms.side.height or (rooms.below.height and show.pane != 1)
    words = show.advice or ("" if logged and not tall else model.caption())
    if words:
        canvas.fill(2, rooms.foot, width - 2, 1, " ", BAR)
        put(canvas, 2, rooms.foot, _fitting_part(words, width - 3), width - 3, BAR_BOLD)
    if tall and show.advice:
        told = _fitting_part(model.caption(), width - 6 - cell_width(words))
        put(canvas, width - 1 - cell_width(told), rooms.foot, told, cell_width(told), BAR_MUTED)
    return spots + lay_chips(canvas, 2, bottom - 1, width - 3, 1, show.chips, show.style)


def _fitting_part(text: str, cells: int) -> str:
    """The text, or its first part where all of it has no room."""
    return text if cell_width(text) <= cells else text.split("; ")[0]


def _draw_side(canvas: Canvas, room: Rect, model: Replay, show: Show) -> None:
    for row in range(room.height):
        canvas.put(room.x - 1, room.y + row, "│", paint.LINE)
    players = paint.heading(canvas, Rect(room.x, room.y, room.width, len(model.names) + 1), "Players")
    draw_points(canvas, players, model, show.frame)
    chart_rows = 1 + min(MOST_CHART, (room.height - players.height) // 3)
    if chart_rows > paint.LEAST_CHART:
        below = paint.heading(canvas, Rect(room.x, players.bottom, room.width, chart_rows), "Score")
        paint.draw_chart(canvas, below, (), model.curves, model.at)
        players = below
    draw_log(canvas, Rect(room.x, players.bottom, room.width, room.bottom - players.bottom), model, show.frame)


def _draw_below(canvas: Canvas, room: Rect, model: Replay, show: Show) -> None:
    if show.pane == 1:
        paint.draw_chart(canvas, paint.heading(canvas, room, "Score"), model.names, model.curves, model.at)
        return
    points = 0 if show.pane == 2 or room.width < FOR_POINTS else min(30, room.width // 3)
    log = Rect(room.x, room.y, room.width - points - bool(points), room.height)
    draw_log(canvas, log, model, show.frame)
    if points:
        right = Rect(room.x + room.width - points, room.y, points, room.height)
        draw_points(canvas, paint.heading(canvas, right, "Players"), model, show.frame)


def draw_log(canvas: Canvas, room: Rect, model: Replay, frame: Frame | None = None) -> None:
    """The newest turns that fit; the last move is marked."""
    look = side_panes.LogLook(model.at - 1, model.at, names=model.names, points=model.points)
    canvas.blit(side_panes.draw_log(model.log(frame), look, room.width, room.height).canvas, room.x, room.y)


def draw_points(canvas: Canvas, room: Rect, model: Replay, frame: Frame | None = None) -> None:
    """Everybody's points at the cursor with running rank, and what the last move brought."""
    pad = model.pad_now(frame)
    gained = [0] * len(model.names)
    for line in reversed(pad.lines):
        if line.play != model.at:
            break
        gained[line.score.seat] += line.score.points
    for seat, name in enumerate(model.names[: room.height]):
        y = room.y + seat
        canvas.put(room.x, y, f"{pad.ranks[seat]}.", paint.MUTED)
        paint.badge(canvas, room.x + 3, y, seat)
        put(canvas, room.x + 6, y, name, room.width - 17, paint.TEXT)
        gain = f"{gained[seat]:+d}" if gained[seat] else ""
        canvas.put(room.x + room.width - 10, y, gain.rjust(4), paint.BAD if gained[seat] < 0 else paint.GOOD)
        canvas.put(room.x + room.width - 5, y, str(pad.totals[seat]).rjust(4), paint.BOLD)


# --- the bar: where the cursor is, how much each stretch scored, where help was used ----------------------


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
    """Two rows: points scored (taller is more) with ``u`` for an undo and ``h`` for help, and the bar with a mark where
    each round begins. The marks have names below them if they are ``named``.
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
    heights = [0] * line.width
    for play, gain in enumerate(model.gains, start=1):
        heights[column_of(play, model.length, line.width)] += gain
    most = max(heights, default=0)
    for column, height in enumerate(heights):
        if height:
            step = max(1, round(height * (len(paint.EIGHTHS) - 1) / most))
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
        spots.append(Spot(f"{MARKER}{marker.play}", x, line.y - 1, 1, 1, f"move {marker.play}: {marker.title}"))
    return spots
