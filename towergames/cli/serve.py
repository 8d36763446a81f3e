"""``serve``: a table whose seats are played in browsers, each by a link."""

from __future__ import annotations

import io
import ipaddress
import os
import socket
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from towergames.cli import complete
from towergames.cli.front_end import CommandError, Globals
from towergames.cli.output import flush, out, print_message
from towergames.cli.play import new_game, the_open_table
from towergames.cli.shared import ClockOpt, OptionOpt, WordsOpt, find_save, globals_of
from towergames.cli.terminal import is_terminal
from towergames.core.text import clean, reason_of
from towergames.core.time_control import NONE

if TYPE_CHECKING:
    from yarl import URL

    from towergames.core.contract import Seat
    from towergames.table.records import Header
    from towergames.web.lobby import Lobby
    from towergames.web.server import TableServer

PORT = 8470
PORTS = range(PORT, PORT + 20)
"""Ports of which the first free one is used, where none is named."""
CLEAR = "The connection is not encrypted."
ONLOOKERS = "Onlookers"
LINKED = "another server has a link for NAME already. End that server first"
Reach = Literal["this machine", "one address", "every address"]
"""Machines that can reach the server."""


@dataclass(frozen=True, slots=True)
class Served:
    """The table that is served, the seats that get a link, and the seat that the host plays in this terminal.

    A table whose guests have no names yet is a lobby.
    """

    first: Path | Lobby
    links: list[tuple[Seat | None, str]]
    here: str = ""


def serve(
    ctx: typer.Context,
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME|TABLE]", help="A game to begin, or an open table.", autocompletion=complete.games
        ),
    ] = None,
    table: Annotated[
        str | None,
        typer.Option(
            "--table",
            metavar="TABLE",
            help="An open table, by the name of its saved game.",
            autocompletion=complete.own_saves,
        ),
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            metavar="SEAT",
            help="For a new game, a player: NAME, bot:LEVEL or NAME=bot:LEVEL. For an open table, a seat that gets a "
            "link; without it every free seat gets one.",
            autocompletion=complete.seats,
        ),
    ] = None,
    guests: Annotated[
        int,
        typer.Option(
            "--guests",
            metavar="N",
            min=0,
            max=9,
            help="For a new game, the number of players who choose their names at their links. The game begins when "
            "all have chosen.",
        ),
    ] = 0,
    option: OptionOpt = None,
    words: WordsOpt = None,
    clock: ClockOpt = NONE,
    here: Annotated[bool, typer.Option("--here", help="Play the first seat in this terminal.")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Print a link for onlookers too.")] = False,
    public: Annotated[
        str,
        typer.Option(
            "--public",
            metavar="URL",
            help="Address by which guests reach this server, such as https://example.org: that of a reverse proxy or "
            "a tunnel.",
        ),
    ] = "",
    host: Annotated[
        str,
        typer.Option(
            "--host",
            metavar="ADDRESS",
            help="Address of this machine to listen on: 127.0.0.1 is for browsers on this machine only, 0.0.0.0 for "
            "every machine that reaches this one.",
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            "--port",
            metavar="N",
            min=0,
            max=65535,
            help=f"Port of the server. Without it: the first free port from {PORT} on.",
        ),
    ] = None,
) -> int:
    """Give each seat of a table a link that opens it in a browser.

    The first word is a game to begin or an open table. Without it you choose. A link plays its seat, and reaches
    nothing else of this machine. After a game all play again on the same links. Needs the extra web:
    without it the command says how to install it.

    \b
    Examples:
      towergames serve takethat --seat Ann --seat Ben --seat bot:hard
      towergames serve takethat --seat Ann --guests 2
      towergames serve words --seat Ann --seat Ben --here --host 0.0.0.0
      towergames serve words --seat Ann --seat Ben --clock 25+15
      towergames serve takethat-ann-ben --seat Ben
      towergames serve --table takethat-ann-ben --watch
      towergames serve konexi --seat Ann --seat Ben --public https://example.org
    """
    given = globals_of(ctx)
    if what is not None and table is not None:
        raise CommandError("the first word and --table both say what to serve. Leave one out")
    # Nothing is begun by a command that cannot be carried out.
    address, listen, name = _read_public(public), _listen(host), table
    _demand_extra()
    game = None if what is None else _game(what)
    if what is not None and game is None:
        name = what
    if guests and game is None:
        raise CommandError("--guests is for a new game. Name one, such as: towergames serve GAME --guests 2")
    if what is None and table is None and not seat and is_terminal(sys.stdin) and is_terminal(sys.stdout):
        chosen = _choose(given)
        if chosen is None:
            return 0
        served = _served(chosen, (), here=here, watch=watch)
    elif game is not None:
        header, notices = new_game(given, game, _with_guests(seat, guests), option, words, clock=clock)
        if not watch and all(one.bot for one in header.seats):
            raise CommandError("only bots play. Add --seat NAME, or --watch for a link for onlookers")
        print_message(*notices)
        if guests:
            served = _lobby(given, header, guests, here=here, watch=watch)
        else:
            served = _served(_open(given, header), (), here=here, watch=watch)
    else:
        if option or words or clock != NONE:
            raise CommandError(
                "--option, --words and --clock are for a new game. Name one, such as: towergames serve GAME "
                "--option KEY=VALUE"
            )
        path = find_save(given.store, name) if name is not None else the_open_table(given, seat or ())
        served = _served(path, seat or (), here=here, watch=watch)
    ports: Sequence[int] = PORTS if port is None else (port,)
    if address is not None and port is None:
        ports = (PORT,)  # the proxy knows one port
    return _serve(served, given, listen, ports, address)


