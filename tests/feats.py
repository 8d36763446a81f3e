"""Games for the tests of feats: from a position of one's own, a few moves, help and undos, to the facts."""

from __future__ import annotations

from typing import Any

from towergames import registry
from towergames.core.contract import Decide, Seat
from towergames.core.feat import Achievement, Mark
from towergames.core.options import Scalar
from towergames.table.facts import Facts, facts
from towergames.table.history import History
from towergames.table.records import Record, SeatSetup
from towergames.table.setup import new_header

NAMES = ("Ann", "Bob", "Cleo", "Dan")


class Game:
    """A history that begins in any position: ``Game("takethat", state).move("end").facts()``."""

    def __init__(self, key: str, state: Any = None, *, seats: int = 2, bots: str = "", **options: Scalar) -> None:
        self.entry = registry.get(key)
        levels = bots.split()
        setup = [SeatSetup(NAMES[i], "") for i in range(seats - len(levels))]
        setup += [SeatSetup(f"Bot {level}", level) for level in levels]
        header = new_header(self.entry.game, setup, options, 1, levels=levels, created="2026-01-01T00:00:00Z")
        self.history = History(self.entry.game, header)
        if state is not None:
            self.history.first = state

    def move(self, *lines: str) -> Game:
        """Moves by whoever is on, as they are typed."""
        for line in lines:
            turn = self.history.turn
            assert isinstance(turn, Decide), turn
            move = self.entry.game.parse(line, self.history.state)
            verdict = self.entry.game.judge(self.history.state, move)
            assert verdict.legal, verdict.refusals
            self._take(turn.seat, "action", {"move": line})
        return self

    def chance(self, outcome: Any) -> Game:
        """An outcome of Nature, as the save keeps it (a dict)."""
        self._take("nature", "outcome", {"kind": self.history.turn.kind, "outcome": outcome})
        return self

    def help(self, seat: Seat, kind: str = "hint") -> Game:
        """Help that a seat used."""
        self._take(seat, "note", {"note": kind})
        return self

    def undo(self, plays: int = 1, *, free: bool = True) -> Game:
        """An undo of so many plays by the player who made them."""
        to = len(self.history.plays) - plays
        by = self.history.plays[to].by
        assert (self.history.floor()[0] <= to) == free, "whether an undo is free"
        beyond = {} if free else {"beyond": True, "agreed": [seat for seat in self.history.humans if seat != by]}
        self._take(by, "retract", {"to": to, **beyond})
        return self

    def facts(self) -> Facts:
        """The facts of the finished game."""
        found = facts(self.history)
        assert found is not None, "the game is not over"
        return found

    def marks(self, seat: Seat = 0) -> dict[str, Mark]:
        return self.facts().seats[seat].marks

    def met(self, seat: Seat = 0) -> set[str]:
        """The keys of the achievements of this game whose condition a seat meets."""
        marks = self.marks(seat)
        return {one.key for one in self.entry.feats.achievements if one.met(marks)}

    def earned(self, seat: Seat = 0) -> set[str]:
        """Those that count: the game had the usual rules, and the seat used no help."""
        return self.met(seat) if self.facts().unaided(seat) else set()

    def near(self, key: str, seat: Seat = 0) -> str:
        """The words for how near a seat came to an achievement."""
        one = self.achievement(key)
        return one.near_text(self.marks(seat).get(one.measure or one.key))

    def achievement(self, key: str) -> Achievement:
        return {one.key: one for one in self.entry.feats.achievements}[key]

    def _take(self, by: Any, kind: str, body: dict[str, Any]) -> None:
        self.history.take(Record(self.history.records + 1, by, kind, body), check=False)
