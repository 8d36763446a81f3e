"""The hand on the table: where the cursor is, what is picked up, and what keys and clicks do to it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from towergames.boards.desk import Reply, Scene
from towergames.boards.takethat import words
from towergames.core.contract import Decide
from towergames.games.takethat.model import Action, Build, Claim, EndTurn, ScoreNext, View

HAND, BOARD, END = "hand", "board", "end"

TableScene = Scene[View]
TableReply = Reply[Action]


@dataclass(frozen=True, slots=True)
class Pointer:
    """Cursor and picking.

    ``zone`` is where the cursor is: hand, board or the End turn plate. ``card`` is the hand index under the cursor,
    ``slot``/``storey`` the place under it on the board. ``held`` is the name of a picked card and ``lifted`` its hand
    index; ``placed`` is true when the place was picked first and a card is wanted for it. Never both.
    """

    zone: str = HAND
    card: int = 0
    held: str = ""
    lifted: int = 0
    slot: int = 0
    storey: int = 0
    placed: bool = False

    @property
    def empty(self) -> bool:
        """Nothing picked."""
        return not self.held and not self.placed


def deciding(scene: TableScene) -> str:
    """The phase in which the looker must decide now, or '' when it is not his turn."""
    return scene.view.phase if scene.may_act and isinstance(scene.turn, Decide) else ""


def hand(scene: TableScene) -> tuple[str, ...]:
    """The looker's cards, as far as he may see them."""
    return words.hand_of(scene.view, scene.seat)


def start(scene: TableScene) -> Pointer:
    """The pointer at the beginning of a decision: on the hand, or on what is to be scored."""
    phase = deciding(scene)
    if not phase:
        return Pointer()  # who only watches sees no cursor on the board until moving it there
    if phase == "order":
        due = [s for s in range(len(scene.view.slots)) if words.is_due(scene.view, s)]
        first = due[0] if due else 0
        return Pointer(zone=BOARD, slot=first, storey=max(0, words.height_at(scene.view, first) - 1))
    if phase == "claim" and (not hand(scene) or not vacant(scene.view)):
        return aim(scene, Pointer(zone=END))
    return aim(scene, Pointer(zone=HAND if hand(scene) else BOARD))


def keep(scene: TableScene, pointer: Pointer) -> Pointer:
    """The pointer after the view changed: what still makes sense stays."""
    cards, phase = hand(scene), deciding(scene)
    held = pointer.held if pointer.held in cards and phase in ("build", "claim") else ""
    placed = pointer.placed and bool(cards) and phase in ("build", "claim")
    zone = pointer.zone
    if (zone == END and phase != "claim") or phase == "order":
        zone = BOARD
    if zone == HAND and not cards and phase:
        zone = END if phase == "claim" else BOARD
    if pointer.held and not held and cards and phase in ("build", "claim"):
        zone = HAND
    card = min(pointer.card, max(0, len(cards) - 1))
    lifted = 0
    if held:
        lifted = pointer.lifted if cards[pointer.lifted : pointer.lifted + 1] == (held,) else cards.index(held)
    slot = min(max(0, pointer.slot), len(scene.view.slots) - 1)
    kept = Pointer(zone, max(0, card), held, lifted, slot, pointer.storey, placed)
    return replace(kept, storey=clamp_storey(scene.view, slot, pointer.storey))


def clamp_storey(view: View, slot: int, storey: int) -> int:
    """A storey that exists in the slot's tower, or 0."""
    return max(0, min(storey, words.height_at(view, slot) - 1))


def vacant(view: View) -> tuple[tuple[int, int], ...]:
    """Every storey that can be claimed, tower by tower, top first."""
    return tuple(
        (slot, storey)
        for slot, tower in enumerate(view.slots)
        if tower
        for storey in range(len(tower.storeys) - 1, -1, -1)
        if tower.storeys[storey].owner is None
    )


def can_place(scene: TableScene, slot: int, storey: int) -> str:
    """Why the place under the cursor is no target in this phase, or ''."""
    phase = scene.view.phase
    if phase == "claim":
        return words.cannot_claim(scene.view, slot, storey)
    if phase == "order":
        return "" if words.is_due(scene.view, slot) else f"Tower {words.letter(slot)} is not to be scored now"
    return words.cannot_build(scene.view, slot)


def places(scene: TableScene) -> tuple[tuple[int, int], ...]:
    """The places that could be chosen in this phase, in reading order."""
    if scene.view.phase == "claim":
        return vacant(scene.view)
    slots = range(len(scene.view.slots))
    return tuple((s, max(0, words.height_at(scene.view, s) - 1)) for s in slots if not can_place(scene, s, 0))


def aim(scene: TableScene, pointer: Pointer) -> Pointer:
    """The board cursor on a place that can be chosen, staying where it is if that is one."""
    if not can_place(scene, pointer.slot, pointer.storey):
        return pointer
    found = places(scene)
    if not found:
        return replace(pointer, storey=clamp_storey(scene.view, pointer.slot, pointer.storey))
    near = min(found, key=lambda p: (abs(p[0] - pointer.slot), abs(p[1] - pointer.storey)))
    return replace(pointer, slot=near[0], storey=near[1])


def next_place(scene: TableScene, pointer: Pointer) -> Pointer:
    """The cursor on the next place that can be chosen, round and round."""
    found = places(scene)
    if not found:
        return pointer
    here = (pointer.slot, pointer.storey)
    at = found.index(here) + 1 if pointer.zone == BOARD and here in found else 0
    slot, storey = found[at % len(found)]
    return replace(pointer, zone=BOARD, slot=slot, storey=storey)


