"""The model of Brick Tower: actions, outcomes of Nature, the state, and a seat's view of it.

Levels are counted from the bottom and places from the left, both from 1, as people type them: ``2.3``.
"""

from __future__ import annotations

from dataclasses import dataclass

from towergames.core.contract import Seat
from towergames.games.bricks.options import Terms
from towergames.games.bricks.pieces import Code, Tower
from towergames.games.bricks.words import Found

MOST_STEPS = 4800
"""Building steps of all players together; each has an equal share (B-22)."""

MOST_DRAFTS = 9
"""Drafts that one player keeps (B-22)."""

FIRST_DRAFT = "a"
"""The name of the draft that everybody begins with."""

LONGEST_NAME = 12
LONGEST_WORD = 40

KNOWN_FROM_THE_START: tuple[int, ...] = (1, 2, 4, 5, 9, 26, 27)
"""Discovery: the rules that nobody has to find out (B-25)."""

HIDDEN_AT_FIRST: tuple[int, ...] = tuple(n for n in range(1, 37) if n not in KNOWN_FROM_THE_START)
"""Discovery: the rules that become known while building."""

CARDS_A_RULE = 3
"""Discovery: a rule becomes known whenever a tower has so many cards more than ever before (B-25)."""

PRICE_OF_A_RULE = 1
"""Discovery: what a rule costs that is asked for (B-25)."""


# --- what a player can do ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    """Put a piece, written as ``pieces`` writes it, at a place of a level; place 0: on a new level above that one."""

    piece: str
    level: int
    place: int


@dataclass(frozen=True, slots=True)
class Take:
    """Take a piece back."""

    level: int
    place: int


@dataclass(frozen=True, slots=True)
class Move:
    """Take a piece and put it at another place; place 0: on a new level above that one.

    ``to_level`` counts the levels as they stand before the move, ``to_place`` is where the piece stands after it.
    """

    level: int
    place: int
    to_level: int
    to_place: int


@dataclass(frozen=True, slots=True)
class Swap:
    """Let two pieces change places."""

    level: int
    place: int
    other_level: int
    other_place: int


@dataclass(frozen=True, slots=True)
class Shift:
    """Let a whole level change places with the one above (``up``) or below it."""

    level: int
    up: bool


@dataclass(frozen=True, slots=True)
class Declare:
    """Say anew what a wildcard is (B-1)."""

    level: int
    place: int
    face: str


@dataclass(frozen=True, slots=True)
class Adjust:
    """Make a J, Q, X or Z weigh ``by`` (-1, 0, 1) tons more than printed (rule 8)."""

    level: int
    place: int
    by: int


@dataclass(frozen=True, slots=True)
class Clear:
    """Take the whole draft down."""


@dataclass(frozen=True, slots=True)
class UseDraft:
    """Work on another draft from now on; an unknown name begins a new one."""

    name: str


@dataclass(frozen=True, slots=True)
class CopyDraft:
    """Begin a new draft as a copy of this one, and work on it."""

    name: str


@dataclass(frozen=True, slots=True)
class DropDraft:
    """Throw a draft away."""

    name: str


@dataclass(frozen=True, slots=True)
class Build:
    """Make the draft this tower, written as ``pieces`` writes it."""

    tower: str


@dataclass(frozen=True, slots=True)
class Ask:
    """Discovery: learn a rule for a price (B-25)."""

    rule: int


@dataclass(frozen=True, slots=True)
class Submit:
    """Hand the draft in, once and for all, with the longest word where it has to be typed (B-14)."""

    word: str = ""


@dataclass(frozen=True, slots=True)
class Pick:
    """Draft duel: take a card from the table (B-24)."""

    card: Code


Action = (
    Place
    | Take
    | Move
    | Swap
    | Shift
    | Declare
    | Adjust
    | Clear
    | UseDraft
    | CopyDraft
    | DropDraft
    | Build
    | Ask
    | Submit
    | Pick
)


# --- what chance and the word list say --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WordList:
    """Which word list lies on the table: its short name, the hash of its content, how many words."""

    id: str
    sha256: str
    words: int


@dataclass(frozen=True, slots=True)
class Deal:
    """The materials, the code that names them ("" for cards given one by one), who begins, and the rules' order.

    ``order`` is in what order rules become known in Discovery, empty without it.
    """

    code: str
    cards: tuple[Code, ...]
    first: Seat
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Appraisal:
    """The words that the list finds in the towers handed in, by seat."""

    found: tuple[Found, ...]


Outcome = WordList | Deal | Appraisal


# --- the table --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Draft:
    """A tower being built, and its name."""

    name: str
    tower: Tower


@dataclass(frozen=True, slots=True)
class Bench:
    """Where a player builds: the drafts, the name of the one in hand, what was handed in (None: nothing yet).

    ``known`` are the rules that came to light for this player beyond the first ones, in that order, ``asked`` how many
    of them were paid for, ``most`` the cards of the largest tower so far (Discovery).
    """

    drafts: tuple[Draft, ...]
    active: str
    tower: Tower | None
    word: str
    known: tuple[int, ...]
    asked: int
    most: int

    @property
    def draft(self) -> Tower:
        """The tower in hand."""
        return next(draft.tower for draft in self.drafts if draft.name == self.active)


NEW_BENCH = Bench((Draft(FIRST_DRAFT, ()),), FIRST_DRAFT, None, "", (), 0, 0)


@dataclass(frozen=True, slots=True)
class Public:
    """What everybody may know; the state and the views share it.

    ``phase``: words, deal, pick, build, appraisal, over. ``active`` is whose turn it is. ``materials`` are the cards
    that were dealt, ``pool`` those still to be drafted and ``picked`` what each has drafted, both empty without a duel.
    ``steps`` counts building steps by seat. ``found`` are the words in the towers once they are appraised.
    """

    terms: Terms
    seats: int
    phase: str
    list_id: str
    list_sha256: str
    code: str
    materials: tuple[Code, ...]
    pool: tuple[Code, ...]
    picked: tuple[tuple[Code, ...], ...]
    first: Seat
    active: Seat
    steps: tuple[int, ...]
    found: tuple[Found, ...]
    points: tuple[int, ...]
    ending: str

    @property
    def hand(self) -> int:
        """How many cards each player drafts in a duel."""
        return len(self.materials) // self.seats

    @property
    def most_steps(self) -> int:
        """The building steps that each player has."""
        return MOST_STEPS // self.seats

    def cards_of(self, seat: Seat) -> tuple[Code, ...]:
        """The cards that a seat builds from."""
        return self.picked[seat] if self.terms.mode == "duel" else self.materials

    def has_submitted(self, seat: Seat) -> bool:
        """Whether the seat has handed a tower in."""
        if self.phase == "build":
            return (seat - self.first) % self.seats < (self.active - self.first) % self.seats
        return self.phase in ("appraisal", "over")


@dataclass(frozen=True, slots=True)
class State(Public):
    """Everything: the benches by seat, and in what order rules become known."""

    benches: tuple[Bench, ...]
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View(Public):
    """What ``seat`` may know (None: a spectator): other benches are None until the reveal, and so is the order."""

    seat: Seat | None
    benches: tuple[Bench | None, ...]
    order: tuple[int, ...] | None


def known_rules(terms: Terms, bench: Bench) -> frozenset[int]:
    """The numbers of the rules that a player knows: all 36, but for Discovery (B-25)."""
    return frozenset(range(1, 37)) if not terms.discovery else frozenset((*KNOWN_FROM_THE_START, *bench.known))


def rule_id(number: int) -> str:
    """The id in the rule sheet of a rule by its number."""
    return f"R-{number}"
