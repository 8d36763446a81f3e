"""The cursor and the prepared move of one seat, and where they can go."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from towergames.boards.protocol import Context, Result, Zone
from towergames.games.takethat.model import Action, Build, Claim, EndTurn, ScoreNext, View, storeys_at
from towergames.games.takethat.rules import due_slots


@dataclass(frozen=True, slots=True)
class Ui:
    """The cursor and the picked card or place.

    The cursor is in the ``zone`` hand on the ``card`` of that index, or on the board on ``slot`` and ``storey``.
    ``held`` is the name of a picked card and ``lifted`` its index; ``placed`` says that the place was picked first and
    a card comes next. Never both.
    """

    zone: Zone = "hand"
    card: int = 0
    held: str = ""
    lifted: int = 0
    slot: int = 0
    storey: int = 0
    placed: bool = False


TableContext = Context[View, Ui, Action]
TableResult = Result[Ui, Action]
Place = tuple[int, int]
"""(slot, storey), both counted from 0."""


def cards_of(c: Context[View, Any, Action]) -> tuple[str, ...]:
    """The cards that the looker may play with: none when the hand is hidden or the looker is a spectator."""
    return () if c.seat is None else c.view.hands[c.seat] or ()


def height_at(view: View, slot: int) -> int:
    """How many floors stand in a slot."""
    return len(storeys_at(view, slot))


def top_of(view: View, slot: int) -> int:
    """The highest storey in a slot, 0 for an empty lot."""
    return max(0, height_at(view, slot) - 1)


def places(view: View) -> tuple[Place, ...]:
    """The places that can be chosen in this phase, tower by tower, top first."""
    if view.phase == "claim":
        return tuple(
            (slot, at)
            for slot in range(len(view.slots))
            for at, storey in reversed([*enumerate(storeys_at(view, slot))])
            if storey.owner is None
        )
    slots = due_slots(view) if view.phase == "order" else set(range(len(view.slots))) - set(view.built)
    return tuple((slot, top_of(view, slot)) for slot in sorted(slots))


# --- the state itself -------------------------------------------------------------------------------


def adapt(c: Context[View, Ui | None, Action], new: bool) -> Ui:
    """The UiState that fits the context: at a new decision on the hand, or on the first tower to be scored."""
    ui, view, cards = c.ui, c.view, cards_of(c)
    picking = c.phase in ("build", "claim")
    board = c.phase == "order" or (c.phase and not cards)
    if ui is None or new:
        return aim(view, Ui("board" if board else "hand")) if c.phase else Ui()
    held = ui.held if picking and ui.held in cards else ""
    lifted = ui.lifted if cards[ui.lifted : ui.lifted + 1] == (held,) else cards.index(held) if held else 0
    slot = min(ui.slot, len(view.slots) - 1)
    return Ui(
        zone="board" if board else "hand" if ui.held and not held and picking else ui.zone,
        card=max(0, min(ui.card, len(cards) - 1)),
        held=held,
        lifted=lifted,
        slot=slot,
        storey=min(ui.storey, top_of(view, slot)),
        placed=ui.placed and picking and bool(cards),
    )


def action_at(c: TableContext, card: str) -> Action:
    """The action of this phase at the place under the cursor, with a card."""
    if c.phase == "order":
        return ScoreNext(c.ui.slot)
    return Build(card, c.ui.slot) if c.phase == "build" else Claim(c.ui.slot, c.ui.storey, card)


def draft(c: TableContext) -> Action | None:
    """The action that Enter would submit: a card and a place are chosen, or nothing is left but to end the turn."""
    ui = c.ui
    if not c.phase:
        return None
    if c.phase == "claim" and not (cards_of(c) and places(c.view)):
        return EndTurn()
    card = ui.held if ui.zone == "board" else cards_of(c)[ui.card] if ui.placed else ""
    return action_at(c, card) if card or c.phase == "order" else None


# --- the cursor -------------------------------------------------------------------------------------


def aim(view: View, ui: Ui) -> Ui:
    """Move the board cursor to the nearest place that can be chosen."""
    found = places(view)
    if not found:
        return replace(ui, storey=min(ui.storey, top_of(view, ui.slot)))
    slot, storey = min(found, key=lambda place: (abs(place[0] - ui.slot), abs(place[1] - ui.storey)))
    return replace(ui, slot=slot, storey=storey)


def next_place(view: View, ui: Ui) -> Ui:
    """The cursor on the next place that can be chosen, round and round."""
    found = places(view)
    here = (ui.slot, ui.storey)
    at = found.index(here) + 1 if ui.zone == "board" and here in found else 0
    slot, storey = found[at % len(found)]
    return replace(ui, zone="board", slot=slot, storey=storey)


STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}


def move(c: TableContext, key: str) -> Ui:
    """An arrow key: along the hand, about the board, and between the two at the edges."""
    ui, view, cards = c.ui, c.view, len(cards_of(c))
    dx, dy = STEPS[key]
    if ui.zone == "hand":
        if dy > 0 or not cards:
            return replace(ui, zone="board")
        return replace(ui, card=(ui.card + dx) % cards)
    if dx:
        slot = (ui.slot + dx) % len(view.slots)
        top = top_of(view, slot)
        return replace(ui, slot=slot, storey=min(ui.storey, top) if view.phase == "claim" else top)
    if ui.storey + dy < 0 and cards and not ui.held:
        return replace(ui, zone="hand")
    return replace(ui, storey=max(0, min(ui.storey + dy, top_of(view, ui.slot))))


def put_back(ui: Ui) -> Ui:
    """What was picked put back; the same UiState when nothing was."""
    if ui.held:
        return replace(ui, held="", lifted=0, zone="hand", card=ui.lifted)
    return replace(ui, placed=False, zone="board") if ui.placed else ui
