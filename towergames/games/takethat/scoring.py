"""Scoring one tower: every floor's effect, from the top to the ground (R-15)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from towergames.core.contract import Event, Score, Seat
from towergames.core.text import count
from towergames.games.takethat import text
from towergames.games.takethat.model import HAND_LIMIT, SUITE_DRAWS, Storey, may_draw

NO_LIMIT = 10**6
"""Stands for a deck or a hand that sets no limit to drawing (the calculator does not know them)."""


@dataclass(frozen=True, slots=True)
class FloorResult:
    """What one floor did. ``storey`` counts from the ground; ``owner`` None means it was vacant and did nothing.

    ``owners`` are the owners of all storeys, ground first, once the effect is done. ``points`` and ``draws`` hold
    (seat, number) pairs in seat order. ``why`` is a clause in a few words that names no player.
    """

    storey: int
    floor: str
    owner: Seat | None
    points: tuple[tuple[Seat, int], ...]
    draws: tuple[tuple[Seat, int], ...]
    owners: tuple[Seat | None, ...]
    why: str


class _Scoring:
    """A tower while it is scored."""

    def __init__(self, storeys: Sequence[Storey], seats: int, prototype: bool, hands: list[int], deck: int) -> None:
        self.floors = tuple(storey.floor for storey in storeys)
        self.owners = [storey.owner for storey in storeys]
        self.prototype, self.hands, self.deck = prototype, hands, deck
        counted = [storey.builder if prototype else storey.owner for storey in storeys]
        # Changes of owner do not matter to ELEVATOR.
        self.elevator = {seat: 2 * counted.count(seat) for seat in range(seats) if seat in counted}

    def result(self, at: int) -> FloorResult:
        """Resolve one storey. The storeys above it must have been resolved."""
        owner, floor = self.owners[at], self.floors[at]
        points: dict[Seat, int] = {}
        draws: tuple[tuple[Seat, int], ...] = ()
        why = "vacant"
        if owner is not None:
            match floor:
                case "OFFICE":  # 2 points for every OFFICE in the tower, vacant ones and itself included
                    offices = self.floors.count("OFFICE")
                    points, why = {owner: 2 * offices}, f"{count(offices, 'OFFICE floor')} in the tower"
                case "LOBBY":  # 1 point for every floor above it, vacant or not
                    above = len(self.floors) - 1 - at
                    points, why = {owner: above}, f"{count(above, 'floor')} above it"
                case "SUITE" if not self.prototype:
                    draws, why = self._draw(owner)
                case "SPIRE" | "SUITE":
                    points, why = {owner: 3}, ""
                case "ELEVATOR":  # 2 points to each player for each card tucked here
                    points = self.elevator
                    why = "2 for each own floor in the tower" if self.prototype else "2 for each own card in the tower"
                case _ if not at:  # T-8
                    why = "nothing below it"
                case "LANDLORD":  # its owner becomes owner of the floor directly below
                    self.owners[at - 1] = owner
                    why = f"takes over {self._name(at - 1)}"
                case _:  # NOISE empties the floor directly below, INFERNO the two below, or the one there is (T-8)
                    why = self._empty(range(at - 1, max(-1, at - 2 - (floor == "INFERNO")), -1))
        return FloorResult(at, floor, owner, tuple(points.items()), draws, tuple(self.owners), why)

    def _name(self, storey: int) -> str:
        return f"floor {storey + 1} {self.floors[storey]}"

    def _draw(self, owner: Seat) -> tuple[tuple[tuple[Seat, int], ...], str]:
        """SUITE: draw 2 cards, as far as hand limit (T-14) and deck allow."""
        hand, deck = self.hands[owner], self.deck
        drawn = may_draw(SUITE_DRAWS, hand, deck)
        reason = ""
        if deck <= 0:
            reason = ", the deck is empty"
        elif hand >= HAND_LIMIT:
            reason = ", the hand is full"
        self.hands[owner] += drawn
        self.deck -= drawn
        return ((owner, drawn),), f"draws {count(drawn, 'card')}{reason}"

    def _empty(self, below: Sequence[int]) -> str:
        for storey in below:
            self.owners[storey] = None
        # "Vacant" and the prototype's "loses its effect" never differ in points: only floors right above can bring an
        # owner back, and a floor that INFERNO reaches past is silenced itself.
        verb = "silences" if self.prototype else "evicts"
        return f"{verb} {' and '.join(self._name(storey) for storey in below)}"


def resolve_tower(
    storeys: Sequence[Storey],
    seats: int,
    texts: str = "printed",
    hands: Sequence[int] | None = None,
    deck: int = NO_LIMIT,
) -> tuple[FloorResult, ...]:
    """R-15, R-16: resolve the floors of a tower, from the top to the ground.

    ``storeys`` start at the ground. ``hands`` (sizes by seat) and ``deck`` (cards left) only limit SUITE.
    """
    scoring = _Scoring(storeys, seats, texts == "prototype", list(hands or [-NO_LIMIT] * seats), deck)
    return tuple(scoring.result(at) for at in reversed(range(len(storeys))))


def sum_points(results: Sequence[FloorResult], seats: int) -> tuple[int, ...]:
    """Points by seat over all floors."""
    gains = [gain for result in results for gain in result.points]
    return tuple(sum(points for owner, points in gains if owner == seat) for seat in range(seats))


def score_lines(results: Sequence[FloorResult], slot: int) -> tuple[Score, ...]:
    """One line of the score pad for each player and floor; the rule cited is the floor's own (``OFFICE``).

    What a floor that brings points says of itself names no player, so it can stand in a note as it is.
    """
    return tuple(
        Score(seat, points, points, result.floor, text.scored_floor(slot, result.storey, result.why))
        for result in results
        for seat, points in result.points
    )


def floor_event(result: FloorResult, slot: int) -> Event:
    """The public event of one floor's effect, with all that an animation needs (``score.floor``)."""
    told = text.floor_scored(result.storey, result.floor, result.owner, result.points, result.why)
    data = {
        "slot": slot,
        "storey": result.storey,
        "floor": result.floor,
        "owner": result.owner,
        "points": {str(seat): points for seat, points in result.points},
        "owners": list(result.owners),
        "draws": {str(seat): count for seat, count in result.draws},
    }
    return Event("score.floor", told, data=data)
