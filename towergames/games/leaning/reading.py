"""Whether something is a well-formed move at all: types and ranges, before any rule is asked."""

from __future__ import annotations

from typing import Any

from towergames.games.leaning.model import (
    SIZES,
    Accept,
    Aim,
    Decline,
    Found,
    GiveUp,
    Hold,
    Keep,
    Nudge,
    Pass,
    Place,
    Pose,
    Ready,
    Rebuild,
    Restore,
    Skip,
)

REACH = 500_000
"""How far from the middle of the table a piece may be let go."""
LOWEST, HIGHEST = -100_000, 1_000_000
MOST_TOUCHED = 6
"""Pieces that a hand can feel at once; a move with all of them still fits on a line."""
_NORM = 10**12


def is_move(action: Any) -> bool:
    """Whether it is an action with fields of the right kinds; says nothing of the rules."""
    match action:
        case Ready() | Pass() | Skip() | Accept() | Restore() | Decline():
            return True
        case Found():
            return _sizes(action.size, action.size2) and is_pose(action.pose) and is_pose(action.pose2)
        case Place():
            flags = type(action.held) is bool and _whole(action.target, 0)
            return flags and _sizes(action.size) and is_pose(action.pose) and _is_aim(action.aim)
        case Hold():
            return _sizes(action.size)
        case GiveUp():
            return action.size == "" or _sizes(action.size)
        case Rebuild():
            return _whole(action.piece, 1) and is_pose(action.pose) and _is_aim(action.aim)
        case Keep():
            return _whole(action.piece, 1)
        case Nudge():
            return _whole(action.by, -1)
    return False


def is_pose(pose: Any) -> bool:
    """Whether it is a pose of whole numbers with a quaternion of length one."""
    if not isinstance(pose, Pose) or any(type(number) is not int for number in pose):
        return False
    norm = sum(number * number for number in pose[3:])
    return abs(norm - _NORM) <= _NORM // 500


def in_reach(pose: Pose) -> bool:
    """L-28: whether a hand at this table could be there."""
    return max(abs(pose.x), abs(pose.y)) <= REACH and LOWEST <= pose.z <= HIGHEST


def _sizes(*sizes: Any) -> bool:
    return all(type(size) is str and size in SIZES for size in sizes)


def _whole(value: Any, least: int) -> bool:
    return type(value) is int and least <= value <= 10**6


def _is_aim(aim: Any) -> bool:
    if aim is None:
        return True
    if not isinstance(aim, Aim) or not _whole(aim.corners, 0) or aim.corners > 5:
        return False
    return all(_is_row(pieces) for pieces in (aim.touches, aim.inside))


def _is_row(pieces: Any) -> bool:
    if type(pieces) is not tuple or len(pieces) > MOST_TOUCHED or not all(_whole(piece, 1) for piece in pieces):
        return False
    return list(pieces) == sorted(set(pieces))
