"""What physics found, put into the whole numbers that the rules and the journal keep. Needs the engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from towergames.games.konexi.bodies import bent, foot, put, recorded
from towergames.games.konexi.falls import Verdict
from towergames.games.konexi.lattice import Spot
from towergames.games.konexi.model import MOST_TRACE, STANDS, Released, Rest
from towergames.games.konexi.tremor import Tremor
from towergames.physics import engine_version
from towergames.physics.geometry import PER_CM
from towergames.physics.movement import written
from towergames.physics.scene import TABLE
from towergames.physics.settling import Picture, Settled
from towergames.physics.table_top import TableTop

PERIOD = 33
"""Milliseconds from picture to picture."""


class Found(NamedTuple):
    """How a release ended, as far as the rules and the gauge go; margin in µm, load in thousandths."""

    verdict: Verdict
    margin: int
    load: int
    loaded: str
    tremor: Tremor


def of(table: TableTop, spots: Sequence[Spot], found: Found, film: Sequence[Picture] | None) -> Released:
    """The outcome; ``table`` is as everything came to rest, or as far as a fall was followed."""
    kind, cause = found.verdict
    base = spots[0].letter
    touching = {t.a for t in table.touching() if t.b == TABLE}
    on_table = {base} if kind == STANDS else touching | (set(cause) if kind == "touch" else set())
    rests = tuple(_rest(table, spot.letter, hangs=spot.letter != base) for spot in spots)
    return Released(
        kind=kind,
        cause=cause,
        on_table="".join(sorted(on_table)),
        rests=rests,
        margin=found.margin,
        load=found.load,
        loaded=found.loaded,
        tremor=tuple(found.tremor),
        engine=_engine(),
        trace=written(film, PERIOD, MOST_TRACE) if film else "",
    )


def lost(spots: Sequence[Spot], rests: Sequence[Rest], tremor: Tremor) -> Released:
    """The engine cannot follow what this tower does: it is told to have tipped over, as it stood."""
    known = {rest.letter: rest for rest in rests}
    new = tuple(
        known.get(spot.letter) or Rest(spot.letter, recorded(put(spot, spots[:number], rests)), 0, 0)
        for number, spot in enumerate(spots)
    )
    return Released(
        "collapse", "", spots[0].letter, new, tremor=tuple(tremor), engine=f"mujoco-core {engine_version()}"
    )


def balance(table: TableTop, spots: Sequence[Spot], told: Settled) -> tuple[int, int, str]:
    """Margin in µm, the greatest load of a notch in thousandths of what it bears, and the letter that hangs on it."""
    weights = [(table.mass(name), table.centre_of_mass(name)[0]) for name in table.names]
    weight = sum(mass * x for mass, x in weights) / sum(mass for mass, _ in weights)
    left, right = (table.pose(spots[0].letter).point(end)[0] for end in foot(spots[0]))
    margin = round(min(weight - left, right - weight) * PER_CM)
    loads = {name: max(load, told.pulls[name]) for name, load in told.loads.items()}
    loaded = max(loads, key=lambda name: loads[name], default="")
    return margin, round(1000 * loads.get(loaded, 0.0)), loaded


def _rest(table: TableTop, letter: str, *, hangs: bool) -> Rest:
    pose = recorded(table.pose(letter))
    return Rest(letter, pose, *(bent(table.angles(letter)) if hangs else (0, 0)))


def _engine() -> str:
    return f"mujoco-core {engine_version()}"
