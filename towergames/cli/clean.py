"""The command ``clean``: what the program has written on this machine goes, after a question."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from towergames.cli.front_end import CommandError
from towergames.cli.output import flush, out, print_message
from towergames.cli.shared import globals_of
from towergames.cli.terminal import is_terminal
from towergames.core.text import clean as cleaned
from towergames.core.text import count, reason_of
from towergames.exit_codes import NOT_WRITTEN

if TYPE_CHECKING:
    from towergames.cli.own_files import OwnFiles

_MOST_NAMED = 10
_WIDEST = 200

AllOpt = Annotated[
    bool, typer.Option("--all", help="Saved games, settings and keys too: nothing of the program stays.")
]
YesOpt = Annotated[bool, typer.Option("--yes", help="Delete without a question.")]


def clean(ctx: typer.Context, all_: AllOpt = False, yes: YesOpt = False) -> int:
    """Delete what the program has written on this machine.

    \b
    Examples:
      towergames clean                what is made again when it is needed
      towergames clean --all          everything, before you uninstall the program
      towergames clean --all --saves a-folder

    It lists what it would delete, and asks. Without a terminal nobody can answer: then it lists, and deletes only with
    --yes. Files that are not of this program stay, and their folders with them. To clean another folder of saved
    games, name it with --saves.
    """
    from towergames.cli import own_files
    from towergames.paths import checkout, config_folder

    given = globals_of(ctx)
    saves, config = given.saves_folder, config_folder(given.config)
    found = [group for group in own_files.own_files(saves, config) if all_ or group.remade]
    files = [file for group in found for file in group.files]
    folders = own_files.own_folders(saves, config, files)
    if all_ and (name := own_files.open_game(saves)):
        raise CommandError(f"{name} is open in another window. Leave that game first")
    if files:
        _list(found, own_files.strangers(folders, files) if all_ else [])
        if not yes and not _agreed():
            print_message("Nothing was deleted.")
            return 0
    refused = _delete(files)
    for folder in (*folders, *{file.parent for file in files}):
        with suppress(OSError):  # a folder in which something is left stays
            folder.rmdir()
    print_message(f"Deleted {count(len(files) - refused, 'file')}." if files else "There is nothing to delete.")
    if all_ and checkout() is None:
        print_message(
            "The program itself goes with the command that has installed it: pipx uninstall towergames, "
            "uv tool uninstall towergames, or pip uninstall towergames."
        )
    return NOT_WRITTEN if refused else 0


def _list(found: list[OwnFiles], left: list[Path]) -> None:
    """Print what is deleted, and what lies beside it and stays."""
    out("This is deleted:")
    for group in found:
        out(f"  {group.kind}: {count(len(group.files), 'file')} in {_shown(group.folder)}")
    if left:
        out("This is not of the program, and stays:")
        out(*(f"  {_shown(path)}" for path in left[:_MOST_NAMED]))
    if len(left) > _MOST_NAMED:
        out(f"  and {count(len(left) - _MOST_NAMED, 'more file', 'more files')}")
    flush()


def _agreed() -> bool:
    """Whether the person says yes. Raises CommandError where there is no person to ask."""
    if not is_terminal(sys.stdin):
        raise CommandError("Nobody can answer here, so nothing was deleted. With --yes there is no question")
    print_message("Delete all of it? Type yes and press Enter.")
    return sys.stdin.readline().strip().lower() == "yes"


def _delete(files: list[Path]) -> int:
    """Delete files; how many could not be deleted, each with a message."""
    from towergames.cli.own_files import remove

    refused = 0
    for file in files:
        try:
            remove(file)
        except FileNotFoundError:
            continue
        except OSError as error:
            refused += 1
            print_message(f"towergames: {_shown(file)} cannot be deleted: {reason_of(error)}")
    return refused


def _shown(path: Path) -> str:
    return cleaned(str(path), _WIDEST)
