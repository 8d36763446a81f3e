"""The hand's words, typed: ``target 3``, ``turn 15``, ``left 4``, ``lean``, ``ease``, ``let go``."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace

from towergames.boards.desk import Reply
from towergames.boards.leaning import acting, commands, handling, seeking, situation, working
from towergames.boards.leaning.pointer import (
    FEATURES,
    FREE,
    GUIDED,
    STEPS,
    Motion,
    Pointer,
    TableReply,
    TableScene,
)
from towergames.games.leaning.model import SIZES
from towergames.games.leaning.opponent.suggestions import MOST_RELEASES

_NUMBER = re.compile(r"-?\d{1,3}(\.\d{1,2})?\Z")
_SHIFTS = {"left": (-1, 0), "right": (1, 0), "away": (0, 1), "near": (0, -1)}
_TURNS = ("turn", "tip", "roll")
_VERBS = {"lower": "lower", "lean": "lean", "ease": "ease", "above": "over"}
_ACTS = {
    "let go": "let-go",
    "release": "let-go",
    "drop": "drop",
    "let go blindly": "drop",
    "give up": "give-up",
}
_COMMANDS = {
    "next": commands.NEXT_IDEA,
    "idea": commands.NEXT_IDEA,
    "back": commands.UNDO_HAND,
    "other": commands.OTHER,
}
FORMS = (
    "take [SIZE]: take a piece in hand; ideas where it could go come with it",
    "target PIECE|any: the piece to lean on",
    "idea [N]: another idea, or that one",
    f"trials: simulate letting go of it, {MOST_RELEASES} times in all",
    "let go: let go of the piece where it is; drop: the same, blindly",
    "guided, free: with ideas, or by yourself",
    "left, right, away, near [MM]; lift [MM]; lower; above: move the piece; above is over the target",
    "turn, tip, roll [DEGREES]: turn it left, tip it away, roll it right; less than 0 the other way",
    "stand on base edge, slant edge, corner, point, base, side: what is set down",
    "lean: tip it towards the target until it meets something; ease: let it sink until it lies still",
    "back: undo the last motion; lay down: empty the hand; other: the other piece of a Foundation",
    "walk-left, walk-right: go round the table; left, away and the like are as seen from there",
    "pan-left, pan-right, pan-up, pan-down: look at what is beside, above or below",
)
"""What can be typed for the hand, for help."""
_NAMED = {command.typed: command.id for command in commands.COMMANDS}


def typed(scene: TableScene, pointer: Pointer, text: str) -> TableReply | None:
    """Handle typed words of the hand's; None when they are none (a whole move, another command)."""
    words = text.lower().split()
    whole = " ".join(words)
    if _NAMED.get(whole) in commands.LOOKING:
        return handling.do(scene, pointer, _NAMED[whole])
    if not words or not situation.phase(scene):
        return None
    if whole in _ACTS and _ACTS[whole] in acting.acts(scene):
        return replace(acting.press(scene, pointer, _ACTS[whole]), pointer=pointer)
    if whole in ("guided", "free"):
        return handling.control(scene, pointer, GUIDED if whole == "guided" else FREE)
    if whole == "lay down":
        return Reply(handling.lay_down(pointer))
    if whole == "trials":
        return _trials(scene, pointer)
    if whole in _COMMANDS:
        return _checked(scene, pointer, _COMMANDS[whole])
    if whole in _NAMED and whole not in _VERBS and whole != "take":  # the key lays a piece down too; the word takes one
        return _checked(scene, pointer, _NAMED[whole])
    verb, rest = words[0], words[1:]
    match verb:
        case "take" | "size":
            return _take(scene, pointer, rest)
        case "target":
            return _target(scene, pointer, rest)
        case "idea":
            return _idea(scene, pointer, rest)
        case "stand" if rest[:1] == ["on"]:
            return _stand(scene, pointer, " ".join(rest[1:]))
        case "step" if rest and rest[0] in STEPS:
            return Reply(replace(pointer, step=rest[0]), say=f"Steps of the hand: {rest[0]}.")
        case "lift" | "raise":
            return _moved(scene, pointer, rest, 10.0, lambda mm: Motion("raise", (mm / 10,)))
        case _ if verb in _VERBS and not rest:
            return _gripped(scene, pointer) or working.begin(scene, pointer, Motion(_VERBS[verb]))
        case _ if verb in _SHIFTS:
            return _moved(scene, pointer, rest, 2.5, lambda mm: _shift(pointer, verb, mm))
        case _ if verb in _TURNS:
            return _moved(scene, pointer, rest, 5.0, lambda degrees: Motion(verb, (math.radians(degrees),)))
    return None


