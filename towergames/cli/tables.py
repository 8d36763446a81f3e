"""The command ``tables``: the open tables by whose move it is."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from towergames.cli import complete
from towergames.cli.front_end import CommandError, Globals
from towergames.cli.output import out, out_json, print_message
from towergames.cli.shared import JsonOpt, demand_listed, globals_of, own_person
from towergames.core.text import clean, unknown

if TYPE_CHECKING:
    from towergames.table.waiting_table import WaitingTable

YouOpt = Annotated[
    str,
    typer.Option(
        "--seat",
        metavar="NAME",
        help="The player you are. Without it: you, as the menu knows you.",
        autocompletion=complete.people,
    ),
]


def tables(ctx: typer.Context, seat: YouOpt = "", json: JsonOpt = False) -> int:
    """List the open tables, those that wait for you first.

    \b
    Examples:
      towergames tables
      towergames tables --seat Bob
      towergames tables --json

    The table that has waited longest for you stands first. Tables that wait for others stand last. Times are local;
    with --json they are in UTC.
    """
    from towergames.table.waiting_table import waiting_tables

    given = globals_of(ctx)
    demand_listed(given.store)
    person = clean(seat, 80).strip() or own_person(given)
    found = waiting_tables(given.store, person)
    if seat:
        _demand_seat(person, found)
    if json:
        out_json([_data(table) for table in found])
        return 0
    if not found:
        print_message("No open tables. Open one with: towergames play GAME --seat NAME --seat NAME --open")
    elif not seat:
        known = f"You are {person}. For another player" if person else "To say who you are,"
        print_message(f"{known} add --seat NAME.")
    out(*(table.line() for table in found))
    _tell_how(given, found)
    return 0


def _demand_seat(person: str, found: list[WaitingTable]) -> None:
    """Raise CommandError where open tables have no seat of that name."""
    if found and all(table.seat is None for table in found):
        names = sorted({name for table in found for name in table.people})
        raise CommandError(unknown("player", person, names, "Players"))


def _tell_how(given: Globals, found: list[WaitingTable]) -> None:
    """Print the command that sits down where it has been this person's move for longest."""
    if found and found[0].seat is not None and found[0].is_yours:
        from towergames.own_command import join_command

        first = found[0]
        name = first.info.seats[found[0].seat]
        print_message(f"Make your move with: {join_command(given.saves_folder, first.info.name, name)}")


def _data(table: WaitingTable) -> dict[str, Any]:
    info = table.info
    return {
        "name": info.name,
        "path": str(info.path),
        "game": info.game,
        "round": info.round,
        "seats": list(info.seats),
        "bots": list(info.bots),
        "you": None if table.seat is None else info.seats[table.seat],
        "your_move": table.is_yours,
        "decides": table.decides or None,
        "waiting": table.waiting,
        "since": datetime.fromtimestamp(info.since, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
    }
