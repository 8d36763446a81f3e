"""The letter in hand: which of those on offer, and the ways from one legal place to the next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from towergames.boards.desk import Reply
from towergames.boards.konexi import situation
from towergames.boards.konexi.pointer import TOWER, Pointer, TableReply, TableScene
from towergames.core.text import count
from towergames.games.konexi.lattice import Spot, joints, tower_of
from towergames.games.konexi.letters import STEPS, Cell
from towergames.games.konexi.turns import names

_TURNING = 6.0
"""How many cells farther an arrow goes for a place in which the letter need not be turned."""
_ASIDE = 2.0
"""How much more it counts to be beside the way of an arrow than along it."""


def middle(spot: Spot) -> tuple[float, float]:
    """The middle of a letter's frame."""
    return spot.x + spot.shape.width / 2, spot.y + spot.shape.height / 2


# --- which letter ---------------------------------------------------------------------------------------


def take(scene: TableScene, pointer: Pointer, letter: str) -> TableReply:
    """Take one of the letters on offer in hand; it begins near where the one before was."""
    good = situation.offers(scene)
    if letter not in good:
        return Reply(pointer, say=_not_on_offer(scene, letter, good), rule="R-8")
    here = pointer if letter == pointer.letter else with_letter(scene, pointer, letter)
    if here.at is None:
        return Reply(here, say=f"There is no place for {letter} in the tower.", rule="K-22")
    return Reply(replace(here, zone=TOWER))


def with_letter(scene: TableScene, pointer: Pointer, letter: str) -> Pointer:
    """The letter in hand, at the legal place nearest to the one before, else nearest to the top of the tower."""
    here = replace(pointer, letter=letter, tried=None)
    near = middle(pointer.at) if pointer.at is not None else _top(scene)
    return replace(here, at=nearest(situation.places(scene, here), near))


def _top(scene: TableScene) -> tuple[float, float]:
    cells = tower_of(scene.view.tower).cells
    if not cells:
        return 0.0, 0.0
    high = max(y for _, y in cells)
    row = [x for x, y in cells if y == high]
    return (min(row) + max(row) + 1) / 2, high + 4.5


def _not_on_offer(scene: TableScene, letter: str, good: str) -> str:
    where = "is in the tower already" if letter not in scene.view.circle else "is not beside the token"
    return f"{letter} {where}; take {' or '.join(good)}."


def other_letter(scene: TableScene, pointer: Pointer) -> TableReply:
    """The other letter beside the token."""
    good = situation.offers(scene)
    if len(good) < 2:
        return Reply(pointer, say=f"There is only {good} to take." if good else "There is no letter to take.")
    return take(scene, pointer, good[(good.find(pointer.letter) + 1) % len(good)])


# --- from place to place --------------------------------------------------------------------------------


def nearest(spots: Iterable[Spot], at: tuple[float, float], pose: tuple[int, bool] = (0, False)) -> Spot | None:
    """The place with the middle nearest to a point, of equal ones that in the pose."""

    def far(spot: Spot) -> float:
        x, y = middle(spot)
        return abs(x - at[0]) + abs(y - at[1]) + (0 if (spot.turn, spot.flip) == pose else 0.5)

    return min(spots, key=far, default=None)


def step(scene: TableScene, pointer: Pointer, way: int) -> TableReply:
    """The next legal place, from left to right and from below, or the one before."""
    spots = situation.places(scene, pointer)
    if not spots:
        return Reply(pointer, say=f"There is no place for {pointer.letter} in the tower.", rule="K-22")
    at = spots.index(pointer.at) + way if pointer.at in spots else 0
    return Reply(_put(pointer, spots[at % len(spots)]))


def go(scene: TableScene, pointer: Pointer, dx: int, dy: int) -> TableReply:
    """An arrow: to the nearest legal place that lies there, rather without turning the letter."""
    if pointer.at is None:
        return step(scene, pointer, 1)
    x, y = middle(pointer.at)
    pose = pointer.at.turn, pointer.at.flip

    def cost(spot: Spot) -> float | None:
        there = middle(spot)
        right, up = there[0] - x, there[1] - y
        ahead, aside = (right * dx, abs(up)) if dx else (up * dy, abs(right))
        if ahead <= 0 or aside > 3 * ahead + 2:
            return None
        return ahead + _ASIDE * aside + (0 if (spot.turn, spot.flip) == pose else _TURNING)

    costs = ((found, spot) for spot in situation.places(scene, pointer) if (found := cost(spot)) is not None)
    best = min(costs, default=None)
    if best is None:
        way = ("left", "right")[dx > 0] if dx else ("down", "up")[dy > 0]
        return Reply(pointer, say=f"{pointer.letter} can go no farther {way}." if scene.view.tower else "")
    return Reply(_put(pointer, best[1]))


