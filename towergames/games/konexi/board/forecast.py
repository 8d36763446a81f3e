"""Releases of the letter in hand that are tried out as help: in a thread, with tremors of their own."""

from __future__ import annotations

from dataclasses import replace

from towergames import physics
from towergames.board.protocol import Result, Work
from towergames.core.bot import Clock
from towergames.core.dice import Dice
from towergames.games.konexi.board.ui_state import KonexiContext, KonexiResult, Trials, Ui
from towergames.games.konexi.model import STANDS, Action, Released, View, state_of
from towergames.games.konexi.tower import PlacedLetter

RELEASES = 12
"""Number of releases that are tried out in one place."""


def with_trials(c: KonexiContext, result: KonexiResult, *, idle: bool = True) -> KonexiResult:
    """The answer to input, with work that tries out releases where the letter in hand is."""
    spot = result.ui.at
    return result if spot is None else replace(result, work=_work(c.view, spot, idle=idle))


def _work(view: View, spot: PlacedLetter, *, idle: bool) -> Work[Ui, Action]:
    def done(c: KonexiContext, answer: object) -> KonexiResult:
        if not isinstance(answer, Trials) or c.ui.at != spot:
            return Result(c.ui)
        return Result(replace(c.ui, trials=answer))

    return Work(lambda clock: tried(view, spot, clock), done, idle=idle)


def tried(view: View, spot: PlacedLetter, clock: Clock) -> Trials | None:
    """The results of the releases; None without an engine, or if the clock is over before the last one."""
    if physics.unavailable_reason():
        return None
    from towergames.games.konexi.live_physics import draw_tremor, try_release

    state = state_of(view)
    fell = alone = 0
    for number in range(RELEASES):
        if clock.over(number):
            return None
        released = try_release(state, spot, draw_tremor(view.terms.hand, Dice(0, number, "forecast")))
        fell += released.kind != STANDS
        alone += is_alone(released, spot.letter)
    return Trials(spot, RELEASES, fell, alone)


def is_alone(released: Released, letter: str) -> bool:
    """Whether only the letter itself falls: it drops, touches the table, or breaks its own joint."""
    return released.kind != STANDS and released.cause == letter
