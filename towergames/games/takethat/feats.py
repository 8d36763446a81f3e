"""The record book and the achievements of Take That Towers, from the events of towers that are scored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from towergames.core.contract import Seat
from towergames.core.feat import (
    CLOSE,
    COMEBACK,
    MARGIN,
    POINTS,
    ROUNDS,
    Achievement,
    Feats,
    FinishedGame,
    Habit,
    Marks,
    Play,
    RecordLine,
    note_result,
)

RECORDS = (
    RecordLine("Largest tower", "tower"),
    RecordLine("Most floors taken", "taken"),
    RecordLine("Largest steal", "steal", "+{}"),
    RecordLine("Best game", POINTS),
    RecordLine("Biggest win", MARGIN, "+{}"),
    RecordLine("Fewest rounds", ROUNDS, least=True),
    RecordLine("Comeback", COMEBACK),
    RecordLine("Closest win", CLOSE, "+{}", least=True),
)

ACHIEVEMENTS = (
    Achievement("topping-out", "Topping out", "first", "One tower pays you 10 points or more.", "tower", 10),
    Achievement("going-up", "Going up", "first", "One ELEVATOR pays you 6 points or more.", "elevator", 6),
    Achievement(
        "take-that",
        "Take that!",
        "good",
        "A tower is scored, and your LANDLORD takes a floor that another player owns.",
        "taken",
    ),
    Achievement("skyline", "Skyline", "good", "One tower pays you 16 points or more.", "tower", 16),
    Achievement(
        "eviction", "Eviction notice", "good", "Your INFERNO empties two floors that other players own.", "inferno", 2
    ),
    Achievement(
        "chain", "Chain of title", "rare", "In one tower, two LANDLORDs of yours take floors of other players.", goal=2
    ),
    Achievement("landslide", "Landslide", "rare", "You win after you were 10 or more points behind.", COMEBACK, 10),
)

HABITS = (
    Habit("taken", "{rival} takes a floor of yours with a LANDLORD in {count} of {games} games."),
    Habit("emptied", "{rival} empties a floor of yours with NOISE or INFERNO in {count} of {games} games."),
    Habit("taken", "You take a floor of {rival} with a LANDLORD in {count} of {games} games.", mine=True),
)


def watch(game: FinishedGame, marks: Marks) -> None:
    """Note the towers that paid, the floors that were taken or emptied, and the result."""
    for play in game.plays:
        tower = None
        for event in play.step.events:
            if event.kind == "score.start":
                tower = _ScoredTower(play, marks, event.data["slot"])
            elif event.kind == "score.floor" and tower is not None:
                tower.watch_floor(event.data)
            elif event.kind == "score.end" and tower is not None:
                tower.watch_end(event.data)
    note_result(game, marks)


class _ScoredTower:
    """A tower while it is scored, from the top down."""

    def __init__(self, play: Play, marks: Marks, slot: int) -> None:
        # Not at the top: the title reads the record lines before its first frame.
        from towergames.games.takethat.model import storeys_at
        from towergames.games.takethat.notation import letter_of

        standing = storeys_at(play.before, slot)
        self.play, self.marks = play, marks
        self.name = f"tower {letter_of(slot)}"
        self.owners: list[Seat | None] = [storey.owner for storey in standing]
        self.takes: Counter[Seat] = Counter()
        """How many floors of others the LANDLORDs of each seat have taken here."""
        self.taken: dict[int, Seat] = {}
        """The floors that were taken, and by whom."""

    def watch_floor(self, data: Mapping[str, Any]) -> None:
        seat, at, points = data["owner"], data["storey"], data["points"]
        if seat is not None:
            below = [floor for floor in range(at) if self.owners[floor] not in (None, seat)]
            lost = [floor for floor in below if data["owners"][floor] != self.owners[floor]]
            if data["floor"] == "LANDLORD" and lost:
                self._take(seat, lost[0])
            elif data["floor"] in ("NOISE", "INFERNO") and lost:
                self.marks.add(seat, "emptied", len(lost), self.play)
                if data["floor"] == "INFERNO":
                    self.marks.note(seat, "inferno", len(lost), self.name, self.play)
        if data["floor"] == "ELEVATOR":
            for rider, paid in points.items():
                self.marks.note(int(rider), "elevator", paid, self.name, self.play)
        if at in self.taken:
            taker = self.taken[at]
            gain = points.get(str(taker), 0)
            if gain:
                self.marks.note(taker, "steal", gain, f"{data['floor']} of {self.name}", self.play)
        self.owners = data["owners"]

    def _take(self, seat: Seat, floor: int) -> None:
        self.taken[floor] = seat
        self.takes[seat] += 1
        self.marks.add(seat, "taken", play=self.play)
        self.marks.note(seat, "chain", self.takes[seat], self.name, self.play)

    def watch_end(self, data: Mapping[str, Any]) -> None:
        turns, seats = self.play.before.turns, self.play.before.seats
        for seat, points in data["points"].items():
            self.marks.note(int(seat), "tower", points, f"{self.name}, round {turns // seats + 1}", self.play)


FEATS = Feats(1, watch, RECORDS, ACHIEVEMENTS, HABITS)
