"""Whether the moves of a table are saved, as one value; clients put it into words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto


class SaveStatus(Enum):
    """The state of the save of a table, as the window knows it."""

    NO_SAVE = auto()
    """The game is not kept, as in the arena."""
    SAVED = auto()
    """Every move is on the disk."""
    WATCHED = auto()
    """Nothing could ever be added in this window."""
    REFUSED = auto()
    """The disk has refused the last moves; every move tries again."""
    STUCK = auto()
    """The disk has refused the last moves, and nothing can be added any more."""
    SLOW = auto()
    """The last record is on its way; an open table waits for it."""
    WAITING = auto()
    """The file of an open table cannot be used now; the table waits and tries again."""
    LOST = auto()
    """Neither the file nor a copy beside it holds what this window knew."""


TROUBLED = frozenset({SaveStatus.REFUSED, SaveStatus.STUCK, SaveStatus.SLOW, SaveStatus.WAITING})
LOSING = frozenset({SaveStatus.REFUSED, SaveStatus.STUCK, SaveStatus.SLOW, SaveStatus.LOST})


@dataclass(frozen=True, slots=True)
class Saved:
    """Whether a game is saved, and as what.

    ``name`` is the save that holds the moves, or should. Each of the reasons is empty where there is none.
    """

    status: SaveStatus
    name: str = ""
    unsaved_reason: str = ""
    read_only_reason: str = ""

    @property
    def in_trouble(self) -> bool:
        """Whether the players must know now that something is wrong with the save."""
        return self.status in TROUBLED

    @property
    def loses(self) -> bool:
        """Whether moves are lost, or may be, when the game is left now."""
        return self.status in LOSING
