"""A canvas as SVG: text as text, box and block glyphs as strokes and areas, so that it looks the same everywhere."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from html import escape

from towergames.board.canvas import Canvas, Ink
from towergames.board.palette import resolve
from towergames.core.text import cell_width

CELL_WIDTH, CELL_HEIGHT, MARGIN = 9, 18, 12
_FONT = 15
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


def canvas_svg(canvas: Canvas, *, theme: str = "dark", title: str = "") -> str:
    """The canvas as one SVG document; ``title`` is read by screen readers."""
    width = canvas.width * CELL_WIDTH + 2 * MARGIN
    height = canvas.height * CELL_HEIGHT + 2 * MARGIN
    ground = colour(theme, "surface", behind=True)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' font-family="ui-monospace, Menlo, Consolas, \'DejaVu Sans Mono\', monospace" font-size="{_FONT}">',
        f"<title>{escape(_safe(title))}</title>",
        f'<rect width="{width}" height="{height}" rx="8" fill="{ground}"/>',
        f'<g transform="translate({MARGIN} {MARGIN})">',
    ]
    for y in range(canvas.height):
        parts += _row(canvas, y, theme, ground)
    return "\n".join([*parts, "</g>", "</svg>"])


def colour(theme: str, role: str, *, behind: bool = False) -> str:
    """The RGB of a role; the terminal's default is white on near black."""
    found = resolve(theme, role)
    if found.startswith("#"):
        return found
    return ANSI.get(found, "#111111" if behind else "#e5e5e5")


def inks(ink: Ink, theme: str) -> tuple[str, str]:
    """Foreground and background of an ink, reversed if it is."""
    front, back = colour(theme, ink.fg or "text"), colour(theme, ink.bg or "surface", behind=True)
    return (back, front) if ink.reverse else (front, back)


def _row(canvas: Canvas, y: int, theme: str, ground: str) -> Iterator[str]:
    x, top = 0, y * CELL_HEIGHT
    for run in canvas.runs(y):
        cells = cell_width(run.text)
        front, back = inks(run.ink, theme)
        if back != ground:
            area = f'x="{x * CELL_WIDTH}" y="{top}" width="{cells * CELL_WIDTH}" height="{CELL_HEIGHT}"'
            yield f'<rect {area} fill="{back}"/>'
        if run.ink.underline:
            bottom = f'y="{top + CELL_HEIGHT - 1}" width="{cells * CELL_WIDTH}" height="1"'
            yield f'<rect x="{x * CELL_WIDTH}" {bottom} fill="{front}"/>'
        yield from _run(_safe(run.text), x, top, front, run.ink)
        x += cells


def _run(text: str, x: int, top: int, front: str, ink: Ink) -> Iterator[str]:
    """Strokes for drawn glyphs, one text element for every stretch of letters."""
    letters, start = "", x
    for ch in text:
        drawn = _glyph(ch)
        if drawn or ch == " ":
            yield from _letters(letters, start, top, front, ink)
            letters = ""
            if drawn:
                yield f'<g transform="translate({x * CELL_WIDTH} {top})" fill="{front}" stroke="{front}">{drawn}</g>'
        else:
            start = start if letters else x
            letters += ch
        x += cell_width(ch)
    yield from _letters(letters, start, top, front, ink)


def _letters(text: str, x: int, top: int, front: str, ink: Ink) -> Iterator[str]:
    if not text:
        return
    weight = ' font-weight="bold"' if ink.bold else ""
    faint = ' opacity="0.6"' if ink.dim else ""
    length = cell_width(text) * CELL_WIDTH
    yield (
        f'<text x="{x * CELL_WIDTH}" y="{top + 14}" textLength="{length}" lengthAdjust="spacingAndGlyphs"'
        f' fill="{front}"{weight}{faint}>{escape(text)}</text>'
    )


@lru_cache(maxsize=256)
def _glyph(ch: str) -> str:
    """The SVG of a box or block glyph in a cell at (0, 0), '' for anything else."""
    if "\u2580" <= ch <= "\u259f":
        return _block(ch)
    if "\u2500" <= ch <= "\u257f":
        return _lines(ch)
    return ""


def _block(ch: str) -> str:
    w, h = CELL_WIDTH, CELL_HEIGHT
    if ch in _SHADES:
        return _area(0, 0, w, h, _SHADES[ch])
    if ch in _QUADRANTS:
        places = {"1": (0, 0), "2": (w / 2, 0), "3": (0, h / 2), "4": (w / 2, h / 2)}
        return "".join(_area(*places[q], w / 2, h / 2) for q in _QUADRANTS[ch])
    code = ord(ch)
    if ch == "▀":
        return _area(0, 0, w, h / 2)
    if 0x2581 <= code <= 0x2587:  # lower eighths
        part = h * (code - 0x2580) / 8
        return _area(0, h - part, w, part)
    if 0x2589 <= code <= 0x258F:  # left eighths
        return _area(0, 0, w * (0x2590 - code) / 8, h)
    return {"▐": _area(w / 2, 0, w / 2, h), "▔": _area(0, 0, w, h / 8), "▕": _area(w * 7 / 8, 0, w / 8, h)}.get(ch, "")


def _area(x: float, y: float, width: float, height: float, opacity: float = 1.0) -> str:
    faint = f' opacity="{opacity:g}"' if opacity < 1 else ""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" stroke="none"{faint}/>'


def _lines(ch: str) -> str:
    """A box glyph from its Unicode name: which arms it has, how thick, dashed or not."""
    w, h = CELL_WIDTH, CELL_HEIGHT
    words = unicodedata.name(ch, "").split()
    if "DIAGONAL" in words:
        falling = f"M0 0L{w} {h}"
        rising = f"M0 {h}L{w} 0"
        path = falling * (ch in "╲╳") + rising * (ch in "╱╳")
    else:
        middle = f"M{w / 2:g} {h / 2:g}"
        ends = {"UP": f"V{-0.2}", "DOWN": f"V{h + 0.2:g}", "LEFT": f"H{-0.2}", "RIGHT": f"H{w + 0.2:g}"}
        arms = [a for a in ends if a in words]
        arms += ["UP", "DOWN"] if "VERTICAL" in words else []
        arms += ["LEFT", "RIGHT"] if "HORIZONTAL" in words else []
        path = "".join(middle + ends[arm] for arm in dict.fromkeys(arms))
    thick = 2.4 if "HEAVY" in words or "DOUBLE" in words else 1.2
    dashes = ' stroke-dasharray="2 1.5"' if "DASH" in words else ""
    return f'<path d="{path}" fill="none" stroke-width="{thick}"{dashes}/>'


def _safe(text: str) -> str:
    return "".join(ch for ch in text if ch.isprintable())
