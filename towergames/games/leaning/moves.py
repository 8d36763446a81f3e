"""What a legal action does and would bring, whose turn is next, and the end. Physics answers releases (``chance``)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TypeVar

from towergames.core.contract import Event, Over, Score, Seat, Step, Verdict
from towergames.core.text import count
from towergames.games.leaning.layout import label, laid_anew, without
from towergames.games.leaning.model import (
    FOUNDATION,
    SIZES,
    Accept,
    Action,
    Count,
    Decline,
    Found,
    GiveUp,
    Hold,
    InHand,
    Keep,
    Nudge,
    Pass,
    Place,
    Public,
    Ready,
    Rebuild,
    Restore,
    Skip,
    State,
)
from towergames.games.leaning.placement import (
    Facts,
    break_line,
    closed_line,
    facts_aimed,
    facts_of,
    is_wreck,
    is_wrecking_bump,
    placement_lines,
    relevelled,
    unplaced_line,
    why_not,
    wreck_line,
)

NOBODY = -2
"""Bumps nothing (see ``Fate``)."""
READY_SIZES = ("large", "large")
"""The Foundation that the table sets up: the most contacts to build on (L-30)."""
CLOSED = "nobody can move any more, the game is closed"

T = TypeVar("T")


def put(row: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """The row with one value changed."""
    return (*row[:at], value, *row[at + 1 :])


def counted(count: Count, size: str, more: int) -> Count:
    """The count with ``more`` pieces of a size.

    >>> counted((5, 5, 5), "medium", -1)
    (5, 4, 5)
    """
    small, medium, large = (number + more * (size == name) for number, name in zip(count, SIZES, strict=True))
    return small, medium, large


def scored(state: State, lines: tuple[Score, ...]) -> State:
    """The points of some lines counted."""
    points = list(state.points)
    for line in lines:
        points[line.seat] += line.points
    return replace(state, points=tuple(points))


def lose_held(state: State, seat: Seat, more: int = 0) -> tuple[State, tuple[Score, ...]]:
    """L-13: all pieces a player holds are forfeited, and charged with ``more`` others; the lines are counted."""
    lost = sum(state.held[seat]) + more
    lines = (unplaced_line(seat, lost),) if lost else ()
    (small, medium, large), held = state.gone[seat], state.held[seat]
    gone = put(state.gone, seat, (small + held[0], medium + held[1], large + held[2]))
    return scored(replace(state, gone=gone, held=put(state.held, seat, (0, 0, 0))), lines), lines


# --- the next turn ----------------------------------------------------------------------------------


def finish_turn(
    state: State,
    events: tuple[Event, ...],
    scores: tuple[Score, ...] = (),
    *,
    reveals: bool = False,
    fate: bool = False,
) -> Step[State]:
    """The active player's turn is over; after a placement (``fate``) the table may be bumped (L-21)."""
    state = replace(
        state,
        in_hand=None,
        before=None,
        stood=None,
        broken=(),
        failed=(),
        clearing=(),
        tries=0,
        free=False,
        refused=False,
        nudged=False,
        bumper=NOBODY,
    )
    if fate and state.terms.bump in ("table", "players") and not ending(state):
        return Step(replace(state, phase="fate"), events, scores, reveals)
    return pass_on(state, events, scores, reveals=reveals)


def pass_on(
    state: State, events: tuple[Event, ...], scores: tuple[Score, ...] = (), *, reveals: bool = False
) -> Step[State]:
    """L-24: the game ends, or the next player to the right who has pieces moves."""
    reason = ending(state)
    if reason:
        return finish(state, reason, events, scores)
    after = next_seat(state)
    lap = state.lap + (_turn_order(state, after) <= _turn_order(state, state.active))
    return Step(replace(state, phase="turn", active=after, lap=lap), events, scores, reveals)


