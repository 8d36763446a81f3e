"""Commands that open a table: play, continue, load, replay. On a real terminal it is the screen, else plain mode."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from towergames.cli.front_end import CommandError, launch
from towergames.cli.shared import (
    GameArg,
    OptionOpt,
    PlainOpt,
    SaveArg,
    SeatOpt,
    SeedOpt,
    WordsOpt,
    demand_listed,
    entry_of,
    find_save,
    globals_of,
    read_seed,
)


def play(
    ctx: typer.Context,
    game: GameArg,
    seat: SeatOpt = None,
    seed: SeedOpt = None,
    option: OptionOpt = None,
    words: WordsOpt = None,
    name: Annotated[str | None, typer.Option("--name", metavar="SAVE", help="Name of the saved game.")] = None,
    plain: PlainOpt = False,
) -> int:
    """Start a game.

    \b
    Examples:
      towergames play takethat --seat Ann --seat Bob
      towergames play takethat --seat Ann --seat bot:hard --seed 7
      towergames play takethat --seat Ann --seat Carl=bot:easy --option height=5
      towergames play takethat --seat bot:easy --seat bot:hard --plain
      towergames play words --seat Ann --seat Bob --words common
      towergames play words --seat Ann --words a-folder/my-list.txt
      towergames play bricks --seat Ann --option puzzle=today
      towergames play bricks --seat Ann --seat Bob --option puzzle=S-Y2FN9
    """
    from towergames.plain.newgame import default_seats, read_seats, read_setup
    from towergames.table.setup import new_header

    entry = entry_of(game)
    levels = [level.name for level in entry.levels]
    info = entry.game.info
    seats = read_seats(seat or default_seats(info, levels), levels)
    if len(seats) < info.seats[0]:
        few = f"{info.title} is for {info.players}; you gave {len(seats)}"
        raise CommandError(f"{few}. Add --seat NAME or --seat bot:{levels[-1] if levels else 'LEVEL'}")
    options, notices = read_setup(info, option or (), words)
    header = new_header(entry.game, seats, options, read_seed(seed), levels=levels)
    return launch(globals_of(ctx), "play", plain=plain, header=header, save=name, notices=notices)


def continue_(ctx: typer.Context, words: WordsOpt = None, plain: PlainOpt = False) -> int:
    """Continue the last unfinished game.

    \b
    Examples:
      towergames continue
      towergames continue --plain
    """
    given = globals_of(ctx)
    info = given.store.latest_unfinished()
    if info is None:
        demand_listed(given.store)
        raise CommandError("no unfinished game. Start one with: towergames play GAME")
    notices = _bring_list(info.path, words)
    return launch(given, "open", plain=plain, save=info.name, notices=notices)


def load(ctx: typer.Context, save: SaveArg, words: WordsOpt = None, plain: PlainOpt = False) -> int:
    """Open a saved game.

    \b
    Examples:
      towergames load takethat-ann-bob
      towergames load a-folder/friday.jsonl --plain
      towergames load words-ann --words a-folder/my-list.txt
    """
    from towergames.table.storage import SUFFIX, is_name
    from towergames.table.store import Store, load_file

    given = globals_of(ctx)
    path = find_save(given.store, save)
    if words is None:
        load_file(path)  # says what is wrong before any screen is opened
    notices = _bring_list(path, words)
    here = Store(path.resolve().parent)
    if path.suffix != SUFFIX or not is_name(path.stem):
        raise CommandError(
            f"{path.name} cannot be opened under that name. Rename it to small letters, digits and dashes, then "
            f"{SUFFIX}. Or watch it with: towergames replay FILE"
        )
    return launch(given, "open", plain=plain, save=path.stem, saves=here.folder, notices=notices)


def _bring_list(path: Path, words: str | None) -> tuple[str, ...]:
    """Take the word list that a save misses; what was wrong in its file. Raises SetupError when it is another."""
    if words is None:
        return ()
    from towergames.table.store import load_file
    from towergames.table.wordlists import bring_list

    history = load_file(path).history
    return bring_list(history.game.info, history.header, words)


def replay(ctx: typer.Context, save: SaveArg, plain: PlainOpt = False) -> int:
    """Watch a saved game move by move, and play on from any point.

    \b
    Examples:
      towergames replay example-takethat
      towergames replay a-folder/friday.jsonl --plain
    """
    from towergames.table.store import load_file

    given = globals_of(ctx)
    path = find_save(given.store, save)
    load_file(path)
    return launch(given, "replay", plain=plain, path=path)