def _demand_extra() -> None:
    """Raise CommandError where the libraries of the server are missing."""
    try:
        import towergames.web.server  # noqa: F401 - whether it can be imported
    except ModuleNotFoundError as error:
        raise CommandError(f"serve needs the extra web ({error.name} is missing). {_how_to_get_it()}") from None


def _how_to_get_it() -> str:
    """The command that brings the extra, for the way in which the program was started."""
    from towergames.own_command import own_command

    if own_command()[0] == "uv":
        return "Start it with: uv run --no-dev --extra web towergames serve"
    return 'In the folder of the project install it with: pipx install --force ".[web]"'


def _game(word: str) -> str | None:
    """The key of a game, if the word is one."""
    from towergames import registry

    with suppress(KeyError):
        return registry.get(word.strip().lower()).key
    return None


def _read_public(text: str) -> URL | None:
    """The public address. Raises CommandError."""
    if not text:
        return None
    from towergames.web.addresses import read_public

    try:
        return read_public(text)
    except ValueError as error:
        raise CommandError(
            f"--public {clean(text, 60)} is no address of a server: {error}. Give one such as https://example.org"
        ) from None


def _with_guests(seats: list[str] | None, guests: int) -> list[str] | None:
    """The players as they were typed, and the guests after them, with names for the time being."""
    from towergames.web.lobby import guest_names

    if not guests:
        return seats
    typed = seats or []
    return [*typed, *guest_names(guests, [one.partition("=")[0] for one in typed])]


def _open(given: Globals, header: Header) -> Path:
    """Begin an open table, and leave it for its links. Raises SaveError."""
    from dataclasses import replace

    from towergames.table.records import OPEN_FORMAT

    table = given.store.begin(replace(header, format=OPEN_FORMAT))
    assert table.journal is not None
    table.close()
    return table.journal.path


