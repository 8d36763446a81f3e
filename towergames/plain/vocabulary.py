"""The words of plain mode beside the games' own moves."""

from __future__ import annotations

from dataclasses import dataclass

from towergames.session.help import SEARCH_SECONDS


@dataclass(frozen=True, slots=True)
class PlainCommand:
    """A command of plain mode.

    ``typed`` is the word, ``help`` what it does; ``aliases`` mean the same. ``argument_help`` describes what may follow
    (empty: nothing may, so that a game's move that begins with the same word, such as ``score B``, stays a move).
    ``command`` is the command of the screens that can be used where this one can; empty where this one always can.
    """

    typed: str
    help: str
    argument_help: str = ""
    aliases: tuple[str, ...] = ()
    command: str = ""

    @property
    def usage(self) -> str:
        """The typed form, for help."""
        return f"{self.typed} {self.argument_help}".strip()

    @property
    def names(self) -> tuple[str, ...]:
        """The word and those that mean the same."""
        return (self.typed, *self.aliases)

    @property
    def explanation(self) -> str:
        """What help says of it."""
        also = f"; also {', '.join(self.aliases)}" if self.aliases else ""
        return f"{self.usage}: {self.help}{also}"


GROUPS: dict[str, tuple[PlainCommand, ...]] = {
    "The game": (
        PlainCommand("board", "describe the table in words"),
        PlainCommand("picture", "draw the table with characters"),
        PlainCommand("hand", "describe your hand", aliases=("rack",), command="tell.hand"),
        PlainCommand("moves", "list the moves you can play, in groups, or one group", "[GROUP]", command="tell.moves"),
        PlainCommand("score", "show the score sheet, round by round", aliases=("pad",)),
        PlainCommand("log", "show the log, the last 20 lines or the last N", "[N|all]"),
        PlainCommand("clock", "show the time left of everyone; clock pause stops it or lets it go on", "[pause]"),
        PlainCommand("why", "say why a move was refused, what you lost, why bots moved, or a hint", command="game.why"),
        PlainCommand(
            "rules", "show the sections of the rules, one section, or one rule", "[ID|SECTION|all]", aliases=("rule",)
        ),
        PlainCommand(
            "lookup", "look up a word and its meaning; where that counts as help, add yes", "WORD", command="lookup"
        ),
    ),
    "The other windows": (
        PlainCommand("say", "send a message to the other windows", "[TEXT]", command="say"),
        PlainCommand("agree", "agree to the undo that another player asks for", command="say"),
        PlainCommand("refuse", "refuse the undo that another player asks for", command="say"),
    ),
    "Playing": (
        PlainCommand("try", "show what a move would score", "MOVE", command="tell.try"),
        PlainCommand(
            "undo", "undo the last move; undo yes goes further back and counts as help", "[yes]", command="undo"
        ),
        PlainCommand("redo", "do the undone move again", command="redo"),
        PlainCommand("reset", "undo everything you did in this turn", command="turn.reset"),
        PlainCommand("hint", "show a good move; counts as help", command="hint"),
        PlainCommand(
            "best",
            f"search for the best move, for {SEARCH_SECONDS:g} seconds or another number; counts as help during a game",
            "[SECONDS]",
            command="tell.best",
        ),
    ),
    "Afterwards": (
        PlainCommand("rematch", "play again with the same players; the next player starts", command="rematch"),
        PlainCommand("another", "play another game with the same players", "[GAME]", command="another"),
        PlainCommand("replay", "watch the game again, move by move", command="result"),
        PlainCommand("review", "compare every move with the best one", "[all]", command="review"),
    ),
    "The program": (
        PlainCommand("name", "show or change the name of the saved game", "[NEW-NAME]", aliases=("save",)),
        PlainCommand("menu", "open the menu"),
        PlainCommand("quit", "quit the program", aliases=("exit", "q")),
        PlainCommand("help", "list the commands, or explain one", "[WORD|all]", aliases=("?",)),
    ),
}
"""The words by what they are for, as help lists them."""

WORDS: tuple[PlainCommand, ...] = tuple(word for words in GROUPS.values() for word in words)

_BY_WORD = {name: word for word in WORDS for name in word.names}


def find(line: str) -> tuple[PlainCommand, str] | None:
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
    if word is None or (rest and not word.argument_help):
        return None
    return word, rest
