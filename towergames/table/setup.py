"""From what people chose to a header that can begin a game."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from msgspec import UNSET

from towergames import __version__, registry
from towergames.core.bot import bot_name
from towergames.core.contract import AnyGame, Decide, GameInfo, Over, complete_options
from towergames.core.options import TODAY, OptionError, Options, Scalar
from towergames.core.text import NAME_CELLS, NO_PICTURES, clean, has_pictures, listed, quoted, unknown
from towergames.core.time_control import NONE, read_clock
from towergames.table import local_date, wordlists
from towergames.table.errors import SetupError as SetupError
from towergames.table.errors import TableError
from towergames.table.history import History
from towergames.table.records import FORMAT, MAGIC, MAX_SEED, OPEN_FORMAT, Header, SeatSetup, SeriesLink

MAX_FREE_TEXT = 2000
"""Longest value of an option that takes any text, in characters: the header has to fit its line."""


def random_seed() -> int:
    """A short seed that people can copy by hand (six digits)."""
    return secrets.randbelow(900_000) + 100_000


def read_seed(text: str) -> int:
    """The seed that was typed. Raises SetupError."""
    if not text.isascii() or not text.isdigit() or len(text) > 16 or int(text) > MAX_SEED:
        raise SetupError(f"{quoted(text)} is not a seed. A seed is a whole number from 0 to {MAX_SEED}")
    return int(text)


def timestamp() -> str:
    """Now, in universal time, as headers keep it: ``2026-01-31T12:00:00Z``."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def check_seats(
    game: AnyGame, seats: Sequence[SeatSetup], levels: Sequence[str], options: Options | None = None
) -> tuple[SeatSetup, ...]:
    """The seats with cleaned, unique names.

    Raises SetupError: too few, too many, empty or equal names, unknown level.
    """
    low, high = game.info.fewest_seats(options or {}), game.info.seats[1]
    if not low <= len(seats) <= high:
        raise SetupError(f"{game.info.title} is for {game.info.players}; you gave {len(seats)}")
    out: list[SeatSetup] = []
    for number, seat in enumerate(seats, start=1):
        if seat.bot and seat.bot not in levels:
            raise SetupError(unknown("bot level", seat.bot, levels, "Levels"), f"seat.{number - 1}")
        name = clean(seat.name, NAME_CELLS)
        if not name:
            raise SetupError(f"player {number} needs a name of 1 to {NAME_CELLS} characters", f"seat.{number - 1}")
        if has_pictures(name):
            raise SetupError(f"the name of player {number} has {NO_PICTURES}", f"seat.{number - 1}")
        if any(name.casefold() == other.name.casefold() for other in out):
            raise SetupError(f"two players are called {name}. Give each a different name", f"seat.{number - 1}")
        out.append(SeatSetup(name, seat.bot))
    return tuple(out)


def dated(info: GameInfo, options: Options) -> dict[str, Scalar]:
    """The options with ``today`` written as this day, by the clock on the wall."""
    days = {option.key for option in info.options if option.dated}
    today = local_date.today().isoformat()
    return {key: today if key in days and str(value).lower() == TODAY else value for key, value in options.items()}


