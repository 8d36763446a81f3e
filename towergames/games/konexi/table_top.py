"""The live table top: what the rules ask of physics (:class:`towergames.games.konexi.seam.Physics`), answered.

Import this late: it needs the engine (``towergames.physics.available``), and raises ImportError where there is none.
Everything here runs in the thread that asks.
"""

from __future__ import annotations

from collections.abc import Sequence

from towergames import physics

if physics.available():
    raise ImportError(physics.available())

from towergames.core.dice import Dice
from towergames.games.konexi import falls, outcomes
from towergames.games.konexi.bodies import angles, poses_of, put, scene_of
from towergames.games.konexi.lattice import Spot
from towergames.games.konexi.model import STANDS, Public, Released, Rest, State
from towergames.games.konexi.tremor import LASTING, STILL, Tremor, bumped, drawn
from towergames.physics.settling import Picture, Push, Until, settle
from towergames.physics.table_top import TableTop, Unstable

PATIENCE = 2.0
"""Seconds: a tower that still sways a little after this time stands."""
TIPPED = 0.35
"""Radians: a base that has turned so far does not come back."""


def trial(state: Public, spot: Spot, tremor: Tremor = STILL) -> Released:
    """What becomes of the tower when a letter is let go there: kind and balance as ever, but of a fall only its start.

    Nothing is recorded, so it is a good deal faster than :meth:`LiveTable.let_go`. For bots and hints.
    """
    spots = (*state.tower, spot)
    return released(spots, state.rests, spot.letter, tremor.on(len(spots)), whole=False)


def released(
    spots: Sequence[Spot], rests: Sequence[Rest], pushed: str, tremor: Tremor, *, whole: bool = True
) -> Released:
    """Let go of a tower and push one letter of it; ``rests`` tell how the letters but perhaps the last one stood.

    ``whole``: with the movement to its end. Where the engine cannot follow it is tried without tremor, and at last
    told to have tipped over.
    """
    for push in (tremor, STILL):
        try:
            return _released(spots, rests, pushed, push, whole=whole)
        except Unstable:
            continue
    return outcomes.lost(spots, rests, tremor)


def laid(spots: Sequence[Spot], rests: Sequence[Rest]) -> TableTop:
    """The tower on the table before anything moves: bent as recorded, a new last letter straight on its joint."""
    base = spots[0]
    start = poses_of(rests).get(base.letter) or put(base, (), ())
    table = TableTop(scene_of(spots), {base.letter: start})
    for rest in rests[1:]:
        table.bend(rest.letter, angles(rest))
    table.refresh()
    return table


def _released(spots: Sequence[Spot], rests: Sequence[Rest], pushed: str, tremor: Tremor, *, whole: bool) -> Released:
    table = laid(spots, rests)
    film: list[Picture] | None = [] if whole else None
    letters = [spot.letter for spot in spots]
    until = Until(seconds=PATIENCE, base=letters[0], tilted=TIPPED, lifted=tuple(letters[1:]))
    pushes = (Push(pushed, tremor.force, tremor.moment, LASTING),) if any(tremor) else ()
    start = table.pose(letters[0])
    told = settle(table, pushes=pushes, until=until, traced=False, film=film)
    margin, load, loaded = outcomes.balance(table, spots, told)
    verdict = falls.verdict(told, start, told.poses[letters[0]], margin)
    found = outcomes.Found(verdict, margin, load, loaded, tremor)
    if film is not None and verdict.kind != STANDS:
        table = falls.collapse(table, spots, told, film)
    return outcomes.of(table, spots, found, film)


class LiveTable:
    """Fulfils :class:`towergames.games.konexi.seam.Physics` with physics."""

    def let_go(self, state: State, dice: Dice) -> Released:
        """Let go of ``state.in_hand`` with the tremor of the terms. Raises ValueError when nothing is in hand."""
        if state.in_hand is None:
            raise ValueError("nothing is in hand")
        spots = (*state.tower, state.in_hand)
        tremor = drawn(state.terms.hand, dice).on(len(spots))
        return released(spots, state.rests, state.in_hand.letter, tremor)

    def bump(self, state: State, dice: Dice) -> Released:
        """Push one letter of the tower, any of them, once."""
        pushed = dice.choice(state.tower).letter
        return released(state.tower, state.rests, pushed, bumped(dice))


TABLE = LiveTable()
"""What the game plays on (see ``seam.live``)."""
