"""The effects and previews of legal actions, the next turn, and the end. Physics answers releases (``chance``)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from operator import add
from typing import Any, TypeVar

from towergames.core.contract import Event, Over, Score, Seat, Step, Verdict
from towergames.core.text import count
from towergames.games.leaning import model, placement, text
from towergames.games.leaning.layout import label, relevelled_layout, without
from towergames.games.leaning.model import FOUNDATION, NOBODY, SIZES, Action, Count, InHand, Public, State
from towergames.games.leaning.placement import PlacementFacts, facts_aimed, facts_of, unplaced_line, wreck_line

READY_SIZES = ("large", "large")
"""The Foundation that the table sets up: the sizes with the most contacts to build on (L-30)."""
CLOSED = "nobody can move any more, the game is closed"

T = TypeVar("T")


def put(row: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """The row with the value at one index replaced."""
    return (*row[:at], value, *row[at + 1 :])


def counted(count: Count, size: str, more: int) -> Count:
    """The count with ``more`` pieces of a size.

    >>> counted((5, 5, 5), "medium", -1)
    (5, 4, 5)
    """
    at = SIZES.index(size)
    return put(count, at, count[at] + more)  # type: ignore[return-value]


def _recounted(state: State, size: str, **more: int) -> State:
    """The state with ``more`` pieces of a size in the active player's ``hands``, ``held`` or ``gone``."""
    seat = state.active
    rows = {name: getattr(state, name) for name in more}
    fresh: dict[str, Any] = {name: put(row, seat, counted(row[seat], size, more[name])) for name, row in rows.items()}
    return replace(state, **fresh)


def _event(kind: str, seat: Seat, deed: str, **data: Any) -> Event:
    return Event(kind, f"{{{seat}}} {deed}", seat=seat, data=data)


def scored(state: State, lines: tuple[Score, ...]) -> State:
    points = list(state.points)
    for line in lines:
        points[line.seat] += line.points
    return replace(state, points=tuple(points))


def lose_held(state: State, seat: Seat, more: int = 0) -> tuple[State, tuple[Score, ...]]:
    """L-13: charge a player for all held pieces and for ``more`` others. Return the state and the counted lines."""
    lost = sum(state.held[seat]) + more
    lines = (unplaced_line(seat, lost),) if lost else ()
    gone: Any = put(state.gone, seat, tuple(map(add, state.gone[seat], state.held[seat])))
    return scored(replace(state, gone=gone, held=put(state.held, seat, (0, 0, 0))), lines), lines


# --- the next turn ----------------------------------------------------------------------------------

_DONE: dict[str, Any] = {
    **dict.fromkeys(("in_hand", "before", "stood")),
    **dict.fromkeys(("broken", "failed", "clearing"), ()),
    "bumper": NOBODY,
}
"""The fields of a state with nothing under way."""


def finish_turn(
    state: State,
    events: tuple[Event, ...],
    scores: tuple[Score, ...] = (),
    *,
    reveals: bool = False,
    fate: bool = False,
) -> Step[State]:
    """End the active player's turn. After a placement (``fate``) the table may be bumped (L-21)."""
    state = replace(state, tries=0, free=False, refused=False, nudged=False, **_DONE)
    if fate and state.terms.bump in ("table", "players") and not ending(state):
        return Step(replace(state, phase="fate"), events, scores, reveals)
    return pass_on(state, events, scores, reveals=reveals)


def pass_on(
    state: State, events: tuple[Event, ...], scores: tuple[Score, ...] = (), *, reveals: bool = False
) -> Step[State]:
    """L-24: end the game, or give the turn to the next player to the right who has pieces."""
    reason = ending(state)
    if reason:
        return finish(state, reason, events, scores)
    after, before = _next_seat(state), state.active
    lap = state.lap + ((state.first - after) % state.seats <= (state.first - before) % state.seats)
    return Step(replace(state, phase="turn", active=after, lap=lap), events, scores, reveals)


def resume(state: State, events: tuple[Event, ...], scores: tuple[Score, ...] = ()) -> Step[State]:
    """Continue the interrupted turn after a reported Bump (L-21), else end it."""
    reported = state.nudged and state.bumper != NOBODY
    if reported and not state.out[state.active] and not ending(state):
        return Step(replace(state, phase="turn", stood=None, bumper=NOBODY), events, scores, reveals=True)
    return finish_turn(state, events, scores, reveals=True)


