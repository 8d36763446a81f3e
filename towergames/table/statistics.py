"""Statistics from the journals themselves: nothing is counted anywhere else, so nothing can drift."""

from __future__ import annotations

from dataclasses import dataclass

from towergames.core.contract import Over, Seat
from towergames.table.errors import SaveError
from towergames.table.history import History
from towergames.table.store import Store, load_file


@dataclass(frozen=True, slots=True)
class Result:
    """One finished game as the statistics see it."""

    save: str
    game: str
    created: str
    names: tuple[str, ...]
    bots: tuple[str, ...]
    points: tuple[int, ...]
    ranking: tuple[tuple[Seat, ...], ...]
    assists: dict[str, int]
    moves: int


@dataclass(frozen=True, slots=True)
class Line:
    """One row: a player in one game against one kind of opponent. ``assisted`` games are those with hints or undo
    past new information; they are counted in ``played`` and ``won`` too.
    """

    game: str
    player: str
    opponents: str
    played: int
    won: int
    assisted: int
    assisted_won: int
    points: int
    best: int


def result_of(name: str, history: History) -> Result | None:
    """The result of a finished game, None while it runs."""
    turn = history.turn
    if not isinstance(turn, Over):
        return None
    header = history.header
    return Result(
        name,
        header.game,
        header.created,
        tuple(s.name for s in header.seats),
        tuple(s.bot for s in header.seats),
        history.game.totals(history.state),
        turn.ranking,
        {kind: count for kind, count in history.assists.items() if count},
        len(history.plays),
    )


def results(store: Store) -> list[Result]:
    """All finished games of a folder, each once even if it was duplicated; unreadable ones are left out."""
    found: list[Result] = []
    seen: set[str] = set()
    for name in store.names():
        try:
            loaded = load_file(store.path(name), store.storage)
        except SaveError:
            continue
        result = result_of(name, loaded.history)
        if result is not None and loaded.contents.last_sum not in seen:
            seen.add(loaded.contents.last_sum)
            found.append(result)
    return found


def table_of(results: list[Result]) -> list[Line]:
    """One line for each (game, person, kind of opponents), sorted by game and player; bots get no lines."""
    sums: dict[tuple[str, str, str], list[int]] = {}
    for result in results:
        winners = result.ranking[0] if result.ranking else ()
        for seat, name in enumerate(result.names):
            if result.bots[seat]:
                continue
            row = sums.setdefault((result.game, name, _opponents(result, seat)), [0, 0, 0, 0, 0, -(10**9)])
            won, helped = int(seat in winners), int(bool(result.assists))
            row[0] += 1
            row[1] += won
            row[2] += helped
            row[3] += won * helped
            row[4] += result.points[seat]
            row[5] = max(row[5], result.points[seat])
    return [Line(*key, *row) for key, row in sorted(sums.items())]


def _opponents(result: Result, seat: Seat) -> str:
    others = [f"bot:{bot}" if bot else "people" for i, bot in enumerate(result.bots) if i != seat]
    return " + ".join(sorted(set(others))) if others else "alone"
