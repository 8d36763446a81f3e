"""Towers at the start of a turn stay when nobody touches them. Needs the engine."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.combinations import sample
from towergames import physics

if physics.unavailable_reason():
    pytest.skip(physics.unavailable_reason(), allow_module_level=True)

from tests.games.leaning.alone import leaning_towers
from tests.physics.kit import LITTLE

GLASS_STEADY, WOOD_NORMAL = 12, 17
"""Seeds: which game it is follows from them."""


@pytest.mark.parametrize("seed", [GLASS_STEADY, WOOD_NORMAL])
def test_a_tower_of_a_game_between_bots_stays_when_it_is_left_alone(seed: int) -> None:
    towers = list(islice(leaning_towers(seed), sample(6, 12)))
    assert len(towers) >= 6
    assert [row for row in towers if row["fell"] or row["way"] >= LITTLE] == []
