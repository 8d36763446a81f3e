"""What a legal action does at once; whatever is let go waits for the table's answer (see ``nature``)."""

from __future__ import annotations

from dataclasses import replace

from towergames.core.contract import Event, Step
from towergames.games.leaning import falls
from towergames.games.leaning.layouts import facts_of, label, relevelled
from towergames.games.leaning.model import (
    Accept,
    Action,
    Decline,
    Found,
    GiveUp,
    Hold,
    InHand,
    Keep,
    Nudge,
    Pass,
    Place,
    Ready,
    Rebuild,
    Restore,
    Skip,
    State,
)
from towergames.games.leaning.scoring import placement_lines, unplaced_line
from towergames.games.leaning.turns import counted, finish_turn, put, scored

READY_SIZES = ("large", "large")
"""The Foundation that the table sets up: the most contacts to build on (L-30)."""


def perform(state: State, action: Action) -> Step[State]:
    """The step of a legal action."""
    match action:
        case Found():
            return _found(state, action)
        case Ready():
            return Step(make_ready(state))
        case Place():
            return _place(state, action)
        case Hold():
            return _hold(state, action.size)
        case Pass() | Skip():
            return _idle(state, action)
        case Accept():
            return stands(state, ())
        case GiveUp():
            return forfeit(state, ()) if state.phase == "slip" else _give_up(state, action.size)
        case Rebuild():
            return _rebuild(state, action)
        case Keep():
            return _keep(state, action.piece)
        case Restore():
            return _restore(state)
        case Decline():
            step = falls.wreck(state, state.broken, "leaves the structure broken", ())
            return replace(step, reveals=step.state.phase == "over")  # nothing has moved, so it can be taken back
        case Nudge():
            return _nudge(state, action.by)


# --- letting go ---------------------------------------------------------------------------------------


def make_ready(state: State) -> State:
    """L-30: the table is about to set up the Foundation."""
    size, size2 = READY_SIZES
    return replace(state, phase="release", in_hand=InHand("ready", 1, size, size2=size2))


def _found(state: State, action: Found) -> Step[State]:
    hand = InHand("found", 1, action.size, pose=action.pose, size2=action.size2, pose2=action.pose2)
    seat = state.active
    told = Event("let-go", f"{{{seat}}} lets go of the Foundation", seat=seat, data={"pieces": [1, 2]})
    return Step(replace(state, phase="release", in_hand=hand), (told,))


def _place(state: State, action: Place) -> Step[State]:
    seat, piece = state.active, state.next_piece
    if state.phase == "slip":
        assert state.before is not None
        state = replace(state, layout=state.before)
    elif action.held:
        state = replace(state, held=put(state.held, seat, counted(state.held[seat], action.size, -1)))
    else:
        state = replace(state, hands=put(state.hands, seat, counted(state.hands[seat], action.size, -1)))
    hand = InHand("place", piece, action.size, action.held, action.target, action.pose)
    what = f"the {action.size} piece it held" if action.held else f"a {action.size} piece"
    on = f" at {label(action.target)}" if action.target else ""
    data = {"piece": piece, "size": action.size, "held": action.held, "target": action.target}
    told = Event("let-go", f"{{{seat}}} lets go of {what}{on}", seat=seat, data=data)
    return Step(replace(state, phase="release", in_hand=hand), (told,))


def _rebuild(state: State, action: Rebuild) -> Step[State]:
    one = next(one for one in state.layout.pieces if one.id == action.piece)
    seat = state.active
    hand = InHand("rebuild", one.id, one.size, pose=action.pose)
    told = Event("let-go", f"{{{seat}}} puts {label(one.id)} back", seat=seat, data={"piece": one.id, "size": one.size})
    return Step(replace(state, phase="release", in_hand=hand), (told,))


# --- what becomes of the piece in hand ------------------------------------------------------------------


