"""The model of Stacked Words: options, tiles, stacks, the state, a seat's view, actions and outcomes.

A tile is one capital letter; ``Q`` is the tile that reads Qu. A stack is the text of its tiles from the board up, so
that its last letter is the one that is read; an empty square is ``""``. Squares are numbered row by row from 0; people
see columns a, b, c, ... and rows 1, 2, 3, ...
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields, replace
from functools import cache

from msgspec import UNSET, UnsetType

from towergames.core.contract import GameInfo, Seat, complete_terms
from towergames.core.daily import chance_name, deal_option
from towergames.core.dice import Dice
from towergames.core.options import BY_LOT, OptionError, Options, option, options_of, players
from towergames.lexicon.options import words_option

# --- options ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Terms:
    """The settled options of one game.

    ``words`` is the reference of the word list. ``checking`` is ``challenge-anew`` where the option is ``challenge``,
    except in games of rules version 1. ``timer`` counts seconds, 0 without one; only the screen keeps time. ``first``
    is 0 for a random starter, else the number of the player. ``deal`` is the day of today's task (U-25), UNSET
    elsewhere, so that older saves keep their digests.
    """

    size: int = option(
        "Board",
        "How big the board is.",
        "U-1",
        {10: "100 squares, 100 tiles", 8: "64 squares, 64 tiles"},
        names={10: "10 × 10", 8: "8 × 8"},
        key="board",
    )
    words: str = words_option("Which words may be played", "R-10")
    checking: str = option(
        "Wrong words",
        "What happens to words that are not in the list.",
        "U-12",
        {
            "auto-check": "they cannot be played",
            "challenge": "they stand until challenged",
            "loser-loses-turn": "challenge; loser loses a turn",
        },
        names={
            "auto-check": "Not possible",
            "challenge": "May be challenged",
            "loser-loses-turn": "Loser loses a turn",
        },
    )
    cover: bool = option(
        "Cover rule",
        "Whether a letter of every old word must stay uncovered.",
        "U-2",
        {True: "one letter stays uncovered", False: "anything may be covered"},
    )
    plural: bool = option(
        "Plural rule",
        "Whether you may only add an S to a word.",
        "U-3",
        {True: "not only an S", False: "an S may be added"},
    )
    height: int = option(
        "Stack height",
        "How many tiles a stack may have.",
        "U-19",
        {5: "5 tiles", 4: "4 tiles", 3: "3 tiles"},
        names={5: "5 tiles"},
    )
    penalty: int = option(
        "Leftover tiles",
        "What each tile left on a rack costs at the end.",
        "U-11",
        {5: "5 points", 1: "1 point", 0: "nothing"},
        names={5: "5 points", 1: "1 point", 0: "Nothing"},
    )
    bingo: int = option(
        "Seven-tile bonus",
        "Extra points for playing all 7 tiles in one turn.",
        "U-10",
        {20: "20 points", 0: "none"},
        names={20: "20 points", 0: "None"},
    )
    open_racks: bool = option(
        "Open racks",
        "Whether everyone sees all racks.",
        "R-4",
        {False: "racks are hidden", True: "racks lie open"},
        key="open",
    )
    ties: str = option(
        "Tie for the win",
        "Who wins when points are equal.",
        "U-16",
        {"shared": "they share the win", "fewer-tiles": "fewer tiles left wins"},
    )
    timer: int = option(
        "Timer",
        "How long a turn may take. Then it is passed.",
        "U-23",
        {"off": "no timer", 30: "30 seconds", 60: "1 minute", 120: "2 minutes", 180: "3 minutes"},
        names={30: "30 s", 60: "1 min", 120: "2 min", 180: "3 min"},
        means={"off": 0},
        offered=False,
    )
    first: int = option(
        "First player",
        "Who takes the first turn.",
        "R-3",
        {"random": "drawn tile nearest to A", **players(4)},
        means={"random": 0},
        names=BY_LOT,
    )
    deal: str | UnsetType = deal_option("U-25", UNSET)


USUAL = Terms()

OPTIONS = options_of(Terms, order="words checking height board cover plural bingo penalty ties open timer first")


def clock_of(given: Options) -> str:
    """The clock that the option sets (U-23): seconds a turn."""
    seconds = given.get("timer", "off")
    return "" if seconds == "off" else f"{seconds}s"


def any_word(given: Options) -> bool:
    """Whether words may be played that are not in the list (U-12)."""
    return given.get("checking", USUAL.checking) != USUAL.checking


def terms_of(info: GameInfo, seats: int, given: Options) -> Terms:
    """The terms that the options set for ``seats`` players. Raises OptionError."""
    terms = complete_terms(Terms, info, seats, given)
    if terms.deal is not UNSET and seats > 1:
        raise OptionError("The deal of a day is for one player", "deal")
    if seats == 1:  # a single player has no challenger
        return replace(terms, checking="auto-check")
    if terms.checking == "challenge" and info.rules_version > 1:
        return replace(terms, checking="challenge-anew")
    return terms


# --- tiles ------------------------------------------------------------------------------------------


TILES = {
    10: {1: "JQVXZ", 2: "KWY", 3: "BFGHP", 4: "C", 5: "DLMNRTU", 6: "S", 7: "AIO", 8: "E"},
    8: {1: "JQVXZKWY", 2: "BFGHP", 3: "CDLMNRTU", 4: "SIO", 5: "AE"},
}
"""Size of the board -> how often each letter is in the bag: 100 tiles, scaled down to 64 on the small board (U-1)."""


@cache
def full_bag(size: int) -> str:
    """Every tile of a game on a board of that size, sorted."""
    return "".join(sorted(letter * number for number, letters in TILES[size].items() for letter in letters))


RACK = 7
SOLO_EXCHANGES = 5
TASK_PLAYS = 6
"""Plays of today's task (U-25)."""
TASK_VERSION = 1
"""Version of today's task. It changes when the same day would deal other tiles, or its rules change."""
MOST_EXCHANGES = 40
"""Exchanges a player has in one game with others (U-21)."""
MOST_REFUSED = 25
"""Plays of one player that may be taken back after a challenge; from then on his words are checked first (U-22)."""


