"""A game as a film: an animated SVG without scripts, for a README or a chat.

A picture is cut into pieces of rows. Each different piece is written once; a place shows one after the other by the
animated link of one element. So a film costs what changes in it. Cells with colours of their own are images: one of all
of them, and before it one of the part that has changed since.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from towergames.board.canvas import Canvas
from towergames.board.protocol import Size
from towergames.core.text import count
from towergames.export.boards import title_of
from towergames.export.shots import SECONDS_AT_END, Shot, screen_of, shots_of
from towergames.export.svg import HIGH, Paints, head, short_name
from towergames.table.highlights import highlights_of, turn_start
from towergames.table.history import History

if TYPE_CHECKING:
    from towergames.export.mosaic import Mosaic

MOST_BYTES = 2_000_000
PIECE = 10
"""Columns of a piece."""
MOMENTS = (12, 6, 3, 1)
"""Numbers of best moments to try where a game is too long for a film."""

MOST_CHANGED = 0.5
"""The part of an image up to which a change is an image of its own; else there is a new one of all."""
ALL, CHANGED = (0, -2), (0, -1)
"""The places of the two images, behind all pieces."""

_STYLE = (
    "image{image-rendering:pixelated}.S{display:none}"
    "@media(prefers-reduced-motion:reduce){.M{display:none}.S{display:inline}}"
)
"""People who want no motion see the last picture."""


class Film(NamedTuple):
    """A film, and a sentence on what it leaves out: '' for nothing."""

    svg: str
    left_out: str = ""


def film(
    history: History, *, theme: str = "dark", ascii_only: bool = False, moments: int = 0, most: int = MOST_BYTES
) -> Film:
    """The film of a whole game, or of its best ``moments``, as a spectator would have seen it, in ``most`` bytes.

    Where it would be larger, its beats and falls become stills; then the film of a game becomes that of its best
    moments.
    """
    whole = [range(len(history.plays))]
    asked = best_moments(history, moments) if moments else whole
    subject = f"the {count(moments, 'best moment')}" if moments else "the whole game"
    larger = f"is larger than {most / 1e6:g} MB"
    stills = f"A film of {subject} with all movements {larger}, so that its beats and falls are stills."
    tries = [(asked, "full", ""), (asked, "basic", stills)]
    for number in MOMENTS:
        if not moments or number < moments:
            fewer = f"A film of {subject} {larger}, so that it shows {count(number, 'best moment')} alone."
            tries.append((best_moments(history, number), "full", fewer))
    end = len(history.plays)
    tries.append(([range(end, end)], "full", f"A film of {subject} {larger}, so that it shows the last picture alone."))
    screen = screen_of(history, theme, ascii_only)
    for parts, motion, left_out in tries:
        reel = Reel(screen.size, Paints(theme, ascii_only), most)
        if all(reel.add(shot) for shot in shots_of(history, parts, screen, motion)):
            svg = reel.svg(title_of(history))
            if len(svg.encode()) <= most:
                return Film(svg, left_out)
    raise ValueError(f"one picture of the game is larger than {most} bytes")


def best_moments(history: History, most: int) -> list[range]:
    """The plays of the best moments, in the order of the game: of each the turn, up to its highlight.

    Moments are those of the largest highlights. Of a game without highlights it is the last turn.
    """
    best: dict[int, tuple[int, int]] = {}
    for play in range(len(history.plays)):
        for highlight in highlights_of(history, play):
            start = turn_start(history, play)
            best[start] = max(best.get(start, (-1, play)), (highlight.size, play))
    if not best:
        last = len(history.plays)
        return [range(turn_start(history, last - 1) if last else 0, last)]
    chosen = sorted(best, key=lambda start: (-best[start][0], start))[:most]
    return [range(start, best[start][1] + 1) for start in sorted(chosen)]


@dataclass(slots=True)
class Reel:
    """The pieces of a film in the making, and when each place shows which."""

    size: Size
    paints: Paints
    most: int
    seconds: float = 0.0
    _ids: dict[str, str] = field(default_factory=dict)
    _places: dict[tuple[int, int], list[tuple[float, str]]] = field(default_factory=dict)
    _bytes: int = 0
    _last: Canvas | None = None
    _ground: Mosaic | None = None

    def add(self, shot: Shot) -> bool:
        """Add a picture; whether the film may still be small enough."""
        canvas = self._without_mosaic(shot.canvas)
        for y in range(self.size[1]):
            for first in range(0, self.size[0], PIECE):
                if self._last is None or not canvas.same_cells(self._last, y, first, first + PIECE):
                    self._change((y, first), self.paints.cells(canvas, y, first, first + PIECE))
        self._last = canvas
        self.seconds += shot.seconds
        return self._bytes + len(self.paints.style) < self.most

    def _without_mosaic(self, canvas: Canvas) -> Canvas:
        """Show the cells with colours of their own as images, and return the rest of the picture."""
        if not any(canvas.has_own_colours(y) for y in range(canvas.height)):
            if self._ground is not None:
                self._change(ALL, "")
                self._change(CHANGED, "")
                self._ground = None
            return canvas
        from towergames.export.mosaic import difference, image_of, mosaic_of, without_mosaic

        mosaic = mosaic_of(canvas, self.paints.ground)
        changed = None if self._ground is None else difference(mosaic, self._ground)
        if self._ground is None or (changed and changed.width * changed.height > mosaic.own.size * MOST_CHANGED):
            self._ground = mosaic
            self._change(ALL, image_of(mosaic))
            self._change(CHANGED, "")
        else:
            self._change(CHANGED, image_of(mosaic, self._ground, changed) if changed else "")
        return without_mosaic(canvas)

    def _change(self, place: tuple[int, int], drawn: str) -> None:
        """Show something else at a place from now on."""
        name = self._id(drawn)
        changes = self._places.setdefault(place, [])
        if not changes:
            self._bytes += len('<use href="#abc" y="999"/>')
            if self.seconds:
                changes.append((0.0, self._id("")))
        if not changes or changes[-1][1] != name:
            changes.append((self.seconds, name))
            self._bytes += len("#abc;") + len(".12345;")

    def _id(self, drawn: str) -> str:
        if drawn not in self._ids:
            self._ids[drawn] = short_name(len(self._ids))
            self._bytes += len(drawn.encode()) + len('<g id="abc"></g>\n')
        return self._ids[drawn]

    def svg(self, title: str) -> str:
        """The whole document. Viewers that show no animation show the last picture."""
        seconds = self.seconds + SECONDS_AT_END
        images = {name for place in (ALL, CHANGED) for _, name in self._places.get(place, ())}
        pieces = [f'<g id="{name}">{drawn}</g>' for drawn, name in self._ids.items() if name not in images or not drawn]
        links: list[str] = []
        for place in (ALL, CHANGED):
            links += self._images(self._places.pop(place, []), seconds)
        for (y, _), changes in self._places.items():
            link = f'<use href="#{changes[-1][1]}" y="{y * HIGH}"'
            if len(changes) == 1:
                links.append(f"{link}/>")
                continue
            values = ";".join(f"#{name}" for _, name in changes)
            change = _animated("href", values, [begun for begun, _ in changes], seconds)
            links += [f'{link} class="M">{change}</use>', f'{link} class="S"/>']
        top = head(*self.size, self.paints, title, _STYLE)
        return "\n".join([top, "<defs>", *pieces, "</defs>", *links, "</g>", "</svg>"])

    def _images(self, changes: list[tuple[float, str]], seconds: float) -> list[str]:
        """The images of a place. All are there from the beginning, since some browsers load a linked image too late."""
        found: list[str] = []
        images = {name: drawn for drawn, name in self._ids.items() if drawn}
        last = changes[-1][1] if changes else ""
        for name in dict.fromkeys(name for _, name in changes if name in images):
            begun, shown = list[float](), list[str]()
            for time, other in changes:
                state = "visible" if other == name else "hidden"
                if not shown or shown[-1] != state:
                    begun.append(time)
                    shown.append(state)
            change = _animated("visibility", ";".join(shown), begun, seconds)
            group = f'<g class="M" visibility="{"visible" if name == last else "hidden"}">'
            found.append(f'{group}<g id="{name}">{images[name]}</g>{change}</g>')
        if last in images:
            found.append(f'<use href="#{last}" class="S"/>')
        return found


def _animated(attribute: str, values: str, begun: list[float], seconds: float) -> str:
    """What changes an attribute at times, again and again."""
    times = ";".join(f"{one / seconds:.5f}".strip("0").rstrip(".") or "0" for one in begun)
    timing = f'dur="{seconds:.1f}s" calcMode="discrete" repeatCount="indefinite"'
    return f'<animate attributeName="{attribute}" values="{values}" keyTimes="{times}" {timing}/>'
