"""What several commands need: finding games and saves, and the types of their arguments."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from towergames.cli import complete
from towergames.cli.front_end import CommandError, Globals
from towergames.core.text import quoted, unknown

if TYPE_CHECKING:
    from towergames.registry import Entry
    from towergames.table.store import Store

GameArg = Annotated[
    str, typer.Argument(metavar="GAME", help="A game; towergames list shows them.", autocompletion=complete.games)
]
SaveArg = Annotated[
    str, typer.Argument(metavar="NAME|FILE", help="A saved game, by name or file.", autocompletion=complete.saves)
]
OwnSaveArg = Annotated[
    str, typer.Argument(metavar="NAME|FILE", help="A saved game, by name or file.", autocompletion=complete.own_saves)
]
TableArg = Annotated[
    str | None,
    typer.Argument(
        metavar="[TABLE]", help="An open table, by the name of its saved game.", autocompletion=complete.own_saves
    ),
]
SeatOpt = Annotated[
    list[str] | None,
    typer.Option(
        "--seat",
        metavar="SEAT",
        help="A player: NAME, bot:LEVEL or NAME=bot:LEVEL. Give it once for each player.",
        autocompletion=complete.seats,
    ),
]
OptionOpt = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="KEY=VALUE", help="A house rule.", autocompletion=complete.options),
]
WordsOpt = Annotated[
    str | None,
    typer.Option(
        "--words",
        metavar="LIST|FILE",
        help="Word list: standard, common, wide, or a file with one word on each line.",
        autocompletion=complete.word_lists,
    ),
]
ClockOpt = Annotated[
    str,
    typer.Option(
        "--clock",
        metavar="CLOCK",
        help="Time for each person: minutes + seconds added after each turn, such as 10+5, or seconds a turn, such as "
        "45s.",
        autocompletion=complete.clocks,
    ),
]
SeedOpt = Annotated[str | None, typer.Option("--seed", metavar="N", help="Seed: the same number gives the same luck.")]
PinOpt = Annotated[bool, typer.Option("--pin", help="Ask for a PIN that your seat opens with from now on.")]
JsonOpt = Annotated[bool, typer.Option("--json", help="Write JSON.")]


def globals_of(ctx: typer.Context) -> Globals:
    """The global options of this call."""
    return ctx.obj if isinstance(ctx.obj, Globals) else Globals()


def entry_of(key: str) -> Entry:
    """A game's entry, by its key or the unambiguous beginning of it. Raises CommandError with the games there are."""
    from towergames import registry

    wanted = key.strip().lower()
    with suppress(KeyError):
        return registry.get(wanted)
    keys = registry.keys()
    found = [k for k in keys if wanted and k.startswith(wanted)]
    if len(found) != 1:
        raise CommandError(unknown("game", key, keys, "Games"))
    return registry.get(found[0])


def read_seed(text: str | None) -> int:
    """The seed, a random one when none is given. Raises CommandError."""
    from towergames.table.setup import SetupError, random_seed
    from towergames.table.setup import read_seed as read

    try:
        return random_seed() if text is None else read(text)
    except SetupError as error:
        raise CommandError(f"--seed: {error}") from None


def find_save(store: Store, word: str) -> Path:
    """The file meant by a save's name, by a path or by an example's name. Raises CommandError with what there is."""
    from towergames.core.text import clean, did_you_mean
    from towergames.table.examples import example_file, example_names
    from towergames.table.storage import SUFFIX, is_name, obstacle_of

    places = [store.folder / f"{word}{SUFFIX}"] if is_name(word) else []
    places += [Path(word), *([example_file(word)] if word in example_names() else [])]
    for path in places:
        try:
            why = obstacle_of(path)
        except FileNotFoundError:
            continue
        if why:
            hint = f". A saved game ends in {SUFFIX}" if path.suffix != SUFFIX else ""
            raise CommandError(f"{clean(str(path), 100)} cannot be read: {why}{hint}")
        return path
    demand_listed(store)
    names = store.names()
    others = "See them with: towergames saves" if names else "You have none yet; start one with: towergames play GAME"
    near = did_you_mean(word, [*names, *example_names()], f". {others}")
    raise CommandError(f"no saved game {quoted(word, 100)}{near}")


def demand_listed(store: Store) -> None:
    """Raise CommandError when the folder of saves cannot be read, or when --saves names one that is not there."""
    from towergames.core.text import clean
    from towergames.paths import saves_folder

    why = store.unlisted()
    if not why and store.folder != saves_folder() and not store.folder.exists():
        why = f"the folder {clean(str(store.folder), 200)} is not there. Name the folder of your games with --saves"
    if why:
        raise CommandError(why)


def own_person(given: Globals) -> str:
    """The person of this installation; '' while it has none."""
    from towergames.paths import config_folder
    from towergames.session.app_state import Memory

    return Memory.load(config_folder(given.config)).person(given.store)


def write_new(name: str, content: str | bytes) -> None:
    """Write a file that does not exist yet. Raises CommandError."""
    from towergames.core.text import clean

    if isinstance(content, str):
        content = (content if content.endswith("\n") else content + "\n").encode()
    try:
        with Path(name).open("xb") as file:
            file.write(content)
    except FileExistsError:
        raise CommandError(f"{clean(name, 100)} exists already. Choose another name") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "the name cannot be used"
        raise CommandError(f"{clean(name, 100)} cannot be written: {reason}") from None