def bag_name(terms: Terms) -> str:
    """The name of the order of the whole bag in today's task; '' in other games, whose draws have dice of their own."""
    return "" if terms.deal is UNSET else f"{chance_name('words', TASK_VERSION, terms.deal)}|bag"


# --- what a player can do ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Play:
    """Put ``tiles`` from the rack on the line that begins at (row, col) and runs across or ``down``.

    ``tiles`` has one letter for each square from the first new tile to the last; ``.`` keeps the tile of that square. A
    single tile is always written across.
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
    """The word list of the game: its short name, the hash of its content, and the number of its words."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Public:
    """Public knowledge, which the state and the views share.

    ``phase``: words, order, deal, turn, answer, ruling, draw, exchange, look, over. ``active`` is whose turn it is or
    will be. ``last`` are the squares of the last play that stands. ``asked`` are the seats that still have to answer to
    the pending play, ``challenger`` the seat that challenged it. ``refill`` are the seats about to draw. ``retry`` is
    true when the active player's play of this turn was taken back. ``exchanges`` and ``refused`` are counted by seat,
    ``skips`` are turns still to lose. ``looked`` is true when nothing has changed since somebody was found able to
    play. ``turns`` counts finished turns.
    """

    terms: Terms
    seats: int
    phase: str = "words"
    list_id: str = ""
    list_sha256: str = ""
    first: Seat = 0
    active: Seat = 0
    turns: int = 0
    board: tuple[str, ...]
    points: tuple[int, ...]
    passes: int = 0
    exchanges: tuple[int, ...]
    refused: tuple[int, ...]
    skips: tuple[int, ...]
    last: tuple[int, ...] = ()
    pending: Pending | None = None
    asked: tuple[Seat, ...] = ()
    challenger: Seat | None = None
    refill: tuple[Seat, ...] = ()
    retry: bool = False
    looked: bool = False
    ending: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class State(Public):
    """Everything. ``racks`` and ``bag`` are sorted; ``swap`` is the tile about to be exchanged, else empty."""

    racks: tuple[str, ...]
    bag: str = ""
    swap: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class View(Public):
    """Knowledge of ``seat`` (None: a spectator): other racks are None and the bag is a number.

    ``swap`` is ``*`` where the seat may not know the tile.
    """

    seat: Seat | None
    racks: tuple[str | None, ...]
    rack_sizes: tuple[int, ...]
    bag: int
    swap: str = ""


# --- what a seat may know, and how the rest is imagined ---------------------------------------------


HIDDEN = "*"
"""Sign of a tile that the seat may not know."""

_SHARED = tuple(field.name for field in fields(Public))


def reveal(state: State) -> View:
    """The view with all racks."""
    return view_of(state, None, everything=True)


def view_of(state: State, seat: Seat | None, *, everything: bool = False) -> View:
    """The view of ``seat``: other racks are hidden until the end unless they lie open; the bag is a number."""
    everything = everything or state.terms.open_racks or state.phase == "over"
    return View(
        seat=seat,
        racks=tuple(rack if everything or owner == seat else None for owner, rack in enumerate(state.racks)),
        rack_sizes=tuple(map(len, state.racks)),
        bag=len(state.bag),
        swap=state.swap if everything or seat == state.active or not state.swap else HIDDEN,
        **{name: getattr(state, name) for name in _SHARED},
    )


def unseen_tiles(seen: View) -> str:
    """The tiles that the seat does not see, sorted: the bag and the hidden racks."""
    if seen.phase == "words":
        return ""
    known = Counter("".join(seen.board))
    for rack in seen.racks:
        known.update(rack or "")
    rest = Counter(full_bag(seen.terms.size))
    rest.subtract(known)
    return "".join(tile * rest[tile] for tile in sorted(rest))


def imagine(seen: View, dice: Dice) -> State:
    """A state consistent with the view: the unseen tiles are shuffled over the hidden racks and the bag.

    Every such state is equally likely, which leaves out what the others' plays suggest about their racks.
    """
    pile = dice.shuffled(unseen_tiles(seen))
    racks = []
    for rack, size in zip(seen.racks, seen.rack_sizes, strict=True):
        if rack is None:
            rack = "".join(sorted(pile.pop() for _ in range(size)))
        racks.append(rack)
    swap = seen.swap
    if swap == HIDDEN:
        swap = dice.choice(racks[seen.active])
    return State(
        racks=tuple(racks), bag="".join(sorted(pile)), swap=swap, **{name: getattr(seen, name) for name in _SHARED}
    )
