"""The command that lets bots play against bots."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from towergames.cli.output import out, out_json_line, talk
from towergames.cli.shared import (
    CommandError,
    GameArg,
    Globals,
    JsonOpt,
    OptionOpt,
    SeedOpt,
    WordsOpt,
    entry_of,
    globals_of,
    read_seed,
)
from towergames.core.text import clean, count

if TYPE_CHECKING:
    from towergames.arena import Row, Series
    from towergames.registry import Entry

MOST_GAMES = 1_000_000
SECONDS = 60.0
"""How long is played when nobody says how many games."""

MEASURED = 2.0
"""Seconds after which the speed is known, or after the first game that takes longer."""

SECONDS_BETWEEN_REPORTS = 5.0

Tell = Callable[[int, int], None]
"""Hears how many games have ended, and of how many (0: not known yet)."""


def simulate(
    ctx: typer.Context,
    game: GameArg,
    games: Annotated[
        int | None,
        typer.Option("--games", metavar="N", help="Number of games; without it, as many as fit into a minute."),
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option("--seat", metavar="bot:LEVEL", help="A bot. Give it once for each player."),
    ] = None,
    seed: SeedOpt = None,
    jobs: Annotated[int, typer.Option("--jobs", metavar="J", help="Number of processes.")] = 1,
    option: OptionOpt = None,
    words: WordsOpt = None,
    json: JsonOpt = False,
) -> int:
    """Win rates of bots that play each other.

    \b
    Examples:
      towergames simulate takethat --games 200 --seat bot:hard --seat bot:easy
      towergames simulate takethat --games 1000 --seat bot:easy --seat bot:random
         --seed 7 --jobs 2 --json > games.jsonl
      towergames simulate words --games 20 --seat bot:easy --seat bot:easy
         --words common

    The bots change places from game to game, so that all get the same deals and turns. The result has one line for each
    bot, in the order given. Win rates have a Wilson 95% interval. The same seed gives the same games, whatever J is.

    Without --games the command plays as many games as fit into about a minute. With --json every game is one line, and
    the last line is the count. Ctrl+C and SIGTERM stop between two lines; the count is then that of the finished games.
    """
    from towergames.arena import Series
    from towergames.plain.newgame import read_setup
    from towergames.plain.signals import Stopped, Watch

    entry = entry_of(game)
    if games is not None and not 1 <= games <= MOST_GAMES:
        raise CommandError(f"--games {games} is not possible. Give a number from 1 to {MOST_GAMES}")
    if not 1 <= jobs <= 256:
        raise CommandError(f"--jobs {jobs} is not possible. Give a number from 1 to 256")
    levels = _levels(entry, seat)
    start = read_seed(seed)
    options, notices = read_setup(entry.game.info, option or (), words)
    talk(*notices)
    try:
        series = Series.begin(entry.key, levels, start, options)
    except ValueError as error:
        raise CommandError(str(error)) from None
    rows: list[Row] = []
    code, planned, began = 0, games or 0, time.perf_counter()
    with Watch() as watch:
        try:
            with _progress(globals_of(ctx), json) as tell, closing(_played(series, planned, jobs)) as played:
                for planned, row in played:
                    with watch.hold():  # a line is written whole or not at all
                        rows.append(row)
                        if json:
                            out_json_line(row)
                    tell(len(rows), planned)
        except Stopped as stopped:
            code = stopped.code
            of = f" of {planned:,}" if planned else ""
            ended = (
                f"after {count(len(rows), 'game')}{of}. The result counts these games" if rows else "in the first game"
            )
            talk(f"Stopped by {stopped} {ended}.")
    if rows:
        report = series.report(rows, time.perf_counter() - began).as_json()
        if json:
            out_json_line(report | {"planned": planned})
        else:
            out(*_standings(report))
    if games is None and not code:
        why = "as many as fit into a minute" if planned > 1 else "one takes about a minute or longer"
        talk(f"{count(planned, 'game')}, {why}. --games N plays another number.")
    return code


def _played(series: Series, planned: int, jobs: int) -> Generator[tuple[int, Row]]:
    """Every row with the number of games planned; where that is 0, it is 0 until the speed of the games is known."""
    ended: list[float] = []
    began = time.perf_counter()
    while not planned:
        row = next(series.play(len(ended), len(ended) + 1))
        ended.append(time.perf_counter() - began)
        if ended[-1] >= MEASURED:
            planned = max(len(ended), affordable(ended, jobs, len(series.arrangements)))
        yield planned, row
    with closing(series.play(len(ended), planned, jobs)) as rows:
        for row in rows:
            yield planned, row


def affordable(ended: Sequence[float], jobs: int, arrangements: int) -> int:
    """How many games fit into a minute, when the first ones ended after so many seconds, one after the other.

    The first of several is left out, since it loads what the others use. Every arrangement of the seats comes equally
    often where there is time for all.

    >>> affordable([2.0, 2.1, 2.2], 1, 4), affordable([40.0], 1, 2)
    (600, 2)
    """
    spent = (ended[-1] - ended[0]) / (len(ended) - 1) if len(ended) > 1 else ended[0]
    games = max(1, min(MOST_GAMES, round(SECONDS * jobs / spent)))
    return games - games % arrangements if games > arrangements else games


@contextmanager
def _progress(given: Globals, json: bool) -> Iterator[Tell]:
    """A bar on a terminal, else a line now and then."""
    if sys.stderr.isatty() and not (json and sys.stdout.isatty()):
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        console = Console(stderr=True)
        if not console.is_dumb_terminal:
            bar = [] if given.flags.get("glyphs") == "ascii" else [BarColumn()]
            done = (MofNCompleteColumn(separator=" of "), TextColumn("games,"))
            left = (TimeRemainingColumn(), TextColumn("left"))
            with Progress(
                *bar, *done, *left, console=console, transient=True, redirect_stdout=False, redirect_stderr=False
            ) as progress:
                task = progress.add_task("", total=None)
                yield lambda done, planned: progress.update(task, completed=done, total=planned or None)
            return
    said = time.monotonic()

    def tell(done: int, planned: int) -> None:
        nonlocal said
        if time.monotonic() - said >= SECONDS_BETWEEN_REPORTS:
            said = time.monotonic()
            talk(f"{done:,} of {count(planned, 'game')}" if planned else count(done, "game"))

    yield tell


def _standings(report: dict[str, Any]) -> list[str]:
    lines = [
        f"{report['game']}: {count(report['games'], 'game')} from seed {report['seed']}, "
        f"{count(report['moves'], 'move')}, {report['moves_per_second']:.0f} moves/s",
        " bot  level       wins    share  95% interval    points  ms/move  slowest",
    ]
    for seat, s in enumerate(report["standings"], start=1):
        lines.append(
            f"{seat:>4}  {s['level']:<10}{s['wins']:>6.4g}  {s['share']:>6.1%}  {s['low']:>6.1%} - {s['high']:>6.1%}"
            f"  {s['mean_points']:>6.2f}  {s['ms_per_move']:>7.2f}  {s['slowest_ms']:>7.1f}"
        )
    return lines


def _levels(entry: Entry, seats: list[str] | None) -> tuple[str, ...]:
    from towergames.plain.newgame import read_seat

    known = [level.name for level in entry.levels]
    if not known:
        raise CommandError(f"{entry.game.info.title} has no bots")
    low, high = entry.game.info.seats
    chosen = [read_seat(word, known) for word in seats or [f"bot:{known[-1]}", f"bot:{known[0]}"]]
    people = [c.name for c in chosen if not c.bot]
    if people:
        raise CommandError(f"--seat {clean(people[0])} is not a bot. Write bot:LEVEL. Levels: {', '.join(known)}")
    if not low <= len(chosen) <= high:
        raise CommandError(f"{entry.game.info.title} is for {low} to {high} players; you gave {len(chosen)}")
    return tuple(c.bot for c in chosen)
