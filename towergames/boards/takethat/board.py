"""The whole board: sky, towers, ground, labels and panel, with hot spots."""

from __future__ import annotations

from towergames.boards.desk import Scene
from towergames.boards.kit.canvas import Canvas
from towergames.boards.protocol import Picture, Spot
from towergames.boards.takethat import inks, towers, words
from towergames.boards.takethat.inks import ink
from towergames.boards.takethat.layout import Plan, plan
from towergames.boards.takethat.panel import draw_panel
from towergames.boards.takethat.podium import draw_podium
from towergames.boards.takethat.pointer import BOARD, HAND, Pointer, can_place, deciding, draft
from towergames.boards.takethat.show import Marks, Showing, marks_of, showing
from towergames.core.contract import Over, Seat
from towergames.games.takethat.model import Build, Claim, Storey, View


def draw_board(scene: Scene[View], pointer: Pointer, width: int, height: int) -> Picture:
    """The board on ``width`` x ``height`` cells."""
    view = scene.view
    canvas = Canvas(width, height)
    measures = plan(width, height, len(view.slots), view.terms.height)
    show = showing(scene.playing, scene.frame)
    marks = marks_of(scene.marks)
    spots: list[Spot] = []
    finished = isinstance(scene.turn, Over) and not any(view.slots) and not scene.playing
    _backdrop(canvas, measures, limits=not finished)
    if finished and isinstance(scene.turn, Over):
        draw_podium(canvas, measures, scene, scene.turn)
    else:
        for slot in range(len(view.slots)):
            spots += _tower(canvas, measures, scene, pointer, slot, marks, show)
    spots += draw_panel(canvas, measures, scene, pointer)
    return Picture(canvas, tuple(s for s in spots if _inside(s, canvas)), _cursor(measures, scene, pointer, spots))


def _inside(spot: Spot, canvas: Canvas) -> bool:
    return spot.x >= 0 and spot.y >= 0 and spot.x + spot.width <= canvas.width and spot.y + spot.height <= canvas.height


def _cursor(measures: Plan, scene: Scene[View], pointer: Pointer, spots: list[Spot]) -> tuple[int, int] | None:
    """Where the hardware cursor belongs while the board has the focus (U64)."""
    if pointer.zone == HAND:
        return None
    if pointer.zone != BOARD:
        return next(((s.x, s.y) for s in spots if s.key == "end"), None)
    x = measures.body_x(pointer.slot)
    storey = ghost_storey(scene, pointer)
    storey = pointer.storey if storey is None else storey
    y = measures.storey_y(storey) + (1 if measures.tall >= 3 else 0)
    return (min(max(0, x), measures.width - 1), min(max(0, y), measures.height - 1))


FAR_AWAY = (3, 5, 2, 4, 6, 3, 1, 4, 2, 5, 3, 6, 4, 2)
"""Heights of the houses on the horizon, over and over; behind towers three rows a storey or more."""
FAR_WIDTH = 5