def _choose(given: Globals) -> Path | None:
    """Ask for an open table or a new game; None where the person leaves."""
    from towergames import registry
    from towergames.plain.console import Console, EndOfInput
    from towergames.plain.new_game import NewGame
    from towergames.plain.questions import Left, ask

    console = Console()
    tables = given.store.open_tables()
    rows = [f"{info.name}: {registry.title_of(info.game)}, {', '.join(info.seats)}" for info in tables]
    games = list(registry.entries())
    rows += [f"New game: {entry.game.info.title}" for entry in games]
    console.say(*(f"{number} {row}" for number, row in enumerate(rows, start=1)))
    try:
        while True:
            line = ask(console, "Which one? Type its number:", f"Type a number from 1 to {len(rows)}.", "quit leaves.")
            if not (line.isascii() and line.isdigit() and 1 <= int(line) <= len(rows)):
                console.say(f"Type a number from 1 to {len(rows)}.")
            elif int(line) <= len(tables):
                return tables[int(line) - 1].path
            elif header := NewGame(games[int(line) - 1 - len(tables)], console, given.facts).ask():
                return _open(given, header)
    except (Left, EndOfInput):
        return None


def _served(path: Path, names: Iterable[str], *, here: bool, watch: bool) -> Served:
    """The seats of an open table that get a link. Raises CommandError, SaveError and TableError."""
    from towergames.table.save_file import load_file
    from towergames.table.seats import GONE, seat_called, seats_of_people, vacant_seats

    history = load_file(path).history
    header = history.header
    if not header.open:
        raise CommandError(f"{path.stem} is not an open table. Begin one with: towergames serve GAME --seat NAME")
    if history.ended and not history.next:
        raise CommandError(f"the game of {path.stem} is over")
    vacant = vacant_seats(path, seats_of_people(one.bot for one in header.seats))
    free = [number for number, state in vacant.items() if state == GONE]
    chosen = list(dict.fromkeys(seat_called(name, header.names, history.humans) for name in names)) or free
    if taken := [header.names[number] for number in chosen if number not in vacant]:
        raise CommandError(f"{taken[0]} sits at another window already. Leave that window first")
    if linked := [header.names[number] for number in chosen if number not in free]:
        raise CommandError(LINKED.replace("NAME", linked[0]))
    if here and not chosen:
        raise CommandError(f"no seat of {path.stem} is free")
    host = header.names[chosen.pop(0)] if here else ""
    links: list[tuple[Seat | None, str]] = [(number, header.names[number]) for number in chosen]
    if watch:
        links.append((None, ONLOOKERS))
    if not links:
        raise CommandError(f"no seat of {path.stem} is free. --watch prints a link for onlookers")
    return Served(path, links, host)


def _lobby(given: Globals, header: Header, guests: int, *, here: bool, watch: bool) -> Served:
    """A table that begins when its last ``guests`` seats have names. Raises CommandError."""
    from towergames.web.lobby import Lobby

    people = [number for number, one in enumerate(header.seats) if not one.bot]
    host = ""
    if here and len(people) == guests:
        raise CommandError("--here needs your name. Add --seat NAME")
    if here:
        host = header.names[people.pop(0)]
    links: list[tuple[Seat | None, str]] = [(number, header.names[number]) for number in people]
    if watch:
        links.append((None, ONLOOKERS))
    return Served(Lobby(header, people[-guests:], given.store), links, host)


def _listen(host: str) -> tuple[str, Reach]:
    """The address or name to listen on, and who reaches it. Raises CommandError."""
    try:
        if not host:
            raise ValueError
        with suppress(socket.gaierror):  # 0 and 127.1 are addresses too, and mean another one than they seem to
            host = str(socket.getaddrinfo(host, None, flags=socket.AI_NUMERICHOST)[0][4][0])
        found = [ipaddress.ip_address(info[4][0]) for info in socket.getaddrinfo(host, None)]
    except (OSError, ValueError):  # UnicodeError is a ValueError
        raise CommandError(
            f"--host {clean(host, 60) or '(empty)'} is no address or name of this machine. Give an address such as "
            "192.168.1.20, or 0.0.0.0 for all of them"
        ) from None
    if all(address.is_loopback for address in found):
        return host, "this machine"
    return host, "every address" if any(address.is_unspecified for address in found) else "one address"


