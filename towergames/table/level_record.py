"""A person's games against the levels of one game, and the level that fits the person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from towergames.core.bot import EVEN, Level, bot_name, opponents
from towergames.table.facts_cache import CountedGame, FactsCache
from towergames.table.records import SeatSetup
from towergames.table.rivals import expected_share

EVEN_SCORE = 0.45
"""Expected score of an even game: the opponent is a little ahead."""
WINS_TO_GO_UP, LOSSES_TO_GO_DOWN = 2, 3
RECENT_GAMES = 20
"""The newest games, which alone decide the rating: people learn."""
PRIOR_GAMES = 2
"""Games against the weakest level, half of them won, that are assumed of everyone."""
USUAL_GAP = 250
"""Elo between two levels of a game whose ladder nobody measured."""


@dataclass(frozen=True, slots=True)
class LevelGame:
    """A finished game against a level: ``score`` is 1 when the person won it, 0.5 when they shared the win, else 0.

    In a ``task`` of a day nobody chose the level.
    """

    level: str
    score: float
    task: bool = False


@dataclass(frozen=True, slots=True)
class Proposal:
    """Another level than the last one: the opponent that was beaten or too strong, the next one, and a sentence."""

    now: Level
    following: Level
    sentence: str


@dataclass(frozen=True, slots=True)
class LevelRecord:
    """A person's games of two players against bots of one game, oldest first."""

    games: tuple[LevelGame, ...] = ()

    def against(self, level: str) -> tuple[int, int]:
        """The number of games against a level that the person won, and of all of them."""
        scores = [game.score for game in self.games if game.level == level]
        return scores.count(1), len(scores)

    def rating(self, levels: Sequence[Level]) -> float:
        """The person's Elo among the levels: the one at which the newest games are expected to score as they did."""
        anchors = level_ratings(levels)
        weakest = min(anchors.values())
        newest = [game for game in self.games if game.level in anchors][-RECENT_GAMES:]
        scored = sum(game.score for game in newest) + PRIOR_GAMES / 2
        low, high = weakest - 1000.0, max(anchors.values()) + 1000.0
        while high - low > 1:
            middle = (low + high) / 2
            expected = PRIOR_GAMES * expected_share(middle, weakest)
            for game in newest:
                expected += expected_share(middle, anchors[game.level])
            if expected < scored:
                low = middle
            else:
                high = middle
        return low

    def even_level(self, levels: Sequence[Level]) -> Level:
        """The level against which the expected score is nearest to that of an even game."""
        rating, anchors = self.rating(levels), level_ratings(levels)

        def distance(level: Level) -> float:
            return abs(expected_share(rating, anchors[level.name]) - EVEN_SCORE)

        return min(opponents(levels), key=distance)

    def even_sentence(self, levels: Sequence[Level]) -> str:
        """``Even: tonight Mira (Casual), you won 2 of 3.``"""
        level = self.even_level(levels)
        won, played = self.against(level.name)
        if played:
            return f"Even: tonight {called(level)}, you won {won} of {played}."
        return f"Even: tonight {called(level)}, for the first time."

    def proposal(self, levels: Sequence[Level]) -> Proposal | None:
        """The level above after two wins in a row against one level, the level below after three losses in a row.

        The proposal comes again after as many more games against that level. Tasks of days propose and hinder nothing.
        """
        chosen = [game for game in self.games if not game.task]
        ladder = list(opponents(levels))
        names = [level.name for level in ladder]
        if not chosen or chosen[-1].level not in names:
            return None
        last, run = chosen[-1], _run(chosen)
        place = names.index(last.level)
        now = ladder[place]
        if last.score == 1 and run % WINS_TO_GO_UP == 0 and place + 1 < len(ladder):
            above = ladder[place + 1]
            return Proposal(now, above, f"After two wins in a row against {called(now)}, {called(above)} is next.")
        if last.score == 0 and run % LOSSES_TO_GO_DOWN == 0 and place > 0:
            below = ladder[place - 1]
            sentence = f"After three losses to {called(now)}, a game against {called(below)} may be closer."
            return Proposal(now, below, sentence)
        return None


def _run(games: Sequence[LevelGame]) -> int:
    """The number of games at the end that are alike: one level, one score."""
    run = 0
    for game in reversed(games):
        if game != games[-1]:
            break
        run += 1
    return run


def called(level: Level) -> str:
    """``Mira (Casual)``; the level alone where it has no character."""
    title = level.name.capitalize()
    return f"{level.character} ({title})" if level.character else title


def level_ratings(levels: Sequence[Level]) -> dict[str, int]:
    """The rating of each opponent; where one is not measured, those of a ladder with equal gaps."""
    ladder = opponents(levels)
    measured = {level.name: level.rating for level in ladder if level.rating is not None}
    if len(measured) == len(ladder):
        return measured
    return {level.name: 1000 + USUAL_GAP * place for place, level in enumerate(ladder)}


def level_records(games: Iterable[CountedGame], game: str) -> dict[str, LevelRecord]:
    """The record of each person in a game, by the name as it is compared; ``games`` are the oldest first.

    A game that was won with help shows nothing and is left out; one that was lost with help is lost.
    """
    played: dict[str, list[LevelGame]] = {}
    for counted in games:
        facts = counted.facts
        bots = [seat.bot for seat in facts.seats]
        if facts.game != game or not _against_a_bot(bots):
            continue
        seat = bots.index("")
        person, winners = facts.seats[seat], facts.winners
        if seat in winners and person.help:
            continue
        score = 1 / len(winners) if seat in winners else 0.0
        played.setdefault(person.name.casefold(), []).append(LevelGame(bots[1 - seat], score, bool(facts.day)))
    return {person: LevelRecord(tuple(own)) for person, own in played.items()}


def read_level_records(facts: FactsCache, game: str) -> Mapping[str, LevelRecord]:
    """The record of each person in a game. It takes a while where facts of many games are not known yet."""
    return level_records(facts.all_games(), game)


def _against_a_bot(bots: Sequence[str]) -> bool:
    """Whether one person plays against one bot."""
    return len(bots) == 2 and sum(not bot for bot in bots) == 1


def settled_seats(
    seats: Sequence[SeatSetup], levels: Sequence[Level], records: Mapping[str, LevelRecord]
) -> tuple[SeatSetup, ...]:
    """The seats with the real level in place of ``even``, by the record of the first person.

    A bot without a name is named after its level.
    """
    if all(seat.bot != EVEN for seat in seats) or not levels:
        return tuple(seats)
    level = first_record(seats, records).even_level(levels).name
    settled = []
    for seat in seats:
        if seat.bot != EVEN:
            settled.append(seat)
        else:
            taken = [other.name for other in (*seats, *settled)]
            settled.append(SeatSetup(seat.name or bot_name(level, taken), level))
    return tuple(settled)


def first_record(seats: Sequence[SeatSetup], records: Mapping[str, LevelRecord]) -> LevelRecord:
    """The record of the first person at a table."""
    people = [seat.name.casefold() for seat in seats if not seat.bot]
    return records.get(people[0], LevelRecord()) if people else LevelRecord()