def _shift(pointer: Pointer, verb: str, mm: float) -> Motion:
    right, ahead = _SHIFTS[verb]
    by = handling.sideways(pointer.camera.facing, right * mm / 10, ahead * mm / 10)
    return Motion("shift", (*by, 0.0))


def _gripped(scene: TableScene, pointer: Pointer) -> TableReply | None:
    why = handling.enabled(scene, pointer, commands.LOWER)
    return Reply(pointer, say=why) if why else None


def _checked(scene: TableScene, pointer: Pointer, command: str) -> TableReply:
    why = handling.enabled(scene, pointer, command)
    return Reply(pointer, say=why) if why else handling.do(scene, pointer, command)


def _moved(
    scene: TableScene, pointer: Pointer, rest: list[str], usual: float, motion: Callable[[float], Motion]
) -> TableReply | None:
    if len(rest) > 1 or (rest and not _NUMBER.match(rest[0])):
        return None
    return _gripped(scene, pointer) or working.begin(scene, pointer, motion(float(rest[0]) if rest else usual))


def _take(scene: TableScene, pointer: Pointer, rest: list[str]) -> TableReply | None:
    found = [size for size in SIZES if rest and size.startswith(rest[-1])]
    if rest and (len(found) != 1 or rest[:-1] not in ([], ["held"])):
        return None
    if not found:
        return working.take(scene, pointer if pointer.fruitless else handling.lay_down(pointer))
    here = handling.lay_down(pointer)
    reply = handling.size(scene, here, SIZES.index(found[0]))
    return reply if reply.say else working.take(scene, reply.pointer)


def _target(scene: TableScene, pointer: Pointer, rest: list[str]) -> TableReply | None:
    if len(rest) != 1:
        return Reply(pointer, say="Which piece? Type its number, such as: target 3; or: target any.")
    number = rest[0].removeprefix("p")
    if rest[0] != "any" and not (number.isascii() and number.isdigit()):
        return Reply(pointer, say="A target is a piece's number, or any.")
    piece = 0 if rest[0] == "any" else int(number)
    known = (*situation.targets(scene, pointer), *situation.to_rebuild(scene))
    if piece and piece not in known:
        return Reply(pointer, say=f"There is no piece P{piece} to lean on.")
    reply = handling.target(scene, pointer, piece)
    told = situation.target_words(scene, pointer, piece) if piece else "any piece"
    return reply if reply.say or reply.work else replace(reply, say=f"Target: {told}.")


def _idea(scene: TableScene, pointer: Pointer, rest: list[str]) -> TableReply | None:
    if len(rest) != 1 or not (rest[0].isascii() and rest[0].isdigit()):
        return None
    number = int(rest[0])
    if not 1 <= number <= len(pointer.ideas):
        count = len(pointer.ideas)
        return Reply(pointer, say=f"There are ideas 1 to {count}." if count else "There is no idea yet: take a piece.")
    return handling.idea(scene, pointer, number - 1)


def _trials(scene: TableScene, pointer: Pointer) -> TableReply:
    if not 0 <= pointer.idea < len(pointer.ideas):
        return Reply(pointer, say="Trials are for a suggested place: take a piece first.")
    work = seeking.again(scene, pointer)
    return Reply(pointer, say="" if work else f"It has had all its {MOST_RELEASES} trials.", work=work)


def _stand(scene: TableScene, pointer: Pointer, feature: str) -> TableReply:
    if feature not in FEATURES:
        return Reply(pointer, say=f"It can stand on: {', '.join(FEATURES)}.")
    return handling.rest_on(scene, pointer, feature)
