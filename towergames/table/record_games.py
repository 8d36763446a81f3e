"""The games that records are made of: facts from the cache, with the marks and medals of tasks beside their houses."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from towergames.table.daybook import task_result
from towergames.table.kept_tasks import KeptTasks
from towergames.table.today import entry_with_task

if TYPE_CHECKING:
    from towergames.table.achievements import MedalOf
    from towergames.table.facts import Facts
    from towergames.table.facts_cache import CountedGame, FactsCache


class RecordGames(NamedTuple):
    """Finished games, and what names the medal of one, '' for none; ``with_house`` adds the marks of a task to one.

    ``kept`` knows the houses and signs of tasks.
    """

    games: list[CountedGame]
    medal_of: MedalOf
    with_house: Callable[[CountedGame], CountedGame]
    kept: KeptTasks


def record_games(facts: FactsCache) -> RecordGames:
    """The games that the cache vouches for. A house that is not known yet gives no marks and no medals."""
    kept = KeptTasks(facts.path.parent)

    def with_house(game: CountedGame) -> CountedGame:
        return _beside_house(game, kept)

    games = list(map(with_house, facts.games()))
    return RecordGames(games, lambda found: medal_of(found, kept), with_house, kept)


def medal_of(found: Facts, kept: KeptTasks) -> str:
    """The medal of a game at today's task, '' for none."""
    entry = entry_with_task(found.game) if found.day else None
    if entry is None or entry.daily is None:
        return ""
    daily = entry.daily
    result = task_result("", found, daily, lambda game, day: kept.house(game, daily, day))
    return result.medal if result is not None else ""


def medal_saves(found: RecordGames) -> dict[str, str]:
    """The medal of each save that has one."""
    medals = {game.save: found.medal_of(game.facts) for game in found.games}
    return {save: medal for save, medal in medals.items() if medal}


def _beside_house(game: CountedGame, kept: KeptTasks) -> CountedGame:
    """The game with the marks that its task has beside a known house; they are those of a first attempt."""
    facts = game.facts
    if not facts.day or facts.attempt != 1 or not facts.earns_medal:
        return game
    entry = entry_with_task(facts.game)
    if entry is None or entry.daily is None:
        return game
    house = kept.house(facts.game, entry.daily, facts.day)
    if house is None:
        return game
    first = facts.seats[0]
    score = entry.daily.score([seat.points for seat in facts.seats])
    marks = {**first.marks, **entry.feats.beside_house(first.marks, score, house)}
    seats = (first._replace(marks=marks), *facts.seats[1:])
    return game._replace(facts=facts._replace(seats=seats))
