"""The board: the table with everything that stands on it, what is in the hand, and the score above."""

from __future__ import annotations

from collections.abc import Mapping

from towergames.boards.kit.canvas import Canvas
from towergames.boards.kit.labels import Tag, put_tags
from towergames.boards.kit.solids import Frame, Place, Shown, Solid, picture
from towergames.boards.leaning import inks, situation
from towergames.boards.leaning.animation import Stood, camera_now, moved, standing
from towergames.boards.leaning.blocks import verdict
from towergames.boards.leaning.camera_work import fitted
from towergames.boards.leaning.looking import VIEWS
from towergames.boards.leaning.pointer import ACTS, FOUND, Pointer, TableScene
from towergames.boards.leaning.scores import draw_scores, score_rows
from towergames.boards.leaning.sketch import sketch
from towergames.boards.protocol import Picture, Spot
from towergames.core.text import fit
from towergames.games.leaning.bodies import piece_of
from towergames.games.leaning.layout import label
from towergames.games.leaning.model import NEUTRAL
from towergames.physics import available
from towergames.physics.pyramids import SIZES, shape
from towergames.physics.scene import Shape

SIMPLE = "no physics here"
FULL = "-"
"""Marks a full piece (L-4) whose label is too short for pips."""


def draw_board(scene: TableScene, pointer: Pointer, width: int, height: int) -> Picture:
    """The board drawn to exactly that size."""
    hand = pointer.grips and not scene.playing
    lifted = _lifted(scene, pointer) if hand else frozenset()
    shown = standing(scene, lifted)
    fresh = moved(scene) if not scene.playing else frozenset()
    solids = [_solid(one, _rim(one.piece, pointer, fresh)) for one in shown]
    sign = _sign(scene, pointer) if hand else ""
    solids += _ghosts(scene, pointer, sign) if hand else []
    covered = score_rows(scene, width, height)
    camera = camera_now(scene, pointer.camera, pointer.view)
    frame = Frame(
        tuple(solids),
        fitted(camera, width, 2 * height, 2 * covered),
        width,
        height,
        scene.view.terms.surface,
        not pointer.moving and not scene.playing,
        scene.ascii_only or not scene.colours,
    )
    seen = picture(frame, _shape, quick=scene.quick, simple=sketch)
    canvas = Canvas(width, height)
    canvas.blit(seen.canvas, 0, 0)
    tags = _tags(scene, pointer, shown, fresh, sign)
    spots = [
        Spot(
            _key(name),
            place.x,
            place.y,
            place.width,
            1,
            name,
            f"{situation.target_words(scene, pointer, piece_of(name))}.",
        )
        for name, place in put_tags(canvas, _places(seen, frame, pointer), tags).items()
        if not name.startswith("+")
    ]
    draw_scores(canvas, scene)
    buttons = _views(canvas, pointer)
    _busy(canvas, pointer)
    spots += [*buttons, Spot("table", 0, 0, width, height, "the table")]

    def at(x: int, y: int) -> str:
        """The piece under a cell, or what is in the hand; before it, what is written over the picture."""
        name = seen.pick(x, y)
        before = y < covered or any(s.y == y and s.x <= x < s.x + s.width for s in buttons)
        if before:
            return ""
        return _key(name) if name.startswith("P") else f"hand:{name[1:]}" if name.startswith("+") else ""

    return Picture(canvas, tuple(spots), _cursor(spots, pointer), at)


def _places(seen: Shown, frame: Frame, pointer: Pointer) -> Mapping[str, Place]:
    """Where labels go: on what is seen, and for a target that is hidden behind others where it would be."""
    name = label(pointer.target)
    hidden = next((one for one in frame.solids if one.name == name and name not in seen.places), None)
    if hidden is None:
        return seen.places
    middle = hidden.pose.point((0.0, 0.0, SIZES[hidden.kind].height / 3))
    at = frame.project(middle)
    if at is None or not (0 <= at[0] < frame.width and 0 <= at[1] < frame.height):
        return seen.places
    return {**seen.places, name: Place(int(at[0]), int(at[1]), 1)}


def _shape(size: str) -> Shape:
    return shape(SIZES[size])


def _key(name: str) -> str:
    return f"piece:{name}"


