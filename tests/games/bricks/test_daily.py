"""Today's task of Brick Tower: the puzzle of the day, sixteen cards, thirty-four on Sundays."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.table.machine import Machine
from towergames.core.daily import SIGNS, play_task
from towergames.games.bricks import daily
from towergames.games.bricks.daily import DAILY
from towergames.games.bricks.deal import daily_code, deal, quick_tower
from towergames.games.bricks.game import GAME
from towergames.games.bricks.judge import judge
from towergames.games.bricks.model import Build, Submit
from towergames.games.bricks.pieces import write_tower
from towergames.lexicon import load
from towergames.table.notes import BestMove
from towergames.table.task_end import TaskEnd, task_end

DAY, SUNDAY = "2026-11-27", "2026-11-29"


@pytest.mark.parametrize(
    ("day", "size", "title", "cards"), [(DAY, "mini", "16 cards", 16), (SUNDAY, "standard", "34 cards", 34)]
)
def test_the_size_goes_by_the_day_of_the_week(day: str, size: str, title: str, cards: int) -> None:
    assert DAILY.options(day) == {"size": size, "puzzle": day} and DAILY.on(day).title == title
    assert len(deal(daily_code(day, size))) == cards


def test_signs_are_the_tower_lying_on_its_side() -> None:
    tower = quick_tower(deal(daily_code(DAY, "mini")), 30)
    assert tower is not None
    moves = iter([Build(write_tower(tower)), Submit()])
    plays = play_task(GAME, DAILY, DAY, lambda *_: next(moves))
    signs = DAILY.signs(plays)
    assert len(signs) == len(tower) and set(signs) <= set(SIGNS)
    heights = [SIGNS.index(sign) for sign in signs]
    assert [heights[a] >= heights[b] for a in range(len(tower)) for b in range(len(tower))] == [
        len(tower[a]) >= len(tower[b]) for a in range(len(tower)) for b in range(len(tower))
    ], "a longer level has a higher bar"


def test_an_empty_tower_has_no_signs_and_no_points() -> None:
    plays = play_task(GAME, DAILY, DAY, lambda *_: Submit())
    assert DAILY.signs(plays) == DAILY.signs([]) == "" and GAME.totals(plays[-1].step.state) == (0,)


def test_the_house_is_the_search_of_the_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "STEPS_OF_THE_DAY", 3)
    assert DAILY.house is not None
    points = DAILY.house(DAY)
    assert points == DAILY.house(DAY) > 30
    assert DAILY.medal(points, points) == "gold"


def test_medals_are_half_seven_and_nine_tenths_of_the_house() -> None:
    assert DAILY.lines(66) == {"bronze": 33, "silver": 47, "gold": 60}
    assert [DAILY.medal(score, 66) for score in (32, 33, 47, 60, 70)] == ["", "bronze", "silver", "gold", "gold"]


def test_the_search_after_the_game_is_the_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(tmp_path, monkeypatch)
    tower, best = (quick_tower(deal(daily_code(DAY, "mini")), least) for least in (10, 45))
    assert tower is not None and best is not None
    own, most = (judge(built, load("standard")).score or 0 for built in (tower, best))
    table = machine.begin("bricks")
    table.submit(0, Build(write_tower(tower)))
    table.submit(0, Submit())
    for _ in machine.cache.update():
        pass

    def end() -> TaskEnd:
        found = task_end(table.history, table.name, machine.store, machine.cache, wait=True)
        assert found is not None
        return found

    early = end()
    assert early.waits and early.sentence == f"Today, 27 November, first try: {own} points.", "no house is computed"
    table.history.finds.append(BestMove(0, Build("A5RY"), True))
    assert end().waits, "no tower of these cards"
    table.history.finds.clear()
    table.record_best_move(0, Build(write_tower(best)), measure=True)
    assert not end().waits and f"{own} of {most}" in end().sentence
    table.history.finds.clear()
    assert not end().waits and machine.kept.house("bricks", DAILY, DAY) == most, "kept beside the settings"
    table.close()
