"""The games that records are made of: facts from the cache, with the marks and medals of tasks beside their houses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from towergames import registry
from towergames.table.daybook import task_result
from towergames.table.kept_tasks import KeptTasks
from towergames.table.today import daily_of

if TYPE_CHECKING:
    from towergames.table.facts import Facts
    from towergames.table.facts_cache import CountedGame, FactsCache


class RecordGames:
    """The finished games that a cache vouches for. A house that is not known yet gives no marks and no medals."""

    def __init__(self, cache: FactsCache) -> None:
        self.kept = KeptTasks(cache.path.parent)
        """The houses and signs of tasks."""
        self.games = [self.with_house(game) for game in cache.games()]

    def medal_of(self, found: Facts) -> str:
        """The medal of a game at today's task, '' for none."""
        daily = daily_of(found.game) if found.day else None
        if daily is None:
            return ""
        result = task_result("", found, daily, lambda game, day: self.kept.house(game, daily, day))
        return result.medal if result is not None else ""

    def medal_saves(self) -> dict[str, str]:
        """The medal of each save that has one."""
        medals = {game.save: self.medal_of(game.facts) for game in self.games}
        return {save: medal for save, medal in medals.items() if medal}

    def with_house(self, game: CountedGame) -> CountedGame:
        """The game with the marks that its task has beside a known house; they are those of a first attempt."""
        facts = game.facts
        if not facts.day or facts.attempt != 1 or not facts.earns_medal:
            return game
        daily = daily_of(facts.game)
        house = self.kept.house(facts.game, daily, facts.day)
        if daily is None or house is None:
            return game
        first = facts.seats[0]
        score = daily.score([seat.points for seat in facts.seats])
        marks = {**first.marks, **registry.get(facts.game).feats.beside_house(first.marks, score, house)}
        seats = (first._replace(marks=marks), *facts.seats[1:])
        return game._replace(facts=facts._replace(seats=seats))
