"""Tiles from the rack to the board and back: typing, picking, recalling, shuffling."""

from __future__ import annotations

from dataclasses import replace

from towergames.boards.desk import Reply
from towergames.boards.words.pointer import (
    BOARD,
    RACK,
    Pointer,
    TableReply,
    TableScene,
    along_rack,
    phase,
)
from towergames.core.dice import Dice
from towergames.games.words.board import show_tile, square


def type_letter(scene: TableScene, pointer: Pointer, letter: str) -> TableReply:
    """A letter key: lay that tile at the cursor, or step over a stack that shows it; chooses a tile to exchange."""
    if phase(scene) != "turn":
        answer = "Say first whether the last play stands: accept or challenge."
        return Reply(pointer, say=answer if phase(scene) else scene.waiting())
    free = [slot for slot, tile in enumerate(pointer.order) if tile == letter and slot not in pointer.out]
    if pointer.swapping:
        if not free:
            return Reply(pointer, say=f"There is no {show_tile(letter)} on the rack.")
        return Reply(replace(pointer, slot=free[0], zone=RACK))
    here = replace(pointer, zone=BOARD, held=-1, quiet=False)
    if pointer.quiet and letter == "U":
        return Reply(here)  # the Qu tile has it already
    if pointer.ended:
        return Reply(here, say="The board ends here. Backspace takes the last tile back.")
    standing = scene.view.board[here.cell]
    if standing.endswith(letter) and not here.tile_at(here.cell):
        return Reply(replace(_onward(scene, here), quiet=letter == "Q"))
    if not free:
        own = here.tile_at(here.cell) == letter
        if own:
            return Reply(replace(_onward(scene, here), quiet=letter == "Q"))
        more = " more" if letter in here.order else ""
        # No rule is cited: Enter would open it, and after a slip of the fingers it should still play.
        return Reply(here, say=f"There is no {show_tile(letter)}{more} on the rack.")
    reply = lay(scene, here, free[0])
    return replace(reply, pointer=replace(reply.pointer, quiet=letter == "Q")) if not reply.say else reply


def lay(scene: TableScene, pointer: Pointer, slot: int) -> TableReply:
    """The rack's tile ``slot`` onto the square under the cursor, and on to the next; a pending tile there goes back."""
    why, rule = cannot_lay(scene, pointer, slot)
    if why:
        return Reply(replace(pointer, zone=BOARD), say=why, rule=rule)
    kept = tuple((cell, other) for cell, other in pointer.laid if cell != pointer.cell and other != slot)
    laid = replace(pointer, laid=(*kept, (pointer.cell, slot)), held=-1, zone=BOARD, quiet=False)
    return Reply(_onward(scene, laid))


def cannot_lay(scene: TableScene, pointer: Pointer, slot: int) -> tuple[str, str]:
    """Why that tile cannot be laid under the cursor at all, and the rule; what words result is for the judge."""
    if not 0 <= slot < len(pointer.order):
        return f"There is no tile {slot + 1} on the rack.", "R-6"
    terms, cell, tile = scene.view.terms, pointer.cell, pointer.order[slot]
    stack, name = scene.view.board[cell], square(cell, terms.size)
    if len(stack) >= terms.height:
        return f"The stack at {name} is {terms.height} tiles high already.", "U-19"
    if stack.endswith(tile):
        return f"{show_tile(tile)} stands at {name} already; a letter does not cover itself.", "R-14"
    others = [at for at, other in pointer.laid if at != cell and other != slot]
    rows = {at // terms.size for at in (*others, cell)}
    cols = {at % terms.size for at in (*others, cell)}
    if len(rows) > 1 and len(cols) > 1:
        return "All tiles of one turn lie in one row or in one column.", "R-8"
    return "", ""


def _onward(scene: TableScene, pointer: Pointer) -> Pointer:
    """The cursor one square on in the direction of typing; at the edge it stays and remembers that it is at the end."""
    size = scene.view.terms.size
    row, col = divmod(pointer.cell, size)
    row, col = (row + 1, col) if pointer.down else (row, col + 1)
    if max(row, col) >= size:
        return replace(pointer, ended=True)
    return replace(pointer, cell=row * size + col, ended=False)


def pick(scene: TableScene, pointer: Pointer, slot: int) -> TableReply:
    """A digit: lay that tile at the cursor, from the rack pick it up; while exchanging, choose it."""
    if not 0 <= slot < len(pointer.order):
        return Reply(pointer, say=f"There is no tile {slot + 1} on the rack.")
    if phase(scene) != "turn":
        return Reply(replace(pointer, slot=slot), say=scene.waiting() if not phase(scene) else "Answer first.")
    if pointer.swapping:
        return Reply(replace(pointer, slot=slot, zone=RACK))
    if slot in pointer.out:
        return Reply(pointer, say=f"{show_tile(pointer.order[slot])} lies on the board; Backspace takes tiles back.")
    if pointer.zone == BOARD:
        if pointer.ended:
            return Reply(pointer, say="The board ends here. Backspace takes the last tile back.")
        return lay(scene, pointer, slot)
    return Reply(hold(pointer, slot))


def hold(pointer: Pointer, slot: int) -> Pointer:
    """A tile picked up; it is laid where Enter or the mouse says."""
    return replace(pointer, held=slot, slot=slot, zone=BOARD, swapping=False, ended=False, quiet=False)


def recall(pointer: Pointer) -> TableReply:
    """Backspace: the tile laid last goes back to the rack, and the cursor to where it lay."""
    if pointer.held >= 0:
        return Reply(replace(pointer, held=-1))
    if not pointer.laid:
        return Reply(replace(pointer, quiet=False), say="No tile of yours lies on the board to be taken back.")
    cell = pointer.laid[-1][0]
    return Reply(replace(pointer, laid=pointer.laid[:-1], cell=cell, ended=False, quiet=False, zone=BOARD))


def recall_at(pointer: Pointer, cell: int) -> Pointer:
    """The pending tile of one square goes back to the rack."""
    kept = tuple(pair for pair in pointer.laid if pair[0] != cell)
    return replace(pointer, laid=kept, cell=cell, ended=False, quiet=False, zone=BOARD)


def recall_all(pointer: Pointer) -> TableReply:
    """All pending tiles go back; the cursor to where the first lay."""
    if not pointer.laid:
        return Reply(replace(pointer, held=-1), say="" if pointer.held >= 0 else "All your tiles are on the rack.")
    first = pointer.laid[0][0]
    return Reply(replace(pointer, laid=(), held=-1, cell=first, ended=False, quiet=False))


def shuffle(pointer: Pointer) -> TableReply:
    """The rack in a new order; tiles on the board stay there. Equal letters aside the order always changes.

    Chance comes from the number of shuffles alone, so that the same keys give the same picture.
    """
    if len(set(pointer.order)) < 2:
        return Reply(pointer, say="There is nothing to shuffle.")
    mixes, order, spelled = pointer.mixes, list(range(len(pointer.order))), pointer.order
    while spelled == pointer.order:
        mixes += 1
        order = Dice(mixes).shuffled(order)
        spelled = "".join(pointer.order[slot] for slot in order)
    where = {old: new for new, old in enumerate(order)}
    laid = tuple((cell, where[slot]) for cell, slot in pointer.laid)
    held = where.get(pointer.held, -1)
    mixed_rack = replace(pointer, order=spelled, laid=laid, held=held, mixes=mixes)
    return Reply(along_rack(mixed_rack, 0) if pointer.zone == RACK else mixed_rack)