def _backdrop(canvas: Canvas, measures: Plan, limits: bool) -> None:
    """Sky and ground, with ``limits`` also the line that no tower may pass and the floors' numbers."""
    city, ground = measures.panel_x, measures.ground
    bands = ("sky", "sky-low", "sky-horizon")
    for row in range(ground):
        canvas.fill(0, row, city, 1, " ", ink("text", bands[min(2, 3 * row // max(1, ground))]))
    if measures.tall >= 3:
        _horizon(canvas, measures)
    canvas.fill(0, ground, city, canvas.height - ground, " ", inks.TEXT)
    if limits and measures.summit >= 0:
        canvas.over(0, measures.summit, "┄" * city, ink("scaffold", ""))
    for storey in range(measures.limit if limits else 0):
        row = measures.storey_y(storey) + (1 if measures.tall >= 3 else 0)
        canvas.over(0, row, str(storey + 1), ink("muted", ""))
    canvas.put(0, ground, "▀" * city, inks.GROUND)


def _horizon(canvas: Canvas, measures: Plan) -> None:
    """Houses far away, in background colour only, so that they vanish where there is no colour."""
    for i, x in enumerate(range(0, measures.panel_x, FAR_WIDTH)):
        high = FAR_AWAY[i % len(FAR_AWAY)] * measures.tall // 3 + 1
        width = min(FAR_WIDTH, measures.panel_x - x)
        canvas.fill(x, measures.ground - high, width, high, " ", ink("text", "far"))


def ghost_storey(scene: Scene[View], pointer: Pointer) -> int | None:
    """The storey index at which a floor to be built is shown dotted, None when nothing is being built."""
    building = scene.view.phase == "build" and deciding(scene)
    if building and (pointer.placed or (pointer.zone == BOARD and pointer.held)):
        return words.height_at(scene.view, pointer.slot)
    return None


def _tower(
    canvas: Canvas, measures: Plan, scene: Scene[View], pointer: Pointer, slot: int, marks: Marks, show: Showing
) -> list[Spot]:
    view = scene.view
    tower = None if slot in show.cleared else words.tower_at(view, slot)
    x, name = measures.body_x(slot), words.letter(slot)
    here = slot == pointer.slot and (pointer.zone == BOARD or pointer.placed) and not scene.playing
    storeys = tower.storeys if tower else ()
    body, tall, top = measures.body, measures.tall, max(0, measures.summit)
    spots = [Spot(words.slot_key(slot), x, top, body, measures.ground + 2 - top, f"tower {name}")]
    for i, storey in enumerate(storeys):
        y = measures.storey_y(i)
        towers.draw_storey(canvas, measures, x, y, _look(scene, pointer, slot, i, storey, marks, show))
        spots.append(Spot(words.storey_key(slot, i), x, y, body, tall, f"{name}{i + 1} {storey.floor}"))
    ghost = ghost_storey(scene, pointer) if here else None
    above = len(storeys) + (0 if ghost is None else 1)
    if storeys or ghost is not None:
        spire = bool(storeys) and storeys[-1].floor == "SPIRE" and ghost is None
        top = measures.storey_y(above - 1) - 1
        if top >= 0 and (spire or above >= measures.limit or show.scoring != slot):
            towers.draw_top(canvas, measures, x, top, above, spire, slot % 2 == 0)
    else:
        towers.draw_lot(canvas, measures, slot, slot in show.cleared or slot in marks.scored)
    if ghost is not None:
        _ghost(canvas, measures, scene, pointer, slot, ghost)
    towers.draw_labels(canvas, measures, view, slot, here, show)
    return spots


def _ghost(canvas: Canvas, measures: Plan, scene: Scene[View], pointer: Pointer, slot: int, storey: int) -> None:
    pending = draft(scene, pointer)
    floor = pending.floor if isinstance(pending, Build) else ""
    refused = bool(can_place(scene, slot, storey))
    towers.draw_ghost(canvas, measures, measures.body_x(slot), max(0, measures.storey_y(storey)), floor, refused)


def _look(
    scene: Scene[View], pointer: Pointer, slot: int, at: int, storey: Storey, marks: Marks, show: Showing
) -> towers.Look:
    owners = show.owners.get(slot, ())
    owner: Seat | None = owners[at] if at < len(owners) else storey.owner
    pending = draft(scene, pointer) if not scene.playing else None
    mine = isinstance(pending, Claim) and (pending.slot, pending.storey) == (slot, at)
    pointed = (pointer.slot, pointer.storey) == (slot, at) and not scene.playing
    chosen = pointed and (pointer.zone == BOARD or (pointer.placed and scene.view.phase == "claim"))
    if ghost_storey(scene, pointer) is not None:
        chosen = False
    return towers.Look(
        storey=storey,
        owner=owner,
        was=storey.owner,
        fresh=(slot, at) in marks.built,
        claimed=(slot, at) in marks.claimed,
        here=chosen,
        now=show.now == (slot, at),
        claimant=scene.seat if mine and storey.owner is None else None,
        gains=show.gains.get((slot, at), ()),
        draws=show.draws.get((slot, at), 0),
        texts=scene.view.terms.texts,
    )
