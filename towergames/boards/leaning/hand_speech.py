"""What is in the hand in words, for readers and for plain mode."""

from __future__ import annotations

import math

from towergames.boards.leaning import acting, situation
from towergames.boards.leaning.pointer import FOUND, REBUILD, Pointer, TableScene
from towergames.boards.leaning.wording import aim_words, many_tries, stood
from towergames.core.contract import Verdict
from towergames.core.text import count, sentence
from towergames.games.leaning.layout import label
from towergames.games.leaning.model import state_of
from towergames.physics.geometry import Pose
from towergames.physics.pyramids import SIZES as SHAPES
from towergames.physics.pyramids import corners


def speak_pointer(scene: TableScene, pointer: Pointer) -> tuple[str, ...]:
    """What is being prepared, in words: the piece in hand, what it touches, what it would score or break."""
    if not situation.phase(scene):
        return ()
    if not pointer.grips:
        return (_empty_plain(scene, pointer),)
    what = f"{' and '.join(pointer.sizes)}, {pointer.control} control"
    if pointer.kind == REBUILD:
        what = f"{label(pointer.piece)}, {what}"
    lines = [f"In hand: {what}."]
    if pointer.idea >= 0:
        lines += [_idea_line(pointer, number) for number in range(len(pointer.ideas))]
    else:
        lines.append(f"It is {_where(pointer)}.")
    if pointer.said:
        lines.append(pointer.said)
    level = situation.level_of(scene, pointer)
    on = f", level {level}" if level is not None else ""
    lines.append(f"It {aim_words(pointer.aim)}{on}." if pointer.aim else "What it touches is not felt yet.")
    if pointer.feel is not None:
        lines.append(f"The hand feels: {pointer.feel.words}.")
    return (*lines, *_verdict_words(_judged(scene, pointer)))


def _judged(scene: TableScene, pointer: Pointer) -> Verdict | None:
    """What the judge says to what Enter would submit; None when nothing is complete."""
    action = acting.draft(scene, pointer)
    return scene.game.judge(state_of(scene.view), action) if action is not None else None


def _empty_plain(scene: TableScene, pointer: Pointer) -> str:
    why = situation.why_no_hand(scene)
    if why:
        return why
    if pointer.fruitless:
        ways = f"free, {acting.ways_out(scene, pointer)}"
        if situation.phase(scene) == "turn":
            ways = f"take with another size, target 3, {ways}"
        return f"No place in {many_tries(pointer)}. Type take to search further, or: {ways}."
    size = situation.chosen_size(scene, pointer)
    return f"The hand is empty. Type: take {size} (or another size), then let go; idea 2, target 3, free for more."


def _idea_line(pointer: Pointer, number: int) -> str:
    idea = pointer.ideas[number]
    mark = " (this one)" if number == pointer.idea else ""
    worth = f", {count(idea.points, 'point')}" if pointer.kind not in (FOUND, REBUILD) else ""
    where = sided(idea.pose, pointer.camera.facing)
    return f"Idea {number + 1}{mark}: {idea.words}, {where}{worth}, {stood(idea)}."


def _where(pointer: Pointer) -> str:
    pose = pointer.pose
    lowest = min(pose.point(corner)[2] for corner in corners(SHAPES[pointer.sizes[pointer.which]]))
    return f"{sided(pose, pointer.camera.facing)}, {max(0.0, lowest) * 10:.0f} mm over the table"


def sided(pose: Pose, facing: float) -> str:
    """On which side of the table's middle something is, as seen by whoever looks that way.

    >>> sided(Pose(2, 0, 0), math.pi / 2), sided(Pose(-2, -3, 0), math.pi / 2), sided(Pose(0, 0, 5), 0)
    ('20 mm right', '20 mm left and 30 mm near', 'in the middle')
    """
    ahead = pose.x * math.cos(facing) + pose.y * math.sin(facing)
    right = pose.x * math.sin(facing) - pose.y * math.cos(facing)
    ways = ((right, "right", "left"), (ahead, "away", "near"))
    told = [f"{abs(way) * 10:.0f} mm {plus if way > 0 else minus}" for way, plus, minus in ways if abs(way) >= 0.3]
    return " and ".join(told) or "in the middle"


def _verdict_words(verdict: Verdict | None) -> tuple[str, ...]:
    """Points line by line, or the rules it would break."""
    if verdict is None:
        return ()
    if verdict.refusals:
        return tuple(f"Not allowed: {one.text} ({one.rule})" for one in verdict.refusals)
    if not verdict.preview:
        return (sentence(verdict.note),) if verdict.note else ()
    total = sum(line.points for line in verdict.preview)
    parts = ", ".join(f"{line.note} {line.points:+d} ({line.rule})" for line in verdict.preview)
    return (f"It would score {total}: {parts}.",)
