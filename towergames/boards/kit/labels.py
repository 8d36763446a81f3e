"""Short labels on the bodies of a picture: where they fit and what they say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from towergames.boards.kit.canvas import Canvas, Ink
from towergames.boards.kit.solids import Place

ROOMY = 3
"""A label may cover one of so many cells on which its body is seen."""


@dataclass(frozen=True, slots=True)
class Tag:
    """A label in several lengths, the longest first; a ``firm`` one is shown even where it covers other things.

    ``name`` is the body it belongs to, ``ink`` its plate. It may be wider by ``beyond`` columns than the row of cells
    on which it stands. A tag without ``texts`` only tells where its body is.
    """

    name: str
    texts: tuple[str, ...]
    ink: Ink
    firm: bool = False
    beyond: int = 0


def put_tags(canvas: Canvas, where: Mapping[str, Place], tags: Sequence[Tag]) -> dict[str, Place]:
    """Write the labels that fit, the firm ones last and on top; the cells where each body can be pointed at."""
    spots: dict[str, Place] = {}
    homes = {name: (place.x + (place.width - 1) // 2, place.y) for name, place in where.items()}
    for tag in sorted(tags, key=lambda tag: tag.firm):
        place = where.get(tag.name)
        if place is None:
            continue
        others = {x for name, (x, y) in homes.items() if name != tag.name and y == place.y}
        text = _fitting(tag, place, others)
        width = len(text)
        x = min(max(0, _left(place, text)), max(0, canvas.width - width))
        if text:
            canvas.put(x, place.y, text, tag.ink)
        spots[tag.name] = Place(x, place.y, width) if text else Place(place.x + place.width // 2, place.y, 1)
    return spots


def _left(place: Place, text: str) -> int:
    return place.x + (place.width - len(text)) // 2


def _fitting(tag: Tag, place: Place, others: set[int]) -> str:
    """The longest text that leaves more of the body to be seen than it covers, and the names of ``others``."""
    for text in tag.texts:
        covered = range(_left(place, text), _left(place, text) + len(text))
        roomy = len(text) <= place.width + tag.beyond and ROOMY * len(text) <= place.area
        if roomy and others.isdisjoint(covered):
            return text
    return min(tag.texts, key=len, default="") if tag.firm else ""
