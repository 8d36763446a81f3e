"""The hand on the table: where the cursor is, which way words run, how the rack lies and which tiles are laid."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from towergames.boards.desk import Reply, Scene
from towergames.boards.words.show import marked
from towergames.core.contract import Decide, Seat
from towergames.games.words.model import Action, View
from towergames.games.words.notation import play_of

BOARD, RACK, ACTS = "board", "rack", "acts"

TableScene = Scene[View]
TableReply = Reply[Action]


@dataclass(frozen=True, slots=True)
class Pointer:
    """Cursor and pending tiles.

    ``zone`` is where the cursor is: board, rack or the buttons. ``cell`` is the square under it and ``down`` the way
    that typed letters run; ``ended`` is true when the last letter stood on the last square of its line. ``order`` are
    the tiles of the rack as they lie, those on the board included; ``laid`` are (square, index in ``order``) in the
    order of laying. ``slot`` is the rack's cursor, ``held`` the index of a tile picked up, or -1. ``swapping`` is true
    while a tile to exchange is chosen, ``act`` is the button under the cursor. ``board`` is what the tiles were laid
    on; ``quiet`` is true when a Qu has just been typed, so that the u people type after it is passed over.
    ``mixes`` counts shuffles.
    """

    zone: str = BOARD
    cell: int = 0
    down: bool = False
    ended: bool = False
    order: str = ""
    laid: tuple[tuple[int, int], ...] = ()
    slot: int = 0
    held: int = -1
    swapping: bool = False
    act: str = ""
    board: tuple[str, ...] = ()
    quiet: bool = False
    mixes: int = 0

    def tile_at(self, cell: int) -> str:
        """The pending tile on a square, "" where there is none."""
        return next((self.order[slot] for at, slot in self.laid if at == cell), "")

    @property
    def tiles(self) -> dict[int, str]:
        """Square -> pending tile."""
        return {cell: self.order[slot] for cell, slot in self.laid}

    @property
    def out(self) -> frozenset[int]:
        """Indices in ``order`` that lie on the board."""
        return frozenset(slot for _, slot in self.laid)


# --- who may do what --------------------------------------------------------------------------------


def phase(scene: TableScene) -> str:
    """``turn`` or ``answer`` when the looker must decide that now, else ''."""
    return scene.view.phase if scene.may_act and isinstance(scene.turn, Decide) else ""


def shown_seat(scene: TableScene) -> Seat:
    """Whose rack is drawn: the looker's, or for a spectator that of whoever is on."""
    return scene.seat if scene.seat is not None else scene.view.active


def rack(scene: TableScene) -> str:
    """The rack drawn, as far as it may be seen."""
    seat = shown_seat(scene)
    return (scene.view.racks[seat] or "") if 0 <= seat < len(scene.view.racks) else ""


def typing(scene: TableScene) -> bool:
    """Whether letter keys belong to the board: while a seated looker sees his rack, also when others are on.

    Otherwise a letter typed a moment too late would take something back or leave the table.
    """
    seated = scene.seat is not None and 0 <= scene.seat < len(scene.view.racks)
    return seated and isinstance(scene.turn, Decide) and scene.view.racks[scene.seat or 0] is not None


# --- beginning and keeping --------------------------------------------------------------------------


def start(scene: TableScene) -> Pointer:
    """The pointer at the beginning of a decision: on the last play, else in the centre; on the answers when asked."""
    pointer = Pointer(cell=home(scene), order=rack(scene), board=scene.view.board)
    if phase(scene) == "answer":
        return replace(pointer, zone=ACTS, act="accept")
    return pointer


def carry(scene: TableScene, old: Pointer) -> Pointer:
    """The pointer of a seat's new decision: the rack lies as it was left, and pending tiles where they still can."""
    fresh, kept = start(scene), keep(scene, old)
    if kept.laid and not scene.view.retry:  # what was taken back after a challenge is not laid again
        return replace(kept, held=-1, swapping=False)
    return replace(fresh, order=kept.order, mixes=old.mixes)


