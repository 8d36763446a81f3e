"""Work in a process of its own, so that a screen never waits for physics: reusable, cancellable, gone when we are gone.

A job is a function of a module, called as ``function(task, *arguments)`` in the other process; arguments and results
travel there and back, so they must be plain data. It should ask :meth:`Task.cancelled` now and then, and may tell how
far it is with :meth:`Task.tell`. Where no process can be started, jobs run in a thread here, and nothing else changes.
"""

from __future__ import annotations

import atexit
import contextlib
import itertools
import multiprocessing
import threading
import time
import traceback
import weakref
from collections.abc import Callable
from typing import Any, Protocol

from towergames.physics.serving import serve

STUBBORN = 1.0
"""Seconds that a cancelled job may take to notice; then its process is ended when the next job comes."""
RETRIES = 1
"""How often a job is started again whose process died under it."""
START = 60.0
"""Seconds that a new process may take to say that it is ready."""


class WorkFailed(Exception):  # noqa: N818
    """A job raised an exception; the text says which, ``details`` where."""

    def __init__(self, text: str, details: str = "") -> None:
        self.details = details
        super().__init__(text)


class WorkerLost(WorkFailed):
    """The process died under a job, and again when it was tried a second time."""


class Cancelled(Exception):  # noqa: N818
    """The job was cancelled."""


class Task(Protocol):
    """What a job sees of its caller."""

    def cancelled(self) -> bool:
        """Whether nobody waits for the result any more."""
        ...

    def tell(self, news: Any) -> None:
        """Send something to the caller while the job goes on."""
        ...


class Job:
    """A job as its caller sees it."""

    def __init__(self, worker: Worker, number: int, call: tuple[Any, ...], told: Callable[[Any], None] | None) -> None:
        self._worker, self.number, self.call, self._told = worker, number, call, told
        self._ended = threading.Event()
        self._result: Any = None
        self._error: Exception | None = None
        self.tries = 0
        self.cancelled_at = 0.0

    def done(self) -> bool:
        """Whether :meth:`result` would answer at once."""
        return self._ended.is_set()

    def result(self, timeout: float | None = None) -> Any:
        """Wait for the result. Raises TimeoutError, Cancelled, WorkFailed, WorkerLost."""
        if not self._ended.wait(timeout):
            raise TimeoutError("the job has not ended yet")
        if self._error is not None:
            raise self._error
        return self._result

    def cancel(self) -> None:
        """Give up the job: :meth:`result` raises Cancelled from now on, and the process hears of it."""
        if not self.done():
            self.cancelled_at = time.monotonic()
            self._end(None, Cancelled("the job was cancelled"))
            self._worker._hear_cancel(self)

    def _end(self, result: Any, error: Exception | None) -> None:
        if not self._ended.is_set():
            self._result, self._error = result, error
            self._ended.set()

    def _hear(self, news: Any) -> None:
        if self._told is not None and not self.done():
            self._told(news)


