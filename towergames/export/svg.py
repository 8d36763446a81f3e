"""A canvas as SVG: text as text, box and block glyphs as areas, so that it looks the same everywhere."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape

from towergames.board.canvas import Canvas, Ink, to_ascii
from towergames.board.palette import resolve
from towergames.core.text import cell_width, clean

CELL_WIDTH, CELL_HEIGHT, MARGIN = 9, 18, 12
"""Pixels."""
WIDE, HIGH = 8, 16
"""Units of a cell: its eighths are whole numbers."""
BASELINE = 12.5
"""Units from the top of a row to the feet of its letters."""
FONT_SIZE = WIDE / 0.6
"""Units. A letter of most fonts of one width is 0.6 of their size wide."""
FONTS = "ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace"
_THIN, _THICK = 1.25, 2.5
"""Units across the lines of boxes."""
_FAINT = 0.4
"""The share of the ground in a dim colour."""
_SHADES = {"░": 0.25, "▒": 0.5, "▓": 0.75, "█": 1.0}
_QUADRANTS = {
    "▘": "1",
    "▝": "2",
    "▖": "3",
    "▗": "4",
    "▚": "14",
    "▞": "23",
    "▛": "123",
    "▜": "124",
    "▙": "134",
    "▟": "234",
}

ANSI = {
    "black": "#000000",
    "red": "#cd3131",
    "green": "#0dbc79",
    "yellow": "#e5e510",
    "blue": "#2472c8",
    "magenta": "#bc3fbc",
    "cyan": "#11a8cd",
    "white": "#e5e5e5",
    "bright_black": "#7f7f7f",
    "bright_red": "#f14c4c",
    "bright_green": "#23d18b",
    "bright_yellow": "#f5f543",
    "bright_blue": "#3b8eea",
    "bright_magenta": "#d670d6",
    "bright_cyan": "#29b8db",
    "bright_white": "#ffffff",
}
"""The terminal's own colours, for pictures made under the theme ``terminal``."""

Area = tuple[float, float, float, float]
"""Left, top, width and height in units."""


def canvas_svg(canvas: Canvas, *, theme: str = "dark", title: str = "", ascii_only: bool = False) -> str:
    """The canvas as one SVG document; ``title`` is read by screen readers."""
    paints = Paints(theme, ascii_only)
    rows = []
    for y in range(canvas.height):
        row = paints.cells(canvas, y)
        if row:
            rows.append(f'<g transform="translate(0 {y * HIGH})">{row}</g>')
    return "\n".join([head(canvas.width, canvas.height, paints, title), *rows, "</g>", "</svg>"])


def head(columns: int, rows: int, paints: Paints, title: str, more_style: str = "") -> str:
    """The beginning of a document with a picture of that many cells, up to its group of rows, which stays open."""
    width, height = columns * CELL_WIDTH + 2 * MARGIN, rows * CELL_HEIGHT + 2 * MARGIN
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
            f' role="img" font-family="{FONTS}" font-size="{FONT_SIZE:.2f}">',
            f"<title>{escape(clean(title, 200))}</title>",
            f"<style>path{{shape-rendering:crispEdges}}.B{{font-weight:bold}}{paints.style}{more_style}</style>",
            f'<rect width="{width}" height="{height}" rx="8" fill="{paints.ground}"/>',
            f'<g transform="translate({MARGIN} {MARGIN})scale({CELL_WIDTH / WIDE:g})">',
        ]
    )


def colour(theme: str, role: str, *, behind: bool = False) -> str:
    """The RGB of a role; the terminal's default is white on near black."""
    found = resolve(theme, role)
    if found.startswith("#"):
        return found
    return ANSI.get(found, "#111111" if behind else "#e5e5e5")


def inks(ink: Ink, theme: str) -> tuple[str, str]:
    """Foreground and background of an ink, reversed if it is, and mixed with the ground if it is dim."""
    front, back = colour(theme, ink.fg or "text"), colour(theme, ink.bg or "surface", behind=True)
    if ink.reverse:
        front, back = back, front
    return (mixed(front, back, _FAINT) if ink.dim else front), back


