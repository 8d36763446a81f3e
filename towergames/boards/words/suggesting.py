"""A suggested move laid out on the table as if its player had done so himself; Enter would submit it."""

from __future__ import annotations

from dataclasses import replace

from towergames.boards.words.pointer import ACTS, BOARD, RACK, Pointer, TableScene
from towergames.games.words.model import Accept, Action, Challenge, Exchange, Pass, Play
from towergames.games.words.notation import cells_of


def lay_out(scene: TableScene, pointer: Pointer, action: Action) -> Pointer | None:
    """The pointer with the action prepared; None when the rack does not have the tiles."""
    free = replace(pointer, laid=(), held=-1, swapping=False, ended=False, quiet=False)
    match action:
        case Play():
            return _lay(scene, free, action)
        case Exchange(tile):
            slot = pointer.order.find(tile)
            return replace(free, zone=RACK, slot=slot, swapping=True) if slot >= 0 else None
        case Pass() | Challenge() | Accept():
            return replace(free, zone=ACTS, act=type(action).__name__.lower())


def _lay(scene: TableScene, free: Pointer, play: Play) -> Pointer | None:
    laid: list[tuple[int, int]] = []
    for cell, tile in (cells_of(play, scene.view.terms.size) or {}).items():
        used = {slot for _, slot in laid}
        slot = next((at for at, mine in enumerate(free.order) if mine == tile and at not in used), None)
        if slot is None:
            return None
        laid.append((cell, slot))
    return replace(free, zone=BOARD, laid=tuple(laid), cell=laid[-1][0], down=play.down) if laid else None
