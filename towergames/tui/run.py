"""Start the Textual program, and end its process."""

from __future__ import annotations

import os
import signal
import sys
import time
from threading import Lock, Thread

from towergames.exit_codes import HUNG_UP
from towergames.run_request import RunRequest
from towergames.signals import ENDING
from towergames.tui.app import TowerApp
from towergames.tui.textual_parts import driver_of

STUCK = 5.0
"""Seconds after which a program that was asked to end, and does not even begin to, is ended."""
EXIT_SECONDS = 1.2
"""Most seconds from the closing of the table to the end of the process, whatever terminal and threads do."""
EXIT_SECONDS_HUNG_UP = 0.2
"""Most seconds from the closing of the table to the end, if the terminal has gone: nothing more can be shown."""


def app_of(request: RunRequest) -> TowerApp:
    """The program for a request: on a terminal, or as a browser shows it."""
    if not request.served:
        return TowerApp(request)
    from towergames.tui.browser_driver import ServedApp

    return ServedApp(request)


def run_tui(request: RunRequest) -> int:
    """Run until the person leaves or a signal arrives; the exit code: 128+n after signal n, 74 where moves are lost."""
    # A thread that computes gives way to the event loop after a millisecond, not after the usual five.
    sys.setswitchinterval(0.001)
    app = app_of(request)
    for number in ENDING:  # before the terminal is switched, and not by the event loop, which may be waiting for it
        signal.signal(number, lambda number, _frame: app.stop(128 + number))
    restoring = Lock()
    Thread(target=_end, args=(app, restoring), name="end", daemon=True).start()
    app.run(mouse=app.settings.flag("mouse"))
    with restoring:  # else the process could end before the terminal is restored
        return app.leaving or 0


def _end(app: TowerApp, restoring: Lock) -> None:
    """End the process some time after the game was saved: the terminal may read no more, a thread may be busy.

    Nothing is torn down, so a thread that is in the physics engine does no harm. A signal ends the program also while
    something keeps the event loop: all moves that were acknowledged are on the disk.
    """
    app.asked.wait()
    if app.closing.wait(STUCK):
        app.closed.wait()
    time.sleep(EXIT_SECONDS_HUNG_UP if app.leaving == HUNG_UP else EXIT_SECONDS)
    with restoring:
        getattr(driver_of(app), "abandon", lambda: None)()  # of a driver for POSIX terminals
        os._exit(app.leaving or 0)