def mixed(one: str, other: str, share: float) -> str:
    """``share`` of the other colour, the rest of the one."""
    pairs = ((int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


@dataclass(slots=True)
class Paints:
    """Cells as SVG elements, and a short class for each colour in them."""

    theme: str
    ascii_only: bool = False
    _classes: dict[str, str] = field(default_factory=dict)

    @property
    def ground(self) -> str:
        """The colour behind everything, which no cell draws."""
        return colour(self.theme, "surface", behind=True)

    @property
    def style(self) -> str:
        """The rules of all classes that were used."""
        return "".join(f".{name}{{fill:{rgb}}}" for rgb, name in self._classes.items())

    def cells(self, canvas: Canvas, y: int, first: int = 0, end: int | None = None) -> str:
        """The cells of a row from column ``first`` up to ``end`` as elements, with the corner of the row at (0, 0)."""
        behind, drawn = _Areas(), _Areas()
        slanted: list[str] = []
        texts: list[_Text] = []
        for x, own, ink in canvas.cells(y, first, canvas.width if end is None else end):
            shown = self._shown(own)
            front, back = inks(ink, self.theme)
            width = max(1, cell_width(shown))
            if back != self.ground:
                behind.add(back, (x * WIDE, 0, width * WIDE, HIGH))
            if ink.underline:
                drawn.add(front, (x * WIDE, HIGH - 1, width * WIDE, 1))
            if is_glyph(shown):
                paint = mixed(back, front, _SHADES[shown]) if shown in _SHADES else front
                for left, top, wide, high in glyph_areas(shown):
                    drawn.add(paint, (x * WIDE + left, top, wide, high))
                slanted += [self._slanted(path, front) for path in _diagonals(shown, x * WIDE)]
            elif shown != " ":
                if not (texts and texts[-1].goes_on(x, width, front, ink.bold)):
                    texts.append(_Text(x, front, ink.bold))
                texts[-1].add(x, shown, width)
        return "".join([*self._paths(behind), *self._paths(drawn), *slanted, *map(self._text, texts)])

    def _shown(self, own: str) -> str:
        """The character of a cell as it can stand in a file."""
        text = "".join(ch for ch in own if ch.isprintable()) or " "
        return to_ascii(text) if self.ascii_only else text

    def _slanted(self, path: str, front: str) -> str:
        return f'<path class="{self._class(front)}" style="shape-rendering:auto" d="{path}"/>'

    def _paths(self, areas: _Areas) -> Iterator[str]:
        for rgb, places in areas.by_colour.items():
            path = "".join(f"M{x:g} {y:g}h{w:g}v{h:g}h{-w:g}z" for x, y, w, h in places)
            yield f'<path class="{self._class(rgb)}" d="{path}"/>'

    def _text(self, text: _Text) -> str:
        name = self._class(text.front) + (" B" if text.bold else "")
        letters = text.letters
        length = f' textLength="{(text.end - text.x) * WIDE}"' if len(letters) > 1 else ""
        return f'<text class="{name}" x="{text.x * WIDE}" y="{BASELINE}"{length}>{escape(letters, quote=False)}</text>'

    def _class(self, rgb: str) -> str:
        return self._classes.setdefault(rgb, short_name(len(self._classes)))


@dataclass(slots=True)
class _Text:
    """Letters of one ink, with at most one space between them. A wide character stands alone."""

    x: int
    front: str
    bold: bool
    letters: str = ""
    end: int = 0
    wide: bool = False

    def goes_on(self, x: int, width: int, front: str, bold: bool) -> bool:
        """Whether the next letters can stand in this element: fonts do not make wide characters two letters wide."""
        same = (self.front, self.bold) == (front, bold)
        return same and x - self.end <= 1 and width == 1 and not self.wide

    def add(self, x: int, letters: str, width: int) -> None:
        """Letters at a column, after a space if the column is not the next one."""
        if self.letters and x > self.end:
            self.letters += " "
        self.letters += letters
        self.end = x + width
        self.wide = width == 2


@dataclass(slots=True)
class _Areas:
    """Areas by colour. One that continues the last area of its colour to the right becomes a part of that area."""

    by_colour: dict[str, list[Area]] = field(default_factory=dict)

    def add(self, rgb: str, area: Area) -> None:
        places = self.by_colour.setdefault(rgb, [])
        x, y, width, height = area
        for i in range(len(places) - 1, max(-1, len(places) - 5), -1):
            left, top, wide, high = places[i]
            if (left + wide, top, high) == (x, y, height):
                places[i] = (left, top, wide + width, high)
                return
        places.append(area)


def short_name(number: int) -> str:
    """A name of small letters for a class or an id; names that mean something begin with a capital.

    >>> short_name(0), short_name(1), short_name(25), short_name(26)
    ('a', 'b', 'z', 'aa')
    """
    name = ""
    number += 1
    while number:
        number, digit = divmod(number - 1, 26)
        name = chr(ord("a") + digit) + name
    return name


def is_glyph(ch: str) -> bool:
    """Whether a character is a box or block glyph, which is drawn as areas."""
    return "\u2500" <= ch[0] <= "\u259f"


@lru_cache(maxsize=512)
def glyph_areas(ch: str) -> tuple[Area, ...]:
    """The areas of a box or block glyph in a cell at (0, 0); none of a diagonal line."""
    if ch < "\u2580":
        return tuple(_lines(ch))
    if ch in _SHADES:
        return ((0, 0, WIDE, HIGH),)
    if ch in _QUADRANTS:
        places = {"1": (0, 0), "2": (WIDE / 2, 0), "3": (0, HIGH / 2), "4": (WIDE / 2, HIGH / 2)}
        return tuple((*places[quarter], WIDE / 2, HIGH / 2) for quarter in _QUADRANTS[ch])
    code = ord(ch)
    if 0x2581 <= code <= 0x2587:  # lower eighths
        part = HIGH * (code - 0x2580) / 8
        return ((0, HIGH - part, WIDE, part),)
    if 0x2589 <= code <= 0x258F:  # left eighths
        return ((0, 0, WIDE * (0x2590 - code) / 8, HIGH),)
    halves: dict[str, Area] = {
        "▀": (0, 0, WIDE, HIGH / 2),
        "▐": (WIDE / 2, 0, WIDE / 2, HIGH),
        "▔": (0, 0, WIDE, HIGH / 8),
        "▕": (WIDE * 7 / 8, 0, WIDE / 8, HIGH),
    }
    return (halves[ch],)


def _lines(ch: str) -> Iterator[Area]:
    """The arms of a box glyph, from its Unicode name: which it has, how thick, dashed or not."""
    words = unicodedata.name(ch, "").split()
    if "DIAGONAL" in words:
        return
    thick = _THICK if "HEAVY" in words or "DOUBLE" in words else _THIN
    left, top = (WIDE - thick) / 2, (HIGH - thick) / 2
    across = {
        ("LEFT",): (0.0, left + thick),
        ("RIGHT",): (left, WIDE - left),
        ("LEFT", "RIGHT"): (0.0, float(WIDE)),
    }
    down = {("UP",): (0.0, top + thick), ("DOWN",): (top, HIGH - top), ("UP", "DOWN"): (0.0, float(HIGH))}
    sides = tuple(side for side in ("LEFT", "RIGHT") if side in words or "HORIZONTAL" in words)
    ends = tuple(end for end in ("UP", "DOWN") if end in words or "VERTICAL" in words)
    dashed = "DASH" in words
    if sides:
        for start, length in _strokes(*across[sides], dashed):
            yield start, top, length, thick
    if ends:
        for start, length in _strokes(*down[ends], dashed):
            yield left, start, thick, length


def _strokes(start: float, length: float, dashed: bool) -> list[tuple[float, float]]:
    """A line as one stroke, or as strokes of two units with gaps of two."""
    if not dashed:
        return [(start, length)]
    return [(start + at, 2.0) for at in range(1, int(length), 4)]


def _diagonals(ch: str, x: float) -> Iterator[str]:
    """The paths of a diagonal line in the cell that begins at ``x``."""
    half = _THIN / 2
    if ch in "╲╳":
        yield f"M{x - half:g} 0h{2 * half:g}L{x + WIDE + half:g} {HIGH}h{-2 * half:g}z"
    if ch in "╱╳":
        yield f"M{x + WIDE - half:g} 0h{2 * half:g}L{x + half:g} {HIGH}h{-2 * half:g}z"
