"""Decides what may be shown: on a screen, in a replay, and in an exported file.

Bots and boards are given views, in which the game itself hides what a seat may not know. This module decides whose
view may be shown.
"""

from __future__ import annotations

from typing import Any

import msgspec

from towergames.core.contract import Over, Seat
from towergames.table.errors import TableError
from towergames.table.history import History

NOT_YET = "hands are shown when the game is over"


def has_secrets(history: History, seat: Seat | None) -> bool:
    """Whether the seat sees more than a spectator; then the others must not see its view."""
    if seat is None or not history.game.info.hidden:
        return False
    public, mine = _facts(history, None), _facts(history, seat)
    if not isinstance(public, dict) or not isinstance(mine, dict):
        return bool(public != mine)
    seats = [_facts(history, other) for other in range(len(history.header.names))]
    # A field that only holds the seat of the view is no secret.
    marks = {key for key in public if public[key] is None and all(v[key] == s for s, v in enumerate(seats))}
    return any(mine[key] != public[key] for key in public if key not in marks)


def may_show_all(history: History, seat: Seat | None = None, *, everything: bool = False) -> bool:
    """Whether everyone may see the open table, a seat's view, or (without both) the public view."""
    if not everything and seat is None:
        return True
    return isinstance(history.turn, Over) or not history.game.info.hidden


def require(history: History, seat: Seat | None = None, *, everything: bool = False) -> None:
    """Raises TableError where :func:`may_show_all` says no."""
    if not may_show_all(history, seat, everything=everything):
        raise TableError(NOT_YET)


def _facts(history: History, seat: Seat | None) -> Any:
    return msgspec.to_builtins(history.game.view(history.state, seat))
