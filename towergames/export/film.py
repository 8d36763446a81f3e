"""A game as a film: an animated SVG without scripts, for a README or a chat.

A picture is cut into pieces of rows. Each different piece is written once; a place shows one after the other by the
animated link of one element. So a film costs what changes in it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from towergames.board.canvas import Canvas
from towergames.board.protocol import Size
from towergames.core.text import count
from towergames.export.boards import title_of
from towergames.export.shots import SECONDS_AT_END, Shot, film_look, shots_of
from towergames.export.svg import HIGH, Paints, head, short_name
from towergames.table.highlights import highlights_of, turn_start
from towergames.table.history import History

MOST_BYTES = 2_000_000
PIECE = 10
"""Columns of a piece."""
MOMENTS = (12, 6, 3, 1)
"""Numbers of best moments to try where a game is too long for a film."""

_STILL = ".S{display:none}@media(prefers-reduced-motion:reduce){.M{display:none}.S{display:inline}}"
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
    look = film_look(history, theme, ascii_only)
    for parts, motion, left_out in tries:
        reel = _Reel(look[1], Paints(theme, ascii_only), most)
        if all(reel.add(shot) for shot in shots_of(history, parts, look, motion)):
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
class _Reel:
    """The pieces of a film in the making, and when each place shows which."""

    size: Size
    paints: Paints
    most: int
    seconds: float = 0.0
    _ids: dict[str, str] = field(default_factory=dict)
    _places: dict[tuple[int, int], list[tuple[float, str]]] = field(default_factory=dict)
    _bytes: int = 0
    _last: Canvas | None = None

    def add(self, shot: Shot) -> bool:
        """Add a picture; whether the film may still be small enough."""
        for y in range(self.size[1]):
            for first in range(0, self.size[0], PIECE):
                if self._last is None or not shot.canvas.same_cells(self._last, y, first, first + PIECE):
                    self._change((y, first), self.paints.cells(shot.canvas, y, first, first + PIECE))
        self._last = shot.canvas
        self.seconds += shot.seconds
        return self._bytes + len(self.paints.style) < self.most

    def _change(self, place: tuple[int, int], drawn: str) -> None:
        """Show something else at a place from now on."""
        if drawn not in self._ids:
            self._ids[drawn] = short_name(len(self._ids))
            self._bytes += len(drawn.encode()) + len('<g id="abc"></g>\n')
        name = self._ids[drawn]
        changes = self._places.setdefault(place, [])
        if not changes:
            self._bytes += len('<use href="#abc" y="999"/>')
        if not changes or changes[-1][1] != name:
            changes.append((self.seconds, name))
            self._bytes += len("#abc;") + len(".12345;")

    def svg(self, title: str) -> str:
        """The whole document. Viewers that show no animation show the last picture."""
        seconds = self.seconds + SECONDS_AT_END
        fixed, moving, still = list[str](), list[str](), list[str]()
        for (y, _), changes in self._places.items():
            link = f'<use href="#{changes[-1][1]}" y="{y * HIGH}"'
            if len(changes) == 1:
                fixed.append(f"{link}/>")
                continue
            still.append(f"{link}/>")
            values = ";".join(f"#{name}" for _, name in changes)
            times = ";".join(f"{begun / seconds:.5f}".strip("0").rstrip(".") or "0" for begun, _ in changes)
            timing = f'dur="{seconds:.1f}s" calcMode="discrete" repeatCount="indefinite"'
            change = f'<animate attributeName="href" values="{values}" keyTimes="{times}" {timing}/>'
            moving.append(f"{link}>{change}</use>")
        pieces = [f'<g id="{name}">{drawn}</g>' for drawn, name in self._ids.items()]
        parts = [
            head(*self.size, self.paints, title, _STILL),
            *("<defs>", *pieces, "</defs>"),
            *fixed,
            *('<g class="M">', *moving, "</g>"),
            *('<g class="S">', *still, "</g>"),
            *("</g>", "</svg>"),
        ]
        return "\n".join(parts)
