"""Medals (B-31): shares of the best tower known, never a medal for an illegal tower."""

from __future__ import annotations

import pytest

from towergames.games.bricks.judge import SHARES, bars, medal


def test_bars_are_whole_points_rounded_up() -> None:
    assert bars(100) == {"bronze": 60, "silver": 75, "gold": 90}
    assert bars(101) == {"bronze": 61, "silver": 76, "gold": 91}
    assert bars(1) == {"bronze": 1, "silver": 1, "gold": 1}


@pytest.mark.parametrize("best", [1, 47, 82, 99, 114])
def test_each_bar_is_the_first_point_of_its_medal(best: int) -> None:
    for (name, share), least in zip(SHARES, bars(best).values(), strict=True):
        assert 100 * least >= share * best > 100 * (least - 1)
        names = [known for known, _ in SHARES]
        assert names.index(medal(least, best)) >= names.index(name)
        assert medal(least - 1, best) in ("", *names[: names.index(name)])
    assert medal(best, best) == "gold"


def test_no_medal_for_illegal_towers_nor_where_no_tower_gives_points() -> None:
    assert medal(None, 80) == "" and bars(0) == {} and bars(-4) == {}
    assert medal(0, 0) == "" and medal(-3, 10) == ""
