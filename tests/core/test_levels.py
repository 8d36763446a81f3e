"""Levels of bots: in order of strength, each with its character."""

from __future__ import annotations

from itertools import pairwise

import pytest

from towergames import registry
from towergames.core.bot import CHARACTERS, RANDOM, Level

GAMES = [entry.key for entry in registry.ENTRIES]


@pytest.mark.parametrize("key", GAMES)
def test_levels_are_listed_weakest_first(key: str) -> None:
    names = [level.name for level in registry.get(key).levels if level.name != RANDOM]
    assert set(names) <= set(CHARACTERS)
    in_every_game = [name for name in names if name != "club"]  # below Normal in one game, above it in another
    assert in_every_game == [name for name in CHARACTERS if name in in_every_game]
    assert "club" not in (names[0], names[-1])


@pytest.mark.parametrize("key", GAMES)
def test_measured_ratings_rise_from_level_to_level_and_easy_has_1000(key: str) -> None:
    levels = registry.get(key).levels
    measured = [level.rating for level in levels if level.rating is not None]
    assert all(weaker < stronger for weaker, stronger in pairwise(measured))
    assert all(level.rating in (1000, None) for level in levels if level.name == "easy")


def test_each_level_has_its_character_and_random_has_none() -> None:
    called = {name: Level(name, "", lambda _: None).character for name in (RANDOM, "easy", "casual", "normal", "hard")}  # type: ignore[arg-type,return-value]
    assert called == {RANDOM: "", "easy": "Gus", "casual": "Mira", "normal": "Tess", "hard": "Odo"}
    assert len(set(CHARACTERS.values())) == len(CHARACTERS)