def new_header(
    game: AnyGame,
    seats: Sequence[SeatSetup],
    options: Options,
    seed: int,
    *,
    levels: Sequence[str] = (),
    series: SeriesLink | None = None,
    created: str | None = None,
    clock: str = NONE,
) -> Header:
    """Line 0 of a new game; ``clock`` is its typed form.

    Raises SetupError, also when this machine lacks what the game needs.
    """
    lacking = registry.unavailable_reason(game.info.key)
    if lacking:
        raise SetupError(f"{game.info.title} cannot be played here. You can watch its replays. {lacking}")
    written = dated(game.info, options)
    checked = check_seats(game, seats, levels, written)
    for key, value in options.items():
        if isinstance(value, str) and len(value) > MAX_FREE_TEXT:
            raise SetupError(f"{clean(key)} is longer than {MAX_FREE_TEXT} characters", f"option.{key}")
    if not 0 <= seed <= MAX_SEED:
        raise SetupError(f"the seed must be a whole number from 0 to {MAX_SEED}")
    try:
        control = read_clock(clock)
    except OptionError as error:
        raise SetupError(str(error), "clock") from None
    try:
        settled = complete_options(game.info, written)
        game.new(len(checked), settled)
    except OptionError as error:
        raise SetupError(str(error), f"option.{error.key}") from None
    return Header(
        magic=MAGIC,
        format=FORMAT,
        app=__version__,
        game=game.info.key,
        rules=game.info.rules_version,
        seats=checked,
        options=settled,
        seed=seed,
        created=created or timestamp(),
        series=series,
        wordlist=wordlists.facts_of(game.info, settled),
        physics=registry.facts(game.info.key),
        late=True if game.info.day_of(settled) not in ("", local_date.today().isoformat()) else UNSET,
        clock=UNSET if control is None else control.typed,
    )


# --- which attempt at a puzzle a game is: how often its people have begun one with the same cards --------

FIRST = "first attempt"


def attempt_at(header: Header, others: Iterable[Header]) -> int:
    """Number of the attempt that a new game is: one more than the games of its people at this puzzle.

    0 where chance deals. Copies of a game are one game; a game that began in a replay is not counted.
    """
    puzzle = puzzle_of(header)
    if not puzzle:
        return 0
    begun: dict[str, set[str]] = {name: set() for name in people_of(header)}
    for other in others:
        if other.counts and puzzle_of(other) == puzzle:
            for name in begun.keys() & people_of(other):
                begun[name].add(other.identity)
    return 1 + max(map(len, begun.values()), default=0)


def puzzle_of(header: Header) -> str:
    """The game and the name of its puzzle; '' where chance deals, and for games that this version does not know."""
    try:
        info = registry.get(header.game).game.info
    except KeyError:
        return ""
    puzzle = info.puzzle_of(header.options) if info.puzzle_of is not None else info.day_of(header.options)
    return f"{header.game} {puzzle}" if puzzle else ""


def people_of(header: Header) -> set[str]:
    """The names of the people at the table, as they are compared."""
    return {seat.name.casefold() for seat in header.seats if not seat.bot}


def attempt_told(history: History) -> str:
    """``first attempt`` or ``attempt 2`` at the puzzle of a day; '' for other games."""
    attempt = history.header.attempt
    return attempt_name(attempt) if attempt and history.day else ""


def attempt_name(attempt: int) -> str:
    """``first attempt``, ``attempt 2``."""
    return FIRST if attempt == 1 else f"attempt {attempt}"


def starter(history: History) -> int:
    """The seat that made the first decision of the game (0 before any decision)."""
    for play in history.plays:
        if isinstance(play.before, Decide):
            return play.before.seat
    turn = history.turn
    return turn.seat if isinstance(turn, Decide) else 0


def goal(history: History) -> int:
    """How many points win the series, 0 when it has no end. The task of a day belongs to no series."""
    key = history.game.info.goal_option
    return int(history.header.options.get(key, 0)) if key and not history.day else 0


def standing(history: History) -> tuple[int, ...]:
    """The points of the series by seat, this game's included."""
    totals = history.game.totals(history.state)
    link = history.header.series
    return totals if link is None else tuple(a + b for a, b in zip(link.points, totals, strict=True))


def champions(history: History) -> tuple[int, ...]:
    """The seats that have won the series with this game: the most points, and enough of them; else ()."""
    points, enough = standing(history), goal(history)
    best = max(points)
    if not history.counts or not enough or best < enough or not isinstance(history.turn, Over):
        return ()
    return tuple(seat for seat, own in enumerate(points) if own == best)


def games_won(history: History) -> tuple[int, ...]:
    """The number of games that each seat has won at its table, this game included; a shared win counts for each."""
    link, turn = history.header.series, history.turn
    before = link.wins if link is not None else (0,) * len(history.header.seats)
    if not history.counts or not isinstance(turn, Over) or not turn.ranking:
        return before
    return tuple(won + (seat in turn.ranking[0]) for seat, won in enumerate(before))


