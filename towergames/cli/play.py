"""Commands that open a table: play, continue, load, replay. On a real terminal it is the screen, else plain mode."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from towergames.cli.front_end import CommandError, Globals, launch
from towergames.cli.output import out, print_message
from towergames.cli.shared import (
    ClockOpt,
    GameArg,
    OptionOpt,
    OwnSaveArg,
    PinOpt,
    SaveArg,
    SeatOpt,
    SeedOpt,
    TableArg,
    WordsOpt,
    demand_listed,
    entry_of,
    find_save,
    globals_of,
    read_seed,
)
from towergames.core.time_control import NONE

if TYPE_CHECKING:
    from towergames.table.history import History
    from towergames.table.records import Header


def play(
    ctx: typer.Context,
    game: GameArg,
    seat: SeatOpt = None,
    seed: SeedOpt = None,
    option: OptionOpt = None,
    words: WordsOpt = None,
    clock: ClockOpt = NONE,
    name: Annotated[str | None, typer.Option("--name", metavar="SAVE", help="Name of the saved game.")] = None,
    open_: Annotated[
        bool, typer.Option("--open", help="Open the table to other windows. You play the first seat.")
    ] = False,
    pin: PinOpt = False,
) -> int:
    """Start a game.

    \b
    Examples:
      towergames play takethat --seat Ann --seat Bob
      towergames play takethat --seat Ann --seat bot:hard --seed 7
      towergames play takethat --seat Ann --seat bot:even
      towergames play takethat --seat Ann --seat Carl=bot:easy --option height=5
      towergames play takethat --seat Ann --seat Bob --clock 10+5
      towergames play takethat --seat bot:easy --seat bot:hard --plain
      towergames play takethat --seat Ann --seat Bob --seat bot:hard --open
      towergames play words --seat Ann --seat Bob --words common
      towergames play words --seat Ann --words a-folder/my-list.txt
      towergames play bricks --seat Ann --option puzzle=today
      towergames play bricks --seat Ann --seat Bob --option puzzle=S-Y2FN9
    """
    header, notices = new_game(globals_of(ctx), game, seat, option, words, seed, clock)
    if open_:
        from dataclasses import replace

        from towergames.table.records import OPEN_FORMAT

        header = replace(header, format=OPEN_FORMAT)
    elif pin:
        raise CommandError("--pin is for open tables. Add --open")
    people = [one.name for one in header.seats if not one.bot]
    secret = _new_pin(people[0]) if pin and people else ""
    return launch(globals_of(ctx), "play", header=header, save=name, notices=notices, new_pin=secret)


def new_game(
    given: Globals,
    game: str,
    seat: Sequence[str] | None,
    option: Sequence[str] | None,
    words: str | None,
    seed: str | None = None,
    clock: str = NONE,
) -> tuple[Header, tuple[str, ...]]:
    """The header of a new game as its options are given, and lines on them. Raises CommandError and SetupError."""
    from towergames.plain.new_game import default_seats, read_players, read_setup
    from towergames.table.setup import dated, new_header

    entry = entry_of(game)
    levels = [level.name for level in entry.levels]
    info = entry.game.info
    options, notices = read_setup(info, option or (), words)
    written = dated(info, options)
    task = entry.daily if info.day_of(written) else None
    seats, told = read_players(seat or default_seats(info, entry.levels, task), entry, given.facts)
    if len(seats) < info.fewest_seats(written):
        few = f"{info.title} is for {info.players}; you gave {len(seats)}"
        raise CommandError(f"{few}. Add --seat NAME or --seat bot:{levels[-1] if levels else 'LEVEL'}")
    header = new_header(entry.game, seats, options, read_seed(seed), levels=levels, clock=clock)
    return header, (*told, *notices)


def join(
    ctx: typer.Context,
    table: TableArg = None,
    seat: Annotated[
        list[str] | None,
        typer.Option("--seat", metavar="NAME", help="The player you are. Give it again to share this window."),
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Only watch. You see what everyone may see.")] = False,
    pin: PinOpt = False,
) -> int:
    """List the open tables, or sit down at one.

    \b
    Examples:
      towergames join
      towergames join --seat Bob
      towergames join takethat-ann-bob --seat Bob --pin
      towergames join takethat-ann-bob --watch
    """
    from towergames.table.save_file import load_file
    from towergames.table.seats import GONE, seat_called, seats_of_people, vacant_seats

    given = globals_of(ctx)
    if pin and not seat:
        raise CommandError("--pin is for a seat. Add --seat NAME")
    if table is None and not seat and not watch:
        return _list_open(given)
    path = find_save(given.store, table) if table is not None else the_open_table(given, seat or ())
    history = load_file(path).history
    header = history.header
    if not header.open:
        raise CommandError(f"{path.stem} is not an open table. Open it with: towergames load {path.stem}")
    vacant = vacant_seats(path, seats_of_people(one.bot for one in header.seats))
    free = [number for number, state in vacant.items() if state == GONE]
    if seat:
        seats = [seat_called(name, header.names, history.humans) for name in seat]
    elif watch:
        seats = []
    elif len(free) == 1:
        seats = free
    else:
        told = ", ".join(_vacant_told(header.names[number], state) for number, state in vacant.items()) or "none"
        raise CommandError(f"say who you are: --seat NAME, or --watch. Free seats: {told}")
    if taken := [header.names[number] for number in seats if number not in vacant]:
        raise CommandError(f"{taken[0]} sits at another window already. To look on, use --watch")
    old, new = _pins_for(history, seats, pin)
    table_of = {"save": path.stem, "saves": path.resolve().parent, "seats": tuple(dict.fromkeys(seats))}
    return launch(given, "join", pin=old, new_pin=new, **table_of)


def _vacant_told(name: str, state: str) -> str:
    from towergames.table.seats import GONE

    return name if state == GONE else f"{name} ({state})"


def _list_open(given: Globals) -> int:
    from towergames import registry
    from towergames.table.seats import GONE, people

    tables = given.store.open_tables()
    if not tables:
        demand_listed(given.store)
        print_message("No open tables. Open one with: towergames play GAME --seat NAME --seat NAME --open")
    for info in tables:
        there = people(info.path, info.bots)
        told = [
            f"{name} ({there[n] if there[n] != GONE else 'free'})" for n, name in enumerate(info.seats) if n in there
        ]
        out(f"{info.name}: {registry.title_of(info.game)}, round {info.round}; {', '.join(told)}")
    return 0


def the_open_table(given: Globals, names: Sequence[str]) -> Path:
    """The only open table where these people can sit down. Raises CommandError."""
    every = given.store.open_tables()
    wanted = {name.casefold() for name in names}
    tables = [info for info in every if wanted <= {name.casefold() for name in info.seats}]
    if len(tables) == 1:
        return tables[0].path
    if tables:
        raise CommandError(f"say which table: {', '.join(info.name for info in tables)}")
    demand_listed(given.store)
    from towergames.core.text import did_you_mean, listed

    if not every:
        raise CommandError("no open table. Open one with: towergames play GAME --seat NAME --seat NAME --open")
    seats = {name for info in every for name in info.seats}
    known = {name.casefold() for name in seats}
    near = [did_you_mean(name, sorted(seats)) for name in names if name.casefold() not in known]
    told = "; ".join(f"{info.name} ({', '.join(info.seats)})" for info in every)
    otherwise = "".join(near[:1]) or "."
    raise CommandError(f"no open table has a seat for {listed(names)}{otherwise} Open tables: {told}")


def _pins_for(history: History, seats: Sequence[int], new: bool) -> tuple[str, str]:
    """The PIN of the seats that have one, and a new PIN for the others if asked for. Raises CommandError."""
    from towergames.table.seats import fits

    names = history.header.names
    locked = [seat for seat in seats if seat in history.pins]
    pin = str(typer.prompt(f"PIN of {', '.join(names[seat] for seat in locked)}", hide_input=True)) if locked else ""
    if not all(fits(pin, history.pins[seat]) for seat in locked):
        raise CommandError("that is not the PIN of this seat")
    others = [names[seat] for seat in seats if seat not in history.pins]
    return pin, _new_pin(", ".join(others)) if new and others else ""


def _new_pin(name: str) -> str:
    return str(typer.prompt(f"Choose a PIN for {name}", hide_input=True, confirmation_prompt="The same PIN again"))


def continue_(ctx: typer.Context, words: WordsOpt = None) -> int:
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
        if given.store.open_tables():
            raise CommandError("no unfinished game, but an open table. See it with: towergames join")
        raise CommandError("no unfinished game. Start one with: towergames play GAME")
    notices = _bring_list(info.path, words)
    return launch(given, "open", save=info.name, notices=notices)


def load(ctx: typer.Context, save: OwnSaveArg, words: WordsOpt = None) -> int:
    """Open a saved game.

    \b
    Examples:
      towergames load takethat-ann-bob
      towergames load a-folder/friday.jsonl --plain
      towergames load words-ann --words a-folder/my-list.txt
    """
    from towergames.table.examples import example_file
    from towergames.table.save_file import load_file
    from towergames.table.storage import SUFFIX, is_name
    from towergames.table.store import Store

    given = globals_of(ctx)
    path = find_save(given.store, save)
    if path == example_file(path.stem) and path.parent != given.saves_folder.resolve():
        raise CommandError(
            f"{path.stem} is an example, not one of your games. Watch it with: towergames replay {path.stem}"
        )
    if words is None and load_file(path).history.header.open:  # says what is wrong before any screen is opened
        raise CommandError(f"{path.stem} is an open table. Join it with: towergames join {path.stem}")
    notices = _bring_list(path, words)
    here = Store(path.resolve().parent)
    if path.suffix != SUFFIX or not is_name(path.stem):
        raise CommandError(
            f"{path.name} cannot be opened under that name. Rename it to small letters, digits and dashes, then "
            f"{SUFFIX}. Or watch it with: towergames replay FILE"
        )
    return launch(given, "open", save=path.stem, saves=here.folder, notices=notices)


def _bring_list(path: Path, words: str | None) -> tuple[str, ...]:
    """Read the word list that a save misses. Return the problems of its file. Raises SetupError for another list."""
    if words is None:
        return ()
    from towergames.table.save_file import load_file
    from towergames.table.wordlists import bring_list

    history = load_file(path).history
    return bring_list(history.game.info, history.header, history.state, words)


def replay(
    ctx: typer.Context,
    save: SaveArg,
    messages: Annotated[
        bool, typer.Option("--messages", help="Show what the players of an open table said to each other.")
    ] = False,
) -> int:
    """Watch a saved game move by move, and play on from any point.

    \b
    Examples:
      towergames replay example-takethat
      towergames replay a-folder/friday.jsonl --plain
    """
    from towergames.table.save_file import load_file

    given = globals_of(ctx)
    path = find_save(given.store, save)
    load_file(path)
    return launch(given, "replay", path=path, messages=messages)