class Worker:
    """One process that does one job after the other. Starts when it is first needed; close it, or leave it to exit.

    News told by a job arrive in a thread of the worker's.
    """

    def __init__(self) -> None:
        self._numbers = itertools.count(1)
        self._lock = threading.RLock()  # guards the jobs; never held for long
        self._linking = threading.Lock()  # held while a process starts
        self._jobs: dict[int, Job] = {}
        self._link: _Link | None = None
        self._here = False
        self._closed = False
        _OPEN.add(self)

    def start(self, function: Callable[..., Any], *arguments: Any, told: Callable[[Any], None] | None = None) -> Job:
        """Start a job, or queue it behind those already started. Never waits. Raises RuntimeError when closed."""
        job = Job(self, next(self._numbers), (function, arguments), told)
        with self._lock:
            if self._closed:
                raise RuntimeError("this worker is closed")
            self._end_stubborn()
            self._jobs[job.number] = job
        if self._link is not None:
            self._send(job)
        else:
            threading.Thread(target=self._send, args=(job,), daemon=True).start()
        return job

    def warm(self) -> None:
        """Start the process now, so that the first job need not wait for it."""
        threading.Thread(target=self._connected, daemon=True).start()

    @property
    def in_process(self) -> bool:
        """Whether jobs run here because no process could be started."""
        return self._here

    @property
    def pid(self) -> int:
        """The process's number, 0 when there is none."""
        link = self._link
        return link.process.pid or 0 if link is not None and link.process.is_alive() else 0

    def close(self) -> None:
        """End the process and all jobs. Harmless when done twice."""
        with self._lock:
            self._closed = True
            jobs, self._jobs = list(self._jobs.values()), {}
            link, self._link = self._link, None
        for job in jobs:
            job._end(None, Cancelled("the worker was closed"))
        if link is not None:
            link.end()

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _connected(self) -> _Link | None:
        """The link to the living process, made if need be; None when jobs must run here."""
        with self._linking:
            if self._closed or self._here:
                return None
            if self._link is None:
                try:
                    link = _Link(self)
                except (OSError, EOFError, RuntimeError, ValueError, AssertionError):
                    # No processes in this place (or not for a daemon like us): the game goes on without.
                    self._here = True
                    return None
                if self._closed:
                    link.end()
                    return None
                self._link = link
            return self._link

    def _send(self, job: Job) -> None:
        link = self._connected()
        if job.done():
            return
        job.tries += 1
        if link is None:
            self._run_here(job)
            return
        try:
            link.send(("run", job.number, *job.call))
        except (OSError, EOFError):
            self._lost(link)
        except Exception as error:  # whatever an argument that cannot travel raises
            self._finish(job.number, None, WorkFailed(f"the job cannot be sent: {error}"))

    def _run_here(self, job: Job) -> None:
        function, arguments = job.call
        try:
            result = function(_Here(job), *arguments)
        except Exception as error:
            self._finish(job.number, None, WorkFailed(f"{type(error).__name__}: {error}", traceback.format_exc()))
        else:
            self._finish(job.number, result, None)

    def _finish(self, number: int, result: Any, error: Exception | None) -> None:
        with self._lock:
            job = self._jobs.pop(number, None)
        if job is not None:
            job._end(result, error)

    def _hear_cancel(self, job: Job) -> None:
        link = self._link
        if link is not None:
            with contextlib.suppress(OSError):
                link.send(("cancel", job.number))

    def _end_stubborn(self) -> None:
        """A cancelled job that does not listen holds up the next one: its process goes."""
        now = time.monotonic()
        stubborn = [j for j in self._jobs.values() if j.cancelled_at and now - j.cancelled_at > STUBBORN]
        if stubborn and self._link is not None:
            for job in stubborn:
                self._jobs.pop(job.number)
            self._link.process.kill()

    def _lost(self, link: _Link) -> None:
        """The process is gone: what waited for it is tried once more in a new one."""
        with self._lock:
            if self._link is not link:
                return
            self._link = None
            waiting = [self._jobs[number] for number in sorted(self._jobs)]
        link.end()
        for job in waiting:
            if job.done():
                self._finish(job.number, None, None)
            elif job.tries > RETRIES:
                self._finish(job.number, None, WorkerLost("the process that did the physics died twice"))
            else:
                self._send(job)


class _Here:
    """The task of a job that runs in this process."""

    def __init__(self, job: Job) -> None:
        self._job = job

    def cancelled(self) -> bool:
        """Whether nobody waits any more."""
        return self._job.done()

    def tell(self, news: Any) -> None:
        """To the caller at once."""
        self._job._hear(news)


class _Link:
    """A living process and the two ends of the talk with it."""

    def __init__(self, worker: Worker) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs,), name="towergames physics", daemon=True)
        self._talk = threading.Lock()
        try:
            self.process.start()
            theirs.close()
            if not self._pipe.poll(START) or self._pipe.recv() != "ready":
                raise RuntimeError("the process does not answer")
        except BaseException:
            self.end()
            raise
        # The worker must be free to go while its thread waits.
        threading.Thread(target=_listen, args=(weakref.ref(worker), self), daemon=True).start()

    def send(self, message: tuple[Any, ...]) -> None:
        """Say something to the process."""
        with self._talk:
            self._pipe.send(message)

    def hear(self) -> tuple[Any, ...]:
        """Wait for what the process says. Raises EOFError when it is gone."""
        message: tuple[Any, ...] = self._pipe.recv()
        return message

    def end(self) -> None:
        """Make sure that the process is gone and waited for."""
        if self.process.pid is not None:
            self.process.kill()
            self.process.join(5)
        self._pipe.close()


def _listen(owner: weakref.ref[Worker], link: _Link) -> None:
    """Hand on what the process says until it ends."""
    while True:
        try:
            kind, number, *rest = link.hear()
        except (EOFError, OSError, TypeError, ValueError):
            break
        worker = owner()
        if worker is None:
            link.end()
            return
        if kind == "told":
            job = worker._jobs.get(number)
            if job is not None:
                job._hear(rest[0])
        elif kind == "done":
            worker._finish(number, rest[0], None)
        else:
            worker._finish(number, None, WorkFailed(*rest))
        del worker
    worker = owner()
    if worker is not None:
        worker._lost(link)


_OPEN: weakref.WeakSet[Worker] = weakref.WeakSet()


@atexit.register
def _close_all() -> None:
    for worker in list(_OPEN):
        worker.close()
