"""The model of Stacked Words: tiles, stacks, the state, a seat's view, actions and outcomes.

A tile is one capital letter; ``Q`` is the tile that reads Qu. A stack is the text of its tiles from the board up, so
that its last letter is the one that is read; an empty square is ``""``. Squares are numbered row by row from 0; people
see columns a, b, c, ... and rows 1, 2, 3, ...
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from towergames.core.contract import Seat
from towergames.games.words.options import Terms

TILES_100: dict[str, int] = {
    **dict.fromkeys("JQVXZ", 1),
    **dict.fromkeys("KWY", 2),
    **dict.fromkeys("BFGHP", 3),
    "C": 4,
    **dict.fromkeys("DLMNRTU", 5),
    "S": 6,
    **dict.fromkeys("AIO", 7),
    "E": 8,
}
"""The tiles of the 10x10 board: 100."""

TILES_64: dict[str, int] = {
    **dict.fromkeys("JQVXZKWY", 1),
    **dict.fromkeys("BFGHP", 2),
    **dict.fromkeys("CDLMNRTU", 3),
    **dict.fromkeys("SIO", 4),
    **dict.fromkeys("AE", 5),
}
"""The tiles of the 8x8 board: 64, scaled down from the hundred (U-1)."""


@cache
def full_bag(size: int) -> str:
    """Every tile of a game on a board of that size, sorted: 100 tiles, or 64 on the small board (U-1)."""
    tiles = TILES_64 if size == 8 else TILES_100
    return "".join(letter * tiles[letter] for letter in sorted(tiles))


RACK = 7
SOLO_EXCHANGES = 5
MOST_EXCHANGES = 40
"""Exchanges a player has in one game with others (U-21)."""
MOST_REFUSED = 25
"""Plays of one player that may be taken back after a challenge; from then on his words are checked first (U-22)."""


# --- what a player can do ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Play:
    """Lay ``tiles`` from the rack on the line that begins at (row, col) and runs across or ``down``.

    ``tiles`` has one letter a square from the first new tile to the last; ``.`` keeps what stands there. A single tile
    is always written across.
    """

    row: int
    col: int
    down: bool
    tiles: str


@dataclass(frozen=True, slots=True)
class Exchange:
    """Give up the turn to swap one tile of the rack for one of the bag."""

    tile: str


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing this turn."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """Have the words of the last play looked up (U-12)."""


@dataclass(frozen=True, slots=True)
class Accept:
    """Let the last play stand (U-12)."""


Action = Play | Exchange | Pass | Challenge | Accept


# --- what chance and the word list say --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WordList:
    """Which word list lies on the table: its short name, the hash of its content, how many words."""

    id: str
    sha256: str
    words: int


@dataclass(frozen=True, slots=True)
class OrderDraw:
    """The draw for the first turn: for each round a tile for each seat, "" for a seat that is out (U-4)."""

    rounds: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Racks:
    """The first racks, by seat."""

    racks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """The tiles that refill a rack."""

    tiles: str


@dataclass(frozen=True, slots=True)
class Swap:
    """The tile that an exchange brings."""

    tile: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """The answer to a challenge: the words of the play that are not in the list; None where the list is missing."""

    bad: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Look:
    """Whether any player can still make a word (U-14)."""

    playable: bool


Outcome = WordList | OrderDraw | Racks | Draw | Swap | Ruling | Look


# --- the table --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile on a square."""

    cell: int
    tile: str


@dataclass(frozen=True, slots=True)
class Pending:
    """A play that can still be challenged: who, the tiles, the words, the points, and the passes before it.

    ``again`` is true for a further try of a turn, after a play was taken back.
    """

    seat: Seat
    laid: tuple[Laid, ...]
    words: tuple[str, ...]
    points: int
    passes: int
    again: bool


@dataclass(frozen=True, slots=True)
class Public:
    """What everybody may know; the state and the views share it.

    ``phase``: words, order, deal, turn, answer, ruling, draw, exchange, look, over. ``active`` is whose turn it is or
    will be. ``last`` are the squares of the last play that stands. ``asked`` are the seats that still have to answer to
    the pending play, ``challenger`` the one who had it looked up. ``refill`` are the seats about to draw. ``retry`` is
    true when the active player's play of this turn was taken back. ``exchanges`` and ``refused`` are counted by seat,
    ``skips`` are turns still to lose. ``looked`` is true when nothing has changed since somebody was found able to
    play. ``turns`` counts finished turns.
    """

    terms: Terms
    seats: int
    phase: str
    list_id: str
    list_sha256: str
    first: Seat
    active: Seat
    turns: int
    board: tuple[str, ...]
    points: tuple[int, ...]
    passes: int
    exchanges: tuple[int, ...]
    refused: tuple[int, ...]
    skips: tuple[int, ...]
    last: tuple[int, ...]
    pending: Pending | None
    asked: tuple[Seat, ...]
    challenger: Seat | None
    refill: tuple[Seat, ...]
    retry: bool
    looked: bool
    ending: str


@dataclass(frozen=True, slots=True)
class State(Public):
    """Everything. ``racks`` and ``bag`` are sorted; ``swap`` is the tile about to be exchanged, else empty."""

    racks: tuple[str, ...]
    bag: str
    swap: str


@dataclass(frozen=True, slots=True)
class View(Public):
    """What ``seat`` may know (None: a spectator): other racks are None and the bag is a number.

    ``swap`` is ``*`` where the looker may not know the tile.
    """

    seat: Seat | None
    racks: tuple[str | None, ...]
    rack_sizes: tuple[int, ...]
    bag: int
    swap: str
