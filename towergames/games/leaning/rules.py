"""What a player may try: the form of an action, the rules, and a few legal actions that stand for all."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from towergames.core.contract import Refusal
from towergames.core.dice import Dice
from towergames.games.leaning.layout import find, label
from towergames.games.leaning.model import (
    FOUNDATION_TRIES,
    MOST_NUDGES,
    MOST_SKIPS,
    SIZES,
    Accept,
    Action,
    Aim,
    Decline,
    Found,
    GiveUp,
    Hold,
    Keep,
    Layout,
    Nudge,
    Pass,
    Piece,
    Place,
    Pose,
    Ready,
    Rebuild,
    Restore,
    Skip,
    State,
)
from towergames.games.leaning.notation import FEELS, WHERE
from towergames.games.leaning.placement import facts_aimed, facts_of, refusals, why_not
from towergames.physics.recording import RecordedPose

REACH = 500_000
"""How far from the middle of the table a piece may be let go."""
LOWEST, HIGHEST = -100_000, 1_000_000
MOST_TOUCHED = 6
"""Pieces that a hand can feel at once; a move with all of them still fits on a line."""


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
    return isinstance(pose, RecordedPose) and all(type(number) is int for number in pose) and pose.is_turn


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


_IN_PHASE: dict[str, tuple[type[Any], ...]] = {
    "found": (Found, Ready),
    "turn": (Place, Hold, Pass, Skip, GiveUp, Nudge),
    "slip": (Place, Accept, GiveUp),
    "rebuild": (Rebuild, Keep, Restore, Decline),
}
_NOW = {
    "found": ("R-3", "First the Foundation is set up: found or ready."),
    "turn": ("R-6", "It is an ordinary turn: place a piece, hold one, or say that you cannot."),
    "slip": (
        "L-14",
        "Your piece has slipped: accept it if it lies legally, place it again, or give it up.",
    ),
    "rebuild": ("L-17", "After a Break the disturbed pieces are put back, or you decline."),
}


def first_refusal(state: State, action: Any) -> Refusal | None:
    """The first rule that forbids the action now, None when it may be tried. Total."""
    found = all_refusals(state, action)
    return found[0] if found else None


def all_refusals(state: State, action: Any) -> tuple[Refusal, ...]:
    """Every rule that forbids the action now; where one makes the others meaningless it stands alone."""
    if state.phase == "over":
        return (Refusal("R-32", "The game is over."),)
    if state.phase not in _IN_PHASE:
        return (Refusal("R-6", "No player can move before everything has come to rest."),)
    if not is_move(action):
        return (Refusal("R-6", "That is no move of this game."),)
    if not isinstance(action, _IN_PHASE[state.phase]):
        return (Refusal(*_NOW[state.phase]),)
    found = _of(state, action)
    return (found,) if isinstance(found, Refusal) else found


def _of(state: State, action: Action) -> Refusal | tuple[Refusal, ...]:
    match action:
        case Found():
            return _found(state, action) or ()
        case Place():
            first = _place_again(state, action) if state.phase == "slip" else _place(state, action)
            base = state.before if state.phase == "slip" else state.layout
            assert base is not None
            return first or _letting_go(state, action, base, state.next_piece)
        case Hold():
            return _hold(state, action) or ()
        case Pass() | Skip():
            return _idle(state, action) or ()
        case GiveUp():
            return _give_up(state, action) or ()
        case Accept():
            return _accept(state)
        case Rebuild() | Keep():
            return _put_back(state, action)
        case Restore():
            if state.terms.rebuild != "restore":
                return Refusal("L-17", "In this game the pieces are put back by hand, one by one.")
        case Nudge():
            return _nudge(state, action) or ()
    return ()


# --- placing ----------------------------------------------------------------------------------------


def _found(state: State, action: Found) -> Refusal | None:
    """L-2: two neutral pieces, each medium or large."""
    if "small" in (action.size, action.size2):
        return Refusal("L-2", "The Foundation is made of medium and large pieces.")
    if state.tries >= FOUNDATION_TRIES:
        return Refusal("L-30", f"After {FOUNDATION_TRIES} tries the table sets the Foundation up: ready.")
    return _reach(action.pose) or _reach(action.pose2)


def _place(state: State, action: Place) -> Refusal | None:
    """R-12, L-11, L-7, L-12: a piece you have, held ones first, of another size than the last."""
    seat, at = state.active, SIZES.index(action.size)
    if action.held and not state.held[seat][at]:
        return Refusal("R-14", f"You hold no {action.size} piece.")
    if not action.held and any(state.held[seat]):
        return Refusal("L-11", "Held pieces go first: place one, hold one more, or give one up.")
    if not action.held and not state.hands[seat][at]:
        return Refusal("R-12", f"You have no {action.size} piece left.")
    if action.size == state.last_size and not (action.held and state.terms.held_size == "any"):
        rule = "L-12" if action.held else "L-7"
        return Refusal(rule, f"The last piece placed was {action.size}; yours must have another size.")
    return None


def _place_again(state: State, action: Place) -> Refusal | None:
    """L-14: the same piece, as often as the tries allow."""
    assert state.in_hand is not None
    if (action.size, action.held) != (state.in_hand.size, state.in_hand.held):
        return Refusal("L-14", f"The slipped piece cannot be traded: place the {state.in_hand.size} one.")
    if state.tries >= state.terms.tries:
        return Refusal("L-14", "That was the last try for this piece.")
    return None


def _letting_go(state: State, action: Place | Rebuild, base: Layout, piece: int) -> Refusal | tuple[Refusal, ...]:
    """L-28 and what the hand feels: rules broken already before the piece is let go."""
    target = action.target if isinstance(action, Place) else 0
    if target and find(base, target) is None:
        return Refusal("L-28", f"There is no piece {label(target)} on the table.")
    out = _reach(action.pose)
    if out or action.aim is None:
        return out or ()
    stranger = _stranger(action.aim, base, piece)
    if stranger:
        return Refusal("L-28", f"There is no other piece {label(stranger)} to touch.")
    if isinstance(action, Place):
        size, held = action.size, action.held
    else:
        one = find(base, piece)
        assert one is not None
        size, held = one.size, False
    return refusals(facts_aimed(size, held, action.aim, base, piece), both=state.terms.contacts == "both")


def _stranger(aim: Aim, base: Layout, piece: int) -> int:
    known = {one.id for one in base.pieces} - {piece}
    return next((other for other in (*aim.touches, *aim.inside) if other not in known), 0)


def _reach(pose: Pose) -> Refusal | None:
    return None if in_reach(pose) else Refusal("L-28", "That is out of reach: stay within half a metre.")


# --- other moves ------------------------------------------------------------------------------------


def _hold(state: State, action: Hold) -> Refusal | None:
    """L-11: any piece still in hand can be held."""
    if not state.hands[state.active][SIZES.index(action.size)]:
        return Refusal("R-14", f"You have no {action.size} piece left to hold.")
    return None


def _idle(state: State, action: Pass | Skip) -> Refusal | None:
    """L-3, L-13, L-23: the first player's free pass; later only who cannot place may skip."""
    if any(state.held[state.active]):
        return Refusal("L-13", "You hold a piece: place it, hold one more, or give it up.")
    if isinstance(action, Pass) and state.free:
        return None
    if isinstance(action, Pass) != (state.terms.passing == "free"):
        if isinstance(action, Skip):
            return Refusal("L-23", "Passing is free in this game: pass.")
        return Refusal("L-23", "You may not just pass; if you have no move, skip.")
    if state.refused:
        return Refusal("L-23", "The table knows a move for you; place or hold a piece.")
    if state.skips[state.active] >= MOST_SKIPS:
        return Refusal("L-32", f"You have skipped {MOST_SKIPS} turns in this game; place or hold a piece.")
    return None


