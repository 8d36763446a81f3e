"""The rules: the form of an action, refusals, and a few legal actions that represent all poses."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from itertools import product
from typing import Any, TypeAlias, get_args

from towergames.core.contract import Refusal
from towergames.core.dice import Dice
from towergames.games.leaning import model, text
from towergames.games.leaning.layout import find, label
from towergames.games.leaning.model import SIZES, Action, Aim, Layout, Piece, State
from towergames.games.leaning.notation import FEELS, WHERE
from towergames.games.leaning.placement import facts_aimed, facts_of, refusals, why_not_legal
from towergames.physics.recording import RecordedPose

REACH_UM = 500_000
"""Distance from the middle of the table within which a piece may be let go of."""
LOWEST, HIGHEST = -100_000, 1_000_000
MOST_TOUCHED = 6
"""Pieces that a hand can touch at once; a move with all of them still fits on a line."""


def is_move(action: Any) -> bool:
    """Whether ``action`` has the form of an action: fields of the right kinds. It may still break rules."""
    if type(action) not in get_args(Action):
        return False
    return action == model.GiveUp() or all(_KINDS[one.name](getattr(action, one.name)) for one in fields(action))


def is_pose(pose: Any) -> bool:
    """Whether ``pose`` is a pose of whole numbers with a quaternion of length one."""
    return isinstance(pose, RecordedPose) and all(type(number) is int for number in pose) and pose.is_turn


def in_reach(pose: RecordedPose) -> bool:
    """L-28: whether a hand at this table could be there."""
    return max(abs(pose.x), abs(pose.y)) <= REACH_UM and LOWEST <= pose.z <= HIGHEST


def _is_size(size: Any) -> bool:
    return type(size) is str and size in SIZES


def _whole(least: int, most: int = 10**6) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and least <= value <= most


def _is_aim(aim: Any) -> bool:
    if aim is None:
        return True
    return isinstance(aim, Aim) and _whole(0, 5)(aim.corners) and _is_row(aim.touches) and _is_row(aim.inside)


def _is_row(pieces: Any) -> bool:
    if type(pieces) is not tuple or len(pieces) > MOST_TOUCHED or not all(map(_KINDS["piece"], pieces)):
        return False
    return list(pieces) == sorted(set(pieces))


_KINDS: dict[str, Callable[[Any], bool]] = {
    **dict.fromkeys(("size", "size2"), _is_size),
    **dict.fromkeys(("pose", "pose2"), is_pose),
    "held": lambda value: type(value) is bool,
    "target": _whole(0),
    "piece": _whole(1),
    "by": _whole(-1),
    "aim": _is_aim,
}
"""Field of an action -> whether a value is of its kind."""

_PHASES: dict[str, tuple[tuple[type[Any], ...], Refusal]] = {
    "found": ((model.LayFoundation, model.Ready), Refusal("R-3", text.FOUNDATION_FIRST)),
    "turn": (
        (model.Place, model.Hold, model.Pass, model.Skip, model.GiveUp, model.Nudge),
        Refusal("R-6", text.YOUR_TURN),
    ),
    "slip": (
        (model.Place, model.Accept, model.GiveUp),
        Refusal("L-14", text.AFTER_A_SLIP),
    ),
    "rebuild": (
        (model.Rebuild, model.Keep, model.Restore, model.Decline),
        Refusal("L-17", text.AFTER_A_BREAK),
    ),
}
"""Phase -> the actions that belong to it, and the refusal of any other."""


def first_refusal(state: State, action: Any) -> Refusal | None:
    """The first rule that forbids the action now, None if it is legal. Answers for any value."""
    found = all_refusals(state, action)
    return found[0] if found else None


def all_refusals(state: State, action: Any) -> tuple[Refusal, ...]:
    """Every rule that forbids the action now. A rule that makes the others meaningless stands alone."""
    if state.phase == "over":
        return (Refusal("R-32", text.GAME_OVER),)
    if state.phase not in _PHASES:
        return (Refusal("R-6", text.WAIT),)
    if not is_move(action):
        return (Refusal("R-6", text.NO_MOVE),)
    kinds, otherwise = _PHASES[state.phase]
    found = _of(state, action) if isinstance(action, kinds) else otherwise
    return (found,) if isinstance(found, Refusal) else found or ()


_Refused: TypeAlias = Refusal | tuple[Refusal, ...] | None


def _of(state: State, action: Action) -> _Refused:
    match action:
        case model.LayFoundation():
            return _found(state, action)
        case model.Place():
            first = _place_again(state, action) if state.phase == "slip" else _place(state, action)
            base = state.before if state.phase == "slip" else state.layout
            assert base is not None
            return first or _letting_go(state, action, base)
        case model.Hold(size):
            return _hold(state, size)
        case model.Pass() | model.Skip():
            return _idle(state, action)
        case model.GiveUp(size):
            return _give_up(state, size)
        case model.Accept():
            return _accept(state)
        case model.Rebuild() | model.Keep():
            return _put_back(state, action)
        case model.Restore() if state.terms.rebuild != "restore":
            return Refusal("L-17", text.BY_HAND)
        case model.Nudge(by):
            return _nudge(state, by)
    return None


# --- placing ----------------------------------------------------------------------------------------


def _found(state: State, action: model.LayFoundation) -> Refusal | None:
    """L-2: the Foundation has two neutral pieces, each medium or large."""
    if "small" in (action.size, action.size2):
        return Refusal("L-2", text.FOUNDATION_SIZES)
    if state.tries >= model.FOUNDATION_TRIES:
        return Refusal("L-30", text.tries_used(model.FOUNDATION_TRIES))
    return _reach(action.pose) or _reach(action.pose2)


def _place(state: State, action: model.Place) -> Refusal | None:
    """R-12, L-11, L-7, L-12: a player may place an own piece of another size than the last, held ones first."""
    seat, at = state.active, SIZES.index(action.size)
    if action.held and not state.held[seat][at]:
        return Refusal("R-14", text.none_held(action.size))
    if not action.held and any(state.held[seat]):
        return Refusal("L-11", text.HELD_FIRST)
    if not action.held and not state.hands[seat][at]:
        return Refusal("R-12", text.none_left(action.size))
    if action.size == state.last_size and not (action.held and state.terms.held_size == "any"):
        rule = "L-12" if action.held else "L-7"
        return Refusal(rule, text.same_size(action.size))
    return None


def _place_again(state: State, action: model.Place) -> Refusal | None:
    """L-14: the slipped piece is placed again, as often as the tries allow."""
    assert state.in_hand is not None
    if (action.size, action.held) != (state.in_hand.size, state.in_hand.held):
        return Refusal("L-14", text.slipped(state.in_hand.size))
    if state.tries >= state.terms.tries:
        return Refusal("L-14", text.NO_TRIES)
    return None


def _letting_go(state: State, action: model.Place | model.Rebuild, base: Layout) -> _Refused:
    """L-28, and the rules that the piece breaks before it is let go of."""
    if isinstance(action, model.Place) and action.target and find(base, action.target) is None:
        return Refusal("L-28", text.no_piece(label(action.target)))
    out, aim = _reach(action.pose), action.aim
    if out or aim is None:
        return out
    sizes = {one.id: one.size for one in base.pieces}
    for other in (*aim.touches, *aim.inside):
        if other not in sizes or (isinstance(action, model.Rebuild) and other == action.piece):
            return Refusal("L-28", text.no_piece(label(other)))
    if isinstance(action, model.Place):
        facts = facts_aimed(action.size, action.held, aim, base)
    else:
        facts = facts_aimed(sizes[action.piece], False, aim, base, action.piece)
    return refusals(facts, both=state.terms.contacts == "both")


def _reach(pose: RecordedPose) -> Refusal | None:
    return None if in_reach(pose) else Refusal("L-28", text.OUT_OF_REACH)


# --- other moves ------------------------------------------------------------------------------------


def _hold(state: State, size: str) -> Refusal | None:
    """L-11: any piece in hand can be held."""
    left = state.hands[state.active][SIZES.index(size)]
    return None if left else Refusal("R-14", text.none_left(size))


def _idle(state: State, action: model.Pass | model.Skip) -> Refusal | None:
    """L-3, L-13, L-23: the first player may pass once; later a player who cannot place may skip."""
    if any(state.held[state.active]):
        return Refusal("L-13", text.HELD_NO_SKIP)
    if isinstance(action, model.Pass) and state.free:
        return None
    if isinstance(action, model.Pass) != (state.terms.passing == "free"):
        if isinstance(action, model.Skip):
            return Refusal("L-23", text.FREE_PASSING)
        return Refusal("L-23", text.SKIP_INSTEAD)
    if state.refused:
        return Refusal("L-23", text.CAN_PLACE)
    if state.skips[state.active] >= model.MOST_SKIPS:
        return Refusal("L-32", text.skips_used(model.MOST_SKIPS))
    return None


def _give_up(state: State, size: str) -> Refusal | None:
    """L-13, L-14: only a slipped piece, or a held one that cannot be placed, is given up."""
    if state.phase == "slip":
        return Refusal("L-14", text.GIVE_UP_SLIPPED) if size else None
    if not size or not state.held[state.active][SIZES.index(size)]:
        return Refusal("L-13", text.GIVE_UP_HELD)
    return None


def _accept(state: State) -> tuple[Refusal, ...]:
    """L-14: the slipped piece may stay where it is legal."""
    assert state.in_hand is not None
    assert state.before is not None
    facts = facts_of(state.layout, state.in_hand.piece, state.before, held=state.in_hand.held)
    return refusals(facts, both=state.terms.contacts == "both")


def _put_back(state: State, action: model.Rebuild | model.Keep) -> _Refused:
    """L-17: a disturbed piece goes to any legal pose, or stays in a legal one."""
    if state.terms.rebuild != "by-hand":
        return Refusal("L-17", text.AT_ONCE)
    if action.piece not in state.broken:
        return Refusal("L-17", text.put_back_first(state.broken))
    if isinstance(action, model.Keep):
        return why_not_legal(state.layout, action.piece, state.terms.contacts)
    return _letting_go(state, action, state.layout)


def _nudge(state: State, by: int) -> Refusal | None:
    """L-21: a bump is reported."""
    if state.terms.bump not in model.REPORTED:
        return Refusal("L-21", text.NO_BUMPS)
    if by == state.active and state.terms.bump == "nudge-waiting":
        return Refusal("L-21", text.OUT_OF_TURN)
    if state.nudged or state.nudges >= model.MOST_NUDGES:
        return Refusal("L-32", text.ENOUGH_BUMPS)
    if by >= state.seats:
        return Refusal("L-21", text.no_player(by + 1))
    return None


# --- when time has run out ------------------------------------------------------------------------------------


def move_at_zero(state: State) -> Action:
    """The first legal one of: take what the table offers, keep what stands, let go of the rest, skip, place."""
    held = [model.GiveUp(size) for size, pieces in zip(SIZES, state.held[state.active], strict=True) if pieces]
    wishes: dict[str, tuple[Action, ...]] = {
        "found": (model.Ready(),),
        "turn": (*held, model.Pass(), model.Skip()),
        "slip": (model.Accept(), model.GiveUp()),
        "rebuild": (model.Restore(), model.Decline()),
    }
    for wish in wishes[state.phase]:
        if first_refusal(state, wish) is None:
            return wish
    return next(iter(LeaningChoices(state)))


# --- a list of legal actions ----------------------------------------------------------------------------

_BESIDE_UM = 20_000
"""Distance between a listed piece and the piece it leans on, at its release."""
_ABOVE_UM = 45_000
_LEAN = 35
"""Degrees from upright."""
_DIRECTIONS = (0, 90, 180, 270)
_TARGETS = 8
"""Number of latest pieces that listed placements lean on."""


@dataclass(frozen=True)
class LeaningChoices:
    """Every legal action except poses. Of poses, each size leans on the latest pieces, or is put on them, from four
    sides.

    All listed placements are blind releases; a good place needs the placement search.
    """

    state: State

    def __iter__(self) -> Iterator[Action]:
        return iter(self._listed)

    def sample(self, dice: Dice) -> Action:
        return dice.choice(self._listed)

    @property
    def templates(self) -> tuple[str, ...]:
        kinds = dict.fromkeys(map(type, self._listed))
        return tuple(_TEMPLATES[kind] for kind in kinds)

    @cached_property
    def _listed(self) -> tuple[Action, ...]:
        return tuple(action for action in _candidates(self.state) if first_refusal(self.state, action) is None)


def leaning_pose(x: int, y: int, z: int, direction: int) -> RecordedPose:
    """A pose at a place that leans towards a direction (degrees).

    >>> leaning_pose(0, 0, 5000, 0)
    RecordedPose(x=0, y=0, z=5000, w=953717, i=0, j=300706, k=0)
    """
    half, yaw = math.radians(_LEAN / 2), math.radians(direction)
    i, j = (round(part * math.sin(half) * 10**6) for part in (-math.sin(yaw), math.cos(yaw)))
    return RecordedPose(x, y, z, round(math.cos(half) * 10**6), i, j, 0)


def _beside(target: Piece, direction: int, *, above: bool) -> RecordedPose:
    """A pose that leans on a piece from one side, or lies on it."""
    yaw = math.radians(direction)
    if above:
        return leaning_pose(target.pose.x, target.pose.y, target.pose.z + _ABOVE_UM, direction)
    x = target.pose.x - round(math.cos(yaw) * _BESIDE_UM)
    y = target.pose.y - round(math.sin(yaw) * _BESIDE_UM)
    return leaning_pose(x, y, 5_000, direction)


def _candidates(state: State) -> Iterator[Action]:
    match state.phase:
        case "found":
            yield model.Ready()
            for size, size2 in (("large", "large"), ("large", "medium"), ("medium", "medium")):
                yield model.LayFoundation(
                    size, leaning_pose(-15_000, 0, 5_000, 0), size2, leaning_pose(15_000, 0, 5_000, 180)
                )
        case "turn":
            for held, size in product((False, True), SIZES):
                yield from _places(state, size, held=held)
            yield from map(model.Hold, SIZES)
            yield from map(model.GiveUp, SIZES)
            yield from (model.Pass(), model.Skip())
            yield from map(model.Nudge, range(-1, state.seats))
        case "slip":
            assert state.in_hand is not None
            yield from (model.Accept(), model.GiveUp())
            yield from _places(state, state.in_hand.size, held=state.in_hand.held)
        case "rebuild":
            assert state.stood is not None
            stood = {one.id: one.pose for one in state.stood.pieces}
            yield from (model.Restore(), model.Decline())
            for piece in state.broken:
                yield from (model.Keep(piece), model.Rebuild(piece, stood[piece]))


def _places(state: State, size: str, *, held: bool) -> Iterator[Action]:
    if first_refusal(state, model.Place(size, held, 0, leaning_pose(0, 0, 0, 0))) is not None:
        return
    fitting = state.layout if state.before is None else state.before
    for target, direction in product(fitting.pieces[-_TARGETS:], _DIRECTIONS):
        yield model.Place(size, held, target.id, _beside(target, direction, above=held))


_TEMPLATES: dict[type[Action], str] = {
    model.Ready: "ready",
    model.LayFoundation: f"found SIZE {WHERE} and SIZE {WHERE}",
    model.Place: f"place [held] SIZE [on PIECE] {WHERE} {FEELS}",
    model.Hold: "hold SIZE",
    model.GiveUp: "forfeit [SIZE]",
    model.Pass: "pass",
    model.Skip: "skip",
    model.Nudge: "nudge PLAYER|nobody",
    model.Accept: "accept",
    model.Restore: "restore",
    model.Decline: "decline",
    model.Keep: "keep PIECE",
    model.Rebuild: f"put PIECE {WHERE} {FEELS}",
}
