"""Statistics from the journals themselves: nothing is counted anywhere else, so nothing can drift."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from towergames.core.contract import GameInfo, Over, Seat, show_scalar
from towergames.table.errors import SaveError
from towergames.table.history import History
from towergames.table.journal import read_journal
from towergames.table.records import Header
from towergames.table.store import Store, replay_contents


@dataclass(frozen=True, slots=True)
class Result:
    """One finished game as the statistics see it. ``setup`` says which options differ from the usual ones."""

    save: str
    game: str
    created: str
    names: tuple[str, ...]
    bots: tuple[str, ...]
    points: tuple[int, ...]
    ranking: tuple[tuple[Seat, ...], ...]
    assists: dict[str, int]
    moves: int
    setup: str = ""

    @property
    def alone(self) -> bool:
        """Whether one person played for points, against nobody."""
        return self.bots == ("",)


@dataclass(frozen=True, slots=True)
class Solo:
    """The score of a game that somebody played alone."""

    game: str
    player: str
    points: int
    date: str
    setup: str
    save: str
    assisted: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a solo game stands among the same player's games with the same options: place, how many, the best."""

    place: int
    games: int
    best: int


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
        setup_of(history.game.info, header),
    )


def setup_of(info: GameInfo, header: Header) -> str:
    """The options that are not as usual, in short; who begins and the hash of a word list are left out."""
    told = []
    for option in info.options:
        value = header.options.get(option.key, option.default)
        if option.key != info.starter_option and show_scalar(value) != show_scalar(option.default):
            told.append(f"{option.title.lower()} {show_scalar(value).partition('@')[0]}")
    return ", ".join(told)


def results(store: Store, wanted: Callable[[Header], bool] | None = None) -> list[Result]:
    """All finished games of a folder, each once even if it was duplicated; unreadable ones are left out.

    ``wanted`` chooses by the first line, so that the others need not be replayed.
    """
    found: list[Result] = []
    seen: set[str] = set()
    for name in store.names():
        try:
            contents = read_journal(store.path(name), store.storage)
            if wanted is not None and not wanted(contents.header):
                continue
            loaded = replay_contents(contents)
        except SaveError:
            continue
        result = result_of(name, loaded.history)
        if result is not None and loaded.contents.last_sum not in seen:
            seen.add(loaded.contents.last_sum)
            found.append(result)
    return found


def table_of(results: Iterable[Result]) -> list[Line]:
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


def solo_scores(results: Iterable[Result]) -> list[Solo]:
    """The scores of all games that a person played alone, by game, best first, then the older (U-17)."""
    alone = [r for r in results if r.alone]
    found = [Solo(r.game, r.names[0], r.points[0], r.created[:10], r.setup, r.save, bool(r.assists)) for r in alone]
    return sorted(found, key=lambda s: (s.game, -s.points, s.date, s.save))


def standing(mine: Result, others: Iterable[Result]) -> Standing:
    """How a game played alone compares with the same player's other games of its kind; equal points share a place."""
    points = [
        r.points[0]
        for r in others
        if r.alone and (r.game, r.names, r.setup) == (mine.game, mine.names, mine.setup) and r.save != mine.save
    ]
    place = 1 + sum(p > mine.points[0] for p in points)
    return Standing(place, len(points) + 1, max([*points, mine.points[0]]))


def _opponents(result: Result, seat: Seat) -> str:
    others = [f"bot:{bot}" if bot else "people" for i, bot in enumerate(result.bots) if i != seat]
    return " + ".join(sorted(set(others))) if others else "alone"
