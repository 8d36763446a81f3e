"""The pictures of a game one after the other, as a spectator would have seen them: what films and recordings show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from towergames import registry
from towergames.board.canvas import Canvas, Ink
from towergames.board.protocol import AnyContext, Size, Style
from towergames.core.contract import event_texts
from towergames.core.text import fit
from towergames.export.boards import board_canvas, public_context
from towergames.session.animation import Frame, frames_of
from towergames.session.context import events_of
from towergames.table.highlights import beats_by_event
from towergames.table.history import History

COLUMNS, ROWS = 80, 24
"""Size of the pictures, but for boards in their most beautiful view."""
LARGE = (90, 33)
"""Size of the pictures of such a board."""
LOG_ROWS = 3
SECONDS_A_PLAY = 1.2
SECONDS_AT_END = 5.0
STEP_SECONDS = 0.1
"""Time from one picture of a movement to the next."""


class Shot(NamedTuple):
    """One picture, and the seconds for which it stays. ``turn`` names the turn that begins with it, '' for none."""

    canvas: Canvas
    seconds: float
    turn: str = ""


class Screen(NamedTuple):
    """The screen that the pictures show: its style, and its columns and rows."""

    style: Style
    size: Size


def screen_of(history: History, theme: str, ascii_only: bool) -> Screen:
    """The screen of a game.

    There are hundreds of pictures; of a board in its most beautiful view the quick ones are good enough.
    """
    large = registry.get(history.header.game).board.spec.showcase is not None and not ascii_only
    return Screen(Style(ascii_only, still=not large, theme=theme), LARGE if large else (COLUMNS, ROWS))


def shots_of(history: History, parts: Sequence[range], screen: Screen, motion: str = "full") -> Iterator[Shot]:
    """The pictures of some plays: a still before each part, then the movements and a still of each play.

    ``parts`` are numbers of the plays made before, in the order of the game. With motion ``basic`` beats and falls are
    stills too.
    """
    for part in parts:
        log = _log_before(history, part.start)
        context = public_context(history, part.start, screen.style)
        yield Shot(_drawn(history, part.start, context, log, screen.size), SECONDS_A_PLAY)
        owner = None
        for play in part:
            turn = ""
            by = history.plays[play].by
            if by is not None and by != owner:
                turn = f"round {history.game.round(history.state_after(play))}: {history.header.names[by]}"
                owner = by
            yield from _play(history, play, screen, motion, log, turn)


def _play(history: History, play: int, screen: Screen, motion: str, log: list[str], turn: str) -> Iterator[Shot]:
    """The pictures of one play. Its lines are added to the log."""
    style, size = screen
    names = history.header.names
    public = events_of(history, play, play + 1, None)
    before = public_context(history, play, style)
    board = registry.get(history.header.game).board
    frames = frames_of(board, before, public, play, motion, beats_by_event(history, play))
    for frame, seconds in stepped(frames):
        playing = event_texts(frame.context.playing, names)
        picture = _drawn(history, play, frame.context, [*log, *playing], size, frame.counted)
        yield Shot(picture, seconds, turn)
        turn = ""
    log += event_texts(public, names)
    after = public_context(history, play + 1, style)
    yield Shot(_drawn(history, play + 1, after, log, size), SECONDS_A_PLAY, turn)


def stepped(frames: Iterable[Frame]) -> list[tuple[Frame, float]]:
    """At most ten frames a second, each with its seconds. The last one is always there."""
    kept: list[tuple[Frame, float]] = []
    waiting = 0.0
    last: Frame | None = None
    for frame in frames:
        last = frame
        waiting += frame.seconds
        if waiting >= STEP_SECONDS - 1e-6:
            kept.append((frame, waiting))
            waiting, last = 0.0, None
    if last is not None:
        kept.append((last, waiting))
    return kept


def _log_before(history: History, plays: int) -> list[str]:
    """The last lines of the log before a play."""
    log: list[str] = []
    for play in range(max(0, plays - LOG_ROWS), plays):
        log += event_texts(events_of(history, play, play + 1, None), history.header.names)
    return log


def _drawn(
    history: History,
    plays: int,
    context: AnyContext,
    log: Sequence[str],
    size: Size,
    counted: Sequence[int] = (),
) -> Canvas:
    """Draw title line, board, and the last lines of the log on one screen. ``counted`` are points since those plays."""
    columns, rows = size
    canvas = Canvas(columns, rows)
    game, state = history.game, history.state_after(plays)
    fresh = counted or (0,) * len(context.names)
    totals = [
        f"{name} {points + more}" for name, points, more in zip(context.names, game.totals(state), fresh, strict=True)
    ]
    title = "  ".join([game.info.title, f"round {game.round(state)}", *totals])
    canvas.put(0, 0, fit(title, columns), Ink("accent", "surface", bold=True))
    canvas.blit(board_canvas(history, context, columns, rows - 1 - LOG_ROWS), 0, 1)
    canvas.fill(0, rows - LOG_ROWS, columns, LOG_ROWS, " ", Ink("text", "surface"))
    last = log[-LOG_ROWS:]
    for i, line in enumerate(last, start=1):
        newest = i == len(last)
        canvas.put(0, rows - LOG_ROWS + i - 1, fit(line, columns), Ink("text" if newest else "muted", "surface"))
    return canvas
