"""Makes ``docs/players/keys.md`` anew: ``python -m tests.golden.keys`` from the checkout.

The keys are those of the program without a file of one's own; a test compares the page with them.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from towergames import registry
from towergames.tui import catalogue
from towergames.tui.commands import APP, MOVES, PAGES, Command, command_of
from towergames.tui.keymap import KeyMap, key_name

PAGE = Path(__file__).parents[2] / "docs" / "players" / "keys.md"
USUAL, TYPING = KeyMap({}), KeyMap({}, (), letters_typed=True)
SCREENS = {
    "menu": "Menu",
    "new-game": "New game",
    "lesson": "Lesson",
    "saves": "Saved games",
    "replay": "Replay",
    "review": "Review",
    "rules": "Rules",
    "score-pad": "Score sheet",
    "lookup": "Look up a word",
    "records": "Records",
    "settings": "Settings",
    "key": "A new key",
    "export": "Export",
    "command-line": "Typing a command",
}
"""Screens with keys of their own, by their name in the program."""
GROUPS = {
    "game": "The game",
    "looking": "Looking",
    "bots": "Bots",
    "now": "Only while they apply",
    "in words": "Words without a key",
}
"""Headings of the table's commands."""
START = """# Keys

In the program `?` shows the keys of the screen that you are on. The last row names the keys that do something now.

- Most commands have a word too. Press `:` and type the word.
- `Ctrl+P` searches all commands of a screen. The mouse does everything too.
- Digits choose the row, card or button with that number. In a replay `1` to `9` go to 10% to 90% of the game. In the
  rules they open a rule that is named there.
- In Brick Tower, Konexi and Stacked Words you type letters onto the board. There the commands of the table have other
  keys, in the second column below.
- The setting `keys` has three values. `default` is this page. `vim` also moves the cursor with `h`, `j`, `k` and `l`,
  and opens the saved games with `o`. `word` uses the second column in every game.
- Hint is `F4`, score `F8`, menu `Ctrl+L` and undo `Ctrl+Z` in every game. Each command has a key that is at hand on US,
  US-International, German, French and Spanish keyboards, and in a browser.
- The settings screen changes single keys, and so does `keys.toml`: see [Your own keys](commands.md#your-own-keys).
"""


def shown(keys: Iterable[str]) -> str:
    """Keys as the page names them.

    >>> shown(("vertical_line", "ctrl+z", "shift+left"))
    '`\\\\|` `Ctrl+Z` `Shift+Left`'
    """
    names = (key_name(key) for key in keys)
    told = (f"Ctrl+{name[1:]}" if len(name) > 1 and name[0] == "^" else name for name in names)
    return " ".join(f"`{name}`" for name in told).replace("|", "\\|")


def table(commands: Iterable[Command], *, both: bool = False, keymap: KeyMap = USUAL) -> list[str]:
    """The commands as a table; ``both`` adds the keys where letters are typed."""
    rows = [command for command in commands if not command.id.rpartition(".")[2].isdigit()]
    heads = ["Key", *(["Where letters are typed"] if both else []), "Word", "What it does"]
    lines = ["", f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for command in rows:
        keys = [shown(map_.keys_of(command)) for map_ in ((USUAL, TYPING) if both else (keymap,))]
        word = f"`{command.word}`" if command.word else ""
        lines.append(f"|{'|'.join(f' {cell} ' if cell else ' ' for cell in (*keys, word, command.help))}|")
    return lines


def page() -> str:
    screens = catalogue._of_screens()
    lines = [*START.splitlines(), "", "## Everywhere", *table(APP), "", "## Cursor", *table((*MOVES, *PAGES))]
    lines += ["", "## At the table"]
    for group, title in GROUPS.items():
        commands = [command for command in screens["game"] if command.group == group]
        lines += ["", f"### {title}", *table(commands, both=True)]
    for entry in sorted(registry.entries(), key=lambda entry: entry.game.info.title):
        specs = entry.board.spec.specs
        keymap = TYPING if entry.board.spec.letters else USUAL
        lines += ["", f"## {entry.game.info.title}", *table(map(command_of, specs), keymap=keymap)]
    for name, title in SCREENS.items():
        commands = screens[name]
        if name == "lesson":  # the others are those of the table
            commands = tuple(command for command in commands if command.group == "lesson")
        lines += ["", f"## {title}", *table(commands, both=name == "lesson")]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
