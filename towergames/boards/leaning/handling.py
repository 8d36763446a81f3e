"""Keys: the hand's verbs, the camera, and the buttons."""

from __future__ import annotations

import math
from dataclasses import replace

from towergames.boards.desk import Reply
from towergames.boards.leaning import acting, commands, looking, seeking, situation, working
from towergames.boards.leaning.pointer import (
    ACTS,
    FEATURES,
    FOUND,
    FREE,
    GUIDED,
    LOOKS,
    REBUILD,
    STEPS,
    TABLE,
    WATCH,
    Motion,
    Pointer,
    TableReply,
    TableScene,
    empty,
)
from towergames.games.leaning.layout import label
from towergames.games.leaning.model import SIZES

LIFT = 1.0
"""How far a piece is lifted (cm), at the normal step."""
ARROWS = {"move.left": (-1, 0), "move.right": (1, 0), "move.up": (0, 1), "move.down": (0, -1)}
"""Shared command -> to the right, and away from whoever looks."""
_TURNS = {
    commands.TURN_LEFT: ("turn", 1),
    commands.TURN_RIGHT: ("turn", -1),
    commands.TIP_AWAY: ("tip", 1),
    commands.TIP_NEAR: ("tip", -1),
    commands.ROLL_LEFT: ("roll", -1),
    commands.ROLL_RIGHT: ("roll", 1),
}
_PLAIN = {commands.LOWER: "lower", commands.LEAN: "lean", commands.EASE: "ease", commands.OVER: "over"}
_GRIPPING = frozenset((*_TURNS, *_PLAIN, commands.RAISE, commands.UNDO_HAND, commands.REST))
"""What makes sense only with something in the hand."""


def do(scene: TableScene, pointer: Pointer, command: str) -> TableReply:
    """A shared or own command."""
    if command in commands.LOOKING:
        return Reply(looking.look(scene, pointer, command))
    if command.startswith(commands.ACT):
        return acting.press(scene, pointer, command[len(commands.ACT) :])
    if command.startswith("digit."):
        return size(scene, pointer, int(command[6:]) - 1)
    if command in ARROWS:
        return _arrow(scene, pointer, command)
    if command in _TURNS:
        verb, way = _TURNS[command]
        return working.begin(scene, pointer, Motion(verb, (way * working.step_of(pointer)[1],)))
    if command in _PLAIN:
        return working.begin(scene, pointer, Motion(_PLAIN[command]))
    match command:
        case "choose":
            return choose(scene, pointer)
        case "back":
            return Reply(back(pointer))
        case "zone.next" | "zone.previous":
            return Reply(other_zone(scene, pointer))
        case commands.RAISE:
            return working.begin(scene, pointer, Motion("raise", (working.step_of(pointer)[0] / 0.25 * LIFT,)))
        case commands.REST:
            return rest_on(scene, pointer, "")
        case commands.UNDO_HAND:
            return undo(scene, pointer)
        case commands.TAKE:
            return Reply(lay_down(pointer)) if pointer.grips or pointer.busy else working.take(scene, pointer)
        case commands.NEXT_IDEA | commands.LAST_IDEA:
            return another_idea(scene, pointer, 1 if command == commands.NEXT_IDEA else -1)
        case commands.TARGET | commands.TARGET_BACK:
            return next_target(scene, pointer, 1 if command == commands.TARGET else -1)
        case commands.SIZE:
            return next_size(scene, pointer)
        case commands.STEP:
            after = STEPS[(STEPS.index(pointer.step) + 1) % len(STEPS)]
            return Reply(replace(pointer, step=after), say=f"Steps of the hand: {after}.")
        case commands.CONTROL:
            return control(scene, pointer, FREE if pointer.control == GUIDED else GUIDED)
        case commands.OTHER:
            return other_piece(scene, pointer)
    return Reply(pointer)


def enabled(scene: TableScene, pointer: Pointer, command: str) -> str:
    """Empty when a command can be used now, else one sentence why not."""
    if command in commands.LOOKING or not command.startswith("leaning."):
        return ""
    if command.startswith(commands.ACT):
        return acting.why_not(scene, pointer, command[len(commands.ACT) :])[0]
    if not situation.phase(scene):
        return scene.waiting()
    if command in _GRIPPING:
        return _why_no_motion(scene, pointer, command)
    if command in (commands.NEXT_IDEA, commands.LAST_IDEA):
        why = situation.why_no_hand(scene)
        return why or ("" if pointer.ideas or pointer.control == GUIDED else "Ideas come in guided control.")
    if command in (commands.TARGET, commands.TARGET_BACK):
        return "" if situation.targets(scene, pointer) else "There is no piece to lean on yet."
    if command == commands.OTHER:
        return "" if len(pointer.ghost) == 2 else "There is no second piece in the hand."
    if command in (commands.TAKE, commands.SIZE):
        return "" if pointer.grips else situation.why_no_hand(scene)
    return ""


