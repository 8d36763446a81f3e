"""Take That Towers in words: names, effects in three lengths, spot keys, and sentences about what the cursor is on."""

from __future__ import annotations

from dataclasses import dataclass

from towergames.core.contract import Seat
from towergames.games.takethat import rules
from towergames.games.takethat.model import BUILDS_A_TURN, Storey, Tower, View
from towergames.games.takethat.scoring import FloorResult, resolve_tower


@dataclass(frozen=True, slots=True)
class FloorWords:
    """One floor: full title, effect in at most 10 cells, in two or three lines, as a sentence part."""

    title: str
    brief: str
    short: str
    long: str


PRINTED: dict[str, FloorWords] = {
    "OFFICE": FloorWords("OFFICE", "2 x OFFICE", "+2 for each OFFICE here", "owner +2 for every OFFICE in the tower"),
    "LOBBY": FloorWords("LOBBY", "1 x above", "+1 for each floor above", "owner +1 for every floor above it"),
    "SPIRE": FloorWords("SPIRE", "+3, scored", "+3, tower is scored", "owner +3, and the tower is scored this turn"),
    "SUITE": FloorWords("SUITE", "draws 2", "owner draws 2 cards", "owner draws 2 cards, up to six in hand"),
    "ELEVATOR": FloorWords("ELEVATOR", "2 x tucks", "+2 for your every tuck", "everybody +2 per own card tucked here"),
    "LANDLORD": FloorWords("LANDLORD", "owns below", "takes the floor below", "its owner takes over the floor below"),
    "NOISE": FloorWords("NOISE COMPLAINT", "empties 1", "empties the floor below", "the floor below becomes vacant"),
    "INFERNO": FloorWords("INFERNO", "empties 2", "empties 2 floors below", "the two floors below become vacant"),
}

PROTOTYPE: dict[str, FloorWords] = {
    **PRINTED,
    "SUITE": FloorWords("SUITE", "+3", "+3 to its owner", "owner +3"),
    "ELEVATOR": FloorWords("ELEVATOR", "2 x built", "+2 for each you built", "everybody +2 per own floor built here"),
    "NOISE": FloorWords("NOISE COMPLAINT", "mutes 1", "mutes the floor below", "the floor below loses its effect"),
    "INFERNO": FloorWords("INFERNO", "mutes 2", "mutes 2 floors below", "the two floors below lose their effects"),
}

STRANGER = FloorWords("?", "", "", "an unknown floor")


def words_of(floor: str, texts: str = "printed") -> FloorWords:
    """The words of a floor under an option's card texts; a neutral entry for a floor never heard of."""
    table = PROTOTYPE if texts == "prototype" else PRINTED
    return table.get(floor, STRANGER)


def letter(slot: int) -> str:
    """The letter of a slot: 0 is A."""
    return chr(ord("A") + slot) if 0 <= slot < 26 else "?"


def slot_key(slot: int) -> str:
    """Spot key of a tower's place: ``slot:A``."""
    return f"slot:{letter(slot)}"


def storey_key(slot: int, storey: int) -> str:
    """Spot key of a storey: ``storey:A3`` is the third floor from the ground."""
    return f"storey:{letter(slot)}{storey + 1}"


def card_key(hand: tuple[str, ...], index: int) -> str:
    """Spot key of a card in hand: ``hand:OFFICE``, the second copy ``hand:OFFICE:2``."""
    floor = hand[index]
    copy = hand[: index + 1].count(floor)
    return f"hand:{floor}" if copy == 1 else f"hand:{floor}:{copy}"


def read_place(key: str) -> tuple[int, int | None] | None:
    """``slot:B`` as (1, None), ``storey:B3`` as (1, 2); None for any other key."""
    kind, _, rest = key.partition(":")
    if not rest or not "A" <= rest[0] <= "Z":
        return None
    slot = ord(rest[0]) - ord("A")
    if kind == "slot" and len(rest) == 1:
        return slot, None
    if kind == "storey" and rest[1:].isascii() and rest[1:].isdigit():
        return slot, int(rest[1:]) - 1
    return None


def read_card(key: str, hand: tuple[str, ...]) -> int | None:
    """The hand index that a ``hand:`` key means, or None."""
    kind, _, rest = key.partition(":")
    floor, _, copy = rest.partition(":")
    places = [i for i, f in enumerate(hand) if f == floor]
    nth = 0 if not copy else int(copy) - 1 if copy.isascii() and copy.isdigit() else -1
    return places[nth] if kind == "hand" and 0 <= nth < len(places) else None


# --- facts about a view ---------------------------------------------------------------------------


def hand_of(view: View, seat: Seat | None) -> tuple[str, ...]:
    """The cards that the looker may play with; empty when the hand is hidden or he is a spectator."""
    if seat is None or not 0 <= seat < len(view.hands):
        return ()
    return view.hands[seat] or ()


def tower_at(view: View, slot: int) -> Tower | None:
    """The tower in a slot, None for an empty lot or no such slot."""
    return view.slots[slot] if 0 <= slot < len(view.slots) else None


def height_at(view: View, slot: int) -> int:
    """How many floors stand in a slot."""
    tower = tower_at(view, slot)
    return len(tower.storeys) if tower else 0


def storey_at(view: View, slot: int, storey: int) -> Storey | None:
    """One storey, or None."""
    tower = tower_at(view, slot)
    return tower.storeys[storey] if tower and 0 <= storey < len(tower.storeys) else None


def is_due(view: View, slot: int) -> bool:
    """Whether the tower will be scored at the end of this turn (R-14)."""
    tower = tower_at(view, slot)
    return tower is not None and rules.is_due(tower, view.terms.height)


def forecast(view: View, slot: int) -> tuple[FloorResult, ...]:
    """What each floor would do if the tower were scored now, top to ground; public knowledge only."""
    tower = tower_at(view, slot)
    if tower is None:
        return ()
    return resolve_tower(tower.storeys, view.seats, view.terms.texts, view.hand_sizes, view.deck)


def cannot_build(view: View, slot: int) -> str:
    """Why no floor may be built in a slot now, or ''."""
    return f"Tower {letter(slot)} already got a floor this turn" if slot in view.built else ""


def cannot_claim(view: View, slot: int, storey: int) -> str:
    """Why a storey cannot be claimed, or ''."""
    found = storey_at(view, slot, storey)
    if found is None:
        return f"Tower {letter(slot)} has no floor {storey + 1}"
    if found.owner is not None:
        return f"{letter(slot)}{storey + 1} already has a card under it"
    return ""


def builds_left(view: View) -> int:
    """How many floors must still be built this turn."""
    return max(0, BUILDS_A_TURN - len(view.built)) if view.phase == "build" else 0
