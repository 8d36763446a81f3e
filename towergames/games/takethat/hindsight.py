"""Floors that a player lost when towers were scored, and the floor that decided."""

from __future__ import annotations

from collections.abc import Sequence

from towergames.core.contract import Event, Seat, Step
from towergames.games.takethat import text
from towergames.games.takethat.model import State, Storey
from towergames.games.takethat.scoring import resolve_tower, sum_points


def losses(before: State, deed: object, step: Step[State], seat: Seat) -> tuple[str, ...]:  # noqa: ARG001 - the contract
    """The floors that a seat lost when towers were scored: to whom, by which floor, and the points that this cost."""
    found = []
    for event in step.events:
        if event.kind != "score.floor" or event.data["owner"] is None:
            continue
        tower = before.slots[event.data["slot"]]
        storeys = tower.storeys if tower is not None else ()
        for at in _taken(event, storeys, seat):
            cost = _cost(before, storeys, event.data["storey"], seat)
            found.append(text.lost_floor(event.data, at, storeys[at].floor, seat, cost))
    return tuple(found)


def _taken(event: Event, storeys: Sequence[Storey], seat: Seat) -> list[int]:
    """The storeys of the seat that a floor's effect has emptied or handed over."""
    reach = range(max(0, event.data["storey"] - 2), event.data["storey"])
    lost = [at for at in reversed(reach) if storeys[at].owner == seat and event.data["owners"][at] != seat]
    if event.data["floor"] == "INFERNO":
        return lost
    return [at for at in lost if at == event.data["storey"] - 1 and event.data["floor"] in ("NOISE", "LANDLORD")]


def _cost(state: State, storeys: Sequence[Storey], at: int, seat: Seat) -> int:
    """The points that a seat would have had in the tower if the floor at ``at`` had been vacant."""
    idle = [Storey(one.floor, None, None, one.builder) if i == at else one for i, one in enumerate(storeys)]
    without, real = (
        sum_points(resolve_tower(some, state.seats, state.terms.texts), state.seats) for some in (idle, storeys)
    )
    return without[seat] - real[seat]


def decisive(step: Step[State], seat: Seat) -> str:
    """The floor with which the seat scored most, and its tower."""
    best, most, at_end, ended = None, 0, False, False
    for event in step.events:
        ended = ended or event.kind == "final"
        if event.kind == "score.floor" and event.data["points"].get(str(seat), 0) > most:
            best, most, at_end = event.data, event.data["points"][str(seat)], ended
    return text.decided(best["slot"], best["floor"], most, at_end=at_end) if best is not None else ""
