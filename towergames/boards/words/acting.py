"""What Enter, the buttons and clicks do: the draft, and the actions that are submitted."""

from __future__ import annotations

from dataclasses import replace

from towergames.boards.desk import Reply
from towergames.boards.protocol import Confirmation
from towergames.boards.words import laying
from towergames.boards.words.pointer import (
    ACTS,
    BOARD,
    RACK,
    Pointer,
    TableReply,
    TableScene,
    acts,
    along_rack,
    back,
    pending,
    phase,
)
from towergames.core.contract import Seat
from towergames.games.words.board import COLUMNS, show_tile
from towergames.games.words.model import (
    MOST_EXCHANGES,
    SOLO_EXCHANGES,
    Accept,
    Action,
    Challenge,
    Exchange,
    Pass,
    Play,
    View,
)
from towergames.games.words.model import (
    RACK as RACK_TILES,
)

ACT_RULES = {"play": "R-5", "exchange": "R-22", "pass": "R-23", "challenge": "R-24", "accept": "U-12"}
"""The rule to read about each button."""


def draft(scene: TableScene, pointer: Pointer) -> Action | None:
    """The action that Enter would submit now, or None."""
    now = phase(scene)
    if pointer.zone == ACTS and pointer.act in acts(scene):
        return _act_draft(scene, pointer)
    if now != "turn":
        return None
    if pointer.zone == RACK:
        choosing = pointer.swapping and pointer.slot < len(pointer.order)
        return Exchange(pointer.order[pointer.slot]) if choosing else None
    return pending(scene, pointer) if pointer.held < 0 else None


def _act_draft(scene: TableScene, pointer: Pointer) -> Action | None:
    if why_not(scene, pointer, pointer.act):
        return None
    match pointer.act:
        case "play":
            return pending(scene, pointer)
        case "pass":
            return Pass()
        case "challenge":
            return Challenge()
        case "accept":
            return Accept()
        case _:
            return None


def why_not(scene: TableScene, pointer: Pointer, act: str) -> str:
    """Why a button cannot be used now, or ''."""
    now = phase(scene)
    if act == "shuffle":
        return "" if pointer.order else "There is no rack to shuffle."
    if act == "recall":
        return "" if pointer.laid or pointer.held >= 0 else "All your tiles are on the rack."
    if not now:
        return scene.waiting()
    if act == "accept":
        return "" if now == "answer" else "Nothing needs your consent; just take your turn."
    if act == "challenge":
        return "" if now == "answer" or scene.view.pending is not None else "There is no play that could be challenged."
    if now == "answer":
        return "Say first whether the last play stands: accept or challenge."
    if act == "play":
        return "" if pointer.laid else "Lay tiles first: type letters where the word should stand."
    return no_exchange(scene.view, scene.view.active) if act == "exchange" else ""


def no_exchange(view: View, seat: Seat) -> str:
    """Why the player on cannot exchange a tile, or ''; as the rules say (U-13, U-17, U-21, R-24)."""
    owed = RACK_TILES - view.rack_sizes[view.pending.seat] if view.pending else 0
    if view.retry:
        return "After a play was taken back you may play another or pass, not exchange."
    if view.bag <= owed:
        return "The bag is empty, so nothing can be exchanged."
    if view.seats == 1 and view.exchanges[0] >= SOLO_EXCHANGES:
        return f"All {SOLO_EXCHANGES} exchanges have been used."
    return f"A player can exchange at most {MOST_EXCHANGES} tiles." if view.exchanges[seat] >= MOST_EXCHANGES else ""


def choose(scene: TableScene, pointer: Pointer) -> TableReply:
    """Enter: submit the pending action, lay the tile in hand, or do what the cursor is on."""
    now = phase(scene)
    if not now:
        return Reply(pointer, say=scene.waiting())
    if pointer.zone == BOARD and pointer.held >= 0:
        return laying.lay(scene, pointer, pointer.held)
    action = draft(scene, pointer)
    if action is not None:
        return submit(pointer, action)
    if pointer.zone == ACTS:
        return press(scene, pointer, pointer.act)
    if now == "answer":
        return Reply(replace(pointer, zone=ACTS))
    if pointer.zone == RACK:
        free = pointer.slot not in pointer.out and pointer.slot < len(pointer.order)
        return Reply(laying.hold(pointer, pointer.slot) if free else pointer)
    return Reply(pointer, say="Type letters to lay tiles here; Space turns the direction.")