def _give_up(state: State, action: GiveUp) -> Refusal | None:
    """L-13, L-14: a slipped piece, or a held one that cannot be placed."""
    if state.phase == "slip":
        return Refusal("L-14", "Give up the piece that slipped; name no other.") if action.size else None
    if not action.size or not state.held[state.active][SIZES.index(action.size)]:
        return Refusal("L-13", "Only a held piece can be given up: name its size.")
    return None


def _accept(state: State) -> tuple[Refusal, ...]:
    """L-14: the slipped piece may stay where it is legal."""
    assert state.in_hand is not None
    assert state.before is not None
    facts = facts_of(state.layout, state.in_hand.piece, state.before, held=state.in_hand.held)
    return refusals(facts, both=state.terms.contacts == "both")


def _put_back(state: State, action: Rebuild | Keep) -> Refusal | tuple[Refusal, ...]:
    """L-17: a disturbed piece goes to any legal pose, or stays in one."""
    if state.terms.rebuild != "by-hand":
        return Refusal("L-17", "In this game everything is put back at once: restore.")
    if action.piece not in state.broken:
        waiting = ", ".join(map(label, state.broken))
        return Refusal("L-17", f"{label(action.piece)} is not to be put back; these are: {waiting}.")
    if isinstance(action, Keep):
        return why_not(state.layout, action.piece, state.terms.contacts)
    return _letting_go(state, action, state.layout, action.piece)


def _nudge(state: State, action: Nudge) -> Refusal | None:
    """L-21: a report of a bump."""
    if state.terms.bump != "nudge":
        return Refusal("L-21", "Bumps are not reported in this game.")
    if state.nudged or state.nudges >= MOST_NUDGES:
        return Refusal("L-32", "The table has been bumped often enough.")
    if action.by >= state.seats:
        return Refusal("L-21", f"There is no player {action.by + 1}.")
    return None


