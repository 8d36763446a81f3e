"""Pictures in true pixels for a page, which lays them over the cells of its terminal.

A picture goes out in parts, and few are on their way at a time: on a slow connection keys are answered between two
parts, and a picture that is old is not sent to its end.
"""

from __future__ import annotations

from base64 import b64encode
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

from textual.geometry import Region

PART = 8 * 1024
"""Characters of one part."""
AHEAD = 2
"""Parts that may be on their way before the page has answered."""
MOST_PIXELS = 1_500_000
"""Pixels of the largest picture; a page with more gets fewer, and makes them larger."""
LEAST_CELL = (4, 8)
ROUGH_COLOURS, FINE_COLOURS = 63, 255
"""Colours of a picture while the board has only just come to rest, and of the one that follows."""


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A PNG file, and the cells that it covers."""

    png: bytes
    area: Region


def fine_cell(cell: tuple[int, int], area: Region) -> tuple[int, int]:
    """Pixels of a cell across and down for a picture of ``area`` in cells, at most those of the page."""
    pixels = area.width * cell[0] * area.height * cell[1]
    return _shrunk(cell, min(1.0, sqrt(MOST_PIXELS / max(1, pixels))))


def rough_cell(cell: tuple[int, int]) -> tuple[int, int]:
    """Pixels of a cell for a picture that comes soon: half of a page with very small ones."""
    return _shrunk(cell, 0.5 if cell[0] >= 2 * LEAST_CELL[0] else 1.0)


def _shrunk(cell: tuple[int, int], factor: float) -> tuple[int, int]:
    return max(LEAST_CELL[0], int(cell[0] * factor)), max(LEAST_CELL[1], int(cell[1] * factor))


class PagePictures:
    """Sends a page one picture after the other, with ``tell``."""

    def __init__(self, tell: Callable[[str, object], None]) -> None:
        self._tell = tell
        self._parts: deque[dict[str, object]] = deque()
        """The parts of the newest picture that are not sent yet."""
        self._unanswered = 0
        self._number = 0
        """The number of the newest picture."""

    def show(self, picture: PagePicture) -> None:
        """Send a picture in place of the one before."""
        self._number += 1
        data, area = b64encode(picture.png).decode(), picture.area
        parts = [data[at : at + PART] for at in range(0, len(data), PART)]
        self._parts = deque({"number": self._number, "data": part, "more": True} for part in parts)
        self._parts[-1].update(more=False, x=area.x, y=area.y, width=area.width, height=area.height)
        self._send()

    def hide(self) -> None:
        """Let the page show cells alone, and send no more of a picture."""
        self._parts.clear()
        self._number += 1
        self._tell("picture", {"number": self._number})

    def answered(self) -> None:
        """Take in that the page has one part more, and has drawn the picture after the last one."""
        self._unanswered = max(0, self._unanswered - 1)
        self._send()

    def _send(self) -> None:
        while self._parts and self._unanswered < AHEAD:
            self._unanswered += 1
            self._tell("picture", self._parts.popleft())
