"""``serve``: links that open the seats of an open table in browsers."""

from __future__ import annotations

import io
import ipaddress
import os
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from towergames.cli.front_end import CommandError
from towergames.cli.output import flush, out, print_message
from towergames.cli.play import the_open_table
from towergames.cli.shared import TableArg, find_save, globals_of
from towergames.cli.terminal import is_terminal
from towergames.core.text import clean, reason_of

if TYPE_CHECKING:
    from towergames.web.server import TableServer

PORT = 8470
CLEAR = "The connection is not encrypted."
Reach = Literal["this machine", "one address", "every address"]
"""Machines that can reach the server."""


def serve(
    ctx: typer.Context,
    table: TableArg = None,
    seat: Annotated[
        list[str] | None,
        typer.Option("--seat", metavar="NAME", help="A seat that gets a link. Without it every free seat gets one."),
    ] = None,
    host: Annotated[
        str,
        typer.Option(
            "--host",
            metavar="ADDRESS",
            help="Address of this machine to listen on: 127.0.0.1 is for browsers on this machine only, 0.0.0.0 for "
            "every machine that reaches this one.",
        ),
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="N", min=0, max=65535, help="0 takes a free one.")] = PORT,
) -> int:
    """Give each seat of an open table a link that opens it in a browser.

    A link plays its seat, and reaches nothing else of this machine. Needs the extra web:
    pip install "towergames[web]".

    \b
    Examples:
      towergames serve
      towergames serve takethat-ann-bob --seat Bob
      towergames serve --host 192.168.1.20
    """
    from towergames.table.seats import free_seats, seat_called
    from towergames.table.store import load_file

    given = globals_of(ctx)
    path = find_save(given.store, table) if table is not None else the_open_table(given, seat or ())
    history = load_file(path).history
    header = history.header
    if not header.open:
        raise CommandError(f"{path.stem} is not an open table. Begin one with: towergames play GAME --open")
    if history.ended:
        raise CommandError(f"the game of {path.stem} is over")
    free = free_seats(path, [one.bot for one in header.seats])
    chosen = list(dict.fromkeys(seat_called(name, header.names, history.humans) for name in seat or ())) or free
    if taken := [header.names[number] for number in chosen if number not in free]:
        raise CommandError(f"{taken[0]} sits at another window already. Leave that window first")
    if not chosen:
        raise CommandError(f"no seat of {path.stem} is free")
    return _serve(path, [(number, header.names[number]) for number in chosen], *_listen(host), port)


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


def _serve(path: Path, seats: list[tuple[int, str]], host: str, reach: Reach, port: int) -> int:
    import asyncio
    import signal
    import tempfile

    from towergames.signals import ENDING

    try:
        from towergames.web.server import TableServer, run
    except ModuleNotFoundError as error:
        raise CommandError(
            f'serve needs the extra web ({error.name} is missing): pip install "towergames[web]"'
        ) from None

    listening = False

    def show(base: str) -> None:
        nonlocal listening
        listening = True
        _show_links(server, base, reach)

    async def until_stopped(server: TableServer) -> int:
        stop, code = asyncio.Event(), 0
        loop = asyncio.get_running_loop()

        def ended(number: int) -> None:
            nonlocal code
            code = code or 128 + number
            loop.call_soon_threadsafe(stop.set)

        before = {number: signal.signal(number, lambda number, _: ended(number)) for number in ENDING}
        try:
            await run(server, host, port, stop, show)
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
        return code

    with tempfile.TemporaryDirectory(prefix="towergames-") as config:
        server = TableServer(path, seats, Path(config), print_message)
        if missed := server.reserve_seats():
            server.leave()
            raise CommandError(f"{missed[0]} sits at another window already. Leave that window first")
        try:
            code = asyncio.run(until_stopped(server))
        except OSError as error:
            if listening:  # the links cannot be printed
                raise
            # asyncio's own text is long, and names the address again.
            why = os.strerror(error.errno) if error.errno else reason_of(error)
            raise CommandError(
                f"{clean(host, 60)}, port {port}, cannot be used: {why}. Try another --port or --host"
            ) from None
        finally:
            server.leave()
    print_message(server.ended or "The server has ended.", "The links do not work any more.")
    return code


def _show_links(server: TableServer, base: str, reach: Reach) -> None:
    """Print each link, below a code for phones where they can reach it, and say who can reach the table."""
    for link in server.links:
        if reach != "this machine" and is_terminal(sys.stdout):
            sys.stdout.write(_code(base + link.path))  # out lets no escape sequence through
        out(f"{link.name}: {base}{link.path}")
    flush()  # a pipe or a file gets the links now, not when the server ends
    machines = {
        "this machine": "Only browsers on this machine reach the table. Phones and other machines need --host.",
        "one address": f"Every machine that reaches {base} reaches the table.\n{CLEAR}",
        "every address": f"Every machine that reaches any address of this one reaches the table.\n{CLEAR}",
    }
    print_message(
        machines[reach],
        "A link plays its own seat. Give it to that player alone.",
        "The links work until the game is over or this program ends.",
        "Ctrl+C ends it; the game is saved.",
    )


def _code(link: str) -> str:
    """A QR code, white on black also on a light terminal."""
    import segno

    drawn = io.StringIO()
    segno.make(link, error="l").terminal(drawn, compact=True, border=2)
    return "".join(f"\x1b[38;5;231;48;5;16m{line}\x1b[0m\n" for line in drawn.getvalue().splitlines())
