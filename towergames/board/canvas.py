"""A grid of cells with roles instead of colours: what boards draw on, and what every output reads.

Only ASCII, box-drawing (U+2500-257F) and block elements (U+2580-259F) are drawn; :meth:`Canvas.put` turns anything
else narrow into ``?`` unless it is text from a person, which must come through :func:`towergames.core.text.clean`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from towergames.core.text import cell_width, fit

# Glyphs that boards use beyond ASCII, and what --ascii draws instead. The one table.
ASCII_FOR: dict[str, str] = {
    **dict.fromkeys("─━═╌╍┄┅┈┉╴╶╸╺╼╾", "-"),
    **dict.fromkeys("│┃║╎╏┆┇┊┋╵╷╹╻╽╿", "|"),
    **{chr(code): "+" for code in (*range(0x250C, 0x254C), *range(0x2552, 0x2571))},  # corners, tees and crosses
    "╱": "/",
    "╲": "\\",
    "╳": "X",
    "█": "#",
    "▓": "%",
    "▒": "=",
    "░": ":",
    "▀": '"',
    "▄": "_",
    "▌": "[",
    "▐": "]",
    "▁": "_",
    "▂": "_",
    "▃": "_",
    "▅": "=",
    "▆": "=",
    "▇": "#",
    "▉": "#",
    "▊": "#",
    "▋": "[",
    "▍": "[",
    "▎": "|",
    "▏": "|",
    "▔": "-",
    "▕": "|",
    "▖": ".",
    "▗": ".",
    "▘": "'",
    "▝": "'",
    "▙": "L",
    "▛": "F",
    "▜": "7",
    "▟": "J",
    "▚": "\\",
    "▞": "/",
    "·": "|",
    "–": "-",
    "×": "x",
    "→": ">",
    "←": "<",
    "↑": "^",
    "↓": "v",
    "▲": "^",
    "▼": "v",
    "◄": "<",
    "►": ">",
}


@lru_cache(maxsize=4096)
def to_ascii(text: str) -> str:
    """The text in 7 bits, same width: table glyphs replaced, accents dropped, the rest ``?``.

    >>> to_ascii("┌─█é")
    '+-#e'
    """
    import unicodedata

    out = []
    for ch in text:
        if ch.isascii():
            out.append(ch)
        elif ch in ASCII_FOR:
            out.append(ASCII_FOR[ch])
        else:
            plain = unicodedata.normalize("NFKD", ch).encode("ascii", "ignore").decode()
            width = cell_width(ch)
            out.append(plain[:1].ljust(width) if plain and width else "?" * width)
    return "".join(out)


@dataclass(frozen=True, slots=True)
class Ink:
    """Appearance of a cell by role: ``fg`` and ``bg`` are names in the palette; '' is the surface's own colour."""

    fg: str = ""
    bg: str = ""
    bold: bool = False
    reverse: bool = False
    underline: bool = False
    dim: bool = False


PLAIN = Ink()

Colours = int
"""The two colours of a cell of a picture that is made for one theme: 0xRRGGBB of the character in the upper 24 bits,
then of what is behind it; above them :data:`BOLD_BIT` for a bold character.
"""
BOLD_BIT = 1 << 48


@lru_cache(maxsize=8192)
def ink_of(colours: Colours) -> Ink:
    """The two colours of a cell as an ink. Where both are equal the cell shows only its ground.

    >>> ink_of(0xFF0000_0000FF), ink_of(0x102030_102030).fg
    (Ink(fg='#ff0000', bg='#0000ff', bold=False, reverse=False, underline=False, dim=False), '')
    """
    front, back = divmod(colours % BOLD_BIT, 1 << 24)
    return Ink(f"#{front:06x}" if front != back else "", f"#{back:06x}", bold=colours >= BOLD_BIT)


@lru_cache(maxsize=4096)
def _before(ink: Ink, ground: str) -> Ink:
    return replace(ink, bg=ground)


