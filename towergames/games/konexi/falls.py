"""Falls (K-23): what happened first, and how the letters go on falling, for the eye. Needs the engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from towergames.games.konexi.bodies import scene_of
from towergames.games.konexi.lattice import Spot
from towergames.games.konexi.model import STANDS
from towergames.physics.geometry import UP, Pose, after, back, turned
from towergames.physics.scene import KONEXI, TABLE
from towergames.physics.settling import Picture, Settled, Until, settle
from towergames.physics.table_top import TableTop, Unstable
from towergames.physics.trees import going_on

LASTING = 1.0
"""Seconds for which a fall is followed."""
PIECES = 6
"""A tower falls into so many parts at most; then its joints hold."""
SHORTEST = 0.05
FALLING = replace(KONEXI, step=0.002, give=3.0, calm=0.0, rest=0.05)
"""Nothing slows a fall, and for the eye it need be neither exact nor at rest to the last."""


class Verdict(NamedTuple):
    """How a release ended, and the letters that are the reason."""

    kind: str
    cause: str = ""


def verdict(told: Settled, start: Pose, end: Pose, margin: int) -> Verdict:
    """What a settle that was stopped by a fall, or came to rest, means; ``start`` and ``end`` are of the base.

    A tower whose weight lies outside its foot is falling, however slowly.
    """
    match told.why:
        case "gave way":
            return Verdict("notch", "".join(name for name, load in told.loads.items() if load > 1))
        case "came off":
            return Verdict("drop", "".join(name for name, pull in told.pulls.items() if pull > 1))
        case "landed":
            base = next(iter(told.poses))
            down = {told.at} | {t.a for t in told.touches if t.b == TABLE and t.a != base}
            return Verdict("touch", "".join(name for name in told.poses if name in down))
        case "tilted":
            along, aside, _ = turned(after(end.turn, back(start.turn)), UP)
            return Verdict("collapse" if abs(along) >= abs(aside) else "sideways")
        case _:
            return Verdict(STANDS if margin >= 0 else "collapse")


def collapse(table: TableTop, spots: Sequence[Spot], told: Settled, film: list[Picture]) -> TableTop:
    """Let a falling tower fall on: joints that give way part. The table at the end; the movement goes on the film."""
    left, loose = LASTING, set[str]()
    while left > SHORTEST:
        loose |= {name for name, load in (*told.loads.items(), *told.pulls.items()) if load > 1}
        falling = replace(scene_of(spots, loose, brittle=len(loose) < PIECES), settings=FALLING)
        table = going_on(table, falling)
        more: list[Picture] = []
        try:
            told = settle(table, until=Until(seconds=left), traced=False, film=more)
        except Unstable:
            break
        film += more[1:]
        left -= told.seconds
        if told.why == "rest":
            break
    return table
