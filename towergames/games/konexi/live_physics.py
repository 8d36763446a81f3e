"""Live physics: simulated releases of a tower of letters, and the kinds of fall (K-23).

Import this module late: it needs the engine (``towergames.physics``) and raises ImportError without it. Everything here
runs in the calling thread.
"""

from __future__ import annotations

from towergames import physics

if physics.unavailable_reason():
    raise ImportError(physics.unavailable_reason())


from collections.abc import Sequence

from towergames.core.dice import Dice
from towergames.games.konexi.bodies import angles, bent, foot, poses_of, put, scene_of
from towergames.games.konexi.crash import crash
from towergames.games.konexi.model import STANDS, Public, Released, RestingLetter, State
from towergames.games.konexi.push import PushNoise
from towergames.games.konexi.tower import PlacedLetter
from towergames.physics.geometry import PER_CM, UP, Pose, after, back, turned
from towergames.physics.recording import MOST_TRACE, read, recorded, written
from towergames.physics.scene import TABLE
from towergames.physics.settle import Push, SettleResult, Snapshot, StopConditions, settle
from towergames.physics.table_top import TableTop, Unstable


def verdict_on(result: SettleResult, start: Pose, end: Pose, margin: int) -> tuple[str, str]:
    """Kind and cause of the outcome of a settle.

    ``start`` and ``end`` are poses of the base, ``margin`` is its balance. A tower whose weight lies outside its foot
    is falling, however slowly.
    """
    match result.why:
        case "gave way":
            return "notch", "".join(name for name, load in result.loads.items() if load > 1)
        case "came off":
            return "drop", "".join(name for name, pull in result.pulls.items() if pull > 1)
        case "landed":
            base = next(iter(result.poses))
            down = {result.at} | {t.a for t in result.touches if t.b == TABLE and t.a != base}
            return "touch", "".join(name for name in result.poses if name in down)
        case "tilted":
            along, aside, _ = turned(after(end.turn, back(start.turn)), UP)
            return ("collapse" if abs(along) >= abs(aside) else "sideways"), ""
        case _:
            return (STANDS if margin >= 0 else "collapse"), ""


FRAME_MS = 33
"""Milliseconds between two frames of a recorded movement."""


def outcome_lost(spots: Sequence[PlacedLetter], rests: Sequence[RestingLetter], tremor: PushNoise) -> Released:
    """The outcome when the engine cannot follow the tower: it has tipped over, its letters recorded where
    they stood.
    """
    known = {rest.letter: rest for rest in rests}
    new = tuple(
        known.get(spot.letter) or RestingLetter(spot.letter, recorded(put(spot, spots[:number], rests)), 0, 0)
        for number, spot in enumerate(spots)
    )
    return Released("collapse", "", spots[0].letter, new, tremor=tuple(tremor), engine=physics.engine_label())


def measured_balance(table: TableTop, spots: Sequence[PlacedLetter], result: SettleResult) -> tuple[int, int, str]:
    """The balance of a tower: margin in µm, the greatest load of a joint in thousandths of its strength, and its
    letter.
    """
    weights = [(table.mass(name), table.centre_of_mass(name)[0]) for name in table.names]
    weight = sum(mass * x for mass, x in weights) / sum(mass for mass, _ in weights)
    left, right = (table.pose(spots[0].letter).point(end)[0] for end in foot(spots[0]))
    margin = round(min(weight - left, right - weight) * PER_CM)
    loads = {name: max(load, result.pulls[name]) for name, load in result.loads.items()}
    loaded = max(loads, key=lambda name: loads[name], default="")
    return margin, round(1000 * loads.get(loaded, 0.0)), loaded


NO_TREMOR = PushNoise()
"""A hand that does not tremble."""
HAND_DYN = {"steady": 6_000, "normal": 16_000, "shaky": 24_000}
"""K-16: standard deviation of a hand's force along the tower in dyn: 0.06, 0.16 and 0.24 N."""
BUMP_DYN = 25_000
"""K-12: standard deviation of the force of a bump, on a tower of any size."""
FULL_TREMOR_LETTERS = 10
"""Letters from which a hand trembles fully; on a smaller tower it is gentler."""
SETTLE_SECONDS = 2.0
"""A tower that still sways a little after this time counts as standing."""
STABLE_UM = 10
"""A tower is stable if no corner moves further when it is rebuilt from its recorded poses."""
MAX_REBUILDS = 12
"""Times that a tower is rebuilt at most to find out whether it is stable."""
TIPPED_RADIANS = 0.35
"""A base that has turned this far does not come back."""


def draw_tremor(hand: str, dice: Dice) -> PushNoise:
    """Draw the tremor of a hand of the terms: steady, normal or shaky."""
    return PushNoise.drawn(HAND_DYN[hand], dice)


def scaled_for(tremor: PushNoise, letters: int) -> PushNoise:
    """Scale a tremor down for a tower of fewer than FULL_TREMOR_LETTERS letters."""
    return tremor.scaled(min(1.0, letters / FULL_TREMOR_LETTERS))


