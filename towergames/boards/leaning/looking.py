"""The camera: round the table, nearer or farther, and views with names."""

from __future__ import annotations

import math
from dataclasses import replace

from towergames.boards.leaning import camera_work, commands
from towergames.boards.leaning.pointer import Pointer, TableScene

VIEWS = ("all", "top", "front", "side", "near")
"""The named views, in the order in which a key goes through them."""
ORBIT = math.radians(8)
ZOOM = 1.12
PAN = 0.06
"""How far a step looks aside, as a share of the distance."""


def look(scene: TableScene, pointer: Pointer, command: str) -> Pointer:
    """Go round the table, nearer or farther, or to a view with a name."""
    if command == commands.LABELS:
        return replace(pointer, labels=not pointer.labels)
    if command == commands.VIEW:
        after = VIEWS[(VIEWS.index(pointer.view) + 1) % len(VIEWS)] if pointer.view in VIEWS else VIEWS[0]
        return viewed(scene, pointer, after)
    turn = {
        commands.ORBIT_LEFT: (-1, 0),
        commands.ORBIT_RIGHT: (1, 0),
        commands.ORBIT_UP: (0, 1),
        commands.ORBIT_DOWN: (0, -1),
    }
    if command in turn:
        return walk(pointer, *turn[command])
    aside = {
        commands.PAN_LEFT: (-1, 0),
        commands.PAN_RIGHT: (1, 0),
        commands.PAN_UP: (0, 1),
        commands.PAN_DOWN: (0, -1),
    }
    if command in aside:
        return pan(pointer, *aside[command])
    return nearer(pointer, 1 if command == commands.NEARER else -1)


def walk(pointer: Pointer, right: float, up: float) -> Pointer:
    """Round the table by so many steps, and higher."""
    return replace(pointer, camera=pointer.camera.orbit(right * ORBIT, up * ORBIT), view="", moving=True)


def pan(pointer: Pointer, right: float, up: float) -> Pointer:
    """Look aside by so many steps, but not beyond the edge of the drawn table."""
    step = PAN * pointer.camera.distance
    camera = pointer.camera.pan(right * step, up * step)
    x, y, z = camera.target
    far = math.hypot(x, y) / camera_work.TABLE_EDGE
    if far > 1:
        camera = replace(camera, target=(x / far, y / far, z))
    high = min(z, camera_work.TABLE_EDGE)
    return replace(pointer, camera=replace(camera, target=(*camera.target[:2], high)), view="", moving=True)


def nearer(pointer: Pointer, steps: int) -> Pointer:
    """Nearer by so many steps."""
    return replace(pointer, camera=pointer.camera.zoom(ZOOM**steps), view="", moving=True)


def viewed(scene: TableScene, pointer: Pointer, name: str) -> Pointer:
    """The view of that name."""
    ghosts = tuple(zip(pointer.sizes, pointer.ghost, strict=False))
    if name == "near" and pointer.target and not ghosts:
        ghosts = camera_work.solids(scene.view.layout, pointer.target)
    camera = camera_work.home(scene.view, ghosts, name, pointer.camera)
    return replace(pointer, camera=camera, view=name, moving=True)


def in_sight(scene: TableScene, pointer: Pointer) -> Pointer:
    """The camera follows what is in the hand, but only when it would be out of sight."""
    ghosts = tuple(zip(pointer.sizes, pointer.ghost, strict=True))
    camera = camera_work.follow(pointer.camera, scene.view, ghosts, pointer.view)
    return pointer if camera == pointer.camera else replace(pointer, camera=camera)
