"""Games played to some point by lot, and their tables as somebody sees them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from towergames.board.protocol import AnyContext, Context
from towergames.core.contract import AnyGame, Decide, Event, Nature, Over, Seat, visible
from towergames.core.dice import Dice

NAMES = ("Ann", "Balthasar", "bot:hard", "Zoë", "Eve", "Finn")
Choose = Callable[[Any, Dice], Any]
Groups = tuple[tuple[Event, ...], ...]
KEPT = 4
"""Steps whose events are remembered."""


def played(
    game: AnyGame, seats: int, plies: int, seed: int = 1, *, last: int = 1, choose: Choose | None = None, **options: Any
) -> tuple[Any, tuple[Event, ...]]:
    """A game after that many random moves, and the events of its last steps."""
    state, groups = _played(game, seats, plies, seed, choose, tuple(options.items()))
    return state, tuple(event for events in groups[-last:] for event in events)


@lru_cache(maxsize=4096)
def _played(
    game: AnyGame, seats: int, plies: int, seed: int, choose: Choose | None, options: tuple[tuple[str, Any], ...]
) -> tuple[Any, Groups]:
    dice = Dice(seed, plies)
    if not plies:
        return _settled(game, game.new(seats, dict(options)), (), dice)
    state, groups = _played(game, seats, plies - 1, seed, choose, options)
    if not isinstance(game.turn(state), Decide):
        return state, groups
    step = game.apply(state, choose(state, dice) if choose else game.choices(state).sample(dice))
    return _settled(game, step.state, (*groups, step.events), dice)


def settled(game: AnyGame, state: Any, dice: Dice) -> Any:
    return _settled(game, state, (), dice)[0]


def _settled(game: AnyGame, state: Any, groups: Groups, dice: Dice) -> tuple[Any, Groups]:
    while isinstance(turn := game.turn(state), Nature):
        step = game.apply_outcome(state, game.resolve(state, turn, dice))
        state, groups = step.state, (*groups, step.events)
    return state, groups[-KEPT:]


def seen(game: AnyGame, state: Any, events: Sequence[Event] = (), seat: Seat | None = -1, **more: Any) -> AnyContext:
    """The table as ``seat`` sees it (-1: the one to move); all is open when the game is over."""
    turn = game.turn(state)
    if seat == -1:
        seat = turn.seat if isinstance(turn, Decide) else state.active
    view = game.reveal(state) if isinstance(turn, Over) else game.view(state, seat)
    facts = {
        "may_act": isinstance(turn, Decide) and turn.seat == seat,
        "marks": tuple(event for event in events if visible(event, seat)),
    }
    return Context(game, view, turn, seat, NAMES[: state.seats], None, **facts | more)
