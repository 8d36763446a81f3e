"""The worker's other process: takes jobs from a pipe, does them one by one, and ends when the pipe does."""

from __future__ import annotations

import os
import queue
import signal
import threading
import traceback
from multiprocessing.connection import Connection
from typing import Any


class There:
    """The task of a job that runs in the worker's process."""

    def __init__(self, pipe: Connection, number: int, given_up: set[int], talk: threading.Lock) -> None:
        self._pipe, self._number, self._given_up, self._talk = pipe, number, given_up, talk

    def cancelled(self) -> bool:
        """Whether the caller gave up."""
        return self._number in self._given_up

    def tell(self, news: Any) -> None:
        """To the caller, through the pipe."""
        with self._talk:
            self._pipe.send(("told", self._number, news))


def serve(pipe: Connection) -> None:
    """The life of the worker's process."""
    # ctrl+C is for the game; we end when the pipe does. And the screen is the game's alone.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    waiting: queue.SimpleQueue[tuple[Any, ...]] = queue.SimpleQueue()
    given_up: set[int] = set()
    talk = threading.Lock()
    threading.Thread(target=_hear, args=(pipe, waiting, given_up), daemon=True).start()
    pipe.send("ready")
    while True:
        number, function, arguments = waiting.get()
        answer: tuple[Any, ...]
        try:
            result = None if number in given_up else function(There(pipe, number, given_up, talk), *arguments)
            answer = ("done", number, result)
        except Exception as error:
            answer = ("failed", number, f"{type(error).__name__}: {error}", traceback.format_exc())
        given_up.discard(number)
        with talk:
            try:
                pipe.send(answer)
            except (OSError, EOFError):
                return
            except Exception as error:  # a result that cannot travel
                pipe.send(("failed", number, f"the result cannot be sent: {error}", ""))


def _hear(pipe: Connection, waiting: queue.SimpleQueue[tuple[Any, ...]], given_up: set[int]) -> None:
    while True:
        try:
            kind, number, *rest = pipe.recv()
        except (EOFError, OSError):
            os._exit(0)
        except Exception:  # a job of a module that is not here: the caller is told by our end
            os._exit(1)
        if kind == "cancel":
            given_up.add(number)
        else:
            waiting.put((number, *rest))
