"""A crash: the way of a fallen tower to the heap in which its letters lie still. It is only shown; no rule asks for it.

Joints give way to knocks, letters come off, bounce and lie. Parts of it are staged, not physics: PHYSICS.md says which.
Import this module late: it needs the engine.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import replace

from towergames.games.konexi.bodies import SETTINGS, TABLE_RADIUS_CM, scene_of, straight
from towergames.games.konexi.tower import PlacedLetter
from towergames.physics.geometry import UP, Pose, Vec, add, angle_between, back, cross, length, scale, sub, turned, unit
from towergames.physics.recording import read
from towergames.physics.scene import Scene
from towergames.physics.settle import Snapshot, Strain, continued_in
from towergames.physics.table_top import TableTop, Velocity

FRONT: Vec = (0.0, 1.0, 0.0)
"""The direction across a letter, in its own frame."""
CRASH_SECONDS = 2.4
"""Seconds after the verdict that are simulated at most."""
STEP_SECONDS, STEPS_PER_CHECK, FRAME_MS = 0.002, 2, 34
"""The step of the engine, the steps between two checks of all joints, and the time between two recorded frames."""
CRASH_SETTINGS = replace(SETTINGS, step=STEP_SECONDS, give=3.0, calm=0.0, bounce=0.5, friction=0.4)
"""Engine settings for a crash: a longer step, contacts that bounce, smoother letters, and nothing slowed at first."""

KNOCK_SHARE = 0.22
"""A joint parts when it bears this much more than at the verdict, as a share of its strength."""
TIRING_SECONDS, LATEST_SECONDS = 0.3, 0.6
"""Joints lose all their strength in this time, once a letter beside the base has met the table.

At the latest that begins so long after the verdict. So even a tower that leans on its fallen letter ends as a heap.
"""
TIPPING_SPEED = 2.5
"""rad/s added to a base that tips, so that it goes on when the letter on which it leans comes off."""
MIN_TIPPED_SINE = 0.05
"""A base that has turned by less has no direction in which to tip."""
ASIDE_CM_S, PIVOT_CM = 9.0, 2.8
"""The mean speed out of the tower's plane of a letter that comes off, and its height above the edge it turns on."""
SCATTER_CM_S, JUMP_CM_S, SCATTER_SPIN = 75.0, 50.0, 8.0
"""Mean speed along the table, speed upwards, and spin (rad/s) of a letter that comes off a tower that lies flat."""
FLAT_COSINE = 0.7
"""A letter lies flat when its front faces up or down by this cosine."""
GOLDEN_ANGLE = 2.4
"""Radians between the directions in which letters of the alphabet, one after the other, are scattered."""
INNER_RADIUS_CM = 15.0
"""A letter further from the middle of the table is scattered to one side or the other, not over the edge."""
LOST_CM = -14.0
"""Letters beyond the drawn table fall down to this height, where they stay."""
MASK_CM = -2.0
"""Letters below this height have fallen off the table and meet nothing more."""
MAX_RISE_CM_S, MAX_ALONG_CM_S, MAX_SPIN = 90.0, 110.0, 30.0
"""Greatest speeds of a letter: upwards, along the table, and about its axes (rad/s).

A letter that comes off may be inside another one, and the engine would throw it metres away.
"""
LETTER_RADIUS_CM = 4.0
"""Assumed radius of a letter, to turn a rotation into a distance."""
STILL_CM, STILL_FRAMES = 0.05, 6
"""A crash ends when in this many frames one after the other nothing has moved further than this."""
SLOWED_AFTER_SECONDS, SLOWING = 0.7, 8.0
"""After this time whatever still rolls is slowed more and more, by this much more each second (1/s2)."""


def crash(
    table: TableTop, spots: Sequence[PlacedLetter], broken: Collection[str], snapshots: list[Snapshot], *, tips: bool
) -> TableTop:
    """Let a fallen tower crash, and return the table at the end. The movement is appended to ``snapshots``.

    The joints of the letters in ``broken`` part at once. ``tips``: the base has tipped over.
    """
    run = _Crash(table, spots, broken, snapshots, tips=tips)
    run.finish()
    return run.table


