"""Notes beside the moves of a game: their kinds as the save names them, and what each holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from towergames.core.contract import Event, Seat

BEST = "best"
"""The note that holds the best move that a search has found."""
CLOCK = "clock"
"""The note that holds the time left of everyone. It is no help."""
TIME_OVER = "time-over"
"""The kind of the remark that the time of a player is over."""
SAY, PIN, ASK, AGREE, REFUSE, NEXT = "say", "pin", "undo", "agree", "refuse", "next"
"""The notes of tables that are open to several windows. All other kinds of notes are help."""
NOTES_WITHOUT_EFFECT = (SAY, PIN, CLOCK)
"""Notes that do not depend on the position of the game, and change nothing that a table shows."""
LONGEST_SAID = 200
"""Cells of a message between seats."""
HINT = "hint"
"""The help that a hint or a search is."""
LOOKUP = "lookup"
"""The help that a look-up is."""
TAKE_BACK = "take-back"
"""The note of a person who takes back a fall. The game then counts nowhere."""
TAKE_BACK_ASKED = "take-back-asked"
"""The note of a person who was asked whether a fall is taken back. It is no help."""
_TOLD_HELP = {
    HINT: "used a hint",
    LOOKUP: "looked up a word",
    TAKE_BACK: "took a fall back, so the game leaves the records",
}


def help_in_words(kind: str) -> str:
    """The help of a note in words: ``used a hint``."""
    return _TOLD_HELP.get(kind, "used help")


@dataclass(frozen=True, slots=True)
class Remark:
    """A note beside the moves: the number of plays before it, its sentence, and the kind of help.

    An undo by consent and a hint are help. Another edition of the word list is no help, and ``help`` is '' then.
    ``state`` is the position in which it was made, ``record`` the number of journal records before it.
    """

    plays: int
    event: Event
    help: str
    state: Any
    record: int = 0


@dataclass(frozen=True, slots=True)
class BestMove:
    """The best move that a search has found for a seat; ``measure`` when the results are measured by it."""

    by: Seat
    move: Any
    measure: bool


@dataclass(frozen=True, slots=True)
class ClockNote:
    """The time of everyone as it was written down: after how many plays, the milliseconds left, and whether it stands.

    ``paused``: the host has stopped the clock.
    """

    plays: int
    left: tuple[int, ...]
    paused: bool = False


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """A message between seats: after how many plays, whose, its cleaned text, and the journal records before it."""

    plays: int
    by: Seat
    text: str
    record: int = 0


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """An undo that a person asks for at a table with several windows: see :class:`UndoOffer`.

    ``record`` is the journal record that holds the question, and names it. ``agreed`` are the others who said yes so
    far; ``refused`` is who said no, which ends it.
    """

    record: int
    by: Seat
    to: int
    needs: tuple[Seat, ...]
    agreed: tuple[Seat, ...] = ()
    refused: Seat | None = None

    @property
    def waits_for(self) -> tuple[Seat, ...]:
        """The seats that have not answered yet."""
        return () if self.refused is not None else tuple(seat for seat in self.needs if seat not in self.agreed)
