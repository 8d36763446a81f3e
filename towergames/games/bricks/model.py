"""The model of Brick Tower: options, actions, outcomes of Nature, the state, and a seat's view of it.

Levels are counted from the bottom and places from the left, both from 1, as in typed moves: ``2.3``.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields, replace

from towergames.core.contract import GameInfo, Seat, complete_terms
from towergames.core.dice import Dice
from towergames.core.options import BY_LOT, OptionError, Options, group, is_day, option, options_of, players
from towergames.games.bricks.deal import SIZES, PuzzleError, check_code, daily_code, read_materials
from towergames.games.bricks.pieces import WILD, Code, Tower, card_piece
from towergames.games.bricks.rules import FoundWords, Readings
from towergames.lexicon.options import words_option

# --- options ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Terms:
    """The settled options of one game.

    ``words`` is the reference of the word list. ``puzzle`` is ``random``, a code, or the materials card by card.
    ``typed``: the longest word has to be typed. ``live``: the ledger is open while building. ``timer`` counts minutes,
    0 without one; only the screen keeps time. ``first`` is 0 for a random starter, else the number of the player.
    """

    words: str = words_option("Which words count", "B-21")
    size: str = option(
        "Size of the deal",
        "How many cards are dealt.",
        "B-26",
        {
            "standard": "34 cards, 10 bricks a colour",
            "eight": "28 cards, 8 bricks a colour",
            "six": "22 cards, 6 bricks a colour",
            "mini": "16 cards, 4 bricks a colour",
        },
        names={"standard": "34 cards", "eight": "28 cards", "six": "22 cards", "mini": "16 cards"},
    )
    puzzle: str = option(
        "Puzzle",
        "Which puzzle: random, today, a day such as 2026-11-21, a code such as S-Y2FN9, or the cards one by one.",
        "B-26",
        {"random": "a new one each time"},
        free=True,
        dated=True,
    )
    mode: str = option(
        "Way to play",
        "Whether players share the same cards or draft their own.",
        "B-24",
        {"build": "all have the same cards", "duel": "you draft your own cards"},
        names={"build": "Same cards", "duel": "Draft"},
    )
    discovery: bool = option(
        "Discovery",
        "Whether rules open one by one while you build.",
        "B-25",
        {False: "all rules are open", True: "7 rules are open at first"},
    )
    typed: bool = option(
        "Longest word",
        "Who finds the longest word in your tower.",
        "B-14",
        {"found": "the program", "typed": "you do, when you hand in"},
        names={"found": "The program", "typed": "You"},
        key="longest",
        means={"found": False, "typed": True},
    )
    live: bool = option(
        "Score sheet",
        "Whether you see what your tower scores while you build.",
        "B-27",
        {"live": "always", "blind": "only after all have handed in"},
        names={"live": "Always", "blind": "At the end"},
        key="ledger",
        means={"live": True, "blind": False},
    )
    timer: int = option(
        "Timer",
        "How long you have to build. Then your current draft is handed in.",
        "B-28",
        {"off": "no timer", 10: "10 minutes", 20: "20 minutes", 30: "30 minutes"},
        names={10: "10 min", 20: "20 min", 30: "30 min"},
        means={"off": 0},
        offered=False,
    )
    first: int = option(
        "First player",
        "Who drafts and builds first.",
        "B-20",
        {"random": "drawn by lot", **players(6)},
        means={"random": 0},
        names=BY_LOT,
    )
    readings: Readings = group(Readings)


OPTIONS = options_of(Terms, order="words size puzzle mode ledger discovery longest timer first")

_SIZE_OF = {letter: size for size, letter in SIZES.items()}


def clock_of(given: Options) -> str:
    """The clock that the option sets (B-28): minutes in all."""
    minutes = given.get("timer", "off")
    return "" if minutes == "off" else f"{minutes}+0"


def terms_of(info: GameInfo, seats: int, given: Options) -> Terms:
    """The terms that the options set for ``seats`` players. Raises OptionError."""
    terms = complete_terms(Terms, info, seats, given)
    mode = "build" if seats == 1 else terms.mode  # a single player has no rival in a draft
    puzzle = _settle_puzzle(terms.puzzle, terms.size, seats if mode == "duel" else 1)
    size = _SIZE_OF[puzzle[0]] if puzzle[1:2] == "-" else terms.size
    return replace(terms, mode=mode, puzzle=puzzle, size=size)


def puzzle_of(given: Options) -> str:
    """The puzzle that the options name: a code, or the cards one by one; '' where chance deals or they name none."""
    try:
        puzzle = _settle_puzzle(str(given.get("puzzle", "random")), str(given.get("size", "standard")), 1)
    except OptionError:
        return ""
    return "" if puzzle == "random" else puzzle


def _settle_puzzle(puzzle: str, size: str, sharing: int) -> str:
    """``random``, a checked code, or materials card by card. Raises OptionError."""
    text = puzzle.strip()
    if text.lower() in ("", "random"):
        return "random"
    try:
        if is_day(text):
            return daily_code(text, size)
        if " " in text and len(text) > 7:
            cards = read_materials(text)
            if len(cards) < 6 * sharing:
                raise PuzzleError(f"{len(cards)} cards are too few for {sharing} players to draft from")
            return " ".join(cards)
        return check_code(text)
    except PuzzleError as error:
        raise OptionError(f"puzzle: {error}", "puzzle") from None


# --- the bounds of a game ---------------------------------------------------------------------------


MOST_STEPS = 4800
"""Building steps of all players together; each has an equal share (B-22)."""

MOST_DRAFTS = 9
"""Drafts that one player keeps (B-22)."""

FIRST_DRAFT = "a"
"""The name of the draft that everybody begins with."""

LONGEST_NAME = 12
LONGEST_WORD = 40

KNOWN_FROM_THE_START: tuple[int, ...] = (1, 2, 4, 5, 9, 26, 27)
"""Discovery: the rules that all players know from the start (B-25)."""

HIDDEN_AT_FIRST: tuple[int, ...] = tuple(n for n in range(1, 37) if n not in KNOWN_FROM_THE_START)
"""Discovery: the rules that become known while building."""

CARDS_A_RULE = 3
"""Discovery: cards by which a tower must be larger than ever before, for one more rule to become known (B-25)."""

PRICE_OF_A_RULE = 1
"""Discovery: points that a rule costs when a player asks for it (B-25)."""


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
    """Change what a wildcard stands for (B-1)."""

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
    """Work on another draft; an unknown name begins a new one."""

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
    """Hand the draft in, with the longest word where it has to be typed (B-14)."""

    word: str = ""


@dataclass(frozen=True, slots=True)
class Pick:
    """Draft duel: take a card from the table (B-24)."""

    card: Code


BuildingStep = Place | Take | Move | Swap | Shift | Declare | Adjust | Clear | Build
Action = BuildingStep | UseDraft | CopyDraft | DropDraft | Ask | Submit | Pick


# --- what chance and the word list say --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WordList:
    """The word list of the game: its short name, the hash of its content, the number of words."""

    id: str
    sha256: str
    words: int


@dataclass(frozen=True, slots=True)
class Deal:
    """The materials, the code that names them ("" for cards given one by one), who begins, and the rules' order.

    ``order``: the order in which rules become known in Discovery, empty without it.
    """

    code: str
    cards: tuple[Code, ...]
    first: Seat
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Appraisal:
    """The words that the list finds in the towers handed in, by seat."""

    found: tuple[FoundWords, ...]


Outcome = WordList | Deal | Appraisal


# --- the table --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Draft:
    """A tower being built, and its name."""

    name: str
    tower: Tower


@dataclass(frozen=True, slots=True)
class Bench:
    """A player's bench: the drafts, the name of the draft in hand, the tower handed in (None: nothing yet).

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
        return next(draft.tower for draft in self.drafts if draft.name == self.active)


