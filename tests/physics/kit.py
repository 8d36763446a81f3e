"""Towers and foundations for the physics tests: grown with the same motions, kept as recorded poses."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from towergames.games.leaning.pyramids import SIZES, PyramidSize, shape
from towergames.physics.geometry import Pose
from towergames.physics.scene import NEWSPAPER, Body, EngineSettings, Scene, Surface
from towergames.physics.table_top import TableTop

HERE = Path(__file__).parent
TOWER = HERE / "tower-18.json"
FOUNDATION = HERE / "foundation.json"
LITTLE = 10
"""Micrometres that a tower may move when nobody touches it: all but one of a hundred keep to that."""
FREE = EngineSettings()


@dataclass(frozen=True)
class Tower:
    """Pieces in the order in which they were placed."""

    sizes: tuple[PyramidSize, ...]
    poses: tuple[Pose, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(f"P{k}" for k in range(len(self.sizes)))

    def placed(self) -> dict[str, Pose]:
        return dict(zip(self.names, self.poses, strict=True))


def read_tower(path: Path) -> Tower:
    data = json.loads(path.read_text(encoding="utf-8"))
    return Tower(tuple(SIZES[name] for name in data["sizes"]), tuple(Pose.read(p) for p in data["poses"]))


def pieces(sizes: tuple[PyramidSize, ...], surface: Surface = NEWSPAPER, settings: EngineSettings = FREE) -> Scene:
    bodies = tuple(Body(f"P{k}", shape(size)) for k, size in enumerate(sizes))
    return Scene(bodies, surface, settings)


def tower_table(tower: Tower) -> TableTop:
    return TableTop(pieces(tower.sizes), tower.placed())
