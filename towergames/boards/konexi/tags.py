"""The names on the letters: where they fit and what they say. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from towergames.boards.kit.canvas import Canvas, Ink
from towergames.boards.konexi.frames import Place

ROOMY = 3
"""A label may cover one of so many cells on which its letter is seen."""

BEYOND = 2
"""Columns that a firm label may be wider than the part of its letter on which it stands."""


@dataclass(frozen=True, slots=True)
class Tag:
    """A label in several lengths, the longest first; a ``firm`` one is shown even where it covers other things."""

    name: str
    texts: tuple[str, ...]
    ink: Ink
    firm: bool = False


def put_tags(canvas: Canvas, where: Mapping[str, Place], tags: Sequence[Tag]) -> dict[str, Place]:
    """Write the labels that fit, the firm ones last and on top; the cells where each letter can be pointed at."""
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
    """The longest text that leaves more of the letter to be seen than it covers, and the names of ``others``."""
    for text in tag.texts:
        covered = range(_left(place, text), _left(place, text) + len(text))
        roomy = len(text) <= place.width + (BEYOND if tag.firm else 0) and ROOMY * len(text) <= place.area
        if roomy and others.isdisjoint(covered):
            return text
    return min(tag.texts, key=len, default="") if tag.firm else ""