def stands(state: State, events: tuple[Event, ...]) -> Step[State]:
    """L-10: the piece in hand stays where it is in ``state.layout``, and scores at once."""
    seat, hand = state.active, state.in_hand
    assert hand is not None
    assert state.before is not None
    facts = facts_of(state.layout, hand.piece, state.before, held=hand.held)
    lines = placement_lines(facts, seat)
    points = sum(line.points for line in lines)
    text = f"{{{seat}}} places {label(hand.piece)}, {hand.size}, on level {facts.level}: {points}"
    data = {"piece": hand.piece, "size": hand.size, "level": facts.level, "points": points}
    told = Event("place", text, seat=seat, data=data)
    after = replace(
        scored(state, lines),
        layout=relevelled(state.layout, hand.piece),
        last_size=hand.size,
        next_piece=hand.piece + 1,
        idle=0,
    )
    return finish_turn(after, (*events, told), lines, reveals=bool(events), fate=True)


def forfeit(state: State, events: tuple[Event, ...]) -> Step[State]:
    """L-14: the slipped piece is lost; nothing else changes, but a held one is charged (L-13)."""
    seat, hand = state.active, state.in_hand
    assert hand is not None
    assert state.before is not None
    lines = (unplaced_line(seat, 1),) if hand.held else ()
    cost = f": {lines[0].points}" if lines else ""
    told = Event("forfeit", f"{{{seat}}} loses the {hand.size} piece{cost}", seat=seat, data={"size": hand.size})
    gone = put(state.gone, seat, counted(state.gone[seat], hand.size, 1))
    after = replace(scored(state, lines), layout=state.before, gone=gone, idle=0)
    return finish_turn(after, (*events, told), lines, reveals=bool(events))


# --- other moves ----------------------------------------------------------------------------------------


def _hold(state: State, size: str) -> Step[State]:
    seat = state.active
    after = replace(
        state,
        hands=put(state.hands, seat, counted(state.hands[seat], size, -1)),
        held=put(state.held, seat, counted(state.held[seat], size, 1)),
        idle=0,
    )
    told = Event("hold", f"{{{seat}}} holds a {size} piece", seat=seat, data={"size": size})
    return finish_turn(after, (told,))


def _give_up(state: State, size: str) -> Step[State]:
    """L-13: a held piece that cannot be placed is forfeited."""
    seat = state.active
    line = unplaced_line(seat, 1)
    after = replace(
        scored(state, (line,)),
        held=put(state.held, seat, counted(state.held[seat], size, -1)),
        gone=put(state.gone, seat, counted(state.gone[seat], size, 1)),
        idle=0,
    )
    told = Event("forfeit", f"{{{seat}}} gives up a held {size} piece: {line.points}", seat=seat, data={"size": size})
    return finish_turn(after, (told,), (line,))


def _idle(state: State, action: Pass | Skip) -> Step[State]:
    """L-3, L-22, L-23: pass where it is free; else the table looks for a move first."""
    seat = state.active
    if isinstance(action, Skip):
        told = Event("skip", f"{{{seat}}} finds no move", seat=seat)
        return Step(replace(state, phase="search"), (told,))
    told = Event("pass", f"{{{seat}}} passes to the right", seat=seat)
    return finish_turn(state if state.free else skipped(state), (told,))


def skipped(state: State) -> State:
    """L-22: one more turn in a row without a move."""
    seat = state.active
    return replace(state, skips=put(state.skips, seat, state.skips[seat] + 1), idle=state.idle + 1)


def _keep(state: State, piece: int) -> Step[State]:
    seat = state.active
    told = Event("keep", f"{{{seat}}} leaves {label(piece)} where it lies", seat=seat, data={"piece": piece})
    return falls.rebuilt(state, piece, (told,), reveals=False)


def _restore(state: State) -> Step[State]:
    assert state.stood is not None
    seat = state.active
    told = Event("rebuilt", f"{{{seat}}} puts everything back as it stood", seat=seat)
    return finish_turn(replace(state, layout=state.stood), (told,), fate=True)


def _nudge(state: State, by: int) -> Step[State]:
    after = replace(state, phase="bump", bumper=by, nudged=True, nudges=state.nudges + 1)
    return Step(after)
