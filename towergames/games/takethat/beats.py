"""The highlights of Take That Towers: a steal, an eviction, a large tower, the last round, and a change of the lead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from towergames.core.contract import Event, Seat
from towergames.core.feat import Play
from towergames.core.highlight import Highlight
from towergames.games.takethat import text
from towergames.games.takethat.model import storeys_at

STEAL, EVICTION, LARGE_TOWER, LAST_ROUND, LEAD = "steal", "eviction", "large-tower", "last-round", "lead"
LARGE = 10
"""Points of one tower for one player that make it large."""
SECONDS = {STEAL: 1.6, EVICTION: 1.0, LARGE_TOWER: 2.0, LAST_ROUND: 0.8, LEAD: 2.0}
"""The length of each beat."""


def highlights(play: Play) -> list[Highlight]:
    """The highlights of a play, in the order of its events."""
    found: list[Highlight] = []
    tower: _ScoredTower | None = None
    for number, event in enumerate(play.step.events):
        if event.kind == "score.start":
            tower = _ScoredTower(play, number)
        elif event.kind == "score.floor" and tower is not None:
            found += tower.floor(number, event)
        elif event.kind == "score.end" and tower is not None:
            found += tower.end(number, event)
        elif event.kind == "last-round":
            found.append(Highlight(LAST_ROUND, number, 1, seconds=SECONDS[LAST_ROUND], theme="last"))
        elif event.kind == "over":
            found += _end(play, number, event)
    return found


class _ScoredTower:
    """A tower while it is scored, from the top down."""

    def __init__(self, play: Play, start: int) -> None:
        self.slot: int = play.step.events[start].data["slot"]
        self.storeys = storeys_at(play.before, self.slot)
        self.owners: Sequence[Seat | None] = [storey.owner for storey in self.storeys]
        self.paid = _points_of_floors(play.step.events[start + 1 :])

    def floor(self, number: int, event: Event) -> list[Highlight]:
        """The highlight of a floor that takes or empties floors of other players."""
        data, owners = event.data, self.owners
        self.owners = data["owners"]
        seat, floors = data["owner"], self._lost(owners, data)
        if seat is None or not floors:
            return []
        victims = tuple(dict.fromkeys(owner for at in floors if (owner := owners[at]) is not None))
        seen = {"slot": self.slot, "storey": data["storey"], "floors": floors, "owners": list(owners)}
        named = [self.storeys[at].floor for at in floors]
        if data["floor"] != "LANDLORD":
            told = text.evicted(seat, victims, named)
            size = 2 + len(floors)
            return [Highlight(EVICTION, number, size, (seat, *victims), SECONDS[EVICTION], told, "evicts", data=seen)]
        gain = self.paid.get(floors[0], {}).get(seat, 0)
        told = text.taken(seat, victims[0], named[0], gain)
        size = 5 + gain
        seen["points"] = gain
        return [Highlight(STEAL, number, size, (seat, *victims), SECONDS[STEAL], told, "takes", gain, seen)]

    def _lost(self, owners: Sequence[Seat | None], data: Mapping[str, Any]) -> list[int]:
        """The floors of other players that a floor's effect has taken or emptied, the higher one first."""
        below = range(data["storey"] - 1, -1, -1)
        return [at for at in below if owners[at] not in (None, data["owner"]) and data["owners"][at] != owners[at]]

    def end(self, number: int, event: Event) -> list[Highlight]:
        """The highlight of a tower that has paid one player a lot."""
        points: Mapping[str, int] = event.data["points"]
        best = max(points.values(), default=0)
        if best < LARGE:
            return []
        seats = tuple(int(seat) for seat, paid in points.items() if paid == best)
        data = {"slot": self.slot, "points": best, "floors": [storey.floor for storey in self.storeys]}
        return [
            Highlight(LARGE_TOWER, number, best, seats, SECONDS[LARGE_TOWER], theme="grows", points=best, data=data)
        ]


def _points_of_floors(events: Sequence[Event]) -> dict[int, dict[Seat, int]]:
    """The points by floor and seat of the tower that is scored first."""
    paid: dict[int, dict[Seat, int]] = {}
    for event in events:
        if event.kind == "score.end":
            break
        if event.kind == "score.floor":
            paid[event.data["storey"]] = {int(seat): points for seat, points in event.data["points"].items()}
    return paid


def _end(play: Play, number: int, event: Event) -> list[Highlight]:
    """The end of the game: its winner, who may have gone ahead at the last highlight."""
    winner = event.seat
    assert winner is not None
    before, after = play.before.points, play.step.state.points
    behind = max(before) - before[winner]
    data = {"before": list(before), "after": list(after)}
    if not behind:
        return [Highlight("win", number, 0, (winner,), theme="win", data=data)]
    told = text.went_ahead(winner, behind)
    return [Highlight(LEAD, number, 10 + behind, (winner,), SECONDS[LEAD], told, "win", behind, data)]
