"""When pieces move that should not: Break, Wreck, Bump, and what is left standing after them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from towergames.core.contract import Event, Score, Seat, Step
from towergames.core.text import count
from towergames.games.leaning.layouts import label, laid_anew, why_not, without
from towergames.games.leaning.model import FOUNDATION, State
from towergames.games.leaning.scoring import break_line, is_wreck, is_wrecking_bump, wreck_line
from towergames.games.leaning.turns import finish, finish_turn, lose_held, put, resume, scored


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
    text = f"{{{seat}}} breaks the structure: {_list(disturbed)} disturbed, {_total(lines)}"
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
    """L-21: as a Wreck for a player who bumps the table; nobody is charged for what an outsider does.

    ``state.stood`` is the table before it.
    """
    by = state.bumper
    who = f"{{{by}}} bumps" if by >= 0 else "A bystander bumps"
    felled = f"{_list(disturbed)} disturbed" if disturbed else "nothing falls"
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
            told = Event("fallen", f"{_list(sorted(fallen))} left the structure", data={"pieces": sorted(fallen)})
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


def _list(pieces: Collection[int]) -> str:
    names = [label(piece) for piece in pieces]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
