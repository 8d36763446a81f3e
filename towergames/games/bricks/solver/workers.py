"""Processes that search, one population each: every core works, and the program's own process stays free."""

from __future__ import annotations

import multiprocessing
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, suppress
from multiprocessing.connection import Connection, wait
from typing import NamedTuple

from towergames.core.bot import Clock
from towergames.core.processes import leave_with_parent
from towergames.games.bricks.solver.faces import Faces
from towergames.games.bricks.solver.hand import Plan
from towergames.games.bricks.solver.population import Population

_PAUSE = 0.2
"""Seconds between two reports of a worker that has found nothing."""


class Message(NamedTuple):
    """From a worker: its number, the steps since its last message, and the best tower with its points if it is new."""

    worker: int
    steps: int
    found: tuple[int, Plan] | None


def search(make_faces: Callable[[], Faces], seeds: list[int], clock: Clock) -> Iterator[Message]:
    """Search in as many processes as there are seeds, until the clock is over; its iterations are steps of each.

    The faces are made while the processes start.

    Nothing comes when no process could be started. There is a message a few times a second. An error of a worker is
    raised here.
    """
    # Spawned: this process has threads, and a fork would copy what they hold.
    context = multiprocessing.get_context("spawn")
    processes, pipes = [], []
    try:
        for number, seed in enumerate(seeds):
            ours, theirs = context.Pipe()
            pipes.append(ours)
            task = (number, seed, clock.iterations, theirs)
            processes.append(context.Process(target=_work, args=task, name=f"solver-{number + 1}", daemon=True))
            # The first one is started with a helper that inherits stderr, which has no file number under Textual.
            with redirect_stderr(sys.__stderr__), suppress(OSError):
                processes[-1].start()
            theirs.close()
        faces = make_faces()
        for pipe in pipes:
            with suppress(OSError):  # a worker that could not start is missed below
                pipe.send(faces)
        going = list(pipes)
        while going and not clock.over(0):
            ready = wait(going, timeout=_PAUSE)
            for pipe in [each for each in going if each in ready]:
                try:
                    message = pipe.recv()
                except (EOFError, OSError):
                    going.remove(pipe)
                    continue
                if isinstance(message, Exception):
                    raise message
                yield message
    finally:
        for process in processes:
            if process.pid is not None:
                process.kill()
                process.join()
        for pipe in pipes:
            pipe.close()


def _work(number: int, seed: int, steps: int | None, pipe: Connection) -> None:
    """In a worker: so many steps of a population, None: until the process is ended."""
    leave_with_parent()
    try:
        for message in _messages(number, Population(pipe.recv(), seed), steps):
            pipe.send(message)
    except (EOFError, OSError):
        return  # the program has ended
    except Exception as error:
        pipe.send(error)


def _messages(number: int, population: Population, steps: int | None) -> Iterator[Message]:
    done = told = 0
    due = time.monotonic() + _PAUSE
    while steps is None or done < steps:
        found = population.step()
        done += 1
        if found is not None or done == steps or time.monotonic() >= due:
            yield Message(number, done - told, found)
            told, due = done, time.monotonic() + _PAUSE