def _why_no_motion(scene: TableScene, pointer: Pointer, command: str) -> str:
    if not pointer.grips or pointer.kind == WATCH:
        return situation.why_no_hand(scene) or "Nothing is in the hand; Enter takes a piece."
    if command == commands.UNDO_HAND and not pointer.trail:
        return "The hand has not moved yet."
    return ""


# --- arrows, zones, back ------------------------------------------------------------------------------


def _arrow(scene: TableScene, pointer: Pointer, command: str) -> TableReply:
    right, ahead = ARROWS[command]
    if pointer.zone == ACTS:
        names = acting.acts(scene)
        if not names:
            return Reply(replace(pointer, zone=TABLE, act=""))
        at = names.index(pointer.act) if pointer.act in names else 0
        return Reply(replace(pointer, act=names[(at + right - ahead) % len(names)]))
    if not pointer.grips or pointer.kind == WATCH:
        return Reply(looking.walk(pointer, right, ahead))
    far = working.step_of(pointer)[0]
    by = sideways(pointer.camera.facing, right * far, ahead * far)
    return working.begin(scene, pointer, Motion("shift", (*by, 0.0)))


def sideways(facing: float, right: float, ahead: float) -> tuple[float, float]:
    """So many cm to the right and ahead of whoever looks that way, on the table's axes.

    >>> [round(part, 3) for part in sideways(math.pi / 2, 1.0, 2.0)]
    [1.0, 2.0]
    """
    x, y = math.cos(facing), math.sin(facing)
    return right * y + ahead * x, -right * x + ahead * y


def other_zone(scene: TableScene, pointer: Pointer) -> Pointer:
    """Tab: between the table and the buttons, to the first that can be pressed."""
    names = acting.acts(scene)
    if pointer.zone == ACTS or not names:
        return replace(pointer, zone=TABLE, act="")
    able = (name for name in names if not acting.why_not(scene, pointer, name)[0])
    return replace(pointer, zone=ACTS, act=next(able, names[0]))


def back(pointer: Pointer) -> Pointer:
    """Esc: away from the buttons, then the piece goes out of the hand, then the target is forgotten."""
    if pointer.zone == ACTS:
        return replace(pointer, zone=TABLE, act="")
    if pointer.kind == WATCH:
        return pointer
    return lay_down(pointer) if pointer.kind else replace(pointer, target=0)


def lay_down(pointer: Pointer) -> Pointer:
    """Nothing in the hand; of a Foundation the second piece goes first."""
    return replace(empty(pointer), size=pointer.size, target=pointer.target, moving=True)


# --- Enter --------------------------------------------------------------------------------------------


def choose(scene: TableScene, pointer: Pointer) -> TableReply:
    """Enter: press the button, let go of what is in the hand, or take a piece."""
    if pointer.zone == ACTS and pointer.act and (pointer.grips or pointer.act not in ("let-go", "drop")):
        return acting.press(scene, pointer, pointer.act)
    if not situation.phase(scene):
        return Reply(pointer, say=scene.waiting())
    if pointer.kind == FOUND and len(pointer.ghost) == 1 and not pointer.pending:
        return working.fetch(scene, pointer)
    action = acting.in_hand(scene, pointer)
    if action is not None:
        return Reply(pointer, submit=action)
    if pointer.busy:
        return Reply(pointer, say="The hand is still at it; Esc stops it.")
    if pointer.grips:
        return working.look_again(scene, pointer)
    names = acting.acts(scene)
    if situation.why_no_hand(scene) and names:
        return Reply(other_zone(scene, pointer), say=situation.why_no_hand(scene))
    return working.take(scene, pointer)


# --- what is in the hand ------------------------------------------------------------------------------


def size(scene: TableScene, pointer: Pointer, at: int) -> TableReply:
    """Choose a size by its pips; what is in the hand is exchanged."""
    if not situation.phase(scene):
        return Reply(pointer, say=scene.waiting())
    if not 0 <= at < len(SIZES):
        return Reply(pointer, say="1, 2 and 3 choose a small, medium or large piece.")
    if situation.phase(scene) == "rebuild":
        return Reply(pointer, say="What is put back has its size; choose which piece by its number.")
    offer = situation.offers(scene)[at]
    here = replace(pointer, size=offer.size)
    if offer.why_not and not offer.left + offer.held:
        return Reply(pointer, say=offer.why_not, rule=offer.rule)
    if offer.why_not:
        return Reply(replace(lay_down(here), size=offer.size), say=offer.why_not, rule=offer.rule)
    return _again(scene, here)


def _again(scene: TableScene, here: Pointer) -> TableReply:
    """After another size or target: what is in the hand is taken anew, an empty hand stays empty."""
    if not here.grips and not here.busy:
        return Reply(lay_down(here))
    if here.kind == FOUND and here.control == FREE:
        left = replace(here, ghost=here.ghost[: here.which], sizes=here.sizes[: here.which], trail=())
        return working.fetch(scene, left)
    return working.take(scene, here)