class _Crash:
    """One crash on its way."""

    def __init__(
        self,
        table: TableTop,
        spots: Sequence[PlacedLetter],
        broken: Collection[str],
        snapshots: list[Snapshot],
        *,
        tips: bool,
    ) -> None:
        self.spots, self.snapshots, self.tips = spots, snapshots, tips
        self.base = spots[0].letter
        self.borne_at_verdict = _shares(Strain(table))
        self.loose: set[str] = set()
        self.table = table
        self.strain = Strain(table)
        self.good = table.save()
        """The state of the table at the last recorded frame, or after the last joint that gave way."""
        self.hit_at: float | None = None
        """The time at which the tower met the table, and its joints began to tire."""
        self.still_frames = 0
        self.lost: dict[str, Pose] = {}
        """Letters that have fallen off the table, and where they stay."""
        self._part(broken)

    def finish(self) -> None:
        """Run until everything lies still."""
        frame_steps = round(FRAME_MS / 1000 / STEP_SECONDS)
        for step in range(1, round(CRASH_SECONDS / STEP_SECONDS) + 1):
            now = step * STEP_SECONDS
            if not self.table.advance(1):
                self.table.restore(self.good)  # the engine has lost a body: the crash ends with the last good frame
                break
            if step % STEPS_PER_CHECK == 0:
                self._check(now)
            if step % frame_steps == 0:
                self._record(now)
                if self._lies_still(now):
                    break
        self.table.slow(0.0)

    def _check(self, now: float) -> None:
        """Let joints part that bear too much, and letters fall that have slid over the edge of the table."""
        self._drop_over_edge()
        shares = _shares(self.strain)
        hits = self.hit_at is None and (now > LATEST_SECONDS or bool(self.table.landed() - {self.base}))
        if hits:
            self.hit_at = now
        tired = 0.0 if self.hit_at is None else min(1.0, (now - self.hit_at) / TIRING_SECONDS)
        broken = set()
        for name, share in shares.items():
            bearable = (1 - tired) * (self.borne_at_verdict.get(name, 0.0) + KNOCK_SHARE)
            if name not in self.loose and (tired == 1.0 or share > bearable):
                broken.add(name)
        if broken:
            self._part(broken)
            for name in broken & self.table.free:
                self._throw(name)
        # A new table takes over the speeds of the last step, not those that were set since.
        if hits and self.tips:
            self._tip()
        _tame(self.table)
        if broken:
            self.good = self.table.save()

    def _part(self, broken: Collection[str]) -> None:
        """Set letters free from what they hang on."""
        self.loose |= set(broken)
        self.table = continued_in(self.table, _scene(self.spots, self.loose))
        self._drop_over_edge()  # the plane of the new table would throw up whatever is below it
        self.strain, self.good = Strain(self.table), self.table.save()

    def _drop_over_edge(self) -> None:
        """Let letters fall past the table that have slid over its edge."""
        table = self.table
        for name in table.free:
            x, y, z = table.centre_of_mass(name)
            if math.hypot(x, y) > TABLE_RADIUS_CM or z < MASK_CM:
                for geom in table.geoms[name]:
                    table.model.geom_contype[geom] = table.model.geom_conaffinity[geom] = 0
                if z < LOST_CM:
                    table.place(name, self.lost.setdefault(name, table.pose(name)))

    def _tip(self) -> None:
        """Let the base go on tipping the way it has begun."""
        pose, velocity = self.table.pose(self.base), self.table.velocity(self.base)
        own_up = turned(back(read(straight(self.spots[0])).turn), UP)
        axis = cross(UP, turned(pose.turn, own_up))
        if length(axis) < MIN_TIPPED_SINE:
            return
        spin = turned(back(pose.turn), scale(unit(axis), TIPPING_SPEED))
        self.table.set_velocity(self.base, Velocity(velocity.along, add(velocity.about, spin)))

    def _throw(self, name: str) -> None:
        """Give a letter that comes off a speed of its own: a wall of loose letters would stand, a flat tower lie."""
        velocity, pose = self.table.velocity(name), self.table.pose(name)
        number = ord(name)
        side = 1 if number // 3 % 2 == 0 else -1
        share = (2 + number % 3) / 3
        if abs(turned(pose.turn, FRONT)[2]) > FLAT_COSINE:
            speed, angle = share * SCATTER_CM_S, number * GOLDEN_ANGLE
            x, y = speed * math.cos(angle), speed * math.sin(angle)
            distance = math.hypot(pose.x, pose.y)
            if distance > INNER_RADIUS_CM:
                x, y = -side * speed * pose.y / distance, side * speed * pose.x / distance
            along: Vec = (x, y, JUMP_CM_S)
            axis: Vec = (0.0, 0.0, side * SCATTER_SPIN)
        else:
            speed = side * share * ASIDE_CM_S
            along, axis = (0.0, speed, 0.0), (-speed / PIVOT_CM, 0.0, 0.0)
        spin = turned(back(pose.turn), axis)
        self.table.set_velocity(name, Velocity(add(velocity.along, along), add(velocity.about, spin)))

    def _record(self, now: float) -> None:
        """Record a frame, and slow whatever still rolls."""
        if now > SLOWED_AFTER_SECONDS:
            self.table.slow(SLOWING * (now - SLOWED_AFTER_SECONDS))
        self.snapshots.append(tuple(self.table.poses().values()))
        self.good = self.table.save()
        moved = _moved(self.snapshots[-2], self.snapshots[-1])
        self.still_frames = self.still_frames + 1 if moved < STILL_CM else 0

    def _lies_still(self, now: float) -> bool:
        tired = self.hit_at is not None and now > self.hit_at + TIRING_SECONDS
        return tired and self.still_frames >= STILL_FRAMES


def _scene(spots: Sequence[PlacedLetter], loose: Collection[str]) -> Scene:
    """The tower as it crashes; parts that have come apart collide."""
    return replace(scene_of(spots, loose), settings=CRASH_SETTINGS, apart=())


def _shares(strain: Strain) -> dict[str, float]:
    """The present load of each joint, as a share of its strength."""
    loads, pulls = strain.loads(), strain.pulls()
    return {name: max(loads[name], pulls[name]) for name in loads}


def _tame(table: TableTop) -> None:
    """Keep the letters from being thrown about."""
    for name in table.free:
        velocity = table.velocity(name)
        x, y, z = velocity.along
        slower = min(1.0, MAX_ALONG_CM_S / max(math.hypot(x, y), 1.0))
        calmer = min(1.0, MAX_SPIN / max(length(velocity.about), 1.0))
        if slower < 1.0 or calmer < 1.0 or z > MAX_RISE_CM_S:
            along: Vec = (x * slower, y * slower, min(z, MAX_RISE_CM_S))
            table.set_velocity(name, Velocity(along, scale(velocity.about, calmer)))


def _moved(before: Snapshot, now: Snapshot) -> float:
    """The greatest distance, in cm, that a letter on the table has moved or its rim turned."""
    greatest = 0.0
    for one, other in zip(before, now, strict=True):
        if other.z > LOST_CM:
            turn: float = LETTER_RADIUS_CM * angle_between(one.turn, other.turn)
            way: Vec = sub(one.place, other.place)
            greatest = max(greatest, length(way), turn)
    return greatest
