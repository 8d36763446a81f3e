"""The game in plain words: what the cursor is on, and the whole table for readers and for plain mode."""

from __future__ import annotations

from towergames.boards.desk import Scene
from towergames.boards.takethat import pointer, words
from towergames.boards.takethat.pointer import BOARD, END, Pointer
from towergames.core.contract import Over, Seat
from towergames.core.text import count
from towergames.games.takethat.model import DRAWN_A_TURN, HAND_LIMIT, Build, Claim, ScoreNext, Storey, View


def title(floor: str, texts: str) -> str:
    """A floor's full name."""
    return words.words_of(floor, texts).title


# --- under the cursor -------------------------------------------------------------------------------


def hover(scene: Scene[View], here: Pointer) -> str:
    """One line on what the cursor is on, or on the pending move."""
    texts = scene.view.terms.texts
    pending = pointer.draft(scene, here)
    if isinstance(pending, Build):
        return _hover_build(scene, pending)
    if isinstance(pending, Claim):
        return _hover_claim(scene, pending)
    if isinstance(pending, ScoreNext):
        return f"Score tower {words.letter(pending.slot)} next: {_outcome(scene, pending.slot)}."
    if here.zone == END:
        return f"End the turn: draw {DRAWN_A_TURN} (up to {HAND_LIMIT} in hand){_due_text(scene.view)}."
    if here.zone == BOARD:
        return _hover_place(scene, here)
    cards = pointer.hand(scene)
    if here.card < len(cards):
        floor = cards[here.card]
        return f"{title(floor, texts)}: {words.words_of(floor, texts).long}."
    return ""


def _hover_build(scene: Scene[View], pending: Build) -> str:
    texts, letter = scene.view.terms.texts, words.letter(pending.slot)
    reason = words.cannot_build(scene.view, pending.slot)
    if reason:
        return f"{reason}; the second floor goes elsewhere."
    storey = words.height_at(scene.view, pending.slot) + 1
    due = ", then due" if storey >= scene.view.terms.height else ""
    name, effect = title(pending.floor, texts), words.words_of(pending.floor, texts).long
    if storey == 1:
        return f"Begin tower {letter} with {name}: {effect}."
    return f"Build {name} as {letter}{storey}{due}: {effect}."


def _hover_claim(scene: Scene[View], pending: Claim) -> str:
    reason = words.cannot_claim(scene.view, pending.slot, pending.storey)
    if reason:
        return f"{reason}."
    storey = words.storey_at(scene.view, pending.slot, pending.storey)
    texts = scene.view.terms.texts
    floor = storey.floor if storey else ""
    where = f"{words.letter(pending.slot)}{pending.storey + 1} {floor}"
    return f"Tuck {pending.card} under {where}: {words.words_of(floor, texts).long}."


def _hover_place(scene: Scene[View], here: Pointer) -> str:
    storey = words.storey_at(scene.view, here.slot, here.storey)
    letter = words.letter(here.slot)
    if storey is None:
        return f"Lot {letter} is free: a new tower may start here."
    return _storey_text(scene, here.slot, here.storey, storey, long=True) + "."


def _storey_text(scene: Scene[View], slot: int, at: int, storey: Storey, long: bool = False) -> str:
    texts = scene.view.terms.texts
    effect = words.words_of(storey.floor, texts)
    owner = "vacant" if storey.owner is None else scene.name_of(storey.owner)
    tuck = f", {title(storey.tuck, texts)} tucked" if storey.tuck else ""
    text = f"{words.letter(slot)}{at + 1} {effect.title}, {owner}{tuck}"
    if not long:
        return text
    gains = next((r for r in words.forecast(scene.view, slot) if r.storey == at), None)
    now = ""
    if gains and gains.points:
        now = "; now " + ", ".join(f"{scene.name_of(s)} +{n}" for s, n in gains.points)
    return f"{text}: {effect.long}{now}"


