"""The reason for a fall, for the player who paid for it."""

from __future__ import annotations

from towergames.core.contract import Event, Seat, Step
from towergames.games.konexi.model import State

OUT_OF_BALANCE = ("collapse", "sideways")
"""Kinds of falls of a whole tower."""


def losses(before: State, deed: object, step: Step[State], seat: Seat) -> tuple[str, ...]:  # noqa: ARG001 - the contract
    """The falls that cost the seat points, and how near the tower was to that fall before."""
    falls = [event for event in step.events if event.kind == "fall" and event.seat == seat]
    return tuple(f"{event.text}.{_warning(before, event)}" for event in falls)


def _warning(before: State, fall: Event) -> str:
    """The measure of the standing tower that foretold the fall; '' where none did."""
    balance, kind = before.balance, fall.data["kind"]
    if kind == "notch" and balance.loaded:
        return f" Before, the joint of {balance.loaded} carried {balance.load // 10}% of what it holds."
    if kind in OUT_OF_BALANCE and balance.margin > 0:
        return f" Before, the weight was {balance.margin / 1000:.1f} mm inside the foot."
    return ""