def home(scene: TableScene) -> int:
    """Where the cursor begins."""
    cells = marked(scene)
    size = scene.view.terms.size
    return min(cells) if cells else (size // 2 - 1) * size + size // 2 - 1


def keep(scene: TableScene, pointer: Pointer) -> Pointer:
    """The pointer after the view changed: what still makes sense stays."""
    view, now = scene.view, phase(scene)
    tiles = rack(scene)
    same = Counter(pointer.order) == Counter(tiles)
    order = pointer.order if same else rearranged(_unlaid_first(pointer), tiles)
    keeps = same and now == "turn" and pointer.board == view.board
    laid = pointer.laid if keeps else ()
    held = pointer.held if same and now == "turn" and pointer.held < len(order) else -1
    if held in {slot for _, slot in laid}:
        held = -1
    zone, act = pointer.zone, pointer.act
    if now == "answer" and act not in ANSWERS:
        zone, act = ACTS, "accept"
    if (zone == ACTS and not acts(scene)) or (zone == RACK and not order):
        zone = BOARD
    if zone == ACTS and act not in acts(scene):
        act = acts(scene)[0]
    return replace(
        pointer,
        zone=zone,
        act=act,
        cell=pointer.cell if 0 <= pointer.cell < len(view.board) else home(scene),
        order=order,
        laid=laid,
        held=held,
        slot=max(0, min(pointer.slot, len(order) - 1)),
        swapping=pointer.swapping and now == "turn" and bool(order) and zone == RACK,
        board=view.board,
        ended=pointer.ended and bool(laid),
    )


def _unlaid_first(pointer: Pointer) -> str:
    """The tiles as they lie, those on the board last: of equal tiles the one laid is the one that is gone."""
    out = pointer.out
    return "".join(pointer.order[slot] for slot in sorted(range(len(pointer.order)), key=lambda slot: slot in out))


def rearranged(order: str, tiles: str) -> str:
    """The tiles in the order in which those still there lay, new ones behind them.

    >>> rearranged("TEA", "AET"), rearranged("TEA", "AETZ"), rearranged("TEA", "AB")
    ('TEA', 'TEAZ', 'AB')
    """
    left = Counter(tiles)
    kept = ""
    for tile in order:
        if left[tile]:
            left[tile] -= 1
            kept += tile
    return kept + "".join(sorted(left.elements()))


# --- buttons ----------------------------------------------------------------------------------------

ANSWERS = ("accept", "challenge")


def acts(scene: TableScene) -> tuple[str, ...]:
    """The buttons beside the rack, in the order of the cursor."""
    now = phase(scene)
    if now == "answer":
        return ANSWERS
    if now != "turn":
        return ()
    challenge = ("challenge",) if scene.view.pending is not None else ()
    return ("play", "exchange", "pass", *challenge, "recall", "shuffle")


# --- moving -----------------------------------------------------------------------------------------

STEPS = {"move.left": (-1, 0), "move.right": (1, 0), "move.up": (0, -1), "move.down": (0, 1)}


def move(scene: TableScene, pointer: Pointer, command: str) -> Pointer:
    """An arrow key on the board or among the buttons."""
    dx, dy = STEPS[command]
    if pointer.zone == ACTS:
        names = acts(scene)
        at = names.index(pointer.act) if pointer.act in names else 0
        return replace(pointer, act=names[(at + dx + dy) % len(names)]) if names else replace(pointer, zone=BOARD)
    size = scene.view.terms.size
    row, col = divmod(pointer.cell, size)
    row, col = min(max(0, row + dy), size - 1), min(max(0, col + dx), size - 1)
    return replace(pointer, cell=row * size + col, ended=False, quiet=False)


def along_rack(pointer: Pointer, step: int) -> Pointer:
    """The rack's cursor on the next tile that lies there."""
    free = [slot for slot in range(len(pointer.order)) if slot not in pointer.out]
    if not free:
        return pointer
    if pointer.slot not in free:
        return replace(pointer, slot=min(free, key=lambda slot: (abs(slot - pointer.slot), slot)))
    return replace(pointer, slot=free[(free.index(pointer.slot) + step) % len(free)])


def next_zone(scene: TableScene, pointer: Pointer, step: int) -> Pointer:
    """Tab: board, rack, buttons, leaving out what is not there."""
    zones = [z for z in (BOARD, RACK, ACTS) if z == BOARD or (pointer.order if z == RACK else acts(scene))]
    at = zones.index(pointer.zone) if pointer.zone in zones else 0
    zone = zones[(at + step) % len(zones)]
    moved = replace(pointer, zone=zone, swapping=False, quiet=False)
    if zone == ACTS:
        names = acts(scene)
        return replace(moved, act=moved.act if moved.act in names else names[0])
    return along_rack(moved, 0) if zone == RACK else moved


def back(scene: TableScene, pointer: Pointer) -> Pointer:
    """Esc: one level back; equal when there is nothing to go back from."""
    if pointer.swapping:
        return replace(pointer, swapping=False, zone=BOARD)
    if pointer.held >= 0:
        return replace(pointer, held=-1)
    if pointer.zone != BOARD and phase(scene) != "answer":
        return replace(pointer, zone=BOARD)
    if pointer.laid:
        return replace(pointer, laid=(), cell=pointer.laid[0][0], ended=False)
    return pointer


def pending(scene: TableScene, pointer: Pointer) -> Action | None:
    """The play that the pending tiles make, None without any."""
    return play_of(pointer.tiles, scene.view.terms.size) if pointer.laid else None
