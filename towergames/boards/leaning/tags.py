"""Short labels on the pieces that are seen: where they fit and what they say. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from towergames.boards.kit.canvas import Canvas, Ink
from towergames.boards.leaning.frames import Place

ROOMY = 3
"""A label may cover one of so many cells on which its body is seen."""


@dataclass(frozen=True, slots=True)
class Tag:
    """A label in several lengths, the longest first; a ``firm`` one is shown even where it covers other things.

    ``name`` is the body it belongs to, ``ink`` its plate. A tag without ``texts`` only tells where its body is.
    """

    name: str
    texts: tuple[str, ...]
    ink: Ink
    firm: bool = False


def put_tags(canvas: Canvas, where: Mapping[str, Place], tags: Sequence[Tag]) -> dict[str, Place]:
    """Write the labels that fit, the firm ones last and on top; the cells where each body can be pointed at."""
    spots: dict[str, Place] = {}
    for tag in sorted(tags, key=lambda tag: tag.firm):
        place = where.get(tag.name)
        if place is None:
            continue
        text = _fitting(tag, place)
        width = len(text)
        x = min(max(0, place.x + (place.width - width) // 2), max(0, canvas.width - width))
        if text:
            canvas.put(x, place.y, text, tag.ink)
        spots[tag.name] = Place(x, place.y, width) if text else Place(place.x + place.width // 2, place.y, 1)
    return spots


def _fitting(tag: Tag, place: Place) -> str:
    """The longest text that leaves more of the body to be seen than it covers."""
    for text in tag.texts:
        if len(text) < place.width and ROOMY * len(text) <= place.area:
            return text
    return min(tag.texts, key=len, default="") if tag.firm else ""