def _lifted(scene: TableScene, pointer: Pointer) -> frozenset[int]:
    """The pieces that the table shows and the hand has, or that must go before it lets go."""
    left = {one.id for one in situation.table_of(scene.view, pointer.kind, pointer.piece).pieces}
    return frozenset(one.id for one in scene.view.layout.pieces if one.id not in left)


def _rim(piece: int, pointer: Pointer, fresh: frozenset[int]) -> str:
    if piece == pointer.target:
        return "cursor"
    return "last" if piece in fresh else ""


def _solid(one: Stood, rim: str) -> Solid:
    return Solid(label(one.piece), one.size, one.pose, inks.role(one.owner), rim)


def _ghosts(scene: TableScene, pointer: Pointer, sign: str) -> list[Solid]:
    """What is in the hand, the piece that moves outlined by whether it may be let go there."""
    role = inks.role(_owner(scene, pointer))
    rims = {"+": "good", "x": "bad", "?": "accent"}
    found = []
    for k, (size, pose) in enumerate(zip(pointer.sizes, pointer.ghost, strict=True)):
        rim = rims[sign] if k == pointer.which else "line"
        found.append(Solid(f"+{k}", size, pose, role, rim, ghost=True))
    return found


def _owner(scene: TableScene, pointer: Pointer) -> int:
    if pointer.kind == FOUND:
        return NEUTRAL
    known = {one.id: one.owner for one in scene.view.layout.pieces}
    return known.get(pointer.piece, scene.view.active)


def _sign(scene: TableScene, pointer: Pointer) -> str:
    """What the ghost is labelled with: it may be let go (+), breaks a rule (x), or nobody has judged it (?)."""
    found = verdict(scene, pointer)
    return "?" if found is None else "x" if found.refusals else "+"


def _tags(scene: TableScene, pointer: Pointer, shown: tuple[Stood, ...], fresh: frozenset[int], sign: str) -> list[Tag]:
    tags = []
    for one in shown:
        short, pips = label(one.piece), situation.pips(scene, pointer, one.piece)
        long = f"{short}{one.size[0].upper()}{inks.number(one.owner) if one.owner >= 0 else ''}"
        full = bool(pips) and not situation.room(scene, pointer, one.piece)
        mark = FULL if full else ""
        texts = tuple(dict.fromkeys((f"{long}{pips}", f"{short}{pips}", f"{short}{mark}", f"{one.piece}{mark}")))
        if one.piece == pointer.target:
            named = tuple(f">{text}<" for text in texts[:-1])
            tags.append(Tag(short, (*named, f">{one.piece}"), inks.CURSOR, firm=True, beyond=-1))
        elif one.piece in fresh:
            tags.append(Tag(short, tuple(f"*{text}" for text in texts), inks.LAST, firm=True, beyond=-1))
        else:
            texts = texts if pointer.labels and not scene.playing else ()
            tags.append(Tag(short, texts, inks.plate(one.owner, full=full), beyond=-1))
    if sign:
        tags.append(Tag(f"+{pointer.which}", (sign,), inks.HAND, firm=True, beyond=-1))
    return tags


def _views(canvas: Canvas, pointer: Pointer) -> list[Spot]:
    """The named views, to be clicked, at the lower right."""
    texts = [f"[{name}]" if name == pointer.view else f" {name} " for name in VIEWS]
    x, y = canvas.width - sum(map(len, texts)), canvas.height - 1
    if x < canvas.width // 3 or canvas.height < 14:
        return []
    spots = []
    for name, text in zip(VIEWS, texts, strict=True):
        spots.append(Spot(f"view:{name}", x, y, len(text), 1, f"view: {name}"))
        x = canvas.put(x, y, text, inks.BUTTON if name == pointer.view else inks.BUTTON_OFF)
    return spots


def _busy(canvas: Canvas, pointer: Pointer) -> None:
    """What the hand is doing, or that the picture is a simple one, at the lower left."""
    told, ink = (pointer.busy, inks.HAND) if pointer.busy else (SIMPLE if available() else "", inks.BUTTON_OFF)
    if told:
        canvas.put(0, canvas.height - 1, f" {fit(told, canvas.width // 3).rstrip()} ", ink)


def _cursor(spots: list[Spot], pointer: Pointer) -> tuple[int, int] | None:
    """The terminal's own cursor stands on the target."""
    if pointer.zone == ACTS or not pointer.target:
        return None
    return next(((spot.x, spot.y) for spot in spots if spot.key == _key(label(pointer.target))), None)
