"""How far back a player may go alone, and what needs everybody's consent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from towergames.core.contract import Decide, Seat
from towergames.table.history import History, Play


@dataclass(frozen=True, slots=True)
class UndoOffer:
    """What undo would do now.

    ``to`` is the number of plays that would remain, None when there is nothing to take back. ``beyond`` is true when it
    crosses new information: then ``needs`` are the other people who must agree, and the game is marked. ``why`` says,
    in one sentence, what stands in the way (empty for a free undo).
    """

    to: int | None
    beyond: bool = False
    needs: tuple[Seat, ...] = ()
    why: str = ""

    @property
    def free(self) -> bool:
        """Whether it can be done at once, unmarked."""
        return self.to is not None and not self.beyond


def floor(history: History) -> tuple[int, str]:
    """How many plays can no longer be taken back freely, and why the last of them cannot."""
    return history.floor()


def offer(history: History, humans: Sequence[Seat], seat: Seat | None) -> UndoOffer:
    """What undo would do for ``seat`` (a person, or None for the only person at the table).

    Free: one move of the seat's own turn, made since the last new information. Else back to the last decision that a
    person made before that information (whatever came after is taken back with it), which all others must agree to.
    """
    if seat is None and len(humans) == 1:
        seat = humans[0]
    if seat not in humans:
        return UndoOffer(None, why="only people take moves back")
    lowest, why = history.floor()
    turn = history.turn
    if isinstance(turn, Decide) and turn.seat == seat and len(history.plays) > lowest:
        return UndoOffer(len(history.plays) - 1)
    last = _last_by(history.plays[:lowest], humans)
    if last is None:
        return UndoOffer(None, why="no move has been made yet")
    return UndoOffer(last, beyond=True, needs=tuple(h for h in humans if h != seat), why=why)


def turn_start(history: History, seat: Seat) -> int | None:
    """How many plays remain when a person at ``seat`` begins the turn anew, None when nothing can be reset."""
    if seat not in history.humans:
        return None
    lowest, _ = history.floor()
    turn = history.turn
    if isinstance(turn, Decide) and turn.seat == seat and len(history.plays) > lowest:
        return lowest
    return None


def _last_by(plays: Sequence[Play], seats: Sequence[Seat]) -> int | None:
    return next((i for i in range(len(plays) - 1, -1, -1) if plays[i].by in seats), None)
