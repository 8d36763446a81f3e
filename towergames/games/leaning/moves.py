"""What a legal action does and would bring; Break, Wreck and Bump. Physics answers after a release (see ``chance``)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from towergames.core.contract import Event, Score, Seat, Step, Verdict
from towergames.core.text import count
from towergames.games.leaning.layout import facts_aimed, facts_of, label, laid_anew, relevelled, why_not, without
from towergames.games.leaning.model import (
    FOUNDATION,
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
from towergames.games.leaning.scoring import (
    Facts,
    break_line,
    is_wreck,
    is_wrecking_bump,
    placement_lines,
    unplaced_line,
    wreck_line,
)
from towergames.games.leaning.turns import closes, counted, finish, finish_turn, lose_held, put, resume, scored


def fall(state: State, disturbed: tuple[int, ...], events: tuple[Event, ...]) -> Step[State]:
    """L-15: a release disturbed other pieces. The piece let go lies in ``state.layout``, ``state.in_hand`` names it."""
    if is_wreck(len(disturbed), state.terms.three):
        return wreck(state, disturbed, f"disturbs {count(len(disturbed), 'piece')}", events)
    return _break(state, disturbed, events)


def _break(state: State, disturbed: tuple[int, ...], events: tuple[Event, ...]) -> Step[State]:
    """L-17: the piece and all held ones are lost, each piece disturbed costs 2, and the structure is to be rebuilt."""
    seat, hand = state.active, state.in_hand
    assert hand is not None
    first = break_line(seat, len(disturbed))
    state, held = lose_held(scored(state, (first,)), seat, int(hand.held))
    lines = (first, *held)
    text = f"{{{seat}}} breaks the structure: {_listed(disturbed)} disturbed, {_total(lines)}"
    told = Event("break", text, seat=seat, data={"disturbed": list(disturbed), "points": _total(lines)})
    after = replace(
        state,
        phase="clear",
        stood=state.before,
        before=None,
        in_hand=None,
        broken=disturbed,
        clearing=(hand.piece,),
        tries=0,
        idle=0,
    )
    return Step(after, (*events, told), lines, True)


def wreck(state: State, disturbed: tuple[int, ...], how: str, events: tuple[Event, ...]) -> Step[State]:
    """L-18: the active player is charged for the pieces used and ejected; the piece let go is lost."""
    seat, hand = state.active, state.in_hand
    placing = hand is not None and hand.kind == "place"
    held = placing and hand is not None and hand.held
    state, lines, told = _eject(state, seat, how, bump=False, more=int(held))
    taken = {hand.piece} if placing and hand is not None else set()
    state = replace(state, in_hand=None, idle=0, stood=state.before or state.stood)
    return _salvage(state, disturbed, taken, (*events, told), lines)


def bump(state: State, disturbed: tuple[int, ...]) -> Step[State]:
    """L-21: as a Wreck for a player who bumps the table; a bump by a person who does not play charges no player.

    ``state.stood`` is the table before it.
    """
    by = state.bumper
    who = f"{{{by}}} bumps" if by >= 0 else "A bystander bumps"
    felled = f"{_listed(disturbed)} disturbed" if disturbed else "nothing falls"
    data = {"disturbed": list(disturbed), "by": by}
    events: tuple[Event, ...] = (Event("bump", f"{who} the table: {felled}", seat=by if by >= 0 else None, data=data),)
    lines: tuple[Score, ...] = ()
    if by >= 0 and not state.out[by] and is_wrecking_bump(len(disturbed)):
        state, lines, told = _eject(state, by, "bumped the table", bump=True)
        events = (*events, told)
    if disturbed:
        state = replace(state, idle=0)
    return _salvage(state, disturbed, set(), events, lines)


def _eject(state: State, seat: Seat, how: str, *, bump: bool, more: int = 0) -> tuple[State, tuple[Score, ...], Event]:
    """L-18, L-13: the penalty, held pieces (and ``more`` just lost) charged too, and out of this game."""
    first = wreck_line(seat, sum(state.hands[seat]) + sum(state.held[seat]), bump=bump)
    state, held = lose_held(scored(state, (first,)), seat, more)
    lines = (first, *held)
    text = f"{{{seat}}} {how} and is out of this game: {_total(lines)}"
    told = Event("wreck", text, seat=seat, data={"points": _total(lines)})
    return replace(state, out=put(state.out, seat, True)), lines, told


# --- what is left -------------------------------------------------------------------------------------


def _salvage(
    state: State, disturbed: Collection[int], taken: set[int], events: tuple[Event, ...], lines: tuple[Score, ...]
) -> Step[State]:
    """L-19: play goes on if the Foundation is untouched and half of what stood before stands; what fell is taken off.

    What falls while pieces are taken off counts with what fell at first: ``state.stood`` is the table before all that.
    """
    assert state.stood is not None
    placed = len(state.stood.pieces)
    standing = without(state.layout, taken)
    fallen = {piece for piece in disturbed if why_not(standing, piece, state.terms.contacts)}
    left = len(standing.pieces) - len(fallen)
    layout = laid_anew(state.layout, disturbed, fallen | taken)
    state = replace(state, layout=layout, broken=(), failed=(), before=None, tries=0)
    if set(FOUNDATION) & set(disturbed) or 2 * left < placed:
        return finish(state, "the structure is wrecked", events, lines)
    clearing = tuple(sorted(fallen | taken))
    if clearing:
        if fallen:
            told = Event("fallen", f"{_listed(sorted(fallen))} left the structure", data={"pieces": sorted(fallen)})
            events = (*events, told)
        return Step(replace(state, phase="clear", clearing=clearing), events, lines, True)
    return resume(state, events, lines)


def cleared(state: State, disturbed: tuple[int, ...], events: tuple[Event, ...]) -> Step[State]:
    """L-29: pieces were taken off; what moved then is put back too (Break), or judged by L-19 (Wreck, Bump)."""
    if not state.broken:
        return _salvage(state, disturbed, set(), events, ())
    broken = tuple(sorted({*state.broken, *disturbed}))
    # Until it is put back each of them is on the level where it lies: one that is kept may lie on another.
    layout = laid_anew(state.layout, broken)
    return Step(replace(state, phase="rebuild", layout=layout, broken=broken, tries=0), events, (), True)


def rebuilt(state: State, piece: int, events: tuple[Event, ...], *, reveals: bool) -> Step[State]:
    """L-17: one piece less to put back; with the last one the turn is over."""
    left = tuple(other for other in state.broken if other != piece)
    state = replace(state, phase="rebuild", broken=left, in_hand=None)
    if left:
        return Step(state, events, (), reveals)
    seat = state.active
    done = Event("rebuilt", f"{{{seat}}} has rebuilt the structure", seat=seat)
    return finish_turn(state, (*events, done), reveals=reveals, fate=True)


def _total(lines: tuple[Score, ...]) -> int:
    return sum(line.points for line in lines)


def _listed(pieces: Collection[int]) -> str:
    names = [label(piece) for piece in pieces]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


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
            step = wreck(state, state.broken, "leaves the structure broken", ())
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


# --- the piece in hand stands or is lost ------------------------------------------------------------------


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
    return rebuilt(state, piece, (told,), reveals=False)


def _restore(state: State) -> Step[State]:
    assert state.stood is not None
    seat = state.active
    told = Event("rebuilt", f"{{{seat}}} puts everything back as it stood", seat=seat)
    return finish_turn(replace(state, layout=state.stood), (told,), fate=True)


def _nudge(state: State, by: int) -> Step[State]:
    after = replace(state, phase="bump", bumper=by, nudged=True, nudges=state.nudges + 1)
    return Step(after)


def foresee(state: State, action: Action) -> Verdict:
    """The verdict on a legal action: the score lines it would bring, and a note in a few words."""
    seat = state.active
    match action:
        case Place():
            return _foresee_placement(state, action)
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


def _foresee_placement(state: State, action: Place) -> Verdict:
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
