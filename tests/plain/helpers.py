"""Scripted conversations."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from towergames import registry
from towergames.core.contract import Decide
from towergames.core.dice import Dice
from towergames.plain.console import Console
from towergames.plain.new_game import read_seats
from towergames.plain.run import run_plain
from towergames.run_request import RunRequest
from towergames.session.context import context_at
from towergames.session.ui_memory import plain_look
from towergames.table.history import History
from towergames.table.match import Table
from towergames.table.records import Header
from towergames.table.setup import new_header


def header_of(*words: str, game: str = "takethat", seed: int = 7, **options: object) -> Header:
    entry = registry.get(game)
    levels = [level.name for level in entry.levels]
    return new_header(entry.game, read_seats(words, levels), options, seed, levels=levels)  # type: ignore[arg-type]


def converse(lines: Iterable[str], request: RunRequest, **console: object) -> tuple[int, str]:
    """The exit code and everything printed, for these typed lines (then the input ends)."""
    source, out = io.StringIO("".join(f"{line}\n" for line in lines)), io.StringIO()
    code = run_plain(request, Console(source, out, **console))  # type: ignore[arg-type]
    return code, out.getvalue()


def flat(text: str) -> str:
    """A text in one line."""
    return " ".join(text.split())


def menu(saves: Path, *lines: str) -> str:
    """What the menu says to the lines."""
    code, text = converse(lines, RunRequest("menu", saves))
    assert code == 0
    return text


def play(saves: Path, header: Header, lines: Iterable[str], save: str = "test") -> tuple[int, str]:
    return converse(lines, RunRequest("play", saves, header=header, save=save))


def script_of(header: Header, stop: int = 10_000) -> tuple[list[str], Table]:
    """A random game of people only: the lines to type (Enter at every hand-over), and the table it leads to.

    What is asked before a move is answered with yes.
    """
    entry = registry.get(header.game)
    game = entry.game
    table = Table(History(game, header))
    table.advance()
    lines: list[str] = []
    sitting = None
    while isinstance(turn := table.turn, Decide) and table.moves < stop:
        if turn.seat != sitting:
            if len(table.names) > 1:
                lines.append("")
            sitting = turn.seat
        action = game.choices(table.history.state).sample(Dice(header.seed, table.moves, "script"))
        lines.append(game.notate(action))
        c = plain_look(entry.board, context_at(table.history, turn.seat, may_act=True))
        if entry.board.confirmation is not None and entry.board.confirmation(c, action) is not None:
            lines.append("yes")
        table.submit(turn.seat, action)
    return lines, table


def segments(text: str, names: Sequence[str]) -> list[tuple[str, str]]:
    """(who sits there, what was printed) from each opened curtain to the next."""
    found: list[tuple[str, str]] = []
    for part in text.split("Hand over to ")[1:]:
        name = next(n for n in names if part.startswith(n))
        found.append((name, part))
    return found
