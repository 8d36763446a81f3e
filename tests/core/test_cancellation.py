from __future__ import annotations

import threading

import pytest

from towergames.core.cancellation import Stopped, go_on, stoppable, stopped


def test_work_goes_on_until_its_stop_is_set() -> None:
    stop = threading.Event()
    seen: list[bool] = []

    def work() -> str:
        seen.append(stopped())
        go_on()
        stop.set()
        seen.append(stopped())
        go_on()
        return "never"

    with pytest.raises(Stopped):
        stoppable(work, stop)
    assert seen == [False, True]


def test_a_stop_is_for_one_thread_and_one_work() -> None:
    stop = threading.Event()
    stop.set()
    others: list[bool] = []

    def work() -> bool:
        thread = threading.Thread(target=lambda: others.append(stopped()))
        thread.start()
        thread.join()
        return stopped()

    assert stoppable(work, stop)
    assert others == [False] and not stopped()
    go_on()
