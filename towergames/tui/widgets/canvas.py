"""The one widget that draws boards: Line API, cached styles, merged runs, only changed rows sent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from textual import events
from textual.filter import ANSIToTruecolor, LineFilter
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from towergames.board.canvas import BOLD_BIT, Canvas, Colours, Ink, to_ascii
from towergames.board.picture import Picture, Spot
from towergames.tui.glyph_filter import GlyphFilter, to_plain_glyphs
from towergames.tui.services import Services, services_of
from towergames.tui.textual_parts import CODED_ROWS, LazyStrip
from towergames.tui.theme import style_of

Stretch = tuple[str, Ink | Colours]


class CodedRow(LazyStrip):
    """The row of ``stretches`` in a palette theme that is not the terminal's own; ``segments`` makes the fallback."""

    __slots__ = ("_codes",)

    def __init__(self, stretches: list[Stretch], width: int, theme: str, segments: Callable[[], list[Segment]]) -> None:
        self._codes = _coded(stretches, theme)
        super().__init__(width, segments)

    def render(self, console: Console) -> str:
        """The codes, where the terminal knows all colours."""
        if console.color_system == "truecolor":
            return self._codes
        return super().render(console)


def _coded(stretches: list[Stretch], theme: str) -> str:
    """The row as text for a terminal; codes only where something changes."""
    parts: list[str] = []
    front = back = -1
    bold = False
    for text, ink in stretches:
        if not isinstance(ink, int):
            parts.append(f"\x1b[0;{_codes_of(ink, theme)}m{to_plain_glyphs(text)}\x1b[0m")
            front = back = -1
            bold = False
            continue
        if bold != (ink >= BOLD_BIT):
            bold = not bold
            parts.append("\x1b[1m" if bold else "\x1b[22m")
        ink_now, ground = ink >> 24 & 0xFFFFFF, ink & 0xFFFFFF
        if ground != back:
            if ink_now != front and ink_now != ground:
                parts.append(f"\x1b[38;{_parts(ink_now)};48;{_parts(ground)}m")
                front = ink_now
            else:
                parts.append(f"\x1b[48;{_parts(ground)}m")
            back = ground
        elif ink_now != front and ink_now != ground:
            parts.append(f"\x1b[38;{_parts(ink_now)}m")
            front = ink_now
        parts.append(text)
    return "".join([*parts, "\x1b[0m"])


@lru_cache(maxsize=8192)
def _parts(colour: int) -> str:
    return f"2;{colour >> 16};{colour >> 8 & 255};{colour & 255}"


@lru_cache(maxsize=4096)
def _codes_of(ink: Ink, theme: str) -> str:
    rendered = style_of(ink, theme).render("-", color_system=ColorSystem.TRUECOLOR)
    return rendered.partition("m")[0].removeprefix("\x1b[") if rendered != "-" else ""


Painter = Callable[[int, int], Picture]
"""Draws a zone to exactly (width, height) cells."""
Dragger = Callable[[int, int, str], bool]
"""Called with the columns and rows of a drag, and the spot where the drag began. Returns whether the drag is used."""


