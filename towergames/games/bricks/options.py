"""The settings of Brick Tower, and what they settle to."""

from __future__ import annotations

from dataclasses import fields

from towergames.core.contract import GameInfo, Option, OptionError, Options, complete_options
from towergames.core.text import clean
from towergames.games.bricks.codes import SIZES, PuzzleError, check_code, daily_code, is_day, read_materials
from towergames.games.bricks.model import Terms
from towergames.games.bricks.readings import Readings
from towergames.lexicon.shelf import REFERENCE, SHIPPED

READINGS: tuple[Option, ...] = (
    Option(
        "gaps",
        "Gaps in columns",
        ("skip", "break"),
        "What a row that is too short does to the column beside it.",
        ("it is passed over", "it ends the word"),
        "B-13",
    ),
    Option(
        "windows",
        "Windows in columns",
        ("keep", "close-up"),
        "Whether a window keeps its place when columns are read.",
        ("it keeps its place", "letters close up over it"),
        "B-13",
    ),
    Option(
        "repeated",
        "Same word twice",
        ("twice", "once"),
        "What the same word in two columns scores.",
        ("each of them scores", "it scores once"),
        "B-13",
    ),
    Option(
        "stack_cards",
        "Two-card wildcard",
        (1, 2),
        "How many cards a wildcard made of two cards counts as.",
        ("one card", "two cards"),
        "B-3",
    ),
    Option(
        "wild_window",
        "Wildcard as window",
        (True, False),
        "Whether a wildcard may be a window.",
        ("it may", "it is always a brick"),
        "B-1",
    ),
    Option(
        "heaviest",
        "Heaviest wildcard",
        (5, 9),
        "The most tons that a wildcard may weigh.",
        ("5 tons", "9 tons"),
        "B-1",
    ),
    Option(
        "lightest",
        "Lightest wildcard",
        (1, 0),
        "The fewest tons that a wildcard may weigh.",
        ("1 ton", "0 tons"),
        "B-1",
    ),
    Option(
        "wild_adjusts",
        "Wild J Q X Z adjusted",
        (True, False),
        "Whether a wildcard that is a J, Q, X or Z may be adjusted.",
        ("it may, like a real one", "only real ones may"),
        "B-2",
    ),
    Option(
        "wild_rare",
        "Wild J Q X Z score",
        (True, False),
        "Whether a wildcard that is a J, Q, X or Z scores 2 points.",
        ("it does, like a real one", "only real ones do"),
        "B-2",
    ),
    Option(
        "zero",
        "Bricks of no weight",
        (True, False),
        "Whether a brick may be adjusted to 0 tons.",
        ("it may", "1 ton is the least"),
        "B-4",
    ),
    Option(
        "runs",
        "Runs of letters",
        ("longest", "each"),
        "Which runs of consecutive letters score.",
        ("the longest one", "each of seven or more"),
        "B-15",
    ),
    Option(
        "high_floors",
        "Above the sixth floor",
        ("nothing", "go-on"),
        "What bricks above the sixth floor score.",
        ("nothing", "5 points each, then 6, and so on"),
        "B-16",
    ),
    Option(
        "free_letters",
        "Wildcards in the word",
        (False, True),
        "What letter a wildcard is in the longest word.",
        ("the one it was declared", "any letter"),
        "B-14",
    ),
)
"""How the open places of the rules are read: one option for each field of Readings, under its name."""

