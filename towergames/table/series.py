"""Several games in a row: same seats, the start passed on, points and wins carried along."""

from __future__ import annotations

from towergames.core.contract import Decide, Over, Scalar
from towergames.table.errors import SetupError, TableError
from towergames.table.history import History
from towergames.table.records import Header, SeriesLink
from towergames.table.setup import new_header


def starter(history: History) -> int:
    """The seat that made the first decision of the game (0 before anybody did)."""
    for play in history.plays:
        if isinstance(play.before, Decide):
            return play.before.seat
    turn = history.turn
    return turn.seat if isinstance(turn, Decide) else 0


def rematch(history: History, seed: int, name: str = "") -> Header:
    """The header of the next game of the series; ``name`` is the series' id when this was its first game.

    Raises TableError while the game still runs, and when its word list is not on this machine.
    """
    turn = history.turn
    if not isinstance(turn, Over):
        raise TableError("a rematch begins when the game is over")
    old = history.header
    seats = len(old.seats)
    link = old.series or SeriesLink(name or f"series-{old.seed}", 1, (0,) * seats, (0,) * seats)
    totals = history.game.totals(history.state)
    winners = turn.ranking[0] if turn.ranking else ()
    options: dict[str, Scalar] = dict(old.options)
    key = history.game.info.starter_option
    if key:
        options[key] = (starter(history) + 1) % seats + 1
    levels = tuple(sorted({seat.bot for seat in old.seats if seat.bot}))
    series = SeriesLink(
        link.id,
        link.number + 1,
        tuple(a + b for a, b in zip(link.points, totals, strict=True)),
        tuple(w + (s in winners) for s, w in enumerate(link.wins)),
    )
    try:
        return new_header(history.game, old.seats, options, seed, levels=levels, series=series)
    except SetupError as error:
        raise TableError(str(error)) from None
