"""The words that plain mode knows beside the games' own moves. One table: help, dispatch and tests read it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Word:
    """A command of plain mode.

    ``typed`` is the word, ``help`` what it does; ``aliases`` mean the same. ``takes`` describes what may follow (empty:
    nothing may, so that a game's move that begins with the same word, such as ``score B``, stays a move). ``where`` is
    ``any``, ``turn`` (only while a person must move) or ``over``.
    """

    typed: str
    help: str
    takes: str = ""
    aliases: tuple[str, ...] = ()
    where: str = "any"

    @property
    def usage(self) -> str:
        """How it is typed, for help."""
        return f"{self.typed} {self.takes}".strip()


GROUPS: dict[str, tuple[Word, ...]] = {
    "The game": (
        Word("board", "the table in words, most important first"),
        Word("picture", "the table drawn with characters"),
        Word("hand", "the cards or tiles of the player who must move", aliases=("rack",), where="turn"),
        Word("moves", "what can be played now, in groups, or one group", "[GROUP]", where="turn"),
        Word("score", "the score sheet, round by round", aliases=("pad",)),
        Word("log", "what happened, the last 20 lines or the last N", "[N|all]"),
        Word("why", "why the last move was refused, or why the bots moved as they did"),
        Word("rules", "the sections of the rules, one of them, or one rule", "[ID|SECTION|all]", aliases=("rule",)),
        Word("lookup", "is a word in the list, and what does it mean", "WORD"),
    ),
    "Playing": (
        Word("try", "what a move would score, without playing it", "MOVE", where="turn"),
        Word("undo", "take back; 'undo yes' goes past new information and is marked", "[yes]"),
        Word("redo", "do again what was taken back"),
        Word("reset", "take back the whole turn, as far as nothing new was learned", where="turn"),
        Word("hint", "what a strong player would do; marked in the log", where="turn"),
        Word("best", "search for the best there is, 10 seconds or so many; help while a game is on", "[SECONDS]"),
    ),
    "Afterwards": (
        Word("rematch", "the same players again, the next one begins", where="over"),
        Word("replay", "go through the game again, step by step", where="over"),
        Word("review", "what was best at each move, and what was missed", "[all]", where="over"),
    ),
    "The program": (
        Word("name", "say or change the name of this save", "[NEW-NAME]", aliases=("save",)),
        Word("menu", "leave this game for the menu"),
        Word("quit", "leave the program", aliases=("exit", "q")),
        Word("help", "the words that can be typed, or what one of them does", "[WORD|all]", aliases=("?",)),
    ),
}
"""The words by what they are for, as help lists them."""

WORDS: tuple[Word, ...] = tuple(word for words in GROUPS.values() for word in words)

_BY_WORD = {name: word for word in WORDS for name in (word.typed, *word.aliases)}


def find(line: str) -> tuple[Word, str] | None:
    """The command a line names and what follows it, or None when the line is the game's own business.

    >>> found = find("rules R-7")
    >>> found[0].typed, found[1]
    ('rules', 'R-7')
    >>> find("score B") is None
    True
    """
    first, _, rest = line.strip().lstrip(":").partition(" ")
    word = _BY_WORD.get(first.lower())
    rest = rest.strip()
    if word is None or (rest and not word.takes) or (word.takes in ("MOVE", "WORD") and not rest):
        return None
    return word, rest
