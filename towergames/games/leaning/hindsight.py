"""The cost of a release or a bump for a player, and how far the pieces moved."""

from __future__ import annotations

from typing import Any

from towergames.core.contract import Seat, Step
from towergames.games.leaning import text
from towergames.games.leaning.layout import has_moved, label
from towergames.games.leaning.model import MAX_SHIFT_UM, State, TableSettled


def losses(before: State, deed: Any, step: Step[State], seat: Seat) -> tuple[str, ...]:  # noqa: ARG001 - the contract
    """The Slips, Breaks and Wrecks of the seat in a step, then the pieces that moved too far, the furthest first.

    What the eye saw of a fall comes before all of it.
    """
    told = [event for event in step.events if event.kind in ("slip", "break", "wreck") and event.seat == seat]
    if not told:
        return ()
    seen = [event for event in step.events if event.kind == "settle" and event.text]
    found = [f"{event.text.rstrip('.')}." for event in (*seen, *told)]
    if isinstance(deed, TableSettled):
        moved = sorted((rest for rest in deed.rests if has_moved(rest)), key=lambda rest: -rest.shift)
        far = [rest for rest in moved[:3] if rest.shift > MAX_SHIFT_UM]
        found += [f"{text.moved(label(rest.piece), rest.shift, 0)}." for rest in far]
    return tuple(found)


def decisive(step: Step[State], seat: Seat) -> str:
    """The piece that scored, or the Break or Wreck of another player."""
    for event in step.events:
        if event.kind == "place" and event.seat == seat:
            piece, level = label(event.data["piece"]), event.data["level"]
            return f"{piece} on level {level}: {event.data['points']:+d}"
        if event.kind in ("break", "wreck") and event.seat is not None and event.seat != seat:
            return f"{{{event.seat}}}'s {event.kind.capitalize()}: {event.data['points']:+d}"
    return ""
