"""Several games in a row: same seats, the start passed on, points and wins carried along."""

from __future__ import annotations

from dataclasses import replace

from towergames import registry
from towergames.core.contract import Decide, Over
from towergames.core.options import Scalar
from towergames.core.text import listed
from towergames.table.errors import SetupError, TableError
from towergames.table.history import History
from towergames.table.records import FORMAT, OPEN_FORMAT, Header, SeriesLink
from towergames.table.setup import new_header


def starter(history: History) -> int:
    """The seat that made the first decision of the game (0 before any decision)."""
    for play in history.plays:
        if isinstance(play.before, Decide):
            return play.before.seat
    turn = history.turn
    return turn.seat if isinstance(turn, Decide) else 0


def goal(history: History) -> int:
    """How many points win the series, 0 when it has no end."""
    key = history.game.info.goal_option
    return int(history.header.options.get(key, 0)) if key else 0


def standing(history: History) -> tuple[int, ...]:
    """The points of the series by seat, this game's included."""
    totals = history.game.totals(history.state)
    link = history.header.series
    return totals if link is None else tuple(a + b for a, b in zip(link.points, totals, strict=True))


def champions(history: History) -> tuple[int, ...]:
    """The seats that have won the series with this game: the most points, and enough of them; else ()."""
    points, enough = standing(history), goal(history)
    best = max(points)
    if not history.header.counts or not enough or best < enough or not isinstance(history.turn, Over):
        return ()
    return tuple(seat for seat, own in enumerate(points) if own == best)


def series_line(history: History) -> str:
    """How the series stands after this game, in a sentence; empty for a game that belongs to none."""
    link, enough = history.header.series, goal(history)
    if (link is None and not enough) or not history.header.counts:
        return ""
    names = history.header.names
    points = ", ".join(f"{name} {own}" for name, own in zip(names, standing(history), strict=True))
    aim = f" to {enough}" if enough else ""
    line = f"Match{aim}, game {link.number if link else 1}: {points}"
    best = [names[seat] for seat in champions(history)]
    if not best:
        return line
    return f"{line}. {listed(best)} {'wins' if len(best) == 1 else 'win'} the match"


def rematch(history: History, seed: int, name: str = "") -> Header:
    """The header of the next game of the series; ``name`` is the series' id when this was its first game.

    When this game has decided the series or counts in none, the next one begins a new series. Raises TableError while
    the game still runs, and when it cannot be played on this machine (its word list or its engine is missing).
    """
    turn = history.turn
    if not isinstance(turn, Over):
        raise TableError("you can play again when this game is over")
    old = history.header
    seats = len(old.seats)
    link = old.series or SeriesLink(name or f"series-{old.seed}", 1, (0,) * seats, (0,) * seats)
    winners = turn.ranking[0] if turn.ranking else ()
    options: dict[str, Scalar] = dict(old.options)
    key = history.game.info.starter_option
    if key:
        options[key] = (starter(history) + 1) % seats + 1
    levels = tuple(sorted({seat.bot for seat in old.seats if seat.bot}))
    series = SeriesLink(
        link.id,
        link.number + 1,
        standing(history),
        tuple(w + (s in winners) for s, w in enumerate(link.wins)),
    )
    fresh = bool(champions(history) or not old.counts)
    try:
        game = registry.get(old.game).game  # a new game is played by the newest rules
        header = new_header(game, old.seats, options, seed, levels=levels, series=None if fresh else series)
        return replace(header, format=OPEN_FORMAT if old.open else FORMAT)
    except SetupError as error:
        raise TableError(str(error)) from None