# --- moving -----------------------------------------------------------------------------------------

STEPS = {"move.left": (-1, 0), "move.right": (1, 0), "move.up": (0, 1), "move.down": (0, -1)}


def move(scene: TableScene, pointer: Pointer, command: str) -> Pointer:
    """An arrow key: along the hand, about the board, and between the two at the edges."""
    dx, dy = STEPS[command]
    if pointer.zone == END:
        return replace(pointer, zone=HAND if dy < 0 and hand(scene) else BOARD) if (dx < 0 or dy) else pointer
    if pointer.zone == HAND:
        cards = len(hand(scene))
        if dy > 0 or not cards:
            return replace(pointer, zone=BOARD)
        return replace(pointer, card=(pointer.card + dx) % cards)
    if dx:
        slot = (pointer.slot + dx) % max(1, len(scene.view.slots))
        moved = replace(pointer, slot=slot)
        if scene.view.phase == "claim":
            return replace(moved, storey=clamp_storey(scene.view, slot, pointer.storey))
        return replace(moved, storey=max(0, words.height_at(scene.view, slot) - 1))
    storey = pointer.storey + dy
    if storey < 0 and hand(scene) and not pointer.held:
        return replace(pointer, zone=HAND)
    return replace(pointer, storey=clamp_storey(scene.view, pointer.slot, storey))


def next_zone(scene: TableScene, pointer: Pointer, step: int) -> Pointer:
    """Tab: hand, board, End turn plate (while claiming), leaving out what is not there."""
    zones = [z for z in (HAND, BOARD, END) if _present(scene, z)]
    at = zones.index(pointer.zone) if pointer.zone in zones else 0
    return replace(pointer, zone=zones[(at + step) % len(zones)])


def _present(scene: TableScene, zone: str) -> bool:
    return zone == BOARD or (bool(hand(scene)) if zone == HAND else deciding(scene) == "claim")


def back(pointer: Pointer) -> Pointer:
    """Esc: put down what is picked, else leave the board for the hand; equal when there is nothing to go back from."""
    if pointer.held:
        return replace(pointer, held="", lifted=0, zone=HAND, card=pointer.lifted)
    if pointer.placed:
        return replace(pointer, placed=False, zone=BOARD)
    return pointer


# --- choosing ---------------------------------------------------------------------------------------


def draft(scene: TableScene, pointer: Pointer) -> Action | None:
    """The action that Enter would submit now, or None."""
    phase, cards = deciding(scene), hand(scene)
    if phase == "order":
        return ScoreNext(pointer.slot) if pointer.zone == BOARD else None
    if phase == "claim" and pointer.zone == END:
        return EndTurn()
    card = pointer.held if pointer.zone == BOARD else ""
    if pointer.placed and pointer.zone == HAND and pointer.card < len(cards):
        card = cards[pointer.card]
    if not card:
        return None
    if phase == "build":
        return Build(card, pointer.slot)
    if phase == "claim" and words.storey_at(scene.view, pointer.slot, pointer.storey):
        return Claim(pointer.slot, pointer.storey, card)
    return None


def choose(scene: TableScene, pointer: Pointer) -> TableReply:
    """Enter: submit the pending action, or pick what is under the cursor."""
    if not deciding(scene):
        return Reply(pointer, say=scene.waiting())
    action = draft(scene, pointer)
    if action is not None:
        # An action that the judge will refuse keeps the picking, so that nothing is lost (U19).
        refused = not isinstance(action, EndTurn) and can_place(scene, pointer.slot, pointer.storey)
        return Reply(pointer if refused else after(scene, pointer, action), submit=action)
    if pointer.zone == HAND:
        return pick_card(scene, pointer, pointer.card)
    return pick_place(scene, pointer)


def after(scene: TableScene, pointer: Pointer, action: Action) -> Pointer:
    """The pointer once the action is done: nothing picked, back where the next choice begins."""
    left = len(hand(scene)) - (1 if isinstance(action, Build | Claim) else 0)
    zone = BOARD if isinstance(action, ScoreNext) else HAND
    if isinstance(action, Claim | EndTurn) and not left:
        zone = END
    return Pointer(zone, min(pointer.card, max(0, left - 1)), slot=pointer.slot, storey=pointer.storey)


def pick_card(scene: TableScene, pointer: Pointer, index: int) -> TableReply:
    """Pick the card at a hand index: it is raised and the cursor goes to the board."""
    cards = hand(scene)
    if not 0 <= index < len(cards):
        return Reply(pointer, say=f"There is no card {index + 1} in the hand.")
    here = replace(pointer, card=index)
    phase = deciding(scene)
    if pointer.placed or phase not in ("build", "claim"):
        return Reply(replace(here, zone=HAND), say="" if pointer.placed or not phase else "Choose a tower to score.")
    if phase == "claim" and not vacant(scene.view):
        return Reply(replace(here, zone=HAND), say="No floor is vacant; end the turn.", rule="R-11")
    return Reply(aim(scene, replace(here, held=cards[index], lifted=index, zone=BOARD)))


def pick_place(scene: TableScene, pointer: Pointer) -> TableReply:
    """Pick the place under the board cursor first; a card is chosen next."""
    reason = can_place(scene, pointer.slot, pointer.storey)
    rule = {"claim": "R-11", "build": "R-7", "order": "R-14"}.get(scene.view.phase, "")
    if reason:
        return Reply(pointer, say=reason + ".", rule=rule)
    if not hand(scene):
        return Reply(pointer, say="The hand is empty; end the turn.")
    return Reply(replace(pointer, zone=HAND, placed=True))
