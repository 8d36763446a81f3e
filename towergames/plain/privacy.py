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
    public, mine = _facts(table, None), _facts(table, seat)
    if not isinstance(public, dict) or not isinstance(mine, dict):
        return bool(public != mine)
    everybody = [_facts(table, other) for other in range(len(table.names))]
    # A field that holds just who looks, for every seat, is no secret.
    marks = {key for key in public if public[key] is None and all(v[key] == s for s, v in enumerate(everybody))}
    return any(mine[key] != public[key] for key in public if key not in marks)


def _facts(table: Table, seat: Seat | None) -> Any:
    return msgspec.to_builtins(table.view(seat))
