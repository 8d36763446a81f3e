"""A suggested step laid out as if its builder had prepared it himself; Enter would submit it. And help in steps."""

from __future__ import annotations

from dataclasses import replace

from towergames.boards.bricks import bench, sorting, wishes
from towergames.boards.bricks.bench import TableScene
from towergames.boards.bricks.improving import improving
from towergames.boards.bricks.ledger import sheet
from towergames.boards.bricks.pending import tower_after
from towergames.boards.bricks.pointer import ACTS, CARDS, TOWER, Pointer, free, stands
from towergames.boards.bricks.speech import points_left, title_of
from towergames.boards.desk import Tip
from towergames.core.bot import Clock
from towergames.core.dice import Dice
from towergames.games.bricks.model import Action, Build, Declare, Move, Pick, Place, Submit
from towergames.games.bricks.pieces import read_piece, read_tower, write_tower
from towergames.games.bricks.rules import listed


def lay_out(scene: TableScene, pointer: Pointer, action: Action) -> Pointer | None:
    """The pointer with the action prepared; None where that cannot be. At the end: a tower beside the rest."""
    empty = free(pointer)
    if bench.over(scene):
        if not isinstance(action, Build):
            return None
        own = read_tower(action.tower) == bench.tower_of(scene)  # it is shown already
        return replace(pointer, suggested="" if own else action.tower)
    match action:
        case Place(piece, level, place):
            return replace(empty, zone=TOWER, held=piece, goal=(level, place))
        case Move(level, place, to_level, to_place):
            return replace(empty, zone=TOWER, lifted=(level, place), goal=(to_level, to_place))
        case Declare(level, place, face):
            return _declaring(scene, empty, (level, place), face)
        case Pick(card):
            codes = sorting.shown(scene, replace(empty, filters=frozenset()))
            if card not in codes:
                return None
            return replace(empty, zone=CARDS, filters=frozenset(), bar=-1, card=codes.index(card))
        case Submit(word):
            armed = replace(empty, zone=ACTS, act="submit")
            return replace(armed, word=word) if scene.view.terms.typed else armed
        case Build(tower):
            return replace(empty, zone=TOWER, suggested=tower)
    made = tower_after(scene, action)
    return replace(empty, zone=TOWER, suggested=write_tower(made)) if made else None


def _declaring(scene: TableScene, empty: Pointer, goal: tuple[int, int], face: str) -> Pointer | None:
    tower = bench.tower_of(scene)
    if not stands(tower, goal):
        return None
    old, shown = tower[goal[0] - 1][goal[1] - 1], read_piece(face)
    wish = wishes.begin(old.made_of, shown.colour, scene.view.terms.readings, shown)
    return replace(empty, zone=TOWER, goal=goal, wish=wish, declared=True)


def tip(scene: TableScene, told: int) -> Tip[Action] | None:
    """Help from the ledger alone, in three steps; then a search is due. While cards are drafted, a card."""
    if bench.phase(scene) == "pick":
        return _card(scene)
    if bench.phase(scene) != "build":
        return None
    match told:
        case 0:
            return Tip(_blocking(scene))
        case 1:
            return Tip(points_left(scene, 2) or "No usual step scores more.")
        case 2:
            return _improving(scene)
        case _:
            return None


def _card(scene: TableScene) -> Tip[Action]:
    from towergames.games.bricks.bots import HARD  # only who asks needs the opponents

    thought = HARD.choose(scene.view, Dice(len(scene.view.pool)), Clock(iterations=1))
    return Tip(f"A card that goes into many towers: {scene.game.notate(thought.action)}.", thought.action)


def _blocking(scene: TableScene) -> str:
    found = sheet(scene, bench.tower_of(scene))
    if found.legal:
        return "No rule blocks the tower; it could be handed in."
    if not found.broken:
        return "A rule that is not yet known blocks the tower."
    rule = found.broken[0]
    others = found.broken[1:]
    more = f" So do{'es' * (len(others) == 1)} {listed(list(others))}." if others else ""
    return f"Rule {rule} blocks the tower, {title_of(scene, rule)}: {found.lines[rule].why}.{more}"


def _improving(scene: TableScene) -> Tip[Action]:
    better = improving(scene)
    if better is None:
        return Tip("No single step of the usual ones makes the tower better.")
    step, found = better
    told = f"{found.total} points" if found.legal else f"rules broken: {len(found.broken)}"
    return Tip(f"One step: {scene.game.notate(step)} ({told})", step)
