"""The commands that screens share: one registry for keys, footer, help, palette, typed text and the parity test.

Textual's names are used for keys. Every ctrl key has a plain alternative, since some terminals swallow ctrl keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from towergames.board.picture import Spec

if TYPE_CHECKING:
    from towergames.board.protocol import Control
    from towergames.session.controller import Controller


@dataclass(frozen=True, slots=True)
class Command(Spec):
    """A command of a screen: keys, help and words, and its short label in the footer (empty: never there).

    With ``board`` it stands for a board's :class:`Spec`.
    """

    footer: str = ""
    board: bool = False

    @property
    def word(self) -> str:
        """The word that is typed for it, '' where none is."""
        return self.typed[0] if self.typed else ""


def group(name: str, *rows: tuple[str, ...]) -> tuple[Command, ...]:
    """Commands under one heading of help. A row: id, title, help, keys, typed words (blanks between them), footer."""
    padded = ((*row, "", "", "")[:6] for row in rows)
    return tuple(
        Command(id, title, help, tuple(keys.split()), tuple(typed.split()), name, footer=footer)
        for id, title, help, keys, typed, footer in padded
    )


APP: tuple[Command, ...] = group(
    "anywhere",
    ("help", "Help", "All keys of this screen", "question_mark f1", "help", "help"),
    ("palette", "All commands", "Search all commands of this screen", "ctrl+p f2", "commands"),
    ("type", "Type a command", "Type a command or a move", "colon", "type"),
    ("jump", "Jump", "Show a letter on everything you can click", "ctrl+o f3", "jump"),
    ("export", "Export", "Save a picture or text of this screen, the log, or CSV", "ctrl+e x", "export"),
    ("quit", "Quit", "Quit the program", "ctrl+q ctrl+c", "quit"),
)

LEAVE = replace(APP[-1], title="Leave", help="Leave the table; the same link opens it again")
"""The end of the program, as a browser names it."""

WHILE_SMALL: tuple[Command, ...] = (
    *group("anywhere", ("menu", "Menu", "Open the menu; every move is saved", "ctrl+l m", "menu", "menu")),
    *(replace(command, footer=command.id) for command in APP if command.id in ("quit", "help")),
)
"""Commands that work while the terminal is too small for a screen."""

MOVES: tuple[Command, ...] = (
    *group(
        "cursor",
        ("move.left", "Left", "Move the cursor left", "left", "left"),
        ("move.right", "Right", "Move the cursor right", "right", "right"),
        ("move.up", "Up", "Move the cursor up", "up", "up"),
        ("move.down", "Down", "Move the cursor down", "down", "down"),
        ("choose", "Choose", "Choose what the cursor is on", "enter space", "choose", "choose"),
        ("back", "Back", "Go one step back; never quits", "escape", "back"),
        ("zone.next", "Next part", "Go to the next part, such as the hand", "tab", "next"),
        ("zone.previous", "Part before", "Go to the part before this", "shift+tab", "previous"),
    ),
    *(Command(f"digit.{n}", f"Number {n}", f"Choose number {n}", (str(n),), (str(n),), "cursor") for n in range(1, 10)),
)

PAGES: tuple[Command, ...] = group(
    "cursor",
    ("page.up", "Page up", "Go back by one page", "pageup", "pageup"),
    ("page.down", "Page down", "Go on by one page", "pagedown", "pagedown"),
    ("page.first", "First", "Go to the first line", "home", "first"),
    ("page.last", "Last", "Go to the last line", "end", "last"),
)

LIST: tuple[Command, ...] = (
    *(command for command in MOVES if command.id in ("move.up", "move.down", "choose", "back")),
    *PAGES,
)
"""Commands of every screen with a list of lines."""


CHOOSE_FIRST = tuple(sorted(MOVES, key=lambda command: command.id != "choose"))
"""The cursor's commands in the order in which the footer names them."""

CONFIRMING: tuple[Command, ...] = group(
    "now",
    ("confirm", "Do it", "Answer yes", "enter", "yes", "do it"),
    ("confirm.not", "Go back", "Answer no", "escape", "no", "go back"),
)
"""While an action waits to be confirmed."""


def cursor_commands(controls: Sequence[Control[Any, Any]]) -> tuple[Command, ...]:
    """The commands of the cursor as the footer names them; Enter is left out where the action bar names it."""
    named = any(control.place == "main" for control in controls)
    choose = replace(CHOOSE_FIRST[0], footer="") if named else CHOOSE_FIRST[0]
    return (choose, *CHOOSE_FIRST[1:])


KEYBOARD_ONLY = frozenset({"help", "type", "jump", "tell.try"})
"""Commands that list keys, ask for typed words, or stand for a finger."""


def for_fingers(command: Command) -> bool:
    """Whether a finger can use a command: no cursor, no letters, nothing that lists keys or must be typed."""
    moves = command.group in ("cursor", "letters") and command.id != "back"
    return not moves and command.id not in KEYBOARD_ONLY


def named_for_key(command: Command) -> bool:
    """Whether a command is one key by another name: a letter, a digit, an arrow."""
    return command.id.rpartition(".")[2] in command.keys


def pick(*ids: str) -> tuple[Command, ...]:
    """Shared commands by id, in that order."""
    known = {command.id: command for command in (*MOVES, *PAGES, *APP)}
    return tuple(known[i] for i in ids)


LETTERS: tuple[Command, ...] = tuple(
    Command(f"letter.{letter}", f"Letter {letter.upper()}", "Type this letter", (letter, letter.upper()), (), "letters")
    for letter in "abcdefghijklmnopqrstuvwxyz"
)
"""Commands of a board on which letters are typed."""


def command_of(spec: Spec, footer: str = "") -> Command:
    """A spec of a board as a command of a screen."""
    facts = (spec.id, spec.title, spec.help, spec.keys, spec.typed, spec.group, spec.when, spec.camera)
    return Command(*facts, footer, board=True)


def board_commands(controller: Controller) -> tuple[Command, ...]:
    """Commands of a board, with the labels that the footer shows now."""
    footers = controller.footers()
    letters = LETTERS if controller.board.spec.letters else ()
    return (*(command_of(spec, footers.get(spec.id, "")) for spec in controller.board.spec.specs), *letters)