def _next_seat(state: State) -> Seat:
    """L-24: the next seat counter-clockwise, without the ejected and those without pieces. Seats are numbered
    clockwise.
    """
    return min(_with_pieces(state), key=lambda seat: (state.active - 1 - seat) % state.seats)


def _with_pieces(state: Public) -> list[Seat]:
    return [s for s in range(state.seats) if not state.out[s] and any(state.hands[s] + state.held[s])]


def closes(state: Public) -> bool:
    """L-22: whether a skip of the active player would close the game."""
    return state.idle + 1 >= len(_with_pieces(state))


def wreck_warning(state: Public) -> str:
    """L-19, L-20: the warning that any Wreck of the active player would end the game now; '' if the game may go on.

    With few pieces on the table each Wreck moves one of the Foundation.
    """
    playing = state.seats - sum(state.out)
    if model.task_chance(state.terms):
        return text.wreck_ends("today's task")
    if playing == 1 or (playing == 2 and state.terms.alone == "end"):
        return text.wreck_ends(count(playing, "player"))
    least, standing = placement.WRECK_PIECES[state.terms.three], len(state.layout.pieces)
    return text.wreck_ends("few pieces stand") if least <= standing < least + len(FOUNDATION) else ""


def points_if_closed(state: State) -> tuple[int, ...]:
    """L-22: the points of all players if the game were closed now."""
    return finish(state, CLOSED, (), ()).state.points


# --- the end ----------------------------------------------------------------------------------------


def ending(state: State) -> str:
    """R-32: why the game is over now; '' if it is not."""
    playing = [seat for seat in range(state.seats) if not state.out[seat]]
    if not playing:
        return text.ALL_OUT
    if len(playing) == 1 and state.terms.alone == "end":
        return f"only {{{playing[0]}}} is left"
    if not _with_pieces(state):
        return "all pieces are used"
    return CLOSED if state.idle >= len(_with_pieces(state)) else ""


def finish(state: State, reason: str, events: tuple[Event, ...], scores: tuple[Score, ...]) -> Step[State]:
    """R-32, L-13, L-22: end the game. Held pieces are charged, and in a closed game all that are left."""
    left: list[Score] = []
    for seat in range(state.seats):
        state, unplaced = lose_held(state, seat)
        left += unplaced
        if reason == CLOSED and not state.out[seat] and any(state.hands[seat]):
            left.append(placement.closed_line(seat, sum(state.hands[seat])))
            state = scored(state, (left[-1],))
    state = replace(state, phase="over", ending=reason, **_DONE)
    best = ranking(state).ranking[0]
    charged = [_event("left", line.seat, f"has {line.note}: {text.gain(line.points)}") for line in left]
    over = Event("over", text.over(reason, best, state.points[best[0]]), seat=best[0], data={"winners": list(best)})
    return Step(state, (*events, *charged, over), (*scores, *left), reveals=True)


def ranking(state: State) -> Over:
    """R-1, L-25: most points first, the ejected too; equal points share a place."""
    groups = sorted(set(state.points), reverse=True)
    places = tuple(tuple(s for s in range(state.seats) if state.points[s] == points) for points in groups)
    reason = f"most points, {groups[0]}"
    if len(places[0]) > 1:
        reason = f"{len(places[0])} players have {groups[0]} points and share the win"
    return Over(places, reason)


# --- Break, Wreck and Bump ----------------------------------------------------------------------------


def fall(state: State, disturbed: tuple[int, ...], events: tuple[Event, ...]) -> Step[State]:
    """L-15: apply a release that disturbed other pieces. ``state.in_hand`` is the piece let go of, now in
    ``state.layout``.

    L-17: in a Break it and all held ones are lost, each piece disturbed costs 2, and the structure is to be rebuilt.
    """
    if placement.is_wreck(len(disturbed), state.terms.three):
        return wreck(state, disturbed, f"{count(len(disturbed), 'piece')} moved", events)
    seat, hand = state.active, state.in_hand
    assert hand is not None
    first = placement.break_line(seat, len(disturbed))
    state, held = lose_held(scored(state, (first,)), seat, int(hand.held))
    lines = (first, *held)
    points = _total(lines)
    data = {"disturbed": list(disturbed), "points": points}
    event = Event("break", text.breaks(disturbed, points), seat=seat, data=data)
    under_way = {**_DONE, "stood": state.before, "broken": disturbed, "clearing": (hand.piece,)}
    return Step(replace(state, phase="clear", tries=0, idle=0, **under_way), (*events, event), lines, reveals=True)


