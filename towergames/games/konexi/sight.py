"""What a seat may know, which is everything: nothing is hidden on this table."""

from __future__ import annotations

from dataclasses import fields

from towergames.core.contract import Seat
from towergames.games.konexi.model import Public, State, View

_SHARED = tuple(field.name for field in fields(Public))


def view(state: State, seat: Seat | None) -> View:
    """The game as the seat sees it."""
    return View(seat=seat, **{name: getattr(state, name) for name in _SHARED})


def imagine(seen: View) -> State:
    """The one state that looks so."""
    return State(**{name: getattr(seen, name) for name in _SHARED})
