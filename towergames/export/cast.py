"""A game as a recording for asciinema players: asciicast v2 (JSON lines), one marker a turn."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache

from towergames.board.canvas import Canvas, Ink, to_ascii
from towergames.board.palette import resolve
from towergames.board.protocol import Size
from towergames.export.shots import SECONDS_AT_END, screen_of, shots_of
from towergames.export.svg import ANSI
from towergames.table.history import History

_NUMBERS = {name: 30 + i if i < 8 else 90 + i - 8 for i, name in enumerate(ANSI)}


@dataclass(slots=True)
class _Recording:
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
            self.add("o", "".join(f"\x1b[{y + 1}H{rows[y]}" for y in changed))
        self._rows = rows
        self.seconds += seconds

    def add(self, kind: str, data: str) -> None:
        """Add an event: ``o`` is output, ``m`` a moment to jump to."""
        self.lines.append(json.dumps([round(self.seconds, 3), kind, data]))


def cast(history: History, *, name: str, theme: str = "dark", ascii_only: bool = False) -> str:
    """The recording of a game, as a spectator would have seen it."""
    screen = screen_of(history, theme, ascii_only)
    recording = _Recording(theme, ascii_only)
    recording.add("o", "\x1b[?25l\x1b[2J")
    for shot in shots_of(history, [range(len(history.plays))], screen):
        if shot.turn:
            recording.add("m", shot.turn)
        recording.show(shot.canvas, shot.seconds)
    recording.seconds += SECONDS_AT_END
    recording.add("o", "\x1b[?25h")
    return "\n".join([json.dumps(_head(history, name, screen.size)), *recording.lines])


def _head(history: History, name: str, size: Size) -> dict[str, object]:
    head: dict[str, object] = {
        "version": 2,
        "width": size[0],
        "height": size[1],
        "title": f"{history.game.info.title}: {name}",
        "env": {"TERM": "xterm-256color"},
    }
    with suppress(ValueError, OverflowError):  # a date from a save of unknown origin
        head["timestamp"] = int(datetime.fromisoformat(history.header.created).timestamp())
    return head


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
