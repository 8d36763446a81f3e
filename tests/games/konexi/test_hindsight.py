"""Why a tower of letters fell, for the player who paid for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.konexi.making import GAME, place, state
from towergames.core.contract import reason_text
from towergames.games.konexi.model import Balance
from towergames.games.konexi.tower import PlacedLetter

NAMES = ("Ann", "Bob", "Cleo")


def lost(kind: str, balance: Balance, seat: int = 0) -> list[str]:
    before = replace(
        state((PlacedLetter("H", 0, False, 0, 0),), points=(5, 5, 5), circle="MNOP", gap=1), balance=balance
    )
    return [reason_text(told, NAMES) for told in GAME.losses(before, None, place(before, kind), seat)]


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("collapse", "The tower tips over. Ann loses 3 points. Before, the weight was 4.2 mm inside the foot."),
        ("notch", "The joint of M breaks. Ann loses 3 points. Before, the joint of H carried 82% of what it holds."),
        ("touch", "M touches the table. Ann loses 3 points."),
    ],
)
def test_a_fall_is_told_with_the_measure_that_foretold_it(kind: str, told: str) -> None:
    assert lost(kind, Balance(4200, 825, "H")) == [told]
    assert lost(kind, Balance())[0] == told.partition(" Before")[0]
    assert lost(kind, Balance(), seat=1) == []