def wreck(state: State, disturbed: tuple[int, ...], how: str, events: tuple[Event, ...]) -> Step[State]:
    """L-18: charge the active player for the pieces used, and eject the player; the piece let go of is lost."""
    hand = state.in_hand if state.in_hand and state.in_hand.kind == "place" else None
    state, lines, event = _eject(state, state.active, how, more=int(hand is not None and hand.held))
    taken = {hand.piece} if hand else set()
    state = replace(state, in_hand=None, idle=0, stood=state.before or state.stood)
    return _salvage(state, disturbed, taken, (*events, event), lines)


def bump(state: State, disturbed: tuple[int, ...]) -> Step[State]:
    """L-21: treat a bump by a player as a Wreck; a bump by a bystander charges no player.

    ``state.stood`` is the table before it.
    """
    by = state.bumper
    data = {"disturbed": list(disturbed), "by": by}
    events: tuple[Event, ...] = (Event("bump", text.bumps(by, disturbed), seat=by if by >= 0 else None, data=data),)
    lines: tuple[Score, ...] = ()
    if by >= 0 and not state.out[by] and placement.is_wrecking_bump(len(disturbed)):
        state, lines, event = _eject(state, by, "the table was bumped", bump=True)
        events = (*events, event)
    if disturbed:
        state = replace(state, idle=0)
    return _salvage(state, disturbed, set(), events, lines)


def _eject(
    state: State, seat: Seat, how: str, *, bump: bool = False, more: int = 0
) -> tuple[State, tuple[Score, ...], Event]:
    """L-18, L-13: charge the penalty, held pieces and ``more`` just lost, and eject the player from this game."""
    remaining, begun = sum(state.hands[seat]) + sum(state.held[seat]), sum(model.hand_of(state.terms))
    first = wreck_line(seat, remaining, begun=begun, bump=bump)
    state, held = lose_held(scored(state, (first,)), seat, more)
    lines = (first, *held)
    points = _total(lines)
    event = Event("wreck", text.wreck(seat, how, points), seat=seat, data={"points": points})
    return replace(state, out=put(state.out, seat, True)), lines, event


# --- what is left -------------------------------------------------------------------------------------


def _salvage(
    state: State, disturbed: Collection[int], taken: set[int], events: tuple[Event, ...], lines: tuple[Score, ...]
) -> Step[State]:
    """L-19: continue if the Foundation is untouched and half of the pieces before still stand; take off fallen pieces.

    Pieces that fall while others are taken off count as fallen too: ``state.stood`` is the table before all of it.
    """
    assert state.stood is not None
    placed = len(state.stood.pieces)
    standing = without(state.layout, taken)
    fallen = {piece for piece in disturbed if placement.why_not_legal(standing, piece, state.terms.contacts)}
    left = len(standing.pieces) - len(fallen)
    layout = relevelled_layout(state.layout, disturbed, fallen | taken)
    state = replace(state, layout=layout, broken=(), failed=(), before=None, tries=0)
    if set(FOUNDATION) & set(disturbed) or 2 * left < placed:
        return finish(state, "the structure is wrecked", events, lines)
    clearing = tuple(sorted(fallen | taken))
    if clearing:
        if fallen:
            event = Event(
                "fallen",
                text.leave(sorted(fallen)),
                data={"pieces": sorted(fallen)},
            )
            events = (*events, event)
        return Step(replace(state, phase="clear", clearing=clearing), events, lines, reveals=True)
    return resume(state, events, lines)


def cleared(state: State, disturbed: tuple[int, ...], events: tuple[Event, ...]) -> Step[State]:
    """L-29: pieces were taken off. Others that moved are put back too (Break), or judged by L-19 (Wreck, Bump)."""
    if not state.broken:
        return _salvage(state, disturbed, set(), events, ())
    broken = tuple(sorted({*state.broken, *disturbed}))
    # A piece that waits has the level where it lies, since a piece that is kept may lie on another one.
    layout = relevelled_layout(state.layout, broken)
    if model.task_chance(state.terms):
        step = _restore(replace(state, layout=layout))
        return Step(step.state, (*events, *step.events), step.scores, reveals=True)
    return Step(replace(state, phase="rebuild", layout=layout, broken=broken), events, reveals=True)


