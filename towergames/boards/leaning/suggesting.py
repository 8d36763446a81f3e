"""A bot's advice in the player's hand, and what a thinking bot's own hand holds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from towergames.boards.leaning import acting, seeking, situation
from towergames.boards.leaning.pointer import ACTS, FOUND, PLACE, REBUILD, TABLE, WATCH, Pointer, TableScene, empty
from towergames.games.leaning.layout import label
from towergames.games.leaning.model import (
    Accept,
    Action,
    Decline,
    Found,
    GiveUp,
    Hold,
    Keep,
    Pass,
    Place,
    Ready,
    Rebuild,
    Restore,
    Skip,
    state_of,
)
from towergames.games.leaning.opponent.suggestions import Idea
from towergames.physics.geometry import Pose

_BUTTONS: dict[type[Any], str] = {
    Ready: "ready",
    Pass: "pass",
    Skip: "skip",
    Accept: "accept",
    Restore: "restore",
    Decline: "decline",
    Hold: "hold",
    GiveUp: "give-up",
    Keep: "keep",
}


def lay_out(scene: TableScene, pointer: Pointer, action: Action) -> Pointer | None:
    """The pointer with the action prepared, so that Enter does it; None where that cannot be."""
    here = empty(pointer)
    match action:
        case Place(size, held, target, pose, aim):
            hand = replace(here, kind=PLACE, size=size, held=held, target=target, sizes=(size,), ghost=(_read(pose),))
            return replace(hand, aim=aim, zone=TABLE, act="", moving=True)
        case Rebuild(piece, pose, aim):
            size = situation.size_of(scene.view, piece)
            hand = replace(here, kind=REBUILD, piece=piece, size=size, sizes=(size,), ghost=(_read(pose),))
            return replace(hand, aim=aim, zone=TABLE, act="", moving=True)
        case Found(size, pose, size2, pose2):
            ghost = (_read(pose), _read(pose2))
            return replace(here, kind=FOUND, sizes=(size, size2), ghost=ghost, which=1, zone=TABLE, act="", moving=True)
    act = _BUTTONS.get(type(action))
    if act is None or act not in acting.acts(scene):
        return None
    size = getattr(action, "size", "") or pointer.size
    return replace(here, size=size, target=getattr(action, "piece", pointer.target), zone=ACTS, act=act)


def known_place(scene: TableScene, pointer: Pointer) -> Pointer | None:
    """The place because of which the table refused a skip, in the player's hand (L-23); None if it is not known."""
    idea = seeking.refused_for(state_of(scene.view)) if situation.phase(scene) == "turn" else None
    if idea is None:
        return None
    here = replace(empty(pointer), kind=PLACE, size=idea.size, ideas=(idea,), zone=TABLE, act="")
    return seeking.show_idea(scene, here, 0)  # a skip is refused before it is looked for while something is held


def in_words(scene: TableScene, action: Action) -> str:
    """A move with a pose as people say it; other moves are said as they are typed."""
    match action:
        case Place(size, held, target):
            return f"place the {'held ' if held else ''}{size} piece{f' at {label(target)}' if target else ''}"
        case Rebuild(piece):
            return f"put {label(piece)} back"
        case Found(size, _, size2, _):
            return f"lean a {size} and a {size2} piece against each other"
    return scene.game.notate(action)


def _read(pose: tuple[int, ...]) -> Pose:
    return Pose.read(pose)


def watched(scene: TableScene, pointer: Pointer, idea: Any) -> Pointer | None:
    """The pointer with the piece where a thinking bot considers putting it."""
    if scene.may_act or not isinstance(idea, Idea):
        return None
    here = replace(empty(pointer), kind=WATCH, sizes=idea.sizes, ghost=idea.poses, which=len(idea.poses) - 1)
    return replace(here, aim=idea.aim, busy="thinks", moving=True)
