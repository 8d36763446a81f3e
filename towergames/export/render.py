"""A game as text, data, picture or film: strings only, no files. Screens and the command line write them out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from functools import lru_cache
from typing import Any

import msgspec

from towergames import registry
from towergames.board.canvas import Canvas, Ink, to_ascii
from towergames.board.palette import resolve
from towergames.board.protocol import AnyContext, Style
from towergames.core.contract import Over, event_texts
from towergames.core.text import fit
from towergames.export.svg import ANSI, canvas_svg
from towergames.session.animation import frames_of
from towergames.session.context import context_at, events_of
from towergames.session.privacy import may_show_all
from towergames.session.ui_memory import plain_look, showcase_look
from towergames.table.highlights import beats_by_event
from towergames.table.history import History
from towergames.table.log import log_lines
from towergames.table.pad import build_pad
from towergames.table.remarks import uncounted_reason

FORMATS = ("text", "json", "svg", "cast")
"""Formats that are text; PNG is bytes (:func:`png`)."""

BOARD, SHOWCASE = (80, 20), (112, 41)
"""Columns and rows of an exported board, if it needs no more; and of a board in its most beautiful view."""
PNG_CELL = (10, 20)
"""Pixels of a cell across and down in a picture in pixels."""


def render(history: History, format_: str, *, name: str, theme: str = "dark", ascii_only: bool = False) -> str:
    """The game in one of FORMATS. An unfinished game shows only what everybody at the table may know.

    ``name`` titles it, ``theme`` colours pictures. Raises ValueError for another format.
    """
    if format_ == "text":
        return as_text(history, name, ascii_only=ascii_only)
    if format_ == "json":
        return json.dumps(as_data(history, name), indent=2)
    if format_ == "svg":
        canvas = board_canvas(history, final_context(history, Style(ascii_only, theme=theme)), *_size_of(history))
        return canvas_svg(canvas, theme=theme, title=f"{history.game.info.title}: {', '.join(history.header.names)}")
    if format_ == "cast":
        return cast(history, name=name, theme=theme, ascii_only=ascii_only)
    raise ValueError(f"format {format_!r} is not one of {', '.join(FORMATS)}")


def png(history: History, *, theme: str = "dark") -> bytes | None:
    """The board in true pixels as a PNG file, None for boards that are not drawn in 3D."""
    board, context = registry.get(history.header.game).board, final_context(history, Style(theme=theme))
    columns, rows = board.sizes(len(context.names), context.view).board
    wide, high = SHOWCASE
    context = replace(context, style=replace(context.style, cursor=False))
    picture = board.draw(showcase_look(board, context), "board", (max(wide, columns), max(high, rows)))
    if picture.pixels is None:
        return None
    from towergames.renderer.pixels import png_of

    return png_of(picture.pixels.draw(*PNG_CELL))


def final_context(history: History, style: Style) -> AnyContext:
    """A spectator's context after the last play."""
    return public_context(history, len(history.plays), style)


def _size_of(history: History) -> tuple[int, int]:
    """The columns and rows of the exported board of a game."""
    return BOARD if registry.get(history.header.game).board.spec.showcase is None else SHOWCASE


def as_text(history: History, name: str, *, ascii_only: bool = False) -> str:
    """Setup, log, board and score pad as text."""
    header, info = history.header, history.game.info
    seats = ", ".join(f"{s.name} (bot, {s.bot})" if s.bot else s.name for s in header.seats)
    parts = [f"{info.title}: {seats}", f"Save {name}, begun {header.created}"]
    parts += [""] if history.counts else [uncounted_reason(history), ""]
    parts += [line.text for line in log_lines(history, None)]
    context = public_context(history, len(history.plays), Style(ascii_only, colours=False))
    board = registry.get(header.game).board
    words = board.read_out(plain_look(board, context)).board
    parts += ["", board_canvas(history, context, *BOARD).text(ascii_only=ascii_only), "", *words]
    parts += ["", build_pad(history).as_text()]
    return "\n".join(parts)


