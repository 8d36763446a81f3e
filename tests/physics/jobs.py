"""Jobs for the worker's tests: they must be in a module that the other process can import."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path
from typing import Any

from towergames.physics.worker import Task


def where(task: Task) -> int:
    return os.getpid()


def count(task: Task, to: int) -> int:
    for number in range(to):
        task.tell(number)
    return to


def fail(task: Task, why: Any) -> None:
    raise ValueError(why)


def give_back_a_lock(task: Task) -> Any:
    return threading.Lock()


def shout(task: Task) -> str:
    print("to the screen")
    os.write(2, b"and to the other one")
    return "done"


def die(task: Task) -> None:
    os._exit(3)


def die_once(task: Task, mark: str) -> int:
    if not Path(mark).exists():
        Path(mark).touch()
        os._exit(3)
    return os.getpid()


def until_cancelled(task: Task) -> str:
    task.tell("started")
    while not task.cancelled():
        time.sleep(0.01)
    return "stopped"


def deaf(task: Task) -> None:
    task.tell("started")
    time.sleep(30)
