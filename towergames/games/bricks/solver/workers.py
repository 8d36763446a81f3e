"""Processes that search, one population each, and one that proves: the program's own process stays free."""

from __future__ import annotations

import multiprocessing
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, suppress
from multiprocessing.connection import Connection, wait
from threading import Lock
from typing import Any, NamedTuple

from towergames.core.bot import Clock
from towergames.core.processes import leave_with_parent, safe_path
from towergames.games.bricks.solver.encoding import EncodedTower, Materials
from towergames.games.bricks.solver.faces import Faces
from towergames.games.bricks.solver.population import Population
from towergames.games.bricks.solver.proof import LOWEST, ProofUpdate, provable
from towergames.games.bricks.solver.selection_bound import SelectionBound
from towergames.lexicon import Lexicon

MOST_SECONDS = 20
"""Seconds of processor time for the bound where a proof would take too long."""

_REPORT_SECONDS = 0.2
"""Seconds between two reports of a worker that has found nothing."""

_START_LOCK = Lock()
"""Held while a process starts: standard error is another stream meanwhile, in all threads."""


class WorkerReport(NamedTuple):
    """The number of a worker, the steps since its last report, and the best tower with its points if that is new."""

    worker: int
    steps: int
    found: tuple[int, EncodedTower] | None


def search(make_faces: Callable[[], Faces], seeds: list[int], clock: Clock) -> Iterator[WorkerReport]:
    """Search in one process for each seed until the clock is over; its iterations are steps of each process.

    The faces are made while the processes start. A report comes a few times a second, and none when no process could be
    started. An error of a worker is raised here.
    """
    return _apart(_work, [(number, seed, clock.iterations) for number, seed in enumerate(seeds)], make_faces, clock)


def prove(materials: Materials, lexicon: Lexicon, clock: Clock, best: Callable[[], int]) -> Iterator[ProofUpdate]:
    """Updates of :class:`SelectionBound` from a process that is sent ``best()``; see :func:`search`."""
    return _apart(_prove, [()], lambda: (materials, lexicon.text), clock, best)


def _apart(
    work: Callable[..., None],
    tasks: Sequence[tuple[object, ...]],
    make: Callable[[], object],
    clock: Clock,
    best: Callable[[], int] | None = None,
) -> Iterator[Any]:
    """Start a process for each task and yield what the processes send.

    The last argument of ``work`` is a pipe, which gives the result of ``make``, then ``best()`` at every change.
    """
    with _started(work, tasks) as pipes:
        made = make()
        for pipe in pipes:
            with suppress(OSError):  # a worker that could not start is missed below
                pipe.send(made)
        going = list(pipes)
        sent: int | None = None
        while going and not clock.over(0):
            if best is not None and (score := best()) != sent:
                sent = score
                for pipe in going:
                    with suppress(OSError):
                        pipe.send(score)
            ready = wait(going, timeout=_REPORT_SECONDS)
            for pipe in [each for each in going if each in ready]:
                try:
                    message = pipe.recv()
                except (EOFError, OSError):
                    going.remove(pipe)
                    continue
                if isinstance(message, Exception):
                    raise message
                yield message


@contextmanager
def _started(work: Callable[..., None], tasks: Sequence[tuple[object, ...]]) -> Iterator[list[Connection]]:
    """Start a process for each task and give the pipes to them; the processes are ended at the end."""
    # Spawned: this process has threads, and a fork would copy what they hold.
    context = multiprocessing.get_context("spawn")
    processes, pipes = [], []
    try:
        for number, task in enumerate(tasks):
            ours, theirs = context.Pipe()
            pipes.append(ours)
            task = (*task, theirs)
            processes.append(context.Process(target=work, args=task, name=f"solver-{number + 1}", daemon=True))
            # The first one is started with a helper that inherits stderr, which has no file number under Textual.
            with _START_LOCK, safe_path(), redirect_stderr(sys.__stderr__), suppress(OSError):
                processes[-1].start()
            theirs.close()
        yield pipes
    finally:
        for process in processes:
            if process.pid is not None:
                process.kill()
                process.join()
        for pipe in pipes:
            pipe.close()


def _work(number: int, seed: int, steps: int | None, pipe: Connection) -> None:
    """In a worker: send reports of ``steps`` steps of a population; None: until the process is ended."""
    leave_with_parent()
    try:
        for message in _messages(number, Population(pipe.recv(), seed), steps):
            pipe.send(message)
    except (EOFError, OSError):
        return  # the program has ended
    except Exception as error:
        pipe.send(error)


def _prove(pipe: Connection) -> None:
    """In a worker: send updates of the proof, for MOST_SECONDS of work where a proof would take too long."""
    leave_with_parent()
    try:
        materials, text = pipe.recv()
        for news in SelectionBound(materials, Lexicon("", "", 0, lambda: text)).news(_LatestScore(pipe)):
            if news != ProofUpdate():
                pipe.send(news)
            if not provable(materials) and time.process_time() > MOST_SECONDS:
                return
    except (EOFError, OSError):
        return  # the program has ended
    except Exception as error:
        pipe.send(error)


class _LatestScore:
    """The last number that came through a pipe."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe, self._number = pipe, LOWEST

    def __call__(self) -> int:
        while self._pipe.poll():
            self._number = self._pipe.recv()
        return self._number


def _messages(number: int, population: Population, steps: int | None) -> Iterator[WorkerReport]:
    done = reported = 0
    due = time.monotonic() + _REPORT_SECONDS
    while steps is None or done < steps:
        found = population.step()
        done += 1
        if found is not None or done == steps or time.monotonic() >= due:
            yield WorkerReport(number, done - reported, found)
            reported, due = done, time.monotonic() + _REPORT_SECONDS
