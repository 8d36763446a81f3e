"""The commands that let bots play against bots."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import chain, islice
from itertools import count as numbers
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from towergames.cli.front_end import CommandError, Globals
from towergames.cli.output import out, out_json_line, print_message
from towergames.cli.shared import (
    GameArg,
    JsonOpt,
    OptionOpt,
    SeedOpt,
    WordsOpt,
    entry_of,
    globals_of,
    read_seed,
    write_new,
)
from towergames.core.text import clean, count, reason_of, unknown

if TYPE_CHECKING:
    from towergames.arena.games import GameRow, Schedule
    from towergames.arena.ladder import Ratings
    from towergames.arena.results import Results
    from towergames.arena.workers import Workers
    from towergames.registry import Entry
    from towergames.signals import Watch

MOST_GAMES = 1_000_000
LADDER_GAMES = 2_000
SECONDS = 60.0
"""How long simulate plays when nobody says how many games."""

SECONDS_BETWEEN_REPORTS = 5.0

Tell = Callable[[int, int], None]
"""Hears how many games have ended, and of how many (0: not known yet)."""

WorkersOpt = Annotated[
    int | None,
    typer.Option("--workers", metavar="N", help="Processes of this machine; without it, one for each core."),
]
ClusterOpt = Annotated[
    str | None, typer.Option("--cluster", metavar="ADDRESS", help="Play on the workers of this Dask scheduler.")
]
ResultsOpt = Annotated[
    str | None,
    typer.Option(
        "--results", metavar="FILE", help="Keep every finished game in this file; the same command then goes on."
    ),
]


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
    workers: WorkersOpt = None,
    cluster: ClusterOpt = None,
    results: ResultsOpt = None,
    option: OptionOpt = None,
    words: WordsOpt = None,
    json: JsonOpt = False,
) -> int:
    """Win rates of bots that play each other.

    \b
    Examples:
      towergames simulate takethat --games 200 --seat bot:hard --seat bot:easy
      towergames simulate takethat --games 1000 --seat bot:easy --seat bot:random
         --seed 7 --results games.jsonl
      towergames simulate words --games 20 --seat bot:easy --seat bot:easy
         --words common --workers 1 --json

    The bots change places from game to game, so that all get the same deals and turns. The result has one line for each
    bot, in the order given. Win rates have a Wilson 95% interval. The same seed gives the same games, wherever they are
    played.

    Without --games the command plays as many games as fit into about a minute. With --json every game is one line, and
    the last line is the count. Ctrl+C and SIGTERM stop between two lines; the count is then that of the finished games.
    With --results the same command plays only the games that the file does not have yet.
    """
    from towergames.arena.games import Series
    from towergames.signals import Terminated

    entry = entry_of(game)
    _check(games, workers, cluster)
    levels = _levels(entry, seat)
    options, notices = _options(entry, option, words)
    with _refusals(results):
        series = Series.begin(entry.key, levels, _seed(seed, results), options)
    print_message(*notices)
    rows: list[GameRow] = []
    code, began = 0, time.perf_counter()
    with _opened(series, results) as (watch, kept):
        try:
            with _workers(workers, cluster, games) as there, _progress(globals_of(ctx), json) as tell:
                todo = range(games) if games else _as_time_allows(len(series.arrangements), kept)
                for row in islice(_played(series, todo, there, kept, watch), games):
                    with watch.hold():  # a line is written whole or not at all
                        rows.append(row)
                        if json:
                            out_json_line(row)
                    spent = time.perf_counter() - began
                    tell(len(rows), games or (max(len(rows), round(len(rows) * SECONDS / spent)) if spent > 2 else 0))
        except Terminated as stopped:
            code = stopped.code
            for number in sorted(n for n in kept.rows if n >= len(rows) and n < (games or MOST_GAMES)):
                rows.append(kept.rows[number])
                if json:
                    out_json_line(rows[-1])
            _tell_stop(stopped, len(rows), games)
    if rows:
        report = series.report(rows, time.perf_counter() - began).as_json()
        if json:
            out_json_line(report | {"planned": games or len(rows)})
        else:
            out(*_standings(report))
    if games is None and not code:
        why = "as many as fit into a minute" if len(rows) > 1 else "one takes about a minute or longer"
        print_message(f"{count(len(rows), 'game')}, {why}. --games N plays another number.")
    return code


def ladder(
    ctx: typer.Context,
    game: GameArg,
    level: Annotated[
        list[str] | None,
        typer.Option("--level", metavar="LEVEL", help="A level. Give it once for each; without it, all play."),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", metavar="N", help="The most games that are played, in whole rounds.")
    ] = LADDER_GAMES,
    seed: SeedOpt = None,
    workers: WorkersOpt = None,
    cluster: ClusterOpt = None,
    results: ResultsOpt = None,
    picture: Annotated[
        str | None, typer.Option("--picture", metavar="FILE", help="Write the result as an SVG picture, a new file.")
    ] = None,
    option: OptionOpt = None,
    words: WordsOpt = None,
    json: JsonOpt = False,
) -> int:
    """Ratings of all levels of a game, by games of all against all.

    \b
    Examples:
      towergames ladder takethat --results takethat.jsonl
      towergames ladder words --level easy --level normal --games 400
         --words common --picture words.svg
      towergames ladder takethat --cluster tcp://192.168.0.7:8786

    In a round every pair of levels plays two games with the same seed, each level once in the first seat. The ladder
    ends when the order is certain: after at least ten rounds, when the 95% intervals of neighbours do not touch. Else
    it ends after --games N. The same seed gives the same games and the same end, wherever they are played.

    With --results the same command plays only the games that the file does not have yet. With --json every game is one
    line, and the last line has the ratings. Needs the library openskill.
    """
    from towergames.arena.ladder import Ladder, Ratings
    from towergames.signals import Terminated

    entry = entry_of(game)
    _check(games, workers, cluster)
    known = [each.name for each in entry.levels]
    chosen = [name.strip().lower() for name in level or known]
    for name in chosen:
        if name not in known:
            raise CommandError(unknown("bot level", name, known, "Levels"))
    options, notices = _options(entry, option, words)
    if picture is not None and Path(picture).exists():
        raise CommandError(f"{clean(picture, 100)} exists already. Choose another name")
    with _refusals(results):
        plan = Ladder.begin(entry.key, chosen, _seed(seed, results), options)
        ratings = Ratings(plan)
    most = games - games % plan.round
    if not most:
        raise CommandError(f"--games {games} is not enough. One round of these levels is {plan.round} games")
    print_message(*notices)
    code = 0
    with _opened(plan, results) as (watch, kept):
        try:
            with _workers(workers, cluster, most) as there, _progress(globals_of(ctx), json) as tell:
                for row in islice(_played(plan, range(most), there, kept, watch), most):
                    with watch.hold():
                        ratings.add(row)
                        if json:
                            out_json_line(row)
                    tell(len(ratings.rows), most)
                    if ratings.certain:
                        break
        except Terminated as stopped:
            code = stopped.code
            _tell_stop(stopped, len(ratings.rows), most)
    if ratings.rows:
        lines = _rungs(ratings)
        if json:
            rungs = [rung.as_json() for rung in ratings.rungs]
            out_json_line(plan.as_json() | {"games": len(ratings.rows), "certain": ratings.certain, "rungs": rungs})
        else:
            out(*lines)
        if picture is not None:
            write_new(picture, _picture(lines, globals_of(ctx)))
    return code


def _check(games: int | None, workers: int | None, cluster: str | None) -> None:
    if games is not None and not 1 <= games <= MOST_GAMES:
        raise CommandError(f"--games {games} is not possible. Give a number from 1 to {MOST_GAMES}")
    if workers is not None and not 1 <= workers <= 256:
        raise CommandError(f"--workers {workers} is not possible. Give a number from 1 to 256")
    if workers is not None and cluster is not None:
        raise CommandError("--workers is for this machine. Leave it out with --cluster")


def _options(entry: Entry, option: list[str] | None, words: str | None) -> tuple[dict[str, Any], Sequence[str]]:
    from towergames.plain.new_game import read_setup

    return read_setup(entry.game.info, option or (), words)


def _seed(given: str | None, results: str | None) -> int:
    """The given seed, else the seed of the results to be continued, else a random one."""
    from towergames.arena.results import seed_in

    found = seed_in(Path(results)) if given is None and results is not None else None
    return read_seed(given) if found is None else found


@contextmanager
def _refusals(results: str | None) -> Iterator[None]:
    """Turn errors about games and about results to be continued into messages."""
    try:
        yield
    except OSError as error:
        raise CommandError(f"--results {clean(str(results), 100)} cannot be used: {reason_of(error)}") from None
    except ValueError as error:
        raise CommandError(str(error)) from None


@contextmanager
def _opened(plan: Schedule, results: str | None) -> Iterator[tuple[Watch, Results]]:
    """The finished games, while signals wait for the end of a line."""
    from towergames.arena.results import Results
    from towergames.signals import Watch

    path = None if results is None else Path(results)
    with _refusals(results):
        kept = Results(plan, path)
    if kept.rows:
        print_message(f"{count(len(kept.rows), 'game')} of {clean(str(path), 100)} will not be played again.")
    with closing(kept), Watch() as watch:
        yield watch, kept


@contextmanager
def _workers(wanted: int | None, cluster: str | None, games: int | None) -> Iterator[Workers | None]:
    """The workers; None for this process. Raises CommandError when they play no longer."""
    from towergames.arena.workers import Cluster, LocalWorkers, WorkersError
    from towergames.core.processes import own_cores

    here = min(wanted or own_cores(), games or MOST_GAMES)
    if cluster is None and here == 1:
        yield None
        return
    try:
        there: Workers = LocalWorkers(here) if cluster is None else Cluster(cluster)
        with closing(there):
            yield there
    except WorkersError as error:
        raise CommandError(str(error)) from None


def _played(
    plan: Schedule, wanted: Iterable[int], workers: Workers | None, kept: Results, watch: Watch
) -> Generator[GameRow]:
    """The games in the order of their numbers; those that are kept are not played."""
    from towergames.arena.workers import play

    due = 0
    with closing(play((plan.task(n) for n in wanted if n not in kept.rows), workers, watch.hold)) as batches:
        for rows in chain([[]], batches):
            with watch.hold():
                kept.add(rows)
            while due in kept.rows:
                yield kept.rows[due]
                due += 1


def _as_time_allows(arrangements: int, kept: Results) -> Iterator[int]:
    """The numbers of games for a minute. After the first, all arrangements of the seats come, or none of them."""
    began, before = time.monotonic(), len(kept.rows)
    for number in numbers():
        spent = time.monotonic() - began
        ended = len(kept.rows) - before
        if number < arrangements:
            late = ended > 0 and spent >= SECONDS
        else:
            late = number % arrangements == 0 and spent * (ended + arrangements) > SECONDS * max(1, ended)
        if late or number >= MOST_GAMES:
            return
        yield number


def _tell_stop(stopped: BaseException, ended: int, planned: int | None) -> None:
    of = f" of {planned:,}" if planned else ""
    when = f"after {count(ended, 'game')}{of}. The result counts these games" if ended else "in the first game"
    print_message(f"Stopped by {stopped} {when}.")


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
            print_message(f"{done:,} of {count(planned, 'game')}" if planned else count(done, "game"))

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


def _rungs(ratings: Ratings) -> list[str]:
    """The table, the chart, and whether the order is certain."""
    from towergames.arena.ladder import chart

    plan, rungs, games = ratings.ladder, ratings.rungs, len(ratings.rows)
    lines = [
        f"{plan.game}: {count(games, 'game')} from seed {plan.seed}, {count(games // plan.round, 'round')}",
        "place  level       rating  95% interval    games    wins   points  ms/move",
    ]
    for place, rung in enumerate(rungs, start=1):
        s = rung.standing
        lines.append(
            f"{place:>5}  {s.level:<10}  {rung.rating:>6.1f}  {rung.low:>5.1f} to {rung.high:>5.1f}  {s.games:>5}"
            f"  {s.share:>6.1%}  {s.mean_points:>7.2f}  {s.ms_per_move:>7.2f}"
        )
    if ratings.certain:
        told = ["The order is certain: the 95% intervals of neighbours do not touch."]
    elif ratings.unsure:
        told = ["The order is not certain. The 95% intervals of these neighbours touch:"]
        told.append(", ".join(f"{better} - {worse}" for better, worse in ratings.unsure))
    else:
        told = ["The order is not certain: that takes at least ten whole rounds."]
    return [*lines, "", *chart(rungs), "", *told]


def _picture(lines: Sequence[str], given: Globals) -> str:
    from towergames.board.canvas import Canvas
    from towergames.export.svg import canvas_svg

    canvas = Canvas(max(map(len, lines)), len(lines))
    for y, line in enumerate(lines):
        canvas.put(0, y, line)
    return canvas_svg(canvas, theme=str(given.flags.get("theme", "dark")), title=lines[0])


def _levels(entry: Entry, seats: list[str] | None) -> tuple[str, ...]:
    from towergames.plain.new_game import read_seat

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
