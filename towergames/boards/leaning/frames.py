"""What a picture of pieces is made from, and what is known of it once it is drawn. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from towergames.boards.kit.canvas import Canvas
from towergames.physics.camera import Camera
from towergames.physics.geometry import Pose


@dataclass(frozen=True, slots=True)
class Solid:
    """A thing to be drawn: its name, size, pose, its palette role and that of its outline (empty: only darker)."""

    name: str
    size: str
    pose: Pose
    role: str
    rim: str = ""
    ghost: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """All that a picture depends on. Of its rows the first ``covered`` are hidden; ``still`` ones are finer."""

    solids: tuple[Solid, ...]
    camera: Camera
    width: int
    height: int
    covered: int
    ground: str
    still: bool
    letters: bool


@dataclass(frozen=True, slots=True)
class Place:
    """The cells of a row on which a body is seen, and on how many cells it is seen in all."""

    x: int
    y: int
    width: int
    area: int = 1


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture: its canvas, which nobody may change, what is seen in a cell, and where labels fit best."""

    canvas: Canvas
    pick: Callable[[int, int], str]
    places: Mapping[str, Place]
