"""Tasks: the answer, the news and the failure of slow work reach the client's thread, and a dropped one nothing."""

from __future__ import annotations

import platform
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from queue import Queue
from threading import Event, get_ident
from typing import Any

import pytest

from towergames.board.protocol import Failure
from towergames.core import cancellation
from towergames.core.bot import Clock
from towergames.session import task as task_module
from towergames.session.task import STOPPED, Task

Calls = Queue[tuple[Callable[[Any], None], Any]]


class Client:
    """A thread that runs what tasks ask it to run, when it is told to."""

    def __init__(self) -> None:
        self.calls: Calls = Queue()
        self.heard: list[Any] = []
        self.threads: set[int] = set()

    def call(self, function: Callable[[Any], None], given: Any) -> None:
        self.calls.put((function, given))

    def hear(self, given: Any) -> None:
        self.threads.add(get_ident())
        self.heard.append(given)

    def run(self, calls: int) -> None:
        for _ in range(calls):
            function, given = self.calls.get(timeout=5)
            function(given)


def test_news_and_answer_come_on_the_clients_thread_in_order() -> None:
    client = Client()

    def work(clock: Clock) -> str:
        clock.report_progress("half")
        return "whole"

    task = Task(client.call, work, client.hear, client.hear).start()
    client.run(2)
    assert client.heard == ["half", "whole"] and client.threads == {get_ident()} and not task.active


def test_what_the_work_raises_is_a_failure() -> None:
    client = Client()
    Task(client.call, lambda _: [][1], client.hear).start()
    client.run(1)
    assert isinstance(client.heard[0], Failure) and "IndexError" in client.heard[0].text


def test_a_stopped_task_answers_with_the_best_it_has_and_one_given_up_fails() -> None:
    client, begun = Client(), Event()

    def patient(clock: Clock) -> str:
        begun.set()
        while not clock.over(0):
            cancellation.raise_if_stopped()
        return "best so far"

    task = Task(client.call, patient, client.hear).start()
    assert begun.wait(5)
    task.stop()
    client.run(1)
    begun.clear()
    task = Task(client.call, patient, client.hear).start()
    assert begun.wait(5)
    task.give_up()
    client.run(1)
    assert client.heard == ["best so far", Failure(STOPPED)]


def test_a_dropped_task_is_heard_of_no_more_even_if_its_answer_was_under_way() -> None:
    client = Client()
    task = Task(client.call, lambda clock: clock.report_progress(1), client.hear, client.hear).start()
    task._thread.join(5)
    task.drop()
    client.run(2)
    assert client.heard == []


def test_a_client_that_has_ended_is_no_fault_of_the_work() -> None:
    def gone(*_: Any) -> None:
        raise RuntimeError("the program has ended")

    done = Event()
    task = Task(gone, lambda _: done.set(), lambda _: None).start()
    task._thread.join(5)
    assert done.is_set()


def test_free_memory_goes_back_after_long_work_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    freed: list[int] = []
    monkeypatch.setattr(task_module, "_free_memory", lambda: freed.append)
    for least, told in ((60.0, []), (-1.0, [0])):
        monkeypatch.setattr(task_module, "LONG", least)
        task = Task(lambda *_: None, lambda _: None, print).start()
        task._thread.join(5)
        assert freed == told


HEAPS = """
import ctypes, re, sys, threading
from pathlib import Path
from towergames.session.task import Task
libc = ctypes.CDLL(None)
libc.fopen.restype = libc.malloc.restype = ctypes.c_void_p
together = threading.Barrier(9)

def work(_):
    libc.malloc(100_000)
    together.wait()

tasks = [Task(lambda do, *given: None, work, print).start() for _ in range(8)]
together.wait()
libc.free(ctypes.c_void_p(libc.malloc(20 << 20)))
large = libc.malloc(10 << 20)
file = ctypes.c_void_p(libc.fopen(sys.argv[1].encode(), b"w"))
libc.malloc_info(0, file)
libc.fclose(file)
told = Path(sys.argv[1]).read_text()
apart = re.findall('type="mmap" count="[0-9]*" size="([0-9]*)"', told)
print(told.count("<heap nr="), int(apart[-1]) >= 10 << 20)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="asks glibc")
def test_threads_share_one_heap_and_large_blocks_are_apart(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", HEAPS, str(tmp_path / "heaps")], capture_output=True, text=True)
    assert done.stdout == "1 True\n", done.stderr
