"""Facts of games that nobody played, for the tests of records, rivals and achievements."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from towergames import registry
from towergames.core.bot import Level
from towergames.core.feat import Achievement, Feats, Habit, Mark, RecordLine
from towergames.table.facts import Facts, SeatFacts
from towergames.table.facts_cache import CountedGame, FactsCache

FEATS = Feats(
    1,
    records=(
        RecordLine("Best turn", "turn"),
        RecordLine("Best game", "points"),
        RecordLine("Biggest steal", "steal", "+{}"),
        RecordLine("Fewest rounds", "rounds", least=True),
    ),
    achievements=(
        Achievement("qu", "Mind your Qu", "first", "You play a word with Qu."),
        Achievement("thirty", "Thirty", "good", "One turn scores 30 points or more.", "turn", 30),
        Achievement("brisk", "Brisk", "rare", "You win within 5 rounds.", "rounds", 5, least=True),
    ),
    habits=(
        Habit("steals", "{rival} steals in {count} of {games} games."),
        Habit("steals", "You steal from {rival} in {count} of {games} games.", mine=True),
        Habit("steals", "{rival} takes {share} of 100 chances.", of="chances"),
        Habit("none", "{rival} does nothing in {count} games."),
    ),
)
LEVELS = tuple(
    Level(name, "", lambda _: None, rating=rating)  # type: ignore[arg-type,return-value]
    for name, rating in (("random", 420), ("easy", 1000), ("normal", 1400), ("hard", None))
)
_numbers = count()


@pytest.fixture
def feats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game has these feats and levels."""
    monkeypatch.setattr(registry.Entry, "feats", FEATS)
    monkeypatch.setattr(registry.Entry, "levels", LEVELS)


def seat(
    name: str, score: int, rank: int, bot: str = "", /, *, help: int = 0, **marks: int | tuple[int, str]
) -> SeatFacts:
    """A seat; marks are values, or values with their text."""
    found = {key: Mark(mark, "", 4) if isinstance(mark, int) else Mark(*mark, 4) for key, mark in marks.items()}
    return SeatFacts(name, bot, score, rank, {"hint": help} if help else {}, found)


def counted(*seats: SeatFacts, game: str = "null", usual: bool = True, day: str = "", attempt: int = 0) -> CountedGame:
    """A finished game, later than those made before."""
    number = next(_numbers)
    setup = "" if usual else "height 5"
    created = f"2026-11-{1 + number % 28:02}T12:00:00Z"
    facts = Facts(game, f"id-{number}", created, setup, usual, day, attempt, bool(day), False, 9, 3, seats)
    return CountedGame(f"game-{number}", facts, number)


def against(own: int, theirs: int, bot: str = "easy", *, help: int = 0, **marks: int | tuple[int, str]) -> CountedGame:
    """A game of Ann against a bot; the one with more points wins."""
    ranks = (1, 1) if own == theirs else (1, 2) if own > theirs else (2, 1)
    ann = seat("Ann", own, ranks[0], help=help, **marks)
    return counted(ann, seat(f"{bot} bot", theirs, ranks[1], bot))


def counted_in(folder: Path) -> list[CountedGame]:
    """The games of a folder of saves that count; nothing is kept."""
    return FactsCache(folder, folder / "no folder" / "config").all_games()