def resume(state: State, events: tuple[Event, ...], scores: tuple[Score, ...] = ()) -> Step[State]:
    """After a Bump or a Wreck: the interrupted turn goes on (L-21), or it is over."""
    reported = state.nudged and state.bumper != NOBODY
    if reported and not state.out[state.active] and not ending(state):
        return Step(replace(state, phase="turn", stood=None, clearing=(), bumper=NOBODY), events, scores, True)
    return finish_turn(state, events, scores, reveals=True)


def next_seat(state: State) -> Seat:
    """L-24: counter-clockwise, past the ejected and those without pieces; seats are numbered clockwise."""
    seat = state.active
    while True:
        seat = (seat - 1) % state.seats
        if seat in _with_pieces(state):
            return seat


def _turn_order(state: State, seat: Seat) -> int:
    return (state.first - seat) % state.seats


def _with_pieces(state: Public) -> list[Seat]:
    return [s for s in range(state.seats) if not state.out[s] and any(state.hands[s] + state.held[s])]


def closes(state: Public) -> bool:
    """L-22: whether the game is closed if the active player skips now."""
    return state.idle + 1 >= len(_with_pieces(state))


def points_if_closed(state: State) -> tuple[int, ...]:
    """L-22: the points of all players if the game were closed now."""
    return finish(state, CLOSED, (), ()).state.points


# --- the end ----------------------------------------------------------------------------------------


def ending(state: State) -> str:
    """R-32: why the game is over now, else an empty text."""
    playing = [seat for seat in range(state.seats) if not state.out[seat]]
    if not playing:
        return "everybody has been ejected"
    if len(playing) == 1 and state.terms.alone == "end":
        return f"only {{{playing[0]}}} is left"
    if not _with_pieces(state):
        return "all pieces are used"
    return CLOSED if state.idle >= len(_with_pieces(state)) else ""


def finish(state: State, reason: str, events: tuple[Event, ...], scores: tuple[Score, ...]) -> Step[State]:
    """R-32, L-13, L-22: the game is over; held pieces are charged, and when it is closed all that are left."""
    told, lines = list(events), list(scores)
    for seat in range(state.seats):
        state, unplaced = lose_held(state, seat)
        closing: tuple[Score, ...] = ()
        if reason == CLOSED and not state.out[seat] and any(state.hands[seat]):
            closing = (closed_line(seat, sum(state.hands[seat])),)
            state = scored(state, closing)
        for line in (*unplaced, *closing):
            told.append(Event("left", f"{{{seat}}} has {line.note}: {line.points}", seat=seat))
            lines.append(line)
    state = replace(
        state,
        phase="over",
        ending=reason,
        in_hand=None,
        before=None,
        stood=None,
        broken=(),
        failed=(),
        clearing=(),
        bumper=NOBODY,
    )
    best = ranking(state).ranking[0]
    winners = " and ".join(f"{{{seat}}}" for seat in best)
    verb = "wins" if len(best) == 1 else "win"
    text = f"The game is over: {reason}; {winners} {verb} with {count(state.points[best[0]], 'point')}"
    told.append(Event("over", text, seat=best[0], data={"winners": list(best)}))
    return Step(state, tuple(told), tuple(lines), True)


def ranking(state: State) -> Over:
    """R-1, L-25: most points first, the ejected too; equal points share a place."""
    groups = sorted(set(state.points), reverse=True)
    places = tuple(tuple(s for s in range(state.seats) if state.points[s] == points) for points in groups)
    reason = f"most points, {groups[0]}"
    if len(places[0]) > 1:
        reason = f"{len(places[0])} players have {groups[0]} points and share the win (L-25)"
    return Over(places, reason)


# --- Break, Wreck and Bump ----------------------------------------------------------------------------


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


# --- moves ------------------------------------------------------------------------------------------------


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
            return Step(replace(state, phase="bump", bumper=action.by, nudged=True, nudges=state.nudges + 1))


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


# --- what a move would bring --------------------------------------------------------------------------


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
