"""Commands that compute: verify, simulate, export."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from towergames.cli.errors import CommandError
from towergames.cli.output import flush, out, out_json, talk
from towergames.cli.shared import (
    GameArg,
    JsonOpt,
    OptionOpt,
    SaveArg,
    SeedOpt,
    WordsOpt,
    entry_of,
    find_save,
    globals_of,
    read_seed,
)
from towergames.exits import BAD_INPUT, CHECK_FAILED

if TYPE_CHECKING:
    from towergames.registry import Entry

VERIFY = """Check saves from the first byte to the last: chain, rules, every state.

\b
Examples:
  towergames verify saves/example-takethat.jsonl
  towergames verify *.jsonl --json

Says the number of the record where a save breaks (0 is its first line). Exit code 0 when all are good, 1 when one is
not, 2 when a file cannot be read at all.
"""

SIMULATE = """Let bots play many games: win shares with intervals, points, speed.

\b
Examples:
  towergames simulate takethat --games 200 --seat bot:hard --seat bot:easy
  towergames simulate takethat --games 1000 --seat bot:easy --seat bot:random
     --seed 7 --jobs 2 --json
  towergames simulate words --games 20 --seat bot:easy --seat bot:easy
     --words common

The bots change places from game to game, so that all get the same deals and turns; the result has one line a bot, in
the order given. Shares of wins come with their Wilson 95 % interval. The same seed gives the same games, whatever J.
"""

EXPORT = """A game as text, data, picture or film, written to stdout.

\b
Examples:
  towergames export example-takethat                    log, board, score pad
  towergames export example-takethat --format json > game.json
  towergames export example-takethat --format svg > board.svg
  towergames export example-takethat --format cast > game.cast