def _brightness(colour: int) -> int:
    """The brightness of 0xRRGGBB, for comparison."""
    return 2 * (colour >> 16) + 5 * (colour >> 8 & 255) + (colour & 255)


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring cells of one ink."""

    text: str
    ink: Ink


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle of cells on a canvas."""

    x: int
    y: int
    width: int
    height: int

    @property
    def bottom(self) -> int:
        """The row below the last."""
        return self.y + self.height

    def rows(self, first: int, count: int) -> Rect:
        """The rows of the rectangle from ``first`` on: ``count`` of them, or fewer at its end."""
        return Rect(self.x, self.y + first, self.width, max(0, min(count, self.height - first)))

    def holds(self, x: int, y: int) -> bool:
        """Whether the cell lies inside."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""Blocks by the quarters that are filled: 1 top left, 2 top right, 4 bottom left, 8 bottom right."""

StyledText = tuple[str, Ink]
"""A text in one ink."""


@dataclass(slots=True)
class Canvas:
    """``width`` x ``height`` cells. Drawing outside is clipped, never an error."""

    width: int
    height: int
    _chars: list[list[str]] = field(init=False)
    _inks: list[list[Ink | Colours]] = field(init=False)

    def __post_init__(self) -> None:
        self._chars = [[" "] * self.width for _ in range(self.height)]
        self._inks = [[PLAIN] * self.width for _ in range(self.height)]

    def put_in(self, room: Rect, row: int, text: str, ink: Ink, x: int = 0) -> int:
        """Write into a row of a room, cut to its width. Return the column after it, from the left edge of the room."""
        if not 0 <= row < room.height or x >= room.width:
            return x
        shown = text if cell_width(text) <= room.width - x else fit(text, room.width - x)
        return self.put(room.x + x, room.y + row, shown, ink) - room.x

    def put(self, x: int, y: int, text: str, ink: Ink = PLAIN) -> int:
        """Write ``text`` from (x, y) to the right; returns the column after it. Wide characters take two cells."""
        if not 0 <= y < self.height:
            return x + cell_width(text)
        chars, inks = self._chars[y], self._inks[y]
        for ch in text:
            width = 1 if ch.isascii() or "\u2500" <= ch <= "\u259f" else cell_width(ch)
            if width == 0:
                if 0 < x <= self.width:
                    chars[x - 1] += ch
                continue
            if x >= 0 and x + width <= self.width:
                chars[x], inks[x] = ch, ink
                if width == 2:
                    chars[x + 1], inks[x + 1] = "", ink
            x += width
        return x

    def put_over(self, x: int, y: int, text: str, ink: Ink) -> int:
        """Like :meth:`put` for narrow text, but each cell keeps the background that it has: ``ink.bg`` is ignored."""
        if 0 <= y < self.height:
            for i, ch in enumerate(text):
                if 0 <= x + i < self.width:
                    self.put(x + i, y, ch, _before(ink, self.ink(x + i, y).bg))
        return x + len(text)

    def put_on_picture(self, x: int, y: int, text: str, colour: int, *, bold: bool = False) -> None:
        """Write narrow text in a colour (0xRRGGBB) on a picture that has colours of its own.

        The text becomes part of the picture. Of a cell's two colours the brighter one stays behind it.
        """
        if not 0 <= y < self.height:
            return
        for column, char in enumerate(text, start=x):
            if 0 <= column < self.width:
                own = self._inks[y][column]
                two = divmod(own % BOLD_BIT, 1 << 24) if isinstance(own, int) else (0, 0)
                self._chars[y][column] = char
                self._inks[y][column] = colour << 24 | max(two, key=_brightness) | bold * BOLD_BIT

    def fill(self, x: int, y: int, width: int, height: int, char: str = " ", ink: Ink = PLAIN) -> None:
        """Fill a rectangle with one narrow character."""
        for row in range(max(0, y), min(self.height, y + height)):
            for column in range(max(0, x), min(self.width, x + width)):
                self._chars[row][column], self._inks[row][column] = char, ink

    def box(self, x: int, y: int, width: int, height: int, ink: Ink = PLAIN, lines: str = "┌─┐│└┘") -> None:
        """A frame; ``lines`` are top left, horizontal, top right, vertical, bottom left, bottom right."""
        if width < 2 or height < 2:
            return
        tl, h, tr, v, bl, br = list(lines)
        self.put(x, y, tl + h * (width - 2) + tr, ink)
        for row in range(y + 1, y + height - 1):
            self.put(x, row, v, ink)
            self.put(x + width - 1, row, v, ink)
        self.put(x, y + height - 1, bl + h * (width - 2) + br, ink)

    def blit(self, other: Canvas, x: int, y: int) -> None:
        """Copy another canvas onto this one with its top left corner at (x, y)."""
        first, last = max(0, -x), min(other.width, self.width - x)
        if first >= last:
            return
        for row in range(max(0, -y), min(other.height, self.height - y)):
            self._chars[y + row][x + first : x + last] = other._chars[row][first:last]
            self._inks[y + row][x + first : x + last] = other._inks[row][first:last]

    def put_runs(self, x: int, y: int, runs: Iterable[tuple[str, Ink]]) -> None:
        """Write runs of narrow characters one after the other from (x, y): :meth:`put` for whole pictures, quickly."""
        chars: list[str] = []
        inks: list[Ink] = []
        for text, ink in runs:
            chars += text
            inks += [ink] * len(text)
        if 0 <= y < self.height:
            first, last = max(0, -x), min(len(chars), self.width - x)
            if first < last:
                self._chars[y][x + first : x + last] = chars[first:last]
                self._inks[y][x + first : x + last] = inks[first:last]

    def put_picture(self, rows: Sequence[str], colours: Sequence[Sequence[Colours]]) -> None:
        """Cover the canvas with a picture of its size that has colours of its own."""
        for y, (text, own) in enumerate(zip(rows, colours, strict=True)):
            self._chars[y], self._inks[y] = list(text), list(own)

    def runs(self, y: int) -> Iterator[Run]:
        """Row ``y`` as runs of equal ink, left to right, together exactly ``width`` cells."""
        for text, ink in self.raw_runs(y):
            yield Run(text, ink_of(ink) if isinstance(ink, int) else ink)

    def raw_runs(self, y: int) -> Iterator[tuple[str, Ink | Colours]]:
        """Row ``y`` as runs, with the colours of pictures as they are, for callers with an output of their own."""
        chars, inks = self._chars[y], self._inks[y]
        start = 0
        for x in range(1, self.width + 1):
            # Mostly it is the same object, and asking for that first saves two thirds of the time.
            if x == self.width or (inks[x] is not inks[start] and inks[x] != inks[start]):
                if x > start:
                    yield "".join(chars[start:x]), inks[start]
                start = x

    def has_own_colours(self, y: int) -> bool:
        """Whether part of row ``y`` is a picture with colours of its own."""
        return any(isinstance(ink, int) for ink in self._inks[y])

    def own_colours(self, y: int) -> list[bool]:
        """For each cell of row ``y``, whether it belongs to a picture with its own colours; text over it has an ink."""
        return [isinstance(ink, int) for ink in self._inks[y]]

    def same_row(self, other: Canvas, y: int) -> bool:
        """Whether row ``y`` looks the same on another canvas of this size."""
        return self._chars[y] == other._chars[y] and self._inks[y] == other._inks[y]

    def same_cells(self, other: Canvas, y: int, first: int, end: int) -> bool:
        """Whether row ``y`` looks the same on another canvas of this size from one column up to another."""
        same = self._chars[y][first:end] == other._chars[y][first:end]
        return same and self._inks[y][first:end] == other._inks[y][first:end]

    def cells(self, y: int, first: int, end: int) -> Iterator[tuple[int, str, Ink]]:
        """Column, character and ink of cells of row ``y``; the second half of a wide character is no cell."""
        for x in range(first, min(end, self.width)):
            if self._chars[y][x]:
                yield x, self._chars[y][x], self.ink(x, y)

    def row(self, y: int) -> str:
        """Row ``y`` as text."""
        return "".join(self._chars[y])

    def ink(self, x: int, y: int) -> Ink:
        """The ink of one cell."""
        found = self._inks[y][x]
        return ink_of(found) if isinstance(found, int) else found

    def text(self, *, ascii_only: bool = False) -> str:
        """The whole picture as text, trailing blanks cut: what goldens, exports and plain mode show."""
        rows = [self.row(y).rstrip() for y in range(self.height)]
        joined = "\n".join(rows)
        return "\n".join(to_ascii(r) for r in rows) if ascii_only else joined