class CanvasView(Widget, can_focus=False):
    """Shows pictures made by a painter, and reports the spot that was clicked.

    Call :meth:`repaint` when what the painter would draw has changed; rows that stay equal are not sent again.
    """

    DEFAULT_CSS = "CanvasView { width: 1fr; height: 1fr; }"

    class SpotClicked(Message):
        """A spot of the picture was clicked."""

        def __init__(self, view: CanvasView, spot: str) -> None:
            self.view = view
            self.spot = spot
            super().__init__()

    class PointedAt(Message):
        """The mouse has come to a spot with a ``tooltip``, or has left it ('')."""

        def __init__(self, tooltip: str) -> None:
            self.tooltip = tooltip
            super().__init__()

    def __init__(
        self,
        painter: Painter,
        *,
        name: str | None = None,
        id: str | None = None,
        classes: str | None = None,
        dragged: Dragger | None = None,
    ) -> None:
        super().__init__(name=name, id=id, classes=classes)
        self._painter = painter
        self._dragged = dragged
        self._grip: tuple[str, int, int] | None = None
        """The spot on which the button went down, and the cell the mouse is on since; None while it is up."""
        self._was_drag = False
        """Whether the mouse was dragged since, so that what follows is no click."""
        self._tells = ""
        """Tooltip of the spot under the mouse."""
        self._strips: dict[int, Strip] = {}
        self._look = ("", False)
        self.picture = Picture(Canvas(0, 0))

    @property
    def services(self) -> Services:
        """The program, as far as widgets use it."""
        return services_of(self)

    @property
    def takes_drags(self) -> bool:
        """Whether dragging the mouse may mean something here."""
        return self._dragged is not None

    @property
    def spots(self) -> Sequence[Spot]:
        """The hot spots of the picture shown."""
        return self.picture.spots

    def repaint(self) -> None:
        """Draw again at the present size and send the rows that differ."""
        width, height = self.size
        if width <= 0 or height <= 0:
            self.picture = Picture(Canvas(0, 0))  # else it would stand there as it comes back
            self._strips.clear()
            return
        old, canvas = self.picture.canvas, self._drawn()
        look = (self.services.palette_theme, self.services.ascii_only)
        if look != self._look or (old.width, old.height) != (canvas.width, canvas.height):
            self._look = look
            self._strips.clear()
            self.refresh()
        else:
            changed = [y for y in range(canvas.height) if not canvas.same_row(old, y)]
            for y in changed:
                self._strips.pop(y, None)
            if changed:
                self.refresh(*(Region(0, y, width, 1) for y in changed))
        self.place_cursor()

    def _drawn(self) -> Canvas:
        self.picture = self._painter(*self.size)
        return self.picture.canvas

    def place_cursor(self) -> None:
        """Put the terminal's own cursor where the picture's is, for screen readers and magnifiers."""
        if self.picture.cursor is not None and self.is_mounted:
            x, y = self.picture.cursor
            self.app.cursor_position = Offset(self.region.x + x, self.region.y + y)

    def render_line(self, y: int) -> Strip:
        """One row of cells."""
        if self._look[0] != self.services.palette_theme or self._look[1] != self.services.ascii_only:
            self._look = (self.services.palette_theme, self.services.ascii_only)
            self._strips.clear()
        strip = self._strips.get(y)
        if strip is None:
            strip = self._strips[y] = self._make_strip(y)
        return strip

    def _make_strip(self, y: int) -> Strip:
        canvas = self.picture.canvas
        if y >= canvas.height:
            return Strip.blank(self.size.width, self.rich_style)
        theme, ascii_only = self._look

        def segments() -> list[Segment]:
            change = to_ascii if ascii_only else to_plain_glyphs
            return [Segment(change(r.text), style_of(r.ink, theme)) for r in canvas.runs(y)]

        if CODED_ROWS and canvas.has_own_colours(y) and not ascii_only:
            return CodedRow(list(canvas.raw_runs(y)), canvas.width, theme, segments)
        return Strip(segments(), canvas.width)

    def render_lines(self, crop: Region) -> list[Strip]:
        """The rows as they are, where nothing changes them: Textual would make segments of them first.

        The first picture is drawn here, so that the first frame of a screen is whole.
        """
        if not self.picture.canvas.height:
            self._drawn()
        styles = self.styles
        bare = self.region.size == self.content_region.size and self.opacity == styles.text_opacity == 1.0
        if not bare or styles.tint.a or self.get_line_filters():
            return super().render_lines(crop)
        return [self.render_line(y).crop(crop.x, crop.right) for y in crop.line_range]

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Without the glyph filter, since rows have passed it, unless there is a border, which has not; without the
        ANSI filter where the canvas emits explicit RGB anyway (1.6-3.4 times faster). NO_COLOR stays.
        """
        filters = [f for f in super().get_line_filters() if any(self.gutter) or not isinstance(f, GlyphFilter)]
        if self.services.palette_theme == "terminal":
            return filters
        return [f for f in filters if not isinstance(f, ANSIToTruecolor)]

    def on_resize(self, event: events.Resize) -> None:
        """Draw to the new size, unless the first picture has it."""
        canvas = self.picture.canvas
        if (canvas.width, canvas.height) != self.size:
            self.repaint()
        else:
            self.place_cursor()

    def spot_at(self, x: int, y: int) -> str:
        """The key of the smallest spot at a cell, so that a storey wins over its tower; '' if there is none."""
        if self.picture.at is not None:
            exact = self.picture.at(x, y)
            if exact:
                return exact
        hits = [s for s in self.spots if s.x <= x < s.x + s.width and s.y <= y < s.y + s.height]
        return min(hits, key=lambda spot: spot.width * spot.height).key if hits else ""

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Begin a drag; the mouse is followed beyond the canvas until the button is up."""
        self._was_drag = False
        if self._dragged is not None:
            self._grip = (self.spot_at(event.x, event.y), event.x, event.y)
            self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Drag the picture, or show the tooltip under the mouse."""
        if self._grip is None or self._dragged is None:
            key = self.spot_at(event.x, event.y)
            tooltips = [spot.tooltip for spot in self.spots if spot.key == key]
            self._tell(tooltips[0] if tooltips else "")
            return
        spot, x, y = self._grip
        self._grip = (spot, event.x, event.y)
        if (event.x, event.y) != (x, y):
            self._was_drag |= self._dragged(event.x - x, event.y - y, spot)

    def on_leave(self, event: events.Leave) -> None:
        """Show no tooltip."""
        self._tell("")

    def _tell(self, tooltip: str) -> None:
        if tooltip != self._tells:
            self._tells = tooltip
            self.post_message(self.PointedAt(tooltip))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """End the drag."""
        if self._grip is not None:
            self._grip = None
            self.release_mouse()

    def on_click(self, event: events.Click) -> None:
        """Report the spot that was clicked, unless the click ended a drag."""
        self._tell("")  # a finger leaves no pointer behind
        spot = self.spot_at(event.x, event.y)
        if self._was_drag:
            self._was_drag = False
            event.stop()
        elif spot:
            event.stop()
            self.post_message(self.SpotClicked(self, spot))

    def __rich_repr__(self) -> Any:
        yield "size", self.size
