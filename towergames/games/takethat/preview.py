"""What a move would bring, as far as the player may know: shown before he commits."""

from __future__ import annotations

from towergames.core.contract import Score, Verdict
from towergames.games.takethat.model import DRAWN_A_TURN, HAND_LIMIT, Action, Build, Claim, EndTurn, State, Tower
from towergames.games.takethat.notation import letter_of
from towergames.games.takethat.play import perform
from towergames.games.takethat.rules import due_slots, is_due
from towergames.games.takethat.scoring import FloorResult, resolve_tower, score_lines, sum_points


def foresee(state: State, action: Action) -> Verdict:
    """The verdict on a legal action: score lines of towers that are due, and a note in a few words.

    Only public facts are used: floors, owners, sizes of hands and deck.
    """
    match action:
        case Build(_, slot) | Claim(slot, _, _):
            after = perform(state, action).state
            tower = after.slots[slot]
            assert tower is not None
            return _one_tower(after, slot, tower)
        case EndTurn():
            return _due_towers(state, due_slots(state))
        case _:
            return _due_towers(state, (action.slot,))


def _one_tower(state: State, slot: int, tower: Tower) -> Verdict:
    results = _results(state, tower)
    letter = letter_of(slot)
    gains = _gains(state, results)
    if is_due(tower, state.terms.height):
        return Verdict(preview=score_lines(results, letter), note=f"completes tower {letter}: {gains}")
    return Verdict(note=f"tower {letter} would score {gains} as it stands")


def _due_towers(state: State, slots: tuple[int, ...]) -> Verdict:
    lines: list[Score] = []
    notes: list[str] = []
    for slot in slots:
        tower = state.slots[slot]
        assert tower is not None
        results = _results(state, tower)
        lines += score_lines(results, letter_of(slot))
        notes.append(f"scores tower {letter_of(slot)}: {_gains(state, results)}")
    return Verdict(preview=tuple(lines), note="; ".join(notes))


def _results(state: State, tower: Tower) -> tuple[FloorResult, ...]:
    """The tower's floors as they would be resolved after the drawing of this turn."""
    sizes = [len(hand) for hand in state.hands]
    deck = len(state.deck)
    if state.phase != "order":
        drawn = max(0, min(DRAWN_A_TURN, HAND_LIMIT - sizes[state.active], deck))
        sizes[state.active] += drawn
        deck -= drawn
    return resolve_tower(tower.storeys, state.seats, state.terms.texts, sizes, deck)


def _gains(state: State, results: tuple[FloorResult, ...]) -> str:
    """``P1 +5, P2 +4, P2 draws 2`` or ``nothing``."""
    parts = [f"P{seat + 1} +{points}" for seat, points in enumerate(sum_points(results, state.seats)) if points]
    parts += [f"P{seat + 1} draws {count}" for result in results for seat, count in result.draws if count]
    return ", ".join(parts) or "nothing"