def as_data(history: History, name: str) -> dict[str, Any]:
    """Header and plays as JSON-pure data.

    Of an unfinished game with hidden things neither the seed nor moves and outcomes are given, only the public log,
    since a move or a shuffle may name cards that others must not know.
    """
    header: dict[str, Any] = msgspec.to_builtins(history.header)
    turn = history.turn
    secret = not may_show_all(history, everything=True)
    if secret:
        header["seed"] = None
    names = history.header.names
    plays = []
    for number, play in enumerate(history.plays, start=1):
        entry: dict[str, Any] = {"play": number, "by": None if play.by is None else names[play.by]}
        if not secret:
            entry["move" if play.by is not None else "outcome"] = (
                play.notation if play.by is not None else {play.notation: msgspec.to_builtins(play.move)}
            )
        entry["log"] = event_texts([event for event in play.step.events if event.seen_by is None], names)
        entry["scores"] = [asdict(score) for score in play.step.scores]
        plays.append(entry)
    return {
        "save": name,
        "header": header,
        "plays": plays,
        "points": list(history.game.totals(history.state)),
        "finished": isinstance(turn, Over),
        "ranking": [[names[seat] for seat in group] for group in turn.ranking] if isinstance(turn, Over) else None,
        "assists": dict(history.assists),
    }


def public_context(history: History, plays: int, style: Style = Style()) -> AnyContext:
    """A spectator's context after ``plays`` plays. The end of a finished game hides nothing."""
    end = plays == len(history.plays) and isinstance(history.turn, Over)
    marks = events_of(history, plays - 1, plays, None) if plays else ()
    return context_at(history, None, plays, everything=end, marks=marks, style=style)


def board_canvas(history: History, context: AnyContext, width: int, height: int) -> Canvas:
    """The board at least that large."""
    board = registry.get(history.header.game).board
    columns, rows = board.sizes(len(context.names), context.view).board
    if board.spec.showcase is not None:
        context = replace(context, style=replace(context.style, cursor=False))
    return board.draw(showcase_look(board, context), "board", (max(width, columns), max(height, rows))).canvas


# --- a film for asciinema players: asciicast v2, one marker a turn ----------------------------------------------------

COLUMNS, ROWS = 80, 24
"""Size of a film, but for boards in their most beautiful view."""
LARGE = (90, 33)
"""Size of a film of such a board."""
LOG_ROWS = 3
SECONDS_A_PLAY = 1.2
SECONDS_AT_END = 5.0

_NUMBERS = {name: 30 + i if i < 8 else 90 + i - 8 for i, name in enumerate(ANSI)}


@dataclass(slots=True)
class _Film:
    """Events in the making, and how late it is."""

    theme: str
    ascii_only: bool
    lines: list[str] = field(default_factory=list)
    seconds: float = 0.0
    _rows: list[str] = field(default_factory=list)

    def show(self, canvas: Canvas, seconds: float) -> None:
        """One picture, and how long it stays."""
        rows = _ansi(canvas, self.theme, self.ascii_only)
        changed = [y for y, row in enumerate(rows) if y >= len(self._rows) or row != self._rows[y]]
        if changed:
            self._add("o", "".join(f"\x1b[{y + 1}H{rows[y]}" for y in changed))
        self._rows = rows
        self.seconds += seconds

    def mark(self, label: str) -> None:
        """Mark a moment to jump to."""
        self._add("m", label)

    def _add(self, kind: str, data: str) -> None:
        self.lines.append(json.dumps([round(self.seconds, 3), kind, data]))


