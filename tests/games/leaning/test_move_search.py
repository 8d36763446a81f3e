"""L-22, L-23: the search before a skip: it tries places until it is sure, tells how far it is, and can be stopped."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from towergames import physics

if physics.unavailable_reason():
    pytest.skip(physics.unavailable_reason(), allow_module_level=True)

from tests.combinations import first
from tests.games.leaning.live import played
from tests.games.leaning.making import HERE, state
from towergames.core.cancellation import Cancelled, run_cancellable
from towergames.games.leaning import live_physics, trials
from towergames.games.leaning.evaluation import CandidatePlacement
from towergames.games.leaning.forecast import ReleaseOutcome
from towergames.games.leaning.layout import touched_by
from towergames.games.leaning.live_physics import find_place
from towergames.games.leaning.model import PIPS, Aim, Count, State
from towergames.table.save_file import load_file

FALSE_CLOSE = Path(__file__).parent / "saves" / "leaning-false-close.jsonl"
"""Seven pieces, two of them with a free contact: one look in some hundred finds the place that there is."""


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    live_physics._answers.clear()


@pytest.fixture(scope="module")
def nearly_full() -> State:
    found: State = load_file(FALSE_CLOSE).history.state
    assert sum(PIPS[one.size] > len(touched_by(found.layout, one.id)) for one in found.layout.pieces) == 2
    return found


@pytest.mark.parametrize(("hand", "last"), first(1, [((5, 5, 3), ""), ((0, 5, 0), "")]))
def test_l23_a_place_that_is_hard_to_find_is_found(nearly_full: State, hand: Count, last: str) -> None:
    """With all sizes, and with one. With the last size of that game, medium, half of the searches find none."""
    found = find_place(replace(nearly_full, hands=(hand, nearly_full.hands[1]), last_size=last))
    assert found is not None
    assert found.draft.aim.touches and found.forecast.falls.good >= live_physics.FAIR_TRIALS


def test_l23_the_same_table_has_the_same_answer_and_it_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    s = played("ready")
    first = find_place(s)
    assert first is not None
    live_physics._answers.clear()
    assert find_place(s) == first
    monkeypatch.setattr(live_physics, "PlacementSearch", None)
    assert find_place(replace(s, phase="search")) == first, "asked by the opponent and then by the table"


def test_l22_where_every_piece_is_full_nothing_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    full = state((3, "medium", 0, 0), (4, "medium", 1, 0), touches=[(1, 3), (1, 4), (2, 3), (2, 4)])
    monkeypatch.setattr(live_physics, "MOST_SEARCH_MS", 10**9)
    assert find_place(full) is None


def test_l23_the_search_tells_how_far_it_is_and_can_be_stopped(
    nearly_full: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    only_small = replace(nearly_full, hands=((5, 0, 0), (5, 0, 0)))
    monkeypatch.setattr(live_physics, "MOST_SEARCH_MS", 20 * trials.TRY_MS)
    told: list[float] = []
    stop = threading.Event()
    assert run_cancellable(lambda: find_place(only_small), stop, told.append) is None
    assert told == sorted(told) and told[0] == 0 and 0.5 < told[-1] < 1

    def stop_at_a_quarter(share: float) -> None:
        if share >= 0.25:
            stop.set()

    live_physics._answers.clear()
    with pytest.raises(Cancelled):
        run_cancellable(lambda: find_place(only_small), stop, stop_at_a_quarter)
    assert not live_physics._answers, "a search that was stopped knows nothing"


def test_l23_a_player_who_is_to_answer_now_ends_the_search_without_an_answer(nearly_full: State) -> None:
    asked: list[Any] = []

    def over() -> bool:
        asked.append(1)
        return len(asked) > 5

    assert find_place(nearly_full, over=over) is None
    assert not live_physics._answers


@pytest.mark.parametrize("few", [0, 20])
def test_the_search_before_a_skip_has_a_limit_of_tries_and_trials(
    few: int, nearly_full: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With 2,500 tries of each size, and trials without end, a turn of a bot took two minutes of the processor."""
    monkeypatch.setattr(live_physics, "FEW_PIECES", few)
    tries, quicks, falls = list[int](), list[int](), list[int]()
    here = CandidatePlacement("small", False, "rest", "side", 1, HERE, Aim(0, (1,)), 2)

    def try_once(*_: Any) -> CandidatePlacement:
        tries.append(1)
        return here

    def fall(trials: Any, *_: Any) -> ReleaseOutcome:
        falls.append(1)
        trials._piece_steps.append(8 * 500)
        return ReleaseOutcome(0, legal=False, points=0)

    monkeypatch.setattr(live_physics.PlacementSearch, "try_once", try_once)

    def quick(trials: Any, *_: Any, **__: Any) -> ReleaseOutcome:
        quicks.append(1)
        trials._piece_steps.append(8 * 100)
        return ReleaseOutcome(0, legal=True, points=1)

    monkeypatch.setattr(live_physics.ReleaseTrials, "quick", quick)
    monkeypatch.setattr(live_physics.ReleaseTrials, "brief_fall", fall)
    live_physics._answers.clear()
    assert find_place(nearly_full) is None
    assert bool(quicks) == (few == 0), "among few pieces a fall comes at once"
    steps = 100 * len(quicks) + 500 * len(falls)
    spent = len(tries) * trials.TRY_MS + steps * trials.STEP_MS * 8
    assert live_physics.MOST_SEARCH_MS <= spent <= live_physics.MOST_SEARCH_MS + 500
