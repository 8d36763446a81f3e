"""Statistics from the journals themselves: nothing is counted anywhere else, so nothing can drift."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta

from towergames.core.contract import GameInfo, Over, Seat
from towergames.core.options import show_scalar
from towergames.table.errors import SaveError
from towergames.table.examples import is_example
from towergames.table.facts_cache import CountedGame
from towergames.table.history import History
from towergames.table.journal import read_journal
from towergames.table.records import Header
from towergames.table.setup import attempt_name, attempt_told
from towergames.table.store import Store, replay_contents


@dataclass(frozen=True, slots=True)
class GameResult:
    """One finished game as the statistics see it. ``setup`` says which options differ from the usual ones.

    ``attempt`` counts the attempts at the puzzle of a day from 1; it is 0 for all other games. ``id`` is the same for
    copies of one game, also when these were played on differently, and for no other games.
    """

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
    attempt: int = 0
    id: str = ""

    @property
    def players(self) -> tuple[str, ...]:
        """The names as they are compared: Ann and ann are one person."""
        return folded(self.names)

    @property
    def alone(self) -> bool:
        """Whether one person played for points, against nobody."""
        return self.bots == ("",)


@dataclass(frozen=True, slots=True)
class Solo:
    """The score of a game played alone. Of the puzzle of a day it is the first attempt; ``best`` is that of all."""

    game: str
    player: str
    points: int
    date: str
    setup: str
    save: str
    assisted: bool
    attempt: int = 0
    attempts: int = 1
    best: int = 0

    @property
    def attempt_text(self) -> str:
        """``first attempt, the best of 3 scored 75``; '' for what is not the puzzle of a day."""
        if not self.attempt:
            return ""
        best = f", the best of {self.attempts} scored {self.best}" if self.attempts > 1 else ""
        return attempt_name(self.attempt) + best


@dataclass(frozen=True, slots=True)
class SoloRanking:
    """Rank of a solo game among all games of its player with equal options: rank, number of games, best points.

    ``first`` are the points of the first attempt at the puzzle of a day, None if there is no such attempt.
    """

    place: int
    games: int
    best: int
    first: int | None = None


@dataclass(frozen=True, slots=True)
class StatisticsRow:
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


def folded(names: Iterable[str]) -> tuple[str, ...]:
    """Names as they are compared: Ann and ann are one person."""
    return tuple(name.casefold() for name in names)


def uncounted(header: Header) -> str:
    """The reason why a game does not count, in a sentence; '' for a game that was played from its beginning."""
    branch = header.branch
    return f"Played on from {branch.save} after move {branch.moves}. It does not count in statistics." if branch else ""


TAKEN_BACK = "A fall was taken back. The game does not count in statistics."


def uncounted_reason(history: History) -> str:
    """The reason why a game that was played does not count, in a sentence; '' for one that counts."""
    return uncounted(history.header) or ("" if history.counts else TAKEN_BACK)


def result_of(name: str, history: History) -> GameResult | None:
    """The result of a finished game; None while it runs, and where it counts nowhere."""
    turn = history.turn
    header = history.header
    if not isinstance(turn, Over) or not history.counts:
        return None
    return GameResult(
        name,
        header.game,
        header.created,
        header.names,
        tuple(s.bot for s in header.seats),
        history.game.totals(history.state),
        turn.ranking,
        history.assists,
        len(history.plays),
        setup_of(history.game.info, header),
        header.attempt if history.day else 0,
        header.identity,
    )


def shareable(history: History, line: str) -> str:
    """The line of a result to pass on, marked with the attempt at the puzzle of a day and with help; '' stays ''."""
    marks = [attempt_told(history), "with help" if history.assists else ""]
    return ", ".join([line, *(mark for mark in marks if mark)]) if line else ""


def setup_of(info: GameInfo, header: Header) -> str:
    """The options that are not as usual, in short; who begins and the hash of a word list are left out."""
    attempt_name = []
    for option in info.options:
        value = header.options.get(option.key, option.default)
        if option.key != info.starter_option and show_scalar(value) != show_scalar(option.default):
            attempt_name.append(f"{option.title.lower()} {show_scalar(value).partition('@')[0]}")
    return ", ".join(attempt_name)


def results(store: Store, wanted: Callable[[Header], bool] | None = None) -> list[GameResult]:
    """All finished games of a folder that count, the oldest file first; see :func:`read_results`."""
    return [result for _, result in read_results(store, wanted) if result is not None]


def read_results(
    store: Store, wanted: Callable[[Header], bool] | None = None
) -> Iterator[tuple[int, GameResult | None]]:
    """For each save of a folder: how many are left to read, and its result, None where it does not count.

    A game that was copied and ended more than once counts as it ended first, by the files' times. Examples are nobody's
    and do not count. ``wanted`` chooses by the first line, so that the others need not be replayed.
    """
    names = store.newest_first()[::-1]
    seen: set[str] = set()
    for left, name in zip(range(len(names) - 1, -1, -1), names, strict=True):
        result = None
        with suppress(SaveError):
            contents = read_journal(store.path(name), store.storage)
            if not is_example(contents.header) and (wanted is None or wanted(contents.header)):
                result = result_of(name, replay_contents(contents).history)
        if result is None or result.id in seen:
            yield left, None
        else:
            seen.add(result.id)
            yield left, result


@dataclass(frozen=True, slots=True)
class Daily:
    """The puzzles of the day that were solved here: ``points`` of today's first attempt, None before it; ``streak``
    counts the days in a row up to today, or up to yesterday while today's is open.
    """

    points: int | None = None
    streak: int = 0


def daily(games: Iterable[CountedGame], game: str, today: date) -> Daily:
    """Results at the puzzles of the day of a game: those of first attempts."""
    found: dict[str, int] = {}
    for counted in games:
        facts = counted.facts
        if facts.game == game and facts.day and facts.attempt == 1:
            found.setdefault(facts.day, max(seat.points for seat in facts.seats))
    done = today.isoformat() in found
    streak = 0
    while (today - timedelta(days=streak + (not done))).isoformat() in found:
        streak += 1
    return Daily(found.get(today.isoformat()), streak)


def by_attempts(results: Iterable[GameResult]) -> list[list[GameResult]]:
    """The results in groups: the attempts of the same players at one puzzle of a day, the first of them first.

    Every other game is a group of its own. Later attempts do not hide what the first one scored.
    """
    groups: dict[tuple[object, ...], list[GameResult]] = {}
    for r in results:
        groups.setdefault((r.game, r.players, r.bots, r.setup) if r.attempt else (r.save,), []).append(r)
    return [sorted(group, key=lambda one: one.attempt) for group in groups.values()]


def table_of(results: Sequence[GameResult]) -> list[StatisticsRow]:
    """One line for each (game, person, kind of opponents), sorted by game and player; bots get no lines.

    A person has the name that the last of the results writes.
    """
    rows: dict[tuple[str, str, str], list[tuple[GameResult, Seat]]] = {}
    names: dict[str, str] = {}
    for result in results:
        for seat, player in enumerate(result.players):
            if not result.bots[seat]:
                rows.setdefault((result.game, player, _opponents(result, seat)), []).append((result, seat))
                names[player] = result.names[seat]
    first = {group[0].save for group in by_attempts(results)}
    lines = []
    for (game, player, opponents), played in sorted(rows.items()):
        won = [result for result, seat in played if result.ranking and seat in result.ranking[0]]
        helped = sum(bool(result.assists) for result, _ in played)
        points = [result.points[seat] for result, seat in played]
        best = max(result.points[seat] for result, seat in played if result.save in first)
        helped_won = sum(bool(result.assists) for result in won)
        counted = (len(played), len(won), helped, helped_won, sum(points), best)
        lines.append(StatisticsRow(game, names[player], opponents, *counted))
    return lines


def solo_scores(results: Iterable[GameResult]) -> list[Solo]:
    """The scores of all games that a person played alone, by game, best first, then the older (U-17).

    Of the attempts at the puzzle of a day only the first is ranked; it tells what the best one scored.
    """
    found = []
    for played in by_attempts(result for result in results if result.alone):
        r, most = played[0], max(one.points[0] for one in played)
        date, helped = r.created[:10], bool(r.assists)
        found.append(Solo(r.game, r.names[0], r.points[0], date, r.setup, r.save, helped, r.attempt, len(played), most))
    return sorted(found, key=lambda s: (s.game, -s.points, s.date, s.save))


def standing(mine: GameResult, others: Iterable[GameResult]) -> SoloRanking:
    """Rank of a solo game among the player's other games of its kind; equal points share a rank."""
    alike = [
        r
        for r in others
        if r.alone and (r.game, r.players, r.setup) == (mine.game, mine.players, mine.setup)
        if r.id != mine.id
    ]
    points = [r.points[0] for r in alike]
    place = 1 + sum(p > mine.points[0] for p in points)
    first = next((r.points[0] for r in (mine, *alike) if r.attempt == 1), None)
    return SoloRanking(place, len(points) + 1, max([*points, mine.points[0]]), first)


def _opponents(result: GameResult, seat: Seat) -> str:
    others = [f"bot:{bot}" if bot else "people" for i, bot in enumerate(result.bots) if i != seat]
    return " + ".join(sorted(set(others))) if others else "alone"
