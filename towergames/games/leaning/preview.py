"""What a move would bring, as far as the hand can tell before it lets go."""

from __future__ import annotations

from towergames.core.contract import Verdict
from towergames.core.text import count
from towergames.games.leaning.layouts import facts_aimed, facts_of
from towergames.games.leaning.model import (
    Accept,
    Action,
    Decline,
    GiveUp,
    Hold,
    Pass,
    Place,
    Rebuild,
    Skip,
    State,
)
from towergames.games.leaning.scoring import Facts, placement_lines, unplaced_line, wreck_line
from towergames.games.leaning.turns import closes


def foresee(state: State, action: Action) -> Verdict:
    """The verdict on a legal action: the score lines it would bring, and a note in a few words."""
    seat = state.active
    match action:
        case Place():
            return _place(state, action)
        case Rebuild() if action.aim is None:
            return Verdict(note="let go without feeling what it touches; no points")
        case Rebuild():
            return Verdict(note="legal if it stays so; no points")
        case Accept():
            assert state.in_hand is not None
            assert state.before is not None
            return _worth(state, facts_of(state.layout, state.in_hand.piece, state.before, held=state.in_hand.held), "")
        case Hold():
            return Verdict(note="your whole turn; place it next time, or hold one more")
        case GiveUp():
            slipped = state.phase == "slip"
            held = not slipped or (state.in_hand is not None and state.in_hand.held)
            return Verdict(preview=(unplaced_line(seat, 1),) if held else (), note="the piece is lost")
        case Decline():
            return Verdict(preview=(wreck_line(seat, sum(state.hands[seat])),), note="counts as a Wreck; you are out")
        case Pass():
            return Verdict(note="ends your turn")
        case Skip():
            ends = "the game closes, and every piece left costs a point" if closes(state) else "your turn ends"
            return Verdict(note=f"the table looks for a move; if it finds none, {ends}")
        case _:
            return Verdict()


def _place(state: State, action: Place) -> Verdict:
    if action.aim is None:
        return Verdict(note="let go without feeling what it touches")
    base = state.before if state.phase == "slip" else state.layout
    assert base is not None
    return _worth(state, facts_aimed(action.size, action.held, action.aim, base, state.next_piece), " if it stays so")


def _worth(state: State, facts: Facts, when: str) -> Verdict:
    lines = placement_lines(facts, state.active)
    points = count(sum(line.points for line in lines), "point")
    parts = ", ".join(f"{line.note} {line.points:+d}" for line in lines)
    return Verdict(preview=lines, note=f"{points}{when}: {parts}")
