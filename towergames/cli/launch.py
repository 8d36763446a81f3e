"""From a request to a front end: the screen on a real terminal, plain mode anywhere else."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from towergames.cli.shared import Globals

if TYPE_CHECKING:
    from towergames.request import Kind


def wants_plain(given: bool) -> bool:
    """Whether to converse in lines: asked for, a pipe at either end, or a terminal that can only do lines."""
    if given:
        return True
    if not (_is_terminal(sys.stdin) and _is_terminal(sys.stdout)):
        return True
    terminal = os.environ.get("TERM", "")
    return terminal in ("dumb", "unknown") or (os.name == "posix" and not terminal)


def _is_terminal(stream: Any) -> bool:
    try:
        return bool(stream.isatty())
    except (AttributeError, ValueError):  # no stream at all, or a closed one
        return False


def launch(given: Globals, kind: Kind, *, plain: bool = False, **what: Any) -> int:
    """Run a front end until the person leaves; its exit code. ``what`` are further fields of the request."""
    from towergames.paths import expanded
    from towergames.request import RunRequest

    config = expanded(given.config) if given.config else None
    request = RunRequest(kind, what.pop("saves", given.saves_folder), config=config, flags=dict(given.flags), **what)
    if wants_plain(plain or given.plain):
        from towergames.plain.run import run_plain

        return run_plain(request)
    from towergames.cli.output import talk
    from towergames.tui.run import run_tui

    talk(*request.notices)  # also on the screen, but a curtain takes them away there
    return run_tui(request)
