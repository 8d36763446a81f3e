"""The options of Brick Tower, each declared once as a field of the terms; those of Readings are some of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from towergames.core.contract import GameInfo, OptionError, Options
from towergames.core.options import group, option, options_of, players, settle
from towergames.games.bricks.deal import SIZES, PuzzleError, check_code, daily_code, is_day, read_materials
from towergames.games.bricks.readings import Readings
from towergames.lexicon.options import words_option


@dataclass(frozen=True, slots=True)
class Terms:
    """The settled options of one game.

    ``words`` is the reference of the word list. ``puzzle`` is ``random``, a code, or the materials card by card.
    ``typed``: the longest word has to be typed. ``live``: the ledger is open while building. ``timer`` counts minutes,
    0 without one; only the screen keeps time. ``first`` is 0 for a starter by lot, else the number of the player.
    """

    words: str = words_option("Which words count", "B-21")
    size: str = option(
        "Size of the deal",
        "How many cards are dealt.",
        "B-26",
        {
            "standard": "34 cards: 10 bricks of each colour",
            "eight": "28 cards: 8 bricks of each colour",
            "six": "22 cards: 6 bricks of each colour",
            "mini": "16 cards: 4 bricks of each colour",
        },
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
        "Whether all build from the same cards, or from cards that they draft.",
        "B-24",
        {"build": "all have the same cards", "duel": "take cards in turns, then build from your own"},
    )
    discovery: bool = option(
        "Discovery",
        "Whether the rules become known one by one.",
        "B-25",
        {False: "all rules are known", True: "seven rules are known, the others are found out"},
    )
    typed: bool = option(
        "Longest word",
        "Who finds the longest word in your tower.",
        "B-14",
        {"found": "the program", "typed": "you do, when you hand in"},
        key="longest",
        means={"found": False, "typed": True},
    )
    live: bool = option(
        "Ledger",
        "Whether you see what your tower scores while you build.",
        "B-27",
        {"live": "always in sight", "blind": "only after all have handed in"},
        key="ledger",
        means={"live": True, "blind": False},
    )
    timer: int = option(
        "Timer",
        "Minutes to build; when they are over the draft in hand is handed in.",
        "B-28",
        {"off": "no timer", 10: "10 minutes", 20: "20 minutes", 30: "30 minutes"},
        means={"off": 0},
    )
    first: int = option(
        "First player",
        "Who drafts and builds first.",
        "B-20",
        {"random": "by chance", **players(6)},
        means={"random": 0},
    )
    readings: Readings = group(Readings)


OPTIONS = options_of(Terms, order="words size puzzle mode ledger discovery longest timer first")

_SIZE_OF = {letter: size for size, letter in SIZES.items()}


def settle_terms(info: GameInfo, seats: int, given: Options) -> Terms:
    """The terms that the options set for ``seats`` players. Raises OptionError."""
    terms = settle(Terms, info, seats, given)
    mode = "build" if seats == 1 else terms.mode  # a single player has no rival in a draft
    puzzle = _settle_puzzle(terms.puzzle, terms.size, seats if mode == "duel" else 1)
    size = _SIZE_OF[puzzle[0]] if puzzle[1:2] == "-" else terms.size
    return replace(terms, mode=mode, puzzle=puzzle, size=size)


def puzzle_of(given: Options) -> str:
    """What the options call the puzzle: a code, or the cards one by one; '' where chance deals or they name none."""
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
        raise OptionError(f"option puzzle: {error}") from None
