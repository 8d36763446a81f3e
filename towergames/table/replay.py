"""A cursor in a finished or running game: any point at once, nothing is rolled or simulated again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from towergames import registry
from towergames.core.contract import Event, Over, Seat, Turn, tell, visible
from towergames.table.errors import TableError
from towergames.table.history import History
from towergames.table.match import LogLine, log_lines
from towergames.table.pad import Pad, build_pad


@dataclass(frozen=True, slots=True)
class Marker:
    """A point worth jumping to: after how many plays, and why."""

    play: int
    title: str


def why_no_branch(history: History, plays: int) -> str:
    """Why the game cannot be played on from after so many plays; empty when it can.

    A branch of a game that still runs would show hidden hands and the order of the deck to its own players.
    """
    game, over = history.game, isinstance(history.turn, Over)
    if not 0 <= plays <= len(history.plays):
        return f"the game has only {len(history.plays)} moves"
    if over and isinstance(game.turn(history.state_after(plays)), Over):
        return "the game is over at this point; go back to a move to play on from"
    if game.info.hidden and not over:
        return f"{game.info.title} keeps hands hidden until the game is over; only then can a replay be played on from"
    lacking = registry.missing(history.header.game)
    return f"the game cannot be played on here. {lacking}" if lacking else ""


class Replay:
    """A history with a cursor: ``at`` plays are shown, 0 to ``length``."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.at = 0

    @property
    def length(self) -> int:
        """The number of plays."""
        return len(self.history.plays)

    @property
    def finished(self) -> bool:
        """Whether the game came to its end, so that hidden things may be shown."""
        return isinstance(self.history.turn, Over)

    @property
    def turn(self) -> Turn:
        """Whose turn it is at the cursor."""
        return self.history.game.turn(self.history.state_after(self.at))

    def seek(self, play: int) -> int:
        """Move the cursor, clamped; where it is now."""
        self.at = max(0, min(self.length, play))
        return self.at

    def view(self, seat: Seat | None, *, everything: bool = False) -> Any:
        """The view at the cursor; a seat's own or the open view only of finished games (U35, U51).

        Games without hidden information show every seat's at any time. Raises TableError.
        """
        self._may_see(seat, everything)
        state = self.history.state_after(self.at)
        return self.history.game.reveal(state) if everything else self.history.game.view(state, seat)

    def events(self, seat: Seat | None, *, everything: bool = False) -> tuple[Event, ...]:
        """The events of the play that led to the cursor. Raises TableError as :meth:`view` does."""
        self._may_see(seat, everything)
        if self.at == 0:
            return ()
        step = self.history.plays[self.at - 1].step
        return tuple(e for e in step.events if everything or visible(e, seat))

    def pad(self) -> Pad:
        """The score pad at the cursor."""
        return build_pad(self.history, self.at)

    def log(self, seat: Seat | None) -> tuple[LogLine, ...]:
        """The log up to the cursor. Raises TableError as :meth:`view` does."""
        self._may_see(seat, False)
        return log_lines(self.history, seat, until=self.at)

    def next_turn(self) -> int:
        """Where the next player's turn begins (PgDn)."""
        return next((i for i in self._turn_starts() if i > self.at), self.length)

    def previous_turn(self) -> int:
        """Where this or the previous turn begins (PgUp)."""
        return max((i for i in self._turn_starts() if i < self.at), default=0)

    def markers(self) -> tuple[Marker, ...]:
        """Score swings: plays that brought a player at least a quarter of the best play's points; and undos."""
        gains = [sum(abs(s.points) for s in play.step.scores) for play in self.history.plays]
        big = max(gains, default=0)
        names = [seat.name for seat in self.history.header.seats]
        found = [Marker(r.plays, tell(r.event, names)) for r in self.history.remarks]
        for i, gain in enumerate(gains, start=1):
            if big and gain * 4 >= big and gain > 0:
                by_seat: dict[Seat, int] = {}
                for score in self.history.plays[i - 1].step.scores:
                    by_seat[score.seat] = by_seat.get(score.seat, 0) + score.points
                found.append(Marker(i, ", ".join(f"{names[s]} {p:+d}" for s, p in sorted(by_seat.items()) if p)))
        return tuple(sorted(found, key=lambda m: m.play))

    def _may_see(self, seat: Seat | None, everything: bool) -> None:
        hidden = self.history.game.info.hidden
        if hidden and (everything or seat is not None) and not self.finished:
            raise TableError("hands are shown only once the game is over")

    def _turn_starts(self) -> list[int]:
        starts: list[int] = []
        before: Seat | None = None
        for i, play in enumerate(self.history.plays):
            if play.by is not None and play.by != before:
                starts.append(i)
            before = play.by if play.by is not None else before
        return starts
