"""The intent and the danger of a move, from the towers alone: what everyone sees, so that no card is given away."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from towergames.core.contract import Seat
from towergames.games.takethat import model, text
from towergames.games.takethat.model import Action, Build, Claim, EndTurn, Storey, Tower, View, storeys_at
from towergames.games.takethat.rules import due_slots, is_due, storeys_after
from towergames.games.takethat.scoring import NO_LIMIT, resolve_tower, sum_points

Storeys = tuple[Storey, ...]
BySeat = tuple[int, ...]
"""Points by seat."""

WORKS_BELOW = {"LANDLORD": 1, "NOISE": 1, "INFERNO": 2}
"""Floors that change the owners below them, and how many floors they reach."""


def reason(view: View, action: Action, claims: Collection[tuple[int, int]] = ()) -> str:
    """The reason for a move of the active seat, without a full stop. ``{0}`` stands for the name of a player.

    ``claims`` are the floors, as (slot, storey), that the seat means to claim in its turn, that of a claim included.
    """
    match action:
        case Build():
            clauses = _build(_at_turn_end(view, action, len(claims)), action, claims)
        case Claim():
            clauses = _claim(_at_turn_end(view, action, len(claims)), action)
        case EndTurn():
            clauses = [_end(view)]
            due = [slot for slot in due_slots(view) if any(_points(view, storeys_at(view, slot)))]
            clauses += [_scores(view, slot, storeys_at(view, slot)) for slot in due]
        case _:
            clauses = [text.OLDEST_FIRST]
    return "; ".join(clauses)


# --- building -----------------------------------------------------------------------------------------


def _build(view: View, action: Build, claims: Collection[tuple[int, int]]) -> list[str]:
    me, slot = view.active, action.slot
    before, after = storeys_at(view, slot), storeys_after(view, action)
    top = len(before)
    planned = after
    storeys = sorted(storey for tower, storey in claims if tower == slot)
    for storey in storeys:
        planned = _claimed(planned, storey, me)
    if _is_due(view, after):
        return [text.finishes(slot, me, _points(view, planned), _draws(view, planned, me), len(storeys))]
    change = _change(view, before, planned)
    if storeys:
        return [text.then_claimed(slot, me, change, _draws(view, planned, me) - _draws(view, before, me), len(storeys))]
    clauses = [text.change(slot, me, change)] if any(change) else []
    opened = _opened(view, after, top)
    if opened:
        clauses.append(opened)
    if _pays(view, before, top - 1, me) and action.floor not in WORKS_BELOW:
        clauses.append(text.shields(me, before[-1].floor))
    return clauses or [_harmless(action, before)]


def _harmless(action: Build, below: Storeys) -> str:
    """The reason for a floor that changes nothing now."""
    if action.floor == "LOBBY":
        return text.GROWS
    reach = WORKS_BELOW.get(action.floor, 0)
    if reach and not below:
        return text.NOTHING_BELOW
    if reach and all(storey.owner is None for storey in below[-reach:]):
        return text.VACANT_BELOW
    return text.harmless(action.floor)


def _opened(view: View, storeys: Storeys, at: int) -> str:
    """The consequence of a vacant floor for the player who claims it; '' where nobody gains or loses by that."""
    floor = storeys[at].floor
    loss, victim = _worst_loss(view, storeys, at)
    if loss > 0:
        below = _floor_below(storeys, at, victim)
        if floor == "LANDLORD":
            return text.leaves_landlord(below, victim, loss)
        return text.leaves_evicting(floor, below, victim, loss)
    gains = [_change(view, storeys, _claimed(storeys, at, seat))[seat] for seat in range(view.seats)]
    if max(gains) > 0:
        return text.opens(gains)
    draws = _draws(view, _claimed(storeys, at, view.active), view.active) - _draws(view, storeys, view.active)
    return text.OPENS_CARDS if draws > 0 else ""


# --- claiming -----------------------------------------------------------------------------------------


def _claim(view: View, action: Claim) -> list[str]:
    me, slot, at = view.active, action.slot, action.storey
    before, after = storeys_at(view, slot), storeys_after(view, action)
    change = _change(view, before, after)
    clauses = []
    if any(change):
        clauses.append(text.change(slot, me, change))
    cards = _draws(view, after, me) - _draws(view, before, me)
    lost = [(seat, _draws(view, before, seat) - _draws(view, after, seat)) for seat in range(view.seats) if seat != me]
    lost = [(seat, fewer) for seat, fewer in lost if fewer > 0]
    if cards > 0 and lost and before[at].floor == "LANDLORD":
        clauses.append(text.takes_suite(slot, lost.pop()[0], cards))
    elif cards > 0:
        clauses.append(text.draws(slot, cards, too=any(change)))
    clauses += [text.draws_less(seat, fewer) for seat, fewer in lost]
    loss = _loss_by_claim(view, before, at)
    if loss > 0:
        clauses.append(text.keeps(me, before[at].floor, loss))
    if _is_due(view, after):
        return [*clauses, text.unstoppable(slot)] if clauses else [text.no_effect(slot)]
    clauses += _dangers(view, before, after)
    if clauses:
        return clauses
    return [text.GROWS if before[at].floor == "LOBBY" else text.NO_EFFECT_YET]


def is_useful(view: View, action: Claim) -> bool:
    """Whether a claim brings the active seat points or cards, costs the others points, or keeps their claim away."""
    later, me = _at_turn_end(view, action), view.active
    before, after = storeys_at(view, action.slot), storeys_after(view, action)
    change = _change(view, before, after)
    return (
        _lead(view, change) > 0
        or _draws(later, after, me) > _draws(later, before, me)
        or _loss_by_claim(view, before, action.storey) > 0
    )


def cards_missed(view: View, action: Claim) -> int:
    """How many of the cards that SUITE offers the claimant are not drawn: the hand is full, or the deck empty."""
    before, after = storeys_at(view, action.slot), storeys_after(view, action)
    boundless = replace(view, hand_sizes=(0,) * view.seats, deck=NO_LIMIT)
    offered = _draws(boundless, after, view.active) - _draws(boundless, before, view.active)
    later = _at_turn_end(view, action)
    return offered - _draws(later, after, view.active) + _draws(later, before, view.active)


def _loss_by_claim(view: View, storeys: Storeys, at: int) -> int:
    """The most that the active seat can lose when another player claims a vacant floor."""
    others = [seat for seat in range(view.seats) if seat != view.active]
    return max(-_change(view, storeys, _claimed(storeys, at, seat))[view.active] for seat in others)


def _dangers(view: View, before: Storeys, storeys: Storeys) -> list[str]:
    """The greatest danger to the active seat in a tower that stays: a vacant floor, else what may come on top.

    A NOISE on top is named where the claim has made it dearer than it was ``before``.
    """
    me = view.active
    vacant = [storey for storey in range(len(storeys)) if storeys[storey].owner is None]
    losses = [(_loss_by_claim(view, storeys, storey), storey) for storey in vacant]
    loss, storey = max(losses, default=(0, 0))
    if loss > 0:
        return [text.danger(me, storey, storeys[storey].floor, loss)]
    loss, cards = _lost_to_noise(view, storeys)
    loss_before, cards_before = _lost_to_noise(view, before)
    if loss > max(0, loss_before):
        return [text.open_on_top(me, loss)]
    return [text.open_suite(me, cards)] if cards > max(0, cards_before) else []


def _lost_to_noise(view: View, storeys: Storeys) -> tuple[int, int]:
    """The points and cards that a NOISE of another player on top would cost the active seat."""
    me = view.active
    under = (*storeys, Storey("NOISE", (me + 1) % view.seats))
    boundless = replace(view, hand_sizes=(0,) * view.seats)
    return -_change(view, storeys, under)[me], _draws(boundless, storeys, me) - _draws(boundless, under, me)


# --- ending the turn ----------------------------------------------------------------------------------


def _end(view: View) -> str:
    me = view.active
    if not view.hand_sizes[me]:
        return text.NO_CARD_LEFT
    found: list[tuple[int, int, int, int]] = []
    for slot in range(len(view.slots)):
        storeys = storeys_at(view, slot)
        for at, storey in enumerate(storeys):
            if storey.owner is None:
                change = _change(view, storeys, _claimed(storeys, at, me))
                found.append((_lead(view, change), change[me], -slot, at))
    if not found:
        return text.NOTHING_VACANT
    lead, gain, slot, at = max(found)
    if lead > 0 and gain > 0:
        claimed = _claimed(storeys_at(view, -slot), at, me)
        unsafe = not _is_due(view, claimed) and bool(_dangers(view, storeys_at(view, -slot), claimed))
        return text.keeps_cards(view.hand_sizes[me], -slot, at, gain, unsafe=unsafe)
    return text.helps_others(me) if any(gain > 0 for _, gain, _, _ in found) else text.NOTHING_SCORES


def _scores(view: View, slot: int, storeys: Storeys) -> str:
    """The points of a tower that is scored at the end of this turn."""
    return text.scores_now(slot, list(enumerate(_points(view, storeys))))


# --- what towers are worth ----------------------------------------------------------------------------


def _points(view: View, storeys: Sequence[Storey]) -> BySeat:
    return sum_points(resolve_tower(storeys, view.seats, view.terms.texts), view.seats)


def _change(view: View, before: Storeys, after: Storeys) -> BySeat:
    """By seat, how many points more one tower scores than another."""
    pairs = zip(_points(view, before), _points(view, after), strict=True)
    return tuple(then - now for now, then in pairs)


def _lead(view: View, change: BySeat) -> int:
    """How much a change brings the active seat ahead of the mean of the others, times the number of the others."""
    mine = change[view.active]
    return (view.seats - 1) * mine - (sum(change) - mine)


def _at_turn_end(view: View, action: Build | Claim, claims: int = 0) -> View:
    """The view with the hand and deck that are left once the active seat has ended this turn and drawn its cards."""
    me = view.active
    builds = model.BUILDS_A_TURN - len(view.built) if isinstance(action, Build) else 0
    kept = max(0, view.hand_sizes[me] - builds - max(claims, isinstance(action, Claim)))
    drawn = model.may_draw(model.DRAWN_A_TURN, kept, view.deck)
    sizes = [kept + drawn if seat == me else size for seat, size in enumerate(view.hand_sizes)]
    return replace(view, hand_sizes=tuple(sizes), deck=view.deck - drawn)


def _draws(view: View, storeys: Storeys, seat: Seat) -> int:
    """Cards that a seat draws when the tower scores, as deck and, in a tower that scores this turn, hand allow it."""
    hands = view.hand_sizes if _is_due(view, storeys) else None
    results = resolve_tower(storeys, view.seats, view.terms.texts, hands, view.deck)
    return sum(cards for result in results for drawer, cards in result.draws if drawer == seat)


def _claimed(storeys: Storeys, at: int, seat: Seat) -> Storeys:
    return (*storeys[:at], replace(storeys[at], owner=seat), *storeys[at + 1 :])


def _is_due(view: View, storeys: Storeys) -> bool:
    return is_due(Tower(0, storeys), view.terms.height)


def _pays(view: View, storeys: Storeys, at: int, seat: Seat) -> bool:
    """Whether a floor of the seat scores for it as the tower stands."""
    if at < 0 or storeys[at].owner != seat:
        return False
    results = resolve_tower(storeys, view.seats, view.terms.texts)
    return any(result.storey == at and dict(result.points).get(seat, 0) > 0 for result in results)


def _worst_loss(view: View, storeys: Storeys, at: int) -> tuple[int, Seat]:
    """The most that a player can lose when another player claims the floor, and who that is."""
    found = [(0, 0)]
    for seat in range(view.seats):
        change = _change(view, storeys, _claimed(storeys, at, seat))
        found += [(-change[victim], -victim) for victim in range(view.seats) if victim != seat]
    loss, victim = max(found)
    return loss, -victim


def _floor_below(storeys: Storeys, at: int, owner: Seat) -> str:
    """The floor of an owner that a floor reaches; '' where only its effect on another floor costs the owner points."""
    for below in range(at - 1, max(-1, at - 1 - WORKS_BELOW.get(storeys[at].floor, 0)), -1):
        if storeys[below].owner == owner:
            return storeys[below].floor
    return ""
