"""The mouse: clicks by the names of the spots, dragging, and the wheel."""

from __future__ import annotations

import math
from dataclasses import replace

from towergames.boards.desk import Reply
from towergames.boards.leaning import acting, commands, handling, looking, situation, working
from towergames.boards.leaning.pointer import FEATURES, Pointer, TableReply, TableScene
from towergames.games.leaning.model import SIZES

_TURN_A_CELL = math.radians(2.5)
"""How far a drag of one column goes round the table; a row counts twice, since cells are twice as high as wide."""


def click(scene: TableScene, pointer: Pointer, spot: str) -> TableReply:
    """A click on a piece, a size, an idea, a button; ``do:`` spots run the command that they name."""
    kind, _, rest = spot.partition(":")
    if kind == "view" and rest in looking.VIEWS:
        return Reply(looking.viewed(scene, pointer, rest))
    if kind == "do" and rest in commands.LOOKING:
        return Reply(looking.look(scene, pointer, rest))
    if not situation.phase(scene):
        return Reply(pointer)
    match kind:
        case "piece":
            return _piece(scene, pointer, rest)
        case "act":
            return acting.press(scene, pointer, rest)
        case "size" if rest in SIZES:
            reply = handling.size(scene, pointer, SIZES.index(rest))
            empty = not reply.pointer.grips and not reply.work and not reply.say
            return working.take(scene, reply.pointer) if empty else reply
        case "idea" if rest.isascii() and rest.isdigit():
            return handling.idea(scene, pointer, int(rest))
        case "feature" if rest in FEATURES:
            return handling.rest_on(scene, pointer, rest)
        case "target" if rest == "any":
            return handling.target(scene, pointer, 0)
        case "do":
            why = handling.enabled(scene, pointer, rest)
            return Reply(pointer, say=why) if why else handling.do(scene, pointer, rest)
    return Reply(pointer)


def _piece(scene: TableScene, pointer: Pointer, name: str) -> TableReply:
    number = int(name[1:]) if name[1:].isascii() and name[1:].isdigit() else 0
    back = situation.to_rebuild(scene)
    if number in back or number in situation.targets(scene, pointer):
        if number == pointer.target and not pointer.grips and not pointer.busy:
            return working.take(scene, pointer)  # a second click takes a piece to lean on it
        reply = handling.target(scene, pointer, number)
        return reply if reply.say else replace(reply, say=f"Target: {situation.piece_words(scene, number)}.")
    return Reply(pointer)


def drag(scene: TableScene, pointer: Pointer, dx: int, dy: int, spot: str) -> Pointer:
    """The table is turned by dragging it."""
    del scene, spot
    camera = pointer.camera.orbit(-dx * _TURN_A_CELL, dy * 2 * _TURN_A_CELL)
    return replace(pointer, camera=camera, view="", moving=True)


def wheel(pointer: Pointer, steps: int) -> Pointer:
    """The wheel brings the table nearer, or takes it away."""
    return looking.nearer(pointer, -steps)
