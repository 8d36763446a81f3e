"""Where games are played: in this process, in processes of this machine, or on a Dask cluster."""

from __future__ import annotations

import logging
import multiprocessing
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import AbstractContextManager, nullcontext, suppress
from itertools import islice
from typing import Protocol

from towergames import __version__
from towergames.arena.games import GameRow, GameTask, play_game
from towergames.core.processes import leave_with_parent, safe_path

SHORTEST_BATCH, LONGEST_BATCH = 0.2, 1.0
"""Seconds that a batch of games lasts. Each costs Dask 7 ms, and a killed worker plays its batches in vain."""

BATCH_SHARE = 0.05
"""Share of the elapsed time that a batch lasts, within the two limits above, so that no worker idles long at the end.
"""

MOST_IN_BATCH = 100
BATCHES_PER_WORKER = 2
"""One batch is played, and one waits."""

MAX_ATTEMPTS = 5
"""Attempts at a game whose worker died."""

CONNECT_TIMEOUT = 10.0
"""Seconds that are allowed to the scheduler of a cluster, and to its first worker."""


class WorkersError(Exception):
    """The workers cannot play, or play no longer; the message says why."""


class Workers(Protocol):
    """Processes that play games, behind an executor."""

    executor: Executor

    @property
    def count(self) -> int:
        """How many games are played at the same time."""

    def renew(self) -> None:
        """Replace an executor that is broken."""

    def close(self) -> None:
        """End what was started here, also in the middle of a game."""


MOST_ON_WINDOWS = 61
"""Windows waits for no more processes at once."""


class LocalWorkers:
    """Processes of this machine."""

    def __init__(self, count: int) -> None:
        self.count = min(count, MOST_ON_WINDOWS) if sys.platform == "win32" else count
        self._others = set(multiprocessing.active_children())
        self.executor = self._pool()

    def _pool(self) -> Executor:
        # Spawned: this process may have threads, and a fork would copy what they hold.
        with safe_path():  # this may start a helper of multiprocessing
            return ProcessPoolExecutor(self.count, multiprocessing.get_context("spawn"), leave_with_parent)

    def renew(self) -> None:
        """Replace the pool, which is broken when one of its processes has died."""
        self.close()
        self.executor = self._pool()

    def close(self) -> None:
        """End the processes at once."""
        for process in set(multiprocessing.active_children()) - self._others:
            process.terminate()
        self.executor.shutdown(cancel_futures=True)


class Cluster:
    """The workers of a Dask scheduler, which gives the games of a lost worker to another one by itself."""

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise WorkersError("--cluster needs the library distributed: pip install distributed") from None
        try:
            self._client = Client(address, timeout=CONNECT_TIMEOUT, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise WorkersError(f"no Dask scheduler answers at {address}: {error}") from None
        # What breaks reaches the games as an error; these would print it with its traceback too.
        for name in ("tornado.application", "distributed.client", "distributed.batched"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self._counted = -CONNECT_TIMEOUT
        self._count = 0
        with suppress(TimeoutError):
            self._client.wait_for_workers(1, timeout=CONNECT_TIMEOUT)
        if not self.count:
            self.close()
            raise WorkersError(f"the Dask scheduler at {address} has no workers. Start one with: dask worker {address}")
        self.executor: Executor = self._client.get_executor(pure=False)

    @property
    def count(self) -> int:
        """The threads of all workers, as they were a few seconds ago."""
        if time.monotonic() - self._counted > CONNECT_TIMEOUT / 2:
            self._count = sum(self._client.nthreads().values())
            self._counted = time.monotonic()
        return self._count

    def renew(self) -> None:
        """Nothing breaks: the scheduler replaces workers."""

    def close(self) -> None:
        """Take back the games that are not finished, and leave the cluster as it is."""
        self._client.close(timeout=CONNECT_TIMEOUT)


def play_batch(tasks: Sequence[GameTask]) -> list[GameRow]:
    """Play games in a worker. Raises WorkersError where this is another version of the program."""
    for task in tasks:
        if task.version != __version__:
            raise WorkersError(f"a worker has version {__version__} of towergames, not {task.version}")
    return [play_game(task) for task in tasks]


def play(
    tasks: Iterable[GameTask],
    workers: Workers | None = None,
    hold: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> Generator[list[GameRow]]:
    """Play games; their rows, some at a time, in the order in which they end.

    Without workers the games are played in this process. The games of a worker that died are played again. While
    ``hold`` is open no signal ends the program. Raises WorkersError when playing again does not help.
    """
    if workers is None:
        for task in tasks:
            yield [play_game(task)]
        return
    tasks = iter(tasks)
    again: deque[tuple[GameTask, ...]] = deque()
    running: dict[Future[list[GameRow]], tuple[GameTask, ...]] = {}
    lost: Counter[int] = Counter()
    size, began = 1, time.monotonic()
    while True:
        broken = False
        while not broken and len(running) < BATCHES_PER_WORKER * workers.count:
            batch = again.popleft() if again else tuple(islice(tasks, size))
            if not batch:
                break
            try:
                # This may start a process, which would print an error if it were left half started.
                with hold(), safe_path():
                    running[workers.executor.submit(play_batch, batch)] = batch
            except BrokenExecutor:
                again.append(batch)
                broken = True
        if not running and not broken:
            return
        # Windows delivers no signal during a wait, so waits must be short.
        for future in wait(running, timeout=1.0, return_when=FIRST_COMPLETED).done:
            batch = running.pop(future)
            try:
                rows = future.result()
            except BrokenExecutor:
                again.append(batch)
                broken = True
                continue
            except CancelledError:
                raise WorkersError("the cluster has dropped the games; its scheduler may have stopped") from None
            except Exception as error:
                raise _explained(error, batch) from None
            seconds = sum(row["seconds"] for row in rows) / len(rows)
            wanted = min(LONGEST_BATCH, max(SHORTEST_BATCH, BATCH_SHARE * (time.monotonic() - began)))
            size = max(1, min(MOST_IN_BATCH, int(wanted / max(seconds, 1e-6))))
            yield rows
        if broken:
            again.extend(running.values())
            running.clear()
            lost.update(task.number for batch in again for task in batch)
            worst = min(lost, key=lambda number: (-lost[number], number))
            if lost[worst] > MAX_ATTEMPTS:
                raise WorkersError(f"workers died {lost[worst]} times while game {worst} was under way")
            workers.renew()


def _explained(error: Exception, batch: Sequence[GameTask]) -> Exception:
    """An error of a worker as one for people, where it is none of the game."""
    games = f"game {batch[0].number}" + (f" to {batch[-1].number}" if len(batch) > 1 else "")
    name = type(error).__name__
    if isinstance(error, ModuleNotFoundError):
        return WorkersError(f"a worker lacks a module ({error}). Install the same towergames on every worker")
    if name == "KilledWorker":
        return WorkersError(f"the workers died again and again while {games} was played")
    if isinstance(error, (OSError, TimeoutError)):
        return WorkersError(f"the cluster does not answer any more: {error}")
    return error
