"""What takes longer than a key may: motions, and how a piece feels. Begun here, and taken up when it comes back.

Everything is done in a thread of the screen's. What it answers bears the number that the pointer had when it began, so
that whatever the hand has done since makes it void.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from towergames.boards.desk import Reply
from towergames.boards.leaning import looking, seeking, situation
from towergames.boards.leaning.grip import Done, Felt, Grip
from towergames.boards.leaning.pointer import (
    FEATURES,
    FEELS,
    FOUND,
    FREE,
    MOVES,
    PLACE,
    REBUILD,
    TABLE,
    Motion,
    Pointer,
    TableReply,
    TableScene,
    empty,
    remembered,
)
from towergames.boards.leaning.wording import many_tries
from towergames.boards.protocol import Failure
from towergames.core.bot import Clock
from towergames.games.leaning.layout import find
from towergames.physics.geometry import Pose

LONGER = ("shift", "raise", "turn", "tip", "roll")
"""Motions of which two are one longer one."""

# --- motions ------------------------------------------------------------------------------------------


def grip_of(scene: TableScene, pointer: Pointer) -> Grip:
    """What is in the hand and around it, for the verbs."""
    numbers = situation.numbers_of(scene.view, pointer.kind, pointer.piece)[: len(pointer.sizes)]
    return Grip(
        layout=situation.table_of(scene.view, pointer.kind, pointer.piece),
        surface=scene.view.terms.surface,
        numbers=numbers,
        sizes=pointer.sizes,
        poses=pointer.ghost,
        which=pointer.which,
        feature=pointer.feature,
        target=situation.leans_on(scene, pointer),
        facing=pointer.camera.facing,
    )


def begin(scene: TableScene, pointer: Pointer, motion: Motion) -> TableReply:
    """The hand sets about a motion, after those it has not done yet."""
    pending = _merged(pointer.pending, motion)
    here = replace(
        pointer, zone=TABLE, act="", pending=pending, serial=pointer.serial + 1, busy=MOVES, said="", moving=True
    )
    grip, serial = grip_of(scene, pointer), here.serial

    def work(clock: Clock) -> Any:
        from towergames.boards.leaning.jobs import carry_out

        return carry_out(grip, pending, serial, clock)

    return Reply(here, work=work)


def _merged(pending: tuple[Motion, ...], motion: Motion) -> tuple[Motion, ...]:
    """A motion like the last one is one longer motion: a key that is held down piles nothing up."""
    if pending and pending[-1].verb == motion.verb and motion.verb in LONGER:
        summed = tuple(a + b for a, b in zip(pending[-1].amount, motion.amount, strict=True))
        return (*pending[:-1], Motion(motion.verb, summed))
    return (*pending, motion)


def _feeling(scene: TableScene, pointer: Pointer) -> Callable[[Clock], Any] | None:
    """How it would go by itself; nothing to feel while it hangs in the air."""
    one = len(pointer.ghost) == 1
    if (pointer.kind == FOUND and one) or (one and pointer.aim and not pointer.aim.touches and not pointer.aim.corners):
        return None
    grip, serial = grip_of(scene, pointer), pointer.serial

    def work(clock: Clock) -> Any:  # noqa: ARG001 - it is short
        from towergames.boards.leaning.jobs import feel

        return feel(grip, serial)

    return work


def look_again(scene: TableScene, pointer: Pointer) -> TableReply:
    """Find out anew what the piece in hand touches."""
    here = replace(pointer, pending=(), serial=pointer.serial + 1, busy=FEELS, aim=None, feel=None, moving=True)
    grip, serial = grip_of(scene, here), here.serial

    def work(clock: Clock) -> Any:  # noqa: ARG001 - it is short
        from towergames.boards.leaning.jobs import touch

        return touch(grip, serial)

    return Reply(here, work=work)


# --- taking up ----------------------------------------------------------------------------------------


def worked(scene: TableScene, pointer: Pointer, answer: Any) -> TableReply:
    """The answer of a work, unless the hand has done something else since."""
    if isinstance(answer, Failure):
        return Reply(replace(pointer, pending=(), busy=""), say=answer.text)
    if getattr(answer, "serial", None) != pointer.serial:
        return Reply(pointer)
    if isinstance(answer, seeking.Sought):
        return _sought(scene, pointer, answer)
    if isinstance(answer, seeking.Tried):
        return Reply(seeking.renewed(pointer, answer) or pointer)
    if isinstance(answer, Felt):
        here = replace(pointer, feel=answer.feel, busy="", moving=True)
        return Reply(here, work=seeking.again(scene, here), idle=True)
    return _moved(scene, pointer, answer)


def _sought(scene: TableScene, pointer: Pointer, answer: seeking.Sought) -> TableReply:
    found = seeking.shown(scene, pointer, answer) or pointer
    here = replace(found, busy="", tried=pointer.tried + answer.tried)
    if not here.ideas:
        return Reply(here)
    if not here.grips:
        here = seeking.show_idea(scene, here, 0)
    said = "" if set(answer.found) & set(here.ideas) else f"No other place in {many_tries(here)}; n searches further."
    if here.feel is None and (work := _feeling(scene, here)) is not None:
        return Reply(here, say=said, work=work)
    return Reply(here, say=said, work=seeking.again(scene, here), idle=True)


def _moved(scene: TableScene, pointer: Pointer, done: Done) -> TableReply:
    """The piece is where the motions brought it; now it is felt."""
    went = done.poses != pointer.ghost
    here = replace(
        pointer,
        ghost=done.poses,
        feature=done.feature,
        aim=done.aim,
        pending=(),
        said=done.said,
        busy="",
        moving=True,
        feel=None,
        trail=remembered(pointer) if went and not pointer.fresh else pointer.trail,
        fresh=False,
        idea=-1 if went else pointer.idea,
    )
    here = looking.in_sight(scene, here)
    work = _feeling(scene, here)
    return Reply(replace(here, busy=FEELS) if work else here, work=work)


# --- taking in hand -----------------------------------------------------------------------------------


def take(scene: TableScene, pointer: Pointer) -> TableReply:
    """A piece in hand: with ideas where it could go, or beside the target to be moved freely."""
    why = situation.why_no_hand(scene)
    if why:
        return Reply(pointer, say=why)
    if pointer.fruitless and pointer.control != FREE:
        return seeking.seek(scene, pointer)  # further, with other tries
    here = begun(scene, pointer)
    if here.kind == PLACE and here.size not in situation.placeable(scene):
        offer = next(offer for offer in situation.offers(scene) if offer.size == here.size)
        return Reply(pointer, say=offer.why_not, rule=offer.rule)
    full = situation.why_full(scene, here)
    if full:
        return Reply(pointer, say=full, rule="L-4")
    return fetch(scene, here) if here.control == FREE else seeking.seek(scene, here)


def begun(scene: TableScene, pointer: Pointer) -> Pointer:
    """The empty hand, with the size and the piece that it is about to take."""
    here = empty(pointer)
    kind = situation.KINDS[situation.phase(scene)]
    piece, size = 0, situation.chosen_size(scene, pointer)
    if kind == REBUILD:
        waiting = situation.to_rebuild(scene)
        piece = pointer.target if pointer.target in waiting else waiting[0]
        size = situation.size_of(scene.view, piece)
    target = pointer.target if pointer.target in situation.targets(scene, replace(here, kind=kind, piece=piece)) else 0
    held = kind == PLACE and situation.places_held(scene)
    return replace(here, kind=kind, piece=piece, size=size, held=held, target=target, zone=TABLE, act="")


def fetch(scene: TableScene, pointer: Pointer) -> TableReply:
    """A piece for the hand to move: beside its target, on what it last stood on; or where it was before."""
    feature = pointer.feature if pointer.feature in FEATURES else FEATURES[0]
    size = pointer.size
    second = pointer.kind == FOUND and len(pointer.ghost) == 1
    before = _where_before(scene, pointer)
    start = before or Pose(0.0, 0.0, 10.0)
    here = replace(
        pointer,
        feature=feature,
        target=1 if second else pointer.target,
        sizes=(*pointer.sizes, size) if second else (size,),
        ghost=(*pointer.ghost, start) if second else (start,),
        which=1 if second else 0,
        aim=None,
        feel=None,
        fresh=True,
        idea=-1,
    )
    return begin(scene, here, Motion("back-to" if before else "fetch"))


def _where_before(scene: TableScene, pointer: Pointer) -> Pose | None:
    """Where the piece stood before a Break, or was let go of before it slipped; None for a new one."""
    view = scene.view
    if pointer.kind == REBUILD and view.stood is not None:
        one = find(view.stood, pointer.piece)
        return Pose.read(one.pose) if one else None
    if pointer.kind == PLACE and view.phase == "slip" and view.in_hand is not None and view.in_hand.pose is not None:
        return Pose.read(view.in_hand.pose)
    return None


def step_of(pointer: Pointer) -> tuple[float, float]:
    """How far a key moves (cm) and turns (radians) a piece."""
    far, turn = {"fine": (0.05, 1.0), "normal": (0.25, 5.0), "coarse": (1.0, 15.0)}[pointer.step]
    return far, math.radians(turn)


def felt(scene: TableScene, pointer: Pointer) -> TableReply:
    """Find out how the piece in hand feels where it is."""
    here = replace(pointer, serial=pointer.serial + 1, busy="", feel=None)
    work = _feeling(scene, here)
    return Reply(replace(here, busy=FEELS) if work else here, work=work)
