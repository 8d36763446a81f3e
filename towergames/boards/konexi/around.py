"""What lies round the tower: the circle of letters that are left, its token, and the die. Pure."""

from __future__ import annotations

from towergames.boards.kit.canvas import Canvas
from towergames.boards.konexi import animation, die, inks, ring, situation
from towergames.boards.konexi.layout import Plan
from towergames.boards.konexi.pointer import CIRCLE, Pointer, TableScene
from towergames.boards.protocol import Spot
from towergames.games.konexi.turns import beside

LARGE_DIE = 60
"""Columns of a board that has room for a die of three rows."""
ROOMY = 66
"""Columns of a board on which die and circle have room in one row."""


def draw_circle(canvas: Canvas, scene: TableScene, pointer: Pointer, parted: Plan) -> list[Spot]:
    """The letters that are left, the token and the die."""
    face, rolling = animation.face(scene)
    view = scene.view
    arranging = situation.phase(scene) == "arrange"
    letters = pointer.circle if arranging else view.circle
    round_it = ring.Ring(
        letters,
        pointer.gap if arranging else animation.gap_now(scene),
        _offered(scene, pointer),
        _chosen(scene, pointer),
        letters[pointer.held] if arranging and 0 <= pointer.held < len(letters) else "",
        pointer.gap if situation.phase(scene) == "token" and not scene.playing else -1,
        scene.ascii_only,
    )
    width, height = canvas.width, canvas.height
    if parted.round:
        spots = ring.draw_round(canvas, round_it, 0, 1, width, height - 1)
        if letters:
            spots.append(_die(canvas, face, spots, rolling=rolling))
        return spots
    canvas.fill(0, height - parted.rows, width, parted.rows, " ", inks.PLATE)
    if not letters:
        return []
    after = die.draw_small(canvas, 0, height - parted.rows, face, tight=width < ROOMY)
    spots = ring.draw_row(canvas, round_it, after, height - parted.rows, width - after, parted.rows)
    return [Spot("die", 0, height - parted.rows, after, 1, "the die"), *spots]


def _offered(scene: TableScene, pointer: Pointer) -> str:
    """The letters beside the token: those on offer, those that would be, or those to which it has come."""
    if scene.playing:
        return beside(scene.view.circle, animation.gap_now(scene)) if animation.arrived(scene) else ""
    if situation.phase(scene) == "token":
        return beside(scene.view.circle, pointer.gap)
    return situation.offers(scene)


def _die(canvas: Canvas, face: int, around: list[Spot], *, rolling: bool) -> Spot:
    """Inside the circle, at the upper left; small where the tower needs the room."""
    large = canvas.width >= LARGE_DIE
    wide, high = (die.WIDE, die.HIGH) if large else (die.SMALL, 1)
    x, y = 6, 3
    while any(s.x - 1 < x + wide and x < s.x + s.width + 1 and y <= s.y < y + high for s in around):
        x += 1
    if large:
        return die.draw_die(canvas, x, y, face, rolling=rolling)
    die.draw_small(canvas, x, y, face)
    return Spot("die", x, y, wide, high, "the die")


def _chosen(scene: TableScene, pointer: Pointer) -> str:
    if scene.playing:
        return ""
    match situation.phase(scene):
        case "arrange" if pointer.zone == CIRCLE and 0 <= pointer.slot < len(pointer.circle):
            return pointer.circle[pointer.slot]
        case "place":
            return pointer.letter
        case _:
            return ""