"""

SECONDS_BETWEEN_REPORTS = 5.0
MOST_GAMES = 1_000_000
FORMATS = ("text", "json", "svg", "cast")


def verify(
    ctx: typer.Context,
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Saves, by file or by name.")],
    json: JsonOpt = False,
) -> int:
    """Check saves."""
    from towergames.table.verify import verify as check

    store = globals_of(ctx).store
    code, reports = 0, []
    for word in files:
        try:
            path = find_save(store, word)
            with path.open("rb") as file:
                file.read(1)
        except (CommandError, OSError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            talk(f"towergames: {_shown(word)}: {reason}")
            code = BAD_INPUT
            continue
        report = check(path)
        reports.append(asdict(report))
        code = code or (0 if report.ok else CHECK_FAILED)
        if not json:
            out(_verdict(reports[-1]))
            flush()
    if json:
        out_json(reports)
    return code


def _shown(word: str) -> str:
    from towergames.core.text import clean

    return clean(word, 100)


def _verdict(report: dict[str, Any]) -> str:
    if report["ok"]:
        state = "finished" if report["finished"] else "not finished"
        points = ", ".join(str(n) for n in report["totals"])
        return f"{report['file']}: good; {report['records']} records, {report['moves']} moves, {state}, points {points}"
    count = report["moves"]
    are = "move before it is" if count == 1 else "moves before it are"
    kept = f"; {count} {are} good" if report["record"] else ""
    return f"{report['file']}: breaks at record {report['record']}: {report['reason']}{kept}"


def simulate(
    game: GameArg,
    games: Annotated[int, typer.Option("--games", metavar="N", help="How many games.")] = 100,
    seat: Annotated[
        list[str] | None,
        typer.Option("--seat", metavar="bot:LEVEL", help="The bot in the next seat; once for each."),
    ] = None,
    seed: SeedOpt = None,
    jobs: Annotated[int, typer.Option("--jobs", metavar="J", help="Processes at once.")] = 1,
    option: OptionOpt = None,
    words: WordsOpt = None,
    json: JsonOpt = False,
) -> int:
    """Let bots play."""
    from towergames import arena
    from towergames.plain.seats import read_setup
    from towergames.table.setup import SetupError

    entry = entry_of(game)
    if not 1 <= games <= MOST_GAMES:
        raise CommandError(f"--games {games}: a number from 1 to {MOST_GAMES}")
    if not 1 <= jobs <= 256:
        raise CommandError(f"--jobs {jobs}: a number from 1 to 256")
    levels = _levels(entry, seat)
    start = read_seed(seed)
    try:
        options, notices = read_setup(entry.game.info, option or (), words)
        talk(*notices)
        report = arena.simulate(entry.key, levels, games, start, jobs, options, on_row=_progress(games))
    except (SetupError, ValueError) as error:
        raise CommandError(str(error)) from None
    if json:
        out_json(report.as_json())
    else:
        out(*_standings(report.as_json()))
    return 0


def _progress(games: int) -> Callable[[dict[str, Any]], None] | None:
    """Says now and then on a terminal how many games are done."""
    if not sys.stderr.isatty():
        return None
    done, said = 0, time.monotonic()

    def on_row(_: dict[str, Any]) -> None:
        nonlocal done, said
        done += 1
        if time.monotonic() - said >= SECONDS_BETWEEN_REPORTS:
            said = time.monotonic()
            talk(f"{done} of {games} games")

    return on_row


def _standings(report: dict[str, Any]) -> list[str]:
    lines = [
        f"{report['game']}: {report['games']} games from seed {report['seed']}, {report['moves']} moves, "
        f"{report['moves_per_second']:.0f} moves/s",
        " bot  level       wins    share  95 % interval   points  ms/move  slowest",
    ]
    for seat, s in enumerate(report["standings"], start=1):
        lines.append(
            f"{seat:>4}  {s['level']:<10}{s['wins']:>6.4g}  {s['share']:>6.1%}  {s['low']:>6.1%} - {s['high']:>6.1%}"
            f"  {s['mean_points']:>6.2f}  {s['ms_per_move']:>7.2f}  {s['slowest_ms']:>7.1f}"
        )
    return lines


def _levels(entry: Entry, seats: list[str] | None) -> tuple[str, ...]:
    from towergames.plain.seats import read_seat
    from towergames.table.setup import SetupError

    known = [level.name for level in entry.levels]
    low, high = entry.game.info.seats
    try:
        chosen = [read_seat(word, known) for word in seats or [f"bot:{known[-1]}", f"bot:{known[0]}"][: max(low, 2)]]
    except (SetupError, IndexError) as error:
        raise CommandError(str(error)) from None
    people = [c.name for c in chosen if not c.bot]
    if people:
        raise CommandError(
            f"--seat {_shown(people[0])!r}: only bots simulate; write bot:LEVEL, levels: {', '.join(known)}"
        )
    if not low <= len(chosen) <= high:
        raise CommandError(f"{entry.game.info.title} is for {low} to {high} players, not {len(chosen)}")
    return tuple(c.bot for c in chosen)


def export(
    ctx: typer.Context,
    save: SaveArg,
    format_: Annotated[str, typer.Option("--format", metavar="FORMAT", help="text, json, svg or cast.")] = "text",
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="A new file instead of stdout.")
    ] = None,
) -> int:
    """Write a game out."""
    from towergames.core.text import did_you_mean
    from towergames.export import render
    from towergames.table.store import load_file

    given = globals_of(ctx)
    wanted = format_.strip().lower()
    if wanted not in FORMATS:
        near = did_you_mean(wanted, FORMATS)
        raise CommandError(f"--format {_shown(format_)!r} is not one of {', '.join(FORMATS)}{near}")
    path = find_save(given.store, save)
    loaded = load_file(path)
    if loaded.damage is not None:
        talk(f"towergames: {path.name} is damaged at record {loaded.damage.record}; what is before it is exported")
    theme = str(given.flags.get("theme", "dark"))
    text = render(loaded.history, wanted, name=path.stem, theme=theme, ascii_only=given.flags.get("glyphs") == "ascii")
    if output is None or output == "-":
        out(*text.split("\n"))
        return 0
    _write_new(output, text)
    return 0


def _write_new(name: str, text: str) -> None:
    try:
        with Path(name).open("x", encoding="utf-8", newline="\n") as file:
            file.write(text if text.endswith("\n") else text + "\n")
    except FileExistsError:
        raise CommandError(f"{_shown(name)} exists already; nothing is overwritten") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "the name cannot be used"
        raise CommandError(f"{_shown(name)} cannot be written: {reason}") from None


def add_to(app: typer.Typer) -> None:
    """Register the commands."""
    app.command("simulate", help=SIMULATE)(simulate)
    app.command("verify", help=VERIFY)(verify)
    app.command("export", help=EXPORT)(export)
