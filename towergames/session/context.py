"""Makes the contexts of all clients: what a board may know of a game at one point of it."""

from __future__ import annotations

from typing import Any

from towergames.board.protocol import AnyContext, Context, Style
from towergames.core.contract import Event, Seat, visible
from towergames.table.history import History


def context_at(
    history: History,
    seat: Seat | None,
    plays: int | None = None,
    *,
    everything: bool = False,
    view: Any = None,
    marks: tuple[Event, ...] | None = None,
    may_act: bool = False,
    style: Style = Style(),
) -> AnyContext:
    """The table after ``plays`` plays (None: now), as a seat (None: a spectator) sees it, or with nothing hidden.

    Whether ``everything`` may be shown is decided in :mod:`towergames.session.privacy`. ``view`` is the view of the
    seat, if the caller has it. ``marks`` are the events to mark; None means the events of the last play. Cursor,
    prepared move and camera are added by :class:`towergames.session.ui_memory.UiMemory`.
    """
    game, last = history.game, len(history.plays)
    at = last if plays is None else plays
    if view is None:
        state = history.state_after(at)
        view = game.reveal(state) if everything else game.view(state, seat)
    if marks is None:
        marks = events_of(history, at - 1, at, seat, everything=everything) if at else ()
    measure = history.measure
    return Context(
        game=game,
        view=view,
        turn=history.turn if at == last else game.turn(history.state_after(at)),
        seat=seat,
        names=history.header.names,
        ui=None,
        may_act=may_act,
        marks=marks,
        style=style,
        day=history.day,
        measure=measure.move if measure is not None else None,
        counts=history.counts,
    )


def events_of(
    history: History, start: int, stop: int, seat: Seat | None, *, everything: bool = False
) -> tuple[Event, ...]:
    """The events of the plays from ``start`` up to but not including ``stop``, as far as a seat may know them."""
    plays = history.plays[start:stop]
    return tuple(e for play in plays for e in play.step.events if everything or visible(e, seat))
