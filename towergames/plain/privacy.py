"""Who may look at the screen now: whether a hand-over is needed, judged from the views alone."""

from __future__ import annotations

from typing import Any

import msgspec

from towergames.core.contract import Seat
from towergames.table.match import Table


def has_secrets(table: Table, seat: Seat) -> bool:
    """Whether the seat sees anything that a spectator does not (U34: with open hands nobody need look away)."""
    if not table.game.info.hidden:
        return False
    return _facts(table.view(seat)) != _facts(table.view(None))


def _facts(view: Any) -> Any:
    """The view without the mark of who looks."""
    data = msgspec.to_builtins(view)
    if isinstance(data, dict):
        data.pop("seat", None)
    return data