def wins_line(history: History) -> str:
    """The number of games that each player has won at the table; '' after the first game, and for one player."""
    names = history.header.names
    if history.header.series is None or len(names) < 2:
        return ""
    won = ", ".join(f"{name} {games}" for name, games in zip(names, games_won(history), strict=True))
    return f"Games won at this table: {won}"


def series_line(history: History) -> str:
    """The score of the series after this game, in a sentence; '' for a game without a series."""
    link, enough = history.header.series, goal(history)
    first = link is None or link.number == 1
    if (first and not enough) or not history.counts or history.day:
        return ""
    names = history.header.names
    points = ", ".join(f"{name} {own}" for name, own in zip(names, standing(history), strict=True))
    aim = f" to {enough}" if enough else ""
    line = f"Match{aim}, game {link.number if link else 1}: {points}"
    best = [names[seat] for seat in champions(history)]
    if not best:
        return line
    return f"{line}. {listed(best)} {'wins' if len(best) == 1 else 'win'} the match"


def next_of_match(history: History) -> int:
    """The number of the game after this one in a match to a number of points; 0 where no such match goes on."""
    link = history.header.series
    if not goal(history) or not history.counts or champions(history):
        return 0
    return (link.number if link else 1) + 1


def rematch(history: History, seed: int, name: str = "") -> Header:
    """The header of the next game of the series; ``name`` is the series' id when this was its first game.

    When this game has decided the series, the next one begins a new series, and the number of games that each seat has
    won goes on. A game that counts in no series is followed by one without a series. After a game in which a
    fall was taken back, the series goes on as before that game. Raises TableError while the game still runs, and when
    it cannot be played on this machine (its word list or its engine is missing).
    """
    if not isinstance(history.turn, Over):
        raise TableError("you can play again when this game is over")
    old = history.header
    seats = len(old.seats)
    options: dict[str, Scalar] = dict(old.options)
    key = history.game.info.starter_option
    if key:
        options[key] = (starter(history) + 1) % seats + 1
    levels = tuple(sorted({seat.bot for seat in old.seats if seat.bot}))
    if old.counts and not history.counts:
        series = old.series
    elif champions(history):
        series = first_of_series(history, name)
    else:
        series = _next_of_series(history, name)
    try:
        game = registry.get(old.game).game  # a new game is played by the newest rules
        header = new_header(game, old.seats, options, seed, levels=levels, series=series, clock=old.clock or NONE)
        return replace(header, format=OPEN_FORMAT if old.open else FORMAT)
    except SetupError as error:
        raise TableError(str(error)) from None


def at_level(history: History, level: str, seed: int) -> Header:
    """The header of the next game against another level in place of each bot; it belongs to no series.

    Raises TableError as :func:`rematch`.
    """
    header = rematch(history, seed)
    names = [seat.name for seat in header.seats if not seat.bot]
    seats: list[SeatSetup] = []
    for seat in header.seats:
        if seat.bot:
            seat = SeatSetup(bot_name(level, names), level)
            names.append(seat.name)
        seats.append(seat)
    return replace(header, seats=tuple(seats), series=None)


def first_of_series(history: History, name: str) -> SeriesLink | None:
    """The link of a game that begins another series at the table: points begin at 0, and wins go on.

    None after a game that counts in no series. ``name`` is the series' id when this was the first game at the table.
    """
    link = _next_of_series(history, name)
    return None if link is None else replace(link, number=1, points=(0,) * len(link.points))


def _next_of_series(history: History, name: str) -> SeriesLink | None:
    old = history.header
    if not old.counts or history.day:
        return None
    link = old.series
    number = 1 if link is None else link.number
    series = name or f"series-{old.seed}" if link is None else link.id
    return SeriesLink(series, number + 1, standing(history), games_won(history))