# --- a list of legal actions ----------------------------------------------------------------------------

_BESIDE = 20_000
"""How far from the piece it leans on a listed piece is let go, in micrometres."""
_ABOVE = 45_000
_LEAN = 35
"""Degrees from upright."""
_DIRECTIONS = (0, 90, 180, 270)
_TARGETS = 8
"""The latest pieces, which listed placements lean on."""


@dataclass(frozen=True)
class LeaningChoices:
    """Every action but the poses: of those, each size leaning on, or put above, the latest pieces from four sides.

    All of them are blind releases; a good place needs the placement search.
    """

    state: State

    def __iter__(self) -> Iterator[Action]:
        return iter(self._listed)

    def sample(self, dice: Dice) -> Action:
        """One of them, evenly."""
        return dice.choice(self._listed)

    @property
    def templates(self) -> tuple[str, ...]:
        """How they are typed."""
        kinds = dict.fromkeys(map(type, self._listed))
        return tuple(_TEMPLATES[kind] for kind in kinds)

    @cached_property
    def _listed(self) -> tuple[Action, ...]:
        candidates = _CANDIDATES.get(self.state.phase)
        if candidates is None:
            return ()
        return tuple(action for action in candidates(self.state) if first_refusal(self.state, action) is None)


def leaning_pose(x: int, y: int, z: int, direction: int) -> Pose:
    """A pose that leans towards a direction (degrees), its base at that place.

    >>> leaning_pose(0, 0, 5000, 0)
    RecordedPose(x=0, y=0, z=5000, w=953717, i=0, j=300706, k=0)
    """
    half, yaw = math.radians(_LEAN / 2), math.radians(direction)
    i, j = (round(part * math.sin(half) * 10**6) for part in (-math.sin(yaw), math.cos(yaw)))
    return Pose(x, y, z, round(math.cos(half) * 10**6), i, j, 0)


def _beside(target: Piece, direction: int, *, above: bool) -> Pose:
    """Leaning on a piece from one side, or put on it."""
    yaw = math.radians(direction)
    if above:
        return leaning_pose(target.pose.x, target.pose.y, target.pose.z + _ABOVE, direction)
    x = target.pose.x - round(math.cos(yaw) * _BESIDE)
    y = target.pose.y - round(math.sin(yaw) * _BESIDE)
    return leaning_pose(x, y, 5_000, direction)


def _foundations(_state: State) -> Iterator[Action]:
    yield Ready()
    for size, size2 in (("large", "large"), ("large", "medium"), ("medium", "medium")):
        yield Found(size, leaning_pose(-15_000, 0, 5_000, 0), size2, leaning_pose(15_000, 0, 5_000, 180))


def _turn(state: State) -> Iterator[Action]:
    for held in (False, True):
        for size in SIZES:
            yield from _places(state, size, held=held)
    yield from map(Hold, SIZES)
    yield from map(GiveUp, SIZES)
    yield Pass()
    yield Skip()
    yield from (Nudge(by) for by in range(-1, state.seats))


def _places(state: State, size: str, *, held: bool) -> Iterator[Action]:
    if first_refusal(state, Place(size, held, 0, leaning_pose(0, 0, 0, 0))) is not None:
        return
    fitting = state.layout if state.before is None else state.before
    for target in fitting.pieces[-_TARGETS:]:
        for direction in _DIRECTIONS:
            yield Place(size, held, target.id, _beside(target, direction, above=held))


def _slip(state: State) -> Iterator[Action]:
    assert state.in_hand is not None
    yield Accept()
    yield GiveUp()
    yield from _places(state, state.in_hand.size, held=state.in_hand.held)


def _repairs(state: State) -> Iterator[Action]:
    yield Restore()
    yield Decline()
    assert state.stood is not None
    for piece in state.broken:
        yield Keep(piece)
        yield from (Rebuild(piece, one.pose) for one in state.stood.pieces if one.id == piece)


_CANDIDATES = {"found": _foundations, "turn": _turn, "slip": _slip, "rebuild": _repairs}
_TEMPLATES: dict[type[Action], str] = {
    Ready: "ready",
    Found: f"found SIZE {WHERE} and SIZE {WHERE}",
    Place: f"place [held] SIZE [on PIECE] {WHERE} {FEELS}",
    Hold: "hold SIZE",
    GiveUp: "forfeit [SIZE]",
    Pass: "pass",
    Skip: "skip",
    Nudge: "nudge PLAYER|nobody",
    Accept: "accept",
    Restore: "restore",
    Decline: "decline",
    Keep: "keep PIECE",
    Rebuild: f"put PIECE {WHERE} {FEELS}",
}