def submit(pointer: Pointer, action: Action) -> TableReply:
    """Hand an action to the judge; a play's tiles stay until the board has changed, so that a refusal loses nothing."""
    match action:
        case Play():
            return Reply(pointer, submit=action)
        case Pass() | Exchange():
            return Reply(replace(pointer, zone=BOARD, swapping=False, laid=(), held=-1), submit=action)
        case _:
            return Reply(replace(pointer, zone=BOARD, swapping=False), submit=action)


def press(scene: TableScene, pointer: Pointer, act: str) -> TableReply:
    """A button by key or mouse."""
    why = why_not(scene, pointer, act)
    if why:
        return Reply(pointer, say=why, rule=ACT_RULES.get(act, "") if phase(scene) else "")
    match act:
        case "shuffle":
            return laying.shuffle(pointer)
        case "recall":
            return laying.recall_all(pointer)
        case "exchange":
            chosen = laying.recall_all(pointer).pointer
            chosen = along_rack(replace(chosen, zone=RACK, swapping=True), 0)
            return Reply(chosen, say="Which tile goes back into the bag? Choose it, then Enter; Esc keeps them all.")
    there = replace(pointer, zone=ACTS, act=act, held=-1)
    action = draft(scene, there)
    return submit(pointer if act == "play" else there, action) if action is not None else Reply(pointer)


def confirmation(scene: TableScene, action: Action) -> Confirmation | None:
    """Passing and challenging are confirmed."""
    match action:
        case Pass():
            return Confirmation("No word is played, and nothing scores.", "pass")
        case Challenge() if scene.view.pending is not None:
            words = " and ".join(scene.view.pending.words)
            return Confirmation(f"The word list decides on {words}: a false word comes off the board.", "challenge")
        case _:
            return None


# --- the mouse --------------------------------------------------------------------------------------


def click(scene: TableScene, pointer: Pointer, spot: str) -> TableReply:
    """A click on a square, a tile of the rack or a button."""
    kind, _, rest = spot.partition(":")
    if spot == "rack" and pointer.order:
        return Reply(along_rack(replace(pointer, zone=RACK), 0))
    if kind == "act" and rest in acts(scene):
        return press(scene, pointer, rest)
    if kind == "hand" and rest.isascii() and rest.isdigit():
        return _click_tile(scene, pointer, int(rest) - 1)
    cell = read_square(rest, scene.view.terms.size) if kind == "cell" else None
    return _click_square(scene, pointer, cell) if cell is not None else Reply(pointer)


def read_square(name: str, size: int) -> int | None:
    """``c5`` as a square's number, None when the board has no such square."""
    column, row = name[:1], name[1:]
    if not column or column not in COLUMNS[:size] or not (row.isascii() and row.isdigit() and len(row) <= 2):
        return None
    number = int(row)
    return (number - 1) * size + COLUMNS.index(column) if 1 <= number <= size else None


def _click_tile(scene: TableScene, pointer: Pointer, slot: int) -> TableReply:
    if not 0 <= slot < len(pointer.order):
        return Reply(pointer)
    if phase(scene) != "turn":
        return Reply(replace(pointer, zone=RACK, slot=slot) if not phase(scene) else pointer)
    if slot in pointer.out:
        cell = next(at for at, other in pointer.laid if other == slot)
        return Reply(laying.recall_at(pointer, cell))
    if pointer.swapping:
        if pointer.slot == slot:
            return choose(scene, pointer)
        return Reply(replace(pointer, slot=slot))
    if pointer.held == slot:
        return Reply(back(scene, pointer))
    return Reply(laying.hold(pointer, slot))


def _click_square(scene: TableScene, pointer: Pointer, cell: int) -> TableReply:
    there = replace(pointer, zone=BOARD, cell=cell, ended=False, quiet=False, swapping=False)
    if phase(scene) == "turn" and pointer.held >= 0:
        return laying.lay(scene, there, pointer.held)
    same = pointer.zone == BOARD and pointer.cell == cell
    if same and pointer.tile_at(cell):
        return Reply(laying.recall_at(pointer, cell))
    return Reply(replace(there, down=not pointer.down) if same and not pointer.ended else there)


def swap_name(pointer: Pointer) -> str:
    """The tile that would be exchanged, as people see it."""
    return show_tile(pointer.order[pointer.slot]) if pointer.slot < len(pointer.order) else ""