OPTIONS: tuple[Option, ...] = (
    Option(
        "words",
        "Word list",
        SHIPPED,
        "Which words count; any other list comes with --words FILE.",
        ("the usual list", "words that most people know", "rare and technical words too"),
        "B-21",
        free=True,
    ),
    Option(
        "size",
        "Size of the deal",
        tuple(SIZES),
        "How many cards are dealt.",
        (
            "34 cards: 10 bricks of each colour",
            "28 cards: 8 bricks of each colour",
            "22 cards: 6 bricks of each colour",
            "16 cards: 4 bricks of each colour",
        ),
        "B-26",
    ),
    Option(
        "puzzle",
        "Puzzle",
        ("random",),
        "Which puzzle: random, today, a day such as 2026-11-21, a code such as S-Y2FN9, or the cards one by one.",
        ("a new one each time",),
        "B-26",
        free=True,
        dated=True,
    ),
    Option(
        "mode",
        "Way to play",
        ("build", "duel"),
        "Whether all build from the same cards, or from cards that they draft.",
        ("all have the same cards", "take cards in turns, then build from your own"),
        "B-24",
    ),
    Option(
        "ledger",
        "Ledger",
        ("live", "blind"),
        "Whether you see what your tower scores while you build.",
        ("always in sight", "only after all have handed in"),
        "B-27",
    ),
    Option(
        "discovery",
        "Discovery",
        (False, True),
        "Whether the rules become known one by one.",
        ("all rules are known", "seven rules are known, the others are found out"),
        "B-25",
    ),
    Option(
        "longest",
        "Longest word",
        ("found", "typed"),
        "Who finds the longest word in your tower.",
        ("the program", "you do, when you hand in"),
        "B-14",
    ),
    Option(
        "timer",
        "Timer",
        ("off", 10, 20, 30),
        "Minutes to build; when they are over the draft in hand is handed in.",
        ("no timer", "10 minutes", "20 minutes", "30 minutes"),
        "B-28",
    ),
    Option(
        "first",
        "First player",
        ("random", 1, 2, 3, 4, 5, 6),
        "Who drafts and builds first.",
        ("by chance", *(f"player {n}" for n in range(1, 7))),
        "B-20",
    ),
    *READINGS,
)
"""Every option of the game; the first value of each is the default."""


_SIZE_OF = {letter: size for size, letter in SIZES.items()}


def settle_terms(info: GameInfo, seats: int, given: Options) -> Terms:
    """What the options mean for ``seats`` players. Raises OptionError on a stranger or a bad count."""
    fewest, most = info.seats
    if isinstance(seats, bool) or not isinstance(seats, int) or not fewest <= seats <= most:
        raise OptionError(f"{info.title} is for {fewest} to {most} players, not {seats}")
    said = complete_options(info, given)
    first = 0 if said["first"] == "random" else int(said["first"])
    if first > seats:
        raise OptionError(f"option first: there is no player {first} among {seats}")
    words = str(said["words"])
    if words not in SHIPPED and not REFERENCE.match(words):
        names = ", ".join(SHIPPED)
        raise OptionError(f"option words: {clean(words)!r} is not one of {names}; another list comes with --words FILE")
    mode = "build" if seats == 1 else str(said["mode"])  # nobody is there to draft against
    puzzle = _settle_puzzle(str(said["puzzle"]), str(said["size"]), seats if mode == "duel" else 1)
    return Terms(
        words=words,
        size=_SIZE_OF[puzzle[0]] if puzzle[1:2] == "-" else str(said["size"]),
        puzzle=puzzle,
        mode=mode,
        discovery=bool(said["discovery"]),
        typed=said["longest"] == "typed",
        live=said["ledger"] == "live",
        timer=0 if said["timer"] == "off" else int(said["timer"]),
        first=first,
        readings=settle_readings(said),
    )


def puzzle_of(given: Options) -> str:
    """What the options call the puzzle: a code, or the cards one by one; '' where chance deals or they name none."""
    try:
        puzzle = _settle_puzzle(str(given.get("puzzle", "random")), str(given.get("size", "standard")), 1)
    except OptionError:
        return ""
    return "" if puzzle == "random" else puzzle


def settle_readings(said: Options) -> Readings:
    """The readings that complete options ask for."""
    return Readings(**{field.name: said[field.name] for field in fields(Readings)})  # type: ignore[arg-type]


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
        raise OptionError(f"option puzzle: {error}") from None
