"""The mouse: clicks by the names of the spots, dragging, and the wheel. Cells are two pixels high and one wide."""

from __future__ import annotations

import math
from dataclasses import replace

from towergames.boards.desk import Reply
from towergames.boards.leaning import acting, camera_work, commands, handling, looking, situation, working
from towergames.boards.leaning.pointer import FEATURES, WATCH, Motion, Pointer, TableReply, TableScene
from towergames.boards.leaning.scores import score_rows
from towergames.games.leaning.model import SIZES

_TURN_A_CELL = math.radians(2.5)
"""How far a drag of one column goes round the table; a row counts twice, since cells are twice as high as wide."""
_FLAT = 0.25
"""Seen from low down, a row is a long way on the table: at most so many times what a column is."""


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
        case "hand" if pointer.grips and rest != str(pointer.which):
            return handling.other_piece(scene, pointer)
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
        return reply if reply.say else replace(reply, say=f"Target: {situation.target_words(scene, pointer, number)}.")
    return Reply(pointer)


def drag(scene: TableScene, pointer: Pointer, dx: int, dy: int, spot: str) -> Pointer | TableReply:
    """What is in the hand goes along with the mouse, at its height; else the table is turned by dragging it."""
    kind, _, which = spot.partition(":")
    if kind == "hand":
        return _carried(scene, pointer, dx, dy, int(which))
    camera = pointer.camera.orbit(-dx * _TURN_A_CELL, dy * 2 * _TURN_A_CELL)
    return replace(pointer, camera=camera, view="", moving=True)


def _carried(scene: TableScene, pointer: Pointer, dx: int, dy: int, which: int) -> Pointer | TableReply:
    """The piece moves over the table as far as the mouse did on the picture, until it meets something."""
    idle = scene.playing or not situation.phase(scene) or pointer.kind == WATCH
    if idle or which >= len(pointer.ghost) or (which != pointer.which and pointer.pending):
        return pointer
    here = replace(pointer, which=which)
    by = _on_the_table(scene, here, dx, dy)
    return working.begin(scene, here, Motion("shift", (*by, 0.0))) if by is not None else pointer


def _on_the_table(scene: TableScene, pointer: Pointer, dx: int, dy: int) -> tuple[float, float] | None:
    """So many columns and rows of the picture as cm on the table's axes, where the piece in hand is."""
    width, height = scene.room if min(scene.room) > 0 else (100, 33)
    covered = 2 * score_rows(scene, width, height)
    camera = camera_work.fitted(pointer.camera, width, 2 * height, covered)
    place, seen = pointer.pose.place, []
    for right, ahead in ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)):
        x, y = handling.sideways(camera.facing, right, ahead)
        seen.append(camera.project((place[0] + x, place[1] + y, place[2]), width, 2 * height))
    middle, beside, behind = seen
    if middle is None or beside is None or behind is None:
        return None
    column = beside[0] - middle[0]
    row = max(middle[1] - behind[1], _FLAT * column)
    return handling.sideways(camera.facing, dx / column, -2 * dy / row)


def wheel(pointer: Pointer, steps: int) -> Pointer:
    """The wheel brings the table nearer, or takes it away."""
    return looking.nearer(pointer, -steps)