def turn(scene: TableScene, pointer: Pointer, quarters: int) -> TableReply:
    """The next way round in which the letter fits somewhere, as near as can be."""
    if pointer.at is None:
        return step(scene, pointer, 1)
    spots = situation.places(scene, pointer)
    for more in range(1, 4):
        way = (pointer.at.turn + quarters * more) % 4
        found = _posed(spots, pointer.at, way, pointer.at.flip)
        if found is not None:
            said = "" if more == 1 else f"Turned by only 90, {pointer.letter} fits nowhere."
            return Reply(_put(pointer, found), say=said)
    return Reply(pointer, say=f"{pointer.letter} fits nowhere turned another way.")


def flip(scene: TableScene, pointer: Pointer) -> TableReply:
    """Turn the letter over."""
    if not scene.view.terms.flip:
        return Reply(pointer, say="Letters show their front in this game: they are not turned over.", rule="K-19")
    if pointer.at is None:
        return step(scene, pointer, 1)
    spots, now = situation.places(scene, pointer), pointer.at
    for more in range(4):
        found = _posed(spots, now, (now.turn + more) % 4, not now.flip)
        if found is not None:
            said = f"Turned over it only fits turned by {90 * found.turn}." if more else ""
            return Reply(_put(pointer, found), say=said)
    return Reply(pointer, say=f"{pointer.letter} fits nowhere turned over.")


def _posed(spots: tuple[Spot, ...], now: Spot, turned: int, over: bool) -> Spot | None:
    return nearest((s for s in spots if (s.turn, s.flip) == (turned, over)), middle(now), (turned, over))


def _put(pointer: Pointer, spot: Spot) -> Pointer:
    return replace(pointer, at=spot, tried=None, zone=TOWER)


# --- by the mouse ---------------------------------------------------------------------------------------


def onto_joint(scene: TableScene, pointer: Pointer, x: int, y: int, side: int) -> TableReply:
    """The places where a connector of the tower is used, one after the other."""
    dx, dy = STEPS[side]
    there = (x + dx, y + dy, (side + 2) % 4)
    tower = tower_of(scene.view.tower)
    good = [s for s in situation.places(scene, pointer) if there in {(j.x, j.y, j.side) for j in joints(tower, s)}]
    if not good:
        return Reply(replace(pointer, tried=None), say=f"{pointer.letter} fits nowhere on that one.", rule="K-20")
    return Reply(_put(pointer, _following(good, pointer)))


def onto_letter(scene: TableScene, pointer: Pointer, letter: str) -> TableReply:
    """The places on a letter of the tower, one after the other."""
    tower = tower_of(scene.view.tower)
    good = [s for s in situation.places(scene, pointer) if letter in {j.other for j in joints(tower, s)}]
    if not good:
        return Reply(replace(pointer, tried=None), say=f"{pointer.letter} fits nowhere on {letter}.")
    return Reply(_put(pointer, _following(good, pointer)))


def _following(good: list[Spot], pointer: Pointer) -> Spot:
    """The place after the present one; coming from elsewhere the one that needs least turning."""
    if pointer.at in good:
        return good[(good.index(pointer.at) + 1) % len(good)]
    if pointer.at is None:
        return good[0]
    found = nearest(good, middle(pointer.at), (pointer.at.turn, pointer.at.flip))
    assert found is not None
    return found


def onto_cell(scene: TableScene, pointer: Pointer, cell: Cell) -> TableReply:
    """The legal place over a cell, rather as the letter is turned; where there is none, why not as it is turned."""
    turned, over = (pointer.at.turn, pointer.at.flip) if pointer.at else (0, False)
    over_it = [spot for spot in situation.places(scene, pointer) if cell in spot.cells]
    same = [spot for spot in over_it if (spot.turn, spot.flip) == (turned, over)]
    found = nearest(same or over_it, (cell[0] + 0.5, cell[1] + 0.5), (turned, over))
    if found is not None:
        return Reply(_put(pointer, found))
    flat = Spot(pointer.letter, turned, over, 0, 0)
    x, y = middle(flat)
    wish = flat._replace(x=round(cell[0] + 0.5 - x), y=round(cell[1] + 0.5 - y))
    why, rule = situation.refusal(scene, wish)
    return Reply(replace(pointer, tried=wish, zone=TOWER), say=why, rule=rule)


# --- in words -------------------------------------------------------------------------------------------


def posed(spot: Spot) -> str:
    """How a letter is turned.

    >>> posed(Spot("R", 0, False, 0, 0)), posed(Spot("R", 1, True, 0, 0))
    ('upright', 'turned over and to the left')
    """
    turned = ("upright", "to the left", "upside down", "to the right")[spot.turn]
    if spot.flip:
        return f"turned over{f' and {turned}' if spot.turn else ''}"
    return f"turned {turned}" if spot.turn in (1, 3) else turned


def holds(scene: TableScene, spot: Spot) -> str:
    """What a letter is notched to in a place: ``2 joints with M and D``; empty for the base."""
    made = joints(tower_of(scene.view.tower), spot)
    return f"{count(len(made), 'joint')} with {names(''.join(dict.fromkeys(j.other for j in made)))}" if made else ""