def _outcome(scene: Scene[View], slot: int) -> str:
    sums: dict[Seat, int] = {}
    for result in words.forecast(scene.view, slot):
        for seat, points in result.points:
            sums[seat] = sums.get(seat, 0) + points
    return ", ".join(f"{scene.name_of(s)} +{n}" for s, n in sorted(sums.items()) if n) or "no points"


def _due_text(view: View) -> str:
    due = [words.letter(s) for s in range(len(view.slots)) if words.is_due(view, s)]
    return f"; tower {' and '.join(due)} is scored" if due else ""


def discard(view: View) -> str:
    """What lies in the discard pile, one sentence."""
    if not view.discard:
        return "The discard pile is empty."
    kinds = dict.fromkeys(view.discard)
    return "Discarded: " + ", ".join(f"{view.discard.count(floor)} {floor}" for floor in kinds) + "."


# --- the whole table --------------------------------------------------------------------------------


def speak(scene: Scene[View]) -> tuple[str, ...]:
    """The board in words, most important first."""
    view = scene.view
    lines = [_turn_line(scene)]
    due = _due_text(view)
    if due:
        lines.append(due[2:3].upper() + due[3:] + " at the end of this turn.")
    for slot in range(len(view.slots)):
        lines += _tower_lines(scene, slot)
    points = ", ".join(f"{scene.name_of(s)} {n}" for s, n in enumerate(view.points))
    lines.append(f"Points: {points}.")
    hands = ", ".join(f"{scene.name_of(s)} {n}" for s, n in enumerate(view.hand_sizes))
    lines.append(f"Cards in hand: {hands}.")
    last = " This is the last round." if view.last_round else ""
    lines.append(f"Deck {view.deck}, discard {len(view.discard)}.{last}")
    standing = sum(1 for tower in view.slots if tower)
    lines.append(f"{standing} of {len(view.slots)} towers stand; a tower is full at {view.terms.height} floors.")
    return tuple(lines)


def _turn_line(scene: Scene[View]) -> str:
    view = scene.view
    if isinstance(scene.turn, Over):
        best = scene.turn.ranking[0] if scene.turn.ranking else ()
        return f"Game over. {' and '.join(scene.name_of(s) for s in best)} wins."
    who = scene.name_of(view.active)
    if view.phase == "build":
        return f"{who} builds: {count(words.builds_left(view), 'floor')} to go."
    if view.phase == "claim":
        return f"{who} may claim floors, then ends the turn."
    if view.phase == "order":
        return f"{who} chooses which tower is scored next."
    return f"{who} is next."


def _tower_lines(scene: Scene[View], slot: int) -> list[str]:
    view = scene.view
    tower = words.tower_at(view, slot)
    letter = words.letter(slot)
    if tower is None:
        return [f"Tower {letter}: free lot."]
    state = ", due" if words.is_due(view, slot) else ", built on this turn" if slot in view.built else ""
    head = f"Tower {letter}: {len(tower.storeys)} of {view.terms.height} floors{state}. Now {_outcome(scene, slot)}."
    floors = ["  " + _storey_text(scene, slot, at, tower.storeys[at]) for at in range(len(tower.storeys) - 1, -1, -1)]
    return [head, *floors]


def speak_hand(scene: Scene[View]) -> tuple[str, ...]:
    """The looker's hand in words: one numbered line a card with its effect."""
    if scene.seat is None:
        return ("A spectator has no hand.",)
    if not 0 <= scene.seat < len(scene.view.hands) or scene.view.hands[scene.seat] is None:
        return (f"The hand of {scene.name_of(scene.seat)} is hidden.",)
    cards = pointer.hand(scene)
    if not cards:
        return (f"{scene.name_of(scene.seat)} has no cards.",)
    texts = scene.view.terms.texts
    return tuple(f"{i} {title(f, texts)}: {words.words_of(f, texts).long}" for i, f in enumerate(cards, 1))
