"""Short labels on the bodies of a picture: where they fit, what they say, and that they cover no piece."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from towergames.board.canvas import Canvas, Ink
from towergames.board.solids import VisibleSpan

ROOMY, LONG = 4, 6
"""Visible cells of a body that its label needs for each of its columns: LONG if the label is wider than SHORT."""
SHORT = 2
LABEL_SHADE = 0.45
"""Share of a body's own light behind its label, in a picture of light and shade."""
WHITE = "#f0f3f8"
LABEL_REACH = 5
"""Rows around a body in which its label is put if the body has no room for the label. Columns: twice as many."""

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Tag:
    """A label in several lengths, the longest first; a ``firm`` one is shown beside its body if it has no room on it.

    ``name`` is the body it belongs to, ``ink`` its plate. It may be wider by ``beyond`` columns than the row of cells
    on which it stands. One that belongs ``beside`` its body never stands on it, unless it is firm and there is no room.
    A tag without ``texts`` only tells where its body is.
    """

    name: str
    texts: tuple[str, ...]
    ink: Ink
    firm: bool = False
    beyond: int = 0
    beside: bool = False


def put_tags(
    canvas: Canvas, where: Mapping[str, VisibleSpan], tags: Sequence[Tag], free: Callable[[int, int], bool]
) -> dict[str, VisibleSpan]:
    """Write the labels that fit, the firm ones last; the cells where each body can be pointed at.

    ``free`` tells whether a cell of the picture shows no body.
    """
    spots: dict[str, VisibleSpan] = {}
    homes: dict[int, set[int]] = {}
    for seen in where.values():
        homes.setdefault(seen.y, set()).add(_home(seen))
    taken: set[Cell] = set()
    for tag in sorted(tags, key=lambda tag: tag.firm):
        place = where.get(tag.name)
        if place is None:
            continue
        text = "" if tag.beside else _fitting(tag, place, homes[place.y] - {_home(place)}, taken)
        x, y = min(max(0, _left(place, text)), max(0, canvas.width - len(text))), place.y
        if not text and tag.texts and (tag.firm or tag.beside):
            x, y, text = _beside(canvas, tag, place, free, taken)
        if text:
            canvas.put(x, y, text, tag.ink if tag.firm or tag.beside else _quiet(canvas, x, y, tag.ink))
            taken |= {(x + k, y) for k in range(len(text))}
        spots[tag.name] = VisibleSpan(x, y, len(text)) if text else VisibleSpan(place.x + place.width // 2, place.y, 1)
    return spots


def _home(place: VisibleSpan) -> int:
    """The column in the middle of what is seen of a body, where its label belongs."""
    return place.x + (place.width - 1) // 2


def _left(place: VisibleSpan, text: str) -> int:
    return place.x + (place.width - len(text)) // 2


def _fitting(tag: Tag, place: VisibleSpan, others: set[int], taken: set[Cell]) -> str:
    """The longest text that leaves most of the body to be seen, the names of ``others`` and what is ``taken``."""
    for text in tag.texts:
        covered = range(_left(place, text), _left(place, text) + len(text))
        need = len(text) * (ROOMY if len(text) <= SHORT or tag.firm else LONG)
        clear = others.isdisjoint(covered) and taken.isdisjoint((column, place.y) for column in covered)
        if clear and len(text) <= place.width + tag.beyond and need <= place.area:
            return text
    return ""


def _beside(
    canvas: Canvas, tag: Tag, place: VisibleSpan, free: Callable[[int, int], bool], taken: set[Cell]
) -> tuple[int, int, str]:
    """The nearest position at which the shortest text of a label covers no body and no label.

    A firm label without such a position covers bodies, but no other label as long as there is room.
    """
    text = min(tag.texts, key=len, default="")
    most = canvas.width - len(text)
    for right, down in _around(len(text), place.width):
        x, y = place.x + right, place.y + down
        cells = [(x + k, y) for k in range(len(text))]
        if 0 <= x <= most and 0 <= y < canvas.height and taken.isdisjoint(cells) and all(free(*at) for at in cells):
            return x, y, text
    if not tag.firm:
        return place.x, place.y, ""
    own = min(max(0, _left(place, text)), max(0, most)), place.y
    around = ((place.x + right, place.y + down) for right, down in _around(len(text), place.width))
    for x, y in (own, *around):
        inside = 0 <= x <= most and 0 <= y < canvas.height
        if inside and taken.isdisjoint((x + k, y) for k in range(len(text))):
            return x, y, text
    return *own, text


@lru_cache(maxsize=64)
def _around(wide: int, room: int) -> tuple[Cell, ...]:
    """Columns and rows from a row of ``room`` cells to a label of ``wide`` columns round it, the nearest first."""

    def far(at: Cell) -> float:
        return abs(at[0] + (wide - room) / 2) + 2 * abs(at[1])

    columns = range(-2 * LABEL_REACH, room + 2 * LABEL_REACH + 1)
    return tuple(sorted(((x, y) for y in range(-LABEL_REACH, LABEL_REACH + 1) for x in columns), key=far))


def _quiet(canvas: Canvas, x: int, y: int, ink: Ink) -> Ink:
    """White on the piece's own colour, darkened; the plate's own ink where the picture has no light and shade."""
    seen = canvas.ink(x, y)
    colours = [part for part in (seen.fg or seen.bg, seen.bg) if part.startswith("#")]
    if len(colours) < 2:
        return ink
    dark = (sum(int(one[k : k + 2], 16) for one in colours) * LABEL_SHADE / 2 for k in (1, 3, 5))
    return Ink(WHITE, "#" + "".join(f"{round(part):02x}" for part in dark), bold=True)