NEW_BENCH = Bench((Draft(FIRST_DRAFT, ()),), FIRST_DRAFT, None, "", (), 0, 0)


@dataclass(frozen=True, slots=True)
class Public:
    """Everything that all may know; the state and the views share it.

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
    found: tuple[FoundWords, ...]
    points: tuple[int, ...]
    ending: str

    @property
    def hand(self) -> int:
        """Number of cards that each player drafts in a duel."""
        return len(self.materials) // self.seats

    @property
    def most_steps(self) -> int:
        """The building steps that each player has."""
        return MOST_STEPS // self.seats

    def cards_of(self, seat: Seat) -> tuple[Code, ...]:
        return self.picked[seat] if self.terms.mode == "duel" else self.materials

    def has_submitted(self, seat: Seat) -> bool:
        if self.phase == "build":
            return (seat - self.first) % self.seats < (self.active - self.first) % self.seats
        return self.phase in ("appraisal", "over")


@dataclass(frozen=True, slots=True)
class State(Public):
    """The whole state: the benches by seat, and the order in which rules become known."""

    benches: tuple[Bench, ...]
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View(Public):
    """Everything that ``seat`` may know (None: a spectator). Until the reveal other benches and the order are None."""

    seat: Seat | None
    benches: tuple[Bench | None, ...]
    order: tuple[int, ...] | None


def known_rules(terms: Terms, bench: Bench) -> frozenset[int]:
    """The numbers of the rules that a player knows: all 36, but for Discovery (B-25)."""
    return frozenset(range(1, 37)) if not terms.discovery else frozenset((*KNOWN_FROM_THE_START, *bench.known))


def rule_id(number: int) -> str:
    """The id in the rule sheet of a rule by its number."""
    return f"R-{number}"


# --- what a seat may know, and how the rest is imagined ---------------------------------------------


_SHARED = tuple(field.name for field in fields(Public))


def view_of(state: State, seat: Seat | None) -> View:
    """Make the view of a seat: the drafts of others, and the towers they handed in, are hidden until the reveal."""
    return _show(state, seat, everything=state.phase == "over")


def reveal(state: State) -> View:
    """The view with all benches."""
    return _show(state, None, everything=True)


def _show(state: State, seat: Seat | None, *, everything: bool) -> View:
    return View(
        seat=seat,
        benches=tuple(bench if everything or owner == seat else None for owner, bench in enumerate(state.benches)),
        order=state.order if everything else None,
        **{name: getattr(state, name) for name in _SHARED},
    )


def imagine(seen: View, dice: Dice) -> State:
    """A state consistent with the view: other players' drafts are some of their cards in random levels.

    The likely towers of others are left out: no player's best tower depends on them.
    """
    order = seen.order
    if order is None:
        order = tuple(dice.shuffled(HIDDEN_AT_FIRST)) if seen.terms.discovery and seen.materials else ()
    benches = tuple(
        bench if bench is not None else _imagined(seen, seat, dice) for seat, bench in enumerate(seen.benches)
    )
    return State(benches=benches, order=order, **{name: getattr(seen, name) for name in _SHARED})


def _imagined(seen: View, seat: Seat, dice: Dice) -> Bench:
    if not seen.steps[seat] and not seen.has_submitted(seat):
        return NEW_BENCH
    tower: Tower = ()
    cards = [card for card in Counter(seen.cards_of(seat)).elements() if card != WILD]
    for card in dice.shuffled(cards)[: dice.below(min(len(cards), 20) + 1) if seen.steps[seat] else 0]:
        piece, level = card_piece(card), dice.below(len(tower) + 1)
        row = (piece, *tower[level - 1]) if level else (piece,)  # 0 is a new bottom level
        tower = (*tower[: max(0, level - 1)], row, *tower[level:])
    bench = replace(NEW_BENCH, drafts=(Draft(FIRST_DRAFT, tower),))
    return replace(bench, tower=tower) if seen.has_submitted(seat) else bench