def try_release(state: Public, spot: PlacedLetter, tremor: PushNoise = NO_TREMOR) -> Released:
    """Simulate a release: kind and balance as on the table, but only the start of a fall, and no recorded movement."""
    spots = (*state.tower, spot)
    return released(spots, state.rests, spot.letter, scaled_for(tremor, len(spots)), whole=False)


def released(
    spots: Sequence[PlacedLetter], rests: Sequence[RestingLetter], pushed: str, tremor: PushNoise, *, whole: bool = True
) -> Released:
    """Let go of a tower and push one letter of it.

    ``rests`` are those of all letters, except perhaps the last. ``whole``: follow the movement to its end. If the
    engine cannot follow a release, it is repeated without tremor. If it cannot follow that either, the tower has tipped
    over.
    """
    for push in (tremor, NO_TREMOR):
        try:
            return _released(spots, rests, pushed, push, whole=whole)
        except Unstable:
            continue
    return outcome_lost(spots, rests, tremor)


def tower_on_table(spots: Sequence[PlacedLetter], rests: Sequence[RestingLetter]) -> TableTop:
    """The tower before anything moves: bent as recorded, a new last letter straight on its joint."""
    base = spots[0]
    start = poses_of(rests).get(base.letter) or put(base, (), ())
    table = TableTop(scene_of(spots), {base.letter: start})
    for rest in rests[1:]:
        table.bend(rest.letter, angles(rest))
    table.refresh()
    return table


def _released(
    spots: Sequence[PlacedLetter], rests: Sequence[RestingLetter], pushed: str, tremor: PushNoise, *, whole: bool
) -> Released:
    table = tower_on_table(spots, rests)
    snapshots: list[Snapshot] | None = [] if whole else None
    letters = [spot.letter for spot in spots]
    base = letters[0]
    until = StopConditions(seconds=SETTLE_SECONDS, base=base, tilted=TIPPED_RADIANS, lifted=tuple(letters[1:]))
    pushes = (Push(pushed, tremor.force, tremor.moment),) if any(tremor) else ()
    start = table.pose(base)
    result = settle(table, pushes=pushes, until=until, traced=False, snapshots=snapshots)
    margin, load, loaded = measured_balance(table, spots, result)
    kind, cause = verdict_on(result, start, result.poses[base], margin)
    rests_now = tuple(rests) if len(rests) == len(spots) and _is_stable(result) else rests_of(table, letters)
    rebuilds = 0
    while kind == STANDS and rebuilds < MAX_REBUILDS:
        # The engine slows towers down, so an unstable tower may seem to stand. The next turn would make it fall.
        rebuilds += 1
        again, more = tower_on_table(spots, rests_now), list[Snapshot]()
        result = settle(again, until=until, traced=False, snapshots=more)
        if _is_stable(result):
            break
        table, start = again, read(rests_now[0].pose)
        margin, load, loaded = measured_balance(table, spots, result)
        kind, cause = verdict_on(result, start, result.poses[base], margin)
        rests_now = rests_of(table, letters)
        if snapshots is not None and kind != STANDS:
            snapshots += more[1:]
    if snapshots is not None and kind != STANDS:
        broken = [name for name, load in (*result.loads.items(), *result.pulls.items()) if load > 1]
        table = crash(table, spots, broken, snapshots, tips=kind in ("collapse", "sideways"))
        rests_now = rests_of(table, letters)
    touching = {t.a for t in table.touching() if t.b == TABLE} | (set(cause) if kind == "touch" else set())
    return Released(
        kind=kind,
        cause=cause,
        on_table="".join(sorted(touching)) if kind != STANDS else base,
        rests=rests_now,
        margin=margin,
        load=load,
        loaded=loaded,
        tremor=tuple(tremor),
        engine=physics.engine_label(),
        trace=written(snapshots, FRAME_MS, MOST_TRACE, coarse=kind != STANDS) if snapshots else "",
    )


def _is_stable(result: SettleResult) -> bool:
    """Whether everything rests and no corner has moved further than STABLE_UM."""
    return result.rested and max(result.moved.values()) * PER_CM <= STABLE_UM


def rests_of(table: TableTop, letters: Sequence[str]) -> tuple[RestingLetter, ...]:
    """The present poses of the letters as records."""
    return tuple(RestingLetter(letter, recorded(table.pose(letter)), *bent(table.angles(letter))) for letter in letters)


class KonexiPhysics:
    """Implements :class:`towergames.games.konexi.requirements.KonexiPhysicsPort` with the engine."""

    def let_go(self, state: State, dice: Dice) -> Released:
        """Let go of ``state.in_hand`` with the tremor of the terms. Raises ValueError if no letter is in hand."""
        if state.in_hand is None:
            raise ValueError("nothing is in hand")
        spots = (*state.tower, state.in_hand)
        tremor = scaled_for(draw_tremor(state.terms.hand, dice), len(spots))
        return released(spots, state.rests, state.in_hand.letter, tremor)

    def bump(self, state: State, dice: Dice) -> Released:
        """Push one letter of the tower once, chosen at random."""
        pushed = dice.choice(state.tower).letter
        return released(state.tower, state.rests, pushed, PushNoise.drawn(BUMP_DYN, dice))


LIVE = KonexiPhysics()
"""The port that :func:`needs.live` returns."""