def rebuilt(state: State, piece: int, events: tuple[Event, ...], *, reveals: bool) -> Step[State]:
    """L-17: one piece less to put back; with the last one the turn is over."""
    left = tuple(other for other in state.broken if other != piece)
    state = replace(state, phase="rebuild", broken=left, in_hand=None)
    if left:
        return Step(state, events, (), reveals)
    done = _event("rebuilt", state.active, "has put everything back")
    return finish_turn(state, (*events, done), reveals=reveals, fate=True)


def _total(lines: Iterable[Score]) -> int:
    return sum(line.points for line in lines)


# --- moves ------------------------------------------------------------------------------------------------


def apply_action(state: State, action: Action) -> Step[State]:
    """The step of a legal action."""
    match action:
        case model.LayFoundation():
            return _found(state, action)
        case model.Ready():
            return Step(make_ready(state))
        case model.Place():
            return _place(state, action)
        case model.Hold():
            return _hold(state, action.size)
        case model.Pass() | model.Skip():
            return _idle(state, action)
        case model.Accept():
            return stands(state, ())
        case model.GiveUp():
            return forfeit(state, ()) if state.phase == "slip" else _give_up(state, action.size)
        case model.Rebuild():
            return _rebuild(state, action)
        case model.Keep():
            return _keep(state, action.piece)
        case model.Restore():
            return _restore(state)
        case model.Decline():
            step = wreck(state, state.broken, "the pieces stay down", ())
            # No piece has moved, so the action can be taken back unless the game is over.
            return replace(step, reveals=step.state.phase == "over")
        case model.Nudge():
            return Step(replace(state, phase="bump", bumper=action.by, nudged=True, nudges=state.nudges + 1))


# --- letting go ---------------------------------------------------------------------------------------


def make_ready(state: State) -> State:
    """L-30: let the table set up the Foundation."""
    size, size2 = READY_SIZES
    return replace(state, phase="release", in_hand=InHand("ready", 1, size, size2=size2))


def _found(state: State, action: model.LayFoundation) -> Step[State]:
    hand = InHand("found", 1, action.size, pose=action.pose, size2=action.size2, pose2=action.pose2)
    event = _event("let-go", state.active, "sets up two pieces", pieces=list(FOUNDATION))
    return Step(replace(state, phase="release", in_hand=hand), (event,))


def _place(state: State, action: model.Place) -> Step[State]:
    piece, size, held, target = state.next_piece, action.size, action.held, action.target
    if state.phase == "slip":
        assert state.before is not None
        state = replace(state, layout=state.before)
    else:
        state = _recounted(state, size, **{"held" if held else "hands": -1})
    deed = text.places(state.active, size, label(target) if target else "", held=held)
    data = {"piece": piece, "size": size, "held": held, "target": target}
    event = Event("let-go", deed, seat=state.active, data=data)
    hand = InHand("place", piece, size, held, target, action.pose)
    return Step(replace(state, phase="release", in_hand=hand), (event,))


def _rebuild(state: State, action: model.Rebuild) -> Step[State]:
    one = next(one for one in state.layout.pieces if one.id == action.piece)
    hand = InHand("rebuild", one.id, one.size, pose=action.pose)
    event = _event("let-go", state.active, f"puts {label(one.id)} back", piece=one.id, size=one.size)
    return Step(replace(state, phase="release", in_hand=hand), (event,))


# --- the piece in hand stands or is lost ------------------------------------------------------------------


def stands(state: State, events: tuple[Event, ...]) -> Step[State]:
    """L-10: the piece in hand stays in ``state.layout``, and scores at once."""
    seat, hand = state.active, state.in_hand
    assert hand is not None
    assert state.before is not None
    facts = facts_of(state.layout, hand.piece, state.before, held=hand.held)
    lines = placement.placement_lines(facts, seat)
    piece, size, level, points = hand.piece, hand.size, facts.level, _total(lines)
    data = {"piece": piece, "size": size, "level": level, "points": points}
    event = Event("place", text.stands(label(piece), level, points), seat=seat, data=data)
    after = replace(scored(state, lines), last_size=size, next_piece=piece + 1, idle=0)
    return finish_turn(after, (*events, event), lines, reveals=bool(events), fate=True)


