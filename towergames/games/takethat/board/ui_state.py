"""The chosen card and place of one seat, and where they can go."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from towergames.board.protocol import ARROWS, Context, Result, Zone
from towergames.games.takethat.bots import best_build, best_claim
from towergames.games.takethat.model import Action, Build, Claim, EndTurn, ScoreNext, View, storeys_at
from towergames.games.takethat.rules import due_slots


@dataclass(frozen=True, slots=True)
class Ui:
    """The chosen card and place: together they are the move that Enter makes.

    ``zone`` is where the arrow keys move: in the hand (``card``, an index) or on the board (``slot`` and ``storey``).
    With ``ends`` no claim is chosen, and Enter ends the turn. ``claiming`` names the claim that is due, by the turn and
    the cards in hand, so that the cursor is set once for each claim.
    """

    zone: Zone = "hand"
    card: int = 0
    slot: int = 0
    storey: int = 0
    ends: bool = False
    claiming: tuple[int, int] | None = None


TableContext = Context[View, Ui, Action]
TableResult = Result[Ui, Action]
StoreyIndex = tuple[int, int]
"""(slot, storey), both counted from 0."""


def cards_of(c: Context[View, Any, Action]) -> tuple[str, ...]:
    """The cards that the viewer may play: none when the hand is hidden or the viewer is a spectator."""
    return () if c.seat is None else c.view.hands[c.seat] or ()


def height_at(view: View, slot: int) -> int:
    """How many floors stand in a slot."""
    return len(storeys_at(view, slot))


def top_of(view: View, slot: int) -> int:
    """The highest storey in a slot, 0 for an empty lot."""
    return max(0, height_at(view, slot) - 1)


def places(view: View) -> tuple[StoreyIndex, ...]:
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
    """The UiState that fits the context: a new decision starts with the best move or the first tower to score."""
    ui, view, cards = c.ui, c.view, cards_of(c)
    board = c.phase == "order" or (c.phase and not cards)
    claiming = (view.turns, len(cards)) if c.phase == "claim" else None
    if claiming and (ui is None or ui.claiming != claiming):
        return replace(_first_claim(view, cards), claiming=claiming)
    if (ui is None or new) and not c.phase:
        return Ui()
    if ui is None or new:
        return aim(view, _first_build(view, cards) or Ui(zone="board" if board else "hand"))
    slot = min(ui.slot, len(view.slots) - 1)
    kept = Ui(
        zone="board" if board else ui.zone,
        card=max(0, min(ui.card, len(cards) - 1)),
        slot=slot,
        storey=min(ui.storey, top_of(view, slot)),
        ends=ui.ends and c.phase == "claim",
        claiming=ui.claiming,
    )
    return aim(view, kept) if c.phase and kept.zone == "hand" else kept


def _first_build(view: View, cards: tuple[str, ...]) -> Ui | None:
    """The floor with the best estimate chosen, on its tower; None where no floor is to be built."""
    build = best_build(view) if view.phase == "build" else None
    if build is None:
        return None
    return Ui(card=cards.index(build.floor), slot=build.slot)


def _first_claim(view: View, cards: tuple[str, ...]) -> Ui:
    """The most useful claim chosen; where none is useful, the end of the turn."""
    claim = best_claim(view)
    if claim is None:
        return replace(aim(view, Ui(zone="hand" if cards else "board")), ends=True)
    return Ui(card=cards.index(claim.card), slot=claim.slot, storey=claim.storey)


def prepared(c: TableContext, action: Action) -> Ui:
    """The UiState in which Enter does an action: the card is raised, and the cursor is on the tower or floor."""
    ui = replace(c.ui, zone="board", ends=False)
    match action:
        case Build(floor, slot):
            return replace(ui, card=cards_of(c).index(floor), slot=slot, storey=top_of(c.view, slot))
        case Claim(slot, storey, card):
            return replace(ui, card=cards_of(c).index(card), slot=slot, storey=storey)
        case ScoreNext(slot):
            return replace(ui, slot=slot, storey=top_of(c.view, slot))
        case EndTurn():
            return replace(ui, zone="hand" if cards_of(c) else "board", ends=True)


def draft(c: TableContext) -> Action | None:
    """The move that Enter makes: the chosen card at the chosen place, or the end of a turn where none is chosen."""
    if not c.phase:
        return None
    if c.phase == "order":
        return ScoreNext(c.ui.slot)
    if c.phase == "claim" and (c.ui.ends or not (cards_of(c) and places(c.view))):
        return EndTurn()
    card = cards_of(c)[c.ui.card]
    return Build(card, c.ui.slot) if c.phase == "build" else Claim(c.ui.slot, c.ui.storey, card)


# --- the cursor -------------------------------------------------------------------------------------


def aim(view: View, ui: Ui) -> Ui:
    """Move the board cursor to the nearest place that can be chosen."""
    found = places(view)
    if not found:
        return replace(ui, storey=min(ui.storey, top_of(view, ui.slot)))
    slot, storey = min(found, key=lambda place: (abs(place[0] - ui.slot), abs(place[1] - ui.storey)))
    return replace(ui, slot=slot, storey=storey)


def next_place(view: View, ui: Ui) -> Ui:
    """Move the cursor to the next place that can be chosen; after the last comes the first."""
    found = places(view)
    here = (ui.slot, ui.storey)
    at = found.index(here) + 1 if here in found else 0
    slot, storey = found[at % len(found)]
    return replace(ui, zone="board", slot=slot, storey=storey, ends=False)


def move(c: TableContext, key: str) -> Ui:
    """An arrow key: along the hand, about the board, and between the two at the edges."""
    ui, view, cards = replace(c.ui, ends=False), c.view, len(cards_of(c))
    dx, dy = ARROWS[key]
    if ui.zone == "hand":
        if dy > 0 or not cards:
            return replace(ui, zone="board")
        return replace(ui, card=(ui.card + dx) % cards)
    if dx:
        slot = (ui.slot + dx) % len(view.slots)
        top = top_of(view, slot)
        return replace(ui, slot=slot, storey=min(ui.storey, top) if view.phase == "claim" else top)
    if dy < 0 and cards and (ui.storey == 0 or view.phase == "build"):
        return replace(ui, zone="hand")
    return replace(ui, storey=max(0, min(ui.storey + dy, top_of(view, ui.slot))))