def next_size(scene: TableScene, pointer: Pointer) -> TableReply:
    """The next size that may be placed."""
    good = situation.placeable(scene)
    if situation.phase(scene) == "rebuild" or not good:
        return size(scene, pointer, 0)
    now = pointer.size or situation.chosen_size(scene, pointer)
    after = good[(good.index(now) + 1) % len(good)] if now in good else good[0]
    return size(scene, pointer, SIZES.index(after))


def target(scene: TableScene, pointer: Pointer, piece: int) -> TableReply:
    """Choose a piece to lean on (while rebuilding: the piece to be put back), 0 for any."""
    if situation.phase(scene) == "rebuild" and piece in situation.to_rebuild(scene):
        return working.take(scene, replace(lay_down(pointer), target=piece))
    here = replace(pointer, target=piece)
    if not pointer.grips and not pointer.busy:
        return Reply(lay_down(here))
    if pointer.kind == FOUND or pointer.control == FREE or pointer.idea < 0 or pointer.kind == REBUILD:
        return Reply(here)
    return working.take(scene, here)


def next_target(scene: TableScene, pointer: Pointer, way: int) -> TableReply:
    """The next piece to lean on; after the last one, any."""
    known = (0, *(situation.to_rebuild(scene) or situation.targets(scene, pointer)))
    at = known.index(pointer.target) if pointer.target in known else 0
    after = known[(at + way) % len(known)]
    reply = target(scene, pointer, after)
    told = f"Target: {situation.target_words(scene, pointer, after)}." if after else "Target: any piece."
    return reply if reply.say else replace(reply, say=told)


def another_idea(scene: TableScene, pointer: Pointer, way: int) -> TableReply:
    """The next idea; after the last one more are looked for."""
    if not pointer.kind or pointer.kind == WATCH:
        return working.take(scene, replace(pointer, control=GUIDED))
    count = len(pointer.ideas)
    if not count and pointer.busy:
        return Reply(pointer, say="No idea yet; the hand is still looking.")
    after = pointer.idea + way if pointer.idea >= 0 else (0 if way > 0 else count - 1)
    if 0 <= after < count:
        return _show(scene, pointer, after)
    if way < 0:
        return _show(scene, pointer, count - 1) if count else Reply(pointer)
    if pointer.busy == LOOKS:
        return Reply(pointer, say="The hand is still looking for more.")
    reply = seeking.seek(scene, pointer)
    return replace(reply, say="Looking for more places.")


def _show(scene: TableScene, pointer: Pointer, number: int) -> TableReply:
    here = seeking.show_idea(scene, pointer, number)
    if pointer.busy == LOOKS:
        return Reply(here)
    return working.felt(scene, here)


def idea(scene: TableScene, pointer: Pointer, number: int) -> TableReply:
    """Show an idea by its number."""
    return _show(scene, pointer, number) if 0 <= number < len(pointer.ideas) else Reply(pointer)


def rest_on(scene: TableScene, pointer: Pointer, feature: str) -> TableReply:
    """Stand the piece on the next edge, corner or face, or on a named one."""
    if not feature:
        waiting = [int(motion.amount[0]) for motion in pointer.pending if motion.verb == "rest"]
        now = waiting[-1] if waiting else FEATURES.index(pointer.feature) if pointer.feature in FEATURES else -1
        feature = FEATURES[(now + 1) % len(FEATURES)]
    if not pointer.grips:
        return Reply(replace(pointer, feature=feature), say=f"It will stand on: {feature}.")
    reply = working.begin(scene, pointer, Motion("rest", (float(FEATURES.index(feature)),)))
    return replace(reply, say=f"It stands on: {feature}.")


def undo(scene: TableScene, pointer: Pointer) -> TableReply:
    """The hand goes back to where it was before its last motion."""
    if not pointer.trail:
        return Reply(pointer)
    last = pointer.trail[-1]
    here = replace(
        pointer,
        trail=pointer.trail[:-1],
        sizes=last.sizes,
        ghost=last.ghost,
        which=last.which,
        feature=last.feature,
        idea=-1,
        said="",
    )
    return working.look_again(scene, here)


def control(scene: TableScene, pointer: Pointer, how: str) -> TableReply:
    """Guided or free; what is in the hand stays there."""
    told = "Guided control: ideas first, then move." if how == GUIDED else "Free control: the hand is all yours."
    here = replace(pointer, control=how)
    if pointer.busy == LOOKS and how == FREE and not pointer.grips:
        return replace(working.take(scene, here), say=told)
    return Reply(here, say=told)


def other_piece(scene: TableScene, pointer: Pointer) -> TableReply:
    """The other piece of a Foundation."""
    which = 1 - pointer.which
    reply = working.look_again(scene, replace(pointer, which=which))
    return replace(reply, say=f"The hand moves {label(which + 1)}, {pointer.sizes[which]}.")