def cast(history: History, *, name: str, theme: str = "dark", ascii_only: bool = False) -> str:
    """The film of a game as asciicast v2 (JSON lines), as a spectator would have seen it."""
    large = registry.get(history.header.game).board.spec.showcase is not None and not ascii_only
    # A film has hundreds of pictures; the quick ones are good enough.
    film, style = _Film(theme, ascii_only), Style(ascii_only, still=not large, theme=theme)
    size = LARGE if large else (COLUMNS, ROWS)
    film._add("o", "\x1b[?25l\x1b[2J")
    names, board = history.header.names, registry.get(history.header.game).board
    before = None
    film.show(_frame(history, 0, public_context(history, 0, style), (), size), SECONDS_A_PLAY)
    log: list[str] = []
    for number, play in enumerate(history.plays, start=1):
        if play.by is not None and play.by != before:
            film.mark(f"round {history.game.round(history.state_after(number - 1))}: {names[play.by]}")
            before = play.by
        public = events_of(history, number - 1, number, None)
        still = public_context(history, number - 1, style)
        beats = beats_by_event(history, number - 1)
        for frame in frames_of(board, still, public, number - 1, "full", beats):
            playing = event_texts(frame.context.playing, names)
            film.show(_frame(history, number - 1, frame.context, (*log, *playing), size), frame.seconds)
        log += event_texts(public, names)
        film.show(_frame(history, number, public_context(history, number, style), log, size), SECONDS_A_PLAY)
    film.seconds += SECONDS_AT_END
    film._add("o", "\x1b[?25h")
    return "\n".join([json.dumps(_head(history, name, size)), *film.lines])


def _head(history: History, name: str, size: tuple[int, int]) -> dict[str, object]:
    head: dict[str, object] = {
        "version": 2,
        "width": size[0],
        "height": size[1],
        "title": f"{history.game.info.title}: {name}",
        "env": {"TERM": "xterm-256color"},
    }
    with suppress(ValueError, OverflowError):  # a date from a stranger's save
        head["timestamp"] = int(datetime.fromisoformat(history.header.created).timestamp())
    return head


def _frame(
    history: History, plays: int, context: AnyContext, log: Sequence[str], size: tuple[int, int] = (COLUMNS, ROWS)
) -> Canvas:
    """Draw title line, board, and the last lines of the log on one screen."""
    columns, rows = size
    canvas = Canvas(columns, rows)
    game, state = history.game, history.state_after(plays)
    points = "  ".join(f"{n} {p}" for n, p in zip(context.names, game.totals(state), strict=True))
    title = f"{game.info.title}  round {game.round(state)}  {points}"
    canvas.put(0, 0, fit(title, columns), Ink("accent", "surface", bold=True))
    canvas.blit(board_canvas(history, context, columns, rows - 1 - LOG_ROWS), 0, 1)
    canvas.fill(0, rows - LOG_ROWS, columns, LOG_ROWS, " ", Ink("text", "surface"))
    last = log[-LOG_ROWS:]
    for i, line in enumerate(last, start=1):
        newest = i == len(last)
        canvas.put(0, rows - LOG_ROWS + i - 1, fit(line, columns), Ink("text" if newest else "muted", "surface"))
    return canvas


def _ansi(canvas: Canvas, theme: str, ascii_only: bool) -> list[str]:
    """The canvas's rows with colours as a terminal takes them."""
    rows = []
    for y in range(canvas.height):
        parts = []
        for run in canvas.runs(y):
            text = run.text if run.text.isprintable() else "".join(ch for ch in run.text if ch.isprintable())
            parts.append(f"\x1b[0{_codes(run.ink, theme)}m{to_ascii(text) if ascii_only else text}")
        rows.append("".join(parts) + "\x1b[0m")
    return rows


@lru_cache(1024)
def _codes(ink: Ink, theme: str) -> str:
    marks = {"1": ink.bold, "2": ink.dim, "4": ink.underline, "7": ink.reverse}
    codes = "".join(f";{code}" for code, on in marks.items() if on)
    return codes + _colour(resolve(theme, ink.fg or "text"), 0) + _colour(resolve(theme, ink.bg or "surface"), 10)


def _colour(value: str, shift: int) -> str:
    if value.startswith("#"):
        r, g, b = (int(value[i : i + 2], 16) for i in (1, 3, 5))
        return f";{38 + shift};2;{r};{g};{b}"
    return f";{_NUMBERS[value] + shift}" if value in _NUMBERS else ""
