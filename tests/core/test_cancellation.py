from __future__ import annotations

import threading

import pytest

from towergames.core.cancellation import Cancelled, raise_if_stopped, run_cancellable, stopped


def test_work_goes_on_until_its_stop_is_set() -> None:
    stop = threading.Event()
    seen: list[bool] = []

    def work() -> str:
        seen.append(stopped())
        raise_if_stopped()
        stop.set()
        seen.append(stopped())
        raise_if_stopped()
        return "never"

    with pytest.raises(Cancelled):
        run_cancellable(work, stop)
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

    assert run_cancellable(work, stop)
    assert others == [False] and not stopped()
    raise_if_stopped()
