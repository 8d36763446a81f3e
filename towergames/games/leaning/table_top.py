"""The live port to physics (:class:`towergames.games.leaning.needs.Physics`).

Import this late: it needs the engine, and raises ImportError where there is none. Everything here runs in the
calling thread.
"""

from __future__ import annotations

from towergames.core.dice import Dice
from towergames.games.leaning.bodies import name_of
from towergames.games.leaning.layout import READY_FOUNDATIONS, without
from towergames.games.leaning.model import Layout, Settled, State
from towergames.games.leaning.opponent.move_search import find_place
from towergames.games.leaning.release import STILL, drawn, left_alone, released
from towergames.physics.geometry import PER_CM
from towergames.physics.recording import read
from towergames.physics.table_top import Velocity

_JOLT = 50_000
"""Micrometres a second on each axis: how fast a bumped table jumps away under the pieces, as a standard deviation."""


class LiveTable:
    """Fulfils :class:`towergames.games.leaning.needs.Physics` with physics."""

    def let_go(self, state: State, dice: Dice) -> Settled:
        """Release ``state.in_hand`` with the tremor of the terms. Raises ValueError when nothing is in hand."""
        hand, terms = state.in_hand, state.terms
        if hand is None:
            raise ValueError("nothing is in hand")
        if hand.kind == "ready":
            return self._ready((hand.size, hand.size2), terms.surface, dice)
        assert hand.pose is not None
        hands = {hand.piece: (hand.size, read(hand.pose), drawn(terms.tremor, dice))}
        if hand.kind == "found":
            assert hand.pose2 is not None
            hands = {1: hands[hand.piece], 2: (hand.size2, read(hand.pose2), drawn(terms.tremor, dice))}
        return released(without(state.layout, hands), hands, terms.surface)

    def _ready(self, sizes: tuple[str, str], surface: str, dice: Dice) -> Settled:
        """A Foundation that stands, put down without tremor."""
        one, two = dice.choice(READY_FOUNDATIONS[sizes])
        hands = {1: (sizes[0], read(one), STILL), 2: (sizes[1], read(two), STILL)}
        return released(Layout(), hands, surface)

    def take_off(self, state: State) -> Settled:
        """Take the pieces ``state.clearing`` off the table and let the others come to rest. No tremor."""
        return left_alone(without(state.layout, state.clearing), state.terms.surface, {})

    def bump(self, state: State, dice: Dice) -> Settled:
        """Shake the table once: it jumps sideways under everything, a little up, and comes to rest."""
        jolt = tuple(round(dice.bell() * part) for part in (_JOLT, _JOLT, _JOLT // 4))
        speed = Velocity((jolt[0] / PER_CM, jolt[1] / PER_CM, abs(jolt[2]) / PER_CM))
        speeds = {name_of(one.id): speed for one in state.layout.pieces}
        return left_alone(state.layout, state.terms.surface, speeds, jolt)

    def can_place(self, state: State) -> bool:
        """Whether the active player can place a piece (L-23): the same answer for the same table."""
        return find_place(state) is not None


LIVE = LiveTable()
"""What :func:`needs.live` finds."""
