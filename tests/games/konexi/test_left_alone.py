"""Towers of letters stay when nobody touches them. Needs the engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from tests.combinations import sample
from towergames import physics

if physics.unavailable_reason():
    pytest.skip(physics.unavailable_reason(), allow_module_level=True)

from tests.games.konexi.alone import konexi_towers
from tests.physics.kit import LITTLE
from towergames.games.konexi import live_physics
from towergames.games.konexi.live_physics import MAX_REBUILDS, NO_TREMOR, STABLE_UM, released
from towergames.games.konexi.model import STANDS, RestingLetter
from towergames.games.konexi.push import PushNoise
from towergames.games.konexi.tower import PlacedLetter
from towergames.physics.geometry import PER_CM
from towergames.physics.recording import RecordedPose
from towergames.physics.settle import SettleResult, settle
from towergames.physics.table_top import TableTop


@pytest.mark.parametrize("seed", [5, 6])
def test_a_tower_of_a_round_between_bots_stays_when_it_is_left_alone(seed: int) -> None:
    towers = list(islice(konexi_towers(seed), sample(12, 40)))
    assert max(row["pieces"] for row in towers) >= 10
    assert [row for row in towers if row["fell"] or row["way"] >= LITTLE] == []
    assert max(row["aside"] for row in towers) < 400, "nor when it is laid anew a micrometre aside"


HIGH = (
    PlacedLetter("L", 1, False, 0, 0),
    PlacedLetter("K", 1, False, -1, 2),
    PlacedLetter("M", 0, True, 1, 7),
    PlacedLetter("J", 2, True, 3, 14),
    PlacedLetter("O", 3, False, -1, 21),
    PlacedLetter("R", 2, True, 4, 26),
    PlacedLetter("D", 2, False, 3, 33),
)
RESTS = (
    RestingLetter("L", RecordedPose(56055, 104, -115, 707119, 629, -707094, 639), 0, 0),
    RestingLetter("K", RecordedPose(48120, 90, 15886, 701395, 633, -712772, 632), 924, 0),
    RestingLetter("M", RecordedPose(47476, 89, 55914, -894, -12237, -5, 999925), 480, 0),
    RestingLetter("J", RecordedPose(20505, 44, 167201, -3, -999896, -894, -14383), 246, -1),
    RestingLetter("O", RecordedPose(-12662, -14, 206229, -717472, 638, -696586, -626), 44, -1),
    RestingLetter("R", RecordedPose(25804, 58, 263400, -12, -999908, -894, -13536), -141, 0),
)
PUSH = PushNoise(-3259, 4632, -7035, 4142)
"""A push that makes the tower lean aside by six degrees. Slowed down there it stood, and fell in the next turn."""


def test_a_tower_that_stood_only_while_it_was_slowed_down_falls_in_the_turn_of_its_builder() -> None:
    told = released(HIGH, RESTS, "D", PUSH)
    assert told.kind == "sideways" and told.trace
    assert released(HIGH, RESTS, "D", PUSH, whole=False).kind == "sideways", "a trial says it too"


def test_what_stands_keeps_its_record_to_the_last_digit() -> None:
    told = released(HIGH, RESTS, "D", NO_TREMOR)
    assert told.kind == STANDS
    for _ in range(2):
        assert released(HIGH, told.rests, "D", NO_TREMOR).rests == told.rests


@pytest.mark.parametrize(("ways", "looks"), [((), 1), ((2,), 2), ((2, 0.5, 2), 2), ((2,) * 99, MAX_REBUILDS)])
def test_a_tower_is_laid_anew_until_it_stays(
    ways: Sequence[float], looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    left, ends = list(ways), list[SettleResult]()

    def told(table: TableTop, **how: Any) -> SettleResult:
        end = settle(table, **how)
        if ends and left:  # the first is no look
            end = replace(end, moved=dict.fromkeys(end.moved, left.pop(0) * STABLE_UM / PER_CM))
        ends.append(end)
        return end

    monkeypatch.setattr(live_physics, "settle", told)
    assert released(HIGH[:1], (), "L", NO_TREMOR).kind == STANDS
    assert len(ends) == 1 + looks
