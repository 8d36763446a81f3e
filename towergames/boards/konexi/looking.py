"""How the tower is looked at: from the side with zoom and shift, or with a camera."""

from __future__ import annotations

import math
from dataclasses import replace

from towergames.boards.konexi import camera_work, commands
from towergames.boards.konexi.pointer import LOOKS, SIDE, SPACE, Pointer, TableScene

ORBIT = math.radians(8)
ZOOM = 1.12
MOST_ZOOM, LEAST_ZOOM = 4, -3
MOST_PAN = 60
_WAYS = {
    commands.ORBIT_LEFT: (-1, 0),
    commands.ORBIT_RIGHT: (1, 0),
    commands.ORBIT_UP: (0, 1),
    commands.ORBIT_DOWN: (0, -1),
}


def look(scene: TableScene, pointer: Pointer, command: str) -> Pointer:
    """A command of the camera's."""
    if command in _WAYS:
        return walk(pointer, *_WAYS[command])
    match command:
        case commands.LABELS:
            return replace(pointer, labels=not pointer.labels)
        case commands.VIEW:
            return seen(scene, pointer, SPACE if pointer.view == SIDE else SIDE)
        case commands.LOOK:
            at = LOOKS.index(pointer.look) + 1 if pointer.look in LOOKS and pointer.view == SPACE else 0
            return looked(scene, pointer, LOOKS[at % len(LOOKS)])
        case commands.WHOLE:
            return whole(scene, pointer)
    return nearer(pointer, 1 if command == commands.NEARER else -1)


def walk(pointer: Pointer, right: float, up: float) -> Pointer:
    """Round the tower by so many steps, and higher; from the side the picture moves on instead."""
    if pointer.view == SIDE:
        x, y = pointer.pan[0] - round(2 * right), pointer.pan[1] - round(2 * up)
        return replace(pointer, pan=(_within(x, MOST_PAN), _within(y, MOST_PAN)))
    return replace(pointer, camera=pointer.camera.orbit(right * ORBIT, up * ORBIT), look="", moving=True)


def shift(pointer: Pointer, dx: float, dy: float) -> Pointer:
    """The picture from the side dragged along, by cells of the tower."""
    x, y = pointer.pan[0] + round(dx), pointer.pan[1] + round(dy)
    return replace(pointer, pan=(_within(x, MOST_PAN), _within(y, MOST_PAN)))


def _within(value: int, most: int) -> int:
    return max(-most, min(most, value))


def nearer(pointer: Pointer, steps: int) -> Pointer:
    """Nearer by so many steps."""
    if pointer.view == SIDE:
        return replace(pointer, zoom=max(LEAST_ZOOM, min(MOST_ZOOM, pointer.zoom + steps)))
    return replace(pointer, camera=pointer.camera.zoom(ZOOM**steps), look="", moving=True)


def seen(scene: TableScene, pointer: Pointer, view: str) -> Pointer:
    """From the side, or with the camera, which then has the tower in sight."""
    here = replace(pointer, view=view, moving=view == SPACE)
    return looked(scene, here, here.look) if view == SPACE and here.look else here


def looked(scene: TableScene, pointer: Pointer, name: str) -> Pointer:
    """The camera's look of that name."""
    camera = camera_work.home(scene.view, pointer.at, name, pointer.camera)
    return replace(pointer, view=SPACE, camera=camera, look=name, moving=True)


def in_sight(scene: TableScene, pointer: Pointer, before: Pointer) -> Pointer:
    """The picture goes along when the letter in hand has moved out of it."""
    if pointer.at is None or pointer.at == before.at:
        return pointer
    if pointer.view == SIDE:
        return replace(pointer, pan=(0, 0))
    camera = camera_work.follow(pointer.camera, scene.view, pointer.at, pointer.look)
    return pointer if camera == pointer.camera else replace(pointer, camera=camera, moving=True)


def carried(scene: TableScene, pointer: Pointer, before: Pointer) -> Pointer:
    """The pointer of another decision, with the tower looked at as before; a new tower is in sight as a whole."""
    seen = replace(pointer, camera=before.camera, view=before.view, look=before.look, labels=before.labels)
    if scene.view.tower:
        seen = replace(seen, zoom=before.zoom, pan=before.pan)
    return replace(seen, camera=camera_work.follow(seen.camera, scene.view, seen.at, seen.look))


def whole(scene: TableScene, pointer: Pointer) -> Pointer:
    """The whole tower in sight again."""
    if pointer.view == SIDE:
        return replace(pointer, zoom=0, pan=(0, 0))
    return looked(scene, pointer, pointer.look or LOOKS[1])
