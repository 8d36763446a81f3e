"""Outcomes of dice and physics: resolved once, live; afterwards checked and applied from the record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from towergames.core.contract import Event, Nature, Seat, Step
from towergames.core.dice import Dice
from towergames.games.leaning import layout as tables
from towergames.games.leaning import model, moves, text
from towergames.games.leaning.layout import label, layout_after
from towergames.games.leaning.model import InHand, Layout, Piece, State, TableSettled
from towergames.games.leaning.placement import facts_of, refusals, relevelled, why_not_legal
from towergames.games.leaning.requirements import LeaningPhysicsPort
from towergames.games.leaning.rules import is_pose
from towergames.physics.recording import RecordedPose, check_record, fitted

_MAX_UM = 10**7
"""Ten metres, in micrometres: nothing falls further."""


def check_outcome(state: State, outcome: TableSettled) -> None:
    """Check a recorded outcome of physics. Raises ValueError for pieces that are not there and impossible numbers."""
    hand, released = state.in_hand, set[int]()
    if hand is not None and state.phase == "release":
        released = set(model.FOUNDATION) if hand.kind in ("found", "ready") else {hand.piece}
    known = ({one.id for one in state.layout.pieces} | released) - set(state.clearing)
    rested = [rest.piece for rest in outcome.rests]
    if not _rising(rested) or not known.issuperset(rested) or not released.issubset(rested):
        raise ValueError("the outcome has the wrong pieces")
    for rest in outcome.rests:
        if not is_pose(rest.pose) or not rest.pose.is_near:
            raise ValueError("the outcome has a pose that cannot be")
        if not 0 <= rest.corners <= 5 or not 0 <= rest.shift <= 2 * _MAX_UM or not 0 <= rest.turn <= 180_000:
            raise ValueError("the outcome has a movement that cannot be")
    if not _rising(outcome.touches) or any(a >= b or not {a, b} <= known for a, b in outcome.touches):
        raise ValueError("the outcome has contacts that cannot be")
    for near in outcome.near:
        if near.tip == near.hollow or not {near.tip, near.hollow} <= known or not 0 <= near.gap <= tables.MAX_NEAR_UM:
            raise ValueError("the outcome has points that cannot be")
    if not _rising([near[:2] for near in outcome.near]):
        raise ValueError("the outcome has points twice or out of order")
    check_record(outcome, 24)


def _rising(row: Sequence[Any]) -> bool:
    return all(one < other for one, other in pairwise(row))


OUTCOMES: dict[str, type[Any]] = {
    "order": model.First,
    "search": model.PlaceFound,
    "fate": model.Fate,
    **dict.fromkeys(("release", "clear", "bump"), TableSettled),
}
"""Nature kind -> its outcome; the kinds are the phases."""

BUMP_ONE_IN = 12
"""L-21: number of placements for each bump at random, on average."""


def resolve(state: State, nature: Nature, dice: Dice, table: Callable[[], LeaningPhysicsPort]) -> model.Outcome:
    """Resolve dice or physics. Only outcomes of physics call ``table``."""
    match nature.kind:
        case "order":
            return model.First(dice.below(state.seats))
        case "fate":
            return model.Fate(_fate(state, dice))
        case "search":
            return model.PlaceFound(table().can_place(state))
        case "clear":
            return fitted(table().take_off(state))
        case "bump":
            return fitted(table().bump(state, dice))
        case _:
            return fitted(table().let_go(state, dice))


def _fate(state: State, dice: Dice) -> int:
    return model.NOBODY if dice.below(BUMP_ONE_IN) else dice.choice(_bumpers(state))


def _bumpers(state: State) -> list[int]:
    """Possible bumpers of the table now: a bystander (-1), or the players who wait."""
    return [-1] if state.terms.bump == "table" else [seat for seat in range(state.seats) if seat != state.active]


def apply_outcome(state: State, outcome: model.Outcome) -> Step[State]:
    """Apply the recorded outcome. Raises ValueError when it cannot follow from the state."""
    if type(outcome) is not OUTCOMES.get(state.phase):
        raise ValueError("no such outcome can come here")
    match outcome:
        case model.First(seat):
            return _settle_order(state, seat)
        case model.Fate(by):
            return _settle_fate(state, by)
        case model.PlaceFound(found):
            return _settle_search(state, found)
    check_outcome(state, outcome)
    if state.phase == "clear":
        return _settle_clear(state, outcome)
    if state.phase == "bump":
        felled = tables.disturbed(state.layout, outcome)
        step = moves.bump(replace(state, layout=layout_after(state.layout, outcome), stood=state.layout), felled)
        return Step(step.state, (_movement(outcome, "bump"), *step.events), step.scores, reveals=True)
    assert state.in_hand is not None
    match state.in_hand.kind:
        case "place":
            return _settle_place(state, outcome)
        case "rebuild":
            return _settle_rebuild(state, outcome)
        case _:
            return _settle_foundation(state, outcome)


# --- chance -----------------------------------------------------------------------------------------


def begin(state: State, first: int) -> State:
    """R-3: set the first player, then set up a Foundation."""
    state = replace(state, first=first, active=first, phase="found")
    return moves.make_ready(state) if state.terms.foundation == "ready" else state


def _settle_order(state: State, seat: Seat) -> Step[State]:
    if not 0 <= seat < state.seats:
        raise ValueError("there is no such player")
    return Step(begin(state, seat), (Event("order", f"{{{seat}}} starts", seat=seat, data={"first": seat}),))


def _settle_fate(state: State, by: int) -> Step[State]:
    if by == model.NOBODY:
        return moves.pass_on(state, ())
    if by not in _bumpers(state):
        raise ValueError("nobody like that can bump the table now")
    return Step(replace(state, phase="bump", bumper=by))


def _settle_search(state: State, found: bool) -> Step[State]:
    """L-23: a player who can place may not skip."""
    seat = state.active
    if found:
        event = Event("move-known", f"{{{seat}}} can still place a piece, so the turn goes on", seat=seat)
        return Step(replace(state, phase="turn", refused=True), (event,), reveals=True)
    event = Event("no-move", f"{{{seat}}} skips: the table finds no place either", seat=seat)
    return moves.finish_turn(moves.skipped(state), (event,), reveals=True)


# --- physics ----------------------------------------------------------------------------------------


def _movement(outcome: TableSettled, by: str, seen: str = "") -> Event:
    """The movement; ``seen`` is what the eye sees of it, in a sentence."""
    data = {"trace": outcome.trace, "pieces": [rest.piece for rest in outcome.rests], "by": by}
    return Event("settle", seen, data=data)


TIPPED_MILLIDEGREES = 45_000
"""A piece that turned further has tipped over."""


def _fall_seen(hand: InHand, after: Layout, outcome: TableSettled, felled: tuple[int, ...]) -> str:
    """A sentence on the fall of the ``felled`` pieces, as the eye sees it."""
    rest = next(rest for rest in outcome.rests if rest.piece == hand.piece)
    if not tables.has_moved(rest):
        others = {rest.piece: rest for rest in outcome.rests if rest.piece in felled}
        worst = max(felled, key=lambda piece: others[piece].shift if piece in others else 0)
        shift, turn = (others[worst].shift, others[worst].turn) if worst in others else (0, 0)
        return text.stayed(hand.size, text.moved(label(worst), shift, turn))
    if hand.target and hand.target not in tables.touched_by(after, hand.piece):
        return text.slid_off(hand.size, label(hand.target))
    return text.tipped_over(hand.size) if rest.turn > TIPPED_MILLIDEGREES else text.slid(hand.size, rest.shift)


def _added(layout: Layout, pieces: tuple[Piece, ...], outcome: TableSettled) -> Layout:
    """The table with new pieces, everything at rest; new pieces get their level (L-9)."""
    after = layout_after(replace(layout, pieces=(*layout.pieces, *pieces)), outcome)
    for one in pieces:
        after = relevelled(after, one.id)
    return after


def _settle_foundation(state: State, outcome: TableSettled) -> Step[State]:
    """L-2: two pieces that obey the rules, both on the table, each propping the other."""
    hand, seat = state.in_hand, state.active
    assert hand is not None
    spot = RecordedPose(0, 0, 0, 10**6, 0, 0, 0)  # until the outcome says where it is
    pieces = (Piece(1, hand.size, model.NEUTRAL, spot, 0, 0), Piece(2, hand.size2, model.NEUTRAL, spot, 0, 0))
    layout = _added(Layout(), pieces, outcome)
    broken = [one for piece in model.FOUNDATION for one in why_not_legal(layout, piece, state.terms.contacts)]
    good = not broken and tables.touched_by(layout, 1) == (2,)
    movement = _movement(outcome, "release")
    if good:
        after = replace(state, phase="turn", layout=layout, in_hand=None, next_piece=3, tries=0, free=True)
        return Step(after, (movement, Event("foundation", "The Foundation stands", seat=seat)), reveals=True)
    if hand.kind == "ready":
        raise ValueError("a Foundation that the table sets up must be a legal one")
    why = text.cause(broken[0].text if broken else "The two pieces do not touch each other.")
    failed = Event("foundation-fails", f"The Foundation does not stand. {why}", seat=seat)
    return Step(replace(state, phase="found", in_hand=None, tries=state.tries + 1), (movement, failed), reveals=True)


def _settle_place(state: State, outcome: TableSettled) -> Step[State]:
    """R-17, R-18, R-19: the placed piece stands, or slips, or disturbs others."""
    hand, seat = state.in_hand, state.active
    assert hand is not None
    assert hand.pose is not None
    before = state.layout
    layout = _added(before, (Piece(hand.piece, hand.size, seat, hand.pose, 0, 0),), outcome)
    state = replace(state, layout=layout, before=before, tries=state.tries + 1)
    felled = tables.disturbed(before, outcome)
    if felled:
        return moves.fall(state, felled, (_movement(outcome, "release", _fall_seen(hand, layout, outcome, felled)),))
    movement = _movement(outcome, "release")
    facts = facts_of(layout, hand.piece, before, held=hand.held)
    broken = refusals(facts, both=state.terms.contacts == "both")
    rest = next(rest for rest in outcome.rests if rest.piece == hand.piece)
    if not broken and not tables.has_moved(rest):
        return moves.stands(state, (movement,))
    slipped = text.slips(hand.size, broken[0].text if broken else "")
    slip = Event("slip", slipped, seat=seat, data={"tries": state.tries})
    if broken and state.tries >= state.terms.tries:
        return moves.forfeit(state, (movement, slip))
    return Step(replace(state, phase="slip"), (movement, slip), reveals=True)


def _settle_rebuild(state: State, outcome: TableSettled) -> Step[State]:
    """L-17: the piece stands again, or it has to be tried again, or another one fell."""
    hand, seat = state.in_hand, state.active
    assert hand is not None
    before = state.layout
    layout = layout_after(before, outcome)
    felled = tuple(piece for piece in tables.disturbed(before, outcome) if piece not in state.broken)
    if felled:
        movement = _movement(outcome, "release", _fall_seen(hand, layout, outcome, felled))
        every = tuple(sorted({*state.broken, *felled}))
        return moves.wreck(replace(state, layout=layout), every, "putting a piece back moved others", (movement,))
    movement = _movement(outcome, "release")
    broken = why_not_legal(layout, hand.piece, state.terms.contacts)
    if not broken:
        back = Event("put-back", f"{label(hand.piece)} stands again", seat=seat)
        after = replace(state, layout=tables.relevelled_layout(layout, state.broken))
        return moves.rebuilt(after, hand.piece, (movement, back), reveals=True)
    slip = Event("slip", f"{label(hand.piece)} does not stand. {text.cause(broken[0].text)}", seat=seat)
    failed = (*state.failed, hand.piece)
    if failed.count(hand.piece) >= state.terms.tries:
        return moves.wreck(
            replace(state, layout=layout), state.broken, f"no tries left for {label(hand.piece)}", (movement, slip)
        )
    return Step(replace(state, phase="rebuild", in_hand=None, failed=failed), (movement, slip), reveals=True)


def _settle_clear(state: State, outcome: TableSettled) -> Step[State]:
    """L-29: pieces leave the table, and the others come to rest without them."""
    gone = state.gone
    for one in state.layout.pieces:
        if one.id in state.clearing and one.owner != model.NEUTRAL:
            gone = moves.put(gone, one.owner, moves.counted(gone[one.owner], one.size, 1))
    left = tables.without(state.layout, state.clearing)
    felled = tables.disturbed(left, outcome)
    after = replace(state, layout=layout_after(left, outcome), gone=gone, clearing=())
    return moves.cleared(after, felled, (_movement(outcome, "clear"),))