def forfeit(state: State, events: tuple[Event, ...]) -> Step[State]:
    """L-14: the slipped piece is lost. Nothing else changes, except that a held piece is charged (L-13)."""
    seat, hand = state.active, state.in_hand
    assert hand is not None
    assert state.before is not None
    lines = (unplaced_line(seat, 1),) if hand.held else ()
    cost = f": {text.gain(lines[0].points)}" if lines else ""
    event = _event("forfeit", seat, f"loses the {hand.size} piece{cost}", size=hand.size)
    after = replace(_recounted(scored(state, lines), hand.size, gone=1), layout=state.before, idle=0)
    return finish_turn(after, (*events, event), lines, reveals=bool(events))


# --- other moves ----------------------------------------------------------------------------------------


def _hold(state: State, size: str) -> Step[State]:
    event = _event("hold", state.active, f"holds a {size} piece", size=size)
    return finish_turn(_recounted(replace(state, idle=0), size, hands=-1, held=1), (event,))


def _give_up(state: State, size: str) -> Step[State]:
    """L-13: give up a held piece that cannot be placed."""
    line = unplaced_line(state.active, 1)
    after = _recounted(replace(scored(state, (line,)), idle=0), size, held=-1, gone=1)
    event = _event("forfeit", line.seat, f"gives up the held {size} piece: {text.gain(line.points)}", size=size)
    return finish_turn(after, (event,), (line,))


def _idle(state: State, action: model.Pass | model.Skip) -> Step[State]:
    """L-3, L-22, L-23: pass if passing is free, else the table searches for a move first."""
    if isinstance(action, model.Skip):
        return Step(replace(state, phase="search"), (Event("skip", "", seat=state.active),))
    event = _event("pass", state.active, "passes")
    return finish_turn(state if state.free else skipped(state), (event,))


def skipped(state: State) -> State:
    """L-22: count one more turn in a row without a move."""
    seat = state.active
    return replace(state, skips=put(state.skips, seat, state.skips[seat] + 1), idle=state.idle + 1)


def _keep(state: State, piece: int) -> Step[State]:
    event = _event("keep", state.active, f"leaves {label(piece)} where it lies", piece=piece)
    return rebuilt(state, piece, (event,), reveals=False)


def _restore(state: State) -> Step[State]:
    assert state.stood is not None
    event = _event("rebuilt", state.active, "puts everything back as it stood")
    return finish_turn(replace(state, layout=state.stood), (event,), fate=True)


# --- what a move would bring --------------------------------------------------------------------------


def verdict_of(state: State, action: Action) -> Verdict:
    """The verdict on a legal action: the score lines that it would bring, and a note in a few words."""
    seat = state.active
    match action:
        case model.Place(aim=None) | model.Rebuild(aim=None):
            return Verdict(note=text.UNSEEN)
        case model.Place(size, held, _, _, aim):
            assert aim is not None
            return _worth(state, facts_aimed(size, held, aim, state.layout), " if it stands")
        case model.Rebuild():
            return Verdict(note=text.PUT_BACK)
        case model.Accept():
            assert state.in_hand is not None
            assert state.before is not None
            return _worth(state, facts_of(state.layout, state.in_hand.piece, state.before, held=state.in_hand.held), "")
        case model.Hold():
            return Verdict(note=text.HOLDS)
        case model.GiveUp():
            slipped = state.phase == "slip"
            held = not slipped or (state.in_hand is not None and state.in_hand.held)
            return Verdict(preview=(unplaced_line(seat, 1),) if held else (), note=text.LOST)
        case model.Decline():
            begun = sum(model.hand_of(state.terms))
            return Verdict(preview=(wreck_line(seat, sum(state.hands[seat]), begun=begun),), note=text.DECLINED)
        case model.Pass():
            return Verdict(note="Your turn ends")
        case model.Skip():
            return Verdict(note=text.skips(closes=closes(state)))
        case _:
            return Verdict()


def _worth(state: State, facts: PlacementFacts, when: str) -> Verdict:
    lines = placement.placement_lines(facts, state.active)
    return Verdict(preview=lines, note=f"{text.gain(_total(lines))}{when}")