def _serve(served: Served, given: Globals, listen: tuple[str, Reach], ports: Sequence[int], public: URL | None) -> int:
    """Serve until the games are over or a signal comes. Raises CommandError."""
    import asyncio
    import signal
    import tempfile

    from towergames.cli.host_window import HostWindow
    from towergames.signals import ENDING
    from towergames.web.server import TableServer, run

    host, reach = listen
    window = HostWindow(served.here, _again(given), lambda: server.path)
    links_shown = False

    async def until_stopped() -> int:
        stop, shown, code = asyncio.Event(), asyncio.Event(), 0
        loop = asyncio.get_running_loop()

        def ended(number: int) -> None:
            nonlocal code
            code = code or 128 + number
            loop.call_soon_threadsafe(stop.set)

        def show(base: str) -> None:
            nonlocal links_shown
            links_shown = True
            _show_links(server, base, "public" if public is not None else reach)
            shown.set()

        async def play_here() -> None:
            await shown.wait()
            if not server.begun.is_set():
                print_message("You can sit down when every guest has chosen a name.")
                await server.begun.wait()
            await window.run()

        before = {number: signal.signal(number, lambda number, _: ended(number)) for number in ENDING}
        playing = asyncio.create_task(play_here()) if served.here else None
        try:
            await run(server, host, ports, stop, show)
        finally:
            if playing is not None:
                playing.cancel()
                await asyncio.wait((playing,))
            for number, handler in before.items():
                signal.signal(number, handler)
        return code

    with tempfile.TemporaryDirectory(prefix="towergames-") as config:
        server = TableServer(served.first, served.links, Path(config), window.log, public)
        if missed := server.reserve_seats():
            server.leave()
            raise CommandError(LINKED.replace("NAME", missed[0]))
        try:
            code = asyncio.run(until_stopped())
        except OSError as error:
            if links_shown:  # the links cannot be printed
                raise
            # asyncio's own text is long, and names the address again.
            why = os.strerror(error.errno) if error.errno else reason_of(error)
            raise CommandError(
                f"{clean(host, 60)}, port {ports[-1]}, cannot be used: {why}. Try another --port or --host"
            ) from None
        finally:
            server.leave()
    print_message(server.ended or "The server has ended.", "The links do not work any more.")
    return code


def _again(given: Globals) -> list[str]:
    """The global options of this command for another one; its saves are named by the table."""
    words = ["--config", given.config] if given.config else []
    for key in ("theme", "call"):
        if key in given.flags:
            words += [f"--{key}", str(given.flags[key])]
    if given.flags.get("glyphs") == "ascii":
        words.append("--ascii")
    if given.flags.get("mouse") is False:
        words.append("--no-mouse")
    return words


REACHED = {
    "this machine": "Only browsers on this machine reach the table. Phones and other machines need --host.",
    "one address": "Every machine that reaches {base} reaches the table.\n" + CLEAR,
    "every address": "Every machine that reaches any address of this one reaches the table.\n" + CLEAR,
    "public": "Everyone who has a link can play its seat, from everywhere, and reaches nothing else of this machine.",
}
"""Who reaches the table, by the reach of the server."""


def _show_links(server: TableServer, base: str, reach: str) -> None:
    """Print each link, below a code for phones where they can reach it, and say who can reach the table."""
    for link in server.links:
        if reach != "this machine" and is_terminal(sys.stdout):
            sys.stdout.write(_code(base + link.path))  # out lets no escape sequence through
        out(f"{link.name}: {base}{link.path}")
    flush()  # a pipe or a file gets the links now, not when the server ends
    print_message(
        REACHED[reach].replace("{base}", base),
        "A link plays its own seat. Give it to that player alone.",
        "The links work for game after game, until this program ends or nobody has been at the table for 10 minutes.",
        "Ctrl+C ends it; the game is saved.",
    )


def _code(link: str) -> str:
    """A QR code, white on black also on a light terminal."""
    import segno

    drawn = io.StringIO()
    segno.make(link, error="l").terminal(drawn, compact=True, border=2)
    return "".join(f"\x1b[38;5;231;48;5;16m{line}\x1b[0m\n" for line in drawn.getvalue().splitlines())
