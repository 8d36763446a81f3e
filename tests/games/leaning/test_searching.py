"""L-23: how long the table looks for a move before a player may skip, and that it can be given up. No physics."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from typing import Any

import pytest

from tests.games.leaning.making import state
from towergames.core.bot import Clock
from towergames.core.dice import Dice
from towergames.core.stopping import Stopped, stoppable
from towergames.games.leaning import ideas, searching


class Slow:
    """Looks for a place until its time is over, and finds none, or one for a size."""

    def __init__(self, good: str = "") -> None:
        self.good = good
        self.asked: list[str] = []
        self.began = threading.Event()

    def __call__(self, s: Any, size: str, held: bool, target: int, clock: Clock, *more: int) -> list[str]:
        self.asked.append(size)
        self.began.set()
        while not clock.over(0):
            time.sleep(0.005)
        return ["a place"] if size == self.good else []


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    made = Slow()
    monkeypatch.setattr(ideas, "suggest", made)
    return made


def test_l23_all_sizes_together_take_no_longer_than_the_limit(slow: Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "SECONDS", 0.3)
    s = replace(state(), phase="search")
    began = time.monotonic()
    assert not searching.finds(s, Dice(1))
    assert time.monotonic() - began < 0.75, "three sizes, each a third of it"
    assert slow.asked == ["small", "medium", "large"]
    slow.good = "large"
    assert searching.finds(s, Dice(1)), "the last size has its share as well"


def test_l23_a_search_that_nobody_waits_for_ends_at_once_without_an_answer(slow: Slow) -> None:
    stop = threading.Event()
    ended: list[Any] = []

    def look() -> None:
        try:
            ended.append(stoppable(lambda: searching.finds(replace(state(), phase="search"), Dice(1)), stop))
        except Stopped as error:
            ended.append(error)

    thread = threading.Thread(target=look)
    thread.start()
    assert slow.began.wait(5)
    stop.set()
    thread.join(1)
    assert not thread.is_alive()
    assert len(ended) == 1 and isinstance(ended[0], Stopped) and slow.asked == ["small"]
