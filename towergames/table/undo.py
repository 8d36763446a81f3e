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
    for i in range(len(history.plays) - 1, -1, -1):
        why = _barrier(history, i)
        if why:
            return i + 1, why
    return 0, "the game begins here"


def _barrier(history: History, i: int) -> str:
    play = history.plays[i]
    if play.by is None:
        return "chance has spoken since (a shuffle, a roll, a fall)"
    if play.step.reveals:
        return "something hidden came to light since (cards were drawn)"
    after = history.game.turn(play.step.state)
    if not isinstance(after, Decide) or after.seat != play.by:
        return "the turn has been handed over since"
    return ""


def offer(history: History, humans: Sequence[Seat], seat: Seat | None) -> UndoOffer:
    """What undo would do for ``seat`` (a person, or None for whoever sits there alone)."""
    lowest, why = floor(history)
    turn = history.turn
    mine = isinstance(turn, Decide) and turn.seat == seat
    if mine and len(history.plays) > lowest:
        return UndoOffer(len(history.plays) - 1)
    last = _last_by(history.plays, humans if len(humans) > 1 or seat is None else (seat,))
    if last is None:
        return UndoOffer(None, why="no move has been made yet")
    needs = tuple(h for h in humans if h != seat)
    return UndoOffer(last, beyond=True, needs=needs, why=why)


def turn_start(history: History, seat: Seat) -> int | None:
    """How many plays remain when ``seat`` begins its turn anew, None when nothing can be reset."""
    lowest, _ = floor(history)
    turn = history.turn
    if isinstance(turn, Decide) and turn.seat == seat and len(history.plays) > lowest:
        return lowest
    return None


def _last_by(plays: Sequence[Play], seats: Sequence[Seat]) -> int | None:
    return next((i for i in range(len(plays) - 1, -1, -1) if plays[i].by in seats), None)
